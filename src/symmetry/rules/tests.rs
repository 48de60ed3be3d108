//! Compares symmetries with a search of all moves one by one, and classes with published numbers.

use std::collections::{HashMap, HashSet};

use super::small::orders;
use super::*;
use crate::random::{Domain, Words};
use crate::rules::Primitive::{Accepted, Allowed, Different, Related, Total};
use crate::rules::{RuleSet, Solutions};

/// Rows, columns and boxes.
fn board((height, width): (usize, usize)) -> Vec<Constraint> {
    Constraint::houses(height, width)
}

/// All pairs of cells with these distances in rows and columns, in any direction.
fn apart(side: usize, (down, across): (usize, usize)) -> Vec<(usize, usize)> {
    let cells = || (0..side * side).map(|cell| (cell / side, cell % side));
    let pairs = cells().flat_map(|one| cells().map(move |other| (one, other)));
    let fits = |&(one, other): &((usize, usize), (usize, usize))| {
        let distance = [one.0.abs_diff(other.0), one.1.abs_diff(other.1)];
        one < other && (distance == [down, across] || distance == [across, down])
    };
    pairs.filter(fits).map(|(a, b)| (side * a.0 + a.1, side * b.0 + b.1)).collect()
}

fn all_different(pairs: Vec<(usize, usize)>) -> Vec<Constraint> {
    pairs.into_iter().map(|(a, b)| Constraint::different(vec![a, b])).collect()
}

fn diagonals(side: usize) -> Vec<Constraint> {
    let diagonal = |step: usize, first: usize| (0..side).map(|k| first + step * k).collect();
    [diagonal(side + 1, 0), diagonal(side - 1, side - 1)].map(Constraint::different).into()
}

fn windoku() -> Vec<Constraint> {
    let window =
        |at: usize| (0..9).map(move |k| 9 * (at / 2 * 4 + 1 + k / 3) + at % 2 * 4 + 1 + k % 3);
    (0..4).map(|at| Constraint::different(window(at).collect())).collect()
}

fn disjoint_groups() -> Vec<Constraint> {
    let group = |at: usize| (0..9).map(move |k| 9 * (k / 3 * 3 + at / 3) + k % 3 * 3 + at % 3);
    (0..9).map(|at| Constraint::different(group(at).collect())).collect()
}

fn table(side: usize, fits: impl Fn(usize, usize) -> bool) -> Vec<u64> {
    let row = |d: usize| (0..side).filter(|&e| fits(d, e)).fold(0, |set, e| set | 1 << e);
    (0..side).map(row).collect()
}

fn related(a: usize, b: usize, fits: impl Fn(usize, usize) -> bool) -> Constraint {
    Related { pairs: vec![(a, b)], table: table(4, fits) }.into()
}

fn total(cells: &[usize], sum: i64, weights: Option<Vec<i64>>) -> Constraint {
    Total { cells: cells.to_vec(), sum, weights, no_repeat: false }.into()
}

fn accepted(cells: &[usize], accepting: &[usize], transitions: &[[i64; 4]]) -> Constraint {
    let transitions: Vec<Vec<i64>> = transitions.iter().map(|row| row.to_vec()).collect();
    let (cells, accepting) = (cells.to_vec(), accepting.to_vec());
    Accepted {
        cells,
        states: transitions.len(),
        start: 0,
        accepting,
        transitions: transitions.into(),
    }
    .into()
}

/// The digits between 1 and 4 sum to 2 (a 4x4 sandwich), as a minimal automaton: before, inside, 2 inside, after.
fn sandwich(cells: &[usize]) -> Constraint {
    let rows = [[1, 0, 0, 1], [-1, 2, -1, -1], [3, -1, -1, 3], [-1, 3, 3, -1]];
    accepted(cells, &[3], &rows)
}

fn symmetries(
    shape: Option<(usize, usize)>,
    side: usize,
    constraints: &[Constraint],
) -> Symmetries {
    Symmetries::new(side, side, shape, constraints, &Control::unlimited()).unwrap()
}

fn with_boxes(shape: (usize, usize), more: Vec<Constraint>) -> Symmetries {
    symmetries(Some(shape), shape.0 * shape.1, &[board(shape), more].concat())
}

