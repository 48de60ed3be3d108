//! Difficulty as a target: the ratings that a new puzzle must have.
//!
//! The cheap measures are computed first. Steps are followed only until the puzzle is known to be too hard or to need a
//! technique that is not allowed, so that easy puzzles are found without the searches for hard ones.

#![forbid(unsafe_code)]

use std::fmt;

use crate::control::{Control, Stop};
use crate::cpu::Backend;
use crate::depth::Depth;
use crate::error::Error;
use crate::generate::{Judge, Judgement};
use crate::logic::score::Within;
use crate::logic::{Level, Nodes, Scale as _, Technique, Techniques};
use crate::logic::{any, explainer, hodoku};
use crate::rules::Solver;
use crate::solve::{self, Pace, Puzzle, Verdict};

use super::explain::Scale;
use super::rate::Raters;
use super::{Engine, OtherRules, Puzzles, grids};

/// A minimum and a maximum, both inclusive.
pub type Range<T> = (T, T);

/// A depth rating of a puzzle; `None` is infinite.
type DepthRating = fn(&mut Depth, Puzzle<'_>, &Nodes<'_>) -> Result<Option<u8>, Stop>;

/// The required difficulty, in any of several measures; `None` allows any value.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Difficulty {
    /// The [`solve::Tier`].
    pub singles: Option<Range<u8>>,
    /// The number of guesses, as counted by [`solve::guesses`].
    pub guesses: Option<Range<u64>>,
    /// HoDoKu's level, as a number.
    pub level: Option<Range<u8>>,
    /// HoDoKu's score.
    pub score: Option<Range<u32>>,
    /// Sudoku Explainer's rating of the hardest step.
    pub er: Option<Range<f64>>,
    /// Sudoku Explainer's rating of the hardest step up to the first placement.
    pub ep: Option<Range<f64>>,
    /// Sudoku Explainer's rating of the first step.
    pub ed: Option<Range<f64>>,
    /// The predicted [`minutes`](solve::minutes) of players.
    pub minutes: Option<Range<f64>>,
    /// The T&E depth.
    pub te: Option<Range<u8>>,
    /// The length of the longest braid.
    pub b: Option<Range<u8>>,
    /// The length of braids within one assumption.
    pub bxb: Option<Range<u8>>,
    /// The length of braids within two assumptions.
    pub bxbb: Option<Range<u8>>,
    /// The techniques of the steps.
    pub steps: Option<Steps>,
}

/// Conditions on the techniques of a puzzle's steps, on one scale.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Steps {
    /// The scale.
    pub scale: Scale,
    /// Each of these techniques must occur.
    pub requires: Techniques,
    /// None of these techniques may occur.
    pub forbids: Techniques,
    /// This technique must occur, and none that comes after it in the order of the scale.
    pub hardest: Option<Technique>,
}

/// Compares puzzles with a required difficulty.
pub struct Rater<'a> {
    wish: &'a Difficulty,
    /// The backend for classic boards.
    backend: Backend,
    /// The scales for classic boards.
    raters: Raters,
    /// The solver for other rules, which finds solutions that ratings need.
    other: Option<(&'a OtherRules, Solver<'a>)>,
    /// The techniques that must occur.
    requires: Techniques,
    /// The techniques that may occur.
    allows: Techniques,
}

