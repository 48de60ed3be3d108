// The model of editor.js in a browser: what bitdoku.widget.Editor is in a notebook, with the engine of bitdoku.js.
//
//   editor.js                              Model                                  Engine
//   keys, buttons  ── send({do: …}) ──▶    an edit makes a new board        ──▶   verdict, steps, picture
//   the page       ◀── get("_view") ───    one message makes one view       ◀──
//
// Messages are answered one after the other. `cancel` is answered at once, and ends the request before it.

import * as edits from "./edits.js";
import { Engine } from "./bitdoku.js";
import { readLink } from "./fpuzzles.js";
import { changed } from "./rules.js";
import { packRules, readHash, writeHash } from "./share.js";
import { VERDICTS, pageView, picture } from "./view.js";

/** Search nodes for the verdict while typing, which takes some milliseconds, and for hints and explanations. */
const [TYPING_NODES, ACTION_NODES] = [20_000, 10_000_000];
/** A node of other rules takes longer. */
const OTHER_TYPING_NODES = 500;
/** The most grids for a new classic puzzle: a few seconds. */
const EFFORT = 100_000;
const BUTTONS = [
  ["rate", "Rate", "Level and ratings on both scales"],
  ["print", "Print", "The board on paper"],
  ["cancel", "Cancel", "End all requests"],
];

/** The rules of a board: {name, data, meaning, text, side, digits, groups, shown}, with the text for the
 * engine. */
function readRules(name, data) {
  const isWhole = Number.isInteger(data?.side) && data.side >= 1 && data.side <= 64;
  if (!isWhole || !Array.isArray(data.constraints) || !Array.isArray(data.named?.rules))
    throw new Error("the rules are not the result of Rules.to_primitives");
  const { side, digits, box, constraints, named } = data;
  const numbers = [...Array(side).keys()];
  const rows = numbers.map((row) => numbers.map((column) => row * side + column));
  const columns = numbers.map((column) => numbers.map((row) => row * side + column));
  const boxes = numbers.map((k) => {
    const [height, width] = box ?? [1, side];
    const [top, left] = [Math.floor(k / (side / width)) * height, (k % (side / width)) * width];
    return numbers.map((n) => (top + Math.floor(n / width)) * side + left + (n % width));
  });
  // The constraints of a board without boxes contain its rows, columns and regions.
  const others = constraints.filter(([kind]) => kind === "different").map(([, cells]) => cells);
  const groups = [...(box ? [...rows, ...columns, ...boxes] : []), ...others];
  const names = new Set(named.rules.map(({ rule }) => rule.replaceAll("_", " ")));
  return {
    name,
    data,
    // Equal for equal rules, whatever their order and names.
    meaning: JSON.stringify([side, box, digits, constraints, data.automata]),
    text: name === "9x9" ? undefined : JSON.stringify(data),
    side,
    digits,
    groups: [...new Map(groups.map((cells) => [String(cells), cells])).values()],
    shown: [...names].join(", "),
  };
}

export class Model {
  #engine;
  #named;
  #view;
  #theme;
  #print;
  #address;
  #watching = new Map();
  #queue;
  // The number of cancellations: each ends the requests before it.
  #cancelled = 0;
  #board;
  #history = [];
  #position = 0;
  #explanation = null;
  #hint = null;
  #number = 0;
  #message = "";
  #link = "";
  #hasFailed = false;
  #answered = "";
  #known = {};
  // The result of the last digit from the page.
  #typed = null;

  /** The board is that of an address or of a line, after the requests `first`; `view` shows it until the module has
   * arrived. `named` are the rules by name, or a promise of them; `address` is the start of links. */
  constructor({ engine = new Engine(), named, line, hash, first = [], theme = "light", view = null, address, print }) {
    this.#engine = engine;
    this.#view = view;
    this.#theme = theme;
    this.#address = address;
    this.#print = print;
    this.loaded = this.#start(named, line, hash, first);
    this.#queue = this.loaded.catch(() => {});
  }

