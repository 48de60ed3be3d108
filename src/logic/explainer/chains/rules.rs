//! Nested patterns: locked candidates, pairs and X-wings in the position reduced by a chain.
//!
//! ```text
//!   start      the position at the start of the chain           r4: 5 in c1 c2 c7
//!   now        the position as reduced by the chain             r4: 5 in c1 c2        so 5 is locked in the box
//!   parents    the removed candidates that the pattern needs    r4c7.5 off
//! ```
//!
//! A pattern without parents holds independently of the chain and is not used. The first technique that removes anything ends
//! the round; all its patterns are used, in the order in which they are found.

use crate::board::{Digits, HOUSES};
use crate::logic::grid9::houses::overlap;
use crate::logic::grid9::tuples::members;
use crate::logic::{Position, Technique};

use super::bits::{Bits, cell, digit, number};
use super::branch::{Branch, PATTERNS, Shape};
use super::links::{CELL, RULE, is_pair};
use super::propagate::gone;

/// One pattern, with its conclusions and parents.
pub(super) struct Pattern<'a> {
    pub(super) start: &'a Position,
    pub(super) now: &'a Position,
    pub(super) branch: &'a mut Branch,
    /// The index of its first parent.
    first: usize,
    /// The parents so far.
    seen: Bits,
}

impl<'a> Pattern<'a> {
    pub(super) fn new(
        start: &'a Position,
        now: &'a Position,
        branch: &'a mut Branch,
    ) -> Pattern<'a> {
        let first = branch.parents.len();
        Pattern { start, now, branch, first, seen: Bits::NONE }
    }

    /// Adds a removed candidate as a parent.
    pub(super) fn parent(&mut self, gone: u16) {
        if !self.seen.contains(gone) {
            self.seen.insert(gone);
            let node = self.branch.node_of(gone, false);
            self.branch.parents.push(node);
        }
    }

    /// Adds the candidates removed from a cell (`CELL`) or from a digit's places in a house as parents, limited to the places
    /// in `within`.
    pub(super) fn parents(&mut self, reason: u8, place: usize, digit: u8, within: u16) {
        let (start, now) = (self.start, self.now);
        gone(start, now, reason, place, digit, |candidate| {
            let bit = if reason == CELL {
                self::digit(candidate) - 1
            } else {
                HOUSES[place].iter().position(|&at| at == cell(candidate)).unwrap_or(0) as u8
            };
            if within >> bit & 1 != 0 {
                self.parent(candidate);
            }
        });
    }

    /// Whether the pattern has a parent.
    pub(super) fn usable(&self) -> bool {
        self.branch.parents.len() > self.first
    }

    /// Stores a description of the pattern; returns its number.
    fn name(&mut self, technique: Technique, houses: [usize; 2], digits: Digits) -> u32 {
        let houses = houses.map(|house| house as u8);
        self.branch.patterns.push(Shape { technique, houses, digits });
        PATTERNS + self.branch.patterns.len() as u32 - 1
    }

    /// Concludes that a candidate is off. Returns whether that is new.
    pub(super) fn conclude(&mut self, candidate: u16, nested: u32) -> bool {
        let new = !self.branch.off.contains(candidate);
        if new {
            let node = self.branch.push(candidate, false, RULE, self.first as u32, nested);
            self.branch.settle(node);
        }
        new
    }
}

/// Applies the techniques in turn until one removes something. Returns the number of removed candidates.
pub(super) fn apply(start: &Position, now: &Position, branch: &mut Branch) -> usize {
    for technique in [locked, hidden_pair, naked_pair, x_wing] {
        let removed = technique(start, now, branch);
        if removed > 0 {
            return removed;
        }
    }
    0
}

