// Named rules as primitives, for rules that are read or drawn in the browser.
//
//   {rule: "thermometer", cells: [[0, 0], [0, 1]], slow: false}    as in Rules.to_dict
//   ["related", [[0, 1]], [510, 508, …], "thermometer"]            a clue: a primitive with a noun
//   ["related", [[0, 1]], [510, 508, …]]                           the constraints of all rules in canonical form
//
// `compile` makes the data of `Rules.to_primitives`, equal to those of Python: bitdoku/rules/_parts.py and _automata.py
// have the reasons. Cells of rules are [row, column]; primitives number them row by row. Contradictions beyond single
// cells, pairs and sums are not searched: the engine finds no solution.

import { cellName, maskOf } from "./edits.js";

/** The largest board; masks are 32-bit integers. */
export const MOST = 16;
const STEPS = { down_right: [1, 1], down_left: [1, -1], up_right: [-1, 1], up_left: [-1, -1] };
const NOUNS = {
  anti_king: "king's move", anti_knight: "knight's move", between: "between line", clone: "clones", diagonals: "diagonal",
  disjoint_groups: "group", extra_region: "region", killer_cage: "cage", kropki: "missing dot", kropki_black: "black dot",
  kropki_white: "white dot", non_consecutive: "border", renban: "renban line", whispers: "whispers line",
  windoku: "window", xv: "X or V", accepted: null, allowed: null, different: null, related: null, total: null,
};
const BLACK = (a, b) => a === 2 * b || b === 2 * a;
const WHITE = (a, b) => Math.abs(a - b) === 1;

const range = (stop, start = 0) => Array.from({ length: Math.max(0, stop - start) }, (_, k) => start + k);
const sum = (numbers) => numbers.reduce((one, two) => one + two, 0);
const successive = (items) => items.slice(1).map((item, k) => [items[k], item]);
export const combinations = (items) => items.flatMap((one, k) => items.slice(k + 1).map((two) => [one, two]));

/** The order of numbers and lists, as that of tuples in Python. */
function compare(one, two) {
  if (!Array.isArray(one)) return one - two;
  for (let k = 0; k < Math.min(one.length, two.length); k++) {
    const found = compare(one[k], two[k]);
    if (found) return found;
  }
  return one.length - two.length;
}

/** The box nearest to a square, at least as wide as high. */
export function defaultBox(side) {
  const height = Math.max(...range(side + 1, 1).filter((height) => side % height === 0 && height ** 2 <= side));
  return [height, side / height];
}

/** The number of the region of each cell. */
export function boxRegions(side, [height, width]) {
  return range(side ** 2).map((cell) => Math.floor(cell / side / height) * height + Math.floor((cell % side) / width));
}

/** A board: `digits` is the number of digits, `box` null for other regions. */
export class Layout {
  constructor(side, regions, digits = side) {
    const order = new Map();
    for (const region of regions) if (!order.has(region)) order.set(region, order.size);
    Object.assign(this, { side, digits, regions: regions.map((region) => order.get(region)) });
    const shapes = range(side + 1, 1).filter((height) => side % height === 0).map((height) => [height, side / height]);
    this.box = shapes.find((shape) => String(boxRegions(side, shape)) === String(this.regions)) ?? null;
    this.values = range(digits + 1, 1);
  }

  isInside([row, column]) {
    return row >= 0 && row < this.side && column >= 0 && column < this.side;
  }

  cell(place) {
    if (this.isInside(place)) return place[0] * this.side + place[1];
    throw new Error(`r${place[0] + 1}c${place[1] + 1} is outside of the ${this.side}x${this.side} board`);
  }

  /** The numbers of at least some cells. */
  cells(places, { least = 1, distinct = true } = {}) {
    const cells = places.map((place) => this.cell(place));
    if (cells.length < least) throw new Error(`${cells.length} cells; expected at least ${least}`);
    const twice = distinct && cells.find((cell, k) => cells.indexOf(cell) < k);
    if (Number.isInteger(twice)) throw new Error(`${cellName(twice, this.side)} is twice in the list`);
    return cells;
  }

