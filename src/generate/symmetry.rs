//! The ten symmetries that a pattern of clues can have: the subgroups of the symmetries of a square.
//!
//! ```text
//!   none  horizontal  vertical  diagonal  antidiagonal  half-turn  quarter-turn  mirrors  diagonals  full
//!   AB    AB  rows    AA        A B       A B           AB         AA            AA       AB         AA
//!   CD    AB          BB        B A       C A           BA         AA            AA       BA         AA
//! ```
//!
//! Clues come and go by *orbits*, the cells that the symmetries carry into one another: 1 to 8 cells.

#![forbid(unsafe_code)]

use super::unavoidable::CellSet;

/// What turning and mirroring leaves the pattern of clues as it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Symmetry {
    /// Nothing.
    None,
    /// Top and bottom exchanged.
    Horizontal,
    /// Left and right exchanged.
    Vertical,
    /// Mirrored at the diagonal from the top left.
    Diagonal,
    /// Mirrored at the diagonal from the top right.
    Antidiagonal,
    /// Turned by 180 degrees.
    HalfTurn,
    /// Turned by 90 degrees.
    QuarterTurn,
    /// Both `Horizontal` and `Vertical`.
    Mirrors,
    /// Both `Diagonal` and `Antidiagonal`.
    Diagonals,
    /// Everything.
    Full,
}

type Move = fn(usize, usize) -> (usize, usize);

const HORIZONTAL: Move = |row, column| (8 - row, column);
const VERTICAL: Move = |row, column| (row, 8 - column);
const DIAGONAL: Move = |row, column| (column, row);
const ANTIDIAGONAL: Move = |row, column| (8 - column, 8 - row);
const HALF_TURN: Move = |row, column| (8 - row, 8 - column);
const QUARTER_TURN: Move = |row, column| (column, 8 - row);

impl Symmetry {
    /// All ten, with the names that Python uses.
    pub const NAMED: [(&'static str, Symmetry); 10] = [
        ("none", Symmetry::None),
        ("horizontal", Symmetry::Horizontal),
        ("vertical", Symmetry::Vertical),
        ("diagonal", Symmetry::Diagonal),
        ("antidiagonal", Symmetry::Antidiagonal),
        ("half-turn", Symmetry::HalfTurn),
        ("quarter-turn", Symmetry::QuarterTurn),
        ("mirrors", Symmetry::Mirrors),
        ("diagonals", Symmetry::Diagonals),
        ("full", Symmetry::Full),
    ];

    /// Its name.
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

    /// The orbits, by their first cells.
    pub fn orbits(self) -> Vec<CellSet> {
        let mut orbits = Vec::new();
        let mut seen: CellSet = 0;
        for cell in 0..81 {
            if seen >> cell & 1 == 1 {
                continue;
            }
            let mut orbit: CellSet = 1 << cell;
            loop {
                let grown = self.moves().iter().fold(orbit, |grown, step| {
                    (0..81).filter(|i| orbit >> i & 1 == 1).fold(grown, |grown, i| {
                        let (row, column) = step(i / 9, i % 9);
                        grown | 1 << (9 * row + column)
                    })
                });
                if grown == orbit {
                    break;
                }
                orbit = grown;
            }
            seen |= orbit;
            orbits.push(orbit);
        }
        orbits
    }

    /// Whether a pattern of clues has this symmetry.
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
        assert!(Symmetry::HalfTurn.holds(1 | 1 << 80) && !Symmetry::HalfTurn.holds(1 | 1 << 72));
    }
}
