//! The options of a call, as a JSON object whose keys are those of Python's arguments.

use bitdoku::engine::Scale;
use bitdoku::logic::{Level, Technique, Techniques};
use serde_json::{Map, Value};

use super::{Result, error};

/// The options that have not been read.
pub struct Options(Map<String, Value>);

impl Options {
    pub fn new(text: Option<String>) -> Result<Options> {
        let Some(text) = text else { return Ok(Options(Map::new())) };
        serde_json::from_str(&text).map(Options).map_err(|fault| error(format!("options: {fault}")))
    }

    /// Removes an option; `None` if it is missing or null.
    pub fn take<T>(&mut self, key: &str, read: impl Fn(&Value) -> Option<T>) -> Result<Option<T>> {
        let Some(value) = self.0.remove(key).filter(|value| !value.is_null()) else {
            return Ok(None);
        };
        read(&value)
            .map(Some)
            .ok_or_else(|| error(format!("{key} is {value}, which is not understood")))
    }

    /// Removes an option that is one of several words; the first by default.
    pub fn word<T: Copy>(&mut self, key: &str, words: &[(&str, T)]) -> Result<T> {
        let find = |value: &Value| {
            words.iter().find(|(word, _)| value.as_str() == Some(*word)).map(|&(_, one)| one)
        };
        Ok(self.take(key, find)?.unwrap_or(words[0].1))
    }

    pub fn scale(&mut self) -> Result<Scale> {
        self.word("scale", &[("hodoku", Scale::Hodoku), ("explainer", Scale::Explainer)])
    }

    /// Fails if there are options that have not been read.
    pub fn end(self) -> Result<()> {
        self.0.keys().next().map_or(Ok(()), |key| Err(error(format!("unknown option {key:?}"))))
    }
}

/// A list of techniques, by their keys.
pub fn techniques(value: &Value) -> Option<Techniques> {
    value.as_array()?.iter().map(technique).collect()
}

pub fn technique(value: &Value) -> Option<Technique> {
    let name = value.as_str()?;
    Technique::ALL.into_iter().find(|technique| technique.key() == name)
}

/// A number, or the list of a minimum and a maximum.
pub fn range(value: &Value) -> Option<(f64, f64)> {
    match value.as_array() {
        None => value.as_f64().map(|number| (number, number)),
        Some(ends) => match &ends[..] {
            [low, high] => Some((low.as_f64()?, high.as_f64()?)),
            _ => None,
        },
    }
}

/// A range of whole numbers from 0.
pub fn whole<T: TryFrom<u64>>(value: &Value) -> Option<(T, T)> {
    let (low, high) = range(value)?;
    let end = |number: f64| {
        let is_whole = number >= 0.0 && number.fract() == 0.0;
        is_whole.then(|| T::try_from(number as u64).ok()).flatten()
    };
    Some((end(low)?, end(high)?))
}

/// A level, or the list of the lowest and the highest level, by name.
pub fn levels(value: &Value) -> Option<(u8, u8)> {
    let level = |name: &Value| {
        let level = Level::ALL.into_iter().find(|&level| Some(level_name(level)) == name.as_str());
        level.map(|level| level as u8)
    };
    match value.as_array().map(Vec::as_slice) {
        None => level(value).map(|level| (level, level)),
        Some([low, high]) => Some((level(low)?, level(high)?)),
        Some(_) => None,
    }
}

pub fn level_name(level: Level) -> &'static str {
    match level {
        Level::Incomplete => "incomplete",
        Level::Easy => "easy",
        Level::Medium => "medium",
        Level::Hard => "hard",
        Level::Unfair => "unfair",
        Level::Extreme => "extreme",
    }
}
