//! What each finder finds and does not find, on small boards; and that the general engine finds on classic boards what the
//! finders for these do.

use crate::logic::{Candidate, Step};
use std::sync::Arc;

use crate::board::{Candidates, Cell, Grid};
use crate::control::Control;
use crate::logic::hodoku;
use crate::logic::scale::Halt;
use crate::logic::technique::Options;
use crate::logic::{CellSet, Nodes, Scale as _, Technique, Techniques};
use crate::rules::{Constraint, Primitive, RuleSet, Start};

use super::*;

mod patterns;

/// A board with boxes, and further constraints.
fn board(height: usize, width: usize, more: &[(&str, Constraint)]) -> Rules {
    let side = height * width;
    let mut constraints = Vec::new();
    for k in 0..side {
        let (top, left) = (k / height * height, k % height * width);
        let lines: [Vec<usize>; 3] = [
            (0..side).map(|i| side * k + i).collect(),
            (0..side).map(|i| side * i + k).collect(),
            (0..side).map(|i| side * (top + i / width) + left + i % width).collect(),
        ];
        for cells in lines {
            constraints.push(Constraint::different(cells));
        }
    }
    constraints.extend(more.iter().map(|(_, constraint)| constraint.clone()));
    let named = more.iter().map(|(name, constraint)| constraint.clone().named(*name));
    let set = RuleSet::with_clues(side, side, None, &constraints, named.collect::<Vec<_>>());
    Rules::new(Arc::new(set.unwrap()))
}

/// `r1c2` as a number.
fn at(name: &str, side: usize) -> u16 {
    let (row, column) = name[1..].split_once('c').unwrap();
    let number = |text: &str| text.parse::<usize>().unwrap() - 1;
    (number(row) * side + number(column)) as u16
}

fn cells(names: &str, side: usize) -> Vec<usize> {
    names.split(' ').map(|name| usize::from(at(name, side))).collect()
}

/// An empty board of which some cells keep few digits.
fn marked(rules: &Rules, marks: &[(&str, &str)]) -> Position {
    let mut position = Position::new(rules, Start::Givens(&vec![0; rules.cells()]));
    for &(names, kept) in marks {
        for name in names.split(' ') {
            keep(rules, &mut position, name, kept);
        }
    }
    position
}

fn keep(rules: &Rules, position: &mut Position, name: &str, kept: &str) {
    for d in 0..rules.side() as u32 {
        if !kept.contains(char::from(b'1' + d as u8)) {
            position.remove(at(name, rules.side()), d);
        }
    }
}

/// Removes a digit from all cells of a list but some.
fn only(rules: &Rules, position: &mut Position, list: &[usize], digit: u32, kept: &str) {
    let kept = cells(kept, rules.side());
    for &cell in list.iter().filter(|cell| !kept.contains(cell)) {
        position.remove(cell as u16, digit - 1);
    }
}

fn scale<'r>(rules: &'r Rules, techniques: &[Technique]) -> Scale<'r> {
    let options = Options { techniques: techniques.iter().copied().collect(), uniqueness: true };
    Scale::new(rules, options, None)
}

/// The first step of a technique.
fn find(rules: &Rules, position: &Position, technique: Technique) -> Option<Step> {
    let control = Control::unlimited();
    scale(rules, &[technique]).first(position, true, &Nodes::new(&control)).unwrap()
}

/// The conclusion and the text of the first step.
fn told(rules: &Rules, position: &Position, technique: Technique) -> (String, String) {
    let found = find(rules, position, technique).unwrap();
    assert_eq!(found.technique, technique);
    let look = Look { rules, position, texts: true };
    (look.conclusion(&found), found.text)
}

fn cage(names: &str, side: usize, sum: i64) -> (&'static str, Constraint) {
    let cells = cells(names, side);
    ("cage", Primitive::Total { cells, sum, weights: None, no_repeat: true }.into())
}

#[test]
fn singles() {
    let rules = board(2, 2, &[]);
    let mut puzzle = [0; 16];
    puzzle[..3].copy_from_slice(&[1, 2, 3]);
    let position = Position::new(&rules, Start::Givens(&puzzle));
    let (step, text) = told(&rules, &position, Technique::FullHouse);
    assert_eq!(
        (&step[..], &text[..]),
        ("r1c4=4", "r1c4 is the last empty cell in row 1, and 4 is the only digit missing there.")
    );
    assert_eq!(told(&rules, &position, Technique::NakedSingle).0, "r1c4=4");
    let (step, text) = told(&rules, &position, Technique::HiddenSingle);
    assert_eq!((&step[..], &text[..]), ("r1c4=4", "In row 1, r1c4 is the only place left for 4."));
    let empty = Position::new(&rules, Start::Givens(&[0; 16]));
    for technique in [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle] {
        assert_eq!(find(&rules, &empty, technique), None);
    }
}

