//! The canonical form of any board of 81 cells: the smallest string over all transformations.
//!
//! ```text
//!   complete and valid ──────────────> complete.rs   bands by table
//!   a digit twice in a row or column ─> repeated.rs   rows breadth first, every column order
//!   all others ──────────────────────> sparse.rs     rows breadth first, free columns kept together
//! ```
//!
//! The form is the smallest image of the board itself, read row by row with blank = 0, regardless of its number of
//! solutions.

#![forbid(unsafe_code)]

use super::arch;
use super::{repeated, sparse};
use crate::board::Grid;
use crate::control::Control;
use crate::cpu::Backend;
use crate::error::Error;

/// The number of boards between two checkpoints. A board usually takes 1 µs, at most 5 ms.
const STEP: usize = 64;

/// Writes the canonical form of each board, and its number of automorphisms: how many of the 3,359,232 geometric
/// transformations some relabeling undoes.
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If the slices differ in length.
pub fn canonical(
    backend: Backend,
    grids: &[Grid],
    forms: &mut [Grid],
    automorphisms: &mut [u32],
    control: &Control<'_>,
) -> Result<(), Error> {
    assert!(grids.len() == forms.len() && grids.len() == automorphisms.len());
    let mut scratch = Scratch::default();
    let chunks = grids.chunks(STEP).zip(forms.chunks_mut(STEP)).zip(automorphisms.chunks_mut(STEP));
    for ((grids, forms), automorphisms) in chunks {
        control.checkpoint()?;
        arch::complete(backend, grids, forms, automorphisms);
        for ((grid, form), count) in grids.iter().zip(forms).zip(automorphisms) {
            // Every board has an automorphism; 0 means that the kernel for complete grids skipped the board.
            if *count == 0 {
                let cells;
                (cells, *count) = if arch::repeats(backend, grid.cells()) {
                    repeated::canonical(grid.cells(), &mut scratch.repeated)
                } else {
                    arch::sparse(backend, grid.cells(), &mut scratch.sparse)
                };
                *form = Grid::unchecked(cells);
            }
        }
    }
    Ok(())
}

#[derive(Default)]
struct Scratch {
    sparse: sparse::Scratch,
    repeated: repeated::Scratch,
}

#[cfg(test)]
mod tests {
    use super::super::lines::LINES;
    use super::*;
    use crate::random::{Domain, Key, Words};
    use crate::symmetry::{Draw, Group};

    fn parse(text: &str) -> Grid {
        text.parse().expect("81 characters")
    }

    fn canonical_of(backend: Backend, grids: &[Grid]) -> (Vec<Grid>, Vec<u32>) {
        let (mut forms, mut counts) = (vec![Grid::EMPTY; grids.len()], vec![0; grids.len()]);
        canonical(backend, grids, &mut forms, &mut counts, &Control::unlimited()).unwrap();
        (forms, counts)
    }

    /// Tries all 3,359,232 geometric transformations, each relabeled from left to right, and abandons one at the first
    /// row that is larger than the best so far.
    struct TryAll {
        lines: [[u8; 9]; 9],
        best: [[u8; 9]; 9],
        form: [[u8; 9]; 9],
        count: u32,
    }

    impl TryAll {
        fn form(grid: &Grid) -> (Grid, u32) {
            let mut all =
                TryAll { lines: [[0; 9]; 9], best: [[9; 9]; 9], form: [[0; 9]; 9], count: 0 };
            let cells = grid.cells();
            for transposed in [false, true] {
                for columns in &LINES {
                    all.lines = std::array::from_fn(|r| {
                        std::array::from_fn(|c| {
                            let column = usize::from(columns[c]);
                            cells[if transposed { 9 * column + r } else { 9 * r + column }]
                        })
                    });
                    all.rows(0, &mut Vec::new(), &[0; 10]);
                }
            }
            (Grid::new(all.best.concat().try_into().unwrap()).unwrap(), all.count)
        }

        fn rows(&mut self, level: usize, used: &mut Vec<usize>, labels: &[u8; 10]) {
            if level == 9 {
                if self.form < self.best {
                    (self.best, self.count) = (self.form, 0);
                }
                self.count += 1;
                return;
            }
            for row in 0..9 {
                let fits = match level % 3 {
                    0 => used.iter().all(|other| other / 3 != row / 3),
                    _ => row / 3 == used[level - 1] / 3 && !used.contains(&row),
                };
                if !fits {
                    continue;
                }
                let mut labels = *labels;
                for k in 0..9 {
                    let digit = usize::from(self.lines[row][k]);
                    if digit != 0 && labels[digit] == 0 {
                        labels[digit] = labels.iter().max().unwrap() + 1;
                    }
                    self.form[level][k] = labels[digit];
                }
                if self.form[..=level] <= self.best[..=level] {
                    used.push(row);
                    self.rows(level + 1, used, &labels);
                    used.pop();
                }
            }
        }
    }

    /// A complete grid whose rows are shifted by three within a band and by one from band to band.
    fn cyclic() -> Grid {
        Grid::new(std::array::from_fn(|i| ((i / 9 * 3 + i / 27 + i % 9) % 9) as u8 + 1)).unwrap()
    }

