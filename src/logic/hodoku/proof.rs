//! The proofs of all searches, and their conversion to steps.

use crate::board::Digits;

use super::almost::Sets;
use super::alternating::Ends;
use super::bug_plus_one::BugPlusOne;
use super::colors::Colors;
use super::fish::FinnedFish;
use super::found::Found;
use super::queues::Single;
use super::rectangles::Rectangle;
use super::remote_pair::RemotePair;
use super::single_digit::{EmptyRectangle, TwoLinks};
use super::subsets::{hidden_step, naked_step};
use super::sue_de_coq::SueDeCoq;
use super::tables::{self, BruteForce, TableProof};
use super::wings::WWing;
use super::{x_chain, xy_chain};
use crate::logic::common::fish::Fish;
use crate::logic::common::locked::Locked;
use crate::logic::common::singles;
use crate::logic::common::subsets::{HiddenSet, NakedSet};
use crate::logic::common::wings::Wing;
use crate::logic::grid9::pattern;
use crate::logic::grid9::position::Position;
use crate::logic::step::Step;
use crate::logic::technique::Technique;
use crate::logic::text::short;

/// The proof of a conclusion: a variant for each family of techniques.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Proof {
    Single(Single),
    NakedSet(NakedSet),
    HiddenSet(HiddenSet),
    Locked(Locked),
    Fish(Fish),
    FinnedFish(FinnedFish),
    BugPlusOne(BugPlusOne),
    TwoLinks(TwoLinks),
    EmptyRectangle(EmptyRectangle),
    WWing(WWing),
    Wing(Wing),
    Rectangle(Box<Rectangle>),
    Colors(Colors),
    RemotePair(RemotePair),
    Chain(Ends),
    SueDeCoq(SueDeCoq),
    AlmostLockedSets(Box<Sets>),
    Table(Box<TableProof>),
    /// A complete step of the engine for any rules, except for the name in its notation.
    Made(Box<Step>),
    BruteForce(BruteForce),
}

macro_rules! proofs {
    ($($variant:ident($kind:ty))*) => {
        $(impl From<$kind> for Proof {
            fn from(proof: $kind) -> Proof {
                Proof::$variant(proof)
            }
        })*
    };
}

proofs! {
    Single(Single) NakedSet(NakedSet) HiddenSet(HiddenSet) Locked(Locked) Fish(Fish) FinnedFish(FinnedFish)
    BugPlusOne(BugPlusOne) TwoLinks(TwoLinks) EmptyRectangle(EmptyRectangle) WWing(WWing) Wing(Wing)
    Rectangle(Box<Rectangle>) Colors(Colors) RemotePair(RemotePair) Chain(Ends) SueDeCoq(SueDeCoq)
    AlmostLockedSets(Box<Sets>) Table(Box<TableProof>) Made(Box<Step>) BruteForce(BruteForce)
}

impl Found<Proof> {
    /// The step in full, with its score. `position` is the position in which it was found.
    pub(crate) fn step(&self, position: &Position) -> Step {
        let gone = pattern::removed(&pattern::in_order(&self.eliminations));
        let whole = |step: Step| {
            let (name, removed) =
                (self.technique.hodoku_label(), short::removed(&self.eliminations));
            Step { notation: format!("{name}: {} => {removed}", step.notation), ..step }
        };
        let placing = |step: Step| Step {
            notation: format!("{}: {}", self.technique.hodoku_label(), step.notation),
            ..step
        };
        let mut step = match &self.proof {
            Proof::Single(Single::Hidden { house }) => {
                placing(singles::hidden_step(*house, self.placements[0]))
            }
            Proof::Single(Single::Naked) => placing(singles::naked_step(self.placements[0])),
            Proof::Single(Single::Last { house }) => {
                placing(singles::last_step(*house, self.placements[0]))
            }
            Proof::NakedSet(set) => whole(naked_step(set, &gone)),
            Proof::HiddenSet(set) => whole(hidden_step(set, &gone)),
            Proof::Locked(locked) => whole(Step {
                notation: format!("{} in {}", locked.digit, short::houses(1 << locked.base)),
                ..locked.step(position)
            }),
            Proof::Fish(fish) => {
                let (base, cover) = fish.houses_as_bits();
                let [base, cover] = [base, cover].map(short::houses);
                let notation = format!("{} {base} {cover}", fish.digit);
                whole(Step { notation, ..fish.step(position) })
            }
            Proof::FinnedFish(fish) => {
                let removed = self.eliminations.iter().map(|gone| gone.classic_cell()).collect();
                whole(fish.step(position, removed, &gone))
            }
            Proof::BugPlusOne(bug) => whole(bug.step(&gone)),
            Proof::TwoLinks(links) => whole(links.step(&gone)),
            Proof::EmptyRectangle(pattern) => whole(pattern.step(position, &gone)),
            Proof::WWing(wing) => whole(wing.step(&gone)),
            Proof::Wing(wing) => {
                let step = wing.step(position);
                let digits = position.candidates(wing.pivot).without(Digits::only(wing.common));
                let mut digits = short::alternatives(digits);
                if wing.is_in_pivot {
                    digits = short::alternatives(step.digits);
                } else {
                    digits += &format!("/{}", wing.common);
                }
                let cells = short::cells(step.cells.iter().copied().collect());
                whole(Step { notation: format!("{digits} in {cells}"), ..step })
            }
            Proof::Rectangle(rectangle) => whole(rectangle.step(position, self.technique, &gone)),
            Proof::Colors(colors) => whole(colors.step(self)),
            Proof::RemotePair(proof) => proof.step(&self.eliminations),
            Proof::Chain(ends) if self.technique == Technique::XyChain => {
                xy_chain::step(ends, position, self)
            }
            Proof::Chain(ends) => x_chain::step(ends, position, self),
            Proof::SueDeCoq(proof) => proof.step(position, &self.eliminations),
            Proof::AlmostLockedSets(proof) => proof.step(self),
            Proof::Table(proof) => proof.step(position, self),
            Proof::Made(step) => whole(Step::clone(step)),
            Proof::BruteForce(_) => tables::brute_force_step(self.placements[0]),
        };
        step.technique = self.technique;
        step.rating = self.technique.worth().map_or(0.0, |(_, score)| score.into());
        step.placements = self.placements.to_vec();
        step.eliminations = pattern::in_order(&self.eliminations);
        step
    }
}
