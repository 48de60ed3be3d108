// Documents and links of f-puzzles, as bitdoku/links/_fpuzzles.py reads them.
//
// `readLink` returns {data, puzzle, title, author, ruleset, ignored}: the rules as `Rules.to_primitives` writes them, the
// givens, texts, and the names of parts without effect. A part that is not understood is an error that names it.

import { combinations, Layout, MOST, boxRegions, compile, defaultBox } from "./rules.js";

const PYTHON = "which only Python reads: bitdoku.links.read(link)";
const OTHER = ["size", "grid", "title", "author", "ruleset", "solution"];
const NEUTRAL = ["highlightConflicts", "truecandidatesoptions", "disabledlogic", "successMessage"];
const NEUTRAL_IN_ENTRY = ["baseC", "fontC", "outlineC", "width"];
const CELL = ["value", "given", "region", "givenPencilMarks", "centerPencilMarks", "cornerPencilMarks"];
const COLORS = ["cArray", "highlightArray", "c", "highlight"];
const FOG = ["foglight", "fogofwar"];
const DRAWINGS = ["line", "circle", "rectangle", "text", "cage"];
const DIAGONALS = { DR: "down_right", DL: "down_left", UR: "up_right", UL: "up_left" };
const DOTS = ["difference", "ratio", "xv"];
const FLAGS = {
  "diagonal+": { rule: "diagonals", main: false, anti: true }, "diagonal-": { rule: "diagonals", main: true, anti: false },
  antiknight: { rule: "anti_knight" }, antiking: { rule: "anti_king" }, disjointgroups: { rule: "disjoint_groups" },
};

const isEmpty = (value) =>
  value == null || value === false || value === "" || (typeof value === "object" && !Object.keys(value).length);
const shown = (value) => JSON.stringify(value)?.slice(0, 80);
const unread = (what) => new Error(`${what}, ${PYTHON}`);

function cell(name) {
  const found = /^[Rr](\d+)[Cc](\d+)$/.exec(name);
  if (!found) throw new Error(`${shown(name)} is not a cell; expected a name such as R1C1`);
  return [found[1] - 1, found[2] - 1];
}
const cells = (names) => names.map(cell);
const each = (make) => (reader, entry) => reader.lines(entry).map(make);
const line = (rule) => [["lines"], each((cells) => ({ rule, cells }))];
const ofCell = (rule) => [["cell"], (_, entry) => [{ rule, cells: [cell(entry.cell)] }]];
const index = (by) => [["cells"], (_, entry) => [{ rule: "indexing", cells: cells(entry.cells), by }]];

