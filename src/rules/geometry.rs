//! The geometry of a board: its units, with names, and which cells see each other. Nothing here searches.
//!
//! ```text
//!   unit    cells that all hold different digits       row 3 · column 7 · box 5 · diagonal · cage r1c1
//!   peers   the cells that may not hold a cell's digit: the other cells of its units, and those that a
//!           relation makes different (anti-knight)
//!
//!   order   rows, columns and boxes by number from 1, then all others in the order of the constraints
//! ```
//!
//! Rows, columns and boxes are recognised by their cells. Boxes are rectangles that tile the board; if there are none, the
//! first unnamed units of `side` cells that tile it are its regions (jigsaw). Two cells that differ are peers and no unit,
//! unless the constraint has a name.
//!
//! *Cost.* Sets of cells have as many words as the board needs, rounded up to a power of two: two for 9x9. The geometry of
//! plain 9x9 takes about a microsecond. Names are written when they are asked for.

#![forbid(unsafe_code)]

use std::fmt;
use std::sync::Arc;

use super::constraint::Constraint;
use super::digits::bits;
use super::lists::Lists;

/// What a unit is.
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

/// The units of a board and its peers.
#[derive(Clone, Debug)]
pub struct Geometry {
    side: usize,
    /// Words of a set of cells.
    words: usize,
    labels: Vec<Label>,
    unit_cells: Lists<u16>,
    unit_sets: Vec<u64>,
    units_of: Lists<u32>,
    peers: Vec<u64>,
    plain: Option<(usize, usize)>,
}

/// Kind and name of a unit.
#[derive(Clone, Debug)]
enum Label {
    Row(usize),
    Column(usize),
    Box(usize),
    Region(usize),
    Named(Arc<str>),
    Cage,
    Group,
}

/// The words of a set of cells of a board with so many cells.
pub(super) fn words(cells: usize) -> usize {
    cells.div_ceil(64).next_power_of_two()
}

impl Geometry {
    /// The geometry of constraints that have been checked; `unequal` are pairs of cells that relations make different, in
    /// both directions.
    pub(super) fn new(
        side: usize,
        constraints: &[Constraint],
        unequal: impl Iterator<Item = (u16, u16)>,
    ) -> Geometry {
        let cells = side * side;
        let words = words(cells);
        let (mut units, others) = groups(side, constraints);
        let boxes = label(side, &mut units);
        let order = |unit: &Group| unit.label.order().unwrap_or((UnitKind::Other, unit.number));
        units.sort_unstable_by_key(order);

        let mut unit_sets = vec![0; units.len() * words];
        let mut peers = vec![0; cells * words];
        for (unit, set) in units.iter().zip(unit_sets.chunks_mut(words)) {
            unit.cells.iter().for_each(|&cell| insert(set, cell));
            for &cell in &unit.cells {
                let peers = &mut peers[usize::from(cell) * words..][..words];
                peers.iter_mut().zip(&*set).for_each(|(peers, set)| *peers |= set);
            }
        }
        let pairs = others.iter().flat_map(|cells| {
            let cells = cells.iter().map(|&cell| cell as u16);
            cells.clone().flat_map(move |a| cells.clone().map(move |b| (a, b)))
        });
        for (a, b) in pairs.chain(unequal) {
            insert(&mut peers[usize::from(a) * words..], b);
        }
        for (cell, peers) in peers.chunks_mut(words).enumerate() {
            peers[cell / 64] &= !(1 << (cell % 64));
        }

        let is_plain = others.is_empty() && units.iter().all(|unit| unit.label.order().is_some());
        let plain = match (units.len(), boxes) {
            _ if !is_plain => None,
            (0, _) if side == 1 => Some((1, 1)),
            (count, None) if count == 2 * side => Some((1, side)),
            (count, Some(shape)) if count == 3 * side => Some(shape),
            _ => None,
        };
        let size = units.iter().map(|unit| unit.cells.len()).sum();
        let mut unit_cells = Lists::with_capacity(units.len(), size);
        units.iter().for_each(|unit| unit_cells.push(unit.cells.iter().copied()));
        let units_of = unit_cells.turned(cells);
        let labels = units.into_iter().map(|unit| unit.label).collect();
        Geometry { side, words, labels, unit_cells, unit_sets, units_of, peers, plain }
    }

