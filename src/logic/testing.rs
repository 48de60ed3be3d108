//! Helpers that set up positions for the tests of the techniques.

use std::ops::ControlFlow;

use crate::board::{Cell, Digits, Grid};
use crate::control::Control;

use super::explainer::Explainer;
use super::{Nodes, Options, Position, Scale, Step, Technique};

/// The cell with a name such as `r1c2`.
pub(crate) fn cell(name: &str) -> Cell {
    let bytes = name.as_bytes();
    Cell::new(usize::from(9 * (bytes[1] - b'1') + bytes[3] - b'1'))
}

pub(crate) fn digits(text: &str) -> Digits {
    text.bytes().fold(Digits::NONE, |set, digit| set | Digits::only(digit - b'0'))
}

/// An empty grid in which the named cells have only the given candidates.
pub(crate) fn marked(marks: &[(&str, &str)]) -> Position {
    let mut position = Position::new(&Grid::EMPTY);
    for &(names, candidates) in marks {
        for name in names.split(' ') {
            for digit in (!digits(candidates)).iter() {
                position.remove(cell(name), digit);
            }
        }
    }
    position
}

/// The position with these candidates, listed cell by cell in row-major order. A single candidate is a value.
pub(crate) fn pencilmarks(text: &str) -> Position {
    let marks: Vec<&str> = text.split_whitespace().collect();
    let value = |mark: &&str| if mark.len() == 1 { mark.chars().next().unwrap() } else { '.' };
    let grid: Grid = marks.iter().map(value).collect::<String>().parse().unwrap();
    let candidates: Vec<Digits> = marks.iter().map(|mark| digits(mark)).collect();
    Position::with_candidates(&grid, &candidates.try_into().unwrap())
}

/// Removes the digits `gone` from all cells of a house except `kept`.
pub(crate) fn only(position: &mut Position, house: usize, kept: &str, gone: &str) {
    for cell in crate::board::HOUSES[house] {
        if !kept.split(' ').any(|name| self::cell(name) == cell) {
            for digit in (digits(gone) & position.candidates(cell)).iter() {
                position.remove(cell, digit);
            }
        }
    }
}

/// All patterns that a finder visits.
pub(crate) fn visited<T>(find: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>)) -> Vec<T> {
    let mut found = Vec::new();
    find(&mut |pattern| {
        found.push(pattern);
        ControlFlow::Continue(())
    });
    found
}

/// The eliminations in the compact notation of a step.
pub(crate) fn removed(step: &Step) -> &str {
    step.notation.split("=> ").nth(1).unwrap()
}

/// The first step of a technique on the path of a puzzle, with the position before it.
pub(crate) fn before(puzzle: &str, technique: Technique) -> (Position, Step) {
    let (mut explainer, control) = (Explainer::new(Options::default()), Control::unlimited());
    let mut position = Position::new(&puzzle.parse().unwrap());
    loop {
        let before = position.clone();
        let step = explainer.next(&mut position, &Nodes::new(&control)).unwrap().expect("a step");
        if step.technique == technique {
            return (before, step);
        }
    }
}
