"""What type checkers know of :func:`bitdoku.solve` in every form; read by mypy and pyright, never run.

``Digits | Any`` is the verdict of what holds one puzzle or many, which types do not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, assert_type

import numpy as np
from numpy.typing import NDArray

import bitdoku as bd
from bitdoku import SolveResult, Verdict

if TYPE_CHECKING:
    from bitdoku import Puzzles

Digits: TypeAlias = NDArray[np.uint8]


def text(line: str, data: bytes, buffer: bytearray) -> None:
    assert_type(bd.solve("." * 81), SolveResult[str, Verdict])
    assert_type(bd.solve(line), SolveResult[str, Verdict])
    assert_type(bd.solve(data), SolveResult[bytes, Verdict])
    assert_type(bd.solve(buffer), SolveResult[bytearray, Verdict])
    assert_type(bd.solve(np.str_(line)), SolveResult[str, Verdict])
    assert_type(bd.solve(line, rules="x", symbols="ABCDEFGHI", budget=100, malformed="mark").solution, str)


def texts(lines: list[str], data: list[bytes], pair: tuple[str, str], several: tuple[bytes, ...]) -> None:
    assert_type(bd.solve(lines), SolveResult[list[str], Digits])
    assert_type(bd.solve([*lines, "." * 81]), SolveResult[list[str], Digits])
    assert_type(bd.solve(data), SolveResult[list[bytes], Digits])
    assert_type(bd.solve(pair), SolveResult[tuple[str, str], Digits])
    assert_type(bd.solve(several), SolveResult[tuple[bytes, ...], Digits])


def texts_with_nulls(lines: list[str | None], some: Sequence[str], strings: list[np.str_]) -> None:
    assert_type(bd.solve(lines, malformed="mark").solution, Sequence[str])
    assert_type(bd.solve(lines).verdict, Digits)
    assert_type(bd.solve(some).solution, Sequence[str])
    assert_type(bd.solve(strings).solution, Sequence[str])


def characters(grid: list[list[str]], grids: list[list[list[str]]]) -> None:
    assert_type(bd.solve(grid), SolveResult[list[list[str]], Verdict])
    assert_type(bd.solve(grids), SolveResult[list[list[list[str]]], Digits])


def arrays(
    small: NDArray[np.int8],
    large: NDArray[np.uint64],
    whole: NDArray[np.int64],
    some: NDArray[np.integer[Any]],
    floats: NDArray[np.float32],
    digits: Digits,
) -> None:
    """Any integers come in, uint8 comes out."""
    assert_type(bd.solve(small).solution, Digits)
    assert_type(bd.solve(large).solution, Digits)
    assert_type(bd.solve(whole), SolveResult[Digits, Digits | Any])
    assert_type(bd.solve(some).solution, Digits)
    assert_type(bd.solve(floats).solution, Digits)
    assert_type(bd.solve(digits, out=digits).solution, Digits)
    assert_type(bd.solve(np.zeros((3, 9, 9), np.int64)).solution, Digits)
    assert_type(bd.solve(np.zeros(81, np.uint8)).solution, Digits)
    solution, verdict = bd.solve(whole)
    assert_type(solution, Digits)
    # The usual things to do with verdicts, without a word about one puzzle.
    solution[verdict == Verdict.UNIQUE].tolist()
    verdict.tolist()
    bool((verdict == 1).all())


def arrays_of_text(
    strings: NDArray[np.str_],
    data: NDArray[np.bytes_],
    variable: np.ndarray[tuple[int], np.dtypes.StringDType],
    objects: NDArray[np.object_],
) -> None:
    assert_type(bd.solve(strings), SolveResult[NDArray[np.str_], Digits | Any])
    assert_type(bd.solve(data), SolveResult[NDArray[np.bytes_], Digits | Any])
    assert_type(bd.solve(variable), SolveResult[np.ndarray[tuple[int], np.dtypes.StringDType], Digits | Any])
    # Text, or numbers and None.
    assert_type(bd.solve(objects), SolveResult[Any, Any])


def nested(
    flat: list[int],
    blanks: list[int | None],
    grid: list[list[int]],
    rows: tuple[tuple[int, ...], ...],
    grids: list[list[list[int]]],
    gaps: list[list[int | None]],
    floats: list[list[float]],
    deeper: list[list[list[list[int]]]],
    arrays: list[Digits],
    wide: list[NDArray[np.int64]],
    rows_of_arrays: list[list[NDArray[np.int16]]],
) -> None:
    assert_type(bd.solve(flat), SolveResult[Digits, Verdict])
    assert_type(bd.solve([0] * 81), SolveResult[Digits, Verdict])
    assert_type(bd.solve(range(81)), SolveResult[Digits, Verdict])
    assert_type(bd.solve(blanks), SolveResult[Digits, Verdict])
    assert_type(bd.solve(grid), SolveResult[Digits, Digits | Any])
    assert_type(bd.solve([[0] * 9] * 9), SolveResult[Digits, Digits | Any])
    assert_type(bd.solve(rows), SolveResult[Digits, Digits | Any])
    assert_type(bd.solve(gaps), SolveResult[Digits, Digits | Any])
    assert_type(bd.solve(floats), SolveResult[Digits, Digits | Any])
    assert_type(bd.solve(grids), SolveResult[Digits, Digits])
    assert_type(bd.solve(deeper), SolveResult[Digits, Digits])
    assert_type(bd.solve(arrays), SolveResult[Digits, Digits | Any])
    assert_type(bd.solve(wide), SolveResult[Digits, Digits | Any])
    assert_type(bd.solve(rows_of_arrays), SolveResult[Digits, Digits])


class Tensor:
    """Makes an array of itself."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[np.int64]:
        return np.zeros(81, np.int64)


