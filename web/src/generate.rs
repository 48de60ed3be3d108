//! New puzzles.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicU64;

use bitdoku::control::Control;
use bitdoku::engine::{Difficulty, Steps};
use bitdoku::generate::{Request, Symmetry};
use bitdoku::logic::Techniques;
use bitdoku::random::Key;
use serde_json::json;
use wasm_bindgen::prelude::*;

use super::options::{Options, levels, range, technique, techniques, whole};
use super::{Result, Rules, error};

#[wasm_bindgen]
impl Rules {
    /// Generates one puzzle with exactly one solution: `{puzzle, solution}`.
    ///
    /// The options have the names and meanings of Python's `generate`: `seed` (a whole number, 0 by default), `start`,
    /// `clues`, `symmetry`, `pattern`, `minimal`, `effort`; and the members of a difficulty: `singles`, `guesses`,
    /// `level`, `score`, `er`, `ep`, `ed`, `minutes`, and `requires`, `forbids`, `hardest` on a `scale`.
    pub fn generate(&self, options: Option<String>) -> Result<String> {
        let mut options = Options::new(options)?;
        let seed = options.take("seed", |value| value.as_u64())?.unwrap_or(0);
        let first = options.take("start", |value| value.as_u64())?.unwrap_or(0);
        let clues = options.take("clues", whole::<u32>)?;
        let symmetry = options.word("symmetry", &Symmetry::NAMED)?;
        let pattern = options.take("pattern", |value| {
            value.as_array()?.iter().map(|cell| cell.as_bool()).collect::<Option<Vec<bool>>>()
        })?;
        let is_plain = clues.is_none() && symmetry == Symmetry::None && pattern.is_none();
        let minimal = options.take("minimal", |value| value.as_bool())?.unwrap_or(is_plain);
        let effort = options.take("effort", |value| value.as_u64().and_then(NonZeroU64::new))?;
        let request = Request { clues, symmetry, pattern, minimal, effort, ..Request::MINIMAL };
        let difficulty = difficulty(&mut options)?;
        options.end()?;
        let engine = self.engine();
        engine.check(&request, difficulty.as_ref())?;
        if first >= engine.items().1 {
            return Err(error(format!(
                "start is {first}; expected less than {}",
                engine.items().1
            )));
        }
        let [mut puzzle, mut solution] = [(); 2].map(|()| vec![0; engine.area()]);
        engine.generate(
            &request,
            difficulty.as_ref(),
            &Key::from_u64(seed),
            first,
            &mut puzzle,
            &mut solution,
            &AtomicU64::new(0),
            &Control::unlimited(),
        )?;
        Ok(json!({ "puzzle": puzzle, "solution": solution }).to_string())
    }
}

fn difficulty(options: &mut Options) -> Result<Option<Difficulty>> {
    let scale = options.scale()?;
    let requires = options.take("requires", techniques)?;
    let forbids = options.take("forbids", techniques)?;
    let hardest = options.take("hardest", technique)?;
    let has_steps = requires.is_some() || forbids.is_some() || hardest.is_some();
    let steps = has_steps.then(|| Steps {
        scale,
        requires: requires.unwrap_or(Techniques::NONE),
        forbids: forbids.unwrap_or(Techniques::NONE),
        hardest,
    });
    let difficulty = Difficulty {
        singles: options.take("singles", whole)?,
        guesses: options.take("guesses", whole)?,
        level: options.take("level", levels)?,
        score: options.take("score", whole)?,
        er: options.take("er", range)?,
        ep: options.take("ep", range)?,
        ed: options.take("ed", range)?,
        minutes: options.take("minutes", range)?,
        steps,
        ..Difficulty::default()
    };
    Ok((difficulty != Difficulty::default()).then_some(difficulty))
}
