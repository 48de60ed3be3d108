//! Fish of all shapes, almost locked sets and continuous loops.

use super::*;
use crate::logic::{Candidate, Step};

/// A classic board on which a digit has only these places in some units.
fn with_places(rules: &Rules, units: &[(usize, &str)], digit: u32) -> Position {
    let mut position = marked(rules, &[]);
    for &(unit, places) in units {
        let unit = rules.geometry().unit(unit);
        let list: Vec<usize> = unit.cells().iter().map(|&cell| usize::from(cell)).collect();
        only(rules, &mut position, &list, digit, places);
    }
    position
}

/// The cells that lose a digit.
fn gone(rules: &Rules, position: &Position, technique: Technique) -> Option<Vec<u16>> {
    let found = find(rules, position, technique)?;
    Some(found.eliminations.iter().map(|mark| mark.cell).collect())
}

#[test]
fn a_row_and_a_box_are_the_base_of_a_franken_x_wing() {
    use Technique::*;
    let rules = board(3, 3, &[]);
    let position = with_places(&rules, &[(4, "r5c1 r5c2"), (18, "r1c1 r2c2")], 1);
    let (step, text) = told(&rules, &position, FrankenXWing);
    let rows = [4, 6, 7, 8, 9].map(|row| format!("r{row}c1<>1, r{row}c2<>1"));
    assert_eq!(step, rows.join(", "));
    assert!(text.starts_with("In row 5 and box 1, 1 can only go in columns 1 and 2."), "{text}");
    let apart = with_places(&rules, &[(4, "r5c1 r5c2"), (18, "r1c1 r2c3")], 1);
    let found = find(&rules, &apart, FrankenXWing);
    assert!(found.is_none_or(|found| !found.houses.contains(&18)));
}

#[test]
fn what_sees_the_fin_of_a_franken_fish_goes() {
    use Technique::*;
    let rules = board(3, 3, &[]);
    let position = with_places(&rules, &[(0, "r1c1 r1c7"), (1, "r2c1 r2c2 r2c9")], 1);
    let found = find(&rules, &position, FinnedFrankenXWing).unwrap();
    assert_eq!(found.eliminations, [Candidate::nth(at("r3c1", 9), 0)]);
    // Base units, then cover units; fins come last.
    assert_eq!(found.houses, [0, 1, 9, 20]);
    assert_eq!(found.cells.last(), Some(&at("r2c2", 9)));
    assert!(found.text.starts_with("Apart from r2c2, "), "{}", found.text);
    let far = with_places(&rules, &[(0, "r1c1 r1c7"), (1, "r2c1 r2c5 r2c9")], 1);
    let removed = gone(&rules, &far, FinnedFrankenXWing);
    assert!(removed.is_none_or(|cells| !cells.contains(&at("r3c1", 9))));
}

#[test]
fn units_of_other_rules_take_part_in_franken_fish() {
    use Technique::*;
    let diagonal = Constraint::different((0..9).map(|k| 10 * k).collect());
    let places = [(4, "r5c2 r5c8"), (27, "r2c2 r8c8")];
    let rules = board(3, 3, &[("diagonal", diagonal)]);
    let found = find(&rules, &with_places(&rules, &places, 1), FrankenXWing).unwrap();
    assert!(found.text.starts_with("In row 5 and the diagonal at r1c1, 1 can"), "{}", found.text);
    // Without the rule, the diagonal need not contain a 1.
    let plain = board(3, 3, &[]);
    assert_eq!(find(&plain, &with_places(&plain, &places[..1], 1), FrankenXWing), None);
}

