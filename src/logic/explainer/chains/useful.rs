//! Which static hints are still of use.
//!
//! ```text
//!   hints by rating   6.6 −z1    7.0 −z2    7.1 −z1    7.2 −z3    7.5 …        all that static chains remove: z1 z2 z3
//!                                                          └ limit             what comes later removes nothing new
//! ```

use super::bits::{Bits, CANDIDATES};
use super::hint::ChainHint;

/// What a search is after.
pub(super) enum StaticSink<'a> {
    /// The first in the order of preference.
    First(&'a mut Option<ChainHint>),
    /// All.
    All(&'a mut Vec<ChainHint>),
    /// Those that can remove something before all others.
    Useful(Box<UsefulStatics<'a>>),
}

/// Hints of which each candidate needs the first that removes it.
pub(super) struct UsefulStatics<'a> {
    pub(super) hints: &'a mut Vec<ChainHint>,
    pub(super) removable: Bits,
    /// Those that no hint removes yet.
    pub(super) left: Bits,
    /// The lowest rating of a hint that removes each candidate.
    pub(super) best: &'a mut [f64; CANDIDATES],
    /// The highest of these, once there is one for each.
    pub(super) limit: f64,
}

impl UsefulStatics<'_> {
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

impl StaticSink<'_> {
    /// Whether a hint of this rating and complexity can still be of use.
    pub(super) fn wants(&self, rating: f64, complexity: usize) -> bool {
        match self {
            StaticSink::First(Some(best)) => {
                rating < best.rating || rating == best.rating && complexity <= best.complexity
            }
            StaticSink::Useful(useful) => !useful.left.is_empty() || rating <= useful.limit,
            _ => true,
        }
    }

    pub(super) fn offer(&mut self, hint: ChainHint) {
        match self {
            StaticSink::First(best) => {
                if best.is_none_or(|best| hint.before(&best)) {
                    **best = Some(hint);
                }
            }
            StaticSink::All(hints) => hints.push(hint),
            StaticSink::Useful(useful) => useful.offer(hint),
        }
    }
}
