//! Locked candidates for any unit and any peers: a cell that sees all places of a digit in a unit cannot hold it.
//!
//! ```text
//!   unit   [ a b c | d e f g h i ]      cells outside that see exactly a, b and c: the rest of their box
//! ```
//!
//! If none of d..i can hold a digit, it is in a, b or c, and the cells that see all three lose it. For each unit, the
//! cells outside are grouped by the set of cells of the unit that they see; each such set is part of a [`Lock`]. Sets
//! that do not overlap are processed together, in one pass over the unit: a digit that occurs in one set, and neither
//! in another set nor in the rest, is locked. A row of classic Sudoku has its three box parts, a box its three rows and
//! its three columns; rules such as anti-knight have other patterns.

#![forbid(unsafe_code)]

use crate::rules::lists::Lists;

/// Disjoint sets of cells of a unit, each with the cells that see all of it.
#[derive(Clone, Default, Debug)]
pub(super) struct Lock {
    pub sets: Vec<(Vec<u16>, Vec<u16>)>,
    /// The cells of the unit that are in none of the sets.
    pub rest: Vec<u16>,
}

/// The locks of a unit.
pub(super) fn locks(unit: &[u16], peers: &Lists<u16>) -> Vec<Lock> {
    // For each cell, the places of the unit that it sees.
    let mut seen = vec![0u64; peers.len()];
    for (place, &cell) in unit.iter().enumerate() {
        for &peer in peers.get(usize::from(cell)) {
            seen[usize::from(peer)] |= 1 << place;
        }
    }
    unit.iter().for_each(|&cell| seen[usize::from(cell)] = 0);
    let mut locks: Vec<(u64, Lock)> = Vec::new();
    let mut by_seen: Vec<(u64, u16)> = seen.into_iter().zip(0..).collect();
    // Cells that see only one place are left to placed digits.
    by_seen.retain(|&(seen, _)| seen & seen.wrapping_sub(1) != 0);
    by_seen.sort_unstable();
    for watchers in by_seen.chunk_by(|(one, _), (other, _)| one == other) {
        let seen = watchers[0].0;
        let set = (0..unit.len()).filter(|place| seen >> place & 1 == 1).map(|place| unit[place]);
        let set = (set.collect(), watchers.iter().map(|&(_, cell)| cell).collect());
        match locks.iter_mut().find(|(all, _)| all & seen == 0) {
            Some((all, lock)) => {
                *all |= seen;
                lock.sets.push(set);
            }
            None => locks.push((seen, Lock { sets: vec![set], rest: Vec::new() })),
        }
    }
    let finish = |(all, mut lock): (u64, Lock)| {
        let rest = unit.iter().enumerate().filter(|(place, _)| all >> place & 1 == 0);
        lock.rest = rest.map(|(_, &cell)| cell).collect();
        lock
    };
    locks.into_iter().map(finish).collect()
}
