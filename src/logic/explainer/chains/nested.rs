//! Nested techniques and chains: patterns and chains within a chain.
//!
//! ```text
//!   level 1    locked candidates, hidden pairs, naked pairs, X-wings      (rules)
//!   level 2    level 1, then static chains
//!   level 3    level 2, then multiple chains
//!   level 4    level 1, then dynamic chains
//!   level 5    level 1, then dynamic chains of level 2
//! ```
//!
//! A nested chain is found in the position as reduced by the outer chain. It is used if it depends on a candidate that the
//! outer chain removed: a candidate missing from the cell or house through which an on of the nested chain follows. Its length
//! is added once to every outer chain that depends on it, so equal nested chains must be recognized, even across branches. Two
//! nested chains are equal if their conclusions are, end by end, breadth-first.

use std::sync::Arc;

use crate::control::Stop;
use crate::logic::nodes::Nodes;
use crate::logic::{Position, Techniques};

use super::bits::{Bits, mix};
use super::bounds::Removable;
use super::branch::Branch;
use super::complexity::{END, Walked};
use super::forcing::Forcing;
use super::hint::{ChainHint, choose, is_cycle};
use super::links::START;
use super::memory::{Found, Key, Memory};
use super::producer::{Producer, Scale};
use super::propagate::{Rules, gone_through};
use super::rules::{self, Pattern};
use super::search::{Sink, Useful, Walks};
use super::statics::Statics;

/// The techniques of one level, and the nested chains used so far.
pub(super) struct Nested {
    level: u8,
    scale: Option<Scale>,
    statics: Statics,
    removable: Removable,
    /// Whether the nested chains remove nothing from the initial position of the search; `None` if not computed.
    clean: Option<bool>,
    forcing: Option<Box<Forcing>>,
    useful: Useful,
    memory: Memory,
    hints: Vec<ChainHint>,
    walks: Walks,
    seen: Vec<u64>,
    walk: Vec<Walked>,
    /// The chains used in this search.
    used: Vec<Used>,
    signatures: Vec<u16>,
    /// A hash table of indices in `used`: 0 if the slot is empty, otherwise the index plus 1. The length is a power of two.
    table: Vec<u32>,
    /// Each chain used, with the position in which it holds, if steps are to be built.
    kept: Option<Vec<(ChainHint, Position)>>,
}

/// A nested chain that has been used.
struct Used {
    hash: u64,
    signature: std::ops::Range<u32>,
    complexity: u32,
}

impl Nested {
    pub(super) fn new() -> Nested {
        Nested {
            level: 1,
            scale: None,
            statics: Statics::new(),
            removable: Removable::new(),
            clean: None,
            forcing: None,
            useful: Useful::new(),
            memory: Memory::default(),
            hints: Vec::new(),
            walks: Walks::default(),
            seen: Vec::new(),
            walk: Vec::new(),
            used: Vec::new(),
            signatures: Vec::new(),
            table: Vec::new(),
            kept: None,
        }
    }

    /// Starts a search at a level.
    pub(super) fn begin(&mut self, level: u8, scale: Scale) {
        self.level = level;
        self.scale = Some(Scale { allowed: Techniques::DEFAULT, ..scale });
        self.clean = None;
        self.used.clear();
        self.signatures.clear();
        self.table.clear();
        self.table.resize(1024, 0);
    }

    /// Stores the chains used from now on, so that [`Nested::kept`] can return them.
    pub(super) fn keep(&mut self) {
        self.kept = Some(Vec::new());
    }

    /// A chain that was used, and the position in which it holds.
    pub(super) fn kept(&self, chain: u32) -> Option<&(ChainHint, Position)> {
        self.kept.as_ref()?.get(chain as usize)
    }

