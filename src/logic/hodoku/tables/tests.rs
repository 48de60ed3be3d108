//! Positions from HoDoKu's own paths, with the lines in which it reports its steps.

use crate::logic::hodoku::proof::Proof;
use std::array::from_fn;

use super::*;
use crate::board::{Candidates, Digits};
use crate::control::Control;
use crate::logic::testing::digits;
use crate::solve::Solutions;

/// A position from the candidates of its cells; a single digit is a value.
fn position(cells: &str) -> (Position, Grid) {
    let cells: Vec<Digits> = cells.split_whitespace().map(digits).collect();
    let candidates: Candidates = from_fn(|at| cells[at]);
    let values: String = cells
        .iter()
        .map(|digits| if digits.len() == 1 { digits.smallest().to_string() } else { ".".into() })
        .collect();
    let position = Position::with_candidates(&values.parse().unwrap(), &candidates);
    let mut solutions = Solutions::new(&candidates);
    let control = Control::unlimited();
    let solution = solutions.next(&control).unwrap().expect("a solution");
    assert!(solutions.next(&control).unwrap().is_none());
    (position, solution)
}

/// The results of the searches, in the order of the scale.
fn all(position: &Position, solution: &Grid) -> [Option<Found<Proof>>; 5] {
    let mut tables = Tables::new();
    let steps = [
        tables.nice_loop(position, false, Techniques::DEFAULT),
        tables.nice_loop(position, true, Techniques::DEFAULT),
        tables.forcing_chain(position, Techniques::DEFAULT),
        tables.forcing_net(position, Techniques::DEFAULT),
    ]
    .map(|found| found.map(Found::into));
    let [first, second, third, fourth] = steps;
    [first, second, third, fourth, brute_force(position, solution).map(Found::into)]
}

/// The first successful search and the line of its step. Checks that links depend only on earlier conclusions, and that nothing
/// contradicts the solution.
fn first(cells: &str) -> (usize, String) {
    let (position, solution) = position(cells);
    let mut first = None;
    for (number, found) in all(&position, &solution).into_iter().enumerate() {
        let Some(found) = found else { continue };
        let right = |one: &Candidate| solution.get(one.classic_cell()) == one.digit;
        assert!(found.placements.iter().all(right) && !found.eliminations.iter().any(right));
        let step = found.step(&position);
        assert!(!step.text.is_empty() && step.technique == found.technique);
        for chain in &step.chains {
            let mut known: Vec<(Candidate, bool)> = Vec::new();
            for (k, link) in chain.iter().enumerate() {
                let is_start =
                    k == 0 || link.from == chain[0].from && link.from_on == chain[0].from_on;
                assert!(
                    is_start || known.contains(&(link.from, link.from_on)),
                    "{}",
                    step.notation
                );
                known.push((link.to, link.to_on));
            }
        }
        first.get_or_insert((number, step.notation));
    }
    first.expect("the last search finds something")
}

#[test]
fn aic() {
    let (number, line) = first(
        "49 49 6 7 3 1 5 8 2 1 5 7 2 4 8 6 3 9 8 3 2 6 5 9 4 7 1 \
            67 1 9 48 2 3 78 46 5 5 48 48 9 7 6 1 2 3 67 2 3 48 1 5 9 46 78 \
            349 6 148 13 89 47 2 5 478 23 489 148 5 6 27 378 19 478 24 7 5 13 89 24 38 19 6",
    );
    assert_eq!(number, 0);
    assert_eq!(
        line,
        "AIC: 4/9 9- r1c1 =9= r7c1 =3= r7c4 =1= r7c3 -1- r8c3 =1= r8c8 =9= r8c2 -9- r1c2 -4 => r1c1<>4, r1c2<>9"
    );
}

/// A conclusion that is on has a sentence with its reason; one that is off has a sentence only at the end.
#[test]
fn a_chain_in_sentences() {
    let (position, solution) = position(
        "49 49 6 7 3 1 5 8 2 1 5 7 2 4 8 6 3 9 8 3 2 6 5 9 4 7 1 \
            67 1 9 48 2 3 78 46 5 5 48 48 9 7 6 1 2 3 67 2 3 48 1 5 9 46 78 \
            349 6 148 13 89 47 2 5 478 23 489 148 5 6 27 378 19 478 24 7 5 13 89 24 38 19 6",
    );
    let found = all(&position, &solution)[0].take().expect("a chain");
    assert_eq!(
        found.step(&position).text,
        "Suppose r1c1 is not 9. Then r7c1 is 9, the only place left for 9 in column 1. \
         Then r7c4 is 3, the only place left for 3 in row 7. \
         Then r7c3 is 1, the only place left for 1 in row 7. \
         The 1 in r7c3 rules out r8c3, so r8c8 is 1, the only place left for 1 in row 8. \
         Then r8c2 is 9, the only place left for 9 in row 8. \
         r1c2 sees the 9 in r8c2, so it can only be 4.\n\
         So r1c1 is 9 or r1c2 is 4. Either way, remove 4 from r1c1; 9 from r1c2."
    );
}

