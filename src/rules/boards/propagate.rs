//! Deductions to a fixpoint, for all cells of a digit at once.
//!
//! ```text
//!   cells with one digit     counted over the boards: once and not twice
//!   relations                of the cells that changed
//!   units                    those where a digit changed: dead ends, hidden singles
//!   few places               two or three places of a digit in such units: the candidates that they all rule out
//!   totals, automata         those with a cell that changed
//!   groups of cells          [`crate::rules::strong`]: those with a cell that changed, after some nodes
//! ```
//!
//! A kind of deduction is used only when the kinds above it find nothing more.

#![forbid(unsafe_code)]

use std::iter::repeat_n;

use crate::cpu::Backend;
use crate::rules::arch::{DIGITS, Steps, Units, Vectors};
use crate::rules::compiled::Compiled;
use crate::rules::complete::Complete;
use crate::rules::digits::{Conflict, bits};
use crate::rules::families::MOST_DIGITS;
use crate::rules::lists::Lists;
use crate::rules::parts::{Needed, Scratch};
use crate::rules::strong::Strong;

use super::board::Board;
use super::cells::{Cells, and, and3, for_each, has, or, some, some_of_three, without};
use super::masks::Masks;

/// Compiled rules, with their masks as sets of `W` words.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Rules<'r, const W: usize> {
    pub(super) compiled: &'r Compiled,
    pub(super) masks: &'r Masks,
    pub(super) all: Cells<W>,
    pub(super) peers: &'r [Cells<W>],
    pub(super) units: &'r [Cells<W>],
    partners: &'r [Cells<W>],
    closed: &'r [Cells<W>],
    totals: &'r [Cells<W>],
    automata: &'r [Cells<W>],
    /// The deductions about groups of cells, if they are used, and the backend for them.
    strong: Option<(&'r Strong, Backend)>,
}

/// Cells that took part in a conflict.
pub(super) type Culprits<const W: usize> = Cells<W>;

impl<'r, const W: usize> Rules<'r, W> {
    /// Compiled rules whose sets of cells have `W` words, with their masks.
    #[inline]
    pub fn new(
        compiled: &'r Compiled,
        masks: &'r Masks,
        strong: Option<(&'r Strong, Backend)>,
    ) -> Rules<'r, W> {
        let sets = |words: &'r [u64]| words.as_chunks::<W>().0;
        Rules {
            compiled,
            masks,
            all: sets(&masks.all)[0],
            peers: sets(compiled.geometry.peer_words()),
            units: sets(&compiled.geometry.complete().sets),
            partners: sets(&masks.partners),
            closed: sets(&masks.closed),
            totals: sets(&masks.totals),
            automata: sets(&masks.automata),
            strong,
        }
    }

    /// The maximum number of cells of a conflict that are counted; a conflict of more cells says little about each of
    /// them. With more than [`MOST_DIGITS`] digits, the order of guesses determines which of several solutions is
    /// found, so it must not change.
    #[inline(always)]
    pub(super) fn most_culprits(&self) -> u32 {
        if self.compiled.digits <= MOST_DIGITS { self.compiled.digits as u32 } else { u32::MAX }
    }

    /// Propagates to a fixpoint. `seen` contains the places of the board at its last fixpoint; without it, all rules
    /// are checked.
    ///
    /// # Errors
    /// There is no solution; the error contains the cells of the conflict.
    #[inline(always)]
    pub(super) fn propagate(
        &self,
        board: &mut Board<W>,
        seen: Option<&[Cells<W>; DIGITS]>,
        memory: &mut Memory,
        vectors: impl Vectors,
    ) -> Result<(), Culprits<W>> {
        let largest = self.compiled.digits;
        let mut begun = seen.is_some();
        let mut seen = seen.copied().unwrap_or(board.places);
        let mut for_units = [[0; W]; DIGITS];
        let mut few = [0; DIGITS];
        let summed = self.masks.summed.as_chunks::<W>().0[0];
        let mut for_sums = [0; W];
        let mut for_strong = [0; W];
        memory.pending.fill(false);
        loop {
            let done = board.done;
            vectors.singles(&mut board.places, &mut board.done, &self.all, self.peers)?;
            let mut changed = vectors.catch_up(&board.places, &mut seen, &mut for_units);
            if !begun {
                begun = true;
                changed = self.all;
                for_units = [self.all; DIGITS];
            }
            for_sums = or(&for_sums, &and(&changed, &summed));
            for_strong = or(&for_strong, &changed);
            if self.relate(board, &without(&changed, &done), vectors)
                || self.check_units(board, &mut for_units, &mut few, vectors)?
                || self.check_few_places(board, &mut few, vectors)
            {
                continue;
            }
            if some(&for_sums) {
                let due = std::mem::replace(&mut for_sums, [0; W]);
                for_each!(cell in due => {
                    board.sets[cell / 64][cell % 64] = board.digits(largest, cell) as u16;
                });
                let Memory { sums, states, sets, totals, automata, .. } = memory;
                let rules = self.compiled;
                let added = self.narrow_due(
                    board,
                    (&due, self.totals),
                    (sets, totals),
                    |i| rules.totals[i].cells(),
                    |i, sets| rules.totals[i].narrow(largest, sets, sums),
                )?;
                let read = self.narrow_due(
                    board,
                    (&due, self.automata),
                    (sets, automata),
                    |i| rules.automata[i].cells(),
                    |i, sets| rules.automata[i].narrow(sets, states),
                )?;
                if added || read {
                    continue;
                }
            }
            if let Some(strong) = self.strong
                && board.done != self.all
            {
                let due = std::mem::replace(&mut for_strong, [0; W]);
                if self.narrow_groups(board, strong, &due, memory)? {
                    continue;
                }
            }
            return Ok(());
        }
    }

