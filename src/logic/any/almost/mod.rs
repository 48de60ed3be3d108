//! Almost locked sets: k cells of a unit with k + 1 candidates. If one of the digits is excluded, the others are locked.
//!
//! ```text
//!   xz.rs        A ─ x ─ B            only one of them can contain x; the other contains all its other digits
//!   chain.rs     A ─ x ─ C ─ y ─ B    or longer: if A lacks z, it contains x, C lacks x, …, B contains z
//!   blossom.rs   a cell, and for each of its digits a set that cannot also contain it: one of the sets loses its digit
//! ```
//!
//! Two sets are linked by a common digit if every place of it in one set sees every place of it in the other. The links depend
//! only on the places of the digit, and many sets share these: such sets belong to one *group* for the digit. Each group has
//! bit rows with one bit for each set, as in `hodoku::almost`. That module is separate because its sets are larger and in
//! another order, on which its wings and chains depend.

mod blossom;
mod chain;
mod xz;

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

use crate::control::{Control, Stop};
use crate::logic::Technique;
use crate::logic::common::rows::{PAIR, Rows, add};
use crate::logic::text::{almost as text, words};
use crate::rules::bits;

use super::cells::Cells;
use super::look::Look;
use super::subsets::combine;
use crate::logic::Step;
use crate::logic::text::short::alternatives;

pub use blossom::blossom;
pub use chain::chain;
pub use xz::xz;

/// The maximum number of cells of a set. Larger sets form too many pairs.
fn most_cells(side: usize) -> usize {
    match side {
        0..=9 => 4,
        10..=12 => 3,
        _ => 2,
    }
}

/// An almost locked set.
struct Almost {
    cells: Vec<u16>,
    digits: u64,
    /// The first unit that contains the cells.
    unit: u32,
    /// The group of each digit, in the order of the digits.
    groups: Vec<u32>,
}

impl Almost {
    fn told(&self, look: &Look<'_>) -> text::Almost {
        text::Almost { cells: look.names(self.cells.iter().copied()), digits: self.digits }
    }
}

/// The places of a digit shared by some sets.
struct Group {
    d: u32,
    places: Cells,
    /// The other places of the digit that see all of these.
    gone: Cells,
}

/// All almost locked sets of a position, small sets first, and their relations.
pub struct Table {
    sets: Vec<Almost>,
    groups: Vec<Group>,
    /// For each group, the sets to which its digit links.
    linked: Rows,
    /// For each group, the sets that together with it remove its digit from some cell.
    removing: Rows,
    /// For each set, the sets that share a cell with it.
    meeting: Rows,
}

impl Table {
    /// The table of a position.
    ///
    /// # Errors
    /// If `control` stops the search.
    pub fn new(look: &Look<'_>, control: &Control<'_>) -> Result<Table, Stop> {
        let mut table = Table::of_sets(look, most_cells(look.rules.side()));
        table.link(look, control)?;
        Ok(table)
    }

    /// The sets of at most `most` cells and their groups, without the relations.
    fn of_sets(look: &Look<'_>, most: usize) -> Table {
        let mut sets = almost_locked(look, most);
        let words = look.rules.geometry().peers(0).words().len();
        let mut groups: Vec<Group> = Vec::new();
        let mut known: HashMap<(u32, Cells), u32> = HashMap::new();
        for set in &mut sets {
            let cells = Cells::from_cells(&set.cells, words);
            for d in bits(set.digits).map(u64::trailing_zeros) {
                let places = cells.clone().and(look.position.places(d));
                let number = *known.entry((d, places.clone())).or_insert_with(|| {
                    let gone = look.common_peers(places.iter()).and(look.position.places(d));
                    groups.push(Group { d, places, gone });
                    groups.len() as u32 - 1
                });
                set.groups.push(number);
            }
        }
        let [linked, removing, meeting] = [(); 3].map(|()| Rows::default());
        Table { sets, groups, linked, removing, meeting }
    }

