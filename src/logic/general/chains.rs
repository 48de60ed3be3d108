//! Chains: strong and weak links in turn, from a candidate that is off to one that is on. One of both is on, so what both
//! exclude goes; if it is the same candidate, it is on.
//!
//! The shortest chain is taken, and the first of equally short ones. Kinds of chains differ in the links they may use.

use crate::logic::Technique;
use crate::logic::nodes::Nodes;
use crate::rules::UnitKind;

use super::found::{Found, Halt, Look, Mark, Reason, Sink};
use super::graph::{Graph, Why};

/// Which links a chain may use.
#[derive(Clone, Copy)]
struct Kind {
    /// Only links of one digit.
    one_digit: bool,
    /// Strong links only in cells, weak ones only between peers.
    in_cells: bool,
    /// The most strong links.
    most: usize,
    /// Whether the chain ends where it begins.
    is_loop: bool,
    /// Whether a group has to be in it.
    grouped: bool,
}

/// No candidate.
const NONE: u32 = u32::MAX;

/// The chain of a technique.
pub fn find(
    look: &Look<'_>,
    graph: &Graph,
    technique: Technique,
    nodes: &Nodes<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    let (one_digit, in_cells, most) = match technique {
        Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => {
            (true, false, 2)
        }
        Technique::XChain => (true, false, usize::MAX),
        Technique::XyChain => (false, true, usize::MAX),
        _ => (false, false, usize::MAX),
    };
    let is_loop = matches!(
        technique,
        Technique::DiscontinuousNiceLoop | Technique::GroupedDiscontinuousNiceLoop
    );
    let grouped =
        matches!(technique, Technique::GroupedDiscontinuousNiceLoop | Technique::GroupedAic);
    let kind = Kind { one_digit, in_cells, most, is_loop, grouped };
    let mut best: Option<(Vec<u32>, Vec<Mark>)> = None;
    for start in 0..graph.count() as u32 {
        let most = best.as_ref().map_or(kind.most, |(path, _)| path.len() / 2 - 1);
        if most >= 2 && !graph.strong(start).is_empty() && !(is_loop && graph.is_group(start)) {
            nodes.checkpoint()?;
            let fits = |path: &[u32]| technique == name(look, graph, technique, path);
            if let Some(found) = from(graph, start, Kind { most, ..kind }, &fits) {
                best = Some(found);
            }
        }
    }
    let Some((path, marks)) = best else { return Ok(()) };
    let links = graph.links(look, &path);
    let (first, last) = (path[0], path[path.len() - 1]);
    let mut found = match is_loop {
        true => Found::placing(technique, graph.mark(first)),
        false => Found::removing(technique, marks),
    };
    found.cells = Vec::new();
    for node in &path {
        let (cells, d) = graph.places(node / 2);
        for cell in cells {
            if !found.cells.contains(&cell) {
                found.cells.push(cell);
            }
        }
        found.digits |= 1 << d;
    }
    for link in &links {
        if let Reason::House(house) = link.reason
            && !found.houses.contains(&house)
        {
            found.houses.push(house);
        }
    }
    found.chains = vec![links];
    sink(look.tell(found, |found| {
        let mut text = format!("Suppose that {}.", graph.state(look, first));
        text += &graph.told(look, &path);
        let is = |node: u32| graph.state(look, node | 1);
        text += &match is_loop {
            true => format!(" So {} in any case.", is(first)),
            false => {
                format!(" So {} or {}{}", is(first), is(last), look.removed(&found.eliminations))
            }
        };
        (super::found::digits_short(found.digits) + " in " + &look.short(&found.cells), text)
    }))
}

