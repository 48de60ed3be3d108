//! A step in full: what it concludes, and all that proves it.

use crate::board::{Cell, Digits};

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit, 1 to 9.
    pub digit: u8,
}

/// Defines the enumeration and the list of its values.
macro_rules! techniques {
    ($($name:ident)*) => {
        /// A technique, of any scale.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        #[expect(missing_docs, reason = "the names are those of the field; docs/techniques explains them")]
        pub enum Technique { $($name),* }

        impl Technique {
            /// All techniques, in the order of the enum.
            pub const ALL: [Technique; Technique::COUNT] = [$(Technique::$name),*];
            /// The number of techniques: the values of the enumeration are below it.
            pub const COUNT: usize = [$(stringify!($name)),*].len();
        }
    };
}

techniques! {
    HiddenSingle
    DirectPointing
    DirectClaiming
    DirectHiddenPair
    NakedSingle
    DirectHiddenTriplet
    Pointing
    Claiming
    NakedPair
    XWing
    HiddenPair
    NakedTriplet
    Swordfish
    HiddenTriplet
    XyWing
    XyzWing
    UniqueRectangle
    UniqueLoop
    NakedQuad
    Jellyfish
    HiddenQuad
    Bug
    AlignedPairExclusion
    XCycle
    YCycle
    XyCycle
    ForcingXChain
    ForcingChain
    AlignedTripletExclusion
    Nishio
    CellForcingChains
    RegionForcingChains
    DynamicCellForcingChains
    DynamicRegionForcingChains
    DynamicContradiction
    DynamicDouble
    FullHouse
    LockedPair
    LockedTriple
    RemotePair
    BugPlusOne
    Skyscraper
    TwoStringKite
    TurbotFish
    EmptyRectangle
    WWing
    Uniqueness1
    Uniqueness2
    Uniqueness3
    Uniqueness4
    Uniqueness5
    Uniqueness6
    HiddenRectangle
    AvoidableRectangle1
    AvoidableRectangle2
    FinnedXWing
    SashimiXWing
    FinnedSwordfish
    SashimiSwordfish
    FinnedJellyfish
    SashimiJellyfish
    SueDeCoq
    SimpleColorsTrap
    SimpleColorsWrap
    MultiColors1
    MultiColors2
    XChain
    XyChain
    ContinuousNiceLoop
    DiscontinuousNiceLoop
    Aic
    GroupedContinuousNiceLoop
    GroupedDiscontinuousNiceLoop
    GroupedAic
    AlsXz
    AlsXyWing
    AlsXyChain
    FrankenXWing
    FrankenSwordfish
    FinnedFrankenXWing
    FinnedFrankenSwordfish
    ForcingChainContradiction
    ForcingChainVerity
    ForcingNetContradiction
    ForcingNetVerity
    BruteForce
    LockedCandidates
    PairRelation
    Combinations
    ReachableSums
    LinePattern
    InniesAndOuties
    DeathBlossom
    LargeFish
    FrankenJellyfish
    MutantFish
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Techniques(u128);

impl Techniques {
    /// No technique.
    pub const NONE: Techniques = Techniques(0);
    /// Those that are used only if someone names them: no path and no rating has them.
    pub const NAMED_ONLY: Techniques = Techniques::NONE
        .with(Technique::DeathBlossom)
        .with(Technique::LargeFish)
        .with(Technique::FrankenJellyfish)
        .with(Technique::MutantFish);
    /// All others.
    pub const DEFAULT: Techniques = Techniques(!Techniques::NAMED_ONLY.0);

    /// Whether `technique` is in the set.
    #[inline]
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u32 & 1 != 0
    }

    /// The set with `technique`.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Techniques {
        Techniques(self.0 | 1 << technique as u32)
    }

    /// The set without `technique`.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !(1 << technique as u32))
    }
}

impl FromIterator<Technique> for Techniques {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Techniques {
        techniques.into_iter().fold(Techniques::NONE, Techniques::with)
    }
}

/// Why one candidate decides another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkReason {
    /// Both are in one cell.
    Cell,
    /// Both are in this house (index of [`crate::board::HOUSES`]), with the same digit.
    House(u8),
    /// A technique within the chain removes the second; number of the step in [`Step::nested`].
    Nested(u16),
}

/// One link of a chain: if the first candidate is on (or off), then the second is off (or on).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The candidate that is assumed or known.
    pub from: Candidate,
    /// Whether it is on.
    pub from_on: bool,
    /// What follows.
    pub to: Candidate,
    /// Whether it is on. A link from on to off is weak, one from off to on is strong.
    pub to_on: bool,
    /// Why.
    pub reason: LinkReason,
}

/// One application of a technique.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The rating on the scale that chose the step, e.g. 2.3.
    pub rating: f64,
    /// The values that the step sets.
    pub placements: Vec<Candidate>,
    /// The candidates that the step removes, in row-major order of cells, then by digit; those that the placements remove
    /// are not listed.
    pub eliminations: Vec<Candidate>,
    /// The cells of the pattern.
    pub cells: Vec<Cell>,
    /// The digits of the pattern.
    pub digits: Digits,
    /// The houses that prove it (indices of [`crate::board::HOUSES`]).
    pub houses: Vec<u8>,
    /// The links of its chains, one list a branch, each from the assumption to the end.
    pub chains: Vec<Vec<Link>>,
    /// The number of candidates that take part in its chains (the scale's measure of length); 0 without chains.
    pub complexity: usize,
    /// The steps used within dynamic chains.
    pub nested: Vec<Step>,
    /// What the step says, in sentences for a person who does not know the jargon.
    pub text: String,
    /// The step in one line of players' notation, such as `Pointing: Cells r4c5,r6c5: 6 in block and column => -6r7c5`.
    pub notation: String,
}
