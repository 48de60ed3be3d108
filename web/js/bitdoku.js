// The engine in a worker: each method returns a promise.
//
//   import { Engine } from "./bitdoku.js";
//   const engine = new Engine();
//   const { verdict, solution } = await engine.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
//
// A puzzle is text, or {values, candidates, givens} with an item for each cell. `rules` is the text of
// `Rules.to_primitives` in Python, by default classic 9x9. `nodes` limits the search.

/** Thrown by requests that `Engine.cancel` ended. */
export class CancelledError extends Error {
  constructor() {
    super("the request was cancelled");
    this.name = "CancelledError";
  }
}

const written = (puzzle) => (typeof puzzle === "string" ? puzzle : JSON.stringify(puzzle));

export class Engine {
  #url;
  #worker;
  #requests = new Map();
  #last = 0;

  /** Starts a worker, which loads the module in the background; requests wait for it. */
  constructor(url = new URL("./worker.js", import.meta.url)) {
    this.#url = url;
    this.#start();
  }

  #start() {
    this.#worker = new Worker(this.#url, { type: "module" });
    this.#worker.onmessage = ({ data: { id, result, error } }) => {
      if (!this.#requests.has(id)) return; // cancelled meanwhile
      const { resolve, reject } = this.#requests.get(id);
      this.#requests.delete(id);
      if (!error) return resolve(result);
      reject(new Error(error.message));
      if (error.isFatal) this.#restart(new Error("the engine has stopped"));
    };
    this.#worker.onerror = (event) => this.#restart(new Error(event.message || "the engine cannot be loaded"), false);
  }

  /** Ends the worker and all requests; the next request needs a new one. */
  #restart(reason, again = true) {
    this.#worker.terminate();
    const requests = [...this.#requests.values()];
    this.#requests.clear();
    for (const { reject } of requests) reject(reason);
    if (again) this.#start();
    else this.#worker = null;
  }

  #call(method, rules, args, transfer = []) {
    if (this.#worker === null) this.#start();
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#requests.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, rules, args }, transfer);
    });
  }

  /** Cancels all requests, whose promises reject with `CancelledError`. */
  cancel() {
    if (this.#requests.size > 0) this.#restart(new CancelledError());
  }

  /** Ends the worker. */
  close() {
    this.#restart(new CancelledError(), false);
  }

  /** Resolves to the name of the backend when the module is loaded. */
  load() {
    return this.#call("load", undefined, []);
  }

  /** The board in a text of unknown size: {side, kind, values, candidates}, or null. */
  read(text) {
    return this.#call("read", undefined, [text]);
  }

  /** All techniques in order: [{key, label, level}, …]. */
  techniques() {
    return this.#call("techniques", undefined, []);
  }

  /** {verdict, solution} */
  solve(puzzle, { rules, nodes } = {}) {
    return this.#call("solve", rules, [written(puzzle), nodes]);
  }

  /** "no_solution", "unique", "multiple" or "undecided" */
  verdict(puzzle, { rules, nodes } = {}) {
    return this.#call("verdict", rules, [written(puzzle), nodes]);
  }

  /** The number of solutions up to a limit; null if the nodes ran out. */
  count(puzzle, { rules, nodes, limit = 2 ** 53 } = {}) {
    return this.#call("count", rules, [written(puzzle), limit, nodes]);
  }

  /** The digits that each cell may hold; level: "basic", "singles", "locked" or "true". */
  candidates(puzzle, { rules, level = "basic" } = {}) {
    return this.#call("candidates", rules, [written(puzzle), level]);
  }

  /** Whether the digit of each cell breaks a rule. */
  conflicts(puzzle, { rules } = {}) {
    return this.#call("conflicts", rules, [written(puzzle)]);
  }

  /** {correct, respects_givens, complete, cell_errors} */
  check(puzzle, answer, { rules } = {}) {
    return this.#call("check", rules, [written(puzzle), written(answer)]);
  }

  /** {puzzle, solution}; options as in Python, such as {seed, level: "hard", symmetry: "half_turn"}. */
  generate({ rules, ...options } = {}) {
    return this.#call("generate", rules, [JSON.stringify(options)]);
  }

  /** {verdict, ended, closing, level, score, er, ep, ed, steps, end}; options: scale, techniques, nodes. */
  explain(puzzle, { rules, ...options } = {}) {
    return this.#call("explain", rules, [written(puzzle), JSON.stringify(options)]);
  }

  /** The same with the next step only; `closing` says why there is none. */
  hint(puzzle, options = {}) {
    return this.explain(puzzle, { ...options, extent: "next" });
  }

  /** The same with all steps that apply now. */
  steps(puzzle, options = {}) {
    return this.explain(puzzle, { ...options, extent: "all" });
  }

  /** An object of columns; options: columns, scale, nodes. */
  rate(puzzle, { rules, ...options } = {}) {
    return this.#call("rate", rules, [written(puzzle), JSON.stringify(options)]);
  }

  /** The picture of a board as SVG; options: step, highlight, theme, label, size. */
  draw(board, { rules, ...options } = {}) {
    return this.#call("draw", rules, [written(board), JSON.stringify(options)]);
  }

  /** {verdicts, solutions} of many boards: a Uint8Array of their cells, 0 for blanks, which is transferred. */
  solveMany(cells, { rules } = {}) {
    return this.#call("solveMany", rules, [cells], [cells.buffer]);
  }
}
