//! All text formats, and their errors.

use proptest::prelude::*;

use super::*;

const ROW: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn puzzle() -> Grid {
    parse_line(ROW.as_bytes()).unwrap()
}

fn rows(text: &str) -> Vec<String> {
    text.as_bytes().chunks(9).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect()
}

/// A row with `in_box` between the cells of a box, and `between` between boxes.
fn spaced(row: &str, in_box: &str, between: &str) -> String {
    let cells: Vec<String> = row.chars().map(String::from).collect();
    let boxes: Vec<String> = cells.chunks(3).map(|three| three.join(in_box)).collect();
    boxes.join(between)
}

fn error(text: &str) -> TextError {
    parse(text).expect_err(text)
}

fn at(line: usize, column: usize) -> Position {
    Position { line, column }
}

#[test]
fn a_row_of_81_with_any_blank() {
    for blank in [".", "0", "_", "*", "?", "x", "X"] {
        assert_eq!(parse(&ROW.replace('.', blank)), Ok(puzzle()));
    }
    assert_eq!(parse(&".".repeat(81)), Ok(Grid::EMPTY));
    assert_eq!(parse(&format!("\u{feff}{ROW}\r\n")), Ok(puzzle()));
}

#[test]
fn the_fast_path_and_the_alphabet_agree_on_every_byte() {
    for byte in 0..=255u8 {
        let mut row = ROW.as_bytes().to_vec();
        row[44] = byte;
        let value = Alphabet::STANDARD.value(char::from(byte));
        let read = parse_line(&row).map(|grid| grid.get(crate::board::Cell::new(44)));
        assert_eq!(read, value, "{byte}");
    }
    assert_eq!(parse_line(&ROW.as_bytes()[1..]), None);
}

#[test]
fn white_space_and_commas_group_cells() {
    let rows = rows(ROW);
    let spaced: String = ROW.chars().flat_map(|c| [c, ' ']).collect();
    let triples: Vec<&str> = (0..27).map(|i| &ROW[3 * i..3 * i + 3]).collect();
    let dashed = rows.iter().map(|row| format!("{row}\n---------\n")).collect::<String>();
    for text in [
        rows.join("\n"),
        rows.join("\r\n"),
        rows.join("\n\n") + "\n",
        rows.join(" "),
        rows.join(", "),
        rows.join(",\n"),
        spaced.clone(),
        spaced.replace(' ', ","),
        spaced.replace(' ', "\t"),
        spaced.replace('.', "0"),
        triples.join(" "),
        dashed,
        format!("#A someone\n#D a day\n{}", rows.join("\n")),
        format!("# one line a puzzle\n{ROW}\n"),
        format!("  {ROW}  "),
        // Wrapped at forty columns.
        format!("{}\n{}\n{}", &ROW[..40], &ROW[40..80], &ROW[80..]),
    ] {
        assert_eq!(parse(&text), Ok(puzzle()), "{text}");
    }
}

