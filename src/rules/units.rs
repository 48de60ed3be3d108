//! The units of a board: the constraints that form a unit, and the units that are rows, columns, boxes or regions.
//!
//! ```text
//!   constraints ──> lists of cells, sorted, each once ──> row 3 · column 7 · box 5 · region 2, or the constraint's noun
//! ```
//!
//! Rows, columns and boxes are recognized by their cells. Boxes are rectangles that tile the board; if there are none,
//! the first unnamed units of `side` cells that tile it are its regions (jigsaw). Two cells that differ do not form a
//! unit, unless the constraint has a name. With more digits than the side, no row, column or box contains all of them;
//! regions then have `side` cells or a cell for each digit.

#![forbid(unsafe_code)]

use std::sync::Arc;

use super::constraint::{Constraint, Primitive};
use super::lists::Lists;

/// The kind of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnitKind {
    /// A row of the board.
    Row,
    /// A column of the board.
    Column,
    /// A box, or a region of a jigsaw.
    Box,
    /// A diagonal, a window, a cage, …
    Other,
}

/// The kind and name of a unit.
#[derive(Clone, Debug)]
pub(super) enum Label {
    Row(usize),
    Column(usize),
    Box(usize),
    Region(usize),
    Named(Arc<str>),
    Cage,
    Group,
}

impl Label {
    /// The kind and number of a row, column or box.
    pub fn order(&self) -> Option<(UnitKind, usize)> {
        match *self {
            Label::Row(number) => Some((UnitKind::Row, number)),
            Label::Column(number) => Some((UnitKind::Column, number)),
            Label::Box(number) | Label::Region(number) => Some((UnitKind::Box, number)),
            Label::Named(_) | Label::Cage | Label::Group => None,
        }
    }
}

/// The cells of a unit.
pub(super) struct Group<'l> {
    pub cells: &'l [u16],
    pub label: Label,
    /// The number of the first constraint that forms the unit, among the constraints that form units.
    pub number: usize,
}

impl Group<'_> {
    /// The shape of the cells, if they are a row, a column or a possible box.
    fn shape(&self, side: usize) -> Option<Shape> {
        if self.cells.len() != side {
            return None;
        }
        let cell = |i: usize| usize::from(self.cells[i]);
        let (row, column) = (cell(0) / side, cell(0) % side);
        let width = (1..side).find(|&i| cell(i) != cell(0) + i).unwrap_or(side);
        let height = side / width;
        let is_rectangle = side.is_multiple_of(width)
            && column.is_multiple_of(width)
            && row.is_multiple_of(height)
            && self.cells.chunks(width).enumerate().all(|(i, cells)| {
                let start = cell(0) + i * side;
                cells.iter().copied().eq((start..start + width).map(|cell| cell as u16))
            });
        match (height, width) {
            _ if !is_rectangle => None,
            (1, _) => Some(Shape::Row(row + 1)),
            (_, 1) => Some(Shape::Column(column + 1)),
            _ => Some(Shape::Box(height, row / height * height + column / width + 1)),
        }
    }
}

enum Shape {
    Row(usize),
    Column(usize),
    /// The height and the number of the box.
    Box(usize, usize),
}

/// The number of cells that this constraint alone makes different, not counting relations.
pub(super) fn differing(constraint: &Constraint) -> usize {
    match &constraint.primitive {
        Primitive::Different { cells } | Primitive::Total { cells, no_repeat: true, .. } => {
            cells.len()
        }
        _ => 0,
    }
}

