//! Text without markup: LaTeX, HTML, code fences, box drawing and digits of other scripts in plain characters.
//!
//! ```text
//!   5 & 3 \\ \hline        5 | 3 ⏎
//!   <td>5</td><td>3</td>   | 5 | 3
//!   │ 5 │ ３ │             | 5 | 3 |
//!   r1c1 → 5               r1c1 = 5
//!   "534\n672"             "534 ⏎ 672"
//! ```

/// A character on a line of its own: lines before and after it are not one board.
pub(super) const BREAK: char = '\u{1}';
/// The longest look-ahead for the end of a tag or a group, in bytes.
const AHEAD: usize = 160;

pub(super) fn plain(text: &str) -> String {
    let mut writer = Writer { out: String::with_capacity(text.len() + 16), is_in_row: false };
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = writer.next(first, rest);
    }
    writer.out
}

struct Writer {
    out: String,
    /// Whether a row of an HTML table is open, in which line breaks are spaces.
    is_in_row: bool,
}

impl Writer {
    /// Writes what begins with the character `first` of `rest`; returns what follows.
    fn next<'a>(&mut self, first: char, rest: &'a str) -> &'a str {
        let after = &rest[first.len_utf8()..];
        let plain = match first {
            '\\' => return self.command(after),
            '<' => return self.tag(after),
            '&' => return self.entity(after),
            '`' if rest.starts_with("```") => return self.fence(&rest[3..]),
            '\n' if self.is_in_row => ' ',
            '-' | '=' if after.starts_with('>') => {
                self.out.push('=');
                return &after[1..];
            }
            '\u{0}'..='\u{7f}' => match first {
                '`' | '$' | '\r' | '\t' | '\u{1}' => ' ',
                _ => first,
            },
            '一'..='鿿' | '぀'..='ヿ' | '가'..='힣' => {
                self.ideograph(first, after);
                return after;
            }
            '→' | '⇒' | '➜' | '➔' | '➡' | '⟶' | '↦' | '：' => '=',
            '←' | '⬅' | '◀' => '#',
            '｜' | '¦' => '|',
            '–' | '—' | '−' => '-',
            '□' | '▢' | '⬜' | '◻' | '☐' | '·' | '∙' | '⋅' | '•' | '○' | '＿' => {
                '_'
            }
            '\u{2500}'..='\u{257f}' if is_vertical(first) => '|',
            '\u{2500}'..='\u{257f}' => ' ',
            '\u{fe0e}'
            | '\u{fe0f}'
            | '\u{20e3}'
            | '\u{200b}'..='\u{200f}'
            | '\u{feff}'
            | '\u{2060}'
            | '\u{ad}' => return after,
            _ => match digit(first) {
                Some(digit) => {
                    // Circled digits are cells of their own.
                    let is_alone =
                        matches!(first, '\u{2460}'..='\u{24ff}' | '\u{2776}'..='\u{2793}');
                    self.out.push(digit);
                    if is_alone {
                        self.out.push(' ');
                    }
                    return after;
                }
                None => first,
            },
        };
        self.out.push(plain);
        after
    }

    /// A command or an escape, without its backslash.
    fn command<'a>(&mut self, rest: &'a str) -> &'a str {
        let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, after) = rest.split_at(length);
        if length == 0 {
            let Some(first) = rest.chars().next() else { return rest };
            let after = &rest[first.len_utf8()..];
            return match first {
                '\\' => {
                    self.out.push('\n');
                    let after = after.strip_prefix('*').unwrap_or(after);
                    // An escape that is escaped once more.
                    if let Some(next) = after.strip_prefix('n')
                        && !next.starts_with(|c: char| c.is_ascii_alphabetic())
                    {
                        return next;
                    }
                    group(after, '[', ']').unwrap_or(after)
                }
                '_' => {
                    self.out.push('_');
                    after
                }
                '"' | '\'' => rest,
                _ => {
                    self.out.push(' ');
                    after
                }
            };
        }
        // An escape before a letter that is a cell.
        if name.starts_with('n') && name[1..].starts_with(|c: char| c.is_ascii_uppercase()) {
            self.out.push('\n');
            return &rest[1..];
        }
        match name {
            "n" | "newline" | "tabularnewline" | "par" | "cr" => self.out.push('\n'),
            "square" | "Box" | "cdot" | "bullet" => self.out.push('_'),
            "to" | "rightarrow" | "Rightarrow" => self.out.push('='),
            "mid" | "vert" => self.out.push('|'),
            _ => self.out.push(' '),
        }
        let groups = match name {
            "begin" => 3,
            "multicolumn" | "multirow" => 2,
            "end" | "cline" | "hspace" | "vspace" | "textcolor" | "color" | "cellcolor"
            | "label" => 1,
            "caption" | "renewcommand" | "setlength" | "documentclass" | "usepackage" => 2,
            _ => 0,
        };
        let mut after = after;
        for _ in 0..groups {
            let Some(next) = group(after, '{', '}').or_else(|| group(after, '[', ']')) else {
                break;
            };
            after = next;
        }
        if name == "begin" {
            self.out.push('\n');
        }
        after
    }

    /// An HTML tag, without its angle bracket. Other text stays.
    fn tag<'a>(&mut self, rest: &'a str) -> &'a str {
        if let Some(after) = rest.strip_prefix('-') {
            self.out.push('#');
            return after;
        }
        // A token of a chat template, as <|im_end|>.
        if let Some(after) = rest.strip_prefix('|').and_then(|name| up_to(name, '>')) {
            self.out.push('\n');
            return after;
        }
        let closes = rest.starts_with('/');
        let name = rest.trim_start_matches('/');
        let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let is_tag = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let Some(after) = is_tag.then(|| up_to(name, '>')).flatten() else {
            self.out.push(' ');
            return rest;
        };
        let mut buffer = [0; 8];
        let lower = match buffer.get_mut(..length) {
            Some(lower) => {
                lower.copy_from_slice(&name.as_bytes()[..length]);
                lower.make_ascii_lowercase();
                std::str::from_utf8(lower).unwrap_or_default()
            }
            None => "",
        };
        match lower {
            "td" | "th" if !closes => self.out.push_str(" | "),
            "tr" if closes => {
                self.is_in_row = false;
                self.out.push_str(" |\n");
            }
            "tr" => {
                self.is_in_row = true;
                self.out.push('\n');
            }
            "br" | "p" | "div" | "li" | "table" | "tbody" | "thead" | "pre" | "row" => {
                self.is_in_row = false;
                self.out.push('\n');
            }
            _ => self.out.push(' '),
        }
        after
    }

    /// A character of a script without spaces. Numbers in it are words of their own.
    fn ideograph(&mut self, c: char, after: &str) {
        const NUMERALS: &str = "一二三四五六七八九";
        if let Some(at) = NUMERALS.chars().position(|numeral| numeral == c) {
            return self.out.extend(char::from_digit(at as u32 + 1, 10));
        }
        if self.out.ends_with(|before: char| before.is_ascii_digit()) {
            self.out.push(' ');
        }
        self.out.push(c);
        if after.starts_with(|next: char| next.is_ascii_digit() || NUMERALS.contains(next)) {
            self.out.push(' ');
        }
    }

    fn entity<'a>(&mut self, rest: &'a str) -> &'a str {
        if rest.starts_with('=') {
            return rest;
        }
        for (name, plain) in
            [("nbsp;", ' '), ("lt;", ' '), ("gt;", ' '), ("emsp;", ' '), ("amp;", '|')]
        {
            if let Some(after) = rest.strip_prefix(name) {
                self.out.push(plain);
                return after;
            }
        }
        self.out.push('|');
        rest
    }

    /// A code fence and the name of its language.
    fn fence<'a>(&mut self, rest: &'a str) -> &'a str {
        self.out.extend(['\n', BREAK, '\n']);
        let length = rest.bytes().take_while(|&byte| byte.is_ascii_alphabetic()).count();
        let after = &rest[length..];
        if after.is_empty() || after.starts_with(['\n', '\r', ' ']) { after } else { rest }
    }
}

