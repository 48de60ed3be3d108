//! Numbers in pictures, in few characters.

use std::fmt;

/// A number with six significant digits, like `%g` in C: 2, 2.5, 33.3333.
pub struct G(pub f64);

impl fmt::Display for G {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let G(x) = *self;
        if x.fract() == 0.0 && x.abs() < 1e6 {
            // The format of floats has no fraction here, but keeps the sign of -0.
            return write!(f, "{x}");
        }
        f.write_str(&significant(x, 6))
    }
}

/// A number with a number of significant digits, without zeros at the end.
pub fn significant(x: f64, digits: usize) -> String {
    let scientific = format!("{x:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').expect("the format of floats");
    let exponent: i32 = exponent.parse().expect("the format of floats");
    if (-4..digits as i32).contains(&exponent) {
        let places = (digits as i32 - 1 - exponent) as usize;
        return trimmed(&format!("{x:.places$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs())
}

/// A number rounded to decimal places, without zeros at the end.
pub fn rounded(x: f64, places: usize) -> String {
    trimmed(&format!("{x:.places$}")).to_owned()
}

fn trimmed(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_like_c_does() {
        let cases = [
            (2.0, "2"),
            (-0.0, "-0"),
            (2.5, "2.5"),
            (100.0 / 3.0, "33.3333"),
            (2541.66666, "2541.67"),
            (999_999.5, "1e+06"),
            (1234567.0, "1.23457e+06"),
            (0.00012, "0.00012"),
            (0.000012, "1.2e-05"),
        ];
        for (number, text) in cases {
            assert_eq!(G(number).to_string(), text);
        }
        assert_eq!((significant(1.26, 2), significant(0.75, 2)), ("1.3".into(), "0.75".into()));
        assert_eq!((rounded(2.04, 1), rounded(-0.04, 1)), ("2".into(), "-0".into()));
    }
}
