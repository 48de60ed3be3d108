//! The solver for any rules against brute force on small boards, and against known counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bitdoku::control::{Control, Limits, Stop};
use bitdoku::error::Error;
use bitdoku::generate::rules::Grids;
use bitdoku::random::{Domain, Key, Words};
use bitdoku::rules::{
    Constraint, Primitive, RuleSet, SMALLEST_UP_TO, Solutions, Solver, Start, candidates, conflicts,
};
use bitdoku::solve::{Level, Verdict};

/// Whether a full board obeys a constraint: its definition, word for word.
fn holds(constraint: &Constraint, board: &[u8]) -> bool {
    match &constraint.primitive {
        Primitive::Allowed { cell, digits } => digits >> (board[*cell] - 1) & 1 == 1,
        Primitive::Different { cells } => differ(cells, board),
        Primitive::Related { pairs, table } => {
            pairs.iter().all(|&(a, b)| table[usize::from(board[a]) - 1] >> (board[b] - 1) & 1 == 1)
        }
        Primitive::Total { cells, sum, weights, no_repeat } => {
            let weight = |i: usize| weights.as_ref().map_or(1, |weights| weights[i]);
            let digits = cells.iter().enumerate();
            let total: i64 = digits.map(|(i, &cell)| weight(i) * i64::from(board[cell])).sum();
            total == *sum && (!no_repeat || differ(cells, board))
        }
        Primitive::Accepted { cells, start, accepting, transitions, .. } => {
            let mut state = *start as i64;
            for &cell in cells {
                state = transitions[state as usize][usize::from(board[cell]) - 1];
                if state < 0 {
                    return false;
                }
            }
            accepting.contains(&(state as usize))
        }
        _ => unimplemented!("{constraint:?}"),
    }
}

fn differ(cells: &[usize], board: &[u8]) -> bool {
    cells.iter().enumerate().all(|(i, &a)| cells[..i].iter().all(|&b| board[a] != board[b]))
}

/// All boards of a side with so many digits that `hold` so far after each cell, in lexicographic order.
fn boards(side: usize, digits: u8, hold: impl Fn(&[u8]) -> bool) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = vec![vec![]];
    for _ in 0..side * side {
        all = all
            .into_iter()
            .flat_map(|board| (1..=digits).map(move |digit| [&board[..], &[digit]].concat()))
            .filter(|board| hold(board))
            .collect();
    }
    all
}

/// Whether the last cell differs from those before it in its row and column.
fn differs_in_lines(side: usize, board: &[u8]) -> bool {
    let cell = board.len() - 1;
    let mut before = (cell / side * side..cell).chain((cell % side..cell).step_by(side));
    !before.any(|other| board[other] == board[cell])
}

fn below(words: &mut Words, bound: usize) -> usize {
    words.below(bound as u64) as usize
}

fn some_cells(words: &mut Words, side: usize, count: usize) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..side * side).collect();
    words.shuffle(&mut cells);
    cells.truncate(count);
    cells
}

fn random_constraint(kind: usize, words: &mut Words, side: usize, digits: usize) -> Constraint {
    let all = (1u64 << digits) - 1;
    match kind {
        0 => Primitive::Allowed { cell: below(words, side * side), digits: 1 + words.below(all) }
            .into(),
        1 => {
            let count = 2 + below(words, (digits - 1).min(side * side - 1));
            Constraint::different(some_cells(words, side, count))
        }
        2 => {
            let cell = |words: &mut Words| below(words, side * side);
            let pairs = (0..1 + below(words, 3)).map(|_| (cell(words), cell(words))).collect();
            let table = (0..digits).map(|_| words.below(all + 1)).collect();
            Primitive::Related { pairs, table }.into()
        }
        3 => {
            let no_repeat = words.below(2) == 0;
            let count =
                1 + below(words, if no_repeat { digits } else { 2 * side }.min(side * side));
            let weights: Option<Vec<i64>> = (words.below(2) == 0)
                .then(|| (0..count).map(|_| words.below(7) as i64 - 3).collect());
            let cells = some_cells(words, side, count);
            let scale = if words.below(8) == 0 { 1000 } else { 1 };
            let board: Vec<u8> = (0..side * side).map(|_| 1 + below(words, digits) as u8).collect();
            let weights =
                weights.map(|weights| weights.iter().map(|weight| weight * scale).collect());
            // A sum that some board has, mostly.
            let at = |i: usize| weights.as_ref().map_or(1, |w: &Vec<i64>| w[i]);
            let sum = cells.iter().enumerate().map(|(i, &c)| at(i) * i64::from(board[c])).sum();
            Primitive::Total { cells, sum, weights, no_repeat }.into()
        }
        _ => {
            let states = 1 + below(words, 5);
            let count = below(words, 6);
            // Cells may come twice.
            let cells = (0..count).map(|_| below(words, side * side)).collect();
            let accepting = (0..states).filter(|_| words.below(2) == 0).collect();
            let transitions: Vec<_> = (0..states)
                .map(|_| (0..digits).map(|_| below(words, states + 1) as i64 - 1).collect())
                .collect();
            let start = below(words, states);
            Primitive::Accepted { cells, states, start, accepting, transitions: transitions.into() }
                .into()
        }
    }
}

