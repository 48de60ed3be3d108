//! The kernels, one file a processor family, and the choice between them.

use crate::board::Grid;
use crate::control::{Control, Signal};
use crate::error::Error;

use super::{Answers, Puzzles, Query, UNDECIDED};

/// A set of kernels. All give the same answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Backend {
    /// Plain 64-bit integers, on every processor.
    Scalar,
}

impl Backend {
    /// The fastest that runs on this machine.
    pub fn detect() -> Backend {
        Backend::Scalar
    }

    /// All that run on this machine, slowest first.
    pub fn available() -> Vec<Backend> {
        vec![Backend::Scalar]
    }

    /// The name that `BITDOKU_BACKEND` and `bd.backend()` use.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Scalar => "scalar",
        }
    }

    /// The backend with this name.
    ///
    /// # Errors
    /// [`Error::BackendUnavailable`] where there is none, or this machine cannot run it.
    pub fn named(name: &str) -> Result<Backend, Error> {
        Backend::available().into_iter().find(|b| b.name() == name).ok_or_else(|| {
            Error::BackendUnavailable {
                asked: name.to_owned(),
                available: Backend::available().into_iter().map(Backend::name).collect(),
            }
        })
    }

    /// Answers `query`.
    ///
    /// # Errors
    /// [`Error::Cancelled`], with the answers unspecified.
    pub fn search(
        self,
        query: &Query<'_>,
        answers: &mut Answers<'_>,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        // TEMPORARY stand-in until the kernel lands: plain depth-first search.
        for i in 0..query.puzzles.len() {
            let mut candidates = match query.puzzles {
                Puzzles::Grids(grids) => grids[i].givens(),
                Puzzles::Candidates(candidates) => candidates[i],
            };
            let mut first = None;
            let mut nodes = 0;
            let mut count = 0;
            let done = dfs(
                &mut candidates,
                &mut |g| {
                    first.get_or_insert(g);
                    count += 1;
                    count < query.limit
                },
                &mut |_| {
                    nodes += 1;
                    if nodes > query.nodes {
                        return Some(Signal::OutOfTime);
                    }
                    match control.checkpoint() {
                        Signal::Continue => None,
                        s => Some(s),
                    }
                },
            );
            match done {
                Some(Signal::Cancelled) => return Err(Error::Cancelled),
                Some(Signal::OutOfTime) => {
                    count = UNDECIDED;
                    first = None;
                }
                _ => {}
            }
            answers.counts[i] = count;
            if let Some(solutions) = &mut answers.solutions {
                solutions[i] = first.unwrap_or(Grid::EMPTY);
            }
        }
        Ok(())
    }
}

fn dfs(
    c: &mut crate::board::Candidates,
    found: &mut dyn FnMut(Grid) -> bool,
    node: &mut dyn FnMut(()) -> Option<Signal>,
) -> Option<Signal> {
    use crate::board::{Cell, Digits, PEERS};
    if let Some(s) = node(()) {
        return Some(s);
    }
    let mut done = [false; 81];
    loop {
        let Some(cell) = Cell::all().find(|k| !done[k.index()] && c[k.index()].len() <= 1) else {
            break;
        };
        let d = c[cell.index()];
        if d.is_empty() {
            return None;
        }
        done[cell.index()] = true;
        for p in PEERS[cell.index()] {
            c[p.index()] = c[p.index()].without(d);
        }
    }
    if c.iter().any(|d| d.is_empty()) {
        return None;
    }
    let Some(cell) = Cell::all().filter(|k| !done[k.index()]).min_by_key(|k| c[k.index()].len())
    else {
        let g = Grid::new(c.map(|d| d.single())).expect("digits");
        return if found(g) { None } else { Some(Signal::Continue) };
    };
    for d in c[cell.index()].iter() {
        let mut child = *c;
        child[cell.index()] = Digits::only(d);
        if let Some(s) = dfs(&mut child, found, node) {
            return Some(s);
        }
    }
    None
}
