//! The operations on boards that have vector implementations, and their portable implementations: digit by digit, and
//! unit by unit.

#![forbid(unsafe_code)]

/// The number of digits that a board has memory for; digits beyond those of the board have no places.
pub(in crate::rules) const DIGITS: usize = 16;

/// Work to be done with some vectors; `run` and the functions that it calls must be inlined.
pub(in crate::rules) trait Work {
    type Result;

    fn run(self, vectors: impl Vectors) -> Self::Result;
}

/// At most 64 units, in two representations.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Units<'r> {
    /// Sets of cells: the first words of eight units, then their second words, …; then the next eight units. The last
    /// eight are padded with empty sets.
    pub eights: &'r [[u64; 8]],
    /// For each cell, its units as bits.
    pub of_cell: &'r [u64],
}

/// The number of places of a digit in the units with due cells; bit i represents unit i.
pub(in crate::rules) struct UnitCounts<const W: usize> {
    /// Units without a place.
    pub none: u64,
    /// Units with two or three places.
    pub few: u64,
    /// The cells that are the only place in a unit.
    pub alone: [u64; W],
}

/// For each digit, the cells whose partners cannot hold it.
pub(in crate::rules) struct Unsupported<const W: usize> {
    /// The digits with such cells, as bits; digits that the board does not have may be included.
    pub digits: u16,
    /// `cells[w][e]`: word w of the cells for digit e + 1.
    pub cells: [[u64; DIGITS]; W],
}

/// A relation whose partners are at the same few distances from every cell, such as a relation between neighbors.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Steps<'r, const W: usize> {
    /// `supports[e]`: the digits for which a partner may be e + 1.
    pub supports: &'r [u16; DIGITS],
    /// For each digit of the board, the digits that a partner may be, with `W` equal bits for each.
    pub beside: &'r [u64],
    /// The distances from a cell to its partners, in cells, less than 64 in either direction.
    pub steps: &'r [i32],
    /// For each step, the cells that have a partner at this distance.
    pub from: &'r [[u64; W]],
}

/// The operations.
#[expect(clippy::needless_range_loop, reason = "iterators are not always inlined here")]
pub(in crate::rules) trait Vectors: Copy {
    /// Counts these places in the units with `due` cells.
    #[inline(always)]
    fn unit_counts<const W: usize>(
        self,
        units: Units<'_>,
        places: &[u64; W],
        due: &[u64; W],
    ) -> UnitCounts<W> {
        let mut left = 0;
        for w in 0..W {
            let mut word = due[w];
            while word != 0 {
                left |= units.of_cell[64 * w + word.trailing_zeros() as usize];
                word &= word - 1;
            }
        }
        let mut counts = UnitCounts { none: 0, few: 0, alone: [0; W] };
        while left != 0 {
            let unit = left.trailing_zeros() as usize;
            let mut here = [0; W];
            for w in 0..W {
                here[w] = units.eights[unit / 8 * W + w][unit % 8] & places[w];
            }
            let bit = left & left.wrapping_neg();
            left ^= bit;
            match size(&here) {
                0 => counts.none |= bit,
                1 => {
                    for w in 0..W {
                        counts.alone[w] |= here[w];
                    }
                }
                2 | 3 => counts.few |= bit,
                _ => {}
            }
        }
        counts
    }

    /// For each digit e + 1, the cells that hold none of the digits `supports[e]`, so that no partner may be e + 1.
    /// `misfits[d]` are the digits that no partner of d + 1 may be.
    #[inline(always)]
    fn unsupported<const W: usize>(
        self,
        places: &[[u64; W]],
        cells: &[u64; W],
        supports: &[u16; DIGITS],
        _misfits: &[u16; DIGITS],
    ) -> Unsupported<W> {
        let mut found = Unsupported { digits: 0, cells: [[0; DIGITS]; W] };
        for e in 0..places.len() {
            let mut against = *cells;
            let mut digits = supports[e];
            while digits != 0 {
                let places = &places[digits.trailing_zeros() as usize];
                digits &= digits - 1;
                for w in 0..W {
                    against[w] &= !places[w];
                }
            }
            let mut any = 0;
            for w in 0..W {
                any |= against[w];
                found.cells[w][e] = against[w];
            }
            found.digits |= u16::from(any != 0) << e;
        }
        found
    }

