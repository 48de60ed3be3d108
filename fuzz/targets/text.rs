//! No text makes the parser panic, and what it reads was there: the digits of the puzzle stand in the text in
//! that order, line ends do not matter, and the puzzle printed in any form reads back.
#![no_main]

use bitdoku::board::text::{self, Alphabet, Frame, parse, parse_line};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let text = text.trim_start_matches('\u{feff}');
    match parse(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(grid) => {
            let mut digits = text.bytes().filter(u8::is_ascii_digit);
            for &value in grid.cells().iter().filter(|&&value| value != 0) {
                assert!(digits.any(|byte| byte == b'0' + value), "{grid} from {text:?}");
            }
            assert_eq!(parse(&format!("{text}\n")), Ok(grid));
            assert_eq!(
                parse(&text.replace("\r\n", "\n").replace('\n', "\r\n")),
                Ok(grid),
                "{text:?}"
            );

            let line = text::line(&grid, &Alphabet::STANDARD);
            assert_eq!(parse_line(line.as_bytes()), Some(grid));
            for frame in [Frame::Box, Frame::Ascii] {
                let board = text::board(&grid, &Alphabet::STANDARD, frame);
                assert_eq!(parse(&board), Ok(grid));
                assert!(parse(&format!("{board}\n{text}")).is_err(), "a second board: {text:?}");
            }
        }
    }
    // Another alphabet takes other paths through the same readers.
    if let Ok(alphabet) = Alphabet::new("αbCdEfghX")
        && let Ok(grid) = text::parse_with(text, &alphabet)
    {
        let board = text::board(&grid, &alphabet, Frame::Box);
        assert_eq!(text::parse_with(&board, &alphabet), Ok(grid));
    }
});
