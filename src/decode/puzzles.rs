//! The puzzles with the highest scores, by best-first search.
//!
//! ```text
//!   part    boards whose cells may hold some of the values      bound: the best allowed value of each cell
//!
//!   best board of a part ── valid ──────── the next result
//!                       └── not valid ──── a conflict: values of some cells that are not valid together
//!
//!   conflict   r1c1 ∈ {3}   r1c7 ∈ {3}   r4c4 ∈ {., 8}              and any values elsewhere
//!   parts      r1c1 ∉ {3}
//!              r1c1 ∈ {3}   r1c7 ∉ {3}
//!              r1c1 ∈ {3}   r1c7 ∈ {3}   r4c4 ∉ {., 8}
//! ```
//!
//! A valid board leaves the conflict in some cell, so it is in exactly one of the parts. The parts of a conflict are
//! sorted by their best boards, and a part joins the queue when the one before it has left. After a result, its board
//! is a conflict.
//!
//! *Conflicts.* Without a solution: two equal digits that see each other, else givens without a solution, none of which
//! can be left out. The givens that are the easiest to change are left out first, so that the parts get low bounds. With
//! several solutions: of the first two solutions, the common digit of a cell or blank, and blank where they differ. The
//! boards with these values have both solutions. The last conflicts are kept, since they often hold in other parts.
//!
//! *Invariant.* The bound of a part is the score of its best board, and no higher than that of the part it comes from:
//! sums are computed in the same order, and rounding is monotone. So results leave the queue best first. Boards with
//! equal scores leave it in lexicographic order.
//!
//! *Credit.* The partition after a result: K. G. Murty, An algorithm for ranking all the assignments in order of
//! increasing cost, 1968; E. L. Lawler, 1972.

#![forbid(unsafe_code)]

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::control::{Control, Stop};
use crate::engine::Puzzles;
use crate::error::Error;
use crate::solve::{UNDECIDED, Verdict};

use super::request::{Decoded, Request};

/// The maximum number of conflicts that are kept.
const CONFLICTS: usize = 512;

/// Appends up to `k` puzzles to `found`, best first.
pub(super) fn decode(
    request: &Request<'_>,
    scores: &[f64],
    found: &mut Vec<Decoded>,
    control: &Control<'_>,
) -> Result<(), Error> {
    let mut search = Search::new(request, scores, control);
    let mut nodes = request.nodes;
    while let Some(part) = search.queue.pop() {
        control.checkpoint()?;
        nodes = nodes.checked_sub(1).ok_or(Stop::Nodes)?;
        search.push_next(&part);
        search.read_domains(&part);
        let conflict = match search.conflict(&part.board)? {
            Tested::Conflict(conflict) => conflict,
            Tested::Valid(decoded) => {
                found.push(decoded);
                if found.len() == request.k {
                    break;
                }
                let cells = (0..).zip(&part.board);
                cells.map(|(cell, &value)| Choice { cell, values: [value; 2] }).collect()
            }
        };
        search.divide(&part, conflict);
    }
    Ok(())
}

/// One or two values of a cell.
#[derive(Clone, Copy)]
struct Choice {
    cell: u16,
    values: [u8; 2],
}

impl Choice {
    fn contains(&self, value: u8) -> bool {
        self.values.contains(&value)
    }

    fn bits(&self) -> u128 {
        1 << self.values[0] | 1 << self.values[1]
    }
}

/// A choice of a conflict, and the value by which the best board of a part leaves it.
struct Exit {
    choice: Choice,
    from: u8,
    to: u8,
    /// The score of that board.
    score: f64,
}

/// The parts of a conflict, best first: part i keeps the choices of the exits before i and leaves choice i.
struct Division {
    /// The place of the part that is divided; none for the whole.
    of: Option<Place>,
    exits: Box<[Exit]>,
}

/// The numbers of a division and of an exit.
type Place = (u32, u32);

/// A part in the queue, with its best board.
struct Part {
    score: f64,
    board: Box<[u8]>,
    place: Option<Place>,
}

impl Ord for Part {
    fn cmp(&self, other: &Part) -> Ordering {
        self.score.total_cmp(&other.score).then_with(|| other.board.cmp(&self.board))
    }
}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Part) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Part {}

/// The result of testing a board.
enum Tested {
    Valid(Decoded),
    Conflict(Vec<Choice>),
}