#[test]
fn fish_that_are_used_if_they_are_named() {
    use Technique::*;
    let rules = board(3, 3, &[]);
    let large = ["r1c1 r1c2", "r2c2 r2c3", "r3c3 r3c4", "r4c4 r4c5", "r5c5 r5c1"];
    let large: Vec<(usize, &str)> = large.into_iter().enumerate().collect();
    let franken = [(0, "r1c1 r1c7"), (1, "r2c2 r2c8"), (3, "r4c1 r4c4"), (4, "r5c2 r5c4")];
    let mutant = [(1, "r2c2 r2c8"), (11, "r3c3 r9c3"), (26, "r9c7 r7c8")];
    // The digit is removed from the cell, but not if the last unit has another place.
    for (places, other, technique, cell) in [
        (&large[..], "r5c5 r5c9", LargeFish, "r9c1"),
        (&franken, "r5c2 r5c9", FrankenJellyfish, "r9c4"),
        (&mutant, "r9c7 r7c9", MutantFish, "r5c8"),
    ] {
        assert_eq!(find(&rules, &marked(&rules, &[]), technique), None);
        let goes = |places: &[(usize, &str)]| {
            let position = with_places(&rules, places, 1);
            let look = Look { rules: &rules, position: &position, texts: false };
            let control = Control::unlimited();
            let mut goes = false;
            let sink = &mut |found: Step| {
                goes |= found.eliminations.iter().any(|mark| mark.cell == at(cell, 9));
                Ok(())
            };
            fish::find(&look, technique, &mut fish::Seen::new(), &Nodes::new(&control), sink)
                .unwrap();
            goes
        };
        assert!(goes(places), "{technique:?}");
        let mut changed = places.to_vec();
        changed.last_mut().unwrap().1 = other;
        assert!(!goes(&changed), "{technique:?}");
        // These techniques are used only on explicit request.
        let control = Control::unlimited();
        let mut all = Scale::new(&rules, Options::default(), None);
        let position = with_places(&rules, places, 1);
        let steps = all.all(&position, &Nodes::new(&control)).unwrap();
        assert!(steps.iter().all(|step| step.technique != technique));
    }
    let outside = |cell: &u16| cell / 9 >= 5 && cell % 9 < 5;
    let expected: Vec<u16> = (0..81).filter(outside).collect();
    assert_eq!(gone(&rules, &with_places(&rules, &large, 1), LargeFish), Some(expected));
}

#[test]
fn two_digits_link_two_almost_locked_sets() {
    let rules = board(3, 3, &[]);
    let marks = [("r1c1 r1c2", "123"), ("r1c5 r1c6", "124")];
    let (step, text) = told(&rules, &marked(&rules, &marks), Technique::AlsXz);
    let start = "r1c3<>1, r1c3<>2, r1c3<>3, r1c3<>4, r1c4<>1, r1c4<>2, r1c4<>3, r1c4<>4, ";
    assert!(step.starts_with(start), "{step}");
    assert!(step.ends_with("r3c4<>4, r3c5<>4, r3c6<>4"), "{step}");
    assert!(text.contains("so A lacks one of 1 and 2 and B the other."), "{text}");
    let one = [("r1c1 r1c2", "123"), ("r4c5 r4c6", "124")];
    assert_eq!(find(&rules, &marked(&rules, &one), Technique::AlsXz), None);
}

#[test]
fn a_wing_of_almost_locked_sets() {
    let rules = board(3, 3, &[]);
    let marks = [("r1c1", "12"), ("r1c5", "23"), ("r5c5", "13")];
    let (step, text) = told(&rules, &marked(&rules, &marks), Technique::AlsXyWing);
    assert_eq!(step, "r5c1<>1");
    assert!(text.contains("Then B lacks 2 and has 3. Then C lacks 3 and has "), "{text}");
    // The same digit links both pairs.
    let same = [("r1c1", "12"), ("r1c5", "24"), ("r5c5", "12")];
    assert_eq!(find(&rules, &marked(&rules, &same), Technique::AlsXyWing), None);
    // Sets of several cells; the 3 of C is only in r4c5.
    let marks =
        [("r1c1 r1c2", "124"), ("r1c5", "23"), ("r5c5", "356"), ("r6c5", "56"), ("r5c1", "45")];
    let found = find(&rules, &marked(&rules, &marks), Technique::AlsXyWing);
    assert_eq!(found, None);
}

#[test]
fn sets_are_linked_by_all_rules_by_which_cells_see_each_other() {
    let marks = [("r3c3", "12"), ("r4c5", "23"), ("r4c9", "13")];
    let knight = ("knight's move", Constraint::different(cells("r3c3 r4c5", 9)));
    let rules = board(3, 3, &[knight]);
    assert_eq!(told(&rules, &marked(&rules, &marks), Technique::AlsXyWing).0, "r3c9<>1, r4c3<>1");
    let rules = board(3, 3, &[]);
    assert_eq!(find(&rules, &marked(&rules, &marks), Technique::AlsXyWing), None);
}

