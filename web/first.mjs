// Writes the first board of the playground, which is shown before the module has arrived: node first.mjs FOLDER
//
// start.js has the puzzle, the first requests, the view after them and its pictures by theme, which are files too. The
// board is that of a step, so that typing continues from it.

import { writeFileSync } from "node:fs";
import { load } from "./tests/node.mjs";

/** The puzzle of the README, at its X-wing. */
const LINE = "...6.3..7.5...9.........2....8..5..4..37.8..99...4......5.67.....1....9.8.74....6";

const [folder] = process.argv.slice(2);
const { Engine, Model, named } = await load(folder);
const engine = new Engine();
const { steps } = await engine.explain(LINE);
const before = steps.findIndex((step) => step.technique === "x_wing") - 1;
const first = [{ do: "explain" }, { do: "show", at: before }, { do: "apply" }, { do: "hint" }];
const [pictures, views] = [{}, {}];
for (const theme of ["light", "dark"]) {
  const model = new Model({ engine, named, line: LINE, first, theme });
  await model.loaded;
  ({ svg: pictures[theme], ...views[theme] } = model.get("_view"));
  writeFileSync(`${folder}/start-${theme}.svg`, pictures[theme]);
}
const start = { line: LINE, first, view: views.light, pictures };
writeFileSync(`${folder}/start.js`, `export default ${JSON.stringify(start)};\n`);