impl<'a> Rater<'a> {
    /// A rater for one required difficulty, which must have passed [`Difficulty::check`].
    pub fn new(engine: &'a Engine, wish: &'a Difficulty) -> Rater<'a> {
        let (backend, other) = match engine {
            Engine::Classic(backend) => (*backend, None),
            Engine::Other(other) => (Backend::Scalar, Some((&**other, Solver::new(&other.set)))),
        };
        let (requires, allows) = match wish.steps {
            Some(steps) => (steps.requires(), steps.allows(&engine.order(steps.scale))),
            None => (Techniques::NONE, Techniques::DEFAULT),
        };
        Rater { wish, backend, raters: Raters::default(), other, requires, allows }
    }

    fn level_and_score(
        &mut self,
        puzzle: &[u8],
        control: &Control<'_>,
    ) -> Result<Judgement, Error> {
        let (wish, steps) = (self.wish, self.wish.steps_on(Scale::Hodoku));
        let highest = wish.level.map_or(Level::Extreme as u8, |(_, high)| high);
        let within = Within {
            level: Level::ALL[usize::from(highest)],
            score: wish.score.map_or(u32::MAX, |(_, high)| high),
            techniques: if steps.is_some() { self.allows } else { Techniques::DEFAULT },
            ..Within::ANY
        };
        let rating = match &mut self.other {
            None => {
                let puzzle = Puzzles::Givens(puzzle);
                self.raters.hodoku().rate_puzzle_within(puzzle, &within, control)?
            }
            Some((other, solver)) => other.rate_within(solver, puzzle, &within, control)?,
        };
        let Some(rating) = rating else {
            return Ok(beyond_limits(steps, wish.level.is_some() || wish.score.is_some()));
        };
        Ok(wish
            .level
            .and_then(|range| beyond(rating.grade.level as u8, range))
            .or_else(|| wish.score.and_then(|range| beyond(rating.grade.score, range)))
            .unwrap_or_else(|| self.answer(steps, &rating.counts)))
    }

    fn er_ep_ed(&mut self, puzzle: &[u8], control: &Control<'_>) -> Result<Judgement, Error> {
        let (wish, steps) = (self.wish, self.wish.steps_on(Scale::Explainer));
        let within = Within {
            rating: wish.er.map_or(f64::INFINITY, |(_, high)| high),
            techniques: if steps.is_some() { self.allows } else { Techniques::DEFAULT },
            ..Within::ANY
        };
        let puzzle = Puzzles::Givens(puzzle);
        let rating = self.raters.explainer().rate_puzzle_within(puzzle, &within, control)?;
        let Some(rating) = rating else { return Ok(beyond_limits(steps, wish.er.is_some())) };
        let found = rating.grade;
        for (value, range) in [(found.er, wish.er), (found.ep, wish.ep), (found.ed, wish.ed)] {
            if let Some(answer) = range.and_then(|range| beyond(value, range)) {
                return Ok(answer);
            }
        }
        Ok(self.answer(steps, &rating.counts))
    }

    /// Compares the techniques of a rating with the required and allowed techniques.
    fn answer(&self, steps: Option<Steps>, counts: &[u16; Technique::COUNT]) -> Judgement {
        let is_used = |technique: Technique| counts[technique as usize] > 0;
        let fits = |technique: Technique| match is_used(technique) {
            true => self.allows.contains(technique),
            false => !self.requires.contains(technique),
        };
        match steps.is_none() || Technique::ALL.into_iter().all(fits) {
            true => Judgement::Accepted,
            false => Judgement::OtherSteps,
        }
    }

    /// Compares the depth ratings, the cheapest first.
    fn depths(&mut self, puzzle: &[u8], control: &Control<'_>) -> Result<Judgement, Error> {
        let Difficulty { te, b, bxb, bxbb, .. } = *self.wish;
        let (puzzle, nodes) = (Puzzle::from(&grids(puzzle)[0]), &Nodes::new(control));
        let depth = self.raters.depth(self.backend);
        let ratings: [(_, DepthRating); 4] = [
            (te, |depth, puzzle, nodes| depth.te(puzzle, nodes).map(Some)),
            (b, Depth::b),
            (bxb, Depth::bxb),
            (bxbb, Depth::bxbb),
        ];
        for (range, find) in ratings {
            let Some(range) = range else { continue };
            let found = find(depth, puzzle, nodes)?;
            let answer = found.map_or(Some(Judgement::Harder), |found| beyond(found, range));
            if let Some(answer) = answer {
                return Ok(answer);
            }
        }
        Ok(Judgement::Accepted)
    }

    /// The tier of a puzzle, as a number of [`solve::Tier`].
    fn tier(&self, puzzle: &[u8], control: &Control<'_>) -> Result<u8, Error> {
        match &self.other {
            None => Ok(solve::tier(Puzzle::from(&grids(puzzle)[0])) as u8),
            Some((other, _)) => Ok(other.tier(Puzzles::Givens(puzzle), control)? as u8),
        }
    }
}

