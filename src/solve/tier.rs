//! The simplest set of rules that solves a puzzle.
//!
//! | tier | rules |
//! |---|---|
//! | 0 | naked singles |
//! | 1 | naked and hidden singles |
//! | 2 | also locked candidates, and subsets of any size, naked or hidden |
//! | 3 | none of these |
//!
//! *Subsets.* If k cells of a house hold k digits between them, the other cells of the house lose these digits. Seen
//! from the digits, the other cells are the hidden subset. Subsets of all sizes are found: a house with n open cells
//! has at most 2^n sets, and the digits of each set follow from those of a smaller set and one more cell.
//!
//! *Invariant.* The tier does not depend on the order of the rules, because a rule never leaves more candidates when it
//! starts with fewer. Equivalent puzzles have the same tier.
//!
//! *Cost.* For single puzzles, tiers 0 and 1 take a microsecond, the others about ten. Many puzzles use the
//! [lanes](super::lanes), which find subsets by a different method.

#![forbid(unsafe_code)]

use crate::board::{Candidates, Cell, Digits, Grid, HOUSES, PEERS};
use crate::control::{Control, Stop};
use crate::error::Error;

use super::choose::BATCH;
use super::grade::Tier;
use super::lanes::Rules;
use super::singles::Board;
use super::{Answers, Backend, Puzzle, Puzzles, Query, UNDECIDED};

/// The number of puzzles between two polls for cancellation, one by one.
const STEP: usize = 64;

/// The tier of a puzzle.
pub fn tier<'a>(puzzle: impl Into<Puzzle<'a>>) -> Tier {
    let Some(mut board) = Board::new(puzzle.into()) else { return Tier::Beyond };
    for (rule, tier) in [
        (Board::naked_singles as fn(&mut Board) -> bool, Tier::NakedSingles),
        (Board::singles, Tier::Singles),
    ] {
        if !board.repeat(rule) {
            return Tier::Beyond;
        }
        if board.is_full() {
            return tier;
        }
    }
    match solved_by_subsets(board.candidates()) {
        true => Tier::Subsets,
        false => Tier::Beyond,
    }
}

/// Writes the tier of each puzzle.
///
/// # Errors
/// [`Error::Stopped`]; the tiers are then unspecified. The number of nodes is not limited.
///
/// # Panics
/// If the slices differ in length.
pub fn tiers<'a>(
    backend: Backend,
    puzzles: impl Into<Puzzles<'a>>,
    tiers: &mut [Tier],
    control: &Control<'_>,
) -> Result<(), Error> {
    let puzzles = puzzles.into();
    assert!(puzzles.len() == tiers.len());
    tiers.fill(Tier::Beyond);
    if puzzles.len() < BATCH || !backend.tiers(puzzles, Rules::Each, tiers, control)? {
        for (i, tier_of) in tiers.iter_mut().enumerate() {
            if i % STEP == 0 {
                control.checkpoint()?;
            }
            *tier_of = tier(puzzles.get(i));
        }
        return Ok(());
    }
    // The lanes need a solution to find subsets. From a blank board, for a puzzle without one, they conclude nothing.
    let open: Vec<usize> = (0..tiers.len()).filter(|&i| tiers[i] == Tier::Beyond).collect();
    let (mut counts, mut solutions) = (vec![0; open.len()], vec![Grid::EMPTY; open.len()]);
    let mut found = vec![Tier::Beyond; open.len()];
    puzzles.select(&open, |puzzles| {
        let mut answers = Answers::new(&mut counts).with_solutions(&mut solutions);
        backend.search(&Query::new(puzzles, 1), &mut answers, control)?;
        backend.tiers(puzzles, Rules::Subsets(&solutions), &mut found, control)
    })?;
    if counts.contains(&UNDECIDED) {
        return Err(Stop::Deadline.into());
    }
    for (i, found) in open.into_iter().zip(found) {
        tiers[i] = found;
    }
    Ok(())
}

/// Determines which puzzles singles and locked candidates solve. This is only a shortcut: on backends without it
/// (scalar, SSE), every result is `false`.
///
/// # Errors
/// [`Error::Stopped`].
pub fn solved_by_locked(
    backend: Backend,
    puzzles: &[Grid],
    control: &Control<'_>,
) -> Result<Vec<bool>, Error> {
    let mut tiers = vec![Tier::Beyond; puzzles.len()];
    backend.tiers(Puzzles::Grids(puzzles), Rules::Locked, &mut tiers, control)?;
    Ok(tiers.into_iter().map(|tier| tier != Tier::Beyond).collect())
}

/// Whether locked candidates and subsets, which include singles, settle every cell.
fn solved_by_subsets(mut open: Candidates) -> bool {
    let mut settled = open.map(Digits::is_empty);
    // The candidates at the last search for subsets. A house without changes since then has no new subsets.
    let mut looked: Option<Candidates> = None;
    loop {
        loop {
            let before = open;
            for cell in 0..81 {
                if open[cell].len() == 1 {
                    for peer in PEERS[cell] {
                        open[peer.index()] = open[peer.index()].without(open[cell]);
                    }
                    (open[cell], settled[cell]) = (Digits::NONE, true);
                }
            }
            if (0..81).any(|cell| open[cell].is_empty() && !settled[cell]) {
                return false;
            }
            if settled == [true; 81] {
                return true;
            }
            lock(&mut open);
            if open == before {
                break;
            }
        }
        let before = open;
        for (house, cells) in HOUSES.iter().enumerate() {
            let has_changed = looked.is_none_or(|looked| {
                cells.iter().any(|cell| open[cell.index()] != looked[cell.index()])
            });
            if has_changed && !subsets(&mut open, house) {
                return false;
            }
        }
        if open == before {
            return false;
        }
        looked = Some(before);
    }
}

