//! Digits and ASCII text as strokes, so that pictures need no font and look the same in every renderer.
//!
//! A glyph is a string of absolute SVG path commands, 14 units high: capitals and digits extend from -7 to 7, small letters
//! from -2 to 7. Digits are centered at 0; other characters begin there. Paths of text have relative commands instead, which
//! are shorter.

use super::numbers::rounded;

/// The distance between characters, and the width of a digit.
const GAP: f64 = 3.2;
const DIGIT_WIDTH: f64 = 8.4;

const BOWL: &str = "M7 2.5A3.5 4.5 0 0 1 0 2.5A3.5 4.5 0 0 1 7 2.5Z";
const ARCH: &str = "M0 1.5C.6 -.8 2 -2 3.6 -2C5.4 -2 6.4 -.8 6.4 1.2V7";
const ROUND: &str = "M8.6 -4.4C7.7 -6 6.3 -7 4.6 -7C1.9 -7 0 -4.2 0 0C0 4.2 1.9 7 4.6 7";
const OVAL: &str = "M4.7 -7A4.7 7 0 0 1 4.7 7A4.7 7 0 0 1 4.7 -7Z";
const ESS: &str = "M7.4 -4.6C6.8 -6.2 5.5 -7 3.9 -7C1.8 -7 .4 -5.7 .4 -3.8C.4 .6 7.8 -.9 7.8 3.4C7.8 5.6 6.2 7 3.9 7C2 7 .6 6 0 4.2";

