//! Sentences for coloring: two groups of cells such that all cells of one group are a digit and none of the other.

use super::words::and;

/// The groups of places of one digit.
pub(crate) struct Colors<'a> {
    pub(crate) digit: u8,
    /// One pair of groups, or two. In each pair, exactly one group is the digit.
    pub(crate) groups: &'a [[Vec<String>; 2]],
}

/// Two cells of different groups that see each other, with the letters of their groups.
pub(crate) type Clash = [(char, String); 2];

impl Colors<'_> {
    fn tell(&self, rest: &str) -> String {
        let digit = self.digit;
        let mut letters = 'A'..;
        let mut each = |[one, other]: &[Vec<String>; 2]| {
            let [a, b] = [(); 2].map(|()| letters.next().unwrap_or('A'));
            format!(
                "link these cells into two groups, {} ({a}) and {} ({b}). Either all cells of {a} are {digit}, or all of {b}.",
                and(one),
                and(other)
            )
        };
        let mut text = format!(
            "Pairs of cells that are the only places left for {digit} in a house {}",
            self.groups.first().map_or(String::new(), &mut each)
        );
        for more in &self.groups[1..] {
            text += &format!(" Other such pairs {}", each(more));
        }
        format!("{text} {rest}")
    }

    /// A trap: cells that see both groups.
    pub(crate) fn trap(&self, gone: &str) -> String {
        self.tell(&format!(
            "A cell that sees cells of both groups cannot be {}. Remove {gone}.",
            self.digit
        ))
    }

    /// A wrap: a group with two cells that see each other.
    pub(crate) fn wrap(&self, group: char, cells: [String; 2], gone: &str) -> String {
        self.tell(&format!(
            "But {}, both in {group}, see each other and cannot both be {}. So {group} is wrong. Remove {gone}.",
            and(&cells),
            self.digit
        ))
    }

    /// Groups that exclude each other, so that one of the two opposite groups is the digit.
    pub(crate) fn exclude(&self, clashes: &[(Clash, [char; 2])], gone: &str) -> String {
        let digit = self.digit;
        let each = clashes.iter().map(|([(a, one), (b, other)], [c, d])| {
            format!(
                "{one} ({a}) and {other} ({b}) see each other, so {a} and {b} are not both {digit}, and {c} or {d} is. A cell that \
                 sees cells of {c} and of {d} cannot be {digit}."
            )
        });
        self.tell(&format!("{} Remove {gone}.", each.collect::<Vec<_>>().join(" ")))
    }

    /// A group that sees both groups of another pair.
    pub(crate) fn sees_both(&self, clashes: &[[Clash; 2]], gone: &str) -> String {
        let each = clashes.iter().map(|[[(a, one), (c, near)], [(_, other), (d, far)]]| {
            format!(
                "{one} ({a}) sees {near} ({c}), and {other} ({a}) sees {far} ({d}). One of {c} and {d} is {}, so {a} is not.",
                self.digit
            )
        });
        self.tell(&format!("{} Remove {gone}.", each.collect::<Vec<_>>().join(" ")))
    }
}
