//! Human logic: explanations, hints and ratings as JSON.

use std::sync::Arc;

use bitdoku::draw::omission_note;
use bitdoku::engine::{COLUMNS, Column, Ended, Explanation, Extent, RateOptions, Scale, State};
use bitdoku::logic::explainer::tenths;
use bitdoku::logic::{Candidate, Link, LinkReason, Step, Technique, Techniques};
use bitdoku::solve::Pace;
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::*;

use super::options::{Options, level_name, techniques};
use super::puzzle::{Puzzle, digits_of};
use super::{Result, Rules, control, error, verdict_name};

#[wasm_bindgen]
impl Rules {
    /// Explains a puzzle: `{verdict, ended, closing, level, score, er, ep, ed, steps, end}`. Each step has its `state`
    /// before it, and `omission`, a note about links that its picture lacks; `closing` is the reason for the end as a sentence.
    ///
    /// The options are `extent` (`"path"`, `"next"` for a hint, `"all"` for all steps that apply), and, as in Python,
    /// `scale`, `techniques` and `nodes`.
    pub fn explain(&self, puzzle: &str, options: Option<String>) -> Result<String> {
        let mut options = Options::new(options)?;
        let words = [("path", Extent::Path), ("next", Extent::Next), ("all", Extent::All)];
        let extent = options.word("extent", &words)?;
        let scale = options.scale()?;
        let named = options.take("techniques", techniques)?;
        let control = control(options.take("nodes", |value| value.as_f64())?)?;
        options.end()?;
        self.expect_logic(scale)?;
        let start = Puzzle::read(puzzle, &self.0)?.0;
        let techniques = named.unwrap_or(Techniques::DEFAULT);
        let found = self.engine().explain(&start, scale, extent, techniques, &control)?;
        let closing = self.engine().closing_sentence(&found, scale, named.is_none());
        let writer = Writer { rules: self, scale };
        Ok(writer.explanation(&found, named.is_none(), &closing).to_string())
    }

    /// Rates a puzzle: an object of columns, null where unknown. The options are `columns`, a list of names, and `scale`,
    /// as in Python.
    pub fn rate(&self, puzzle: &str, options: Option<String>) -> Result<String> {
        let mut options = Options::new(options)?;
        let scale = options.scale()?;
        let named = options.take("columns", |value| {
            let name = |name: &Value| {
                COLUMNS.iter().find(|row| Some(row.name) == name.as_str()).map(|row| row.column)
            };
            value.as_array()?.iter().map(name).collect::<Option<Vec<Column>>>()
        })?;
        let control = control(options.take("nodes", |value| value.as_f64())?)?;
        options.end()?;
        self.expect_logic(scale)?;
        let is_chosen = |column: &Column| match &named {
            Some(named) => named.contains(column),
            None => column.row().is_default,
        };
        let columns: Vec<Column> = COLUMNS.iter().map(|row| row.column).filter(is_chosen).collect();
        let puzzle = Puzzle::read(puzzle, &self.0)?;
        if columns.contains(&Column::Guesses) && puzzle.0.has_marks {
            return Err(error("the column guesses needs givens, not pencil marks"));
        }
        let side = self.engine().side();
        let mut record = vec![0; columns.iter().map(|column| column.width(side)).sum()];
        let options = RateOptions { scale, pace: Pace::default(), strict: true };
        self.engine().rate(puzzle.open(), &columns, &options, &mut record, &control)?;
        let (mut rest, mut values) = (&record[..], Map::new());
        for column in columns {
            let (bytes, others) = rest.split_at(column.width(side));
            rest = others;
            values.insert(column.row().name.to_owned(), value(column, bytes));
        }
        Ok(Value::Object(values).to_string())
    }
}

impl Rules {
    fn expect_logic(&self, scale: Scale) -> Result<()> {
        if self.0.has_symbols {
            return Err(error("human logic has digits from 1; the rules have digits from 0"));
        }
        if scale == Scale::Explainer {
            let refusal =
                "the scale 'explainer' is for classic 9x9 Sudoku only; use scale 'hodoku'";
            self.engine().expect_classic(refusal)?;
        }
        Ok(())
    }
}

/// The techniques in order: `[{key, label, level}, …]`.
#[wasm_bindgen]
pub fn techniques_table() -> String {
    let row = |technique: Technique| {
        let level = technique.worth().map(|(level, _)| level_name(level));
        json!({ "key": technique.key(), "label": technique.label(), "level": level })
    };
    Value::from_iter(Technique::ALL.map(row)).to_string()
}

/// A value of a column: numbers, or null if all bits are set.
fn value(column: Column, bytes: &[u8]) -> Value {
    let row = column.row();
    if bytes.iter().all(|&byte| byte == 255) {
        return Value::Null;
    }
    match (row.values, bytes) {
        (1, &[byte]) => json!(byte),
        (1, &[a, b]) => json!(u16::from_ne_bytes([a, b])),
        (1, &[a, b, c, d]) => json!(i32::from_ne_bytes([a, b, c, d])),
        (1, _) => bytes.try_into().map_or(Value::Null, |bytes| match f64::from_ne_bytes(bytes) {
            number if number.is_infinite() => json!("inf"),
            number => json!(number),
        }),
        _ => bytes.chunks_exact(2).map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect(),
    }
}

