// Compares the views of js/model.js with those of bitdoku.widget.Editor: node views.mjs FOLDER CASES
//
// Each line of the file is the JSON of [message, view].

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { load } from "./node.mjs";

const [folder, cases] = process.argv.slice(2);
const { Model, named } = await load(folder);
const model = new Model({ named });
let [count, wrong] = [0, 0];
const messages = [];
for (const line of readFileSync(cases, "utf8").trimEnd().split("\n")) {
  const [message, expected] = JSON.parse(line);
  messages.push(message);
  await model.send(message);
  const view = JSON.parse(JSON.stringify(model.get("_view")));
  for (const [key, value] of Object.entries(expected)) {
    count += 1;
    if (isDeepStrictEqual(view[key], value) || ++wrong > 5) continue;
    console.log(`${count}: ${key} after ${JSON.stringify(messages.slice(-4))}`);
    console.log(`found    ${JSON.stringify(view[key])}\nexpected ${JSON.stringify(value)}`);
  }
}
console.log(`${count} fields after ${messages.length} messages, ${wrong} wrong`);
process.exitCode = wrong > 0 ? 1 : 0;