/// The shortest chain from a candidate that is off, and what it removes.
fn from(
    graph: &Graph,
    start: u32,
    kind: Kind,
    fits: &dyn Fn(&[u32]) -> bool,
) -> Option<(Vec<u32>, Vec<Mark>)> {
    let count = graph.count();
    let d = graph.places(start).1;
    let (mut on, mut off) = (vec![NONE; count], vec![NONE; count]);
    let mut excluded = vec![false; count];
    graph.weak(start).iter().for_each(|&(candidate, _)| excluded[candidate as usize] = true);
    off[start as usize] = start;
    let mut front = vec![start];
    let mut length = 1;
    while !front.is_empty() && length <= kind.most {
        let mut reached = Vec::new();
        for &from in &front {
            for &(to, why) in graph.strong(from) {
                let is_wrong = match why {
                    Why::Cell => kind.one_digit,
                    _ => kind.in_cells,
                };
                if is_wrong || on[to as usize] != NONE {
                    continue;
                }
                on[to as usize] = from;
                reached.push(to);
                let ends = length >= 2 && (to == start) == kind.is_loop;
                let marks: Vec<Mark> = match ends && !kind.is_loop {
                    true => graph
                        .weak(to)
                        .iter()
                        .filter(|(gone, _)| excluded[*gone as usize] && !graph.is_group(*gone))
                        .map(|&(gone, _)| graph.marks[gone as usize])
                        .collect(),
                    false => Vec::new(),
                };
                if !marks.is_empty() || (ends && kind.is_loop) {
                    let path = path(start, to, &on, &off);
                    let has_group = path.iter().any(|&node| graph.is_group(node / 2));
                    if (has_group || !kind.grouped) && fits(&path) {
                        return Some((path, marks));
                    }
                }
            }
        }
        front.clear();
        for &from in &reached {
            for &(to, why) in graph.weak(from) {
                let is_wrong = match why {
                    Why::Cell => kind.one_digit || kind.in_cells,
                    Why::Peer => false,
                    Why::House(_) => kind.in_cells || kind.one_digit,
                };
                if !is_wrong
                    && off[to as usize] == NONE
                    && (!kind.one_digit || graph.places(to).1 == d)
                {
                    off[to as usize] = from;
                    front.push(to);
                }
            }
        }
        length += 1;
    }
    None
}

/// The nodes from a candidate that is off to one that is on.
fn path(start: u32, end: u32, on: &[u32], off: &[u32]) -> Vec<u32> {
    let mut path = vec![2 * end + 1];
    let mut at = on[end as usize];
    loop {
        path.push(2 * at);
        if at == start {
            break;
        }
        let before = off[at as usize];
        path.push(2 * before + 1);
        at = on[before as usize];
    }
    path.reverse();
    path
}

/// The name of a chain of two strong links of one digit; any other is what it was searched as.
fn name(look: &Look<'_>, graph: &Graph, wanted: Technique, path: &[u32]) -> Technique {
    if !matches!(wanted, Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish) {
        return wanted;
    }
    let geometry = look.rules.geometry();
    let units = |a: u32, b: u32, full: bool| -> Vec<UnitKind> {
        let (a, b) = (graph.mark(a), graph.mark(b));
        let shared =
            geometry.units_of(usize::from(a.cell)).iter().map(|&unit| geometry.unit(unit as usize));
        shared
            .filter(|unit| unit.set().contains(usize::from(b.cell)))
            .filter(|unit| !full || look.position.places_in(unit.set().words(), a.d).len() == 2)
            .map(|unit| unit.kind())
            .collect()
    };
    if path.len() != 4 {
        return Technique::TurbotFish;
    }
    let (one, middle, other) = (
        units(path[0], path[1], true),
        units(path[1], path[2], false),
        units(path[2], path[3], true),
    );
    let both = |a: UnitKind, b: UnitKind| {
        (one.contains(&a) && other.contains(&b)) || (one.contains(&b) && other.contains(&a))
    };
    if both(UnitKind::Row, UnitKind::Row) || both(UnitKind::Column, UnitKind::Column) {
        Technique::Skyscraper
    } else if both(UnitKind::Row, UnitKind::Column) && middle.contains(&UnitKind::Box) {
        Technique::TwoStringKite
    } else {
        Technique::TurbotFish
    }
}
