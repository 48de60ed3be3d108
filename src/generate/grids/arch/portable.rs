//! Portable kernel. It does not branch on random data: both outcomes of a choice are written, and a counter advances
//! depending on the condition.

use crate::board::Grid;

use super::super::build::{Label, Skeleton};
use super::super::proposal::{Draw, Open};
use super::super::tables::Tables;

pub fn attempt(
    tables: &Tables,
    words: &[[u64; 8]],
    attempt: usize,
    live: &mut Vec<u32>,
    open: &mut [Open],
    accepted: &mut [u64],
) {
    let (mut still, worth) = sift(tables, words, attempt, live, open);
    for open in &open[..worth] {
        let slot = open.slot as usize;
        accepted[slot] = words[slot][attempt];
        live[still] = open.slot;
        still += usize::from(open.threshold >= open.completions(tables));
    }
    live.truncate(still);
}

/// Phase A: draws a proposal for each live item and separates the proposals that may be accepted (the first places of
/// `open`) from the others (the first places of `live`). Returns the number of the others and the number of candidates.
#[inline(always)]
pub fn sift(
    tables: &Tables,
    words: &[[u64; 8]],
    attempt: usize,
    live: &mut [u32],
    open: &mut [Open],
) -> (usize, usize) {
    let (mut still, mut worth) = (0, 0);
    for i in 0..live.len() {
        let slot = live[i];
        let candidate = Draw::new(tables, words[slot as usize][attempt]).open(tables, slot);
        let pass = candidate.may_pass(tables);
        open[worth] = candidate;
        worth += usize::from(pass);
        live[still] = slot;
        still += usize::from(!pass);
    }
    (still, worth)
}

pub fn build(tables: &Tables, accepted: &[u64], labels: &[Label], out: &mut [Grid]) {
    for ((&word, label), grid) in accepted.iter().zip(labels).zip(out) {
        let draw = Draw::new(tables, word);
        let completion = draw.open(tables, 0).completion(tables, &draw);
        *grid = Skeleton::new(tables, &draw, completion).grid(tables, label);
    }
}
