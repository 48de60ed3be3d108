//! Uniformly random complete grids: each of the 6,670,903,752,021,072,936,960 grids has the same probability.
//!
//! A grid is drawn by rejection. A *proposal* (one 64-bit word, `proposal.rs`) encodes row and column partitions of
//! digits for most boxes and a threshold below 224. It is accepted if its number of completions exceeds the threshold,
//! which happens once in 4.66 times. The threshold then selects the completion, and a second word the labels
//! (`build.rs`).
//!
//! *Invariant.* Every grid corresponds to exactly one (proposal, threshold, label), so all grids are equally likely.
//! The sum of completions over all proposals, computed with the same tables, is exactly the number of grids; a test
//! checks this (`proof.rs`).
//!
//! ```text
//!   item i of family f      word 0 … 6     proposals          word 7  label         round 0
//!                           word 0 … 7     more proposals                           rounds 1, 2, …
//!   lane = f · 256 + round; the eight words of item i are words 8i … 8i + 7 of the lane
//! ```
//!
//! A grid therefore depends only on its own words, and the words of consecutive items are contiguous. The items of a
//! block advance together: all open items try their next word, phase A looks up the tables and drops the proposals
//! excluded by a bound, phase B counts the completions of the others, and accepted items leave. Neither phase branches
//! on random data. Portable and vector code produce the same grids.
//!
//! *Cost.* See docs/dev/generating.md.
//!
//! *Credit.* The method is this project's own. Band and stack partitions and the 56 structures go back to B.
//! Felgenhauer and F. Jarvis (2005).

mod arch;
mod build;
mod partition;
#[cfg(test)]
mod proof;
mod proposal;
mod tables;

use crate::board::Grid;
use crate::cpu::Backend;
use crate::random::{Domain, Key};

use build::Label;
use proposal::Open;
use tables::Tables;

/// An infinite stream of uniformly random grids.
#[derive(Clone, Copy, Debug)]
pub struct GridStream {
    /// The seed.
    pub key: Key,
    /// The purpose of the grids.
    pub domain: Domain,
    /// The number of the stream, below 2^40.
    pub family: u64,
    /// The kernels, which do not affect the result.
    pub backend: Backend,
}

/// The number of items that advance together; their words (32 KB) stay in the first-level cache.
const BLOCK: usize = 512;

/// The exclusive upper bound of item numbers.
pub const ITEMS: u64 = 1 << 60;

impl GridStream {
    /// Fills `out` with the grids number `first`, `first + 1`, … of the stream.
    ///
    /// # Panics
    /// If an item's number is [`ITEMS`] or more.
    pub fn fill(&self, first: u64, out: &mut [Grid]) {
        assert!(first.checked_add(out.len() as u64).is_some_and(|end| end <= ITEMS));
        let tables = Tables::get();
        let mut work = Work::new();
        for (block, out) in out.chunks_mut(BLOCK).enumerate() {
            self.block(tables, &mut work, first + (block * BLOCK) as u64, out);
        }
    }

    fn block(&self, tables: &Tables, work: &mut Work, first: u64, out: &mut [Grid]) {
        let lane = |round: u64| self.family << 8 | round;
        let Work { words, labels, live, open, accepted } = work;
        let words = &mut words[..out.len()];
        self.key.words(self.domain, lane(0), 8 * first).fill(words.as_flattened_mut());
        live.clear();
        live.extend(0..out.len() as u32);
        for (item, (label, words)) in (first..).zip(labels.iter_mut().zip(words.iter())) {
            let mut more = None;
            *label = Label::new(words[7], || {
                more.get_or_insert_with(|| self.key.words(self.domain, lane(255), 8 * item))
                    .next_word()
            });
        }
        let mut round = 0;
        while !live.is_empty() {
            for attempt in 0..if round == 0 { 7 } else { 8 } {
                arch::attempt(self.backend, tables, words, attempt, live, open, accepted);
            }
            round += 1;
            // A seek costs as much as reading four consecutive items.
            if live.len() > out.len() / 4 {
                self.key.words(self.domain, lane(round), 8 * first).fill(words.as_flattened_mut());
            } else {
                for &slot in live.iter() {
                    let first = 8 * (first + u64::from(slot));
                    self.key.words(self.domain, lane(round), first).fill(&mut words[slot as usize]);
                }
            }
        }
        arch::build(self.backend, tables, accepted, labels, out);
    }
}

/// The buffers of a block.
struct Work {
    /// The words of each item in this round.
    words: Vec<[u64; 8]>,
    labels: Vec<Label>,
    /// The items without a grid.
    live: Vec<u32>,
    /// The proposals of this attempt whose completions are counted.
    open: Vec<Open>,
    /// The accepted word of each item.
    accepted: Vec<u64>,
}

impl Work {
    fn new() -> Work {
        Work {
            words: vec![[0; 8]; BLOCK],
            labels: vec![Label::default(); BLOCK],
            live: Vec::with_capacity(BLOCK),
            open: vec![Open::default(); BLOCK],
            accepted: vec![0; BLOCK],
        }
    }
}
