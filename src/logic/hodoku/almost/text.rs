//! The text and notation of steps with almost locked sets.

use smallvec::SmallVec;

use crate::board::Digits;
use crate::logic::grid9::pattern::{self, digits_notation};
use crate::logic::hodoku::found::Found;
use crate::logic::step::{Candidate, Step};
use crate::logic::technique::Technique;
use crate::logic::text::{almost as text, short};

use super::{Set, Sets};

impl Set {
    /// The first house that contains all cells of the set.
    fn house(&self) -> u8 {
        self.cells.houses().next().expect("the cells of a set are in one house")
    }

    fn notation(&self) -> String {
        format!("{} {{{}}}", short::cells(self.cells), short::digits(self.digits))
    }
}

impl Sets {
    pub(crate) fn step<P>(&self, found: &Found<P>) -> Step {
        let mut step = Step::new(found.technique).by(
            self.sets.iter().flat_map(|set| set.cells.iter()),
            self.sets.iter().fold(Digits::NONE, |all, set| all | set.digits),
            self.sets.iter().map(Set::house),
        );
        let gone = found.eliminations.iter();
        let gone = gone.fold(Digits::NONE, |all, gone| all | Digits::only(gone.digit));
        let links = self.distinct_links();
        step.text = self.text(&links, gone, &pattern::in_order(&found.eliminations));
        step.notation = format!(
            "{} => {}",
            self.notation(&links, gone, found),
            short::removed(&found.eliminations)
        );
        step
    }

    /// Whether this is an ALS-XZ with two restricted commons.
    fn is_double(&self) -> bool {
        self.sets.len() == 2 && self.links[0].len() == 2
    }

    /// The digits of the links. If a link of a wing has several digits, one that the other link does not use is chosen.
    fn distinct_links(&self) -> SmallVec<[Digits; 3]> {
        if let [first, second] = self.links[..] {
            let pick = |digits: Digits| Digits::only(digits.smallest());
            let other = first.without(if second.len() == 1 { second } else { Digits::NONE });
            let first = pick(other);
            return smallvec::smallvec![first, pick(second.without(first))];
        }
        self.links.clone()
    }

    fn notation<P>(&self, links: &[Digits], gone: Digits, found: &Found<P>) -> String {
        let sets: Vec<String> = self.sets.iter().map(Set::notation).collect();
        let z = digits_notation(gone);
        match found.technique {
            Technique::AlsXz => {
                let (x, [a, b]) = (digits_notation(links[0]), [&sets[0], &sets[1]]);
                let z = if self.is_double() { String::new() } else { format!(", Z={z}") };
                format!("Almost Locked Set XZ-Rule: A={a}, B={b}, X={x}{z}")
            }
            Technique::AlsXyWing => {
                let xy = digits_notation(links[0] | links[1]);
                let [a, c, b] = [&sets[0], &sets[1], &sets[2]];
                format!("Almost Locked Set XY-Wing: A={a}, B={b}, C={c}, X,Y={xy}, Z={z}")
            }
            _ => {
                let mut parts = vec![format!("{z}- {}", sets[0])];
                for (link, set) in links.iter().zip(&sets[1..]) {
                    parts.push(format!("-{}- {set}", short::digits(*link)));
                }
                format!("Almost Locked Set Chain: {} -{z}", parts.join(" "))
            }
        }
    }

    fn text(&self, links: &[Digits], gone: Digits, removed: &[Candidate]) -> String {
        let set = |set: &Set| text::Almost {
            cells: pattern::names(set.cells.iter()),
            digits: set.digits.into(),
        };
        let sets: Vec<text::Almost> = self.sets.iter().map(set).collect();
        let links: Vec<u64> = links.iter().map(|&link| link.into()).collect();
        text::chain(&sets, &links, gone.into(), &pattern::removed(removed))
    }
}
