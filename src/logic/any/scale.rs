//! The order of the techniques, what they are worth, and the way through a puzzle.
//!
//! Order, scores and levels are those of HoDoKu where the technique is HoDoKu's. Those of clues come after the singles: a person
//! looks at a cage before a pair.

use std::collections::BTreeSet;

use crate::control::Stop;
use crate::logic::Technique::{self, *};
use crate::logic::Techniques;
use crate::logic::hodoku::{self, Level, Within};
use crate::logic::nodes::Nodes;
use crate::logic::technique::Options;

use super::clues::{self, Seen};
use super::graph::Graph;
use super::look::{Halt, Look, Sink};
use super::position::Position;
use super::rules::Rules;
use super::{
    almost, chains, colors, empty_rectangle, fish, forcing, locked, nets, remote_pair, singles,
    subsets, sue_de_coq, unique, wings,
};
use crate::logic::{Candidate, Step};

/// The techniques in their order.
#[rustfmt::skip]
const ORDER: [Technique; 73] = [
    FullHouse, NakedSingle, HiddenSingle,
    PairRelation, Combinations, ReachableSums, LinePattern,
    LockedPair, LockedTriple, Pointing, Claiming, LockedCandidates, InniesAndOuties,
    NakedPair, NakedTriplet, HiddenPair, HiddenTriplet, NakedQuad, HiddenQuad,
    XWing, Swordfish, Jellyfish, RemotePair, BugPlusOne, Skyscraper, TwoStringKite, TurbotFish, EmptyRectangle,
    WWing, XyWing, XyzWing,
    Uniqueness1, Uniqueness2, Uniqueness3, Uniqueness4, Uniqueness5, Uniqueness6, HiddenRectangle,
    FinnedXWing, SashimiXWing, FinnedSwordfish, SashimiSwordfish, FinnedJellyfish, SashimiJellyfish,
    SueDeCoq, SimpleColorsTrap, SimpleColorsWrap, MultiColors1, MultiColors2,
    XChain, XyChain, ContinuousNiceLoop, DiscontinuousNiceLoop, Aic,
    GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop, GroupedAic,
    AlsXz, AlsXyWing, AlsXyChain, DeathBlossom,
    FrankenXWing, FrankenSwordfish, FinnedFrankenXWing, FinnedFrankenSwordfish,
    LargeFish, FrankenJellyfish, MutantFish,
    ForcingChainContradiction, ForcingChainVerity, ForcingNetContradiction, ForcingNetVerity, BruteForce,
];

/// Chains and nets: those that link candidates, or follow each of them.
#[rustfmt::skip]
const LINKED: [Technique; 15] = [
    Skyscraper, TwoStringKite, TurbotFish, XChain, XyChain, ContinuousNiceLoop, DiscontinuousNiceLoop, Aic,
    GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop, GroupedAic,
    ForcingChainContradiction, ForcingChainVerity, ForcingNetContradiction, ForcingNetVerity,
];

/// Those whose patterns take long to list.
const LONG: [Technique; 5] = [
    ForcingChainContradiction,
    ForcingChainVerity,
    ForcingNetContradiction,
    ForcingNetVerity,
    BruteForce,
];

/// Those that are right on plain boards only, where digits can be swapped.
#[rustfmt::skip]
pub const UNIQUENESS: [Technique; 8] = [
    BugPlusOne, Uniqueness1, Uniqueness2, Uniqueness3, Uniqueness4, Uniqueness5, Uniqueness6, HiddenRectangle,
];

/// The most candidates of a position in which chains and nets are searched; an empty 25x25 board has 15,625. Their links take
/// up to 50 MB, and the table of forcing chains 70 MB, which grows with the square of the candidates: for the 46,656 of an
/// empty 36x36 board, it was 540 MB.
const MOST_LINKED: u32 = 1 << 14;

/// The largest side on which chains with groups are searched.
const GROUPED: usize = 16;

/// The cells that are open in a classic puzzle, for which the highest scores of the levels were chosen.
const OPEN: u32 = 56;

/// What the techniques of clues are worth.
const OWN: [(Technique, Level, u32); 6] = [
    (PairRelation, Level::Easy, 4),
    (Combinations, Level::Easy, 6),
    (ReachableSums, Level::Easy, 8),
    (LinePattern, Level::Easy, 10),
    (LockedCandidates, Level::Medium, 50),
    (InniesAndOuties, Level::Medium, 40),
];