#[test]
fn numbers_are_cells() {
    let numbers: Vec<String> = puzzle().cells().iter().map(u8::to_string).collect();
    let padded: Vec<String> = puzzle().cells().iter().map(|n| format!("{n:02}")).collect();
    let lists: Vec<String> = numbers.chunks(9).map(|row| format!("[{}]", row.join(" "))).collect();
    let commas: Vec<String> =
        numbers.chunks(9).map(|row| format!("[{}]", row.join(", "))).collect();
    for text in [
        numbers.join(" "),
        numbers.join(","),
        padded.join(" "),
        padded.join(" ").replace("00", "."),
        format!("[{}]", lists.join("\n ")),
        format!("[{}]", commas.join(", ")),
        format!("[{}]  # printed by numpy", numbers.join(" ")),
    ] {
        assert_eq!(parse(&text), Ok(puzzle()), "{text}");
    }
    let with = |i: usize, value: &str| {
        let mut numbers = numbers.clone();
        numbers[i] = value.into();
        numbers
    };
    let value = |found: &str, cell: usize, column| TextError::Value {
        at: at(1, column),
        found: found.into(),
        cell,
    };
    assert_eq!(error(&with(23, "12").join(" ")), value("12", 23, 47));
    // In a list, a fraction must not count as a group of three cells, which could make up for missing numbers.
    let list = |numbers: &[String]| format!("[{}]", numbers.join(","));
    for found in ["1.5", "1000", "true"] {
        let numbers = with(0, found);
        assert_eq!(error(&list(&numbers)), value(found, 0, 2));
        assert_eq!(error(&list(&numbers[..82 - found.len()])), value(found, 0, 2));
    }
    // Whole floats, missing values and texts in quotes are cells.
    for blank in ["0.", "0.0", "null", "None", "nan", "\".\""] {
        let numbers = with(0, blank);
        assert_eq!(parse(&list(&numbers)), parse(&with(0, "0").join(" ")), "{blank}");
        assert_eq!(error(&list(&numbers[..80])), TextError::Length { cells: 80 });
    }
    let two = format!("[{}, {}]", list(&with(0, "0")), list(&with(0, "0")));
    assert!(matches!(error(&two), TextError::SecondBoard { .. }));
    let large = error(&list(&with(0, &"9".repeat(6000))));
    assert!(large.to_string().contains(" holds 99999999999999999999… at"));
    // One number is missing and one has two characters: there are not 81 cells.
    let lost = with(23, "12")[1..].join(" ");
    assert_eq!(error(&lost), value("12", 22, 45));
    assert_eq!(error(&numbers[1..].join(" ")), TextError::Length { cells: 80 });
    assert_eq!(error(&(numbers.join(" ") + " 4 4")), TextError::Length { cells: 83 });
    assert!(matches!(error(&with(0, "-1").join(" ")), TextError::Character { found: '-', .. }));
    assert!(matches!(error(&with(0, "5.0").join(" ")), TextError::Length { .. }));
    // An empty field is a blank.
    assert_eq!(parse(&numbers.join(",").replacen(",0,0,", ",,0,", 1)), Ok(puzzle()));
}

#[test]
fn rarer_spellings() {
    let rows = rows(ROW);
    let lines = rows.join("\n");
    let fields = |delimiter: &str| {
        let row = |row: &String| spaced(row, delimiter, delimiter).replace('.', "");
        rows.iter().map(row).collect::<Vec<_>>()
    };
    let quoted = |blank: &str| {
        let cells: Vec<String> =
            ROW.chars().map(|c| format!("'{c}'").replace('.', blank)).collect();
        let rows: Vec<String> = cells.chunks(9).map(|row| row.join(", ")).collect();
        format!("[[{}]]", rows.join("], ["))
    };
    let trimmed: Vec<String> =
        fields("\t").iter().map(|row| row.trim_end_matches('\t').to_owned()).collect();
    let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
    let dashes = lines.replace('.', "-");
    for text in [
        ROW.replace('.', "-"),
        ROW.replace('.', " "),
        dashes.clone(),
        format!("Grid 01\n{dashes}"),
        lines.replace('.', " "),
        bands.join("\n\n"),
        bands.join("\n---+---+--- # next\n"),
        fields("\t").join("\n"),
        trimmed.join("\n"),
        fields(",").join("\n"),
        fields(",").join(",").replace('5', "5.0"),
        format!("17,{}", fields(",").join(",")),
        quoted(""),
        quoted(" "),
        quoted(".").replace(", ", " "),
        format!("array({}, dtype='<U1')", quoted("")),
        format!("(({}))", quoted("")[2..].replace("], [", "), (").replace("]]", "")),
        format!("[\"{}\"]", rows.join("\", \"").replace('.', " ")),
        format!("easy {ROW}"),
        format!("1: {ROW}"),
        format!("001 {ROW} # hard"),
        format!("{ROW}:1:"),
        format!("Puzzle:\n{lines}"),
        format!("% a comment\n{lines}"),
        ROW.replace('9', "+9").replace('2', "2+").replace('3', "<3>"),
        lines.replace('9', "+9"),
        board(&puzzle(), &Alphabet::STANDARD, Frame::Ascii).replace(" 9", "+9"),
        ROW.chars().map(|c| format!("{c}\n")).collect(),
    ] {
        assert_eq!(parse(&text), Ok(puzzle()), "{text}");
        let found = recognize(&text);
        assert_eq!(found, Some((9, Kind::Puzzle)), "{text}");
    }
    // A line of dashes in a board of eight other rows is a row.
    let blank = format!("{}\n{}", &dashes[..10], &"---------\n".repeat(8));
    assert_eq!(parse(&blank).map(|grid| grid.cells().iter().filter(|&&d| d > 0).count()), Ok(3));
    for text in [ROW.replacen('.', "-", 1), format!("easy {ROW} {ROW}"), ROW.replacen('5', "+", 1)]
    {
        assert!(parse(&text).is_err(), "{text}");
    }
    let compact = "|5 3 124|26 7 2468|1489 1249 248|\n|6 247 247|1 9 5|3478 234 2478|\n\
        |12 9 8|23 34 24|13457 6 247|\n|8 125 1259|579 6 147|4579 2459 3|\n\
        |4 25 2569|8 5 3|579 259 1|\n|7 15 1359|59 2 14|4589 459 6|\n\
        |139 6 134579|357 35 7|2 8 4|\n|23 278 237|4 1 9|36 3 5|\n\
        |123 1245 12345|2356 8 26|1346 7 9|";
    for text in [compact.to_owned(), compact.replace('|', " "), format!("Grid 3\n{compact}")] {
        assert_eq!(recognize(&text), Some((9, Kind::Pencilmarks)), "{text}");
        assert_eq!(parse_pencilmarks(&text, &Alphabet::STANDARD).unwrap()[2], 0b1011);
    }
}