    /// The number of rows, of columns and of digits.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.side * self.side
    }

    /// All units, in order.
    pub fn units(&self) -> impl ExactSizeIterator<Item = Unit<'_>> {
        (0..self.labels.len()).map(|number| self.unit(number))
    }

    /// Unit `number`, from 0.
    ///
    /// # Panics
    /// There are not as many units.
    pub fn unit(&self, number: usize) -> Unit<'_> {
        assert!(number < self.labels.len(), "unit {number} of {}", self.labels.len());
        Unit { geometry: self, number }
    }

    /// The numbers of the units that a cell belongs to, in order.
    #[inline]
    pub fn units_of(&self, cell: usize) -> &[u32] {
        self.units_of.get(cell)
    }

    /// The cells that may not hold the digit of `cell`.
    #[inline]
    pub fn peers(&self, cell: usize) -> CellSet<'_> {
        CellSet(&self.peers[cell * self.words..][..self.words])
    }

    /// Whether two cells may not hold the same digit.
    #[inline]
    pub fn sees(&self, one: usize, other: usize) -> bool {
        self.peers(one).contains(other)
    }

    /// Rows and columns of a box if the units are those of plain Sudoku and no other cells differ.
    pub(super) fn plain(&self) -> Option<(usize, usize)> {
        self.plain
    }

    /// Whether each two of these cells see each other.
    pub(super) fn all_differ(&self, cells: &[u16]) -> bool {
        let sees = |a: u16, b: u16| self.sees(usize::from(a), usize::from(b));
        cells.iter().enumerate().all(|(i, &a)| cells[..i].iter().all(|&b| sees(a, b)))
    }

    /// The peers of all cells, one set after the other.
    pub(super) fn peer_words(&self) -> &[u64] {
        &self.peers
    }
}

/// One unit of a board.
#[derive(Clone, Copy)]
pub struct Unit<'g> {
    geometry: &'g Geometry,
    number: usize,
}

impl<'g> Unit<'g> {
    /// Its number in the order of all units.
    pub fn number(self) -> usize {
        self.number
    }

    /// What it is.
    pub fn kind(self) -> UnitKind {
        self.label().order().map_or(UnitKind::Other, |(kind, _)| kind)
    }

    /// Its cells, in order.
    pub fn cells(self) -> &'g [u16] {
        self.geometry.unit_cells.get(self.number)
    }

    /// Its cells as a set.
    pub fn set(self) -> CellSet<'g> {
        let words = self.geometry.words;
        CellSet(&self.geometry.unit_sets[self.number * words..][..words])
    }

    /// Whether every digit occurs in it.
    pub fn is_complete(self) -> bool {
        self.cells().len() == self.geometry.side
    }

    /// Its name: `row 3`, `box 5`, `diagonal`, `cage r1c1`. Units that share a given name have their first cell added.
    pub fn name(self) -> String {
        self.to_string()
    }

    fn label(self) -> &'g Label {
        &self.geometry.labels[self.number]
    }
}

impl fmt::Display for Unit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = usize::from(self.cells()[0]);
        let (row, column) = (first / self.geometry.side + 1, first % self.geometry.side + 1);
        match self.label() {
            Label::Row(number) => write!(f, "row {number}"),
            Label::Column(number) => write!(f, "column {number}"),
            Label::Box(number) => write!(f, "box {number}"),
            Label::Region(number) => write!(f, "region {number}"),
            Label::Cage => write!(f, "cage r{row}c{column}"),
            Label::Group => write!(f, "group r{row}c{column}"),
            Label::Named(name) => {
                let same = |label: &&Label| matches!(label, Label::Named(other) if other == name);
                match self.geometry.labels.iter().filter(same).count() {
                    1 => f.write_str(name),
                    _ => write!(f, "{name} r{row}c{column}"),
                }
            }
        }
    }
}

impl fmt::Debug for Unit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}: {:?}", self.cells())
    }
}

/// A set of cells: bit c % 64 of word c / 64 for cell c.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSet<'g>(&'g [u64]);

impl<'g> CellSet<'g> {
    /// All words; as many for every set of a geometry.
    #[inline]
    pub fn words(self) -> &'g [u64] {
        self.0
    }

    /// Whether a cell is in the set.
    #[inline]
    pub fn contains(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// The number of cells.
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are no cells.
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The cells, in order.
    pub fn iter(self) -> impl Iterator<Item = u16> + 'g {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            bits(word).map(move |bit| 64 * i as u16 + bit.trailing_zeros() as u16)
        })
    }
}

