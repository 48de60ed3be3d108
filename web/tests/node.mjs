// The engine of js/bitdoku.js under node, whose workers have another interface: the worker runs in this thread.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

/** The modules of a folder of web/dist: {Engine, Model, …}. */
export async function load(folder) {
  const base = pathToFileURL(`${folder}/`);
  const { fetch } = globalThis;
  globalThis.fetch = async (url) =>
    String(url).startsWith("file:")
      ? new Response(await readFile(url), { headers: { "content-type": "application/wasm" } })
      : fetch(url);
  globalThis.Worker = class {
    constructor() {
      globalThis.self = { postMessage: (data) => this.onmessage({ data }) };
      this.loaded = import(new URL("worker.js", base));
    }

    async postMessage(data) {
      await this.loaded;
      self.onmessage({ data });
    }

    terminate() {}
  };
  const names = ["bitdoku.js", "model.js"];
  const modules = await Promise.all(names.map((name) => import(new URL(name, base))));
  const named = JSON.parse(await readFile(new URL("rules.json", base), "utf8"));
  return Object.assign({ named }, ...modules);
}
