//! The batch of boards and its steps.

#![forbid(unsafe_code)]

use crate::control::Control;
use crate::engine::Puzzles;
use crate::error::Error;
use crate::solve::{Level, Verdict};

use super::game::{Game, Mask, Mistakes, Reward};

/// The content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Kind {
    /// No digit.
    #[default]
    Blank,
    /// A given of the puzzle.
    Given,
    /// A right placement.
    Right,
    /// A right placement that was a naked or hidden single.
    Forced,
    /// A wrong placement.
    Wrong,
}

impl Kind {
    /// The kind with this number.
    pub fn from_number(number: u8) -> Option<Kind> {
        [Kind::Blank, Kind::Given, Kind::Right, Kind::Forced, Kind::Wrong]
            .get(usize::from(number))
            .copied()
    }

    /// Whether every solution in question contains the digit.
    fn is_sound(self) -> bool {
        matches!(self, Kind::Given | Kind::Right | Kind::Forced)
    }
}

/// The state of one board besides its cells.
#[derive(Clone, Copy, Default)]
struct Row {
    /// Whether the puzzle has exactly one solution.
    unique: bool,
    /// The number of blank cells of the puzzle.
    open: u32,
    /// The number of blank cells of the board.
    blanks: u32,
    /// The number of wrong digits on the board.
    wrong: u32,
    /// The number of legal actions.
    legal: u32,
    /// The number of steps since the reset.
    steps: u64,
}

/// Many boards of one game.
pub struct Boards {
    game: Game,
    cells: Vec<u8>,
    kinds: Vec<Kind>,
    witness: Vec<u8>,
    legal: Vec<bool>,
    rows: Vec<Row>,
}

/// The results of a step, one entry a board.
pub struct Results<'a> {
    /// The reward of the step.
    pub reward: &'a mut [f64],
    /// Whether the episode ended: the board is solved, has no legal action, or a mistake ended it.
    pub terminated: &'a mut [bool],
    /// Whether the episode has reached the maximum number of steps.
    pub truncated: &'a mut [bool],
    /// Whether the board is solved.
    pub solved: &'a mut [bool],
}

/// The observations of all boards.
pub struct Views<'a> {
    /// The digit of each cell.
    pub board: &'a mut [u8],
    /// For each action, whether the mask contains it.
    pub mask: &'a mut [bool],
    /// For each cell and digit, whether placing it is legal.
    pub candidates: Option<&'a mut [i8]>,
}

/// The state of a board, from which everything else follows.
pub struct Saved<'a> {
    /// The digit of each cell.
    pub cells: &'a [u8],
    /// The kind of each cell.
    pub kinds: &'a [Kind],
    /// A solution with the givens and the right placements.
    pub witness: &'a [u8],
    /// Whether the puzzle has exactly one solution.
    pub unique: bool,
    /// The number of steps since the reset.
    pub steps: u64,
}

/// One board.
struct Board<'b> {
    game: &'b Game,
    cells: &'b mut [u8],
    kinds: &'b mut [Kind],
    witness: &'b [u8],
    legal: &'b mut [bool],
    row: &'b mut Row,
}