    /// `grid` reduced to `clues` random cells.
    fn thinned(grid: &Grid, clues: usize, words: &mut Words) -> Grid {
        let mut cells: Vec<usize> = (0..81).collect();
        words.shuffle(&mut cells);
        let mut thin = *grid.cells();
        cells[clues..].iter().for_each(|&cell| thin[cell] = 0);
        Grid::new(thin).unwrap()
    }

    /// Boards of every kind for the three algorithms, including the worst cases.
    fn corpus() -> Vec<Grid> {
        let full = parse(
            "692853147571246893483917652156492378847361529329785416915678234264139785738524961",
        );
        let most = parse(
            "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        );
        let keep =
            |grid: &Grid, keep: &dyn Fn(usize, usize, u8) -> bool| {
                let cells = *grid.cells();
                Grid::new(std::array::from_fn(|i| {
                    if keep(i / 9, i % 9, cells[i]) { cells[i] } else { 0 }
                }))
                .unwrap()
            };
        let fill = |digit: &dyn Fn(usize, usize) -> u8| {
            Grid::new(std::array::from_fn(|i| digit(i / 9, i % 9))).unwrap()
        };
        let mut boards = vec![
            Grid::EMPTY,
            full,
            most,
            cyclic(),
            keep(&full, &|r, c, _| r == 4 && c == 7),
            keep(&full, &|r, c, _| r < 3 && c < 3),
            keep(&full, &|r, _, _| r == 4),
            keep(&full, &|r, _, _| r / 3 == 1),
            keep(&most, &|r, _, _| r < 3),
            keep(&most, &|r, _, _| r < 6),
            keep(&most, &|r, c, _| r < 6 || c < 6),
            keep(&most, &|_, _, d| d == 1),
            keep(&most, &|_, _, d| d <= 2),
            keep(&most, &|r, c, _| r / 3 == c / 3),
            keep(&cyclic(), &|_, _, d| d == 5),
            fill(&|r, c| if r == c { r as u8 + 1 } else { 0 }),
            fill(&|r, c| if r == c { 1 } else { 0 }),
            fill(&|r, c| if r / 3 == c / 3 { (3 * (r % 3) + c % 3) as u8 + 1 } else { 0 }),
            fill(&|r, c| if r + c == 8 || r == c { (r % 9) as u8 + 1 } else { 0 }),
            fill(&|_, _| 1),
            fill(&|r, c| ((r + c) % 9) as u8 + 1),
            fill(&|r, _| r as u8 + 1),
            fill(&|r, c| (r / 3 * 3 + c / 3) as u8 + 1),
            fill(&|r, c| if r < 3 { 7 } else { (c % 2) as u8 }),
            fill(&|r, c| u8::from((r + c) % 2 == 0)),
            fill(&|r, c| if r == 0 { (c / 3) as u8 + 1 } else { 0 }),
        ];
        let mut words = Key::from_u64(17).words(Domain::Clues, 0, 0);
        for clues in [1, 2, 3, 5, 8, 12, 17, 20, 24, 30, 40, 50, 60, 70, 75, 78, 80] {
            boards.push(thinned(&full, clues, &mut words));
            boards.push(thinned(&most, clues, &mut words));
        }
        for clues in [2, 4, 9, 20, 50, 81] {
            let random = Grid::new(std::array::from_fn(|_| words.below(9) as u8 + 1)).unwrap();
            boards.push(thinned(&random, clues, &mut words));
        }
        boards
    }

    /// Compares forms and numbers of automorphisms with their definitions.
    #[test]
    fn forms_are_the_smallest_of_all_transformations() {
        for (i, board) in corpus().iter().enumerate() {
            let expected = TryAll::form(board);
            for backend in [Backend::Scalar, Backend::detect()] {
                let (forms, counts) = canonical_of(backend, &[*board]);
                assert_eq!((forms[0], counts[0]), expected, "{i} {board} {backend:?}");
            }
        }
    }

    #[test]
    fn forms_do_not_depend_on_the_way_in() {
        let key = Key::from_u64(23);
        let mut draw = Draw::new(&key, Group::All, 0);
        for board in corpus() {
            let moved: Vec<Grid> = (0..200).map(|_| draw.next_transform().apply(&board)).collect();
            let (expected, counts) = canonical_of(Backend::Scalar, &[board]);
            for backend in [Backend::Scalar, Backend::detect()] {
                let found = canonical_of(backend, &moved);
                assert!(found.0.iter().all(|form| *form == expected[0]), "{board} {backend:?}");
                assert!(found.1.iter().all(|&count| count == counts[0]), "{board} {backend:?}");
            }
        }
    }

    /// Numbers that are published or can be counted by hand.
    #[test]
    fn known_numbers_of_automorphisms() {
        let boards = corpus();
        let counts = canonical_of(Backend::detect(), &boards).1;
        assert_eq!(counts[0], 3_359_232);
        assert_eq!(counts[2], 648);
        assert_eq!(counts[4], 41_472); // one clue: 3,359,232 / 81
        assert_eq!(counts[3], 54);
    }
}