#[test]
fn a_chain_of_almost_locked_sets() {
    let rules = board(3, 3, &[]);
    let first = [("r1c1", "12"), ("r1c5", "23"), ("r8c5", "34")];
    let position = |last| marked(&rules, &[&first[..], &[("r8c7", last)]].concat());
    let found = find(&rules, &position("14"), Technique::AlsXyChain).unwrap();
    let position_14 = position("14");
    let look = Look { rules: &rules, position: &position_14, texts: true };
    assert_eq!(
        format!("{} => {}", found.notation, look.conclusion(&found)),
        "1- r1c1 {1/2} -2- r1c5 {2/3} -3- r8c5 {3/4} -4- r8c7 {1/4} -1 => r1c7<>1, r8c1<>1"
    );
    assert_eq!(found.houses.len(), 4);
    // The last set lacks the 1 of the first set, or the 4 of the link.
    for last in ["45", "15"] {
        assert_eq!(find(&rules, &position(last), Technique::AlsXyChain), None);
    }
}

#[test]
fn a_blossom_has_a_petal_for_each_digit_of_the_stem() {
    let rules = board(3, 3, &[]);
    let marks = [("r5c5", "123"), ("r5c1", "19"), ("r5c2", "29"), ("r5c3", "39")];
    let position = marked(&rules, &marks);
    let (step, text) = told(&rules, &position, Technique::DeathBlossom);
    assert_eq!(
        step,
        "r4c1<>9, r4c2<>9, r4c3<>9, r5c4<>9, r5c6<>9, r5c7<>9, r5c8<>9, r5c9<>9, r6c1<>9, r6c2<>9, r6c3<>9"
    );
    assert!(
        text.starts_with("r5c5 can only be 1, 2 or 3. If it is 1, r5c1 cannot be 1 and is 9."),
        "{text}"
    );
    for (cell, digits) in [("r5c3", "38"), ("r5c2", "289"), ("r5c5", "1234")] {
        let mut marks = marks.to_vec();
        marks.iter_mut().find(|(known, _)| *known == cell).unwrap().1 = digits;
        let position = marked(&rules, &marks);
        assert_eq!(find(&rules, &position, Technique::DeathBlossom), None, "{cell} {digits}");
    }
}

#[test]
fn a_continuous_loop() {
    use Technique::*;
    let rules = board(3, 3, &[]);
    let first = [("r1c1", "12"), ("r1c9", "23"), ("r9c9", "34")];
    let position = |last| marked(&rules, &[&first[..], &[("r9c1", last)]].concat());
    let found = find(&rules, &position("14"), ContinuousNiceLoop).unwrap();
    let digits = |d: u32| found.eliminations.iter().filter(move |mark| mark.d() == d).count();
    assert_eq!([0, 1, 2, 3, 4].map(digits), [7, 7, 7, 7, 0]);
    assert!(found.text.contains("Either way, "), "{}", found.text);
    // From the start back to the start.
    let links = &found.chains[0];
    assert_eq!(links.len(), 8);
    assert_eq!(links[0].from, links[7].to);
    assert_eq!(find(&rules, &position("45"), ContinuousNiceLoop), None);
    assert_eq!(find(&rules, &position("14"), GroupedContinuousNiceLoop), None);
}

#[test]
fn a_continuous_loop_with_groups() {
    use Technique::*;
    let rules = board(3, 3, &[]);
    let places = [(0, "r1c1 r1c2 r1c9"), (11, "r2c3 r3c3 r9c3"), (26, "r9c8 r7c9")];
    let position = with_places(&rules, &places, 5);
    let found = find(&rules, &position, GroupedContinuousNiceLoop).unwrap();
    let cells: Vec<u16> = found.eliminations.iter().map(|mark| mark.cell).collect();
    for name in ["r2c1", "r3c2", "r5c9", "r9c1"] {
        assert!(cells.contains(&at(name, 9)), "{name} {cells:?}");
    }
    assert!(!cells.contains(&at("r5c5", 9)));
    assert_eq!(find(&rules, &position, ContinuousNiceLoop), None);
    let open = with_places(&rules, &places[..2], 5);
    assert_eq!(find(&rules, &open, GroupedContinuousNiceLoop), None);
}