#[test]
fn a_cage() {
    let rules = board(3, 3, &[cage("r1c1 r1c2", 9, 4)]);
    let mut position = marked(&rules, &[]);
    let (step, text) = told(&rules, &position, Technique::Combinations);
    assert!(step.starts_with("r1c1<>2, r1c1<>4, "), "{step}");
    assert!(text.contains("the cage at r1c1 can only add up to 4 as 1+3. Remove 2, 4, "), "{text}");
    // Nothing is left to say, until a digit goes.
    let step = find(&rules, &position, Technique::Combinations).unwrap();
    position.apply(&rules, &step);
    assert_eq!(find(&rules, &position, Technique::Combinations), None);
    position.remove(0, 0);
    let (step, text) = told(&rules, &position, Technique::Combinations);
    assert_eq!(step, "r1c2<>3");
    assert!(text.ends_with("as 1+3. So r1c2 can only be 1."), "{text}");
    // A position that the cage contradicts.
    position.remove(0, 2);
    let control = Control::unlimited();
    let mut scale = scale(&rules, &[Technique::Combinations]);
    assert_eq!(scale.first(&position, false, &Nodes::new(&control)), Err(Halt::Contradiction));
}

#[test]
fn a_digit_that_a_cage_must_have() {
    let rules = board(3, 3, &[cage("r1c1 r1c2 r2c1", 9, 23)]);
    let mut position = marked(&rules, &[]);
    let step = find(&rules, &position, Technique::Combinations).unwrap();
    position.apply(&rules, &step);
    let (step, text) = told(&rules, &position, Technique::LockedCandidates);
    assert!(step.starts_with("r1c3<>6, r2c2<>6, r2c3<>6, r3c1<>6"), "{step}");
    assert!(
        text.starts_with(
            "Without a 6, the cage at r1c1 cannot add up to 23. It can only go in r1c1, r1c2 or r2c1."
        ),
        "{text}"
    );
    let rules = board(3, 3, &[cage("r1c1 r1c2 r2c1", 9, 15)]);
    assert_eq!(find(&rules, &marked(&rules, &[]), Technique::LockedCandidates), None);
}

#[test]
fn innies_and_outies() {
    let rules = board(2, 2, &[cage("r1c1 r1c2 r1c3", 4, 9)]);
    let (step, text) = told(&rules, &marked(&rules, &[]), Technique::InniesAndOuties);
    assert_eq!(step, "r1c4<>2, r1c4<>3, r1c4<>4");
    assert_eq!(
        text,
        "Row 1 adds up to 10, and the cage at r1c1 to 9. They contain the same cells except for r1c4, so r1c4 = 1."
    );
    // One cell outside.
    let rules = board(2, 2, &[cage("r1c1 r1c2", 4, 3), cage("r2c1 r2c2 r2c3", 4, 8)]);
    let mut position = marked(&rules, &[]);
    let inside = find(&rules, &position, Technique::InniesAndOuties).unwrap();
    assert_eq!(
        Look { rules: &rules, position: &position, texts: true }.conclusion(&inside),
        "r2c4<>1, r2c4<>3, r2c4<>4"
    );
    position.apply(&rules, &inside);
    let (step, text) = told(&rules, &position, Technique::InniesAndOuties);
    assert_eq!(step, "r2c3<>2, r2c3<>3, r2c3<>4");
    assert_eq!(
        text,
        "Box 1 adds up to 10, and the cage at r1c1 and the cage at r2c1 to 11. They contain the same cells except for r2c3, so \
         r2c3 = 1."
    );
    let rules = board(2, 2, &[]);
    assert_eq!(find(&rules, &marked(&rules, &[]), Technique::InniesAndOuties), None);
}

#[test]
fn an_arrow() {
    let sum = Primitive::Total {
        cells: cells("r1c1 r1c2 r2c3", 4),
        sum: 0,
        weights: Some(vec![1, -1, -1]),
        no_repeat: false,
    }
    .into();
    let rules = board(2, 2, &[("arrow", sum)]);
    let mut position = marked(&rules, &[]);
    let (step, text) = told(&rules, &position, Technique::ReachableSums);
    assert_eq!(step, "r1c1<>1, r1c2<>4, r2c3<>4");
    assert_eq!(
        text,
        "By the arrow at r1c1, r1c1 = r1c2 + r2c3. So r1c1 can only be 2, 3 or 4; r1c2 can only be 1, 2 or 3; \
         r2c3 can only be 1, 2 or 3."
    );
    let step = find(&rules, &position, Technique::ReachableSums).unwrap();
    position.apply(&rules, &step);
    assert_eq!(find(&rules, &position, Technique::ReachableSums), None);
}