/// The sorted cells of all units, and their labels; and the cells of all other constraints that make cells different.
pub(super) fn groups<'c>(
    side: usize,
    digits: usize,
    constraints: &mut dyn Iterator<Item = &'c Constraint>,
) -> (Lists<u16>, Vec<Label>, Vec<&'c [usize]>) {
    // Sufficient for rows, columns and boxes.
    let mut lists = Lists::with_capacity(3 * side, 3 * side * side);
    let mut labels = Vec::with_capacity(3 * side);
    let mut others: Vec<&'c [usize]> = Vec::new();
    for constraint in constraints {
        let (cells, label, has_weights) = match &constraint.primitive {
            Primitive::Different { cells } => {
                let label = constraint
                    .name
                    .as_ref()
                    .map_or(Label::Group, |name| Label::Named(Arc::clone(name)));
                (cells, label, false)
            }
            Primitive::Total { cells, weights, no_repeat: true, .. } => {
                (cells, Label::Cage, weights.is_some())
            }
            _ => continue,
        };
        let is_unit = match cells.len() {
            0 | 1 => continue,
            count if count == side || count == digits => true,
            2 => matches!(label, Label::Named(_)),
            _ => !has_weights,
        };
        if is_unit {
            lists.push(cells.iter().map(|&cell| cell as u16));
            lists.get_mut(lists.len() - 1).sort_unstable();
            labels.push(if has_weights { Label::Group } else { label });
        } else {
            others.push(cells);
        }
    }
    (lists, labels, others)
}

/// The units, sorted by their cells, without duplicates.
pub(super) fn sorted(lists: &Lists<u16>, labels: Vec<Label>) -> Vec<Group<'_>> {
    let units = lists.iter().zip(labels).enumerate();
    let mut units: Vec<Group<'_>> =
        units.map(|(number, (cells, label))| Group { cells, label, number }).collect();
    // Among equal units, a named one comes first, then a cage.
    let order = |unit: &Group<'_>| match unit.label {
        Label::Named(_) => (0, unit.number),
        Label::Cage => (1, unit.number),
        _ => (2, unit.number),
    };
    units.sort_by(|a, b| a.cells.cmp(b.cells).then_with(|| order(a).cmp(&order(b))));
    units.dedup_by(|later, first| {
        let is_same = later.cells == first.cells;
        first.number = if is_same { first.number.min(later.number) } else { first.number };
        is_same
    });
    units
}

/// Labels rows, columns and boxes or regions; returns the shape of the boxes.
pub(super) fn label(side: usize, digits: usize, units: &mut [Group<'_>]) -> Option<(usize, usize)> {
    // The number of possible boxes of each height; boxes must tile the board.
    let mut boxes = vec![0; side + 1];
    let mut numbers = vec![None; units.len()];
    for (unit, box_of_height) in units.iter_mut().zip(&mut numbers) {
        match unit.shape(side) {
            Some(Shape::Row(number)) => unit.label = Label::Row(number),
            Some(Shape::Column(number)) => unit.label = Label::Column(number),
            Some(Shape::Box(height, number)) => {
                boxes[height] += 1;
                *box_of_height = Some((height, number));
            }
            None => {}
        }
    }
    if let Some(height) = boxes.iter().position(|&count| count == side) {
        for (unit, box_of_height) in units.iter_mut().zip(numbers) {
            if let Some((_, number)) = box_of_height.filter(|&(of_unit, _)| of_unit == height) {
                unit.label = Label::Box(number);
            }
        }
        return Some((height, side / height));
    }
    for size in [side].into_iter().chain((digits != side).then_some(digits)) {
        let could_be_region =
            |unit: &Group<'_>| unit.cells.len() == size && matches!(unit.label, Label::Group);
        let mut candidates: Vec<usize> =
            (0..units.len()).filter(|&i| could_be_region(&units[i])).collect();
        candidates.sort_by_key(|&i| units[i].number);
        let mut covered = vec![false; side * side];
        candidates.retain(|&i| {
            let cells = units[i].cells.iter().map(|&cell| usize::from(cell));
            let is_free = !cells.clone().any(|cell| covered[cell]);
            if is_free {
                cells.for_each(|cell| covered[cell] = true);
            }
            is_free
        });
        if candidates.len() * size == side * side {
            candidates.sort_unstable();
            for (i, number) in candidates.into_iter().zip(1..) {
                units[i].label = Label::Region(number);
            }
            break;
        }
    }
    None
}