fn latin(side: usize) -> Vec<Constraint> {
    let row = |r: usize| (0..side).map(|c| side * r + c).collect();
    let column = |c: usize| (0..side).map(|r| side * r + c).collect();
    let units = (0..side).map(row).chain((0..side).map(column));
    units.map(Constraint::different).collect()
}

/// All that can be asked of a puzzle, against the list of its solutions.
fn compare_answers(
    rules: &Arc<RuleSet>,
    solver: &mut Solver,
    puzzle: Start,
    expected: &[&Vec<u8>],
    context: &str,
) {
    let (cells, control) = (rules.cells(), Control::unlimited());
    let count = solver.count(puzzle, u64::MAX - 1, &control).unwrap();
    assert_eq!(count, expected.len() as u64, "{context}");
    let verdict = solver.verdict(puzzle, &control).unwrap();
    assert_eq!(verdict as usize, expected.len().min(2), "{context}");
    let mut solution = vec![0; cells];
    let verdict = solver.solve(puzzle, &mut solution, &control).unwrap();
    assert_eq!(verdict as usize, expected.len().min(2), "{context}");
    match expected {
        [] => assert_eq!(solution, vec![0; cells], "{context}"),
        [_, _, ..] if rules.side() > SMALLEST_UP_TO => {
            assert!(expected.contains(&&solution), "{context}");
        }
        [first, ..] => assert_eq!(&solution, *first, "{context}"),
    }
    let found = solver.find(puzzle, &mut solution, &mut { u64::MAX }, &control).unwrap();
    assert_eq!(found, !expected.is_empty(), "{context}");
    assert!(!found || expected.contains(&&solution), "{context}");

    let mut solutions = Solutions::new(Arc::clone(rules), puzzle);
    for board in expected {
        assert_eq!(solutions.next(&control).unwrap().as_deref(), Some(&board[..]), "{context}");
    }
    assert_eq!((solutions.next(&control), solutions.next(&control)), (Ok(None), Ok(None)));

    let mut occurring = vec![0u64; cells];
    for board in expected {
        occurring.iter_mut().zip(board.iter()).for_each(|(mask, d)| *mask |= 1 << (d - 1));
    }
    let (mut masks, mut wider) = (vec![0; cells], vec![!0; cells]);
    for level in [Level::Basic, Level::Singles, Level::Locked, Level::True] {
        candidates(solver, puzzle, level, &mut masks, &control).unwrap();
        assert!(masks.iter().zip(&wider).all(|(mask, wide)| mask & !wide == 0), "{context}");
        assert!(masks.iter().zip(&occurring).all(|(mask, d)| d & !mask == 0), "{context}");
        wider.copy_from_slice(&masks);
    }
    assert_eq!(masks, occurring, "{context}");
}