/// The moves that keep the rules, and the moves that reverse the digits.
fn moves_of(symmetries: &Symmetries) -> [HashSet<Vec<u8>>; 2] {
    let Kind::Some { moves, .. } = &symmetries.kind else { panic!("the rules say nothing") };
    let all = moves.all(symmetries.frame);
    let (straight, turning) = all.split_at(8 * moves.straight());
    [straight, turning].map(|moves| moves.chunks(8).map(<[u8]>::to_vec).collect())
}

/// Every move of a board with boxes.
fn every_move(frame: Frame) -> Vec<Box<[u8]>> {
    let (rows, columns) = (orders(frame.side, frame.band), orders(frame.side, frame.stack));
    let shifted = |lines: &[u8]| lines.iter().map(|line| line + frame.side as u8).collect();
    let mut moves = Vec::new();
    for row in &rows {
        for column in &columns {
            let across: Vec<u8> = shifted(column);
            moves.push([&row[..], &across].concat().into());
            if frame.transposes() {
                let down: Vec<u8> = shifted(row);
                moves.push([&down[..], column].concat().into());
            }
        }
    }
    moves
}

fn image(frame: Frame, lines: &[u8], puzzle: &[u8]) -> Vec<u8> {
    let side = frame.side;
    let source = |cell: usize| frame.meet(lines[cell / side], lines[side + cell % side]);
    (0..side * side).map(|cell| puzzle[source(cell)]).collect()
}

fn relabelled(image: &[u8]) -> Vec<u8> {
    let (mut labels, mut used) = ([0; 65], 0);
    let mut label = |digit: u8| {
        let label = &mut labels[usize::from(digit)];
        if digit != 0 && *label == 0 {
            used += 1;
            *label = used;
        }
        *label
    };
    image.iter().map(|&digit| label(digit)).collect()
}

/// Reverses the digits of an image.
fn turned(side: usize, image: &[u8]) -> Vec<u8> {
    image.iter().map(|&d| if d == 0 { 0 } else { side as u8 + 1 - d }).collect()
}

/// The forms, with their numbers of automorphisms.
fn forms(symmetries: &Symmetries, puzzles: &[u8]) -> Vec<(Vec<u8>, u64)> {
    let area = symmetries.side().pow(2);
    let (mut forms, mut counts) = (vec![9; puzzles.len()], vec![0; puzzles.len() / area]);
    symmetries.canonical(puzzles, &mut forms, &mut counts, &Control::unlimited()).unwrap();
    forms.chunks(area).map(<[u8]>::to_vec).zip(counts).collect()
}

/// All grids under these rules with this beginning.
fn grids(side: usize, constraints: &[Constraint], beginning: &[u8]) -> Vec<Vec<u8>> {
    let rules = RuleSet::new(side, constraints).unwrap();
    let mut puzzle = vec![0; side * side];
    puzzle[..beginning.len()].copy_from_slice(beginning);
    let mut solutions = Solutions::new(std::sync::Arc::new(rules), &puzzle[..]);
    let mut next = || solutions.next(&Control::unlimited()).unwrap();
    std::iter::from_fn(|| next().map(|grid| grid.into_vec())).collect()
}

/// Grids, puzzles with fewer and fewer givens, and boards with digits anywhere.
fn some_boards(words: &mut Words, grids: &[Vec<u8>], side: usize, number: usize) -> Vec<u8> {
    let mut boards = Vec::new();
    for k in 0..number {
        let mut board = grids[words.below(grids.len() as u64) as usize].clone();
        let clashing = k % 4 == 3;
        for digit in &mut board {
            if clashing && words.below(4) == 0 {
                *digit = 1 + words.below(side as u64) as u8;
            }
            if words.below(number as u64) < k as u64 {
                *digit = 0;
            }
        }
        boards.extend(board);
    }
    boards
}

