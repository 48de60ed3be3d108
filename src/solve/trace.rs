//! The order in which logic fills a puzzle: what a sequence model is taught.
//!
//! ```text
//!   givens, in reading order │ naked single … hidden single … other … │   81 steps
//! ```
//!
//! Each step is the first that applies to the board as it stands:
//!
//! 1. the first blank cell, in reading order, with one candidate left: a naked single;
//! 2. the first blank cell that is the only place of a digit in its row, column or box: a hidden single;
//! 3. the first of the blank cells with the fewest candidates, filled from the solution: neither logic found it.
//!
//! Candidates are what the digits on the board leave (`Level::Basic`). So the order is a function of the puzzle alone. About
//! 10 µs a puzzle.

#![forbid(unsafe_code)]

use crate::board::{Candidates, Cell, Digits, Grid, HOUSES, PEERS};

use super::candidates::basic;

/// Why a cell is filled. The numbers are those that traces store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum Technique {
    /// It was there.
    Given = 0,
    /// Its only candidate.
    NakedSingle = 1,
    /// The only place of a digit in a house.
    HiddenSingle = 2,
    /// Read from the solution: what no single finds.
    Other = 3,
}

/// One cell filled.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Placement {
    /// Where.
    pub cell: Cell,
    /// What.
    pub digit: u8,
    /// Why.
    pub technique: Technique,
}

/// The 81 steps from the blank board to `solution`, which is the only solution of `puzzle`.
pub fn trace(puzzle: &Grid, solution: &Grid) -> Vec<Placement> {
    let mut steps: Vec<Placement> = Cell::all()
        .filter(|&cell| puzzle.get(cell) != 0)
        .map(|cell| Placement { cell, digit: puzzle.get(cell), technique: Technique::Given })
        .collect();
    let mut open = basic(puzzle.into());
    let mut blank: Vec<Cell> = Cell::all().filter(|&cell| puzzle.get(cell) == 0).collect();
    while !blank.is_empty() {
        let (at, technique) = next(&open, &blank, solution);
        let cell = blank.remove(at);
        let digit = solution.get(cell);
        steps.push(Placement { cell, digit, technique });
        for peer in PEERS[cell.index()] {
            open[peer.index()] = open[peer.index()].without(Digits::only(digit));
        }
        open[cell.index()] = Digits::only(digit);
    }
    steps
}

/// Which of the blank cells is next.
fn next(open: &Candidates, blank: &[Cell], solution: &Grid) -> (usize, Technique) {
    if let Some(at) = blank.iter().position(|cell| open[cell.index()].len() == 1) {
        return (at, Technique::NakedSingle);
    }
    let mut alone = [Digits::NONE; 81];
    for house in &HOUSES {
        let (mut once, mut twice) = (Digits::NONE, Digits::NONE);
        for cell in house {
            twice |= once & open[cell.index()];
            once |= open[cell.index()];
        }
        let hidden = once.without(twice);
        for cell in house {
            alone[cell.index()] |= open[cell.index()] & hidden;
        }
    }
    // A digit that has one place in a house is there in the solution too.
    let here = |cell: &Cell| alone[cell.index()].contains(solution.get(*cell));
    if let Some(at) = blank.iter().position(here) {
        return (at, Technique::HiddenSingle);
    }
    let fewest = (0..blank.len()).min_by_key(|&at| open[blank[at].index()].len());
    (fewest.unwrap_or(0), Technique::Other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference;

    fn grid(text: &str) -> Grid {
        let digit = |b: u8| if b == b'.' { 0 } else { b - b'0' };
        Grid::new(std::array::from_fn(|i| digit(text.as_bytes()[i]))).unwrap()
    }

    /// Judged by the slow solver: every single must follow from the board before it.
    #[test]
    fn every_step_is_what_it_says() {
        for (text, without_logic) in [
            (
                "9165384...2........87....316.3.1..8.7..863..5.5..9.6..13....25........744752.63..",
                false,
            ),
            (
                "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
                true,
            ),
        ] {
            let puzzle = grid(text);
            let solution = reference::first(&puzzle).unwrap();
            let steps = trace(&puzzle, &solution);
            let mut board = Grid::EMPTY;
            for step in &steps {
                assert_eq!(board.get(step.cell), 0);
                let fits = |cell: Cell, digit: u8| {
                    board.get(cell) == 0
                        && PEERS[cell.index()].iter().all(|&peer| board.get(peer) != digit)
                };
                let naked = |cell: Cell| (1..=9).filter(|&d| fits(cell, d)).count() == 1;
                let hidden = |cell: Cell, digit: u8| {
                    HOUSES.iter().any(|house| {
                        house.contains(&cell)
                            && house.iter().filter(|&&other| fits(other, digit)).count() == 1
                    })
                };
                match step.technique {
                    Technique::Given => assert_eq!(puzzle.get(step.cell), step.digit),
                    Technique::NakedSingle => assert!(naked(step.cell)),
                    Technique::HiddenSingle => assert!(hidden(step.cell, step.digit)),
                    Technique::Other => assert!(Cell::all().all(|cell| {
                        board.get(cell) != 0
                            || !naked(cell) && !(1..=9).any(|d| fits(cell, d) && hidden(cell, d))
                    })),
                }
                board.set(step.cell, step.digit);
            }
            assert_eq!(board, solution);
            let others = steps.iter().filter(|step| step.technique == Technique::Other).count();
            assert_eq!(others > 0, without_logic);
        }
    }
}
