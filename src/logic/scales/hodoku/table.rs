//! The searches in their order, and what each is worth.

use crate::logic::Technique;
use crate::logic::Technique::*;

/// How difficult a puzzle or a step is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names are the scale's own")]
pub enum Level {
    /// Not solved by the techniques.
    Incomplete,
    Easy,
    Medium,
    Hard,
    Unfair,
    Extreme,
}

impl Level {
    /// The level of a puzzle whose hardest step has this level: one up for each level whose highest score is exceeded.
    pub(super) fn raised(mut self, score: u32) -> Level {
        for (level, highest, next) in [
            (Level::Easy, 800, Level::Medium),
            (Level::Medium, 1000, Level::Hard),
            (Level::Hard, 1600, Level::Unfair),
            (Level::Unfair, 1800, Level::Extreme),
        ] {
            if self == level && score > highest {
                self = next;
            }
        }
        self
    }
}

/// A search of the scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Search {
    FullHouse,
    NakedSingle,
    HiddenSingle,
    /// A naked pair or triple in a block and a line.
    LockedSet(u32),
    Pointing,
    Claiming,
    NakedSet(u32),
    HiddenSet(u32),
    Fish(u32),
    RemotePair,
    BugPlusOne,
    Skyscraper,
    TwoStringKite,
    TurbotFish,
    EmptyRectangle,
    WWing,
    XyWing,
    XyzWing,
    /// Types 1 to 6.
    Uniqueness(u8),
    HiddenRectangle,
    /// Types 1 and 2.
    AvoidableRectangle(u8),
    FinnedFish(u32),
    SashimiFish(u32),
    SueDeCoq,
    SimpleColors,
    MultiColors,
    XChain,
    XyChain,
    NiceLoop,
    GroupedNiceLoop,
    AlsXz,
    AlsXyWing,
    AlsXyChain,
    FrankenFish(u32),
    FinnedFrankenFish(u32),
    ForcingChain,
    ForcingNet,
    BruteForce,
}

/// A row of the table.
pub(super) struct Row {
    /// Its number in the table of the original, by which the rows are sorted.
    pub(super) order: u16,
    pub(super) search: Search,
    pub(super) level: Level,
    pub(super) score: u16,
    /// What the search finds, with the names of the original: one technique, or several kinds of one.
    pub(super) techniques: &'static [(Technique, &'static str)],
}

const fn row(
    order: u16,
    search: Search,
    level: Level,
    score: u16,
    techniques: &'static [(Technique, &'static str)],
) -> Row {
    Row { order, search, level, score, techniques }
}