/// The techniques that are on by default, in their order.
pub fn techniques_in_order() -> Vec<Technique> {
    ORDER.into_iter().filter(|&technique| Techniques::DEFAULT.contains(technique)).collect()
}

/// Level and score of a technique; `None` if neither this scale nor HoDoKu has it.
pub fn worth(technique: Technique) -> Option<(Level, u32)> {
    let own = OWN.iter().find(|(known, ..)| *known == technique);
    own.map(|&(_, level, score)| (level, score)).or_else(|| hodoku::worth(technique))
}

/// The way through puzzles of one set of rules.
pub struct Scale<'r> {
    rules: &'r Rules,
    options: Options,
    /// A solution, for brute force.
    solution: Option<Box<[u8]>>,
    seen: Seen,
    /// Where fish were looked for.
    fish: fish::Seen,
    /// The links of the position that is searched, made when they are first needed.
    graph: Option<Graph>,
    /// The same with groups.
    grouped: Option<Graph>,
    /// Its almost locked sets.
    sets: Option<almost::Table>,
}

impl<'r> Scale<'r> {
    /// A scale that uses the techniques of `options`; brute force needs a solution.
    ///
    /// Uniqueness techniques are left out unless the rules are those of a plain board, where digits can be swapped.
    pub fn new(rules: &'r Rules, options: Options, solution: Option<Box<[u8]>>) -> Scale<'r> {
        let mut options = options;
        if rules.set().plain().is_none() {
            options.techniques =
                UNIQUENESS.into_iter().fold(options.techniques, Techniques::without);
        }
        if solution.is_none() {
            options.techniques = options.techniques.without(BruteForce);
        }
        let (graph, grouped, sets) = (None, None, None);
        let (seen, fish) = (Seen::default(), fish::Seen::new());
        Scale { rules, options, solution, seen, fish, graph, grouped, sets }
    }

    /// The next step, if there is one.
    ///
    /// # Errors
    /// When the position has no solution, or the control of `nodes` says stop.
    pub fn next(
        &mut self,
        position: &Position,
        texts: bool,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Step>, Halt> {
        (self.graph, self.grouped, self.sets) = (None, None, None);
        let mut next = None;
        for technique in ORDER {
            let found = self.search(technique, position, texts, nodes, &mut |found| {
                next = Some(found);
                Err(Halt::Enough)
            });
            match found {
                Err(Halt::Enough) => return Ok(next),
                found => found?,
            }
        }
        Ok(None)
    }

    /// All singles, and of each other technique the first step; forcing chains, nets and brute force only if nothing else
    /// applies.
    ///
    /// # Errors
    /// When the position has no solution, or the control of `nodes` says stop.
    pub fn all(&mut self, position: &Position, nodes: &Nodes<'_>) -> Result<Vec<Step>, Halt> {
        (self.graph, self.grouped, self.sets) = (None, None, None);
        let mut all = Vec::new();
        for technique in ORDER {
            if LONG.contains(&technique) && !all.is_empty() {
                break;
            }
            let is_single = [FullHouse, NakedSingle, HiddenSingle].contains(&technique);
            let found = self.search(technique, position, true, nodes, &mut |found| {
                all.push(found);
                if is_single { Ok(()) } else { Err(Halt::Enough) }
            });
            match found {
                Err(Halt::Enough) => {}
                found => found?,
            }
        }
        Ok(all)
    }

    fn search(
        &mut self,
        technique: Technique,
        position: &Position,
        texts: bool,
        nodes: &Nodes<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<(), Halt> {
        nodes.control().checkpoint()?;
        if !self.options.allows(technique)
            || LINKED.contains(&technique) && position.candidate_count() > MOST_LINKED
        {
            return Ok(());
        }
        let look = &Look { rules: self.rules, position, texts };
        let (allowed, seen) = (self.options.allowed(), &mut self.seen);
        let (graph, grouped) = (&mut self.graph, &mut self.grouped);
        match technique {
            FullHouse => singles::full_houses(look, sink),
            NakedSingle => singles::naked(look, sink),
            HiddenSingle => singles::hidden(look, sink),
            PairRelation => clues::pairs(look, seen, sink),
            Combinations | ReachableSums | InniesAndOuties => {
                clues::sums(look, technique, seen, sink)
            }
            LinePattern => clues::lines(look, seen, sink),
            LockedPair => subsets::naked(look, 2, true, sink),
            LockedTriple => subsets::naked(look, 3, true, sink),
            Pointing | Claiming => locked::in_units(look, technique, sink),
            LockedCandidates => {
                locked::any(look, sink)?;
                clues::locked_in_cages(look, sink)
            }
            NakedPair => subsets::naked(look, 2, false, sink),
            NakedTriplet => subsets::naked(look, 3, false, sink),
            NakedQuad => subsets::naked(look, 4, false, sink),
            HiddenPair => subsets::hidden(look, 2, sink),
            HiddenTriplet => subsets::hidden(look, 3, sink),
            HiddenQuad => subsets::hidden(look, 4, sink),
            XWing
            | Swordfish
            | Jellyfish
            | FinnedXWing
            | SashimiXWing
            | FinnedSwordfish
            | SashimiSwordfish
            | FinnedJellyfish
            | SashimiJellyfish
            | FrankenXWing
            | FrankenSwordfish
            | FinnedFrankenXWing
            | FinnedFrankenSwordfish
            | LargeFish
            | FrankenJellyfish
            | MutantFish => fish::find(look, technique, &mut self.fish, nodes, sink),
            EmptyRectangle => empty_rectangle::find(look, sink),
            AlsXz => almost::xz(look, sets(&mut self.sets, look, nodes)?, nodes, sink),
            AlsXyWing | AlsXyChain => {
                almost::chain(look, sets(&mut self.sets, look, nodes)?, technique, nodes, sink)
            }
            DeathBlossom => almost::blossom(look, nodes, sink),
            BugPlusOne => unique::bug_plus_one(look, sink),
            RemotePair => remote_pair::find(look, sink),
            Uniqueness1 | Uniqueness2 | Uniqueness3 | Uniqueness4 | Uniqueness5 | Uniqueness6
            | HiddenRectangle => unique::rectangles(look, technique, sink),
            SueDeCoq => sue_de_coq::find(look, sink),
            SimpleColorsTrap | SimpleColorsWrap | MultiColors1 | MultiColors2 => {
                colors::find(look, technique, sink)
            }
            WWing => wings::w_wings(look, sink),
            XyWing | XyzWing => wings::wings(look, technique, sink),
            Skyscraper
            | TwoStringKite
            | TurbotFish
            | XChain
            | XyChain
            | ContinuousNiceLoop
            | DiscontinuousNiceLoop
            | Aic => {
                chains::find(look, links(graph, look, nodes)?, (technique, allowed), nodes, sink)
            }
            GroupedContinuousNiceLoop | GroupedDiscontinuousNiceLoop | GroupedAic
                if self.rules.side() <= GROUPED =>
            {
                let graph = made(grouped, || Graph::grouped(look, nodes.control()))?;
                chains::find(look, graph, (technique, allowed), nodes, sink)
            }
            ForcingChainContradiction => {
                forcing::contradiction(look, links(graph, look, nodes)?, nodes, sink)
            }
            ForcingChainVerity => forcing::verity(look, links(graph, look, nodes)?, nodes, sink),
            ForcingNetContradiction => nets::contradiction(look, nodes, sink),
            ForcingNetVerity => nets::verity(look, nodes, sink),
            BruteForce => self.brute_force(look, sink),
            _ => Ok(()),
        }
    }

    /// The solution's digit in the first of the cells with the fewest candidates.
    fn brute_force(&self, look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
        let Some(solution) = &self.solution else { return Ok(()) };
        let open = look.position.values().iter().enumerate().filter(|(_, value)| **value == 0);
        let count = |cell: usize| look.position.candidates(cell as u16).count_ones();
        let Some(cell) = open.map(|(cell, _)| cell).min_by_key(|&cell| count(cell)) else {
            return Ok(());
        };
        let mark = Candidate::nth(cell as u16, u32::from(solution[cell]) - 1);
        sink(look.tell(Step::placing(BruteForce, mark), |_| {
            let text = format!("No technique applies. {} in the solution.", look.is(mark));
            (String::new(), text)
        }))
    }

    /// Completes a step with words: its score, the length of its chains, and what it concludes.
    pub fn finish(&self, position: &Position, step: &mut Step) {
        let look = Look { rules: self.rules, position, texts: true };
        step.rating = worth(step.technique).map_or(0.0, |(_, score)| score.into());
        let ends = step.chains.iter().flatten().flat_map(|link| [link.from, link.to]);
        step.complexity = ends.collect::<BTreeSet<_>>().len();
        let conclusion = look.conclusion(step);
        step.notation = match step.notation.is_empty() {
            true => conclusion,
            false => format!("{} => {conclusion}", step.notation),
        };
    }

    /// Rates a position: steps are taken until none applies.
    ///
    /// # Errors
    /// When the control of `nodes` says stop.
    pub fn rate(
        &mut self,
        mut position: Position,
        nodes: &Nodes<'_>,
    ) -> Result<hodoku::Rating, Stop> {
        let open = position.open();
        let mut steps = Vec::new();
        self.walk(&mut position, nodes, |technique| {
            steps.push(technique);
            true
        })?;
        Ok(rating(steps, open, position.is_full()))
    }

    /// Rates a position that has a solution; `None` as soon as it is known that the rating is not within limits.
    ///
    /// # Errors
    /// When the control of `nodes` says stop.
    pub fn rate_within(
        &mut self,
        mut position: Position,
        within: &Within,
        nodes: &Nodes<'_>,
    ) -> Result<Option<hodoku::Rating>, Stop> {
        // The techniques up to the last that may be a step of a puzzle that is wanted.
        let level = |technique| worth(technique).map_or(Level::Extreme, |(level, _)| level);
        let is_wanted = |technique: &Technique| {
            level(*technique) <= within.level && within.techniques.contains(*technique)
        };
        let end = ORDER.iter().rposition(is_wanted).map_or(0, |last| last + 1);
        let later = ORDER[end..].iter();
        let fewer = later.fold(self.options.techniques, |all, &one| all.without(one));
        let all = std::mem::replace(&mut self.options.techniques, fewer);
        let (open, mut score, mut steps) = (position.open(), 0, Vec::new());
        let walked = self.walk(&mut position, nodes, |technique| {
            score += worth(technique).map_or(0, |(_, score)| score);
            steps.push(technique);
            is_wanted(&technique) && score <= within.score
        });
        self.options.techniques = all;
        walked?;
        let rating = rating(steps, open, position.is_full());
        Ok((position.is_full() && rating.level <= within.level).then_some(rating))
    }

    /// Takes step after step while `goes_on` says so of their techniques.
    fn walk(
        &mut self,
        position: &mut Position,
        nodes: &Nodes<'_>,
        mut goes_on: impl FnMut(Technique) -> bool,
    ) -> Result<(), Stop> {
        while !position.is_full() {
            nodes.checkpoint()?;
            match self.next(position, false, nodes) {
                Ok(Some(found)) if goes_on(found.technique) => position.apply(self.rules, &found),
                Ok(_) | Err(Halt::Contradiction | Halt::Enough) => break,
                Err(Halt::Stop(stop)) => return Err(stop),
            }
        }
        Ok(())
    }
}

/// The links of a position, made when they are first needed.
fn links<'g>(
    graph: &'g mut Option<Graph>,
    look: &Look<'_>,
    nodes: &Nodes<'_>,
) -> Result<&'g Graph, Stop> {
    made(graph, || Graph::new(look, nodes.control()))
}

/// The almost locked sets of a position, found when they are first needed.
fn sets<'t>(
    sets: &'t mut Option<almost::Table>,
    look: &Look<'_>,
    nodes: &Nodes<'_>,
) -> Result<&'t almost::Table, Stop> {
    made(sets, || almost::Table::new(look, nodes.control()))
}