/// The width of a character and its glyph in two parts. Other characters than printable ASCII are empty.
#[rustfmt::skip]
const fn glyph(character: char) -> (f64, &'static str, &'static str) {
    match character {
        '0' => (8.4, "M0 -7A4.1 7 0 0 1 0 7A4.1 7 0 0 1 0 -7Z", ""),
        '1' => (8.4, "M-2.3 -4.5L1 -7V7", ""),
        '2' => (8.4, "M-3.9 -3.5C-3.9 -5.6 -2.3 -7 0 -7C2.3 -7 3.8 -5.6 3.8 -3.6C3.8 -1.9 2.8 -.6 1 1.3L-4.2 7H4.2", ""),
        '3' => (8.4, "M-3.6 -5.2C-2.9 -6.3 -1.7 -7 -.1 -7C2.1 -7 3.6 -5.7 3.6 -3.8C3.6 -1.8 2.1 -.5 -.1 -.5H-1.2M-.1 -.5C2.5 -.5 4.1 1 4.1 3.2C4.1 5.5 2.3 7 -.2 7C-2 7 -3.4 6.2 -4.1 4.8", ""),
        '4' => (8.4, "M1.9 7V-7L-4.4 3.4H4.5", ""),
        '5' => (8.4, "M3.4 -7H-2.9L-3.5 -.6C-2.7 -1.5 -1.4 -2 0 -2C2.5 -2 4.1 -.2 4.1 2.4C4.1 5.1 2.3 7 -.2 7C-2 7 -3.4 6.2 -4.1 4.8", ""),
        '6' => (8.4, "M3.4 -5.6C2.7 -6.5 1.6 -7 .4 -7C-2.5 -7 -4.1 -4.2 -4.1 1.2V2.5A4.1 4.5 0 0 0 4.1 2.5A4.1 4.5 0 0 0 -4.1 2.5", ""),
        '7' => (8.4, "M-4.2 -7H4.2L-1.5 7", ""),
        '8' => (8.4, "M0 -7A3.5 3.25 0 0 1 0 -.5A3.5 3.25 0 0 1 0 -7ZM0 -.5A4.1 3.75 0 0 1 0 7A4.1 3.75 0 0 1 0 -.5Z", ""),
        '9' => (8.4, "M-3.4 5.6C-2.7 6.5 -1.6 7 -.4 7C2.5 7 4.1 4.2 4.1 -1.2V-2.5A4.1 4.5 0 0 0 -4.1 -2.5A4.1 4.5 0 0 0 4.1 -2.5", ""),
        ' ' => (3.4, "", ""),
        'a' => (7.0, "M7 -2V7", BOWL),
        'b' => (7.0, "M0 -7V7", BOWL),
        'c' => (6.3, "M6.3 0C5.6 -1.2 4.7 -2 3.4 -2C1.4 -2 0 0 0 2.5C0 5 1.4 7 3.4 7C4.7 7 5.6 6.2 6.3 5", ""),
        'd' => (7.0, "M7 -7V7", BOWL),
        'e' => (6.8, "M0 2.3H6.8C6.8 -.3 5.4 -2 3.4 -2C1.4 -2 0 0 0 2.5C0 5.1 1.4 7 3.6 7C4.9 7 5.9 6.4 6.5 5.4", ""),
        'f' => (4.2, "M4.5 -6.6C2.8 -7.4 1.5 -6.6 1.5 -4.5V7M-.3 -2H4", ""),
        'g' => (7.0, "M7 -2V8C7 10 5.6 11 3.6 11C2.2 11 1.2 10.6 .5 9.8", BOWL),
        'h' => (6.4, "M0 -7V7", ARCH),
        'i' => (0.0, "M0 -2V7M0 -5.8V-5.6", ""),
        'j' => (1.6, "M1.6 -2V8.6C1.6 10.2 .8 11 -.6 11M1.6 -5.8V-5.6", ""),
        'k' => (6.0, "M0 -7V7M5.6 -2L0 3.4M2 1.6L6 7", ""),
        'l' => (0.0, "M0 -7V7", ""),
        'm' => (10.0, "M0 -2V7M0 1.2C.5 -.8 1.6 -2 3 -2C4.4 -2 5 -1 5 .8V7M5 1.2C5.5 -.8 6.6 -2 8 -2C9.4 -2 10 -1 10 .8V7", ""),
        'n' => (6.4, "M0 -2V7", ARCH),
        'o' => (7.0, "M3.5 -2A3.5 4.5 0 0 1 3.5 7A3.5 4.5 0 0 1 3.5 -2Z", ""),
        'p' => (7.0, "M0 -2V11", BOWL),
        'q' => (7.0, "M7 -2V11", BOWL),
        'r' => (4.0, "M0 -2V7M0 2C.5 -.6 1.8 -2.1 4 -2", ""),
        's' => (6.0, "M5.8 -.4C5.2 -1.5 4.3 -2 3 -2C1.4 -2 .3 -1.1 .3 .3C.3 3.2 6 1.6 6 4.6C6 6.1 4.7 7 3.1 7C1.7 7 .7 6.4 0 5.2", ""),
        't' => (4.2, "M1.6 -5V4.6C1.6 6.4 2.6 7.2 4.4 6.8M-.3 -2H4.2", ""),
        'u' => (6.4, "M0 -2V3.8C0 5.8 1 7 2.8 7C4.4 7 5.8 5.8 6.4 3.5M6.4 -2V7", ""),
        'v' => (6.6, "M0 -2L3.3 7L6.6 -2", ""),
        'w' => (10.0, "M0 -2L2.5 7L5 -2L7.5 7L10 -2", ""),
        'x' => (6.0, "M0 -2L6 7M6 -2L0 7", ""),
        'y' => (6.6, "M0 -2L3.3 6.6M6.6 -2L2.6 9C2 10.6 1.2 11.2 -.2 11", ""),
        'z' => (6.0, "M0 -2H6L0 7H6", ""),
        'A' => (9.2, "M0 7L4.6 -7L9.2 7M1.6 2.2H7.6", ""),
        'B' => (8.0, "M0 -7V7H4.2C6.6 7 8 5.6 8 3.3C8 1 6.6 -.4 4.2 -.4H0M4 -.4C6.2 -.4 7.4 -1.7 7.4 -3.7C7.4 -5.7 6.2 -7 4 -7H0", ""),
        'C' => (8.6, ROUND, "C6.3 7 7.7 6 8.6 4.4"),
        'D' => (8.8, "M0 -7V7H3.4C6.8 7 8.8 4.3 8.8 0C8.8 -4.3 6.8 -7 3.4 -7Z", ""),
        'E' => (7.0, "M7 -7H0V7H7M0 -.3H6", ""),
        'F' => (7.0, "M7 -7H0V7M0 -.2H6", ""),
        'G' => (8.8, ROUND, "C6.6 7 8 6 8.8 4.4V.6H5.2"),
        'H' => (8.4, "M0 -7V7M8.4 -7V7M0 -.2H8.4", ""),
        'I' => (0.0, "M0 -7V7", ""),
        'J' => (5.4, "M5.4 -7V3C5.4 5.6 4.4 7 2.6 7C1.3 7 .4 6.3 0 5", ""),
        'K' => (8.2, "M0 -7V7M7.8 -7L0 1.4M2.6 -1.3L8.2 7", ""),
        'L' => (6.6, "M0 -7V7H6.6", ""),
        'M' => (10.0, "M0 7V-7L5 4L10 -7V7", ""),
        'N' => (8.4, "M0 7V-7L8.4 7V-7", ""),
        'O' => (9.4, OVAL, ""),
        'P' => (8.0, "M0 7V-7H4.2C6.6 -7 8 -5.6 8 -3.2C8 -.8 6.6 .6 4.2 .6H0", ""),
        'Q' => (9.4, OVAL, "M5.8 3.6L9.4 7.6"),
        'R' => (8.2, "M0 7V-7H4.2C6.6 -7 8 -5.6 8 -3.3C8 -1 6.6 .3 4.2 .3H0M4.2 .3L8.2 7", ""),
        'S' => (7.8, ESS, ""),
        'T' => (8.4, "M0 -7H8.4M4.2 -7V7", ""),
        'U' => (8.2, "M0 -7V2.6C0 5.4 1.6 7 4.1 7C6.6 7 8.2 5.4 8.2 2.6V-7", ""),
        'V' => (9.0, "M0 -7L4.5 7L9 -7", ""),
        'W' => (12.0, "M0 -7L3 7L6 -7L9 7L12 -7", ""),
        'X' => (8.0, "M0 -7L8 7M8 -7L0 7", ""),
        'Y' => (8.6, "M0 -7L4.3 0L8.6 -7M4.3 0V7", ""),
        'Z' => (8.0, "M0 -7H8L0 7H8", ""),
        '.' => (0.0, "M0 6.8V7", ""),
        ',' => (0.4, "M.4 6.6L-.3 9.2", ""),
        ':' => (0.0, "M0 -1.4V-1.2M0 6.8V7", ""),
        ';' => (0.4, "M.4 -1.4V-1.2M.4 6.6L-.3 9.2", ""),
        '-' => (4.0, "M0 2H4", ""),
        '\'' => (0.0, "M0 -7V-4", ""),
        '"' => (2.6, "M0 -7V-4M2.6 -7V-4", ""),
        '(' => (3.0, "M3 -8C1 -5.5 0 -3 0 1C0 5 1 7.5 3 10", ""),
        ')' => (3.0, "M0 -8C2 -5.5 3 -3 3 1C3 5 2 7.5 0 10", ""),
        '/' => (5.0, "M0 8L5 -8", ""),
        '+' => (6.0, "M0 2H6M3 -1V5", ""),
        '=' => (6.0, "M0 .4H6M0 3.8H6", ""),
        '_' => (7.0, "M0 9H7", ""),
        '!' => (0.0, "M0 -7V3M0 6.8V7", ""),
        '?' => (6.6, "M0 -4.2C.3 -6 1.6 -7 3.3 -7C5.3 -7 6.6 -5.7 6.6 -4C6.6 -1.6 3.3 -1.2 3.3 2.4M3.3 6.8V7", ""),
        '&' => (8.4, "M8.4 7L1.8 -3.4C.6 -5.4 1.6 -7 3.4 -7C5.2 -7 6 -5.6 5.6 -4C5.2 -2.2 0 -.6 0 3.4C0 5.6 1.4 7 3.6 7C6.2 7 7.8 4.8 8 1", ""),
        '#' => (8.0, "M2.6 -5L1 6M7 -5L5.4 6M.6 -1.4H8M0 2.4H7.4", ""),
        '$' => (7.8, "M3.9 -9V9", ESS),
        '%' => (9.0, "M8 -7L1 7M2 -7A2 2.5 0 0 1 2 -2A2 2.5 0 0 1 2 -7ZM7 2A2 2.5 0 0 1 7 7A2 2.5 0 0 1 7 2Z", ""),
        '@' => (11.0, "M7.6 -1V3C7.6 6 11 6 11 1C11 -4 9 -6 5.6 -6C2 -6 0 -3 0 2C0 6 2 9 6 9C7 9 8 9 9 8M5.4 -1A2.2 3 0 0 1 5.4 5A2.2 3 0 0 1 5.4 -1Z", ""),
        '*' => (4.6, "M2.3 -7V-2M0 -6L4.6 -3M4.6 -6L0 -3", ""),
        '^' => (5.0, "M0 -4L2.5 -7L5 -4", ""),
        '`' => (2.0, "M0 -7L2 -4.6", ""),
        '~' => (6.0, "M0 3C1 1 2 1 3 2C4 3 5 3 6 1", ""),
        '|' => (0.0, "M0 -8V10", ""),
        '\\' => (5.0, "M0 -8L5 8", ""),
        '[' => (3.0, "M3 -8H0V10H3", ""),
        ']' => (3.0, "M0 -8H3V10H0", ""),
        '{' => (3.0, "M3 -8C0 -8 3 1 0 1C3 1 0 10 3 10", ""),
        '}' => (3.0, "M0 -8C3 -8 0 1 3 1C0 1 3 10 0 10", ""),
        '<' => (5.0, "M5 -2L0 2L5 6", ""),
        '>' => (5.0, "M0 -2L5 2L0 6", ""),
        _ => (0.0, "", ""),
    }
}

