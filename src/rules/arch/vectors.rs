//! The operations on boards that have vector versions.

#![forbid(unsafe_code)]

/// Digits that a board has memory for; those that the board does not have are without places.
pub(in crate::rules) const DIGITS: usize = 16;

/// Work to do with some vectors; `run` and what it calls must be inlined.
pub(in crate::rules) trait Work {
    type Result;

    fn run(self, vectors: impl Vectors) -> Self::Result;
}

/// At most 64 units, in two forms.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Units<'r> {
    /// Sets of cells: the first words of eight units, then their second words, …; then the next eight. The last eight are
    /// filled up with empty sets.
    pub eights: &'r [[u64; 8]],
    /// For each cell its units, as bits.
    pub of_cell: &'r [u64],
}

/// How many places a digit has in the units with due cells; bit i stands for unit i.
pub(in crate::rules) struct UnitCounts<const W: usize> {
    /// Units without a place.
    pub none: u64,
    /// Units with two or three places.
    pub few: u64,
    /// The only places of a unit.
    pub alone: [u64; W],
}

/// For each digit the cells whose partners cannot hold it.
pub(in crate::rules) struct Unsupported<const W: usize> {
    /// The digits with such cells, as bits; digits that the board does not have may be among them.
    pub digits: u16,
    /// `cells[w][e]`: word w of the cells for digit e + 1.
    pub cells: [[u64; DIGITS]; W],
}

/// A relation whose partners are a few steps away, the same steps everywhere, such as that of neighbours.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Steps<'r, const W: usize> {
    /// `supports[e]`: the digits with which a partner may be e + 1.
    pub supports: &'r [u16; DIGITS],
    /// For each digit of the board the digits that a partner may be, `W` equal bits for each.
    pub beside: &'r [u64],
    /// The steps from a cell to its partners, in cells, less than 64 in either direction.
    pub steps: &'r [i32],
    /// For each step the cells that have a partner there.
    pub from: &'r [[u64; W]],
}

/// The operations.
pub(in crate::rules) trait Vectors: Copy {
    /// Counts these places in the units with `due` cells.
    fn unit_counts<const W: usize>(
        self,
        units: Units<'_>,
        places: &[u64; W],
        due: &[u64; W],
    ) -> UnitCounts<W>;

    /// For each digit e + 1 those of the cells that hold none of the digits `supports[e]`, so that no partner may be e + 1.
    /// `misfits[d]` are the digits that no partner of d + 1 may be.
    fn unsupported<const W: usize>(
        self,
        places: &[[u64; W]],
        cells: &[u64; W],
        supports: &[u16; DIGITS],
        misfits: &[u16; DIGITS],
    ) -> Unsupported<W>;

    /// Removes from the partners of these cells the digits that none of a cell's digits allows; returns whether there were
    /// any.
    fn relate<const W: usize>(
        self,
        places: &mut [[u64; W]; DIGITS],
        cells: &[u64; W],
        relation: Steps<'_, W>,
    ) -> bool;

    /// Removes the digits of cells with one from their peers until all cells with one digit are `done`.
    ///
    /// # Errors
    /// The cells without a digit, or peers with the same one.
    fn singles<const W: usize>(
        self,
        places: &mut [[u64; W]; DIGITS],
        done: &mut [u64; W],
        all: &[u64; W],
        peers: &[[u64; W]],
    ) -> Result<(), [u64; W]>;

    /// Adds to `changed` the places that digits have lost since they were `seen`; updates `seen`, returns the cells.
    fn catch_up<const W: usize>(
        self,
        places: &[[u64; W]; DIGITS],
        seen: &mut [[u64; W]; DIGITS],
        changed: &mut [[u64; W]; DIGITS],
    ) -> [u64; W];

    /// Removes what is `gone` from the places; returns whether there was any.
    fn take<const W: usize>(
        self,
        places: &mut [[u64; W]; DIGITS],
        gone: &[[u64; W]; DIGITS],
    ) -> bool;
}

/// The most digits whose sets of cells have so many words.
pub(super) const fn most_digits(words: usize) -> usize {
    match words {
        1 => 8,
        2 => 11,
        _ => DIGITS,
    }
}

/// The number of cells. Pairs of words are counted as one number, which keeps the compiler from counting in vectors: that
/// has a longer latency.
#[inline(always)]
pub(in crate::rules) fn size<const W: usize>(cells: &[u64; W]) -> u32 {
    if W == 1 {
        return cells[0].count_ones();
    }
    let mut size = 0;
    for w in 0..W / 2 {
        size += (u128::from(cells[2 * w]) | u128::from(cells[2 * w + 1]) << 64).count_ones();
    }
    size
}
