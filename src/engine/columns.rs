//! The columns of ratings: a table with the type and the requirements of each column.

#![forbid(unsafe_code)]

use crate::logic::Technique;

use super::Scale;

/// A column of ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// The number of givens.
    Clues,
    /// The [`Tier`](crate::solve::Tier).
    Singles,
    /// The mean number of guesses over members of the puzzle's class.
    Guesses,
    /// The level on HoDoKu's scale.
    Level,
    /// The score on HoDoKu's scale.
    Score,
    /// The highest rating of all steps, on Sudoku Explainer's scale.
    Er,
    /// The highest rating up to the first placement, on Sudoku Explainer's scale.
    Ep,
    /// The rating of the first step, on Sudoku Explainer's scale.
    Ed,
    /// The predicted [`minutes`](crate::solve::minutes) of players.
    Minutes,
    /// The T&E depth, see [`Depth::te`](crate::depth::Depth::te).
    Te,
    /// The length of the longest braid, see [`Depth::b`](crate::depth::Depth::b).
    B,
    /// The length of braids within one assumption, see [`Depth::bxb`](crate::depth::Depth::bxb).
    Bxb,
    /// The length of braids within two assumptions, see [`Depth::bxbb`](crate::depth::Depth::bxbb).
    Bxbb,
    /// The number of the hardest technique, on the chosen scale.
    Hardest,
    /// The number of uses of each technique, on the chosen scale.
    Counts,
}

/// The computation that a column requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Only the puzzle itself.
    Puzzle,
    /// A search.
    Search,
    /// Exactly one solution.
    OneSolution,
    /// The steps on a given scale, or on the chosen one.
    Steps(Option<Scale>),
}

/// A row of the table of columns.
#[derive(Clone, Copy, Debug)]
pub struct ColumnRow {
    /// The column.
    pub column: Column,
    /// The name of the column.
    pub name: &'static str,
    /// The type of a value, in NumPy's notation.
    pub dtype: &'static str,
    /// The number of values per puzzle.
    pub values: usize,
    /// The computation that the column requires.
    pub needs: Needs,
    /// Whether the column exists only for classic boards.
    pub is_classic: bool,
    /// Whether the column is a default column.
    pub is_default: bool,
}

const fn row(column: Column, name: &'static str, dtype: &'static str, needs: Needs) -> ColumnRow {
    ColumnRow { column, name, dtype, values: 1, needs, is_classic: false, is_default: true }
}

const fn classic(row: ColumnRow) -> ColumnRow {
    ColumnRow { is_classic: true, ..row }
}

const fn if_named(row: ColumnRow) -> ColumnRow {
    ColumnRow { is_default: false, ..row }
}

/// The columns in order.
pub const COLUMNS: [ColumnRow; 15] = {
    use Needs::{OneSolution, Puzzle, Search, Steps};
    const EXPLAINER: Needs = Steps(Some(Scale::Explainer));
    const HODOKU: Needs = Steps(Some(Scale::Hodoku));
    let counts = if_named(row(Column::Counts, "counts", "u2", Steps(None)));
    [
        row(Column::Clues, "clues", "u1", Puzzle),
        row(Column::Singles, "singles", "u1", Search),
        if_named(classic(row(Column::Guesses, "guesses", "f8", Search))),
        row(Column::Level, "level", "u1", HODOKU),
        row(Column::Score, "score", "i4", HODOKU),
        if_named(classic(row(Column::Er, "er", "f8", EXPLAINER))),
        if_named(classic(row(Column::Ep, "ep", "f8", EXPLAINER))),
        if_named(classic(row(Column::Ed, "ed", "f8", EXPLAINER))),
        if_named(classic(row(Column::Minutes, "minutes", "f8", OneSolution))),
        if_named(classic(row(Column::Te, "te", "u1", OneSolution))),
        if_named(classic(row(Column::B, "b", "f8", OneSolution))),
        if_named(classic(row(Column::Bxb, "bxb", "f8", OneSolution))),
        if_named(classic(row(Column::Bxbb, "bxbb", "f8", OneSolution))),
        if_named(row(Column::Hardest, "hardest", "u1", Steps(None))),
        ColumnRow { values: 1 + Technique::COUNT, ..counts },
    ]
};

const _: () = {
    let mut at = 0;
    while at < COLUMNS.len() {
        assert!(COLUMNS[at].column as usize == at, "rows are in the order of `Column`");
        at += 1;
    }
};

impl Column {
    /// The column's row in the table.
    pub const fn row(self) -> &'static ColumnRow {
        &COLUMNS[self as usize]
    }

    /// The size of the column in bytes, for boards of a side. Boards with 256 cells and more may have as many clues.
    pub const fn width(self, side: usize) -> usize {
        let row = self.row();
        let bytes = (row.dtype.as_bytes()[1] - b'0') as usize;
        match self {
            Column::Clues if side > 15 => 2 * bytes,
            _ => row.values * bytes,
        }
    }

    /// The scale whose steps the column requires.
    pub(super) const fn scale(self, chosen: Scale) -> Scale {
        match self.row().needs {
            Needs::Steps(Some(own)) => own,
            _ => chosen,
        }
    }

    /// Whether the column rates puzzles with one solution.
    pub const fn is_logic(self) -> bool {
        matches!(self.row().needs, Needs::OneSolution | Needs::Steps(_))
    }
}
