//! A small sort. std's sorts are fast for millions of values and take 5 to 10 KB of code for each type; most lists here are
//! short or made once for a set of rules, and the Python package has to stay small.

#![forbid(unsafe_code)]

/// Sorts values; which of equal ones comes first is unspecified.
pub fn sort<T: Ord>(values: &mut [T]) {
    sort_by(values, |one, other| one < other);
}

/// Sorts values by keys; which of those with equal keys comes first is unspecified.
pub fn sort_by_key<T, K: Ord>(values: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(values, |one, other| key(one) < key(other));
}

/// Values up to this number are inserted one by one, which takes no time if they are sorted already.
const FEW: usize = 32;

/// Sorts values by an order: few by insertion; more by a heap, whose largest value goes to the end again and again.
#[inline(never)]
pub fn sort_by<T>(values: &mut [T], less: impl Fn(&T, &T) -> bool) {
    let length = values.len();
    if length <= FEW {
        for end in 1..length {
            let mut i = end;
            while i > 0 && less(&values[i], &values[i - 1]) {
                values.swap(i, i - 1);
                i -= 1;
            }
        }
        return;
    }
    for step in (0..length + length / 2).rev() {
        let (mut node, end) = if step < length { (0, step) } else { (step - length, length) };
        if step < length {
            values.swap(0, step);
        }
        loop {
            let mut child = 2 * node + 1;
            if child + 1 < end && less(&values[child], &values[child + 1]) {
                child += 1;
            }
            if child >= end || !less(&values[node], &values[child]) {
                break;
            }
            values.swap(node, child);
            node = child;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{sort, sort_by_key};
    use crate::random::{Domain, Key};

    #[test]
    fn sorts_as_std_does() {
        let mut words = Key::from_u64(1).words(Domain::Grids, 0, 0);
        for length in 0..100 {
            for bound in [1, 5, 1 << 40] {
                let values: Vec<u64> = (0..length).map(|_| words.below(bound)).collect();
                let mut expected = values.clone();
                expected.sort_unstable();
                let mut sorted = values.clone();
                sort(&mut sorted);
                assert_eq!(sorted, expected);
                let mut falling = values;
                sort_by_key(&mut falling, |&value| std::cmp::Reverse(value));
                expected.reverse();
                assert_eq!(falling, expected);
            }
        }
    }
}