  pairs(pairs) {
    return pairs.map((pair) => this.cells(pair));
  }

  /** All pairs of cells that differ by one of the steps. */
  neighbors(steps = [[0, 1], [1, 0]]) {
    const places = range(this.side ** 2).map((cell) => [Math.floor(cell / this.side), cell % this.side]);
    const pairs = places.flatMap((place) => steps.map(([down, right]) => [place, [place[0] + down, place[1] + right]]));
    return pairs.filter(([, other]) => this.isInside(other));
  }

  /** The neighbors without those of some pairs. */
  unmarked(...pairs) {
    const keys = new Set(pairs.flat().map((pair) => String(this.cells(pair).sort(compare))));
    return this.neighbors().filter((pair) => !keys.has(String(this.cells(pair))));
  }

  /** A truth table of 0 and 1, as in Rules.to_dict. */
  table(fits) {
    return this.values.map((first) => this.values.map((second) => Number(fits(first, second))));
  }

  /** The places of a row or column. */
  line({ row, column, reverse = false }) {
    const places = range(this.side).map((k) => (row === undefined ? [k, column] : [row, k]));
    return reverse ? places.reverse() : places;
  }
}

// --- primitives ------------------------------------------------------------------------------------------------------

const masks = (table) => table.map((row) => row.reduce((mask, fits, k) => mask | (fits << k), 0));
const related = (on, pairs, fits) => ["related", pairs, masks(on.table(fits))];
const differents = (groups) => groups.map((cells) => ["different", cells]);

/** The automaton with all states that a function reaches; `step` returns undefined to reject. */
function accepted(on, cells, start, step, accepts) {
  const [states, numbers, rows] = [[start], new Map([[JSON.stringify(start), 0]]), []];
  for (const state of states) {
    const targets = on.values.map((digit) => step(state, digit));
    rows.push(
      targets.map((target) => {
        if (target === undefined) return -1;
        const key = JSON.stringify(target);
        if (!numbers.has(key)) numbers.set(key, states.push(target) - 1);
        return numbers.get(key);
      }),
    );
  }
  return ["accepted", cells, rows, [...states.keys()].filter((state) => accepts(states[state]))];
}

/** Two groups of cells with the same sum, the first with weights; cells may occur several times. */
function balanced(terms, others) {
  const weights = new Map();
  for (const [cell, weight] of [...terms, ...others.map((cell) => [cell, -1])])
    weights.set(cell, (weights.get(cell) ?? 0) + weight);
  return ["total", [...weights.keys()], 0, [...weights.values()], false];
}
const plain = (cells) => cells.map((cell) => [cell, 1]);

/** A condition on the lower and higher end of a line, and one on each other digit. */
function byEnds(on, places, ends, middle) {
  const cells = on.cells(places, { least: 3 });
  const step = (state, digit) => {
    if (state.length === 2) return middle(state[0], digit, state[1]) ? state : undefined;
    const known = [...state, digit].sort(compare);
    return known.length === 1 || ends(...known) ? known : undefined;
  };
  return [accepted(on, [cells[0], cells.at(-1), ...cells.slice(1, -1)], [], step, (state) => state.length === 2)];
}

/** Any `length` successive digits, also around a closed line, are in different groups. */
function inGroups(on, places, length, group) {
  const cells = on.cells(places, { least: 2, distinct: false });
  const isClosed = cells.length > 2 && cells[0] === cells.at(-1);
  const ring = isClosed ? [...cells.slice(0, -1), ...cells.slice(0, length - 1)] : cells;
  const pairs = ring.flatMap((cell, k) => ring.slice(k + 1, k + length).map((other) => [cell, other]));
  const unique = [...new Map(pairs.map((pair) => [String(pair), pair])).values()];
  return [related(on, unique, (a, b) => group(a) !== group(b))];
}

