//! Templates: constraints on positions instead of cells, from which marks are made.

#![forbid(unsafe_code)]

use crate::rules::{Constraint, Primitive, of_given};

/// A mark of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The number of its kind.
    pub kind: usize,
    /// The number of its template.
    pub template: usize,
    /// Its cells, in order.
    pub cells: Vec<u16>,
    /// Its sum, if the template has one; otherwise 0.
    pub value: i64,
}

/// The constraints of one form of mark, such as a thermometer of four cells or a sandwich of 17.
///
/// The cells of the constraints are positions in the list of cells of a mark.
#[derive(Clone, Debug)]
pub struct Template {
    /// The number of cells of each part of the mark. Only lines that regions divide have several parts.
    pub parts: Vec<usize>,
    /// The constraints.
    pub constraints: Vec<Constraint>,
    /// Whether the mark has a sum, which its totals get from the solution.
    pub sum: bool,
}

impl Template {
    /// Whether a grid satisfies the mark with these cells and this sum.
    pub fn holds(&self, cells: &[u16], value: i64, grid: &[u8]) -> bool {
        let digit = |position: usize| grid[usize::from(cells[position])];
        self.constraints.iter().all(|constraint| match &constraint.primitive {
            Primitive::Allowed { cell, digits } => of_given(digit(*cell)) & digits != 0,
            Primitive::Different { cells } => all_differ(cells.iter().map(|&cell| digit(cell))),
            Primitive::Related { pairs, table } => pairs.iter().all(|&(first, second)| {
                table[usize::from(digit(first)) - 1] & of_given(digit(second)) != 0
            }),
            Primitive::Total { cells, sum, weights, no_repeat } => {
                let terms = cells.iter().enumerate().map(|(k, &cell)| {
                    weights.as_ref().map_or(1, |weights| weights[k]) * i64::from(digit(cell))
                });
                let expected = if self.sum { value } else { *sum };
                terms.sum::<i64>() == expected
                    && (!no_repeat || all_differ(cells.iter().map(|&cell| digit(cell))))
            }
            Primitive::Accepted { cells, start, accepting, transitions, .. } => {
                let mut state = *start as i64;
                for &cell in cells {
                    state = transitions[state as usize][usize::from(digit(cell)) - 1];
                    if state < 0 {
                        return false;
                    }
                }
                accepting.contains(&(state as usize))
            }
        })
    }

    /// The sum of the digits of a grid in these cells, if the mark has a sum; otherwise 0.
    pub fn value(&self, cells: &[u16], grid: &[u8]) -> i64 {
        let digits = cells.iter().map(|&cell| i64::from(grid[usize::from(cell)]));
        if self.sum { digits.sum() } else { 0 }
    }

    /// The constraints of a mark.
    pub fn at<'t>(&'t self, mark: &'t Mark) -> impl Iterator<Item = Constraint> + 't {
        let cell = |position: &usize| usize::from(mark.cells[*position]);
        let all = move |positions: &[usize]| positions.iter().map(cell).collect::<Vec<_>>();
        self.constraints.iter().map(move |Constraint { primitive, name }| {
            let primitive = match primitive {
                Primitive::Allowed { cell: position, digits } => {
                    Primitive::Allowed { cell: cell(position), digits: *digits }
                }
                Primitive::Different { cells } => Primitive::Different { cells: all(cells) },
                Primitive::Related { pairs, table } => Primitive::Related {
                    pairs: pairs
                        .iter()
                        .map(|(first, second)| (cell(first), cell(second)))
                        .collect(),
                    table: table.clone(),
                },
                Primitive::Total { cells, sum, weights, no_repeat } => Primitive::Total {
                    cells: all(cells),
                    sum: if self.sum { mark.value } else { *sum },
                    weights: weights.clone(),
                    no_repeat: *no_repeat,
                },
                Primitive::Accepted { cells, states, start, accepting, transitions } => {
                    Primitive::Accepted {
                        cells: all(cells),
                        states: *states,
                        start: *start,
                        accepting: accepting.clone(),
                        transitions: transitions.clone(),
                    }
                }
            };
            Constraint { primitive, name: name.clone() }
        })
    }
}

fn all_differ(digits: impl Iterator<Item = u8>) -> bool {
    let mut seen = 0;
    for digit in digits {
        let digit = of_given(digit);
        if seen & digit != 0 {
            return false;
        }
        seen |= digit;
    }
    true
}