#[test]
fn brute_force_takes_the_middle_cell() {
    let (number, line) = first(
        "3 2478 278 578 6 458 1 25 9 6 5 18 2 9 18 347 37 34 127 2479 1279 157 145 3 26 256 8 \
            8 1 236 69 7 469 5 2346 234 27 267 4 3 158 1568 9 168 12 9 36 5 168 148 2 346 148 7 \
            1257 2678 12678 4 3 568 27 9 125 125 2389 1239 1589 1258 7 234 1234 6 4 2679 12367 1569 125 169 8 1237 135",
    );
    assert_eq!(number, 4);
    assert_eq!(line, "Brute Force: r5c8=1");
}

#[test]
fn continuous_nice_loop() {
    let (number, line) = first(
        "3 9 7 45 2 45 6 8 1 8 1 5 9 6 3 2 7 4 4 2 6 1 8 7 3 9 5 \
            2 3 8 7 1 569 4 56 69 9 5 4 8 3 26 1 26 7 6 7 1 25 4 259 589 3 289 \
            7 48 29 3 59 1 589 456 268 5 6 29 24 7 248 89 1 3 1 48 3 6 59 28 7 245 289",
    );
    assert_eq!(number, 0);
    assert_eq!(
        line,
        "Continuous Nice Loop: 5/6/9 9= r4c6 =5= r4c8 -5- r9c8 =5= r9c5 =9= r9c9 -9- r4c9 =9= r4c6 =5 => r7c8<>5, r4c6<>6, r6c9<>9"
    );
}

#[test]
fn discontinuous_nice_loop() {
    let (number, line) = first(
        "18 346 7 46 689 2 5 39 13 9 26 56 3 568 17 4 78 12 18 23 45 45 89 17 127 3789 6 \
            4 8 9 1 7 3 6 2 5 56 1 3 2 56 8 9 4 7 56 7 2 56 4 9 3 1 8 \
            7 45 8 9 13 6 12 35 1234 3 56 1 7 2 4 8 56 9 2 9 46 8 13 5 17 367 134",
    );
    assert_eq!(number, 0);
    assert_eq!(
        line,
        "Discontinuous Nice Loop: 1/3/4 r7c9 =2= r7c7 -2- r3c7 =2= r3c2 =3= r3c8 =8= r2c8 =7= r2c6 =1= r2c9 =2= r7c9 => r7c9<>1, r7c9<>3, r7c9<>4"
    );
}

#[test]
fn forcing_chain_contradiction_removes() {
    let (number, line) = first(
        "3 45 159 7 689 19 68 2 458 167 257 8 13 4 126 367 57 9 467 2479 79 38 5 269 38 47 1 \
            178 3 2 4 69 1679 179 1578 58 5 689 679 19 3 179 4 178 2 14 479 179 5 2 8 179 3 6 \
            78 78 4 6 1 5 2 9 3 9 56 56 2 7 3 18 148 48 2 1 3 89 89 4 5 6 7",
    );
    assert_eq!(number, 2);
    assert_eq!(line, "Forcing Chain Contradiction in r4c1 => r2c1<>7");
}

#[test]
fn forcing_chain_contradiction_places() {
    let (number, line) = first(
        "289 89 3 4 7 58 25 1 6 4 26 268 3 18 158 9 7 25 1 7 5 9 6 2 3 8 4 \
            3 59 28 6 28 4 7 59 1 29 1 4 5 38 7 26 369 28 6 258 7 12 9 138 45 345 258 \
            25 234 12 7 235 16 8 46 9 7 46 16 8 15 9 145 2 3 58 238 9 12 4 136 156 56 7",
    );
    assert_eq!(number, 2);
    assert_eq!(line, "Forcing Chain Contradiction in r7c5 => r1c2=9");
}