/** The pairs of a cell in the list, first, and a neighbor outside of it. */
function edges(on, places) {
  const inside = new Set(on.cells(places));
  const pairs = on.pairs(on.neighbors()).filter(([a, b]) => inside.has(a) !== inside.has(b));
  return pairs.map(([a, b]) => (inside.has(a) ? [a, b] : [b, a]));
}

/** Each cell holds the column (or row) where its own column (or row) is. */
function index(on, places, by) {
  return on.cells(places).flatMap((cell, k) => {
    const own = places[k][by === "column" ? 1 : 0] + 1;
    const others = on.line(by === "column" ? { row: places[k][0] } : { column: places[k][1] });
    const parts = others.map((other, k) => related(on, [[cell, on.cell(other)]], (a, b) => (a === k + 1) === (b === own)));
    return [["allowed", cell, maskOf(range(on.side + 1, 1))], ...parts.filter((_, k) => k + 1 !== own)];
  });
}

/** For each named rule the function that returns its primitives. */
const EXPAND = {
  allowed: (on, { cell, digits }) => [["allowed", on.cell(cell), maskOf([digits].flat())]],
  different: (on, { cells }) => [["different", on.cells(cells)]],
  related: (on, { pairs, table }) => [["related", on.pairs(pairs), masks(table)]],
  total: (on, { cells, sum, weights = null, no_repeat }) => [["total", on.cells(cells), sum, weights, no_repeat]],
  diagonals: (on, { main, anti }) => {
    const lines = [main && range(on.side).map((k) => [k, k]), anti && range(on.side).map((k) => [k, on.side - 1 - k])];
    return differents(lines.filter(Boolean).map((line) => on.cells(line)));
  },
  disjoint_groups: (on) => {
    if (!on.box) throw new Error("the board has no boxes");
    const [height, width] = on.box;
    const same = (k) => ([row, column]) => (row % height) * width + (column % width) === k;
    const places = range(on.side ** 2).map((cell) => [Math.floor(cell / on.side), cell % on.side]);
    return differents(range(height * width).map((k) => on.cells(places.filter(same(k)))));
  },
  anti_knight: (on) => differents(on.pairs(on.neighbors([[1, 2], [2, 1], [1, -2], [2, -1]]))),
  anti_king: (on) => differents(on.pairs(on.neighbors([[0, 1], [1, 0], [1, 1], [1, -1]]))),
  windoku: (on) => {
    const [height, width] = on.box ?? [];
    const starts = (size) => range(on.side - size, 1).filter((start) => start % (size + 1) === 1);
    const corners = starts(height).flatMap((top) => starts(width).map((left) => [top, left]));
    const window = ([top, left]) => range(height * width).map((k) => [top + Math.floor(k / width), left + (k % width)]);
    return differents(corners.map((corner) => on.cells(window(corner))));
  },
  non_consecutive: (on) => [related(on, on.pairs(on.neighbors()), (a, b) => !WHITE(a, b))],
  extra_region: (on, { cells }) => {
    if (cells.length === on.side || cells.length === on.digits) return differents([on.cells(cells)]);
    throw new Error(`an extra region has ${cells.length} cells; expected ${on.side}`);
  },
  killer_cage: (on, { cells, sum }) => [sum === undefined ? ["different", on.cells(cells)] : ["total", on.cells(cells), sum, null, true]],
  little_killer: (on, { start: [row, column], direction, sum }) => {
    const [down, right] = STEPS[direction];
    const places = range(on.side).map((k) => [row + k * down, column + k * right]);
    return [["total", on.cells(places.filter((place) => on.isInside(place))), sum, null, false]];
  },
  sandwich: (on, { sum, ...line }) => {
    const [before, after] = [-1, -2];
    const step = (state, digit) => {
      const isCrust = digit === 1 || digit === on.digits;
      if (state < 0) return !isCrust ? state : state === before ? 0 : undefined;
      if (isCrust) return state === sum ? after : undefined;
      return state + digit <= sum ? state + digit : undefined;
    };
    return [accepted(on, on.cells(on.line(line)), before, step, (state) => state === after)];
  },
  skyscraper: (on, { count, ...line }) => {
    const step = ([highest, seen], digit) => {
      const next = digit > highest ? [digit, seen + 1] : [highest, seen];
      return next[1] <= count ? next : undefined;
    };
    return [accepted(on, on.cells(on.line(line)), [0, 0], step, ([, seen]) => seen === count)];
  },
  quadruple: (on, { cell: [row, column], digits }) => {
    const around = [[row, column], [row, column + 1], [row + 1, column], [row + 1, column + 1]];
    const step = (missing, digit) => missing.filter((_, k) => k !== missing.indexOf(digit));
    return [accepted(on, on.cells(around), [digits].flat().sort(compare), step, (missing) => !missing.length)];
  },
  indexing: (on, { cells, by }) => index(on, cells, by),
  even: (on, { cells }) => on.cells(cells).map((cell) => ["allowed", cell, maskOf(on.values.filter((d) => d % 2 === 0))]),
  odd: (on, { cells }) => on.cells(cells).map((cell) => ["allowed", cell, maskOf(on.values.filter((d) => d % 2))]),
  maximum: (on, { cells }) => [related(on, edges(on, cells), (a, b) => a > b)],
  minimum: (on, { cells }) => [related(on, edges(on, cells).map(([a, b]) => [b, a]), (a, b) => a > b)],
  clone: (on, { cells, copy }) => {
    const [one, two] = [on.cells(cells), on.cells(copy)];
    if (one.length !== two.length) throw new Error(`clones of ${one.length} and ${two.length} cells`);
    const pairs = one.map((cell, k) => [cell, two[k]]);
    return [related(on, pairs.filter(([a, b]) => a !== b), (a, b) => a === b)];
  },
  kropki_white: (on, { pairs }) => [[...related(on, on.pairs(pairs), WHITE), NOUNS.kropki_white]],
  kropki_black: (on, { pairs }) => [[...related(on, on.pairs(pairs), BLACK), NOUNS.kropki_black]],
  kropki: (on, { white, black }) => [
    ...EXPAND.kropki_white(on, { pairs: white }),
    ...EXPAND.kropki_black(on, { pairs: black }),
    related(on, on.pairs(on.unmarked(white, black)), (a, b) => !WHITE(a, b) && !BLACK(a, b)),
  ],
  xv: (on, { x, v, all_given }) => [
    related(on, on.pairs(x), (a, b) => a + b === 10),
    related(on, on.pairs(v), (a, b) => a + b === 5),
    ...(all_given ? [related(on, on.pairs(on.unmarked(x, v)), (a, b) => a + b !== 10 && a + b !== 5)] : []),
  ],
  thermometer: (on, { cells, slow }) => {
    const pairs = successive(on.cells(cells, { least: 2 }));
    if (!slow && cells.length > on.digits) throw new Error(`${cells.length} cells cannot increase`);
    return [related(on, pairs, slow ? (a, b) => a <= b : (a, b) => a < b)];
  },
  whispers: (on, { cells, difference = Math.floor((on.digits + 1) / 2) }) => {
    const pairs = successive(on.cells(cells, { least: 2, distinct: false }));
    return [related(on, pairs, (a, b) => Math.abs(a - b) >= difference)];
  },
  renban: (on, { cells }) => {
    const numbers = [...new Set(on.cells(cells, { distinct: false }))].sort(compare);
    return [["different", numbers], related(on, combinations(numbers), (a, b) => Math.abs(a - b) < numbers.length)];
  },
  palindrome: (on, { cells }) => {
    const numbers = on.cells(cells, { least: 2, distinct: false });
    const pairs = numbers.slice(0, Math.floor(numbers.length / 2)).map((cell, k) => [cell, numbers.at(-1 - k)]);
    return [related(on, pairs.filter(([a, b]) => a !== b), (a, b) => a === b)];
  },
  between: (on, { cells }) => byEnds(on, cells, (low, high) => low < high, (low, digit, high) => low < digit && digit < high),
  lockout: (on, { cells, difference = Math.floor(on.digits / 2) }) =>
    byEnds(on, cells, (low, high) => high - low >= difference, (low, digit, high) => digit < low || digit > high),
  entropic: (on, { cells }) => {
    if (on.digits % 3) throw new Error(`${on.digits} digits do not make three equal groups`);
    return inGroups(on, cells, 3, (digit) => Math.floor(((digit - 1) * 3) / on.digits));
  },
  modular: (on, { cells, modulus }) => inGroups(on, cells, modulus, (digit) => digit % modulus),
  arrow: (on, { circle, path }) => {
    const [head, tail] = [on.cells(Array.isArray(circle[0]) ? circle : [circle]), on.cells(path, { distinct: false })];
    if (head.some((cell) => tail.includes(cell))) throw new Error("the path is in the circle");
    if (head.length > 1 && on.digits > 9) throw new Error("a circle has several cells");
    return [balanced(head.reverse().map((cell, k) => [cell, 10 ** k]), tail)];
  },
  double_arrow: (on, { cells }) => {
    const numbers = on.cells(cells, { least: 3, distinct: false });
    return [balanced(plain([numbers[0], numbers.at(-1)]), numbers.slice(1, -1))];
  },
  zipper: (on, { cells }) => {
    const numbers = on.cells(cells, { least: 3, distinct: false });
    const half = Math.floor(numbers.length / 2);
    const teeth = numbers.slice(0, half).map((cell, k) => [cell, numbers.at(-1 - k)]);
    const first = numbers.length % 2 ? [numbers[half]] : teeth.pop();
    return teeth.map((pair) => balanced(plain(pair), first));
  },
  region_sum_line: (on, { cells }) => {
    const parts = [];
    for (const [k, cell] of on.cells(cells, { least: 2, distinct: false }).entries()) {
      const region = on.regions[cell];
      if (k && on.regions[parts.at(-1)[0]] === region) parts.at(-1).push(cell);
      else parts.push([cell]);
    }
    if (parts.length === 1) throw new Error("the line stays in one region");
    return combinations(parts).map(([one, two]) => balanced(plain(one), two));
  },
};