    /// Removes from the partners of these cells the digits that the cells do not support; returns whether there were
    /// any.
    ///
    /// Processes all cells at once for each digit: the cells without any digit that supports it.
    #[inline(always)]
    fn relate(&self, board: &mut Board<W>, cells: &Cells<W>, vectors: impl Vectors) -> bool {
        let largest = self.compiled.digits;
        let mut changed = false;
        for (number, table) in self.masks.tables.iter().enumerate() {
            let sources = and(&table.sources.as_chunks::<W>().0[0], cells);
            if !some(&sources) {
                continue;
            }
            if !table.steps.is_empty() {
                let (supports, beside, steps) = (&table.supports, &table.beside, &table.steps);
                let from = table.from.as_chunks().0;
                let relation = Steps { supports, beside, steps, from };
                changed |= vectors.relate(&mut board.places, &sources, relation);
                continue;
            }
            let partners = &self.partners[number * self.peers.len()..];
            let places = &board.places[..largest];
            let against = vectors.unsupported(places, &sources, &table.supports, &table.misfits);
            let mut digits = u64::from(against.digits) & self.compiled.all;
            while digits != 0 {
                let e = digits.trailing_zeros() as usize;
                digits &= digits - 1;
                let mut gone = [0; W];
                for w in 0..W {
                    let mut word = against.cells[w][e];
                    while word != 0 {
                        gone = or(&gone, &partners[64 * w + word.trailing_zeros() as usize]);
                        word &= word - 1;
                    }
                }
                changed |= some(&and(&gone, &board.places[e]));
                board.places[e] = without(&board.places[e], &gone);
            }
        }
        changed
    }

