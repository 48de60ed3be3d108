//! Compares every backend with the reference, the scalar kernel and published counts.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::{Backend, Kernel};
use crate::board::{Candidates, Cell, Digits, Grid, PEERS};
use crate::control::{Control, Limits, Stop};
use crate::error::Error;
use crate::reference;
use crate::solve::lanes::{Cells, Simd};
use crate::solve::register::Nine;
use crate::solve::register::rectangle::exchanges;
use crate::solve::{Answers, Puzzles, Query, UNDECIDED};

/// Puzzles with a published number of solutions.
const KNOWN: [(&str, u64); 8] = [
    ("9165384...2........87....316.3.1..8.7..863..5.5..9.6..13....25........744752.63..", 1),
    ("9165384...2........87....316.3.1..8.7..863..5.5..9.6...3....25........744752.63..", 3),
    ("4..853.69..........95....2.7....5...6...4.21..1...8..45......42.4..9....3.1..6...", 1),
    ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 1),
    ("8..........36......7..9.2...5...7.......457.....1...3...12...68..85...1..9....4..", 0),
    ("123456789456789123789123456214365897365897214897214365531642978642978531978531642", 1),
    ("123456789457893612986217354274538196531964827698721435342685971715349268869172543", 1),
    ("3.9...4..2..7.9....87......75..6.23.6..9.4..8.28.5..41......59....1.6..7..6...1.4", 1),
];

fn grid(text: &str) -> Grid {
    text.parse().expect("81 characters")
}

/// A backend and one of its kernels.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Case(Backend, Kernel);

impl Case {
    fn name(self) -> String {
        format!("{} {:?}", self.0.name(), self.1)
    }

    fn search(
        self,
        query: &Query<'_>,
        answers: &mut Answers<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        self.0.search_by(self.1, query, answers, control)
    }
}

/// Runs `test` with every kernel of this machine, and reports the backends that the machine lacks.
fn every_backend(test: impl Fn(Case)) {
    for backend in Backend::ALL {
        if !backend.is_available() {
            eprintln!("SKIPPED: this machine cannot run the backend {}", backend.name());
            continue;
        }
        test(Case(backend, Kernel::Fastest));
        if backend != Backend::Scalar {
            test(Case(backend, Kernel::Singly));
            test(Case(backend, Kernel::Lanes));
        }
    }
}

fn every_vector_backend(test: impl Fn(Case)) {
    every_backend(|kernel| {
        if kernel.0 != Backend::Scalar {
            test(kernel);
        }
    });
}

/// Calls a function that is generic over [`Simd`] with every vector type of this machine.
macro_rules! on_all_vectors {
    ($check:ident) => {
        #[cfg(target_arch = "x86_64")]
        {
            crate::cpu::Sse::detect().inspect(|&s| $check(s));
            crate::cpu::Avx2::detect().inspect(|&s| $check(s));
            crate::cpu::Avx512::detect().inspect(|&s| $check(s));
        }
        #[cfg(target_arch = "aarch64")]
        crate::cpu::Neon::detect().inspect(|&s| $check(s));
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        crate::cpu::Simd128::detect().inspect(|&s| $check(s));
    };
}

fn search(backend: Case, puzzles: Puzzles<'_>, limit: u64, nodes: u64) -> (Vec<u64>, Vec<Grid>) {
    let mut counts = vec![77; puzzles.len()];
    let mut solutions = vec![Grid::new([9; 81]).expect("digits"); puzzles.len()];
    let query = Query::new(puzzles, limit).with_nodes(nodes);
    let control = Control::unlimited();
    let mut answers = Answers { counts: &mut counts, solutions: Some(&mut solutions) };
    backend.search(&query, &mut answers, &control).expect("not cancelled");
    let mut without = vec![77; puzzles.len()];
    let mut answers = Answers { counts: &mut without, solutions: None };
    if nodes == u64::MAX {
        backend.search(&query, &mut answers, &control).expect("not cancelled");
        assert_eq!(
            without,
            counts,
            "{} counts differently when no solution is asked for",
            backend.name()
        );
    }
    (counts, solutions)
}