/** For each list, the keys of its entries that define the rule, and the function that reads an entry. */
const LISTS = {
  killercage: [["cells", "value"], (reader, entry) => reader.cage(entry)],
  littlekillersum: [["cell", "cells", "direction", "value"], (reader, entry) => reader.littleKiller(entry)],
  sandwichsum: [["cell", "value"], (reader, entry) => reader.outside(entry, "sandwich", "sum")],
  skyscraper: [["cell", "value"], (reader, entry) => reader.outside(entry, "skyscraper", "count")],
  quadruple: [["cells", "values"], (_, { cells: names, values }) => {
    const [first, ...others] = cells(names).sort(([a, b], [c, d]) => a - c || b - d);
    const around = [[0, 1], [1, 0], [1, 1]].map(([down, right]) => [first[0] + down, first[1] + right]);
    if (String(others) !== String(around)) throw new Error("not four cells around a corner");
    return values.length ? [{ rule: "quadruple", cell: first, digits: values }] : [];
  }],
  columnindexer: index("column"),
  nabner: [["lines"], (reader, entry) => reader.lines(entry).map((cells) => reader.related(combinations(cells), (a, b) => Math.abs(a - b) > 1))],
  parityline: [["lines"], each((cells) => ({ rule: "modular", cells, modulus: 2 }))],
  rowindexer: index("row"),
  arrow: [["cells", "lines"], (reader, entry) => {
    const circle = cells(entry.cells);
    if (isEmpty(entry.lines)) return reader.skip("arrow: no line");
    return reader.lines(entry).map((cells) => {
      const start = cells.findIndex((cell) => !circle.some((other) => String(other) === String(cell)));
      if (start < 1) throw new Error("the line does not start at the circle");
      return { rule: "arrow", circle, path: cells.slice(start) };
    });
  }],
  thermometer: [["lines"], each((cells) => ({ rule: "thermometer", cells, slow: false }))],
  slowthermometer: [["lines"], each((cells) => ({ rule: "thermometer", cells, slow: true }))],
  betweenline: line("between"),
  doublearrow: line("double_arrow"),
  entropicline: line("entropic"),
  lockout: line("lockout"),
  modularline: [["lines"], each((cells) => ({ rule: "modular", cells, modulus: 3 }))],
  palindrome: line("palindrome"),
  regionsumline: line("region_sum_line"),
  renban: line("renban"),
  zipperline: line("zipper"),
  whispers: [["lines", "value"], (reader, entry) => {
    const difference = reader.number(entry);
    return reader.lines(entry).map((cells) => ({ rule: "whispers", cells, ...(difference === null ? {} : { difference }) }));
  }],
  extraregion: [["cells"], (_, entry) => [{ rule: "extra_region", cells: cells(entry.cells) }]],
  clone: [["cells", "cloneCells"], (_, entry) => [{ rule: "clone", cells: cells(entry.cells), copy: cells(entry.cloneCells) }]],
  even: ofCell("even"),
  odd: ofCell("odd"),
};
/** All entries form one rule: adjacent cells in the list are not compared. */
const EXTREMES = { minimum: ofCell("minimum"), maximum: ofCell("maximum") };
const ENTRIES = { ...LISTS, ...EXTREMES, ...Object.fromEntries(DOTS.map((key) => [key, [["cells", "value"]]])) };

class Reader {
  constructor(document, on) {
    Object.assign(this, { document, on, ignored: new Set() });
  }

