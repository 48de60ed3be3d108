//! The answer that a text contains, or why there is none.

#![forbid(unsafe_code)]

/// The reason why a text has an answer or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A complete board.
    Complete,
    /// A board with blanks, or a part of a board.
    Incomplete,
    /// Different complete boards, and no word that decides between them.
    Ambiguous,
    /// No board but the puzzle itself.
    Puzzle,
    /// Nothing but an unfinished thinking block.
    Thinking,
    /// Words without a board.
    Missing,
    /// No text.
    Empty,
}

/// The answer that a text contains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The cells, 0 for blank; `None` if there is no board of the right size, or no single one.
    pub board: Option<Box<[u8]>>,
    /// The reason.
    pub reason: Reason,
}
