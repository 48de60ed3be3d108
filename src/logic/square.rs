//! Transposition of 64 × 64 bits, for tables of bits whose rows and columns are interchanged.

/// Swaps rows and columns by exchanging off-diagonal blocks of 32, 16, …, 1 bits.
pub(crate) fn transpose(square: &mut [u64; 64]) {
    if *square == [0; 64] {
        return;
    }
    let (mut width, mut mask) = (32, u64::MAX >> 32);
    while width != 0 {
        for part in square.chunks_exact_mut(2 * width) {
            let (low, high) = part.split_at_mut(width);
            for (low, high) in low.iter_mut().zip(high) {
                let change = (*low >> width ^ *high) & mask;
                *low ^= change << width;
                *high ^= change;
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_swap_rows_and_columns() {
        let mut square: [u64; 64] =
            std::array::from_fn(|k| (k as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let before = square;
        transpose(&mut square);
        for (i, row) in square.iter().enumerate() {
            for (k, column) in before.iter().enumerate() {
                assert_eq!(row >> k & 1, column >> i & 1);
            }
        }
    }
}
