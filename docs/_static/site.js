// The parts of the site that compute: they need the playground in the folder play, without which this file is not loaded.
// Files opened without a server have no modules, so nothing changes there.

const folder = new URL("play/", import.meta.url);

/** Replaces the picture in an element by the playground, once it is ready. */
function mountPlayground(host) {
  const frame = document.createElement("iframe");
  frame.title = "Sudoku editor";
  const board = /[#&]p=/.test(location.hash) ? location.hash : "";
  frame.src = new URL(host.classList.contains("small") ? "index.html?small" : `index.html${board}`, folder);
  frame.addEventListener("load", () => {
    const { documentElement: root, body } = frame.contentDocument;
    const fit = () => (frame.style.height = `${body.offsetHeight}px`);
    const show = () => "ready" in root.dataset && host.classList.add("ready");
    new frame.contentWindow.ResizeObserver(fit).observe(body);
    new frame.contentWindow.MutationObserver(show).observe(root, { attributeFilter: ["data-ready"] });
    show();
  });
  host.append(frame);
}

/** The arguments of the call of `explain` in an example, or null. */
function readCall(example) {
  const { puzzle: known, at: step } = example.dataset;
  if (known) return { puzzle: known, scale: "hodoku", at: Number(step) };
  const code = example.querySelector("pre")?.textContent ?? "";
  const found = /explain\("([.1-9]{81})"(?:, scale="(\w+)")?(?:, techniques=\((.*?)\))?\)\[(\d+)\]/.exec(code);
  if (!found) return null;
  const [, puzzle, scale = "hodoku", techniques, at] = found;
  return { puzzle, scale, techniques: techniques?.match(/\w+/g), at: Number(at) };
}

/** Adds a button that loads the module named by `name` and calls its default export. */
function addButton(host, text, name, ...args) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: text, className: "sd-btn sd-btn-outline-primary" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const { default: start } = await import(new URL(name, folder));
      button.remove();
      start(host, ...args);
    } catch (error) {
      [button.disabled, button.textContent] = [false, `${text} (failed: ${error.message}; try again)`];
    }
  });
  host.append(button);
}

for (const example of document.querySelectorAll(".example")) {
  const call = readCall(example);
  if (call) addButton(example, "Step through", "live.js", call);
}
for (const host of document.querySelectorAll(".speed-test")) addButton(host, "Start", "speed.js");
for (const link of document.querySelectorAll(".play-link")) link.href = new URL("index.html", folder);
const mountAll = () => document.querySelectorAll(".play").forEach(mountPlayground);
if (navigator.connection?.saveData !== true) (window.requestIdleCallback ?? setTimeout)(mountAll);
