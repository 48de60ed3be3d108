//! Grids: 81 digits in row-major order, 0 for a blank cell.

#[cfg(feature = "engine")]
use bytemuck::TransparentWrapper;

use super::{Candidates, Cell, Digits, HOUSES, PEERS};

/// A puzzle or a solution: 81 cells in row-major order, each a digit 1 to 9, or 0 for a blank cell.
///
/// ```
/// use bitdoku::{Cell, Grid};
///
/// let row = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let mut grid: Grid = row.parse()?;
/// assert_eq!((grid.clues(), grid.get(Cell::new(4))), (30, 7));
/// grid.set(Cell::new(2), 4);
/// assert!(grid.to_string().starts_with("534.7...."));
/// # Ok::<(), bitdoku::board::text::TextError>(())
/// ```
///
/// The memory layout is the same as for `[u8; 81]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, bytemuck::TransparentWrapper)]
#[repr(transparent)]
pub struct Grid(Cells);

/// The bytes of a grid. The type is private, so only this module can create a grid from unchecked bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
struct Cells([u8; 81]);

/// The error for a cell whose value is not 0 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GridError {
    /// The cell.
    pub cell: Cell,
    /// Its value.
    pub value: u8,
}

impl Grid {
    /// The grid with 81 blank cells.
    pub const EMPTY: Grid = Grid(Cells([0; 81]));

    /// The grid with these cells.
    ///
    /// # Errors
    /// [`GridError`] for the first cell with a value above 9.
    pub fn new(cells: [u8; 81]) -> Result<Grid, GridError> {
        // One vectorized pass. The position of an illegal cell is searched only if there is one.
        if cells.iter().fold(true, |legal, &value| legal & (value <= 9)) {
            return Ok(Grid(Cells(cells)));
        }
        let i = cells.iter().position(|&value| value > 9).unwrap_or_default();
        Err(GridError { cell: Cell::new(i), value: cells[i] })
    }

    /// The grid with these cells, which must be 0 to 9. Other values cause wrong results, but no undefined behavior;
    /// the tests of the kernels check this.
    #[inline]
    pub(crate) const fn unchecked(cells: [u8; 81]) -> Grid {
        Grid(Cells(cells))
    }

    /// Reinterprets rows of cells as grids; the values are as for [`Grid::unchecked`].
    #[cfg(feature = "engine")]
    #[inline]
    pub(crate) fn unchecked_slice(cells: &[[u8; 81]]) -> &[Grid] {
        Grid::wrap_slice(bytemuck::cast_slice(cells))
    }

    /// Reinterprets rows of cells as grids; the values are as for [`Grid::unchecked`].
    #[cfg(feature = "engine")]
    #[inline]
    pub(crate) fn unchecked_slice_mut(cells: &mut [[u8; 81]]) -> &mut [Grid] {
        Grid::wrap_slice_mut(bytemuck::cast_slice_mut(cells))
    }

    /// Mutable access to the cells; the caller must write only 0 to 9.
    #[inline]
    pub(crate) const fn cells_mut(&mut self) -> &mut [u8; 81] {
        &mut self.0.0
    }

    /// The cells, 0 for blank.
    #[inline]
    pub const fn cells(&self) -> &[u8; 81] {
        &self.0.0
    }

    /// The digit in `cell`, or 0 if it is blank.
    #[inline]
    pub const fn get(&self, cell: Cell) -> u8 {
        self.0.0[cell.index()]
    }

    /// Puts `digit` into `cell`; 0 clears it.
    ///
    /// # Panics
    /// If `digit` is above 9.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: u8) {
        assert!(digit <= 9, "expected a digit from 0 to 9");
        self.0.0[cell.index()] = digit;
    }

    /// The number of cells that are not blank.
    pub fn clues(&self) -> usize {
        self.cells().iter().filter(|&&value| value != 0).count()
    }

    /// Whether every house contains each digit exactly once.
    pub fn is_solution(&self) -> bool {
        HOUSES.iter().all(|house| {
            house.iter().fold(Digits::NONE, |seen, &cell| seen | Digits::only(self.get(cell)))
                == Digits::ALL
        })
    }

    /// For each cell, whether a peer holds the same digit.
    pub fn conflicts(&self) -> [bool; 81] {
        let cells = self.cells();
        std::array::from_fn(|i| {
            cells[i] != 0 && PEERS[i].iter().any(|&peer| self.get(peer) == cells[i])
        })
    }

    /// The candidates of each cell from its own given alone: the digit, or all nine for a blank cell.
    pub fn givens(&self) -> Candidates {
        // A table lookup, because shifting each lane by a different amount is slow in vectors.
        self.cells().map(|value| GIVEN[usize::from(value & 15)])
    }
}

/// The candidates of a cell, by its value.
const GIVEN: [Digits; 16] = {
    let mut given = [Digits::ALL; 16];
    let mut digit = 1;
    while digit <= 9 {
        given[digit] = Digits::only(digit as u8);
        digit += 1;
    }
    given
};

impl Default for Grid {
    fn default() -> Grid {
        Grid::EMPTY
    }
}

/// Formats the grid as one line of 81 characters, `.` for a blank cell.
impl std::fmt::Display for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for &value in self.cells() {
            write!(f, "{}", if value == 0 { '.' } else { char::from(b'0' + value) })?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl TryFrom<[u8; 81]> for Grid {
    type Error = GridError;

    fn try_from(cells: [u8; 81]) -> Result<Grid, GridError> {
        Grid::new(cells)
    }
}

impl std::fmt::Display for GridError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cell {} holds {}; expected 0..9", self.cell, self.value)
    }
}

impl std::error::Error for GridError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_holds_digits() {
        let mut cells = [9; 81];
        assert_eq!(Grid::try_from(cells).map(|grid| grid.clues()), Ok(81));
        cells[40] = 10;
        let error = Grid::new(cells).unwrap_err();
        assert_eq!(error.to_string(), "cell r5c5 holds 10; expected 0..9");
    }

    #[test]
    fn conflicts_are_between_peers() {
        let block = |i: usize| (i / 27, i % 9 / 3);
        for seed in 0..2000usize {
            let value = |i: usize| (i * i * 31 + i * (seed % 97) * 7 + seed / 3 + i / 9) % 23;
            let grid = Grid::new(std::array::from_fn(|i| (value(i) % 14).saturating_sub(4) as u8))
                .unwrap();
            let expected: [bool; 81] = std::array::from_fn(|i| {
                let digit = grid.cells()[i];
                let sees = |j: usize| i / 9 == j / 9 || i % 9 == j % 9 || block(i) == block(j);
                digit != 0 && (0..81).any(|j| i != j && sees(j) && grid.cells()[j] == digit)
            });
            assert_eq!(grid.conflicts(), expected, "{grid}");
        }
        assert_eq!(Grid::EMPTY.conflicts(), [false; 81]);
    }
}
