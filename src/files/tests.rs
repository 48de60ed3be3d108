//! Compares the readers with the crates `csv` and `serde_json`, and with themselves on the same bytes in other pieces.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value};

use super::*;

type Values = BTreeMap<usize, (u8, String)>;

/// The contents of a file, independent of how it was read.
#[derive(Debug, Default, PartialEq, Eq)]
struct File {
    names: Vec<String>,
    /// The line of each row, and its values by column number.
    rows: Vec<(i64, Values)>,
    faults: Vec<(usize, String)>,
    several: Vec<usize>,
}

impl File {
    fn add(&mut self, batch: Batch) {
        let start = self.rows.len();
        for (row, &line) in batch.lines.iter().enumerate() {
            let columns = batch.columns.iter().enumerate();
            let values =
                columns.filter(|(_, column)| column.kinds[row] != NULL).map(|(i, column)| {
                    let text = &column.data
                        [column.offsets[row] as usize..column.offsets[row + 1] as usize];
                    (i, (column.kinds[row], String::from_utf8(text.to_vec()).expect("UTF-8")))
                });
            self.rows.push((line, values.collect()));
        }
        for column in &batch.columns {
            assert_eq!((column.len(), column.offsets.len()), (batch.lines.len(), column.len() + 1));
            assert_eq!(column.offsets[column.len()] as usize, column.data.len());
        }
        self.faults.extend(batch.faults.into_iter().map(|(row, fault)| (start + row, fault)));
        self.several.extend(batch.several.into_iter().map(|row| start + row));
        self.names = batch.names;
    }

    fn texts(&self) -> Vec<Vec<String>> {
        let row = |(_, values): &(i64, BTreeMap<usize, (u8, String)>)| {
            values.values().map(|(_, text)| text.clone()).collect()
        };
        self.rows.iter().map(row).collect()
    }
}

/// Reads pieces in batches of `rows` rows.
fn read<'a>(
    mut reader: impl Reader,
    pieces: impl IntoIterator<Item = &'a [u8]>,
    rows: usize,
    flush: bool,
) -> Result<File, String> {
    let mut file = File::default();
    for piece in pieces.into_iter().filter(|piece| !piece.is_empty()).chain([&[][..]]) {
        reader.input().feed(piece).expect("memory");
        while let Some(batch) = reader.batch(rows, flush).map_err(|failure| failure.to_string())? {
            let count = batch.lines.len();
            assert!(
                count == rows || count < rows && (flush || piece.is_empty()),
                "{count} of {rows}"
            );
            file.add(batch);
        }
    }
    assert_eq!(reader.batch(rows, true).map_err(|failure| failure.to_string())?, None);
    Ok(file)
}

fn csv(delimiter: u8, width: usize) -> CsvReader {
    CsvReader::new(Input::new("a.csv".to_owned(), 1), delimiter, width)
}

fn json() -> JsonReader {
    JsonReader::new(Input::new("a.json".to_owned(), 1))
}

fn lines() -> LineReader {
    LineReader::new(Input::new("a.txt".to_owned(), 1))
}

/// Reads the bytes in one piece, in two pieces split at each position, and byte by byte.
fn read_anyhow<R: Reader>(make: impl Fn() -> R, bytes: &[u8]) -> Result<File, String> {
    let whole = read(make(), [bytes], 1 << 20, false);
    for at in 0..=bytes.len() {
        let (before, after) = bytes.split_at(at);
        assert_eq!(read(make(), [before, after], 1 + at % 3, at % 2 == 0), whole, "cut at {at}");
    }
    for rows in 1..4 {
        assert_eq!(read(make(), bytes.chunks(1), rows, rows == 2), whole, "bytes, {rows} rows");
    }
    whole
}

/// The number of lines that end in a text.
fn breaks(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\r').count()
        + (0..text.len()).filter(|&i| text[i] == b'\n' && (i == 0 || text[i - 1] != b'\r')).count()
}

