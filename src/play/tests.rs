//! Masks, rewards and right placements, compared with computations from the board and from all solutions.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::engine::{Engine, Puzzles};
use crate::random::{Domain, Key};
use crate::rules::Constraint;
use crate::solve::{Backend, Verdict};

use super::*;

const OPTIONS: Options = Options {
    erase: true,
    mistakes: Mistakes::Keep,
    reward: Reward::Cells,
    penalty: 0.25,
    mask: Mask::Legal,
    most_steps: 1000,
};

fn engine(side: (usize, usize), own: Vec<Constraint>) -> Engine {
    let n = side.0 * side.1;
    Engine::new(n, n, Some(side), own, None, Backend::detect()).unwrap()
}

/// The outputs of a step on one board.
struct Output {
    board: Vec<u8>,
    mask: Vec<bool>,
    reward: f64,
    terminated: bool,
    solved: bool,
}

fn start(boards: &mut Boards, puzzle: &[u8]) {
    let (mut solution, mut verdict) = (vec![0; puzzle.len()], [Verdict::Undecided]);
    let engine = &boards.game().engine;
    let control = Control::unlimited();
    engine.solve(Puzzles::Givens(puzzle), &mut solution, &mut verdict, &control).unwrap();
    assert!(matches!(verdict, [Verdict::Unique | Verdict::Multiple]));
    boards.reset(0, puzzle, &solution, verdict == [Verdict::Unique]);
}

fn step(boards: &mut Boards, action: usize) -> Output {
    let (area, actions) = (boards.game().area(), boards.game().actions());
    let mut out = Output {
        board: vec![0; area],
        mask: vec![false; actions],
        reward: 0.0,
        terminated: false,
        solved: false,
    };
    let (reward, terminated) = (&mut [0.0], &mut [false]);
    let (truncated, solved) = (&mut [false], &mut [false]);
    let mut results = Results { reward, terminated, truncated, solved };
    let mut views = Views { board: &mut out.board, mask: &mut out.mask, candidates: None };
    let control = Control::unlimited();
    boards.step(&[action as u32], &[false], &mut results, &mut views, &control).unwrap();
    (out.reward, out.terminated, out.solved) =
        (results.reward[0], results.terminated[0], results.solved[0]);
    out
}

/// After each of many random actions, the mask equals one computed from the board alone, and the rewards of a closed
/// loop add up to the value of the board.
#[test]
fn masks_and_rewards_follow_from_the_board() {
    let diagonal = |step: usize, first: usize| {
        Constraint::different((0..6).map(|i| first + i * step).collect())
    };
    let variant = engine((2, 3), vec![diagonal(7, 0), diagonal(5, 5)]);
    for engine in [engine((2, 2), vec![]), variant, engine((3, 3), vec![])] {
        let mut boards = Boards::new(Game::new(engine.clone(), OPTIONS), 1);
        let (area, digits) = (engine.area(), engine.digits());
        let set = engine.rule_set();
        for seed in 0..6 {
            let mut words = Key::from_u64(seed).words(Domain::Clues, 0, 0);
            let puzzle = vec![0; area];
            start(&mut boards, &puzzle);
            let mut total = 0.0;
            for _ in 0..200 {
                let action = words.below((area * (digits + 1)) as u64) as usize;
                let (cell, k) = (action / (digits + 1), action % (digits + 1));
                let had = boards.saved(0).kinds[cell];
                let out = step(&mut boards, action);
                let is_wasted = (k == digits) != (had != Kind::Blank);
                total += out.reward + if is_wasted { OPTIONS.penalty } else { 0.0 };
                let saved = boards.saved(0);
                for (cell, mask) in out.mask.chunks_exact(digits + 1).enumerate() {
                    let is_blank = out.board[cell] == 0;
                    assert_eq!(mask[digits], !is_blank, "no givens");
                    for (k, &legal) in mask[..digits].iter().enumerate() {
                        let seen = set
                            .geometry()
                            .peers(cell)
                            .iter()
                            .any(|peer| out.board[usize::from(peer)] == k as u8 + 1);
                        assert_eq!(legal, is_blank && !seen);
                    }
                }
                let count =
                    |test: fn(&Kind) -> bool| saved.kinds.iter().filter(|k| test(k)).count();
                let right = count(|kind| matches!(kind, Kind::Right | Kind::Forced));
                let wrong = count(|kind| *kind == Kind::Wrong);
                let value = right as f64 / area as f64 - wrong as f64 * OPTIONS.penalty;
                assert!((total - value).abs() < 1e-9, "{total} {value}");
                if out.terminated {
                    break;
                }
            }
        }
    }
}

/// On 4x4 boards with several solutions, a placement is right exactly if one of all solutions agrees.
#[test]
fn placements_are_right_if_any_solution_contains_them() {
    let engine = engine((2, 2), vec![]);
    let game = Game::new(engine.clone(), Options { mask: Mask::Correct, ..OPTIONS });
    let mut boards = Boards::new(game, 1);
    let control = Control::unlimited();
    for seed in 0..300 {
        let mut words = Key::from_u64(seed).words(Domain::Clues, 1, 0);
        let mut puzzle = [0; 16];
        for _ in 0..2 {
            puzzle[words.below(16) as usize] = words.below(4) as u8 + 1;
        }
        let (mut walk, mut all) = (engine.solutions(Puzzles::Givens(&puzzle)), Vec::new());
        while let Some(solution) = walk.next(&control).unwrap() {
            all.push(solution);
        }
        if all.is_empty() {
            continue;
        }
        start(&mut boards, &puzzle);
        for _ in 0..60 {
            let (cell, k) = (words.below(16) as usize, words.below(5) as usize);
            let sound = {
                let saved = boards.saved(0);
                saved.cells.iter().zip(saved.kinds).map(|(&digit, kind)| match kind {
                    Kind::Blank | Kind::Wrong => 0,
                    _ => digit,
                })
            }
            .collect::<Vec<u8>>();
            let fits = |grid: &[u8]| {
                all.iter().any(|solution| {
                    grid.iter()
                        .zip(&**solution)
                        .all(|(&digit, &other)| digit == 0 || digit == other)
                })
            };
            assert!(fits(&sound));
            let was_blank = boards.saved(0).cells[cell] == 0;
            let out = step(&mut boards, 5 * cell + k);
            if k < 4 && was_blank {
                let mut with = sound;
                with[cell] = k as u8 + 1;
                let is_right = boards.saved(0).kinds[cell] != Kind::Wrong;
                assert_eq!(is_right, fits(&with));
                assert_eq!(out.reward > 0.0, is_right);
            }
            let saved = boards.saved(0);
            let mut sound: Vec<u8> = saved.cells.to_vec();
            for (digit, kind) in sound.iter_mut().zip(saved.kinds) {
                *digit = if *kind == Kind::Wrong { 0 } else { *digit };
            }
            for (cell, mask) in out.mask.chunks_exact(5).enumerate() {
                for k in 0..4 {
                    let mut with = sound.clone();
                    with[cell] = k + 1;
                    let is_blank = saved.kinds[cell] == Kind::Blank;
                    assert_eq!(mask[usize::from(k)], is_blank && fits(&with));
                }
                assert_eq!(mask[4], saved.kinds[cell] == Kind::Wrong);
            }
            assert_eq!(out.solved, all.iter().any(|solution| **solution == *saved.cells));
            if out.terminated {
                break;
            }
        }
    }
}
