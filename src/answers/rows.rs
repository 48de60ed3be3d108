//! Rows that make up boards: consecutive lines, numbered rows, and lists in brackets.

use super::chosen::Chosen;
use super::tokens::{Caption, Token, Unit, cells_of_word};

/// How the rows so far follow each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Lines of cells alone. The first one may have words before it.
    Plain,
    /// Each row has words before it.
    Captioned,
    /// Each row has a number, from 0 or 1. They may be in any order, with prose between them.
    Numbered,
}

pub(super) struct Rows {
    side: usize,
    /// The rows, unless they are numbered.
    cells: Vec<u8>,
    /// The numbered rows from 0; a later row replaces an earlier one.
    numbered: Vec<Option<Box<[u8]>>>,
    kind: Kind,
    /// Whether the first row has words before it.
    is_first_captioned: bool,
    /// Whether there is a rule below the first row.
    is_ruled: bool,
    /// The number of lines with tokens, and the one of the last row.
    line: usize,
    last_line: usize,
    /// The number of lines of the rows so far.
    lines: usize,
    /// Rows and columns of a box.
    shape: Option<(usize, usize)>,
    /// The column or box that the words before name, with its number.
    unit: Option<(Unit, usize)>,
    /// The cells of the columns or boxes so far.
    units: Vec<u8>,
    /// Whether the last line of words is a heading of columns.
    is_below_columns: bool,
    /// The cells inside brackets.
    listed: Vec<u8>,
    brackets: Vec<Bracket>,
}

/// An open bracket.
#[derive(Clone, Copy, Default)]
struct Bracket {
    /// The number of cells before it.
    start: usize,
    /// Whether cells, and brackets, are directly inside.
    has_cells: bool,
    has_brackets: bool,
    /// Whether anything else is inside, or rows of other lengths.
    is_mixed: bool,
}

impl Rows {
    pub(super) fn new(side: usize, shape: Option<(usize, usize)>) -> Rows {
        Rows {
            side,
            cells: Vec::new(),
            numbered: vec![None; side + 1],
            kind: Kind::Plain,
            is_first_captioned: false,
            is_ruled: false,
            line: 0,
            last_line: 0,
            lines: 0,
            shape,
            unit: None,
            units: Vec::new(),
            is_below_columns: false,
            listed: Vec::new(),
            brackets: Vec::new(),
        }
    }

    fn count(&self) -> usize {
        self.cells.len() / self.side
    }

    /// Adds rows that follow the ones before without words between, or have captions.
    pub(super) fn push(
        &mut self,
        cells: &[u8],
        number: Option<u8>,
        is_captioned: bool,
        chosen: &mut Chosen<'_>,
    ) {
        if self.kind == Kind::Captioned && self.line > self.last_line + 1 {
            self.end(chosen);
        }
        let count = self.count();
        let number = number.map(usize::from);
        if let (Some(number), true) = (number, self.is_below_columns) {
            let number = Some(number as u8);
            self.caption(Caption { unit: Some(Unit::Column), number, ..Caption::default() });
            self.unit(cells, chosen);
            self.unit = None;
            return;
        }
        let kind = match (number, is_captioned) {
            (Some(number), _) if number <= self.side && cells.len() == self.side => Kind::Numbered,
            (Some(_), _) => return self.end(chosen),
            (None, true) => Kind::Captioned,
            (None, false) if self.kind == Kind::Captioned && count == 1 => {
                self.kind = Kind::Plain;
                Kind::Plain
            }
            (None, false) => Kind::Plain,
        };
        if kind != self.kind {
            self.end(chosen);
            self.kind = kind;
        }
        if let (Kind::Numbered, Some(number)) = (kind, number) {
            return self.push_numbered(number, cells, chosen);
        }
        if self.cells.is_empty() {
            self.is_first_captioned = is_captioned;
            self.is_ruled = false;
        }
        self.cells.extend_from_slice(cells);
        self.lines += usize::from(self.last_line < self.line || self.lines == 0);
        self.last_line = self.line;
        if kind == Kind::Captioned && self.count() >= self.side {
            self.end(chosen);
        }
    }

    fn push_numbered(&mut self, number: usize, row: &[u8], chosen: &mut Chosen<'_>) {
        self.numbered[number] = Some(row.into());
        chosen.row(number, row);
        let first = usize::from(self.numbered[0].is_none());
        let rows = &self.numbered[first..first + self.side];
        if rows.iter().all(Option::is_some) {
            let board: Vec<u8> = rows.iter().flatten().flatten().copied().collect();
            chosen.board(&board);
            self.numbered.fill(None);
        }
    }

    /// Words, or cells that are no row, end rows that are not numbered.
    pub(super) fn prose(&mut self, chosen: &mut Chosen<'_>) {
        // A caption is words before the next row.
        if self.kind == Kind::Plain && !self.cells.is_empty() {
            self.end(chosen);
        }
    }

    /// A line of words, which may be a heading of columns. Numbered rows below such a heading are columns.
    pub(super) fn heading(&mut self, is_columns: bool) {
        self.is_below_columns = is_columns;
    }

    /// A rule between rows.
    pub(super) fn rule(&mut self) {
        self.is_ruled |= self.count() == 1;
    }

