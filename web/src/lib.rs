//! The engine for browsers: the functions of the Python package for one puzzle at a time, and solving for many.
//!
//! ```text
//!   page                         worker (js/worker.js)               this crate
//!   js/bitdoku.js  ── message ──▶ one call after the other ── text ──▶ puzzle.rs, rules.rs: text and JSON in
//!   a promise      ◀── message ── JSON.parse               ◀── JSON ── steps.rs: JSON out
//! ```
//!
//! A puzzle is text in any form that Python reads, or a JSON object, see [`puzzle`]. Rules are the JSON of
//! `Rules.to_primitives` in Python, where named rules become primitives. Results are JSON. Cells are numbered row by row
//! from 0, as in `rules`.
//!
//! WebAssembly has no clock here, so budgets are search nodes. A call is cancelled by ending its worker.

#![deny(unsafe_code)]

#[cfg(feature = "full")]
mod draw;
#[cfg(feature = "full")]
mod generate;
#[cfg(feature = "full")]
mod options;
mod puzzle;
mod rules;
#[cfg(feature = "full")]
mod steps;

use bitdoku::board::text;
use bitdoku::control::{Control, Limits};
use bitdoku::engine::{Checked, Engine, Puzzles};
use bitdoku::logic::Start;
use bitdoku::solve::{Backend, Level, UNDECIDED, Verdict};
use js_sys::Uint8Array;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use puzzle::{Puzzle, digits_of};
use rules::Board;

/// The result of a function, and an error for JavaScript.
type Result<T> = std::result::Result<T, JsError>;

/// The rules of a board.
#[wasm_bindgen]
pub struct Rules(Board);

#[wasm_bindgen]
impl Rules {
    /// The rules in the JSON of `Rules.to_primitives`; classic 9x9 by default.
    #[wasm_bindgen(constructor)]
    pub fn new(rules: Option<String>) -> Result<Rules> {
        rules.map_or_else(|| Ok(Board::classic()), |rules| Board::from_json(&rules)).map(Rules)
    }

    /// Solves a puzzle: `{verdict, solution}`. The solution is null if there is none or the nodes ran out.
    pub fn solve(&self, puzzle: &str, nodes: Option<f64>) -> Result<String> {
        let puzzle = Puzzle::read(puzzle, &self.0)?;
        let mut solution = vec![0; self.engine().area()];
        let mut verdict = [Verdict::Undecided];
        self.engine().solve(puzzle.open(), &mut solution, &mut verdict, &control(nodes)?)?;
        let [verdict] = verdict;
        let is_known = matches!(verdict, Verdict::Unique | Verdict::Multiple);
        let solution = is_known.then_some(solution);
        Ok(json!({ "verdict": verdict_name(verdict), "solution": solution }).to_string())
    }

    /// The verdict on a puzzle: `"no_solution"`, `"unique"`, `"multiple"` or `"undecided"`.
    pub fn verdict(&self, puzzle: &str, nodes: Option<f64>) -> Result<String> {
        let puzzle = Puzzle::read(puzzle, &self.0)?;
        let mut verdict = [Verdict::Undecided];
        self.engine().verdict(puzzle.open(), &mut verdict, &control(nodes)?)?;
        Ok(json!(verdict_name(verdict[0])).to_string())
    }

    /// The number of solutions up to a limit; null if the nodes ran out.
    pub fn count(&self, puzzle: &str, limit: f64, nodes: Option<f64>) -> Result<String> {
        if !(1.0..=MOST).contains(&limit) || limit.fract() != 0.0 {
            return Err(error(format!(
                "limit is {limit}; expected a whole number from 1 to 2**53"
            )));
        }
        let puzzle = Puzzle::read(puzzle, &self.0)?;
        let mut count = [0];
        self.engine().count(puzzle.open(), &mut count, limit as u64, &control(nodes)?)?;
        Ok(json!((count[0] != UNDECIDED).then_some(count[0])).to_string())
    }

    /// The candidates of each cell, a list of digits. The level is `"basic"`, `"singles"`, `"locked"` or `"true"`.
    pub fn candidates(&self, puzzle: &str, level: &str) -> Result<String> {
        let level = match level {
            "basic" => Level::Basic,
            "singles" => Level::Singles,
            "locked" => Level::Locked,
            "true" => Level::True,
            _ => {
                return Err(error(format!(
                    "level is {level:?}; expected 'basic', 'singles', 'locked' or 'true'"
                )));
            }
        };
        let puzzle = Puzzle::read(puzzle, &self.0)?;
        let mut cells = Value::Null;
        let mut write = |_, masks: &[u64]| cells = masks.iter().copied().map(digits_of).collect();
        self.engine().candidates(puzzle.open(), level, &mut write, &Control::unlimited())?;
        Ok(cells.to_string())
    }

