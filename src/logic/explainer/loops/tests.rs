//! Tests of loops of all types.

use super::*;
use crate::logic::Technique;
use crate::logic::testing::{before, marked, only, removed, visited};

fn all(position: &Position) -> Vec<Loop> {
    visited(|found| {
        let _ = loops(position, &mut |hint| found(hint));
    })
}

#[test]
fn a_rectangle_needs_two_boxes() {
    let position = marked(&[("r1c1 r1c4 r2c1", "12"), ("r2c4", "123")]);
    let found = all(&position);
    assert!(!found.is_empty() && found.iter().all(|hint| hint.kind == Kinds::One));
    let step = found[0].step(&position);
    assert_eq!(
        step.notation,
        "Unique Rectangle type 1: Cells r1c1,r2c1,r2c4,r1c4 on 1, 2 => -12r2c4"
    );
    let four_boxes = marked(&[("r1c1 r1c4 r4c1", "12"), ("r4c4", "123")]);
    assert_eq!(all(&four_boxes), []);
}

#[test]
fn one_extra_digit_goes_from_what_sees_both_cells() {
    let position = marked(&[("r1c1 r1c4", "12"), ("r2c1 r2c4", "123")]);
    let found = all(&position);
    assert_eq!(found[0].kind, Kinds::Two { extra: 3 });
    assert!(removed(&found[0].step(&position)).starts_with("-3r2c2 -3r2c3 -3r2c5"));
}

#[test]
fn different_extras_make_sets_with_others() {
    let position = marked(&[("r1c1 r1c4", "12"), ("r2c1", "123"), ("r2c4", "124"), ("r2c9", "34")]);
    let naked = all(&position).into_iter().find(|hint| hint.number() == 3).unwrap();
    assert!(matches!(naked.kind, Kinds::ThreeNaked { house: 1, others: 0b1_0000_0000, .. }));
    let step = naked.step(&position);
    assert!(removed(&step).starts_with("-34r2c2 -34r2c3"));
    let because = "To prevent that, r2c1 or r2c4 must be 3 or 4. In row 2, that cell and r2c9 can then only be 3 or 4: two \
         cells for as many digits, so no other cell there can be one of them. Remove 3 and 4 from";
    assert!(step.text.contains(because), "{}", step.text);
}

#[test]
fn a_locked_digit_excludes_the_other() {
    let mut position = marked(&[("r1c1 r1c4", "12"), ("r2c1", "1235"), ("r2c4", "1246")]);
    assert!(all(&position).iter().all(|hint| hint.number() != 4));
    only(&mut position, 1, "r2c1 r2c4", "2");
    let four = all(&position).into_iter().find(|hint| hint.number() == 4).unwrap();
    assert_eq!(four.kind, Kinds::Four { house: 1, locked: 2 });
    assert_eq!(removed(&four.step(&position)), "-1r2c1 -1r2c4");
}

#[test]
fn a_loop_of_six_cells() {
    let puzzle =
        ".....6..9...18.2.6...7..15..71.6.8....6....7.........25.28.....718...4..9....5...";
    let (position, step) = before(puzzle, Technique::UniqueLoop);
    assert_eq!(step.cells.len(), 6);
    assert!(
        all(&position)
            .iter()
            .any(|hint| hint.step(&position) == Step { rating: 0.0, ..step.clone() })
    );
}
