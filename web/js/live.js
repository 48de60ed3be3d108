// An example of a page of techniques as a step player: the picture of each step of its explanation.

import { Engine } from "./bitdoku.js";
import { maskOf } from "./edits.js";
import { writeHash } from "./share.js";
import { picture } from "./view.js";

/** Grids that are searched for another puzzle with a technique. */
const EFFORT = 3000;
const RULES = { side: 9, digits: 9, shown: "" };
let engine;

/** Turns an element with a picture into a player of a call of `explain`, which is at a step. */
export default async function start(example, call) {
  engine ??= new Engine();
  const make = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const button = (textContent, ariaLabel, onclick) =>
    make("button", { type: "button", textContent, ariaLabel, onclick, className: "sd-btn sd-btn-outline-primary" });
  let { at } = call;
  let [found, technique, isAfter] = [null, null, false];

  const images = [...example.querySelectorAll("img")].map((image) => image.closest("p, a") ?? image);
  const drawing = make("div", { className: "drawing" });
  const before = button("◀", "Previous step", () => show(at - 1));
  const next = button("▶", "Next step", () => show(at + 1));
  const after = button("After the step", null, () => show(at, !isAfter));
  const link = make("a", { textContent: "Open in the playground", target: "_blank" });
  const other = button("Another puzzle", null, findAnother);
  const [title, text] = [make("strong", {}), make("p", {})];
  const bar = make("div", { className: "buttons" }, before, next, after, other, link);
  const player = make("div", { className: "live", ariaLive: "polite" }, bar, title, text);
  images.shift().replaceWith(drawing);
  for (const other of images) other.remove(); // of the other theme
  const told = drawing.nextElementSibling;
  if (told?.tagName === "P") told.remove();
  drawing.after(player);
  try {
    await explain(call);
  } catch (error) {
    text.textContent = error.message;
  }

  async function explain({ puzzle, scale, techniques, at }) {
    const singles = ["full_house", "naked_single", "hidden_single"];
    const named = techniques?.flatMap((name) => (name === "singles" ? singles : name));
    const { values } = await engine.read(puzzle);
    found = { puzzle: values, ...(await engine.explain(puzzle, { scale, techniques: named })) };
    technique ??= found.steps[at].technique;
    await show(at < 0 ? found.steps.findIndex((step) => step.technique === technique) : at);
  }

  /** Shows a step, or the board after it. */
  async function show(number, afterwards = false) {
    const { puzzle, steps, end } = found;
    [at, isAfter] = [Math.max(0, Math.min(number, steps.length - 1)), afterwards];
    const step = steps[at];
    const { values, candidates } = isAfter ? (steps[at + 1]?.state ?? end) : step.state;
    const board = { rules: RULES, puzzle, cells: values, candidates, colors: new Map() };
    const svg = await picture(engine, board, isAfter ? null : step, "auto");
    drawing.innerHTML = svg; // drawn by the engine, which escapes all text
    title.textContent = `Step ${at + 1} of ${steps.length}: ${step.name}`;
    text.textContent = step.text;
    before.disabled = at === 0;
    next.disabled = at === steps.length - 1;
    after.setAttribute("aria-pressed", isAfter);
    const marked = { ...board, marks: candidates.map((digits, cell) => (values[cell] ? 0 : maskOf(digits))) };
    link.href = new URL(`index.html#${writeHash(marked)}`, import.meta.url);
  }

  /** Generates puzzles until one needs the technique. */
  async function findAnother() {
    for (const one of bar.querySelectorAll("button")) one.disabled = true;
    text.textContent = "Searching …";
    try {
      const { scale } = call;
      const options = { seed: Math.floor(Math.random() * 2 ** 32), scale, requires: [technique], effort: EFFORT };
      const { puzzle } = await engine.generate(options);
      const line = puzzle.map((digit) => digit || ".").join("");
      await explain({ puzzle: line, scale, at: -1 });
    } catch ({ message }) {
      const isRare = /none of/.test(message);
      text.textContent = isRare ? `None of ${EFFORT} random puzzles needs this technique; try again.` : message;
    }
    [before.disabled, next.disabled] = [at === 0, at === found.steps.length - 1];
    [after.disabled, other.disabled] = [false, false];
  }
}
