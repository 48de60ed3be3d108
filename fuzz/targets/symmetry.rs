//! Canonical forms do not change under symmetries, and symmetries form a group that keeps the rules: of any boards, solvable
//! or not.

use bitdoku::board::Grid;
use bitdoku::control::Control;
use bitdoku::engine::{Engine, Puzzles};
use bitdoku::random::Key;
use bitdoku::solve::Backend;
use bitdoku::symmetry::{Group, Transform, canonical, fingerprint, transform_all};

use super::bytes::Bytes;
use super::constraints::Rules;
use super::oracle::may_hold;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    if bytes.flag() {
        classic(&mut bytes);
    } else {
        other(&mut bytes);
    }
}

fn classic(bytes: &mut Bytes<'_>) {
    let (a, b) = (bytes.transform(), bytes.transform());
    let mut grid = bytes.puzzle(0);
    if bytes.byte() >= 224 {
        // Any digits, so that most lines repeat one.
        let mut cells = *grid.cells();
        cells.iter_mut().for_each(|cell| *cell = bytes.below(10) as u8);
        grid = Grid::new(cells).expect("digits");
    }
    let moved = a.apply(&grid);
    assert_eq!(a.inverse().apply(&moved), grid, "{a:?}");
    assert_eq!(b.after(&a).apply(&grid), b.apply(&moved), "{a:?} {b:?}");
    assert_eq!(a.after(&a.inverse()), Transform::IDENTITY, "{a:?}");
    let expected = forms(Backend::Scalar, &[grid]);
    let (form, automorphisms) = expected[0];
    assert!(form.cells() <= grid.cells() && form.cells() <= moved.cells(), "{form} {grid}");
    assert!(automorphisms > 0 && 3_359_232 % automorphisms == 0, "{automorphisms} {grid}");
    for backend in Backend::available() {
        // The form is its own form. Several grids at once take other paths.
        for (i, found) in forms(backend, &[grid, moved, form, b.apply(&grid)]).iter().enumerate() {
            assert_eq!(*found, expected[0], "{backend:?} {i} {grid} {a:?} {b:?}");
        }
        let mut digests = [[0; 16]; 2];
        fingerprint(backend, &[grid, moved], &mut digests, &Control::unlimited()).unwrap();
        assert_eq!(digests[0], digests[1], "{backend:?} {grid} {a:?}");
        let mut all = [Grid::EMPTY; 3];
        transform_all(backend, &a, &[grid, form, moved], &mut all);
        assert_eq!(all, [moved, a.apply(&form), a.apply(&moved)], "{backend:?} {grid} {a:?}");
    }
}

fn forms(backend: Backend, grids: &[Grid]) -> Vec<(Grid, u32)> {
    let (mut forms, mut counts) = (vec![Grid::EMPTY; grids.len()], vec![0; grids.len()]);
    canonical(backend, grids, &mut forms, &mut counts, &Control::unlimited()).unwrap();
    forms.into_iter().zip(counts).collect()
}

fn other(bytes: &mut Bytes<'_>) {
    let control = Control::unlimited();
    let key = Key::from_u64(bytes.byte().into());
    let group = bytes.choice(&[Group::All, Group::Digits, Group::Geometry]);
    let rules = Rules::new(bytes);
    let Ok(engine) = Engine::new(
        rules.side,
        rules.side,
        rules.shape,
        rules.constraints.clone(),
        None,
        Backend::detect(),
    ) else {
        panic!("valid rules: {:?}", rules.constraints);
    };
    let puzzle = rules.givens(bytes);
    let context = format!("{:?} {group:?}\n{puzzle:?}", rules.constraints);
    let copies = 4;
    let mut moved = [&puzzle[..], &rules.board].map(|board| vec![0; copies * board.len()]);
    let moves = engine.moves(&key, group, &control).unwrap();
    moves.apply(3, copies, &puzzle, &mut moved[0], &control).unwrap();
    moves.apply(3, copies, &rules.board, &mut moved[1], &control).unwrap();
    // A symmetry takes solutions to solutions, and all else to others.
    let obeys =
        |board: &[u8]| rules.constraints.iter().all(|constraint| may_hold(constraint, board));
    for board in moved[1].chunks_exact(engine.area()) {
        assert_eq!(obeys(board), obeys(&rules.board), "{:?}\n{board:?} {context}", rules.board);
    }
    let boards = [&puzzle[..], &moved[0]].concat();
    let (mut forms, mut counts) = (vec![0; boards.len()], vec![0; 1 + copies]);
    if engine.canonical(&boards, &mut forms, &mut counts, &control).is_err() {
        return;
    }
    let mut again = forms.clone();
    for row in 1..=copies {
        let form = &forms[row * engine.area()..(row + 1) * engine.area()];
        assert_eq!(form, &forms[..engine.area()], "{moved:?} {context}");
        assert_eq!(counts[row], counts[0], "{context}");
    }
    engine.canonical(&forms, &mut again, &mut counts, &control).unwrap();
    assert_eq!(again, forms, "{context}");
    let mut solutions = vec![0; 1 + copies];
    engine.count(Puzzles::Givens(&boards[..]), &mut solutions, 20, &control).unwrap();
    assert!(
        solutions.iter().all(|&count| count == solutions[0]),
        "{solutions:?} {moved:?} {context}"
    );
}