#[test]
fn forcing_chain_verity_removes() {
    let (number, line) = first(
        "2 6 37 1 48 78 39 349 5 4 357 35 37 6 9 12 8 12 1 8 9 34 5 2 7 6 34 \
            89 479 24 579 3 14 156 125 1268 5 1 237 6 28 78 4 23 9 38 349 6 259 29 14 1235 7 1238 \
            69 349 1 8 249 5 2369 2349 7 369 459 45 249 7 36 8 129 1236 7 2 8 49 1 36 3569 459 346",
    );
    assert_eq!(number, 2);
    assert_eq!(line, "Forcing Chain Verity => r4c7<>1");
}

#[test]
fn forcing_chain_verity_places() {
    let (number, line) = first(
        "14 23 1347 6 8 2457 9 257 135 8 6 134 9 245 2457 357 257 135 9 27 5 3 27 1 4 8 6 \
            25 1 6 24 37 9 3578 3457 348 37 4 9 5 6 8 37 1 2 25 8 37 1 234 247 6 9 45 \
            134 35 14 248 9 245 58 6 7 6 59 8 7 1 3 2 45 459 47 579 2 48 45 6 1 35 389",
    );
    assert_eq!(number, 2);
    assert_eq!(line, "Forcing Chain Verity => r1c2=2");
}

#[test]
fn forcing_net_contradiction_removes() {
    let (number, line) = first(
        "5 3 468 468 1 9 7 2 468 1468 7 9 368 48 2 348 135 456 1468 14 2 5 478 367 9 134 3468 \
            1349 19 345 2 457 137 6 8 3457 7 2 3456 3468 458 36 345 9 1 1346 8 3456 346 9 1367 2 345 47 \
            38 6 1 7 2 45 3458 345 9 49 459 7 1 3 8 45 6 2 2 45 38 9 6 45 1 7 38",
    );
    assert_eq!(number, 3);
    assert!(
        line.starts_with("Forcing Net Contradiction") && line.ends_with("=> r1c4<>8"),
        "{line}"
    );
}

#[test]
fn forcing_net_contradiction_places() {
    let (number, line) = first(
        "3 79 2 157 8 1457 149 145 6 4 6 1 2 9 35 7 35 8 8 5 79 1367 136 1347 149 2 34 \
            7 8 35 136 4 135 2 136 9 26 239 4 789 1356 79 158 1368 1357 69 1 359 789 356 2 458 3468 3457 \
            1 239 36 359 7 359 4568 48 245 29 4 8 159 125 6 3 7 125 5 237 367 4 123 8 16 9 12",
    );
    assert_eq!(number, 3);
    assert!(line.starts_with("Forcing Net Contradiction") && line.ends_with("=> r4c3=5"), "{line}");
}

#[test]
fn forcing_net_verity_removes() {
    let (number, line) = first(
        "9 8 1234 7 45 23 6 1234 345 7 5 1234 14 6 238 1248 9 348 123 234 6 149 459 238 12578 12348 3578 \
            4 9 7 6 3 5 18 18 2 23 23 5 8 1 9 47 6 47 18 6 18 2 7 4 3 5 9 \
            3568 1 348 349 2 7 4589 348 34568 2368 234 9 5 48 1 248 7 3468 2358 7 2348 349 489 6 24589 2348 1",
    );
    // HoDoKu calls it a verity; it is a contradiction as well.
    assert_eq!(number, 3);
    assert!(line.starts_with("Forcing Net") && line.ends_with("=> r1c3<>4"), "{line}");
}

#[test]
fn forcing_net_verity_places() {
    let (number, line) = first(
        "56 2 8 45 7 156 9 3 146 9 346 145 2356 1356 156 7 124 8 7 346 14 2346 8 9 246 5 1246 \
            8 1 259 3567 36 4 35 279 2379 3 47 459 1 2 578 58 6 479 56 467 245 357 9 578 1 2478 2347 \
            4 9 3 8 16 167 26 127 5 2 8 7 569 156 3 46 149 1469 1 5 6 79 4 2 38 789 379",
    );
    assert_eq!(number, 3);
    assert!(line.starts_with("Forcing Net Verity") && line.ends_with("=> r2c4=2"), "{line}");
}

