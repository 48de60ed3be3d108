// Loads the module and answers one request after the other: {id, method, rules, args} -> {id, result} or {id, error}.

import start, * as core from "./bitdoku_web.js";

const ready = start();
// The rules of the last request, and their text.
let rules = null;
let known;

function board(text) {
  if (rules === null || known !== text) {
    rules?.free();
    rules = null;
    rules = new core.Rules(text);
    known = text;
  }
  return rules;
}

const methods = {
  load: () => core.backend(),
  read: (_, text) => JSON.parse(core.read(text)),
  techniques: () => JSON.parse(core.techniques_table()),
  draw: (text, ...args) => board(text).draw(...args),
  solveMany(text, cells) {
    const solutions = new Uint8Array(cells.length);
    return { verdicts: board(text).solve_many(cells, solutions), solutions };
  },
};
for (const name of ["solve", "verdict", "count", "candidates", "conflicts", "check", "explain", "generate", "rate"]) {
  methods[name] = (text, ...args) => JSON.parse(board(text)[name](...args));
}

self.onmessage = async ({ data: { id, method, rules: text, args } }) => {
  try {
    await ready;
    const result = methods[method](text, ...args);
    // Solutions of many puzzles are moved, not copied.
    self.postMessage({ id, result }, method === "solveMany" ? [result.solutions.buffer] : []);
  } catch (error) {
    // The module throws plain errors. All others leave it unusable: traps, a full stack, a failed download.
    const isFatal = error.constructor !== Error;
    self.postMessage({ id, error: { message: error.message, isFatal } });
  }
};
