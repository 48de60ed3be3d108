// Boards in addresses: #p=53..7…&d=53467…&m=…&r=x
//
// `p` are the givens, `d` givens and digits, `m` the pencil marks of each cell separated by dots, `r` the rules. A part
// without information is left out, and so are pencil marks that would make the address long.

import { digitsIn, lineOf, maskOf, newBoard, readLine, rebuild } from "./edits.js";

const LONGEST = 1500;

/** The part of an address after #. */
export function writeHash({ rules, puzzle, cells, marks }) {
  let hash = `p=${lineOf(puzzle)}`;
  if (cells.some((digit, cell) => digit !== puzzle[cell])) hash += `&d=${lineOf(cells)}`;
  if (rules.text) hash += `&r=${rules.name}`;
  const written = marks?.map((mask) => lineOf(digitsIn(mask))).join(".");
  return written && written.length < LONGEST ? `${hash}&m=${written}` : hash;
}

/** The board that `writeHash` wrote; `rulesOf` finds rules by name. */
export function readHash(hash, rulesOf) {
  const parts = new URLSearchParams(hash);
  const rules = rulesOf(parts.get("r") || "9x9");
  const area = rules.side ** 2;
  const read = (key) => {
    const cells = readLine(parts.get(key) ?? "", rules);
    if (cells.length === area && !cells.some(Number.isNaN)) return cells;
    throw new Error(`the address is damaged: ${key}=${parts.get(key)}; expected ${area} digits or dots`);
  };
  const board = newBoard(rules, read("p"));
  const solved = parts.has("d") ? read("d") : board.puzzle;
  const cells = solved.map((digit, cell) => board.puzzle[cell] || digit);
  const marks = parts.get("m")?.split(".").map((digits) => maskOf(readLine(digits, rules)));
  return rebuild(board, { cells, marks: marks?.length === area ? marks : null });
}