/// All searches that are on by default.
#[rustfmt::skip]
pub(super) const TABLE: [Row; 57] = [
    row(100, Search::FullHouse, Level::Easy, 4, &[(FullHouse, "Full House")]),
    row(200, Search::NakedSingle, Level::Easy, 4, &[(NakedSingle, "Naked Single")]),
    row(300, Search::HiddenSingle, Level::Easy, 14, &[(HiddenSingle, "Hidden Single")]),
    row(1000, Search::LockedSet(2), Level::Medium, 40, &[(LockedPair, "Locked Pair")]),
    row(1100, Search::LockedSet(3), Level::Medium, 60, &[(LockedTriple, "Locked Triple")]),
    row(1200, Search::Pointing, Level::Medium, 50, &[(Pointing, "Locked Candidates Type 1 (Pointing)")]),
    row(1210, Search::Claiming, Level::Medium, 50, &[(Claiming, "Locked Candidates Type 2 (Claiming)")]),
    row(1300, Search::NakedSet(2), Level::Medium, 60, &[(NakedPair, "Naked Pair")]),
    row(1400, Search::NakedSet(3), Level::Medium, 80, &[(NakedTriplet, "Naked Triple")]),
    row(1500, Search::HiddenSet(2), Level::Medium, 70, &[(HiddenPair, "Hidden Pair")]),
    row(1600, Search::HiddenSet(3), Level::Medium, 100, &[(HiddenTriplet, "Hidden Triple")]),
    row(2000, Search::NakedSet(4), Level::Hard, 120, &[(NakedQuad, "Naked Quadruple")]),
    row(2100, Search::HiddenSet(4), Level::Hard, 150, &[(HiddenQuad, "Hidden Quadruple")]),
    row(2200, Search::Fish(2), Level::Hard, 140, &[(XWing, "X-Wing")]),
    row(2300, Search::Fish(3), Level::Hard, 150, &[(Swordfish, "Swordfish")]),
    row(2400, Search::Fish(4), Level::Hard, 160, &[(Jellyfish, "Jellyfish")]),
    row(2800, Search::RemotePair, Level::Hard, 110, &[(RemotePair, "Remote Pair")]),
    row(2900, Search::BugPlusOne, Level::Hard, 100, &[(BugPlusOne, "Bivalue Universal Grave + 1")]),
    row(3000, Search::Skyscraper, Level::Hard, 130, &[(Skyscraper, "Skyscraper")]),
    row(3100, Search::TwoStringKite, Level::Hard, 150, &[(TwoStringKite, "2-String Kite")]),
    row(3120, Search::TurbotFish, Level::Hard, 120, &[(TurbotFish, "Turbot Fish")]),
    row(3170, Search::EmptyRectangle, Level::Hard, 120, &[(EmptyRectangle, "Empty Rectangle")]),
    row(3200, Search::WWing, Level::Hard, 150, &[(WWing, "W-Wing")]),
    row(3300, Search::XyWing, Level::Hard, 160, &[(XyWing, "XY-Wing")]),
    row(3400, Search::XyzWing, Level::Hard, 180, &[(XyzWing, "XYZ-Wing")]),
    row(3500, Search::Uniqueness(1), Level::Hard, 100, &[(Uniqueness1, "Uniqueness Test 1")]),
    row(3600, Search::Uniqueness(2), Level::Hard, 100, &[(Uniqueness2, "Uniqueness Test 2")]),
    row(3700, Search::Uniqueness(3), Level::Hard, 100, &[(Uniqueness3, "Uniqueness Test 3")]),
    row(3800, Search::Uniqueness(4), Level::Hard, 100, &[(Uniqueness4, "Uniqueness Test 4")]),
    row(3900, Search::Uniqueness(5), Level::Hard, 100, &[(Uniqueness5, "Uniqueness Test 5")]),
    row(4000, Search::Uniqueness(6), Level::Hard, 100, &[(Uniqueness6, "Uniqueness Test 6")]),
    row(4010, Search::HiddenRectangle, Level::Hard, 100, &[(HiddenRectangle, "Hidden Rectangle")]),
    row(4020, Search::AvoidableRectangle(1), Level::Hard, 100, &[(AvoidableRectangle1, "Avoidable Rectangle Type 1")]),
    row(4030, Search::AvoidableRectangle(2), Level::Hard, 100, &[(AvoidableRectangle2, "Avoidable Rectangle Type 2")]),
    row(4100, Search::FinnedFish(2), Level::Hard, 130, &[(FinnedXWing, "Finned X-Wing")]),
    row(4200, Search::SashimiFish(2), Level::Hard, 150, &[(SashimiXWing, "Sashimi X-Wing")]),
    row(4300, Search::FinnedFish(3), Level::Unfair, 200, &[(FinnedSwordfish, "Finned Swordfish")]),
    row(4400, Search::SashimiFish(3), Level::Unfair, 240, &[(SashimiSwordfish, "Sashimi Swordfish")]),
    row(4500, Search::FinnedFish(4), Level::Unfair, 250, &[(FinnedJellyfish, "Finned Jellyfish")]),
    row(4600, Search::SashimiFish(4), Level::Unfair, 260, &[(SashimiJellyfish, "Sashimi Jellyfish")]),
    row(5300, Search::SueDeCoq, Level::Unfair, 250, &[(SueDeCoq, "Sue de Coq")]),
    row(5330, Search::SimpleColors, Level::Hard, 150, &[(SimpleColorsTrap, "Simple Colors Trap"), (SimpleColorsWrap, "Simple Colors Wrap")]),
    row(5360, Search::MultiColors, Level::Hard, 200, &[(MultiColors1, "Multi Colors 1"), (MultiColors2, "Multi Colors 2")]),
    row(5400, Search::XChain, Level::Unfair, 260, &[(XChain, "X-Chain")]),
    row(5500, Search::XyChain, Level::Unfair, 260, &[(XyChain, "XY-Chain")]),
    row(5600, Search::NiceLoop, Level::Unfair, 280, &[(ContinuousNiceLoop, "Continuous Nice Loop"), (DiscontinuousNiceLoop, "Discontinuous Nice Loop"), (Aic, "AIC")]),
    row(5650, Search::GroupedNiceLoop, Level::Unfair, 300, &[(GroupedContinuousNiceLoop, "Grouped Continuous Nice Loop"), (GroupedDiscontinuousNiceLoop, "Grouped Discontinuous Nice Loop"), (GroupedAic, "Grouped AIC")]),
    row(5700, Search::AlsXz, Level::Unfair, 300, &[(AlsXz, "Almost Locked Set XZ-Rule")]),
    row(5800, Search::AlsXyWing, Level::Unfair, 320, &[(AlsXyWing, "Almost Locked Set XY-Wing")]),
    row(5900, Search::AlsXyChain, Level::Unfair, 340, &[(AlsXyChain, "Almost Locked Set Chain")]),
    row(6100, Search::FrankenFish(2), Level::Unfair, 300, &[(FrankenXWing, "Franken X-Wing")]),
    row(6200, Search::FrankenFish(3), Level::Unfair, 350, &[(FrankenSwordfish, "Franken Swordfish")]),
    row(6700, Search::FinnedFrankenFish(2), Level::Unfair, 390, &[(FinnedFrankenXWing, "Finned Franken X-Wing")]),
    row(6800, Search::FinnedFrankenFish(3), Level::Unfair, 410, &[(FinnedFrankenSwordfish, "Finned Franken Swordfish")]),
    row(8500, Search::ForcingChain, Level::Extreme, 500, &[(ForcingChainContradiction, "Forcing Chain Contradiction"), (ForcingChainVerity, "Forcing Chain Verity")]),
    row(8600, Search::ForcingNet, Level::Extreme, 700, &[(ForcingNetContradiction, "Forcing Net Contradiction"), (ForcingNetVerity, "Forcing Net Verity")]),
    row(8900, Search::BruteForce, Level::Extreme, 10_000, &[(BruteForce, "Brute Force")]),
];

