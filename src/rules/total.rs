//! Totals: weighted digits that add up to a sum, by combinations, by reachable sums, or by bounds.
//!
//! ```text
//!   combinations   equal weights, all cells different      23 in 3 cells: {6, 8, 9}
//!   sums           target less than 128 above the minimum  bit s of a word: the sum s can be reached
//!   bounds         anything else                           minimum and maximum of the other cells
//! ```
//!
//! All weights are made positive: a digit with a negative weight is counted down from the largest digit, and the
//! smallest digit counts as 0. Every partial sum is then in 0..=target, and the sums that some cells can reach are the
//! bits of a word, which each digit shifts. If the target is above half of the maximum, all digits are counted from the
//! other end.
//!
//! *Strength.* Sums remove all digits that the total by itself rules out. Combinations remove the digits of all sets
//! that do not fit each cell by itself. Bounds remove less.

#![forbid(unsafe_code)]

use std::ops::{BitAnd, BitOrAssign, Shl, Shr};

use smallvec::SmallVec;

use super::digits::{Conflict, bits, is_single};
use super::families::{Family, LARGEST_SUM, MOST_DIGITS};
use super::geometry::Geometry;

/// The number of combinations above which a total is narrowed by sums.
const MOST_COMBINATIONS: usize = 512;

/// Cells and their weights; most totals have few cells.
pub(crate) type Terms = SmallVec<[(u16, i64); 12]>;

/// A total over some cells.
#[derive(Clone, Debug)]
pub(super) struct Total {
    /// Eight cells take no more memory than a pointer and a length.
    cells: SmallVec<[u16; 8]>,
    /// The weight of each cell in lowest terms, if any is not 1; and the sum in the same terms. If there is no such
    /// sum, both are as given.
    pub weights: Option<Vec<i64>>,
    pub sum: i64,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// No digits have this sum.
    Never,
    /// The sets of digits that have this sum.
    Combinations(Vec<u64>),
    /// The target above the minimum; digits with positive weights may be counted from the other end, see [`Step`].
    Sums { reversed: bool, target: u32 },
    /// The same, with a target too large for a word.
    Bounds { reversed: bool, target: i64 },
}

/// A cell's contribution to the sum: `size` for each digit above the smallest, or `reversed` below the largest.
#[derive(Clone, Copy, Debug)]
struct Step {
    size: i64,
    reversed: bool,
}

impl Step {
    /// The contribution of digit d + 1 to the sum.
    #[inline]
    fn value(self, largest: usize, d: u32) -> i64 {
        self.size * if self.reversed { largest as i64 - 1 - i64::from(d) } else { i64::from(d) }
    }
}

impl Total {
    pub fn new(cells: &[usize], sum: i64, weights: Option<&[i64]>, geometry: &Geometry) -> Total {
        // A cell that occurs twice counts twice.
        let weight = |i: usize| weights.map_or(1, |weights| weights[i]);
        let by_cell = cells.iter().enumerate().map(|(i, &cell)| (cell as u16, weight(i)));
        let mut total = Total::of(added_up(by_cell.collect()), sum, geometry);
        if total.cells.is_empty() && sum != 0 {
            // No weight counts, so all of these cells break the total.
            total.cells = cells.iter().map(|&cell| cell as u16).collect();
            total.weights = weights.map(<[i64]>::to_vec);
        }
        total
    }

    /// The total of these cells, which must be sorted and have weights other than 0.
    pub fn of(by_cell: Terms, sum: i64, geometry: &Geometry) -> Total {
        let weights = by_cell.iter().map(|(_, weight)| weight.abs());
        let divisor = weights.fold(0, |a, b| if a == 1 { a } else { gcd(a, b) });
        let cells: SmallVec<[u16; 8]> = by_cell.iter().map(|&(cell, _)| cell).collect();
        let weights = by_cell.iter().map(|&(_, weight)| weight);
        if cells.is_empty() && sum == 0 {
            let kind = Kind::Bounds { reversed: false, target: 0 };
            return Total { cells, weights: None, sum, kind };
        }
        if divisor == 0 || sum % divisor != 0 {
            let weights = (divisor != 0).then(|| weights.collect());
            return Total { cells, weights, sum, kind: Kind::Never };
        }
        let all_negative = weights.clone().all(|weight| weight < 0);
        let divisor = if all_negative { -divisor } else { divisor };
        let lowest = weights.map(|weight| weight / divisor);
        let weights = lowest.clone().any(|weight| weight != 1).then(|| lowest.collect());
        let mut total = Total { cells, weights, sum: sum / divisor, kind: Kind::Never };
        total.kind = total.kind(geometry);
        total
    }

