//! Canonical forms of plain boards of any size, by refinement and individualization.
//!
//! ```text
//!   colors       of rows, columns and digits; equal while nothing distinguishes them
//!   refine       the new color of a row: its old one, those of its band, and those of (column, digit) of its givens
//!   individualize   when nothing splits any more, each row, column or digit of the smallest class in turn gets a color of its own
//!
//!                 root                    a leaf: rows, columns and digits all have colors of their own, which order them
//!              r3 /  | r5  \ r8           the form: the smallest of the leaves
//!           c1 / \c2
//!         leaf   leaf                     equal leaves: an automorphism, which makes other branches unnecessary
//! ```
//!
//! A color depends on the surroundings of a row, column or digit, never on its position, so boards of one class have
//! the same tree. Branches with greater colors than the best leaf are abandoned. Two leaves with the same board yield
//! an automorphism; at each node, the search tries one branch for each orbit of the known automorphisms. The number of
//! automorphisms is the product of the orbits along the first path.
//!
//! *Credit.* Individualization and refinement with automorphism pruning come from nauty (B. D. McKay, Practical graph
//! isomorphism, Congressus Numerantium 30, 1981), applied to rows, columns and digits instead of vertices.
//!
//! *Cost.* A refinement takes a few passes over the givens. Most puzzles have one leaf. A full 16x16 grid, in which one
//! row and one column must be individualized before anything splits, has about 256 nodes.

#![forbid(unsafe_code)]

use std::cmp::Ordering;

use crate::control::Control;
use crate::error::Error;

/// Writes the canonical form of a board with `digits` digits and boxes of `height` rows and `width` columns. Returns
/// the number of moves that keep boxes and that some relabeling of the digits undoes; `u64::MAX` means that many or
/// more.
///
/// # Errors
/// [`Error::Stopped`].
///
/// # Panics
/// If a digit is above the largest one, and possibly if the slices do not have as many cells as the board.
pub fn canonical(
    (height, width): (usize, usize),
    digits: usize,
    puzzle: &[u8],
    form: &mut [u8],
    control: &Control<'_>,
) -> Result<u64, Error> {
    let side = height * width;
    // Transposition keeps boxes that are squares or lines.
    let transposes = height == width || height == 1 || width == 1;
    if puzzle.iter().all(|&digit| digit == 0) {
        form.fill(0);
        let factorial = |n: usize| (1..=n as u64).fold(1, u64::saturating_mul);
        let orders = |height: usize, width: usize| {
            (0..width).fold(factorial(width), |all, _| all.saturating_mul(factorial(height)))
        };
        let number = orders(height, width).saturating_mul(orders(width, height));
        return Ok(number.saturating_mul(1 + u64::from(transposes)));
    }
    let (found, number) = Labelling::new(height, width, digits, puzzle).run(control)?;
    form.copy_from_slice(&found);
    if !transposes {
        return Ok(number);
    }
    let transposed: Vec<u8> =
        (0..side * side).map(|cell| puzzle[cell % side * side + cell / side]).collect();
    let (other, _) = Labelling::new(height, width, digits, &transposed).run(control)?;
    match other[..].cmp(form) {
        Ordering::Equal => return Ok(number.saturating_mul(2)),
        Ordering::Less => form.copy_from_slice(&other),
        Ordering::Greater => {}
    }
    Ok(number)
}

/// Mixes two numbers into a hash.
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd1b5_4a32_d192_ed03);
    (product as u64 ^ (product >> 64) as u64).wrapping_mul(0x2545_f491_4f6c_dd1d).rotate_left(23)
}

/// The colors of rows, then columns, then digits. A color is the number of lines or digits of its kind in smaller
/// classes.
type Colours = Vec<u16>;

/// A leaf of the tree.
#[derive(Clone)]
struct Leaf {
    /// The row, column or digit individualized at each level.
    path: Vec<u16>,
    /// The trace of the refinement at each level.
    traces: Vec<u64>,
    /// The source of each row, of each column, and of each digit.
    order: Vec<u16>,
    form: Vec<u8>,
}

struct Labelling<'p> {
    side: usize,
    digits: usize,
    height: usize,
    width: usize,
    puzzle: &'p [u8],
    /// The row, column and digit of each given, numbered as in [`Colours`].
    givens: Vec<[u16; 3]>,
    occurs: Vec<bool>,
    first: Option<Leaf>,
    best: Option<Leaf>,
    /// The images of each row, column and digit under the known automorphisms.
    generators: Vec<Vec<u16>>,
    number: u64,
}

