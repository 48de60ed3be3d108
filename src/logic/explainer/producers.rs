//! The searches of the scale in order, and how each of them chooses among several hints.
//!
//! The next step is the first hint of the first search that has one. The order is not always that of the ratings: an aligned
//! triplet exclusion (7.5) is tried before Nishio (from 7.5), but after all static chains (up to 7.0 plus their length).

use std::ops::ControlFlow;

use super::aligned::{pairs, triplets};
use super::bug::bug;
use super::chains::{self, Chaining};
use super::loops::{Loop, loops};
use crate::control::Stop;
use crate::logic::common::fish::fish;
use crate::logic::common::locked::{Passes, direct, locked};
use crate::logic::common::singles;
use crate::logic::common::subsets::{Where, direct_hidden, hidden, naked};
use crate::logic::common::wings::wings;
use crate::logic::grid9::houses::{BOXES_COLUMNS_ROWS, BOXES_ROWS_COLUMNS, Kind, ROWS};
use crate::logic::grid9::position::Changes;
use crate::logic::nodes::Nodes;
use crate::logic::{Position, Technique};

use super::Options;
use super::hint::{Hint, Pattern, base_rating, loop_rating};
use super::length::CHAINS;

/// One search of the scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Producer {
    HiddenSingles,
    DirectLocked,
    DirectHiddenSets(u32),
    NakedSingles,
    Locked,
    NakedSets(u32),
    Fish(u32),
    HiddenSets(u32),
    Wings { is_in_pivot: bool },
    Loops,
    Bug,
    AlignedPairs,
    AlignedTriplets,
    Chains(chains::Producer),
}

/// All searches, in order.
pub(super) const PRODUCERS: [Producer; 30] = [
    Producer::HiddenSingles,
    Producer::DirectLocked,
    Producer::DirectHiddenSets(2),
    Producer::NakedSingles,
    Producer::DirectHiddenSets(3),
    Producer::Locked,
    Producer::NakedSets(2),
    Producer::Fish(2),
    Producer::HiddenSets(2),
    Producer::NakedSets(3),
    Producer::Fish(3),
    Producer::HiddenSets(3),
    Producer::Wings { is_in_pivot: false },
    Producer::Wings { is_in_pivot: true },
    Producer::Loops,
    Producer::NakedSets(4),
    Producer::Fish(4),
    Producer::HiddenSets(4),
    Producer::Bug,
    Producer::AlignedPairs,
    Producer::Chains(chains::Producer::Static),
    Producer::AlignedTriplets,
    Producer::Chains(chains::Producer::Nishio),
    Producer::Chains(chains::Producer::Multiple),
    Producer::Chains(chains::Producer::Dynamic),
    Producer::Chains(chains::Producer::DynamicPlus(1)),
    Producer::Chains(chains::Producer::DynamicPlus(2)),
    Producer::Chains(chains::Producer::DynamicPlus(3)),
    Producer::Chains(chains::Producer::DynamicPlus(4)),
    Producer::Chains(chains::Producer::DynamicPlus(5)),
];

/// The techniques of the scale, in the order of their searches.
pub fn techniques_in_order() -> Vec<Technique> {
    let mut techniques = Vec::new();
    for technique in PRODUCERS.iter().flat_map(|producer| producer.techniques()) {
        if !techniques.contains(technique) {
            techniques.push(*technique);
        }
    }
    techniques
}

/// Boxes in columns and in rows, then columns and rows in boxes.
const PASSES: &Passes = &[
    (Kind::Box, Kind::Column),
    (Kind::Box, Kind::Row),
    (Kind::Column, Kind::Box),
    (Kind::Row, Kind::Box),
];

/// Columns as base lines, then rows.
const FISH_BASES: [Kind; 2] = [Kind::Column, Kind::Row];

