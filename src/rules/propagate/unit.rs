//! Hidden singles: a digit that has one place left in a unit goes there.
//!
//! All digits at once: one pass over the cells collects what occurs once, twice, and what is settled.

use crate::rules::state::{Conflict, State, is_single};

impl State<'_> {
    /// Settles the digits with one place in unit number `unit`.
    pub(super) fn hidden_singles(&mut self, unit: usize) -> Result<(), Conflict> {
        let rules = self.rules;
        let cells = rules.units.get(unit);
        let (mut once, mut twice, mut settled) = (0, 0, 0);
        for &cell in cells {
            let digits = self.domain[usize::from(cell)];
            twice |= once & digits;
            once |= digits;
            settled |= if is_single(digits) { digits } else { 0 };
        }
        if once != rules.all {
            self.blame(cells);
            return Err(Conflict);
        }
        let mut hidden = once & !twice & !settled;
        if hidden == 0 {
            return Ok(());
        }
        for &cell in cells {
            let here = self.domain[usize::from(cell)] & hidden;
            if here != 0 {
                if !is_single(here) {
                    self.blame(cells);
                    return Err(Conflict);
                }
                self.keep(cell, here)?;
                hidden ^= here;
                if hidden == 0 {
                    break;
                }
            }
        }
        Ok(())
    }
}