#[test]
fn a_stray_character_is_an_error_with_its_place() {
    let mut row = ROW.to_string();
    row.replace_range(40..41, "a");
    let stray = |at| TextError::Character { at, found: 'a', cell: 40 };
    assert_eq!(error(&row), stray(at(1, 41)));
    assert_eq!(error(&rows(&row).join("\n")), stray(at(5, 5)));
    assert_eq!(
        error(&row).to_string(),
        "r5c5 holds 'a' at line 1, column 41; expected a digit or one of the blanks . 0 _ * ? x X"
    );
    for stray in ["-", "é", "１", "²", "\0", "'", "(", ":", "A"] {
        let text = ROW.replacen('.', stray, 1);
        let found = stray.chars().next().unwrap();
        assert_eq!(error(&text), TextError::Character { at: at(1, 3), found, cell: 2 });
    }
    assert_eq!(error(&format!("{ROW}abc")), TextError::After { at: at(1, 82), found: 'a' });
}

#[test]
fn the_wrong_number_of_cells_is_told() {
    assert_eq!(error(""), TextError::Length { cells: 0 });
    assert_eq!(error(" \n"), TextError::Length { cells: 0 });
    assert_eq!(error("5"), TextError::Length { cells: 1 });
    assert_eq!(error(&ROW[..80]), TextError::Length { cells: 80 });
    assert_eq!(error(&format!("{ROW}5")), TextError::Length { cells: 82 });
    assert_eq!(error(&format!("{ROW}{ROW}")), TextError::Length { cells: 162 });
    let mut rows = rows(ROW);
    assert_eq!(error(&rows[..8].join("\n")), TextError::Length { cells: 72 });
    assert_eq!(error(&(rows.join("\n") + "\n.........")), TextError::Length { cells: 90 });
    rows[2].pop();
    assert_eq!(error(&rows.join("\n")), TextError::Row { line: 3, cells: 8 });
    // Nine lines and 81 cells, but not nine in each line.
    rows[5].push('.');
    assert_eq!(error(&rows.join("\n")), TextError::Row { line: 3, cells: 8 });
}