impl Judge for Rater<'_> {
    fn judge(&mut self, puzzle: &[u8], control: &Control<'_>) -> Result<Judgement, Error> {
        let wish = self.wish;
        if let Some(range) = wish.singles
            && let Some(answer) = beyond(self.tier(puzzle, control)?, range)
        {
            return Ok(answer);
        }
        if let Some(range) = wish.minutes {
            let minutes = solve::minutes(&grids(puzzle)[0], &Pace::default());
            if let Some(answer) = minutes.and_then(|minutes| beyond(minutes, range)) {
                return Ok(answer);
            }
        }
        if let Some(range) = wish.guesses
            && let Some(answer) = beyond(solve::guesses(&grids(puzzle)[0], control)?, range)
        {
            return Ok(answer);
        }
        if wish.has_depth() {
            let answer = self.depths(puzzle, control)?;
            if answer != Judgement::Accepted {
                return Ok(answer);
            }
        }
        for scale in [Scale::Hodoku, Scale::Explainer] {
            let answer = match scale {
                _ if !wish.looks_at(scale) => Judgement::Accepted,
                Scale::Hodoku => self.level_and_score(puzzle, control)?,
                Scale::Explainer => self.er_ep_ed(puzzle, control)?,
            };
            if answer != Judgement::Accepted {
                return Ok(answer);
            }
        }
        Ok(Judgement::Accepted)
    }

    fn wanted(&self) -> String {
        self.wish.to_string()
    }
}

impl Difficulty {
    /// Rejects measures that do not exist for the puzzles of an engine.
    ///
    /// # Errors
    /// [`Error::Unsupported`].
    pub fn check(&self, engine: &Engine) -> Result<(), Error> {
        let refuse = |what: String| Err(Error::Unsupported { what });
        if !engine.is_classic() {
            let is_explainer = self.steps.is_some_and(|steps| steps.scale == Scale::Explainer);
            for (name, is_given) in [
                ("guesses", self.guesses.is_some()),
                ("er", self.er.is_some()),
                ("ep", self.ep.is_some()),
                ("ed", self.ed.is_some()),
                ("minutes", self.minutes.is_some()),
                ("te", self.te.is_some()),
                ("b", self.b.is_some()),
                ("bxb", self.bxb.is_some()),
                ("bxbb", self.bxbb.is_some()),
                ("the scale 'explainer'", is_explainer),
            ] {
                if is_given {
                    return refuse(format!(
                        "difficulty has {name}, which is for classic 9x9 Sudoku only; other rules have level, score, singles, \
                         and techniques of the scale 'hodoku'"
                    ));
                }
            }
        }
        let Some(steps) = self.steps else { return Ok(()) };
        let order = engine.order(steps.scale);
        let allows = steps.allows(&order);
        for technique in Technique::ALL {
            let is_required = steps.requires().contains(technique);
            let name = technique.key();
            if (is_required || steps.forbids.contains(technique)) && !order.contains(&technique) {
                let rules = if engine.is_classic() { "classic 9x9 Sudoku" } else { "other rules" };
                return refuse(format!("{name} is not a technique of {rules}"));
            }
            if is_required && !allows.contains(technique) {
                return refuse(format!("the difficulty both requires and excludes {name}"));
            }
        }
        Ok(())
    }

    /// The conditions on the steps, if they concern this scale.
    fn steps_on(&self, scale: Scale) -> Option<Steps> {
        self.steps.filter(|steps| steps.scale == scale)
    }

