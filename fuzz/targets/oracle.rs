//! A slow, obvious solver for any constraints: the digits of each cell in order, each constraint by its definition.

use bitdoku::rules::{Constraint, Primitive};

/// All solutions in lexicographic order; `None` if there are more than `most`, or more than so many steps lead to them.
pub fn solutions(
    constraints: &[Constraint],
    marks: &[u64],
    most: usize,
    mut steps: usize,
) -> Option<Vec<Vec<u8>>> {
    let mut of_cells = vec![Vec::new(); marks.len()];
    for constraint in constraints {
        for cell in cells(constraint) {
            of_cells[cell].push(constraint);
        }
    }
    let (mut board, mut found) = (vec![0; marks.len()], Vec::new());
    if !constraints.iter().all(|constraint| may_hold(constraint, &board)) {
        return Some(found);
    }
    fill(&of_cells, marks, &mut board, 0, &mut steps, &mut |board| {
        found.push(board.to_vec());
        found.len() <= most
    })
    .then_some(found)
}

fn fill(
    of_cells: &[Vec<&Constraint>],
    marks: &[u64],
    board: &mut Vec<u8>,
    cell: usize,
    steps: &mut usize,
    found: &mut impl FnMut(&[u8]) -> bool,
) -> bool {
    if cell == board.len() {
        return found(board);
    }
    for digit in (1..=64).filter(|digit| marks[cell] >> (digit - 1) & 1 == 1) {
        let Some(left) = steps.checked_sub(1) else { return false };
        *steps = left;
        board[cell] = digit;
        let fits = of_cells[cell].iter().all(|constraint| may_hold(constraint, board));
        if fits && !fill(of_cells, marks, board, cell + 1, steps, found) {
            return false;
        }
    }
    board[cell] = 0;
    true
}

fn cells(constraint: &Constraint) -> Vec<usize> {
    let mut cells = match &constraint.primitive {
        Primitive::Allowed { cell, .. } => vec![*cell],
        Primitive::Related { pairs, .. } => pairs.iter().flat_map(|&(a, b)| [a, b]).collect(),
        Primitive::Different { cells }
        | Primitive::Total { cells, .. }
        | Primitive::Accepted { cells, .. } => cells.clone(),
        _ => unimplemented!("{constraint:?}"),
    };
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Whether no filled cells break the constraint: on a full board, whether it holds.
pub fn may_hold(constraint: &Constraint, board: &[u8]) -> bool {
    match &constraint.primitive {
        Primitive::Allowed { cell, digits } => {
            board[*cell] == 0 || digits >> (board[*cell] - 1) & 1 == 1
        }
        Primitive::Different { cells } => differ(cells, board),
        Primitive::Related { pairs, table } => pairs.iter().all(|&(a, b)| {
            let (a, b) = (board[a], board[b]);
            a == 0 || b == 0 || table[usize::from(a) - 1] >> (b - 1) & 1 == 1
        }),
        Primitive::Total { cells, sum, weights, no_repeat } => {
            let weight = |i: usize| weights.as_ref().map_or(1, |weights| weights[i]);
            let digits = cells.iter().enumerate();
            let total: i64 = digits.map(|(i, &cell)| weight(i) * i64::from(board[cell])).sum();
            let is_open = cells.iter().any(|&cell| board[cell] == 0);
            (is_open || total == *sum) && (!no_repeat || differ(cells, board))
        }
        Primitive::Accepted { cells, start, accepting, transitions, .. } => {
            let mut state = *start;
            for &cell in cells {
                let Some(digit) = board[cell].checked_sub(1) else { return true };
                match usize::try_from(transitions[state][usize::from(digit)]) {
                    Ok(next) => state = next,
                    Err(_) => return false,
                }
            }
            accepting.contains(&state)
        }
        _ => unimplemented!("{constraint:?}"),
    }
}

fn differ(cells: &[usize], board: &[u8]) -> bool {
    let equal = |a: usize, b: usize| board[a] != 0 && board[a] == board[b];
    cells.iter().enumerate().all(|(i, &a)| cells[..i].iter().all(|&b| !equal(a, b)))
}