#[test]
fn forms_of_small_plain_boards_are_the_smallest_of_all_images() {
    let mut words = Key::from_u64(1).words(Domain::Grids, 0, 0);
    for (shape, number) in [
        ((1, 1), 2),
        ((1, 2), 20),
        ((3, 1), 40),
        ((2, 2), 400),
        ((1, 4), 60),
        ((1, 5), 8),
        ((2, 3), 80),
        ((3, 2), 80),
    ] {
        let symmetries = with_boxes(shape, Vec::new());
        assert!(matches!(symmetries.kind, Kind::Plain { small: Some(_), .. }));
        let (frame, side) = (symmetries.frame, symmetries.side());
        let beginning: Vec<u8> = (1..=side as u8).collect();
        let boards = some_boards(&mut words, &grids(side, &board(shape), &beginning), side, number);
        let moves = every_move(frame);
        let found = forms(&symmetries, &boards);
        for (puzzle, (form, count)) in boards.chunks(side * side).zip(found) {
            let images = moves.iter().map(|lines| relabelled(&image(frame, lines, puzzle)));
            let mut images: Vec<Vec<u8>> = images.collect();
            images.sort_unstable();
            let same = images.iter().filter(|image| **image == images[0]).count();
            assert_eq!((&form, count), (&images[0], same as u64), "{shape:?} {puzzle:?}");
        }
    }
}

/// The meaning of the constraints on up to three cells alone: the digits that these cells may hold.
fn meaning(constraints: &[Constraint], cells: &[usize]) -> HashSet<Vec<(usize, usize)>> {
    let about = |cell: usize| {
        constraints.iter().any(|constraint| match &constraint.primitive {
            Allowed { cell: this, .. } => *this == cell,
            Related { pairs, .. } => pairs.iter().any(|&(a, b)| a == cell || b == cell),
            Different { cells } | Total { cells, .. } | Accepted { cells, .. } => {
                cells.contains(&cell)
            }
        })
    };
    let digits = (0..64).map(|k| [k % 4 + 1, k / 4 % 4 + 1, k / 16 + 1]);
    let holds = |digits: &[usize; 3]| {
        let at = |cell: usize| digits[cells.iter().position(|&c| c == cell).unwrap()];
        constraints.iter().all(|constraint| match &constraint.primitive {
            Allowed { cell, digits } => digits >> (at(*cell) - 1) & 1 == 1,
            Different { cells } => {
                cells.iter().map(|&cell| at(cell)).collect::<HashSet<_>>().len() == cells.len()
            }
            Related { pairs, table } => {
                pairs.iter().all(|&(a, b)| table[at(a) - 1] >> (at(b) - 1) & 1 == 1)
            }
            Total { cells, sum, weights, .. } => {
                let weight = |k: usize| weights.as_ref().map_or(1, |weights| weights[k]);
                let terms = cells.iter().enumerate().map(|(k, &cell)| weight(k) * at(cell) as i64);
                terms.sum::<i64>() == *sum
            }
            Accepted { cells, start, accepting, transitions, .. } => {
                let step = |state: i64, &cell: &usize| match usize::try_from(state) {
                    Ok(state) => transitions[state][at(cell) - 1],
                    Err(_) => state,
                };
                let end = cells.iter().fold(*start as i64, step);
                usize::try_from(end).is_ok_and(|end| accepting.contains(&end))
            }
        })
    };
    let sorted = |digits: [usize; 3]| {
        let mut pairs: Vec<(usize, usize)> =
            cells.iter().copied().zip(digits).filter(|pair| about(pair.0)).collect();
        pairs.sort_unstable();
        pairs
    };
    digits.filter(holds).map(sorted).collect()
}

/// Constructs rules about three cells, each from a statement about some of them.
type Make = fn(usize, usize, usize) -> Vec<Constraint>;

const MADE_OF_CELLS: [Make; 12] = [
    |a, b, _| [a, b].map(|cell| Allowed { cell, digits: 0b1010 }.into()).into(),
    |a, b, _| vec![related(a, b, |d, e| d < e)],
    |a, _, c| vec![related(a, c, |d, e| d == e)],
    |a, b, c| vec![related(a, b, |d, e| d + e == 3), related(b, c, |d, e| d + e == 3)],
    |a, b, c| vec![total(&[a, b, c], 7, None)],
    |a, b, c| vec![total(&[a, b, c], 8, Some(vec![1, -1, 2]))],
    |a, b, c| vec![total(&[a, b, c], 0, Some(vec![-2, 2, 4]))],
    |a, b, c| vec![total(&[a, b, c], 0, Some(vec![1, -1, -1]))],
    |a, b, c| vec![total(&[a, b, c], 6, None), Constraint::different(vec![a, b, c])],
    |a, b, c| vec![accepted(&[a, b, c], &[0, 1], &[[1, 0, 2, 1], [2, 2, 0, -1], [0, 1, -1, 2]])],
    |a, b, c| vec![sandwich(&[a, b, c])],
    |a, b, c| vec![accepted(&[a, b, c], &[1], &[[1, 2, 0, 1], [2, 0, 1, 2], [0, 1, 2, 0]])],
];