impl Boards {
    /// `count` blank boards, which need a reset.
    pub fn new(game: Game, count: usize) -> Boards {
        let cells = count * game.area;
        Boards {
            cells: vec![0; cells],
            kinds: vec![Kind::Blank; cells],
            witness: vec![0; cells],
            legal: vec![false; count * game.actions()],
            rows: vec![Row::default(); count],
            game,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The number of boards.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    fn board(&mut self, number: usize) -> Board<'_> {
        let game = &self.game;
        let (area, actions) = (game.area, game.actions());
        Board {
            game,
            cells: &mut self.cells[number * area..][..area],
            kinds: &mut self.kinds[number * area..][..area],
            witness: &self.witness[number * area..][..area],
            legal: &mut self.legal[number * actions..][..actions],
            row: &mut self.rows[number],
        }
    }

    /// Starts a puzzle on a board. The solution contains all givens.
    pub fn reset(&mut self, number: usize, puzzle: &[u8], solution: &[u8], unique: bool) {
        let kind = |&digit: &u8| if digit == 0 { Kind::Blank } else { Kind::Given };
        let kinds: Vec<Kind> = puzzle.iter().map(kind).collect();
        let state = Saved { cells: puzzle, kinds: &kinds, witness: solution, unique, steps: 0 };
        self.restore(number, &state);
    }

    /// The state of a board.
    pub fn saved(&self, number: usize) -> Saved<'_> {
        let cells = number * self.game.area..(number + 1) * self.game.area;
        let Row { unique, steps, .. } = self.rows[number];
        Saved {
            cells: &self.cells[cells.clone()],
            kinds: &self.kinds[cells.clone()],
            witness: &self.witness[cells],
            unique,
            steps,
        }
    }

    /// Sets the state of a board.
    pub fn restore(&mut self, number: usize, state: &Saved<'_>) {
        let area = self.game.area;
        self.witness[number * area..][..area].copy_from_slice(state.witness);
        let mut board = self.board(number);
        board.cells.copy_from_slice(state.cells);
        board.kinds.copy_from_slice(state.kinds);
        let count =
            |test: fn(Kind) -> bool| state.kinds.iter().filter(|&&k| test(k)).count() as u32;
        let legal = board.fill_legal();
        *board.row = Row {
            unique: state.unique,
            open: count(|kind| kind != Kind::Given),
            blanks: count(|kind| kind == Kind::Blank),
            wrong: count(|kind| kind == Kind::Wrong),
            legal,
            steps: state.steps,
        };
    }

    /// Performs one action on each board that is not skipped, and writes the observations of all boards. Actions are
    /// below [`Game::actions`].
    ///
    /// # Errors
    /// [`Error::Stopped`], only if puzzles have several solutions.
    pub fn step(
        &mut self,
        actions: &[u32],
        skip: &[bool],
        results: &mut Results<'_>,
        views: &mut Views<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        for (number, (&action, &skip)) in actions.iter().zip(skip).enumerate() {
            if !skip && !self.rows[number].unique {
                self.find_witness(number, action as usize, control)?;
            }
        }
        for (number, (&action, &skip)) in actions.iter().zip(skip).enumerate() {
            let (mut reward, mut terminated, mut solved) = (0.0, false, false);
            if !skip {
                let mistake;
                (reward, mistake) = self.board(number).act(action as usize);
                let row = self.rows[number];
                solved = row.blanks == 0
                    && (row.wrong == 0 || !row.unique && self.is_solution(number, control)?);
                if solved && self.game.options.reward == Reward::Sparse {
                    reward += 1.0;
                }
                let ends = mistake && self.game.options.mistakes == Mistakes::End;
                terminated = solved || ends || row.legal == 0;
            }
            results.reward[number] = reward;
            results.terminated[number] = terminated;
            results.truncated[number] =
                !skip && self.rows[number].steps >= self.game.options.most_steps;
            results.solved[number] = solved;
            self.write(number, views, control)?;
        }
        Ok(())
    }

    /// Writes the observation of a board.
    ///
    /// # Errors
    /// [`Error::Stopped`], only if the puzzle has several solutions.
    pub fn write(
        &self,
        number: usize,
        views: &mut Views<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let Game { area, digits, choices, .. } = self.game;
        let (cells, actions) = (number * area, number * self.game.actions());
        let legal = &self.legal[actions..][..area * choices];
        views.board[cells..][..area].copy_from_slice(&self.cells[cells..][..area]);
        if let Some(candidates) = &mut views.candidates {
            let rows = candidates[cells * digits..][..area * digits].chunks_exact_mut(digits);
            for (row, legal) in rows.zip(legal.chunks_exact(choices)) {
                row.iter_mut().zip(legal).for_each(|(out, &legal)| *out = legal.into());
            }
        }
        let mask = &mut views.mask[actions..][..area * choices];
        match self.game.options.mask {
            Mask::Legal => mask.copy_from_slice(legal),
            Mask::Correct => self.write_correct(number, mask, control)?,
        }
        Ok(())
    }