/// Random puzzles by the rules, with givens and with pencil marks, against the list of all boards.
fn compare(
    (side, digits): (usize, usize),
    constraints: &[Constraint],
    boards: &[Vec<u8>],
    words: &mut Words,
) {
    let rules = Arc::new(RuleSet::with_digits(side, digits, None, constraints).unwrap());
    // Plain search, clause learning at once, and a change from one to the other.
    let mut solver = Solver::with_patience(&rules, [u64::MAX, 0, 1][below(words, 3)]);
    let obeying: Vec<&Vec<u8>> =
        boards.iter().filter(|board| constraints.iter().all(|c| holds(c, board))).collect();
    for givens in [0, 1, 2, 4] {
        let mut puzzle = vec![0; side * side];
        let from = match obeying.len() {
            0 => &boards[below(words, boards.len())],
            n if words.below(4) > 0 => obeying[below(words, n)],
            _ => &boards[below(words, boards.len())],
        };
        for cell in some_cells(words, side, givens) {
            puzzle[cell] = from[cell];
        }
        let fits = |board: &&&Vec<u8>| {
            puzzle.iter().zip(board.iter()).all(|(&given, &digit)| given == 0 || given == digit)
        };
        let expected: Vec<&Vec<u8>> = obeying.iter().filter(fits).copied().collect();
        let context = format!("{constraints:?}\n{puzzle:?}");
        compare_answers(&rules, &mut solver, Start::Givens(&puzzle), &expected, &context);

        let marks = pencil_marks(words, digits, from);
        let fits = |board: &&&Vec<u8>| is_within(board, &marks);
        let expected: Vec<&Vec<u8>> = obeying.iter().filter(fits).copied().collect();
        let context = format!("{constraints:?}\n{marks:?}");
        compare_answers(&rules, &mut solver, Start::Candidates(&marks), &expected, &context);

        // Givens that clash leave no solution; a full board clashes exactly if it breaks a rule.
        let mut clashes = vec![false; side * side];
        conflicts(&rules, &puzzle, &mut clashes);
        let has_solution = obeying.iter().any(|board| {
            puzzle.iter().zip(board.iter()).all(|(&given, digit)| given == 0 || given == *digit)
        });
        assert!(!clashes.contains(&true) || !has_solution, "{context}");
        let full = &boards[below(words, boards.len())];
        conflicts(&rules, full, &mut clashes);
        let empty_reading = constraints.iter().any(|constraint| {
            matches!(&constraint.primitive, Primitive::Accepted { cells, .. } if cells.is_empty())
        });
        if !empty_reading {
            assert_eq!(
                clashes.contains(&true),
                !constraints.iter().all(|c| holds(c, full)),
                "{context}\n{full:?}"
            );
        }
    }
}

#[test]
fn a_broken_total_without_weights_is_marked() {
    let total = |sum| {
        Primitive::Total {
            cells: vec![13, 2, 2],
            sum,
            weights: Some(vec![0, 1, -1]),
            no_repeat: false,
        }
        .into()
    };
    let mut puzzle = [0; 16];
    puzzle[13] = 3;
    for (sum, is_broken) in [(-3, true), (0, false)] {
        let rules = RuleSet::with_digits(4, 4, Some((2, 2)), &[total(sum)]).unwrap();
        let mut marks = [false; 16];
        conflicts(&rules, &puzzle, &mut marks);
        assert!((0..16).all(|cell| marks[cell] == (is_broken && cell == 13)));
        let verdict = Solver::new(&rules).verdict(&puzzle[..], &Control::unlimited()).unwrap();
        assert_eq!(verdict, if is_broken { Verdict::NoSolution } else { Verdict::Multiple });
    }
}

/// Random digits for each cell, mostly with those of `board` among them, and some that the board has not.
fn pencil_marks(words: &mut Words, digits: usize, board: &[u8]) -> Vec<u64> {
    let all = (1 << digits) - 1;
    let broken = if words.below(8) == 0 { below(words, board.len()) } else { usize::MAX };
    let marks = board.iter().enumerate().map(|(cell, &digit)| {
        let more = words.next_word() & words.next_word();
        match words.below(8) {
            0 => !0,
            1 => 1 << (digit - 1),
            _ if cell == broken => more & all,
            _ => more | 1 << (digit - 1),
        }
    });
    marks.collect()
}

fn is_within(board: &[u8], marks: &[u64]) -> bool {
    board.iter().zip(marks).all(|(&digit, mark)| mark >> (digit - 1) & 1 == 1)
}

#[test]
fn every_kind_of_constraint_agrees_with_brute_force_on_3x3() {
    let boards = boards(3, 3, |_| true);
    let mut words = Key::from_u64(1).words(Domain::Clues, 0, 0);
    for round in 0..250 {
        let kinds = if round < 100 {
            vec![round % 5; 3]
        } else {
            (0..4).map(|_| below(&mut words, 5)).collect()
        };
        let mut constraints: Vec<Constraint> =
            kinds.into_iter().map(|kind| random_constraint(kind, &mut words, 3, 3)).collect();
        if round % 3 == 0 {
            constraints.extend(latin(3));
        }
        compare((3, 3), &constraints, &boards, &mut words);
    }
}

