//! The ratings of a few puzzles; `tests/test_depth.py` compares thousands.

#![forbid(unsafe_code)]

use super::Depth;
use crate::board::Grid;
use crate::control::{Control, Limits, Stop};
use crate::cpu::Backend;
use crate::logic::Nodes;

/// Puzzles with T&E depth and B, from SHC 6.2.
const RATED: [(&str, u8, u8); 8] = [
    ("2....1...8..6..3.5.7.53.4.........1.5....9..8.6.............5.3.4..5.67..8.......", 0, 0),
    ("7..3.6.4......2....5..9.8..3..6.1.9.1.7....6...65.....43.2.9.1...............42..", 1, 1),
    (".1......3.....7....9.84..2.1..45...7.......8.2....93.......3.5..6......1..49..23.", 1, 2),
    ("6....1......5.41...4..2.3.6.....3....3615....1..7..9..........73.9...4.....8.2..5", 1, 3),
    ("..6..8..7..94.....8.39..42..........1......9248....5...5..61...2...9...1.7....38.", 1, 4),
    (".9.2.........6...52.....3.1...4...68.37..6.2.......5....954....8..7.9.....4.1.8..", 1, 5),
    ("..38..6..8...642...652......8..4..9.9.....3.7....7...8....297...561.............3", 1, 6),
    ("56.9..8..1..2.3....7.4.....3....52...2..6..1.........6.......38.3...1.2.4..6....9", 1, 7),
];

/// A puzzle of T&E depth 2.
const DEEP: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

#[test]
fn ratings_are_exact_on_every_backend() {
    let control = Control::unlimited();
    for backend in Backend::available() {
        let mut depth = Depth::new(backend);
        for (puzzle, te, b) in RATED {
            let puzzle: Grid = puzzle.parse().unwrap();
            let nodes = Nodes::new(&control);
            assert_eq!(depth.te((&puzzle).into(), &nodes), Ok(te));
            assert_eq!(depth.b((&puzzle).into(), &nodes), Ok(Some(b)));
            assert_eq!(depth.bxb((&puzzle).into(), &nodes), Ok(Some(0)));
            assert_eq!(depth.bxbb((&puzzle).into(), &nodes), Ok(Some(0)));
        }
    }
}

/// The empty grid has more open candidates than there are lanes.
#[test]
fn trial_and_error_does_not_solve_the_empty_grid() {
    let control = Control::unlimited();
    let mut depth = Depth::new(Backend::detect());
    let nodes = Nodes::new(&control);
    assert_eq!(depth.te((&Grid::EMPTY).into(), &nodes), Ok(3));
    assert_eq!(depth.b((&Grid::EMPTY).into(), &nodes), Ok(None));
    assert_eq!(depth.bxb((&Grid::EMPTY).into(), &nodes), Ok(None));
}

#[test]
fn nodes_run_out() {
    let control = Control::within(Limits::NONE.with_nodes(20));
    let puzzle: Grid = DEEP.parse().unwrap();
    let mut depth = Depth::new(Backend::detect());
    assert_eq!(depth.bxb((&puzzle).into(), &Nodes::new(&control)), Err(Stop::Nodes));
}
