//! Simple colors and multi colors, in the order of HoDoKu.
//!
//! ```text
//!   A ══ b        Strong links of a digit join its cells into components, colored alternately: all cells of one color
//!   ║             hold the digit, and no cell of the other color does.
//!   b ══ A
//! ```
//!
//! * Wrap: two cells of a color see each other, so the color is false. Trap: a cell sees both colors.
//! * Multi colors 1: a color of one component sees a color of another, so one of the two remaining colors is true, and cells
//!   that see both lose the digit. Multi colors 2: a color sees both colors of another component, so it is false.

use smallvec::SmallVec;

use crate::board::{Cell, Digits};

use super::found::{Found, eliminations};
use crate::logic::grid9::cells::{CellSet, HOUSE_SETS, PEER_SETS};
use crate::logic::grid9::houses::HOUSES_OF;
use crate::logic::grid9::pattern;
use crate::logic::grid9::position::{Changes, Position};
use crate::logic::step::{NO_HOUSES, Step};
use crate::logic::technique::{Technique, Techniques};
use crate::logic::text::{colors as text, short};

/// The colors of one component, or of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colors {
    pub(crate) digit: u8,
    pub(crate) first: [CellSet; 2],
    pub(crate) second: [CellSet; 2],
}

/// The two colors of a component. The first one contains its lowest cell.
type Component = [CellSet; 2];

/// The components of a digit, ordered by their lowest cells.
fn components(position: &Position, digit: u8) -> SmallVec<[Component; 8]> {
    let cells = position.cells(digit);
    let mut left = cells;
    let mut components = SmallVec::new();
    for lowest in cells.iter() {
        if !left.contains(lowest) {
            continue;
        }
        let mut colors = [CellSet::NONE; 2];
        let mut open: SmallVec<[_; 32]> = smallvec::smallvec![(lowest, 0usize)];
        while let Some((cell, color)) = open.pop() {
            if !left.contains(cell) {
                continue;
            }
            left.remove(cell);
            colors[color].insert(cell);
            for (house, _) in HOUSES_OF[cell.index()] {
                let mut others = cells & HOUSE_SETS[usize::from(house)];
                others.remove(cell);
                if let Some(other) = others.iter().next().filter(|_| !others.is_several()) {
                    open.push((other, 1 - color));
                }
            }
        }
        if !colors[1].is_empty() {
            components.push(colors);
        }
    }
    components
}

/// The cells that see some cell of the set.
fn seen_by(cells: CellSet) -> CellSet {
    cells.iter().fold(CellSet::NONE, |seen, cell| seen | PEER_SETS[cell.index()])
}

/// The first allowed wrap or trap: by digit and component, wrap first.
pub(crate) fn simple_colors(
    position: &Position,
    allowed: Techniques,
    changes: &Changes,
) -> Option<Found<Colors>> {
    let [wraps, traps] = [Technique::SimpleColorsWrap, Technique::SimpleColorsTrap]
        .map(|technique| allowed.contains(technique));
    for digit in changes.digits().iter() {
        for first in components(position, digit) {
            let proof = Colors { digit, first, second: [CellSet::NONE; 2] };
            let seen = first.map(seen_by);
            let is_wrong = |&color: &usize| wraps && first[color].meets(seen[color]);
            if let Some(color) = (0..2).find(is_wrong) {
                let removed = eliminations(first[color], digit);
                return Some(Found::removing(Technique::SimpleColorsWrap, removed, proof));
            }
            let gone = (position.cells(digit) & seen[0] & seen[1]).without(first[0] | first[1]);
            if traps && !gone.is_empty() {
                let removed = eliminations(gone, digit);
                return Some(Found::removing(Technique::SimpleColorsTrap, removed, proof));
            }
        }
    }
    None
}

