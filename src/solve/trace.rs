//! The order in which singles fill the cells of a puzzle, for training sequence models.
//!
//! ```text
//!   givens, in reading order │ naked single … hidden single … other … │   81 steps
//! ```
//!
//! Each step is the first of these that applies:
//!
//! 1. the first blank cell in reading order that has one candidate: a naked single;
//! 2. the first blank cell that is the only place of a digit in a row, column or box: a hidden single;
//! 3. the first of the blank cells with the fewest candidates, filled from the solution.
//!
//! Candidates are the digits that no peer holds (`Level::Basic`). The order therefore depends only on the puzzle.

#![forbid(unsafe_code)]

use crate::board::{Cell, Grid};

use super::singles::Board;

/// The reason why a cell is filled. Traces store these numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum Technique {
    /// The cell is a given.
    Given = 0,
    /// The digit is the only candidate of the cell.
    NakedSingle = 1,
    /// The cell is the only place of the digit in a house.
    HiddenSingle = 2,
    /// There is no single; the digit comes from the solution.
    Other = 3,
}

/// One step: a filled cell.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Placement {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: u8,
    /// The reason.
    pub technique: Technique,
}

/// The 81 steps from the blank board to `solution`, the unique solution of `puzzle`.
///
/// # Panics
/// If givens clash, or a step contradicts `solution`, which may happen if it is not the only solution.
pub fn trace(puzzle: &Grid, solution: &Grid) -> Vec<Placement> {
    let mut steps: Vec<Placement> = Cell::all()
        .filter(|&cell| puzzle.get(cell) != 0)
        .map(|cell| Placement { cell, digit: puzzle.get(cell), technique: Technique::Given })
        .collect();
    let mut board = Board::new(puzzle.into()).expect("givens of a solution do not clash");
    while steps.len() < 81 {
        let (cell, technique) = next(&board);
        let digit = solution.get(cell);
        assert!(board.place(cell, digit), "expected the solution of the puzzle");
        steps.push(Placement { cell, digit, technique });
    }
    steps
}

/// The next empty cell. If it is the only place of a digit, the solution has that digit there too.
fn next(board: &Board) -> (Cell, Technique) {
    if let Some(cell) = board.first_naked() {
        return (cell, Technique::NakedSingle);
    }
    if let Some(cell) = board.first_hidden() {
        return (cell, Technique::HiddenSingle);
    }
    // Filled cells have one candidate; an empty cell with one would be a naked single.
    let candidates = board.candidates();
    let sizes = Cell::all().map(|cell| (candidates[cell.index()].len(), cell));
    let fewest = sizes.filter(|&(size, _)| size > 1).min_by_key(|&(size, _)| size);
    (fewest.expect("an empty cell").1, Technique::Other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{HOUSES, PEERS};
    use crate::reference;

    /// Checks with the slow solver that every single follows from the board before it.
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
            let puzzle: Grid = text.parse().expect("81 characters");
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
