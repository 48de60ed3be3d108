// Compares the views of js/model.js with those of bitdoku.widget.Editor: node views.mjs FOLDER CASES
//
// Each line of the file is the JSON of [message, view].

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { load } from "./node.mjs";

const [folder, cases] = process.argv.slice(2);
const { Engine, Model, named } = await load(folder);
const engine = new Engine();
const model = new Model({ engine, named, address: "https://a.b/" });
let [count, wrong] = [0, 0];
/** Whether the link of a view leads to its digits and marks. */
async function isLinked(view) {
  const opened = new Model({ engine, named, hash: view.link.split("#")[1] });
  await opened.loaded;
  const marks = (label) => /marks [\d ]+/.exec(label)?.[0];
  const content = ({ values, kinds, labels, groups }) => JSON.stringify([values, kinds, labels.map(marks), groups]);
  return content(opened.get("_view")) === content(view);
}
const messages = [];
for (const line of readFileSync(cases, "utf8").trimEnd().split("\n")) {
  const [message, expected] = JSON.parse(line);
  messages.push(message);
  await model.send(message);
  const view = JSON.parse(JSON.stringify(model.get("_view")));
  if (view.link && !view.player && !(await isLinked(view))) console.log(`${++wrong} wrong: ${view.link}`);
  for (const [key, value] of Object.entries(expected)) {
    count += 1;
    if (isDeepStrictEqual(view[key], value) || ++wrong > 5) continue;
    console.log(`${count}: ${key} after ${JSON.stringify(messages.slice(-4))}`);
    console.log(`found    ${JSON.stringify(view[key])}\nexpected ${JSON.stringify(value)}`);
  }
}
console.log(`${count} fields after ${messages.length} messages, ${wrong} wrong`);
process.exitCode = wrong > 0 ? 1 : 0;
