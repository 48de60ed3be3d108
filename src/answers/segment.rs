//! The cells of a line, divided at its words.
//!
//! ```text
//!   | **R1** | 5 | 3 | …           word, cells                       a row, if the line ends after it
//!   "row1": [5, 3, …], "row2": […  label, cells, label, cells        two rows
//!   The grid is 5346…79, as …      words, cells, words               a board, if its cells are enough
//! ```

use super::chosen::{Chosen, Words};
use super::rows::Rows;
use super::tokens::{Caption, Line, Token, Unit, cells_of_word};

/// Reads a line into the rows and boards of the text.
pub(super) fn read_line(line: Line<'_>, side: usize, rows: &mut Rows, chosen: &mut Chosen<'_>) {
    let Line { tokens, values, is_rule } = line;
    if is_rule {
        rows.rule();
    }
    rows.brackets(tokens, values, chosen);
    let mut before: Option<Caption> = None;
    let mut start = 0;
    let mut word = Caption::default();
    let (mut words, mut cells) = (0, 0);
    // The row that a label of the line names.
    let mut row = None;
    // The unit of the first word.
    let mut unit = None;
    for end in 0..=tokens.len() {
        let boundary = tokens.get(end);
        if let Some(
            Token::Cells { .. }
            | Token::Blank
            | Token::Bar
            | Token::Separator
            | Token::Open
            | Token::Close,
        ) = boundary
        {
            continue;
        }
        let segment = &tokens[start..end];
        start = end + 1;
        // "Row 3 is …"
        if let ([Token::Cells { number: Some(number), .. }], Some(caption), Some(Token::Word(_))) =
            (segment, &mut before, boundary)
            && row.is_none()
            && caption.unit == Some(Unit::Row)
        {
            caption.number = Some(*number);
            continue;
        }
        let mut is_remark = false;
        if segment.iter().any(|token| matches!(token, Token::Cells { .. } | Token::Blank)) {
            cells += 1;
            // "Option 1"
            if let [Token::Cells { number: Some(number), .. }]
            | [Token::Cells { number: Some(number), .. }, Token::Blank] = *segment
                && start > 1
                && word.words.has_noun()
            {
                chosen.word(Words::default(), Some(number));
            }
            let ends = matches!(segment.last(), Some(Token::Separator | Token::Blank));
            let mut caption = before.take();
            if let Some(caption) = &mut caption {
                caption.number = caption.row().or(row);
            }
            let is_last_word = match boundary {
                Some(Token::Word(word)) => end + 1 == tokens.len() && word.unit.is_none(),
                _ => true,
            };
            is_remark = is_last_word && segment.len() >= side;
            let is_closed =
                is_last_word || ends && caption.is_some_and(|caption| caption.number.is_some());
            read_segment(segment, values, side, caption, is_closed, rows, chosen);
        }
        match boundary {
            Some(token @ (Token::Word(caption) | Token::Label(caption))) => {
                if !is_remark {
                    rows.prose(chosen);
                }
                if words == 0 {
                    chosen.sentence();
                    unit = caption.unit;
                }
                let is_name = matches!(token, Token::Label(_)) || word.words.has_noun();
                chosen.word(caption.words, caption.name.filter(|_| is_name));
                word = *caption;
                if caption.unit == Some(Unit::Row) && matches!(token, Token::Label(_)) {
                    row = caption.row();
                }
                let mut all = before.unwrap_or_default();
                all.add(*caption);
                before = Some(all);
                rows.caption(all);
                words += 1;
            }
            Some(Token::Stop) => chosen.sentence(),
            Some(Token::Break) => rows.prose(chosen),
            Some(Token::Remark) => break,
            _ => {}
        }
    }
    if words > 0 {
        let is_short = words <= 3 && cells == 0;
        rows.heading(is_short && unit == Some(Unit::Column));
    }
}

fn read_segment(
    segment: &[Token],
    values: &[u8],
    side: usize,
    before: Option<Caption>,
    is_closed: bool,
    rows: &mut Rows,
    chosen: &mut Chosen<'_>,
) {
    let area = side * side;
    if rows.has_unit() {
        let words = segment.iter().filter_map(|token| match *token {
            Token::Cells { start, count, .. } => Some(cells_of_word(values, start, count)),
            _ => None,
        });
        words.for_each(|cells| rows.unit(cells, chosen));
    }
    let Some((cells, number)) = cells_of(segment, values, side) else {
        let cells = segment.iter().filter(|token| matches!(token, Token::Cells { .. })).count();
        if cells > 0 {
            rows.prose(chosen);
        }
        let characters: usize = segment.iter().map(Token::characters).sum();
        if characters > 2 * side {
            chosen.part();
        }
        return;
    };
    let caption = before.unwrap_or_default();
    if cells.len().is_multiple_of(area) && !caption.is_line() {
        rows.prose(chosen);
        cells.chunks(area).for_each(|board| chosen.board(board));
        return;
    }
    if !is_closed || caption.is_other() {
        return rows.prose(chosen);
    }
    rows.push(&cells, number.or(caption.number), before.is_some(), chosen);
}

/// How the words of a segment are cells: each word one, or each character.
#[derive(Clone, Copy)]
struct Way {
    /// The number of tokens left out at the start.
    skipped: usize,
    by_word: bool,
    with_blanks: bool,
}

/// Counts of the tokens of a segment.
#[derive(Clone, Copy, Default)]
struct Tally {
    words: usize,
    /// The words that are no single cell, and those that have other characters.
    not_one: usize,
    not_characters: usize,
    characters: usize,
    blanks: usize,
    bars: usize,
}

