//! Singles only, until the scale is there.

#![forbid(unsafe_code)]

use crate::board::{Cell, Digits, HOUSES};
use crate::control::{Control, Stop};
use crate::logic::{Candidate, Position, Step, Technique};

pub struct Rating {
    pub er: f64,
    pub ep: f64,
    pub ed: f64,
    pub hardest: Option<Technique>,
    pub counts: [u16; 64],
}

pub struct Explainer {
    pub unique: bool,
}

pub fn apply(position: &mut Position, step: &Step) {
    for one in &step.eliminations {
        if position.candidates(one.cell).contains(one.digit) {
            position.remove(one.cell, one.digit);
        }
    }
    for one in &step.placements {
        position.place(one.cell, one.digit);
    }
}

impl Explainer {
    pub fn new() -> Explainer {
        Explainer { unique: true }
    }
    pub fn only(&mut self, _techniques: &[Technique]) {}
    pub fn next(&mut self, position: &Position, control: &Control<'_>) -> Result<Option<Step>, Stop> {
        Ok(self.all(position, control)?.into_iter().next())
    }
    pub fn all(&mut self, position: &Position, control: &Control<'_>) -> Result<Vec<Step>, Stop> {
        control.checkpoint()?;
        let mut steps = vec![];
        for kind in [18, 9, 0] {
            for house in kind..kind + 9 {
                for digit in 1..=9 {
                    let places = position.places(house, digit);
                    if places.count_ones() == 1 {
                        let cell = HOUSES[house][places.trailing_zeros() as usize];
                        let rating = if position.empty_in(house) == 1 { 1.0 } else if kind == 18 { 1.2 } else { 1.5 };
                        steps.push(step(Technique::HiddenSingle, rating, cell, digit, vec![house as u8]));
                    }
                }
            }
        }
        for cell in position.empty().iter() {
            let open = position.candidates(cell);
            if open.len() == 1 {
                steps.push(step(Technique::NakedSingle, 2.3, cell, open.iter().next().unwrap(), vec![]));
            }
        }
        Ok(steps)
    }
    pub fn rate(&mut self, mut position: Position, control: &Control<'_>) -> Result<Rating, Stop> {
        let mut rating = Rating { er: 0.0, ep: 0.0, ed: 0.0, hardest: None, counts: [0; 64] };
        let mut first = true;
        let mut placed = false;
        while !position.is_full() {
            let Some(step) = self.next(&position, control)? else {
                rating.er = 20.0;
                break;
            };
            apply(&mut position, &step);
            rating.counts[step.technique as usize + 1] += 1;
            if step.rating > rating.er {
                rating.er = step.rating;
                rating.hardest = Some(step.technique);
            }
            if first {
                rating.ed = step.rating;
            }
            if !placed {
                rating.ep = rating.ep.max(step.rating);
            }
            placed |= !step.placements.is_empty();
            first = false;
        }
        Ok(rating)
    }
}

fn step(technique: Technique, rating: f64, cell: Cell, digit: u8, houses: Vec<u8>) -> Step {
    Step {
        technique,
        rating,
        placements: vec![Candidate { cell, digit }],
        eliminations: vec![],
        cells: vec![cell],
        digits: Digits::only(digit),
        houses,
        chains: vec![],
        complexity: 0,
        nested: vec![],
        text: "A single.".into(),
        notation: "Single".into(),
    }
}