/// The text after a group in brackets, if one begins here and is short.
fn group(text: &str, open: char, close: char) -> Option<&str> {
    up_to(text.strip_prefix(open)?, close)
}

/// The text after the first `end`, if it is near, on the same line and before the next tag.
fn up_to(text: &str, end: char) -> Option<&str> {
    let near = text.bytes().take(AHEAD).take_while(|byte| !b"\n<".contains(byte));
    let length = near.take_while(|&byte| byte != end as u8).count();
    text.get(length..)?.strip_prefix(end)
}

fn is_vertical(c: char) -> bool {
    matches!(c, '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '║' | '╽' | '╿' | '╵' | '╷')
}

/// The ASCII digit for a digit in another form.
fn digit(c: char) -> Option<char> {
    let zero = match c {
        '\u{ff10}'..='\u{ff19}' => 0xff10,
        '\u{2460}'..='\u{2468}' => 0x2460 - 1,
        '\u{2776}'..='\u{277e}' => 0x2776 - 1,
        '\u{2780}'..='\u{2788}' => 0x2780 - 1,
        '\u{278a}'..='\u{2792}' => 0x278a - 1,
        '\u{660}'..='\u{669}' => 0x660,
        '\u{6f0}'..='\u{6f9}' => 0x6f0,
        '\u{966}'..='\u{96f}' => 0x966,
        '\u{1d7ce}'..='\u{1d7ff}' => return char::from_digit((c as u32 - 0x1d7ce) % 10, 10),
        _ => return None,
    };
    char::from_digit(c as u32 - zero, 10)
}
