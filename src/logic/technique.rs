//! The techniques of all scales, and sets of them.

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

    /// The set without the techniques of another set.
    #[must_use]
    pub const fn without_all(self, others: Techniques) -> Techniques {
        Techniques(self.0 & !others.0)
    }

    /// Whether the set holds all of some techniques.
    #[inline]
    pub fn contains_all(self, techniques: &[Technique]) -> bool {
        techniques.iter().all(|&technique| self.contains(technique))
    }
}

impl FromIterator<Technique> for Techniques {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Techniques {
        techniques.into_iter().fold(Techniques::NONE, Techniques::with)
    }
}

/// Which techniques are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Only these.
    pub techniques: Techniques,
    /// Whether steps may use that the puzzle has exactly one solution.
    pub uniqueness: bool,
}

/// Techniques whose steps hold only if the puzzle has exactly one solution.
const UNIQUENESS: Techniques = Techniques::NONE
    .with(Technique::UniqueRectangle)
    .with(Technique::UniqueLoop)
    .with(Technique::Bug)
    .with(Technique::BugPlusOne)
    .with(Technique::Uniqueness1)
    .with(Technique::Uniqueness2)
    .with(Technique::Uniqueness3)
    .with(Technique::Uniqueness4)
    .with(Technique::Uniqueness5)
    .with(Technique::Uniqueness6)
    .with(Technique::HiddenRectangle)
    .with(Technique::AvoidableRectangle1)
    .with(Technique::AvoidableRectangle2)
    .with(Technique::BruteForce);

impl Default for Options {
    fn default() -> Options {
        Options { techniques: Techniques::DEFAULT, uniqueness: true }
    }
}

impl Options {
    /// Whether a technique is used.
    #[inline]
    pub const fn allows(&self, technique: Technique) -> bool {
        self.allowed().contains(technique)
    }

    /// The techniques that are used.
    #[inline]
    pub const fn allowed(&self) -> Techniques {
        if self.uniqueness { self.techniques } else { self.techniques.without_all(UNIQUENESS) }
    }
}