/// What is there, made if it is not.
fn made<T>(place: &mut Option<T>, make: impl FnOnce() -> Result<T, Stop>) -> Result<&T, Stop> {
    let one = place.take().map_or_else(make, Ok)?;
    Ok(place.insert(one))
}

/// The rating of steps that fill so many open cells, or not all of them. The highest scores of the levels are those of HoDoKu
/// for as many cells as a classic puzzle has to fill; they grow with the cells.
pub fn rating(
    steps: impl IntoIterator<Item = Technique>,
    open: usize,
    is_solved: bool,
) -> hodoku::Rating {
    let mut counts = [0; Technique::COUNT];
    let (mut level, mut score) = (Level::Easy, 0);
    for technique in steps {
        let (its_level, its_score) = worth(technique).unwrap_or((Level::Extreme, 0));
        level = level.max(its_level);
        score += its_score;
        counts[technique as usize] += 1;
    }
    let hardest = ORDER.into_iter().rfind(|&technique| counts[technique as usize] > 0);
    let level = match is_solved {
        true => {
            let scaled = u64::from(score) * u64::from(OPEN) / open.max(1) as u64;
            level.raised(u32::try_from(scaled).unwrap_or(u32::MAX))
        }
        false => Level::Incomplete,
    };
    hodoku::Rating { level, score, hardest, counts }
}