impl Producer {
    /// The techniques of the hints that the search can find.
    fn techniques(self) -> &'static [Technique] {
        use Technique::*;
        let by_degree = |techniques: &'static [Technique], degree: u32| {
            std::slice::from_ref(&techniques[degree as usize - 2])
        };
        match self {
            Producer::HiddenSingles => &[HiddenSingle],
            Producer::DirectLocked => &[DirectPointing, DirectClaiming],
            Producer::DirectHiddenSets(degree) => {
                by_degree(&[DirectHiddenPair, DirectHiddenTriplet], degree)
            }
            Producer::NakedSingles => &[NakedSingle],
            Producer::Locked => &[Pointing, Claiming],
            Producer::NakedSets(degree) => by_degree(&[NakedPair, NakedTriplet, NakedQuad], degree),
            Producer::Fish(degree) => by_degree(&[XWing, Swordfish, Jellyfish], degree),
            Producer::HiddenSets(degree) => {
                by_degree(&[HiddenPair, HiddenTriplet, HiddenQuad], degree)
            }
            Producer::Wings { is_in_pivot: false } => &[XyWing],
            Producer::Wings { is_in_pivot: true } => &[XyzWing],
            Producer::Loops => &[UniqueRectangle, UniqueLoop],
            Producer::Bug => &[Bug],
            Producer::AlignedPairs => &[AlignedPairExclusion],
            Producer::AlignedTriplets => &[AlignedTripletExclusion],
            Producer::Chains(chains::Producer::Static) => {
                &[XCycle, YCycle, XyCycle, ForcingXChain, ForcingChain]
            }
            Producer::Chains(chains::Producer::Nishio) => &[Nishio],
            Producer::Chains(chains::Producer::Multiple) => {
                &[CellForcingChains, RegionForcingChains]
            }
            Producer::Chains(_) => &[
                DynamicCellForcingChains,
                DynamicRegionForcingChains,
                DynamicContradiction,
                DynamicDouble,
            ],
        }
    }

    /// The minimum rating of a hint. It never decreases from one search to the next.
    pub(super) fn least_rating(self) -> f64 {
        match self {
            Producer::HiddenSingles => 1.0,
            Producer::Loops => 4.5,
            Producer::Bug => 5.6,
            Producer::Chains(producer) => (CHAINS.rating)(producer, Technique::XCycle, 0),
            _ => base_rating(self.techniques()[0]),
        }
    }

    /// Whether any technique of the search is allowed, and whether all are.
    pub(super) fn wanted(self, options: &Options) -> (bool, bool) {
        let is_wanted = |&technique: &Technique| options.allows(technique);
        let techniques = self.techniques();
        (techniques.iter().any(is_wanted), techniques.iter().all(is_wanted))
    }

    /// The hint that the scale chooses, if there is one.
    ///
    /// `changes`: the removals since this search last found nothing; [`Changes::ALL`] if it has not run before.
    pub(super) fn first(
        self,
        position: &Position,
        changes: &Changes,
        options: &Options,
        chaining: &mut Chaining,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Hint>, Stop> {
        let (any, all) = self.wanted(options);
        if !any {
            return Ok(None);
        }
        match self {
            // The chain search filters by technique itself.
            Producer::Chains(producer) => {
                let hint = chaining.first(position, producer, nodes)?;
                Ok(hint.map(|found| Hint(Pattern::Chain(Box::new(found)))))
            }
            // The loop with the lowest rating and type, the first of several equal ones.
            Producer::Loops => {
                let mut best: Option<(f64, u8, Hint)> = None;
                let _ = visit(self, position, changes, &mut |hint| {
                    if let Pattern::Loop(found) = &hint.0
                        && options.allows(found.technique())
                    {
                        let (rating, number) = (loop_rating(found), found.number());
                        if best.as_ref().is_none_or(|best| (rating, number) < (best.0, best.1)) {
                            best = Some((rating, number, hint));
                        }
                    }
                    ControlFlow::Continue(())
                });
                Ok(best.map(|(.., hint)| hint))
            }
            _ => {
                let found = visit(self, position, changes, &mut |hint| {
                    if all || options.allows(hint.technique()) {
                        ControlFlow::Break(hint)
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                Ok(found.break_value())
            }
        }
    }

    /// All hints. The hint that the scale would choose comes first.
    pub(super) fn all(
        self,
        position: &Position,
        options: &Options,
        chaining: &mut Chaining,
        nodes: &Nodes<'_>,
    ) -> Result<Vec<Hint>, Stop> {
        if !self.wanted(options).0 {
            return Ok(Vec::new());
        }
        let mut hints = Vec::new();
        if let Producer::Chains(producer) = self {
            let found = chaining.all(position, producer, nodes)?.into_iter();
            hints.extend(found.map(|found| Hint(Pattern::Chain(Box::new(found)))));
        } else {
            let _ = visit(self, position, &Changes::ALL, &mut |hint| {
                if options.allows(hint.technique()) {
                    hints.push(hint);
                }
                ControlFlow::Continue(())
            });
        }
        if self == Producer::Loops {
            hints = sorted_loops(hints);
        }
        Ok(hints)
    }
}

/// The loops sorted by rating and type, without loops that draw the same conclusion as an earlier one.
fn sorted_loops(hints: Vec<Hint>) -> Vec<Hint> {
    let mut kept: Vec<Box<Loop>> = Vec::new();
    for hint in hints {
        if let Pattern::Loop(found) = hint.0
            && !kept.iter().any(|other| found.is_like(other))
        {
            kept.push(found);
        }
    }
    // The sort is stable: loops with equal rating and type keep their order.
    kept.sort_by(|a, b| {
        loop_rating(a).total_cmp(&loop_rating(b)).then(a.number().cmp(&b.number()))
    });
    kept.into_iter().map(|found| Hint(Pattern::Loop(found))).collect()
}

/// Visits the hints of all techniques except chains, in the order of the scale.
fn visit(
    producer: Producer,
    position: &Position,
    changes: &Changes,
    found: &mut dyn FnMut(Hint) -> ControlFlow<Hint>,
) -> ControlFlow<Hint> {
    let order = &BOXES_COLUMNS_ROWS;
    let houses = |least_empty| Where { order, among: changes.any_house(), least_empty, least: 2 };
    match producer {
        Producer::HiddenSingles => {
            // The last empty cell of any house precedes all other hidden singles.
            for is_last in [true, false] {
                singles::hidden(position, order, changes.any_house(), &mut |single| {
                    if single.is_last == is_last {
                        found(Hint(Pattern::HiddenSingle(single)))
                    } else {
                        ControlFlow::Continue(())
                    }
                })?;
            }
            ControlFlow::Continue(())
        }
        Producer::DirectLocked => direct(position, PASSES, &near(changes), &mut |direct| {
            found(Hint(Pattern::DirectLocked(direct)))
        }),
        Producer::DirectHiddenSets(degree) => {
            direct_hidden(position, degree, houses(degree + 1), &mut |direct| {
                found(Hint(Pattern::DirectHiddenSet(direct)))
            })
        }
        Producer::NakedSingles => {
            singles::naked(position, &mut |single| found(Hint(Pattern::NakedSingle(single))))
        }
        Producer::Locked => {
            locked(position, PASSES, changes, &mut |locked| found(Hint(Pattern::Locked(locked))))
        }
        Producer::NakedSets(degree) => {
            naked::<_, false>(position, degree, houses(2 * degree), &mut |set| match set
                .removes(position)
            {
                true => found(Hint(Pattern::NakedSet(set))),
                false => ControlFlow::Continue(()),
            })
        }
        Producer::Fish(degree) => {
            fish(position, degree, FISH_BASES, changes.digits(), &mut |fish| {
                found(Hint(Pattern::Fish(fish)))
            })
        }
        Producer::HiddenSets(degree) => {
            hidden::<_, false>(position, degree, houses(2 * degree + 1), &mut |set| match set
                .removes(position)
            {
                true => found(Hint(Pattern::HiddenSet(set))),
                false => ControlFlow::Continue(()),
            })
        }
        Producer::Wings { is_in_pivot } => {
            // A new wing contains a cell that now has two or three candidates.
            let counts = position.cells_by_count();
            let cells = if is_in_pivot { counts.two | counts.three } else { counts.two };
            if !cells.meets(changes.cells) {
                return ControlFlow::Continue(());
            }
            wings::<_, false>(position, is_in_pivot, &mut |wing| found(Hint(Pattern::Wing(wing))))
        }
        Producer::Loops => {
            loops(position, &mut |found_loop| found(Hint(Pattern::Loop(Box::new(found_loop)))))
        }
        Producer::Bug => {
            bug(position, &BOXES_ROWS_COLUMNS, &mut |bug| found(Hint(Pattern::Bug(Box::new(bug)))))
        }
        Producer::AlignedPairs => {
            pairs(position, changes.cells, &mut |aligned| found(Hint(Pattern::Aligned(aligned))))
        }
        Producer::AlignedTriplets => {
            triplets(position, changes.cells, &mut |aligned| found(Hint(Pattern::Aligned(aligned))))
        }
        Producer::Chains(_) => ControlFlow::Continue(()),
    }
}

/// The base houses whose direct placements can be new after `changes`: changed houses, and houses that share a cover with a
/// changed house, in which the digit may now have a single place.
fn near(changes: &Changes) -> Changes {
    let houses = changes.houses.map(|houses| {
        let of_third = |lines: u32| {
            let third = (lines | lines >> 1 | lines >> 2) & 0b1001001;
            third * 7
        };
        let boxes = houses >> 18;
        let stacks = (boxes | boxes >> 3 | boxes >> 6) & 7;
        let lines = of_third(houses & ROWS) | of_third(houses >> 9 & 0x1FF) << 9;
        lines | (of_third(boxes) | (stacks * 0b1001001)) << 18
    });
    Changes { houses, cells: changes.cells }
}
