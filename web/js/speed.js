// The speed test of the site: puzzles per second in this browser, as bars beside the table of native figures.

import { Engine } from "./bitdoku.js";

/** Puzzles of each kind, the number of them in a call, and how long they are solved. */
const [PUZZLES, CALL, MILLISECONDS] = [2000, 100_000, 2000];
/** The columns of the table, with options of `generate`. */
const KINDS = { kaggle: { clues: [33, 35] }, minimal: {} };
const UNITS = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

/** Measures and adds a row to the table of the page, and bars. */
export default async function start(host) {
  const report = document.createElement("p");
  report.setAttribute("role", "status");
  host.append(report);
  const table = document.querySelector("article table");
  const speeds = [];
  const engine = new Engine();
  try {
    await engine.load();
    for (const [kind, options] of Object.entries(KINDS)) {
      report.textContent = `${kind}: generating …`;
      const cells = await generate(engine, options);
      report.textContent = `${kind}: solving …`;
      speeds.push(await measure(engine, cells));
    }
    const words = speeds.map((speed, k) => `${UNITS.format(speed)} puzzles per second of ${Object.keys(KINDS)[k]}`);
    report.textContent = `Your browser: ${words.join(", ")}.`;
    addRow(table, speeds);
    drawBars(host, table);
  } catch (error) {
    report.textContent = error.message;
  }
  engine.close();
}

async function generate(engine, options) {
  const cells = new Uint8Array(81 * CALL);
  for (let k = 0; k < PUZZLES; k++) cells.set((await engine.generate({ ...options, seed: 1, start: k })).puzzle, 81 * k);
  for (let k = PUZZLES; k < CALL; k += PUZZLES) cells.copyWithin(81 * k, 0, 81 * PUZZLES);
  return cells;
}

/** Puzzles per second, of the fastest call: others may have had to share the processor. */
async function measure(engine, cells) {
  const end = performance.now() + MILLISECONDS;
  let best = Infinity;
  while (performance.now() < end) {
    const copy = cells.slice(); // a call transfers its cells
    const from = performance.now();
    const { verdicts } = await engine.solveMany(copy);
    best = Math.min(best, performance.now() - from);
    if (verdicts.some((verdict) => verdict !== 1)) throw new Error("a puzzle has no single solution");
  }
  return (1000 * CALL) / best;
}

function addRow(table, speeds) {
  const row = table.tBodies[0].insertRow(0);
  row.className = "own";
  const texts = ["bitdoku, this browser", ...speeds.map((speed) => Math.round(speed).toLocaleString("en-US"))];
  for (const [k, text] of texts.entries()) {
    const cell = row.insertCell();
    cell.textContent = text;
    cell.className = table.tBodies[0].rows[1].cells[k].className;
  }
}

/** Bars for the rows of the table, which stays below them for screen readers and exact figures. */
function drawBars(host, table) {
  const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent));
  for (const [k, kind] of Object.keys(KINDS).entries()) {
    const numbers = rows.map((row) => Number(row[k + 1].replaceAll(",", "")));
    const chart = document.createElement("div");
    chart.className = "bars";
    chart.setAttribute("aria-hidden", "true");
    const heading = document.createElement("strong");
    heading.textContent = `${kind}, puzzles per second`;
    chart.append(heading);
    const order = numbers.map((_, i) => i).sort((a, b) => numbers[b] - numbers[a]);
    for (const i of order) {
      const [label, bar, number] = ["span", "i", "span"].map((tag) => document.createElement(tag));
      label.textContent = rows[i][0];
      number.textContent = UNITS.format(numbers[i]);
      bar.style.width = `${(100 * numbers[i]) / Math.max(...numbers)}%`;
      const line = document.createElement("div");
      if (i === 0) line.className = "own";
      const track = document.createElement("span");
      track.append(bar, number);
      line.append(label, track);
      chart.append(line);
    }
    host.append(chart);
  }
}
