//! Chains as lists of conclusions: what an assumption leads to, and why.
//!
//! ```text
//!   0  r1c1 is 5       assumed
//!   1  r1c4 is not 5   row 1               rests on 0
//!   2  r6c4 is 5       column 4            rests on 1, and on all other places that the digit has lost
//! ```

use super::step::{Candidate, Link, LinkReason};

/// Why a conclusion holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// It is the assumption.
    Assumed,
    /// Its cell has another digit, or has lost all others.
    Cell,
    /// A row, column, box or other house has the digit elsewhere, or has no other place for it.
    House(u32),
    /// A clue excludes it: the house of the clue, and what a sentence calls it.
    Clue(u32, String),
    /// A technique within the chain excludes it: the number of its step.
    Nested(u16),
}

/// A digit that is in one of some cells (on), or in none of them (off).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Conclusion {
    pub(crate) cells: Vec<u16>,
    pub(crate) digit: u8,
    pub(crate) on: bool,
    pub(crate) why: Why,
    /// The numbers of the conclusions in the same list that it rests on.
    pub(crate) parents: Vec<usize>,
}

impl Conclusion {
    /// Whether both say the same.
    pub(crate) fn says(&self, other: &Conclusion) -> bool {
        (self.on, self.digit, &self.cells) == (other.on, other.digit, &other.cells)
    }
}

/// The links of a list of conclusions; of several cells one for each.
pub(crate) fn links(list: &[Conclusion]) -> Vec<Link> {
    let mut links = Vec::new();
    for to in list {
        let reason = match to.why {
            Why::Assumed => continue,
            Why::Cell => LinkReason::Cell,
            Why::House(house) | Why::Clue(house, _) => LinkReason::House(house),
            Why::Nested(number) => LinkReason::Nested(number),
        };
        for from in to.parents.iter().map(|&number| &list[number]) {
            let pairs =
                from.cells.iter().flat_map(|&one| to.cells.iter().map(move |&two| (one, two)));
            links.extend(pairs.map(|(one, two)| Link {
                from: Candidate { cell: one, digit: from.digit },
                from_on: from.on,
                to: Candidate { cell: two, digit: to.digit },
                to_on: to.on,
                reason,
            }));
        }
    }
    links
}
