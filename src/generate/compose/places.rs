//! Random places of marks that a solution satisfies, drawn as a person would draw them.
//!
//! ```text
//!   cage     cells that share edges, none in another cage
//!   line     steps to any of eight neighbors; a line does not touch or cross itself or another line
//!   pair     two cells that share an edge         cell     one cell
//!   corner   the four cells around a corner       places   lists of cells that the caller provides
//! ```
//!
//! Marks are spread over the board: they begin in the one of a few random places that is farthest from other marks, and
//! lines prefer steps that keep away from other lines.

#![forbid(unsafe_code)]

use std::cmp::Reverse;

use crate::random::Words;

use super::cages::neighbors;
use super::recipe::{Kind, Shape};
use super::template::Mark;

/// The number of attempts at a line or a cage, without shared cells and with them.
const TRIES: usize = 750;

/// The number of random places of which the one farthest from other marks is preferred.
const STARTS: usize = 6;

/// The places that marks occupy.
pub struct Places {
    side: usize,
    /// Cells of lines, of cages, and of marks in single cells.
    lines: Vec<bool>,
    cages: Vec<bool>,
    single: Vec<bool>,
    /// The upper left cells of squares of four that a line crosses diagonally.
    crossed: Vec<bool>,
    /// The groups of kinds and the cells of marks in given places.
    taken: Vec<(usize, Vec<u16>)>,
}

/// The cells in which a line or a cage may be drawn.
struct Space {
    is_free: Vec<bool>,
    free: Vec<u16>,
    /// The distance of each cell from occupied ones.
    room: Vec<usize>,
    /// The number of cells of lines around each cell.
    lines: Vec<usize>,
}

impl Space {
    /// A free cell far from occupied ones.
    fn start(&self, words: &mut Words) -> Option<u16> {
        let some = 0..if self.free.is_empty() { 0 } else { STARTS };
        some.map(|_| self.free[words.below(self.free.len() as u64) as usize])
            .max_by_key(|&cell| self.room[usize::from(cell)])
    }
}

impl Places {
    pub fn new(side: usize) -> Places {
        let cells = || vec![false; side * side];
        Places {
            side,
            lines: cells(),
            cages: cells(),
            single: cells(),
            crossed: cells(),
            taken: Vec::new(),
        }
    }

    /// Whether a cell has a mark, or is on a line or in a cage.
    pub fn is_marked(&self, cell: usize) -> bool {
        self.lines[cell] || self.cages[cell] || self.single[cell]
    }

    /// A random mark of a kind that `grid` satisfies and `other`, if given, does not.
    pub fn draw(
        &mut self,
        number: usize,
        kind: &Kind,
        grid: &[u8],
        regions: &[u16],
        other: Option<&[u8]>,
        words: &mut Words,
    ) -> Option<Mark> {
        match &kind.shape {
            Shape::Line | Shape::Cage => {
                // Lines and cages share cells only if there is no other place.
                for apart in [true, false] {
                    let space = self.space(kind, apart);
                    for _ in 0..TRIES {
                        let cells = match kind.shape {
                            Shape::Line => self.line(kind, grid, &space, words),
                            _ => self.cage(kind, grid, &space, words),
                        };
                        let wanted = |cells: &Vec<u16>| {
                            kind.sizes.get(cells.len()).is_some_and(|&weight| weight > 0)
                        };
                        let cells = cells.filter(wanted);
                        let mark =
                            cells.and_then(|cells| kind.mark(number, cells, grid, regions, words));
                        if let Some(mark) = mark
                            && other.is_none_or(|other| !kind.holds(&mark, other))
                        {
                            self.occupy(kind, &mark);
                            return Some(mark);
                        }
                    }
                }
                None
            }
            Shape::Places(places) => {
                let mut order: Vec<&Vec<u16>> = places.iter().collect();
                words.shuffle(&mut order);
                let alike = self.taken.iter().filter(|(group, _)| *group == kind.group);
                let alike: Vec<&Vec<u16>> = alike.map(|(_, cells)| cells).collect();
                if !kind.every {
                    let firsts: Vec<u16> = alike.iter().map(|cells| cells[0]).collect();
                    for some in order.chunks_mut(STARTS) {
                        some.sort_by_key(|cells| Reverse(self.room(cells[0], &firsts)));
                    }
                }
                for cells in order {
                    if alike.contains(&cells) {
                        continue;
                    }
                    if let Some(mark) = kind.mark(number, cells.clone(), grid, regions, words)
                        && other.is_none_or(|other| !kind.holds(&mark, other))
                    {
                        self.occupy(kind, &mark);
                        return Some(mark);
                    }
                }
                None
            }
            Shape::Cover => None,
        }
    }