#[test]
fn the_moves_found_are_those_that_keep_the_rules() {
    let frame = Frame::new((2, 2));
    for (k, make) in MADE_OF_CELLS.into_iter().enumerate() {
        for (a, b, c) in [(0, 6, 15), (0, 1, 4), (5, 6, 7), (2, 7, 8)] {
            let found = with_boxes((2, 2), make(a, b, c));
            let [straight, turning] = moves_of(&found);
            let own = meaning(&make(a, b, c), &[a, b, c]);
            let mirrored: HashSet<Vec<(usize, usize)>> = own
                .iter()
                .map(|digits| digits.iter().map(|&(cell, digit)| (cell, 5 - digit)).collect())
                .collect();
            for lines in every_move(frame) {
                let place: HashMap<usize, usize> = (0..16)
                    .map(|cell| (frame.meet(lines[cell / 4], lines[4 + cell % 4]), cell))
                    .collect();
                let moved = meaning(
                    &make(place[&a], place[&b], place[&c]),
                    &[a, b, c].map(|cell| place[&cell]),
                );
                assert_eq!(straight.contains(&lines[..]), moved == own, "{k}: {lines:?}");
                let turns = !found.free && moved == mirrored;
                assert_eq!(turning.contains(&lines[..]), turns, "{k}, turned: {lines:?}");
            }
        }
    }
}

/// Equivalent constraints have one representation, so that they have the same symmetries.
#[test]
fn symmetries_do_not_depend_on_how_rules_are_written() {
    let unequal = || table(4, |d, e| d != e);
    let pairs = |cells: &[usize]| -> Vec<(usize, usize)> {
        let later = |k: usize| cells[k + 1..].iter().map(move |&other| (cells[k], other));
        (0..cells.len()).flat_map(later).collect()
    };
    let falling = [3, 6, 9, 12];
    let cases = [
        (
            "a diagonal, and a diagonal in pairs",
            diagonals(4),
            vec![
                Constraint::different((0..4).map(|k| 5 * k).collect()),
                Related { pairs: pairs(&falling), table: unequal() }.into(),
            ],
        ),
        (
            "at most, in a row",
            vec![related(0, 1, |d, e| d < e), related(14, 15, |d, e| d < e)],
            vec![related(0, 1, |d, e| d <= e), related(14, 15, |d, e| d < e)],
        ),
        (
            "a cell and itself",
            vec![
                Allowed { cell: 0, digits: 0b0110 }.into(),
                Allowed { cell: 15, digits: 0b0110 }.into(),
            ],
            vec![
                related(0, 0, |d, e| if d == e { d == 1 || d == 2 } else { d < e }),
                Allowed { cell: 15, digits: 0b0110 }.into(),
            ],
        ),
    ];
    for (name, plainly, otherwise) in cases {
        let [(plainly, free), (otherwise, other_free)] = [plainly, otherwise].map(|constraints| {
            let symmetries = with_boxes((2, 2), constraints);
            (moves_of(&symmetries), symmetries.free())
        });
        assert!(plainly[0].len() > 1, "{name}");
        assert_eq!((plainly, free), (otherwise, other_free), "{name}");
    }
    let nothing = with_boxes((2, 2), vec![related(0, 15, |_, _| true)]);
    assert!(matches!(nothing.kind, Kind::Plain { .. }) && nothing.free());
}

/// Thermometers of two cells in opposite corners. Exchanging the two keeps them, and so does reversing both together
/// with the order of the digits.
fn thermometers() -> Vec<Constraint> {
    vec![related(0, 1, |d, e| d < e), related(14, 15, |d, e| d < e)]
}

