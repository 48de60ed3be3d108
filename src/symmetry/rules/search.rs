//! Search for a move that keeps the rules, line by line.
//!
//! ```text
//!   row 1 <- row 7    column 1 <- column 9    row 2 <- row 8 …     each line of the result gets one of the source
//!            |                  |
//!            +------------------+   the facts of their cell must agree, also with cells that are already decided
//! ```
//!
//! Lines and cells first receive colors. The new color of a cell is computed from its own color, the colors of its
//! lines, and the colors of the cells to which it is related; the new color of a line is computed from its cells. This
//! is repeated until nothing splits (color refinement). Moves keep colors, so usually one candidate is left for each
//! line.

#![forbid(unsafe_code)]

use std::collections::HashMap;

use crate::control::Control;
use crate::error::Error;

use super::facts::Facts;
use super::frame::{Frame, Lines};

/// Searches for moves that map some rules to those of a board.
pub(super) struct Search<'a> {
    frame: Frame,
    board: &'a Facts,
    source_facts: &'a Facts,
    /// The colors of the board.
    wanted: Colours,
    /// The colors of the rules to be moved.
    given: Colours,
}

/// Invariants of lines and cells.
struct Colours {
    lines: Vec<u32>,
    cells: Vec<u32>,
}

/// The position of a line in the order in which lines are decided: rows and columns alternate.
pub(super) fn depth_of(side: usize, line: usize) -> usize {
    if line < side { 2 * line } else { 2 * (line - side) + 1 }
}

/// The line at that position.
pub(super) fn line_at(side: usize, depth: usize) -> usize {
    depth / 2 + depth % 2 * side
}

