//! Ratings of puzzles without building the steps.
//!
//! ```text
//!   hidden singles until none is left   ──►   first hint of the other techniques   ──►   apply it, repeat
//! ```
//!
//! All hidden singles are placed at once. Each is rated 1.5 or less, so after the first few steps their order does not affect
//! the rating. This requires that every digit has a place in every house, so a puzzle that turns out to have no solution is
//! rated again, step by step.
//!
//! Each search covers only the places where something was removed since it last found nothing.
//!
//! With an upper limit on the rating, searches whose hints are all rated higher are skipped.

use crate::control::Stop;
use crate::logic::common::singles::place_hidden;
use crate::logic::grid9::houses::{ALL_HOUSES, BOXES};
use crate::logic::grid9::position::Changes;
use crate::logic::nodes::Nodes;
use crate::logic::score::{Rating, Ratings, Within};
use crate::logic::{Position, Technique};

use super::producers::PRODUCERS;
use super::{Explainer, Hint};

/// Whether this step certainly violates the limits.
fn is_refused(within: &Within, hint: &Hint) -> bool {
    tenths(hint.rating()) > within.rating || !within.techniques.contains(hint.technique())
}

/// Accumulates a rating step by step.
struct Tally {
    highest: f64,
    to_placement: Option<f64>,
    first: Option<f64>,
    hardest: Option<Technique>,
    counts: [u16; Technique::COUNT],
}

impl Tally {
    fn new() -> Tally {
        Tally {
            highest: 0.0,
            to_placement: None,
            first: None,
            hardest: None,
            counts: [0; Technique::COUNT],
        }
    }

    /// Counts `steps` steps with the same rating.
    #[inline]
    fn add(&mut self, technique: Technique, rating: f64, places: bool, steps: u32) {
        if rating > self.highest {
            self.highest = rating;
            self.hardest = Some(technique);
        }
        self.first.get_or_insert(rating);
        if places {
            self.to_placement.get_or_insert(self.highest);
        }
        self.counts[technique as usize] += steps as u16;
    }

    fn rating(self, is_solved: bool) -> Rating<Ratings> {
        let er = if is_solved { tenths(self.highest) } else { 20.0 };
        // Without a placement EP covers every step; without any step EP and ED are 0.
        let ep = self.to_placement.unwrap_or(self.highest);
        let ed = self.first.unwrap_or(0.0);
        let hardest = self.hardest.filter(|_| is_solved);
        let grade = Ratings { er, ep: tenths(ep), ed: tenths(ed) };
        Rating { grade, hardest, counts: self.counts }
    }
}

/// A rating as it is printed, in whole tenths. The sums of tenths themselves are not exact.
pub fn tenths(rating: f64) -> f64 {
    ((rating + 0.05) * 10.0).trunc() / 10.0
}

impl Explainer {
    /// Rates a position.
    pub(super) fn rate_fully(
        &mut self,
        position: Position,
        nodes: &Nodes<'_>,
    ) -> Result<Rating<Ratings>, Stop> {
        if !self.options.allows(Technique::HiddenSingle) {
            return self.rate_by_steps(position, nodes);
        }
        let mut now = position.clone();
        let rating = self.rate_quickly(&mut now, &Within::ANY, nodes)?;
        match rating {
            Some(rating) if !now.contradicts_itself() => Ok(rating),
            _ => self.rate_by_steps(position, nodes),
        }
    }

    /// Rates a position in the exact order of the steps.
    fn rate_by_steps(
        &mut self,
        mut position: Position,
        nodes: &Nodes<'_>,
    ) -> Result<Rating<Ratings>, Stop> {
        let mut tally = Tally::new();
        let is_solved = self.walk(&mut position, nodes, &mut |_, hint| {
            tally.add(hint.technique(), hint.rating(), hint.places(), 1);
        })?;
        Ok(tally.rating(is_solved))
    }