/// Asserts that the answers match the expected counts, and that each solution solves its puzzle.
fn check(backend: Case, puzzles: &[Grid], limit: u64, expected: &[u64]) {
    let (counts, solutions) = search(backend, Puzzles::Grids(puzzles), limit, u64::MAX);
    for (i, puzzle) in puzzles.iter().enumerate() {
        assert_eq!(
            counts[i],
            expected[i].min(limit),
            "{} on {puzzle}, puzzle {i} of {}",
            backend.name(),
            puzzles.len()
        );
        if counts[i] == 0 {
            assert_eq!(solutions[i], Grid::EMPTY);
        } else {
            assert!(
                solves(&solutions[i], &puzzle.givens()),
                "{}: {} for {puzzle}",
                backend.name(),
                solutions[i]
            );
        }
    }
}

fn solves(solution: &Grid, puzzle: &Candidates) -> bool {
    solution.is_solution()
        && Cell::all().all(|cell| puzzle[cell.index()].contains(solution.get(cell)))
}

/// A small deterministic stream of numbers.
struct Stream(u64);

impl Stream {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// Puzzles of all kinds, with the reference's number of solutions up to 50: complete grids, few and many blanks, wrong
/// digits, clashing givens, and the published puzzles.
fn pool() -> (Vec<Grid>, Vec<u64>) {
    let mut stream = Stream(1);
    let mut puzzles: Vec<Grid> = KNOWN.iter().map(|(text, _)| grid(text)).collect();
    let complete = [puzzles[5], puzzles[6]];
    for i in 0..150 {
        let mut puzzle = complete[i % 2];
        // Shifts the digits, so that no digit is special.
        let shift = stream.below(9) as u8;
        for cell in Cell::all() {
            puzzle.set(cell, (puzzle.get(cell) + shift) % 9 + 1);
        }
        for _ in 0..[10, 40, 70, 85][i % 4] {
            puzzle.set(Cell::new(stream.below(81)), 0);
        }
        if i % 5 == 0 {
            puzzle.set(Cell::new(stream.below(81)), stream.below(9) as u8 + 1);
        }
        puzzles.push(puzzle);
    }
    let counts = puzzles.iter().map(|puzzle| reference::count(puzzle, 50)).collect();
    (puzzles, counts)
}

/// A state with four digits for the three cells of a minirow has no solution. A kernel that does not detect this
/// searches everything below the state, which never ends on boards with few givens.
#[test]
fn few_givens_take_few_guesses() {
    let mut stream = Stream(5);
    let mut puzzles = vec![
        grid(&format!("1234{}", ".".repeat(77))),
        grid(&format!("5...3{}", ".".repeat(76))),
        grid(&format!("12345678...9{}", ".".repeat(69))),
        grid("000007000000001000000000000000000000000008000000000006000000000000000009000000000"),
    ];
    for i in 0..1000 {
        let complete = grid(KNOWN[5 + i % 2].0);
        let mut puzzle = Grid::EMPTY;
        for _ in 0..1 + i % 16 {
            let cell = Cell::new(stream.below(81));
            puzzle.set(cell, (complete.get(cell) + (i % 9) as u8) % 9 + 1);
        }
        puzzles.push(puzzle);
    }
    // Random digits without clashes; some of these puzzles have no solution.
    let solvable = puzzles.len();
    for i in 0..1000 {
        let mut puzzle = Grid::EMPTY;
        for _ in 0..2 + i % 15 {
            let cell = Cell::new(stream.below(81));
            let digit = stream.below(9) as u8 + 1;
            if PEERS[cell.index()].iter().all(|peer| puzzle.get(*peer) != digit) {
                puzzle.set(cell, digit);
            }
        }
        puzzles.push(puzzle);
    }
    let scalar = Case(Backend::Scalar, Kernel::Fastest);
    let (expected, _) = search(scalar, Puzzles::Grids(&puzzles), 2, 5000);
    assert_eq!(expected[..solvable], vec![2; solvable]);
    assert!(expected.contains(&0) && !expected.contains(&UNDECIDED));
    every_vector_backend(|kernel| {
        let (counts, _) = search(kernel, Puzzles::Grids(&puzzles), 2, 5000);
        for (i, puzzle) in puzzles.iter().enumerate() {
            assert_eq!(counts[i], expected[i], "{} on {puzzle}", kernel.name());
        }
        for (i, puzzle) in puzzles.iter().enumerate().step_by(5) {
            let (counts, _) = search(kernel, Puzzles::Grids(&[*puzzle]), 2, 5000);
            assert_eq!(counts, [expected[i]], "{} on {puzzle} alone", kernel.name());
        }
    });
}

#[test]
fn published_counts() {
    every_backend(|backend| {
        let puzzles = KNOWN.map(|(text, _)| grid(text));
        check(backend, &puzzles, 100, &KNOWN.map(|(_, count)| count));
        let huge =
            ".....6....59.....82....8....45........3........6..3.54...325..6..................";
        assert_eq!(search(backend, Puzzles::Grids(&[grid(huge)]), 2001, u64::MAX).0, [2001]);
        // A puzzle that exhausts the patience, with a limit equal to the number that means undecided.
        assert_eq!(search(backend, Puzzles::Grids(&puzzles[3..4]), u64::MAX, u64::MAX).0, [1]);
    });
}

/// After one round of the lanes, three of these puzzles have one digit in each cell with the sum of a grid, and in two
/// the candidates of each box have that sum. None has a solution.
#[test]
fn full_sums_that_are_not_solved() {
    let puzzles = [
        "84.2.9..167..85..4591463872725.1.9483198...264.89...3..36.284..284...56.15..94.83",
        "46758.2...39247.5...519.7.3.4.8.9.27.93..41..286.5.3.4914..58..3.2.1.465758.7..31",
        "48.719.35.9534...7.73.6594.92.836451356194..88...27.9623895.76471468.52.5..47.1..",
        ".9..34...23...1489.64.8...2.5...6874..8.4..6..76..8..3.2.463..8..3.27..664785..2.",
        "..23.567.3467821...75196.4316342...5..98..7.65.76.932..3....86.6..2.8......9..43.",
    ]
    .map(grid);
    assert_eq!(puzzles.map(|puzzle| reference::count(&puzzle, 2)), [0; 5]);
    let puzzles: Vec<Grid> = puzzles.into_iter().cycle().take(100).collect();
    every_backend(|backend| check(backend, &puzzles, 2, &[0; 100]));
}

#[test]
fn every_size_of_batch() {
    let (puzzles, counts) = pool();
    assert!([0, 1, 50].iter().all(|n| counts.iter().filter(|count| *count == n).count() > 5));
    every_backend(|backend| {
        for size in 0..=200 {
            let pick = |i: usize| (7 * size + i) % puzzles.len();
            let batch: Vec<Grid> = (0..size).map(|i| puzzles[pick(i)]).collect();
            let expected: Vec<u64> = (0..size).map(|i| counts[pick(i)]).collect();
            check(backend, &batch, 2, &expected);
        }
        for limit in [1, 3, 49, 50] {
            check(backend, &puzzles, limit, &counts);
        }
    });
}

#[test]
fn batches_of_one_kind() {
    let unsolvable = grid(KNOWN[4].0);
    let mut clash = Grid::EMPTY;
    clash.set(Cell::new(0), 5);
    clash.set(Cell::new(1), 5);
    every_backend(|backend| {
        check(backend, &[unsolvable; 100], 2, &[0; 100]);
        check(backend, &[clash; 100], 2, &[0; 100]);
        check(backend, &[Grid::EMPTY; 100], 1, &[1; 100]);
        check(backend, &[Grid::EMPTY; 100], 2, &[2; 100]);
        check(backend, &[Grid::EMPTY; 5], 10_000, &[10_000; 5]);
    });
}

/// Puzzles that take one round next to a puzzle that takes thousands.
#[test]
fn quick_beside_long() {
    let (mut puzzles, mut counts) = pool();
    puzzles.insert(40, Grid::EMPTY);
    counts.insert(40, u64::MAX);
    every_backend(|backend| check(backend, &puzzles, 50, &counts));
}

#[test]
fn more_puzzles_than_a_run() {
    let (puzzles, counts) = pool();
    let n = 70_000;
    let batch: Vec<Grid> = (0..n).map(|i| puzzles[i % 6]).collect();
    let expected: Vec<u64> = (0..n).map(|i| counts[i % 6]).collect();
    every_vector_backend(|backend| check(backend, &batch, 2, &expected));
}

/// Counts every solution exactly once: 6 x 2 x 2 … grids that differ in known ways.
#[test]
fn long_counts_are_exact() {
    // A complete grid without its digits 1 to 4: the reference can still count it, and the stack grows beyond its first
    // capacity.
    let mut puzzle = grid(KNOWN[5].0);
    for cell in Cell::all() {
        if puzzle.get(cell) <= 4 {
            puzzle.set(cell, 0);
        }
    }
    let count = reference::count(&puzzle, u64::MAX);
    assert!(count > 1000, "{count}");
    every_backend(|backend| {
        assert_eq!(search(backend, Puzzles::Grids(&[puzzle; 3]), u64::MAX, u64::MAX).0, [count; 3]);
        assert_eq!(search(backend, Puzzles::Grids(&[puzzle]), count, u64::MAX).0, [count]);
        assert_eq!(search(backend, Puzzles::Grids(&[puzzle]), count - 1, u64::MAX).0, [count - 1]);
    });
}

/// Merged counts agree with the scalar kernel's counts one by one, and with two counts by the crate `sudoku`.
#[test]
fn nodes_that_become_the_same_count_once() {
    let mut puzzles = vec![
        grid("67.......2.....1.3...83...........5...74.5...4.....8.9.....3..........1.7.2.6.34."),
        grid("....8.3.......7........6...4.6...7....8.7.2..5....2....53...97.8...29......7...1."),
    ];
    let mut counts = vec![82_453, 226_388];
    let mut stream = Stream(3);
    while puzzles.len() < 8 {
        let mut puzzle = grid(KNOWN[5].0);
        while puzzle.clues() > 24 {
            puzzle.set(Cell::new(stream.below(81)), 0);
        }
        let scalar = Case(Backend::Scalar, Kernel::Fastest);
        let count = search(scalar, Puzzles::Grids(&[puzzle]), 200_000, u64::MAX).0[0];
        if (20_000..200_000).contains(&count) {
            puzzles.push(puzzle);
            counts.push(count);
        }
    }
    let all: Vec<Candidates> = puzzles.iter().map(|puzzle| puzzle.givens()).collect();
    every_vector_backend(|backend| {
        if backend.1 == Kernel::Singly {
            return;
        }
        check(backend, &puzzles, u64::MAX - 1, &counts);
        check(backend, &puzzles, 100_000, &counts);
        assert_eq!(search(backend, Puzzles::Candidates(&all), 300_000, u64::MAX).0, counts);
        for (puzzle, &count) in puzzles.iter().zip(&counts) {
            check(backend, &[*puzzle], count, &[count]);
            check(backend, &[*puzzle], count - 1, &[count]);
        }
        // With a limit far below the number of solutions, the allowed guesses do not suffice, and the solutions are
        // counted one by one.
        check(backend, &[puzzles[0], Grid::EMPTY], 20_000, &[82_453, u64::MAX]);
    });
}

/// Limits above which solutions are counted together, with the smallest solution of the puzzles that reach them.
#[test]
fn many_solutions_of_which_the_smallest_is_wanted() {
    let puzzles = [
        grid("67.......2.....1.3...83...........5...74.5...4.....8.9.....3..........1.7.2.6.34."),
        grid("....8.3.......7........6...4.6...7....8.7.2..5....2....53...97.8...29......7...1."),
        grid(KNOWN[0].0),
        grid(KNOWN[1].0),
        grid(KNOWN[4].0),
    ];
    let counts = [82_453, 226_388, 1, 3, 0];
    every_backend(|backend| {
        // Limits equal to the first puzzle's number of solutions, above it, and so low that solutions are not counted
        // together in the end.
        for limit in [82_453, 100_000, 20_000] {
            let expected = counts.map(|count| limit.min(count));
            let query = Query::new(Puzzles::Grids(&puzzles), limit).smallest();
            let (mut with, mut without) = ([77; 5], [77; 5]);
            let mut solutions = [Grid::EMPTY; 5];
            let control = Control::unlimited();
            let mut answers = Answers::new(&mut without);
            backend.search(&query, &mut answers, &control).expect("not cancelled");
            assert_eq!(without, expected, "{}, limit {limit}", backend.name());
            let mut answers = Answers::new(&mut with).with_solutions(&mut solutions);
            backend.search(&query, &mut answers, &control).expect("not cancelled");
            assert_eq!(with, expected, "{}, limit {limit}", backend.name());
            for (i, solution) in solutions.iter().enumerate() {
                match expected[i] {
                    0 => assert_eq!(*solution, Grid::EMPTY),
                    // The solution is blank if this search cannot find it.
                    count if count == limit => assert!(
                        *solution == Grid::EMPTY
                            || Some(*solution) == reference::first(&puzzles[i])
                    ),
                    _ => assert!(solves(solution, &puzzles[i].givens())),
                }
            }
        }
    });
}

/// The key of a node depends only on the candidates of its open cells, up to a relabeling of the digits.
#[test]
fn keys_do_not_depend_on_the_names_of_digits() {
    on_all_vectors!(check_key);
}

fn check_key<S: Simd>(s: S) {
    let mut stream = Stream(11);
    let mut keys = std::collections::BTreeSet::new();
    for node in 1..=500 {
        let mut cells: Cells = [0; 96];
        for cell in &mut cells[..81] {
            *cell = stream.below(512) as u16 & stream.below(512) as u16;
        }
        let (key, open) = s.relabelling_invariant_key(&cells);
        assert_eq!(open, cells.iter().filter(|cell| cell.count_ones() > 1).count());
        // Renames the digits, and changes the digits of closed cells.
        let mut names: [usize; 9] = std::array::from_fn(|digit| digit);
        for i in (1..9).rev() {
            names.swap(i, stream.below(i + 1));
        }
        let renamed = cells.map(|cell| match cell.count_ones() {
            0 | 1 => 0,
            _ => (0..9).filter(|digit| cell >> digit & 1 == 1).map(|digit| 1 << names[digit]).sum(),
        });
        assert_eq!(s.relabelling_invariant_key(&renamed), (key, open), "{cells:?} {names:?}");
        // Changes that matter: one candidate less in an open cell, another digit in that cell, the candidates of the
        // next cell in that cell.
        let at = (0..80).find(|&i| cells[i].count_ones() > 2).expect("cells with three");
        let mut others = [cells; 3];
        others[0][at] &= cells[at] - 1;
        others[1][at] = others[0][at] | 1 << (!cells[at]).trailing_zeros();
        others[2].swap(at, at + 1);
        for other in others.iter().filter(|other| **other != cells) {
            assert_ne!(s.relabelling_invariant_key(other).0, key, "{cells:?} {other:?}");
        }
        keys.insert(key);
        assert_eq!(keys.len(), node);
    }
}

/// Lanes that are spread from memory, and the lanes between them.
#[test]
fn spread_lanes() {
    on_all_vectors!(check_spread);
}

fn check_spread<S: Simd>(s: S) {
    let from: [u16; 32] = std::array::from_fn(|i| 1000 * (i as u16 + 1) + 7);
    let rest: [u16; 32] = std::array::from_fn(|i| i as u16);
    for start in 0..=S::LANES {
        for step in 1..=3 {
            let lanes = (start..S::LANES).step_by(step).fold(0, |lanes, lane| lanes | 1 << lane);
            let mut expected = rest;
            for (lane, &value) in (start..S::LANES).step_by(step).zip(&from) {
                expected[lane] = value;
            }
            let mut found = rest;
            s.store(s.spread(s.spreading(lanes), &from, s.load(&rest)), &mut found);
            assert_eq!(found, expected, "lanes {lanes:b} of {}", S::LANES);
        }
    }
}

/// Compares the detection of exchangeable digits in a rectangle with a search of all rectangles.
#[test]
fn rectangles() {
    #[cfg(target_arch = "x86_64")]
    {
        crate::cpu::Sse::detect().inspect(|&s| check_rectangles(super::Pairs(s)));
        crate::cpu::Avx2::detect().inspect(|&s| check_rectangles(s));
        crate::cpu::Avx512::detect().inspect(|&s| check_rectangles(super::Ymm(s)));
    }
    #[cfg(target_arch = "aarch64")]
    crate::cpu::Neon::detect().inspect(|&s| check_rectangles(super::Pairs(s)));
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    crate::cpu::Simd128::detect().inspect(|&s| check_rectangles(super::Pairs(s)));
}

fn check_rectangles<S: Nine>(s: S) {
    let mut stream = Stream(23);
    let mut found = [0; 2];
    for _ in 0..2000 {
        // Permutes rows and columns within bands and stacks, and renames the digits.
        let mut names: [u8; 9] = std::array::from_fn(|digit| digit as u8 + 1);
        let [mut rows, mut columns]: [[usize; 9]; 2] = [std::array::from_fn(|line| line); 2];
        for _ in 0..20 {
            names.swap(stream.below(9), stream.below(9));
            for lines in [&mut rows, &mut columns] {
                let band = 3 * stream.below(3);
                lines.swap(band + stream.below(3), band + stream.below(3));
            }
        }
        let complete = grid(KNOWN[5 + stream.below(2)].0);
        let cells = std::array::from_fn(|i| {
            names[complete.cells()[9 * rows[i / 9] + columns[i % 9]] as usize - 1]
        });
        // Adds further digits to some cells.
        let (few, many) = (stream.below(81), stream.below(512));
        let node = cells.map(|digit: u8| {
            let more = if stream.below(81) < few { many | stream.below(512) } else { 0 };
            1 << (digit - 1) | more as u16
        });
        let is_open = |cells: [usize; 4], [a, b]: [u8; 2]| {
            cells.iter().all(|&i| node[i] >> (a - 1) & node[i] >> (b - 1) & 1 == 1)
        };
        let mut expected = false;
        for (i, j) in (0..81).flat_map(|i| (i + 1..81).map(move |j| (i, j))) {
            let ((r, c), (q, d)) = ((i / 9, i % 9), (j / 9, j % 9));
            let corners = [i, j, 9 * r + d, 9 * q + c];
            let digits = corners.map(|cell| cells[cell]);
            expected |= r != q
                && c != d
                && (r / 3 == q / 3) != (c / 3 == d / 3)
                && digits[0] == digits[1]
                && digits[2] == digits[3]
                && is_open(corners, [digits[0], digits[2]]);
        }
        let solution = s.read_grid(&Grid::new(cells).expect("digits"));
        let node = s.read_candidates(&node.map(Digits::from_bits));
        assert_eq!(exchanges(s, &node, &solution), expected, "{cells:?}");
        found[usize::from(expected)] += 1;
    }
    assert!(found.iter().all(|&n| n > 200), "{found:?}");
}

#[test]
fn pencil_marks() {
    let (puzzles, counts) = pool();
    let mut stream = Stream(2);
    // Splitting a cell's digits into two sets splits the solutions.
    let mut halves: Vec<Candidates> = Vec::new();
    let mut totals = Vec::new();
    for (puzzle, &count) in puzzles.iter().zip(&counts) {
        if count < 50 {
            let cell = stream.below(81);
            let some = Digits::from_bits(stream.below(512) as u16);
            let mut half = puzzle.givens();
            half[cell] &= some;
            let mut other = puzzle.givens();
            other[cell] = other[cell].without(some);
            halves.extend([half, other]);
            totals.push(count);
        }
    }
    halves.push([Digits::NONE; 81]);
    every_backend(|backend| {
        let all: Vec<Candidates> = puzzles.iter().map(|puzzle| puzzle.givens()).collect();
        assert_eq!(search(backend, Puzzles::Candidates(&all), 50, u64::MAX).0, counts);
        let (parts, solutions) = search(backend, Puzzles::Candidates(&halves), 50, u64::MAX);
        for (pair, total) in parts.chunks_exact(2).zip(&totals) {
            assert_eq!(pair[0] + pair[1], *total, "{}", backend.name());
        }
        for ((count, solution), half) in parts.iter().zip(&solutions).zip(&halves) {
            assert_eq!(*count > 0, solves(solution, half), "{}", backend.name());
        }
        assert_eq!(parts.last(), Some(&0));
    });
}

/// A dive must end with its own puzzle, and not continue with the one that its lane held before.
#[test]
fn dives_that_fail_beside_dives_that_succeed() {
    let mut stream = Stream(3);
    let mut puzzles = Vec::new();
    let mut counts = Vec::new();
    for _ in 0..1500 {
        let mut puzzle = [Digits::ALL; 81];
        let is_dead = stream.below(5) < 3;
        if is_dead {
            // Three cells of a row with two digits between them.
            for cell in [0, 3, 6] {
                puzzle[cell] = Digits::from_bits(0b11);
            }
        }
        puzzles.push(puzzle);
        counts.push(if is_dead { 0 } else { 2 });
    }
    every_backend(|backend| {
        let (found, _) = search(backend, Puzzles::Candidates(&puzzles), 2, u64::MAX);
        assert_eq!(found, counts, "{}", backend.name());
    });
}

#[test]
fn a_budget_that_runs_out_leaves_its_row_alone_undecided() {
    let (mut puzzles, mut counts) = pool();
    let open = [3, 60, 61, 100];
    for &row in &open {
        puzzles.insert(row, Grid::EMPTY);
        counts.insert(row, UNDECIDED);
    }
    every_backend(|backend| {
        if backend.1 == Kernel::Lanes {
            return;
        }
        let (found, solutions) = search(backend, Puzzles::Grids(&puzzles), 1000, 1000);
        for (i, &count) in counts.iter().enumerate() {
            if count != 50 {
                assert_eq!(found[i], count, "{} on {}", backend.name(), puzzles[i]);
            }
            assert_eq!(solutions[i] == Grid::EMPTY, matches!(found[i], 0 | UNDECIDED));
        }
        let (found, _) = search(backend, Puzzles::Grids(&puzzles), 2, 0);
        for (i, &count) in counts.iter().enumerate() {
            assert!(found[i] == UNDECIDED || found[i] == count.min(2), "a node is a guess");
        }
        assert!(found.contains(&UNDECIDED));
        // The limit is reached before the budget is used up.
        let (found, _) = search(backend, Puzzles::Grids(&[Grid::EMPTY; 3]), 2, 1_000_000);
        assert_eq!(found, [2; 3]);
    });
}

#[test]
fn cancelled_in_the_middle() {
    every_backend(|backend| {
        let cancel = AtomicBool::new(false);
        let start = Instant::now();
        let poll = || start.elapsed() > Duration::from_millis(60);
        let control = Control::new(&cancel, Limits::NONE).with_poll(&poll);
        let puzzles = [Grid::EMPTY; 100];
        let query = Query::new(Puzzles::Grids(&puzzles), u64::MAX);
        let mut counts = [0; 100];
        let mut answers = Answers { counts: &mut counts, solutions: None };
        assert_eq!(backend.search(&query, &mut answers, &control), Err(Stop::Cancelled.into()));
    });
}

#[test]
fn out_of_time_leaves_what_is_open_undecided() {
    every_backend(|backend| {
        let cancel = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_millis(50);
        let control = Control::new(&cancel, Limits::NONE.with_deadline(deadline));
        let mut puzzles = vec![grid(KNOWN[0].0); 40];
        puzzles.extend([Grid::EMPTY; 3]);
        let query = Query::new(Puzzles::Grids(&puzzles), u64::MAX);
        let mut counts = vec![0; puzzles.len()];
        let mut solutions = vec![grid(KNOWN[5].0); puzzles.len()];
        let mut answers = Answers { counts: &mut counts, solutions: Some(&mut solutions) };
        assert_eq!(backend.search(&query, &mut answers, &control), Ok(()));
        assert_eq!(counts[40..], [UNDECIDED; 3]);
        assert_eq!(solutions[40..], [Grid::EMPTY; 3]);
        assert!(counts[..40].iter().all(|&count| count == 1 || count == UNDECIDED));
        assert_eq!(counts[0], 1);
    });
}

/// The search checks the time before it begins to count solutions together: a batch may contain thousands of small
/// puzzles of that kind.
#[test]
fn out_of_time_before_the_solutions_are_counted_together() {
    let puzzle =
        grid("4...9.3...5267....98......2......286..4..31....9............8.1....56..71.......9");
    assert_eq!(reference::count(&puzzle, u64::MAX), 281);
    every_vector_backend(|Case(backend, way)| {
        if way != Kernel::Lanes {
            return;
        }
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, Limits::NONE.with_deadline(Instant::now()));
        let puzzles = Puzzles::Grids(&[puzzle]);
        let query = Query::new(puzzles, u64::MAX - 1);
        let mut counts = [0];
        let mut answers = Answers { counts: &mut counts, solutions: None };
        assert_eq!(backend.search_by(way, &query, &mut answers, &control), Ok(()));
        assert_eq!(counts, [UNDECIDED], "{}", backend.name());
    });
}

/// Bytes above 9 are not a puzzle, but must be harmless.
#[test]
fn nonsense_bytes_are_harmless() {
    let nonsense: Vec<Grid> = (0..=255u8).map(|byte| Grid::unchecked([byte; 81])).collect();
    every_vector_backend(|backend| {
        let mut counts = vec![0; nonsense.len()];
        let mut solutions = vec![Grid::EMPTY; nonsense.len()];
        let query = Query::new(Puzzles::Grids(&nonsense), 2).with_nodes(1000);
        let mut answers = Answers { counts: &mut counts, solutions: Some(&mut solutions) };
        backend.search(&query, &mut answers, &Control::unlimited()).expect("not cancelled");
    });
}