#[test]
fn lists_are_as_long_as_the_side() {
    let lists = |lengths: [usize; 9], separator: &str| {
        let lists = lengths.map(|length| format!("[{}]", vec!["0"; length].join(",")));
        format!("[{}]", lists.join(separator))
    };
    let (row, line) =
        (TextError::List { row: 2, cells: 10 }, TextError::Row { line: 2, cells: 10 });
    for (separator, expected) in [(",", &row), (", ", &row), ("\n ", &line)] {
        assert!(parse(&lists([9; 9], separator)).is_ok());
        let uneven = lists([9, 10, 8, 9, 9, 9, 9, 9, 9], separator);
        assert_eq!(error(&uneven), *expected);
    }
}

#[test]
fn a_comment_may_follow() {
    for comment in [
        " easy",
        "\teasy",
        "#easy",
        ",easy",
        ";easy",
        "  # 1 2 3",
        ",23,7.2",
        " 25",
        ";9.0/1.2/1.2;x",
        "\n",
        "\r\n# more",
        "\nby someone, in 2006",
        ",source,1234567",
        "\n\n\n",
    ] {
        assert_eq!(parse(&format!("{ROW}{comment}")), Ok(puzzle()), "{comment:?}");
    }
    let lines = rows(ROW).join("\n");
    for comment in ["", "\n", " # easy", "\n# easy", "\nby someone", " ; 25 givens", "\n;25"] {
        assert_eq!(parse(&format!("{lines}{comment}")), Ok(puzzle()), "{comment:?}");
        let framed = board(&puzzle(), &Alphabet::STANDARD, Frame::Ascii);
        assert_eq!(parse(&format!("{framed}\n{comment}")), Ok(puzzle()), "{comment:?}");
    }
}

#[test]
fn a_second_board_may_not() {
    let lines = rows(ROW).join("\n");
    let framed = board(&puzzle(), &Alphabet::STANDARD, Frame::Box);
    let spaces = framed.replace('.', " ");
    let boards = [ROW, &lines, &framed, &spaces];
    for first in boards {
        for second in boards {
            let text = format!("{first}\n{second}\n");
            assert!(parse(&text).is_err(), "{text}");
            let text = format!("{first}\n\nsolution:\n{second}\n");
            assert!(parse(&text).is_err(), "{text}");
        }
    }
    for between in [" ", ",", ";", "\t", "\n", "\n\u{feff}", "; then ", ",label,"] {
        let text = format!("{ROW}{between}{ROW}");
        let line = 1 + usize::from(between.starts_with('\n'));
        let column = match line {
            1 => 82 + between.len(),
            _ => between.chars().count(),
        };
        assert_eq!(error(&text), TextError::SecondBoard { at: at(line, column) }, "{text}");
    }
    // A second board with a missing cell is still an error.
    assert!(parse(&format!("{ROW}\n{}", &ROW[1..])).is_err());
}

/// The same puzzle in the formats of various programs.
fn printed() -> Vec<String> {
    let dots = board(&puzzle(), &Alphabet::STANDARD, Frame::Ascii);
    let boxes = board(&puzzle(), &Alphabet::STANDARD, Frame::Box);
    let rows = rows(ROW);
    let spaces = |text: &str| text.replace('.', " ");
    let named: String = dots
        .lines()
        .scan(0, |n, line| {
            let row = line.starts_with('|');
            *n += usize::from(row);
            Some(if row { format!("  {n} {line} {n}\n") } else { format!("    {line}\n") })
        })
        .collect();
    let each = |line: &dyn Fn(&str, bool) -> String| -> String {
        rows.iter().enumerate().map(|(i, row)| line(row, i % 3 == 2 && i < 8)).collect()
    };
    let inner = each(&|row, is_last| {
        let rule = if is_last { "\n-------|-------|-------" } else { "" };
        format!(" {} {rule}\n", spaced(row, " ", " | "))
    });
    let tight = each(&|row, is_last| {
        let rule = if is_last { "\n|---+---+---|" } else { "" };
        format!("|{}|{rule}\n", spaced(row, "", "|"))
    });
    let cells = each(&|row, _| {
        format!("║ {} ║\n╟───┼───┼───╫───┼───┼───╫───┼───┼───╢\n", spaced(row, " │ ", " │ "))
    });
    let thick = each(&|row, _| format!("|| {} ||\n", spaced(row, " | ", " || ")));
    let outer = each(&|row, _| format!("|{row}|\n"));
    let mut texts = vec![
        dots.clone(),
        boxes.clone(),
        named.clone(),
        inner.clone(),
        tight.clone(),
        cells.clone(),
        thick.clone(),
        outer.clone(),
        format!("      A B C   D E F   G H I\n{named}"),
        format!("      1 2 3   4 5 6   7 8 9\n{named}      1 2 3   4 5 6   7 8 9\n"),
        format!("  ║ A │ B │ C ║ D │ E │ F ║ G │ H │ I ║\n══╔═══╤═══╗\n{cells}"),
        format!(
            "---------------------------\n9x9 (3x3) PUZZLE\nrated 0.5\n---------------------------\n{dots}\n\n"
        ),
        format!(" *-----------*\n{tight} *-----------*\n"),
        format!(
            ".-------.-------.-------.\n{}'-------'-------'-------'",
            inner.replace("-------|", ":------+")
        ),
    ];
    // With an outer frame, spaces may represent blanks.
    for text in [&dots, &boxes, &named, &tight, &cells, &thick, &outer] {
        texts.push(spaces(text));
        texts.push(format!("    A B C   D E F   G H I\n{}", spaces(text)));
        texts.push(text.replace('.', "0"));
    }
    texts
}

