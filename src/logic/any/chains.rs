//! Chains: alternating strong and weak links, from a candidate that is off to a candidate that is on. One of the two ends is
//! on, so any candidate that both exclude is removed. If the ends are the same candidate, it is on.
//!
//! If a weak link also leads from the end back to the start, the chain is a continuous loop: all candidates that are off in it
//! are on if the start is on, and vice versa. So one end of each weak link is on, and any candidate that both ends exclude is
//! removed.
//!
//! Each search returns a shortest chain, the first of several. The kinds of chains differ in the links that they may use.
//! Chains of two strong links have three names. Of the chains between the same ends, the first with an allowed name counts.

use crate::logic::conclusion::{Conclusion, Why as Reason, links};
use crate::logic::nodes::Nodes;
use crate::logic::text::fish;
use crate::logic::{Technique, Techniques};
use crate::rules::UnitKind;

use super::graph::{Graph, Why};
use super::look::{Look, Sink};
use crate::logic::scale::Halt;
use crate::logic::text::short::alternatives;
use crate::logic::{Candidate, LinkReason, Step};

/// The links that a chain may use.
#[derive(Clone, Copy)]
struct Kind {
    /// Only links of one digit.
    one_digit: bool,
    /// Strong links only within cells, weak links only between peers.
    in_cells: bool,
    /// The maximum number of strong links.
    most: usize,
    /// The end of the chain.
    end: End,
    /// Whether the chain must contain a group.
    grouped: bool,
}

/// The end of a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The start itself.
    Start,
    /// A candidate with a weak link to the start.
    Loop,
    /// Any other candidate.
    Elsewhere,
}

/// No candidate.
const NONE: u32 = u32::MAX;

