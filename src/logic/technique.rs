//! The table of techniques. Each row holds the properties of a technique that scales, engines and other languages use.
//!
//! ```text
//!   name = row(label)           the number is the position of the row, from 1
//!     .rated(2.6)               Sudoku Explainer's rating; the minimum if it depends on the pattern
//!     .scored(1200, …, 50)      place, level and score on HoDoKu's scale, which boards of other rules share
//!     .on(Boards::…)            restricts the technique on that scale to classic boards, or to other rules
//!     .in_hodoku("…")           the name in HoDoKu's notation, where it differs
//!     .unique() .linked() .long() .named_only()
//! ```
//!
//! Numbers are stable: new techniques go to the end. The engines contain the searches.

use std::fmt::Write;

use super::score::Level::{self, Easy, Extreme, Hard, Medium, Unfair};

/// The boards on which a technique of HoDoKu's scale is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Boards {
    All,
    Classic,
    Other,
}

/// Place, level and score of a technique on the scale of HoDoKu.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Points {
    /// The sort key of the techniques; for HoDoKu's techniques its own number. Variants found by the same search share one
    /// place.
    pub(crate) place: u16,
    pub(crate) level: Level,
    pub(crate) score: u32,
    boards: Boards,
}

/// A row of the table.
#[derive(Clone, Copy)]
struct Row {
    label: &'static str,
    hodoku: &'static str,
    rating: Option<f64>,
    points: Option<Points>,
    is_unique: bool,
    is_linked: bool,
    is_long: bool,
    is_named_only: bool,
}

const fn row(label: &'static str) -> Row {
    Row {
        label,
        hodoku: label,
        rating: None,
        points: None,
        is_unique: false,
        is_linked: false,
        is_long: false,
        is_named_only: false,
    }
}

impl Row {
    const fn rated(self, rating: f64) -> Row {
        Row { rating: Some(rating), ..self }
    }

    const fn scored(self, place: u16, level: Level, score: u32) -> Row {
        Row { points: Some(Points { place, level, score, boards: Boards::All }), ..self }
    }

    const fn on(mut self, boards: Boards) -> Row {
        if let Some(points) = &mut self.points {
            points.boards = boards;
        }
        self
    }

    const fn in_hodoku(self, hodoku: &'static str) -> Row {
        Row { hodoku, ..self }
    }

    /// The steps are valid only if the puzzle has exactly one solution.
    const fn unique(self) -> Row {
        Row { is_unique: true, ..self }
    }

    /// The technique links candidates or follows each of them: too slow on large boards without digits.
    const fn linked(self) -> Row {
        Row { is_linked: true, ..self }
    }

    /// Listing all patterns takes long.
    const fn long(self) -> Row {
        Row { is_long: true, ..self }
    }

    /// The technique is used only on explicit request: default paths and ratings leave it out.
    const fn named_only(self) -> Row {
        Row { is_named_only: true, ..self }
    }
}

/// Defines the enumeration, the list of its values and the table.
macro_rules! techniques {
    ($($name:ident = $row:expr,)*) => {
        /// A technique of any scale.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        #[expect(missing_docs, reason = "the names are those of the field; docs/techniques explains them")]
        pub enum Technique { $($name),* }

        impl Technique {
            /// All techniques, ordered by number.
            pub const ALL: [Technique; Technique::COUNT] = [$(Technique::$name),*];
            /// The number of techniques. The discriminants of the enumeration are 0 to `COUNT - 1`.
            pub const COUNT: usize = [$(stringify!($name)),*].len();
        }

        const TABLE: [Row; Technique::COUNT] = [$($row),*];
    };
}

