//! Lines of text as one column, without blank lines and lines that begin with `#`.

use super::{Batch, Failure, Input, Reader, STRING, Texts};

/// A reader of lines.
pub struct LineReader {
    input: Input,
    ready: Batch,
}

impl LineReader {
    /// A reader of a file.
    pub fn new(input: Input) -> LineReader {
        let ready = Batch { columns: vec![Texts::default()], ..Batch::default() };
        LineReader { input, ready }
    }
}

impl Reader for LineReader {
    fn input(&mut self) -> &mut Input {
        &mut self.input
    }

    fn ready(&mut self) -> &mut Batch {
        &mut self.ready
    }

    fn read(&mut self, rows: usize) -> Result<(), Failure> {
        while self.ready.lines.len() < rows {
            let Some((text, bytes)) = self.input.line_with_text()? else { break };
            self.ready.columns[0].push(STRING, text.as_bytes())?;
            self.ready.add_line(self.input.line)?;
            self.input.skip(bytes);
        }
        Ok(())
    }
}
