"""The commonest mistakes, each with the whole message: one sentence that says what is wrong and what to do."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from puzzles import EASY, HARD, HARD_SOLUTION

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DIGITS = HARD.replace(".", "0")
EXPECTED = (
    "expected text, numbers (an array, a DataFrame or nested lists), or many texts (a list, array, Series or Arrow "
    "column)"
)
NAMES = "'x', 'diagonals', 'windoku', 'disjoint-groups', 'anti-knight', 'anti-king', 'non-consecutive', and Rules(…)"


def solve(*arguments: Any, **options: Any) -> Callable[[], Any]:
    return lambda: bd.solve(*arguments, **options)


def frame() -> Any:
    pandas = pytest.importorskip("pandas")
    return bd.solve(pandas.DataFrame({"puzzle": [HARD], "solution": [HARD_SOLUTION]}))


def objects() -> Any:
    arrays = np.empty(2, object)
    arrays[:] = [np.zeros(81, int), np.zeros(80, int)]
    return bd.solve(arrays)


#: What is done, the class of the error, and its message.
MISTAKES: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    # Text.
    "80 characters": (solve(HARD[1:]), bd.PuzzleError, "puzzles: the text holds 80 cells; expected 81"),
    "82 characters": (solve(HARD + "."), bd.PuzzleError, "puzzles: the text holds 82 cells; expected 81"),
    "an empty text": (solve(""), bd.PuzzleError, "puzzles: the text holds 0 cells; expected 81"),
    "text of 16x16 without rules": (
        solve("." * 256),
        bd.PuzzleError,
        "puzzles: the text holds 256 cells; expected 81; boards of other sizes need rules, such as '16x16'",
    ),
    "a line of a file with its solution": (
        solve(f"{HARD},{HARD_SOLUTION}"),
        bd.PuzzleError,
        "puzzles: a second board begins at line 1, column 83; expected one puzzle in a text, so split it there",
    ),
    "bytes of several lines": (
        solve(f"{HARD}\n{EASY}\n".encode()),
        bd.PuzzleError,
        "puzzles: a second board begins at line 2, column 1; expected one puzzle in a text, so split it there",
    ),
    "a path": (
        solve("puzzles.csv"),
        bd.PuzzleError,
        "puzzles: 'puzzles.csv' is the name of a file; expected its contents, bd.datasets.read('puzzles.csv')",
    ),
    "another blank": (
        solve(HARD.replace(".", "-")),
        bd.PuzzleError,
        "puzzles: cell (0, 1) holds '-' at line 1, column 2; expected a digit or one of the blanks . 0 _ * ? x X",
    ),
    "raw bytes": (
        solve(bytes(81)),
        bd.PuzzleError,
        "puzzles: bytes below 10; bytes are read as text, so pass raw digits as np.frombuffer(data, np.uint8)",
    ),
    "rows of a board": (
        solve([HARD[k : k + 9] for k in range(0, 81, 9)]),
        bd.PuzzleError,
        "puzzles is 9 texts of 9 characters; for one puzzle, join them: ''.join(puzzles), or pass rules='9x9'",
    ),
    # Numbers.
    "a wrong shape": (
        solve(np.zeros((9, 8), int)),
        bd.PuzzleError,
        "puzzles has shape (9, 8); expected (…, 9, 9) or (…, 81)",
    ),
    "16x16 without rules": (
        solve(np.zeros((16, 16), int)),
        bd.PuzzleError,
        "puzzles has shape (16, 16); expected (…, 9, 9) or (…, 81); boards of other sizes need rules, such as "
        "rules='16x16'",
    ),
    "-1 for blanks": (solve(np.full((9, 9), -1)), bd.PuzzleError, "puzzles: cell (0, 0) holds -1; expected 0..9"),
    "a digit too large": (solve([[10] * 9] * 9), bd.PuzzleError, "puzzles: cell (0, 0) holds 10; expected 0..9"),
    "bools": (
        solve(np.zeros((9, 9), bool)),
        TypeError,
        "puzzles has dtype bool; expected integers, or whole floats: convert with puzzles.astype(np.uint8)",
    ),
    "a one-hot array of bools": (
        solve(np.zeros((9, 9, 9), bool)),
        TypeError,
        "puzzles has dtype bool; expected integers, or whole floats: convert with puzzles.astype(np.uint8)",
    ),
    "complex numbers": (
        solve(np.zeros((9, 9), complex)),
        TypeError,
        "puzzles has dtype complex128; expected integers, or whole floats: convert with puzzles.astype(np.uint8)",
    ),
    "fractions": (
        solve(np.full((9, 9), 1.5)),
        TypeError,
        "puzzles: cell (0, 0) holds 1.5; expected whole numbers: convert with .astype(np.uint8)",
    ),
    "a masked array": (
        solve(np.ma.masked_equal(np.zeros((9, 9), int), 0)),
        TypeError,
        "puzzles is a masked array: fill it first, with puzzles.filled(0) for blanks",
    ),
    "arrays of different sizes": (objects, bd.PuzzleError, "puzzles[1]: 80 cells; expected 81"),
    "an integer": (
        solve(int(DIGITS)),
        TypeError,
        f"puzzles is int; {EXPECTED}: write a puzzle as text, f'{{number:081}}'",
    ),
    "integers of a CSV file": (
        solve([int(DIGITS)] * 2),
        bd.PuzzleError,
        "puzzles holds the number 80000000000360000007…; expected 81 digits, or text, "
        "[f'{number:081}' for number in puzzles]",
    ),
    "digits as text among numbers": (
        solve([5, "3"] + [0] * 79),
        TypeError,
        "puzzles[1] is text among numbers; expected an integer",
    ),
    "numbers among text": (solve(["5", 3]), TypeError, "puzzles[1] is int; expected str as in the rows before"),
    # Other objects.
    "None": (solve(None), TypeError, f"puzzles is NoneType; {EXPECTED}"),
    "None among rows": (solve([HARD, None]), bd.PuzzleError, "puzzles[1]: a null; expected a puzzle"),
    "an iterator": (
        solve(iter([HARD])),
        TypeError,
        f"puzzles is list_iterator; {EXPECTED}: make it a list, list(puzzles)",
    ),
    "a generator": (
        solve(text for text in [HARD]),
        TypeError,
        f"puzzles is generator; {EXPECTED}: make it a list, list(puzzles)",
    ),
    "a set": (solve({HARD}), TypeError, f"puzzles is set; {EXPECTED}: make it a list, list(puzzles)"),
    "a dict": (solve({"puzzle": HARD}), TypeError, f"puzzles is dict; {EXPECTED}: pass one of its values"),
    "a Path": (
        solve(type("Path", (), {"__fspath__": lambda self: "a.csv"})()),
        TypeError,
        f"puzzles is Path; {EXPECTED}: read files with bd.datasets.read",
    ),
    "a file": (
        solve(io.StringIO(HARD)),
        TypeError,
        f"puzzles is StringIO; {EXPECTED}: read files with bd.datasets.read",
    ),
    "a result": (lambda: bd.solve(bd.solve(HARD)), TypeError, f"puzzles is SolveResult; {EXPECTED}: pass its solution"),
    "a frame for a column": (
        frame,
        TypeError,
        "puzzles is a DataFrame of shape (1, 2); expected (9, 9) for one puzzle, or 81 columns of numbers: pass a "
        "column of texts as such, puzzles['name']",
    ),
    # Options.
    "a name of rules with a slip": (
        solve(HARD, rules="windokku"),
        bd.RulesError,
        f"unknown rules 'windokku' (do you mean 'windoku'?); expected sizes such as '16x16', {NAMES}",
    ),
    "a name of rules without its hyphen": (
        solve(HARD, rules="antiknight"),
        bd.RulesError,
        f"unknown rules 'antiknight' (do you mean 'anti-knight'?); expected sizes such as '16x16', {NAMES}",
    ),
    "rules that need clues": (
        solve(HARD, rules="killer"),
        bd.RulesError,
        f"unknown rules 'killer'; expected sizes such as '16x16', {NAMES}",
    ),
    "a size as a number": (
        solve(HARD, rules=16),
        bd.RulesError,
        "rules are 16; expected a name such as '16x16' or 'x', or Rules(…)",
    ),
    "symbols of 16x16 without rules": (
        solve(np.zeros((16, 16), int), symbols="0123456789ABCDEF"),
        ValueError,
        "symbols is '0123456789ABCDEF': 16 characters; expected 9 different characters, the first for 1; boards of "
        "other sizes need rules, such as rules='16x16'",
    ),
    "no threads": (solve(HARD, threads=0), ValueError, "threads is 0; expected at least 1"),
    "a negative seed": (lambda: bd.generate(1, seed=-1), ValueError, "seed is -1; expected at least 0"),
    "a seed of text": (
        lambda: bd.generate(1, seed="lucky"),  # type: ignore[arg-type]
        TypeError,
        "seed is str; expected a whole number, a numpy SeedSequence or Generator, or None",
    ),
    "a number of puzzles with a fraction": (
        lambda: bd.generate(1e6),  # type: ignore[arg-type]
        TypeError,
        "n is float; expected a whole number",
    ),
    "too few clues": (
        lambda: bd.generate(1, clues=16),
        bd.GenerationError,
        "no puzzle with 16 clues has exactly one solution; the fewest are 17",
    ),
    "a level with a slip": (
        lambda: bd.generate(1, difficulty="dificult"),
        ValueError,
        "level is 'dificult'; expected 'easy', 'medium', 'hard', 'unfair' or 'extreme'",
    ),
    "a budget in seconds": (
        solve(HARD, budget=0.5),
        TypeError,
        "budget is neither a whole number of search nodes nor a datetime.timedelta",
    ),
    "out= of another type": (
        solve(np.zeros((9, 9), int), out=np.zeros((9, 9), int)),
        TypeError,
        "out is an array of int64; expected a numpy array of uint8",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_has_a_sentence(name: str) -> None:
    function, kind, message = MISTAKES[name]
    with pytest.raises(kind) as caught:
        function()
    assert type(caught.value) is kind
    assert str(caught.value) == message


def test_what_is_no_mistake() -> None:
    """Shapes that could be meant otherwise are many flat puzzles, or many boards."""
    assert bd.verdict(np.zeros((9, 9, 9), int)).shape == (9,)
    assert bd.verdict(np.zeros((9, 81), int)).shape == (9,)
    torch = pytest.importorskip("torch")
    assert bd.verdict(torch.zeros(9, 9, dtype=torch.int)) == 2


def test_a_real_path(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"puzzles.*datasets\.read"):
        bd.solve(tmp_path / "rows.csv")  # type: ignore[call-overload]
