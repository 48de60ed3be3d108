//! The way through a puzzle for its rating.

use super::found::Found;
use crate::control::{Control, Stop};
use crate::logic::nodes::Nodes;

use super::Hodoku;
use super::queues::State;
use super::rating::{Rating, Tally, Within};

impl Hodoku {
    /// Rates a state.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn rate(&mut self, mut state: State, control: &Control<'_>) -> Result<Rating, Stop> {
        let mut tally = Tally::new();
        let is_solved = self.walk(&mut state, &Nodes::new(control), &mut |_, found| {
            tally.add(found.technique);
            true
        })?;
        Ok(tally.rating(is_solved))
    }

    /// Rates a state that has a solution; `None` as soon as it is known that the rating is not within limits.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn rate_within(
        &mut self,
        state: State,
        within: &Within,
        control: &Control<'_>,
    ) -> Result<Option<Rating>, Stop> {
        let all = self.rows;
        self.rows &= within.rows();
        let rating = self.rate_wanted(state, within, &Nodes::new(control));
        self.rows = all;
        rating
    }

    fn rate_wanted(
        &mut self,
        mut state: State,
        within: &Within,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Rating>, Stop> {
        let mut tally = Tally::new();
        let is_solved = self.walk(&mut state, nodes, &mut |_, found| {
            tally.add(found.technique);
            tally.level <= within.level
                && tally.score <= within.score
                && within.techniques.contains(found.technique)
        })?;
        let rating = tally.rating(true);
        Ok((is_solved && rating.level <= within.level).then_some(rating))
    }

    /// Takes step after step and shows each before it is applied, as long as `show` says to go on; whether all cells are
    /// filled at the end.
    pub(super) fn walk(
        &mut self,
        state: &mut State,
        nodes: &Nodes<'_>,
        show: &mut dyn FnMut(&State, &Found) -> bool,
    ) -> Result<bool, Stop> {
        self.begin();
        while !state.position().is_full() {
            let Some(found) = self.search(state, nodes)? else { return Ok(false) };
            if !show(state, &found) {
                return Ok(false);
            }
            state.apply(&found.placements, &found.eliminations);
        }
        Ok(true)
    }
}
