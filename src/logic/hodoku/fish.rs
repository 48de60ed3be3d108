//! Basic fish with and without fins, in the order of HoDoKu: the first useful one.
//!
//! ```text
//!             cover   cover
//!   base   . .  *  . .  *  f      the base rows have their digit in the cover columns, or in a fin f;
//!          . .  .  . .  -  .      a cell that the fish excludes and that sees all fins loses the digit in either case
//!   base   . .  *  . .  *  .
//! ```
//!
//! A cell that sees a fin outside the fin's own base and cover lines shares a box with it. So all fins are in one box, all
//! uncovered columns pass through this box, and there are one or two of these.
//!
//! Franken fish have their own search: restricted to lines, there are far fewer covers to try.

use std::ops::ControlFlow;

use crate::board::Digits;

use super::found::{Found, eliminations};
use crate::logic::common::fish::{Fish, of_digit};
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS};
use crate::logic::grid9::houses::Kind;
use crate::logic::grid9::pattern;
use crate::logic::grid9::position::{Changes, Position};
use crate::logic::grid9::tuples::{members, size};
use crate::logic::step::Step;
use crate::logic::technique::{Technique, Techniques};
use crate::logic::text::{fish as text, short};

/// A fish of any houses, with or without fins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FinnedFish {
    pub(crate) digit: u8,
    /// The base and the cover houses, as bits in the order of [`crate::board::HOUSES`].
    pub(crate) base: u32,
    pub(crate) cover: u32,
    /// The cells of the base that are not covered, or that are in two base houses.
    pub(crate) fins: CellSet,
}

/// The first useful fish of size `degree` without fins: by digit, rows as base before columns, then by base lines. If all
/// smaller fish are allowed, they have been searched before.
pub(crate) fn fish(
    position: &Position,
    degree: u32,
    allowed: Techniques,
    changes: &Changes,
) -> Option<Found<Fish>> {
    let smaller = [Technique::HiddenSingle, Technique::XWing, Technique::Swordfish];
    let has_smaller = allowed.contains_all(&smaller[..degree as usize - 1]);
    // With fewer missing cells, the complement of the fish is a smaller fish.
    let is_left_out = |digit| has_smaller && position.placed(digit) + 2 * degree > 9;
    let mut digits = changes.digits().iter().filter(|&digit| !is_left_out(digit));
    let found = digits.try_for_each(|digit| {
        [Kind::Row, Kind::Column].into_iter().try_for_each(|base_kind| {
            of_digit::<_, true>(position, degree, (base_kind, digit), &mut |fish| {
                let (bases, covers) = fish.lines();
                let gone = position.cells(digit) & covers.without(bases);
                let removed = eliminations(gone, digit);
                ControlFlow::Break(Found::removing(fish.technique(), removed, fish))
            })
        })
    });
    found.break_value()
}

