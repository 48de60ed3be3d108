//! Fish: n complete units, the base, have all their places of a digit in n other units, the cover.
//!
//! ```text
//!             base                        cover                  contains a unit that is no line
//!   basic     rows                        columns                no        or base and cover exchanged
//!   Franken   rows, boxes, diagonals, …   columns, boxes, …      yes       or base and cover exchanged
//!   mutant    all units                   all units              neither basic nor Franken
//! ```
//!
//! A *fin* is a place of the base that is not covered, or that is in two base units. Either a fin holds the digit, or every
//! cover unit has it in a base place that no other cover unit contains. So places that the fish would exclude are excluded if
//! they see all fins. A finned basic fish is *sashimi* if some base unit has at most one place that is not a fin.
//!
//! The search starts from the target. If the target held the digit, the places that it sees would be gone, and with them all
//! fins and the cover unit that contains the target. The base units would then have their remaining places, which are pairwise
//! disjoint, in n − 1 units. The search looks for such units.
//!
//! Classic boards have their own search, because HoDoKu orders fish by base and cover, and fins by these.

use std::collections::HashMap;

use crate::logic::Technique;
use crate::logic::nodes::Nodes;
use crate::logic::text::fish as text;
use crate::rules::{Unit, UnitKind};

use super::cells::Cells;
use super::look::{Look, Sink};
use super::rules::is_line;
use crate::logic::Step;
use crate::logic::scale::Halt;

/// The maximum number of fins, and of fins in two base units.
const FINS: usize = 5;
const ENDO_FINS: usize = 2;

/// The largest sides on which fish of 2, 3, 4 and more units with fins are searched. Larger boards have too many.
const LARGEST: [usize; 4] = [64, 16, 9, 9];
/// The largest side on which fish with units other than lines are searched.
const LARGEST_OTHER: usize = 16;

/// The units that may take part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Basic,
    Franken,
    Mutant,
}

/// The fins that a fish may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fins {
    No,
    Finned,
    Sashimi,
    Some,
    Any,
}

/// A fish of one digit.
struct Fish {
    bases: Vec<u32>,
    covers: Vec<u32>,
    body: Cells,
    fins: Cells,
    gone: Cells,
}

/// For each technique, size and digit: the places of the digit when the search last found nothing.
pub type Seen = HashMap<(Technique, usize, u32), Cells>;

/// Finds the fish of a technique.
pub fn find(
    look: &Look<'_>,
    technique: Technique,
    seen: &mut Seen,
    nodes: &Nodes<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    use Technique::*;
    let (sizes, shape, fins) = match technique {
        XWing => (2..=2, Shape::Basic, Fins::No),
        Swordfish => (3..=3, Shape::Basic, Fins::No),
        Jellyfish => (4..=4, Shape::Basic, Fins::No),
        FinnedXWing => (2..=2, Shape::Basic, Fins::Finned),
        SashimiXWing => (2..=2, Shape::Basic, Fins::Sashimi),
        FinnedSwordfish => (3..=3, Shape::Basic, Fins::Finned),
        SashimiSwordfish => (3..=3, Shape::Basic, Fins::Sashimi),
        FinnedJellyfish => (4..=4, Shape::Basic, Fins::Finned),
        SashimiJellyfish => (4..=4, Shape::Basic, Fins::Sashimi),
        FrankenXWing => (2..=2, Shape::Franken, Fins::No),
        FrankenSwordfish => (3..=3, Shape::Franken, Fins::No),
        FinnedFrankenXWing => (2..=2, Shape::Franken, Fins::Some),
        FinnedFrankenSwordfish => (3..=3, Shape::Franken, Fins::Some),
        FrankenJellyfish => (4..=4, Shape::Franken, Fins::Any),
        MutantFish => (2..=4, Shape::Mutant, Fins::Any),
        _ => (5..=7, Shape::Basic, Fins::Any),
    };
    let side = look.rules.side();
    for size in sizes {
        let is_large = fins != Fins::No && side > LARGEST[(size - 2).min(3)];
        if is_large || shape != Shape::Basic && side > LARGEST_OTHER {
            return Ok(());
        }
        for d in 0..look.rules.digits() as u32 {
            let places = look.position.places(d);
            let known = seen.get(&(technique, size, d));
            if known.is_some_and(|known| known.words() == places) {
                continue;
            }
            let mut is_some = false;
            for line in [UnitKind::Row, UnitKind::Column] {
                if shape != Shape::Mutant || line == UnitKind::Row {
                    let search = Search { look, d, size, shape, fins, line };
                    search.all(technique, nodes, &mut |found| {
                        is_some = true;
                        sink(found)
                    })?;
                }
            }
            if !is_some {
                seen.insert((technique, size, d), Cells::of(places));
            }
        }
    }
    Ok(())
}