    /// Whether the difficulty depends on depth ratings.
    fn has_depth(&self) -> bool {
        [self.te, self.b, self.bxb, self.bxbb].iter().any(Option::is_some)
    }

    /// Whether the difficulty depends on the ratings of a scale.
    fn looks_at(&self, scale: Scale) -> bool {
        self.steps_on(scale).is_some()
            || match scale {
                Scale::Hodoku => self.level.is_some() || self.score.is_some(),
                Scale::Explainer => self.er.is_some() || self.ep.is_some() || self.ed.is_some(),
            }
    }
}

impl Steps {
    /// The techniques that must occur.
    fn requires(&self) -> Techniques {
        self.hardest.into_iter().fold(self.requires, Techniques::with)
    }

    /// The techniques of a scale that may occur, given all techniques in order.
    fn allows(&self, order: &[Technique]) -> Techniques {
        let last = self.hardest.and_then(|last| order.iter().position(|&one| one == last));
        let order = &order[..last.map_or(order.len(), |last| last + 1)];
        order.iter().copied().filter(|&one| !self.forbids.contains(one)).collect()
    }
}

/// The judgement on a puzzle whose steps were not followed to the end.
fn beyond_limits(steps: Option<Steps>, is_limited: bool) -> Judgement {
    if steps.is_some() && !is_limited { Judgement::OtherSteps } else { Judgement::Harder }
}

/// The judgement on a value outside a range; `None` inside the range.
fn beyond<T: PartialOrd>(value: T, (low, high): Range<T>) -> Option<Judgement> {
    if value < low {
        Some(Judgement::Easier)
    } else if value > high {
        Some(Judgement::Harder)
    } else {
        None
    }
}

/// Describes the required difficulty in messages.
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn range<T: fmt::Display + PartialEq>(
            name: &str,
            range: Option<Range<T>>,
        ) -> Option<String> {
            range.map(|(low, high)| match low == high {
                true => format!("{name} {low}"),
                false => format!("{name} {low} to {high}"),
            })
        }
        let parts = [
            range("singles", self.singles),
            range("guesses", self.guesses),
            self.level.map(|(low, high)| {
                let [low, high] = [low, high].map(|at| Level::ALL[usize::from(at)]);
                let name = |level: Level| format!("{level:?}").to_uppercase();
                match low == high {
                    true => format!("level {}", name(low)),
                    false => format!("level {} to {}", name(low), name(high)),
                }
            }),
            range("score", self.score),
            range("ER", self.er),
            range("EP", self.ep),
            range("ED", self.ed),
            range("minutes", self.minutes),
            range("T&E depth", self.te),
            range("B", self.b),
            range("BxB", self.bxb),
            range("BxBB", self.bxbb),
            self.steps.map(|_| "the requested techniques".to_owned()),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

impl Engine {
    /// The techniques of a scale in order.
    fn order(&self, scale: Scale) -> Vec<Technique> {
        match (self, scale) {
            (Engine::Other(_), _) => any::techniques_in_order(),
            (_, Scale::Hodoku) => hodoku::techniques_in_order(),
            (_, Scale::Explainer) => explainer::techniques_in_order(),
        }
    }

    /// Writes whether each puzzle has exactly one solution and the required difficulty.
    ///
    /// # Errors
    /// [`Error::Unsupported`], [`Error::Stopped`].
    pub fn fits(
        &self,
        puzzles: Puzzles<'_>,
        wish: &Difficulty,
        fits: &mut [bool],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        wish.check(self)?;
        let mut verdicts = vec![Verdict::Undecided; fits.len()];
        self.verdict(puzzles, &mut verdicts, control)?;
        let mut rater = Rater::new(self, wish);
        let rows = puzzles.givens().chunks_exact(self.area());
        for ((puzzle, verdict), fits) in rows.zip(verdicts).zip(fits) {
            control.checkpoint()?;
            *fits =
                verdict == Verdict::Unique && rater.judge(puzzle, control)? == Judgement::Accepted;
        }
        Ok(())
    }
}
