//! XY-chains: chains of cells with two candidates each.
//!
//! ```text
//!   1- r1c2 -5- r1c8 -4- r3c7 -1      if r1c2 (1 5) is not 1, it is 5; then r1c8 (5 4) is 4; then r3c7 (4 1) is 1:
//!                                     r1c2 or r3c7 is 1
//! ```

use super::alternating::{Ends, LONGEST, NO_CHAIN, Pairs, Set};
use super::found::Found;
use crate::logic::grid9::cells::PEER_SETS;
use crate::logic::grid9::position::{Changes, Position};
use crate::logic::step::{Candidate, Step};
use crate::logic::technique::Technique;

/// The two digits of each cell with two candidates, in both directions.
pub(crate) fn pairs(position: &Position) -> Pairs {
    let mut pairs = Pairs::new(LONGEST);
    let cells = position.cells_by_count().two;
    let mut number_of = [0u8; 81];
    for cell in cells.iter() {
        number_of[cell.index()] = pairs.pairs.len() as u8;
        let digits = position.candidates(cell);
        let low = Candidate::new(cell, digits.smallest());
        let high = Candidate::new(cell, digits.largest());
        pairs.push(low, high, 0);
        pairs.push(high, low, 0);
    }
    for number in 0..pairs.pairs.len() {
        let to = pairs.pairs[number].to;
        let mut next = Set::NONE;
        for cell in (cells & position.cells(to.digit) & PEER_SETS[to.classic_cell().index()]).iter()
        {
            let is_high = position.candidates(cell).smallest() != to.digit;
            next.insert(usize::from(number_of[cell.index()]) + usize::from(is_high));
        }
        pairs.next.push(next);
    }
    pairs
}

/// The XY-chain that removes most. Without a changed cell that now has two candidates, there is no new chain.
pub(crate) fn xy_chain(position: &Position, changes: &Changes) -> Option<Found<Ends>> {
    if !position.cells_by_count().two.meets(changes.cells) {
        return None;
    }
    let pairs = pairs(position);
    let mut best = NO_CHAIN;
    for pair in &pairs.pairs {
        pairs.improve(position, pair.from, &mut best);
    }
    best.1.map(|ends| ends.found(position, Technique::XyChain))
}

/// The step of a chain of bivalue cells.
pub(crate) fn step<P>(ends: &Ends, position: &Position, found: &Found<P>) -> Step {
    let chain = pairs(position).shortest(ends).expect("the chain was found");
    ends.step(&chain, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::hodoku::proof::Proof;
    use crate::logic::testing::{cell, marked};

    #[test]
    fn one_of_the_ends_has_the_digit() {
        let chain =
            |last| marked(&[("r1c1", "12"), ("r1c5", "23"), ("r5c5", "34"), ("r5c3", last)]);
        let position = chain("14");
        let found = xy_chain(&position, &Changes::ALL).unwrap();
        let step = found.clone().into::<Proof>().step(&position);
        assert_eq!(
            step.notation,
            "XY-Chain: 1 1- r1c1 -2- r1c5 -3- r5c5 -4- r5c3 -1 => r123c3,r456c1<>1"
        );
        assert!(
            step.text.starts_with("Suppose r1c1 is not 1. Then it can only be 2. r1c5 sees the 2 in r1c1, so it can only be 3. ")
        );
        assert_eq!((step.chains[0].len(), step.eliminations.len()), (7, 6));
        assert_eq!(xy_chain(&position, &Changes::NONE), None);
        assert_eq!(xy_chain(&chain("15"), &Changes::ALL), None);
    }

    #[test]
    fn a_chain_meets_no_cell_twice() {
        // From r1c5, the only path to r2c6 returns to r1c5.
        let position =
            marked(&[("r1c1", "12"), ("r1c5", "23"), ("r4c5 r7c5", "34"), ("r2c6", "12")]);
        let ends = Ends { digit: 1, start: cell("r1c1"), end: cell("r2c6") };
        assert_eq!(pairs(&position).shortest(&ends), None);
    }
}
