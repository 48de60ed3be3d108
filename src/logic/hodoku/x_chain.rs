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
use super::found::Found;
use crate::logic::grid9::cells::PEER_SETS;
use crate::logic::grid9::position::{Changes, Position};
use crate::logic::grid9::tuples::size;
use crate::logic::step::{Candidate, Step};
use crate::logic::technique::Technique;

/// The strong links of a digit, in both directions.
pub(crate) fn pairs(position: &Position, digit: u8, longest: usize) -> Pairs {
    let mut pairs = Pairs::new(longest);
    for (house, cells) in HOUSES.iter().enumerate() {
        let places = position.places(house, digit);
        if size(places) != 2 {
            continue;
        }
        let end = |place: u32| Candidate::new(cells[place as usize], digit);
        let one = end(places.trailing_zeros());
        let other = end(15 - places.leading_zeros());
        if !pairs.pairs.iter().any(|pair| (pair.from, pair.to) == (one, other)) {
            pairs.push(one, other, house as u8);
            pairs.push(other, one, house as u8);
        }
    }
    for number in 0..pairs.pairs.len() {
        let to = pairs.pairs[number].to.classic_cell();
        let mut next = Set::NONE;
        for (follower, pair) in pairs.pairs.iter().enumerate() {
            if PEER_SETS[to.index()].contains(pair.from.classic_cell()) {
                next.insert(follower);
            }
        }
        pairs.next.push(next);
    }
    pairs
}

/// The best chain of at most `longest` pairs. Digits that have lost no candidate are skipped, because they were searched
/// before.
fn best(
    position: &Position,
    changes: &Changes,
    longest: usize,
    technique: Technique,
) -> Option<Found<Ends>> {
    let mut best = NO_CHAIN;
    for digit in changes.digits().iter() {
        let pairs = pairs(position, digit, longest);
        if pairs.pairs.len() < 4 {
            continue;
        }
        for cell in position.cells(digit).iter() {
            pairs.improve(position, Candidate::new(cell, digit), &mut best);
        }
    }
    best.1.map(|ends| ends.found(position, technique))
}

/// The turbot fish that removes most.
pub(crate) fn turbot_fish(position: &Position, changes: &Changes) -> Option<Found<Ends>> {
    best(position, changes, 2, Technique::TurbotFish)
}

/// The X-chain that removes most.
pub(crate) fn x_chain(position: &Position, changes: &Changes) -> Option<Found<Ends>> {
    best(position, changes, LONGEST, Technique::XChain)
}

/// The step of a chain of one digit.
pub(crate) fn step<P>(ends: &Ends, position: &Position, found: &Found<P>) -> Step {
    let chain = pairs(position, ends.digit, LONGEST).shortest(ends).expect("the chain was found");
    ends.step(&chain, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::hodoku::proof::Proof;
    use crate::logic::testing::{cell, marked, only, pencilmarks};

    /// A position in which 1 has two places in row 1 and two in column 6.
    fn two_links(second: &str) -> Position {
        let mut position = marked(&[]);
        only(&mut position, 0, "r1c2 r1c5", "1");
        only(&mut position, 14, second, "1");
        position
    }

    #[test]
    fn two_strong_links_and_a_weak_one_are_a_turbot_fish() {
        let position = two_links("r2c6 r7c6");
        let found = turbot_fish(&position, &Changes::ALL).unwrap();
        let step = found.clone().into::<Proof>().step(&position);
        assert_eq!(step.notation, "Turbot Fish: 1 r1c2 =1= r1c5 -1- r2c6 =1= r7c6 => r7c2<>1");
        assert_eq!(
            step.text,
            "In row 1, 1 can only go in r1c2 or r1c5; in column 6, only in r2c6 or r7c6. r1c5 and r2c6 are both in box 2, so they \
             cannot both be 1. So r1c2 or r7c6 is 1, and no cell that sees both can be 1. Remove 1 from r7c2."
        );
        assert_eq!((step.chains[0].len(), step.complexity), (3, 4));
        assert_eq!(turbot_fish(&position, &Changes::NONE), None);
        let apart = two_links("r4c6 r7c6");
        assert_eq!(turbot_fish(&apart, &Changes::ALL), None);
        assert_eq!(x_chain(&apart, &Changes::ALL), None);
    }

    #[test]
    fn longer_chains_are_x_chains() {
        let mut position = two_links("r2c6 r5c6");
        only(&mut position, 17, "r5c9 r8c9", "1");
        position.remove(cell("r5c2"), 1);
        assert_eq!(turbot_fish(&position, &Changes::ALL), None);
        let found = x_chain(&position, &Changes::ALL).unwrap();
        assert_eq!(
            found.clone().into::<Proof>().step(&position).notation,
            "X-Chain: 1 r1c2 =1= r1c5 -1- r2c6 =1= r5c6 -1- r5c9 =1= r8c9 => r8c2<>1"
        );
    }

    #[test]
    fn a_chain_can_come_back_to_its_start() {
        let position = pencilmarks(
            "1 239 234 248 35 6 7 2589 259 \
             246 5 2467 1248 478 4789 268 3 169 \
             236 2679 8 12 35 79 256 4 1269 \
             246 1267 12467 5 9 478 268 2678 3 \
             8 67 5 3 1 2 4 69 679 \
             9 23 2347 6 478 478 1 2578 257 \
             36 4 9 7 2 35 56 1 8 \
             5 268 26 9 48 1 3 267 2467 \
             7 1238 123 48 6 35 9 25 245",
        );
        let found = x_chain(&position, &Changes::ALL).unwrap();
        assert_eq!(
            found.clone().into::<Proof>().step(&position).notation,
            "X-Chain: 7 r5c9 =7= r5c2 -7- r3c2 =7= r3c6 -7- r2c5 =7= r6c5 => r6c89<>7"
        );
    }
}
