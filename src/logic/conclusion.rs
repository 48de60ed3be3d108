//! A chain of reasoning as a list of conclusions. Each entry names the earlier entries that imply it.
//!
//! ```text
//!   0  r1c1 is 5       assumed
//!   1  r1c4 is not 5   row 1               follows from 0
//!   2  r6c4 is 5       column 4            follows from 1 and from every other place in the column that the digit has lost
//! ```

use super::step::{Candidate, Link, LinkReason};

/// The rule by which a conclusion follows from its parents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// The conclusion is the assumption.
    Assumed,
    /// The cell holds another digit, or has lost all its other candidates.
    Cell,
    /// The digit is elsewhere in this row, column, box or other unit, or has no other place there.
    House(u32),
    /// The digit is in one of several cells, each of which sees each cell of the conclusion: a house for each pair.
    Houses(Vec<u32>),
    /// A clue excludes the digit: the clue's number, and its name in sentences.
    Clue(u32, String),
    /// A technique applied within the chain excludes the digit: the number of its step.
    Nested(u16),
}

/// The statement that a digit is in one of `cells` (on), or in none of them (off).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Conclusion {
    pub(crate) cells: Vec<u16>,
    pub(crate) digit: u8,
    pub(crate) on: bool,
    pub(crate) why: Why,
    /// The indices of the conclusions in the same list from which this one follows.
    pub(crate) parents: Vec<usize>,
}

impl Conclusion {
    /// Whether both make the same statement, for whatever reason.
    pub(crate) fn says(&self, other: &Conclusion) -> bool {
        (self.on, self.digit, &self.cells) == (other.on, other.digit, &other.cells)
    }
}

/// The links of a list of conclusions. A conclusion about several cells gives a link for each cell.
pub(crate) fn links(list: &[Conclusion]) -> Vec<Link> {
    let mut links = Vec::new();
    for to in list {
        let reason = |pair: usize| match &to.why {
            Why::Assumed | Why::Cell => LinkReason::Cell,
            Why::House(house) | Why::Clue(house, _) => LinkReason::House(*house),
            Why::Houses(houses) => LinkReason::House(houses[pair]),
            Why::Nested(number) => LinkReason::Nested(*number),
        };
        for from in to.parents.iter().map(|&number| &list[number]) {
            let pairs =
                from.cells.iter().flat_map(|&one| to.cells.iter().map(move |&two| (one, two)));
            links.extend(pairs.enumerate().map(|(pair, (one, two))| Link {
                from: Candidate { cell: one, digit: from.digit },
                from_on: from.on,
                to: Candidate { cell: two, digit: to.digit },
                to_on: to.on,
                reason: reason(pair),
            }));
        }
    }
    links
}
