// Boards in addresses: #p=53..7…&d=53467…&m=…&r=x
//
// `p` are the givens, `d` givens and digits, `m` the pencil marks of each cell separated by dots, `r` the name of the
// rules. Rules without a name are in `R`: the JSON of Rules.to_primitives, deflated, in base64 with - and _. A part
// without information is left out, and so are pencil marks that would make the address long.
// bitdoku/links/_playground.py reads this form, and writes it without digits and marks.

import { digitsIn, lineOf, maskOf, newBoard, readLine, rebuild } from "./edits.js";

const LONGEST = 1500;
/** The most characters of rules: browsers accept more, but programs that pass links on cut longer ones. */
const LONGEST_RULES = 32_000;

async function converted(data, stream) {
  return new Response(new Blob([data]).stream().pipeThrough(stream));
}

/** The text of rules for an address. */
export async function packRules(text) {
  const response = await converted(text, new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  if (packed.length > LONGEST_RULES)
    throw new Error(`the rules have ${packed.length} characters, too many for a link; expected at most ${LONGEST_RULES}`);
  return packed.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The data that `packRules` wrote. */
async function unpackRules(packed) {
  try {
    if (packed.length > LONGEST_RULES) throw new Error("too long");
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));
    return await (await converted(bytes, new DecompressionStream("deflate-raw"))).json();
  } catch {
    throw new Error("the address is damaged: its rules cannot be read");
  }
}

/** The part of an address after #; `packed` are rules without a name. */
export function writeHash({ rules, puzzle, cells, marks }, packed = "") {
  let hash = `p=${lineOf(puzzle)}`;
  if (cells.some((digit, cell) => digit !== puzzle[cell])) hash += `&d=${lineOf(cells)}`;
  if (packed) hash += `&R=${packed}`;
  else if (rules.text) hash += `&r=${rules.name}`;
  const written = marks?.map((mask) => lineOf(digitsIn(mask))).join(".");
  return written && written.length < LONGEST ? `${hash}&m=${written}` : hash;
}

/** The board that `writeHash` wrote; `rulesOf` finds rules by name, or reads their data. */
export async function readHash(hash, rulesOf) {
  const parts = new URLSearchParams(hash);
  if (!parts.has("p")) throw new Error("the address has no puzzle; expected #p= and its digits or dots");
  const packed = parts.get("R");
  const rules = await rulesOf(parts.get("r") || "9x9", packed && (await unpackRules(packed)));
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
