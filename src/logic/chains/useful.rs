//! Which static hints are still of use.
//!
//! ```text
//!   hints by rating   6.6 −z1    7.0 −z2    7.1 −z1    7.2 −z3    7.5 …        all that static chains remove: z1 z2 z3
//!                                                          └ limit             what comes later removes nothing new
//! ```

use super::bits::{Bits, CANDIDATES};
use super::hint::ChainHint;

/// What a search is after.
pub(super) enum Sink<'a> {
    /// The first in the order of preference.
    First(&'a mut Option<ChainHint>),
    /// All.
    All(&'a mut Vec<ChainHint>),
    /// Those that can remove something before all others.
    Useful(Box<Useful<'a>>),
}

/// Hints of which each candidate needs the first that removes it.
pub(super) struct Useful<'a> {
    pub(super) hints: &'a mut Vec<ChainHint>,
    pub(super) removable: Bits,
    /// Those that no hint removes yet.
    pub(super) left: Bits,
    /// The lowest rating of a hint that removes each candidate.
    pub(super) best: &'a mut [f64; CANDIDATES],
    /// The highest of these, once there is one for each.
    pub(super) limit: f64,
}

impl Useful<'_> {
    fn offer(&mut self, hint: ChainHint) {
        for candidate in hint.removed.iter() {
            self.left.remove(candidate);
            let best = &mut self.best[usize::from(candidate)];
            *best = best.min(hint.rating);
        }
        self.hints.push(hint);
    }

    /// Sets the limit.
    pub(super) fn limit(&mut self) {
        if self.left.is_empty() {
            let best = |candidate| self.best[usize::from(candidate)];
            self.limit = self.removable.iter().map(best).fold(0.0, f64::max);
        }
    }
}

impl Sink<'_> {
    /// Whether a hint of this rating and complexity can still be of use.
    pub(super) fn wants(&self, rating: f64, complexity: usize) -> bool {
        match self {
            Sink::First(Some(best)) => {
                rating < best.rating || rating == best.rating && complexity <= best.complexity
            }
            Sink::Useful(useful) => !useful.left.is_empty() || rating <= useful.limit,
            _ => true,
        }
    }

    pub(super) fn offer(&mut self, hint: ChainHint) {
        match self {
            Sink::First(best) => {
                if best.is_none_or(|best| hint.before(&best)) {
                    **best = Some(hint);
                }
            }
            Sink::All(hints) => hints.push(hint),
            Sink::Useful(useful) => useful.offer(hint),
        }
    }
}
