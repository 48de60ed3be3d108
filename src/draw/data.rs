//! Rules and steps as JSON: the board, and the arguments of a rule. Cells are checked, so that shapes may use them as
//! indices.

use std::error::Error;
use std::{fmt, slice};

use serde_json::{Map, Value};

use super::grid::Cell;

/// The largest side, and the largest number of digits.
const MAX_SIDE: usize = 64;

/// The reason why a board cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawError(String);

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for DrawError {}

pub type Result<T, E = DrawError> = std::result::Result<T, E>;

/// An error with this message.
pub fn fail<T>(message: impl Into<String>) -> Result<T> {
    Err(DrawError(message.into()))
}

/// Text as JSON; `what` names it in errors.
pub fn parse(what: &str, text: &str) -> Result<Value> {
    serde_json::from_str(text)
        .map_err(|error| DrawError(format!("{what} is not valid JSON: {error}")))
}

/// A board and its named rules.
pub struct Board {
    pub side: usize,
    /// The number of digits.
    pub digits: usize,
    /// The first digit, 0 or 1.
    pub first: usize,
    /// Rows and columns of a box; `None` if the regions are not boxes.
    pub shape: Option<(usize, usize)>,
    /// The region of each cell.
    pub regions: Vec<usize>,
    /// The named rules.
    pub rules: Vec<Value>,
}

impl Board {
    /// The board of the JSON of `Rules.to_json`.
    pub fn read(text: &str) -> Result<Board> {
        let mut value = parse("rules", text)?;
        let Some(map) = value.as_object_mut() else { return fail("rules: expected a JSON object") };
        let rules = match map.remove("rules") {
            None => Vec::new(),
            Some(Value::Array(rules)) => rules,
            Some(_) => return fail("rules: expected a list of rules"),
        };
        let (shape, regions) = match map.get("regions") {
            Some(regions) => (None, numbers(regions)),
            None => match map.get("box").map_or(Some(vec![3, 3]), numbers).as_deref() {
                Some(&[height, width])
                    if (1..=MAX_SIDE).contains(&height.saturating_mul(width)) =>
                {
                    let side = height * width;
                    let region = |cell| cell / side / height * height + cell % side / width;
                    (Some((height, width)), Some((0..side * side).map(region).collect()))
                }
                _ => return fail("rules: expected a box [rows, columns] of at most 64 cells"),
            },
        };
        let side = regions.as_ref().map_or(0, |regions| regions.len().isqrt());
        let regions = regions.filter(|regions| regions.len() == side * side);
        let Some(regions) = regions.filter(|_| (1..=MAX_SIDE).contains(&side)) else {
            return fail("rules: expected n rows of n regions, n from 1 to 64");
        };
        let digits = map.get("digits").map_or(Some((1..=side).collect()), numbers);
        let digits = digits.filter(|digits| (side..=MAX_SIDE).contains(&digits.len()));
        let Some((digits, first @ (0 | 1))) = digits.map(|digits| (digits.len(), digits[0])) else {
            return fail(format!(
                "rules: expected a list of {side} to {MAX_SIDE} digits from 0 or 1"
            ));
        };
        Ok(Board { side, digits, first, shape, regions, rules })
    }

    /// The number of a cell.
    pub fn number(&self, (row, column): Cell) -> usize {
        row as usize * self.side + column as usize
    }
}

/// The whole numbers in a list or in a list of lists.
fn numbers(value: &Value) -> Option<Vec<usize>> {
    let items = value.as_array()?.iter();
    let items = items.flat_map(|item| item.as_array().map_or(slice::from_ref(item), Vec::as_slice));
    items.map(|item| item.as_u64().map(|number| number as usize)).collect()
}

/// The arguments of a rule by name.
pub struct Arguments<'a> {
    /// The name of the rule.
    pub name: &'a str,
    values: &'a Map<String, Value>,
    side: usize,
}

impl<'a> Arguments<'a> {
    pub fn read(rule: &'a Value, side: usize) -> Result<Arguments<'a>> {
        let name = rule.get("rule").and_then(Value::as_str);
        match (rule, name) {
            (Value::Object(values), Some(name)) => Ok(Arguments { name, values, side }),
            _ => fail(format!("a rule is {rule}; expected an object with its name as 'rule'")),
        }
    }

    /// The value of an argument; `None` if it is missing or null.
    fn get(&self, key: &str) -> Option<&'a Value> {
        self.values.get(key).filter(|value| !value.is_null())
    }