/// The search for fish of one digit and size, with one kind of lines in the base.
struct Search<'a> {
    look: &'a Look<'a>,
    d: u32,
    size: usize,
    shape: Shape,
    fins: Fins,
    line: UnitKind,
}

impl Search<'_> {
    /// Whether a unit may be in the base (or the cover).
    fn fits(&self, unit: Unit<'_>, is_base: bool) -> bool {
        let fits = match unit.kind() {
            _ if self.shape == Shape::Mutant => true,
            kind if is_line(kind) => is_base == (kind == self.line),
            _ => self.shape == Shape::Franken,
        };
        fits && (!is_base || unit.is_complete())
    }

    /// Whether base and cover form a fish of this shape and of no simpler one.
    fn is_of_shape(&self, bases: &[u32], covers: &[u32]) -> bool {
        let geometry = self.look.rules.geometry();
        let has = |units: &[u32], kind: UnitKind| {
            units.iter().any(|&unit| geometry.unit(unit as usize).kind() == kind)
        };
        let [row, column] = [UnitKind::Row, UnitKind::Column];
        let is_line = |unit: &u32| is_line(geometry.unit(*unit as usize).kind());
        match self.shape {
            Shape::Basic => true,
            Shape::Franken => !bases.iter().chain(covers).all(is_line),
            Shape::Mutant => [(row, column), (column, row)]
                .iter()
                .all(|&(base, cover)| has(bases, cover) || has(covers, base)),
        }
    }

    fn places(&self, unit: u32) -> Cells {
        let unit = self.look.rules.geometry().unit(unit as usize);
        self.look.position.places_in(unit.set().words(), self.d)
    }

    /// For each target, finds the fish with the fewest fins.
    fn all(
        &self,
        technique: Technique,
        nodes: &Nodes<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<(), Halt> {
        let geometry = self.look.rules.geometry();
        // A base line of a basic fish has at most one place in each cover line, plus the fins.
        let most = match (self.shape, self.fins) {
            (Shape::Basic, Fins::No) => self.size,
            (Shape::Basic, _) => self.size + FINS,
            _ => usize::MAX,
        };
        let bases: Vec<(u32, Cells)> = geometry
            .units()
            .filter(|unit| self.fits(*unit, true))
            .map(|unit| (unit.number() as u32, self.places(unit.number() as u32)))
            .filter(|(_, places)| (1..=most).contains(&places.len()))
            .collect();
        if bases.len() < self.size {
            return Ok(());
        }
        // A base line has at most one place in each of the remaining cover lines.
        let most_left = if self.shape == Shape::Basic { self.size - 1 } else { usize::MAX };
        for target in Cells::of(self.look.position.places(self.d)).iter() {
            nodes.control().checkpoint()?;
            let seen = geometry.peers(usize::from(target)).words();
            let left: Vec<(u32, Cells)> = bases
                .iter()
                .filter(|(_, places)| !places.contains(target))
                .map(|(unit, places)| (*unit, places.clone().without(seen)))
                .filter(|(_, places)| (1..=most_left).contains(&places.len()))
                .collect();
            let mut best: Option<Fish> = None;
            let none = Cells::from_cells(&[], seen.len());
            let (mut chosen, mut covers) = (Vec::new(), Vec::new());
            let mut visit = |bases: &[u32], covers: &[u32]| {
                for fish in self.fish(target, bases, covers) {
                    if best.as_ref().is_none_or(|best| fish.fins.len() < best.fins.len()) {
                        best = Some(fish);
                    }
                }
            };
            let mut walk = Walk { search: self, left: &left, visit: &mut visit };
            walk.base(0, &mut chosen, &mut covers, [&none, &none]);
            if let Some(fish) = best {
                sink(self.step(technique, fish))?;
            }
        }
        Ok(())
    }

    /// The fish with this base, these n − 1 cover units and, as the last cover unit, one that contains the target.
    fn fish(&self, target: u16, bases: &[u32], covers: &[u32]) -> Vec<Fish> {
        let geometry = self.look.rules.geometry();
        let (base, twice) = self.together(bases);
        let mut all = Vec::new();
        for &last in geometry.units_of(usize::from(target)) {
            if !self.fits(geometry.unit(last as usize), false)
                || !self.places(last).meets(base.words())
            {
                continue;
            }
            let mut covers = [covers, &[last]].concat();
            covers.sort_unstable();
            let (cover, doubly) = self.together(&covers);
            let fins = base.clone().without(cover.words()).or(twice.words());
            let body = base.clone().without(fins.words());
            let is_sashimi =
                bases.iter().any(|&unit| self.places(unit).and(body.words()).len() < 2);
            let is_wanted = match self.fins {
                Fins::No => fins.is_empty(),
                Fins::Finned => !fins.is_empty() && !is_sashimi,
                Fins::Sashimi => !fins.is_empty() && is_sashimi,
                Fins::Some => !fins.is_empty(),
                Fins::Any => true,
            };
            let is_small = fins.len() <= FINS && twice.len() <= ENDO_FINS;
            if !is_wanted || !is_small || !self.is_of_shape(bases, &covers) {
                continue;
            }
            let mut gone = cover.without(base.words()).or(doubly.words());
            if !fins.is_empty() {
                gone = gone.and(self.look.common_peers(fins.iter()).words());
            }
            all.push(Fish { bases: bases.to_vec(), covers, body, fins, gone });
        }
        all
    }

    /// The places in the units, and the places in two of them.
    fn together(&self, units: &[u32]) -> (Cells, Cells) {
        let mut all = self.places(units[0]);
        let mut twice = all.clone().without(all.words());
        for &unit in &units[1..] {
            let places = self.places(unit);
            twice = twice.or(places.clone().and(all.words()).words());
            all = all.or(places.words());
        }
        (all, twice)
    }

    fn step(&self, technique: Technique, fish: Fish) -> Step {
        let look = self.look;
        let Fish { bases, covers, body, fins, gone } = fish;
        let [body, fins] = [body, fins].map(|cells| cells.iter().collect::<Vec<u16>>());
        let found = Step::removing(technique, look.marks(&gone, self.d)).by(
            [&body[..], &fins].concat(),
            1u64 << self.d,
            [&bases[..], &covers].concat(),
        );
        look.tell(found, |found| {
            let digit = self.d as u8 + 1;
            let twice = gone.iter().filter(|cell| found.cells.contains(cell));
            let text = text::Fish {
                digit,
                bases: &look.house_names(&bases),
                covers: &look.house_names(&covers),
                fins: &look.names(fins.iter().copied()),
                twice: &look.names(twice),
            };
            let pattern = format!("{digit} in {}", look.short(&body));
            let with = format!(" with {}", look.short(&fins));
            (pattern + if fins.is_empty() { "" } else { &with }, text.text(&look.removed(found)))
        })
    }
}