    /// The units numbered 64 · i and above.
    #[inline(always)]
    fn units_from(&self, i: usize) -> Units<'r> {
        let Complete { eights, bits_of_cell, .. } = self.compiled.geometry.complete();
        let cells = self.peers.len();
        Units {
            eights: &eights[8 * W * i..eights.len().min(8 * W * (i + 1))],
            of_cell: &bits_of_cell[cells * i..cells * (i + 1)],
        }
    }

    /// Checks the units where digits `changed`, and clears `changed`; returns whether any candidate was removed.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "iterators are not always inlined here")]
    fn check_units(
        &self,
        board: &mut Board<W>,
        changed: &mut [Cells<W>; DIGITS],
        few: &mut [u64; DIGITS],
        vectors: impl Vectors,
    ) -> Result<bool, Culprits<W>> {
        let largest = self.compiled.digits;
        let mut hidden = [[0; W]; DIGITS];
        let (mut some_digit, mut two_digits) = ([0; W], [0; W]);
        // The set of changed digits follows no pattern, and a branch for each would cost more than collecting them.
        let mut digits = 0u32;
        for d in 0..largest {
            digits |= u32::from(some(&changed[d])) << d;
        }
        while digits != 0 {
            let d = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            let due = changed[d];
            for (i, units) in self.units.chunks(64).enumerate() {
                let counts = vectors.unit_counts(self.units_from(i), &board.places[d], &due);
                if counts.none != 0 {
                    return Err(units[counts.none.trailing_zeros() as usize]);
                }
                let here = without(&without(&counts.alone, &board.done), &hidden[d]);
                two_digits = or(&two_digits, &and(&some_digit, &here));
                some_digit = or(&some_digit, &here);
                hidden[d] = or(&hidden[d], &here);
                // Units beyond the first 64 are only checked for hidden singles.
                few[d] |= if i == 0 { counts.few } else { 0 };
            }
        }
        *changed = [[0; W]; DIGITS];
        if some(&two_digits) {
            return Err(two_digits);
        }
        if some(&some_digit) {
            for hidden in &mut hidden {
                *hidden = without(&some_digit, hidden);
            }
            vectors.take(&mut board.places, &hidden);
            return Ok(true);
        }
        Ok(false)
    }

    /// Checks the units with a `few` places for a digit, and clears `few`; returns whether any candidate was removed.
    #[inline(always)]
    fn check_few_places(
        &self,
        board: &mut Board<W>,
        few: &mut [u64; DIGITS],
        vectors: impl Vectors,
    ) -> bool {
        let (units, cells) = (self.units, self.peers.len());
        let mut gone = [[0; W]; DIGITS];
        for d in 0..self.compiled.digits {
            let mut few = std::mem::replace(&mut few[d], 0);
            // The cells related to all places in some unit, for one table after another.
            let (mut table, mut near) = (0, [0; W]);
            while few != 0 {
                let places = and(&board.places[d], &units[few.trailing_zeros() as usize]);
                few &= few - 1;
                let [first, second, third] = some_of_three(&places);
                let seen = and3(&self.peers[first], &self.peers[second], &self.peers[third]);
                gone[d] = or(&gone[d], &seen);
                for &next in self.masks.tables_at.get(first) {
                    if next != table {
                        self.add_misfits(d, table, &near, &mut gone);
                        (table, near) = (next, [0; W]);
                    }
                    let closed = &self.closed[table as usize * cells..][..cells];
                    let cells = and3(&closed[first], &closed[second], &closed[third]);
                    // If a place does not hold the digit, another place does.
                    near = or(&near, &cells);
                    let misfits = u64::from(self.masks.tables[table as usize].misfits[d]);
                    let others =
                        and(&without(&cells, &places), &[(misfits >> d & 1).wrapping_neg(); W]);
                    gone[d] = or(&gone[d], &others);
                }
            }
            self.add_misfits(d, table, &near, &mut gone);
        }
        vectors.take(&mut board.places, &gone)
    }

    /// Adds these cells to `gone` for the other digits that are not compatible with digit d + 1.
    #[inline(always)]
    fn add_misfits(&self, d: usize, table: u32, cells: &Cells<W>, gone: &mut [Cells<W>; DIGITS]) {
        if some(cells) {
            let mut misfits = self.masks.tables[table as usize].misfits[d] & !(1 << d);
            while misfits != 0 {
                let e = misfits.trailing_zeros() as usize;
                misfits &= misfits - 1;
                gone[e] = or(&gone[e], cells);
            }
        }
    }

    /// Narrows the sets of cells by each deduction, identified by number, that has a cell in `due`; returns whether any
    /// candidate was removed.
    #[inline(always)]
    fn narrow_due<'a>(
        &self,
        board: &mut Board<W>,
        (due, masks): (&Cells<W>, &[Cells<W>]),
        (sets, last): (&mut Vec<u64>, &mut Lists<u64>),
        cells: impl Fn(usize) -> &'a [u16],
        mut deduce: impl FnMut(usize, &mut [u64]) -> Result<(), Conflict>,
    ) -> Result<bool, Culprits<W>> {
        let mut changed = false;
        for (i, mask) in masks.iter().enumerate() {
            if some(&and(mask, due)) {
                let last = last.get_mut(i);
                changed |=
                    self.narrow(board, cells(i), mask, sets, last, |sets| deduce(i, sets))?;
            }
        }
        Ok(changed)
    }

    /// Narrows the sets of cells by the deductions about groups of cells that have a cell in `due` or are pending.
    /// Returns whether any candidate was removed; deductions not applied remain pending.
    #[inline(never)]
    fn narrow_groups(
        &self,
        board: &mut Board<W>,
        (strong, backend): (&Strong, Backend),
        due: &Cells<W>,
        memory: &mut Memory,
    ) -> Result<bool, Culprits<W>> {
        let largest = self.compiled.digits;
        let Memory { groups, pending, scratch, needed, sets, before, .. } = memory;
        groups.resize_with(strong.deductions.len(), Default::default);
        pending.resize(strong.deductions.len(), false);
        let masks = strong.masks.as_chunks::<W>().0;
        for (mask, pending) in masks.iter().zip(&mut *pending) {
            *pending |= some(&and(mask, due));
        }
        let mut changed = false;
        for (i, deduction) in strong.deductions.iter().enumerate() {
            if !pending[i] {
                continue;
            }
            // Propagating a change is cheaper than the next automaton.
            if changed && deduction.is_costly() {
                break;
            }
            pending[i] = false;
            let (cells, (last, needs)) = (deduction.cells(), &mut groups[i]);
            sets.clear();
            sets.extend(cells.iter().map(|&cell| board.digits(largest, usize::from(cell))));
            if sets != last {
                before.clone_from(sets);
                deduction.narrow(backend, sets, scratch, needed).map_err(|Conflict| masks[i])?;
                for ((&cell, &set), &before) in cells.iter().zip(&*sets).zip(&*before) {
                    changed |= set != before;
                    board.take(before & !set, usize::from(cell));
                }
                std::mem::swap(sets, last);
                std::mem::swap(needed, needs);
            }
            for need in &*needs {
                let cells = &cells[need.start..need.end];
                changed |= self.lock(board, cells, need.digits);
            }
        }
        Ok(changed)
    }

    /// Removes digits that some of these cells must hold from all cells that see every cell that can hold them; returns
    /// whether any candidate was removed.
    #[inline(always)]
    fn lock(&self, board: &mut Board<W>, cells: &[u16], digits: u64) -> bool {
        let mut changed = false;
        for digit in bits(digits) {
            let places = &mut board.places[digit.trailing_zeros() as usize];
            let mut seen = self.all;
            for &cell in cells.iter().filter(|&&cell| has(places, usize::from(cell))) {
                seen = and(&seen, &self.peers[usize::from(cell)]);
            }
            changed |= some(&and(places, &seen));
            *places = without(places, &seen);
        }
        changed
    }

    /// Narrows the sets of these cells by a deduction, unless they are the sets that it left last time; returns whether
    /// any candidate was removed.
    #[inline(always)]
    fn narrow(
        &self,
        board: &mut Board<W>,
        cells: &[u16],
        mask: &Cells<W>,
        sets: &mut Vec<u64>,
        last: &mut [u64],
        mut deduce: impl FnMut(&mut [u64]) -> Result<(), Conflict>,
    ) -> Result<bool, Culprits<W>> {
        sets.clear();
        sets.extend(cells.iter().map(|&cell| {
            let cell = usize::from(cell);
            u64::from(board.sets[cell / 64][cell % 64])
        }));
        if sets == last {
            return Ok(false);
        }
        deduce(sets).map_err(|Conflict| *mask)?;
        let mut changed = false;
        for (&cell, &set) in cells.iter().zip(&*sets) {
            let cell = usize::from(cell);
            let before = &mut board.sets[cell / 64][cell % 64];
            let gone = *before & !(set as u16);
            if gone != 0 {
                changed = true;
                *before &= set as u16;
                board.take(u64::from(gone), cell);
            }
        }
        last.copy_from_slice(sets);
        Ok(changed)
    }
}