  rules() {
    for (const [key, value] of Object.entries(this.document)) {
      if (isEmpty(value) || OTHER.includes(key) || key in ENTRIES || key in FLAGS || DRAWINGS.includes(key)) continue;
      if (key === "negative" || key === "nonconsecutive") continue;
      if (NEUTRAL.includes(key)) this.ignored.add(key);
      else if (FOG.includes(key)) this.ignored.add("fog");
      else throw unread(`the puzzle has '${key}'`);
    }
    this.#expectWords();
    const found = Object.keys(FLAGS).filter((key) => this.#flag(key)).map((key) => FLAGS[key]);
    for (const key of Object.keys(LISTS)) found.push(...this.#read(key));
    for (const key of Object.keys(EXTREMES)) {
      const cells = this.#read(key).flatMap((rule) => rule.cells);
      if (cells.length) found.push({ rule: key, cells });
    }
    this.#expectNoDrawings();
    return [...found, ...this.#dots()];
  }

  related(pairs, fits) {
    return { rule: "related", pairs, table: this.on.table(fits) };
  }

  lines({ lines }) {
    if (!lines.length) throw new Error("no line");
    return lines.map(cells);
  }

  number({ value }) {
    if (value == null || value === "") return null;
    if (/^\d+$/.test(value)) return Number(value);
    throw new Error(`the value is ${shown(value)}; expected a number`);
  }

  /** No rules, for an entry without effect. */
  skip(name) {
    this.ignored.add(name);
    return [];
  }

  /** A cage, or a sum without repeats if it overlaps another cage. */
  cage(entry) {
    const [places, text] = [cells(entry.cells), String(entry.value || "").trim()];
    if (!text) return [{ rule: "different", cells: places }];
    if (!/^\d{1,6}$/.test(text)) throw unread(`a cage has the sum ${shown(text)}`);
    const others = new Set(this.document.killercage.filter((other) => other !== entry).flatMap((other) => cells(other.cells)).map(String));
    if (!places.some((place) => others.has(String(place)))) return [{ rule: "killer_cage", cells: places, sum: Number(text) }];
    return [{ rule: "total", cells: places, sum: Number(text), no_repeat: true }];
  }

  littleKiller(entry) {
    const [sum, direction, [row, column]] = [this.number(entry), DIAGONALS[entry.direction], cell(entry.cell)];
    const [down, right] = [direction.startsWith("down") ? 1 : -1, direction.endsWith("right") ? 1 : -1];
    const start = [row + down, column + right];
    if (this.on.isInside([row, column])) throw new Error("the diagonal does not start at the edge");
    const places = Array.from({ length: this.on.side }, (_, k) => [start[0] + k * down, start[1] + k * right]);
    const diagonal = places.filter((place) => this.on.isInside(place));
    const isSame = (names) => String(cells(names).sort()) === String(diagonal.sort());
    if (!isEmpty(entry.cells) && !isSame([...new Set(entry.cells)])) throw new Error("not the cells of the diagonal");
    if (sum === null) return this.skip("littlekillersum: no value");
    return [{ rule: "little_killer", start, direction, sum }];
  }

  /** A clue beside the board. A sandwich means the same at both ends. */
  outside(entry, rule, key) {
    const [value, [row, column], { side }] = [this.number(entry), cell(entry.cell), this.on];
    const [isRow, isColumn] = [column === -1 || column === side, row === -1 || row === side];
    if (isRow === isColumn) throw new Error("not beside a row or a column");
    const [place, reverse] = isRow ? [{ row }, column > 0] : [{ column }, row > 0];
    if (value === null) return this.skip(`${rule === "sandwich" ? "sandwichsum" : rule}: no value`);
    return [{ rule, [key]: value, ...place, ...(rule === "sandwich" ? {} : { reverse }) }];
  }

  #flag(key) {
    const value = this.document[key] ?? "";
    if (value !== "" && typeof value !== "boolean") throw new Error(`'${key}' is ${shown(value)}; expected true or false`);
    return Boolean(value);
  }

  #entries(key) {
    const entries = this.document[key] || [];
    const isEntry = (entry) => entry !== null && typeof entry === "object" && !Array.isArray(entry);
    if (!Array.isArray(entries) || !entries.every(isEntry)) throw new Error(`'${key}' is malformed; expected a list of rules`);
    for (const [name, value] of entries.flatMap(Object.entries)) {
      if (isEmpty(value) || ENTRIES[key][0].includes(name)) continue;
      if (!NEUTRAL_IN_ENTRY.includes(name)) throw unread(`'${key}' has '${name}'`);
      this.ignored.add(name);
    }
    return entries;
  }

  /** Applies a function to each entry; an error names the entry. */
  #read(key, read = ENTRIES[key][1]) {
    return this.#entries(key).flatMap((entry) => {
      try {
        return read(this, entry);
      } catch (error) {
        throw new Error(`'${key}' has ${shown(entry)}: ${error.message}`);
      }
    });
  }

  /** White and black dots, X and V, and the negative constraints. */
  #dots() {
    const negative = new Set(this.document.negative || []);
    const [dots, marks, other] = [{ difference: [], ratio: [] }, { X: [], V: [] }, []];
    const fits = {
      difference: (value) => (a, b) => Math.abs(a - b) === value,
      ratio: (value) => (a, b) => a === value * b || b === value * a,
    };
    const pair = (entry) => {
      if (entry.cells.length !== 2) throw new Error("not two cells");
      return cells(entry.cells);
    };
    for (const [key, usual] of [["difference", 1], ["ratio", 2]])
      this.#read(key, (_, entry) => {
        const value = this.number(entry) ?? usual;
        if (value === usual) dots[key].push(pair(entry));
        else other.push(this.related([pair(entry)], fits[key](value)));
      });
    this.#read("xv", (_, entry) => void marks[entry.value].push(pair(entry)));
    for (const name of negative) if (![...DOTS, "foglight"].includes(name)) throw unread(`'negative' has ${shown(name)}`);
    const { difference: white, ratio: black } = dots;
    const [isNonConsecutive, isNonDouble] = [this.#flag("nonconsecutive") || negative.has("difference"), negative.has("ratio")];
    const rules = [...other];
    if ((isNonConsecutive || isNonDouble) && other.length) throw new Error("a negative constraint about dots with numbers is not supported");
    if (isNonConsecutive && isNonDouble) rules.push({ rule: "kropki", white, black });
    else {
      // No negative constraint is about cells with a dot of the other kind.
      const free = this.on.unmarked(white, black);
      if (white.length) rules.push({ rule: "kropki_white", pairs: white });
      if (black.length) rules.push({ rule: "kropki_black", pairs: black });
      if (isNonConsecutive && !white.length && !black.length) rules.push({ rule: "non_consecutive" });
      else if (isNonConsecutive) rules.push(this.related(free, (a, b) => !fits.difference(1)(a, b)));
      if (isNonDouble) rules.push(this.related(free, (a, b) => !fits.ratio(2)(a, b)));
    }
    if (marks.X.length || marks.V.length || negative.has("xv"))
      rules.push({ rule: "xv", x: marks.X, v: marks.V, all_given: negative.has("xv") });
    return rules;
  }

  /** Throws an error for sentences that may change the rules of the document. */
  #expectWords() {
    const { ruleset, killercage, thermometer, slowthermometer } = this.document;
    const hasSums = !isEmpty(killercage) && killercage.some((entry) => entry?.value);
    for (const sentence of String(ruleset || "").split(/\n+|\\n|(?<=[.!?;])[\s)]+(?=[^a-z]|$)/)) {
      const words = sentence.toLowerCase().replaceAll("’", "'");
      const repeats = hasSums && /\b(?:can|may) (?:also )?(?:be )?repeat/.test(words) && /\bcages?\b|^\W*(?:digits|numbers|they) /.test(words);
      const slow = /thermo|bulb.*increas|increas.*\bbulb/.test(words) && /slow|equal|same|decreas/.test(words);
      const given = /\ball\b.*\b(?:are|is|have been) (?:given|shown|marked)/.test(words) && !/\bnot (?:necessarily )?all\b|not necessarily/.test(words);
      if ((repeats && !/\b(?:no|nor|neither|not|never|cannot)\b|n't\b/.test(words)) || (slow && !isEmpty(thermometer) && isEmpty(slowthermometer)) || given)
        throw unread(`the rules in words say ${shown(sentence.trim())}`);
    }
  }

  /** Throws an error for a drawing that belongs to no rule of the document. */
  #expectNoDrawings() {
    const read = Object.keys(LISTS).filter((key) => !isEmpty(this.document[key]));
    const lines = new Set(read.flatMap((key) => this.document[key]).flatMap((entry) => entry.lines ?? []).map(String));
    for (const key of DRAWINGS)
      for (const entry of this.document[key] || []) {
        const from = entry.isLLConstraint === true ? "lockout" : String(entry.fromConstraint ?? "");
        const isRepeated = key === "line" && entry.lines?.length > 0 && entry.lines.every((line) => lines.has(String(line)));
        if (read.includes(from.replaceAll(/\W/g, "").toLowerCase()) || isRepeated) this.skip(`${key}: drawings of rules`);
        else if (key === "cage" && ["FOW", "FOGLIGHT"].includes(entry.value)) this.skip("fog");
        else if (key !== "text" || !isEmpty(entry.value)) throw unread(`the puzzle has the drawing '${key}'`);
      }
  }
}

