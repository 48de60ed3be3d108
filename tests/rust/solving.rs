//! Solving against what is known otherwise: the slow reference solver, published counts, the symmetries of the
//! puzzle, and the sets of the folder named by `BITDOKU_PUZZLES` with the verdict that each set is known for.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bitdoku::board::{Candidates, Cell, Digits, Grid, HOUSES, PEERS};
use bitdoku::control::{Control, Limits, Stop};
use bitdoku::error::Error;
use bitdoku::reference;
use bitdoku::solve::{
    Answers, Backend, Level, Query, Solutions, UNDECIDED, Verdict, candidates, count, solve,
    verdict,
};
use proptest::prelude::*;

const EASY: &str =
    "9165384...2........87....316.3.1..8.7..863..5.5..9.6..13....25........744752.63..";
const EASY_3_ANSWERS: &str =
    "9165384...2........87....316.3.1..8.7..863..5.5..9.6...3....25........744752.63..";
const MEDIUM: &str =
    "4..853.69..........95....2.7....5...6...4.21..1...8..45......42.4..9....3.1..6...";
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const HARD_NO_ANSWER: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...12...68..85...1..9....4..";
const HUGE_SEARCH: &str =
    ".....6....59.....82....8....45........3........6..3.54...325..6..................";

fn grid(text: &str) -> Grid {
    let digit = |b: u8| if b == b'.' { 0 } else { b - b'0' };
    Grid::new(std::array::from_fn(|i| digit(text.as_bytes()[i]))).unwrap()
}

fn free() -> Control<'static> {
    Control::unlimited()
}

fn counted(backend: Backend, puzzle: &Grid, limit: u64) -> u64 {
    let mut counts = [0];
    count(backend, &[*puzzle], &mut counts, limit, &free()).unwrap();
    counts[0]
}

fn solved(backend: Backend, puzzle: &Grid) -> (Verdict, Grid) {
    let (mut solutions, mut verdicts) = ([Grid::EMPTY], [Verdict::Undecided]);
    solve(backend, &[*puzzle], &mut solutions, &mut verdicts, &free()).unwrap();
    (verdicts[0], solutions[0])
}

fn keeps_givens(puzzle: &Grid, solution: &Grid) -> bool {
    puzzle.cells().iter().zip(solution.cells()).all(|(&given, &digit)| given == 0 || given == digit)
}

fn walked(puzzle: &Grid, at_most: usize) -> Vec<Grid> {
    let mut walk = Solutions::new(puzzle);
    std::iter::from_fn(|| walk.next(&free()).unwrap()).take(at_most).collect()
}

/// Random puzzles around the border between one solution and several, a part of them spoilt by a wrong given.
fn puzzles() -> impl Strategy<Value = Grid> {
    let solution =
        grid("812753649943682175675491283154237896369845721287169534521974368438526917796318452");
    let wrong = prop::option::weighted(0.3, (0usize..81, 1u8..=9));
    (Just((0..81).collect::<Vec<usize>>()).prop_shuffle(), 26usize..60, wrong, symmetries())
        .prop_map(move |(order, clues, wrong, symmetry)| {
            let mut puzzle = Grid::EMPTY;
            for &i in &order[..clues] {
                puzzle.set(Cell::new(i), solution.cells()[i]);
            }
            if let Some((i, digit)) = wrong {
                puzzle.set(Cell::new(i), digit);
            }
            symmetry.apply(&puzzle)
        })
}

/// A relabelling, and permutations of rows and columns that keep bands and stacks together, transposed or not.
#[derive(Clone, Debug)]
struct Symmetry {
    digits: Vec<u8>,
    rows: Vec<usize>,
    columns: Vec<usize>,
    transposed: bool,
}

impl Symmetry {
    fn apply(&self, puzzle: &Grid) -> Grid {
        let cells = std::array::from_fn(|i| {
            let (row, column) = (self.rows[i / 9], self.columns[i % 9]);
            let from = if self.transposed { 9 * column + row } else { 9 * row + column };
            match puzzle.cells()[from] {
                0 => 0,
                digit => self.digits[digit as usize - 1],
            }
        });
        Grid::new(cells).unwrap()
    }
}

