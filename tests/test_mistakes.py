"""The commonest mistakes: each is an error of the right class, which names what is wrong or what to do instead."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from puzzles import EASY, HARD, HARD_SOLUTION

if TYPE_CHECKING:
    from collections.abc import Callable

NUMBER = int(HARD.replace(".", "0"))


def solve(*arguments: Any, **options: Any) -> Callable[[], Any]:
    return lambda: bd.solve(*arguments, **options)


def frame() -> Any:
    pandas = pytest.importorskip("pandas")
    return bd.solve(pandas.DataFrame({"puzzle": [HARD], "solution": [HARD_SOLUTION]}))


def objects() -> Any:
    arrays = np.empty(2, object)
    arrays[:] = [np.zeros(81, int), np.zeros(80, int)]
    return bd.solve(arrays)


#: A call, the class of its error, and words of the message.
MISTAKES: dict[str, tuple[Callable[[], Any], type[Exception], list[str]]] = {
    # Text.
    "80 characters": (solve(HARD[1:]), bd.PuzzleError, ["80", "81"]),
    "82 characters": (solve(HARD + "."), bd.PuzzleError, ["82", "81"]),
    "text of 16x16 without rules": (solve("." * 256), bd.PuzzleError, ["256", "'16x16'"]),
    "a line of a file with its solution": (solve(f"{HARD},{HARD_SOLUTION}"), bd.PuzzleError, ["line 1, column 83"]),
    "bytes of several lines": (solve(f"{HARD}\n{EASY}\n".encode()), bd.PuzzleError, ["line 2, column 1"]),
    "a path": (solve("puzzles.csv"), bd.PuzzleError, ["bd.datasets.read('puzzles.csv')"]),
    "another blank": (solve(HARD.replace(".", "~")), bd.PuzzleError, ["r1c2", "'~'", "line 1, column 2"]),
    "raw bytes": (solve(bytes(81)), bd.PuzzleError, ["np.frombuffer"]),
    "rows of a board": (solve([HARD[k : k + 9] for k in range(0, 81, 9)]), bd.PuzzleError, ["join", "rules='9x9'"]),
    # Numbers.
    "a wrong shape": (solve(np.zeros((9, 8), int)), bd.PuzzleError, ["(9, 8)"]),
    "16x16 without rules": (solve(np.zeros((16, 16), int)), bd.PuzzleError, ["(16, 16)", "rules='16x16'"]),
    "-1 for blanks": (solve(np.full((9, 9), -1)), bd.PuzzleError, ["r1c1", "-1"]),
    "bools": (solve(np.zeros((9, 9), bool)), TypeError, ["bool", "astype"]),
    "fractions": (solve(np.full((9, 9), 1.5)), TypeError, ["r1c1", "1.5", "astype"]),
    "a masked array": (solve(np.ma.masked_equal(np.zeros((9, 9), int), 0)), TypeError, ["puzzles.filled(0)"]),
    "arrays of different sizes": (objects, bd.PuzzleError, ["puzzles[1]", "80"]),
    "an integer": (solve(NUMBER), TypeError, ["puzzles is int", "f'{number:081}'"]),
    "integers of a CSV file": (solve([NUMBER] * 2), bd.PuzzleError, [str(NUMBER)[:20], "f'{number:081}'"]),
    "digits as text among numbers": (solve([5, "3"] + [0] * 79), TypeError, ["puzzles[1]"]),
    "numbers among text": (solve(["5", 3]), TypeError, ["puzzles[1]"]),
    # Other objects.
    "None": (solve(None), TypeError, ["puzzles is NoneType"]),
    "None among rows": (solve([HARD, None]), bd.PuzzleError, ["puzzles[1]", "null"]),
    "a generator": (solve(text for text in [HARD]), TypeError, ["list(puzzles)"]),
    "a set": (solve({HARD}), TypeError, ["list(puzzles)"]),
    "a dict": (solve({"puzzle": HARD}), TypeError, ["puzzles is dict"]),
    "a Path": (solve(Path("rows.csv")), TypeError, ["bd.datasets.read"]),
    "a file": (solve(io.StringIO(HARD)), TypeError, ["bd.datasets.read"]),
    "a result": (lambda: bd.solve(bd.solve(HARD)), TypeError, ["SolveResult", "solution"]),
    "a frame for a column": (frame, TypeError, ["(1, 2)", "puzzles['name']"]),
    # Options.
    "a name of rules with a slip": (solve(HARD, rules="windokku"), bd.RulesError, ["'windokku'", "'windoku'"]),
    "a name of rules without its hyphen": (solve(HARD, rules="antiknight"), bd.RulesError, ["'anti-knight'"]),
    "rules that need clues": (solve(HARD, rules="killer"), bd.RulesError, ["'killer'", "compose(n, kind=…)"]),
    "a size as a number": (solve(HARD, rules=16), bd.RulesError, ["16", "'16x16'"]),
    "symbols of 16x16 without rules": (
        solve(np.zeros((16, 16), int), symbols="0123456789ABCDEF"),
        ValueError,
        ["symbols", "rules='16x16'"],
    ),
    "no threads": (solve(HARD, threads=0), ValueError, ["threads"]),
    "a negative seed": (lambda: bd.generate(1, seed=-1), ValueError, ["seed"]),
    "a seed of text": (lambda: bd.generate(1, seed="lucky"), TypeError, ["seed"]),  # type: ignore[arg-type]
    "a number of puzzles with a fraction": (lambda: bd.generate(1e6), TypeError, ["n is"]),  # type: ignore[arg-type]
    "too few clues": (lambda: bd.generate(1, clues=16), bd.GenerationError, ["16", "17"]),
    "a level with a slip": (lambda: bd.generate(1, difficulty="dificult"), ValueError, ["'dificult'", "'hard'"]),
    "a budget in seconds": (solve(HARD, budget=0.5), TypeError, ["budget", "timedelta"]),
    "out= of another type": (solve(np.zeros((9, 9), int), out=np.zeros((9, 9), int)), TypeError, ["out", "uint8"]),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named(name: str) -> None:
    function, kind, words = MISTAKES[name]
    with pytest.raises(kind) as caught:
        function()
    message = str(caught.value)
    assert type(caught.value) is kind
    assert "\n" not in message
    assert [word for word in words if word not in message] == []


def test_tensors() -> None:
    torch = pytest.importorskip("torch")
    assert bd.verdict(torch.zeros(9, 9, dtype=torch.int)) == 2