impl<'a> Search<'a> {
    /// A search for moves that map the facts of `source_facts` to those of `board`.
    pub fn new(frame: Frame, board: &'a Facts, source_facts: &'a Facts) -> Search<'a> {
        let [wanted, given] = refine(frame, [board, source_facts]);
        Search { frame, board, source_facts, wanted, given }
    }

    /// A move that leaves the first `fixed` lines, by [`depth_of`], in place, and takes the next line from `to`; `None`
    /// if there is none.
    pub fn find(
        &self,
        fixed: usize,
        to: u8,
        control: &Control<'_>,
    ) -> Result<Option<Lines>, Error> {
        let side = self.frame.side;
        let mut lines = vec![0; 2 * side].into_boxed_slice();
        for depth in 0..fixed {
            let line = line_at(side, depth);
            lines[line] = line as u8;
        }
        let found =
            self.fits(&mut lines, fixed, to) && self.extend(&mut lines, fixed + 1, control)?;
        Ok(found.then_some(lines))
    }

    fn extend(
        &self,
        lines: &mut Lines,
        depth: usize,
        control: &Control<'_>,
    ) -> Result<bool, Error> {
        let side = self.frame.side;
        if depth == 2 * side {
            return Ok(self.board.keeps_lists(self.source_facts, &places(self.frame, lines)));
        }
        control.checkpoint()?;
        for to in 0..2 * side as u8 {
            if self.fits(lines, depth, to) && self.extend(lines, depth + 1, control)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Decides the line at `depth`; returns whether the decision agrees with the previous lines.
    fn fits(&self, lines: &mut Lines, depth: usize, to: u8) -> bool {
        let (frame, side) = (self.frame, self.frame.side);
        let line = line_at(side, depth);
        let is_row = |line: usize| line < side;
        let crossed = is_row(to.into()) != is_row(line);
        let known = |line: usize| depth_of(side, line) < depth;
        if self.given.lines[usize::from(to)] != self.wanted.lines[line]
            || (if depth == 0 {
                crossed && !frame.transposes()
            } else {
                crossed == is_row(lines[0].into())
            })
        {
            return false;
        }
        let block = frame.block(line);
        for other in (0..2 * side).filter(|&other| known(other) && is_row(other) == is_row(line)) {
            let same = frame.block(lines[other].into()) == frame.block(to.into());
            if lines[other] == to || (frame.block(other) == block) != same {
                return false;
            }
        }
        lines[line] = to;
        let known = |line: usize| depth_of(side, line) <= depth;
        let across = (0..2 * side).filter(|&other| known(other) && is_row(other) != is_row(line));
        for other in across {
            let cell = frame.meet(line as u8, other as u8);
            let source = frame.meet(to, lines[other]);
            if self.given.cells[source] != self.wanted.cells[cell] {
                return false;
            }
            for &(second, number) in &self.board.pairs[cell] {
                let (row, column) = (usize::from(second) / side, side + usize::from(second) % side);
                if known(row)
                    && known(column)
                    && self.source_facts.pair(source, frame.meet(lines[row], lines[column]))
                        != number
                {
                    return false;
                }
            }
        }
        true
    }
}

/// The image of each cell of the source.
fn places(frame: Frame, lines: &Lines) -> Vec<u16> {
    let side = frame.side;
    let mut places = vec![0; side * side];
    for cell in 0..side * side {
        places[frame.meet(lines[cell / side], lines[side + cell % side])] = cell as u16;
    }
    places
}

/// Whether a move maps the facts of `source_facts` to those of `board`.
pub(super) fn keeps(frame: Frame, board: &Facts, source_facts: &Facts, lines: &Lines) -> bool {
    let places = places(frame, lines);
    let cells = || places.iter().map(|&place| usize::from(place)).enumerate();
    cells().all(|(cell, place)| {
        let others = &source_facts.pairs[cell];
        source_facts.cells[cell] == board.cells[place]
            && others.len() == board.pairs[place].len()
            && others.iter().all(|&(other, number)| {
                board.pair(place, places[usize::from(other)].into()) == number
            })
    }) && board.keeps_lists(source_facts, &places)
}

/// The colors of lines and cells of both boards; two colors are equal if a move may map one item to the other.
fn refine(frame: Frame, facts: [&Facts; 2]) -> [Colours; 2] {
    let side = frame.side;
    let kind = |line: usize| u32::from(line >= side && !frame.transposes());
    let mut colours = facts.map(|facts| Colours {
        lines: (0..2 * side).map(kind).collect(),
        cells: facts.cells.clone(),
    });
    let mut known = 0;
    loop {
        let (mut cells, mut lines) = (HashMap::new(), HashMap::new());
        let mut k = 0;
        colours = colours.map(|of| {
            k += 1;
            of.refined(frame, facts[k - 1], &mut cells, &mut lines)
        });
        if cells.len() + lines.len() == known {
            return colours;
        }
        known = cells.len() + lines.len();
    }
}

/// The numbers of signatures, which are the colors.
type Numbers = HashMap<Vec<u32>, u32>;

fn number(numbers: &mut Numbers, signature: Vec<u32>) -> u32 {
    let next = numbers.len() as u32;
    *numbers.entry(signature).or_insert(next)
}

impl Colours {
    fn refined(
        &self,
        frame: Frame,
        facts: &Facts,
        cells: &mut Numbers,
        lines: &mut Numbers,
    ) -> Colours {
        let side = frame.side;
        let cell = |cell: usize| {
            let [row, column] = [cell / side, side + cell % side].map(|line| self.lines[line]);
            let mut others: Vec<[u32; 2]> = facts.pairs[cell]
                .iter()
                .map(|&(other, number)| [number, self.cells[usize::from(other)]])
                .collect();
            others.sort_unstable();
            let own = [self.cells[cell], row.min(column), row.max(column)];
            own.into_iter().chain(others.into_iter().flatten()).collect()
        };
        let line = |line: usize| {
            let along = |other: usize| {
                let across = if line < side { side + other } else { other };
                self.cells[frame.meet(line as u8, across as u8)]
            };
            let mut on: Vec<u32> = (0..side).map(along).collect();
            on.sort_unstable();
            let same = |other: &usize| frame.block(*other) == frame.block(line);
            let mut beside: Vec<u32> =
                (0..2 * side).filter(same).map(|other| self.lines[other]).collect();
            beside.sort_unstable();
            [vec![self.lines[line]], on, beside].concat()
        };
        Colours {
            cells: (0..side * side).map(|k| number(cells, cell(k))).collect(),
            lines: (0..2 * side).map(|k| number(lines, line(k))).collect(),
        }
    }
}
