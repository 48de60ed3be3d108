"""``Board``: one board as text, picture and value."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bitdoku import _core
from bitdoku._arguments import path_of, several
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import PuzzleError, shown
from bitdoku._pencilmarks import integer_masks
from bitdoku._setting import mask_type
from bitdoku.board._render import pdf_of, png_of
from bitdoku.board._svg import draw
from bitdoku.board._svg_rules import COLOURS
from bitdoku.logic._steps import Step
from bitdoku.rules._layout import SYMBOLS
from bitdoku.rules._rule import is_cell, named_cells
from bitdoku.rules._rules import rules_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bitdoku.board._svg import Place
    from bitdoku.rules import Rule, Rules

    Theme = Literal["auto", "light", "dark"]

#: Pixels. A picture needs four bytes for each.
WIDEST = 16_384


class Board:
    """One puzzle with an optional solution, candidates and highlights. Immutable, with a rich display in notebooks.

    Parameters
    ----------
    puzzle
        One puzzle in any form, or another board; its solution, candidates, highlights and step are kept unless the
        arguments replace them. A :class:`Step` gives the board before the step, with the step drawn on it.
    solution
        One grid in any form that agrees with the puzzle; may be partial or blank. Its cells are drawn as solved, those
        of the puzzle as givens.
    candidates
        Candidates of blank cells: masks of shape (9, 9) or (81,), bit k for digit k + 1, or a level of
        :func:`bitdoku.candidates` (``"basic"``, ``"singles"``, ``"locked"``, ``"true"``).
    highlight
        Cells ``(row, column)`` or ``"r1c1"``, and candidates ``(row, column, digit)``, rows and columns from 0 in
        numbers: a mapping to ``"yellow"``, ``"green"``, ``"blue"``, ``"red"``, ``"orange"`` or ``"purple"``, or an
        iterable for all yellow. A red candidate is struck out.
    symbols
        One character for each digit, in input and output text, as for :func:`bitdoku.solve`. Pictures show digits.
    rules
        The rules, as for :func:`bitdoku.solve`. With rules of side n, (n, n) replaces (9, 9) everywhere here.
    step
        A step of :func:`bitdoku.explain`. The solved cells and candidates are those before the step unless the
        arguments replace them; a step made by hand has none. Pictures shade its houses and cells, strike out the
        candidates that it removes, ring those that it places, and draw its chains as arrows: strong links solid, weak
        links dashed.

    Raises
    ------
    PuzzleError
        Malformed data; a solution that contradicts a given; masks or highlights out of range.
    TypeError
        The object is not a puzzle.
    """

    __module__ = "bitdoku"
    __slots__ = ("_candidates", "_cells", "_highlight", "_puzzle", "_rules", "_step", "_symbols")

    _puzzle: NDArray[np.uint8]
    _cells: NDArray[np.uint8]
    _candidates: NDArray[Any] | None
    _highlight: dict[Place, str]
    _rules: Rules
    _symbols: str | None
    _step: Step | None

    def __init__(
        self,
        puzzle: Any,
        solution: Any = None,
        *,
        candidates: Any = None,
        highlight: Mapping[Any, str] | Iterable[Place | str] | None = None,
        symbols: str | None = None,
        rules: str | Rules | Rule | None = None,
        step: Step | None = None,
    ) -> None:
        set_ = object.__setattr__
        if isinstance(puzzle, Step):
            rules = puzzle.rules if rules is None else rules
            step, puzzle = puzzle, np.where(puzzle.givens, puzzle.state.grid, 0).astype(np.uint8)
        if step is not None:
            if not isinstance(step, Step):
                raise TypeError(f"step is {kind(step)}; expected a Step of bitdoku.explain")
            if step._state is not None:
                solution = step.state.grid if solution is None else solution
                candidates = step.state.candidates if candidates is None else candidates
            elif candidates is None and getattr(puzzle, "candidates", None) is None:
                candidates = "basic"
        other = puzzle if isinstance(puzzle, Board) else None
        known = rules_of(rules, puzzle)
        if other:
            _expect_size("board", other._rules, known)
        if step is not None and step._state is not None:
            _expect_size("step", rules_of(step.rules), known)
        set_(self, "_rules", known)
        if symbols is None and other:
            symbols = other._symbols
        if symbols is None:
            symbols = known.symbols
        givens = other._puzzle if other else _cells_of(puzzle, "puzzle", symbols, known)
        if solution is not None:
            cells = merged(givens, _cells_of(solution, "solution", symbols, known))
        else:
            cells = other._cells if other else givens
        if symbols is not None:
            _line(givens, symbols, known)  # checks the symbols, which a puzzle that is not text has not used
        is_usual = known.symbols is None and symbols == SYMBOLS[1 : len(known.digits) + 1]
        set_(self, "_symbols", None if is_usual else symbols)
        set_(self, "_puzzle", givens)
        set_(self, "_cells", cells)
        if candidates is not None:
            set_(self, "_candidates", _masks(cells, candidates, known))
        else:
            set_(self, "_candidates", other._candidates if other else None)
        set_(self, "_step", step if step is not None else other._step if other else None)
        if highlight is not None:
            set_(self, "_highlight", _places(highlight, known.side, len(known.digits)))
        else:
            set_(self, "_highlight", other._highlight if other else {})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Board is immutable; make another one: Board(board, {name.lstrip('_')}=…)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Board is immutable")

    @property
    def puzzle(self) -> NDArray[np.uint8]:
        """The givens: a read-only uint8 array of shape (9, 9), 0 where blank."""
        return self._puzzle

    @property
    def cells(self) -> NDArray[np.uint8]:
        """Givens and solved cells: a read-only uint8 array of shape (9, 9)."""
        return self._cells

    @property
    def candidates(self) -> NDArray[Any] | None:
        """The candidates shown: read-only masks of shape (9, 9), uint16 for up to 16 digits, or None."""
        return self._candidates

    @property
    def highlight(self) -> dict[Place, str]:
        """A copy of the highlights."""
        return dict(self._highlight)

    @property
    def step(self) -> Step | None:
        """The step drawn on the board."""
        return self._step

    @property
    def symbols(self) -> str | None:
        """One character for each digit, in the board's text; None for the digits themselves."""
        return self._symbols

    @property
    def rules(self) -> Rules:
        """The rules of the board."""
        return self._rules

    @property
    def conflicts(self) -> NDArray[np.bool_]:
        """Cells that clash with a peer: a bool array of shape (9, 9)."""
        return np.asarray(_core.conflicts(self._cells, rules=self._rules), dtype=bool)

    # --- as text -----------------------------------------------------------------------------------------------

    def text(self, frame: Literal["box", "ascii"] = "box") -> str:
        """The board in a frame of box-drawing characters or of ``+``, ``-`` and ``|``; ``.`` is blank."""
        return _core.board_text(
            self._cells.ravel().tolist(), frame, self._symbols, self._rules.box, len(self._rules.digits)
        )

    def line(self) -> str:
        """The board as 81 characters, ``.`` for blank; as space-separated numbers if it has more than 35 digits."""
        return _line(self._cells, self._symbols, self._rules)

    def pencilmarks(
        self,
        level: Literal["basic", "singles", "locked", "true"] | None = None,
        *,
        frame: Literal["box", "ascii"] = "box",
    ) -> str:
        """The candidates of the board, or of a level, as a grid with aligned columns.

        The default for a board without candidates is the level ``"basic"``. A cell without candidates is shown as
        ``!``.
        """
        if level is None and self._candidates is not None:
            digits = self._candidates.dtype.type
            filled = digits(1) << (np.maximum(self._cells, 1) - 1).astype(digits)
            masks = np.where(self._cells > 0, filled, self._candidates)
        else:
            level = "basic" if level is None else level
            masks = np.asarray(_core.candidates(self._cells, level=level, rules=self._rules))
        return _core.candidates_text(
            masks.ravel().tolist(), frame, self._symbols, self._rules.box, len(self._rules.digits)
        )

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        puzzle, line = _line(self._puzzle, self._symbols, self._rules), self.line()
        solution = "" if line == puzzle else f", {line!r}"
        symbols = "" if self._symbols is None else f", symbols={self._symbols!r}"
        rules = "" if self._rules.is_classic else f", rules={self._rules!r}"
        return f"Board({puzzle!r}{solution}{symbols}{rules})"

    # --- as a picture ------------------------------------------------------------------------------------------

    def svg(self, *, size: int | None = None, theme: Theme = "auto") -> str:
        """The board as SVG, ``size`` pixels wide; by default 40 pixels a cell, on large boards enough to read them.

        Givens are bold on a grey background, solved cells light and blue, clashes ringed, candidates in a 3x3 grid.
        ``theme="auto"`` follows the notebook or the system; use ``"light"`` or ``"dark"`` for documents and converters.
        The picture needs no font.

        Thermometers, cages, arrows, dots and the like are drawn in the usual way; rules without a picture, such as
        anti-knight, are named below the board.
        """
        return self._svg(size, theme)

    def _svg(self, size: int | None, theme: Theme, scale: float = 1.0) -> str:
        names = dict.fromkeys(rule.name.replace("_", " ") for rule in self._rules.rules)
        rules = f" with {', '.join(names)}" if names else ""
        step = "" if self._step is None else f"; {self._step.notation}"
        return draw(
            self._cells,
            self._puzzle > 0,
            self.conflicts,
            self._candidates,
            self._highlight,
            rules=self._rules,
            size=size,
            theme=theme,
            label=f"Sudoku {self.line()}{rules}{step}",
            step=self._step,
            scale=scale,
        )

    def png(self, *, size: int | None = None, theme: Literal["light", "dark"] = "light") -> bytes:
        """The board as PNG, ``size`` pixels wide, by default twice as wide as the SVG; needs the extra ``png``.

        resvg draws it in one call, which Ctrl-C does not interrupt: a second for a 16x16 board full of candidates.

        Raises
        ------
        ValueError
            ``size`` is above 16,384.
        ImportError
            resvg-py is not installed.
        """
        word("theme", theme, ("light", "dark"))
        if size is not None:
            whole("size", size, least=1, most=WIDEST)
        return png_of(self._svg(size, theme, 2.0))

    def save(self, path: str | os.PathLike[str], *, size: int | None = None, theme: Theme = "light") -> None:
        """Write the picture to a file, atomically; the extension is ``.svg``, ``.png``, ``.pdf`` or ``.html``.

        ``size`` is that of :meth:`svg` or :meth:`png`; a PDF has 72 of these pixels an inch. PNG needs the extra
        ``png``, PDF the extra ``pdf``.

        Raises
        ------
        ValueError
            Another extension.
        ImportError
            The package of the extra is not installed.
        """
        from bitdoku.datasets._io.streams import replacing

        name = path_of("path", path)
        suffix = os.path.splitext(name)[1].lower()
        if suffix not in (".svg", ".png", ".pdf", ".html"):
            raise ValueError(f"path is {name!r}; expected a name that ends in .svg, .png, .pdf or .html")
        if suffix == ".png":
            data = self.png(size=size, theme=theme)  # type: ignore[arg-type]
        elif suffix == ".pdf":
            word("theme", theme, ("light", "dark"))
            data = pdf_of([self.svg(size=size, theme=theme)])
        else:
            svg = self.svg(size=size, theme=theme)
            page = f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>Sudoku</title>\n{svg}\n'
            data = (svg if suffix == ".svg" else page).encode()
        with replacing(name) as file:
            file.write(data)

    def _repr_svg_(self) -> str:
        return self.svg()

    _repr_html_ = _repr_svg_

    # --- as a value --------------------------------------------------------------------------------------------

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if dtype is not None and np.dtype(dtype) != self._cells.dtype:
            if copy is False:
                raise ValueError("a Board holds uint8; another dtype needs a copy")
            return self._cells.astype(dtype)
        return self._cells.copy() if copy else self._cells

    def __bitdoku__(self, mark: bool) -> tuple[NDArray[np.uint8], bool]:
        return self._cells, False

    @property
    def __bitdoku_rules__(self) -> Rules:
        return self._rules

    def _key(self) -> tuple[Any, ...]:
        candidates = None if self._candidates is None else self._candidates.tobytes()
        places = frozenset(self._highlight.items())
        return self._puzzle.tobytes(), self._cells.tobytes(), candidates, places, self._symbols, self._rules, self._step

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._puzzle, self._cells, *(getattr(self, name) for name in _OTHERS))