    fn write_correct(
        &self,
        number: usize,
        mask: &mut [bool],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let Game { digits, choices, .. } = self.game;
        let saved = self.saved(number);
        let mut sets: Vec<u64> = saved.witness.iter().map(|&digit| 1 << (digit - 1)).collect();
        if !saved.unique {
            let sound = sound_cells(&saved);
            let engine = &self.game.engine;
            let mut write = |_: usize, found: &[u64]| sets.copy_from_slice(found);
            engine.candidates(Puzzles::Givens(&sound), Level::True, &mut write, control)?;
        }
        mask.fill(false);
        for ((actions, set), kind) in mask.chunks_exact_mut(choices).zip(sets).zip(saved.kinds) {
            match kind {
                Kind::Blank => {
                    (0..digits).for_each(|k| actions[k] = set >> k & 1 == 1);
                }
                Kind::Wrong if choices > digits => actions[digits] = true,
                _ => {}
            }
        }
        Ok(())
    }

    /// If an action places a digit that differs from the witness, searches for a solution with it, which becomes the
    /// witness.
    fn find_witness(
        &mut self,
        number: usize,
        action: usize,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let Game { area, digits, choices, .. } = self.game;
        let (cell, k) = (action / choices, action % choices);
        let saved = self.saved(number);
        let digit = k as u8 + 1;
        if k == digits || saved.kinds[cell] != Kind::Blank || saved.witness[cell] == digit {
            return Ok(());
        }
        let mut sound = sound_cells(&saved);
        sound[cell] = digit;
        let (mut solution, mut verdict) = (vec![0; area], [Verdict::Undecided]);
        self.game.engine.solve(Puzzles::Givens(&sound), &mut solution, &mut verdict, control)?;
        if matches!(verdict, [Verdict::Unique | Verdict::Multiple]) {
            self.witness[number * area..][..area].copy_from_slice(&solution);
        }
        Ok(())
    }

    /// Whether a full board is a solution, although some of its digits were wrong when they were placed.
    fn is_solution(&self, number: usize, control: &Control<'_>) -> Result<bool, Error> {
        let mut valid = [false];
        self.game.engine.are_solutions(self.saved(number).cells, &mut valid, control)?;
        Ok(valid[0])
    }
}

/// The givens and the right placements.
fn sound_cells(saved: &Saved<'_>) -> Vec<u8> {
    let cells = saved.cells.iter().zip(saved.kinds);
    cells.map(|(&digit, kind)| if kind.is_sound() { digit } else { 0 }).collect()
}