#[test]
fn a_thermometer() {
    let less = (0..4).map(|d| 0b1111 & !((2 << d) - 1)).collect();
    let pairs = vec![(0, 1), (1, 2)];
    let rules = board(2, 2, &[("thermometer", Primitive::Related { pairs, table: less }.into())]);
    let mut position = marked(&rules, &[]);
    let (step, text) = told(&rules, &position, Technique::PairRelation);
    assert_eq!(step, "r1c1<>3, r1c1<>4, r1c2<>1, r1c2<>4, r1c3<>1, r1c3<>2");
    assert!(
        text.starts_with(
            "By the thermometer at r1c1, each digit needs a fitting digit in the next cell"
        ),
        "{text}"
    );
    let step = find(&rules, &position, Technique::PairRelation).unwrap();
    position.apply(&rules, &step);
    assert_eq!(find(&rules, &position, Technique::PairRelation), None);
    position.remove(1, 1);
    assert_eq!(told(&rules, &position, Technique::PairRelation).0, "r1c3<>3");
    assert_eq!(
        told(&rules, &position, Technique::PairRelation).1,
        "If r1c3 were 3, the thermometer at r1c1 would rule out every digit left for r1c2: 3. Remove 3 from r1c3."
    );
}

#[test]
fn a_line() {
    // Two cells: 1 then any, or 2 then 1.
    let rows = vec![vec![1, 2, -1, -1], vec![3, 3, 3, 3], vec![3, -1, -1, -1], vec![-1; 4]];
    let line = Primitive::Accepted {
        cells: cells("r1c1 r3c3", 4),
        states: 4,
        start: 0,
        accepting: vec![3],
        transitions: rows.into(),
    }
    .into();
    let rules = board(2, 2, &[("sandwich", line)]);
    let mut position = marked(&rules, &[]);
    let (step, text) = told(&rules, &position, Technique::LinePattern);
    assert_eq!(step, "r1c1<>3, r1c1<>4");
    assert!(text.contains("the sandwich at r1c1") && text.ends_with(", r1c1 is 1 or 2."), "{text}");
    let step = find(&rules, &position, Technique::LinePattern).unwrap();
    position.apply(&rules, &step);
    assert_eq!(find(&rules, &position, Technique::LinePattern), None);
    position.remove(0, 0);
    assert_eq!(told(&rules, &position, Technique::LinePattern).0, "r3c3<>2, r3c3<>3, r3c3<>4");
}

#[test]
fn locked_by_another_rule() {
    let row: Vec<usize> = (9..18).collect();
    for (more, expected) in [
        (vec![("knight's move", Constraint::different(cells("r2c6 r1c8", 9)))], Some("r1c8<>6")),
        (vec![], None),
    ] {
        let rules = board(3, 3, &more);
        let mut position = marked(&rules, &[]);
        only(&rules, &mut position, &row, 6, "r2c6 r2c7");
        let found = find(&rules, &position, Technique::LockedCandidates);
        let look = Look { rules: &rules, position: &position, texts: true };
        assert_eq!(found.map(|found| look.conclusion(&found)).as_deref(), expected);
    }
}

#[test]
fn locked_by_a_table() {
    // Wherever 4 goes in row 1, r2c3 is not 1: both places are next to it by the table.
    let table = vec![0b0111, 0b1111, 0b1111, 0b1110];
    let pairs = vec![(2, 6), (3, 6)];
    let rules = board(2, 2, &[("dot", Primitive::Related { pairs, table }.into())]);
    let mut position = marked(&rules, &[]);
    only(&rules, &mut position, &[0, 1, 2, 3], 4, "r1c3 r1c4");
    let found = find(&rules, &position, Technique::LockedCandidates).unwrap();
    assert!(found.eliminations.contains(&Candidate::nth(6, 0)), "{found:?}");
}