    /// Uses static chains. Returns the number of candidates that they remove.
    fn use_statics(
        &mut self,
        start: &Position,
        now: &Position,
        branch: &mut Branch,
        nodes: &Nodes<'_>,
    ) -> Result<usize, Stop> {
        let Some(scale) = self.scale else { return Ok(0) };
        let mut hints = std::mem::take(&mut self.hints);
        hints.clear();
        let nothing = Some(Bits::NONE);
        let clean = match self.clean {
            Some(clean) => clean,
            None => *self.clean.insert(self.removable.find(start) == nothing),
        };
        // From such a position, everything that chains remove depends on later removals, so every hint has parents.
        match self.removable.find(now).filter(|_| clean) {
            Some(removable) if removable.is_empty() => {}
            Some(removable) => self.statics.useful(now, scale, &removable, &mut hints, nodes)?,
            None => self.statics.all(now, scale, &mut hints, nodes)?,
        }
        choose(&mut hints, &mut self.seen);
        let mut removed = 0;
        for hint in &hints {
            self.walk.clear();
            self.statics.walk(now, hint, &mut self.walk);
            removed += self.use_chain(hint, start, now, branch);
        }
        self.hints = hints;
        Ok(removed)
    }

    /// Uses chains of several branches. Returns the number of candidates that they remove.
    fn use_forcing(
        &mut self,
        producer: Producer,
        start: &Position,
        now: &Position,
        branch: &mut Branch,
        nodes: &Nodes<'_>,
    ) -> Result<usize, Stop> {
        // If the initial position has no dynamic chains, everything that they remove depends on later removals, so each
        // candidate is removed by the preferred one of its hints. With the other producers a hint may have no parents: static
        // branches that end in a contradiction give no hints, and the parents of techniques nested in branches are not counted.
        let useful = producer == Producer::Dynamic && self.is_clean(start, nodes)?;
        let key = Key::new(producer, useful, now);
        let found = match self.memory.recall(&key) {
            Some(found) => {
                nodes.spend(found.nodes)?;
                found
            }
            None => {
                let found = Arc::new(self.search(producer, useful, now, nodes)?);
                self.memory.keep(key, found.clone());
                found
            }
        };
        let mut removed = 0;
        for hint in &found.hints {
            self.walk.clear();
            self.walk.extend_from_slice(found.walks.of(hint.created));
            let new = self.use_chain(hint, start, now, branch);
            debug_assert!(!useful || new > 0, "a useful hint removes something");
            removed += new;
        }
        Ok(removed)
    }

    /// Whether dynamic chains remove nothing from the initial position of the search.
    fn is_clean(&mut self, start: &Position, nodes: &Nodes<'_>) -> Result<bool, Stop> {
        let (Some(scale), None) = (self.scale, self.clean) else {
            return Ok(self.clean.unwrap_or(false));
        };
        // A cell with one candidate has no contradictions of its own.
        let clean = start.empty().iter().all(|at| start.candidates(at).len() > 1) && {
            let forcing = self.forcing.get_or_insert_with(|| Box::new(Forcing::new()));
            forcing.first(start, Producer::Dynamic, scale, nodes)?.is_none()
        };
        self.clean = Some(clean);
        Ok(clean)
    }

    /// Finds the hints of chains of several branches, in the order of their use.
    fn search(
        &mut self,
        producer: Producer,
        useful: bool,
        now: &Position,
        nodes: &Nodes<'_>,
    ) -> Result<Found, Stop> {
        let Some(scale) = self.scale else {
            return Ok(Found::new(&[], &Walks::default(), 0));
        };
        let left = nodes.left();
        let forcing = self.forcing.get_or_insert_with(|| Box::new(Forcing::new()));
        let (hints, walks) = if useful {
            self.useful.clear();
            forcing.search(now, producer, scale, &mut Sink::Useful(&mut self.useful), nodes)?;
            self.useful.choose();
            (&mut self.useful.hints, &self.useful.walks)
        } else {
            self.hints.clear();
            self.walks.clear();
            let mut sink = Sink::All(&mut self.hints, Some(&mut self.walks));
            forcing.search(now, producer, scale, &mut sink, nodes)?;
            (&mut self.hints, &self.walks)
        };
        choose(hints, &mut self.seen);
        Ok(Found::new(hints, walks, left - nodes.left()))
    }

