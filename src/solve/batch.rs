//! Verdicts, solutions and counts of many puzzles.

#![forbid(unsafe_code)]

use smallvec::{SmallVec, smallvec};

use crate::board::Grid;
use crate::control::{Control, Stop};
use crate::error::Error;

use super::enumerate::Solutions;
use super::{Answers, Backend, Puzzles, Query, UNDECIDED, Verdict, is_blank};

/// The number of puzzles in one search. At the end of a step, half of a vector kernel's lanes are empty, so a step
/// should be long; but its counts should stay in the cache.
const STEP: usize = 8192;

/// Writes the verdict and a solution for each puzzle: the lexicographically smallest solution if there are several, a
/// blank grid if there is none or the puzzle is undecided.
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If the slices differ in length.
pub fn solve<'a>(
    backend: Backend,
    puzzles: impl Into<Puzzles<'a>>,
    solutions: &mut [Grid],
    verdicts: &mut [Verdict],
    control: &Control<'_>,
) -> Result<(), Error> {
    let puzzles = puzzles.into();
    assert!(puzzles.len() == solutions.len() && puzzles.len() == verdicts.len());
    let mut step = counts_of_step(puzzles.len());
    let chunks =
        puzzles.chunks(STEP).zip(solutions.chunks_mut(STEP)).zip(verdicts.chunks_mut(STEP));
    let mut several = Solutions::none();
    for ((puzzles, solutions), verdicts) in chunks {
        let query = Query::new(puzzles, 2).with_nodes(control.nodes()).smallest();
        let counts = &mut step[..puzzles.len()];
        backend.search(&query, &mut Answers { counts, solutions: Some(solutions) }, control)?;
        for (i, &count) in counts.iter().enumerate() {
            verdicts[i] = verdict_of(count);
            if count == 2 && is_blank(&solutions[i]) {
                several.restart(puzzles.get(i));
                match several.next(control) {
                    Ok(Some(smallest)) => solutions[i] = smallest,
                    Err(Error::Stopped(Stop::Cancelled)) => return Err(Stop::Cancelled.into()),
                    _ => (verdicts[i], solutions[i]) = (Verdict::Undecided, Grid::EMPTY),
                }
            }
        }
    }
    Ok(())
}

/// Writes the verdict for each puzzle.
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If the slices differ in length.
pub fn verdict<'a>(
    backend: Backend,
    puzzles: impl Into<Puzzles<'a>>,
    verdicts: &mut [Verdict],
    control: &Control<'_>,
) -> Result<(), Error> {
    let puzzles = puzzles.into();
    assert!(puzzles.len() == verdicts.len());
    let mut step = counts_of_step(puzzles.len());
    for (puzzles, verdicts) in puzzles.chunks(STEP).zip(verdicts.chunks_mut(STEP)) {
        let query = Query::new(puzzles, 2).with_nodes(control.nodes());
        let counts = &mut step[..puzzles.len()];
        backend.search(&query, &mut Answers { counts, solutions: None }, control)?;
        verdicts
            .iter_mut()
            .zip(counts.iter())
            .for_each(|(verdict, count)| *verdict = verdict_of(*count));
    }
    Ok(())
}

/// Writes min(number of solutions, `limit`) for each puzzle, or [`UNDECIDED`].
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If the slices differ in length, or `limit` is 0.
pub fn count<'a>(
    backend: Backend,
    puzzles: impl Into<Puzzles<'a>>,
    counts: &mut [u64],
    limit: u64,
    control: &Control<'_>,
) -> Result<(), Error> {
    let puzzles = puzzles.into();
    assert!(puzzles.len() == counts.len() && limit > 0);
    let query = Query::new(puzzles, limit).with_nodes(control.nodes());
    backend.search(&query, &mut Answers { counts, solutions: None }, control)
}

/// Memory for the counts of one step in a call with `n` puzzles. A call with one puzzle takes about 100 ns; an
/// allocation would add 20 ns.
fn counts_of_step(n: usize) -> SmallVec<[u64; 8]> {
    smallvec![0; n.min(STEP)]
}

