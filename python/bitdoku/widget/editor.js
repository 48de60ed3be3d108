// The page of bitdoku.widget.Editor: it sends keys and buttons to the kernel and shows the view that comes back. The
// playground of the site has the same page, with a model in the browser for the kernel.
//
// The kernel draws the picture, an SVG. A grid of transparent cells above it has the focus, the selection and the
// labels for screen readers. Text is inserted by textContent only.

const MODES = [
  ["given", "Given", "Type the puzzle"],
  ["digit", "Digit", "Type your digits"],
  ["mark", "Marks", "Type pencil marks"],
  ["color", "Color", "Digits 1 to 6 color cells"],
  ["draw", "Draw", "Drag along cells to draw a cage or a line; Shift and arrows, then Enter, do the same"],
];
const HELP = [
  ["Arrows, Home, End", "move; with Shift, select several cells"],
  ["Digits; letters from 10", "type into the selected cells (on large boards 1 and 2 make 12)"],
  ["Shift and a digit", "pencil mark; without Shift on keyboards where digits need it"],
  ["0 . Delete Backspace", "blank"],
  ["Space", "next mode: given, digit, marks, color, draw"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Ctrl+C, Ctrl+V", "copy; paste any text form or link, or drop a text or a file"],
  ["Ctrl+A, Escape", "select all; select one cell and close the explanation"],
];
const LEVELS = ["easy", "medium", "hard", "unfair", "extreme"];
const SYMMETRIES = ["half_turn", "quarter_turn", "horizontal", "vertical", "mirrors"];
SYMMETRIES.push("diagonal", "antidiagonal", "diagonals", "full");

/** An element with attributes and children; strings become text. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** Red, green, blue and alpha of a CSS color, 0 to 255. A canvas converts all notations, such as oklch(). */
function rgba(color) {
  const context = element("canvas", { width: 1, height: 1 }).getContext("2d");
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}

/** Whether the page around an element is dark: its first opaque background, or else the system, decides. */
function isDark(start) {
  for (let node = start; node; node = node.parentElement ?? node.getRootNode().host) {
    const [red, green, blue, alpha] = rgba(getComputedStyle(node).backgroundColor || "transparent");
    if (alpha > 127) return 0.3 * red + 0.59 * green + 0.11 * blue < 128;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Whether an element receives text itself. */
function isField(node) {
  return ["INPUT", "TEXTAREA"].includes(node.tagName);
}

/** One view of an Editor. */
class Page {
  constructor(model, host) {
    this.model = model;
    this.mode = "given";
    this.path = []; // of cells, while a mark is drawn
    this.cursor = this.anchor = 0;
    this.sent = 0;
    this.name = Math.random().toString(36).slice(2);
    this.typed = null;
    this.build();
    host.append(this.root);
    this.onView = () => this.show();
    this.onTheme = () => this.paint();
    model.on("change:_view", this.onView);
    model.on("change:theme", this.onTheme);
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", this.onTheme);
    this.observer = new MutationObserver(this.onTheme);
    for (const node of [document.documentElement, document.body]) this.observer.observe(node, { attributes: true });
    // A host may attach the element later: then it has a size, and the page around it a color.
    this.attached = new ResizeObserver(this.onTheme);
    this.attached.observe(this.root);
    this.paint();
    this.isNew = true;
    this.show();
  }

  remove() {
    this.model.off("change:_view", this.onView);
    this.model.off("change:theme", this.onTheme);
    this.dark.removeEventListener("change", this.onTheme);
    this.observer.disconnect();
    this.attached.disconnect();
    this.root.remove();
  }

  // --- the parts -----------------------------------------------------------------------------------------------------

  button(text, title, onclick) {
    const label = /\w/.test(text) ? null : title; // of a symbol
    return element("button", { type: "button", title, "aria-label": label, onclick }, text);
  }

  requestButton(text, title, name = text.toLowerCase()) {
    const made = this.button(text, title, () => this.request({ do: name }));
    made.dataset.do = name;
    return made;
  }

  build() {
    const bar = (label, ...buttons) => element("div", { class: "bar", role: "group", "aria-label": label }, ...buttons);
    const details = (summary, ...children) => element("details", {}, element("summary", {}, summary), ...children);
    const form = (action, ...children) =>
      element("form", { onsubmit: (event) => (event.preventDefault(), action()) }, ...children);
    const submit = (text) => element("button", { type: "submit" }, text);
    const field = (text, name, input) => element("label", {}, text, Object.assign(input, { name }));
    const option = (value) => element("option", { value }, value || "any");
    const list = (values) => element("select", {}, ...["", ...values].map(option));
    const names = `bitdoku-${this.name}-names`;
    this.undo = this.requestButton("Undo", "Ctrl+Z");
    this.redo = this.requestButton("Redo", "Ctrl+Y");
    this.modes = new Map(MODES.map(([mode, text, title]) => [mode, this.button(text, title, () => this.choose(mode))]));
    this.pad = element("div", { class: "pad", role: "group", "aria-label": "Digits" });
    this.picture = element("div", { class: "picture", "aria-hidden": "true" });
    this.grid = element("div", {
      class: "cells",
      role: "grid",
      "aria-multiselectable": "true",
      onkeydown: (event) => this.key(event),
      onfocusin: (event) => this.selectFocused(Number(event.target.dataset.cell)),
      onpointerdown: (event) => {
        event.target.releasePointerCapture(event.pointerId); // otherwise touch events stay with the first cell
        this.point(event, event.shiftKey);
      },
      onpointermove: (event) => event.buttons & 1 && this.point(event, true),
      onpointerup: () => this.finish(),
    });
    this.verdict = element("p", { class: "verdict", role: "status" });
    this.message = element("p", { class: "message", role: "alert" });
    this.announcement = element("p", { class: "announcement", "aria-live": "polite" });
    const show = () => this.request({ do: "show", at: Number(this.slider.value) });
    this.slider = element("input", { type: "range", min: 0, "aria-label": "Step", oninput: show });
    this.before = this.button("◀", "Previous step", () => this.turn(-1));
    this.after = this.button("▶", "Next step", () => this.turn(1));
    this.count = element("span", { class: "count" });
    this.title = element("p", { class: "title" });
    this.text = element("p", { class: "text" });
    this.track = element("div", { class: "track" }, this.before, this.slider, this.after, this.count);
    this.player = element(
      "section",
      { class: "player", "aria-label": "Explanation", "aria-live": "polite", hidden: true },
      this.track,
      this.title,
      this.text,
      bar("Step", this.requestButton("Apply", "Put the result on the board"), this.requestButton("Close", "Escape")),
    );
    const showSum = () => (this.sum.parentElement.hidden = this.kind.value !== "killer_cage");
    this.kind = element("select", { name: "mark", onchange: showSum });
    this.sum = element("input", { name: "sum", size: 4, inputmode: "numeric", placeholder: "none", pattern: "\\d+" });
    const erase = () => this.request({ do: "erase", cells: this.selected() });
    this.tools = element(
      "div",
      { class: "bar", role: "group", "aria-label": "Draw", hidden: true },
      element("label", {}, "Mark ", this.kind),
      element("label", {}, "Sum ", this.sum),
      this.button("Erase", "Remove the cages and lines through the selected cells", erase),
    );
    this.actions = bar(
      "Actions",
      this.undo,
      this.redo,
      this.requestButton("Solve", "Fill in the solution"),
      this.requestButton("Clear solved", "Remove all but givens"),
      this.requestButton("Clear all", "Blank the board"),
      this.requestButton("Fill marks", "All candidates as pencil marks", "marks"),
      this.requestButton("Hint", "The next step"),
      this.requestButton("Explain", "All steps"),
    );
    this.others = []; // the buttons of the model
    this.pasted = element("textarea", { rows: 3, placeholder: "53..7....6..195… in any form, or a link" });
    this.link = element("a", { class: "link", target: "_blank", rel: "noreferrer", hidden: true });
    this.names = element("datalist", { id: names });
    this.kinds = element("select", {});
    this.kindField = field("Kind ", "kind", this.kinds);
    this.form = form(
      () => this.request({ do: "generate", ...Object.fromEntries(new FormData(this.form)) }),
      this.kindField,
      field("Difficulty ", "difficulty", list(LEVELS)),
      field("Symmetry ", "symmetry", list(SYMMETRIES)),
      field("Clues ", "clues", element("input", { size: 9, placeholder: "24 or 24-28", pattern: "\\d+(-\\d+)?" })),
      field("Seed ", "seed", element("input", { size: 8, placeholder: "random", pattern: "\\d+" })),
      submit("Generate"),
    );
    this.rules = element("input", { size: 14, list: names, placeholder: "9x9, x, 16x16 …" });
    const rules = field("Rules ", "rules", this.rules);
    const paste = () => this.request({ do: "paste", text: this.pasted.value });
    const useRules = () => this.request({ do: "rules", rules: this.rules.value });
    const help = HELP.map(([keys, text]) =>
      element("tr", {}, element("th", { scope: "row" }, keys), element("td", {}, text)),
    );
    this.root = element(
      "div",
      {
        class: "bitdoku-editor",
        role: "region",
        "aria-label": "Sudoku editor",
        // Disables the keyboard shortcuts of JupyterLab.
        "data-lm-suppress-shortcuts": "true",
        onkeydown: (event) => {
          event.stopPropagation();
          if (!isField(event.target) && this.shortcut(event)) event.preventDefault();
        },
        onpaste: (event) => this.paste(event),
        oncopy: (event) => this.copy(event),
        ondragover: (event) => event.preventDefault(),
        ondrop: (event) => this.drop(event),
      },
      element(
        "div",
        { class: "layout" },
        element("div", { class: "stage" }, this.picture, this.grid),
        element(
          "div",
          { class: "side" },
          this.verdict,
          bar("Mode", ...this.modes.values()),
          this.tools,
          this.pad,
          this.actions,
          this.message,
          this.announcement,
          this.player,
          details("New puzzle", this.form),
          details("Text", form(paste, element("label", {}, "Puzzle ", this.pasted), submit("Use text"))),
          details("Rules", form(useRules, rules, this.names, submit("Use rules"))),
          details(
            "Share",
            bar(
              "Share",
              this.requestButton("Link", "A link to play the puzzle in the browser"),
              this.button("Copy text", "The board as one line", () => this.copyLine()),
              this.button("Save picture", "The board as SVG", () => this.savePicture()),
            ),
            this.link,
          ),
          details("Keys", element("table", {}, element("tbody", {}, ...help))),
        ),
      ),
    );
    this.choose("given");
  }

  /** Creates the cells and the buttons for a board. */
  createCells(side, digits) {
    const focused = this.hasFocus();
    this.side = side;
    this.digits = digits;
    this.cells = [];
    const rows = [];
    for (let row = 0; row < side; row++) {
      const made = [];
      for (let column = 0; column < side; column++)
        made.push(element("div", { role: "gridcell", tabindex: -1, "data-cell": row * side + column }));
      this.cells.push(...made);
      rows.push(element("div", { role: "row" }, ...made));
      rows.at(-1).style.gridTemplateColumns = `repeat(${side}, 1fr)`; // policies of pages may forbid the attribute
    }
    this.grid.replaceChildren(...rows);
    this.createPad();
    this.cursor = this.anchor = 0;
    if (focused) this.move(0, 0);
  }

  /** Creates the buttons for digits or colors. */
  createPad() {
    const names = this.mode === "color" ? this.model.get("_view").colors : Array(this.digits ?? 0).fill("");
    this.pad.hidden = this.mode === "draw";
    this.pad.replaceChildren(
      ...names.map((name, k) => {
        const made = this.button(`${k + 1} ${name}`.trim(), "", () => this.press(k + 1));
        if (!name) made.append(element("small", { "aria-hidden": "true" }));
        if (name) made.style.borderLeft = `1em solid ${name}`;
        return made;
      }),
      this.button("⌫", "Blank", () => this.press(0)),
    );
    this.pad.setAttribute("aria-label", this.mode === "color" ? "Colors" : "Digits");
    this.showLeft();
  }

  /** How often each digit is still missing. */
  showLeft() {
    if (this.mode === "color" || !this.digits || this.side !== this.digits) return;
    const { values } = this.model.get("_view");
    for (const [k, made] of [...this.pad.children].slice(0, this.digits).entries()) {
      const left = this.side - values.filter((value) => value === k + 1).length;
      made.firstElementChild.textContent = Math.max(left, 0);
      made.dataset.left = left;
      made.title = `${Math.max(left, 0)} left`;
    }
  }

  hasFocus() {
    return this.grid.contains(this.grid.getRootNode().activeElement);
  }

  // --- views from the kernel -----------------------------------------------------------------------------------------

  show() {
    const view = this.model.get("_view");
    if (!view?.svg) return;
    this.picture.innerHTML = view.svg; // drawn by the kernel, which escapes all text
    const focused = this.root.getRootNode().activeElement;
    const svg = this.picture.firstElementChild;
    const box = svg.viewBox.baseVal;
    this.picture.parentElement.style.maxWidth = `${1.35 * svg.getAttribute("width")}px`;
    if (view.side !== this.side || view.digits !== this.digits) this.createCells(view.side, view.digits);
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    Object.assign(this.grid.style, {
      left: percent(view.margin - box.x, box.width),
      top: percent(view.margin - box.y, box.height),
      width: percent(view.side * view.cell, box.width),
      height: percent(view.side * view.cell, box.height),
    });
    this.grid.setAttribute("aria-label", `Sudoku, ${view.side} by ${view.side}${view.rules && `, ${view.rules}`}`);
    if (this.isNew && view.values.some((digit) => digit > 0)) this.choose("digit");
    this.isNew = false;
    const clashes = new Set(view.clashes);
    this.cells.forEach((cell, k) => {
      if (cell.getAttribute("aria-label") !== view.labels[k]) cell.setAttribute("aria-label", view.labels[k]);
      cell.dataset.kind = view.kinds[k];
      cell.setAttribute("aria-invalid", clashes.has(k));
    });
    this.peers = this.cells.map(() => new Set());
    for (const group of view.groups) for (const cell of group) for (const other of group) this.peers[cell].add(other);
    this.mark();
    this.showLeft();
    const write = (node, text) => node.textContent !== text && (node.textContent = text);
    this.verdict.dataset.verdict = view.verdict;
    write(this.verdict, view.status);
    write(this.message, view.message);
    this.message.dataset.failed = view.failed;
    this.link.hidden = !view.link;
    if (view.link) this.link.href = view.link;
    write(this.link, view.link);
    this.undo.disabled = !view.undo;
    this.redo.disabled = !view.redo;
    if (this.names.childElementCount !== view.names.length)
      this.names.replaceChildren(...view.names.map((value) => element("option", { value })));
    if (this.kinds.childElementCount !== view.composed.length)
      this.kinds.replaceChildren(...view.composed.map((value) => element("option", { value }, value || "classic")));
    this.kindField.hidden = view.composed.length < 2;
    this.modes.get("draw").hidden = !view.marks.length;
    this.showButtons(view.buttons ?? []);
    if (this.kind.childElementCount !== view.marks.length)
      this.kind.replaceChildren(...view.marks.map((value) => element("option", { value }, value.replaceAll("_", " "))));
    const player = view.player;
    this.player.hidden = !player;
    this.root.dataset.step = Boolean(player);
    if (player) {
      this.track.hidden = player.count === 0;
      this.slider.max = player.count;
      this.slider.value = player.at;
      this.slider.setAttribute("aria-valuetext", player.title);
      write(this.count, player.at < player.count ? `${player.at + 1} of ${player.count}` : "end");
      this.before.disabled = player.at === 0;
      this.after.disabled = player.at >= player.count;
      write(this.title, player.title);
      write(this.text, player.text);
    }
    // A button that is disabled or hidden loses the focus.
    if (this.root.contains(focused) && (focused.disabled || focused.closest("[hidden]")))
      this.cells[this.cursor].focus({ preventScroll: true });
    if (view.answered.startsWith(`${this.name} `)) {
      this.root.dataset.answered = view.answered.split(" ")[1];
      this.root.setAttribute("aria-busy", Number(this.root.dataset.answered) < this.sent);
      // Screen readers announce moves of the focus, but not a new label of the focused cell.
      if (this.hasFocus()) write(this.announcement, view.labels[this.cursor]);
    }
  }

  /** Creates the buttons that the model has beside the usual ones: their name, text and title. */
  showButtons(buttons) {
    if (this.others.length === buttons.length) return;
    for (const made of this.others) made.remove();
    this.others = buttons.map(([name, text, title]) => this.requestButton(text, title, name));
    this.actions.append(...this.others);
  }

  paint() {
    const theme = this.model.get("theme");
    const dark = theme === "auto" ? isDark(this.root.parentElement) : theme === "dark";
    this.root.dataset.theme = dark ? "dark" : "light";
  }

  // --- input ---------------------------------------------------------------------------------------------------------

  request(content) {
    this.typed = null;
    this.sent += 1;
    this.root.setAttribute("aria-busy", true);
    this.model.send({ ...content, id: `${this.name} ${this.sent}` });
  }

  choose(mode) {
    this.mode = mode;
    this.typed = null;
    this.path = [];
    for (const [name, button] of this.modes) button.setAttribute("aria-pressed", name === mode);
    this.tools.hidden = mode !== "draw";
    this.createPad();
    const [, text, title] = MODES.find(([name]) => name === mode);
    this.announcement.textContent = `${text}: ${title}`;
  }

  turn(distance) {
    this.request({ do: "show", at: Number(this.slider.value) + distance });
  }

  enter(digit, mode = this.mode) {
    if (mode === "draw") {
      if (!digit) this.request({ do: "erase", cells: this.selected() });
      return;
    }
    const content = { do: "enter", cells: this.selected(), mode };
    if (mode === "color") {
      const { colors } = this.model.get("_view");
      if (digit <= colors.length) this.request({ ...content, color: colors[digit - 1] ?? "" });
      return;
    }
    // On boards with numbers above 9, two digits typed in sequence make a number.
    const whole = this.typed?.mode === mode ? 10 * this.typed.digit + digit : 0;
    const replaces = whole > 9 && whole <= this.digits;
    if (replaces) digit = whole;
    this.request({ ...content, digit, replaces });
    if (digit) this.typed = { mode, digit };
  }

  /** Enters the number of a button, which is never part of a longer number. */
  press(digit) {
    this.typed = null;
    this.enter(digit);
    this.typed = null;
  }

  /** Draws the mark along the path. */
  finish() {
    if (this.mode !== "draw" || !this.path.length) return;
    const cells = this.path;
    this.path = [];
    const sum = this.kind.value === "killer_cage" ? this.sum.value : "";
    if (cells.length > 1) this.request({ do: "draw", mark: this.kind.value, sum, cells });
    this.mark();
  }

  /** Extends the path to a cell beside its end, a cage to one beside any of its cells; back along the path shortens it. */
  extend(cell) {
    const beside = (a, b) =>
      Math.max(Math.abs((a % this.side) - (b % this.side)), Math.abs(Math.floor(a / this.side) - Math.floor(b / this.side)));
    const at = this.path.indexOf(cell);
    if (this.kind.value === "killer_cage") {
      const isNext = !this.path.length || this.path.some((other) => beside(other, cell) === 1);
      if (at < 0 && isNext) this.path.push(cell);
    } else if (at >= 0) this.path.length = at + 1;
    else if (!this.path.length || beside(this.path.at(-1), cell) === 1) this.path.push(cell);
  }

  async copyLine() {
    try {
      await navigator.clipboard.writeText(this.model.get("_view").line);
      this.message.textContent = "Copied.";
    } catch {
      this.message.textContent = "The browser forbids copying; select a cell and press Ctrl+C.";
    }
  }

  savePicture() {
    const url = URL.createObjectURL(new Blob([this.model.get("_view").svg], { type: "image/svg+xml" }));
    element("a", { href: url, download: "sudoku.svg" }).click();
    URL.revokeObjectURL(url);
  }

  paste(event) {
    event.stopPropagation();
    if (isField(event.target)) return;
    event.preventDefault();
    this.request({ do: "paste", text: event.clipboardData.getData("text/plain") });
  }

  /** Reads a text or a file that is dropped on the editor. */
  async drop(event) {
    if (isField(event.target)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    this.request({ do: "paste", text: file ? await file.text() : event.dataTransfer.getData("text/plain") });
  }

  copy(event) {
    event.stopPropagation();
    if (isField(event.target) || !getSelection().isCollapsed) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", this.model.get("_view").line);
  }

  key(event) {
    const { key, shiftKey: shift } = event;
    const [typed, isMark] = this.keyDigit(event);
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() !== "a") return; // copy and paste are events of their own
      this.move(0, this.cells.length - 1);
    } else if (event.altKey || key === "Tab" || (event.getModifierState("AltGraph") && !/^\d$/.test(key))) return;
    else if (typed !== null) this.enter(typed, isMark && (typed || this.typed?.mode === "mark") ? "mark" : this.mode);
    else if (key in { Delete: 1, Backspace: 1, ".": 1 }) this.enter(0);
    else if (key === " ") {
      const names = [...this.modes.keys()].filter((name) => !this.modes.get(name).hidden);
      this.choose(names[(names.indexOf(this.mode) + 1) % names.length]);
    } else if (key === "Enter" && this.mode === "draw") this.finish();
    else if (!this.walk(key, shift)) return;
    event.preventDefault();
  }

  /** Handles a key that works everywhere in the editor; returns whether it is one. */
  shortcut({ key, shiftKey: shift, ctrlKey, metaKey }) {
    if (ctrlKey || metaKey) {
      const action = { z: shift ? "redo" : "undo", y: "redo" }[key.toLowerCase()];
      if (action) this.request({ do: action });
      return Boolean(action);
    }
    if (key !== "Escape") return false;
    this.path = [];
    this.anchor = this.cursor;
    this.mark();
    if (!this.player.hidden) this.request({ do: "close" });
    return true;
  }

  /** The digit of a key, or null, and whether it is for a pencil mark. Letters mean 10 and more. */
  keyDigit({ key, code, shiftKey }) {
    // Keys of the digit row type digits with Shift on some keyboards, without it on others; the other way is for marks.
    const row = /^Digit(\d)$/.exec(code);
    if (/^\d$/.test(key)) return [Number(key), shiftKey && !row];
    // With Shift the key may be a dead key.
    if (row && (shiftKey || key.length === 1)) return [Number(row[1]), !/^\p{Nd}$/u.test(key)];
    const letter = /^[a-z]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 87 : 0;
    return letter && letter <= this.digits ? [letter, shiftKey] : [null];
  }

  walk(key, extend) {
    const { side } = this;
    const [row, column] = [Math.floor(this.cursor / side), this.cursor % side];
    const target = {
      ArrowUp: [(row + side - 1) % side, column],
      ArrowDown: [(row + 1) % side, column],
      ArrowLeft: [row, (column + side - 1) % side],
      ArrowRight: [row, (column + 1) % side],
      Home: [row, 0],
      End: [row, side - 1],
      PageUp: [0, column],
      PageDown: [side - 1, column],
    }[key];
    if (!target) return false;
    const cell = target[0] * side + target[1];
    if (this.mode === "draw") {
      if (extend && !this.path.length) this.path = [this.cursor];
      if (extend) this.extend(cell);
      else this.path = [];
    }
    this.move(extend ? this.anchor : cell, cell);
    this.cells[this.cursor].scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  }

  point(event, extend) {
    const cell = event.composedPath().find((node) => node.dataset?.cell);
    if (!cell) return;
    const at = Number(cell.dataset.cell);
    event.preventDefault();
    if (this.mode === "draw") {
      if (!extend) this.path = [];
      this.extend(at);
    }
    if (at !== this.cursor || !extend) this.move(extend ? this.anchor : at, at);
  }

  // --- the selection: a rectangle from the anchor to the cursor ------------------------------------------------------

  move(anchor, cursor) {
    this.typed = null;
    [this.anchor, this.cursor] = [anchor, cursor];
    this.mark();
    this.cells[cursor].focus({ preventScroll: true });
  }

  /** Selects a cell that has got the focus by other means, such as a screen reader. */
  selectFocused(cell) {
    if (cell === this.cursor) return;
    this.typed = null;
    this.anchor = this.cursor = cell;
    this.mark();
  }

  selected() {
    if (this.path.length) return this.path;
    const ends = [this.anchor, this.cursor].map((k) => [Math.floor(k / this.side), k % this.side]);
    const [top, bottom] = ends.map(([row]) => row).sort((a, b) => a - b);
    const [left, right] = ends.map(([, column]) => column).sort((a, b) => a - b);
    const found = [];
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) found.push(row * this.side + column);
    return found;
  }

  mark() {
    const selected = new Set(this.selected());
    const values = this.model.get("_view").values;
    const digit = values[this.cursor];
    this.cells.forEach((cell, k) => {
      cell.dataset.peer = k !== this.cursor && Boolean(this.peers?.[this.cursor]?.has(k));
      cell.dataset.same = digit > 0 && values[k] === digit;
      cell.tabIndex = k === this.cursor ? 0 : -1;
      cell.setAttribute("aria-selected", selected.has(k));
    });
  }
}

export default {
  render({ model, el }) {
    const page = new Page(model, el);
    return () => page.remove();
  },
};
