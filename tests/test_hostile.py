"""Whatever is passed for whatever argument: an answer, an error of ours, or what the object itself raises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from puzzles import EASY

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS = bd.to_array(EASY).ravel()


class OwnError(Exception):
    """What an argument raises itself."""


class Raises:
    """Every look at it raises."""

    def __getattr__(self, name: str) -> Any:
        raise OwnError(name)


class LyingArray:
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return [1, 2, 3]


class LyingStream:
    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return 5


class LyingPair:
    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return ()


class Text(str):
    __slots__ = ()


def values() -> list[Any]:
    endless: list[Any] = []
    endless.append(endless)
    numbers = [0, -1, 1, 2**63, 2**64, -(2**70), 10**5000, 1.5, float("nan"), 1j, np.int8(3), np.float64(1), True]
    texts = ["", "x", "\ud800", b"", bytes(81), bytearray(b"1" * 81), Text(EASY), "a" * 10_000, memoryview(b"1" * 81)]
    lists = [[], (), {}, set(), [None], [[]], [[[]]], endless, [EASY] * 3, [EASY, 5], [5, EASY], [DIGITS, EASY]]
    arrays = [
        np.zeros(81),
        np.zeros((81, 0), int),
        np.zeros((2, 81), int),
        np.array(EASY),
        np.array([EASY]),
        np.ma.zeros((2, 81), int),
        np.zeros((1,) * 30 + (81,), int),
        np.datetime64(0, "s"),
        DIGITS,
    ]
    others = [None, object(), Raises(), LyingArray(), LyingStream(), LyingPair(), range(81), iter([]), len, int]
    ours = [bd.Verdict.UNIQUE, bd.Board(EASY), bd.solve(EASY), bd.Transform()]
    return [*numbers, *texts, *lists, *arrays, *others, *ours]


COMMON = ("rules", "symbols", "threads", "malformed")
FUNCTIONS: dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any], tuple[str, ...]]] = {
    "solve": (bd.solve, (EASY,), {}, (*COMMON, "out", "budget")),
    "verdict": (bd.verdict, (EASY,), {}, (*COMMON, "budget")),
    "count": (bd.count, (EASY,), {"limit": 3}, (*COMMON, "limit", "budget")),
    "solutions": (lambda *a, **o: next(bd.solutions(*a, **o), None), (EASY,), {}, (*COMMON, "limit")),
    "candidates": (bd.candidates, (EASY,), {}, (*COMMON, "level")),
    "conflicts": (bd.conflicts, (EASY,), {}, COMMON),
    "check": (bd.check, (EASY, EASY), {}, COMMON),
    "canonical": (bd.canonical, (EASY,), {}, COMMON),
    "fingerprint": (bd.fingerprint, (EASY,), {}, COMMON),
    "automorphisms": (bd.automorphisms, (EASY,), {}, COMMON),
    "shuffle": (bd.shuffle, (EASY, EASY), {"seed": 1}, (*COMMON, "seed", "group", "start")),
    "random": (bd.Transform.random, (1, 1), {}, ("group",)),
    "transform": (bd.Transform(), (EASY,), {}, COMMON),
    "Transform": (bd.Transform, (), {}, ("transpose", "rows", "columns", "digits")),
    "minimize": (bd.minimize, (EASY,), {"seed": 1}, ("seed", "rules", "symbols", "threads", "budget")),
    "redundant": (bd.redundant, (EASY,), {}, ("rules", "symbols", "threads", "budget")),
    "Board": (bd.Board, (EASY, EASY), {}, ("candidates", "highlight", "symbols", "step")),
    "rate": (bd.rate, (EASY,), {}, (*COMMON, "columns", "budget", "strict")),
    "explain": (bd.explain, (EASY,), {}, ("scale", "techniques", "rules", "symbols", "budget")),
    "hint": (bd.hint, (EASY,), {}, ("scale", "techniques", "rules", "symbols", "budget")),
    "steps": (bd.steps, (EASY,), {}, ("scale", "techniques", "rules", "symbols", "budget")),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_does_worse_than_an_error(name: str) -> None:
    function, positional, named, keywords = FUNCTIONS[name]
    calls: list[tuple[list[Any], dict[str, Any]]] = []
    for value in values():
        calls += [([*positional[:i], value, *positional[i + 1 :]], named) for i in range(len(positional))]
        calls += [(list(positional), {**named, keyword: value}) for keyword in keywords]
    for arguments, options in calls:
        try:
            function(*arguments, **options)
        except (bd.Error, TypeError, ValueError, OwnError) as error:
            message = str(error)
            assert message
            assert "argument '" not in message, f"pyo3's own message: {message}"
            assert "PyAny" not in message
