//! Tables of the cells in the words of the vectors. `solve/register/vector.rs` contains a drawing.

use crate::arch::Aligned;

/// The word that this word repeats, or the word itself if it is not a spare.
const fn original(word: usize) -> usize {
    word / 4 % 3 * 4 + word % 4 % 3
}

/// The cell at a position in a word.
pub const fn cell(position: usize, word: usize) -> usize {
    let word = original(word);
    9 * (word / 4 * 3 + position / 3) + word % 4 * 3 + position % 3
}

/// For each word, the words that hold the same box.
pub const COPIES: [u16; 16] = {
    let mut copies = [0; 16];
    let mut word = 0;
    while word < 16 {
        copies[original(word)] |= 1 << word;
        word += 1;
    }
    copies
};

/// [`COPIES`] as masks.
pub static ONLY: [Aligned<[u16; 16]>; 16] = {
    let mut only = [Aligned([0; 16]); 16];
    let mut i = 0;
    while i < 256 {
        if COPIES[i / 16] & (1 << (i % 16)) != 0 {
            only[i / 16].0[i % 16] = !0;
        }
        i += 1;
    }
    only
};

/// Byte indices within 128 bits: for each word, the box N further along the band.
pub static ACROSS: [Aligned<[u8; 32]>; 3] = {
    let mut across = [Aligned([0; 32]); 3];
    let mut i = 0;
    while i < 96 {
        let (n, byte) = (i / 32, i % 32);
        let word = byte / 2 % 4 % 3;
        across[n].0[byte] = (byte / 8 % 2 * 8 + 2 * ((word + n) % 3) + byte % 2) as u8;
        i += 1;
    }
    across
};

/// The same along the stack: indices of 64-bit quarters, two bits each.
#[cfg(target_arch = "x86_64")]
pub const DOWN: [i32; 3] = {
    let mut down = [0; 3];
    let mut i = 0;
    while i < 12 {
        let (n, quarter) = (i / 4, i % 4);
        down[n] |= (((quarter % 3 + n) % 3) << (2 * quarter)) as i32;
        i += 1;
    }
    down
};
