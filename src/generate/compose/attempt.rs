//! One attempt at a puzzle: marks for a solution, changes until no other solution is left, and removals.

#![forbid(unsafe_code)]

use std::fmt;
use std::sync::Arc;

use crate::control::{Control, Stop};
use crate::error::Error;
use crate::random::Words;
use crate::rules::{Constraint, Primitive, RuleSet, Solver, of_given};

use super::cages::Cages;
use super::places::Places;
use super::recipe::{Board, Composed, Recipe, Shape};
use super::template::Mark;

/// The largest step of difficulty, up or down from the default.
pub const HARDEST: i32 = 4;

/// The maximum number of other solutions that an attempt excludes.
const OTHERS: usize = 96;

/// The number of cells with other digits in another solution for each further given that is added at once.
const CELLS_FOR_GIVEN: usize = 16;

/// The maximum number of nodes of a search.
const NODES: u64 = 20_000;

/// The maximum number if givens may be added or kept: a given takes less time than a long search, which would also begin
/// to use deductions that take long to prepare.
const NODES_BEFORE_GIVEN: u64 = 64;

/// The reasons why attempts failed, with their numbers.
#[derive(Clone, Copy, Default)]
pub struct Failed {
    /// The regions have no grid.
    grids: u64,
    /// There was no place for a mark.
    places: u64,
    /// Other solutions remained.
    solutions: u64,
    /// A search took too long.
    searches: u64,
    /// A mark was superfluous.
    superfluous: u64,
}

impl Failed {
    /// Counts regions without a grid.
    pub fn no_grid(&mut self) {
        self.grids += 1;
    }
}

/// An attempt.
pub struct Attempt<'r> {
    recipe: &'r Recipe,
    board: &'r Board,
    /// The rules of the board, if they are known.
    bare: Option<RuleSet>,
    grid: Vec<u8>,
    words: Words,
    hardness: i32,
    failures: i32,
    /// The cages of the kind that covers the board.
    cover: Option<(usize, Cages)>,
    /// The other marks.
    marks: Vec<Mark>,
    places: Places,
    /// Other solutions of earlier marks.
    others: Vec<Vec<u8>>,
}

/// The end of an attempt that failed.
enum End {
    Failed,
    Stopped(Stop),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> End {
        End::Stopped(stop)
    }
}