/// The first allowed step from two components: by digit and ordered pair of components, type 2 first.
pub(crate) fn multi_colors(
    position: &Position,
    allowed: Techniques,
    changes: &Changes,
) -> Option<Found<Colors>> {
    let [first_type, second_type] = [Technique::MultiColors1, Technique::MultiColors2]
        .map(|technique| allowed.contains(technique));
    for digit in changes.digits().iter() {
        let cells = position.cells(digit);
        let components = components(position, digit);
        let seen: SmallVec<[Component; 8]> =
            components.iter().map(|component| component.map(seen_by)).collect();
        for (i, &first) in components.iter().enumerate() {
            for (j, &second) in components.iter().enumerate() {
                if i == j {
                    continue;
                }
                let proof = Colors { digit, first, second };
                let sees = |color: usize, other: usize| first[color].meets(seen[j][other]);
                let mut gone = CellSet::NONE;
                for (color, &cells) in first.iter().enumerate() {
                    if second_type && sees(color, 0) && sees(color, 1) {
                        gone |= cells;
                    }
                }
                if !gone.is_empty() {
                    let removed = eliminations(gone, digit);
                    return Some(Found::removing(Technique::MultiColors2, removed, proof));
                }
                for (color, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if first_type && sees(color, other) {
                        gone |= cells & seen[i][1 - color] & seen[j][1 - other];
                    }
                }
                if !gone.is_empty() {
                    let removed = eliminations(gone, digit);
                    return Some(Found::removing(Technique::MultiColors1, removed, proof));
                }
            }
        }
    }
    None
}

impl Colors {
    /// The step for the technique of `found`.
    pub(crate) fn step<P>(&self, found: &Found<P>) -> Step {
        let Colors { digit, first, second } = *self;
        let all = first[0] | first[1] | second[0] | second[1];
        let mut step = Step::new(found.technique).by(all.iter(), Digits::only(digit), NO_HOUSES);
        let colors = [first, second].map(|colors| colors.map(|color| pattern::names(color.iter())));
        let groups = if second[0].is_empty() { &colors[..1] } else { &colors };
        let told = text::Colors { digit, groups };
        let gone = pattern::removed(&pattern::in_order(&found.eliminations));
        // The first cell of one color that sees a cell of the other, with that cell.
        let clash = |one: CellSet, other: CellSet| {
            let sees = |cell: Cell| Some([cell, (other & PEER_SETS[cell.index()]).iter().next()?]);
            one.iter().find_map(sees).map(|pair| pair.map(|cell| cell.to_string()))
        };
        let clashes = |this: usize, other: usize| {
            let [one, two] = clash(first[this], second[other])?;
            Some([(['A', 'B'][this], one), (['C', 'D'][other], two)])
        };
        let removed: CellSet = found.eliminations.iter().map(|gone| gone.classic_cell()).collect();
        step.text = match found.technique {
            Technique::SimpleColorsTrap => told.trap(&gone),
            Technique::SimpleColorsWrap => {
                let wrong = usize::from(!removed.meets(first[0]));
                let clash = clash(first[wrong], first[wrong]).unwrap_or_default();
                told.wrap(['A', 'B'][wrong], clash, &gone)
            }
            Technique::MultiColors2 => {
                let both = (0..2).filter_map(|this| Some([clashes(this, 0)?, clashes(this, 1)?]));
                told.sees_both(&both.collect::<Vec<_>>(), &gone)
            }
            _ => {
                let mut excluding = Vec::new();
                for (this, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let rest = [1 - this, 1 - other];
                    let seen = seen_by(first[rest[0]]) & seen_by(second[rest[1]]);
                    if let Some(clash) = clashes(this, other).filter(|_| removed.meets(seen)) {
                        let rest = [['A', 'B'][rest[0]], ['C', 'D'][rest[1]]];
                        excluding.push((clash, rest));
                    }
                }
                told.exclude(&excluding, &gone)
            }
        };
        let pairs = |component: Component| {
            let [one, other] = component.map(short::cells);
            format!("({one}) / ({other})")
        };
        step.notation = format!("{digit} {}", pairs(first));
        if !second[0].is_empty() {
            step.notation += &format!(", {}", pairs(second));
        }
        step
    }
}
