//! Remote pairs: a chain of cells with the same two candidates.
//!
//! ```text
//!   a b ── a b ── a b ── a b       each cell sees the next, so their values alternate: the ends hold both digits,
//!                                  and a cell that sees both ends holds neither
//! ```
//!
//! Two cells that see each other form the shortest remote pair, unless they share a unit: that is a naked pair.
//!
//! `hodoku::remote_pair` is separate, because it compares all chains and the exclusions of every two of their cells.

use crate::logic::Technique;
use crate::logic::step::NO_HOUSES;
use crate::logic::text::wings as text;
use crate::rules::bits;

use super::look::{Look, Sink};
use crate::logic::Step;
use crate::logic::scale::Halt;
use crate::logic::text::short::alternatives;

/// Finds a shortest chain between any two cells that are an odd number of links apart.
pub fn find(look: &Look<'_>, sink: &mut Sink<'_>) -> Result<(), Halt> {
    let all = look.position.all_candidates();
    let geometry = look.rules.geometry();
    for (start, &set) in all.iter().enumerate().filter(|(_, set)| set.count_ones() == 2) {
        let same: Vec<u16> =
            (0..all.len()).filter(|&cell| all[cell] == set).map(|cell| cell as u16).collect();
        // Each cell reached, with the index of its predecessor and the number of links.
        let mut ways = vec![(start as u16, 0, 0)];
        let mut at = 0;
        while let Some(&(cell, _, links)) = ways.get(at) {
            for &next in &same {
                if look.sees(cell, next) && ways.iter().all(|&(met, ..)| met != next) {
                    ways.push((next, at, links + 1));
                }
            }
            at += 1;
        }
        for (place, &(end, _, links)) in ways.iter().enumerate() {
            let in_unit =
                |unit: &u32| geometry.unit(*unit as usize).set().contains(usize::from(end));
            if links % 2 == 0
                || usize::from(end) < start
                || links == 1 && geometry.units_of(start).iter().any(in_unit)
            {
                continue;
            }
            let seen = look.common_peers([start as u16, end]);
            let of_digit = |digit: u64| {
                let d = digit.trailing_zeros();
                look.marks(&seen.clone().and(look.position.places(d)), d)
            };
            let gone: Vec<_> = bits(set).flat_map(of_digit).collect();
            if gone.is_empty() {
                continue;
            }
            let mut cells = vec![end];
            let mut at = place;
            while at > 0 {
                at = ways[at].1;
                cells.push(ways[at].0);
            }
            cells.reverse();
            let found = Step::removing(Technique::RemotePair, gone).by(cells, set, NO_HOUSES);
            sink(look.tell(found, |found| {
                let cells = look.names(found.cells.iter().copied());
                let ends = [look.cell(start as u16), look.cell(end)];
                let text = text::remote_pair(&cells, set, &[ends], &look.removed(found));
                (format!("{} in {}", alternatives(set), look.short(&found.cells)), text)
            }))?;
        }
    }
    Ok(())
}