/// Cages of two and three cells, symmetric about the diagonal.
fn killer() -> Vec<Constraint> {
    let cage = |cells: &[usize], sum| {
        Total { cells: cells.into(), sum, weights: None, no_repeat: true }.into()
    };
    vec![cage(&[1, 2, 3], 8), cage(&[4, 8, 12], 8), cage(&[5, 6], 5), cage(&[15], 2)]
}

fn jigsaw() -> Vec<Constraint> {
    let lines = board((1, 4)).into_iter();
    let regions = [[0, 1, 2, 4], [3, 5, 6, 7], [8, 9, 10, 12], [11, 13, 14, 15]];
    lines.chain(regions.map(|cells| Constraint::different(cells.into()))).collect()
}

/// Some 4x4 rules and their boxes.
#[expect(clippy::type_complexity)]
fn variants() -> Vec<(&'static str, Option<(usize, usize)>, Vec<Constraint>)> {
    let boxes = |more: Vec<Constraint>| [board((2, 2)), more].concat();
    let lines = (0..4).map(|k| sandwich(&[4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3])).collect();
    vec![
        ("x", Some((2, 2)), boxes(diagonals(4))),
        ("anti-knight", Some((2, 2)), boxes(all_different(apart(4, (1, 2))))),
        ("thermometers", Some((2, 2)), boxes(thermometers())),
        ("killer", Some((2, 2)), boxes(killer())),
        ("sandwich", Some((2, 2)), boxes(lines)),
        ("rows and columns, x", Some((1, 4)), [board((1, 4)), diagonals(4)].concat()),
        ("jigsaw", None, jigsaw()),
    ]
}

#[test]
fn forms_of_other_rules_are_the_smallest_of_all_images() {
    let mut words = Key::from_u64(2).words(Domain::Grids, 0, 0);
    let all = grids(4, &board((1, 4)), &[]);
    for (name, shape, constraints) in variants() {
        let symmetries = symmetries(shape, 4, &constraints);
        let frame = symmetries.frame;
        let solutions: HashSet<Vec<u8>> = grids(4, &constraints, &[]).into_iter().collect();
        // For rules that have grids: a move that keeps the rules keeps the set of their grids.
        let keeps = |lines: &[u8], turn: bool| {
            let image = |grid: &Vec<u8>| {
                let image = image(frame, lines, grid);
                if turn { turned(4, &image) } else { image }
            };
            solutions.iter().all(|grid| solutions.contains(&image(grid)))
        };
        let Kind::Some { moves, .. } = &symmetries.kind else { panic!("{name} says nothing") };
        let list = moves.all(frame);
        let moves: Vec<(&[u8], bool)> =
            list.chunks(8).enumerate().map(|(k, lines)| (lines, k >= moves.straight())).collect();
        assert!(moves.iter().all(|&(lines, turn)| keeps(lines, turn)), "{name}");
        for puzzle in some_boards(&mut words, &all, 4, 200).chunks(16) {
            let images = moves.iter().map(|&(lines, turn)| {
                let image = image(frame, lines, puzzle);
                match (symmetries.free, turn) {
                    (true, _) => relabelled(&image),
                    (false, true) => turned(4, &image),
                    (false, false) => image,
                }
            });
            let images: Vec<Vec<u8>> = images.collect();
            let least = images.iter().min().unwrap();
            let same = moves.iter().zip(&images).filter(|(_, image)| *image == least);
            let same: HashSet<&[u8]> = same.map(|((lines, _), _)| *lines).collect();
            let found = forms(&symmetries, puzzle);
            assert_eq!(found, [(least.clone(), same.len() as u64)], "{name} {puzzle:?}");
        }
    }
}