#: The parts of a board that are keyword arguments, in the order in which they are pickled.
_OTHERS = ("candidates", "highlight", "symbols", "rules", "step")


def _restore(puzzle: Any, cells: Any, *others: Any) -> Board:
    return Board(puzzle, cells, **dict(zip(_OTHERS, others, strict=False)))


def _line(cells: NDArray[np.uint8], symbols: str | None, rules: Rules) -> str:
    """The board as n² characters."""
    return _core.board_line(cells.ravel().tolist(), symbols, len(rules.digits))


def is_same_size(one: Rules, other: Rules) -> bool:
    """Whether boards of these rules have as many rows and as many digits."""
    return (one.side, len(one.digits)) == (other.side, len(other.digits))


def _expect_size(what: str, own: Rules, rules: Rules) -> None:
    if own.side != rules.side:
        raise PuzzleError(f"the {what} has side {own.side}, the rules {rules.side}")
    if len(own.digits) != len(rules.digits):
        raise PuzzleError(f"the {what} has {len(own.digits)} digits, the rules {len(rules.digits)}")


def _cells_of(puzzle: Any, name: str, symbols: str | None, rules: Rules) -> NDArray[np.uint8]:
    """One puzzle in any form as a read-only array."""
    if isinstance(puzzle, Board) and is_same_size(puzzle._rules, rules):
        return puzzle._cells
    cells = _core.board_cells(puzzle, name, symbols, rules)
    return np.frombuffer(cells, dtype=np.uint8).reshape(rules.side, rules.side)