#[test]
fn fish_and_wings() {
    let rules = board(3, 3, &[]);
    let line = |row: usize| -> Vec<usize> { (9 * row..9 * row + 9).collect() };
    let mut position = marked(&rules, &[]);
    only(&rules, &mut position, &line(0), 7, "r1c2 r1c8");
    assert_eq!(find(&rules, &position, Technique::XWing), None);
    only(&rules, &mut position, &line(4), 7, "r5c2 r5c8");
    let (step, text) = told(&rules, &position, Technique::XWing);
    assert!(step.starts_with("r2c2<>7, r2c8<>7, r3c2<>7"), "{step}");
    assert!(text.starts_with("In rows 1 and 5, 7 can only go in columns 2 and 8."), "{text}");

    let wing = marked(&rules, &[("r1c1", "12"), ("r1c9", "13"), ("r5c1", "23")]);
    assert_eq!(told(&rules, &wing, Technique::XyWing).0, "r5c9<>3");
    assert_eq!(
        told(&rules, &wing, Technique::XyWing).1,
        "r1c1 can only be 1 or 2. If it is 1, r1c9 is 3; if it is 2, r5c1 is 3. So r1c9 or r5c1 is 3, and no cell that sees \
         both can be 3. Remove 3 from r5c9."
    );
    let none = marked(&rules, &[("r1c1", "12"), ("r1c9", "13"), ("r5c1", "24")]);
    assert_eq!(find(&rules, &none, Technique::XyWing), None);
    let wing = marked(&rules, &[("r1c1", "123"), ("r1c9", "13"), ("r2c2", "23")]);
    assert_eq!(told(&rules, &wing, Technique::XyzWing).0, "r1c2<>3, r1c3<>3");
    assert_eq!(find(&rules, &wing, Technique::XyWing), None);

    let mut position = marked(&rules, &[("r2c1 r5c9", "12")]);
    assert_eq!(find(&rules, &position, Technique::WWing), None);
    only(&rules, &mut position, &line(7), 1, "r8c1 r8c9");
    assert_eq!(told(&rules, &position, Technique::WWing).0, "r2c9<>2, r5c1<>2");
}

#[test]
fn fins_empty_rectangles_and_almost_locked_sets() {
    let rules = board(3, 3, &[]);
    let line = |row: usize| -> Vec<usize> { (9 * row..9 * row + 9).collect() };
    let mut position = marked(&rules, &[]);
    only(&rules, &mut position, &line(0), 7, "r1c2 r1c8");
    only(&rules, &mut position, &line(4), 7, "r5c2 r5c8 r5c9");
    assert_eq!(find(&rules, &position, Technique::XWing), None);
    let (step, text) = told(&rules, &position, Technique::FinnedXWing);
    assert_eq!(step, "r4c8<>7, r6c8<>7");
    assert!(
        text.starts_with(
            "Apart from r5c9, every place left for 7 in rows 1 and 5 is in columns 2 and 8."
        ),
        "{text}"
    );
    assert_eq!(find(&rules, &position, Technique::SashimiXWing), None);
    position.remove(at("r5c8", 9), 6);
    assert_eq!(told(&rules, &position, Technique::SashimiXWing).0, "r2c9<>7, r3c9<>7");

    let mut position = marked(&rules, &[]);
    let middle = cells("r4c4 r4c5 r4c6 r5c4 r5c5 r5c6 r6c4 r6c5 r6c6", 9);
    only(&rules, &mut position, &middle, 3, "r4c5 r5c4 r5c6");
    only(&rules, &mut position, &(0..9).map(|row| 9 * row).collect::<Vec<_>>(), 3, "r5c1 r8c1");
    let (step, text) = told(&rules, &position, Technique::EmptyRectangle);
    assert_eq!(step, "r8c5<>3");
    assert!(
        text.starts_with(
            "In column 1, 3 can only go in r5c1 or r8c1. If r5c1 is 3, then so is r4c5"
        ),
        "{text}"
    );
    only(&rules, &mut position, &cells("r8c5", 9), 3, "r1c1");
    assert_eq!(find(&rules, &position, Technique::EmptyRectangle), None);

    let position = marked(&rules, &[("r1c1", "12"), ("r1c5", "13"), ("r7c7", "13")]);
    assert_eq!(find(&rules, &position, Technique::AlsXz), None);
    let position = marked(&rules, &[("r1c1 r1c2", "123"), ("r1c7", "34"), ("r1c8", "14")]);
    let (step, _) = told(&rules, &position, Technique::AlsXz);
    assert!(step.contains("<>1") || step.contains("<>3"), "{step}");
}

