//! The scale for boards of any rules: the order of the techniques, their scores, and the path through a puzzle.
//!
//! HoDoKu's techniques have the order, scores and levels of HoDoKu. Techniques of clues come right after the singles, because
//! people use a cage before a pair.

use std::collections::BTreeSet;

use crate::control::Stop;
use crate::logic::scale::{Halt, Start};
use crate::logic::score::{Grade, Level, Rating, Tally, Within};
use crate::logic::technique::{Options, Techniques, count_in_order, in_order};
use crate::logic::text;
use crate::logic::{
    Candidate, Nodes, Step,
    Technique::{self, *},
};

use super::clues::{self, Seen};
use super::graph::Graph;
use super::look::{Look, Sink};
use super::position::Position;
use super::rules::Rules;
use super::{
    almost, chains, colors, empty_rectangle, fish, forcing, locked, nets, remote_pair, singles,
    subsets, sue_de_coq, unique, wings,
};

/// The techniques in order.
const ORDER: [Technique; count_in_order(false)] = in_order(false);

/// The maximum number of candidates with which chains and nets are searched. An empty 25x25 board has 15,625. Their links need
/// up to 50 MB, and the table of forcing chains 70 MB. The table grows with the square of the candidates: an empty 36x36 board,
/// with 46,656, needed 540 MB.
const MOST_LINKED: u32 = 1 << 14;

/// The largest side on which chains with groups are searched.
const GROUPED: usize = 16;

/// Techniques that are valid only on plain boards, where digits are interchangeable.
pub const SWAPPING: Techniques = Techniques::UNIQUENESS.without(BruteForce);

/// The techniques used by default, in order.
pub fn techniques_in_order() -> Vec<Technique> {
    ORDER.into_iter().filter(|&technique| Techniques::DEFAULT.contains(technique)).collect()
}

/// The scale for the puzzles of one set of rules.
pub struct Scale<'r> {
    rules: &'r Rules,
    options: Options,
    /// A solution, for brute force.
    solution: Option<Box<[u8]>>,
    seen: Seen,
    /// The memory of the search for fish.
    fish: fish::Seen,
    /// The links of the current position, computed on first use.
    graph: Option<Graph>,
    /// The links with groups, computed on first use.
    grouped: Option<Graph>,
    /// The almost locked sets, computed on first use.
    sets: Option<almost::Table>,
}

impl<'r> Scale<'r> {
    /// A scale restricted to the techniques of `options`. Brute force is used only with a solution.
    ///
    /// Uniqueness techniques are used only on plain boards, where digits are interchangeable.
    pub fn new(rules: &'r Rules, options: Options, solution: Option<Box<[u8]>>) -> Scale<'r> {
        let mut options = options;
        if rules.set().plain().is_none() {
            options.techniques = options.techniques.minus(SWAPPING);
        }
        if solution.is_none() {
            options.techniques = options.techniques.without(BruteForce);
        }
        let (graph, grouped, sets) = (None, None, None);
        let (seen, fish) = (Seen::default(), fish::Seen::new());
        Scale { rules, options, solution, seen, fish, graph, grouped, sets }
    }

    /// The next step, if there is one. Its rating is missing, and its notation is the pattern alone.
    ///
    /// # Errors
    /// If the position has no solution, or if the control of `nodes` stops the search.
    pub(crate) fn first(
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
            || Techniques::LINKED.contains(technique) && position.candidate_count() > MOST_LINKED
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
            SimpleColorsTrap | MultiColors1 => colors::find(look, technique, sink),
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
            GroupedContinuousNiceLoop | GroupedDiscontinuousNiceLoop | GroupedAic => {
                if self.rules.side() > GROUPED {
                    return Ok(());
                }
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
            technique => unreachable!("{technique:?} is in the order and has no search"),
        }
    }

    /// The digit of the solution in the first of the cells with the fewest candidates.
    fn brute_force(&self, look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
        let Some(solution) = &self.solution else { return Ok(()) };
        let open = look.position.values().iter().enumerate().filter(|(_, value)| **value == 0);
        let count = |cell: usize| look.position.candidates(cell as u16).count_ones();
        let Some(cell) = open.map(|(cell, _)| cell).min_by_key(|&cell| count(cell)) else {
            return Ok(());
        };
        let mark = Candidate::nth(cell as u16, u32::from(solution[cell]) - 1);
        sink(look.tell(Step::placing(BruteForce, mark), |_| {
            let text = text::singles::brute_force(&look.cell(mark.cell), mark.digit);
            (String::new(), text)
        }))
    }

    /// The step with its score, the length of its chains, and the full notation.
    fn finished(&self, position: &Position, mut step: Step) -> Step {
        let look = Look { rules: self.rules, position, texts: true };
        step.rating = step.technique.worth().map_or(0.0, |(_, score)| score.into());
        let ends = step.chains.iter().flatten().flat_map(|link| [link.from, link.to]);
        step.complexity = ends.collect::<BTreeSet<_>>().len();
        let (label, conclusion) = (step.technique.label(), look.conclusion(&step));
        step.notation = match &step.notation[..] {
            "" => format!("{label}: {conclusion}"),
            pattern => format!("{label}: {pattern} => {conclusion}"),
        };
        step
    }

    /// Applies step after step as long as `show`, which sees each step before it is applied, returns true.
    fn walk(
        &mut self,
        position: &mut Position,
        nodes: &Nodes<'_>,
        mut show: impl FnMut(&Position, Technique) -> bool,
    ) -> Result<(), Stop> {
        while !position.is_full() {
            nodes.checkpoint()?;
            match self.first(position, false, nodes) {
                Ok(Some(step)) if show(position, step.technique) => {
                    position.apply(self.rules, &step);
                }
                Ok(_) | Err(Halt::Contradiction | Halt::Enough) => break,
                Err(Halt::Stop(stop)) => return Err(stop),
            }
        }
        Ok(())
    }
}

impl crate::logic::Scale for Scale<'_> {
    type Position = Position;
    type Grade = Grade;

