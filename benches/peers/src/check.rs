//! Do all give the same answers? Asked before anything is timed.

use bitdoku::board::Grid;
use bitdoku::solve::Verdict;

use crate::Question;
use crate::contestants::{Answers, Contestant};

/// Compares the answers of `contestant` with `truth` (those of a peer) puzzle by puzzle, and looks at each
/// solution by itself. Gives the number of puzzles with a wrong answer, and the first one as text.
pub fn compare(
    contestant: Contestant,
    puzzles: &[Grid],
    truth: &Answers,
) -> (usize, Option<String>) {
    let mut answers = Answers::new(puzzles.len());
    contestant.answer(Question::Solve, puzzles, &mut answers);
    let mut counts = Answers::new(puzzles.len());
    contestant.answer(Question::Verdict, puzzles, &mut counts);
    let mut wrong = 0;
    let mut first = None;
    for (i, puzzle) in puzzles.iter().enumerate() {
        let (verdict, solution) = (answers.verdicts[i], &answers.solutions[i]);
        let fine = verdict == truth.verdicts[i]
            && counts.verdicts[i] == verdict
            && match verdict {
                Verdict::Unique => *solution == truth.solutions[i],
                Verdict::Multiple => solves(puzzle, solution),
                _ => true,
            };
        if !fine {
            wrong += 1;
            first.get_or_insert_with(|| {
                let (name, expected) = (contestant.name(), truth.verdicts[i]);
                format!("{name}: {puzzle:?} {verdict:?} {solution:?}, expected {expected:?}")
            });
        }
    }
    (wrong, first)
}

/// Compares the counts up to `limit` of `contestant` with `truth` in the same way.
pub fn compare_counts(
    contestant: Contestant,
    puzzles: &[Grid],
    limit: u64,
    truth: &Answers,
) -> (usize, Option<String>) {
    let mut counts = vec![0; puzzles.len()];
    contestant.count(puzzles, limit, &mut counts);
    let wrong: Vec<usize> = (0..puzzles.len()).filter(|&i| counts[i] != truth.counts[i]).collect();
    let first = wrong.first().map(|&i| {
        let (name, puzzle, count, expected) =
            (contestant.name(), &puzzles[i], counts[i], truth.counts[i]);
        format!("{name}: {count} solutions of {puzzle}, expected {expected}")
    });
    (wrong.len(), first)
}

fn solves(puzzle: &Grid, solution: &Grid) -> bool {
    let givens = puzzle.cells().iter().zip(solution.cells());
    solution.is_solution()
        && givens.into_iter().all(|(&given, &digit)| given == 0 || given == digit)
}