struct Search<'a> {
    request: &'a Request<'a>,
    scores: &'a [f64],
    control: &'a Control<'a>,
    /// The possible values of each cell, best first, in rows of `values`; the smaller one first if scores are equal.
    ranked: Vec<u8>,
    /// The possible values of each cell.
    possible: Vec<u128>,
    /// The values of each cell in the current part.
    domains: Vec<u128>,
    /// The last conflicts, except clashes, the last one used first.
    conflicts: Vec<Box<[Choice]>>,
    divisions: Vec<Division>,
    queue: BinaryHeap<Part>,
}

impl<'a> Search<'a> {
    fn new(request: &'a Request<'a>, scores: &'a [f64], control: &'a Control<'a>) -> Search<'a> {
        let values = request.values();
        let mut ranked: Vec<u8> = (0..scores.len()).map(|i| (i % values) as u8).collect();
        let mut possible = Vec::with_capacity(request.engine.area());
        let allowed = request.engine.rule_set().allowed();
        let cells = ranked.chunks_exact_mut(values).zip(scores.chunks_exact(values));
        for ((ranked, scores), allowed) in cells.zip(allowed) {
            let score = |&value: &u8| scores[usize::from(value)];
            ranked.sort_by(|a, b| score(b).total_cmp(&score(a)));
            let possibles = ranked.iter().filter(|value| score(value) > f64::NEG_INFINITY);
            let set = possibles.fold(0, |set, value| set | 1u128 << value);
            possible.push(set & (u128::from(*allowed) << 1 | 1));
        }
        let domains = possible.clone();
        let (conflicts, divisions) = (Vec::new(), Vec::new());
        let queue = BinaryHeap::new();
        let mut search = Search {
            request,
            scores,
            control,
            ranked,
            possible,
            domains,
            conflicts,
            divisions,
            queue,
        };
        let best = |cell| search.best(cell, 0);
        if let Some(board) = (0..search.domains.len()).map(best).collect::<Option<Box<[u8]>>>() {
            let score = request.sum(scores, &board);
            search.queue.push(Part { score, board, place: None });
        }
        search
    }

    /// The best value of a cell in the current part that is not in `without`.
    fn best(&self, cell: usize, without: u128) -> Option<u8> {
        let values = self.request.values();
        let set = self.domains[cell] & !without;
        let ranked = &self.ranked[cell * values..(cell + 1) * values];
        ranked.iter().copied().find(|value| set >> value & 1 == 1)
    }

    /// The loss of score when the value of a cell changes to the best one outside of a choice; infinite if there is none.
    fn loss(&self, board: &[u8], choice: Choice) -> f64 {
        let cell = usize::from(choice.cell);
        let score = |value: u8| self.scores[cell * self.request.values() + usize::from(value)];
        let best = self.best(cell, choice.bits());
        best.map_or(f64::INFINITY, |value| score(board[cell]) - score(value))
    }

    /// Reads the values of the cells in a part.
    fn read_domains(&mut self, part: &Part) {
        self.domains.copy_from_slice(&self.possible);
        let mut place = part.place;
        while let Some((division, number)) = place {
            let Division { of, exits } = &self.divisions[division as usize];
            let (exit, before) = exits[..=number as usize].split_last().expect("the exit");
            self.domains[usize::from(exit.choice.cell)] &= !exit.choice.bits();
            for exit in before {
                self.domains[usize::from(exit.choice.cell)] &= exit.choice.bits();
            }
            place = *of;
        }
    }

    /// Adds the part that follows `part` in its division to the queue.
    fn push_next(&mut self, part: &Part) {
        if let Some((division, number)) = part.place {
            let exits = &self.divisions[division as usize].exits;
            let mut board = part.board.clone();
            let exit = &exits[number as usize];
            board[usize::from(exit.choice.cell)] = exit.from;
            self.push(division, number + 1, board);
        }
    }

    /// Adds a part to the queue; `board` is the best board of the part that is divided.
    fn push(&mut self, division: u32, number: u32, mut board: Box<[u8]>) {
        let exits = &self.divisions[division as usize].exits;
        if let Some(exit) = exits.get(number as usize) {
            board[usize::from(exit.choice.cell)] = exit.to;
            self.queue.push(Part { score: exit.score, board, place: Some((division, number)) });
        }
    }

    /// Divides a part by a conflict that holds for its best board.
    fn divide(&mut self, part: &Part, conflict: Vec<Choice>) {
        let mut board = part.board.clone();
        let mut exits = Vec::new();
        for choice in conflict {
            let cell = usize::from(choice.cell);
            if let Some(to) = self.best(cell, choice.bits()) {
                let from = std::mem::replace(&mut board[cell], to);
                let score = self.request.sum(self.scores, &board);
                board[cell] = from;
                exits.push(Exit { choice, from, to, score });
            }
        }
        exits.sort_by(|a, b| {
            b.score.total_cmp(&a.score).then_with(|| {
                // The boards differ first in the earlier of the two cells.
                let (exit, order) = match a.choice.cell < b.choice.cell {
                    true => (a, Ordering::Less),
                    false => (b, Ordering::Greater),
                };
                if exit.to < exit.from { order } else { order.reverse() }
            })
        });
        let number = self.divisions.len() as u32;
        self.divisions.push(Division { of: part.place, exits: exits.into() });
        self.push(number, 0, board);
    }

    /// Tests the best board of the current part.
    fn conflict(&mut self, board: &[u8]) -> Result<Tested, Error> {
        let holds = |conflict: &[Choice]| {
            conflict.iter().all(|choice| choice.contains(board[usize::from(choice.cell)]))
        };
        if let Some(clash) = self.clash(board) {
            return Ok(Tested::Conflict(clash));
        }
        if let Some(i) = self.conflicts.iter().position(|conflict| holds(conflict)) {
            self.conflicts[..=i].rotate_right(1);
            return Ok(Tested::Conflict(self.conflicts[0].to_vec()));
        }
        let mut solution = vec![0; board.len()].into_boxed_slice();
        let mut verdict = [Verdict::Undecided];
        let engine = self.request.engine;
        engine.solve(Puzzles::Givens(board), &mut solution, &mut verdict, self.control)?;
        let conflict = match verdict[0] {
            Verdict::Unique | Verdict::Multiple if self.request.accepts(verdict[0]) => {
                let score = self.request.sum(self.scores, board);
                let board = board.into();
                return Ok(Tested::Valid(Decoded { board, solution, score, verdict: verdict[0] }));
            }
            Verdict::NoSolution => self.core(board)?,
            Verdict::Multiple => self.two_solutions(board)?,
            _ => return Err(Stop::Deadline.into()),
        };
        self.conflicts.insert(0, conflict.clone().into());
        self.conflicts.truncate(CONFLICTS);
        Ok(Tested::Conflict(conflict))
    }

    /// Two equal digits that see each other; the pair that is the hardest to leave.
    fn clash(&self, board: &[u8]) -> Option<Vec<Choice>> {
        let geometry = self.request.engine.rule_set().geometry();
        let mut clash: Option<(f64, [Choice; 2])> = None;
        for (cell, &digit) in board.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let twins = board[..cell].iter().enumerate();
            for (other, _) in
                twins.filter(|(other, twin)| **twin == digit && geometry.sees(cell, *other))
            {
                let pair =
                    [cell, other].map(|cell| Choice { cell: cell as u16, values: [digit; 2] });
                let loss = self.loss(board, pair[0]).min(self.loss(board, pair[1]));
                if clash.is_none_or(|(largest, _)| loss > largest) {
                    clash = Some((loss, pair));
                }
            }
        }
        clash.map(|(_, pair)| pair.to_vec())
    }

