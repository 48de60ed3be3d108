"""``Board``: one board as text, picture and value."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from bitdoku import _core
from bitdoku._arguments import path_of, several
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import PuzzleError, shown
from bitdoku._pencilmarks import integer_masks, mask_type
from bitdoku._row import Row
from bitdoku.board._drawing import COLORS, step_json
from bitdoku.board._pdf import pdf_from_svg
from bitdoku.board._render import MAX_WIDTH, png_from_svg
from bitdoku.logic._steps import Step
from bitdoku.rules._layout import SYMBOLS
from bitdoku.rules._rule import named_cells
from bitdoku.rules._rules import is_same_size, rule_counts, rules_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, DTypeLike, NDArray

    from bitdoku.rules import Rules
    from bitdoku.typing import PuzzlesLike, RulesLike

    #: A cell (row, column), or one of its candidates (row, column, digit).
    Place = tuple[int, int] | tuple[int, int, int]
    Theme = Literal["auto", "light", "dark", "gray"]
    Frame = Literal["box", "ascii"]
    Masks = NDArray[np.unsignedinteger[Any]]
    Highlight = (
        Mapping[tuple[int, int], str]
        | Mapping[tuple[int, int, int], str]
        | Mapping[Place, str]
        | Mapping[str, str]
        | Mapping[Place | str, str]
        | Iterable[Place | str]
    )

#: Length of the longest rules that a repr writes; it counts the parts of longer ones.
LONGEST_RULES = 80


class Board:
    """One puzzle with an optional solution, candidates and highlights. Immutable; notebooks display it as a picture.

    Parameters
    ----------
    puzzle
        One puzzle in any form. A board also supplies its solution, candidates, highlights and step where the other
        arguments do not, a :class:`Row` its candidates. A :class:`Step` supplies the position before it, and is drawn.
    solution
        One grid in any form that agrees with the puzzle; its cells may be blank. Pictures distinguish solved cells from
        givens.
    candidates
        Candidates of the blank cells: masks of shape (9, 9) or (81,), bit k for digit k + 1, or a level of
        :func:`bitdoku.candidates` (``"basic"``, ``"singles"``, ``"locked"``, ``"true"``).
    highlight
        Cells ``(row, column)`` or ``"r1c1"`` and candidates ``(row, column, digit)``; numbers of rows and columns begin
        at 0. Either a mapping to ``"yellow"``, ``"green"``, ``"blue"``, ``"red"``, ``"orange"`` or ``"purple"``, or an
        iterable, which makes all of them yellow. A red candidate is struck out.
    symbols
        One character for each digit, in input and output text, as for :func:`bitdoku.solve`. Pictures show digits.
    rules
        The rules, as for :func:`bitdoku.solve`. With rules of side n, all shapes (9, 9) are (n, n).
    step
        A step of :func:`bitdoku.explain` to draw: its houses and cells are shaded, candidates that it removes are
        struck out and candidates that it places are ringed. Links of chains are arrows: solid for strong links, dashed
        for weak ones. The solved cells and candidates default to the position before the step.

    Raises
    ------
    PuzzleError
        Malformed data; a solution that contradicts a given; masks or highlights out of range.
    TypeError
        The object is not a puzzle.

    Examples
    --------
    >>> import bitdoku as bd
    >>> board = bd.Board("1.3." + "." * 12, rules="4x4", candidates="basic")
    >>> print(board)
    ┌─────┬─────┐
    │ 1 . │ 3 . │
    │ . . │ . . │
    ├─────┼─────┤
    │ . . │ . . │
    │ . . │ . . │
    └─────┴─────┘
    >>> int(board.candidates[0, 1])
    10
    """

    __module__ = "bitdoku"
    __slots__ = ("_candidates", "_cells", "_highlight", "_puzzle", "_rules", "_step", "_symbols")

    def __init__(
        self,
        puzzle: PuzzlesLike | Step,
        solution: PuzzlesLike | None = None,
        *,
        candidates: ArrayLike | Literal["basic", "singles", "locked", "true"] | None = None,
        highlight: Highlight | None = None,
        symbols: str | None = None,
        rules: RulesLike = None,
        step: Step | None = None,
    ) -> None:
        if isinstance(puzzle, Step):
            rules = puzzle.rules if rules is None else rules
            step, puzzle = puzzle, np.where(puzzle.givens, puzzle.state.grid, 0).astype(np.uint8)
        if isinstance(puzzle, Row) and puzzle.candidates is not None:
            candidates = puzzle.candidates if candidates is None else candidates
            rules, puzzle = puzzle.rules if rules is None else rules, puzzle.puzzle
        known = rules_of(rules, puzzle)
        base = puzzle if isinstance(puzzle, Board) else None
        if base is not None:
            _expect_size("board", base._rules, known)
        if step is not None:
            if not isinstance(step, Step):
                raise TypeError(f"step is {kind(step)}; expected a Step of bitdoku.explain")
            if step._state is not None:
                _expect_size("step", step.rules, known)
                solution = step.state.grid if solution is None else solution
                candidates = step.state.candidates if candidates is None else candidates
            elif candidates is None and (base is None or base._candidates is None):
                candidates = "basic"
        if symbols is None:
            symbols = known.symbols if base is None or base._symbols is None else base._symbols
        self._rules: Rules = known
        self._puzzle: NDArray[np.uint8] = base._puzzle if base else _grid(puzzle, "puzzle", symbols, known)
        self._cells: NDArray[np.uint8] = base._cells if base else self._puzzle
        if solution is not None:
            self._cells = merge_solution(self._puzzle, _grid(solution, "solution", symbols, known))
        if symbols is not None:
            _line(self._puzzle, symbols, known)  # raises for invalid symbols
        is_default = known.symbols is None and symbols == SYMBOLS[1 : len(known.digits) + 1]
        self._symbols: str | None = None if is_default else symbols
        self._candidates: Masks | None = base._candidates if base else None
        if candidates is not None:
            self._candidates = _candidate_masks(self._cells, candidates, known)
        self._step: Step | None = base._step if base and step is None else step
        self._highlight: dict[Place, str] = base._highlight if base else {}
        if highlight is not None:
            self._highlight = _colors_by_place(highlight, known.side, len(known.digits))

    @property
    def puzzle(self) -> NDArray[np.uint8]:
        """The givens: a read-only uint8 array of shape (9, 9), 0 where blank."""
        return self._puzzle

    @property
    def cells(self) -> NDArray[np.uint8]:
        """Givens and solved cells: a read-only uint8 array of shape (9, 9), 0 where blank."""
        return self._cells

    @property
    def candidates(self) -> Masks | None:
        """The candidates to show: read-only masks of shape (9, 9), uint16 for up to 16 digits, or None."""
        return self._candidates

    @property
    def highlight(self) -> dict[Place, str]:
        """A copy of the highlights: colors by cell (row, column) and candidate (row, column, digit)."""
        return dict(self._highlight)

    @property
    def step(self) -> Step | None:
        """The step drawn on the board, or None."""
        return self._step

    @property
    def symbols(self) -> str | None:
        """One character for each digit in text; None for the digits themselves."""
        return self._symbols

    @property
    def rules(self) -> Rules:
        """The rules of the board."""
        return self._rules

    # --- text --------------------------------------------------------------------------------------------------

    def text(self, frame: Frame = "box") -> str:
        """The board in a frame of box-drawing characters, or of ``+``, ``-`` and ``|``; ``.`` is blank."""
        return _core.board_text(
            self._cells.ravel().tolist(), frame, self._symbols, self._rules.box, len(self._rules.digits)
        )

    def line(self) -> str:
        """The board as 81 characters, ``.`` for blank; as space-separated numbers if it has more than 35 digits."""
        return _line(self._cells, self._symbols, self._rules)

    def pencilmarks(self, frame: Frame = "box") -> str:
        """The candidates as a grid with aligned columns; ``!`` is a cell without candidates.

        A board without candidates shows the level ``"basic"``.
        """
        masks = self._candidates
        if masks is None:
            masks = _core.candidates(self._cells, level="basic", rules=self._rules)
        filled = masks.dtype.type(1) << (np.maximum(self._cells, 1) - 1).astype(masks.dtype)
        masks = np.where(self._cells > 0, filled, masks)
        return _core.candidates_text(
            masks.ravel().tolist(), frame, self._symbols, self._rules.box, len(self._rules.digits)
        )

    def __str__(self) -> str:
        # A comment, so that the text can be read as a puzzle.
        return "\n".join([self.text(), *(f"# {note}" for note in note_of_unshown(self._rules))])

    def __repr__(self) -> str:
        puzzle, line = _line(self._puzzle, self._symbols, self._rules), self.line()
        solution = "" if line == puzzle else f", {line!r}"
        symbols = "" if self._symbols is None else f", symbols={self._symbols!r}"
        written = shown(self._rules)
        if len(written) > LONGEST_RULES:
            written = f"<{', '.join(unshown(self._rules))}>"
        rules = "" if self._rules.is_classic else f", rules={written}"
        return f"Board({puzzle!r}{solution}{symbols}{rules})"

    # --- pictures ----------------------------------------------------------------------------------------------

    def svg(self, *, size: int | None = None, theme: Theme = "auto") -> str:
        """The board as SVG, ``size`` pixels wide; by default 40 pixels a cell, and more if many candidates need it.

        Givens are bold on gray, solved cells light and blue, conflicting digits ringed. Rules are drawn in the usual
        way; rules without a picture, such as anti-knight, are named below the board. The picture needs no font.
        ``theme="auto"`` follows the notebook or the system; documents and converters need ``"light"``, ``"dark"`` or
        ``"gray"``, which has no colors.
        """
        return self._svg(size, theme)

    def _svg(
        self,
        size: int | None,
        theme: Theme,
        *,
        scale: float = 1.0,
        max_size: int = (1 << 31) - 1,
        captioned: bool = True,
        marked: bool = True,
    ) -> str:
        """The picture, by default ``scale`` times its natural size and at most ``max_size`` pixels wide."""
        if size is not None:
            whole("size", size, least=1, most=max_size)
        names = dict.fromkeys(rule.name.replace("_", " ") for rule in self._rules.rules)
        rules = f" with {', '.join(names)}" if names else ""
        step = "" if self._step is None else f"; {self._step.notation}"
        return _core._svg(
            self._cells.tobytes(),
            givens=self._puzzle.tobytes(),
            conflicts=np.asarray(_core.conflicts(self._cells, rules=self._rules)).tobytes(),
            candidates=None if self._candidates is None else self._candidates.ravel().tolist(),
            highlight=self._highlight,
            rules=self._rules.to_json(),
            step=None if self._step is None else step_json(self._step),
            theme=theme,
            size=size,
            scale=scale,
            max_size=max_size,
            label=f"Sudoku {self.line()}{rules}{step}",
            captioned=captioned,
            marked=marked,
        )

    def png(self, *, size: int | None = None, theme: Literal["light", "dark", "gray"] = "light") -> bytes:
        """The board as PNG, ``size`` pixels wide, by default twice as wide as the SVG; needs the extra ``png``.

        Ctrl-C does not interrupt the drawing, which takes up to two seconds for a board of 25x25 full of candidates.

        Raises
        ------
        ValueError
            ``size`` is above 4,096.
        ImportError
            resvg-py is not installed.
        """
        word("theme", theme, ("light", "dark", "gray"))
        return png_from_svg(self._svg(size, theme, scale=2.0, max_size=MAX_WIDTH))

    def save(self, path: str | os.PathLike[str], *, size: int | None = None, theme: Theme = "light") -> None:
        """Write the picture to a file, atomically; the extension is ``.svg``, ``.png``, ``.pdf`` or ``.html``.

        ``size`` is that of :meth:`svg` or :meth:`png`; a PDF has 72 of these pixels an inch. PNG needs the extra
        ``png``, PDF the extra ``pdf``.

        Raises
        ------
        ValueError
            Another extension; a ``size`` or ``theme`` that the format does not support.
        ImportError
            The package of the extra is not installed.
        """
        from bitdoku._atomic import replacing

        name = path_of("path", path)
        suffix = os.path.splitext(name)[1].lower()
        if suffix not in (".svg", ".png", ".pdf", ".html"):
            raise ValueError(f"path is {name!r}; expected a name that ends in .svg, .png, .pdf or .html")
        if suffix == ".png":
            data = self.png(size=size, theme=theme)  # type: ignore[arg-type]
        elif suffix == ".pdf":
            word("theme", theme, ("light", "dark", "gray"))
            data = pdf_from_svg([self.svg(size=size, theme=theme)])
        else:
            svg = self.svg(size=size, theme=theme)
            page = f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>Sudoku</title>\n{svg}\n'
            data = (svg if suffix == ".svg" else page).encode()
        with replacing(name) as file:
            file.write(data)

    def _repr_svg_(self) -> str:
        return self.svg()

    _repr_html_ = _repr_svg_

    # --- arrays and values -------------------------------------------------------------------------------------

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[np.uint8]:
        return np.array(self._cells, dtype, copy=copy)

    def __bitdoku__(self, mark: bool) -> tuple[NDArray[np.uint8], bool]:
        return self._cells, False

    def __bitdoku_start__(self) -> tuple[NDArray[np.uint8], NDArray[Any] | None]:
        return self._puzzle, self._candidates

    @property
    def __bitdoku_rules__(self) -> Rules:
        return self._rules

    def _key(self) -> tuple[object, ...]:
        candidates = None if self._candidates is None else self._candidates.tobytes()
        places = frozenset(self._highlight.items())
        return self._puzzle.tobytes(), self._cells.tobytes(), candidates, places, self._symbols, self._rules, self._step

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        # Through the constructor, which makes the arrays read-only again.
        names = ("candidates", "highlight", "symbols", "rules", "step")
        return partial(Board, **{name: getattr(self, f"_{name}") for name in names}), (self._puzzle, self._cells)


def unshown(rules: Rules) -> list[str]:
    """What the text of a board does not show: ``30 × killer cage``."""
    return [*["jigsaw regions"] * (rules.box is None), *rule_counts(rules)]


def note_of_unshown(rules: Rules) -> list[str]:
    """A line about what the text of a board does not show; none if it shows everything."""
    return [f"not shown: {', '.join(hidden)}"] if (hidden := unshown(rules)) else []


def _expect_size(name: str, own: Rules, rules: Rules) -> None:
    if not is_same_size(own, rules):
        sizes = [f"side {each.side} and {len(each.digits)} digits" for each in (own, rules)]
        raise PuzzleError(f"the {name} has {sizes[0]}; the rules have {sizes[1]}")


def _line(cells: NDArray[np.uint8], symbols: str | None, rules: Rules) -> str:
    return _core.board_line(cells.ravel().tolist(), symbols, len(rules.digits))


def _grid(puzzle: object, name: str, symbols: str | None, rules: Rules) -> NDArray[np.uint8]:
    """One puzzle in any form as a read-only array."""
    if isinstance(puzzle, Board) and is_same_size(puzzle._rules, rules):
        return puzzle._cells
    cells = _core.board_cells(puzzle, name, symbols, rules)
    return np.frombuffer(cells, dtype=np.uint8).reshape(rules.side, rules.side)


def merge_solution(givens: NDArray[np.uint8], solution: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The givens and the cells of a solution, which may be partial, as a read-only array."""
    conflicts = (givens > 0) & (solution > 0) & (givens != solution)
    if conflicts.any():
        row, column = np.argwhere(conflicts)[0].tolist()
        expected = f"expected {givens[row, column]}, the given of the puzzle, or 0"
        raise _cell_error("solution", row, column, solution[row, column], expected)
    cells = np.where(givens > 0, givens, solution)
    cells.flags.writeable = False
    return cells