// --- the canonical form ----------------------------------------------------------------------------------------------

class Parts {
  constructor(on) {
    const { side } = on;
    const rows = range(side).map((k) => range(side).map((j) => side * k + j));
    const columns = range(side).map((k) => range(side).map((j) => side * j + k));
    const regions = range(side).map((region) => range(side ** 2).filter((cell) => on.regions[cell] === region));
    this.on = on;
    this.full = maskOf(on.values);
    this.houses = new Map();
    for (const cells of [...rows, ...columns, ...regions.sort(compare)])
      if (!this.houses.has(String(cells))) this.houses.set(String(cells), this.houses.size);
    this.differents = new Map();
    this.unlike = range(side ** 2).map(() => new Set());
    [this.masks, this.tables, this.totals, this.automata] = [new Map(), new Map(), new Map(), new Map()];
    this.cages = new Map();
    for (const cells of [...rows, ...columns, ...regions]) this.differ(cells);
  }

  /** Throws an error if a cage overlaps another; one cage may be given twice. */
  cage(cells, sum) {
    for (const cell of cells.sort(compare)) {
      const [others, total] = this.cages.get(cell) ?? [cells, undefined];
      if (String(others) !== String(cells) || (sum !== undefined && total !== undefined && sum !== total))
        throw new Error(`${this.name(cell)} is in two cages`);
      this.cages.set(cell, [cells, sum ?? total]);
    }
  }