impl Board<'_> {
    /// Performs an action; returns the reward, except the one for a solved board, and whether it was a mistake.
    fn act(&mut self, action: usize) -> (f64, bool) {
        self.row.steps += 1;
        let options = &self.game.options;
        let (cell, k) = (action / self.game.choices, action % self.game.choices);
        let kind = self.kinds[cell];
        if k == self.game.digits {
            if matches!(kind, Kind::Blank | Kind::Given) {
                return (0.0 - options.penalty, true);
            }
            self.erase(cell);
            // Takes back the reward of the placement, so that no loop of actions earns anything.
            return (0.0 - self.earned(kind), false);
        }
        if kind != Kind::Blank {
            return (0.0 - options.penalty, true);
        }
        let kind = match usize::from(self.witness[cell]) == k + 1 {
            false => Kind::Wrong,
            true if self.is_single(cell, k) => Kind::Forced,
            true => Kind::Right,
        };
        if kind != Kind::Wrong || options.mistakes != Mistakes::Refuse {
            self.place(cell, k, kind);
        }
        (self.earned(kind), kind == Kind::Wrong)
    }

    /// The reward for placing a digit of this kind.
    fn earned(&self, kind: Kind) -> f64 {
        let options = &self.game.options;
        let share = || 1.0 / f64::from(self.row.open);
        match (kind, options.reward) {
            (Kind::Wrong, _) => 0.0 - options.penalty,
            (Kind::Right | Kind::Forced, Reward::Cells) | (Kind::Forced, Reward::Forced) => share(),
            _ => 0.0,
        }
    }

    /// Whether digit k + 1 is a naked or hidden single in a cell.
    fn is_single(&self, cell: usize, k: usize) -> bool {
        let choices = self.game.choices;
        let own = &self.legal[cell * choices..][..self.game.digits];
        let is_hidden = |others: &[u16]| {
            others.iter().all(|&other| !self.legal[usize::from(other) * choices + k])
        };
        own[k]
            && (own.iter().filter(|&&legal| legal).count() == 1
                || self.game.houses[cell].iter().any(|others| is_hidden(others)))
    }

    fn place(&mut self, cell: usize, k: usize, kind: Kind) {
        let Game { digits, choices, .. } = *self.game;
        self.cells[cell] = k as u8 + 1;
        self.kinds[cell] = kind;
        self.row.blanks -= 1;
        self.row.wrong += u32::from(kind == Kind::Wrong);
        let mut legal = self.row.legal;
        for action in &mut self.legal[cell * choices..][..digits] {
            legal -= u32::from(*action);
            *action = false;
        }
        if self.game.options.erase {
            self.legal[cell * choices + digits] = true;
            legal += 1;
        }
        for &peer in &self.game.peers[cell] {
            let action = &mut self.legal[usize::from(peer) * choices + k];
            legal -= u32::from(*action);
            *action = false;
        }
        self.row.legal = legal;
    }

    fn erase(&mut self, cell: usize) {
        let Game { digits, choices, .. } = *self.game;
        let k = usize::from(self.cells[cell] - 1);
        self.row.blanks += 1;
        self.row.wrong -= u32::from(self.kinds[cell] == Kind::Wrong);
        self.cells[cell] = 0;
        self.kinds[cell] = Kind::Blank;
        self.legal[cell * choices + digits] = false;
        let mut legal = self.row.legal - 1;
        let own = (0..digits).map(|k| (cell, k));
        let of_peers = self.game.peers[cell].iter().map(|&peer| (usize::from(peer), k));
        for (cell, k) in own.chain(of_peers) {
            let action = cell * choices + k;
            if self.cells[cell] == 0 && self.game.allowed[action] && !self.is_seen(cell, k) {
                legal += u32::from(!self.legal[action]);
                self.legal[action] = true;
            }
        }
        self.row.legal = legal;
    }

    /// Whether a peer holds digit k + 1.
    fn is_seen(&self, cell: usize, k: usize) -> bool {
        let digit = k as u8 + 1;
        self.game.peers[cell].iter().any(|&peer| self.cells[usize::from(peer)] == digit)
    }

    /// Computes the legal actions from the cells; returns their number.
    fn fill_legal(&mut self) -> u32 {
        let Game { digits, choices, .. } = *self.game;
        self.legal.copy_from_slice(&self.game.allowed);
        for (cell, (&digit, &kind)) in self.cells.iter().zip(&*self.kinds).enumerate() {
            if digit == 0 {
                continue;
            }
            for &peer in &self.game.peers[cell] {
                self.legal[usize::from(peer) * choices + usize::from(digit) - 1] = false;
            }
            let own = &mut self.legal[cell * choices..][..choices];
            own.fill(false);
            if choices > digits {
                own[digits] = kind != Kind::Given;
            }
        }
        self.legal.iter().filter(|&&legal| legal).count() as u32
    }
}
