//! Pictures of boards.

use bitdoku::draw::{Color, Drawing, Place, Theme, svg};
use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::options::Options;
use super::puzzle::Puzzle;
use super::{Result, Rules, error};

#[wasm_bindgen]
impl Rules {
    /// Draws a board as SVG. The options are `step`, a step of an explanation, `highlight`, a list of [row, column, color]
    /// or [row, column, digit, color], `theme` (`"auto"`, `"light"`, `"dark"`, `"gray"`), `label`, the text for screen
    /// readers, and `size`, the width in pixels.
    pub fn draw(&self, board: &str, options: Option<String>) -> Result<String> {
        let mut options = Options::new(options)?;
        let theme = options.word("theme", &Theme::NAMED)?;
        let label = options.take("label", |value| value.as_str().map(str::to_owned))?;
        let step = options.take("step", |value| value.is_object().then(|| value.to_string()))?;
        let size = options.take("size", |value| {
            value.as_u64().and_then(|size| u32::try_from(size).ok()).filter(|&size| size > 0)
        })?;
        let side = self.engine().side();
        let highlight = options.take("highlight", |value| highlight(value, side))?;
        options.end()?;
        let start = Puzzle::read(board, &self.0)?.0;
        let givens = start.givens.unwrap_or_else(|| start.values.iter().map(|&v| v > 0).collect());
        let drawing = Drawing {
            rules: &self.0.named,
            cells: &start.values,
            givens: &givens,
            conflicts: &self.clashes(&start.values),
            candidates: start.candidates.as_deref(),
            highlight: &highlight.unwrap_or_default(),
            step: step.as_deref(),
            theme,
            size,
            label: &label.unwrap_or_default(),
            ..Drawing::default()
        };
        svg(&drawing).map_err(|fault| error(fault.to_string()))
    }
}

fn highlight(value: &Value, side: usize) -> Option<Vec<(Place, Color)>> {
    let place = |item: &Value| {
        let (color, numbers) = item.as_array()?.split_last()?;
        let numbers: Vec<usize> = numbers
            .iter()
            .map(|n| n.as_u64().and_then(|n| usize::try_from(n).ok()))
            .collect::<Option<_>>()?;
        let place = match numbers[..] {
            [row, column] if column < side => Place::Cell(row * side + column),
            [row, column, digit] if column < side => Place::Candidate(row * side + column, digit),
            _ => return None,
        };
        let color =
            Color::HIGHLIGHTS.into_iter().find(|known| Some(known.name()) == color.as_str());
        Some((place, color?))
    };
    value.as_array()?.iter().map(place).collect()
}