#[test]
fn framed_boards_of_all_kinds() {
    for text in printed() {
        assert_eq!(parse(&text), Ok(puzzle()), "\n{text}");
        let indented: String = text.lines().map(|line| format!("\t {line}  \r\n")).collect();
        assert_eq!(parse(&indented), Ok(puzzle()), "\n{indented}");
    }
}

#[test]
fn rows_of_spaces_are_rows_of_blanks_and_air_is_not() {
    let mut cells = [0; 81];
    (cells[0], cells[40], cells[80]) = (8, 5, 1);
    let sparse = Grid::new(cells).unwrap();
    let text = board(&sparse, &Alphabet::STANDARD, Frame::Ascii).replace('.', " ");
    assert_eq!(parse(&text), Ok(sparse));
    assert_eq!(
        parse(&board(&Grid::EMPTY, &Alphabet::STANDARD, Frame::Box).replace('.', " ")),
        Ok(Grid::EMPTY)
    );
    let airy: String = board(&puzzle(), &Alphabet::STANDARD, Frame::Box)
        .lines()
        .map(|line| format!("{line}\n│       │       │       │\n"))
        .collect();
    assert_eq!(parse(&airy), Ok(puzzle()));
}

/// libsudoku draws frame lines without corners, labels rows and columns, leaves blanks empty, and prints partly solved
/// puzzles as grids of candidates, centered in their columns.
#[test]
fn boards_of_libsudoku() {
    let text = "
      A B C   D E F   G H I
    +-----------------------+
  1 | 5 3   |   7   |       |
  2 | 6     | 1 9 5 |       |
  3 |   9 8 |       |   6   |
    +-----------------------+
  4 | 8     |   6   |     3 |
  5 | 4     | 8   3 |     1 |
  6 | 7     |   2   |     6 |
    +-----------------------+
  7 |   6   |       | 2 8   |
  8 |       | 4 1 9 |     5 |
  9 |       |   8   |   7 9 |
    +-----------------------+
";
    assert_eq!(parse(text), Ok(puzzle()));
    let unsolved = candidates(&puzzle().givens(), &Alphabet::STANDARD, Frame::Ascii);
    let first = TextError::Candidates { at: at(2, 23), found: "123456789".into() };
    assert_eq!(error(&unsolved), first, "{unsolved}");
}