def merged(givens: NDArray[np.uint8], solution: NDArray[np.uint8]) -> NDArray[np.uint8]:
    differing = (givens > 0) & (solution > 0) & (givens != solution)
    if differing.any():
        row, column = (int(i) for i in np.argwhere(differing)[0])
        raise PuzzleError(
            f"solution: cell ({row}, {column}) holds {solution[row, column]}; "
            f"expected {givens[row, column]}, the given of the puzzle, or 0"
        )
    cells = np.where(givens > 0, givens, solution)
    cells.flags.writeable = False
    return cells


def _masks(cells: NDArray[np.uint8], candidates: Any, rules: Rules) -> NDArray[Any]:
    level: Any = candidates
    side, most = rules.side, (1 << len(rules.digits)) - 1
    if isinstance(candidates, str):
        candidates = _core.candidates(cells, level=level, rules=rules)
    masks = integer_masks(candidates, "candidates", ", or the name of a level")
    if masks.shape not in ((side, side), (side * side,)):
        raise PuzzleError(f"candidates have shape {masks.shape}; expected ({side}, {side}) or ({side * side},)")
    masks = masks.reshape(side, side)
    wrong = (masks < 0) | (masks > most)
    if wrong.any():
        row, column = (int(i) for i in np.argwhere(wrong)[0])
        raise PuzzleError(f"candidates: cell ({row}, {column}) holds {masks[row, column]}; expected a mask 0..{most}")
    masks = masks.astype(mask_type(len(rules.digits)))
    masks.flags.writeable = False
    return masks


