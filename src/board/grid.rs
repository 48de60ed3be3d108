//! A grid: 81 digits in row-major order, 0 where the cell is blank.

use super::{Candidates, Cell, Digits, HOUSES, PEERS};

/// 81 cells in row-major order, each a digit 1 to 9 or 0 for blank: a puzzle or a solution.
///
/// The layout is that of `[u8; 81]`, so a slice of grids is a slice of bytes and the reverse
/// (`bytemuck::TransparentWrapper`). Kernels must stay memory-safe, though not meaningful, on
/// bytes above 9; [`Grid::new`] is the door that checks.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    bytemuck::TransparentWrapper,
    bytemuck::Pod,
    bytemuck::Zeroable,
)]
#[repr(transparent)]
pub struct Grid([u8; 81]);

/// A cell that holds something else than 0 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GridError {
    /// Where.
    pub cell: Cell,
    /// What it holds.
    pub value: u8,
}

impl Grid {
    /// The grid without a single digit.
    pub const EMPTY: Grid = Grid([0; 81]);

    /// The grid with these cells.
    ///
    /// # Errors
    /// The first cell that holds more than 9.
    pub fn new(cells: [u8; 81]) -> Result<Grid, GridError> {
        match cells.iter().position(|&value| value > 9) {
            None => Ok(Grid(cells)),
            Some(i) => Err(GridError { cell: Cell::new(i), value: cells[i] }),
        }
    }

    /// The cells, 0 where blank.
    #[inline]
    pub const fn cells(&self) -> &[u8; 81] {
        &self.0
    }

    /// The digit in `cell`, 0 where it is blank.
    #[inline]
    pub const fn get(&self, cell: Cell) -> u8 {
        self.0[cell.index()]
    }

    /// Puts `digit` into `cell`; 0 clears it.
    ///
    /// # Panics
    /// If `digit` is above 9.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: u8) {
        assert!(digit <= 9, "a digit is 0 to 9");
        self.0[cell.index()] = digit;
    }

    /// How many cells hold a digit.
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|&&value| value != 0).count()
    }

    /// Whether every house holds each digit once.
    pub fn is_solution(&self) -> bool {
        HOUSES.iter().all(|house| {
            house.iter().fold(Digits::NONE, |seen, &cell| seen | Digits::only(self.get(cell)))
                == Digits::ALL
        })
    }

    /// Which givens clash with a peer.
    pub fn conflicts(&self) -> [bool; 81] {
        std::array::from_fn(|i| {
            self.0[i] != 0 && PEERS[i].iter().any(|&peer| self.get(peer) == self.0[i])
        })
    }

    /// What each cell may hold when only its own given counts: that digit, or all nine.
    pub fn givens(&self) -> Candidates {
        self.0.map(|value| if value == 0 { Digits::ALL } else { Digits::only(value) })
    }
}

impl Default for Grid {
    fn default() -> Grid {
        Grid::EMPTY
    }
}

/// The 81-character line, `.` for blank.
impl std::fmt::Display for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for &value in &self.0 {
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
