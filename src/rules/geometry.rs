//! The geometry of a board: its units, with names, and the cells that see each other.
//!
//! ```text
//!   unit    cells that all hold different digits       row 3 · column 7 · box 5 · diagonal · cage r1c1
//!   peers   the cells that may not hold a cell's digit: the other cells of its units, and the cells
//!           that a relation makes different (anti-knight)
//!
//!   order   rows, columns and boxes by number from 1, then all others in the order of the constraints
//! ```
//!
//! *Invariant.* A set of cells has as many words as a board with one row per digit needs, rounded up to a power of two:
//! two words for 9x9. The search with boards derives the maximum number of digits from the number of words.
//!
//! *Cost.* Names are formatted only when they are used.

#![forbid(unsafe_code)]

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::complete::Complete;
use super::constraint::Constraint;
use super::digits::bits;
use super::lists::{Lists, insert};
use super::units::{Group, Label, UnitKind, differing, groups, label, sorted};

/// The units of a board and the peers of its cells.
#[derive(Clone, Debug)]
pub struct Geometry {
    side: usize,
    digits: usize,
    /// The number of words in a set of cells.
    words: usize,
    labels: Vec<Label>,
    unit_cells: Lists<u16>,
    unit_sets: Vec<u64>,
    units_of: Lists<u32>,
    complete: Arc<Complete>,
    peers: Vec<u64>,
    plain: Option<(usize, usize)>,
}

/// The geometry of plain 9x9, computed once.
static PLAIN: OnceLock<Arc<Geometry>> = OnceLock::new();

/// The number of words in a set of `cells` cells.
fn words(cells: usize) -> usize {
    cells.div_ceil(64).next_power_of_two()
}

impl Geometry {
    /// Like [`Geometry::new`], with the rows, columns and boxes of this shape before the other constraints. The
    /// geometry of plain 9x9 is computed once and shared by all rules without other cells that differ.
    pub(super) fn with_houses(
        shape: (usize, usize),
        digits: usize,
        constraints: &[Constraint],
        unequal: &[(u16, u16)],
    ) -> Arc<Geometry> {
        let side = shape.0 * shape.1;
        let new_houses = || Constraint::houses(shape.0, shape.1);
        // Other units with a cell for each digit are ordered among the boxes.
        let most = constraints.iter().map(differing).max().unwrap_or(0);
        if (shape, digits) != ((3, 3), 9) || most >= digits {
            let houses = new_houses();
            let all = &mut houses.iter().chain(constraints);
            return Arc::new(Geometry::new(side, digits, all, unequal));
        }
        let plain =
            PLAIN.get_or_init(|| Arc::new(Geometry::new(9, 9, &mut new_houses().iter(), &[])));
        if most < 2 && unequal.is_empty() {
            return Arc::clone(plain);
        }
        let (lists, labels, others) = groups(side, digits, &mut constraints.iter());
        let mut geometry = (**plain).clone();
        geometry.add(sorted(&lists, labels), &others, unequal);
        Arc::new(geometry)
    }

    /// Adds units with fewer cells than there are digits, and other cells that differ.
    fn add(&mut self, mut units: Vec<Group<'_>>, others: &[&[usize]], unequal: &[(u16, u16)]) {
        units.sort_by_key(|unit| unit.number);
        let start = self.unit_sets.len();
        self.unit_sets.resize(start + units.len() * self.words, 0);
        let sets = self.unit_sets[start..].chunks_mut(self.words);
        see_units(&mut self.peers, &units, sets);
        see_others(&mut self.peers, self.words, others, unequal);
        units.iter().for_each(|unit| self.unit_cells.push(unit.cells.iter().copied()));
        self.units_of = self.unit_cells.turned(self.side * self.side);
        if !(units.is_empty() && others.is_empty()) {
            self.plain = None;
        }
        self.labels.extend(units.into_iter().map(|unit| unit.label));
    }