/// The path of a number centered at (x, y), smaller if it has several digits.
pub fn number_path(number: &str, x: f64, y: f64, scale: f64) -> String {
    let scale = scale * several(number);
    let first = x - 5.4 * scale * (number.len() as f64 - 1.0);
    let place = |k: usize| first + 10.8 * scale * k as f64;
    number.chars().enumerate().map(|(k, digit)| path(digit, place(k), y, scale)).collect()
}

/// The scale of the digits of a number.
pub const fn several(number: &str) -> f64 {
    match number.len() {
        0 | 1 => 1.0,
        2 => 0.72,
        _ => 0.52,
    }
}

/// The width of an ASCII text.
pub fn text_width(text: &str, scale: f64) -> f64 {
    let widths: f64 = text.chars().map(|character| glyph(character).0 + GAP).sum();
    (widths - GAP).max(0.0) * scale
}

/// The path of an ASCII text that begins at x, with capitals centered at y.
pub fn text_path(text: &str, mut x: f64, y: f64, scale: f64) -> String {
    let mut out = String::new();
    for character in text.chars() {
        let middle = if character.is_ascii_digit() { DIGIT_WIDTH / 2.0 * scale } else { 0.0 };
        out.push_str(&path(character, x + middle, y, scale));
        x += (glyph(character).0 + GAP) * scale;
    }
    out
}

