//! Guesses as a measure: the mean over members of a puzzle's class.

#![forbid(unsafe_code)]

use crate::board::Grid;
use crate::control::Control;
use crate::cpu::Backend;
use crate::error::Error;
use crate::random::Key;
use crate::solve;
use crate::symmetry::{self, Draw, Group, Transform};

use super::rate::known;

/// The number of members of a class over which guesses are averaged. Another number, or another search, would be a
/// different measure.
const MEMBERS: usize = 8;

/// The mean number of guesses of the portable kernel over members of each puzzle's class; `None` if the budget ran out.
///
/// The members are fixed transformations of the canonical form, so equivalent puzzles have equal means. Propagation
/// alone solves either all members of a class or none.
pub(super) fn guesses(
    backend: Backend,
    puzzles: &[Grid],
    control: &Control<'_>,
) -> Result<Vec<Option<f64>>, Error> {
    let count = |puzzle: &Grid| known(solve::guesses(puzzle, control).map(|count| count as f64));
    let solved = known(solve::solved_by_locked(backend, puzzles, control))?
        .unwrap_or_else(|| vec![false; puzzles.len()]);
    let mut means = Vec::with_capacity(puzzles.len());
    for (puzzle, solved) in puzzles.iter().zip(solved) {
        means.push(if solved { Some(0.0) } else { count(puzzle)? });
    }
    let open: Vec<usize> = (0..puzzles.len()).filter(|&row| means[row] != Some(0.0)).collect();
    if open.is_empty() {
        return Ok(means);
    }
    let chosen: Vec<Grid> = open.iter().map(|&row| puzzles[row]).collect();
    let mut forms = vec![Grid::EMPTY; chosen.len()];
    let counts = &mut vec![0; chosen.len()];
    if known(symmetry::canonical(backend, &chosen, &mut forms, counts, control))?.is_none() {
        open.iter().for_each(|&row| means[row] = None);
        return Ok(means);
    }
    let members = members();
    for (row, form) in open.into_iter().zip(forms) {
        let mut sum = Some(0.0);
        for member in &members {
            sum = match (sum, count(&member.apply(&form))?) {
                (Some(sum), Some(guesses)) => Some(sum + guesses),
                _ => None,
            };
        }
        means[row] = sum.map(|sum| sum / MEMBERS as f64);
    }
    Ok(means)
}

/// The transformations from a canonical form to the members of its class.
fn members() -> [Transform; MEMBERS] {
    let key = Key::from_u64(1);
    let mut draw = Draw::new(&key, Group::All, 0);
    std::array::from_fn(|_| draw.next_transform())
}