    /// The geometry of checked constraints; `unequal` contains the pairs of cells that relations make different, in
    /// both directions.
    pub(super) fn new(
        side: usize,
        digits: usize,
        constraints: &mut dyn Iterator<Item = &Constraint>,
        unequal: &[(u16, u16)],
    ) -> Geometry {
        let cells = side * side;
        let words = words(digits * digits);
        let (lists, labels, others) = groups(side, digits, constraints);
        let mut units = sorted(&lists, labels);
        let all = units.iter().filter(|unit| unit.cells.len() == digits);
        let count = all.clone().count();
        let mut complete = Lists::with_capacity(count, count * digits);
        all.for_each(|unit| complete.push(unit.cells.iter().copied()));
        let complete = Arc::new(Complete::new(complete, cells, words));
        let boxes = label(side, digits, &mut units);
        let order = |unit: &Group<'_>| unit.label.order().unwrap_or((UnitKind::Other, unit.number));
        units.sort_by_key(order);

        let mut unit_sets = vec![0; units.len() * words];
        let mut peers = vec![0; cells * words];
        see_units(&mut peers, &units, unit_sets.chunks_mut(words));
        see_others(&mut peers, words, &others, unequal);

        let is_plain = digits == side
            && others.is_empty()
            && units.iter().all(|unit| unit.label.order().is_some());
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
        Geometry {
            side,
            digits,
            words,
            labels,
            unit_cells,
            unit_sets,
            units_of,
            complete,
            peers,
            plain,
        }
    }

    /// The number of rows and of columns.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The number of digits, `side` or more.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The number of words in a set of cells.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.side * self.side
    }

    /// All units, in order.
    pub fn units(&self) -> impl ExactSizeIterator<Item = Unit<'_>> {
        (0..self.labels.len()).map(|number| self.unit(number))
    }

    /// The units in which each digit occurs.
    pub(super) fn complete(&self) -> &Complete {
        &self.complete
    }

    /// Unit `number`, counted from 0.
    ///
    /// # Panics
    /// If there are not that many units.
    pub fn unit(&self, number: usize) -> Unit<'_> {
        assert!(number < self.labels.len(), "unit {number} of {}", self.labels.len());
        Unit { geometry: self, number }
    }

    /// The numbers of the units that contain a cell, in order.
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

    /// The number of rows and columns of a box if the units are those of plain Sudoku and no other cells must differ.
    pub(super) fn plain(&self) -> Option<(usize, usize)> {
        self.plain
    }

    /// Whether all of these cells see each other.
    pub(super) fn all_differ(&self, cells: &[u16]) -> bool {
        let sees = |a: u16, b: u16| self.sees(usize::from(a), usize::from(b));
        cells.iter().enumerate().all(|(i, &a)| cells[..i].iter().all(|&b| sees(a, b)))
    }

    /// The peers of all cells, as concatenated sets.
    pub(super) fn peer_words(&self) -> &[u64] {
        &self.peers
    }
}

/// A unit of a board.
#[derive(Clone, Copy)]
pub struct Unit<'g> {
    geometry: &'g Geometry,
    number: usize,
}

impl<'g> Unit<'g> {
    /// The number of the unit in the order of all units.
    pub fn number(self) -> usize {
        self.number
    }

    /// The kind of the unit.
    pub fn kind(self) -> UnitKind {
        self.label().order().map_or(UnitKind::Other, |(kind, _)| kind)
    }

    /// The cells of the unit, in order.
    pub fn cells(self) -> &'g [u16] {
        self.geometry.unit_cells.get(self.number)
    }

    /// The cells of the unit as a set.
    pub fn set(self) -> CellSet<'g> {
        let words = self.geometry.words;
        CellSet(&self.geometry.unit_sets[self.number * words..][..words])
    }

    /// Whether every digit occurs in the unit.
    pub fn is_complete(self) -> bool {
        self.cells().len() == self.geometry.digits
    }

    /// The name of the unit: `row 3`, `box 5`, `diagonal`, `cage r1c1`. If several units share a given name, their
    /// first cell is added.
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

/// A set of cells: bit c % 64 of word c / 64 represents cell c.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSet<'g>(&'g [u64]);