def _candidate_masks(cells: NDArray[np.uint8], candidates: Any, rules: Rules) -> Masks:
    """The argument ``candidates`` as a read-only array."""
    side, most = rules.side, (1 << len(rules.digits)) - 1
    if isinstance(candidates, str):
        candidates = _core.candidates(cells, level=candidates, rules=rules)  # type: ignore[call-overload]
    masks = integer_masks(candidates, "candidates", ", or the name of a level")
    if masks.shape not in ((side, side), (side * side,)):
        raise PuzzleError(f"candidates have shape {masks.shape}; expected ({side}, {side}) or ({side * side},)")
    masks = masks.reshape(side, side)
    invalid = (masks < 0) | (masks > most)
    if invalid.any():
        row, column = np.argwhere(invalid)[0].tolist()
        raise _cell_error("candidates", row, column, masks[row, column], f"expected a mask 0..{most}")
    masks = masks.astype(mask_type(len(rules.digits)))
    masks.flags.writeable = False
    return masks


def _cell_error(name: str, row: int, column: int, value: object, expected: str) -> PuzzleError:
    error = PuzzleError(f"{name}: r{row + 1}c{column + 1} holds {value}; {expected}")
    error.index, error.cell = (), (row, column)
    return error


def _colors_by_place(highlight: Any, side: int, digits: int) -> dict[Place, str]:
    """The argument ``highlight`` as a mapping."""
    if isinstance(highlight, str):
        highlight = highlight.replace(",", " ").split()
    if not isinstance(highlight, Mapping):
        expected = "cells or candidates, or a mapping of them to colors"
        highlight = [(place, "yellow") for place in several("highlight", highlight, expected)]
    else:
        highlight = highlight.items()
    expected = f"(row, column) 0..{side - 1}, or (row, column, digit 1..{digits})"
    ranges = (range(side), range(side), range(1, digits + 1))
    colors: dict[Place, str] = {}
    for place, color in highlight:
        message = f"highlight of {shown(place)}; expected {expected}"
        try:
            numbers = tuple(whole("highlight", n) for n in (named_cells(place) if isinstance(place, str) else place))
        except TypeError:
            raise TypeError(message) from None
        except ValueError:
            raise PuzzleError(message) from None
        if len(numbers) not in (2, 3) or any(n not in r for n, r in zip(numbers, ranges, strict=False)):
            raise PuzzleError(message)
        if not isinstance(color, str) or color not in COLORS:
            raise PuzzleError(f"highlight {color!r}; expected one of {', '.join(COLORS)}")
        colors[numbers] = color  # type: ignore[index]
    return colors