/// The verdict for a number of solutions counted up to two.
pub(crate) fn verdict_of(count: u64) -> Verdict {
    match count {
        0 => Verdict::NoSolution,
        1 => Verdict::Unique,
        UNDECIDED => Verdict::Undecided,
        _ => Verdict::Multiple,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::AtomicBool;
    use std::thread::sleep;

    use super::*;
    use crate::board::{Candidates, Digits};
    use crate::control::{Limits, POLL_INTERVAL};
    use crate::random::{Domain, Key};
    use crate::reference;

    /// Puzzles with many solutions, with few, with one and with none, so that dives succeed and fail in every way.
    fn puzzles() -> Vec<Grid> {
        make(240, &[26, 30, 34, 44], true)
    }

    /// Puzzles made by removing digits from a relabeled solved grid, eight in turn with each number of givens. With
    /// `spoiled`, one puzzle in five has a changed given and therefore often no solution.
    fn make(n: u64, givens: &[usize], spoiled: bool) -> Vec<Grid> {
        let solved = reference::first(&Grid::EMPTY).expect("the empty grid has solutions");
        let key = Key::from_u64(17);
        let mut puzzles = Vec::new();
        for i in 0..n {
            let mut words = key.words(Domain::Clues, i, 0);
            let mut order: [usize; 81] = std::array::from_fn(|cell| cell);
            words.shuffle(&mut order);
            let mut digits: [u8; 10] = std::array::from_fn(|digit| digit as u8);
            words.shuffle(&mut digits[1..]);
            let mut cells = solved.cells().map(|digit| digits[digit as usize]);
            for &cell in &order[givens[i as usize / 8 % givens.len()]..] {
                cells[cell] = 0;
            }
            if spoiled && i % 5 == 0 {
                cells[order[0]] = cells[order[0]] % 9 + 1;
            }
            puzzles.push(Grid::new(cells).expect("digits"));
        }
        puzzles
    }

    /// The result for a puzzle in a call of its own.
    fn solved(backend: Backend, puzzle: Grid) -> (Verdict, Grid) {
        let (mut solution, mut verdict) = ([Grid::EMPTY], [Verdict::Malformed]);
        let control = Control::unlimited();
        solve(backend, &[puzzle], &mut solution, &mut verdict, &control).unwrap();
        (verdict[0], solution[0])
    }

    #[test]
    fn the_smallest_of_several_solutions() {
        let puzzles = puzzles();
        let expected: Vec<(u64, Grid)> = puzzles
            .iter()
            .map(|puzzle| {
                let first = reference::first(puzzle).unwrap_or(Grid::EMPTY);
                (reference::count(puzzle, 2), first)
            })
            .collect();
        for count in 0..=2 {
            assert!(expected.iter().filter(|(n, _)| *n == count).count() >= 10);
        }
        for backend in Backend::available() {
            for size in [1, 31, 32, 240] {
                for (puzzles, expected) in puzzles.chunks(size).zip(expected.chunks(size)) {
                    let mut solutions = vec![Grid::EMPTY; puzzles.len()];
                    let mut verdicts = vec![Verdict::Malformed; puzzles.len()];
                    let control = Control::unlimited();
                    solve(backend, puzzles, &mut solutions, &mut verdicts, &control).unwrap();
                    for (i, &(count, first)) in expected.iter().enumerate() {
                        assert_eq!(verdicts[i], verdict_of(count), "{backend:?}, {}", puzzles[i]);
                        assert_eq!(solutions[i], first, "{backend:?}, {}", puzzles[i]);
                    }
                }
            }
        }
    }

    /// Limits below, at and above the values at which kernels change their method.
    #[test]
    fn counts_up_to_a_limit() {
        let puzzles = puzzles();
        let expected: Vec<u64> =
            puzzles.iter().map(|puzzle| reference::count(puzzle, 300)).collect();
        for least in [1, 4, 5, 16, 33, 256, 300] {
            assert!(expected.iter().filter(|&&count| count >= least).count() >= 10, "{least}");
        }
        for backend in Backend::available() {
            for size in [1, 31, 32, 240] {
                for limit in [1, 2, 3, 4, 5, 16, 32, 33, 255, 256, 300] {
                    let mut counts = vec![0; puzzles.len()];
                    for (puzzles, counts) in puzzles.chunks(size).zip(counts.chunks_mut(size)) {
                        count(backend, puzzles, counts, limit, &Control::unlimited()).unwrap();
                    }
                    let least = expected.iter().map(|count| *count.min(&limit));
                    assert!(counts.iter().copied().eq(least), "{backend:?}, {size}, limit {limit}");
                }
            }
        }
    }

    /// Checks the promise of [`Limits::nodes`]. These puzzles have more solutions than the node limit allows, and a
    /// dive would find them.
    #[test]
    fn n_solutions_take_n_minus_1_nodes() {
        let cancel = AtomicBool::new(false);
        for (puzzle, limit, nodes) in [
            (
                "635.2789........2...4.3.76516.3.9...9..7.26144...6....5..2.4.....6...1.........49",
                32,
                23,
            ),
            (
                "9.............4...8....79..42....65...74...1.......4.....7.65...79....3.....2....",
                16,
                13,
            ),
        ] {
            let puzzle: Grid = puzzle.parse().expect("81 characters");
            for backend in Backend::available() {
                let mut counts = [0];
                let control = Control::new(&cancel, Limits::NONE.with_nodes(nodes));
                count(backend, &[puzzle], &mut counts, limit, &control).unwrap();
                assert_eq!(counts, [UNDECIDED], "{backend:?}, {puzzle}");
            }
        }
    }

    /// For some of these puzzles, the search in order gives up at the first guess, and the usual search must continue.
    #[test]
    fn boards_with_few_givens() {
        for puzzle in make(320, &[17, 19], false) {
            // The reference would take minutes.
            let mut solutions = Solutions::none();
            solutions.restart((&puzzle).into());
            let first = solutions.next(&Control::unlimited()).unwrap().expect("a solved grid");
            for backend in Backend::available() {
                assert_eq!(solved(backend, puzzle), (Verdict::Multiple, first), "{backend:?}");
            }
        }
    }

    /// The search for one puzzle expects several solutions of these puzzles, and gives up the search in order.
    #[test]
    fn one_solution_where_several_seem_likely() {
        for puzzle in [
            "..1..7..2.........726....8...8.1.....3...867.6.....94...746.2..2.......9.....5...",
            ".6.8....5.8.91...2.....7.9..7..8..4...32...8.8....1.......7.13915...96...........",
            ".4.......3...17.6...8..6.9..........2753.18...135.........2.18...7.......8.6..4.3",
            "376..........9.......71...6....2.65....3...9.52...18.315.6..7....4..9....6..4..1.",
            "....5..1.....3.7.....6.2..9..34....7.....5....1..8..42.425.....78...19....1.7...6",
        ] {
            let puzzle: Grid = puzzle.parse().expect("81 characters");
            let first = reference::first(&puzzle).expect("a solution");
            for backend in Backend::available() {
                assert_eq!(solved(backend, puzzle), (Verdict::Unique, first), "{backend:?}");
            }
        }
    }

    #[test]
    fn vectors_find_nearly_all_smallest_solutions() {
        let several: Vec<Grid> =
            puzzles().into_iter().filter(|puzzle| reference::count(puzzle, 2) == 2).collect();
        let n = several.len();
        let first: Vec<Grid> = several.iter().filter_map(reference::first).collect();
        for backend in Backend::available().into_iter().filter(|&b| b != Backend::Scalar) {
            for (limit, size) in [(1, 1), (1, n), (2, 1), (2, n)] {
                let (mut counts, mut solutions) = (vec![0; n], vec![Grid::EMPTY; n]);
                for start in (0..n).step_by(size) {
                    let step = start..start + size;
                    let query = Query::new(&several[step.clone()], limit).smallest();
                    let mut answers = Answers::new(&mut counts[step.clone()])
                        .with_solutions(&mut solutions[step]);
                    backend.search(&query, &mut answers, &Control::unlimited()).unwrap();
                }
                assert_eq!(counts, vec![limit; n], "{backend:?}");
                let found = (0..n).filter(|&i| solutions[i] == first[i]).count();
                let missing = solutions.iter().filter(|&&s| s == Grid::EMPTY).count();
                assert_eq!(found + missing, n, "{backend:?}, limit {limit}, {size} in a call");
                assert!(100 * found >= 99 * n, "{backend:?}, limit {limit}: {found} of {n}");
            }
        }
    }

    /// Pencil marks that combine three grids: rows whose cells hold few digits, and solutions that differ everywhere.
    #[test]
    fn the_smallest_of_pencil_marks() {
        let grids: Vec<Grid> = puzzles().iter().filter_map(reference::first).collect();
        let marks: Vec<Candidates> = grids
            .windows(3)
            .map(|grids| {
                std::array::from_fn(|cell| {
                    let bit = |grid: &Grid| 1 << (grid.cells()[cell] - 1);
                    Digits::from_bits(grids.iter().map(bit).fold(0, |bits, bit| bits | bit))
                })
            })
            .collect();
        let (n, control) = (marks.len(), Control::unlimited());
        let (mut expected, mut verdicts) = (vec![Grid::EMPTY; n], vec![Verdict::Malformed; n]);
        solve(Backend::Scalar, &marks[..], &mut expected, &mut verdicts, &control).unwrap();
        assert_eq!(verdicts, vec![Verdict::Multiple; n]);
        for (first, grids) in expected.iter().zip(grids.windows(3)) {
            assert!(first.is_solution() && grids.iter().all(|grid| first.cells() <= grid.cells()));
        }
        for backend in Backend::available() {
            let mut found = vec![Grid::EMPTY; n];
            solve(backend, &marks[..], &mut found, &mut verdicts, &control).unwrap();
            assert_eq!(found, expected, "{backend:?}");
            for limit in 1..=5 {
                let (mut counts, mut scalar) = (vec![0; n], vec![0; n]);
                count(backend, &marks[..], &mut counts, limit, &control).unwrap();
                count(Backend::Scalar, &marks[..], &mut scalar, limit, &control).unwrap();
                assert_eq!(counts, scalar, "{backend:?}, limit {limit}");
                let query = Query::new(&marks[..], limit).smallest();
                let mut answers = Answers::new(&mut counts).with_solutions(&mut found);
                backend.search(&query, &mut answers, &control).unwrap();
                for ((&found, first), &count) in found.iter().zip(&expected).zip(&counts) {
                    // With fewer solutions than the limit, any solution is correct.
                    let is_any = count < limit || found == Grid::EMPTY;
                    assert!(is_any || found == *first, "{backend:?}, limit {limit}");
                }
            }
        }
    }

    /// Cancels the call at every possible moment, including during the search for the smallest of several solutions.
    #[test]
    fn a_cancelled_call_has_no_results() {
        let several: Vec<Grid> =
            puzzles().into_iter().filter(|puzzle| reference::count(puzzle, 2) == 2).collect();
        for backend in Backend::available() {
            // Counts polls until the call ends or is cancelled. Each poll lasts until the next one is due, by any clock.
            let polls = |cancelled_at: u32| {
                let cancel = AtomicBool::new(false);
                let polls = Cell::new(0);
                let poll = || {
                    sleep(2 * POLL_INTERVAL);
                    polls.set(polls.get() + 1);
                    polls.get() == cancelled_at
                };
                let control = Control::new(&cancel, Limits::NONE.with_nodes(1000)).with_poll(&poll);
                sleep(2 * POLL_INTERVAL);
                let mut solutions = [Grid::EMPTY; 1];
                let mut verdicts = [Verdict::Malformed; 1];
                let result = solve(backend, &several[..1], &mut solutions, &mut verdicts, &control);
                (result, verdicts[0], polls.get())
            };
            let (result, verdict, number) = polls(u32::MAX);
            assert_eq!((result, verdict), (Ok(()), Verdict::Multiple), "{backend:?}");
            assert!(number > 0, "{backend:?}");
            for at in 1..=number {
                let stopped = Err(Error::Stopped(Stop::Cancelled));
                assert_eq!(polls(at).0, stopped, "{backend:?}, poll {at} of {number}");
            }
        }
    }
}