    fn kind(&self, geometry: &Geometry) -> Kind {
        let largest = geometry.digits();
        let wide = largest as i64;
        let (mut smallest, mut most) = (0, 0);
        for (_, weight) in self.terms() {
            smallest += if weight > 0 { weight } else { weight * wide };
            most += weight.abs() * (wide - 1);
        }
        let target = self.sum - smallest;
        if !(0..=most).contains(&target) {
            return Kind::Never;
        }
        if self.weights.is_none()
            && geometry.all_differ(&self.cells)
            && let Some(sets) = combinations(largest, self.cells.len(), self.sum)
        {
            return if sets.is_empty() { Kind::Never } else { Kind::Combinations(sets) };
        }
        let reversed = most - target < target;
        let target = if reversed { most - target } else { target };
        match u32::try_from(target) {
            Ok(target) if target < 128 => Kind::Sums { reversed, target },
            _ => Kind::Bounds { reversed, target },
        }
    }

    /// The weight of cell number `i`.
    #[inline]
    pub fn weight(&self, i: usize) -> i64 {
        self.weights.as_ref().map_or(1, |weights| weights[i])
    }

    /// The cells with their weights.
    pub fn terms(&self) -> impl Iterator<Item = (u16, i64)> {
        self.cells.iter().enumerate().map(|(i, &cell)| (cell, self.weight(i)))
    }

    /// Whether the cells all differ and have weight 1, so that the total depends only on the set of their digits.
    pub fn is_group(&self, geometry: &Geometry) -> bool {
        (0..=LARGEST_SUM).contains(&self.sum)
            && self.weights.is_none()
            && geometry.all_differ(&self.cells)
    }

    /// The cells, sorted, without duplicates.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }
}