  /** Pictures have the colors of a theme. */
  set theme(theme) {
    if (theme === this.#theme) return;
    this.#theme = theme;
    this.#queue = this.#queue.then(() => this.#show()).catch(() => {});
  }

  async #start(named, line, hash, first) {
    this.#named = await named;
    const rules = this.#rules("9x9");
    this.#board = edits.newBoard(rules, line ? edits.readLine(line, rules) : undefined);
    this.#history = [this.#board];
    try {
      if (hash) this.#history = [(this.#board = await this.#readHash(hash))];
      for (const request of first) await this.#dispatch(request);
      [this.#history, this.#position] = [[this.#board], 0];
    } catch (error) {
      this.#fail(error.message);
    }
    await this.#show();
  }

  // --- the contract of anywidget ---------------------------------------------------------------------------------

  get(name) {
    return name === "_view" ? this.#view : "auto";
  }

  on(event, watch) {
    this.#watching.set(event, (this.#watching.get(event) ?? new Set()).add(watch));
  }

  off(event, watch) {
    this.#watching.get(event)?.delete(watch);
  }

  /** Resolves when the request is answered. */
  send(request) {
    if (request.do === "cancel") {
      this.#cancelled += 1;
      this.#engine.cancel();
    }
    const cancelled = this.#cancelled;
    this.#queue = this.#queue.then(() => this.#receive(request, cancelled < this.#cancelled));
    return this.#queue;
  }

  /** The address of the board. */
  async link() {
    const packed = this.rules.name ? "" : await packRules(this.rules.text);
    return `${this.#address}#${writeHash(this.#board, packed)}`;
  }

  /** The board in colors for a printer. */
  picture() {
    return picture(this.#engine, this.#board, null, "gray");
  }

  // --- requests ----------------------------------------------------------------------------------------------------

  async #receive(request, isCancelled) {
    this.#answered = String(request.id ?? "");
    // The message is that of the request that was cancelled.
    if (request.do !== "cancel") [this.#message, this.#link, this.#hasFailed] = ["", "", false];
    try {
      if (isCancelled) this.#fail("Cancelled.");
      else await this.#dispatch(request);
    } catch (error) {
      this.#fail(error.name === "CancelledError" ? "Cancelled." : error.message);
    }
    await this.#show().catch((error) => {
      this.#fail(error.message);
      this.#publish(this.#view);
    });
  }

  async #dispatch(request) {
    switch (request.do) {
      case "undo":
        return this.#move(-1);
      case "redo":
        return this.#move(1);
      case "solve":
        return this.#solve();
      case "clear solved":
        return this.#set({ ...edits.newBoard(this.rules, this.#board.puzzle), colors: this.#board.colors });
      case "clear all":
        return this.#set(edits.newBoard(this.rules));
      case "hint":
        return this.#findHint();
      case "explain":
        return this.#explain();
      case "close":
        return this.#close();
      case "apply":
        return this.#apply();
      case "marks":
        return this.#set(edits.rebuild(this.#board, { marks: await edits.basicMarks(this.#engine, this.#board) }));
      case "link":
        return void (this.#link = await this.link());
      case "paste":
        return this.#paste(String(request.text ?? ""));
      case "rules":
        return this.#useRules(String(request.rules ?? ""));
      case "generate":
        return this.#generate(request);
      case "show": {
        const last = this.#explanation?.steps.length ?? 0;
        return void (this.#number = Math.max(0, Math.min(Math.trunc(request.at ?? 0), last)));
      }
      case "enter":
        return this.#enter(request);
      case "draw": {
        const rule = edits.drawnRule(request.mark, request.cells, request.sum, this.rules);
        return this.#changeRules((rules) => [...rules, rule]);
      }
      case "erase":
        return this.#changeRules((rules) => edits.withoutMarks(rules, request.cells, this.rules));
      case "rate":
        return this.#rate();
      case "print":
        return this.#print();
      case "cancel":
        return undefined;
      default:
        throw new Error(`unknown request ${JSON.stringify(request)}; reload the page`);
    }
  }

  async #solve() {
    const { puzzle } = this.#board;
    const { verdict, solution } = await this.#engine.solve({ values: puzzle }, this.#options(ACTION_NODES));
    this.#known = { puzzle, rules: this.rules, verdict };
    if (solution) this.#set(edits.rebuild(this.#board, { cells: solution }));
    else this.#fail(`Nothing to fill in: ${VERDICTS[verdict]}.`);
  }