    fn occupy(&mut self, kind: &Kind, mark: &Mark) {
        match kind.shape {
            Shape::Line => {
                mark.cells.iter().for_each(|&cell| self.lines[usize::from(cell)] = true);
                for pair in mark.cells.windows(2) {
                    if let Some(square) = self.square(pair[0], pair[1]) {
                        self.crossed[square] = true;
                    }
                }
            }
            Shape::Cage | Shape::Cover => {
                mark.cells.iter().for_each(|&cell| self.cages[usize::from(cell)] = true);
            }
            Shape::Places(_) => {
                if let [cell] = mark.cells[..] {
                    self.single[usize::from(cell)] = true;
                }
                self.taken.push((kind.group, mark.cells.clone()));
            }
        }
    }

    /// The free cells for a line or a cage; `apart` if lines and cages share no cells.
    fn space(&self, kind: &Kind, apart: bool) -> Space {
        let (own, others) = match kind.shape {
            Shape::Line => (&self.lines, &self.cages),
            _ => (&self.cages, &self.lines),
        };
        let is_free: Vec<bool> =
            own.iter().zip(others).map(|(&own, &other)| !(own || apart && other)).collect();
        let (free, taken): (Vec<u16>, Vec<u16>) =
            (0..is_free.len() as u16).partition(|&cell| is_free[usize::from(cell)]);
        let cells = 0..is_free.len() as u16;
        let room = cells.clone().map(|cell| self.room(cell, &taken)).collect();
        let is_line = |cell: &u16| self.lines[usize::from(*cell)];
        let lines = cells.map(|cell| around(self.side, cell).filter(is_line).count()).collect();
        Space { is_free, free, room, lines }
    }

    /// The distance from a cell to the nearest of some cells, in steps to any of eight neighbors.
    fn room(&self, cell: u16, taken: &[u16]) -> usize {
        let place = |cell: u16| (usize::from(cell) / self.side, usize::from(cell) % self.side);
        let (row, column) = place(cell);
        let far = taken.iter().map(|&other| {
            let (r, c) = place(other);
            r.abs_diff(row).max(c.abs_diff(column))
        });
        far.min().unwrap_or(0)
    }

    /// The square of four cells that a diagonal step crosses, by its upper left cell.
    fn square(&self, from: u16, to: u16) -> Option<usize> {
        let (from, to, n) = (usize::from(from), usize::from(to), self.side);
        let (row, column) = ((from / n).min(to / n), (from % n).min(to % n));
        (from / n != to / n && from % n != to % n).then_some(n * row + column)
    }

    /// A random line; shorter than intended if it finds no way.
    fn line(&self, kind: &Kind, grid: &[u8], space: &Space, words: &mut Words) -> Option<Vec<u16>> {
        let length = kind.size(words);
        let mut cells = vec![space.start(words)?];
        let mut crossed: Vec<usize> = Vec::new();
        while cells.len() < length {
            let last = cells[cells.len() - 1];
            let mut steps: Vec<u16> = around(self.side, last)
                .filter(|&next| {
                    let square = self.square(last, next);
                    space.is_free[usize::from(next)]
                        && !cells.contains(&next)
                        && square.is_none_or(|at| !self.crossed[at] && !crossed.contains(&at))
                        && neighbors(self.side, next)
                            .all(|near| near == last || !cells.contains(&near))
                })
                .collect();
            words.shuffle(&mut steps);
            steps.sort_by_key(|&next| space.lines[usize::from(next)]);
            let next = steps.into_iter().find(|&next| {
                cells.push(next);
                let begins = !kind.grows || kind.begins(&cells, grid);
                cells.pop();
                begins
            });
            let Some(next) = next else { break };
            crossed.extend(self.square(last, next));
            cells.push(next);
        }
        Some(cells)
    }

    /// Random cells that share edges.
    fn cage(&self, kind: &Kind, grid: &[u8], space: &Space, words: &mut Words) -> Option<Vec<u16>> {
        let size = kind.size(words);
        let mut cells = vec![space.start(words)?];
        while cells.len() < size {
            let near: Vec<u16> = cells
                .iter()
                .flat_map(|&cell| neighbors(self.side, cell))
                .filter(|near| {
                    space.is_free[usize::from(*near)]
                        && !cells.contains(near)
                        && cells
                            .iter()
                            .all(|&cell| grid[usize::from(cell)] != grid[usize::from(*near)])
                })
                .collect();
            if near.is_empty() {
                break;
            }
            cells.push(near[words.below(near.len() as u64) as usize]);
        }
        cells.sort_unstable();
        Some(cells)
    }
}

/// The cells that share an edge or a corner with a cell.
fn around(side: usize, cell: u16) -> impl Iterator<Item = u16> {
    let (row, column) = (usize::from(cell) / side, usize::from(cell) % side);
    let span = move |at: usize| at.saturating_sub(1)..(at + 2).min(side);
    span(row)
        .flat_map(move |r| span(column).map(move |c| side * r + c))
        .filter(move |&other| other != side * row + column)
        .map(|other| other as u16)
}