#[test]
fn chains_and_nets() {
    let rules = board(3, 3, &[]);
    let position =
        marked(&rules, &[("r1c1", "12"), ("r1c9", "23"), ("r6c9", "34"), ("r6c4", "14")]);
    let (step, text) = told(&rules, &position, Technique::XyChain);
    assert_eq!(step, "r1c4<>1, r6c1<>1");
    assert!(text.starts_with("Suppose r1c1 is not 1. Then it can only be 2."), "{text}");
    assert_eq!(find(&rules, &position, Technique::XChain), None);

    let mut position = marked(&rules, &[]);
    let line = |row: usize| -> Vec<usize> { (9 * row..9 * row + 9).collect() };
    only(&rules, &mut position, &line(0), 5, "r1c1 r1c5");
    only(&rules, &mut position, &line(8), 5, "r9c1 r9c6");
    assert_eq!(
        told(&rules, &position, Technique::Skyscraper).0,
        "r2c6<>5, r3c6<>5, r7c5<>5, r8c5<>5"
    );
    assert_eq!(find(&rules, &position, Technique::TwoStringKite), None);
    assert!(find(&rules, &position, Technique::Aic).is_some());

    // A 2 in r1c1 leaves r1c2 and r2c1 the same digit in one box.
    let position = marked(&rules, &[("r1c1", "12"), ("r1c2 r2c1", "23")]);
    let (step, text) = told(&rules, &position, Technique::ForcingNetContradiction);
    assert_eq!(step, "r1c1<>2");
    assert!(text.starts_with("Suppose r1c1 is 2."), "{text}");
    assert_eq!(told(&rules, &position, Technique::ForcingChainContradiction).0, "r1c1<>2");
    assert_eq!(find(&rules, &marked(&rules, &[]), Technique::ForcingNetContradiction), None);
    assert_eq!(find(&rules, &marked(&rules, &[]), Technique::ForcingChainVerity), None);
}

#[test]
fn uniqueness_is_for_plain_boards() {
    let marks = [("r1c1 r1c4 r2c1", "12"), ("r2c4", "123")];
    let rules = board(2, 3, &[]);
    assert_eq!(told(&rules, &marked(&rules, &marks), Technique::Uniqueness1).0, "r2c4<>1, r2c4<>2");
    // In four boxes the digits of two could not be swapped.
    let wide = [("r1c1 r1c4 r3c1", "12"), ("r3c4", "123")];
    assert_eq!(find(&rules, &marked(&rules, &wide), Technique::Uniqueness1), None);
    let diagonal = Constraint::different((0..6).map(|k| 7 * k).collect());
    let rules = board(2, 3, &[("diagonal", diagonal)]);
    assert_eq!(find(&rules, &marked(&rules, &marks), Technique::Uniqueness1), None);
}

#[test]
fn houses_have_the_names_of_their_rules() {
    let diagonal = Constraint::different((0..4).map(|k| 5 * k).collect());
    let apart = Constraint::different(vec![1, 4]);
    let rules =
        board(2, 2, &[("diagonal", diagonal), ("knight's move", apart), cage("r4c1 r4c2", 4, 5)]);
    let house = |at: usize| &rules.houses()[at];
    assert_eq!(
        (&house(12).kind[..], house(12).number, &house(12).name[..]),
        ("diagonal", 0, "the diagonal at r1c1")
    );
    assert_eq!(&rules.house_of(rules.between(1, 4)).name[..], "box 1");
    assert_eq!(house(rules.sums()[0].house as usize).name, "the cage at r4c1");
    assert_eq!(house(0).name, "row 1");
}

/// Puzzles of many degrees of difficulty.
const PUZZLES: [&str; 10] = [
    ".86..1...9....38....4.973...7...2..5.2..6.79.8...4.....68............2.3.........",
    "...6.3..7.5...9.........2....8..5..4..37.8..99...4......5.67.....1....9.8.74....6",
    "7.9..58..186.........1..........8.9.5.12...........5.49....4.8...4..3.72...5....3",
    "........1.......2...3..4.......1.......52.3...14..........67....2.....6.5....89..",
    ".....6..9...18.2.6...7..15..71.6.8....6....7.........25.28.....718...4..9....5...",
    "4.8..2.9...268...3...7.5...9.3.....18.......2.6....5.....2...4.1...6...9..91..3..",
    "8..4.......7.9..4.6......82.5.3......9...71...6..5...9..1.2.5....2....78...7.5...",
    ".7.9.......6...7.35..6..9......2.5.6.2...3..4....8..2......72.9...21..4...7.6....",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
];

