//! Human logic against what is known otherwise: the paths of the original program, and the solutions of puzzles.

use bitdoku::board::{Cell, Digits, Grid};
use bitdoku::control::{Control, Limits, Stop};
use bitdoku::logic::explainer::{Explainer, Options, compact};
use bitdoku::logic::hodoku::{Hodoku, Level, State};
use bitdoku::logic::{Nodes, Position, Step, Technique, Techniques};

const EXAMPLES: &str = include_str!("../paths/explainer.txt");
const SHIPPED: [&str; 4] = [
    include_str!("../data/easy.txt"),
    include_str!("../data/minimal.txt"),
    include_str!("../data/few_clues.txt"),
    include_str!("../data/hard.txt"),
];

fn explainer() -> Explainer {
    Explainer::new(Options::default())
}

fn free() -> Control<'static> {
    Control::unlimited()
}

/// Puzzle and solution of the lines of a file that have one solution.
fn puzzles(text: &str) -> impl Iterator<Item = (Grid, Grid)> {
    text.lines().filter_map(|line| {
        let mut parts = line.split(':');
        let puzzle = parts.next().filter(|puzzle| puzzle.len() == 81)?.parse().ok()?;
        (parts.next()? == "1").then_some(())?;
        Some((puzzle, parts.next()?.parse().ok()?))
    })
}

fn is_sound(step: &Step, solution: &Grid) -> bool {
    step.placements.iter().all(|placed| solution.get(placed.classic_cell()) == placed.digit)
        && !step.eliminations.iter().any(|gone| solution.get(gone.classic_cell()) == gone.digit)
        && step.placements.len() + step.eliminations.len() > 0
}

/// Every step, to the letter.
#[test]
fn paths_are_those_of_the_original() {
    let mut explainer = explainer();
    let mut examples = 0;
    for block in EXAMPLES.split("\n\n").skip(1) {
        let (head, steps) = block.split_once('\n').unwrap();
        let (puzzle, ratings) = head.split_once(' ').unwrap();
        let position = Position::new(&puzzle.parse().unwrap());
        let path = explainer.path(&position, &free()).unwrap();
        let text = compact(&path.steps);
        for (ours, theirs) in text.lines().zip(steps.lines()) {
            assert_eq!(ours, theirs, "{puzzle}");
        }
        assert_eq!(text, steps.trim_end_matches('\n'), "{puzzle}");
        let rating = path.rating;
        let printed = format!("{:.1}/{:.1}/{:.1}", rating.er, rating.ep, rating.ed);
        assert_eq!(printed, ratings, "{puzzle}");
        assert_eq!(explainer.rate(&position, &free()).unwrap(), rating, "{puzzle}");
        examples += 1;
    }
    assert_eq!(examples, 16);
}

/// No step removes a digit of the solution or places another, and the ratings are those of the path.
#[test]
fn steps_are_sound() {
    let mut explainer = explainer();
    for (file, text) in SHIPPED.iter().enumerate() {
        let some = [(1, 40), (1, 60), (1, 40), (40, 3)][file];
        for (puzzle, solution) in puzzles(text).step_by(some.0).take(some.1) {
            let position = Position::new(&puzzle);
            let path = explainer.path(&position, &free()).unwrap();
            for step in &path.steps {
                assert!(is_sound(step, &solution), "{puzzle} {}", step.notation);
                assert!(step.text.ends_with('.'), "{}", step.text);
            }
            assert_eq!(explainer.rate(&position, &free()).unwrap(), path.rating, "{puzzle}");
            assert!(
                path.is_solved
                    && path.rating.ed <= path.rating.ep
                    && path.rating.ep <= path.rating.er
            );
            let steps: u16 = path.rating.counts.iter().sum();
            assert_eq!(usize::from(steps), path.steps.len());
        }
    }
}

/// All that applies at once holds, and the next step is the first.
#[test]
fn all_hints_are_sound() {
    // Up to what the simplest dynamic chains find: others take long.
    let hard = [
        Technique::DynamicCellForcingChains,
        Technique::DynamicRegionForcingChains,
        Technique::DynamicContradiction,
        Technique::DynamicDouble,
    ];
    let mut options = Options::default();
    options.techniques = hard.into_iter().fold(Techniques::DEFAULT, Techniques::without);
    let mut explainer = Explainer::new(options);
    let mut seen = Techniques::NONE;
    for (puzzle, solution) in puzzles(SHIPPED[1]).take(12) {
        let mut position = Position::new(&puzzle);
        while let Some(next) = explainer.next(&position, &Nodes::new(&free())).unwrap() {
            let next_step = next.step(&position);
            if !matches!(next.technique(), Technique::HiddenSingle) {
                let all = explainer.all(&position, &Nodes::new(&free())).unwrap();
                assert_eq!(all[0].step(&position), next_step);
                for hint in all {
                    let step = hint.step(&position);
                    assert!(is_sound(&step, &solution), "{puzzle} {}", step.notation);
                    seen = seen.with(hint.technique());
                }
            }
            next.apply(&mut position);
        }
    }
    for technique in [Technique::NakedPair, Technique::XyWing, Technique::ForcingChain] {
        assert!(seen.contains(technique), "{technique:?}");
    }
}