  /** Adds a primitive; returns its clue, if it has one. */
  add([kind, cells, ...more]) {
    switch (kind) {
      case "allowed":
        return this.allow(cells, more[0]);
      case "different":
        this.differ(cells);
        return [kind, cells];
      case "related":
        for (const [first, second] of cells) this.relate(first, second, more[0]);
        return [kind, cells, more[0]];
      case "total": {
        const [total, weights, isDistinct] = more;
        if (isDistinct) this.differ(cells);
        const terms = cells.map((cell, k) => [cell, weights?.[k] ?? 1]).filter(([, weight]) => weight);
        this.total(terms.sort(compare), total);
        return [kind, cells, total, weights, isDistinct];
      }
      case "accepted": {
        const [rows, accepting] = minimal(...more);
        const reading = [inOrder(cells, rows, accepting), rows, accepting];
        this.automata.set(JSON.stringify(reading), reading);
        return [kind, cells, rows.length, 0, accepting, rows];
      }
    }
  }

  name(...cells) {
    return cells.map((cell) => cellName(cell, this.on.side)).join(" and ");
  }

  allow(cell, mask) {
    mask &= this.masks.get(cell) ?? this.full;
    if (!mask) throw new Error(`no digit is possible in ${this.name(cell)}`);
    if (mask !== this.full) this.masks.set(cell, mask);
  }

