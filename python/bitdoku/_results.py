"""What the functions return."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from bitdoku._display import html

_S = TypeVar("_S")
_V = TypeVar("_V")
_B = TypeVar("_B")

# Type checkers know what is unpacked from tuples, and from nothing else. Real tuples with further attributes would take
# twice as long to make, and a result is made in every call.
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from numpy.typing import NDArray

    class _Pair(tuple[_S, _V]):
        __slots__ = ()

        def __new__(cls, *fields: Any) -> Self: ...

        def __eq__(self, other: object) -> bool: ...

    class _Judgement(tuple[_B, _B, _B, NDArray[np.bool_]]):
        __slots__ = ()

        def __new__(cls, *fields: Any) -> Self: ...

        def __eq__(self, other: object) -> bool: ...
else:

    class _Pair(Sequence):
        __slots__ = ()

        def __iter__(self) -> Iterator[Any]:
            return iter(self._fields())

        def __len__(self) -> int:
            return len(self._fields())

        def __getitem__(self, index: Any) -> Any:
            return self._fields()[index]

        def __eq__(self, other: object) -> bool:
            if isinstance(other, type(self)):
                other = other._fields()
            if not isinstance(other, tuple) or len(other) != len(self):
                return NotImplemented
            return all(map(same, self._fields(), other))

    _Judgement = _Pair


class Verdict(enum.IntEnum):
    """What is known of a puzzle's solutions; a decided verdict is min(number of solutions, 2)."""

    __module__ = "bitdoku"

    NO_SOLUTION = 0
    """No grid obeys the givens."""
    UNIQUE = 1
    """Exactly one does."""
    MULTIPLE = 2
    """At least two do."""
    UNDECIDED = 3
    """The budget ran out before it was known."""
    MALFORMED = 255
    """The row is no puzzle (with ``malformed="mark"``)."""


def same(a: object, b: object) -> bool:
    """Equality that gives a bool for arrays, columns and nested results alike."""
    if a is b:
        return True
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return type(a) is type(b) and bool(np.array_equal(a, b))  # type: ignore[arg-type]
    if type(a) is not type(b):
        # A verdict equals the number that it is.
        return isinstance(a, int) and isinstance(b, int) and a == b
    equals = getattr(a, "equals", None)  # pandas, Polars and pyarrow
    return bool(equals(b)) if equals is not None else bool(a == b)


def _shown(value: object) -> str:
    """A short form: the first 18 of 81 characters, the first few of many."""
    if isinstance(value, str | bytes | bytearray) and len(value) > 18:
        text = repr(value[:18])
        return f"{text[:-1]}…{text[-1]}" if not isinstance(value, bytearray) else f"{text[:-2]}…{text[-2:]}"
    if isinstance(value, list | tuple) and value:
        inner = ", ".join(map(_shown, value[:3])) + (", …" if len(value) > 3 else "")
        return f"[{inner}]" if isinstance(value, list) else f"({inner},)" if len(value) == 1 else f"({inner})"
    return repr(value)


class SolveResult(_Pair[_S, _V]):
    """Solutions and verdicts, as :func:`bitdoku.solve` returns them.

    It unpacks like a tuple, ``solution, verdict = bd.solve(puzzles)``, and compares without raising, also where it
    holds arrays. In a notebook it shows itself as boards.

    Attributes
    ----------
    solution
        In the form of the puzzles.
    verdict
        A :class:`Verdict` for one puzzle, a uint8 array for many.
    symbols
        One character for each digit, in text; None for the digits themselves.
    rules
        The rules of the call, None for classic Sudoku.
    """

    __module__ = "bitdoku"
    __slots__ = ("_puzzles", "rules", "solution", "symbols", "verdict")
    __match_args__ = ("solution", "verdict")
    # Results of arrays are mutable, so no result can be a key.
    __hash__ = None  # type: ignore[assignment]

    solution: _S
    verdict: _V
    _puzzles: list[Any]
    symbols: str | None
    rules: Any

    def __init__(
        self, solution: _S, verdict: _V, puzzles: Any = None, symbols: str | None = None, rules: Any = None
    ) -> None:
        self.solution = solution
        self.verdict = verdict
        self._puzzles = _first_puzzles(puzzles, verdict)
        self.symbols = symbols
        self.rules = rules

    def _fields(self) -> tuple[_S, _V]:
        return self.solution, self.verdict

    def __repr__(self) -> str:
        return f"SolveResult(solution={_shown(self.solution)}, verdict={self.verdict!r})"

    def _repr_html_(self) -> str:
        return html(self)


#: The number of puzzles that a notebook shows.
MAX_SHOWN = 4


def _first_puzzles(puzzles: Any, verdict: object) -> list[Any]:
    """Copies of the puzzles to show. A reference to the argument would keep all of its memory alive."""
    if puzzles is None or isinstance(puzzles, str):
        return [] if puzzles is None else [puzzles]
    if hasattr(type(puzzles), "__bitdoku__"):
        puzzles, is_candidates = puzzles.__bitdoku__(True)
        if is_candidates:
            return []
    shape = verdict.shape if isinstance(verdict, np.ndarray) else ()
    first = []
    for index in islice(np.ndindex(shape), MAX_SHOWN):
        puzzle = item_at(puzzles, index)
        first.append(np.array(puzzle) if isinstance(puzzle, np.ndarray) or hasattr(puzzle, "iloc") else puzzle)
    return first


def item_at(items: Any, index: tuple[int, ...]) -> Any:
    """An item of an array, a list, a Series or an Arrow column."""
    if isinstance(items, np.ndarray):
        return items[index]
    for i in index:
        items = (items.iloc if hasattr(items, "iloc") else items)[i]
    return items.as_py() if hasattr(items, "as_py") else items


class CheckResult(_Judgement[_B]):
    """Judgements on answers, as :func:`bitdoku.check` returns them.

    One answer gives bools, many give bool arrays with the answers' leading shape. The result itself is true where
    all answers are correct.

    Attributes
    ----------
    correct
        The answer is a solution: it respects the givens, and every house holds each digit once.
    respects_givens
        Every given stands in the answer.
    complete
        Every cell holds a digit.
    cell_errors
        Bool array of shape (…, 9, 9) or (…, 81): cells that contradict a given, clash with a peer, or hold something
        that is neither a digit nor blank. A blank cell is incomplete, not an error.
    """

    __module__ = "bitdoku"
    __slots__ = ("cell_errors", "complete", "correct", "respects_givens")
    __match_args__ = ("correct", "respects_givens", "complete", "cell_errors")
    __hash__ = None  # type: ignore[assignment]

    correct: _B
    respects_givens: _B
    complete: _B
    cell_errors: NDArray[np.bool_]

    def __init__(
        self,
        correct: _B,
        respects_givens: _B,
        complete: _B,
        cell_errors: NDArray[np.bool_],
    ) -> None:
        self.correct = correct
        self.respects_givens = respects_givens
        self.complete = complete
        self.cell_errors = cell_errors

    def _fields(self) -> tuple[Any, ...]:
        return self.correct, self.respects_givens, self.complete, self.cell_errors

    def __bool__(self) -> bool:
        return bool(np.all(np.asarray(self.correct)))

    def __reduce__(self) -> tuple[Any, ...]:
        return CheckResult, self._fields()

    def __repr__(self) -> str:
        names = ("correct", "respects_givens", "complete")
        fields = [f"{name}={getattr(self, name)!r}" for name in names]
        return f"CheckResult({', '.join(fields)}, cell_errors={int(self.cell_errors.sum())} in all)"
