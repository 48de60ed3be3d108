//! No step of human logic under any rules removes a digit of a solution or places another.

use bitdoku::Verdict;
use bitdoku::control::{Control, Limits};
use bitdoku::engine::{Engine, Extent, Puzzles, Scale};
use bitdoku::logic::{Start, Step};
use bitdoku::logic::{Technique, Techniques};
use bitdoku::solve::Backend;

use super::bytes::Bytes;
use super::constraints::Rules;

pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let extent = bytes.choice(&[Extent::Path, Extent::Path, Extent::All, Extent::Next]);
    let nodes = 30 << bytes.below(6);
    let techniques: Techniques = match bytes.flag() {
        true => Techniques::DEFAULT,
        false => Technique::ALL.into_iter().filter(|_| bytes.byte() < 160).collect(),
    };
    let rules = Rules::new(&mut bytes);
    let (side, constraints) = (rules.side, rules.constraints.clone());
    let engine = Engine::new(side, side, rules.shape, constraints, None, Backend::detect())
        .expect("valid rules");
    for _ in 0..3 {
        let (givens, marks) = (rules.givens(&mut bytes), rules.marks(&mut bytes));
        let has_marks = bytes.flag();
        let (start, masks) = match has_marks {
            true => (Start::new(Puzzles::Candidates(&marks)), marks),
            false => (Start::new(Puzzles::Givens(&givens)), rules.masks(&givens)),
        };
        let Some(solutions) = rules.solutions(&masks) else { continue };
        let control = Control::within(Limits::NONE.with_nodes(nodes));
        let found = engine
            .explain(&start, Scale::Hodoku, extent, techniques, &control)
            .expect("nothing cancels");
        let context =
            || format!("{extent:?} {nodes} {techniques:?} {:?}\n{masks:?}", rules.constraints);
        for (position, step) in &found.steps {
            assert!(!step.text.is_empty(), "{step:?} {}", context());
            assert!(techniques.contains(step.technique), "{step:?} {}", context());
            assert!(step.placements.len() + step.eliminations.len() > 0, "{step:?} {}", context());
            for gone in &step.eliminations {
                let set = position.candidates[usize::from(gone.cell)];
                assert!(set >> gone.d() & 1 == 1, "{step:?} {}", context());
            }
            for solution in &solutions {
                assert!(is_sound(step, solution), "{solution:?} {step:?} {}", context());
            }
        }
        if found.end.is_full() && found.verdict == Verdict::Unique {
            assert_eq!(found.end.values[..], solutions[0][..], "{}", context());
        }
        if bytes.is_empty() {
            break;
        }
    }
}

fn is_sound(step: &Step, solution: &[u8]) -> bool {
    let digit = |cell: u16| u32::from(solution[usize::from(cell)]) - 1;
    step.placements.iter().all(|placed| digit(placed.cell) == placed.d())
        && !step.eliminations.iter().any(|gone| digit(gone.cell) == gone.d())
}