impl<'g> CellSet<'g> {
    /// The words of the set; every set of a geometry has the same number.
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

    /// Whether the set is empty.
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

/// Makes the cells of each unit peers of each other, and fills the unit's set.
fn see_units<'s>(
    peers: &mut [u64],
    units: &[Group<'_>],
    sets: impl Iterator<Item = &'s mut [u64]>,
) {
    for (unit, set) in units.iter().zip(sets) {
        unit.cells.iter().for_each(|&cell| insert(set, cell));
        for &cell in unit.cells {
            let peers = &mut peers[usize::from(cell) * set.len()..][..set.len()];
            peers.iter_mut().zip(&*set).for_each(|(peers, set)| *peers |= set);
        }
    }
}

/// Makes these groups and pairs of cells peers, and removes each cell from its own peers.
fn see_others(peers: &mut [u64], words: usize, others: &[&[usize]], unequal: &[(u16, u16)]) {
    let pairs = others.iter().flat_map(|cells| {
        let cells = cells.iter().map(|&cell| cell as u16);
        cells.clone().flat_map(move |a| cells.clone().map(move |b| (a, b)))
    });
    for (a, b) in pairs.chain(unequal.iter().copied()) {
        insert(&mut peers[usize::from(a) * words..], b);
    }
    for (cell, peers) in peers.chunks_mut(words).enumerate() {
        peers[cell / 64] &= !(1 << (cell % 64));
    }
}

/// Converts cells to the numbers used by the engines: 64 · 64 cells fit into 16 bits.
pub(super) fn narrow(cells: &[usize]) -> Vec<u16> {
    cells.iter().map(|&cell| cell as u16).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::constraint::Primitive;

    /// Rows, columns and boxes, in no particular order.
    fn plain(height: usize, width: usize) -> Vec<Constraint> {
        let side = height * width;
        let box_cell = |b: usize, i: usize| {
            side * (b / height * height + i / width) + b % height * width + i % width
        };
        let units = (0..side).rev().flat_map(|k| {
            [
                (0..side).map(|i| box_cell(k, i)).collect(),
                (0..side).rev().map(|i| side * k + i).collect(),
                (0..side).map(|i| side * i + k).collect(),
            ]
        });
        units.map(Constraint::different).collect()
    }

    fn named(name: &str, cells: Vec<usize>) -> Constraint {
        Constraint::different(cells).named(name)
    }

    fn geometry(side: usize, constraints: &[Constraint]) -> Geometry {
        Geometry::new(side, side, &mut constraints.iter(), &[])
    }

    fn names(geometry: &Geometry) -> Vec<String> {
        geometry.units().map(|unit| unit.name()).collect()
    }

    #[test]
    fn rows_columns_and_boxes_are_recognised() {
        for (height, width) in [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4)] {
            let side = height * width;
            let geometry = geometry(side, &plain(height, width));
            let kinds =
                [("row", UnitKind::Row), ("column", UnitKind::Column), ("box", UnitKind::Box)];
            let expected: Vec<(String, UnitKind)> = kinds
                .iter()
                .flat_map(|&(name, kind)| (1..=side).map(move |n| (format!("{name} {n}"), kind)))
                .collect();
            let found: Vec<_> = geometry.units().map(|unit| (unit.name(), unit.kind())).collect();
            assert_eq!(found, expected);
            assert_eq!(geometry.plain(), Some((height, width)));
            // Box 2 begins next to box 1.
            assert_eq!(usize::from(geometry.unit(2 * side + 1).cells()[0]), width % side);
            for unit in geometry.units() {
                assert!(unit.is_complete());
                assert!(unit.set().iter().eq(unit.cells().iter().copied()));
                assert_eq!(unit.set().len(), side);
            }
        }
    }

