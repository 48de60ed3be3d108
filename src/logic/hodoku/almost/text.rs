//! Steps of almost locked sets.

use smallvec::SmallVec;

use crate::board::Digits;
use crate::logic::grid9::pattern::{self, cells_text, digits_notation};
use crate::logic::hodoku::found::Found;
use crate::logic::step::{Candidate, Step};
use crate::logic::technique::Technique;
use crate::logic::text::short;
use crate::rules::{bits, is_single};

use super::{Set, Sets};

impl Set {
    /// The first house that has all its cells.
    fn house(&self) -> u8 {
        self.cells.houses().next().expect("the cells of a set are in one house")
    }

    fn notation(&self) -> String {
        format!("{} {{{}}}", short::cells(self.cells), short::digits(self.digits))
    }
}

impl Sets {
    pub(crate) fn step(&self, found: &Found) -> Step {
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

    /// Whether the two sets of an ALS-XZ have two restricted commons.
    fn is_double(&self) -> bool {
        self.sets.len() == 2 && self.links[0].len() == 2
    }

    /// The digits of the links; where a wing could use several for a link, one of which the other link does not use.
    fn distinct_links(&self) -> SmallVec<[Digits; 3]> {
        if let [first, second] = self.links[..] {
            let pick = |digits: Digits| Digits::only(digits.smallest());
            let other = first.without(if second.len() == 1 { second } else { Digits::NONE });
            let first = pick(other);
            return smallvec::smallvec![first, pick(second.without(first))];
        }
        self.links.clone()
    }

    fn notation(&self, links: &[Digits], gone: Digits, found: &Found) -> String {
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
        let told =
            |set: &Set| (cells_text(set.cells.iter()), mask(set.digits), set.cells.len() as usize);
        let sets: Vec<_> = self.sets.iter().map(told).collect();
        let links: Vec<u64> = links.iter().copied().map(mask).collect();
        sentences(
            &sets,
            &links,
            mask(gone),
            &format!(": remove {}.", pattern::eliminations_text(removed)),
        )
    }
}

/// Bit k for digit k + 1.
fn mask(digits: Digits) -> u64 {
    u64::from(digits.bits())
}

/// Sentences for almost locked sets, each with its cells in words, its digits and how many cells it has; for the digits that
/// link each to the next, and the digits that are in the first or the last. `removed` ends the last sentence.
pub(in crate::logic) fn sentences(
    sets: &[(String, u64, usize)],
    links: &[u64],
    gone: u64,
    removed: &str,
) -> String {
    let listed = |digits: u64, word: &str| {
        let names = bits(digits).map(|digit| (digit.trailing_zeros() + 1).to_string());
        pattern::listed(names, word)
    };
    let mut sentences: Vec<String> = Vec::new();
    for ((cells, digits, count), letter) in sets.iter().zip('A'..) {
        let what = if *count > 1 { "hold all but one" } else { "holds one" };
        let digits = listed(*digits, "and");
        sentences.push(format!("Set {letter}: {cells} {what} of the digits {digits}."));
    }
    for (link, (one, other)) in links.iter().zip(('A'..).zip('B'..)) {
        for digit in bits(*link).map(|digit| digit.trailing_zeros() + 1) {
            sentences.push(format!(
                "Every {digit} of {one} sees every {digit} of {other}, so only one of the two sets can hold {digit}."
            ));
        }
    }
    let last = ('A'..).nth(sets.len() - 1).unwrap_or('A');
    if let [link] = links
        && !is_single(*link)
    {
        let mut commons = bits(*link).map(|digit| digit.trailing_zeros() + 1);
        let [one, other] = [(); 2].map(|()| commons.next().unwrap_or_default());
        sentences.push(format!(
            "Each set lacks one digit, so one lacks {one} and the other {other}: each holds all its other digits."
        ));
    } else {
        sentences
            .push(format!("If A lacks {}, it holds all its other digits.", listed(gone, "or")));
        for (link, letter) in links.iter().zip('B'..) {
            sentences.push(format!(
                "Then {letter} lacks {} and holds all its other digits.",
                listed(*link, "and")
            ));
        }
        sentences.push(format!("So A or {last} holds {}.", listed(gone, "and")));
    }
    sentences
        .push(format!("No cell that sees every place left for a digit is that digit{removed}"));
    sentences.join(" ")
}