    fn position(&self, start: &Start) -> Position {
        let sets: Vec<u64> = (0..start.values.len()).map(|cell| start.set(cell)).collect();
        Position::with_candidates(self.rules, &start.values, &sets)
    }

    fn values<'p>(&self, position: &'p Position) -> &'p [u8] {
        position.values()
    }

    fn candidates(&self, position: &Position) -> Vec<u64> {
        position.all_candidates().to_vec()
    }

    fn contradicts_itself(&self, position: &Position) -> bool {
        position.contradicts_itself(self.rules)
    }

    fn next(&mut self, position: &mut Position, nodes: &Nodes<'_>) -> Result<Option<Step>, Halt> {
        let Some(step) = self.first(position, true, nodes)? else { return Ok(None) };
        let step = self.finished(position, step);
        position.apply(self.rules, &step);
        Ok(Some(step))
    }

    /// All singles, and the first step of every other technique. Forcing chains, nets and brute force are searched only if
    /// nothing else applies.
    fn all(&mut self, position: &Position, nodes: &Nodes<'_>) -> Result<Vec<Step>, Halt> {
        (self.graph, self.grouped, self.sets) = (None, None, None);
        let mut all = Vec::new();
        for technique in ORDER {
            if Techniques::LONG.contains(technique) && !all.is_empty() {
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
        Ok(all.into_iter().map(|step| self.finished(position, step)).collect())
    }

    fn level(&self, start: &Start, steps: &[Technique], is_solved: bool) -> Option<(Level, u32)> {
        let open = start.values.iter().filter(|&&value| value == 0).count();
        let grade = Tally::of(steps.iter().copied()).rating(is_solved, Some(open)).grade;
        Some((grade.level, grade.score))
    }

    fn rate(&mut self, mut position: Position, nodes: &Nodes<'_>) -> Result<Rating<Grade>, Stop> {
        let (open, mut tally) = (position.open(), Tally::new());
        self.walk(&mut position, nodes, |_, technique| {
            tally.add(technique);
            true
        })?;
        Ok(tally.rating(position.is_full(), Some(open)))
    }

    fn rate_within(
        &mut self,
        mut position: Position,
        within: &Within,
        nodes: &Nodes<'_>,
    ) -> Result<Option<Rating<Grade>>, Stop> {
        // Techniques after the last allowed one cannot occur within the limits.
        let last = ORDER.iter().rposition(|&technique| within.wants(technique));
        let later = ORDER[last.map_or(0, |last| last + 1)..].iter().copied();
        let all = self.options.techniques;
        self.options.techniques = all.minus(later.collect());
        let (open, mut tally) = (position.open(), Tally::new());
        let walked = self.walk(&mut position, nodes, |_, technique| {
            tally.add(technique);
            within.fits(&tally, technique)
        });
        self.options.techniques = all;
        walked?;
        let rating = tally.rating(position.is_full(), Some(open));
        Ok((position.is_full() && rating.grade.level <= within.level).then_some(rating))
    }
}

/// The links of a position, computed on first use.
fn links<'g>(
    graph: &'g mut Option<Graph>,
    look: &Look<'_>,
    nodes: &Nodes<'_>,
) -> Result<&'g Graph, Stop> {
    made(graph, || Graph::new(look, nodes.control()))
}

/// The almost locked sets of a position, computed on first use.
fn sets<'t>(
    sets: &'t mut Option<almost::Table>,
    look: &Look<'_>,
    nodes: &Nodes<'_>,
) -> Result<&'t almost::Table, Stop> {
    made(sets, || almost::Table::new(look, nodes.control()))
}

/// The cached value, computed on first use.
fn made<T>(place: &mut Option<T>, make: impl FnOnce() -> Result<T, Stop>) -> Result<&T, Stop> {
    let one = place.take().map_or_else(make, Ok)?;
    Ok(place.insert(one))
}
