//! Private copy until the skeleton is merged.
use smallvec::SmallVec;

use super::step::Candidate;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Technique {
    RemotePair,
    TurbotFish,
    SueDeCoq,
    XChain,
    XyChain,
    AlsXz,
    AlsXyWing,
    AlsXyChain,
}

#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub technique: Technique,
    pub placements: SmallVec<[Candidate; 1]>,
    pub eliminations: SmallVec<[Candidate; 8]>,
    pub proof: Proof,
}

#[derive(Clone, Debug)]
pub(crate) enum Proof {
    RemotePair(super::remote_pair::RemotePair),
    Chain(super::alternating::Ends),
    SueDeCoq(super::sue_de_coq::SueDeCoq),
    Als(Box<super::als::Sets>),
}