/// The cells sorted, each once with the sum of its weights, without cells of weight 0.
pub(crate) fn added_up(mut by_cell: Terms) -> Terms {
    by_cell.sort_unstable();
    by_cell.dedup_by(|later, first| {
        let is_same = later.0 == first.0;
        first.1 += if is_same { later.1 } else { 0 };
        is_same
    });
    by_cell.retain(|(_, weight)| *weight != 0);
    by_cell
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// All sets of `count` digits with this sum; `None` if there are too many.
fn combinations(largest: usize, count: usize, sum: i64) -> Option<Vec<u64>> {
    fn extend(
        largest: i64,
        digit: i64,
        count: i64,
        sum: i64,
        set: u64,
        sets: &mut Vec<u64>,
    ) -> Option<()> {
        if count == 0 {
            if sum == 0 {
                sets.push(set);
            }
            return (sets.len() <= MOST_COMBINATIONS).then_some(());
        }
        // The minimum and maximum sums of `count` digits from `digit` on.
        let least = count * digit + count * (count - 1) / 2;
        let most = count * largest - count * (count - 1) / 2;
        if digit + count - 1 > largest || sum < least || sum > most {
            return Some(());
        }
        extend(largest, digit + 1, count - 1, sum - digit, set | 1 << (digit - 1), sets)?;
        extend(largest, digit + 1, count, sum, set, sets)
    }
    if largest <= MOST_DIGITS {
        // There are at most twelve.
        let mut sets = Vec::with_capacity(12);
        let all = Family::of_sum(sum);
        sets.extend(
            all.sets().filter(|set| set >> largest == 0 && set.count_ones() as usize == count),
        );
        return Some(sets);
    }
    let mut sets = Vec::new();
    extend(largest as i64, 1, count as i64, sum, 0, &mut sets)?;
    Some(sets)
}

impl Total {
    /// The step of each cell, by its number; with `reversed`, cells with positive weights are reversed.
    #[inline]
    fn steps(&self, reversed: bool) -> impl Fn(usize) -> Step {
        move |i| {
            let weight = self.weight(i);
            Step { size: weight.abs(), reversed: (weight < 0) != reversed }
        }
    }

    /// Removes from the sets of the cells the digits with which the sum cannot be reached, to a fixpoint.
    ///
    /// # Errors
    /// The sum cannot be reached at all.
    #[inline]
    pub fn narrow(
        &self,
        largest: usize,
        sets: &mut [u64],
        scratch: &mut Vec<u128>,
    ) -> Result<(), Conflict> {
        match &self.kind {
            Kind::Never => Err(Conflict),
            Kind::Combinations(combinations) => {
                while combine(combinations, sets)? {}
                Ok(())
            }
            Kind::Sums { reversed, target: target @ 0..64 } => {
                reach::<u64>(largest, self.steps(*reversed), *target, sets, scratch)
            }
            Kind::Sums { reversed, target } => {
                reach::<u128>(largest, self.steps(*reversed), *target, sets, scratch)
            }
            Kind::Bounds { reversed, target } => {
                bound(largest, self.steps(*reversed), *target, sets)
            }
        }
    }
}

/// Keeps only `digits` in a set.
#[inline]
fn keep(set: &mut u64, digits: u64) -> Result<(), Conflict> {
    *set &= digits;
    if *set == 0 { Err(Conflict) } else { Ok(()) }
}

/// Removes digits by combinations; returns whether any were removed.
fn combine(combinations: &[u64], sets: &mut [u64]) -> Result<bool, Conflict> {
    let (mut once, mut twice, mut settled) = (0, 0, 0);
    for &digits in &*sets {
        twice |= once & digits;
        once |= digits;
        settled |= if is_single(digits) { digits } else { 0 };
    }
    let (mut some, mut every) = (0, !0);
    for &combination in combinations {
        if combination & !once == 0
            && settled & !combination == 0
            && sets.iter().all(|digits| digits & combination != 0)
        {
            some |= combination;
            every &= combination;
        }
    }
    if some == 0 {
        return Err(Conflict);
    }
    if some != once {
        sets.iter_mut().try_for_each(|set| keep(set, some))?;
    }
    // Digits that every combination needs and only one cell can hold.
    let hidden = every & once & !twice & !settled;
    for set in sets.iter_mut().filter(|set| **set & hidden != 0) {
        *set &= hidden;
        if !is_single(*set) {
            return Err(Conflict);
        }
    }
    Ok(some != once || hidden != 0)
}

/// A word of sums. Half as many bits take half the time.
trait Word:
    Copy + Default + PartialEq + From<u64> + Into<u128> + BitAnd<Output = Self> + BitOrAssign
where
    Self: Shl<u32, Output = Self> + Shr<u32, Output = Self>,
{
    /// The lower bits of `sums`.
    fn of(sums: u128) -> Self;
}

impl Word for u64 {
    #[inline]
    fn of(sums: u128) -> u64 {
        sums as u64
    }
}

impl Word for u128 {
    #[inline]
    fn of(sums: u128) -> u128 {
        sums
    }
}

/// Removes digits by the sums that the other cells can reach. The target must be less than the number of bits in a
/// word.
fn reach<W: Word>(
    largest: usize,
    step: impl Fn(usize) -> Step,
    target: u32,
    sets: &mut [u64],
    sums: &mut Vec<u128>,
) -> Result<(), Conflict> {
    let none = W::default();
    let within = W::of(u128::MAX >> (127 - target));
    sums.clear();
    let mut reached = W::from(1);
    for (i, &set) in sets.iter().enumerate() {
        let step = step(i);
        sums.push(reached.into());
        let mut next = none;
        for digit in bits(set) {
            let value = step.value(largest, digit.trailing_zeros());
            if value <= i64::from(target) {
                next |= reached << value as u32;
            }
        }
        reached = next & within;
    }
    // Backwards: the sums from which the remaining cells can reach the target.
    let mut useful = reached & W::from(1) << target;
    if useful == none {
        return Err(Conflict);
    }
    for (i, set) in sets.iter_mut().enumerate().rev() {
        let step = step(i);
        let (mut from, mut kept) = (none, 0);
        for digit in bits(*set) {
            let value = step.value(largest, digit.trailing_zeros());
            if value <= i64::from(target) {
                let here = useful >> value as u32 & W::of(sums[i]);
                from |= here;
                kept |= if here == none { 0 } else { digit };
            }
        }
        useful = from;
        keep(set, kept)?;
    }
    Ok(())
}

/// Removes digits by the minimum and maximum sums of the other cells.
fn bound(
    largest: usize,
    step: impl Fn(usize) -> Step,
    target: i64,
    sets: &mut [u64],
) -> Result<(), Conflict> {
    loop {
        let (mut least, mut most) = (0, 0);
        for (i, &set) in sets.iter().enumerate() {
            let (low, high) = step(i).ends(largest, set);
            least += low;
            most += high;
        }
        if target < least || target > most {
            return Err(Conflict);
        }
        let mut changed = false;
        for (i, set) in sets.iter_mut().enumerate() {
            let step = step(i);
            let (low, high) = step.ends(largest, *set);
            let (from, to) = (target - (most - high), target - (least - low));
            if from > low || to < high {
                let fits = |digit: &u64| {
                    let value = step.value(largest, digit.trailing_zeros());
                    from <= value && value <= to
                };
                let kept = bits(*set).filter(fits).fold(0, |kept, digit| kept | digit);
                changed |= kept != *set;
                keep(set, kept)?;
            }
        }
        if !changed {
            return Ok(());
        }
    }
}

impl Step {
    /// The minimum and maximum contribution of a set of digits to the sum.
    fn ends(self, largest: usize, digits: u64) -> (i64, i64) {
        let first = self.value(largest, digits.trailing_zeros());
        let last = self.value(largest, 63 - digits.leading_zeros());
        (first.min(last), first.max(last))
    }
}