#[rustfmt::skip]
techniques! {
    HiddenSingle = row("Hidden Single").rated(1.0).scored(300, Easy, 14),
    DirectPointing = row("Direct Pointing").rated(1.7),
    DirectClaiming = row("Direct Claiming").rated(1.9),
    DirectHiddenPair = row("Direct Hidden Pair").rated(2.0),
    NakedSingle = row("Naked Single").rated(2.3).scored(200, Easy, 4),
    DirectHiddenTriplet = row("Direct Hidden Triplet").rated(2.5),
    Pointing = row("Pointing").rated(2.6).scored(1200, Medium, 50).in_hodoku("Locked Candidates Type 1 (Pointing)"),
    Claiming = row("Claiming").rated(2.8).scored(1210, Medium, 50).in_hodoku("Locked Candidates Type 2 (Claiming)"),
    NakedPair = row("Naked Pair").rated(3.0).scored(1300, Medium, 60),
    XWing = row("X-Wing").rated(3.2).scored(2200, Hard, 140),
    HiddenPair = row("Hidden Pair").rated(3.4).scored(1500, Medium, 70),
    NakedTriplet = row("Naked Triplet").rated(3.6).scored(1400, Medium, 80).in_hodoku("Naked Triple"),
    Swordfish = row("Swordfish").rated(3.8).scored(2300, Hard, 150),
    HiddenTriplet = row("Hidden Triplet").rated(4.0).scored(1600, Medium, 100).in_hodoku("Hidden Triple"),
    XyWing = row("XY-Wing").rated(4.2).scored(3300, Hard, 160),
    XyzWing = row("XYZ-Wing").rated(4.4).scored(3400, Hard, 180),
    UniqueRectangle = row("Unique Rectangle").rated(4.5).unique(),
    UniqueLoop = row("Unique Loop").rated(4.6).unique(),
    NakedQuad = row("Naked Quad").rated(5.0).scored(2000, Hard, 120).in_hodoku("Naked Quadruple"),
    Jellyfish = row("Jellyfish").rated(5.2).scored(2400, Hard, 160),
    HiddenQuad = row("Hidden Quad").rated(5.4).scored(2100, Hard, 150).in_hodoku("Hidden Quadruple"),
    Bug = row("BUG").rated(5.6).unique(),
    AlignedPairExclusion = row("Aligned Pair Exclusion").rated(6.2),
    XCycle = row("Bidirectional X-Cycle").rated(6.5),
    YCycle = row("Bidirectional Y-Cycle").rated(6.5),
    XyCycle = row("Bidirectional Cycle").rated(7.0),
    ForcingXChain = row("Forcing X-Chain").rated(6.6),
    ForcingChain = row("Forcing Chain").rated(7.0),
    AlignedTripletExclusion = row("Aligned Triplet Exclusion").rated(7.5),
    Nishio = row("Nishio Forcing Chains").rated(7.5),
    CellForcingChains = row("Cell Forcing Chains").rated(8.0),
    RegionForcingChains = row("Region Forcing Chains").rated(8.0),
    DynamicCellForcingChains = row("Dynamic Cell Forcing Chains").rated(8.5).long(),
    DynamicRegionForcingChains = row("Dynamic Region Forcing Chains").rated(8.5).long(),
    DynamicContradiction = row("Dynamic Contradiction Forcing Chains").rated(8.5).long(),
    DynamicDouble = row("Dynamic Double Forcing Chains").rated(8.5).long(),
    FullHouse = row("Full House").scored(100, Easy, 4),
    LockedPair = row("Locked Pair").scored(1000, Medium, 40),
    LockedTriple = row("Locked Triple").scored(1100, Medium, 60),
    RemotePair = row("Remote Pair").scored(2800, Hard, 110),
    BugPlusOne = row("BUG Plus One").scored(2900, Hard, 100).in_hodoku("Bivalue Universal Grave + 1").unique(),
    Skyscraper = row("Skyscraper").scored(3000, Hard, 130).linked(),
    TwoStringKite = row("Two String Kite").scored(3100, Hard, 150).in_hodoku("2-String Kite").linked(),
    TurbotFish = row("Turbot Fish").scored(3120, Hard, 120).linked(),
    EmptyRectangle = row("Empty Rectangle").scored(3170, Hard, 120),
    WWing = row("W-Wing").scored(3200, Hard, 150),
    Uniqueness1 = row("Uniqueness 1").scored(3500, Hard, 100).in_hodoku("Uniqueness Test 1").unique(),
    Uniqueness2 = row("Uniqueness 2").scored(3600, Hard, 100).in_hodoku("Uniqueness Test 2").unique(),
    Uniqueness3 = row("Uniqueness 3").scored(3700, Hard, 100).in_hodoku("Uniqueness Test 3").unique(),
    Uniqueness4 = row("Uniqueness 4").scored(3800, Hard, 100).in_hodoku("Uniqueness Test 4").unique(),
    Uniqueness5 = row("Uniqueness 5").scored(3900, Hard, 100).in_hodoku("Uniqueness Test 5").unique(),
    Uniqueness6 = row("Uniqueness 6").scored(4000, Hard, 100).in_hodoku("Uniqueness Test 6").unique(),
    HiddenRectangle = row("Hidden Rectangle").scored(4010, Hard, 100).unique(),
    AvoidableRectangle1 = row("Avoidable Rectangle 1").scored(4020, Hard, 100).on(Boards::Classic).in_hodoku("Avoidable Rectangle Type 1").unique(),
    AvoidableRectangle2 = row("Avoidable Rectangle 2").scored(4030, Hard, 100).on(Boards::Classic).in_hodoku("Avoidable Rectangle Type 2").unique(),
    FinnedXWing = row("Finned X-Wing").scored(4100, Hard, 130),
    SashimiXWing = row("Sashimi X-Wing").scored(4200, Hard, 150),
    FinnedSwordfish = row("Finned Swordfish").scored(4300, Unfair, 200),
    SashimiSwordfish = row("Sashimi Swordfish").scored(4400, Unfair, 240),
    FinnedJellyfish = row("Finned Jellyfish").scored(4500, Unfair, 250),
    SashimiJellyfish = row("Sashimi Jellyfish").scored(4600, Unfair, 260),
    SueDeCoq = row("Sue De Coq").scored(5300, Unfair, 250),
    SimpleColorsTrap = row("Simple Colors Trap").scored(5330, Hard, 150),
    SimpleColorsWrap = row("Simple Colors Wrap").scored(5330, Hard, 150).on(Boards::Classic),
    MultiColors1 = row("Multi Colors 1").scored(5360, Hard, 200),
    MultiColors2 = row("Multi Colors 2").scored(5360, Hard, 200).on(Boards::Classic),
    XChain = row("X-Chain").scored(5400, Unfair, 260).linked(),
    XyChain = row("XY-Chain").scored(5500, Unfair, 260).linked(),
    ContinuousNiceLoop = row("Continuous Nice Loop").scored(5600, Unfair, 280).linked(),
    DiscontinuousNiceLoop = row("Discontinuous Nice Loop").scored(5600, Unfair, 280).linked(),
    Aic = row("AIC").scored(5600, Unfair, 280).linked(),
    GroupedContinuousNiceLoop = row("Grouped Continuous Nice Loop").scored(5650, Unfair, 300).linked(),
    GroupedDiscontinuousNiceLoop = row("Grouped Discontinuous Nice Loop").scored(5650, Unfair, 300).linked(),
    GroupedAic = row("Grouped AIC").scored(5650, Unfair, 300).linked(),
    AlsXz = row("ALS Xz").scored(5700, Unfair, 300),
    AlsXyWing = row("ALS XY-Wing").scored(5800, Unfair, 320),
    AlsXyChain = row("ALS XY-Chain").scored(5900, Unfair, 340),
    FrankenXWing = row("Franken X-Wing").scored(6100, Unfair, 300),
    FrankenSwordfish = row("Franken Swordfish").scored(6200, Unfair, 350),
    FinnedFrankenXWing = row("Finned Franken X-Wing").scored(6700, Unfair, 390),
    FinnedFrankenSwordfish = row("Finned Franken Swordfish").scored(6800, Unfair, 410),
    ForcingChainContradiction = row("Forcing Chain Contradiction").scored(8500, Extreme, 500).linked().long(),
    ForcingChainVerity = row("Forcing Chain Verity").scored(8500, Extreme, 500).linked().long(),
    ForcingNetContradiction = row("Forcing Net Contradiction").scored(8600, Extreme, 700).linked().long(),
    ForcingNetVerity = row("Forcing Net Verity").scored(8600, Extreme, 700).linked().long(),
    BruteForce = row("Brute Force").scored(8900, Extreme, 10_000).unique().long(),
    LockedCandidates = row("Locked Candidates").scored(1220, Medium, 50).on(Boards::Other),
    PairRelation = row("Pair Relation").scored(400, Easy, 4).on(Boards::Other),
    Combinations = row("Combinations").scored(500, Easy, 6).on(Boards::Other),
    ReachableSums = row("Reachable Sums").scored(600, Easy, 8).on(Boards::Other),
    LinePattern = row("Line Pattern").scored(700, Easy, 10).on(Boards::Other),
    InniesAndOuties = row("Innies And Outies").scored(1230, Medium, 40).on(Boards::Other),
    DeathBlossom = row("Death Blossom").scored(6000, Unfair, 360).named_only(),
    LargeFish = row("Large Fish").scored(8010, Unfair, 450).named_only(),
    FrankenJellyfish = row("Franken Jellyfish").scored(8020, Unfair, 450).named_only(),
    MutantFish = row("Mutant Fish").scored(8030, Extreme, 480).named_only(),
}