    /// Removes from the partners of these cells the digits that no digit of the cell allows; returns whether there were
    /// any.
    #[inline(always)]
    fn relate<const W: usize>(
        self,
        places: &mut [[u64; W]; DIGITS],
        cells: &[u64; W],
        relation: Steps<'_, W>,
    ) -> bool {
        let largest = relation.beside.len();
        // Here the table is read from the partner's side.
        let against = self.unsupported(&places[..largest], cells, relation.supports, &[0; DIGITS]);
        let mut digits = against.digits;
        let mut removed = 0;
        while digits != 0 {
            let e = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            let mut gone = [0; W];
            for (&step, from) in relation.steps.iter().zip(relation.from) {
                for w in 0..W {
                    let word = u128::from(against.cells[w][e] & from[w]);
                    let (by, first) =
                        if step > 0 { (step, w) } else { (64 + step, w.wrapping_sub(1)) };
                    let moved = word << by;
                    if first < W {
                        gone[first] |= moved as u64;
                    }
                    if first.wrapping_add(1) < W {
                        gone[first.wrapping_add(1)] |= (moved >> 64) as u64;
                    }
                }
            }
            for w in 0..W {
                removed |= places[e][w] & gone[w];
                places[e][w] &= !gone[w];
            }
        }
        removed != 0
    }

    /// Removes the digits of cells with one digit from their peers until all cells with one digit are `done`.
    ///
    /// # Errors
    /// The cells without a digit, or peers with the same digit.
    #[inline(always)]
    fn singles<const W: usize>(
        self,
        places: &mut [[u64; W]; DIGITS],
        done: &mut [u64; W],
        all: &[u64; W],
        peers: &[[u64; W]],
    ) -> Result<(), [u64; W]> {
        let most = most_digits(W);
        loop {
            let (mut once, mut twice) = ([0; W], [0; W]);
            for d in 0..most {
                for w in 0..W {
                    twice[w] |= once[w] & places[d][w];
                    once[w] |= places[d][w];
                }
            }
            let (mut empty, mut fresh) = ([0; W], [0; W]);
            for w in 0..W {
                empty[w] = all[w] & !once[w];
                fresh[w] = once[w] & !twice[w] & !done[w];
                done[w] |= fresh[w];
            }
            if empty != [0; W] {
                return Err(empty);
            }
            if fresh == [0; W] {
                return Ok(());
            }
            for d in 0..most {
                let (mut settled, mut seen) = ([0; W], [0; W]);
                for w in 0..W {
                    settled[w] = places[d][w] & fresh[w];
                    let mut word = settled[w];
                    while word != 0 {
                        let peers = &peers[64 * w + word.trailing_zeros() as usize];
                        word &= word - 1;
                        for v in 0..W {
                            seen[v] |= peers[v];
                        }
                    }
                }
                if settled == [0; W] {
                    continue;
                }
                let mut clash = 0;
                for w in 0..W {
                    clash |= settled[w] & seen[w];
                    places[d][w] &= !seen[w];
                }
                if clash != 0 {
                    return Err(std::array::from_fn(|w| settled[w] & seen[w]));
                }
            }
        }
    }

    /// Adds to `changed` the places that digits have lost compared with `seen`; updates `seen` and returns the changed
    /// cells.
    #[inline(always)]
    fn catch_up<const W: usize>(
        self,
        places: &[[u64; W]; DIGITS],
        seen: &mut [[u64; W]; DIGITS],
        changed: &mut [[u64; W]; DIGITS],
    ) -> [u64; W] {
        let mut cells = [0; W];
        for d in 0..most_digits(W) {
            for w in 0..W {
                let left = seen[d][w] & !places[d][w];
                changed[d][w] |= left;
                cells[w] |= left;
                seen[d][w] = places[d][w];
            }
        }
        cells
    }

    /// Removes `gone` from the places; returns whether there was anything to remove.
    #[inline(always)]
    fn take<const W: usize>(
        self,
        places: &mut [[u64; W]; DIGITS],
        gone: &[[u64; W]; DIGITS],
    ) -> bool {
        let mut removed = 0;
        for d in 0..most_digits(W) {
            for w in 0..W {
                removed |= places[d][w] & gone[d][w];
                places[d][w] &= !gone[d][w];
            }
        }
        removed != 0
    }
}

/// The portable implementation, without vector instructions.
#[derive(Clone, Copy)]
pub(super) struct Plain;

impl Vectors for Plain {}

/// The maximum number of digits on boards whose sets of cells have this number of words.
pub(super) const fn most_digits(words: usize) -> usize {
    match words {
        1 => 8,
        2 => 11,
        _ => DIGITS,
    }
}

/// The number of cells. Pairs of words are counted as one number, which prevents the compiler from counting in vectors,
/// a method with a longer latency.
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
