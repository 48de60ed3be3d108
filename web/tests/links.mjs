// Compares js/fpuzzles.js with bitdoku.links: node links.mjs FOLDER CASES
//
// Each line of the file is the JSON of [link, expected]: {data, puzzle, …}, or {error}, a part of the message. A link may be
// the data of rules, which are expanded again from their names.

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";

const [folder, cases] = process.argv.slice(2);
const { readLink } = await import(pathToFileURL(`${folder}/fpuzzles.js`));
const { changed } = await import(pathToFileURL(`${folder}/rules.js`));
let [count, wrong] = [0, 0];
for (const line of readFileSync(cases, "utf8").trimEnd().split("\n")) {
  const [link, expected] = JSON.parse(line);
  let found;
  try {
    found = typeof link === "string" ? readLink(link) : changed(link, (rules) => rules);
  } catch (error) {
    found = { error: error.message };
  }
  count += 1;
  const isRight = expected.error ? found.error?.includes(expected.error) : isDeepStrictEqual(found, expected);
  if (isRight || ++wrong > 3) continue;
  const keys = Object.keys({ ...expected, ...found }).filter((key) => !isDeepStrictEqual(found[key], expected[key]));
  for (const key of keys) console.log(`${key}\nfound    ${JSON.stringify(found[key])}\nexpected ${JSON.stringify(expected[key])}`);
  console.log(JSON.stringify(link).slice(0, 200));
}
console.log(`${count} links, ${wrong} wrong`);
process.exitCode = wrong > 0 ? 1 : 0;