#[test]
fn only_what_is_wanted_is_used() {
    let puzzle: Grid =
        "...39......8....56.....61.2.7..2.4..3.91......8......1.4..3.......5....7.2.41...8"
            .parse()
            .unwrap();
    let position = Position::new(&puzzle);
    let rating = explainer().rate(&position, &free()).unwrap();
    assert_eq!((rating.er, rating.hardest), (5.7, Some(Technique::Bug)));

    let mut options = Options::default();
    options.uniqueness = false;
    let without = Explainer::new(options).path(&position, &free()).unwrap();
    assert!(without.is_solved && without.rating.er > 5.7);
    assert!(without.steps.iter().all(|step| step.technique != Technique::Bug));

    options.techniques = [Technique::HiddenSingle, Technique::NakedSingle].into_iter().collect();
    let mut singles = Explainer::new(options);
    let path = singles.path(&position, &free()).unwrap();
    assert!(!path.is_solved && path.rating.er == 20.0 && path.rating.hardest.is_none());
    assert_eq!(singles.rate(&position, &free()).unwrap(), path.rating);

    options.techniques =
        Techniques::NONE.with(Technique::ForcingChain).with(Technique::NakedSingle);
    for step in Explainer::new(options).path(&position, &free()).unwrap().steps {
        assert!(options.allows(step.technique));
    }
}

/// Grids that are full, empty, contradictory or have several solutions.
#[test]
fn odd_puzzles_are_rated() {
    let mut explainer = explainer();
    let solved: Grid =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
            .parse()
            .unwrap();
    let rating = explainer.rate(&Position::new(&solved), &free()).unwrap();
    assert_eq!((rating.er, rating.ep, rating.ed, rating.hardest), (0.0, 0.0, 0.0, None));
    // Chains take minutes to find nothing here.
    let mut options = Options::default();
    options.techniques = Techniques::NONE.with(Technique::HiddenSingle).with(Technique::NakedPair);
    let mut without_chains = Explainer::new(options);
    let rating = without_chains.rate(&Position::new(&Grid::EMPTY), &free()).unwrap();
    assert_eq!((rating.er, rating.ep, rating.ed), (20.0, 0.0, 0.0));
    // Two fives in a row: no solution, so every step counts in its exact order.
    let clash: Grid =
        "55467891.672195348198342567859761423426853791713924856961537284287419635345286179"
            .parse()
            .unwrap();
    let position = Position::new(&clash);
    let path = explainer.path(&position, &free()).unwrap();
    assert_eq!(explainer.rate(&position, &free()).unwrap(), path.rating);
    let several: Grid =
        "..............1..2..3..4.5.........6......1....738.....1...6...4.....8..8..2....."
            .parse()
            .unwrap();
    let position = Position::new(&several);
    let rating = explainer.rate(&position, &free()).unwrap();
    assert_eq!(explainer.path(&position, &free()).unwrap().rating, rating);
}

#[test]
fn deadlines_stop_a_rating() {
    let hard: Grid =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
            .parse()
            .unwrap();
    let passed = Control::within(Limits::NONE.with_deadline(std::time::Instant::now()));
    let stopped = explainer().rate(&Position::new(&hard), &passed);
    assert_eq!(stopped, Err(Stop::Deadline));
}

fn hodoku_state(puzzle: &Grid) -> State {
    let givens = Cell::all().filter(|&cell| puzzle.get(cell) != 0).collect();
    State::new(puzzle, givens, &[Digits::ALL; 81])
}

/// No step of HoDoKu's scale removes a digit of the solution or places another, and the ratings are those of the path.
#[test]
fn steps_of_hodoku_are_sound() {
    let mut scale = Hodoku::new(Options::default());
    for (file, text) in SHIPPED.iter().enumerate() {
        let some = [(1, 40), (1, 200), (1, 60), (10, 12)][file];
        for (puzzle, solution) in puzzles(text).step_by(some.0).take(some.1) {
            let state = hodoku_state(&puzzle);
            let path = scale.path(&state, &free()).unwrap();
            for step in &path.steps {
                assert!(is_sound(step, &solution), "{puzzle} {}", step.notation);
                assert!(step.text.ends_with('.'), "{}", step.text);
            }
            assert!(path.is_solved && path.rating.level > Level::Incomplete);
            assert_eq!(scale.rate(state, &free()).unwrap(), path.rating, "{puzzle}");
            let score: f64 = path.steps.iter().map(|step| step.rating).sum();
            assert_eq!(f64::from(path.rating.score), score);
        }
    }
}

/// What applies at once holds too, and the next step is among it.
#[test]
fn all_steps_of_hodoku_are_sound() {
    let mut scale = Hodoku::new(Options::default());
    for (puzzle, solution) in puzzles(SHIPPED[1]).take(6) {
        let mut state = hodoku_state(&puzzle);
        while let Some(next) = scale.next(&mut state.clone(), &Nodes::new(&free())).unwrap() {
            let all = scale.all(&state, &Nodes::new(&free())).unwrap();
            assert_eq!(all[0].step(state.position()), next.step(state.position()));
            for hint in all {
                let step = hint.step(state.position());
                assert!(is_sound(&step, &solution), "{puzzle} {}", step.notation);
            }
            next.apply(&mut state);
        }
        assert!(state.position().is_full());
    }
}

#[test]
fn without_uniqueness_hodoku_claims_less() {
    let puzzle: Grid =
        "...39......8....56.....61.2.7..2.4..3.91......8......1.4..3.......5....7.2.41...8"
            .parse()
            .unwrap();
    let rating = Hodoku::new(Options::default()).rate(hodoku_state(&puzzle), &free()).unwrap();
    assert_eq!((rating.level, rating.score), (Level::Hard, 978));
    assert_eq!(rating.hardest, Some(Technique::Uniqueness6));
    let mut options = Options::default();
    options.uniqueness = false;
    let without = Hodoku::new(options).path(&hodoku_state(&puzzle), &free()).unwrap();
    assert!(without.steps.iter().all(|step| step.technique != Technique::Uniqueness6));
    // Nothing is guessed where there are several solutions.
    let empty = Hodoku::new(options).rate(hodoku_state(&Grid::EMPTY), &free()).unwrap();
    assert_eq!((empty.level, empty.score), (Level::Incomplete, 0));
}