fn insert(set: &mut [u64], cell: u16) {
    set[usize::from(cell) / 64] |= 1 << (cell % 64);
}

impl Label {
    /// What the cells alone tell: kind and number.
    fn order(&self) -> Option<(UnitKind, usize)> {
        match *self {
            Label::Row(number) => Some((UnitKind::Row, number)),
            Label::Column(number) => Some((UnitKind::Column, number)),
            Label::Box(number) | Label::Region(number) => Some((UnitKind::Box, number)),
            Label::Named(_) | Label::Cage | Label::Group => None,
        }
    }
}

/// The cells of a unit.
struct Group {
    cells: Vec<u16>,
    label: Label,
    /// The number of the first constraint that it comes from, among those that make units.
    number: usize,
}

impl Group {
    /// What rows and columns are by their cells; and what is a box of some shape, with its height, width and number.
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
            && (0..side).all(|i| cell(i) == cell(0) + i / width * side + i % width);
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
    /// Height and number.
    Box(usize, usize),
}

/// The units, sorted by their cells, each once; and the cells of all other constraints by which cells differ.
fn groups(side: usize, constraints: &[Constraint]) -> (Vec<Group>, Vec<&[usize]>) {
    let mut units: Vec<Group> = Vec::with_capacity(constraints.len());
    let mut others: Vec<&[usize]> = Vec::new();
    for constraint in constraints {
        let (cells, label, has_weights) = match constraint {
            Constraint::Different { cells, name: Some(name) } => {
                (cells, Label::Named(Arc::clone(name)), false)
            }
            Constraint::Different { cells, name: None } => (cells, Label::Group, false),
            Constraint::Total { cells, weights, no_repeat: true, .. } => {
                (cells, Label::Cage, weights.is_some())
            }
            _ => continue,
        };
        let is_unit = match cells.len() {
            0 | 1 => continue,
            count if count == side => true,
            2 => matches!(label, Label::Named(_)),
            _ => !has_weights,
        };
        if is_unit {
            let mut cells = narrow(cells);
            cells.sort_unstable();
            let label = if has_weights { Label::Group } else { label };
            units.push(Group { cells, label, number: units.len() });
        } else {
            others.push(cells);
        }
    }
    // Of equal units the one that tells the most comes first.
    let order = |unit: &Group| match unit.label {
        Label::Named(_) => (0, unit.number),
        Label::Cage => (1, unit.number),
        _ => (2, unit.number),
    };
    units.sort_unstable_by(|a, b| a.cells.cmp(&b.cells).then_with(|| order(a).cmp(&order(b))));
    units.dedup_by(|later, first| {
        let is_same = later.cells == first.cells;
        first.number = if is_same { first.number.min(later.number) } else { first.number };
        is_same
    });
    (units, others)
}

/// Cells as the engines number them: 64 · 64 fit into 16 bits.
pub(super) fn narrow(cells: &[usize]) -> Vec<u16> {
    cells.iter().map(|&cell| cell as u16).collect()
}

/// Labels rows, columns and boxes or regions; gives the shape of the boxes.
fn label(side: usize, units: &mut [Group]) -> Option<(usize, usize)> {
    // How many boxes of each height there are: a board is tiled by all of them.
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
    let could_be_region =
        |unit: &Group| unit.cells.len() == side && matches!(unit.label, Label::Group);
    let mut candidates: Vec<usize> =
        (0..units.len()).filter(|&i| could_be_region(&units[i])).collect();
    candidates.sort_unstable_by_key(|&i| units[i].number);
    let mut covered = vec![0; words(side * side)];
    candidates.retain(|&i| {
        let is_covered = |cell: u16| CellSet(&covered).contains(usize::from(cell));
        let is_free = !units[i].cells.iter().any(|&cell| is_covered(cell));
        if is_free {
            units[i].cells.iter().for_each(|&cell| insert(&mut covered, cell));
        }
        is_free
    });
    if candidates.len() == side {
        candidates.sort_unstable();
        for (i, number) in candidates.into_iter().zip(1..) {
            units[i].label = Label::Region(number);
        }
    }
    None
}