#[test]
fn grouped_aic() {
    let (number, line) = first(
        "289 89 3 4 7 58 125 15 6 4 26 268 3 18 158 9 7 25 1 7 5 9 6 2 3 8 4 \
            3 59 28 6 28 4 7 59 1 29 1 4 5 38 7 26 369 28 6 258 7 12 9 138 45 345 258 \
            25 234 126 7 1235 136 8 46 9 7 46 16 8 15 9 1456 2 3 58 238 9 12 4 136 156 156 7",
    );
    assert_eq!(number, 1);
    assert_eq!(
        line,
        "Grouped AIC: 1 1- r1c8 -5- r1c6 -8- r1c12 =8= r2c3 -8- r4c3 -2- r4c5 =2= r7c5 -2- r9c4 -1- r9c78 =1= r8c7 -1 => r1c7,r9c8<>1"
    );
}

#[test]
fn grouped_continuous_nice_loop() {
    let (number, line) = first(
        "4 7 6 3 2 8 5 19 19 5 2 3 169 16 69 8 7 4 1 89 89 7 4 5 36 2 36 \
            23678 368 578 456 9 1 24 368 3567 67 4 579 2 8 3 169 169 15679 2389 3689 1 456 56 7 24 3689 3569 \
            36789 1 789 69 37 4 369 5 2 369 5 4 8 13 2 7 1369 1369 379 369 2 15 1357 69 1369 4 8",
    );
    assert_eq!(number, 1);
    assert_eq!(
        line,
        "Grouped Continuous Nice Loop: 1/3/6/7 7= r9c5 =5= r6c5 =6= r2c5 -6- r2c6 =6= r9c6 -6- r9c2 =6= r78c1 -6- r5c1 -7- r9c1 =7= r9c5 =5 => r9c5<>1, r9c5<>3, r2c4,r4c1,r9c7<>6, r4c1<>7"
    );
}

#[test]
fn grouped_discontinuous_nice_loop() {
    let (number, line) = first(
        "289 89 3 4 7 58 25 1 6 4 26 268 3 18 158 9 7 25 1 7 5 9 6 2 3 8 4 \
            3 59 28 6 28 4 7 59 1 29 1 4 5 38 7 26 369 28 6 258 7 12 9 138 45 345 258 \
            25 234 126 7 1235 136 8 46 9 7 46 16 8 15 9 1456 2 3 58 238 9 12 4 136 156 56 7",
    );
    assert_eq!(number, 1);
    assert_eq!(
        line,
        "Grouped Discontinuous Nice Loop: 6 r7c3 =1= r7c56 -1- r9c4 -2- r6c4 =2= r4c5 =8= r4c3 -8- r2c3 =8= r1c12 -8- r1c6 -5- r1c7 -2- r5c7 -6- r8c7 =6= r8c23 -6- r7c3 => r7c3<>6"
    );
}

/// A loop through r4c8, r5c8, r6c8 as a group and then through r5c8 would remove 5 from r2c8, which HoDoKu prefers. But it
/// visits a cell twice.
#[test]
fn loops_do_not_come_back_to_the_middle_of_a_group() {
    let (number, line) = first(
        "1 23479 2349 35 457 459 6 8 359 389 3479 349 358 6 4589 2 14579 1359 389 6 5 2 478 1 3479 479 39 \
            236 1 236 4 9 35 8 56 7 369 58 369 156 258 7 13 1256 4 4 58 7 16 128 358 1359 12569 1239 \
            5 2349 123469 7 14 46 49 249 8 26 24 8 9 3 456 1457 12457 125 7 49 149 158 1458 2 459 3 6",
    );
    assert_eq!(number, 1);
    assert!(line.ends_with("=> r8c9<>5"), "{line}");
}

/// If r1c8 were 6, row 9 would have no place for 7. But it has lost one of its places to an elimination, so HoDoKu does not
/// recognize the contradiction and guesses.
#[test]
fn a_house_that_lost_a_place_before_is_no_contradiction() {
    let (number, line) = first(
        "1367 123678 12378 12346 5 167 467 34678 9 4 13567 1357 136 38 9 2 35678 568 3567 235678 9 2346 238 67 4567 1 4568 \
            2 1458 158 7 16 3 9 4568 14568 135 1345 6 8 9 2 15 45 7 9 178 178 5 16 4 3 68 2 \
            13567 9 4 1236 237 156 8 567 156 13567 123567 12357 136 347 8 14567 9 1456 8 1567 157 9 47 156 14567 2 3",
    );
    assert_eq!((number, line.as_str()), (4, "Brute Force: r5c1=5"));
}