/// One list of empty sets for each length.
fn empty_sets(lengths: impl ExactSizeIterator<Item = usize> + Clone) -> Lists<u64> {
    let mut lists = Lists::with_capacity(lengths.len(), lengths.clone().sum());
    lengths.for_each(|length| lists.push(repeat_n(0, length)));
    lists
}

/// Memory for totals and automata.
pub(super) struct Memory {
    /// Intermediate results.
    sums: Vec<u128>,
    states: Vec<u64>,
    sets: Vec<u64>,
    /// The sets that each deduction left last time, initially empty; such sets need not be narrowed again.
    totals: Lists<u64>,
    automata: Lists<u64>,
    /// The same for groups, together with the digits that some of their cells must hold.
    groups: Vec<(Vec<u64>, Vec<Needed>)>,
    /// Whether each group is due.
    pending: Vec<bool>,
    scratch: Scratch,
    needed: Vec<Needed>,
    before: Vec<u64>,
}

impl Memory {
    pub fn new(rules: &Compiled) -> Memory {
        Memory {
            sums: Vec::new(),
            states: Vec::new(),
            sets: Vec::new(),
            totals: empty_sets(rules.totals.iter().map(|total| total.cells().len())),
            automata: empty_sets(rules.automata.iter().map(|automaton| automaton.cells().len())),
            groups: Vec::new(),
            pending: Vec::new(),
            scratch: Scratch::default(),
            needed: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Checks the totals and automata without cells, which no cell of a board makes due.
    ///
    /// # Errors
    /// One of them does not hold.
    pub fn check_without_cells(&mut self, rules: &Compiled) -> Result<(), Conflict> {
        let Memory { sums, states, .. } = self;
        let mut totals = rules.totals.iter().filter(|total| total.cells().is_empty());
        totals.try_for_each(|total| total.narrow(rules.digits, &mut [], sums))?;
        let mut automata = rules.automata.iter().filter(|automaton| automaton.cells().is_empty());
        automata.try_for_each(|automaton| automaton.narrow(&mut [], states))
    }
}