  differ(cells) {
    cells = [...cells].sort(compare);
    if (cells.length > this.on.digits) throw new Error(`${cells.length} cells cannot all be different`);
    if (cells.length < 2) return;
    this.differents.set(String(cells), cells);
    for (const cell of cells) for (const other of cells) if (other !== cell) this.unlike[cell].add(other);
  }

  relate(first, second, table) {
    if (first > second) {
      [first, second] = [second, first];
      table = table.map((_, k) => table.reduce((mask, row, digit) => mask | (((row >> k) & 1) << digit), 0));
    }
    const key = first * this.on.side ** 2 + second;
    const known = this.tables.get(key)?.[2];
    if (known) table = table.map((row, k) => row & known[k]);
    if (!table.some(Boolean)) throw new Error(`no two digits are possible in ${this.name(first, second)}`);
    this.tables.set(key, [first, second, table]);
  }

  total(terms, total) {
    if (!terms.length && !total) return;
    const greatest = (a, b) => (b ? greatest(b, a % b) : Math.abs(a));
    const divisor = Math.sign(terms[0]?.[1]) * terms.reduce((found, [, weight]) => greatest(found, weight), 0);
    this.checkTotal(terms, total);
    terms = terms.map(([cell, weight]) => [cell, weight / divisor]);
    total = total / divisor + 0; // no -0
    if (terms.length > 2) this.totals.set(JSON.stringify([terms, total]), [terms, total]);
    else if (terms.length === 1) this.allow(terms[0][0], Number.isInteger(total) ? maskOf([total]) : 0);
    else {
      const [[first, w], [second, v]] = terms;
      this.relate(first, second, masks(this.on.table((a, b) => w * a + v * b === total)));
    }
    if (!Number.isInteger(total)) throw new Error(`the sum is no multiple of ${Math.abs(divisor)}`);
  }

  /** Throws an error for a sum out of bounds; exact if all cells differ or all weights have one sign. */
  checkTotal(terms, total) {
    const { digits } = this.on;
    let [low, high] = [0, 0];
    for (const sign of [1, -1]) {
      const some = terms.filter(([, weight]) => weight * sign > 0);
      // If all differ, the largest weight gets the most extreme digit.
      const heavy = some.map(([, weight]) => weight * sign).sort((one, two) => two - one);
      const inOrder = this.areUnlike(some.map(([cell]) => cell)) ? sum(heavy.map((weight, k) => k * weight)) : 0;
      const [least, most] = [sum(heavy) + inOrder, digits * sum(heavy) - inOrder];
      [low, high] = sign > 0 ? [low + least, high + most] : [low - most, high - least];
    }
    if (total >= low && total <= high) return;
    throw new Error(`${terms.map(([cell]) => this.name(cell)).join(", ")} cannot total ${total}; expected ${low}..${high}`);
  }

  /** Whether all of the cells must differ. */
  areUnlike(cells, unlike = this.unlike) {
    return cells.every((one) => cells.every((two) => one === two || unlike[one].has(two)));
  }