    /// Fills in the relations of the sets.
    fn link(&mut self, look: &Look<'_>, control: &Control<'_>) -> Result<(), Stop> {
        let Table { sets, groups, linked, removing, meeting } = self;
        let mut of_digit = vec![Vec::new(); look.rules.digits()];
        for (number, group) in groups.iter().enumerate() {
            of_digit[group.d as usize].push(number);
        }
        let [mut members, mut of_cell] = [(); 2].map(|()| Rows::default());
        for rows in [&mut members, &mut *linked, &mut *removing] {
            rows.reset(groups.len(), sets.len());
        }
        meeting.reset(sets.len(), sets.len());
        of_cell.reset(look.rules.cells(), sets.len());
        for (number, set) in sets.iter().enumerate() {
            set.groups.iter().for_each(|&group| members.insert(group as usize, number));
            set.cells.iter().for_each(|&cell| of_cell.insert(usize::from(cell), number));
        }
        for (number, set) in sets.iter().enumerate() {
            for &cell in &set.cells {
                add(meeting.row_mut(number), of_cell.row(usize::from(cell)));
            }
        }
        for (&one, &other) in of_digit
            .iter()
            .flat_map(|of| of.iter().flat_map(move |one| of.iter().map(move |other| (one, other))))
        {
            let (group, gone) = (&groups[other], &groups[one].gone);
            control.work(PAIR)?;
            if group.places.is_within(gone.words()) {
                add(linked.row_mut(one), members.row(other));
            }
            if group.gone.meets(gone.words()) {
                add(removing.row_mut(one), members.row(other));
            }
        }
        Ok(())
    }

    /// The group of a digit of a set.
    fn group(&self, set: usize, d: u32) -> usize {
        let below = self.sets[set].digits & ((1 << d) - 1);
        self.sets[set].groups[below.count_ones() as usize] as usize
    }

    /// The cells that lose a digit if one of the two sets contains it.
    fn gone(&self, [one, other]: [usize; 2], d: u32) -> Cells {
        let gone = |set| &self.groups[self.group(set, d)].gone;
        gone(one).clone().and(gone(other).words())
    }

    /// The step of a chain of sets, in the order of the proof. `links` holds the digits that link each set to the next.
    fn step(&self, look: &Look<'_>, found: Step, sets: &[usize], links: &[u64]) -> Step {
        let gone = found.eliminations.iter().fold(0, |gone, mark| gone | 1 << mark.d());
        let sets: Vec<&Almost> = sets.iter().map(|&set| &self.sets[set]).collect();
        let technique = found.technique;
        let found = found.by(
            sets.iter().flat_map(|set| set.cells.iter().copied()),
            sets.iter().fold(0, |all, set| all | set.digits),
            sets.iter().map(|set| set.unit),
        );
        look.tell(found, |found| {
            let told: Vec<text::Almost> = sets.iter().map(|set| set.told(look)).collect();
            let text = text::chain(&told, links, gone, &look.removed(found));
            let short = |set: &Almost| {
                format!("{} {{{}}}", look.short(&set.cells), alternatives(set.digits))
            };
            let z = alternatives(gone);
            let pattern = match technique {
                Technique::AlsXyChain => {
                    let mut pattern = format!("{z}- {}", short(sets[0]));
                    for (link, set) in links.iter().zip(&sets[1..]) {
                        pattern += &format!(" -{}- {}", alternatives(*link), short(set));
                    }
                    pattern + " -" + &z
                }
                _ => {
                    let of = sets.iter().map(|set| short(set)).collect::<Vec<_>>();
                    let of = of.join(", ");
                    let by = links.iter().map(|&link| words::all_digits(link)).collect::<Vec<_>>();
                    format!("{of} by {}", by.join(", "))
                }
            };
            (pattern, text)
        })
    }
}

/// All almost locked sets of at most `most` cells in units, small sets first.
fn almost_locked(look: &Look<'_>, most: usize) -> Vec<Almost> {
    let geometry = look.rules.geometry();
    let mut known: HashSet<Vec<u16>> = HashSet::new();
    let mut all = Vec::new();
    for size in 1..=most {
        for unit in geometry.units() {
            let fits =
                |(_, digits): &(u16, u64)| (2..=size + 1).contains(&(digits.count_ones() as usize));
            let open: Vec<(u16, u64)> = look.open(unit).filter(fits).collect();
            let sizes = [size, size + 1];
            let Ok(()) = combine::<_, _, Infallible>(&open, sizes, 0, &mut |cells, &digits| {
                if known.insert(cells.to_vec()) {
                    let unit = unit.number() as u32;
                    all.push(Almost { cells: cells.to_vec(), digits, unit, groups: Vec::new() });
                }
                Ok(())
            });
        }
    }
    all
}
