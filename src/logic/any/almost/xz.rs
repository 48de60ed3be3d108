//! ALS-XZ: two almost locked sets linked by one or two digits.
//!
//! If one digit x links the sets, one of them lacks x and contains all its other digits, so any other common digit z is
//! removed from cells that see every z of both sets. If two digits link the sets, each set lacks one of the two. Then all other
//! digits are locked in their set, and each linking digit is in one of the sets.

use crate::logic::Step;
use crate::logic::Technique;
use crate::logic::any::look::{Look, Sink};
use crate::logic::common::rows::{PAIR, Rows, add, both_from, take};
use crate::logic::nodes::Nodes;
use crate::logic::scale::Halt;
use crate::rules::{bits, is_single};

use super::Table;

/// Finds pairs of almost locked sets with a common digit that only one of them can contain.
pub fn xz(
    look: &Look<'_>,
    table: &Table,
    nodes: &Nodes<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    let mut rows = Rows::default();
    rows.reset(1, table.sets.len());
    for (one, set) in table.sets.iter().enumerate() {
        let row = rows.row_mut(0);
        row.fill([0; 4]);
        set.groups.iter().for_each(|&group| add(row, table.linked.row(group as usize)));
        take(row, table.meeting.row(one));
        let row = rows.row(0);
        for other in both_from(row, row, 0).take_while(|&other| other < one) {
            nodes.control().work(PAIR)?;
            if let Some(found) = pair(look, table, [other, one]) {
                sink(found)?;
            }
        }
    }
    Ok(())
}

/// The step of two linked sets, if it removes anything.
fn pair(look: &Look<'_>, table: &Table, sets: [usize; 2]) -> Option<Step> {
    let [one, other] = sets;
    let common = table.sets[one].digits & table.sets[other].digits;
    let is_link = |d: u32| table.linked.contains(table.group(one, d), other);
    let links = bits(common).filter(|digit| is_link(digit.trailing_zeros()));
    let links = links.fold(0, |links, digit| links | digit);
    let is_double = !is_single(links);
    let mut marks = Vec::new();
    for d in bits(if is_double { common } else { common & !links }).map(u64::trailing_zeros) {
        marks.extend(look.marks(&table.gone(sets, d), d));
    }
    if is_double {
        for set in sets {
            for d in bits(table.sets[set].digits & !links).map(u64::trailing_zeros) {
                let cells = &table.groups[table.group(set, d)].gone;
                marks.extend(look.marks(cells, d));
            }
        }
        let inside = |cell: &u16| sets.iter().any(|&set| table.sets[set].cells.contains(cell));
        marks.retain(|mark| !inside(&mark.cell));
    }
    if marks.is_empty() {
        return None;
    }
    let found = Step::removing(Technique::AlsXz, marks);
    Some(table.step(look, found, &sets, &[links]))
}