/// The first useful fish of size `degree` with fins: by digit, rows as base before columns, base lines, cover lines. It is
/// sashimi if some base line has at most one place besides the fins.
pub(crate) fn finned_fish(
    position: &Position,
    degree: u32,
    is_sashimi: bool,
    changes: &Changes,
) -> Option<Found<FinnedFish>> {
    for digit in changes.digits().iter() {
        for base_kind in [Kind::Row, Kind::Column] {
            let lines = position.lines(base_kind, digit);
            let crossing = position.lines(base_kind.across(), digit);
            let search = Search { position, digit, base_kind, lines, crossing, is_sashimi };
            let open = (0..9).fold(0, |open, k| open | u16::from(lines[k] != 0) << k);
            let found = search.extend(open, degree, 0, 0, degree);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// The maximum number of fins.
pub(crate) const MOST_FINS: u32 = 5;

/// The search for finned fish of one digit.
struct Search<'a> {
    position: &'a Position,
    digit: u8,
    base_kind: Kind,
    /// The places in the base lines, and in the crossing lines.
    lines: [u16; 9],
    crossing: [u16; 9],
    is_sashimi: bool,
}

impl Search<'_> {
    /// Adds base lines, lowest first, as long as at most two crossing lines remain uncovered.
    fn extend(
        &self,
        open: u16,
        missing: u32,
        base: u16,
        touched: u16,
        degree: u32,
    ) -> Option<Found<FinnedFish>> {
        if missing == 0 {
            return if size(touched) > degree { self.cover(base, touched, degree) } else { None };
        }
        let mut rest = open;
        while size(rest) >= missing {
            let line = rest.trailing_zeros();
            rest &= rest - 1;
            let touched = touched | self.lines[line as usize];
            if size(touched) <= degree + 2 {
                let found = self.extend(rest, missing - 1, base | 1 << line, touched, degree);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Leaves one or two of the touched lines uncovered, the last ones first.
    fn cover(&self, base: u16, touched: u16, degree: u32) -> Option<Found<FinnedFish>> {
        // The lines whose base cells are in base lines of a single band.
        let is_loose = |&k: &usize| {
            let cells = self.crossing[k] & base;
            cells & !(0b111 << (cells.trailing_zeros() / 3 * 3)) == 0
        };
        let loose = members(touched).filter(is_loose).fold(0, |all, k| all | 1 << k);
        let is_one = size(touched) == degree + 1;
        let mut first: u16 = loose;
        while first != 0 {
            let high = 15 - first.leading_zeros();
            first &= !(1 << high);
            if is_one {
                let found = self.fins(base, touched, 1 << high);
                if found.is_some() {
                    return found;
                }
                continue;
            }
            let mut second = first & 0b111 << (high / 3 * 3);
            while second != 0 {
                let low = 15 - second.leading_zeros();
                second &= !(1 << low);
                let found = self.fins(base, touched, 1 << high | 1 << low);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// The fish whose fins are in the lines `uncovered`, all in one stack.
    fn fins(&self, base: u16, touched: u16, uncovered: u16) -> Option<Found<FinnedFish>> {
        let stack = uncovered.trailing_zeros() / 3;
        let in_stack = 0b111 << (3 * stack);
        let places = |lines: u16| members(lines).fold(0, |all, k| all | self.crossing[k]);
        let with_fins = base & places(uncovered);
        let band = with_fins.trailing_zeros() / 3;
        let in_band = 0b111 << (3 * band);
        let cover = touched & !uncovered;
        // The targets are in the box of the fins, in cover lines, and in no base line.
        if with_fins & !in_band != 0 || places(cover & in_stack) & in_band & !base == 0 {
            return None;
        }
        let is_sashimi = members(base).any(|k| size(self.lines[k] & cover) <= 1);
        if is_sashimi != self.is_sashimi {
            return None;
        }
        let r#box = match self.base_kind {
            Kind::Row => 18 + 3 * band + stack,
            _ => 18 + 3 * stack + band,
        };
        let fish = Fish { digit: self.digit, base_kind: self.base_kind, base, cover };
        let (bases, covers) = fish.lines();
        let cells = self.position.cells(self.digit);
        let gone = cells & HOUSE_SETS[r#box as usize] & covers.without(bases);
        let fins = (cells & bases).without(covers);
        if fins.len() > MOST_FINS {
            return None;
        }
        let technique = match (base.count_ones(), is_sashimi) {
            (2, false) => Technique::FinnedXWing,
            (2, true) => Technique::SashimiXWing,
            (3, false) => Technique::FinnedSwordfish,
            (3, true) => Technique::SashimiSwordfish,
            (_, false) => Technique::FinnedJellyfish,
            (_, true) => Technique::SashimiJellyfish,
        };
        let (base, cover) = fish.houses_as_bits();
        let proof = FinnedFish { digit: self.digit, base, cover, fins };
        Some(Found::removing(technique, eliminations(gone, self.digit), proof))
    }
}

impl FinnedFish {
    /// The step that removes the digit from the cells `removed`. `gone` lists the same eliminations in words.
    pub(crate) fn step(&self, position: &Position, removed: CellSet, gone: &str) -> Step {
        let FinnedFish { digit, base, cover, fins } = *self;
        let indices = |bits: u32| (0..27u8).filter(move |house| bits >> house & 1 != 0);
        let places = indices(base)
            .fold(CellSet::NONE, |all, house| all | HOUSE_SETS[usize::from(house)])
            & position.cells(digit);
        let mut step = Step::new(Technique::FinnedXWing);
        // The fins come last.
        step = step.by(
            places.without(fins).iter().chain(fins.iter()),
            Digits::only(digit),
            indices(base).chain(indices(cover)),
        );
        let [bases, covers] = [base, cover].map(|houses| pattern::house_names(indices(houses)));
        step.text = text::Fish {
            digit,
            bases: &bases,
            covers: &covers,
            fins: &pattern::names(fins.iter()),
            twice: &pattern::names((places & removed).iter()),
        }
        .text(gone);
        let fins: String = fins.iter().map(|fin| format!(" f{fin}")).collect();
        step.notation = format!("{digit} {} {}{fins}", short::houses(base), short::houses(cover));
        step
    }
}