/// Enumerates base units whose remaining places, pairwise disjoint, are covered by one unit fewer.
struct Walk<'a> {
    search: &'a Search<'a>,
    left: &'a [(u32, Cells)],
    visit: &'a mut dyn FnMut(&[u32], &[u32]),
}

impl Walk<'_> {
    /// Adds a base unit with an index of at least `from`. `used` holds the remaining places of the base, and `covered` the
    /// cells of the cover.
    fn base(
        &mut self,
        from: usize,
        bases: &mut Vec<u32>,
        covers: &mut Vec<u32>,
        [used, covered]: [&Cells; 2],
    ) {
        if bases.len() == self.search.size {
            if covers.len() + 1 == self.search.size {
                (self.visit)(bases, covers);
            }
            return;
        }
        let left = self.left;
        for (k, (unit, places)) in left.iter().enumerate().skip(from) {
            if !covers.contains(unit) && !places.meets(used.words()) {
                bases.push(*unit);
                let used = used.clone().or(places.words());
                self.cover(k + 1, bases, covers, [&used, covered]);
                bases.pop();
            }
        }
    }

    /// Adds cover units until all places of the base are covered.
    fn cover(
        &mut self,
        from: usize,
        bases: &mut Vec<u32>,
        covers: &mut Vec<u32>,
        [used, covered]: [&Cells; 2],
    ) {
        let Some(cell) = used.clone().without(covered.words()).first() else {
            return self.base(from, bases, covers, [used, covered]);
        };
        if covers.len() + 1 == self.search.size {
            return;
        }
        let geometry = self.search.look.rules.geometry();
        for &unit in geometry.units_of(usize::from(cell)) {
            let cover = geometry.unit(unit as usize);
            if self.search.fits(cover, false) && !bases.contains(&unit) {
                covers.push(unit);
                let covered = covered.clone().or(cover.set().words());
                self.cover(from, bases, covers, [used, &covered]);
                covers.pop();
            }
        }
    }
}
