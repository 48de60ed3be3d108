//! No step of human logic removes a digit of a solution or places another, on both scales: of puzzles with one solution,
//! several or none, with givens or pencil marks, with all techniques or some.

use bitdoku::board::Candidates;
use bitdoku::control::{Control, Limits};
use bitdoku::engine::{Engine, Extent, Puzzles, Scale};
use bitdoku::logic::{Start, Step, Techniques};
use bitdoku::logic::{explainer, hodoku};
use bitdoku::solve::{Backend, Solutions};
use bitdoku::{Grid, Verdict};

use super::bytes::Bytes;

/// Solutions that steps are compared with.
const SOLUTIONS: usize = 300;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (scale, names) = match bytes.flag() {
        true => (Scale::Hodoku, hodoku::techniques_in_order()),
        false => (Scale::Explainer, explainer::techniques_in_order()),
    };
    let extent = bytes.choice(&[Extent::Path, Extent::Path, Extent::All, Extent::Next]);
    let nodes = 30 << bytes.below(6);
    let techniques = match bytes.flag() {
        true => Techniques::DEFAULT,
        false => names.into_iter().filter(|_| bytes.byte() < 160).collect(),
    };
    let has_marks = bytes.flag();
    let puzzle = bytes.puzzle(20);
    let marks = if has_marks { bytes.strike(&puzzle) } else { puzzle.givens() };
    let words = marks.map(|set| u64::from(set.bits()));
    let start = match has_marks {
        true => Start::new(Puzzles::Candidates(&words)),
        false => Start::new(Puzzles::Givens(puzzle.cells())),
    };
    let control = Control::within(Limits::NONE.with_nodes(nodes));
    let found = Engine::Classic(Backend::detect())
        .explain(&start, scale, extent, techniques, &control)
        .expect("nothing cancels");
    let context =
        format!("{scale:?} {extent:?} {nodes} {techniques:?} {has_marks} {puzzle} {marks:?}");
    let solutions = listed(&marks);
    if found.verdict != Verdict::Undecided {
        assert_eq!(found.verdict as usize, solutions.len().min(2), "{context}");
    }
    for (position, step) in &found.steps {
        assert!(!step.text.is_empty() && !step.notation.is_empty(), "{step:?} {context}");
        assert!(techniques.contains(step.technique), "{step:?} {context}");
        let changes = step.placements.len() + step.eliminations.len();
        assert!(changes > 0, "{step:?} {context}");
        for gone in &step.eliminations {
            let set = position.candidates[usize::from(gone.cell)];
            assert!(set >> gone.d() & 1 == 1, "{step:?} {context}");
        }
        for solution in &solutions {
            assert!(is_sound(step, solution), "{solution} {step:?} {context}");
        }
    }
    if found.end.is_full() && found.verdict == Verdict::Unique {
        assert_eq!(found.end.values[..], solutions[0].cells()[..], "{context}");
    }
}

fn listed(marks: &Candidates) -> Vec<Grid> {
    let mut solutions = Solutions::new(marks);
    let next = || solutions.next(&Control::unlimited()).expect("nothing cancels");
    std::iter::from_fn(next).take(SOLUTIONS).collect()
}

fn is_sound(step: &Step, solution: &Grid) -> bool {
    step.placements.iter().all(|placed| solution.get(placed.classic_cell()) == placed.digit)
        && !step.eliminations.iter().any(|gone| solution.get(gone.classic_cell()) == gone.digit)
}
