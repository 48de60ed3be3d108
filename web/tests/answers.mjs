// Compares the answers of the module with those in a file: node answers.mjs FOLDER CASES
//
// A line of the file is the JSON of [rules, method, args, expected]; rules are null for classic 9x9.

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";

const [folder, cases] = process.argv.slice(2);
const core = await import(pathToFileURL(`${folder}/bitdoku_web.js`));
core.initSync({ module: readFileSync(`${folder}/bitdoku_web_bg.wasm`) });

let [rules, known, count, wrong] = [new core.Rules(), null, 0, 0];
for (const line of readFileSync(cases, "utf8").trimEnd().split("\n")) {
  const [text, method, args, expected] = JSON.parse(line);
  if (text !== known) {
    rules.free();
    rules = new core.Rules(text ?? undefined);
    known = text;
  }
  let found;
  try {
    found = JSON.parse(rules[method](...args.map((arg) => arg ?? undefined)));
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    found = { error: error.message };
  }
  count += 1;
  if (!isDeepStrictEqual(found, expected) && ++wrong <= 5) {
    console.log(`${method} ${JSON.stringify(args)}\nfound    ${JSON.stringify(found)}\nexpected ${JSON.stringify(expected)}`);
  }
}
console.log(`${core.backend()}: ${count} answers, ${wrong} wrong`);
process.exitCode = wrong > 0 ? 1 : 0;
