//! Locked candidates, for any unit and any peers: what all places of a digit in a unit see cannot hold it.
//!
//! ```text
//!   unit   [ a b c | d e f g h i ]      cells outside that see exactly a, b and c: the rest of their box
//! ```
//!
//! If none of d..i can hold a digit, it is in a, b or c, and the cells that see all three lose it. For each unit the cells
//! outside are sorted by which of its cells they see; each such set is a [`Lock`]. Locks whose sets do not overlap are judged
//! together, in one pass over the unit: a digit that occurs in one set, and in no other and not in the rest, is
//! locked. A row of classic Sudoku has its three box parts, a box its three rows and its three columns; rules such
//! as anti-knight bring their own.

use std::collections::BTreeMap;

use crate::rules::rule_set::PeerSets;
use crate::rules::state::{Conflict, State};

/// Sets of cells of a unit that do not overlap, each with the cells that see all of it.
#[derive(Clone, Default, Debug)]
pub(in crate::rules) struct Lock {
    sets: Vec<(Vec<u16>, Vec<u16>)>,
    /// The cells of the unit in none of the sets.
    rest: Vec<u16>,
}

/// The locks of a unit.
pub(in crate::rules) fn locks(unit: &[u16], peers: &PeerSets) -> Vec<Lock> {
    let mut by_sight: BTreeMap<Vec<u16>, Vec<u16>> = BTreeMap::new();
    for cell in (0..peers.cells() as u16).filter(|cell| !unit.contains(cell)) {
        let seen: Vec<u16> =
            unit.iter().copied().filter(|&inside| peers.are(cell, inside)).collect();
        // One seen cell is a placed digit's business.
        if seen.len() > 1 {
            by_sight.entry(seen).or_default().push(cell);
        }
    }
    let mut locks: Vec<Lock> = Vec::new();
    for (seen, watchers) in by_sight {
        let apart = |lock: &&mut Lock| {
            lock.sets.iter().all(|(other, _)| other.iter().all(|cell| !seen.contains(cell)))
        };
        match locks.iter_mut().find(apart) {
            Some(lock) => lock.sets.push((seen, watchers)),
            None => locks.push(Lock { sets: vec![(seen, watchers)], rest: Vec::new() }),
        }
    }
    for lock in &mut locks {
        let outside = |cell: &&u16| lock.sets.iter().all(|(set, _)| !set.contains(cell));
        lock.rest = unit.iter().filter(outside).copied().collect();
    }
    locks
}

impl State<'_> {
    /// Takes out what the locks of unit number `unit` rule out.
    pub(super) fn lock(&mut self, unit: usize) -> Result<(), Conflict> {
        let rules = self.rules;
        for lock in &rules.locks[unit] {
            let held = |cells: &[u16], domain: &[u64]| {
                cells.iter().fold(0, |digits, &cell| digits | domain[usize::from(cell)])
            };
            let mut once = held(&lock.rest, &self.domain);
            let mut twice = once;
            for (set, _) in &lock.sets {
                let digits = held(set, &self.domain);
                twice |= once & digits;
                once |= digits;
            }
            let locked = once & !twice;
            if locked == 0 {
                continue;
            }
            for (set, watchers) in &lock.sets {
                let here = held(set, &self.domain) & locked;
                if here == 0 {
                    continue;
                }
                for &cell in watchers {
                    self.keep(cell, !here)?;
                }
            }
        }
        Ok(())
    }
}
