// Runs a program for wasm32-wasip1: node --no-warnings wasi.mjs PROGRAM ARGUMENTS…

import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const args = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args, env: process.env, preopens: { "/": "/" } });
const module = await WebAssembly.compile(readFileSync(args[0]));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