impl<'r> Attempt<'r> {
    /// An attempt with a solution. The higher `hardness`, the larger are the cages and the fewer the givens; the more
    /// `failures` before, the smaller are the cages that cover the board.
    pub fn new(
        recipe: &'r Recipe,
        board: &'r Board,
        bare: Option<RuleSet>,
        grid: Vec<u8>,
        words: Words,
        hardness: i32,
        failures: i32,
    ) -> Attempt<'r> {
        let places = Places::new(board.side);
        let (marks, others) = (Vec::new(), Vec::new());
        Attempt {
            recipe,
            board,
            bare,
            grid,
            words,
            hardness,
            failures,
            cover: None,
            marks,
            places,
            others,
        }
    }

    /// The puzzle and its rules, if the attempt succeeds.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn run(
        mut self,
        failed: &mut Failed,
        control: &Control<'_>,
    ) -> Result<Option<(Composed, Arc<RuleSet>)>, Error> {
        match self.compose(failed, control) {
            Ok(made) => Ok(Some(made)),
            Err(End::Failed) => Ok(None),
            Err(End::Stopped(Stop::Nodes)) => {
                failed.searches += 1;
                Ok(None)
            }
            Err(End::Stopped(stop)) => Err(stop.into()),
        }
    }

    fn compose(
        &mut self,
        failed: &mut Failed,
        control: &Control<'_>,
    ) -> Result<(Composed, Arc<RuleSet>), End> {
        if !self.draw_marks() {
            failed.places += 1;
            return Err(End::Failed);
        }
        let mut puzzle = vec![0; self.grid.len()];
        let groups = self.recipe.symmetry.groups(self.board.side);
        let is_easier = self.cover.is_none();
        let rules = loop {
            let marks = self.all_marks();
            let known = self.bare.take().filter(|_| marks.is_empty());
            let rules = known.unwrap_or_else(|| self.rules(&marks));
            let mut solver = Solver::new(&rules);
            let mut changed = false;
            loop {
                control.checkpoint()?;
                let may_give = givens(&puzzle) < self.recipe.givens.1;
                let nodes = if may_give { NODES_BEFORE_GIVEN } else { NODES };
                match self.other(&mut solver, &puzzle, nodes, control) {
                    Ok(None) => break,
                    Ok(Some(other)) => self.others.push(other),
                    Err(Stop::Nodes) if may_give => {
                        self.add_given(&groups, &mut puzzle, None);
                        continue;
                    }
                    Err(stop) => return Err(stop.into()),
                }
                changed = self.others.len() <= OTHERS && self.change_marks(&puzzle);
                if changed {
                    break;
                }
                let last = self.others.pop();
                if !self.add_given(&groups, &mut puzzle, last.as_deref()) {
                    failed.solutions += 1;
                    return Err(End::Failed);
                }
            }
            if !changed {
                break rules;
            }
        };
        self.remove_givens(&rules, &groups, &mut puzzle, control)?;
        let rules = match self.recipe.minimal {
            true => self.remove_marks(&puzzle, failed, control)?,
            false => rules,
        };
        let easier = if is_easier { -self.hardness * (self.grid.len() / 27) as i32 } else { 0 };
        self.add_more_givens(&groups, &mut puzzle, easier);
        let (solution, regions) = (self.grid.clone(), self.board.regions.clone());
        let made = Composed { puzzle, solution, regions, marks: self.all_marks() };
        Ok((made, Arc::new(rules)))
    }

    /// Draws the first marks of each kind; returns whether there was a place for all.
    fn draw_marks(&mut self) -> bool {
        let mut kinds: Vec<_> = self.recipe.kinds.iter().enumerate().collect();
        // Lines need more space than cages, which can fill what is left.
        kinds.sort_by_key(|(_, kind)| !matches!(kind.shape, Shape::Line));
        for (number, kind) in kinds {
            if let Shape::Cover = kind.shape {
                let steps = (self.hardness - self.failures).max(-2 * HARDEST);
                let sizes = skewed(&kind.sizes, steps);
                let cages = Cages::random(self.board.side, &self.grid, &sizes, &mut self.words);
                self.cover = Some((number, cages));
                continue;
            }
            if kind.every {
                while self.draw(number, None) {}
                continue;
            }
            let (low, high) = kind.count;
            let wanted = low + self.words.below((high - low) as u64 + 1) as usize;
            for count in 0..wanted {
                if !self.draw(number, None) {
                    if count < low {
                        return false;
                    }
                    break;
                }
            }
        }
        true
    }

    fn draw(&mut self, number: usize, other: Option<usize>) -> bool {
        let other = other.map(|other| &self.others[other][..]);
        let kind = &self.recipe.kinds[number];
        let (grid, regions) = (&self.grid, &self.board.regions);
        let mark = self.places.draw(number, kind, grid, regions, other, &mut self.words);
        let found = mark.is_some();
        self.marks.extend(mark);
        found
    }

    /// Changes the cages such that the last other solution violates them or, if the number of givens is at its limit,
    /// adds a mark that it violates. Returns whether it succeeded.
    fn change_marks(&mut self, puzzle: &[u8]) -> bool {
        if let Some((_, cages)) = &mut self.cover
            && cages.exclude(&self.grid, &self.others, &mut self.words)
        {
            return true;
        }
        if givens(puzzle) < self.recipe.givens.1 {
            return false;
        }
        let count = |kind: usize| self.marks.iter().filter(|mark| mark.kind == kind).count();
        let kinds = self.recipe.kinds.iter().enumerate();
        let mut open: Vec<usize> = kinds
            .filter(|(number, kind)| count(*number) < kind.count.1)
            .map(|(number, _)| number)
            .collect();
        self.words.shuffle(&mut open);
        let last = self.others.len() - 1;
        open.into_iter().any(|number| self.draw(number, Some(last)))
    }

    /// Adds givens, which an `other` solution violates, if their number is below the limit.
    fn add_given(
        &mut self,
        groups: &[Vec<usize>],
        puzzle: &mut [u8],
        other: Option<&[u8]>,
    ) -> bool {
        let differs = |cell: &usize| match other {
            Some(other) => other[*cell] != self.grid[*cell],
            None => puzzle[*cell] == 0,
        };
        let mut open: Vec<&Vec<usize>> =
            groups.iter().filter(|group| group.iter().any(differs)).collect();
        self.words.shuffle(&mut open);
        let most = self.recipe.givens.1;
        // If there are very many solutions, several givens are needed; superfluous ones are removed at the end.
        let cells: usize = open.iter().map(|group| group.len()).sum();
        let is_free = other.is_some() && most == puzzle.len();
        let wanted = if is_free { 1 + cells / CELLS_FOR_GIVEN } else { 1 };
        // Givens beside lines and cages first.
        open.sort_by_key(|group| group.iter().filter(|&&cell| self.places.is_marked(cell)).count());
        let mut added = 0;
        for group in open {
            if added < wanted && givens(puzzle) + group.len() <= most {
                group.iter().for_each(|&cell| puzzle[cell] = self.grid[cell]);
                added += group.len();
            }
        }
        added > 0
    }

    /// Removes superfluous givens.
    fn remove_givens(
        &mut self,
        rules: &RuleSet,
        groups: &[Vec<usize>],
        puzzle: &mut [u8],
        control: &Control<'_>,
    ) -> Result<(), Stop> {
        let mut solver = Solver::new(rules);
        let mut given: Vec<&Vec<usize>> =
            groups.iter().filter(|group| puzzle[group[0]] != 0).collect();
        self.words.shuffle(&mut given);
        let nodes = if self.recipe.minimal { NODES } else { NODES_BEFORE_GIVEN };
        for group in given {
            control.checkpoint()?;
            // A given stays if the search takes too long.
            match self.is_superfluous(&mut solver, group, puzzle, nodes, control) {
                Ok(true) => group.iter().for_each(|&cell| puzzle[cell] = 0),
                Ok(false) | Err(Stop::Nodes) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// Whether no other solution has other digits in some given cells.
    fn is_superfluous(
        &self,
        solver: &mut Solver<'_>,
        group: &[usize],
        puzzle: &[u8],
        mut nodes: u64,
        control: &Control<'_>,
    ) -> Result<bool, Stop> {
        let mut masks: Vec<u64> = puzzle.iter().map(|&digit| of_given(digit)).collect();
        if let [cell] = *group {
            // It is faster to search for one solution with another digit than for two solutions.
            masks[cell] = !masks[cell];
            let start = (&masks[..]).into();
            return Ok(solver.count_up_to(start, 1, &mut nodes, None, control)? == 0);
        }
        group.iter().for_each(|&cell| masks[cell] = of_given(0));
        Ok(!solver.other(
            (&masks[..]).into(),
            &self.grid,
            &mut nodes,
            &mut vec![0; puzzle.len()],
            control,
        )?)
    }

    /// Removes superfluous marks; the attempt fails if one remains because there would be too few of its kind. Returns
    /// the rules.
    fn remove_marks(
        &mut self,
        puzzle: &[u8],
        failed: &mut Failed,
        control: &Control<'_>,
    ) -> Result<RuleSet, End> {
        let mut marks = self.all_marks();
        self.cover = None;
        let mut order = marks.clone();
        self.words.shuffle(&mut order);
        for mark in order {
            control.checkpoint()?;
            let (number, kind) = (mark.kind, &self.recipe.kinds[mark.kind]);
            let rest: Vec<Mark> = marks.iter().filter(|other| **other != mark).cloned().collect();
            if self.other(&mut Solver::new(&self.rules(&rest)), puzzle, NODES, control)?.is_none() {
                let count = rest.iter().filter(|other| other.kind == number).count();
                if count < kind.count.0 {
                    failed.superfluous += 1;
                    return Err(End::Failed);
                }
                marks = rest;
            }
        }
        self.marks = marks;
        Ok(self.rules(&self.marks))
    }

    /// Adds random givens up to the minimum number, and at least `easier` givens.
    fn add_more_givens(&mut self, groups: &[Vec<usize>], puzzle: &mut [u8], mut easier: i32) {
        let mut blank: Vec<&Vec<usize>> =
            groups.iter().filter(|group| puzzle[group[0]] == 0).collect();
        self.words.shuffle(&mut blank);
        let (least, most) = self.recipe.givens;
        for group in blank {
            if (givens(puzzle) < least || easier > 0) && givens(puzzle) + group.len() <= most {
                group.iter().for_each(|&cell| puzzle[cell] = self.grid[cell]);
                easier -= group.len() as i32;
            }
        }
    }

    /// A solution other than the intended one.
    fn other(
        &self,
        solver: &mut Solver<'_>,
        puzzle: &[u8],
        mut nodes: u64,
        control: &Control<'_>,
    ) -> Result<Option<Vec<u8>>, Stop> {
        let mut other = vec![0; puzzle.len()];
        let found = solver.other(puzzle.into(), &self.grid, &mut nodes, &mut other, control)?;
        Ok(found.then_some(other))
    }

    /// All marks, in the order of their kinds.
    fn all_marks(&self) -> Vec<Mark> {
        let mut marks = self.marks.clone();
        if let Some((kind, cages)) = &self.cover {
            let templates = &self.recipe.kinds[*kind].templates;
            let mut cages: Vec<Vec<u16>> =
                cages.cages.iter().filter(|c| !c.is_empty()).cloned().collect();
            cages.iter_mut().for_each(|cage| cage.sort_unstable());
            cages.sort_unstable();
            marks.extend(cages.into_iter().map(|cells| {
                let template = templates.iter().position(|one| one.parts == [cells.len()]);
                let template = template.expect("a template for each size of cage");
                let value = templates[template].value(&cells, &self.grid);
                Mark { kind: *kind, template, cells, value }
            }));
        }
        // Marks at places are listed by template, because one rule holds all of them.
        marks.sort_by_key(|mark| match self.recipe.kinds[mark.kind].shape {
            Shape::Places(_) => (mark.kind, mark.template),
            _ => (mark.kind, 0),
        });
        marks
    }

    /// The rules of the board with these marks.
    fn rules(&self, marks: &[Mark]) -> RuleSet {
        let kinds = &self.recipe.kinds;
        let own: Vec<Constraint> = marks
            .iter()
            .flat_map(|mark| kinds[mark.kind].templates[mark.template].at(mark))
            .collect();
        self.board.rules(&own, &joined(&own))
    }
}

/// The constraints, with successive pairs of the same relation as one constraint.
fn joined(constraints: &[Constraint]) -> Vec<Constraint> {
    let mut joined: Vec<Constraint> = Vec::new();
    for constraint in constraints {
        if let Primitive::Related { pairs, table } = &constraint.primitive
            && let [pair] = pairs[..]
            && let Some(last) = joined.last_mut()
            && last.name == constraint.name
            && let Primitive::Related { pairs: known, table: last } = &mut last.primitive
            && *last == *table
        {
            known.push(pair);
        } else {
            joined.push(constraint.clone());
        }
    }
    joined
}

fn givens(puzzle: &[u8]) -> usize {
    puzzle.iter().filter(|&&digit| digit != 0).count()
}

/// Weights of sizes, with larger sizes more likely for each step of difficulty. The weight of the smallest size is kept.
fn skewed(sizes: &[u32], steps: i32) -> Vec<u32> {
    let factor = if steps < 0 { 0.5 } else { 2.0 };
    let smallest = sizes.iter().position(|&weight| weight > 0).unwrap_or(0);
    let mut scale = 16.0;
    let mut skewed = vec![0; smallest];
    for &weight in &sizes[smallest..] {
        skewed.push((f64::from(weight) * scale) as u32);
        (0..steps.abs()).for_each(|_| scale *= factor);
    }
    skewed
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.grids, "had regions without a grid"),
            (self.places, "had no place for a mark"),
            (self.solutions, "had several solutions"),
            (self.searches, "took too long to check"),
            (self.superfluous, "had a superfluous mark"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
        f.write_str(&parts.join(", "))
    }
}
