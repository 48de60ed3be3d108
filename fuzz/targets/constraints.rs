//! Small boards with any rules out of bytes: most of the rules hold on one board, so that many puzzles have solutions.

use bitdoku::rules::{Constraint, Primitive};

use super::bytes::Bytes;
use super::oracle::may_hold;

/// The most solutions of a puzzle that are listed, and the steps that listing them may take.
const SOLUTIONS: usize = 2000;
const STEPS: usize = 40_000;

pub struct Rules {
    pub side: usize,
    /// Rows and columns of a box.
    pub shape: Option<(usize, usize)>,
    pub constraints: Vec<Constraint>,
    /// A full board that most of the constraints hold on.
    pub board: Vec<u8>,
}

impl Rules {
    pub fn new(bytes: &mut Bytes<'_>) -> Rules {
        let (height, width) =
            bytes.choice(&[(2, 2), (2, 3), (1, 3), (1, 5), (3, 2), (1, 2), (1, 1), (1, 4)]);
        let side = height * width;
        let mut names: Vec<u8> = (1..=side as u8).collect();
        for i in 0..side {
            names.swap(i, i + bytes.below(side - i));
        }
        let digit = |cell: usize| {
            names[(cell / side % height * width + cell / side / height + cell % side) % side]
        };
        let mut board: Vec<u8> = (0..side * side).map(digit).collect();
        let units = bytes.below(4);
        if units == 1 {
            for _ in 0..bytes.below(2 * side) {
                board[bytes.below(side * side)] = 1 + bytes.below(side) as u8;
            }
        }
        let mut constraints = Vec::new();
        let mut add = |cell: &dyn Fn(usize, usize) -> usize| {
            let unit = |u: usize| (0..side).map(|i| cell(u, i)).collect();
            constraints.extend((0..side).map(|u| Constraint::different(unit(u))));
        };
        if units != 1 {
            add(&|u, i| side * u + i);
            add(&|u, i| side * i + u);
        }
        let shape = (units != 1 && units != 2 && height > 1).then_some((height, width));
        if shape.is_some() {
            add(&|u, i| side * (u / height * height + i / width) + u % height * width + i % width);
        }
        for _ in 0..bytes.below(7) {
            let constraint = constraint(bytes, side, &board);
            constraints.push(constraint);
        }
        Rules { side, shape, constraints, board }
    }

    /// A puzzle: mostly the digits of the board, some blanks.
    pub fn givens(&self, bytes: &mut Bytes<'_>) -> Vec<u8> {
        let given = |&digit: &u8| match bytes.byte() {
            0..=99 => digit,
            255 => 1 + bytes.below(self.side) as u8,
            _ => 0,
        };
        self.board.iter().map(given).collect()
    }

    /// Pencil marks: mostly with the digits of the board among them.
    pub fn marks(&self, bytes: &mut Bytes<'_>) -> Vec<u64> {
        let mark = |&digit: &u8| match bytes.byte() {
            0..=79 => 1 << (digit - 1),
            80..=119 => !0,
            250.. => bytes.below(1 << self.side) as u64,
            _ => bytes.below(1 << self.side) as u64 | 1 << (digit - 1),
        };
        self.board.iter().map(mark).collect()
    }

    /// The digits that givens leave.
    pub fn masks(&self, givens: &[u8]) -> Vec<u64> {
        let all = (1 << self.side) - 1;
        givens.iter().map(|&digit| if digit == 0 { all } else { 1 << (digit - 1) }).collect()
    }

    /// All solutions in order, if they are few and soon found.
    pub fn solutions(&self, marks: &[u64]) -> Option<Vec<Vec<u8>>> {
        let all = (1 << self.side) - 1;
        let marks: Vec<u64> = marks.iter().map(|mark| mark & all).collect();
        super::oracle::solutions(&self.constraints, &marks, SOLUTIONS, STEPS)
    }
}

/// One that holds on the board, seven times of eight.
fn constraint(bytes: &mut Bytes<'_>, side: usize, board: &[u8]) -> Constraint {
    let kind = bytes.below(5);
    let wrong = bytes.byte() >= 224;
    let many = 1 + bytes.below(2 * side);
    let mut cells: Vec<usize> = (0..many).map(|_| bytes.below(side * side)).collect();
    let digit = |cell: usize| board[cell];
    let set = |bytes: &mut Bytes<'_>| bytes.below(1 << side) as u64;
    match kind {
        0 => {
            let own = if wrong { 0 } else { 1 << (digit(cells[0]) - 1) };
            Primitive::Allowed { cell: cells[0], digits: set(bytes) | own }.into()
        }
        1 => {
            let mut distinct: Vec<usize> = Vec::new();
            for cell in cells {
                let fits =
                    |other: &usize| *other != cell && (wrong || digit(*other) != digit(cell));
                if distinct.len() < side && distinct.iter().all(fits) {
                    distinct.push(cell);
                }
            }
            Constraint::different(distinct)
        }
        2 => {
            let pairs: Vec<(usize, usize)> =
                cells.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
            let mut table: Vec<u64> = (0..side).map(|_| set(bytes)).collect();
            if !wrong {
                for &(a, b) in &pairs {
                    table[usize::from(digit(a)) - 1] |= 1 << (digit(b) - 1);
                }
            }
            Primitive::Related { pairs, table }.into()
        }
        3 => {
            let form = bytes.byte();
            let mut no_repeat = form & 1 == 1;
            if no_repeat {
                cells.sort_unstable();
                cells.dedup();
                cells.truncate(side);
                no_repeat = wrong || may_hold(&Constraint::different(cells.clone()), board);
            }
            let scale = if form >= 224 { 1 << 30 } else { 1 };
            let weights: Option<Vec<i64>> = (form & 2 == 2)
                .then(|| cells.iter().map(|_| (bytes.below(7) as i64 - 3) * scale).collect());
            let weight = |i: usize| weights.as_ref().map_or(1, |weights| weights[i]);
            let total: i64 =
                cells.iter().enumerate().map(|(i, &cell)| weight(i) * i64::from(digit(cell))).sum();
            let sum = if wrong { total + bytes.below(9) as i64 - 4 } else { total };
            Primitive::Total { cells, sum, weights, no_repeat }.into()
        }
        _ => {
            let states = 1 + bytes.below(5);
            let start = bytes.below(states);
            let next = |bytes: &mut Bytes<'_>| bytes.below(states + 1) as i64 - 1;
            let mut transitions: Vec<Vec<i64>> =
                (0..states).map(|_| (0..side).map(|_| next(bytes)).collect()).collect();
            let mut accepting: Vec<usize> = (0..states).filter(|_| bytes.flag()).collect();
            if !wrong {
                let mut state = start;
                for &cell in &cells {
                    let to = &mut transitions[state][usize::from(digit(cell)) - 1];
                    *to = (*to).max(0);
                    state = *to as usize;
                }
                accepting.push(state);
            }
            Primitive::Accepted { cells, states, start, accepting, transitions: transitions.into() }
                .into()
        }
    }
}