  /** The primitives in the order of Python. */
  constraints() {
    const differing = this.on.values.map((digit) => this.full & ~maskOf([digit]));
    const [unlike, pairs, tables] = [this.unlike.map((cells) => new Set(cells)), [], new Map()];
    for (let [first, second, table] of [...this.tables.values()].sort(compare)) {
      const isUnlike = this.unlike[first].has(second);
      if (isUnlike) table = table.map((row, k) => row & differing[k]);
      if (!table.some(Boolean)) throw new Error(`no two digits are possible in ${this.name(first, second)}`);
      if (String(table) === String(differing)) {
        if (isUnlike) continue;
        pairs.push([first, second]);
        unlike[first].add(second);
        unlike[second].add(first);
      } else if (table.some((row) => row !== this.full)) {
        const key = String(table);
        tables.set(key, tables.get(key) ?? ["related", [], table]);
        tables.get(key)[1].push([first, second]);
      }
    }
    const place = (cells) => this.houses.get(String(cells)) ?? this.houses.size;
    const groups = this.#widest().sort((one, two) => place(one) - place(two) || compare(one, two));
    const totals = [...this.totals.values()].sort(compare).map(([terms, total]) => {
      const [cells, weights] = [terms.map(([cell]) => cell), terms.map(([, weight]) => weight)];
      this.checkTotal(terms, total);
      const isDistinct = cells.length <= this.on.digits && this.areUnlike(cells, unlike);
      return ["total", cells, total, weights.every((weight) => weight === 1) ? null : weights, isDistinct];
    });
    const automata = [...this.automata.values()].sort(compare);
    return [
      // The engine adds the houses of a board with boxes.
      ...groups.filter((cells) => !this.on.box || !this.houses.has(String(cells))).map((cells) => ["different", cells]),
      ...differents(pairs),
      ...[...this.masks].sort(compare).map(([cell, mask]) => ["allowed", cell, mask]),
      ...tables.values(),
      ...totals,
      ...automata.map(([cells, rows, accepting]) => ["accepted", cells, rows.length, 0, accepting, rows]),
    ];
  }

  /** Groups of different cells that are not inside another group, and all houses. */
  #widest() {
    const [through, kept] = [new Map(), []];
    for (const cells of [...this.differents.values()].sort((one, two) => two.length - one.length)) {
      const others = through.get(cells[0]) ?? [];
      if (cells.length !== this.on.side && others.some((group) => cells.every((cell) => group.has(cell)))) continue;
      kept.push(cells);
      for (const cell of cells) through.set(cell, [...(through.get(cell) ?? []), new Set(cells)]);
    }
    return kept;
  }
}

/** The minimal equivalent automaton, its states in breadth-first order; start 0. */
function minimal(rows, accepting) {
  const dead = rows.length;
  const complete = [...rows.map((row) => row.map((target) => (target < 0 ? dead : target))), rows[0].map(() => dead)];
  let group = complete.map((_, state) => Number(accepting.includes(state)));
  for (let [before, size] = [0, 1]; size > before; ) {
    const numbers = new Map();
    group = complete.map((row, state) => {
      const key = `${group[state]}:${row.map((target) => group[target])}`;
      if (!numbers.has(key)) numbers.set(key, numbers.size);
      return numbers.get(key);
    });
    [before, size] = [size, numbers.size];
  }
  if (group[0] === group[dead]) throw new Error("a rule accepts no digits");
  const [numbers, states] = [new Map([[group[0], 0]]), [0]];
  const made = [];
  for (const state of states) {
    const number = (target) => {
      if (group[target] === group[dead]) return -1;
      if (!numbers.has(group[target])) numbers.set(group[target], states.push(target) - 1);
      return numbers.get(group[target]);
    };
    made.push(complete[state].map(number));
  }
  return [made, [...states.keys()].filter((k) => accepting.includes(states[k]))];
}

