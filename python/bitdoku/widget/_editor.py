"""``Editor``: the state of the interactive board, and its actions.

```
  editor.js, once for each place where it is shown         Editor, in the kernel
  keys, buttons, selection       ── {"do": …} ──▶         an edit makes a new Board; the old one stays in the history
  picture, labels, texts         ◀── _view ───────         drawn by Board.svg, so rules and steps look as elsewhere
```

The page has no state of its own except the selection: `_view` contains everything it shows. One message makes one view.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import anywidget
import numpy as np
import traitlets

from bitdoku import _core
from bitdoku._compose import compose
from bitdoku._errors import Error, RulesError
from bitdoku._generate import generate
from bitdoku._results import Verdict
from bitdoku.board._board import Board
from bitdoku.logic._explain import explain, hint
from bitdoku.logic._explanation import Explanation
from bitdoku.rules._rules import Rules, is_same_size, rules_of
from bitdoku.widget import _edits as edits
from bitdoku.widget._view import VERDICTS, page_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from bitdoku.logic._steps import Step
    from bitdoku.typing import PuzzlesLike, RulesLike

#: The time limit of the verdict while typing, and of solving, hints and explanations.
TYPING_TIME, ACTION_TIME = timedelta(milliseconds=25), timedelta(seconds=60)


class Editor(anywidget.AnyWidget):
    """An interactive board: type and paste puzzles, solve them, step through explanations.

    Display it as the last line of a cell. The keyboard reaches everything: arrows move, digits (and letters from 10)
    type, Shift with a digit makes a pencil mark, Space changes the mode of typing, Ctrl+Z undoes; Ctrl+V pastes any
    text form and links. The mode Draw adds cages and lines through the cells along which the mouse is dragged.

    Parameters
    ----------
    puzzle
        One puzzle in any form; blank by default.
    rules
        As for :func:`bitdoku.solve`.
    theme
        ``"auto"`` follows the notebook.

    Attributes
    ----------
    board
        The :class:`~bitdoku.Board` shown, with pencil marks as ``candidates`` and colors as ``highlight``. It can be
        set and observed: ``editor.observe(f, "board")``.
    theme
        ``"auto"``, ``"light"`` or ``"dark"``.

    Raises
    ------
    PuzzleError
        Malformed data.
    RulesError
        The rules are invalid.
    """

    _esm = Path(__file__).parent / "editor.js"
    _css = Path(__file__).parent / "editor.css"

    board = traitlets.Instance(Board)
    theme = traitlets.Enum(("auto", "light", "dark"), "auto").tag(sync=True)
    _view = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        puzzle: PuzzlesLike | None = None,
        *,
        rules: RulesLike = None,
        theme: Literal["auto", "light", "dark"] = "auto",
    ) -> None:
        known = rules_of(rules, puzzle)
        blank = np.zeros((known.side, known.side), np.uint8)
        # The boards before and after the current one, for undo and redo.
        self._history: list[Board] = []
        self._position = 0
        self._explanation: Explanation | None = None
        self._hint: Step | None = None
        self._step_number = 0
        self._message = self._link = self._answered = ""
        self._has_failed = False
        self._is_receiving = True
        self._known_verdict: tuple[Any, Verdict] | None = None
        # The result of the last digit from the page.
        self._typed: Board | None = None
        super().__init__(board=Board(blank if puzzle is None else puzzle, rules=known), theme=theme)
        self.on_msg(self._receive)
        self._is_receiving = False
        self._show()

    # --- the Python interface ----------------------------------------------------------------------------------------

    @property
    def puzzle(self) -> NDArray[np.uint8]:
        """The givens: a read-only uint8 array of shape (n, n), 0 where blank. It can be set to a puzzle in any form."""
        return self.board.puzzle

    @puzzle.setter
    def puzzle(self, puzzle: PuzzlesLike) -> None:
        own = getattr(puzzle, "__bitdoku_rules__", None)
        self.board = Board(puzzle, rules=self.rules if own is None else own)

    @property
    def rules(self) -> Rules:
        """The rules. Setting rules of the same size keeps the board; another size blanks it."""
        return self.board.rules

    @rules.setter
    def rules(self, rules: RulesLike) -> None:
        known = rules_of(rules)
        blank = np.zeros((known.side, known.side), np.uint8)
        self.board = Board(self.board if is_same_size(known, self.rules) else blank, rules=known)

    @property
    def verdict(self) -> Verdict:
        """The number of solutions of the givens; UNDECIDED if 25 ms are not enough."""
        key = (self.puzzle.tobytes(), self.rules)
        if self._known_verdict is None or self._known_verdict[0] != key:
            self._known_verdict = key, Verdict(int(_core.verdict(self.puzzle, rules=self.rules, budget=TYPING_TIME)))
        return self._known_verdict[1]

    @property
    def explanation(self) -> Explanation | None:
        """The :class:`bitdoku.Explanation` in the step player, or None. Setting it also sets the puzzle."""
        return self._explanation

    @explanation.setter
    def explanation(self, explanation: Explanation | None) -> None:
        if explanation is not None:
            if not isinstance(explanation, Explanation):
                raise TypeError(f"explanation is {type(explanation).__name__}; expected a result of bitdoku.explain")
            if explanation.rules != self.rules or not np.array_equal(explanation.givens, self.puzzle):
                self.board = Board(explanation.givens, rules=explanation.rules)
        self._close()
        self._explanation = explanation
        self._show()

    @property
    def step(self) -> Step | None:
        """The step drawn on the board: the current step of the player, or a hint."""
        if self._explanation is not None:
            return self._explanation[self._step_number] if self._step_number < len(self._explanation) else None
        return self._hint

    def solve(self) -> None:
        """Fill in the solution of the givens; with several solutions, the one that :func:`bitdoku.solve` returns."""
        solution, verdict = _core.solve(self.puzzle, rules=self.rules, budget=ACTION_TIME)
        self._known_verdict = (self.puzzle.tobytes(), self.rules), Verdict(int(verdict))
        if verdict in (Verdict.UNIQUE, Verdict.MULTIPLE):
            self.board = edits.rebuild(self.board, cells=np.asarray(solution))
        self._show()

    def clear_solved(self) -> None:
        """Remove everything except givens and colors."""
        old = self.board
        self.board = Board(old.puzzle, highlight=old.highlight, symbols=old.symbols, rules=old.rules)

    def clear(self) -> None:
        """Blank the board."""
        self.board = Board(np.zeros_like(self.puzzle), rules=self.rules)

    def undo(self) -> None:
        """Restore the previous board."""
        self._move_in_history(-1)

    def redo(self) -> None:
        """Restore the board before :meth:`undo`."""
        self._move_in_history(1)

    def hint(self) -> Step | None:
        """Show and return the next step. It starts from the pencil marks if every blank cell has some."""
        self._close()
        board = self._logic_start()
        if board is not None:
            self._hint = hint(board, rules=self.rules, budget=ACTION_TIME)
            if self._hint is None:
                self._message = "No hint: the grid is complete." if board.cells.all() else "No technique applies."
        self._show()
        return self._hint

    def explain(self) -> Explanation | None:
        """Explain the rest of the solution in the step player, and return the explanation."""
        self._close()
        board = self._logic_start()
        if board is not None:
            found = explain(board, rules=self.rules, budget=ACTION_TIME)
            self._message = found._closing
            self._explanation = found if len(found) else None
        self._show()
        return self._explanation

    def generate(self, **options: Any) -> None:
        """Replace the puzzle with a new one; the options are those of :func:`bitdoku.generate`.

        With ``kind``, the marks are new too, and the options are those of :func:`bitdoku.compose`.
        """
        options = {"rules": self.rules, **options}
        made = compose(1, **options) if "kind" in options else generate(1, **options)
        self.board = Board(made[0])
        self._message = f"New puzzle with {made.clues[0]} clues; seed {made.seed}."
        self._show()

    def paste(self, text: str) -> None:
        """Replace the puzzle with one from text in any form or from a link; the side of the board may differ."""
        if text.lstrip().startswith(("http", "{")):
            from bitdoku.links import read

            shared = read(text)
            self.board = Board(shared.puzzle, rules=shared.rules)
            return
        try:
            self.board = Board(text, rules=self.rules)
        except Error:
            for side in (9, 4, 6, 8, 10, 12, 15, 16, 20, 25, 36):
                try:
                    self.board = Board(text, rules=f"{side}x{side}")
                except Error:
                    continue
                return
            raise

    # --- the state ---------------------------------------------------------------------------------------------------

    @traitlets.validate("board")
    def _validate_board(self, proposal: Any) -> Board:
        board: Board = proposal["value"]
        if board.rules.symbols is not None:
            raise RulesError("the rules have digits from 0; the Editor supports digits from 1")
        return board

    @traitlets.observe("board")
    def _board_changed(self, change: Any) -> None:
        if not self._history or change["new"] is not self._history[self._position]:
            self._position += bool(self._history)
            self._history[self._position :] = [change["new"]]
        self._close()
        self._show()

    @traitlets.observe("theme")
    def _theme_changed(self, _: Any) -> None:
        self._show()

    def _move_in_history(self, distance: int) -> None:
        if 0 <= self._position + distance < len(self._history):
            self._position += distance
            self.board = self._history[self._position]

    def _close(self) -> None:
        self._explanation = self._hint = None
        self._step_number = 0
        self._message = self._link = ""
        self._has_failed = False

    def _fail(self, message: str) -> None:
        self._message, self._has_failed = message, True

    def _logic_start(self) -> Board | None:
        """The board from which hints start; None, with a message, if it contradicts the solution."""
        board = self.board
        marks = edits.marks_copy(board)
        if not marks[board.cells == 0].all():
            board = Board(board.puzzle, board.cells, rules=self.rules)
            marks = edits.basic_marks(board)
        if self.verdict == Verdict.UNIQUE:
            solution, _ = _core.solve(board.puzzle, rules=self.rules)
            agrees = np.where(board.cells > 0, board.cells == solution, marks >> (np.asarray(solution) - 1) & 1 > 0)
            if not agrees.all():
                row, column = np.argwhere(~agrees)[0].tolist()
                content = "digit" if board.cells[row, column] else "pencil marks"
                self._fail(f"No hint: the {content} in r{row + 1}c{column + 1} cannot be right.")
                return None
        return board

    # --- the page ----------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Send a view to the page, but only after a message from the page is handled."""
        if self._is_receiving:
            return
        self._view = page_view(
            self.board, self.step, self._explanation, self._step_number, self.verdict, self.theme
        ) | {
            "answered": self._answered,
            "message": self._message,
            "failed": self._has_failed,
            "link": self._link,
            "undo": self._position > 0,
            "redo": self._position + 1 < len(self._history),
        }

    def _receive(self, _: Any, content: Any, __: Any) -> None:
        """Handle a request of the page and send a view; an error becomes its message."""
        request = content if isinstance(content, dict) else {}
        self._answered, self._message, self._link = str(request.get("id", "")), "", ""
        self._has_failed = False
        self._is_receiving = True
        try:
            self._dispatch(request)
        except (Error, ValueError, TypeError, LookupError) as error:
            self._fail(f"{error}")
        finally:
            self._is_receiving = False
            self._show()

    def _dispatch(self, request: dict[str, Any]) -> None:
        actions: dict[str, Callable[[], Any]] = {
            "undo": self.undo,
            "redo": self.redo,
            "solve": self.solve,
            "clear solved": self.clear_solved,
            "clear all": self.clear,
            "hint": self.hint,
            "explain": self.explain,
            "close": self._close,
            "apply": self._apply,
            "marks": self._fill_marks,
            "link": self._make_link,
        }
        match request.get("do"):
            case str(name) if name in actions:
                actions[name]()
                if name == "solve" and self.verdict in (Verdict.NO_SOLUTION, Verdict.UNDECIDED):
                    self._fail(f"Nothing to fill in: {VERDICTS[self.verdict]}.")
            case "paste":
                self.paste(str(request.get("text", "")))
            case "rules":
                self.rules = str(request.get("rules", "")) or None
            case "generate":
                self.generate(**_options(request, self.rules))
            case "show":
                last = 0 if self._explanation is None else len(self._explanation)
                self._step_number = max(0, min(int(request.get("at", 0)), last))
            case "enter":
                self._enter(request)
            case "draw":
                self._draw(str(request.get("mark", "")), self._places(request), str(request.get("sum", "")))
            case "erase":
                self.rules = edits.without_marks(self.rules, self._places(request))
            case other:
                raise ValueError(f"unknown request {other!r}; reload the page")

    def _make_link(self) -> None:
        from bitdoku.links import write

        self._link = write(self.board)

    def _draw(self, mark: str, places: list[tuple[int, int]], total: str) -> None:
        """Add a cage or line to the rules, through the cells in the order in which they were drawn."""
        self.rules = self.rules + edits.drawn_rule(mark, places, int(total) if total else None)

    def _places(self, request: dict[str, Any]) -> list[tuple[int, int]]:
        side = self.rules.side
        places = [divmod(int(k), side) for k in request["cells"]]
        if any(not 0 <= row < side for row, _ in places):
            raise ValueError(f"a cell is outside this board of side {side}")
        return places

    def _fill_marks(self) -> None:
        self.board = edits.rebuild(self.board, marks=edits.basic_marks(self.board))

    def _enter(self, request: dict[str, Any]) -> None:
        """Enter a digit, a pencil mark or a color into cells."""
        places = self._places(request)
        mode, digit = request.get("mode"), int(request.get("digit", 0))
        if mode == "color":
            self.board = edits.toggle_color(self.board, places, str(request.get("color", "")))
            return
        if not 0 <= digit <= len(self.rules.digits):
            raise ValueError(f"{digit} is not a digit of this board; expected 1..{len(self.rules.digits)}")
        # 1 and 2 typed in sequence are 12, which replaces the 1 unless the board has changed in between.
        replaces = bool(request.get("replaces")) and self.board is self._typed
        before, self._typed = self._history[self._position - 1] if replaces else self.board, None
        if mode == "mark":
            board = edits.toggle_mark(before, places, digit)
        elif mode == "digit" and all(self.puzzle[place] for place in places):
            row, column = places[0]
            raise ValueError(f"r{row + 1}c{column + 1} is given; choose Given to change it")
        else:
            board = edits.enter(before, places, digit, given=mode == "given")
        if replaces:
            self._position -= 1
            self._history = self._history[: self._position + 1]
        if board == before:
            # The same object, which is not another entry of the history.
            self.board = before
        else:
            self.board = self._typed = board

    def _apply(self) -> None:
        """Put the hint, or the position after the current step, on the board."""
        found, step = self._explanation, self.step
        if found is not None:
            grid, candidates = found.state(min(self._step_number + 1, len(found)))
            self.board = edits.rebuild(self.board, cells=grid, marks=candidates)
        elif step is not None:
            self.board = edits.apply_step(self.board, step)


def _options(request: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """The options of the form for new puzzles, without blank ones; with a kind, the rules without marks."""
    options: dict[str, Any] = {name: str(request[name]) for name in ("difficulty", "symmetry") if request.get(name)}
    if request.get("seed"):
        options["seed"] = int(request["seed"])
    if request.get("clues"):
        least, _, most = str(request["clues"]).partition("-")
        options["givens" if request.get("kind") else "clues"] = (int(least), int(most or least))
    if request.get("kind"):
        board = rules_of(f"{rules.side}x{rules.side}") + [rule for rule in rules.rules if not rule.arguments]
        options |= {"kind": str(request["kind"]), "rules": board}
    return options