def _places(highlight: Any, side: int, digits: int) -> dict[Place, str]:
    if isinstance(highlight, str):
        cells = named_cells(highlight)
        highlight = [cells] if is_cell(cells) else cells if isinstance(cells, tuple) else [highlight]
    if isinstance(highlight, Mapping):
        pairs = [*highlight.items()]
    else:
        expected = "cells or candidates, or a mapping of them to colours"
        pairs = [(place, "yellow") for place in several("highlight", highlight, expected)]
    places: dict[Place, str] = {}
    for place, colour in pairs:
        expected = f"(row, column) 0..{side - 1}, or (row, column, digit 1..{digits})"
        where = f"highlight of {shown(place)}; expected {expected}"
        place = named_cells(place) if isinstance(place, str) else place
        if isinstance(place, str | bytes) or not isinstance(place, Iterable):
            raise TypeError(where)
        try:
            numbers = tuple(whole("highlight", number) for number in place)
        except (TypeError, ValueError) as error:
            raise (PuzzleError if isinstance(error, ValueError) else TypeError)(where) from None
        ranges = (range(side), range(side), range(1, digits + 1))[: len(numbers)]
        if len(numbers) not in (2, 3) or any(n not in r for n, r in zip(numbers, ranges, strict=True)):
            raise PuzzleError(where)
        if not isinstance(colour, str) or colour not in COLOURS:
            raise PuzzleError(f"highlight {colour!r}; expected one of {', '.join(COLOURS)}")
        places[numbers] = colour  # type: ignore[index]
    return places