    /// Ends the rows so far.
    pub(super) fn end(&mut self, chosen: &mut Chosen<'_>) {
        let (count, side) = (self.count(), self.side);
        let cells = std::mem::take(&mut self.cells);
        let lines = std::mem::take(&mut self.lines);
        self.kind = Kind::Plain;
        if lines == side && count > side && count.is_multiple_of(side) {
            return self.side_by_side(&cells, chosen);
        }
        let is_heading = |row: &[u8]| {
            let from = row[0];
            from <= 1
                && row
                    .iter()
                    .enumerate()
                    .all(|(k, &value)| usize::from(value) == k + usize::from(from))
        };
        let numbered = self.numbered.iter().filter(|row| row.is_some()).count();
        if numbered > 0 {
            self.numbered.fill(None);
            if numbered > 1 {
                chosen.numbered_part();
            }
        }
        let rest = count % side;
        let board = match rest {
            0 if self.is_ruled
                && count > 0
                && is_heading(&cells[..side])
                && chosen.contradicts(&cells[..side]) =>
            {
                chosen.part();
                &[]
            }
            0 => &cells[..],
            1 if is_heading(&cells[..side]) || self.is_first_captioned => &cells[side..],
            _ => {
                if count > 1 {
                    chosen.part();
                }
                &[]
            }
        };
        board.chunks(side * side).for_each(|board| chosen.board(board));
    }

    /// Boards beside each other: each line has a row of each.
    fn side_by_side(&self, cells: &[u8], chosen: &mut Chosen<'_>) {
        let boards = cells.len() / (self.side * self.side);
        for board in 0..boards {
            let rows = cells.chunks(self.side).skip(board).step_by(boards);
            chosen.board(&rows.flatten().copied().collect::<Vec<u8>>());
        }
    }

    /// Words that may name a column or a box.
    pub(super) fn caption(&mut self, caption: Caption) {
        self.unit = match (caption.unit, caption.number) {
            (Some(unit @ (Unit::Column | Unit::Box)), Some(number)) => {
                let number = usize::from(number);
                let next = self.units.len() / self.side + 1;
                if number == 1
                    || number != next
                    || self.unit.is_some_and(|(before, _)| before != unit)
                {
                    self.units.clear();
                }
                Some((unit, number))
            }
            _ => None,
        };
    }

    pub(super) fn has_unit(&self) -> bool {
        self.unit.is_some()
    }

    /// Adds cells of the named column or box.
    pub(super) fn unit(&mut self, cells: &[u8], chosen: &mut Chosen<'_>) {
        let Some((unit, number)) = self.unit else { return };
        self.units.extend_from_slice(cells);
        if self.units.len() > number * self.side {
            self.units.clear();
            self.unit = None;
        }
        if self.units.len() < self.side * self.side {
            return;
        }
        let (height, width) = match (unit, self.shape) {
            (Unit::Box, Some(shape)) => shape,
            (Unit::Box, None) => return,
            _ => (self.side, 1),
        };
        let across = self.side / width;
        let cell = |row: usize, column: usize| {
            let place = (row / height * across + column / width) * self.side;
            self.units[place + row % height * width + column % width]
        };
        let side = self.side;
        let board = (0..side * side).map(|at| cell(at / side, at % side)).collect();
        chosen.units(board);
        self.units.clear();
        self.unit = None;
    }

    /// Begins a line and reads its brackets.
    pub(super) fn brackets(&mut self, tokens: &[Token], values: &[u8], chosen: &mut Chosen<'_>) {
        self.line += usize::from(!tokens.is_empty());
        let mut is_unit = false;
        for token in tokens {
            let was_unit = std::mem::take(&mut is_unit);
            match *token {
                Token::Open => {
                    if let Some(outer) = self.brackets.last_mut() {
                        outer.has_brackets = true;
                    }
                    // The cells of a column are no rows.
                    let start = self.listed.len();
                    self.brackets.push(Bracket { start, is_mixed: was_unit, ..Bracket::default() });
                }
                Token::Label(caption) => is_unit = caption.is_other(),
                Token::Close => {
                    let Some(bracket) = self.brackets.pop() else { continue };
                    let count = self.listed.len() - bracket.start;
                    let is_mixed = bracket.is_mixed
                        || bracket.has_cells
                            && (bracket.has_brackets || !count.is_multiple_of(self.side));
                    if !is_mixed && count == self.side * self.side {
                        chosen.board(&self.listed[bracket.start..]);
                    }
                    match self.brackets.last_mut() {
                        Some(outer) => outer.is_mixed |= is_mixed,
                        None => self.listed.clear(),
                    }
                }
                Token::Cells { one, start, count, .. } => {
                    let Some(inner) = self.brackets.last_mut() else { continue };
                    inner.has_cells = true;
                    match one {
                        Some(one) => self.listed.push(one),
                        None => self.listed.extend_from_slice(cells_of_word(values, start, count)),
                    }
                }
                Token::Word(_) | Token::Break => {
                    if let Some(inner) = self.brackets.last_mut() {
                        inner.is_mixed = true;
                    }
                }
                _ => {}
            }
        }
    }
}
