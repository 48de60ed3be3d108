//! A file gives the same rows and faults however its bytes are cut and its rows are asked for, and each row has the number
//! of its line.

use bitdoku::files::{Batch, CsvReader, Input, JsonReader, LineReader, NULL, Reader};

use super::bytes::Bytes;

/// The most bytes of a file; each is read many times.
const MOST: usize = 4096;

/// The kind of a value and its text; `None` if it is missing.
type Value = Option<(u8, Vec<u8>)>;

/// What a file holds.
#[derive(Debug, Default, PartialEq, Eq)]
struct File {
    names: Vec<String>,
    /// The line of each row, and its values.
    rows: Vec<(i64, Vec<Value>)>,
    faults: Vec<(usize, String)>,
    several: Vec<usize>,
}

impl File {
    fn add(&mut self, batch: Batch) {
        let start = self.rows.len();
        for column in &batch.columns {
            assert_eq!(column.offsets.len(), batch.lines.len() + 1);
            assert_eq!(column.offsets[batch.lines.len()] as usize, column.data.len());
            assert!(str::from_utf8(&column.data).is_ok());
        }
        for (row, &line) in batch.lines.iter().enumerate() {
            let value = |column: &bitdoku::files::Texts| {
                let text = column.offsets[row] as usize..column.offsets[row + 1] as usize;
                (column.kinds[row] != NULL).then(|| (column.kinds[row], column.data[text].to_vec()))
            };
            self.rows.push((line, batch.columns.iter().map(value).collect()));
        }
        self.faults.extend(batch.faults.into_iter().map(|(row, fault)| (start + row, fault)));
        self.several.extend(batch.several.into_iter().map(|row| start + row));
        self.names = batch.names;
    }

    /// The same with missing values where later rows have columns that earlier ones have not.
    fn padded(mut self) -> File {
        let width = self.rows.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
        self.rows.iter_mut().for_each(|(_, values)| values.resize(width, None));
        self
    }
}

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
            assert!(batch.lines.len() == rows || flush || piece.is_empty());
            assert!(batch.lines.len() <= rows && !batch.lines.is_empty());
            file.add(batch);
        }
    }
    assert_eq!(reader.batch(rows, true), Ok(None));
    Ok(file.padded())
}

/// The bytes in pieces whose lengths come from the first bytes.
fn cut<'a>(bytes: &'a [u8], lengths: &[u8]) -> Vec<&'a [u8]> {
    let (mut pieces, mut rest) = (Vec::new(), bytes);
    for &length in lengths.iter().cycle() {
        let (piece, after) = rest.split_at(rest.len().min(1 + usize::from(length)));
        pieces.push(piece);
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    pieces
}

fn same<R: Reader>(make: impl Fn() -> R, lengths: &[u8], rows: usize, text: &[u8]) -> Option<File> {
    let whole = read(make(), [text], usize::MAX >> 1, false);
    for flush in [false, true] {
        assert_eq!(
            read(make(), cut(text, lengths), rows, flush),
            whole,
            "{lengths:?} {rows} {flush}"
        );
    }
    assert_eq!(read(make(), text.chunks(1), rows, false), whole, "byte by byte, {rows}");
    let whole = whole.ok()?;
    let all = lines(text).len() as i64;
    assert!(whole.rows.iter().all(|(line, _)| (1..=all).contains(line)));
    assert!(whole.rows.is_sorted_by_key(|(line, _)| *line));
    assert!(whole.faults.iter().all(|(row, fault)| *row < whole.rows.len() && !fault.is_empty()));
    Some(whole)
}

/// The lines, which end in CR, LF or CRLF.
fn lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\r', "\n");
    text.split('\n').map(str::to_owned).collect()
}

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let kind = bytes.below(7);
    let lengths = [bytes.byte(), bytes.byte(), bytes.byte()];
    let rows = 1 + bytes.below(5);
    let width = 1 + bytes.below(4);
    let text = bytes.rest();
    let text = &text[..text.len().min(MOST)];
    let input = || Input::new("file".to_owned(), 1);
    match kind {
        0 | 1 => {
            same(|| JsonReader::new(input()), &lengths, rows, text);
        }
        2 => {
            let file = same(|| LineReader::new(input()), &lengths, rows, text)
                .expect("no line is too long");
            let space = |c: char| c.is_whitespace() || ('\x1c'..='\x1f').contains(&c);
            let expected: Vec<(i64, String)> = (1..)
                .zip(lines(text))
                .map(|(number, line)| (number, line.trim_matches(space).to_owned()))
                .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
                .collect();
            assert_eq!(texts(&file), expected);
        }
        _ => {
            let delimiter = [b',', b'\t', b';', b' '][kind - 3];
            let file = same(|| CsvReader::new(input(), delimiter, width), &lengths, rows, text);
            if !text.contains(&b'"') {
                let expected: Vec<(i64, Option<Vec<String>>)> = (1..)
                    .zip(lines(text))
                    .filter_map(|(number, line)| row(number, &line, delimiter, width))
                    .collect();
                let file = file.expect("no quote is open");
                let value = |value: &Value| {
                    Some(String::from_utf8(value.as_ref()?.1.clone()).expect("UTF-8"))
                };
                let found: Vec<_> = file
                    .rows
                    .iter()
                    .map(|(line, values)| {
                        (*line, values.iter().map(value).collect::<Option<Vec<_>>>())
                    })
                    .collect();
                assert_eq!(found, expected);
            }
        }
    }
}

/// What a line without quotes holds; `None` if it is blank.
fn row(number: i64, line: &str, delimiter: u8, width: usize) -> Option<(i64, Option<Vec<String>>)> {
    let fields: Vec<String> = line.split(char::from(delimiter)).map(str::to_owned).collect();
    let is_blank =
        fields.iter().all(String::is_empty) && (fields.len() == 1 || fields.len() == width);
    (!is_blank).then_some((number, (fields.len() == width).then_some(fields)))
}

/// The lines of the rows, and their texts.
fn texts(file: &File) -> Vec<(i64, String)> {
    let text = |values: &[Value]| {
        let value = values[0].as_ref().expect("a text");
        String::from_utf8(value.1.clone()).expect("UTF-8")
    };
    file.rows.iter().map(|(line, values)| (*line, text(values))).collect()
}