def ours(board: bd.Board, made: bd.Puzzles, rows: Puzzles, masks: bd.Pencilmarks, tensor: Tensor) -> None:
    assert_type(bd.solve(board), SolveResult[Digits, Verdict])
    assert_type(bd.solve([board]), SolveResult[Digits, Digits])
    assert_type(bd.solve((board, board)), SolveResult[Digits, Digits])
    assert_type(bd.solve(made), SolveResult[Digits, Digits])
    assert_type(bd.solve(made[:5]), SolveResult[Digits, Digits])
    assert_type(bd.solve(rows), SolveResult[Digits, Digits])
    assert_type(bd.solve(masks), SolveResult[Digits, Digits | Any])
    assert_type(bd.solve([masks]), SolveResult[Digits, Digits | Any])
    assert_type(bd.solve(tensor), SolveResult[Digits, Digits | Any])
    puzzle, solution = made[0]
    assert_type(puzzle, Digits)
    assert_type(solution, Digits | Any)
    assert_type(bd.solve(puzzle).solution, Digits)


def unpacked(
    line: str,
    lines: list[str],
    flat: list[int],
    array: NDArray[np.int64],
) -> None:
    """Both parts are known, also without the type of the result around them."""
    solution1, verdict1 = bd.solve(line)
    assert_type(solution1, str)
    assert_type(verdict1, Verdict)
    solution2, verdict2 = bd.solve(lines)
    assert_type(solution2, list[str])
    assert_type(verdict2, Digits)
    solution3, verdict3 = bd.solve(flat)
    assert_type(solution3, Digits)
    assert_type(verdict3, Verdict)
    solution4, verdict4 = bd.solve(array)
    assert_type(solution4, Digits)
    assert_type(verdict4, Digits | Any)


def results(result: SolveResult[str, Verdict], many: SolveResult[Digits, Digits]) -> None:
    """A result is a pair, as far as types know."""
    assert_type(result[0], str)
    assert_type(result[1], Verdict)
    assert_type(result[-1], Verdict)
    assert_type(result.solution, str)
    assert_type(result.verdict, Verdict)
    assert_type(len(many), int)
    match result:
        case SolveResult(solution, Verdict.UNIQUE):
            solution.strip(".")
        case _:
            pass
    pair: tuple[str, Verdict] = result
    assert_type(SolveResult("", Verdict.UNIQUE), SolveResult[str, Verdict])
    assert_type(pair == result, bool)