const _: () = assert!(Technique::COUNT <= 128, "a set has 128 bits");
const _: () =
    assert!(Technique::COUNT < 255, "numbers are bytes, and 255 stands for what is not known");

impl Technique {
    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The stable number, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The name in code: `x_wing`.
    pub fn key(self) -> String {
        let mut key = String::new();
        for letter in format!("{self:?}").chars() {
            let separator = if letter.is_ascii_lowercase() || key.is_empty() { "" } else { "_" };
            let _ = write!(key, "{separator}{}", letter.to_ascii_lowercase());
        }
        key
    }

    /// The name in words: `X-Wing`.
    pub const fn label(self) -> &'static str {
        self.row().label
    }

    /// The name in HoDoKu's notation.
    pub(crate) const fn hodoku_label(self) -> &'static str {
        self.row().hodoku
    }

    /// The rating on the scale of Sudoku Explainer; the minimum if the rating depends on the pattern.
    pub(crate) const fn rating(self) -> Option<f64> {
        self.row().rating
    }

    /// Place, level and score on the scale of HoDoKu; `None` if it is not on that scale.
    pub(crate) const fn points(self) -> Option<&'static Points> {
        self.row().points.as_ref()
    }

    /// The place on the scale of HoDoKu, 0 if it is not on that scale.
    pub(crate) const fn place(self) -> u16 {
        match self.points() {
            Some(points) => points.place,
            None => 0,
        }
    }

    /// Level and score on the scale of HoDoKu, which other rules share; `None` if it is not on that scale.
    pub fn worth(self) -> Option<(Level, u32)> {
        self.points().map(|points| (points.level, points.score))
    }

    const fn is_on(self, is_classic: bool) -> bool {
        match self.points() {
            None => false,
            Some(points) => match points.boards {
                Boards::All => true,
                Boards::Classic => is_classic,
                Boards::Other => !is_classic,
            },
        }
    }
}