/// The row of each technique; the length of the table for those of other scales.
const ROW_OF: [u8; Technique::COUNT] = {
    let mut rows = [TABLE.len() as u8; Technique::COUNT];
    let mut row = 0;
    while row < TABLE.len() {
        let mut kind = 0;
        while kind < TABLE[row].techniques.len() {
            rows[TABLE[row].techniques[kind].0 as usize] = row as u8;
            kind += 1;
        }
        row += 1;
    }
    rows
};

/// The row of a technique of this scale.
pub(super) fn row_of(technique: Technique) -> Option<&'static Row> {
    TABLE.get(usize::from(ROW_OF[technique as usize]))
}

/// Level and score of a technique; `None` if it is not of this scale.
pub fn worth(technique: Technique) -> Option<(Level, u32)> {
    row_of(technique).map(|row| (row.level, u32::from(row.score)))
}

/// The name of a technique in the original; its notation begins with it.
pub(super) fn name(technique: Technique) -> &'static str {
    let kinds = row_of(technique).map_or(&[][..], |row| row.techniques);
    kinds.iter().find(|kind| kind.0 == technique).map_or("", |kind| kind.1)
}

/// The techniques of the scale, in its order.
pub fn techniques_in_order() -> Vec<Technique> {
    TABLE.iter().flat_map(|row| row.techniques).map(|kind| kind.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_order_and_levels_rise_with_the_score() {
        assert!(TABLE.is_sorted_by_key(|row| row.order));
        assert_eq!(worth(XWing), Some((Level::Hard, 140)));
        assert_eq!(worth(Nishio), None);
        assert_eq!(Level::Easy.raised(800), Level::Easy);
        assert_eq!(Level::Easy.raised(801), Level::Medium);
        assert_eq!(Level::Easy.raised(1801), Level::Extreme);
        assert_eq!(Level::Hard.raised(1700), Level::Unfair);
        assert_eq!(Level::Incomplete.raised(5000), Level::Incomplete);
    }
}