#[test]
fn every_kind_of_constraint_agrees_with_brute_force_on_latin_squares() {
    let boards = boards(4, 4, |board| differs_in_lines(4, board));
    assert_eq!(boards.len(), 576);
    let mut words = Key::from_u64(2).words(Domain::Clues, 0, 0);
    for round in 0..300 {
        let mut constraints: Vec<Constraint> = (0..1 + round % 4)
            .map(|i| random_constraint((round + i * i) % 5, &mut words, 4, 4))
            .collect();
        constraints.extend(latin(4));
        compare((4, 4), &constraints, &boards, &mut words);
    }
}

/// With more digits than the side, rows and columns hold some of them.
#[test]
fn every_kind_of_constraint_agrees_with_brute_force_with_more_digits_than_the_side() {
    let mut words = Key::from_u64(5).words(Domain::Clues, 0, 0);
    // With 9 and 12 digits a set of cells has more words than the board needs, with 17 there is another engine.
    for (side, digits, rounds, known) in [
        (2, 3, 60, 18),
        (2, 5, 60, 260),
        (2, 9, 30, 4_104),
        (2, 12, 10, 14_652),
        (2, 17, 3, 65_552),
        (3, 5, 15, 27_480),
    ] {
        let boards = boards(side, digits as u8, |board| differs_in_lines(side, board));
        assert_eq!(boards.len(), known, "{side} {digits}");
        for round in 0..rounds {
            let mut constraints: Vec<Constraint> = (0..1 + round % 4)
                .map(|i| random_constraint((round + i * i) % 5, &mut words, side, digits))
                .collect();
            constraints.extend(latin(side));
            compare((side, digits), &constraints, &boards, &mut words);
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |side: usize, constraint: Constraint| {
        RuleSet::new(side, &[constraint]).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(RuleSet::new(65, &[]).unwrap_err().to_string(), "side is 65; expected 1..64");
    assert_eq!(
        RuleSet::with_digits(9, 7, None, &[]).unwrap_err().to_string(),
        "7 digits; expected 9..64 on a board with side 9"
    );
    assert_eq!(
        refused(4, Constraint::different(vec![0, 16])),
        "constraints[0]: cell 16; expected 0..15"
    );
    assert_eq!(
        refused(4, Constraint::different(vec![3, 1, 3])),
        "constraints[0]: cell 3 occurs twice"
    );
    assert_eq!(
        refused(2, Constraint::different(vec![0, 1, 2])),
        "constraints[0]: 3 cells cannot all differ in 2 digits"
    );
    assert_eq!(
        refused(4, Primitive::Allowed { cell: 0, digits: 16 }.into()),
        "constraints[0]: digit 5; expected 1..4"
    );
    assert_eq!(
        refused(4, Primitive::Related { pairs: vec![(0, 1)], table: vec![1; 3] }.into()),
        "constraints[0]: a table of 3 rows; expected 4"
    );
    let total = |sum, weights| {
        Primitive::Total { cells: vec![0, 1], sum, weights, no_repeat: false }.into()
    };
    assert_eq!(refused(4, total(3, Some(vec![1]))), "constraints[0]: 1 weights for 2 cells");
    assert_eq!(
        refused(4, total(i64::MIN, None)),
        format!("constraints[0]: number {} is beyond ±2^40", i64::MIN)
    );
    let cells = vec![0; 65_537];
    let long = Primitive::Total { cells, sum: 3, weights: None, no_repeat: false }.into();
    assert_eq!(refused(4, long), "constraints[0]: 65537 cells; expected at most 65536");
}

/// Plain Sudoku with boxes of so many rows and columns.
fn plain(height: usize, width: usize) -> Vec<Constraint> {
    let side = height * width;
    let mut constraints = latin(side);
    for b in 0..side {
        let (top, left) = (b / height * height, b % height * width);
        let cells = (0..side).map(|i| side * (top + i / width) + left + i % width).collect();
        constraints.push(Constraint::different(cells));
    }
    constraints
}

/// The same rules with one that says nothing, so that the solver for small boards does not see them.
fn disguised(height: usize, width: usize) -> RuleSet {
    let side = height * width;
    let mut constraints = plain(height, width);
    constraints.push(Primitive::Allowed { cell: 0, digits: (1 << side) - 1 }.into());
    RuleSet::new(side, &constraints).unwrap()
}

/// All 13,579,680 uniquely solvable puzzles of 4x4, by clues, as published; grids that differ by names of digits
/// have as many.
#[test]
fn all_puzzles_of_4x4_are_judged() {
    let rules = Arc::new(RuleSet::new(4, &plain(2, 2)).unwrap());
    let control = Control::unlimited();
    let mut solver = Solver::new(&rules);
    let top = [[1u8, 2, 3, 4], [0; 4], [0; 4], [0; 4]].concat();
    let mut solutions = Solutions::new(Arc::clone(&rules), &top[..]);
    let grids: Vec<_> = std::iter::from_fn(|| solutions.next(&control).unwrap()).collect();
    assert_eq!(grids.len(), 12);
    let mut by_clues = [0u64; 17];
    for grid in &grids {
        for clues in 0u32..1 << 16 {
            let puzzle: Vec<u8> =
                (0..16).map(|i| if clues >> i & 1 == 1 { grid[i] } else { 0 }).collect();
            if solver.verdict(&puzzle[..], &control).unwrap() == Verdict::Unique {
                by_clues[clues.count_ones() as usize] += 24;
            }
        }
    }
    assert_eq!(by_clues[..4], [0; 4]);
    assert_eq!(
        by_clues[4..],
        [
            25_728, 284_160, 1_041_408, 2_141_184, 2_961_024, 2_958_336, 2_204_928, 1_239_552,
            522_624, 161_280, 34_560, 4_608, 288
        ]
    );
    assert_eq!(by_clues.iter().sum::<u64>(), 13_579_680);
}

/// 28,200,960 grids of 6x6: by the search, which names no digits before they are needed, below each of the six first digits.
#[test]
fn all_grids_of_6x6_are_counted() {
    let control = Control::unlimited();
    for (height, width) in [(2, 3), (3, 2)] {
        let rules = RuleSet::new(6, &plain(height, width)).unwrap();
        let mut solver = Solver::new(&rules);
        let count = |solver: &mut Solver, puzzle: &[u8]| {
            solver.count(puzzle, u64::MAX - 1, &control).unwrap()
        };
        assert_eq!(count(&mut solver, &[0; 36]), 28_200_960);
        for digit in 1..=6 {
            let mut puzzle = [0; 36];
            puzzle[14] = digit;
            assert_eq!(count(&mut solver, &puzzle), 28_200_960 / 6);
        }
        // Without interchangeable digits there is nothing to save.
        let mut puzzle = [0; 36];
        puzzle[..5].copy_from_slice(&[3, 1, 4, 6, 5]);
        assert_eq!(count(&mut solver, &puzzle), 28_200_960 / 720);
    }
}

/// The solver for small boards and the general one: verdicts, counts, smallest solutions.
#[test]
fn small_boards_agree_with_the_general_solver() {
    let control = Control::unlimited();
    let mut words = Key::from_u64(3).words(Domain::Clues, 0, 0);
    for (height, width) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        let side = height * width;
        let (rules, general) =
            (RuleSet::new(side, &plain(height, width)).unwrap(), disguised(height, width));
        let (mut solver, mut other) = (Solver::new(&rules), Solver::new(&general));
        let mut verdicts = [0; 3];
        let grids = Grids::new(&rules, false, &control).unwrap();
        for item in 0..400 {
            let mut grid = vec![0; side * side];
            grids.fill(&rules, &Key::from_u64(4), item, &mut grid, &control).unwrap();
            let keep = side * side * (2 + below(&mut words, 4)) / 8;
            let mut puzzle = vec![0; side * side];
            for cell in some_cells(&mut words, side, keep) {
                puzzle[cell] = grid[cell];
            }
            if item % 5 == 0 {
                puzzle[below(&mut words, side * side)] = 1 + below(&mut words, side) as u8;
            }
            let (mut a, mut b) = (grid.clone(), grid.clone());
            let verdict = solver.solve(&puzzle[..], &mut a, &control).unwrap();
            assert_eq!(verdict, other.solve(&puzzle[..], &mut b, &control).unwrap(), "{puzzle:?}");
            assert_eq!(a, b, "{puzzle:?}");
            verdicts[verdict as usize] += 1;
            let count = solver.count(&puzzle[..], 1000, &control).unwrap();
            assert_eq!(count, other.count(&puzzle[..], 1000, &control).unwrap(), "{puzzle:?}");
        }
        assert!(verdicts.iter().all(|&n| n > 10), "{verdicts:?}");
    }
}

/// Classic 9x9 is the one size that has a solver of its own: both have to say the same.
#[test]
fn classic_boards_agree_with_the_classic_solver() {
    let rules = RuleSet::new(9, &plain(3, 3)).unwrap();
    let control = Control::unlimited();
    let mut solver = Solver::new(&rules);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("tests/data") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(path).expect("text");
        for line in
            text.lines().filter(|line| line.split(':').count() == 3 && !line.starts_with('#'))
        {
            let digits =
                |text: &str| text.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
            let fields: Vec<&str> = line.split(':').collect();
            let (puzzle, count): (Vec<u8>, u64) = (digits(fields[0]), fields[1].parse().unwrap());
            let expected = if count == 0 { vec![0; 81] } else { digits(fields[2]) };
            let mut solution = vec![0; 81];
            let verdict = solver.solve(&puzzle[..], &mut solution, &control).unwrap();
            assert_eq!((verdict as u64, solution), (count.min(2), expected), "{line}");
            assert_eq!(solver.count(&puzzle[..], count + 1, &control).unwrap(), count, "{line}");
            seen += 1;
        }
    }
    assert!(seen > 300);
}

/// The solutions of pencil marks, at most `limit` of them, in order: by backtracking, a cell with the fewest digits first.
fn backtrack(constraints: &[Constraint], marks: &[u64], limit: usize) -> Vec<Vec<u8>> {
    fn extend(peers: &[Vec<usize>], board: &[u64], limit: usize, found: &mut Vec<Vec<u8>>) {
        let open = (0..board.len()).filter(|&cell| board[cell].count_ones() != 1);
        let Some(cell) = open.min_by_key(|&cell| board[cell].count_ones()) else {
            found.push(board.iter().map(|mark| mark.trailing_zeros() as u8 + 1).collect());
            return;
        };
        for digit in (0..64).map(|d| 1 << d).filter(|digit| board[cell] & digit != 0) {
            let mut board = board.to_vec();
            board[cell] = digit;
            if found.len() < limit && settle(peers, &mut board, cell) {
                extend(peers, &board, limit, found);
            }
        }
    }
    /// Takes the digit of a cell from its peers, and so on; whether all keep a digit.
    fn settle(peers: &[Vec<usize>], board: &mut [u64], cell: usize) -> bool {
        peers[cell].iter().all(|&peer| {
            let before = board[peer];
            board[peer] &= !board[cell];
            let is_new = board[peer] != before && board[peer].count_ones() == 1;
            board[peer] != 0 && (!is_new || settle(peers, board, peer))
        })
    }
    let mut peers = vec![Vec::new(); marks.len()];
    for constraint in constraints {
        if let Primitive::Different { cells } = &constraint.primitive {
            for (&a, &b) in cells.iter().flat_map(|a| cells.iter().map(move |b| (a, b))) {
                if a != b {
                    peers[a].push(b);
                }
            }
        }
    }
    let mut board = marks.to_vec();
    let mut found = Vec::new();
    let single = |cell: &usize| marks[*cell].count_ones() == 1;
    if !marks.contains(&0) && (0..marks.len()).filter(single).all(|c| settle(&peers, &mut board, c))
    {
        extend(&peers, &board, limit, &mut found);
    }
    found.sort();
    found
}

/// Pencil marks on boards of several engines: the small one, boards of each number of words, the trail.
#[test]
fn pencil_marks_agree_with_backtracking() {
    let x = |height: usize, width: usize| {
        let side = height * width;
        let mut constraints = plain(height, width);
        let diagonals = [
            (0..side).map(|i| side * i + i).collect(),
            (1..=side).map(|i| (side - 1) * i).collect(),
        ];
        constraints.extend(diagonals.map(Constraint::different));
        constraints
    };
    // With the share of the cells that have several digits, in percent.
    let rules = [
        (4, plain(2, 2), 100),
        (6, plain(2, 3), 75),
        (6, x(2, 3), 100),
        (9, x(3, 3), 90),
        (9, plain(3, 3), 80),
        (12, plain(3, 4), 54),
        (20, plain(4, 5), 36),
    ];
    for (side, constraints, share) in rules {
        let mut words = Key::from_u64(7).words(Domain::Clues, side as u64, 0);
        let rules = Arc::new(RuleSet::new(side, &constraints).unwrap());
        let mut solver = Solver::new(&rules);
        let all = (1 << side) - 1;
        let mut verdicts = [0; 3];
        let grids = Grids::new(&rules, false, &Control::unlimited()).unwrap();
        for item in 0..60 {
            let mut grid = vec![0; side * side];
            grids.fill(&rules, &Key::from_u64(8), item, &mut grid, &Control::unlimited()).unwrap();
            let mut marks: Vec<u64> = grid.iter().map(|&digit| 1 << (digit - 1)).collect();
            for mark in &mut marks {
                if words.below(100) < share {
                    *mark |= words.next_word() & all;
                }
            }
            if item % 5 == 0 {
                let cell = below(&mut words, side * side);
                marks[cell] = all & !marks[cell];
            }
            let found = backtrack(&constraints, &marks, 200);
            verdicts[found.len().min(2)] += 1;
            if found.len() < 200 {
                let expected: Vec<&Vec<u8>> = found.iter().collect();
                let context = format!("side {side}, item {item}: {marks:?}");
                compare_answers(
                    &rules,
                    &mut solver,
                    Start::Candidates(&marks),
                    &expected,
                    &context,
                );
            }
        }
        assert!(verdicts.iter().all(|&n| n >= 2), "side {side}: {verdicts:?}");
    }
}

/// Givens are pencil marks of one digit, and blanks those of all: the same search, node by node.
#[test]
fn givens_as_pencil_marks_take_the_same_nodes() {
    let control = Control::unlimited();
    for (height, width) in [(2, 3), (3, 3), (4, 4)] {
        let side = height * width;
        let rules = Arc::new(RuleSet::new(side, &plain(height, width)).unwrap());
        let mut solver = Solver::new(&rules);
        let grids = Grids::new(&rules, false, &control).unwrap();
        for item in 0..20 {
            let mut puzzle = vec![0; side * side];
            grids.fill(&rules, &Key::from_u64(3), item, &mut puzzle, &control).unwrap();
            let mut words = Key::from_u64(3).words(Domain::Clues, item, 0);
            let share = if side == 16 { 45 } else { 72 };
            puzzle.iter_mut().filter(|_| words.below(100) < share).for_each(|digit| *digit = 0);
            let mask = |&digit: &u8| if digit == 0 { !0 } else { 1u64 << (digit - 1) };
            let marks: Vec<u64> = puzzle.iter().map(mask).collect();
            for nodes in [0, 1, 3, 10, 30, 100, u64::MAX] {
                let control = Control::within(Limits::NONE.with_nodes(nodes));
                assert_eq!(
                    solver.count(&puzzle[..], 50, &control),
                    solver.count(&marks[..], 50, &control),
                    "{nodes} nodes, {puzzle:?}"
                );
            }
        }
    }
}

/// A cancelled call loses nothing: the next one goes on from there.
#[test]
fn solutions_go_on_after_an_interrupt() {
    let mut constraints = plain(3, 3);
    constraints.push(Constraint::different((0..9).map(|i| 10 * i).collect()));
    let rules = Arc::new(RuleSet::new(9, &constraints).unwrap());
    let puzzle = [0u8; 81];
    let control = Control::unlimited();
    let mut solutions = Solutions::new(Arc::clone(&rules), &puzzle[..]);
    let expected: Vec<_> = (0..2000).map(|_| solutions.next(&control).unwrap()).collect();
    assert!(expected.is_sorted());
    let cancel = AtomicBool::new(true);
    let cancelled = Control::new(&cancel, Limits::NONE);
    let mut interrupted = Solutions::new(rules, &puzzle[..]);
    let mut interrupts = 0;
    for solution in &expected {
        let found = match interrupted.next(&cancelled) {
            Err(error) => {
                assert_eq!(error, Error::Stopped(Stop::Cancelled));
                interrupts += 1;
                interrupted.next(&control).unwrap()
            }
            Ok(found) => found,
        };
        assert_eq!(found, *solution);
    }
    assert!(interrupts > 5, "{interrupts}");
    assert!(cancel.load(Ordering::Relaxed));
}
