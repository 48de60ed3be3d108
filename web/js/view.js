// What editor.js shows: the picture, labels and texts, as in bitdoku/widget/_view.py.

import { COLORS, digitsIn, lineOf } from "./edits.js";

export const VERDICTS = {
  no_solution: "no solution",
  unique: "exactly one solution",
  multiple: "several solutions",
  undecided: "number of solutions not decided in time",
};
/** The border and the cells of pictures, in their units. */
const [MARGIN, CELL] = [2, 40];
const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

/** The view of a board with a step, or with an explanation at a step. */
export async function pageView(engine, board, step, explanation, number, verdict, theme) {
  const { rules } = board;
  if (step) {
    const { values, candidates } = step.state;
    board = { rules, puzzle: step.givens, cells: values, candidates, colors: new Map() };
  } else if (explanation) {
    board = { rules, puzzle: board.puzzle, cells: explanation.end.values, marks: null, colors: new Map() };
  }
  const [svg, conflicts, solved] = await Promise.all([
    picture(engine, board, step, theme),
    engine.conflicts({ values: board.cells }, { rules: rules.text }),
    isSolved(engine, board),
  ]);
  return {
    svg,
    side: rules.side,
    digits: rules.digits,
    margin: MARGIN,
    cell: CELL,
    colors: COLORS,
    groups: rules.groups,
    rules: rules.shown,
    values: board.cells,
    ...describeCells(board, conflicts),
    clashes: conflicts.flatMap((isClash, cell) => (isClash ? [cell] : [])),
    line: lineOf(board.cells),
    verdict: verdict.toUpperCase(),
    status: status(board, verdict, conflicts.filter(Boolean).length, solved),
    player: player(step, explanation, number),
  };
}

/** The picture of a board. A page may forbid styles in attributes; that of the picture limits its width. */
export async function picture(engine, board, step, theme) {
  const { rules, puzzle, cells, marks, colors } = board;
  const { side, shown } = rules;
  const candidates = board.candidates ?? marks?.map(digitsIn);
  const svg = await engine.draw({ values: cells, givens: puzzle.map(Boolean), candidates }, {
    rules: rules.text,
    highlight: [...colors].map(([cell, color]) => [Math.floor(cell / side), cell % side, color]),
    label: `Sudoku ${lineOf(cells)}${shown ? ` with ${shown}` : ""}${step ? `; ${step.notation}` : ""}`,
    step,
    theme,
  });
  return svg.replace(/ style="[^"]*"/, "");
}

async function isSolved(engine, { rules, puzzle, cells }) {
  if (cells.includes(0)) return false;
  return (await engine.check({ values: puzzle }, { values: cells }, { rules: rules.text })).correct;
}

/** The label of each cell for screen readers, and its kind: given, solved or blank. */
function describeCells({ rules, puzzle, cells, candidates, marks, colors }, conflicts) {
  const kinds = cells.map((digit, cell) => (puzzle[cell] ? "given" : digit ? "solved" : "blank"));
  const labels = cells.map((digit, cell) => {
    const words = [`row ${Math.floor(cell / rules.side) + 1} column ${(cell % rules.side) + 1}`];
    words.push(digit ? `${digit} ${kinds[cell]}` : "blank");
    if (conflicts[cell]) words.push("conflict");
    const shown = digit ? [] : (candidates?.[cell] ?? digitsIn(marks?.[cell] ?? 0));
    if (shown.length) words.push(`marks ${shown.join(" ")}`);
    if (colors.has(cell)) words.push(colors.get(cell));
    return words.join(", ");
  });
  return { labels, kinds };
}

function status({ puzzle, cells }, verdict, clashes, solved) {
  const [givens, blank] = [puzzle.filter(Boolean).length, cells.filter((digit) => !digit).length];
  const words = [capitalized(VERDICTS[verdict]), `${givens} given${givens === 1 ? "" : "s"}, ${blank} blank`];
  if (clashes) words.push(`${clashes} cells in conflict`);
  else if (!blank) words.push(solved ? "solved" : "complete, but some rule is broken");
  return words.join("; ");
}

function player(step, explanation, number) {
  if (!step && !explanation) return null;
  const count = explanation?.steps.length ?? 0;
  if (!step) return { at: number, count, title: `End: ${explanation.ended}`, text: explanation.closing };
  const worth = step.rating?.toFixed(1) ?? step.score;
  const title = worth == null ? step.label : `${step.label} (${worth})`;
  return { at: number, count, title, text: [step.text, step.omission].filter(Boolean).join("\n") };
}
