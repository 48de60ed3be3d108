// Boards and their edits, as in bitdoku/widget/_edits.py. Each function returns a new board, so undo only needs a list.
//
//   {rules, puzzle, cells, marks, colors}
//
// `puzzle` are the givens and `cells` all digits, 0 where blank; `marks` are masks, bit k for digit k + 1, or null;
// `colors` is a map from cells to names. Cells are numbered row by row from 0.

const COLORS = ["yellow", "green", "blue", "red", "orange", "purple"];
const CHARACTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Marks that can be drawn. The first cell of an arrow is its circle. */
const DRAWN = ["killer_cage", "thermometer", "arrow", "whispers", "renban", "palindrome", "region_sum_line", "between"];

export { COLORS, DRAWN };

/** The digits of a mask. */
export function digitsIn(mask) {
  const found = [];
  for (let digit = 1; mask; digit++, mask >>>= 1) if (mask & 1) found.push(digit);
  return found;
}

export const bitOf = (digit) => (digit ? 1 << (digit - 1) : 0);
export const maskOf = (digits) => digits.reduce((mask, digit) => mask | bitOf(digit), 0);

/** A cell in words: r1c1. */
export function cellName(cell, side) {
  return `r${Math.floor(cell / side) + 1}c${(cell % side) + 1}`;
}

/** The digits as one line, `.` for blank. */
export function lineOf(cells) {
  return cells.map((digit) => (digit ? CHARACTERS[digit - 1] : ".")).join("");
}

/** The digits of a text that `lineOf` wrote; NaN where a character is no digit of the board. */
export function readLine(line, { digits }) {
  const read = (character) => (character === "." ? 0 : CHARACTERS.slice(0, digits).indexOf(character) + 1 || NaN);
  return [...line].map(read);
}

export function newBoard(rules, puzzle = Array(rules.side ** 2).fill(0)) {
  return { rules, puzzle, cells: puzzle, marks: null, colors: new Map() };
}

/** The board with some parts replaced, and without marks in filled cells. */
export function rebuild(board, parts) {
  const made = { ...board, ...parts };
  const marks = made.marks?.map((mask, cell) => (made.cells[cell] ? 0 : mask));
  made.marks = marks?.some(Boolean) ? marks : null;
  return made;
}

/** Whether two boards are equal. */
export function isSame(one, other) {
  const key = ({ rules, puzzle, cells, marks, colors }) =>
    JSON.stringify([rules.meaning, puzzle, cells, marks, [...colors].sort(([a], [b]) => a - b)]);
  return one === other || key(one) === key(other);
}

/** A copy of the pencil marks; 0 where there are none. */
export function marksCopy(board) {
  return board.marks ? [...board.marks] : board.cells.map(() => 0);
}

/** Whether each blank cell has marks. */
export function isMarked(board, marks) {
  return board.cells.every((digit, cell) => digit || marks[cell]);
}

/** For each blank cell the digits that no peer has. */
export async function basicMarks(engine, { rules, cells }) {
  const found = await engine.candidates({ values: cells }, { rules: rules.text });
  return found.map((digits, cell) => (cells[cell] ? 0 : maskOf(digits)));
}

/** Puts a digit (0 to remove it) into cells, and removes this pencil mark from their peers.
 *
 * Givens are replaced only by givens. Changing a given in a complete grid removes all digits that are not given, because
 * they solve the old puzzle. */
export async function enter(engine, board, places, digit, isGiven) {
  const [puzzle, marks] = [[...board.puzzle], marksCopy(board)];
  let cells = [...board.cells];
  for (const place of places) {
    if (isGiven) puzzle[place] = cells[place] = digit;
    else if (!puzzle[place]) cells[place] = digit;
    if (!digit) marks[place] = 0;
  }
  const isChanged = puzzle.some((given, cell) => given !== board.puzzle[cell]);
  if (isGiven && board.cells.every(Boolean) && isChanged) cells = puzzle;
  const made = rebuild(board, { puzzle, cells, marks });
  if (!digit || !marks.some(Boolean)) return made;
  const basic = await basicMarks(engine, made);
  return rebuild(made, { marks: marks.map((mask, cell) => mask & (basic[cell] | ~bitOf(digit))) });
}

/** Adds a pencil mark to the blank cells, or removes it if all have it. Digit 0 removes all marks. */
export function toggleMark(board, places, digit) {
  const [marks, bit] = [marksCopy(board), bitOf(digit)];
  const blank = places.filter((place) => !board.cells[place]);
  const isAdded = blank.some((place) => !(marks[place] & bit));
  for (const place of blank) marks[place] = !digit ? 0 : isAdded ? marks[place] | bit : marks[place] & ~bit;
  return rebuild(board, { marks });
}

/** Colors cells, or removes their colors if all have this one or the name is empty. */
export function toggleColor(board, places, color) {
  const colors = new Map(board.colors);
  const isRemoved = !color || places.every((place) => colors.get(place) === color);
  for (const place of places) isRemoved ? colors.delete(place) : colors.set(place, color);
  return rebuild(board, { colors });
}

/** The board after a step. An elimination fills in the marks if a blank cell has none. */
export async function applyStep(engine, board, step) {
  const { side } = board.rules;
  const cells = [...board.cells];
  for (const [row, column, digit] of step.placements) cells[row * side + column] = digit;
  const made = rebuild(board, { cells });
  let marks = marksCopy(board);
  if (step.eliminations.length && !isMarked(board, marks)) marks = await basicMarks(engine, board);
  if (marks.some(Boolean)) {
    const basic = await basicMarks(engine, made);
    marks = marks.map((mask, cell) => mask & basic[cell]);
  }
  for (const [row, column, digit] of step.eliminations) marks[row * side + column] &= ~bitOf(digit);
  return rebuild(made, { marks });
}

/** The rule of a mark through cells; a killer cage without a sum only has no digit twice. */
export function drawnRule(mark, cells, sum, { side }) {
  const places = cells.map((cell) => [Math.floor(cell / side), cell % side]);
  if (!DRAWN.includes(mark)) throw new Error(`unknown mark '${mark}'; expected one of ${DRAWN.join(", ")}`);
  const least = mark === "killer_cage" ? 1 : mark === "between" ? 3 : 2;
  if (places.length < least) throw new Error(`${mark.replaceAll("_", " ")} has ${places.length} of at least ${least} cells; drag along more`);
  if (sum && mark !== "killer_cage") throw new Error(`${mark.replaceAll("_", " ")} has no sum`);
  if (!/^\d*$/.test(sum)) throw new Error(`the sum is ${sum}; expected a number`);
  if (mark === "killer_cage") return sum ? { rule: mark, cells: places, sum: Number(sum) } : { rule: "different", cells: places };
  if (mark === "arrow") return { rule: mark, circle: places[0], path: places.slice(1) };
  return mark === "thermometer" ? { rule: mark, cells: places, slow: false } : { rule: mark, cells: places };
}

/** The rules without the cages and lines through some cells. */
export function withoutMarks(rules, cells, { side }) {
  const isThrough = ([row, column]) => cells.includes(row * side + column);
  const isDrawn = ({ rule }) => DRAWN.includes(rule) || rule === "different";
  return rules.filter((rule) => !isDrawn(rule) || ![...(rule.cells ?? []), rule.circle ?? []].some(isThrough));
}
