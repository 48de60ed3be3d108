// The playground: mounts editor.js with a Model, and follows the theme and the address of the site.

import editor from "./editor.js";
import { Model } from "./model.js";
import start from "./start.js";

const root = document.documentElement;
const paper = document.querySelector(".paper");

/** The root element of the page around this one, if it belongs to the same site. */
function outerRoot() {
  try {
    return parent === window ? null : parent.document.documentElement;
  } catch {
    return null;
  }
}

/** Follows the theme: that of the page around, or the choice that the site has stored, or that of the system. */
function followTheme(use) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const stored = outer ? outer.dataset.theme : localStorage.getItem("mode");
    root.dataset.theme = ["light", "dark"].includes(stored) ? stored : system.matches ? "dark" : "light";
    use(root.dataset.theme);
  };
  apply();
  system.addEventListener("change", apply);
  addEventListener("storage", apply);
  if (outer) new MutationObserver(apply).observe(outer, { attributeFilter: ["data-theme"] });
}

/** Draws the board for the printer. */
async function preparePaper() {
  paper.innerHTML = await model.picture(); // drawn by the engine, which escapes all text
}

const outer = outerRoot();
if (parent !== window) root.dataset.frame = new URLSearchParams(location.search).has("small") ? "small" : "";
const hash = location.hash.slice(1);
let model = null;
followTheme((theme) => model && (model.theme = theme));
model = new Model({
  named: fetch(new URL("rules.json", import.meta.url)).then((response) => response.json()),
  line: hash ? null : start.line,
  hash,
  first: hash ? [] : start.first,
  theme: root.dataset.theme,
  view: hash ? null : { ...start.view, svg: start.pictures[root.dataset.theme] },
  address: `${location.origin}${location.pathname}`,
  print: async () => {
    await preparePaper();
    window.print();
  },
});
const main = document.querySelector("main");
main.replaceChildren();
editor.render({ model, el: main });

// The board of the address. A link that is shown becomes the address, and so does that of the board after an edit.
addEventListener("hashchange", () => model.send({ do: "paste", text: location.href }));
let timer;
model.on("change:_view", () => {
  const { link, undo } = model.get("_view");
  if (link && !outer) history.replaceState(null, "", link);
  clearTimeout(timer);
  timer = setTimeout(async () => {
    if (!outer && undo) history.replaceState(null, "", await model.link().catch(() => "#"));
    await preparePaper().catch(() => {}); // if it is cancelled, the next view draws it
  }, 500);
});
await model.loaded.catch((error) => {
  const message = document.createElement("p");
  message.setAttribute("role", "alert");
  message.textContent = `The playground cannot start: ${error.message}; reload the page`;
  main.replaceChildren(message);
});
root.dataset.ready = "";
if (root.dataset.frame !== "small")
  navigator.serviceWorker?.register(new URL("offline.js", import.meta.url)).catch(() => {}); // then nothing is offline