    /// The value of an argument, which `read` turns into what the rule expects.
    fn value<T>(
        &self,
        key: &str,
        expected: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<T> {
        let value = self.get(key).unwrap_or(&Value::Null);
        read(value).map_or_else(
            || {
                let Arguments { name, side, .. } = self;
                fail(format!("{name}: {key} is {value}; expected {expected} (the side is {side})"))
            },
            Ok,
        )
    }

    fn list<T>(value: &'a Value, read: impl Fn(&'a Value) -> Option<T>) -> Option<Vec<T>> {
        let items: Vec<T> = value.as_array()?.iter().map(read).collect::<Option<_>>()?;
        Some(items).filter(|items| !items.is_empty())
    }

    fn as_cell(&self, value: &Value) -> Option<Cell> {
        let part =
            |k: usize| value[k].as_i64().filter(|number| (0..self.side as i64).contains(number));
        Some((part(0)?, part(1)?))
    }

    pub fn cell(&self, key: &str) -> Result<Cell> {
        self.value(key, "[row, column]", |value| self.as_cell(value))
    }

    /// A list of cells, at least one.
    pub fn cells(&self, key: &str) -> Result<Vec<Cell>> {
        let cells = |value| Self::list(value, |item| self.as_cell(item));
        self.value(key, "a list of [row, column]", cells)
    }

    /// A cell, or a list of cells.
    pub fn cell_or_cells(&self, key: &str) -> Result<Vec<Cell>> {
        self.cell(key).map(|cell| vec![cell]).or_else(|_| self.cells(key))
    }

    /// Lists of cells.
    pub fn groups(&self, key: &str) -> Result<Vec<Vec<Cell>>> {
        let cells = |value| Self::list(value, |item| self.as_cell(item));
        self.value(key, "lists of [row, column]", |value| Self::list(value, cells))
    }

    /// Pairs of cells; none if they are missing.
    pub fn pairs(&self, key: &str) -> Result<Vec<[Cell; 2]>> {
        let pair = |value| Self::list(value, |item| self.as_cell(item))?.try_into().ok();
        match self.get(key) {
            None => Ok(Vec::new()),
            Some(Value::Array(pairs)) if pairs.is_empty() => Ok(Vec::new()),
            Some(_) => self.value(key, "pairs of [row, column]", |value| Self::list(value, pair)),
        }
    }

    /// A number or a word, as text.
    pub fn text(&self, key: &str) -> Result<Option<String>> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(other) => fail(format!("{}: {key} is {other}; expected a number", self.name)),
        }
    }

    /// A number or a word that the rule needs.
    pub fn number(&self, key: &str) -> Result<String> {
        self.text(key)?.map_or_else(|| fail(format!("{}: {key} is missing", self.name)), Ok)
    }

    /// A row or a column.
    pub fn line(&self, key: &str) -> Result<Option<i64>> {
        let number =
            |value: &Value| value.as_i64().filter(|line| (0..self.side as i64).contains(line));
        self.get(key).map(|_| self.value(key, "a number", number)).transpose()
    }

    /// Digits in order, given as one number or as a list.
    pub fn digits(&self, key: &str) -> Result<Vec<u64>> {
        let digits = |value: &'a Value| match value {
            Value::Number(_) => Some(vec![value.as_u64()?]),
            list => Self::list(list, Value::as_u64),
        };
        let mut digits = self.value(key, "digits", digits)?;
        digits.sort_unstable();
        Ok(digits)
    }

    /// True or false; `default` if it is missing.
    pub fn flag(&self, key: &str, default: bool) -> Result<bool> {
        self.get(key).map_or(Ok(default), |_| self.value(key, "true or false", Value::as_bool))
    }

    /// The lists of rules of `any_of`.
    pub fn alternatives(&self) -> impl Iterator<Item = &'a [Value]> {
        let rules = self.get("rules").and_then(Value::as_array);
        rules.into_iter().flatten().map(|alternative| match alternative {
            Value::Array(rules) => &rules[..],
            rule => slice::from_ref(rule),
        })
    }
}
