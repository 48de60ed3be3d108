//! The cells and houses whose static branches can have a common conclusion.
//!
//! ```text
//!   p1 on  ⇒ … x off, y off        closures, which contain all conclusions of a branch, and more:
//!   p2 on  ⇒ … x off               x may be a common conclusion, so the branches are followed
//! ```

use smallvec::SmallVec;

use crate::board::{Digits, HOUSES};
use crate::logic::grid9::tuples;
use crate::logic::{CellSet, Position};

use super::bits::number;
use super::closure::{Closure, common, join, members, open, with_words};
use super::links::System;

/// The cells and houses whose branches are compared.
pub(super) struct Worth {
    pub(super) cells: CellSet,
    /// For each house, the digits.
    pub(super) houses: [Digits; 27],
}

impl Worth {
    pub(super) const ALL: Worth = Worth { cells: CellSet::ALL, houses: [Digits::ALL; 27] };

    /// The cells and houses of a position.
    pub(super) fn of(position: &Position, closure: &mut Closure) -> Worth {
        let words = closure.take(System::Xy, open(position));
        with_words!(words, worth(position, closure))
    }
}

/// Compares the closures of candidates. They contain everything that static branches can find, and more, because no
/// contradiction ends them.
fn worth<const W: usize>(position: &Position, closure: &mut Closure) -> Worth {
    closure.link::<W>(position);
    closure.extend::<W>(usize::MAX - 1);
    let offs: SmallVec<[[u64; W]; 256]> = (0..closure.candidates.len())
        .map(|node| {
            let mut off = [0; W];
            for on in members(*closure.reached::<W>(node)) {
                join(&mut off, closure.weak(on));
            }
            off
        })
        .collect();
    let meets = |sources: &mut dyn Iterator<Item = u16>| {
        let (mut on, mut off) = ([!0; W], [!0; W]);
        for source in sources {
            let node = usize::from(closure.node[usize::from(source)]);
            on = common(&on, closure.reached(node));
            off = common(&off, &offs[node]);
        }
        on != [0; W] || off != [0; W]
    };
    let mut worth = Worth { cells: CellSet::NONE, houses: [Digits::NONE; 27] };
    for at in position.empty().iter() {
        let digits = position.candidates(at);
        if digits.len() > 2 && meets(&mut digits.iter().map(|digit| number(at, digit))) {
            worth.cells.insert(at);
        }
    }
    for (house, cells) in HOUSES.iter().enumerate() {
        for digit in 1..=9 {
            let places = position.places(house, digit);
            if places.count_ones() < 2
                || position.candidates(cells[places.trailing_zeros() as usize]).len() < 3
            {
                continue;
            }
            if meets(&mut tuples::members(places).map(|place| number(cells[place], digit))) {
                worth.houses[house] |= Digits::only(digit);
            }
        }
    }
    worth
}
