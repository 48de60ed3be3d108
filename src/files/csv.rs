//! CSV: quotes are escaped by doubling, lines end in CR, LF or CRLF, and the delimiter is any ASCII character.
//!
//! csv-core reads records across pieces, one byte at a time. Most records are simpler: complete, and without a field
//! that begins with a quote. These are split at delimiters, which takes a third of the time. Both methods accept the
//! same input as Python's `csv`.

use std::collections::TryReserveError;

use csv_core::ReadRecordResult;
use memchr::memchr3;

use super::{Batch, Failure, Input, LIMIT, Reader, STRING, Texts};

/// A reader of CSV.
pub struct CsvReader {
    input: Input,
    ready: Batch,
    core: csv_core::Reader,
    delimiter: u8,
    /// The number of fields in a row.
    width: usize,
    record: Record,
}

/// The part of a record that csv-core has read.
#[derive(Default)]
struct Record {
    /// The number of bytes read; 0 between records.
    bytes: usize,
    line: i64,
    /// The texts of the fields, with spare capacity.
    texts: Vec<u8>,
    length: usize,
    /// The end of each field; fields beyond `width + 1` are not needed.
    ends: Vec<usize>,
    fields: usize,
}

impl CsvReader {
    /// A reader of rows with `width` fields.
    pub fn new(input: Input, delimiter: u8, width: usize) -> CsvReader {
        let mut core = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
        // A blank line prevents csv-core from looking for a byte order mark.
        core.read_record(b"\n", &mut [0], &mut [0]);
        let columns = (0..width).map(|_| Texts::default()).collect();
        let ready = Batch { columns, ..Batch::default() };
        let record = Record { ends: vec![0; width + 2], ..Record::default() };
        CsvReader { input, ready, core, delimiter, width, record }
    }

    /// Continues with csv-core. Returns `false` if more bytes are needed.
    fn read_on(&mut self) -> Result<bool, Failure> {
        let CsvReader { input, record, .. } = self;
        if record.bytes == 0 {
            *record = Record {
                texts: std::mem::take(&mut record.texts),
                ends: std::mem::take(&mut record.ends),
                line: input.line,
                ..Record::default()
            };
        }
        let rest = input.rest().as_bytes();
        let at_end = rest.is_empty();
        if at_end && (!input.ended || record.bytes == 0) {
            return Ok(false);
        }
        if record.texts.len() - record.length < rest.len().min(4096) + 1 {
            let length = 2 * record.texts.len() + 8192;
            record.texts.try_reserve_exact(length - record.texts.len())?;
            record.texts.resize(length, 0);
        }
        let slot = record.fields.min(self.width + 1);
        // At the end of the file, a line break reveals whether a quote is open.
        let (result, read, written, ends) = self.core.read_record(
            if at_end { b"\n" } else { rest },
            &mut record.texts[record.length..],
            &mut record.ends[slot..],
        );
        record.length += written;
        record.fields += ends;
        let is_record = matches!(result, ReadRecordResult::Record);
        if at_end && !is_record {
            let message = format!("{}:{}: a quote is not closed", input.name, record.line);
            return Err(message.into());
        }
        if !at_end {
            record.bytes += read;
            input.skip(read);
        }
        if record.bytes - usize::from(is_record && !at_end) > LIMIT {
            return Err(too_long(input, record.line).into());
        }
        if is_record {
            record.bytes = 0;
            let several = input.line + i64::from(at_end) - record.line > 1;
            let text = &record.texts[..record.length];
            let (ends, count, line) = (&record.ends[..], record.fields, record.line);
            Fields { text, ends, gap: 0, count, line, several }.add(&mut self.ready, self.width)?;
        }
        Ok(true)
    }
}

impl Reader for CsvReader {
    fn input(&mut self) -> &mut Input {
        &mut self.input
    }

    fn ready(&mut self) -> &mut Batch {
        &mut self.ready
    }

    fn read(&mut self, rows: usize) -> Result<(), Failure> {
        while self.ready.lines.len() < rows {
            let CsvReader { input, record, .. } = self;
            let rest = input.rest().as_bytes();
            if record.bytes == 0 {
                if matches!(rest.first(), Some(b'\n' | b'\r')) {
                    input.skip(1);
                    continue;
                }
                if let Some((end, count)) = plain(rest, self.delimiter, &mut record.ends) {
                    if end > LIMIT {
                        return Err(too_long(input, input.line).into());
                    }
                    let (text, ends, line) = (&rest[..end], &record.ends[..], input.line);
                    Fields { text, ends, gap: 1, count, line, several: false }
                        .add(&mut self.ready, self.width)?;
                    input.skip_line(end + 1);
                    continue;
                }
            }
            if !self.read_on()? {
                break;
            }
        }
        Ok(())
    }
}

/// The end of a complete record, and its number of fields; `None` if the record is incomplete or a field begins with a
/// quote.
fn plain(bytes: &[u8], delimiter: u8, ends: &mut [usize]) -> Option<(usize, usize)> {
    let (mut start, mut count) = (0, 0);
    loop {
        if *bytes.get(start)? == b'"' {
            return None;
        }
        let end = start + memchr3(delimiter, b'\n', b'\r', &bytes[start..])?;
        if let Some(place) = ends.get_mut(count) {
            *place = end;
        }
        count += 1;
        if bytes[end] != delimiter {
            return Some((end, count));
        }
        start = end + 1;
    }
}

/// A record.
struct Fields<'a> {
    text: &'a [u8],
    /// The end of each field.
    ends: &'a [usize],
    /// The number of bytes between fields.
    gap: usize,
    count: usize,
    line: i64,
    several: bool,
}

impl Fields<'_> {
    /// Adds a row, unless all fields are empty.
    fn add(&self, ready: &mut Batch, width: usize) -> Result<(), TryReserveError> {
        let &Fields { text, ends, gap, count, line, several } = self;
        let row = ready.lines.len();
        if count == width {
            if text.len() == gap * (count - 1) {
                return Ok(());
            }
            let mut start = 0;
            for (column, &end) in ready.columns.iter_mut().zip(ends) {
                column.push(STRING, &text[start..end])?;
                start = end + gap;
            }
        } else {
            if count == 1 && text.is_empty() {
                return Ok(());
            }
            ready.columns.iter_mut().try_for_each(|column| column.pad(row + 1))?;
            let s = if count == 1 { "" } else { "s" };
            ready.faults.push((row, format!("{count} field{s}; expected {width}")));
        }
        ready.add_line(line)?;
        if several {
            ready.several.push(row);
        }
        Ok(())
    }
}

fn too_long(input: &Input, line: i64) -> String {
    format!("{}; is a quote not closed?", input.too_long("a row", line))
}
