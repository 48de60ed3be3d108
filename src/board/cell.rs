//! Cells of the 9x9 board.

/// A cell, numbered row by row from 0 to 80.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number.
    ///
    /// # Panics
    /// If `index` is above 80.
    #[inline]
    pub const fn new(index: usize) -> Cell {
        assert!(index < 81, "expected a cell number from 0 to 80");
        Cell(index as u8)
    }

    /// All 81 cells in row-major order.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..81).map(Cell)
    }

    /// The number of the cell, 0 to 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0 to 8.
    #[inline]
    pub const fn row(self) -> usize {
        self.0 as usize / 9
    }

    /// The column, 0 to 8.
    #[inline]
    pub const fn column(self) -> usize {
        self.0 as usize % 9
    }

    /// The box, 0 to 8, in row-major order.
    #[inline]
    pub const fn r#box(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }

    /// Whether the two cells differ and share a row, a column or a box.
    #[inline]
    pub const fn sees(self, other: Cell) -> bool {
        self.0 != other.0
            && (self.row() == other.row()
                || self.column() == other.column()
                || self.r#box() == other.r#box())
    }
}

impl From<Cell> for u16 {
    fn from(cell: Cell) -> u16 {
        cell.0.into()
    }
}

/// Formats the cell as players do, counted from 1: `r1c1`.
impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
