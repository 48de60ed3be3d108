//! The results of each finder on small boards, and a comparison with the finders of classic boards.

use std::sync::Arc;

use crate::board::{Candidates, Cell, Grid};
use crate::control::Control;
use crate::logic::hodoku;
use crate::logic::scale::Halt;
use crate::logic::technique::Options;
use crate::logic::{Candidate, CellSet, Nodes, Scale as _, Step, Technique, Techniques};
use crate::rules::{Constraint, Primitive, RuleSet, Start};

use super::*;

mod classic;
mod clues;
mod patterns;

/// A board with boxes and further constraints.
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
    Rules::new(Arc::new(set.unwrap())).unwrap()
}

/// `r1c2` as a cell number.
fn at(name: &str, side: usize) -> u16 {
    let (row, column) = name[1..].split_once('c').unwrap();
    let number = |text: &str| text.parse::<usize>().unwrap() - 1;
    (number(row) * side + number(column)) as u16
}

fn cells(names: &str, side: usize) -> Vec<usize> {
    names.split(' ').map(|name| usize::from(at(name, side))).collect()
}

/// An empty board in which the named cells have only the given candidates.
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

/// Removes a digit from all cells of the list except `kept`.
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
    // Wherever 4 is in row 1, r2c3 is not 1: the table relates it to both places.
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

    // A 2 in r1c1 would leave r1c2 and r2c1 the same digit in one box.
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
    // If the cells are in four boxes, their digits cannot be swapped.
    let wide = [("r1c1 r1c4 r3c1", "12"), ("r3c4", "123")];
    assert_eq!(find(&rules, &marked(&rules, &wide), Technique::Uniqueness1), None);
    let diagonal = Constraint::different((0..6).map(|k| 7 * k).collect());
    let rules = board(2, 3, &[("diagonal", diagonal)]);
    assert_eq!(find(&rules, &marked(&rules, &marks), Technique::Uniqueness1), None);
}

#[test]
fn colors() {
    let rules = board(3, 3, &[]);
    let line = |row: usize| -> Vec<usize> { (9 * row..9 * row + 9).collect() };
    // r1c1 ═ r1c5 and r9c1 ═ r9c6 by rows, r1c1 ═ r9c1 by the column: r1c5 and r9c6 have different colors.
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
    // These cells are in four boxes.
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
    // In row 1 the 5 is in box 1 or in r1c9, in column 3 in box 1 or in r9c3. If r1c3 is not 5, one of r1c9 and r9c3 is.
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