#[test]
fn classic_boards_have_the_same_singles_locked_candidates_and_sets() {
    use Technique::*;
    let groups: [&[Technique]; 3] = [
        &[FullHouse, NakedSingle, HiddenSingle],
        &[Pointing, Claiming],
        &[
            LockedPair,
            LockedTriple,
            NakedPair,
            NakedTriplet,
            HiddenPair,
            HiddenTriplet,
            NakedQuad,
            HiddenQuad,
        ],
    ];
    let rules = board(3, 3, &[]);
    let (mut steps, mut stuck) = (0, 0);
    for puzzle in PUZZLES {
        let grid: Grid = puzzle.parse().unwrap();
        let mut techniques = Vec::new();
        for group in groups {
            techniques.extend(group);
            let control = Control::unlimited();
            let nodes = Nodes::new(&control);

            let techniques_now: Techniques = techniques.iter().copied().collect();
            let options = Options { techniques: techniques_now, uniqueness: true };
            let mut classic = hodoku::Hodoku::new(options);
            let givens: CellSet = Cell::all().filter(|&cell| grid.get(cell) != 0).collect();
            let mut state = hodoku::State::new(&grid, givens, &[crate::board::Digits::ALL; 81]);
            while classic.next(&mut state, &nodes).unwrap().is_some() {}
            let expected: Candidates = *state.position().all_candidates();

            let mut general = scale(&rules, &techniques);
            let mut position = Position::new(&rules, Start::Givens(grid.cells()));
            while let Some(found) = general.first(&position, false, &nodes).unwrap() {
                position.apply(&rules, &found);
                steps += 1;
            }
            stuck += usize::from(!position.is_full());
            assert_eq!(position.values(), state.position().values(), "{puzzle}");
            let masks: Vec<u64> = expected.iter().map(|digits| digits.bits().into()).collect();
            assert_eq!(position.all_candidates(), masks, "{puzzle}");
        }
    }
    assert!(steps > 600 && stuck > 10, "{steps} {stuck}");
}

#[test]
fn classic_boards_have_the_same_colors() {
    use Technique::*;
    let simple = [SimpleColorsTrap, SimpleColorsWrap];
    let multi = [MultiColors1, MultiColors2];
    let others = [
        Uniqueness1,
        Uniqueness2,
        Uniqueness3,
        Uniqueness4,
        Uniqueness5,
        Uniqueness6,
        HiddenRectangle,
        SueDeCoq,
        RemotePair,
    ];
    let rules = board(3, 3, &[]);
    let control = Control::unlimited();
    let nodes = Nodes::new(&control);
    let (mut colors, mut checked) = (0, 0);
    for puzzle in PUZZLES {
        let grid: Grid = puzzle.parse().unwrap();
        let givens: CellSet = Cell::all().filter(|&cell| grid.get(cell) != 0).collect();
        let mut state = hodoku::State::new(&grid, givens, &[crate::board::Digits::ALL; 81]);
        let mut way = hodoku::Hodoku::new(Options::default());
        let mut steps = Vec::new();
        while !state.position().is_full() {
            let masks: Vec<u64> =
                state.position().all_candidates().iter().map(|set| set.bits().into()).collect();
            let position = Position::with_candidates(&rules, state.position().values(), &masks);
            for techniques in [&simple, &multi] {
                let options =
                    Options { techniques: techniques.iter().copied().collect(), uniqueness: true };
                let expected = hodoku::Hodoku::new(options).all(&state, &nodes).unwrap();
                let found = scale(&rules, techniques).first(&position, true, &nodes).unwrap();
                assert_eq!(found.is_some(), !expected.is_empty(), "{puzzle} {found:?}");
                colors += usize::from(found.is_some());
                steps.extend(found);
            }
            // Of these HoDoKu has more kinds, and general ones may remove more.
            steps.extend(others.iter().filter_map(|&one| find(&rules, &position, one)));
            if way.next(&mut state, &nodes).unwrap().is_none() {
                break;
            }
        }
        if state.position().is_full() {
            let solution = state.position().values();
            for mark in steps.iter().flat_map(|step| &step.eliminations) {
                let digit = solution[usize::from(mark.cell)];
                assert_ne!(digit, mark.digit, "{puzzle} {steps:?}");
                checked += 1;
            }
        }
    }
    assert!(colors > 10 && checked > 50, "{colors} {checked}");
}

#[test]
fn colors() {
    let rules = board(3, 3, &[]);
    let line = |row: usize| -> Vec<usize> { (9 * row..9 * row + 9).collect() };
    // r1c1 ═ r1c5 and r9c1 ═ r9c6 by rows, r1c1 ═ r9c1 by the column: r1c5 and r9c6 have different colours.
    let mut position = marked(&rules, &[]);
    only(&rules, &mut position, &line(0), 5, "r1c1 r1c5");
    only(&rules, &mut position, &line(8), 5, "r9c1 r9c6");
    let column: Vec<usize> = (0..9).map(|row| 9 * row).collect();
    only(&rules, &mut position, &column, 5, "r1c1 r9c1");
    let (step, text) = told(&rules, &position, Technique::SimpleColorsTrap);
    assert_eq!(step, "r2c6<>5, r3c6<>5, r7c5<>5, r8c5<>5");
    assert!(text.contains("r1c1 and r9c6 (A) and r1c5 and r9c1 (B)"), "{text}");
    assert_eq!(find(&rules, &position, Technique::SimpleColorsWrap), None);
    assert_eq!(find(&rules, &position, Technique::MultiColors1), None);
}