    /// Uses the hint whose walk is in `self.walk`. Returns the number of candidates that it removes.
    fn use_chain(
        &mut self,
        hint: &ChainHint,
        start: &Position,
        now: &Position,
        branch: &mut Branch,
    ) -> usize {
        let cycle = is_cycle(hint.technique);
        let mut pattern = Pattern::new(start, now, branch);
        for walked in &self.walk {
            // In a reversed cycle the offs are on, each with the reason of the link that turned it off.
            if *walked == END || walked.reason >= START || walked.what & 1 == 0 && !cycle {
                continue;
            }
            let candidate = walked.what >> 1;
            gone_through(start, now, candidate, walked.reason, |gone| pattern.parent(gone));
        }
        if !pattern.usable() {
            return 0;
        }
        let chain = self.intern(hint, now);
        hint.removed.iter().filter(|&candidate| pattern.conclude(candidate, chain)).count()
    }

    /// The number of the chain whose walk is in `self.walk`. Equal chains have the same number.
    fn intern(&mut self, hint: &ChainHint, now: &Position) -> u32 {
        let first = u64::from(is_cycle(hint.technique));
        let hash = self.walk.iter().fold(first, |hash, walked| mix(hash ^ u64::from(walked.what)));
        if 2 * self.used.len() >= self.table.len() {
            let length = 2 * self.table.len();
            self.table.clear();
            self.table.resize(length, 0);
            for (number, used) in (1..).zip(&self.used) {
                let slot = free(&self.table, used.hash);
                self.table[slot] = number;
            }
        }
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        while self.table[slot] != 0 {
            let used = &self.used[self.table[slot] as usize - 1];
            let range = used.signature.start as usize..used.signature.end as usize;
            if used.hash == hash
                && self.signatures[range].iter().copied().eq(self.walk.iter().map(|w| w.what))
            {
                return self.table[slot] - 1;
            }
            slot = (slot + 1) & mask;
        }
        let begin = self.signatures.len() as u32;
        self.signatures.extend(self.walk.iter().map(|walked| walked.what));
        self.used.push(Used {
            hash,
            signature: begin..self.signatures.len() as u32,
            complexity: hint.complexity as u32,
        });
        if let Some(kept) = &mut self.kept {
            kept.push((*hint, now.clone()));
        }
        self.table[slot] = self.used.len() as u32;
        self.used.len() as u32 - 1
    }
}

/// The first free slot for a hash.
fn free(table: &[u32], hash: u64) -> usize {
    let mask = table.len() - 1;
    let mut slot = hash as usize & mask;
    while table[slot] != 0 {
        slot = (slot + 1) & mask;
    }
    slot
}

impl Rules for Nested {
    fn complexity(&self, chains: &[u32]) -> usize {
        chains.iter().map(|&chain| self.used[chain as usize].complexity as usize).sum()
    }

    fn apply(
        &mut self,
        start: &Position,
        now: &Position,
        branch: &mut Branch,
        nodes: &Nodes<'_>,
    ) -> Result<usize, Stop> {
        let mut removed = rules::apply(start, now, branch);
        let chains: &[Producer] = match self.level {
            0 | 1 => &[],
            2 => &[Producer::Static],
            3 => &[Producer::Static, Producer::Multiple],
            4 => &[Producer::Dynamic],
            _ => &[Producer::DynamicPlus(2)],
        };
        for &producer in chains {
            if removed == 0 {
                nodes.checkpoint()?;
                removed = match producer {
                    Producer::Static => self.use_statics(start, now, branch, nodes)?,
                    _ => self.use_forcing(producer, start, now, branch, nodes)?,
                };
            }
        }
        Ok(removed)
    }
}
