//! The selection of useful static hints.
//!
//! ```text
//!   hints by rating   6.6 −z1    7.0 −z2    7.1 −z1    7.2 −z3    7.5 …        all that static chains remove: z1 z2 z3
//!                                                          └ limit             later hints remove nothing new
//! ```

use super::bits::{Bits, CANDIDATES};
use super::hint::ChainHint;

/// The hints that a search collects.
pub(super) enum StaticSink<'a> {
    /// The most preferred hint.
    First(&'a mut Option<ChainHint>),
    /// All hints.
    All(&'a mut Vec<ChainHint>),
    /// The hints that may be the first to remove some candidate.
    Useful(Box<UsefulStatics<'a>>),
}

/// The hints needed to remove each candidate by the first hint that does.
pub(super) struct UsefulStatics<'a> {
    pub(super) hints: &'a mut Vec<ChainHint>,
    pub(super) removable: Bits,
    /// The candidates that no hint removes yet.
    pub(super) left: Bits,
    /// The lowest rating of a hint that removes each candidate.
    pub(super) best: &'a mut [f64; CANDIDATES],
    /// The maximum of these ratings, once every removable candidate has one.
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

    /// Sets the limit once it is known.
    pub(super) fn limit(&mut self) {
        if self.left.is_empty() {
            let best = |candidate| self.best[usize::from(candidate)];
            self.limit = self.removable.iter().map(best).fold(0.0, f64::max);
        }
    }
}

impl StaticSink<'_> {
    /// Whether a hint of this rating and complexity can still be needed.
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
