"""Puzzles given by candidates (Sukaku): texts with a character for each digit of each cell, and ``bd.Pencilmarks``.

A given is a cell with one candidate, a blank one with all: such pencil marks mean the same as the puzzle, whose answers
are the oracle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from boundary.boards import BOARDS, DIGITS
from boundary.form import cells

if TYPE_CHECKING:
    from boundary.boards import Board

every_board = pytest.mark.parametrize("board", BOARDS, ids=str)

#: Boards where the solution of several is the smallest, not just any.
SMALLEST = [board for board in BOARDS if board.plain and board.side < 10]


def rules(board: Board) -> dict[str, Any]:
    return {} if board.rules is None else {"rules": board.rules}


def masks(board: Board) -> np.ndarray:
    """The three puzzles as masks (3, n, n), bit k for digit k + 1."""
    everything = (1 << board.digits) - 1
    given = np.int64(1) << np.maximum(board.puzzles.astype(np.int64) - 1, 0)
    grids = np.where(board.puzzles > 0, given, everything)
    return grids.astype(np.uint16 if board.digits <= 16 else np.uint32)


def lines(board: Board, blank: str = ".") -> list[str]:
    """The three puzzles as texts: for each cell each digit, or a blank."""
    return [
        "".join(
            DIGITS[digit + 1] if mask >> digit & 1 else blank
            for mask in grid.ravel().tolist()
            for digit in range(board.digits)
        )
        for grid in masks(board)
    ]


FORMS = [
    "masks",
    "flat masks",
    "int64 masks",
    "list of masks",
    "list",
    "tuple",
    "bytes",
    "numpy U",
    "numpy objects",
    "zeros",
]


def many(board: Board, form: str) -> Any:
    """The three puzzles."""
    grids = masks(board)
    match form:
        case "masks":
            return bd.Pencilmarks(grids)
        case "flat masks":
            return bd.Pencilmarks(grids.reshape(3, -1))
        case "int64 masks":
            return bd.Pencilmarks(np.asfortranarray(grids.astype(">i8")))
        case "list of masks":
            return [bd.Pencilmarks(grid) for grid in grids]
        case "list":
            return lines(board)
        case "tuple":
            return tuple(lines(board))
        case "bytes":
            return [line.encode() for line in lines(board)]
        case "numpy U":
            return np.array(lines(board))
        case "numpy objects":
            return np.array(lines(board), object)
        case "zeros":
            return lines(board, "0")
    raise ValueError(form)


def grids_of(result: Any, form: str, board: Board) -> np.ndarray:
    """The digits of a result: arrays for masks, texts of n² characters for texts."""
    if "masks" in form:
        assert (type(result), result.dtype) == (np.ndarray, np.uint8)
        assert result.shape == ((3, board.area) if form == "flat masks" else (3, board.side, board.side))
        return np.reshape(result, (3, board.side, board.side))
    kind: Any = {"tuple": tuple, "numpy U": np.ndarray, "numpy objects": np.ndarray}.get(form, list)
    assert type(result) is kind
    assert {type(line) for line in result} <= {bytes if form == "bytes" else str, np.str_}
    return cells(list(result), board)


@every_board
@pytest.mark.parametrize("form", FORMS)
def test_pencil_marks_have_the_solutions_of_their_puzzle(form: str, board: Board) -> None:
    puzzles = many(board, form)
    solution, verdict = bd.solve(puzzles, **rules(board))
    assert verdict.dtype == np.uint8
    assert verdict.tolist() == [1, 2, 0]
    one, several, none = (grid.ravel().tolist() for grid in grids_of(solution, form, board))
    assert [one] == board.solved(0)
    assert several in (board.solved(1)[:1] if board in SMALLEST else board.solved(1))
    assert not any(none)
    assert bd.verdict(puzzles, **rules(board)).tolist() == [1, 2, 0]
    assert bd.count(puzzles, **rules(board)).tolist() == [len(board.solved(row)) for row in range(3)]


@every_board
def test_one_puzzle_of_pencil_marks(board: Board) -> None:
    for row in range(3):
        grid = masks(board)[row]
        for puzzle in (bd.Pencilmarks(grid), bd.Pencilmarks(grid.ravel()), lines(board)[row]):
            solution, verdict = bd.solve(puzzle, **rules(board))
            assert verdict is bd.Verdict((1, 2, 0)[row])
            assert type(bd.count(puzzle, **rules(board))) is int
            found = list(bd.solutions(puzzle, **rules(board)))
            assert [digits(item, board) for item in found] == board.solved(row)
            assert digits(solution, board) in (board.solved(row) or [[0] * board.area])


def digits(grid: Any, board: Board) -> list[int]:
    numbers: list[int] = (cells([grid], board) if isinstance(grid, str) else grid).ravel().tolist()
    return numbers


@every_board
@pytest.mark.parametrize("form", ["masks", "flat masks", "list"])
def test_candidates_of_pencil_marks(form: str, board: Board) -> None:
    found = {
        level: bd.candidates(many(board, form), level=level, **rules(board)).reshape(board.puzzles.shape)
        for level in ("basic", "singles", "locked", "true")
    }
    wanted = bd.candidates(board.puzzles, level="true", **rules(board))
    np.testing.assert_array_equal(found["true"], wanted)
    for level in found.values():
        assert level.dtype == wanted.dtype
    given = masks(board)
    for row in (0, 1):
        basic, singles, locked, true = (level[row] for level in found.values())
        assert not (basic & ~given[row]).any()
        assert not (singles & ~basic).any()
        assert not (locked & ~singles).any()
        assert not (true & ~locked).any()


@every_board
def test_fewer_candidates_have_fewer_solutions(board: Board) -> None:
    """Pencil marks say more than givens can: one solution is left out, by a candidate of a blank cell."""
    first, second, *_ = board.solved(1)
    cell = next(i for i in range(board.area) if first[i] != second[i])
    grid = masks(board)[1].ravel()
    grid[cell] &= ~grid.dtype.type(1 << first[cell] - 1)
    left = [solution for solution in board.solved(1) if solution[cell] != first[cell]]
    assert bd.count(bd.Pencilmarks(grid), **rules(board)) == len(left)
    found = [digits(item, board) for item in bd.solutions(bd.Pencilmarks(grid), **rules(board))]
    assert found == left
    # A cell without candidates is no malformed one: there is no solution.
    grid[cell] = 0
    assert bd.verdict(bd.Pencilmarks(grid), **rules(board)) is bd.Verdict.NO_SOLUTION


@every_board
def test_marks_beyond_the_digits(board: Board) -> None:
    grids = masks(board).astype(np.int64)
    for value in (1 << board.digits, -1):
        grids[1, 1, 2] = value
        with pytest.raises(bd.PuzzleError, match=str(value)) as caught:
            bd.verdict(bd.Pencilmarks(grids), **rules(board))
        assert (caught.value.index, caught.value.cell) == ((1,), (1, 2))
        marked = bd.verdict(bd.Pencilmarks(grids), malformed="mark", **rules(board))
        assert marked.tolist() == [1, 255, 0]


@every_board
def test_functions_of_givens_refuse_pencil_marks(board: Board) -> None:
    for call in (
        bd.canonical,
        bd.fingerprint,
        bd.automorphisms,
        lambda puzzles, **options: bd.shuffle(puzzles, seed=1, **options),
        lambda puzzles, **options: bd.minimize(puzzles, seed=1, **options),
        bd.redundant,
    ):
        for puzzles in (bd.Pencilmarks(masks(board)), lines(board)):
            with pytest.raises((TypeError, bd.PuzzleError)):
                call(puzzles, **rules(board))


@pytest.mark.parametrize("wrong", [np.zeros((9, 9)), np.zeros((9, 9), bool), [["1"]], None])
def test_masks_are_integers(wrong: Any) -> None:
    with pytest.raises(TypeError, match="integers"):
        bd.Pencilmarks(wrong)


@every_board
def test_masks_of_another_side(board: Board) -> None:
    n = board.side
    with pytest.raises(bd.PuzzleError, match=rf"\(3, {n}, {n + 1}\)"):
        bd.verdict(bd.Pencilmarks(np.zeros((3, n, n + 1), np.int64)), **rules(board))