#[test]
fn rules_have_as_many_symmetries_as_they_should() {
    let non_consecutive = || {
        let table = table(9, |d, e| d.abs_diff(e) != 1);
        vec![Related { pairs: apart(9, (0, 1)), table }.into()]
    };
    let sixteen = [diagonals(16), all_different(apart(16, (1, 1)))].concat();
    let even = vec![Allowed { cell: 0, digits: 0xaaa }.into()];
    let cases = [
        ("x", with_boxes((3, 3), diagonals(9)), 96, true),
        ("windoku", with_boxes((3, 3), windoku()), 128, true),
        ("anti-knight", with_boxes((3, 3), all_different(apart(9, (1, 2)))), 8, true),
        ("disjoint groups", with_boxes((3, 3), disjoint_groups()), 2592, true),
        ("non-consecutive", with_boxes((3, 3), non_consecutive()), 16, false),
        ("16x16, x, anti-king", with_boxes((4, 4), sixteen), 8, true),
        // An even cell leaves 1/12 of the orders of rows, and of columns.
        ("12x12, even", with_boxes((3, 4), even), 31_104 / 12 * (82_944 / 12), false),
        ("jigsaw", symmetries(None, 4, &jigsaw()), 2, true),
    ];
    for (name, symmetries, number, free) in cases {
        let Kind::Some { moves, .. } = &symmetries.kind else { panic!("{name} says nothing") };
        assert_eq!((moves.number(), symmetries.free()), (Some(number), free), "{name}");
    }
    for (shape, number) in [((2, 2), 128), ((2, 3), 3456), ((2, 4), 442_368), ((1, 4), 1152)] {
        let symmetries = with_boxes(shape, Vec::new());
        let blank = vec![0; symmetries.side().pow(2)];
        assert_eq!(forms(&symmetries, &blank), [(blank, number)]);
    }
    let large = with_boxes((4, 4), vec![Allowed { cell: 0, digits: 1 }.into()]);
    let (mut form, mut count) = ([0; 256], [0]);
    let found = large.canonical(&[0; 256], &mut form, &mut count, &Control::unlimited());
    assert_eq!(found, Err(Error::TooManySymmetries { most: 262_144 }));
}

#[test]
fn grids_fall_into_as_many_classes_as_published() {
    let orders = |symmetries: &Symmetries, grids: &[Vec<u8>]| -> HashMap<Vec<u8>, u64> {
        forms(symmetries, &grids.concat()).into_iter().collect()
    };
    let four = with_boxes((2, 2), Vec::new());
    let classes = orders(&four, &grids(4, &board((2, 2)), &[]));
    let mut automorphisms: Vec<u64> = classes.values().copied().collect();
    automorphisms.sort_unstable();
    assert_eq!(automorphisms, [16, 32]);
    for shape in [(2, 3), (3, 2)] {
        let six = with_boxes(shape, Vec::new());
        // Every class has a grid whose first two rows, or columns, begin like this.
        let mut start = vec![0; 12];
        start[..6].copy_from_slice(&[1, 2, 3, 4, 5, 6]);
        start[6..9].copy_from_slice(&[4, 5, 6]);
        let mut grids = grids(6, &board((2, 3)), &start);
        if shape == (3, 2) {
            let turned =
                |grid: &Vec<u8>| (0..36).map(|cell| grid[cell % 6 * 6 + cell / 6]).collect();
            grids = grids.iter().map(turned).collect();
        }
        let classes = orders(&six, &grids);
        assert_eq!(classes.len(), 49);
        assert_eq!(classes.values().map(|n| 3456 * 720 / n).sum::<u64>(), 28_200_960);
    }
    // Latin squares up to permutations of rows, columns and digits and transposition: OEIS A264603.
    for (order, number) in [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 17)] {
        let beginning: Vec<u8> = (1..=order as u8).collect();
        let squares = grids(order, &board((1, order)), &beginning);
        // For 6x6, the squares whose first column is also in order suffice.
        let squares =
            squares.into_iter().filter(|s| (0..order).all(|r| s[r * order] == r as u8 + 1));
        let squares: Vec<Vec<u8>> = squares.collect();
        assert_eq!(orders(&with_boxes((1, order), Vec::new()), &squares).len(), number, "{order}");
    }
}