#[test]
fn rectangles_of_all_types() {
    use Technique::*;
    let rules = board(3, 3, &[]);
    let conclusion = |marks: &[(&str, &str)], technique| {
        find(&rules, &marked(&rules, marks), technique).map(|found| {
            let position = marked(&rules, marks);
            let look = Look { rules: &rules, position: &position, texts: true };
            assert!(found.text.starts_with("If r1c1, "), "{}", found.text);
            look.conclusion(&found)
        })
    };
    let floor = ("r1c1 r1c2", "12");
    let two = [floor, ("r4c1 r4c2", "123")];
    // These are in four boxes.
    assert_eq!(conclusion(&[("r1c1 r1c4", "12"), ("r4c1 r4c4", "123")], Uniqueness2), None);
    let gone = "r4c3<>3, r4c4<>3, r4c5<>3, r4c6<>3, r4c7<>3, r4c8<>3, r4c9<>3, \
                r5c1<>3, r5c2<>3, r5c3<>3, r6c1<>3, r6c2<>3, r6c3<>3";
    assert_eq!(conclusion(&two, Uniqueness2).as_deref(), Some(gone));
    let three = [floor, ("r4c1", "123"), ("r4c2", "124"), ("r4c9", "34")];
    let found = conclusion(&three, Uniqueness3).unwrap();
    assert!(found.starts_with("r4c3<>3, r4c3<>4, ") && found.ends_with("r4c8<>4"), "{found}");
    assert_eq!(conclusion(&three, Uniqueness2), None);
    let four = [
        floor,
        ("r4c1", "123"),
        ("r4c2", "124"),
        ("r4c3 r5c1 r5c2 r5c3 r6c1 r6c2 r6c3", "23456789"),
    ];
    assert_eq!(conclusion(&four, Uniqueness4).as_deref(), Some("r4c1<>2, r4c2<>2"));
    let five = [("r1c1 r4c2", "12"), ("r1c2 r4c1", "123")];
    let gone = "r2c1<>3, r3c1<>3, r5c2<>3, r6c2<>3";
    assert_eq!(conclusion(&five, Uniqueness5).as_deref(), Some(gone));
    let others = "r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 r4c3 r4c4 r4c5 r4c6 r4c7 r4c8 r4c9";
    let six = [("r1c1 r4c2", "12"), ("r1c2", "123"), ("r4c1", "124"), (others, "23456789")];
    assert_eq!(conclusion(&six, Uniqueness6).as_deref(), Some("r1c2<>1, r4c1<>1"));
    assert_eq!(conclusion(&six[..3], Uniqueness6), None);
    let column = "r2c2 r3c2 r5c2 r6c2 r7c2 r8c2 r9c2";
    let row = "r4c3 r4c4 r4c5 r4c6 r4c7 r4c8 r4c9";
    let hidden =
        [("r1c1", "12"), ("r1c2 r4c1 r4c2", "1234"), (column, "23456789"), (row, "23456789")];
    assert_eq!(conclusion(&hidden, HiddenRectangle).as_deref(), Some("r4c2<>2"));
    assert_eq!(conclusion(&hidden[..3], HiddenRectangle), None);
}

#[test]
fn remote_pairs() {
    let rules = board(3, 3, &[]);
    let marks = [("r1c1 r1c5 r5c5", "12"), ("r5c9", "12")];
    let (step, text) = told(&rules, &marked(&rules, &marks), Technique::RemotePair);
    assert_eq!(step, "r1c9<>1, r1c9<>2, r5c1<>1, r5c1<>2");
    assert!(
        text.starts_with("r1c1, r1c5, r5c5 and r5c9 can only be 1 or 2, and each sees the next"),
        "{text}"
    );
    let other = [marks[0], ("r5c9", "13")];
    assert_eq!(find(&rules, &marked(&rules, &other), Technique::RemotePair), None);
    // A naked pair.
    let marks = [("r1c1 r1c5", "12")];
    assert_eq!(find(&rules, &marked(&rules, &marks), Technique::RemotePair), None);
}

#[test]
fn a_sue_de_coq() {
    let rules = board(3, 3, &[]);
    let marks = [("r1c1 r1c2", "1234"), ("r1c9", "12"), ("r2c3", "34")];
    let (step, text) = told(&rules, &marked(&rules, &marks), Technique::SueDeCoq);
    assert!(
        step.starts_with("r1c3<>1, r1c3<>2, r1c3<>3, r1c3<>4, r1c4<>1, r1c4<>2, r1c5<>1, "),
        "{step}"
    );
    assert!(step.ends_with("r3c3<>3, r3c3<>4"), "{step}");
    assert!(
        text.starts_with("Where row 1 and box 1 cross, r1c1 and r1c2 can only be 1, 2, 3 or 4."),
        "{text}"
    );
    let apart = [("r1c1 r1c2", "1234"), ("r1c9", "13"), ("r2c3", "34")];
    assert_eq!(find(&rules, &marked(&rules, &apart), Technique::SueDeCoq), None);
}