/// Finds the chain of a technique.
pub fn find(
    look: &Look<'_>,
    graph: &Graph,
    (technique, allowed): (Technique, Techniques),
    nodes: &Nodes<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Halt> {
    let most = match technique {
        Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => 2,
        _ => usize::MAX,
    };
    let (one_digit, in_cells) = match technique {
        Technique::XChain => (true, false),
        Technique::XyChain => (false, true),
        _ => (false, false),
    };
    let (end, grouped) = match technique {
        Technique::ContinuousNiceLoop => (End::Loop, false),
        Technique::GroupedContinuousNiceLoop => (End::Loop, true),
        Technique::DiscontinuousNiceLoop => (End::Start, false),
        Technique::GroupedDiscontinuousNiceLoop => (End::Start, true),
        Technique::GroupedAic => (End::Elsewhere, true),
        _ => (End::Elsewhere, false),
    };
    let kind = Kind { one_digit, in_cells, most, end, grouped };
    let named = |path: &[u32; 4]| {
        let name = name(look, graph, path);
        allowed.contains(name).then_some(name == technique)
    };
    let mut best: Option<(Vec<u32>, Vec<Candidate>)> = None;
    for start in 0..graph.count() as u32 {
        let most = best.as_ref().map_or(kind.most, |(path, _)| path.len() / 2 - 1);
        let is_start = end == End::Elsewhere || !graph.is_group(start);
        if most >= 2 && !graph.strong(start).is_empty() && is_start {
            nodes.checkpoint()?;
            let found = match kind.most {
                2 => of_two(graph, start, &named),
                _ => from(graph, start, Kind { most, ..kind }),
            };
            best = found.or(best);
        }
    }
    let Some((mut path, marks)) = best else { return Ok(()) };
    let first = path[0];
    if end == End::Loop {
        path.push(first);
    }
    let list = graph.conclusions(look, &path);
    let links = links(&list);
    let mut found = match end {
        End::Start => Step::placing(technique, graph.mark(first)),
        _ => Step::removing(technique, marks),
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
        if let LinkReason::House(house) = link.reason
            && !found.houses.contains(&house)
        {
            found.houses.push(house);
        }
    }
    found.chains = vec![links];
    sink(look.tell(found, |found| {
        let houses: Vec<String> = list.iter().filter_map(|one| house_of(look, one)).collect();
        let text = match (&look.names(found.cells.iter().copied())[..], &houses[..]) {
            ([first, one, other, last], [near, shared, far]) if one_digit && list.len() == 4 => {
                let digit = list[0].digit;
                let cells = [&first[..], one, other, last];
                fish::two_links(digit, cells, [near, shared, far], &look.removed(found))
            }
            _ => look.narrate(|narrator| match end {
                End::Loop => narrator.cycle(&list, &found.eliminations),
                _ => narrator.chain(&list, &found.eliminations),
            }),
        };
        (alternatives(found.digits) + " in " + &look.short(&found.cells), text)
    }))
}

/// The name of the house of a conclusion, if a house is its reason.
fn house_of(look: &Look<'_>, one: &Conclusion) -> Option<String> {
    match one.why {
        Reason::House(house) => Some(look.house(house).name.clone()),
        _ => None,
    }
}

/// The first chain of two strong links of one digit from `start`, which is off, with its eliminations. `named` returns `None`
/// for a chain without an allowed name, and otherwise whether the name is the one searched for.
fn of_two(
    graph: &Graph,
    start: u32,
    named: &dyn Fn(&[u32; 4]) -> Option<bool>,
) -> Option<(Vec<u32>, Vec<Candidate>)> {
    let d = graph.places(start).1;
    let strong = |from: u32| {
        let links = graph.strong(from).iter();
        links.filter(|&&(_, why)| why != Why::Cell).map(|&(to, _)| to)
    };
    // Ends that need no other path: the start, candidates one link away, ends of a chain with an allowed name, and ends of
    // chains that remove nothing.
    let mut done: Vec<u32> = strong(start).chain([start]).collect();
    for first in strong(start) {
        let peers = graph.weak(first).iter().filter(|&&(_, why)| why == Why::Peer);
        for &(second, _) in peers.filter(|&&(to, _)| to != start && graph.places(to).1 == d) {
            for end in strong(second) {
                if done.contains(&end) {
                    continue;
                }
                let path = [2 * start, 2 * first + 1, 2 * second, 2 * end + 1];
                let marks = both(graph, start, end);
                let named = if marks.is_empty() { Some(false) } else { named(&path) };
                match named {
                    Some(true) => return Some((path.to_vec(), marks)),
                    Some(false) => done.push(end),
                    None => {}
                }
            }
        }
    }
    None
}

/// The candidates that two candidates both exclude.
fn both(graph: &Graph, one: u32, other: u32) -> Vec<Candidate> {
    let excluded = graph.weak(one);
    let gone = graph.weak(other).iter().map(|&(gone, _)| gone);
    gone.filter(|&gone| !graph.is_group(gone) && excluded.iter().any(|&(one, _)| one == gone))
        .map(|gone| graph.marks[gone as usize])
        .collect()
}

/// The shortest chain from `start`, which is off, with its eliminations.
fn from(graph: &Graph, start: u32, kind: Kind) -> Option<(Vec<u32>, Vec<Candidate>)> {
    let count = graph.count();
    let d = graph.places(start).1;
    let (mut on, mut off) = (vec![NONE; count], vec![NONE; count]);
    let mut excluded = vec![false; count];
    graph.weak(start).iter().for_each(|&(candidate, _)| excluded[candidate as usize] = true);
    let mut marked = Vec::new();
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
                let ends = match kind.end {
                    End::Start => to == start,
                    End::Loop => to != start && excluded[to as usize],
                    End::Elsewhere => to != start,
                };
                if length < 2 || !ends {
                    continue;
                }
                let both =
                    |gone: &&(u32, Why)| excluded[gone.0 as usize] && !graph.is_group(gone.0);
                let mut marks: Vec<Candidate> = match kind.end {
                    End::Elsewhere => graph
                        .weak(to)
                        .iter()
                        .filter(both)
                        .map(|gone| graph.marks[gone.0 as usize])
                        .collect(),
                    _ => Vec::new(),
                };
                if marks.is_empty() && kind.end == End::Elsewhere {
                    continue;
                }
                let path = path(start, to, &on, &off);
                if kind.end == End::Loop {
                    marks = between(graph, &path, &mut marked);
                    if marks.is_empty() {
                        continue;
                    }
                }
                let has_group = path.iter().any(|&node| graph.is_group(node / 2));
                if has_group || !kind.grouped {
                    return Some((path, marks));
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

/// The candidates outside a loop that both ends of some weak link exclude. `marked` is a buffer with an entry for each
/// candidate.
fn between(graph: &Graph, path: &[u32], marked: &mut Vec<u32>) -> Vec<Candidate> {
    let nodes: Vec<(Vec<u16>, u32)> = path.iter().map(|node| graph.places(node / 2)).collect();
    let is_inside = |mark: &Candidate| {
        nodes.iter().any(|(cells, d)| *d == mark.d() && cells.contains(&mark.cell))
    };
    marked.clear();
    marked.resize(graph.count(), NONE);
    let mut marks = Vec::new();
    for (number, pair) in path[1..].chunks(2).enumerate() {
        let (one, other) = (pair[0] / 2, *pair.get(1).unwrap_or(&path[0]) / 2);
        graph.weak(one).iter().for_each(|&(gone, _)| marked[gone as usize] = number as u32);
        let gone = graph.weak(other).iter().map(|&(gone, _)| gone);
        let gone =
            gone.filter(|&gone| marked[gone as usize] == number as u32 && !graph.is_group(gone));
        marks.extend(gone.map(|gone| graph.marks[gone as usize]).filter(|mark| !is_inside(mark)));
    }
    marks
}

/// The nodes of the chain from `start`, which is off, to `end`, which is on.
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

/// The name of a chain of two strong links of one digit.
fn name(look: &Look<'_>, graph: &Graph, path: &[u32; 4]) -> Technique {
    let geometry = look.rules.geometry();
    let units = |a: u32, b: u32, full: bool| -> Vec<UnitKind> {
        let (a, b) = (graph.mark(a), graph.mark(b));
        let shared =
            geometry.units_of(usize::from(a.cell)).iter().map(|&unit| geometry.unit(unit as usize));
        shared
            .filter(|unit| unit.set().contains(usize::from(b.cell)))
            .filter(|unit| !full || look.position.places_in(unit.set().words(), a.d()).len() == 2)
            .map(|unit| unit.kind())
            .collect()
    };
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