/** The layout with the regions of the cells, or with the default boxes if no cell has a region. */
function layout(grid, side) {
  const cells = grid.flat();
  const boxes = boxRegions(side, defaultBox(side));
  if (cells.every((cell) => "region" in cell && cell.region === null)) return new Layout(side, boxRegions(side, [1, side]));
  const regions = cells.map((cell, k) => ("region" in cell ? cell.region : boxes[k]));
  const sizes = new Map();
  for (const region of regions) sizes.set(region, (sizes.get(region) ?? 0) + 1);
  if (regions.every(Number.isInteger) && [...sizes.values()].every((size) => size === side)) return new Layout(side, regions);
  throw new Error(`the regions are malformed; expected ${side} regions of ${side} cells`);
}

/** The puzzle of a document, from its JSON. */
export function readDocument(document) {
  const { grid } = document;
  const side = document.size ?? grid.length;
  if (!(side >= 1 && side <= MOST)) throw unread(`the puzzle has the size ${shown(side)}`);
  const isRow = (row) => Array.isArray(row) && row.length === side && row.every((cell) => cell && typeof cell === "object");
  if (grid.length !== side || !grid.every(isRow)) throw new Error(`the grid is malformed; expected ${side} rows of ${side} cells`);
  const on = layout(grid, side);
  const [reader, puzzle, given, centered] = [new Reader(document, on), [], [], []];
  for (const [k, content] of grid.flat().entries()) {
    const place = [Math.floor(k / side), k % side];
    const name = `r${place[0] + 1}c${place[1] + 1}`;
    const other = Object.keys(content).find((key) => ![...CELL, ...COLORS].includes(key));
    if (other) throw unread(`${name} has '${other}'`);
    const digits = (value) => {
      const list = isEmpty(value) ? [] : [value].flat();
      const wrong = list.find((digit) => !on.values.includes(digit));
      if (wrong !== undefined) throw new Error(`${name} holds ${shown(wrong)}; expected 1..${side}`);
      return list;
    };
    const [digit = 0] = digits(content.value);
    puzzle.push(content.given ? digit : 0);
    for (const [marks, key] of [[given, "givenPencilMarks"], [centered, "centerPencilMarks"]]) {
      const list = digits(content[key]);
      if (list.length) marks.push({ rule: "allowed", cell: place, digits: list });
    }
  }
  const rules = [...reader.rules(), ...given, ...(puzzle.some(Boolean) ? [] : centered)];
  const [title, author, ruleset] = ["title", "author", "ruleset"].map((key) => String(document[key] || ""));
  return { data: compile(on, rules), puzzle, title, author, ruleset, ignored: [...reader.ignored].sort() };
}