    /// Rates a position that has a solution. Returns `None` as soon as the rating is certain to violate `within`. Hidden
    /// singles are not checked, so a returned rating may still violate the limits because of them.
    pub(super) fn rate_quickly(
        &mut self,
        position: &mut Position,
        within: &Within,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Rating<Ratings>>, Stop> {
        let mut tally = Tally::new();
        let mut pending = [ALL_HOUSES; 9];
        // The changes that each search has not covered yet.
        let mut unseen = [Changes::ALL; PRODUCERS.len()];
        let mut changes = Changes::NONE;
        let _ = position.take_changes();
        place_easily(position, &mut pending, &mut changes, &mut tally);
        loop {
            let placed = place_hidden(position, ALL_HOUSES, &mut pending, &mut changes);
            if placed > 0 {
                tally.add(Technique::HiddenSingle, 1.5, true, placed);
            }
            if position.is_full() {
                return Ok(Some(tally.rating(true)));
            }
            nodes.checkpoint()?;
            let mut hint = None;
            // A search that ran without success has covered everything but the changes made since.
            for unseen in &mut unseen {
                unseen.add(&changes);
            }
            for (i, producer) in PRODUCERS.iter().enumerate().skip(1) {
                if producer.least_rating() > within.rating {
                    return Ok(None);
                }
                hint = producer.first(
                    position,
                    &unseen[i],
                    &self.options,
                    &mut self.chaining,
                    nodes,
                )?;
                if hint.is_some() {
                    break;
                }
                unseen[i] = Changes::NONE;
            }
            let Some(hint) = hint else { return Ok(Some(tally.rating(false))) };
            if is_refused(within, &hint) {
                return Ok(None);
            }
            tally.add(hint.technique(), hint.rating(), hint.places(), 1);
            hint.apply(position);
            changes = position.take_changes();
            for (pending, new) in pending.iter_mut().zip(changes.houses) {
                *pending |= new;
            }
        }
    }

    /// Applies step after step and passes each to `show` before it is applied. Returns whether all cells are filled in the end.
    pub(super) fn walk(
        &mut self,
        position: &mut Position,
        nodes: &Nodes<'_>,
        show: &mut dyn FnMut(&Position, &Hint),
    ) -> Result<bool, Stop> {
        let mut unseen = [Changes::ALL; PRODUCERS.len()];
        let _ = position.take_changes();
        while !position.is_full() {
            nodes.checkpoint()?;
            let mut hint = None;
            for (producer, unseen) in PRODUCERS.iter().zip(&mut unseen) {
                hint =
                    producer.first(position, unseen, &self.options, &mut self.chaining, nodes)?;
                if hint.is_some() {
                    break;
                }
                *unseen = Changes::NONE;
            }
            let Some(hint) = hint else { return Ok(false) };
            show(position, &hint);
            hint.apply(position);
            let changes = position.take_changes();
            for unseen in &mut unseen {
                unseen.add(&changes);
            }
        }
        Ok(true)
    }
}

/// Places the first hidden singles, as long as their individual ratings matter: all that are the last cell of a house or the
/// only place in a box, until only hidden singles of rows and columns are left.
fn place_easily(
    position: &mut Position,
    pending: &mut [u32; 9],
    changes: &mut Changes,
    tally: &mut Tally,
) {
    // Last cells come first, because ED is the rating of the first step alone.
    loop {
        let last = place_last(position, pending, changes);
        if last > 0 {
            tally.add(Technique::HiddenSingle, 1.0, true, last);
        }
        let in_boxes = place_hidden(position, BOXES, pending, changes);
        if in_boxes > 0 {
            tally.add(Technique::HiddenSingle, 1.2, true, in_boxes);
        }
        if last + in_boxes == 0 {
            return;
        }
    }
}

/// Fills the last empty cells of houses until there are none; returns their number.
fn place_last(position: &mut Position, pending: &mut [u32; 9], changes: &mut Changes) -> u32 {
    let mut placed = 0;
    loop {
        let house = (0..27).find(|&house| {
            position.empty_in(house) == 1
                && position.places_of(house).iter().any(|places| places.is_power_of_two())
        });
        let Some(house) = house else { return placed };
        for (at, &places) in position.places_of(house).clone().iter().enumerate() {
            if places.is_power_of_two() {
                let cell = crate::board::HOUSES[house][places.trailing_zeros() as usize];
                position.place(cell, at as u8 + 1);
                placed += 1;
                let new = position.take_changes();
                for (houses, more) in pending.iter_mut().zip(new.houses) {
                    *houses |= more;
                }
                changes.add(&new);
                break;
            }
        }
    }
}
