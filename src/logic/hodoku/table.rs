//! The searches in their order, and what each is worth.

use crate::logic::Technique::{self, *};
use crate::logic::Techniques;

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
    /// All levels, from easy to hard.
    pub const ALL: [Level; 6] =
        [Level::Incomplete, Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

    /// The level of a puzzle whose hardest step has this level: one up for each level whose highest score is exceeded.
    pub(crate) fn raised(mut self, score: u32) -> Level {
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
    /// A search of the engine for all boards.
    General(Technique),
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
    /// What the search finds: one technique, or several kinds of one.
    pub(super) techniques: &'static [Technique],
}

const fn row(
    order: u16,
    search: Search,
    level: Level,
    score: u16,
    techniques: &'static [Technique],
) -> Row {
    Row { order, search, level, score, techniques }
}

/// All searches that are on by default, and some that are not, whose numbers and scores are our own.
#[rustfmt::skip]
pub(super) const TABLE: [Row; 61] = [
    row(100, Search::FullHouse, Level::Easy, 4, &[FullHouse]),
    row(200, Search::NakedSingle, Level::Easy, 4, &[NakedSingle]),
    row(300, Search::HiddenSingle, Level::Easy, 14, &[HiddenSingle]),
    row(1000, Search::LockedSet(2), Level::Medium, 40, &[LockedPair]),
    row(1100, Search::LockedSet(3), Level::Medium, 60, &[LockedTriple]),
    row(1200, Search::Pointing, Level::Medium, 50, &[Pointing]),
    row(1210, Search::Claiming, Level::Medium, 50, &[Claiming]),
    row(1300, Search::NakedSet(2), Level::Medium, 60, &[NakedPair]),
    row(1400, Search::NakedSet(3), Level::Medium, 80, &[NakedTriplet]),
    row(1500, Search::HiddenSet(2), Level::Medium, 70, &[HiddenPair]),
    row(1600, Search::HiddenSet(3), Level::Medium, 100, &[HiddenTriplet]),
    row(2000, Search::NakedSet(4), Level::Hard, 120, &[NakedQuad]),
    row(2100, Search::HiddenSet(4), Level::Hard, 150, &[HiddenQuad]),
    row(2200, Search::Fish(2), Level::Hard, 140, &[XWing]),
    row(2300, Search::Fish(3), Level::Hard, 150, &[Swordfish]),
    row(2400, Search::Fish(4), Level::Hard, 160, &[Jellyfish]),
    row(2800, Search::RemotePair, Level::Hard, 110, &[RemotePair]),
    row(2900, Search::BugPlusOne, Level::Hard, 100, &[BugPlusOne]),
    row(3000, Search::Skyscraper, Level::Hard, 130, &[Skyscraper]),
    row(3100, Search::TwoStringKite, Level::Hard, 150, &[TwoStringKite]),
    row(3120, Search::TurbotFish, Level::Hard, 120, &[TurbotFish]),
    row(3170, Search::EmptyRectangle, Level::Hard, 120, &[EmptyRectangle]),
    row(3200, Search::WWing, Level::Hard, 150, &[WWing]),
    row(3300, Search::XyWing, Level::Hard, 160, &[XyWing]),
    row(3400, Search::XyzWing, Level::Hard, 180, &[XyzWing]),
    row(3500, Search::Uniqueness(1), Level::Hard, 100, &[Uniqueness1]),
    row(3600, Search::Uniqueness(2), Level::Hard, 100, &[Uniqueness2]),
    row(3700, Search::Uniqueness(3), Level::Hard, 100, &[Uniqueness3]),
    row(3800, Search::Uniqueness(4), Level::Hard, 100, &[Uniqueness4]),
    row(3900, Search::Uniqueness(5), Level::Hard, 100, &[Uniqueness5]),
    row(4000, Search::Uniqueness(6), Level::Hard, 100, &[Uniqueness6]),
    row(4010, Search::HiddenRectangle, Level::Hard, 100, &[HiddenRectangle]),
    row(4020, Search::AvoidableRectangle(1), Level::Hard, 100, &[AvoidableRectangle1]),
    row(4030, Search::AvoidableRectangle(2), Level::Hard, 100, &[AvoidableRectangle2]),
    row(4100, Search::FinnedFish(2), Level::Hard, 130, &[FinnedXWing]),
    row(4200, Search::SashimiFish(2), Level::Hard, 150, &[SashimiXWing]),
    row(4300, Search::FinnedFish(3), Level::Unfair, 200, &[FinnedSwordfish]),
    row(4400, Search::SashimiFish(3), Level::Unfair, 240, &[SashimiSwordfish]),
    row(4500, Search::FinnedFish(4), Level::Unfair, 250, &[FinnedJellyfish]),
    row(4600, Search::SashimiFish(4), Level::Unfair, 260, &[SashimiJellyfish]),
    row(5300, Search::SueDeCoq, Level::Unfair, 250, &[SueDeCoq]),
    row(5330, Search::SimpleColors, Level::Hard, 150, &[SimpleColorsTrap, SimpleColorsWrap]),
    row(5360, Search::MultiColors, Level::Hard, 200, &[MultiColors1, MultiColors2]),
    row(5400, Search::XChain, Level::Unfair, 260, &[XChain]),
    row(5500, Search::XyChain, Level::Unfair, 260, &[XyChain]),
    row(5600, Search::NiceLoop, Level::Unfair, 280, &[ContinuousNiceLoop, DiscontinuousNiceLoop, Aic]),
    row(5650, Search::GroupedNiceLoop, Level::Unfair, 300, &[GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop, GroupedAic]),
    row(5700, Search::AlsXz, Level::Unfair, 300, &[AlsXz]),
    row(5800, Search::AlsXyWing, Level::Unfair, 320, &[AlsXyWing]),
    row(5900, Search::AlsXyChain, Level::Unfair, 340, &[AlsXyChain]),
    row(6100, Search::FrankenFish(2), Level::Unfair, 300, &[FrankenXWing]),
    row(6200, Search::FrankenFish(3), Level::Unfair, 350, &[FrankenSwordfish]),
    row(6700, Search::FinnedFrankenFish(2), Level::Unfair, 390, &[FinnedFrankenXWing]),
    row(6800, Search::FinnedFrankenFish(3), Level::Unfair, 410, &[FinnedFrankenSwordfish]),
    row(8000, Search::General(DeathBlossom), Level::Unfair, 360, &[DeathBlossom]),
    row(8010, Search::General(LargeFish), Level::Unfair, 450, &[LargeFish]),
    row(8020, Search::General(FrankenJellyfish), Level::Unfair, 450, &[FrankenJellyfish]),
    row(8030, Search::General(MutantFish), Level::Extreme, 480, &[MutantFish]),
    row(8500, Search::ForcingChain, Level::Extreme, 500, &[ForcingChainContradiction, ForcingChainVerity]),
    row(8600, Search::ForcingNet, Level::Extreme, 700, &[ForcingNetContradiction, ForcingNetVerity]),
    row(8900, Search::BruteForce, Level::Extreme, 10_000, &[BruteForce]),
];

/// The row of each technique; the length of the table for those of other scales.
const ROW_OF: [u8; Technique::COUNT] = {
    let mut rows = [TABLE.len() as u8; Technique::COUNT];
    let mut row = 0;
    while row < TABLE.len() {
        let mut kind = 0;
        while kind < TABLE[row].techniques.len() {
            rows[TABLE[row].techniques[kind] as usize] = row as u8;
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

/// The techniques of the scale that are on by default, in its order.
pub fn techniques_in_order() -> Vec<Technique> {
    let all = TABLE.iter().flat_map(|row| row.techniques).copied();
    all.filter(|&technique| Techniques::DEFAULT.contains(technique)).collect()
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