    /// Checks an answer: `{correct, respects_givens, complete, cell_errors}`.
    pub fn check(&self, puzzle: &str, answer: &str) -> Result<String> {
        let puzzle = Puzzle::read(puzzle, &self.0)?;
        let answer = Puzzle::read(answer, &self.0)?.0.values;
        let [mut correct, mut respects, mut complete] = [[false]; 3];
        let mut errors = vec![false; answer.len()];
        let checked = Checked {
            correct: &mut correct,
            respects_givens: &mut respects,
            complete: &mut complete,
            errors: &mut errors,
        };
        let row = |_| Some((puzzle.open(), &answer[..]));
        self.engine().check_answers(row, checked, &Control::unlimited())?;
        let [correct, respects, complete] = [correct, respects, complete].map(|[flag]| flag);
        Ok(json!({
            "correct": correct, "respects_givens": respects, "complete": complete, "cell_errors": errors,
        })
        .to_string())
    }

    /// Whether the digit of each cell breaks a rule.
    pub fn conflicts(&self, puzzle: &str) -> Result<String> {
        let puzzle = Puzzle::read(puzzle, &self.0)?;
        Ok(json!(self.clashes(&puzzle.0.values)).to_string())
    }

    /// Solves many puzzles: `cells` are the cells of all boards, 0 for blanks, and so are `solutions`, with zeros if a
    /// puzzle has none. Returns the verdicts as numbers: 0 no solution, 1 unique, 2 multiple.
    pub fn solve_many(&self, cells: &[u8], solutions: &Uint8Array) -> Result<Vec<u8>> {
        let engine = self.engine();
        let digits = engine.digits();
        if !cells.len().is_multiple_of(engine.area()) || solutions.length() as usize != cells.len()
        {
            return Err(error(format!(
                "{} cells and {} for solutions; expected two equal multiples of {}",
                cells.len(),
                solutions.length(),
                engine.area()
            )));
        }
        if let Some(at) = cells.iter().position(|&digit| usize::from(digit) > digits) {
            return Err(error(format!("cell {at} holds {}; expected 0 to {digits}", cells[at])));
        }
        let mut verdicts = vec![Verdict::Undecided; cells.len() / engine.area()];
        let mut solved = vec![0; cells.len()];
        let control = Control::unlimited();
        engine.solve(Puzzles::Givens(cells), &mut solved, &mut verdicts, &control)?;
        solutions.copy_from(&solved);
        Ok(verdicts.into_iter().map(|verdict| verdict as u8).collect())
    }
}

impl Rules {
    fn engine(&self) -> &Engine {
        &self.0.engine
    }

    fn clashes(&self, values: &[u8]) -> Vec<bool> {
        let mut clashes = vec![false; values.len()];
        self.engine().conflicts(values, &mut clashes);
        clashes
    }
}

/// The board in a text whose size is not known: `{side, kind, values, candidates}`, or null. The kind is `"puzzle"`,
/// `"grid"` or `"pencilmarks"`; only pencil marks have candidates.
#[wasm_bindgen]
pub fn read(text: &str) -> String {
    let Some((side, kind)) = text::recognize(text) else { return Value::Null.to_string() };
    let alphabet = text::Alphabet::standard(side);
    let (values, candidates) = if kind == text::Kind::Pencilmarks {
        let masks = text::parse_pencilmarks(text, &alphabet).unwrap_or_default();
        (Start::new(Puzzles::Candidates(&masks)).values, Some(masks))
    } else {
        (text::parse_cells(text, &alphabet).unwrap_or_default(), None)
    };
    let kind = match kind {
        text::Kind::Puzzle => "puzzle",
        text::Kind::Grid => "grid",
        text::Kind::Pencilmarks => "pencilmarks",
    };
    let candidates: Option<Value> =
        candidates.map(|masks| masks.into_iter().map(digits_of).collect());
    json!({ "side": side, "kind": kind, "values": values, "candidates": candidates }).to_string()
}

/// The name of the backend.
#[wasm_bindgen]
pub fn backend() -> String {
    Backend::detect().name().to_owned()
}

/// The largest number of nodes and solutions: JavaScript's numbers are exact up to here.
const MOST: f64 = 9_007_199_254_740_992.0;

fn error(message: impl AsRef<str>) -> JsError {
    JsError::new(message.as_ref())
}

/// A control with a budget of nodes.
fn control(nodes: Option<f64>) -> Result<Control<'static>> {
    match nodes {
        None => Ok(Control::unlimited()),
        Some(nodes) if (0.0..=MOST).contains(&nodes) => {
            Ok(Control::within(Limits::NONE.with_nodes(nodes as u64)))
        }
        Some(nodes) => Err(error(format!("nodes is {nodes}; expected a number from 0 to 2**53"))),
    }
}

fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NoSolution => "no_solution",
        Verdict::Unique => "unique",
        Verdict::Multiple => "multiple",
        _ => "undecided",
    }
}