fn lines() -> impl Strategy<Value = Vec<usize>> {
    let three = || Just(vec![0, 1, 2]).prop_shuffle();
    (three(), [three(), three(), three()]).prop_map(|(bands, within)| {
        (0..9).map(|i| 3 * bands[i / 3] + within[i / 3][i % 3]).collect()
    })
}

fn symmetries() -> impl Strategy<Value = Symmetry> {
    (Just((1..=9).collect::<Vec<u8>>()).prop_shuffle(), lines(), lines(), any::<bool>()).prop_map(
        |(digits, rows, columns, transposed)| Symmetry { digits, rows, columns, transposed },
    )
}

/// The fixpoint of the rules as the documentation words them, one elimination at a time.
fn slow_candidates(puzzle: &Grid, locked: bool) -> Candidates {
    let mut open = puzzle.givens();
    loop {
        let before = open;
        for cell in Cell::all() {
            let only = open[cell.index()];
            if only.len() == 1 {
                for peer in PEERS[cell.index()] {
                    open[peer.index()] = open[peer.index()].without(only);
                }
            }
        }
        for (h, house) in HOUSES.iter().enumerate() {
            for digit in 1..=9 {
                let places: Vec<Cell> =
                    house.iter().copied().filter(|c| open[c.index()].contains(digit)).collect();
                let Some(&first) = places.first() else { return [Digits::NONE; 81] };
                if places.len() == 1 {
                    open[first.index()] = Digits::only(digit);
                }
                for (other, cells) in HOUSES.iter().enumerate() {
                    let box_and_line = (h < 18) != (other < 18);
                    if locked && box_and_line && places.iter().all(|c| cells.contains(c)) {
                        for cell in cells.iter().filter(|c| !house.contains(c)) {
                            let digits = &mut open[cell.index()];
                            *digits = digits.without(Digits::only(digit));
                        }
                    }
                }
            }
        }
        if open.contains(&Digits::NONE) {
            return [Digits::NONE; 81];
        }
        if open == before {
            return open;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn counts_and_solutions_are_the_reference_solvers(puzzle in puzzles(), limit in 1u64..200) {
        let expected = reference::count(&puzzle, limit);
        let mut all = Vec::new();
        reference::solutions(&puzzle, &mut |solution| {
            all.push(*solution);
            all.len() < 200
        });
        prop_assert_eq!(&walked(&puzzle, 200), &all);
        for backend in Backend::available() {
            prop_assert_eq!(counted(backend, &puzzle, limit), expected);
            let (verdict, solution) = solved(backend, &puzzle);
            prop_assert_eq!(verdict as usize, all.len().min(2));
            prop_assert_eq!(solution, all.first().copied().unwrap_or(Grid::EMPTY));
            if !all.is_empty() {
                prop_assert!(solution.is_solution() && keeps_givens(&puzzle, &solution));
            }
        }
    }

    #[test]
    fn counts_do_not_change_under_symmetry(puzzle in puzzles(), symmetry in symmetries()) {
        for backend in Backend::available() {
            let image = symmetry.apply(&puzzle);
            prop_assert_eq!(counted(backend, &puzzle, 1000), counted(backend, &image, 1000));
        }
    }

    #[test]
    fn one_more_given_never_makes_one_more_solution(
        puzzle in puzzles(),
        i in 0usize..81,
        digit in 1u8..=9,
    ) {
        let mut more = puzzle;
        if puzzle.cells()[i] == 0 {
            more.set(Cell::new(i), digit);
        }
        for backend in Backend::available() {
            let limit = 100_000;
            prop_assert!(counted(backend, &more, limit) <= counted(backend, &puzzle, limit));
        }
    }

    #[test]
    fn candidates_are_the_fixpoints_of_their_rules(puzzle in puzzles()) {
        let mut solutions = Vec::new();
        reference::solutions(&puzzle, &mut |solution| {
            solutions.push(*solution);
            solutions.len() < 10_000
        });
        let mut occurring = [Digits::NONE; 81];
        for solution in &solutions {
            for (digits, &digit) in occurring.iter_mut().zip(solution.cells()) {
                *digits |= Digits::only(digit);
            }
        }
        let at = |level| candidates(&puzzle, level, &free()).unwrap();
        prop_assert_eq!(at(Level::Singles), slow_candidates(&puzzle, false));
        prop_assert_eq!(at(Level::Locked), slow_candidates(&puzzle, true));
        if solutions.len() < 10_000 {
            prop_assert_eq!(at(Level::True), occurring);
        }
        let levels = [Level::Basic, Level::Singles, Level::Locked, Level::True].map(at);
        for pair in levels.windows(2) {
            prop_assert!((0..81).all(|i| pair[1][i].without(pair[0][i]).is_empty()));
        }
    }

    #[test]
    fn pencil_marks_are_obeyed(
        puzzle in puzzles(),
        forbidden in prop::collection::vec((0usize..81, 1u8..=9), 0..40),
    ) {
        let mut open = puzzle.givens();
        for &(i, digit) in &forbidden {
            open[i] = open[i].without(Digits::only(digit));
        }
        let (mut expected, mut met) = (0, 0);
        reference::solutions(&puzzle, &mut |solution| {
            met += 1;
            expected += u64::from((0..81).all(|i| open[i].contains(solution.cells()[i])));
            met < 10_000
        });
        prop_assume!(met < 10_000);
        for backend in Backend::available() {
            let (mut counts, mut found) = ([0], [Grid::EMPTY]);
            let query = Query::new(std::slice::from_ref(&open), u64::MAX - 1);
            let mut answers = Answers::new(&mut counts).with_solutions(&mut found);
            backend.search(&query, &mut answers, &free()).unwrap();
            prop_assert_eq!(counts[0], expected);
            prop_assert_eq!(expected > 0, found[0].is_solution());
            prop_assert!(expected == 0 || (0..81).all(|i| open[i].contains(found[0].cells()[i])));
        }
    }
}

#[test]
fn basic_candidates_are_what_the_givens_of_the_peers_leave() {
    let mut clashing = grid(EASY);
    clashing.set(Cell::new(80), 9);
    clashing.set(Cell::new(8), 9);
    for puzzle in [grid(EASY), grid(HARD), Grid::EMPTY, clashing] {
        let found = candidates(&puzzle, Level::Basic, &free()).unwrap();
        for cell in Cell::all() {
            let i = cell.index();
            let left = PEERS[i].iter().fold(puzzle.givens()[i], |left, &peer| {
                left.without(Digits::only(puzzle.get(peer)))
            });
            assert_eq!(found[i], left, "{cell}");
        }
    }
}

#[test]
fn libsudokus_puzzles() {
    for backend in Backend::available() {
        for (puzzle, expected) in
            [(EASY, 1), (EASY_3_ANSWERS, 3), (MEDIUM, 1), (HARD, 1), (HARD_NO_ANSWER, 0)]
        {
            assert_eq!(counted(backend, &grid(puzzle), 1000), expected, "{puzzle}");
            assert_eq!(walked(&grid(puzzle), 1000).len() as u64, expected, "{puzzle}");
        }
        let puzzle = grid(HUGE_SEARCH);
        assert_eq!(counted(backend, &puzzle, 100_000), 100_000);
        let all = walked(&puzzle, 20_000);
        assert_eq!(all.len(), 20_000);
        assert!(all.iter().all(|s| s.is_solution() && keeps_givens(&puzzle, s)));
        assert!(all.is_sorted_by(|a, b| a < b));
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }
}

#[test]
fn grids_with_no_givens_or_all() {
    for backend in Backend::available() {
        let (verdict, solution) = solved(backend, &Grid::EMPTY);
        assert_eq!(verdict, Verdict::Multiple);
        // Published as the smallest of all grids.
        assert_eq!(
            solution.to_string(),
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
        );
        assert_eq!(counted(backend, &Grid::EMPTY, 1_000_000), 1_000_000);
        let mut expected = Vec::new();
        reference::solutions(&Grid::EMPTY, &mut |solution| {
            expected.push(*solution);
            expected.len() < 2000
        });
        assert_eq!(walked(&Grid::EMPTY, 2000), expected);
        let occurring = candidates(&Grid::EMPTY, Level::True, &free()).unwrap();
        assert!(occurring.iter().all(|&digits| digits == Digits::ALL));
        assert_eq!(solved(backend, &expected[7]), (Verdict::Unique, expected[7]));
        assert_eq!(counted(backend, &expected[7], 2), 1);
    }
}

/// Boards whose true candidates once took up to 45 seconds, beside a verdict on each digit in each cell.
#[test]
fn the_candidates_of_boards_with_few_givens() {
    for text in [
        "........1.............1.....2................7....8........3.........3.......1..4",
        "....................2................2..................5......4..........7......",
        "......6.7...........3.........9.3.1.7.5........6........9...8.....1...7...1...9.5",
        "1234............................................................................5",
    ] {
        let puzzle = grid(text);
        let mut asked = Vec::new();
        for (cell, digit) in Cell::all().flat_map(|cell| (1..=9).map(move |digit| (cell, digit))) {
            let mut question = puzzle.givens();
            question[cell.index()] &= Digits::only(digit);
            asked.push(question);
        }
        let mut counts = vec![0; asked.len()];
        let query = Query::new(&asked[..], 1);
        let mut answers = Answers::new(&mut counts);
        Backend::detect().search(&query, &mut answers, &free()).unwrap();
        let found = candidates(&puzzle, Level::True, &free()).unwrap();
        for (i, counts) in counts.chunks(9).enumerate() {
            for (digit, &count) in (1..).zip(counts) {
                assert_eq!(found[i].contains(digit), count > 0, "{digit} in cell {i} of {puzzle}");
            }
        }
    }
}

#[test]
fn clashing_givens_leave_nothing() {
    for pair in [[0, 8], [0, 72], [0, 20]] {
        let mut clash = Grid::EMPTY;
        pair.iter().for_each(|&i| clash.set(Cell::new(i), 5));
        for backend in Backend::available() {
            assert_eq!(solved(backend, &clash), (Verdict::NoSolution, Grid::EMPTY));
            assert!(walked(&clash, 1).is_empty());
            for level in [Level::Singles, Level::Locked, Level::True] {
                let found = candidates(&clash, level, &free()).unwrap();
                assert!(found.iter().all(|digits| digits.is_empty()), "{level:?}");
            }
        }
    }
}

#[test]
fn running_out_of_nodes_is_reported_and_leaves_the_other_puzzles_alone() {
    for backend in Backend::available() {
        let puzzles = [EASY, HARD, EASY_3_ANSWERS, HARD_NO_ANSWER, EASY].map(grid);
        let (mut solutions, mut verdicts) = ([Grid::EMPTY; 5], [Verdict::Malformed; 5]);
        let control = Control::within(Limits::NONE.with_nodes(0));
        solve(backend, &puzzles, &mut solutions, &mut verdicts, &control).unwrap();
        assert_eq!((verdicts[0], verdicts[4]), (Verdict::Unique, Verdict::Unique));
        assert_eq!((verdicts[1], solutions[1]), (Verdict::Undecided, Grid::EMPTY));
        let mut counts = [0; 5];
        count(backend, &puzzles, &mut counts, 9, &control).unwrap();
        assert_eq!((counts[0], counts[1], counts[4]), (1, UNDECIDED, 1));

        // The walk says so too, and goes on where it was.
        let control = Control::within(Limits::NONE.with_nodes(5));
        let mut walk = Solutions::new(&grid(HUGE_SEARCH));
        let (mut found, mut interruptions) = (Vec::new(), 0);
        while found.len() < 100 {
            match walk.next(&control) {
                Ok(solution) => found.extend(solution),
                Err(error) => {
                    assert_eq!(error, Error::Stopped(Stop::Nodes));
                    interruptions += 1;
                }
            }
        }
        assert!(interruptions > 0);
        assert_eq!(found, walked(&grid(HUGE_SEARCH), 100));
    }
}

#[test]
fn work_that_is_called_off_or_late_stops() {
    for backend in Backend::available() {
        let cancel = AtomicBool::new(true);
        let control = Control::new(&cancel, Limits::NONE);
        let (mut counts, limit) = ([0], u64::MAX - 1);
        let result = count(backend, &[Grid::EMPTY], &mut counts, limit, &control);
        assert_eq!(result, Err(Error::Stopped(Stop::Cancelled)));
        let mut walk = Solutions::new(&grid(HUGE_SEARCH));
        let found: Vec<_> = (0..10).map_while(|_| walk.next(&control).ok()).collect();
        assert!(found.len() < 10, "a walk looks at the switch, however near its solutions are");
        cancel.store(false, Ordering::Relaxed);
        let next = walk.next(&control).unwrap();
        let expected = walked(&grid(HUGE_SEARCH), found.len() + 1);
        assert_eq!(next, expected.last().copied(), "it goes on where it was");

        let start = Instant::now();
        let control =
            Control::within(Limits::NONE.with_deadline(start + Duration::from_millis(50)));
        let puzzles = [grid(HUGE_SEARCH); 3];
        let mut counts = [0; 3];
        count(backend, &puzzles, &mut counts, limit, &control).unwrap();
        assert_eq!(counts, [UNDECIDED; 3]);
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn every_known_set_has_its_verdict() {
    let Ok(folder) = std::env::var("BITDOKU_PUZZLES") else {
        eprintln!("SKIPPED: BITDOKU_PUZZLES names no folder of puzzle sets");
        return;
    };
    let sets = [
        ("kaggle", Verdict::Unique),
        ("minimal", Verdict::Unique),
        ("17clue", Verdict::Unique),
        ("top1465", Verdict::Unique),
        ("hardest_1905", Verdict::Unique),
        ("hardest_1106", Verdict::Unique),
        ("multiple", Verdict::Multiple),
        ("multiple_16clue", Verdict::Multiple),
        ("none", Verdict::NoSolution),
        ("none_hard", Verdict::NoSolution),
    ];
    for (set, expected) in sets {
        let packed = std::process::Command::new("xz")
            .args(["-dc", &format!("{folder}/{set}.txt.xz")])
            .output()
            .expect("xz unpacks the sets");
        assert!(packed.status.success(), "{set}");
        let puzzles: Vec<Grid> =
            String::from_utf8(packed.stdout).unwrap().lines().map(grid).collect();
        for backend in Backend::available() {
            let mut solutions = vec![Grid::EMPTY; puzzles.len()];
            let mut verdicts = vec![Verdict::Undecided; puzzles.len()];
            solve(backend, &puzzles, &mut solutions, &mut verdicts, &free()).unwrap();
            for (i, (puzzle, solution)) in puzzles.iter().zip(&solutions).enumerate() {
                assert_eq!(verdicts[i], expected, "{set} {i}");
                if expected == Verdict::NoSolution {
                    assert_eq!(*solution, Grid::EMPTY);
                } else {
                    assert!(solution.is_solution() && keeps_givens(puzzle, solution), "{set} {i}");
                }
            }
            let mut alone = vec![Verdict::Undecided; puzzles.len()];
            verdict(backend, &puzzles, &mut alone, &free()).unwrap();
            assert_eq!(alone, verdicts, "{set}");
            // Few in a call are searched one by one.
            let part: Vec<Grid> = puzzles.iter().step_by(puzzles.len() / 180).copied().collect();
            for few in part.chunks(31) {
                let (mut solutions, mut verdicts) =
                    (vec![Grid::EMPTY; few.len()], vec![Verdict::Undecided; few.len()]);
                solve(backend, few, &mut solutions, &mut verdicts, &free()).unwrap();
                assert!(verdicts.iter().all(|&verdict| verdict == expected), "{set}");
                for (puzzle, solution) in few.iter().zip(&solutions) {
                    assert!(
                        expected == Verdict::NoSolution
                            || solution.is_solution() && keeps_givens(puzzle, solution),
                        "{set}"
                    );
                }
            }
        }
    }
}

/// A question to a batch within a budget of nodes: for each puzzle what tells the answers apart.
type Ask = fn(Backend, &[Grid], u64) -> Vec<(u64, Grid)>;

const QUESTIONS: [(&str, Ask); 5] = [
    ("verdict", |backend, puzzles, nodes| {
        let mut verdicts = vec![Verdict::Malformed; puzzles.len()];
        verdict(backend, puzzles, &mut verdicts, &within(nodes)).unwrap();
        verdicts.into_iter().map(|verdict| (verdict as u64, Grid::EMPTY)).collect()
    }),
    ("solve", |backend, puzzles, nodes| {
        let mut verdicts = vec![Verdict::Malformed; puzzles.len()];
        let mut solutions = vec![Grid::EMPTY; puzzles.len()];
        solve(backend, puzzles, &mut solutions, &mut verdicts, &within(nodes)).unwrap();
        verdicts.into_iter().map(|verdict| verdict as u64).zip(solutions).collect()
    }),
    ("count up to 20", |backend, puzzles, nodes| counts_within(backend, puzzles, 20, nodes)),
    ("count up to 100", |backend, puzzles, nodes| counts_within(backend, puzzles, 100, nodes)),
    ("count", |backend, puzzles, nodes| counts_within(backend, puzzles, u64::MAX - 1, nodes)),
];

fn within(nodes: u64) -> Control<'static> {
    Control::within(Limits::NONE.with_nodes(nodes))
}

fn counts_within(backend: Backend, puzzles: &[Grid], limit: u64, nodes: u64) -> Vec<(u64, Grid)> {
    let mut counts = vec![0; puzzles.len()];
    count(backend, puzzles, &mut counts, limit, &within(nodes)).unwrap();
    counts.into_iter().map(|count| (count, Grid::EMPTY)).collect()
}

/// How many nodes a puzzle takes is its own affair: a batch of any size answers as for each puzzle alone, whatever the
/// budget, and more so at the first budget that is enough.
#[test]
fn a_budget_of_nodes_decides_the_same_in_every_batch() {
    let thousands =
        grid("4...9.3...5267....98......2......286..4..31....9............8.1....56..71.......9");
    let kinds = [grid(HARD), grid(EASY), thousands, grid(HARD_NO_ANSWER), grid(EASY_3_ANSWERS)];
    for backend in Backend::available() {
        for (name, ask) in QUESTIONS {
            let is_open = |answer: (u64, Grid)| answer.0 == 3 || answer.0 == UNDECIDED;
            let alone = |puzzle: Grid, nodes| ask(backend, &[puzzle], nodes)[0];
            // The first budget that decides `HARD`.
            let (mut open, mut enough) = (0, 100_000);
            assert!(is_open(alone(kinds[0], open)) && !is_open(alone(kinds[0], enough)));
            while enough - open > 1 {
                let middle = (open + enough) / 2;
                let half = if is_open(alone(kinds[0], middle)) { &mut open } else { &mut enough };
                *half = middle;
            }
            for nodes in [0, 1, 23, 24, 25, 92, open, enough, enough + 40, 20 * enough] {
                let expected = kinds.map(|puzzle| alone(puzzle, nodes));
                for size in [2, 7, 31, 32, 33, 40, 64] {
                    let puzzles: Vec<Grid> = kinds.into_iter().cycle().take(size).collect();
                    let found = ask(backend, &puzzles, nodes);
                    for (i, (found, expected)) in
                        found.iter().zip(expected.iter().cycle()).enumerate()
                    {
                        assert_eq!(
                            found, expected,
                            "{backend:?}: {name} of puzzle {i} of {size} within {nodes} nodes"
                        );
                    }
                    let same = ask(backend, &vec![kinds[0]; size], nodes);
                    assert!(
                        same.iter().all(|&answer| answer == expected[0]),
                        "{backend:?}: {name} of {size} equal puzzles within {nodes} nodes"
                    );
                }
            }
        }
    }
}
