//! Human logic against what is known otherwise: the paths of the original program, and the solutions of puzzles.

use bitdoku::board::{Cell, Digits, Grid};
use bitdoku::control::{Control, Limits, Stop};
use bitdoku::logic::explainer::Explainer;
use bitdoku::logic::hodoku::{Hodoku, State};
use bitdoku::logic::score::{Rating, Ratings};
use bitdoku::logic::{Level, Nodes, Options, Position, Scale, Step, Technique, Techniques};

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

/// All steps from a position, and whether they fill the grid.
fn path<S: Scale>(scale: &mut S, mut position: S::Position) -> (Vec<Step>, bool) {
    let control = free();
    let nodes = Nodes::new(&control);
    let mut steps = Vec::new();
    while scale.values(&position).contains(&0) {
        let Some(step) = scale.next(&mut position, &nodes).unwrap() else { break };
        steps.push(step);
    }
    let is_solved = !scale.values(&position).contains(&0);
    (steps, is_solved)
}

fn rate<S: Scale>(scale: &mut S, position: S::Position) -> Rating<S::Grade> {
    scale.rate(position, &Nodes::new(&free())).unwrap()
}

/// The ratings of steps that fill the grid or not: the highest, that up to the first placement, and the first.
fn ratings(steps: &[Step], is_solved: bool) -> Ratings {
    let highest = |steps: &[Step]| steps.iter().map(|step| step.rating).fold(0.0, f64::max);
    let tenths = |rating: f64| ((rating + 0.05) * 10.0).trunc() / 10.0;
    let placed = steps.iter().position(|step| !step.placements.is_empty());
    let to_placement = &steps[..placed.map_or(steps.len(), |at| at + 1)];
    Ratings {
        er: if is_solved { tenths(highest(steps)) } else { 20.0 },
        ep: tenths(highest(to_placement)),
        ed: tenths(steps.first().map_or(0.0, |step| step.rating)),
    }
}

/// Steps as the original prints them: singles together in one line, each with its rating, other steps one a line with number
/// and rating.
fn compact(steps: &[Step]) -> String {
    let mut text = String::new();
    let mut is_in_singles = false;
    for (i, step) in steps.iter().enumerate() {
        let is_single = matches!(step.technique, Technique::HiddenSingle | Technique::NakedSingle);
        if i > 0 && !(is_single && is_in_singles) {
            text.push('\n');
        }
        if is_single {
            text.push_str(if is_in_singles { " " } else { "  " });
            text.push_str(&format!("{}({:.1})", step.notation, step.rating));
        } else {
            text.push_str(&format!("{:2} {:.1} {}", i + 1, step.rating, step.notation));
        }
        is_in_singles = is_single;
    }
    text
}

