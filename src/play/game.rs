//! The rules of the game: the options, and the tables of the board.

#![forbid(unsafe_code)]

use crate::engine::Engine;

/// The effect of a wrong digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistakes {
    /// It is placed, and the episode ends. An action without effect ends the episode as well.
    End,
    /// It is placed and stays, unless it is erased.
    Keep,
    /// The board does not change.
    Refuse,
}

/// The positive part of the reward.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reward {
    /// 1 for the solved board.
    Sparse,
    /// 1 / blanks for each right cell.
    Cells,
    /// 1 / blanks for each right cell that was a naked or hidden single.
    Forced,
}

/// The actions that a mask contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mask {
    /// Digits that no peer holds, and erasures of placed digits.
    Legal,
    /// Right placements, and erasures of wrong digits.
    Correct,
}

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Whether placed digits can be erased.
    pub erase: bool,
    /// The effect of a wrong digit.
    pub mistakes: Mistakes,
    /// The positive part of the reward.
    pub reward: Reward,
    /// The penalty for a wrong digit, and for an action without effect.
    pub penalty: f64,
    /// The mask to write.
    pub mask: Mask,
    /// The number of steps after which an episode is truncated.
    pub most_steps: u64,
}

/// The rules of a game.
pub struct Game {
    pub(super) engine: Engine,
    pub(super) options: Options,
    pub(super) area: usize,
    pub(super) digits: usize,
    /// The number of actions for each cell.
    pub(super) choices: usize,
    /// The legal actions of a blank board.
    pub(super) allowed: Vec<bool>,
    pub(super) peers: Vec<Box<[u16]>>,
    /// For each cell, the other cells of each unit in which every digit occurs.
    pub(super) houses: Vec<Box<[Box<[u16]>]>>,
}

impl Game {
    /// The game under the rules of an engine.
    pub fn new(engine: Engine, options: Options) -> Game {
        let set = engine.rule_set();
        let (area, digits) = (set.cells(), set.digits());
        let choices = digits + usize::from(options.erase);
        let geometry = set.geometry();
        let peers = (0..area).map(|cell| geometry.peers(cell).iter().collect()).collect();
        let houses = |cell: usize| {
            let units = geometry.units_of(cell).iter().map(|&unit| geometry.unit(unit as usize));
            let others = |cells: &[u16]| {
                cells.iter().copied().filter(|&other| usize::from(other) != cell).collect()
            };
            units.filter(|unit| unit.is_complete()).map(|unit| others(unit.cells())).collect()
        };
        let mut allowed = vec![false; area * choices];
        for (actions, &set) in allowed.chunks_exact_mut(choices).zip(set.allowed()) {
            for (k, action) in actions[..digits].iter_mut().enumerate() {
                *action = set >> k & 1 == 1;
            }
        }
        let houses = (0..area).map(houses).collect();
        Game { options, area, digits, choices, allowed, peers, houses, engine }
    }

    /// The number of cells.
    pub fn area(&self) -> usize {
        self.area
    }

    /// The number of digits.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The number of actions.
    pub fn actions(&self) -> usize {
        self.area * self.choices
    }
}
