//! The ends of JSON values, determined from brackets and quotes only.

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