/// Whether a line and a box cross.
const fn crosses(line: usize, r#box: usize) -> bool {
    if line < 9 { line / 3 == r#box / 3 } else { (line - 9) / 3 == r#box % 3 }
}

/// Pointing and claiming: boxes and columns, boxes and rows, columns and boxes, rows and boxes.
fn locked(start: &Position, now: &Position, branch: &mut Branch) -> usize {
    let mut removed = 0;
    for (of_line, first_line) in [(false, 9), (false, 0), (true, 9), (true, 0)] {
        for one in 0..9 {
            for two in 0..9 {
                let (line, r#box) =
                    if of_line { (first_line + one, two) } else { (first_line + two, one) };
                if !crosses(line, r#box) {
                    continue;
                }
                let (base, cover) = if of_line { (line, 18 + r#box) } else { (18 + r#box, line) };
                let (in_base, in_cover) = (overlap(base, cover), overlap(cover, base));
                for digit in 1..=9 {
                    let places = now.places(base, digit);
                    let rest = now.places(cover, digit) & !in_cover;
                    let vanished = start.places(base, digit) & !places & !in_base;
                    if places & !in_base != 0 || rest == 0 || vanished == 0 {
                        continue;
                    }
                    if places & places.wrapping_sub(1) == 0 {
                        continue;
                    }
                    let mut pattern = Pattern::new(start, now, branch);
                    pattern.parents(base as u8, base, digit, !in_base);
                    let technique = if of_line { Technique::Claiming } else { Technique::Pointing };
                    let name = pattern.name(technique, [base, cover], Digits::only(digit));
                    removed += conclude_places(&mut pattern, name, cover, digit, rest);
                }
            }
        }
    }
    removed
}

/// Removes a digit from places of a house, in row-major order.
fn conclude_places(
    pattern: &mut Pattern<'_>,
    name: u32,
    house: usize,
    digit: u8,
    places: u16,
) -> usize {
    members(places)
        .filter(|&place| pattern.conclude(number(HOUSES[house][place], digit), name))
        .count()
}

/// Boxes, columns, rows.
fn houses() -> impl Iterator<Item = usize> {
    (18..27).chain(9..18).chain(0..9)
}

/// The pairs of 0..9 in colexicographic order: 01, 02, 12, 03, …
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (1..9).flat_map(|high| (0..high).map(move |low| (low, high)))
}

fn hidden_pair(start: &Position, now: &Position, branch: &mut Branch) -> usize {
    let mut removed = 0;
    for house in houses() {
        let mut twice = 0u16;
        for digit in 1..=9 {
            twice |= u16::from(is_pair(now.places(house, digit))) << (digit - 1);
        }
        if twice & twice.wrapping_sub(1) == 0 || now.empty_in(house) <= 4 {
            continue;
        }
        for (low, high) in pairs() {
            if twice >> low & twice >> high & 1 == 0 {
                continue;
            }
            let digits = [low as u8 + 1, high as u8 + 1];
            let places = now.places(house, digits[0]);
            if places != now.places(house, digits[1]) {
                continue;
            }
            let mut pattern = Pattern::new(start, now, branch);
            for digit in digits {
                pattern.parents(house as u8, house, digit, !places);
            }
            if !pattern.usable() {
                continue;
            }
            let both = Digits::only(digits[0]) | Digits::only(digits[1]);
            let name = pattern.name(Technique::HiddenPair, [house; 2], both);
            for place in members(places) {
                let cell = HOUSES[house][place];
                for digit in now.candidates(cell).iter() {
                    if !digits.contains(&digit) {
                        removed += usize::from(pattern.conclude(number(cell, digit), name));
                    }
                }
            }
        }
    }
    removed
}

fn naked_pair(start: &Position, now: &Position, branch: &mut Branch) -> usize {
    let mut removed = 0;
    for house in houses() {
        let cells = &HOUSES[house];
        let mut twice = 0u16;
        for (place, &cell) in cells.iter().enumerate() {
            twice |= u16::from(is_pair(now.candidates(cell).bits())) << place;
        }
        if twice & twice.wrapping_sub(1) == 0 || now.empty_in(house) < 4 {
            continue;
        }
        for (low, high) in pairs() {
            if twice >> low & twice >> high & 1 == 0 {
                continue;
            }
            let digits = now.candidates(cells[low]);
            if digits != now.candidates(cells[high]) {
                continue;
            }
            let mut pattern = Pattern::new(start, now, branch);
            for place in [low, high] {
                pattern.parents(CELL, cells[place].index(), 0, !0);
            }
            if !pattern.usable() {
                continue;
            }
            let name = pattern.name(Technique::NakedPair, [house; 2], digits);
            for (place, &cell) in cells.iter().enumerate() {
                if place == low || place == high {
                    continue;
                }
                for digit in (now.candidates(cell) & digits).iter() {
                    removed += usize::from(pattern.conclude(number(cell, digit), name));
                }
            }
        }
    }
    removed
}

fn x_wing(start: &Position, now: &Position, branch: &mut Branch) -> usize {
    let mut removed = 0;
    let mut twice = [0u16; 18];
    for (line, twice) in twice.iter_mut().enumerate() {
        for digit in 1..=9 {
            *twice |= u16::from(is_pair(now.places(line, digit))) << (digit - 1);
        }
    }
    for (base, cover) in [(9, 0), (0, 9)] {
        for (low, high) in pairs() {
            for digit in members(twice[base + low] & twice[base + high]) {
                let digit = digit as u8 + 1;
                let places = now.places(base + low, digit);
                if places != now.places(base + high, digit) || now.placed(digit) + 4 > 9 {
                    continue;
                }
                let mut pattern = Pattern::new(start, now, branch);
                for line in [base + low, base + high] {
                    pattern.parents(line as u8, line, digit, !places);
                }
                if !pattern.usable() {
                    continue;
                }
                let lines = [base + low, base + high];
                let name = pattern.name(Technique::XWing, lines, Digits::only(digit));
                let both: u16 = 1 << low | 1 << high;
                // In row-major order: the cover lines are rows in the first pass, columns in the second.
                if cover == 0 {
                    for line in members(places) {
                        let rest = now.places(line, digit) & !both;
                        removed += conclude_places(&mut pattern, name, line, digit, rest);
                    }
                } else {
                    for row in members(!both & 0x1ff) {
                        let rest = now.places(row, digit) & places;
                        removed += conclude_places(&mut pattern, name, row, digit, rest);
                    }
                }
            }
        }
    }
    removed
}