/// Applies locked candidates, in both directions, at each intersection of a line and a box.
fn lock(open: &mut Candidates) {
    for line in &HOUSES[..18] {
        for third in line.chunks_exact(3) {
            let house = &HOUSES[18 + third[0].r#box()];
            let of = |cells: &mut dyn Iterator<Item = usize>| {
                cells.fold(Digits::NONE, |digits, cell| digits | open[cell])
            };
            let here = of(&mut third.iter().map(|cell| cell.index()));
            let outside = |cell: &&Cell| !third.contains(cell);
            let in_line = of(&mut line.iter().filter(outside).map(|cell| cell.index()));
            let in_box = of(&mut house.iter().filter(outside).map(|cell| cell.index()));
            let (claimed, pointed) = (here.without(in_line), here.without(in_box));
            for cell in house.iter().filter(outside) {
                open[cell.index()] = open[cell.index()].without(claimed);
            }
            for cell in line.iter().filter(outside) {
                open[cell.index()] = open[cell.index()].without(pointed);
            }
        }
    }
}

/// Removes the digits of each subset from the other open cells of a house; returns `false` if k cells have fewer than k
/// digits.
fn subsets(open: &mut Candidates, house: usize) -> bool {
    let mut cells = [0; 9];
    let mut n = 0;
    for cell in HOUSES[house] {
        if !open[cell.index()].is_empty() {
            cells[n] = cell.index();
            n += 1;
        }
    }
    let mut digits = [Digits::NONE; 512];
    for set in 1..1usize << n {
        let first = open[cells[set.trailing_zeros() as usize]];
        digits[set] = digits[set & (set - 1)] | first;
        match digits[set].len().cmp(&set.count_ones()) {
            std::cmp::Ordering::Less => return false,
            std::cmp::Ordering::Greater => continue,
            std::cmp::Ordering::Equal => {}
        }
        // The next round at the latest uses the result of these removals.
        for (k, &cell) in cells[..n].iter().enumerate() {
            if set >> k & 1 == 0 {
                open[cell] = open[cell].without(digits[set]);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Domain, Key};
    use crate::reference;
    use crate::solve::{Level, candidates, solved_by_singles};

    /// A deliberately slow solver that uses only naked singles.
    fn solved_by_naked_singles(puzzle: &Grid) -> bool {
        let mut board = *puzzle;
        loop {
            let open = candidates(&board, Level::Basic, &Control::unlimited()).unwrap();
            let single =
                Cell::all().find(|&cell| board.get(cell) == 0 && open[cell.index()].len() == 1);
            match single {
                Some(cell) => board.set(cell, open[cell.index()].iter().next().unwrap()),
                None => return board.is_solution(),
            }
        }
    }

    #[test]
    fn tiers_agree_with_slower_answers() {
        let hard: Grid =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
                .parse()
                .unwrap();
        let solved = reference::first(&hard).unwrap();
        let mut words = Key::from_u64(5).words(Domain::Clues, 0, 0);
        let mut seen = [0; 4];
        let (mut puzzles, mut expected) = (Vec::new(), Vec::new());
        for i in 0..3000 {
            let mut puzzle = hard;
            for cell in Cell::all() {
                if words.below(81) < i % 30 {
                    puzzle.set(cell, solved.get(cell));
                }
            }
            if i % 10 == 0 {
                puzzle.set(Cell::new(words.below(81) as usize), 1 + words.below(9) as u8);
            }
            let found = tier(&puzzle);
            seen[found as usize] += 1;
            assert_eq!(found == Tier::NakedSingles, solved_by_naked_singles(&puzzle));
            assert_eq!(found <= Tier::Singles, solved_by_singles(&puzzle));
            if found == Tier::Subsets {
                assert_eq!(reference::count(&puzzle, 2), 1);
            }
            let locked = candidates(&puzzle, Level::Locked, &Control::unlimited()).unwrap();
            if locked.iter().all(|digits| digits.len() == 1) {
                assert!(found <= Tier::Subsets);
            }
            // The same puzzle as pencil marks.
            assert_eq!(tier(&puzzle.givens()), found);
            puzzles.push(puzzle);
            expected.push(found);
        }
        // Many puzzles at once, in the lanes; blank boards have several solutions.
        puzzles.push(Grid::EMPTY);
        expected.push(Tier::Beyond);
        let marks: Vec<Candidates> = puzzles.iter().map(Grid::givens).collect();
        let control = Control::unlimited();
        for backend in Backend::available() {
            let mut found = vec![Tier::Beyond; puzzles.len()];
            tiers(backend, &puzzles, &mut found, &control).unwrap();
            assert!(found == expected, "{backend:?}");
            tiers(backend, &marks[..], &mut found, &control).unwrap();
            assert!(found == expected, "{backend:?}");
            let solved = solved_by_locked(backend, &puzzles, &control).unwrap();
            for (puzzle, solved) in puzzles.iter().zip(&solved).filter(|_| solved.contains(&true)) {
                let open = candidates(puzzle, Level::Locked, &control).unwrap();
                assert_eq!(*solved, open.iter().all(|digits| digits.len() == 1));
            }
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }
}