/** The cells in canonical order: sorted in runs where the order does not matter, and in the smaller direction. */
function inOrder(cells, rows, accepting) {
  const to = (state, digit) => (state < 0 ? -1 : rows[state][digit]);
  const digits = [...rows[0].keys()];
  const commutes = (state) =>
    combinations(digits).every(([a, b]) => to(to(state, a), b) === to(to(state, b), a));
  const starts = [0];
  let states = [0];
  for (const k of cells.slice(1).keys()) {
    if (!states.every(commutes)) starts.push(k + 1);
    states = [...new Set(states.flatMap((state) => rows[state]))].filter((state) => state >= 0);
  }
  const inRuns = (some) => starts.flatMap((start, k) => some.slice(start, starts[k + 1]).sort(compare));
  const ordered = inRuns(cells);
  if (!readsBackwards(rows, accepting)) return ordered;
  const other = inRuns([...ordered].reverse());
  return compare(ordered, other) <= 0 ? ordered : other;
}

/** Whether a minimal automaton accepts each word together with its reverse. */
function readsBackwards(rows, accepting) {
  const digits = [...rows[0].keys()];
  const first = rows.map((_, state) => accepting.includes(state));
  const [numbers, sets, reversed] = [new Map([[String(first), 0]]), [first], []];
  for (const members of sets) {
    const targets = digits.map((digit) => {
      const origin = rows.map((row) => row[digit] >= 0 && members[row[digit]]);
      if (!origin.some(Boolean)) return -1;
      const key = String(origin);
      if (!numbers.has(key)) numbers.set(key, sets.push(origin) - 1);
      return numbers.get(key);
    });
    reversed.push(targets);
    // The reverse of a minimal automaton, made deterministic, is minimal: more states mean another language.
    if (sets.length > rows.length + 1) return false;
  }
  const ends = [...sets.keys()].filter((k) => sets[k][0]);
  return ends.length > 0 && JSON.stringify(minimal(reversed, ends)) === JSON.stringify([rows, accepting]);
}

/** The data of `Rules.to_primitives` for rules on a layout, without repeated rules. */
export function compile(on, rules) {
  const unique = [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
  const [parts, clues, automata] = [new Parts(on), [], new Map()];
  for (const rule of unique) {
    const noun = rule.rule in NOUNS ? NOUNS[rule.rule] : rule.rule.replaceAll("_", " ");
    try {
      if (rule.rule === "killer_cage") parts.cage(on.cells(rule.cells), rule.sum);
      for (const part of EXPAND[rule.rule](on, rule)) {
        const [own, clue] = [typeof part.at(-1) === "string" ? part.at(-1) : noun, parts.add(part)];
        if (clue) clues.push([...clue, own]);
      }
    } catch (error) {
      throw new Error(`${rule.rule}: ${error.message}`);
    }
  }
  const shared = ([kind, cells, states, start, accepting, rows, ...noun]) => {
    const key = JSON.stringify(rows);
    if (!automata.has(key)) automata.set(key, [automata.size, rows]);
    return [kind, cells, states, start, accepting, automata.get(key)[0], ...noun];
  };
  const written = (list) => list.map((item) => (item[0] === "accepted" ? shared(item) : item));
  const { side, box, digits, regions } = on;
  const board = box ? { box } : { regions: range(side).map((row) => regions.slice(row * side, (row + 1) * side)) };
  return {
    side, box, digits, symbols: null,
    constraints: written(parts.constraints()),
    clues: unique.length ? written(clues) : null,
    automata: [...automata.values()].map(([, rows]) => rows),
    named: { ...board, ...(digits === side ? {} : { digits: on.values }), rules: unique },
  };
}

/** The data after a change of the list of rules. */
export function changed({ side, box, digits, named }, change) {
  const rules = change(named.rules);
  const missing = rules.find(({ rule }) => !(rule in EXPAND));
  if (missing) throw new Error(`rules with '${missing.rule}' can only be changed in Python`);
  return compile(new Layout(side, box ? boxRegions(side, box) : named.regions.flat(), digits), rules);
}