/// Every step, to the letter.
#[test]
fn paths_are_those_of_the_original() {
    let mut explainer = explainer();
    let mut examples = 0;
    for block in EXAMPLES.split("\n\n").skip(1) {
        let (head, steps) = block.split_once('\n').unwrap();
        let (puzzle, expected) = head.split_once(' ').unwrap();
        let position = Position::new(&puzzle.parse().unwrap());
        let (path, is_solved) = path(&mut explainer, position.clone());
        let text = compact(&path);
        for (ours, theirs) in text.lines().zip(steps.lines()) {
            assert_eq!(ours, theirs, "{puzzle}");
        }
        assert_eq!(text, steps.trim_end_matches('\n'), "{puzzle}");
        let rating = rate(&mut explainer, position).grade;
        let printed = format!("{:.1}/{:.1}/{:.1}", rating.er, rating.ep, rating.ed);
        assert_eq!(printed, expected, "{puzzle}");
        assert_eq!(ratings(&path, is_solved), rating, "{puzzle}");
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
            let (path, is_solved) = path(&mut explainer, position.clone());
            for step in &path {
                assert!(is_sound(step, &solution), "{puzzle} {}", step.notation);
                assert!(step.text.ends_with('.'), "{}", step.text);
            }
            let rating = rate(&mut explainer, position);
            assert_eq!(rating.grade, ratings(&path, is_solved), "{puzzle}");
            assert!(is_solved && rating.grade.ed <= rating.grade.ep);
            let steps: u16 = rating.counts.iter().sum();
            assert_eq!(usize::from(steps), path.len());
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
        loop {
            let before = position.clone();
            let next = explainer.next(&mut position, &Nodes::new(&free())).unwrap();
            let Some(next) = next else { break };
            if !matches!(next.technique, Technique::HiddenSingle) {
                let all = explainer.all(&before, &Nodes::new(&free())).unwrap();
                assert_eq!(all[0], next);
                for step in all {
                    assert!(is_sound(&step, &solution), "{puzzle} {}", step.notation);
                    seen = seen.with(step.technique);
                }
            }
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
    let rating = rate(&mut explainer(), position.clone());
    assert_eq!((rating.grade.er, rating.hardest), (5.7, Some(Technique::Bug)));

    let mut options = Options::default();
    options.uniqueness = false;
    let (without, is_solved) = path(&mut Explainer::new(options), position.clone());
    assert!(is_solved && ratings(&without, true).er > 5.7);
    assert!(without.iter().all(|step| step.technique != Technique::Bug));

    options.techniques = [Technique::HiddenSingle, Technique::NakedSingle].into_iter().collect();
    let mut singles = Explainer::new(options);
    let (steps, is_solved) = path(&mut singles, position.clone());
    let rating = rate(&mut singles, position.clone());
    assert!(!is_solved && rating.hardest.is_none());
    assert_eq!(rating.grade, ratings(&steps, false));

    options.techniques =
        Techniques::NONE.with(Technique::ForcingChain).with(Technique::NakedSingle);
    for step in path(&mut Explainer::new(options), position).0 {
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
    let rating = rate(&mut explainer, Position::new(&solved));
    assert_eq!((rating.grade, rating.hardest), (Ratings { er: 0.0, ep: 0.0, ed: 0.0 }, None));
    // Chains take minutes to find nothing here.
    let mut options = Options::default();
    options.techniques = Techniques::NONE.with(Technique::HiddenSingle).with(Technique::NakedPair);
    let mut without_chains = Explainer::new(options);
    let rating = rate(&mut without_chains, Position::new(&Grid::EMPTY));
    assert_eq!(rating.grade, Ratings { er: 20.0, ep: 0.0, ed: 0.0 });
    // Two fives in a row: no solution, so every step counts in its exact order.
    let clash: Grid =
        "55467891.672195348198342567859761423426853791713924856961537284287419635345286179"
            .parse()
            .unwrap();
    let position = Position::new(&clash);
    let (steps, is_solved) = path(&mut explainer, position.clone());
    assert_eq!(rate(&mut explainer, position).grade, ratings(&steps, is_solved));
    let several: Grid =
        "..............1..2..3..4.5.........6......1....738.....1...6...4.....8..8..2....."
            .parse()
            .unwrap();
    let position = Position::new(&several);
    let (steps, is_solved) = path(&mut explainer, position.clone());
    assert_eq!(rate(&mut explainer, position).grade, ratings(&steps, is_solved));
}

#[test]
fn deadlines_stop_a_rating() {
    let hard: Grid =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
            .parse()
            .unwrap();
    let passed = Control::within(Limits::NONE.with_deadline(std::time::Instant::now()));
    let stopped = explainer().rate(Position::new(&hard), &Nodes::new(&passed));
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
            let (steps, is_solved) = path(&mut scale, state.clone());
            for step in &steps {
                assert!(is_sound(step, &solution), "{puzzle} {}", step.notation);
                assert!(step.text.ends_with('.'), "{}", step.text);
            }
            let rating = rate(&mut scale, state);
            assert!(is_solved && rating.grade.level > Level::Incomplete);
            let score: f64 = steps.iter().map(|step| step.rating).sum();
            assert_eq!(f64::from(rating.grade.score), score, "{puzzle}");
            let counted: u16 = rating.counts.iter().sum();
            assert_eq!(usize::from(counted), steps.len());
        }
    }
}

/// What applies at once holds too, and the next step is among it.
#[test]
fn all_steps_of_hodoku_are_sound() {
    let mut scale = Hodoku::new(Options::default());
    for (puzzle, solution) in puzzles(SHIPPED[1]).take(6) {
        let mut state = hodoku_state(&puzzle);
        loop {
            let before = state.clone();
            let Some(next) = scale.next(&mut state, &Nodes::new(&free())).unwrap() else { break };
            let all = scale.all(&before, &Nodes::new(&free())).unwrap();
            assert_eq!(all[0], next);
            for step in all {
                assert!(is_sound(&step, &solution), "{puzzle} {}", step.notation);
            }
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
    let rating = rate(&mut Hodoku::new(Options::default()), hodoku_state(&puzzle));
    assert_eq!((rating.grade.level, rating.grade.score), (Level::Hard, 978));
    assert_eq!(rating.hardest, Some(Technique::Uniqueness6));
    let mut options = Options::default();
    options.uniqueness = false;
    let (without, _) = path(&mut Hodoku::new(options), hodoku_state(&puzzle));
    assert!(without.iter().all(|step| step.technique != Technique::Uniqueness6));
    // Nothing is guessed where there are several solutions.
    let empty = rate(&mut Hodoku::new(options), hodoku_state(&Grid::EMPTY)).grade;
    assert_eq!((empty.level, empty.score), (Level::Incomplete, 0));
}