/// The number of techniques on HoDoKu's scale, for classic boards or for other rules.
pub(crate) const fn count_in_order(is_classic: bool) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < Technique::COUNT {
        count += Technique::ALL[i].is_on(is_classic) as usize;
        i += 1;
    }
    count
}

/// The techniques on HoDoKu's scale, for classic boards or for other rules, sorted by place, then by number.
pub(crate) const fn in_order<const N: usize>(is_classic: bool) -> [Technique; N] {
    let mut order = [Technique::ALL[0]; N];
    let (mut count, mut i) = (0, 0);
    while i < Technique::COUNT {
        let technique = Technique::ALL[i];
        i += 1;
        if let (true, Some(points)) = (technique.is_on(is_classic), technique.points()) {
            let mut at = count;
            while at > 0 && order[at - 1].place() > points.place {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = technique;
            count += 1;
        }
    }
    order
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Techniques(u128);

/// The set of techniques whose row has a property set.
macro_rules! techniques_that {
    ($property:ident) => {{
        let (mut set, mut i) = (Techniques::NONE, 0);
        while i < Technique::COUNT {
            if TABLE[i].$property {
                set = set.with(Technique::ALL[i]);
            }
            i += 1;
        }
        set
    }};
}

impl Techniques {
    /// The empty set.
    pub const NONE: Techniques = Techniques(0);
    /// All techniques.
    pub const ALL: Techniques = Techniques(u128::MAX >> (128 - Technique::COUNT));
    /// Techniques used only on explicit request: default paths and ratings leave them out.
    pub const NAMED_ONLY: Techniques = techniques_that!(is_named_only);
    /// All techniques except [`Techniques::NAMED_ONLY`].
    pub const DEFAULT: Techniques = Techniques::ALL.minus(Techniques::NAMED_ONLY);
    /// Techniques whose steps are valid only if the puzzle has exactly one solution.
    pub const UNIQUENESS: Techniques = techniques_that!(is_unique);
    /// Chains and nets, which link candidates or follow each of them.
    pub(crate) const LINKED: Techniques = techniques_that!(is_linked);
    /// Techniques whose patterns take long to list.
    pub(crate) const LONG: Techniques = techniques_that!(is_long);

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

    /// The set without the members of `other`.
    #[must_use]
    pub const fn minus(self, other: Techniques) -> Techniques {
        Techniques(self.0 & !other.0)
    }

    /// Whether every one of `techniques` is in the set.
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

/// The choice of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The techniques that may be used.
    pub techniques: Techniques,
    /// Whether steps may rely on the puzzle having exactly one solution.
    pub uniqueness: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { techniques: Techniques::DEFAULT, uniqueness: true }
    }
}

impl Options {
    /// Whether `technique` may be used.
    #[inline]
    pub const fn allows(&self, technique: Technique) -> bool {
        self.allowed().contains(technique)
    }

    /// The techniques that may be used, after both options.
    #[inline]
    pub const fn allowed(&self) -> Techniques {
        match self.uniqueness {
            true => self.techniques,
            false => self.techniques.minus(Techniques::UNIQUENESS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers() {
        assert_eq!(Technique::FinnedXWing.key(), "finned_x_wing");
        assert_eq!(Technique::Uniqueness1.key(), "uniqueness_1");
        assert_eq!(Technique::HiddenSingle.number(), 1);
        assert_eq!(Technique::ALL.into_iter().collect::<Techniques>(), Techniques::ALL);
    }

    #[test]
    fn levels_rise_with_the_place() {
        let order: [Technique; count_in_order(true)] = in_order(true);
        assert_eq!(
            order[..3],
            [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle]
        );
        assert_eq!(order.last(), Some(&Technique::BruteForce));
        assert_eq!(Technique::XWing.worth(), Some((Hard, 140)));
        assert_eq!(Technique::Nishio.worth(), None);
    }
}
