//! Techniques that only the engine for any rules implements, applied to classic boards. They are used only on explicit request.

use std::sync::Arc;

use super::found::Found;
use crate::board::{Cell, HOUSES};
use crate::control::Stop;
use crate::logic::any::{self, Rules, Scale};
use crate::logic::scale::Halt;
use crate::logic::technique::Options;
use crate::logic::{Nodes, Position, Step, Technique, Techniques};
use crate::rules::{Constraint, RuleSet};

/// The rules of classic Sudoku. Its units are numbered as in [`HOUSES`].
pub(super) fn rules() -> Rules {
    let different =
        |house: &[Cell; 9]| Constraint::different(house.iter().map(|cell| cell.index()).collect());
    let constraints: Vec<Constraint> = HOUSES.iter().map(different).collect();
    let set = RuleSet::new(9, &constraints).expect("the rules of classic Sudoku");
    Rules::new(Arc::new(set)).expect("no clues")
}

/// The first step of a technique.
pub(super) fn first(
    rules: &Rules,
    position: &Position,
    technique: Technique,
    nodes: &Nodes<'_>,
) -> Result<Option<Found<Box<Step>>>, Stop> {
    let values: Vec<u8> = Cell::all().map(|cell| position.value(cell)).collect();
    let masks = Cell::all().map(|cell| u64::from(position.candidates(cell).bits()));
    let masks: Vec<u64> = masks.collect();
    let position = any::Position::with_candidates(rules, &values, &masks);
    let options = Options { techniques: Techniques::NONE.with(technique), uniqueness: true };
    let found = match Scale::new(rules, options, None).first(&position, true, nodes) {
        Ok(found) => found,
        Err(Halt::Stop(stop)) => return Err(stop),
        Err(_) => None,
    };
    Ok(found.map(|step| {
        let eliminations = step.eliminations.iter().copied().collect();
        Found::removing(technique, eliminations, Box::new(step))
    }))
}