/// Writes steps in the form of `Step.to_dict` in Python.
struct Writer<'a> {
    rules: &'a Rules,
    scale: Scale,
}

impl Writer<'_> {
    fn explanation(&self, found: &Explanation, is_complete: bool, closing: &str) -> Value {
        let ended = found.ended();
        let is_rated = ended == Ended::Solved
            && is_complete
            && found.verdict == bitdoku::solve::Verdict::Unique;
        let worth = found.worth.filter(|_| is_rated);
        let ratings = || found.steps.iter().map(|(_, step)| tenths(step.rating));
        let highest = |count: usize| {
            let is_known = is_rated && found.worth.is_none();
            is_known.then(|| ratings().take(count).fold(0.0, f64::max))
        };
        let placing = found.steps.iter().position(|(_, step)| !step.placements.is_empty());
        let step = |(state, step): &(Arc<State>, Step)| {
            let mut data = self.step(step, self.scale);
            if let Some(rules) = self.rules.engine().logic() {
                let cells = |&house: &u32| {
                    let cells = rules.house_of(house).cells.iter();
                    cells.map(|&cell| self.cell(cell)).collect::<Value>()
                };
                data["house_cells"] = step.houses.iter().map(cells).collect();
            }
            let has_links = !step.chains.is_empty();
            let note = has_links.then(|| omission_note(&data.to_string()).unwrap_or_default());
            data["omission"] = note.unwrap_or_default().into();
            data["state"] = self.state(state);
            data
        };
        json!({
            "verdict": verdict_name(found.verdict),
            "ended": ended.name(),
            "closing": closing,
            "level": worth.map(|(level, _)| level_name(level)),
            "score": worth.map(|(_, score)| score),
            "er": highest(usize::MAX),
            "ep": highest(1 + placing.unwrap_or(0)),
            "ed": highest(1),
            "steps": found.steps.iter().map(step).collect::<Value>(),
            "end": self.state(&found.end),
        })
    }

    fn state(&self, state: &State) -> Value {
        let candidates: Value = state.candidates.iter().copied().map(digits_of).collect();
        json!({ "values": state.values, "candidates": candidates })
    }

    fn step(&self, step: &Step, scale: Scale) -> Value {
        let candidates =
            |list: &[Candidate]| list.iter().map(|&one| self.candidate(one)).collect::<Value>();
        let is_hodoku = scale == Scale::Hodoku;
        let level = step.technique.worth().filter(|_| is_hodoku);
        let chain = |chain: &Vec<Link>| chain.iter().map(|link| self.link(link)).collect::<Value>();
        json!({
            "technique": step.technique.key(),
            "name": step.technique.label(),
            "placements": candidates(&step.placements),
            "eliminations": candidates(&step.eliminations),
            "cells": step.cells.iter().map(|&cell| self.cell(cell)).collect::<Value>(),
            "houses": step.houses.iter().map(|&house| self.house(house)).collect::<Value>(),
            "links": step.chains.iter().map(chain).collect::<Value>(),
            "digits": digits_of(step.digits),
            "text": step.text,
            "notation": step.notation,
            "rating": (!is_hodoku).then(|| tenths(step.rating)),
            "score": is_hodoku.then(|| tenths(step.rating) as u32),
            "level": level.map(|(level, _)| level_name(level)),
            "complexity": step.complexity,
            // Only dynamic chains of the other scale have steps within them.
            "nested": step.nested.iter().map(|step| self.step(step, Scale::Explainer)).collect::<Value>(),
        })
    }

    fn cell(&self, cell: u16) -> Value {
        let side = self.rules.engine().side() as u16;
        json!([cell / side, cell % side])
    }

    fn candidate(&self, one: Candidate) -> Value {
        let side = self.rules.engine().side() as u16;
        json!([one.cell / side, one.cell % side, one.digit])
    }

    fn house(&self, number: u32) -> Value {
        match self.rules.engine().logic() {
            None => {
                let kind = ["row", "column", "box"][number as usize / 9];
                json!([kind, number % 9])
            }
            Some(rules) => {
                let house = rules.house_of(number);
                json!([house.kind, house.number])
            }
        }
    }

    fn link(&self, link: &Link) -> Value {
        let reason = match link.reason {
            LinkReason::Cell => json!("cell"),
            LinkReason::House(house) => self.house(house),
            LinkReason::Nested(number) => json!(number),
            _ => Value::Null,
        };
        json!({
            "start": self.candidate(link.from), "start_on": link.from_on,
            "end": self.candidate(link.to), "end_on": link.to_on, "reason": reason,
        })
    }
}