/// The result of the crate `csv`; `None` if a quote is open.
fn by_csv(bytes: &[u8], delimiter: u8, width: usize) -> Option<File> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    // The byte order mark is text here.
    let text = format!("\n{text}\nend");
    let mut reader = ::csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut records: Vec<::csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    if records.pop().is_none_or(|last| last.iter().ne(["end"])) {
        return None;
    }
    let mut file = File::default();
    for record in &records {
        if record.iter().all(str::is_empty) && (record.len() == 1 || record.len() == width) {
            continue;
        }
        let start = record.position().unwrap().byte() as usize;
        let blank = text.as_bytes()[start..].iter().take_while(|b| b"\r\n".contains(b)).count();
        let row = file.rows.len();
        let mut values = BTreeMap::new();
        if record.len() == width {
            values = record.iter().map(|text| (STRING, text.to_owned())).enumerate().collect();
        } else {
            let s = if record.len() == 1 { "" } else { "s" };
            file.faults.push((row, format!("{} field{s}; expected {width}", record.len())));
        }
        if record.iter().any(|text| text.contains(['\r', '\n'])) {
            file.several.push(row);
        }
        file.rows.push((breaks(&text.as_bytes()[1..start + blank]) as i64 + 1, values));
    }
    Some(file)
}