    /// Peers are the cells that share a unit, and the cells that a relation makes different.
    #[test]
    fn cells_see_those_with_a_common_unit() {
        for (side, mut constraints) in [(9, plain(3, 3)), (6, plain(2, 3)), (12, plain(3, 4))] {
            constraints.push(named("diagonal", (0..side).map(|i| (side + 1) * i).collect()));
            constraints.push(Constraint::different(vec![1, side + 3]));
            let unequal = [(0, 2 * side as u16 + 4), (2 * side as u16 + 4, 0)];
            let geometry = Geometry::new(side, side, &mut constraints.iter(), &unequal);
            let groups: Vec<&Vec<usize>> = constraints
                .iter()
                .map(|constraint| match &constraint.primitive {
                    Primitive::Different { cells } => cells,
                    _ => unreachable!(),
                })
                .collect();
            for a in 0..side * side {
                for b in 0..side * side {
                    let related = [(a, b), (b, a)].contains(&(0, 2 * side + 4));
                    let together =
                        groups.iter().any(|cells| cells.contains(&a) && cells.contains(&b));
                    assert_eq!(geometry.sees(a, b), a != b && (together || related), "{a} {b}");
                }
                let units = geometry.units().filter(|unit| unit.set().contains(a));
                assert!(
                    units.map(|unit| unit.number() as u32).eq(geometry.units_of(a).iter().copied())
                );
            }
            assert_eq!(geometry.plain(), None);
        }
    }

    /// The 9x9 geometry that is computed once, with additions.
    #[test]
    fn houses_are_as_if_they_were_among_the_constraints() {
        let cage = |cells: &[usize]| {
            Primitive::Total { cells: cells.to_vec(), sum: 10, weights: None, no_repeat: true }
                .into()
        };
        let own = [
            vec![],
            vec![Primitive::Allowed { cell: 3, digits: 7 }.into()],
            vec![cage(&[40, 50, 41]), Constraint::different(vec![3, 14]), cage(&[0, 1, 2])],
            vec![cage(&[40, 50, 41]), named("diagonal", (0..9).map(|i| 10 * i).collect())],
            vec![named("first", (0..9).collect()), named("pair", vec![5, 30])],
        ];
        for (shape, digits) in [((3, 3), 9), ((3, 3), 10), ((2, 4), 8), ((1, 9), 9)] {
            let side = shape.0 * shape.1;
            for own in &own {
                let fits = |constraint: &&Constraint| match &constraint.primitive {
                    Primitive::Different { cells } => cells.iter().all(|&c| c < side * side),
                    _ => true,
                };
                let own: Vec<Constraint> = own.iter().filter(fits).cloned().collect();
                for unequal in [&[][..], &[(0, 50), (50, 0)]] {
                    let one = Geometry::with_houses(shape, digits, &own, unequal);
                    let houses = Constraint::houses(shape.0, shape.1);
                    let mut all = houses.iter().chain(&own);
                    let other = Geometry::new(side, digits, &mut all, unequal);
                    assert_eq!(format!("{one:?}"), format!("{other:?}"));
                }
            }
        }
    }

    #[test]
    fn other_units_follow_by_name() {
        let mut constraints = plain(3, 3);
        constraints.push(named("window", vec![10, 11, 12, 19, 20, 21, 28, 29, 30]));
        constraints.push(Constraint::different(vec![3, 4]));
        let cage = |cells: &[usize], weights| {
            Primitive::Total { cells: cells.to_vec(), sum: 10, weights, no_repeat: true }.into()
        };
        constraints.push(cage(&[40, 41, 50], None));
        constraints.push(named("window", vec![14, 15, 16, 23, 24, 25, 32, 33, 34]));
        constraints.push(named("diagonal", (0..9).map(|i| 8 * i + 8).collect()));
        constraints.push(Constraint::different(vec![7, 17, 27]));
        // An arrow whose cells differ; the same cells as the first cage; a row again; a named pair.
        constraints.push(cage(&[60, 61, 71], Some(vec![1, 1, -1])));
        constraints.push(Constraint::different(vec![41, 40, 50]));
        constraints.push(named("first", (0..9).collect()));
        constraints.push(named("pair", vec![5, 8]));
        let geometry = geometry(9, &constraints);
        assert_eq!(
            names(&geometry)[27..],
            ["window r2c2", "cage r5c5", "window r2c6", "diagonal", "group r1c8", "pair"]
        );
        assert_eq!(geometry.unit(0).name(), "row 1");
        assert!(geometry.units().skip(27).all(|unit| unit.kind() == UnitKind::Other));
        assert!(geometry.sees(3, 4) && geometry.sees(60, 71) && geometry.sees(5, 8));
    }