  async #findHint() {
    this.#close();
    const start = await this.#logicStart();
    if (!start) return;
    const { steps } = await this.#engine.hint(start, this.#options(ACTION_NODES));
    if (steps.length) this.#hint = withGivens(steps[0], start);
    else this.#message = start.values.includes(0) ? "No technique applies." : "No hint: the grid is complete.";
  }

  async #explain() {
    this.#close();
    const start = await this.#logicStart();
    if (!start) return;
    const found = await this.#engine.explain(start, this.#options(ACTION_NODES));
    this.#message = found.closing;
    const steps = found.steps.map((step) => withGivens(step, start));
    if (steps.length) this.#explanation = { ...found, steps };
  }

  /** The puzzle from which hints start; null, with a message, if it contradicts the solution. */
  async #logicStart() {
    const { puzzle, cells } = this.#board;
    let marks = edits.marksCopy(this.#board);
    const isMarked = edits.isMarked(this.#board, marks);
    if (!isMarked) marks = await edits.basicMarks(this.#engine, this.#board);
    if ((await this.#verdict()) === "unique") {
      const { solution } = await this.#engine.solve({ values: puzzle }, this.#options());
      const agrees = (digit, cell) =>
        digit ? digit === solution[cell] : Boolean(marks[cell] & edits.bitOf(solution[cell]));
      const wrong = cells.findIndex((digit, cell) => !agrees(digit, cell));
      if (wrong >= 0) {
        const content = cells[wrong] ? "digit" : "pencil marks";
        this.#fail(`No hint: the ${content} in ${edits.cellName(wrong, this.rules.side)} cannot be right.`);
        return null;
      }
    }
    const candidates = isMarked && this.#board.marks ? marks.map(edits.digitsIn) : null;
    return { values: cells, givens: puzzle.map(Boolean), candidates };
  }

  async #apply() {
    if (this.#explanation) {
      const { steps, end } = this.#explanation;
      const { values, candidates } = steps[this.#number + 1]?.state ?? end;
      this.#set(edits.rebuild(this.#board, { cells: values, marks: candidates.map(edits.maskOf) }));
    } else if (this.#hint) this.#set(await edits.applyStep(this.#engine, this.#board, this.#hint));
  }

  async #paste(text) {
    const hash = /https?:\S*#((?:[rR]=[^&\s]*&)?p=\S*)/.exec(text)?.[1];
    if (hash) return this.#set(await this.#readHash(hash));
    if (/^\s*(https?:|\{)/.test(text)) return this.#open(readLink(text));
    const read = await this.#engine.read(text);
    if (read?.values.length !== read?.side ** 2) {
      await this.#engine.verdict(text, this.#options()); // whose error has the position of the fault
      throw new Error("the text is not a puzzle");
    }
    const rules = read.side === this.rules.side ? this.rules : this.#rules(`${read.side}x${read.side}`);
    this.#set(edits.rebuild(edits.newBoard(rules, read.values), { marks: read.candidates?.map(edits.maskOf) }));
  }

  async #changeRules(change) {
    this.#set({ ...this.#board, rules: await this.#ownRules(changed(this.rules.data, change)) });
  }

  /** The puzzle of a link of f-puzzles, with its texts as the message. */
  async #open({ data, puzzle, title, author, ruleset, ignored }) {
    const rules = await this.#ownRules(data);
    this.#set(edits.newBoard(rules, puzzle));
    const name = [title, author].filter(Boolean).join(" by ");
    const skipped = ignored.length ? `Without effect on the rules: ${ignored.join(", ")}.` : "";
    this.#message = [name, ruleset, skipped].filter(Boolean).join("\n");
  }

  #readHash(hash) {
    return readHash(hash, (name, data) => (data ? this.#ownRules(data) : this.#rules(name)));
  }

  #useRules(name) {
    const rules = this.#rules(name.trim().toLowerCase().replaceAll("_", "-") || "9x9");
    const isSameSize = rules.side === this.rules.side;
    this.#set(isSameSize ? { ...this.#board, rules } : edits.newBoard(rules));
  }

  async #generate({ difficulty, symmetry, clues, seed }) {
    const options = { rules: this.rules.text, seed: Number(seed || crypto.getRandomValues(new Uint32Array(1))[0]) };
    if (!Number.isSafeInteger(options.seed)) throw new Error(`seed is ${seed}; expected 0 to 2**53 - 1`);
    if (!this.rules.text) options.effort = EFFORT;
    if (difficulty) options.level = difficulty;
    if (symmetry) options.symmetry = symmetry;
    if (clues) {
      const [least, most = least] = clues.split("-").map(Number);
      options.clues = [least, most];
    }
    const { puzzle } = await this.#engine.generate(options).catch((error) => {
      error.message = error.message.replace(/^item 0: /, "");
      throw error;
    });
    this.#set(edits.newBoard(this.rules, puzzle));
    this.#known = { puzzle, rules: this.rules, verdict: "unique" };
    this.#message = `New puzzle with ${puzzle.filter(Boolean).length} clues; seed ${options.seed}.`;
  }

  async #enter({ mode, digit = 0, color = "", cells: places, replaces }) {
    if (mode === "color") return this.#set(edits.toggleColor(this.#board, places, color));
    const { side, digits } = this.rules;
    if (!(digit >= 0 && digit <= digits)) throw new Error(`${digit} is not a digit of this board; expected 1..${digits}`);
    // 1 and 2 typed in sequence are 12, which replaces the 1 unless the board has changed in between.
    const isReplaced = Boolean(replaces) && this.#board === this.#typed;
    const before = isReplaced ? this.#history[this.#position - 1] : this.#board;
    this.#typed = null;
    let board;
    if (mode === "mark") board = edits.toggleMark(before, places, digit);
    else if (mode === "digit" && places.every((place) => this.#board.puzzle[place]))
      throw new Error(`${edits.cellName(places[0], side)} is given; choose Given to change it`);
    else board = await edits.enter(this.#engine, before, places, digit, mode === "given");
    if (isReplaced) this.#history.length = this.#position--;
    // An equal board is not another entry of the history.
    if (edits.isSame(board, before)) this.#set(before);
    else {
      this.#set(board);
      this.#typed = board;
    }
  }

  /** Both ratings of the givens as a message. */
  async #rate() {
    const puzzle = { values: this.#board.puzzle };
    const verdict = await this.#verdict();
    if (verdict !== "unique") throw new Error(`Only puzzles with exactly one solution can be rated: ${VERDICTS[verdict]}.`);
    const { level, score } = await this.#engine.explain(puzzle, this.#options(ACTION_NODES));
    const lines = [`HoDoKu: ${level ?? "incomplete"}, score ${score ?? "unknown"}`];
    if (!this.rules.text) {
      const options = { scale: "explainer", nodes: ACTION_NODES };
      const found = await this.#engine.explain(puzzle, options);
      const [er, ep, ed] = [found.er, found.ep, found.ed].map((rating) => rating?.toFixed(1) ?? "unknown");
      lines.push(`Sudoku Explainer: ER ${er}, EP ${ep}, ED ${ed}`);
    }
    this.#message = lines.join("\n");
  }

  // --- the state ---------------------------------------------------------------------------------------------------

  get rules() {
    return this.#board.rules;
  }

  #rules(name) {
    const found = this.#named[name];
    if (found?.side === undefined) {
      const names = Object.keys(this.#named).join(", ");
      throw new Error(`unknown rules '${name}'; expected one of ${names}. Python has more: bitdoku.Rules`);
    }
    return readRules(name, found);
  }

  /** Rules from a link, with their name if they have one. The engine checks them. */
  async #ownRules(data) {
    const rules = readRules("", data);
    const isEqual = (other) => other.meaning === rules.meaning && other.shown === rules.shown;
    const name = Object.keys(this.#named).find((key) => isEqual(readRules(key, this.#named[key])));
    if (name) return this.#rules(name);
    // Masks have 32 bits.
    if (data.symbols || data.digits > 31) throw new Error("the playground supports digits from 1 to 31; the rules have others");
    await this.#engine.verdict({ values: edits.newBoard(rules).puzzle }, { rules: rules.text, nodes: 1 });
    return rules;
  }

  #options(nodes) {
    return { rules: this.rules.text, nodes };
  }

  /** The verdict on the givens. */
  async #verdict() {
    const { puzzle } = this.#board;
    if (this.#known.puzzle !== puzzle || this.#known.rules.text !== this.rules.text) {
      const nodes = this.rules.text ? OTHER_TYPING_NODES : TYPING_NODES;
      const verdict = await this.#engine.verdict({ values: puzzle }, this.#options(nodes));
      this.#known = { puzzle, rules: this.rules, verdict };
    }
    return this.#known.verdict;
  }

  #set(board) {
    const isChanged = !edits.isSame(board, this.#board);
    this.#board = board;
    if (!isChanged) return;
    if (board !== this.#history[this.#position]) this.#history.splice(++this.#position, Infinity, board);
    this.#close();
  }

  #move(distance) {
    if (!this.#history[this.#position + distance]) return;
    this.#position += distance;
    this.#set(this.#history[this.#position]);
  }

  #close() {
    this.#explanation = this.#hint = null;
    this.#number = 0;
    this.#message = this.#link = "";
    this.#hasFailed = false;
  }

  #fail(message) {
    [this.#message, this.#hasFailed] = [message, true];
  }

  /** Computes the view and shows it. */
  async #show() {
    const step = this.#explanation ? this.#explanation.steps[this.#number] : this.#hint;
    const view = async () =>
      pageView(this.#engine, this.#board, step ?? null, this.#explanation, this.#number, await this.#verdict(), this.#theme);
    // A request that was cancelled meanwhile is no reason to show the old board.
    const found = await view().catch((error) => (error.name === "CancelledError" ? view() : Promise.reject(error)));
    this.#publish(found);
  }

  /** Sets the view and tells the page. */
  #publish(view) {
    this.#view = {
      ...view,
      names: Object.keys(this.#named),
      composed: [""],
      marks: edits.DRAWN,
      buttons: BUTTONS,
      answered: this.#answered,
      message: this.#message,
      failed: this.#hasFailed,
      link: this.#link,
      undo: this.#position > 0,
      redo: this.#position + 1 < this.#history.length,
    };
    for (const watch of this.#watching.get("change:_view") ?? []) watch();
  }
}

/** A step with the givens of its board and its name in the notation, such as "Turbot Fish". */
function withGivens(step, { values, givens }) {
  const label = step.label ?? /^(.+?)(?: n=\d+)?: /.exec(step.notation)?.[1] ?? step.name;
  return { ...step, label, givens: values.map((digit, cell) => (givens[cell] ? digit : 0)) };
}
