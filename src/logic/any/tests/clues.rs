//! Cages, arrows, thermometers and other clues.

use super::*;

#[test]
fn a_cage() {
    let rules = board(3, 3, &[cage("r1c1 r1c2", 9, 4)]);
    let mut position = marked(&rules, &[]);
    let (step, text) = told(&rules, &position, Technique::Combinations);
    assert!(step.starts_with("r1c1<>2, r1c1<>4, "), "{step}");
    assert!(text.contains("the cage at r1c1 can only add up to 4 as 1+3. Remove 2, 4, "), "{text}");
    // The clue implies nothing more until another digit is removed.
    let step = find(&rules, &position, Technique::Combinations).unwrap();
    position.apply(&rules, &step);
    assert_eq!(find(&rules, &position, Technique::Combinations), None);
    position.remove(0, 0);
    let (step, text) = told(&rules, &position, Technique::Combinations);
    assert_eq!(step, "r1c2<>3");
    assert!(text.ends_with("as 1+3. So r1c2 can only be 1."), "{text}");
    // A position that violates the cage.
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
            "Without a 6, the cage at r1c1 cannot add up to 23. So it must go in r1c1, r1c2 or r2c1."
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
    assert!(text.starts_with("Along the thermometer at r1c1, a digit stays only if"), "{text}");
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
    // Two cells: 1 and any digit, or 2 and 1.
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

#[test]
fn a_line_in_a_unit_has_no_digit_twice() {
    // Three cells that add up to 6, as an automaton.
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
