//! Rules from the JSON of `Rules.to_primitives`.
//!
//! ```text
//!   {"side": 9, "box": [3, 3], "digits": 9, "symbols": null,
//!    "constraints": [["different", [0, 1, 2]], ["total", [0, 1], 10, null, true], …],     the form of the core
//!    "clues": [["total", [0, 1], 10, null, true, "cage"], …],                            the same, with nouns
//!    "automata": [[[1, -1, …], …], …],                      the transitions, "accepted" has their number
//!    "named": {"box": [3, 3], "rules": […]}}                the result of `Rules.to_dict`, for pictures
//! ```

use std::sync::Arc;

use bitdoku::board::text::Alphabet;
use bitdoku::engine::Engine;
use bitdoku::rules::{Constraint, Primitive};
use bitdoku::solve::Backend;
use serde_json::Value;
use serde_json::value::Index;

use super::{Result, error};

/// A board with its rules, and the characters of its texts.
pub struct Board {
    pub engine: Engine,
    pub alphabet: Alphabet,
    /// The named rules, as JSON.
    #[cfg_attr(not(feature = "full"), expect(dead_code, reason = "for pictures"))]
    pub named: String,
    /// Whether the digits have characters of their own.
    #[cfg_attr(not(feature = "full"), expect(dead_code, reason = "for human logic"))]
    pub has_symbols: bool,
}

impl Board {
    /// The board of classic Sudoku.
    pub fn classic() -> Board {
        let engine = Engine::classic(Backend::detect());
        Board {
            engine,
            alphabet: Alphabet::standard(9),
            named: "{}".to_owned(),
            has_symbols: false,
        }
    }

    /// Reads the rules.
    pub fn from_json(text: &str) -> Result<Board> {
        let data: Value =
            serde_json::from_str(text).map_err(|fault| error(format!("rules: {fault}")))?;
        let (side, digits) = (number(&data, "side")?, number(&data, "digits")?);
        let shape = match &data["box"] {
            Value::Null => None,
            shape => Some((number(shape, 0)?, number(shape, 1)?)),
        };
        let automata: Vec<Arc<[Vec<i64>]>> =
            each(&data["automata"], |rows| Ok(each(rows, |row| each(row, integer))?.into()))?;
        let constraints = each(&data["constraints"], |item| constraint(item, &automata))?;
        let clues = match &data["clues"] {
            Value::Null => None,
            clues => Some(each(clues, |item| constraint(item, &automata))?),
        };
        let engine = Engine::new(side, digits, shape, constraints, clues, Backend::detect())
            .map_err(|fault| error(fault.to_string()))?;
        let alphabet = match data["symbols"].as_str() {
            Some(symbols) => Alphabet::new(symbols).map_err(|fault| error(fault.to_string()))?,
            None => Alphabet::standard(digits),
        };
        let has_symbols = !data["symbols"].is_null();
        let named = data["named"].to_string();
        Ok(Board { engine, alphabet: alphabet.on_board(side), named, has_symbols })
    }
}

/// A constraint from a list of its kind, its arguments and optionally its name.
fn constraint(item: &Value, automata: &[Arc<[Vec<i64>]>]) -> Result<Constraint> {
    let cells = |at: usize| each(&item[at], cell);
    let kind = item[0].as_str().unwrap_or_default();
    let (primitive, name) = match kind {
        "allowed" => {
            (Primitive::Allowed { cell: number(item, 1)?, digits: mask(&item[2])? }, &item[3])
        }
        "different" => (Primitive::Different { cells: cells(1)? }, &item[2]),
        "related" => {
            let pair = |pair: &Value| Ok((number(pair, 0)?, number(pair, 1)?));
            let (pairs, table) = (each(&item[1], pair)?, each(&item[2], mask)?);
            (Primitive::Related { pairs, table }, &item[3])
        }
        "total" => {
            let weights = match &item[3] {
                Value::Null => None,
                weights => Some(each(weights, integer)?),
            };
            let no_repeat = item[4].as_bool().ok_or_else(|| malformed(item))?;
            let (cells, sum) = (cells(1)?, integer(&item[2])?);
            (Primitive::Total { cells, sum, weights, no_repeat }, &item[5])
        }
        "accepted" => {
            let transitions =
                automata.get(number(item, 5)?).ok_or_else(|| malformed(item))?.clone();
            let (states, start) = (number(item, 2)?, number(item, 3)?);
            let (cells, accepting) = (cells(1)?, cells(4)?);
            (Primitive::Accepted { cells, states, start, accepting, transitions }, &item[6])
        }
        _ => return Err(malformed(item)),
    };
    Ok(Constraint { primitive, name: name.as_str().map(Arc::from) })
}

fn each<T>(list: &Value, read: impl Fn(&Value) -> Result<T>) -> Result<Vec<T>> {
    list.as_array().ok_or_else(|| malformed(list))?.iter().map(read).collect()
}

fn number(data: &Value, at: impl Index) -> Result<usize> {
    cell(&data[at])
}

fn cell(item: &Value) -> Result<usize> {
    item.as_u64().and_then(|number| usize::try_from(number).ok()).ok_or_else(|| malformed(item))
}

fn mask(item: &Value) -> Result<u64> {
    item.as_u64().ok_or_else(|| malformed(item))
}

fn integer(item: &Value) -> Result<i64> {
    item.as_i64().ok_or_else(|| malformed(item))
}

fn malformed(item: &Value) -> wasm_bindgen::JsError {
    error(format!("the rules hold {item}; expected the result of Rules.to_primitives"))
}