/// The path of a glyph.
fn path(character: char, x: f64, y: f64, scale: f64) -> String {
    let (_, first, second) = glyph(character);
    let mut out = String::new();
    // The current point, relative to the glyph.
    let mut at = [0.0, 0.0];
    for part in [first, second] {
        for (start, letter) in part.match_indices(|c: char| c.is_ascii_uppercase()) {
            let rest = &part[start + 1..];
            let end = rest.find(|c: char| c.is_ascii_uppercase()).unwrap_or(rest.len());
            let numbers =
                rest[..end].split_whitespace().map(|word| word.parse().expect("a number"));
            let numbers: Vec<f64> = numbers.collect();
            if letter == "M" {
                at = [numbers[0] * scale, numbers[1] * scale];
                let (x, y) = (rounded(x + at[0], 1), rounded(y + at[1], 1));
                out.push_str(&format!("M{x} {y}"));
            } else {
                out.push_str(&letter.to_lowercase());
                out.push_str(&relative(letter, &numbers, &mut at, scale));
            }
        }
    }
    out
}

/// The arguments of a relative command.
fn relative(letter: &str, numbers: &[f64], at: &mut [f64; 2], scale: f64) -> String {
    let start = *at;
    let mut out = String::new();
    let mut write = |number: f64| {
        let text = rounded(number, 2);
        let text = if text == "-0" { "0" } else { &text };
        let text = match text.strip_prefix("-0.") {
            Some(fraction) => format!("-.{fraction}"),
            None => text.strip_prefix("0.").map_or(text.to_owned(), |rest| format!(".{rest}")),
        };
        let gap = if out.is_empty() || text.starts_with('-') { "" } else { " " };
        out.push_str(gap);
        out.push_str(&text);
    };
    // An arc has two radii and three flags before its end.
    let (radii, flags, ends) = match letter {
        "A" => (&numbers[..2], &numbers[2..5], &numbers[5..]),
        _ => (&numbers[..0], &numbers[..0], numbers),
    };
    radii.iter().for_each(|radius| write(radius * scale));
    flags.iter().for_each(|&flag| write(flag));
    // The axis of the first number: V has only an end in y.
    let axis = usize::from(letter == "V");
    for (k, end) in ends.iter().enumerate() {
        let axis = (axis + k) % 2;
        at[axis] = end * scale;
        write(at[axis] - start[axis]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_centered() {
        assert_eq!(number_path("1", 10.0, 10.0, 1.0), "M7.7 5.5l3.3-2.5v14");
        assert_eq!(number_path("7", 0.0, 0.0, 0.5), "M-2.1 -3.5h4.2l-2.85 7");
        assert_eq!(number_path("11", 0.0, 0.0, 1.0).matches('M').count(), 2);
    }

    #[test]
    fn text_has_a_width() {
        assert!((text_width("ab", 1.0) - (7.0 + GAP + 7.0)).abs() < 1e-9);
        assert_eq!(text_width("", 1.0), 0.0);
        assert_eq!(text_path("-", 1.0, 0.0, 1.0), "M1 2h4");
    }
}