#[test]
fn shuffled_boards_stay_in_their_class() {
    let key = Key::from_u64(3);
    let mut words = key.words(Domain::Grids, 0, 0);
    let more = [
        ("4x4", Some((2, 2)), board((2, 2))),
        ("6x6", Some((2, 3)), board((2, 3))),
        ("8x8", Some((2, 4)), board((2, 4))),
        ("windoku", Some((3, 3)), [board((3, 3)), windoku()].concat()),
    ];
    for (name, shape, constraints) in variants().into_iter().chain(more) {
        let side = constraints
            .iter()
            .map(|c| if let Different { cells } = &c.primitive { cells.len() } else { 0 })
            .max()
            .unwrap();
        let symmetries = symmetries(shape, side, &constraints);
        let boards: Vec<u8> = (0..8 * side * side)
            .map(|_| if words.below(2) == 1 { 0 } else { 1 + words.below(side as u64) as u8 })
            .collect();
        let area = side * side;
        let mut moved = vec![0; 4 * boards.len()];
        for group in [Group::All, Group::Digits, Group::Geometry] {
            let control = Control::unlimited();
            symmetries.shuffle(&key, group, 5, 4, &boards, &mut moved, &control).unwrap();
            let found = forms(&symmetries, &moved);
            for (copies, form) in found.chunks(4).zip(forms(&symmetries, &boards)) {
                assert!(copies.iter().all(|copy| *copy == form), "{name} {group:?}");
            }
            let mut draw = symmetries.draw(&key, group, 7);
            let third = draw.next_move().clone();
            assert_eq!(moved[2 * area..3 * area], apply(&third, &boards[..area]), "{name}");
            assert_eq!(
                third.sources == (0..area as u16).collect::<Vec<_>>(),
                group == Group::Digits || third.sources[0] == 0 && third.sources.is_sorted()
            );
            if group == Group::Geometry {
                assert!(third.digits.is_sorted());
            }
        }
    }
}

fn apply(symmetry: &Move, board: &[u8]) -> Vec<u8> {
    let mut result = vec![0; board.len()];
    symmetry.apply(board, &mut result);
    result
}

/// The deviation of counts from a uniform distribution, in standard deviations.
fn surprise(counts: impl ExactSizeIterator<Item = u32> + Clone) -> f64 {
    let (n, classes) = (counts.clone().map(f64::from).sum::<f64>(), counts.len() as f64);
    let expected = n / classes;
    let chi: f64 = counts.map(|count| (f64::from(count) - expected).powi(2) / expected).sum();
    (chi - (classes - 1.0)) / (2.0 * (classes - 1.0)).sqrt()
}

#[test]
fn every_symmetry_is_equally_likely() {
    let cases = [
        (with_boxes((2, 2), Vec::new()), 128 * 24, 24, 128),
        (with_boxes((2, 2), diagonals(4)), 16 * 24, 24, 16),
        (with_boxes((2, 2), thermometers()), 4, 1, 2),
        (with_boxes((3, 3), disjoint_groups()), 2592, 0, 2592),
        (symmetries(None, 4, &jigsaw()), 2 * 24, 24, 2),
    ];
    for (symmetries, all, digits, geometry) in cases {
        for (group, number) in
            [(Group::All, all), (Group::Digits, digits), (Group::Geometry, geometry)]
        {
            if number == 0 {
                continue;
            }
            let key = Key::from_u64(4);
            let mut draw = symmetries.draw(&key, group, 0);
            let mut counts: HashMap<Move, u32> = HashMap::new();
            for _ in 0..100 * number {
                let mut drawn = draw.next_move().clone();
                if all == 2592 {
                    // There are 9! relabelings as well.
                    drawn.digits.clear();
                }
                *counts.entry(drawn).or_default() += 1;
            }
            assert_eq!(counts.len(), number as usize, "{group:?}");
            if number > 1 {
                let surprise = surprise(counts.values().copied());
                assert!(surprise.abs() < 4.0, "{group:?} of {number}: {surprise}");
            }
        }
    }
}

#[test]
fn an_item_depends_on_its_number_alone() {
    let symmetries = with_boxes((2, 3), Vec::new());
    let key = Key::from_u64(6);
    let mut draw = symmetries.draw(&key, Group::All, 0);
    let all: Vec<Move> = (0..50).map(|_| draw.next_move().clone()).collect();
    for (item, expected) in (0..).zip(&all) {
        let drawn = |group| symmetries.draw(&key, group, item).next_move().clone();
        assert_eq!(drawn(Group::All), *expected);
        assert_eq!(drawn(Group::Digits).digits, expected.digits);
        assert_eq!(drawn(Group::Geometry).sources, expected.sources);
    }
    let far = symmetries.draw(&key, Group::All, ITEMS - 1).next_move().clone();
    assert!(!all.contains(&far));
}
