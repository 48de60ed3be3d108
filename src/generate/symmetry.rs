//! The ten symmetries that a pattern of clues can have: the subgroups of the symmetries of a square.
//!
//! ```text
//!   none  horizontal  vertical  diagonal  antidiagonal  half_turn  quarter_turn  mirrors  diagonals  full
//!   AB    AB  rows    AA        A B       A B           AB         AA            AA       AB         AA
//!   CD    AB          BB        B A       C A           BA         AA            AA       BA         AA
//! ```
//!
//! Clues are removed by *orbits*: sets of 1 to 8 cells that the symmetries map to one another.

#![forbid(unsafe_code)]

use super::unavoidable::{CellSet, cells};

/// The rotations and reflections that preserve the pattern of clues.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Symmetry {
    /// No symmetry.
    None,
    /// Reflection that exchanges top and bottom.
    Horizontal,
    /// Reflection that exchanges left and right.
    Vertical,
    /// Reflection in the diagonal from the top left.
    Diagonal,
    /// Reflection in the diagonal from the top right.
    Antidiagonal,
    /// Rotation by 180 degrees.
    HalfTurn,
    /// Rotation by 90 degrees.
    QuarterTurn,
    /// `Horizontal` and `Vertical`.
    Mirrors,
    /// `Diagonal` and `Antidiagonal`.
    Diagonals,
    /// All rotations and reflections.
    Full,
}

/// Maps (row, column) on a board whose last row and column have the number given as third argument.
type Move = fn(usize, usize, usize) -> (usize, usize);

const HORIZONTAL: Move = |row, column, last| (last - row, column);
const VERTICAL: Move = |row, column, last| (row, last - column);
const DIAGONAL: Move = |row, column, _| (column, row);
const ANTIDIAGONAL: Move = |row, column, last| (last - column, last - row);
const HALF_TURN: Move = |row, column, last| (last - row, last - column);
const QUARTER_TURN: Move = |row, column, last| (column, last - row);

impl Symmetry {
    /// All ten symmetries, with their names in Python.
    pub const NAMED: [(&'static str, Symmetry); 10] = [
        ("none", Symmetry::None),
        ("horizontal", Symmetry::Horizontal),
        ("vertical", Symmetry::Vertical),
        ("diagonal", Symmetry::Diagonal),
        ("antidiagonal", Symmetry::Antidiagonal),
        ("half_turn", Symmetry::HalfTurn),
        ("quarter_turn", Symmetry::QuarterTurn),
        ("mirrors", Symmetry::Mirrors),
        ("diagonals", Symmetry::Diagonals),
        ("full", Symmetry::Full),
    ];

    /// The name of the symmetry.
    pub fn name(self) -> &'static str {
        Symmetry::NAMED.iter().find(|(_, symmetry)| *symmetry == self).map_or("", |(name, _)| name)
    }

    /// Moves that generate the group.
    fn moves(self) -> &'static [Move] {
        match self {
            Symmetry::None => &[],
            Symmetry::Horizontal => &[HORIZONTAL],
            Symmetry::Vertical => &[VERTICAL],
            Symmetry::Diagonal => &[DIAGONAL],
            Symmetry::Antidiagonal => &[ANTIDIAGONAL],
            Symmetry::HalfTurn => &[HALF_TURN],
            Symmetry::QuarterTurn => &[QUARTER_TURN],
            Symmetry::Mirrors => &[HORIZONTAL, VERTICAL],
            Symmetry::Diagonals => &[DIAGONAL, ANTIDIAGONAL],
            Symmetry::Full => &[HORIZONTAL, DIAGONAL],
        }
    }

    /// The orbits of the cells of a board with `side` rows, ordered by their first cells.
    pub fn groups(self, side: usize) -> Vec<Vec<usize>> {
        let mut seen = vec![false; side * side];
        let mut groups = Vec::new();
        for cell in 0..side * side {
            if seen[cell] {
                continue;
            }
            seen[cell] = true;
            let mut group = vec![cell];
            let mut next = 0;
            while let Some(&cell) = group.get(next) {
                next += 1;
                for step in self.moves() {
                    let (row, column) = step(cell / side, cell % side, side - 1);
                    let image = side * row + column;
                    if !seen[image] {
                        seen[image] = true;
                        group.push(image);
                    }
                }
            }
            groups.push(group);
        }
        groups
    }

    /// The image of each cell under each rotation and reflection, the identity first.
    pub fn permutations(self, side: usize) -> Vec<Vec<usize>> {
        let mut all: Vec<Vec<usize>> = vec![(0..side * side).collect()];
        let mut next = 0;
        while let Some(known) = all.get(next).cloned() {
            next += 1;
            for step in self.moves() {
                let image = |&cell: &usize| {
                    let (row, column) = step(cell / side, cell % side, side - 1);
                    side * row + column
                };
                let image: Vec<usize> = known.iter().map(image).collect();
                if !all.contains(&image) {
                    all.push(image);
                }
            }
        }
        all
    }

    /// The orbits of a classic board as sets.
    pub fn orbits(self) -> Vec<CellSet> {
        let set = |group: Vec<usize>| group.iter().fold(0, |set, cell| set | 1 << cell);
        self.groups(9).into_iter().map(set).collect()
    }

    /// The orbit of each cell of a classic board.
    pub fn orbit_of_each(self) -> [CellSet; 81] {
        let mut of_each = [0; 81];
        for orbit in self.orbits() {
            cells(orbit).for_each(|cell| of_each[cell] = orbit);
        }
        of_each
    }

    /// Whether a pattern of clues has this symmetry.
    #[cfg(test)]
    pub fn holds(self, cells: CellSet) -> bool {
        self.orbits().iter().all(|orbit| cells & orbit == 0 || cells & orbit == *orbit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_groups_with_the_right_numbers_of_orbits() {
        // Burnside: (81 + fixed cells of the other members) / members.
        let expected = [81, 45, 45, 45, 45, 41, 21, 25, 25, 15];
        for ((name, symmetry), expected) in Symmetry::NAMED.into_iter().zip(expected) {
            let orbits = symmetry.orbits();
            assert_eq!(orbits.len(), expected, "{name}");
            assert_eq!(orbits.iter().sum::<CellSet>(), (1 << 81) - 1, "{name}");
        }
        // On a board with an even side, no cell lies on both mirrors.
        let sizes = Symmetry::Mirrors.groups(6);
        assert!(sizes.len() == 9 && sizes.iter().all(|group| group.len() == 4));
        assert!(Symmetry::HalfTurn.holds(1 | 1 << 80) && !Symmetry::HalfTurn.holds(1 | 1 << 72));
    }
}