    /// Givens without a solution, none of which can be left out.
    fn core(&self, board: &[u8]) -> Result<Vec<Choice>, Error> {
        let givens = (0..).zip(board).filter(|(_, digit)| **digit != 0);
        let choice = |(cell, &digit): (u16, &u8)| Choice { cell, values: [digit; 2] };
        let mut choices: Vec<(f64, Choice)> =
            givens.map(choice).map(|choice| (self.loss(board, choice), choice)).collect();
        choices.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut rest = board.to_vec();
        let mut core = Vec::new();
        for (_, choice) in choices {
            let digit = std::mem::take(&mut rest[usize::from(choice.cell)]);
            let mut count = [0];
            self.request.engine.count(Puzzles::Givens(&rest), &mut count, 1, self.control)?;
            if count[0] == UNDECIDED {
                return Err(Stop::Deadline.into());
            }
            if count[0] > 0 {
                rest[usize::from(choice.cell)] = digit;
                core.push(choice);
            }
        }
        Ok(core)
    }

    /// The values with which a board has the same first two solutions.
    fn two_solutions(&self, board: &[u8]) -> Result<Vec<Choice>, Error> {
        let mut solutions = self.request.engine.solutions(Puzzles::Givens(board));
        let mut next =
            || solutions.next(self.control).map(|solution| solution.expect("two solutions"));
        let (one, other) = (next()?, next()?);
        let digits = (0..).zip(one.iter().zip(&other));
        let values = |(cell, (&one, &other))| Choice {
            cell,
            values: [0, if one == other { one } else { 0 }],
        };
        Ok(digits.map(values).collect())
    }
}