#[test]
fn chains_with_groups() {
    let rules = board(3, 3, &[]);
    let mut position = marked(&rules, &[]);
    // In row 1 the 5 is in box 1 or in r1c9, in column 3 in box 1 or in r9c3: one of r1c9 and r9c3 if r1c3 is neither.
    let row: Vec<usize> = (0..9).collect();
    let column: Vec<usize> = (0..9).map(|row| 9 * row + 2).collect();
    only(&rules, &mut position, &row, 5, "r1c1 r1c2 r1c9");
    only(&rules, &mut position, &column, 5, "r2c3 r3c3 r9c3");
    let (step, text) = told(&rules, &position, Technique::GroupedAic);
    assert_eq!(step, "r9c9<>5");
    assert!(text.contains("r1c1 or r1c2 is 5, the only places left for 5 in row 1."), "{text}");
    assert!(text.contains("The 5 in r1c1 or r1c2 rules out r2c3 and r3c3"), "{text}");
    assert_eq!(find(&rules, &position, Technique::Aic), None);
}

#[test]
fn a_line_in_a_unit_has_no_digit_twice() {
    // Three cells that add up to 6, as an automaton of sums.
    let transitions: Vec<Vec<i64>> = (0..7i64)
        .map(|sum| (1..7).map(|digit| if sum + digit < 7 { sum + digit } else { -1 }).collect())
        .collect();
    let line = |names: &str| {
        Primitive::Accepted {
            cells: cells(names, 6),
            states: 7,
            start: 0,
            accepting: vec![6],
            transitions: transitions.clone().into(),
        }
        .into()
    };
    let rules = board(2, 3, &[("line", line("r1c1 r1c2 r1c3"))]);
    let mut position = marked(&rules, &[]);
    let step = find(&rules, &position, Technique::LinePattern).unwrap();
    position.apply(&rules, &step);
    let (step, text) = told(&rules, &position, Technique::LinePattern);
    assert_eq!(step, "r1c1<>4, r1c2<>4, r1c3<>4");
    let once = "the line at r1c1 with the candidates left and no digit twice in row 1";
    assert!(text.contains(once), "{text}");
    // The cells of a bent line may be equal.
    let rules = board(2, 3, &[("line", line("r1c1 r3c2 r5c3"))]);
    let mut position = marked(&rules, &[]);
    let step = find(&rules, &position, Technique::LinePattern).unwrap();
    position.apply(&rules, &step);
    assert_eq!(find(&rules, &position, Technique::LinePattern), None);
}

#[test]
fn a_full_board_that_breaks_a_clue_contradicts_itself() {
    let grid = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    for (sum, is_broken) in [(3, false), (5, true)] {
        let rules = board(2, 2, &[cage("r1c1 r1c2", 4, sum)]);
        let position = Position::new(&rules, Start::Givens(&grid));
        assert_eq!(position.contradicts_itself(&rules), is_broken);
    }
}

#[test]
fn proofs_cite_what_was_known_before() {
    let rules = board(3, 3, &[]);
    let control = Control::unlimited();
    let nodes = Nodes::new(&control);
    let mut proofs = 0;
    for puzzle in PUZZLES {
        let grid: Grid = puzzle.parse().unwrap();
        let mut general = Scale::new(&rules, Options::default(), None);
        let mut position = Position::new(&rules, Start::Givens(grid.cells()));
        while let Some(found) = general.first(&position, false, &nodes).unwrap() {
            let nets = [Technique::ForcingNetContradiction, Technique::ForcingNetVerity];
            for technique in nets {
                let Some(net) = find(&rules, &position, technique) else { continue };
                for chain in &net.chains {
                    let Some(first) = chain.first() else { continue };
                    let mut known = vec![(first.from, first.from_on)];
                    for link in chain {
                        assert!(known.contains(&(link.from, link.from_on)), "{puzzle}");
                        assert_ne!((link.from, link.from_on), (link.to, link.to_on), "{puzzle}");
                        known.push((link.to, link.to_on));
                    }
                    proofs += 1;
                }
            }
            position.apply(&rules, &found);
            if proofs > 150 {
                break;
            }
        }
    }
    assert!(proofs > 100, "{proofs}");
}
