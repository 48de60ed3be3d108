//! The ends and the kinds of JSON values, determined from brackets and quotes only.

use memchr::memchr2;

/// Finds the end of a value, in pieces, by brackets outside of strings.
#[derive(Default)]
pub struct Scan {
    /// The number of bytes examined.
    pub at: usize,
    /// The number of open brackets, and its maximum.
    pub depth: usize,
    pub deepest: usize,
    /// Whether a string is open.
    pub in_string: bool,
    found: Option<usize>,
}

impl Scan {
    /// A scan of a value inside `depth` brackets.
    pub fn within(depth: usize) -> Scan {
        Scan { deepest: depth, depth, ..Scan::default() }
    }

    /// The end of the value at the start of `bytes`, which may only have grown since the last call.
    pub fn end(&mut self, bytes: &[u8], all: bool) -> Option<usize> {
        self.found = self.found.or_else(|| self.search(bytes, all));
        self.found
    }

    fn search(&mut self, bytes: &[u8], all: bool) -> Option<usize> {
        while self.at < bytes.len() {
            if self.in_string {
                let Some(found) = memchr2(b'"', b'\\', &bytes[self.at..]) else {
                    self.at = bytes.len();
                    return None;
                };
                let at = self.at + found;
                if bytes[at] == b'\\' {
                    self.at = at;
                    if at + 1 >= bytes.len() {
                        return None;
                    }
                    self.at += 2;
                    continue;
                }
                self.at = at + 1;
                self.in_string = false;
                if self.depth == 0 {
                    return Some(self.at);
                }
                continue;
            }
            match bytes[self.at] {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' if self.depth > 0 => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        self.at += 1;
                        return Some(self.at);
                    }
                }
                b'}' | b']' | b',' | b' ' | b'\t' | b'\n' | b'\r' if self.depth == 0 => {
                    return Some(self.at);
                }
                _ => {}
            }
            self.deepest = self.deepest.max(self.depth);
            self.at += 1;
        }
        (all && self.depth == 0 && !self.in_string).then_some(self.at)
    }
}

/// Whether a list contains numbers.
pub fn is_flat(list: &[u8]) -> bool {
    !matches!(list[1..].trim_ascii_start().first(), Some(b'{' | b'[' | b'"' | b']') | None)
}

/// Whether a board may have this number of cells.
fn is_area(cells: usize) -> bool {
    cells >= 16 && cells.isqrt().pow(2) == cells
}

/// Whether a value is a board: a list of n² numbers, n lists of n numbers, or a text of n² characters, mostly digits
/// and periods.
pub fn is_board(value: &[u8]) -> bool {
    if let Some(text) = value.strip_prefix(b"\"") {
        let cells = text.len() - 1;
        let known = text.iter().filter(|byte| byte.is_ascii_digit() || **byte == b'.').count();
        return is_area(cells) && 2 * known >= cells;
    }
    if value.first() != Some(&b'[') || value.iter().any(|byte| matches!(byte, b'"' | b'{')) {
        return false;
    }
    let (mut depth, mut deepest, mut lists, mut commas) = (0, 0, 1, 0);
    for byte in value {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            b',' if depth == 1 => lists += 1,
            b',' => commas += 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    match is_flat(value) {
        true => is_area(lists),
        false => deepest == 2 && lists > 1 && commas + lists == lists * lists,
    }
}

/// The start of the array of items in an object; `None` if a member is a board or no member is such an array. The
/// object may be truncated.
pub fn array_of(bytes: &[u8]) -> Option<usize> {
    let mut found = None;
    let mut at = 1;
    loop {
        let skip =
            |at: usize| at + bytes[at..].iter().take_while(|b| b" \t\r\n,:".contains(b)).count();
        let key = skip(at);
        if bytes.get(key) != Some(&b'"') {
            return found;
        }
        let Some(length) = Scan::default().end(&bytes[key..], false) else { return found };
        let start = skip(key + length);
        let end = Scan::default().end(&bytes[start..], false).map(|length| start + length);
        let value = &bytes[start..end.unwrap_or(bytes.len())];
        if end.is_some() && is_board(value) {
            return None;
        }
        if value.first() == Some(&b'[') && !is_flat(value) && value[1..].trim_ascii_start() != b"]"
        {
            found = found.or(Some(start));
        }
        match end {
            Some(end) if end > start => at = end,
            _ => return found,
        }
    }
}