impl Tally {
    fn of(tokens: &[Token]) -> Tally {
        let mut tally = Tally::default();
        for token in tokens {
            match *token {
                Token::Cells { one, count, .. } => {
                    tally.words += 1;
                    tally.not_one += usize::from(one.is_none());
                    tally.not_characters += usize::from(count == 0);
                    tally.characters += count as usize;
                }
                Token::Blank => tally.blanks += 1,
                Token::Bar => tally.bars += 1,
                _ => {}
            }
        }
        tally
    }

    /// The counts without some of the tokens.
    fn without(self, part: Tally) -> Tally {
        Tally {
            words: self.words - part.words,
            not_one: self.not_one - part.not_one,
            not_characters: self.not_characters - part.not_characters,
            characters: self.characters - part.characters,
            blanks: self.blanks - part.blanks,
            bars: self.bars - part.bars,
        }
    }

    /// The number of cells; `None` if a word is not cells in this way.
    fn length(self, way: Way) -> Option<usize> {
        let (cells, invalid) = match way.by_word {
            true => (self.words, self.not_one),
            false => (self.characters, self.not_characters),
        };
        (invalid == 0).then_some(cells + if way.with_blanks { self.blanks } else { 0 })
    }
}

/// The cells of a segment that holds whole rows, and the number of the row that its first word is.
///
/// Punctuation such as `-` is tried as a separator first, then as a blank cell.
fn cells_of(segment: &[Token], values: &[u8], side: usize) -> Option<(Vec<u8>, Option<u8>)> {
    let segment = match segment {
        // The sum of a row after its cells.
        [cells @ .., Token::Bar, Token::Cells { number: Some(sum), .. }]
            if 2 * usize::from(*sum) == side * (side + 1) =>
        {
            cells
        }
        _ => segment,
    };
    let first =
        segment.iter().position(|token| matches!(token, Token::Cells { .. } | Token::Blank))?;
    let word = segment.iter().position(|token| matches!(token, Token::Cells { .. }));
    let label = word.filter(|word| *word <= first + 2).and_then(|word| match segment[word] {
        Token::Cells { number: Some(number), .. } => Some((word + 1, number)),
        _ => None,
    });
    // The whole segment; or without the number of the row, or a bullet.
    let bullet = matches!(segment[first], Token::Blank).then_some(first + 1);
    let starts = [Some(0), label.map(|(start, _)| start), bullet];
    let whole = Tally::of(segment);
    let mut ways = Vec::with_capacity(12);
    for skipped in starts.into_iter().flatten() {
        let tally = whole.without(Tally::of(&segment[..skipped]));
        // A whole board has no number.
        if skipped > 0 && tally.words > side {
            continue;
        }
        for by_word in [true, false] {
            for with_blanks in [false, true] {
                let way = Way { skipped, by_word, with_blanks };
                if let Some(length) = tally.length(way).filter(|&length| length > 0) {
                    ways.push((way, length));
                }
            }
        }
    }
    let area = side * side;
    let find = |fits: &dyn Fn(usize) -> bool| ways.iter().find(|&&(_, length)| fits(length));
    let found =
        find(&|length| length == area).or_else(|| find(&|length| length == side)).or_else(|| {
            let whole =
                |&&(way, length): &&(Way, usize)| way.skipped == 0 && length.is_multiple_of(side);
            ways.iter().find(whole)
        });
    let Some(&(way, length)) = found else {
        if whole.bars + 1 < side || whole.bars > 2 * side {
            return None;
        }
        return fields(segment, values, side).map(|cells| (cells, None));
    };
    // With blanks between, a word is only a part of a row.
    let crosses = |at: usize, count: usize| {
        !way.with_blanks && at + count > side && (at > 0 || !count.is_multiple_of(side))
    };
    let mut cells = Vec::with_capacity(length);
    for token in &segment[way.skipped..] {
        let at = cells.len() % side;
        match *token {
            Token::Cells { one: Some(one), .. } if way.by_word => cells.push(one),
            // No word reaches from one row into the next.
            Token::Cells { count, .. } if crosses(at, count as usize) => return None,
            Token::Cells { start, count, .. } => {
                cells.extend_from_slice(cells_of_word(values, start, count))
            }
            Token::Blank if way.with_blanks => cells.push(0),
            Token::Open | Token::Close if at > 0 && length > side => return None,
            _ => {}
        }
    }
    let number = label.filter(|&(start, _)| start == way.skipped).map(|(_, number)| number);
    Some((cells, number))
}

/// The cells of a row of a table, where blank cells may be empty.
fn fields(segment: &[Token], values: &[u8], side: usize) -> Option<Vec<u8>> {
    let is_cell = |token: &Token| matches!(token, Token::Cells { .. });
    if !segment.iter().any(is_cell) {
        return None;
    }
    let mut fields = Vec::new();
    for field in segment.split(|token| matches!(token, Token::Bar)) {
        let mut words = field.iter().filter(|token| is_cell(token));
        fields.push(match (words.next(), words.next()) {
            (None, _) => 0,
            (Some(&Token::Cells { one: Some(one), .. }), None) => one,
            (Some(&Token::Cells { start, count: 1, .. }), None) => values[start as usize],
            _ => return None,
        });
    }
    // Outside the first and the last bar.
    let outer = fields.len().checked_sub(side)?;
    match outer {
        0 => Some(fields),
        1 if fields[0] == 0 => Some(fields.split_off(1)),
        1 | 2 => (fields.last() == Some(&0)).then(|| fields[outer - 1..outer - 1 + side].to_vec()),
        _ => None,
    }
}