#[test]
fn a_damaged_frame_is_refused_with_its_line() {
    let dots = board(&puzzle(), &Alphabet::STANDARD, Frame::Ascii);
    let lines: Vec<&str> = dots.lines().collect();
    let without = |n: usize| [&lines[..n], &lines[n + 1..]].concat().join("\n");
    assert_eq!(error(&without(2)), TextError::Rows { rows: 8 });
    let with = |n: usize, line: &str| [&lines[..n], &[line], &lines[n + 1..]].concat().join("\n");
    assert_eq!(error(&with(2, "| 6 . . | 1 9 5 . . . |")), TextError::Bars { line: 3 });
    assert_eq!(
        error(&with(2, "| 6 . . | 1 9 q | . . . |")),
        TextError::Character { at: at(3, 15), found: 'q', cell: 14 }
    );
    assert_eq!(
        error(&with(2, "| 6 . . | 1 9 12 | . . . |")),
        TextError::Value { at: at(3, 15), found: "12".into(), cell: 14 }
    );
    assert_eq!(
        error(&with(4, "between the rows")),
        TextError::Character { at: at(5, 1), found: 'b', cell: 27 }
    );
    let below = [&lines[..12], &["below the rows", lines[1]]].concat().join("\n");
    assert_eq!(error(&below), TextError::After { at: at(13, 1), found: 'b' });
    // A missing cell looks like a blank written as a space, but the error reports its position.
    assert!(
        matches!(error(&with(2, "| 6 . . | 1 9 | . . . |")), TextError::Spaces { at } if at.line == 3)
    );
    let spaces = dots.replace('.', " ");
    assert!(matches!(
        error(&spaces.replacen("| 5 3   |", "| 53    |", 1)),
        TextError::Spaces { .. }
    ));
    assert!(matches!(
        error(&spaces.replacen("| 5 3   |", "| 5\t    |", 1)),
        TextError::Spaces { .. }
    ));
    assert!(matches!(
        error(&spaces.replacen("| 5 3   |", "| 5 3 z |", 1)),
        TextError::Character { found: 'z', cell, .. } if cell == 2
    ));
}

#[test]
fn other_alphabets() {
    let letters = Alphabet::new("ABCDEFGHI").unwrap();
    let text = line(&puzzle(), &letters);
    assert!(text.starts_with("EC..G...."));
    assert_eq!(parse_with(&text, &letters), Ok(puzzle()));
    assert_eq!(parse_with(&text.to_lowercase(), &letters), Ok(puzzle()));
    assert_eq!(parse_with(&board(&puzzle(), &letters, Frame::Box), &letters), Ok(puzzle()));
    assert!(matches!(parse_with(ROW, &letters), Err(TextError::Character { found: '5', .. })));
    assert!(matches!(parse(&text), Err(TextError::Character { found: 'E', .. })));
    let four = Alphabet::new("1234").unwrap();
    assert_eq!(parse_with(ROW, &four), Err(TextError::Side { symbols: 4 }));
}

/// If `0` is a symbol of the alphabet, only `.` and the other blanks mean blank.
#[test]
fn zero_may_be_a_symbol() {
    let alphabet = Alphabet::new("0123456789ABCDEF").unwrap();
    assert_eq!(
        (alphabet.value('0'), alphabet.value('f'), alphabet.symbol(1)),
        (Some(1), Some(16), '0')
    );
    for blank in "._*?xX".chars() {
        assert_eq!(alphabet.value(blank), Some(0), "{blank}");
    }
    let cells: Vec<u8> = (0..256).map(|k| ((k * 7 + k / 16) % 17) as u8).collect();
    let text: String = cells.iter().map(|&value| alphabet.symbol(value)).collect();
    let lines: Vec<&str> = (0..16).map(|row| &text[16 * row..16 * row + 16]).collect();
    let spaced: Vec<String> = text.chars().map(String::from).collect();
    let framed: Vec<String> =
        spaced.chunks(16).map(|row| format!("| {} |", row.join(" "))).collect();
    for text in [
        &text,
        &text.to_lowercase(),
        &lines.join("\n"),
        &spaced.join(" "),
        &framed.join("\n"),
        &(text.clone() + " # 0"),
    ] {
        assert_eq!(parse_cells(text, &alphabet).as_ref(), Ok(&cells), "{text}");
    }
    // Two digits are two cells, because such an alphabet has no numbers.
    assert!(parse_cells(&spaced.join(" ").replacen('2', "12", 1), &alphabet).is_err());
    let nine = Alphabet::new("012345678").unwrap();
    assert_eq!(
        parse_with(&"0".repeat(81), &nine).map(|grid| grid.get(crate::board::Cell::new(0))),
        Ok(1)
    );
    assert_eq!(parse_with(&".".repeat(81), &nine), Ok(Grid::EMPTY));
    let error = parse_with(&"9".repeat(81), &nine).unwrap_err().to_string();
    assert!(error.starts_with("r1c1 holds '9'"), "{error}");
}