    #[test]
    fn regions_of_a_jigsaw_are_numbered_by_their_first_cells() {
        let regions = ["1122", "1142", "3342", "3344"].concat();
        let mut constraints = Constraint::houses(1, 4);
        for region in ['4', '1', '3', '2'] {
            let cells = regions.chars().enumerate().filter(|&(_, c)| c == region);
            constraints.push(Constraint::different(cells.map(|(cell, _)| cell).collect()));
        }
        // One more unit, which is not a region.
        constraints.push(Constraint::different(vec![0, 5, 10, 15]));
        let geometry = geometry(4, &constraints);
        assert_eq!(
            names(&geometry)[8..],
            ["region 1", "region 2", "region 3", "region 4", "group r1c1"]
        );
        let region = |cell: usize| geometry.units_of(cell).iter().copied().find(|&unit| unit >= 8);
        assert_eq!([0, 2, 6, 8].map(|cell| region(cell).unwrap()), [8, 9, 10, 11]);
        assert_eq!(geometry.plain(), None);
    }

    /// A 6x6 board with 9 digits: rows, columns and boxes keep their names, but only units of nine cells have all
    /// digits.
    #[test]
    fn more_digits_than_the_side() {
        let more = |constraints: &[Constraint]| Geometry::new(6, 9, &mut constraints.iter(), &[]);
        let mut constraints = plain(2, 3);
        constraints.push(named("nine", (0..9).collect()));
        let with_boxes = more(&constraints);
        assert_eq!(names(&with_boxes)[..18], names(&geometry(6, &plain(2, 3))));
        assert_eq!(names(&with_boxes)[18..], ["nine"]);
        let complete = with_boxes.units().filter(|unit| unit.is_complete());
        assert!(complete.map(|unit| unit.number()).eq([18]));
        assert_eq!(with_boxes.plain(), None);
        assert_eq!(with_boxes.peers(35).words().len(), 2);

        let lines = Constraint::houses(1, 6).into_iter();
        let square = |top: usize, left: usize| {
            Constraint::different((0..9).map(|i| 6 * (top + i / 3) + left + i % 3).collect())
        };
        let squares = [square(0, 0), square(0, 3), square(3, 0), square(3, 3)];
        let with_squares = more(&lines.chain(squares).collect::<Vec<_>>());
        assert_eq!(names(&with_squares)[12..], ["region 1", "region 2", "region 3", "region 4"]);
        let complete = with_squares.units().filter(|unit| unit.is_complete());
        assert!(complete.map(|unit| unit.number()).eq(12..16));
        // A row of a board with side 2.
        let row = Geometry::new(2, 3, &mut [Constraint::different(vec![0, 1])].iter(), &[]);
        assert_eq!(names(&row), ["row 1"]);
    }

    #[test]
    fn boards_without_boxes_and_the_smallest_ones() {
        let latin = |side: usize| Constraint::houses(1, side);
        assert_eq!(geometry(7, &latin(7)).plain(), Some((1, 7)));
        assert_eq!(geometry(2, &latin(2)).plain(), Some((1, 2)));
        assert_eq!(names(&geometry(2, &latin(2))), ["row 1", "row 2", "column 1", "column 2"]);
        assert_eq!(geometry(1, &latin(1)).plain(), Some((1, 1)));
        assert_eq!(geometry(3, &[]).units().len(), 0);
        assert!(geometry(3, &[]).peers(4).is_empty());
        let large = geometry(64, &latin(64));
        assert_eq!(large.peers(4095).len(), 126);
        assert!(large.sees(4095, 4032) && !large.sees(4095, 4030));
    }
}