fn hostile(parts: &[&[u8]]) -> impl Strategy<Value = Vec<u8>> + use<> {
    let parts: Vec<Vec<u8>> = parts.iter().map(|part| part.to_vec()).collect();
    vec(prop::sample::select(parts), 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn csv_is_what_the_crate_reads(
        bytes in hostile(&[b"a", b",", b";", b"\"", b"\"\"", b"\n", b"\r", b"\r\n", b" ", b"\0", "é".as_bytes(), b"\xe2", b"\x82", b"53..7", "\u{feff}".as_bytes()]),
        width in 1..4_usize,
        delimiter in prop::sample::select(&[b',', b';', b'\t', b' ', b'a'][..]),
    ) {
        let found = read_anyhow(|| csv(delimiter, width), &bytes);
        match (by_csv(&bytes, delimiter, width), found) {
            (Some(expected), Ok(found)) => prop_assert_eq!(found, expected),
            (None, Err(error)) => prop_assert!(error.ends_with(": a quote is not closed")),
            (expected, found) => prop_assert!(false, "{:?} {:?}", expected, found),
        }
    }

    #[test]
    fn lines_are_the_stripped_ones_with_text(
        bytes in hostile(&[b"a", b"#", b" ", b"\t", b"\n", b"\r", b"\r\n", b"\x1c", "\u{a0}".as_bytes(), "é".as_bytes(), b"\xe2", b"\x82"]),
    ) {
        let found = read_anyhow(lines, &bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n").replace('\r', "\n");
        let space = |c: char| c.is_whitespace() || c == '\x1c';
        let expected: Vec<(i64, Vec<String>)> = (1..)
            .zip(text.split('\n').map(|line| line.trim_matches(space)))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(number, line)| (number, vec![line.to_owned()]))
            .collect();
        prop_assert_eq!(found.rows.iter().map(|row| row.0).zip(found.texts()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn json_is_what_serde_json_reads(objects in vec(object(), 1..6), pretty in any::<bool>(), array in any::<bool>()) {
        let write = |object: &Map<String, Value>| {
            if pretty { serde_json::to_string_pretty(object) } else { serde_json::to_string(object) }.unwrap()
        };
        let texts: Vec<String> = objects.iter().map(write).collect();
        let text = if array { format!("[{}]", texts.join(",\n")) } else { texts.join("\n") };
        // An empty object on the first line looks like lines.
        prop_assume!(array || !pretty || !objects[0].is_empty());
        let found = read_anyhow(json, text.as_bytes()).unwrap();
        prop_assert_eq!(&found.faults, &[]);
        prop_assert_eq!(found.rows.len(), objects.len());
        for ((_, values), object) in found.rows.iter().zip(&objects) {
            for (name, value) in object {
                let column = found.names.iter().position(|other| other == name).unwrap();
                match (values.get(&column), value) {
                    (None, Value::Null) => {}
                    (Some((STRING, text)), Value::String(value)) => prop_assert_eq!(text, value),
                    (Some((OTHER, text)), value) => {
                        prop_assert_eq!(&serde_json::from_str::<Value>(text).unwrap(), value);
                    }
                    (found, value) => prop_assert!(false, "{:?} {:?}", found, value),
                }
            }
            let count = object.values().filter(|value| !value.is_null()).count();
            prop_assert_eq!(values.len(), count);
        }
    }

    #[test]
    fn any_bytes_in_any_pieces_are_the_same_json(
        bytes in hostile(&[b"{", b"}", b"[", b"]", b"{}", b"[]", b",", b":", b"\"", b"\"a\":", b"\"53\"", b"\\", b"1", b"NaN", b"null", b"\n", b"\r", b" ", b"#", b"\xe2", b"{\"a\":1}\n"]),
    ) {
        let _ = read_anyhow(json, &bytes);
    }

    #[test]
    fn lines_are_faulty_where_serde_json_says_so(
        parts in vec(hostile(&[b"{", b"}", b"{\"a\":", b"\"b\":", b"1", b"\"\\ud800\"", b"\"x\"", b",", b"null", b"[", b"]", b"tru"]), 0..6),
    ) {
        // The first line determines that these are lines.
        let lines: Vec<&[u8]> = parts.iter().map(|part| &part[..]).filter(|part| !part.is_empty()).collect();
        let text = [&[&b"{\"a\":0}"[..]], &lines[..]].concat().join(&b'\n');
        let found = read_anyhow(json, &text).unwrap();
        prop_assert_eq!(found.rows.len(), lines.len() + 1);
        let bad = |line: &[u8]| {
            // A lone surrogate is not an error here.
            let text = String::from_utf8(line.to_vec()).unwrap().replace("\\ud800", "");
            !serde_json::from_str::<Value>(&text).is_ok_and(|value| value.is_object())
        };
        let expected: Vec<usize> = (1..).zip(&lines).filter(|(_, line)| bad(line)).map(|(row, _)| row).collect();
        prop_assert_eq!(found.faults.iter().map(|fault| fault.0).collect::<Vec<_>>(), expected);
        for (row, _) in &found.faults {
            prop_assert_eq!(found.rows[*row].1.len(), 0);
        }
    }
}

/// Objects with few different names and values of all kinds.
fn object() -> impl Strategy<Value = Map<String, Value>> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a\"\\\\\n\u{1f600}é{}\\[\\],:#]{0,6}".prop_map(Value::from),
        "[.1-9]{16}".prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[ab\"]", inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    let members = prop::collection::btree_map("[a-c\"é]{1,2}", value, 0..5);
    members.prop_map(|map| map.into_iter().collect())
}

/// The texts of the rows, joined by spaces.
fn read_json(text: &str) -> Vec<String> {
    let file = read_anyhow(json, text.as_bytes()).unwrap();
    assert_eq!(file.faults, [], "{text}");
    file.texts().iter().map(|row| row.join(" ")).collect()
}

#[test]
fn documents_of_all_shapes_are_read() {
    for (text, expected) in [
        // One object over several lines, and several of them.
        ("{\n \"puzzle\": \"1.\",\n \"n\": 5\n}\n", &["1. 5"][..]),
        ("{\n\"puzzle\": \"1.\"\n}\n{\n\"puzzle\": \"2.\"}", &["1.", "2."]),
        ("{\"puzzle\": \"1.\"} {\"puzzle\": \"2.\"}", &["1.", "2."]),
        // Arrays of objects, of texts, and of boards.
        ("[{\"puzzle\": \"1.\"}, {\"puzzle\": \"2.\"}]", &["1.", "2."]),
        ("[\n\"1.\",\n\"2.\"\n]", &["1.", "2."]),
        ("[[1, 0, 2], [3,4,5]]", &["[1, 0, 2]", "[3,4,5]"]),
        ("[[[1,0],[0,1]], [[2,0],[0,1]]]", &["[[1,0],[0,1]]", "[[2,0],[0,1]]"]),
        // The rows of a board, and an object that contains an array.
        ("[[1,0],\n[0,1]]", &["[1,0]", "[0,1]"]),
        ("{\"puzzles\": [\"1.\", \"2.\"],\n\"sizes\": [9]}", &["[\"1.\", \"2.\"] [9]"]),
        // Empty input.
        ("[]", &[]),
        (" \n# comment\n", &[]),
        ("# comment\n[\"1.\"]", &["1."]),
    ] {
        assert_eq!(read_json(text), expected, "{text}");
    }
}

#[test]
fn lines_of_json_are_read() {
    for (text, expected) in [
        ("{\"a\": \"x\", \"a\": 1}\n\n# comment\n  {\"b\": true}\r\n{}\n", &["1", "true", ""][..]),
        ("{\"a\": \"\\ud800\\u0041\\ud83d\\ude00\\udc00\"}", &["\u{fffd}A\u{1f600}\u{fffd}"]),
        ("{\"a\": NaN, \"b\": [Infinity,-Infinity], \"c\": \"é NaN\"}", &["[1e999,-1e999] é NaN"]),
        ("{\"a\": \"x\", \"tags\": [\"y\"]}\n{\"a\": \"z\"}", &["x [\"y\"]", "z"]),
    ] {
        assert_eq!(read_json(text), expected, "{text}");
    }
    let file = read_anyhow(json, b"{\"a\": \"x\", \"a\": 1}\n{\"b\": 2, \"a\": null}").unwrap();
    assert_eq!(file.names, ["a", "b"]);
    assert_eq!(file.rows[0].1, BTreeMap::from([(0, (OTHER, "1".to_owned()))]));
    assert_eq!(file.rows[1].1, BTreeMap::from([(1, (OTHER, "2".to_owned()))]));
}

#[test]
fn faults_of_lines_are_told() {
    let deep = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    let text = [
        "{\"a\":1}",
        "{\"a\":",
        "[1]",
        "\"x\"",
        "1",
        "null",
        "true",
        "{\"z\":1NaN}",
        "{\"a\":2} x",
        &deep(99),
        &deep(100),
    ];
    let file = read_anyhow(json, text.join("\n").as_bytes()).unwrap();
    let faults: Vec<(i64, &str)> =
        file.faults.iter().map(|(row, fault)| (file.rows[*row].0, &fault[..])).collect();
    assert_eq!(
        faults,
        [
            (2, "invalid JSON: EOF while parsing a value at column 5"),
            (3, "JSON array; expected an object"),
            (4, "JSON string; expected an object"),
            (5, "JSON number; expected an object"),
            (6, "JSON null; expected an object"),
            (7, "JSON boolean; expected an object"),
            (8, "invalid JSON: expected `,` or `}` at column 7"),
            (9, "invalid JSON: trailing characters at column 9"),
            (11, "JSON nested more than 100 levels deep"),
        ]
    );
    assert_eq!(file.names, ["a"], "a bad line names nothing");
    // A line of valid JSON with a value that cannot be read still has known names.
    let line = format!("{{\"a\":{}{},\"b\":1}}\n{{}}", "[".repeat(200), "]".repeat(200));
    let file = read_anyhow(json, line.as_bytes()).unwrap();
    assert_eq!((&file.names[..], file.faults.len()), (&["a".to_owned(), "b".to_owned()][..], 1));
    // The first line may be bad too.
    for first in ["x", "{\"a\": 1", "{\"a\": }", "[1]", "{\"a\": \"", "NaN"] {
        let file = read_anyhow(json, format!("{first}\n{{\"a\":1}}").as_bytes()).unwrap();
        assert_eq!((file.rows.len(), file.faults.len()), (2, 1), "{first}");
    }
}

#[test]
fn faults_of_documents_are_errors() {
    for (text, expected) in [
        ("[\"1.\",\n\"2.\"", "a.json:2: invalid JSON: the file ends within a value"),
        ("[\"1.\",\n2 3]", "a.json:2: invalid JSON: expected `,` or `]`"),
        ("[\"1.\", x]", "a.json[1]: invalid JSON: expected value"),
        ("[\"1.\",\n]", "a.json:2: invalid JSON: expected value"),
        ("[\n{\"a\": 1,\n\"b\" 2}]", "a.json:3: invalid JSON: expected `:`"),
        (
            "[\n{\"a\": 1,\n\"b\"",
            "a.json:2: invalid JSON: the file ends within a value that begins here",
        ),
        (
            "{\"p\": [\n\"1.\"]\n",
            "a.json:1: invalid JSON: the file ends within a value that begins here",
        ),
        ("[] ]", "a.json:1: invalid JSON: EOF while parsing a value"),
    ] {
        assert_eq!(read_anyhow(json, text.as_bytes()), Err(expected.to_owned()), "{text}");
    }
    let file = read_anyhow(json, b"[\"1.\",\n3, {\"a\": 2}, null]").unwrap();
    assert_eq!(file.faults.len(), 2);
    assert_eq!(file.names, ["puzzle", "a"]);
}

/// Feeds a piece repeatedly.
fn endless(mut reader: impl Reader, first: &str, piece: &[u8]) -> Result<(), String> {
    reader.input().feed(&[first.as_bytes(), piece].concat()).expect("memory");
    for _ in 0..=LIMIT / piece.len() {
        reader.input().feed(piece).expect("memory");
        reader.batch(1000, true).map_err(|failure| failure.to_string())?;
        assert!(reader.input().data.capacity() <= 4 * LIMIT);
    }
    Ok(())
}

#[test]
fn endless_rows_are_errors() {
    let piece = |part: &[u8]| part.repeat((1 << 20) / part.len());
    let row = |name: &str, line: usize, what: &str| {
        Err(format!("{name}:{line}: {what} has more than 16,777,216 bytes"))
    };
    let open =
        Err("a.csv:2: a row has more than 16,777,216 bytes; is a quote not closed?".to_owned());
    for part in [&b"\0"[..], b",", b"\"\"", "é".as_bytes()] {
        assert_eq!(endless(csv(b',', 2), "a,b\n", &piece(part)), open);
    }
    assert_eq!(endless(csv(b',', 2), "a,b\n\"", &piece(b"53,45\n")), open);
    assert_eq!(endless(lines(), "a\n", &piece(b"\0")), row("a.txt", 2, "a line"));
    assert_eq!(endless(json(), "{}\n{\"a\":\"", &piece(b"x")), row("a.json", 2, "a line"));
    for part in [b"x", b" ", b"#"] {
        assert_eq!(endless(json(), "", &piece(part)), row("a.json", 1, "a line"));
    }
    for first in ["[\"", "{\n\"a\":\"", "{\"a\":[\"", "[[0,\"", "{\"a\": "] {
        let error = endless(json(), first, &piece(b"\\\"x ")).unwrap_err();
        assert!(error.ends_with(": a value has more than 16,777,216 bytes"), "{first} {error}");
    }
    // Skipped text may be long.
    for (first, part) in [("{}\n", "\n"), ("[\"\",", " ")] {
        assert_eq!(endless(json(), first, &piece(part.as_bytes())), Ok(()), "{first}");
    }
    assert_eq!(endless(csv(b',', 2), "a,b", &piece(b"\r\n,\n")), Ok(()));
}

#[test]
fn rows_of_the_largest_size_are_read() {
    let row = [&vec![b'x'; LIMIT - 2][..], b",y"].concat();
    for end in [&b""[..], b"\n", b"\r\n"] {
        let file = read(csv(b',', 2), [&row[..], end], 1, false).unwrap();
        assert_eq!(file.texts()[0][0].len(), LIMIT - 2);
        assert!(read(csv(b',', 2), [b"x", &row[..], end], 1, false).is_err());
        let both = [b"x", &row[..], end].concat();
        assert!(read(csv(b',', 2), [&both[..]], 1, false).is_err());
    }
}

#[test]
fn names_are_few() {
    let line = |i: usize| format!("{{\"{i}\":1}}\n");
    let text: String = (0..5000).map(line).collect();
    let error = read(json(), [text.as_bytes()], 100, false).unwrap_err();
    assert_eq!(error, "a.json:4097: objects have more than 4096 different names");
}