#[test]
fn grids_of_candidates_have_aligned_columns() {
    let mut all = puzzle().givens();
    all[2] = crate::board::Digits::NONE;
    let text = candidates(&all, &Alphabet::STANDARD, Frame::Box);
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    assert_eq!(lines.len(), 13);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    for (row, line) in lines.iter().enumerate() {
        for (column, &c) in line.iter().enumerate() {
            assert_eq!(c == '│', "┬│┼┴".contains(c) && row % 4 != 0 || c == '│', "{row} {column}");
        }
    }
    assert!(
        text.lines().nth(1).unwrap().starts_with("│ 5         3         !         │ 123456789 "),
        "{text}"
    );
}

fn any_grid() -> impl Strategy<Value = Grid> {
    prop::collection::vec(prop_oneof![Just(0), 0..=9u8], 81)
        .prop_map(|cells| Grid::new(cells.try_into().unwrap()).unwrap())
}

/// A board in a frame with random strokes, spacing, margins and headings.
fn any_frame(grid: Grid) -> impl Strategy<Value = String> {
    (0..=2usize, 0..=2usize, any::<[bool; 4]>(), prop::sample::select(vec!['|', '│', '║']))
        .prop_map(move |(gap, margin, [rules, names, spaces, per_cell], bar)| {
            let step = gap + 1;
            let mut out = String::new();
            let rule = format!("   +{}+\n", "-".repeat(9 * (step + 2 * margin)));
            if names {
                out += "    A B C D E F G H I\n";
            }
            for (r, row) in grid.cells().chunks(9).enumerate() {
                if rules && r % 3 == 0 {
                    out += &rule;
                }
                out += &if names { format!(" {} ", r + 1) } else { String::from("   ") };
                out.push(bar);
                for part in row.chunks(if per_cell { 1 } else { 3 }) {
                    let blank = if spaces { ' ' } else { '.' };
                    let cells: Vec<String> = part
                        .iter()
                        .map(|&v| if v == 0 { blank } else { char::from(b'0' + v) }.to_string())
                        .collect();
                    let margin = " ".repeat(margin);
                    out += &format!("{margin}{}{margin}{bar}", cells.join(&" ".repeat(gap)));
                }
                out.push('\n');
            }
            out
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_back(grid in any_grid(), space in "[ \t\r\n]{0,4}") {
        prop_assert_eq!(parse(&line(&grid, &Alphabet::STANDARD)), Ok(grid));
        for frame in [Frame::Box, Frame::Ascii] {
            let text = format!("{space}{}{space}", board(&grid, &Alphabet::STANDARD, frame));
            prop_assert_eq!(parse(&text), Ok(grid));
        }
    }

    /// A frame is read correctly, or its spaces are ambiguous and it is an error; it is never read as another puzzle.
    #[test]
    fn random_frames_read_back((grid, text) in any_grid().prop_flat_map(|g| (Just(g), any_frame(g)))) {
        match parse(&text) {
            Ok(read) => prop_assert_eq!(read, grid, "\n{}", text),
            Err(TextError::Spaces { .. }) => prop_assert!(text.contains("  ")),
            Err(error) => prop_assert!(false, "{}\n{}", error, text),
        }
    }

    /// White space between cells is ignored, unless the groups look like numbers.
    #[test]
    fn white_space_between_cells(grid in any_grid(), cuts in prop::collection::vec(0..=80usize, 0..26)) {
        let row = line(&grid, &Alphabet::STANDARD);
        let text: String = row
            .char_indices()
            .map(|(i, c)| if cuts.contains(&i) { format!(" {c}") } else { c.to_string() })
            .collect();
        prop_assert_eq!(parse(&text), Ok(grid));
    }

    #[test]
    fn one_character_more_or_less_is_never_another_puzzle(
        grid in any_grid(), place in 0..=81usize, c in prop::char::any()
    ) {
        let mut more = line(&grid, &Alphabet::STANDARD);
        more.insert(place, c);
        if let Ok(read) = parse(&more) {
            prop_assert_eq!(read, grid, "{:?}", more);
        }
        if place < 81 {
            let mut less = line(&grid, &Alphabet::STANDARD);
            less.remove(place);
            prop_assert_eq!(parse(&less), Err(TextError::Length { cells: 80 }));
        }
    }

    #[test]
    fn garbage_never_panics(text in any::<String>(), looks in "[0-9.|+\\-=│─┼ \n\t,;#\\[\\]xXA-Ia]{0,400}") {
        for text in [text, looks] {
            if let Err(error) = parse(&text) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    /// A damaged board is read as the same puzzle or as the puzzle with one changed cell, or it is an error.
    #[test]
    fn damage_is_never_skipped(which in 0..64usize, place in any::<prop::sample::Index>(), c in "[0-9a-z|\\-. \n]") {
        let texts = printed();
        let mut characters: Vec<char> = texts[which % texts.len()].chars().collect();
        let i = place.index(characters.len());
        characters[i] = c.chars().next().unwrap();
        let text: String = characters.iter().collect();
        if let Ok(read) = parse(&text) {
            let changed = read.cells().iter().zip(puzzle().cells()).filter(|(a, b)| a != b).count();
            prop_assert!(changed <= 1, "{}", text);
        }
    }
}

#[test]
fn boards_of_other_sides() {
    let sixteen: Vec<u8> = (0..256).map(|k| ((k * 7 + k / 16) % 17) as u8).collect();
    let alphabet = Alphabet::standard(16);
    let letters: String = sixteen.iter().map(|&value| alphabet.symbol(value)).collect();
    assert_eq!(parse_cells(&letters, &alphabet).as_ref(), Ok(&sixteen));
    assert_eq!(parse_cells(&letters.to_lowercase(), &alphabet).as_ref(), Ok(&sixteen));
    let numbers: Vec<String> = sixteen.iter().map(u8::to_string).collect();
    assert_eq!(parse_cells(&numbers.join(" "), &alphabet).as_ref(), Ok(&sixteen));
    let lines: Vec<String> = numbers.chunks(16).map(|row| row.join(" ")).collect();
    let framed: Vec<String> = lines.iter().map(|row| format!("| {row} |")).collect();
    let heading: Vec<String> = (1..=16).map(|k| k.to_string()).collect();
    let framed = format!("{}\n+----+\n{}\n+----+", heading.join(" "), framed.join("\n"));
    assert_eq!(parse_cells(&framed, &alphabet).as_ref(), Ok(&sixteen));

    // Above side 35 there are only numbers.
    let sixty_four: Vec<u8> = (0..4096).map(|k| (k % 65) as u8).collect();
    let numbers: Vec<String> = sixty_four.iter().map(u8::to_string).collect();
    assert_eq!(parse_cells(&numbers.join(","), &Alphabet::standard(64)), Ok(sixty_four));

    // Groups as wide as boxes are characters, not numbers.
    let four = Alphabet::standard(4);
    let solved = Ok(vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
    for text in
        ["1234341221434321", "12 34\n34 12\n21 43\n43 21", "12|34\n34|12\n--+--\n21|43\n43|21"]
    {
        assert_eq!(parse_cells(text, &four), solved);
    }
    let error = parse_cells("1234341221434325", &four).unwrap_err();
    assert!(error.for_board(4, 4).to_string().starts_with("r4c4 holds '5'"));
    let error = parse_cells("123", &four).unwrap_err();
    assert_eq!(error.for_board(4, 4).to_string(), "the text holds 3 cells; expected 16");
}
