//! X-chains and turbot fish: chains of one digit.
//!
//! ```text
//!   turbot fish: two strong links and a weak one          . a . | . . b | . . .     a ══ b  the only places in the row
//!                                                         . . . | . - . | . . .
//!                                                         . - . | . c . | . . .     b ── c  in the same box
//!   one of a and d is on, so no cell that sees both is    . . . | . . . | . . .
//!                                                         . . . | . d . | . . .     c ══ d  the only places in the column
//! ```

use crate::board::HOUSES;

use super::alternating::{Ends, LONGEST, NO_CHAIN, Pairs, Set};
use super::cells::PEER_SETS;
use super::found::Found;
use super::position::{Changes, Position};
use super::step::{Candidate, Step, Technique};
use super::tuples::size;

/// The strong links of a digit, both ways.
pub(crate) fn pairs(position: &Position, digit: u8, longest: usize) -> Pairs {
    let mut pairs = Pairs::new(longest);
    for house in 0..27 {
        let places = position.places(house, digit);
        if size(places) != 2 {
            continue;
        }
        let end = |place: u32| Candidate { cell: HOUSES[house][place as usize], digit };
        let one = end(places.trailing_zeros());
        let other = end(15 - places.leading_zeros());
        if !pairs.pairs.iter().any(|pair| (pair.from, pair.to) == (one, other)) {
            pairs.push(one, other, house as u8);
            pairs.push(other, one, house as u8);
        }
    }
    for number in 0..pairs.pairs.len() {
        let to = pairs.pairs[number].to.cell;
        let mut next = Set::default();
        for (follower, pair) in pairs.pairs.iter().enumerate() {
            if PEER_SETS[to.index()].contains(pair.from.cell) {
                next.insert(follower);
            }
        }
        pairs.next.push(next);
    }
    pairs
}

/// The best chain of at most some pairs, of a digit that has changed: a digit of which nothing has changed has none.
fn best(
    position: &Position,
    changes: &Changes,
    longest: usize,
    technique: Technique,
) -> Option<Found> {
    let mut best = NO_CHAIN;
    for digit in changes.digits().iter() {
        let pairs = pairs(position, digit, longest);
        if pairs.pairs.len() < 4 {
            continue;
        }
        for cell in position.cells(digit).iter() {
            pairs.improve(position, Candidate { cell, digit }, &mut best);
        }
    }
    best.1.map(|ends| ends.found(position, technique))
}

/// The turbot fish that removes most.
pub(crate) fn turbot_fish(position: &Position, changes: &Changes) -> Option<Found> {
    best(position, changes, 2, Technique::TurbotFish)
}

/// The X-chain that removes most.
pub(crate) fn x_chain(position: &Position, changes: &Changes) -> Option<Found> {
    best(position, changes, LONGEST, Technique::XChain)
}

/// The step of a chain of one digit.
pub(crate) fn step(ends: &Ends, position: &Position, found: &Found) -> Step {
    let chain = pairs(position, ends.digit, LONGEST).shortest(ends).expect("the chain was found");
    ends.step(&chain, found)
}