/** The puzzle of a link or of the JSON of a document. */
export function readLink(text) {
  text = text.trim();
  if (text.startsWith("{")) {
    let document = null;
    try {
      document = JSON.parse(text);
    } catch (error) {
      throw new Error(`the text begins as JSON and is not: ${error.message}`);
    }
    if (Array.isArray(document.grid)) return readDocument(document);
    throw new Error("the JSON is not a document of f-puzzles; bitdoku.links.read in Python reads other programs");
  }
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // a part of the link is not UTF-8, so it is taken as it is
  }
  const packed = /[?&]load=([^&#]+)/.exec(plain) ?? /(?:^|\/|[?&]puzzleid=)(?:fpuzzles|fpuz)([A-Za-z0-9+/= -]+)/.exec(plain);
  if (packed) return readDocument(JSON.parse(decompress(packed[1])));
  if (/\/scl/.test(plain)) throw unread("the link has drawings and words in the format of SudokuPad");
  if (/\b(?:sudokupad\.app|f-puzzles\.com|tinyurl\.com)\b/.test(plain))
    throw new Error("the link is short; open it in the browser, and paste the long link of the address bar");
  throw new Error("the link is not one of f-puzzles or of this page; bitdoku.links.read in Python reads other programs");
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Text compressed by LZ-string in base64; see bitdoku/links/_lzstring.py. */
export function decompress(packed) {
  const values = [...packed.replaceAll(" ", "+").replace(/=+$/, "")].map((symbol) => ALPHABET.indexOf(symbol));
  if (values.includes(-1)) throw new Error("the link is damaged: expected base64 characters");
  let at = 0;
  const read = (size) => {
    let number = 0;
    for (let k = 0; k < size; k++, at++) {
      if (at >= 6 * values.length) throw new Error("the link is damaged: it is truncated");
      number |= ((values[Math.floor(at / 6)] >> (5 - (at % 6))) & 1) << k;
    }
    return number;
  };
  // The number of bits of a code grows with the dictionary.
  let [bits, left] = [2, 2];
  const count = () => {
    if (--left === 0) left = 1 << bits++;
  };
  const [entries, words] = [[], []];
  for (let word = "", number; (number = read(bits)) !== 2; ) {
    if (number < 2) {
      number = entries.push(String.fromCharCode(read(number ? 16 : 8))) + 2;
      count();
    }
    const entry = entries[number - 3] ?? (number === entries.length + 3 && word ? word + word[0] : undefined);
    if (entry === undefined) throw new Error("the link is damaged: a code refers to a missing entry");
    words.push(entry);
    if (word) entries.push(word + entry[0]);
    count();
    word = entry;
  }
  return words.join("");
}
