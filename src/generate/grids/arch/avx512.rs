//! AVX-512: one register holds a vector of completions, one a band.

use std::arch::x86_64::*;

use crate::board::Grid;

use super::super::build::{Label, Skeleton};
use super::super::proposal::{Draw, Open};
use super::super::tables::{Bytes, Tables};
use super::portable;

/// Whether this processor has what the kernels below are compiled for.
pub fn detected() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vnni")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vnni,avx512bitalg,bmi1,bmi2,popcnt"
)]
pub fn attempt(
    tables: &Tables,
    words: &[[u64; 8]],
    attempt: usize,
    live: &mut Vec<u32>,
    open: &mut [Open],
    accepted: &mut [u64],
) {
    let (mut still, worth) = portable::sift(tables, words, attempt, live, open);
    for open in &open[..worth] {
        let slot = open.slot as usize;
        accepted[slot] = words[slot][attempt];
        live[still] = open.slot;
        let [alpha, delta] = vectors(tables, open);
        let quads = _mm512_dpbusd_epi32(_mm512_setzero_si512(), alpha, delta);
        let completions = _mm512_reduce_add_epi32(quads) as u32;
        still += usize::from(open.threshold >= completions);
    }
    live.truncate(still);
}

#[target_feature(enable = "avx512f,avx512vbmi")]
#[inline]
fn vectors(tables: &Tables, open: &Open) -> [__m512i; 2] {
    let permuted = |pair: u32, vectors: &[Bytes]| {
        let (orbit, permutation) = (pair as usize & 0xff, pair as usize >> 8);
        _mm512_permutexvar_epi8(load(&tables.permutation[permutation]), load(&vectors[orbit]))
    };
    [permuted(open.upper, &tables.alpha), permuted(open.lower, &tables.delta)]
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load(bytes: &Bytes) -> __m512i {
    // SAFETY: `Bytes` is 64 bytes long and aligned to 64.
    unsafe { _mm512_load_si512((&raw const bytes.0).cast()) }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vnni,avx512bitalg,bmi1,bmi2,popcnt"
)]
pub fn build(tables: &Tables, accepted: &[u64], labels: &[Label], out: &mut [Grid]) {
    for ((&word, label), grid) in accepted.iter().zip(labels).zip(out) {
        let draw = Draw::new(tables, word);
        let completion = draw.open(tables, 0).completion(tables, &draw);
        *grid = Skeleton::new(tables, &draw, completion).grid(tables, label);
    }
}