impl<'p> Labelling<'p> {
    fn new(height: usize, width: usize, digits: usize, puzzle: &'p [u8]) -> Labelling<'p> {
        let side = height * width;
        let given = |(cell, &digit): (usize, &u8)| {
            let place = [cell / side, side + cell % side, 2 * side + usize::from(digit) - 1];
            place.map(|number| number as u16)
        };
        let givens = puzzle.iter().enumerate().filter(|(_, digit)| **digit != 0).map(given);
        let mut occurs = vec![false; digits];
        puzzle.iter().filter(|digit| **digit != 0).for_each(|d| occurs[usize::from(*d) - 1] = true);
        Labelling {
            side,
            digits,
            height,
            width,
            puzzle,
            givens: givens.collect(),
            occurs,
            first: None,
            best: None,
            generators: Vec::new(),
            number: 1,
        }
    }

    fn run(mut self, control: &Control<'_>) -> Result<(Vec<u8>, u64), Error> {
        let mut colours = vec![0; 2 * self.side + self.digits];
        let trace = self.refine(&mut colours);
        self.descend(&colours, &mut Vec::new(), &mut vec![trace], control)?;
        let best = self.best.expect("every tree has a leaf");
        Ok((best.form, self.number))
    }

    /// Splits classes until nothing splits any more. Returns a trace, which is the same for all boards of a class.
    fn refine(&self, colours: &mut Colours) -> u64 {
        let mut trace = 0;
        loop {
            if !self.split(colours, &self.surroundings(colours), &mut trace)
                && (self.target(colours).is_none()
                    || !self.split(colours, &self.chains(colours), &mut trace))
            {
                return trace;
            }
        }
    }

    /// Splits classes by signatures; returns whether any class was split.
    fn split(&self, colours: &mut Colours, signatures: &[u64], trace: &mut u64) -> bool {
        let side = self.side;
        let mut order: Vec<u16> = (0..colours.len() as u16).collect();
        let key = |number: u16| {
            let number = usize::from(number);
            ((number / side).min(2), colours[number], signatures[number])
        };
        order.sort_unstable_by_key(|&number| key(number));
        let mut refined = vec![0; colours.len()];
        let mut start = 0;
        for class in order.chunk_by(|&a, &b| key(a) == key(b)) {
            let (kind, colour, signature) = key(class[0]);
            *trace = mix(mix(*trace, signature), mix(colour.into(), class.len() as u64));
            class.iter().for_each(|&n| refined[usize::from(n)] = (start - kind * side) as u16);
            start += class.len();
        }
        let split = refined != *colours;
        *colours = refined;
        split
    }

    /// A signature of the surroundings of each row, column and digit: its band or stack, and the other two coordinates
    /// of each of its givens.
    fn surroundings(&self, colours: &Colours) -> Vec<u64> {
        let side = self.side;
        let mut signatures = vec![0u64; colours.len()];
        for (start, span) in [(0, self.height), (side, self.width)] {
            for block in (start..start + side).step_by(span) {
                let lines = colours[block..block + span].iter();
                let sum = lines.fold(0u64, |sum, &line| sum.wrapping_add(mix(1, line.into())));
                signatures[block..block + span].fill(mix(2, sum));
            }
        }
        for given in &self.givens {
            let [row, column, digit] = given.map(|number| u64::from(colours[usize::from(number)]));
            let around = [mix(column, digit), mix(row, digit), mix(row, column)];
            for (&number, around) in given.iter().zip(around) {
                let signature = &mut signatures[usize::from(number)];
                *signature = signature.wrapping_add(mix(3, around));
            }
        }
        signatures
    }

    /// A signature of the chains through each row, column and digit. Two rows link digits: 3 is above 7, the 7 of the
    /// upper row is above 1, and so on until the chain ends or closes. Two columns link digits likewise. This splits
    /// the classes of full grids, in which all surroundings are equal.
    fn chains(&self, colours: &Colours) -> Vec<u64> {
        let side = self.side;
        let mut signatures = vec![0u64; colours.len()];
        let colour = |number: usize| u64::from(colours[number]);
        for (start, across, span) in [(0, side, self.height), (side, 0, self.width)] {
            let digit = |line: usize, cross: usize| {
                let cell = if start == 0 { line * side + cross } else { cross * side + line };
                usize::from(self.puzzle[cell])
            };
            for a in 0..side {
                for b in 0..a {
                    let pair = mix(1, colour(start + a)).wrapping_add(mix(1, colour(start + b)));
                    let pair = mix(pair, u64::from(a / span == b / span));
                    let mut all = 0u64;
                    for chain in
                        links_of(side, self.digits, |cross| (digit(a, cross), digit(b, cross)))
                    {
                        let ends = |digit: usize| mix(2, colour(2 * side + digit - 1));
                        let sum = chain.iter().fold(0u64, |sum, &(from, to, cross)| {
                            let ends = ends(from).wrapping_add(ends(to));
                            sum.wrapping_add(mix(ends, colour(across + cross)))
                        });
                        let closed = chain[0].0 == chain[chain.len() - 1].1;
                        let signature = mix(mix(sum, chain.len() as u64), mix(pair, closed.into()));
                        all = all.wrapping_add(mix(3, signature));
                        for (from, to, cross) in chain {
                            for number in [across + cross, 2 * side + from - 1, 2 * side + to - 1] {
                                signatures[number] =
                                    signatures[number].wrapping_add(mix(4, signature));
                            }
                        }
                    }
                    for (line, other) in [(a, b), (b, a)] {
                        let signature = &mut signatures[start + line];
                        *signature = signature.wrapping_add(mix(all, colour(start + other)));
                    }
                }
            }
        }
        signatures
    }

    /// The rows, columns or digits to individualize next: the first of the smallest classes with several members.
    /// Digits that do not occur are left out.
    fn target(&self, colours: &Colours) -> Option<Vec<u16>> {
        let mut classes: Vec<Vec<u16>> = vec![Vec::new(); colours.len()];
        for (number, &colour) in colours.iter().enumerate() {
            if number < 2 * self.side || self.occurs[number - 2 * self.side] {
                let kind = (number / self.side).min(2);
                classes[kind * self.side + usize::from(colour)].push(number as u16);
            }
        }
        classes.into_iter().filter(|class| class.len() > 1).min_by_key(Vec::len)
    }

    /// Visits a node and its descendants. Returns the level at which to continue if an automorphism makes the rest of
    /// the branch unnecessary.
    fn descend(
        &mut self,
        colours: &Colours,
        path: &mut Vec<u16>,
        traces: &mut Vec<u64>,
        control: &Control<'_>,
    ) -> Result<Option<usize>, Error> {
        control.checkpoint()?;
        let Some(class) = self.target(colours) else {
            return Ok(self.leaf(colours, path, traces));
        };
        let level = path.len();
        let mut tried: Vec<u16> = Vec::new();
        for &line in &class {
            let orbits = self.orbits(path);
            let orbit = orbits[usize::from(line)];
            if tried.iter().any(|&other| orbits[usize::from(other)] == orbit) {
                continue;
            }
            tried.push(line);
            let mut split = colours.clone();
            for &other in class.iter().filter(|&&other| other != line) {
                split[usize::from(other)] += 1;
            }
            traces.push(self.refine(&mut split));
            path.push(line);
            let back = if self.beside_best(traces).is_le() || self.like_first(traces) {
                self.descend(&split, path, traces, control)?
            } else {
                None
            };
            path.pop();
            traces.pop();
            if let Some(to) = back.filter(|&to| to < level) {
                return Ok(Some(to));
            }
        }
        if let Some(first) = &self.first
            && first.path.len() > level
            && first.path[..level] == path[..]
        {
            let line = usize::from(first.path[level]);
            let orbits = self.orbits(path);
            let size = orbits.iter().filter(|&&orbit| orbit == orbits[line]).count() as u64;
            self.number = self.number.saturating_mul(size);
        }
        Ok(None)
    }

    /// Whether the traces of the first leaf begin with `traces`, or there is no leaf yet.
    fn like_first(&self, traces: &[u64]) -> bool {
        self.first.as_ref().is_none_or(|first| first.traces.starts_with(traces))
    }

    /// Compares traces with the beginning of the best leaf's traces; equal if there is no leaf yet.
    fn beside_best(&self, traces: &[u64]) -> Ordering {
        let best = self.best.as_ref().map_or(traces, |best| &best.traces);
        traces.cmp(&best[..best.len().min(traces.len())])
    }

    /// For each row, column and digit, the smallest member of its orbit under the known automorphisms that fix `path`.
    fn orbits(&self, path: &[u16]) -> Vec<u16> {
        let mut orbits: Vec<u16> = (0..(2 * self.side + self.digits) as u16).collect();
        let keeps = |generator: &&Vec<u16>| path.iter().all(|&l| generator[usize::from(l)] == l);
        for generator in self.generators.iter().filter(keeps) {
            for (line, &to) in generator.iter().enumerate() {
                let (a, b) = (orbits[line], orbits[usize::from(to)]);
                if a != b {
                    let (small, large) = (a.min(b), a.max(b));
                    orbits.iter_mut().filter(|orbit| **orbit == large).for_each(|o| *o = small);
                }
            }
        }
        orbits
    }

    fn leaf(&mut self, colours: &Colours, path: &[u16], traces: &[u64]) -> Option<usize> {
        let mut order = self.order(colours);
        let form = self.form(&mut order);
        let leaf = Leaf { path: path.to_vec(), traces: traces.to_vec(), order, form };
        let (Some(first), Some(best)) = (&self.first, &self.best) else {
            self.first = Some(leaf.clone());
            self.best = Some(leaf);
            return None;
        };
        let twin = if first.form == leaf.form {
            first
        } else {
            match self.beside_best(traces).then_with(|| leaf.form.cmp(&best.form)) {
                Ordering::Equal => best,
                Ordering::Greater => return None,
                Ordering::Less => {
                    self.best = Some(leaf);
                    return None;
                }
            }
        };
        let (generator, level) = same(twin, &leaf);
        self.generators.push(generator);
        Some(level)
    }

    /// Rows and columns ordered by color, bands and stacks by their smallest color.
    fn order(&self, colours: &Colours) -> Vec<u16> {
        let lines = |start: usize, span: usize| {
            let mut blocks: Vec<Vec<u16>> = (start..start + self.side)
                .step_by(span)
                .map(|block| {
                    let mut lines: Vec<u16> = (block..block + span).map(|l| l as u16).collect();
                    lines.sort_by_key(|&line| colours[usize::from(line)]);
                    lines
                })
                .collect();
            blocks.sort_by_key(|lines| colours[usize::from(lines[0])]);
            blocks.concat()
        };
        [lines(0, self.height), lines(self.side, self.width)].concat()
    }

    /// The board in this order, with its digits numbered in order of appearance; appends the digits to the order.
    fn form(&self, order: &mut Vec<u16>) -> Vec<u8> {
        let mut labels = vec![0; self.digits + 1];
        let mut form = Vec::with_capacity(self.puzzle.len());
        for row in 0..self.side {
            for column in self.side..2 * self.side {
                let cell = usize::from(order[row]) * self.side + usize::from(order[column]);
                let digit = usize::from(self.puzzle[cell - self.side]);
                if digit != 0 && labels[digit] == 0 {
                    order.push((2 * self.side + digit - 1) as u16);
                    labels[digit] = (order.len() - 2 * self.side) as u8;
                }
                form.push(labels[digit]);
            }
        }
        let missing = (1..=self.digits).filter(|&digit| labels[digit] == 0);
        order.extend(missing.map(|digit| (2 * self.side + digit - 1) as u16));
        form
    }
}

/// The chains of two lines, each a list of (digit, digit beside it, position); empty if a line has a digit twice.
fn links_of(
    side: usize,
    digits: usize,
    beside: impl Fn(usize) -> (usize, usize),
) -> Vec<Vec<(usize, usize, usize)>> {
    let mut place = vec![None; digits + 1];
    let mut follows = vec![false; digits + 1];
    for cross in 0..side {
        let (from, to) = beside(cross);
        if from != 0 && to != 0 {
            if place[from].is_some() || follows[to] {
                return Vec::new();
            }
            place[from] = Some((to, cross));
            follows[to] = true;
        }
    }
    // Chains with a beginning come first; the others are closed.
    let follows = &follows;
    let beginnings = [false, true]
        .into_iter()
        .flat_map(|closed| (1..=digits).filter(move |&digit| follows[digit] == closed));
    let chain = |beginning: usize| {
        let (mut links, mut at) = (Vec::new(), beginning);
        while let Some((to, cross)) = place[at].take() {
            links.push((at, to, cross));
            at = to;
        }
        links
    };
    beginnings.map(chain).filter(|links| !links.is_empty()).collect()
}

/// The automorphism that maps a leaf to another with the same board, and the level at which their paths diverge.
fn same(one: &Leaf, other: &Leaf) -> (Vec<u16>, usize) {
    let mut generator = vec![0; one.order.len()];
    for (&from, &to) in one.order.iter().zip(&other.order) {
        generator[usize::from(from)] = to;
    }
    let common = one.path.iter().zip(&other.path).take_while(|(a, b)| a == b).count();
    (generator, common)
}
