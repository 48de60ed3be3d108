"""What plain uint8 arrays give, on every board: the oracle of test_boundary_forms.py, against a slow solver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from boundary.boards import BOARDS
from boundary.functions import answers_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boundary.boards import Board

SMALL = [board for board in BOARDS if board.side < 10]
#: Boards whose rearrangements can all be tried.
TINY = [board for board in BOARDS if board.plain and board.side < 9]

every_board = pytest.mark.parametrize("board", BOARDS, ids=str)


def lists(grids: np.ndarray) -> list[list[int]]:
    """Each grid as a list of n² numbers."""
    return [grid.ravel().tolist() for grid in grids]


@every_board
def test_the_boards_are_what_they_say(board: Board) -> None:
    """One solution, several, none, by the slow solver alone."""
    one, several, none = (board.solved(row) for row in range(3))
    assert len(one) == 1
    assert 2 <= len(several) <= 5
    assert none == []
    assert sum(board.conflicts(board.puzzles[2].ravel().tolist())) >= 2
    assert board.puzzles.dtype == np.uint8
    assert board.puzzles.flags.c_contiguous


@every_board
def test_solving(board: Board) -> None:
    solution, verdict = bd.solve(board.puzzles, rules=board.rules)
    assert verdict.dtype == np.uint8
    assert verdict.tolist() == [1, 2, 0]
    one, several, none = lists(solution)
    assert [one] == board.solved(0)
    # The smallest of classic and smaller boards, any of others.
    assert several in (board.solved(1)[:1] if board.plain and board.side < 10 else board.solved(1))
    assert not any(none)
    assert bd.verdict(board.puzzles, rules=board.rules).tolist() == [1, 2, 0]


@every_board
def test_counting(board: Board) -> None:
    counts = bd.count(board.puzzles, rules=board.rules)
    assert counts.dtype == np.uint64
    assert counts.tolist() == [len(board.solved(row)) for row in range(3)]
    assert bd.count(board.puzzles, rules=board.rules, limit=2).tolist() == [1, 2, 0]


@every_board
def test_all_solutions(board: Board) -> None:
    for row in range(3):
        found = list(bd.solutions(board.puzzles[row], rules=board.rules))
        assert [grid.ravel().tolist() for grid in found] == board.solved(row)
    assert len(list(bd.solutions(board.puzzles[1], rules=board.rules, limit=1))) == 1


def masks(digits: Sequence[Sequence[int]]) -> list[int]:
    """Bit k for digit k + 1."""
    return [sum(1 << digit - 1 for digit in cell) for cell in digits]


@every_board
def test_candidates(board: Board) -> None:
    dtype: Any = np.uint16 if board.digits <= 16 else np.uint32
    found = {
        level: bd.candidates(board.puzzles, level=level, rules=board.rules)
        for level in ("basic", "singles", "locked", "true")
    }
    for level in found.values():
        assert level.dtype == dtype
        assert level.shape == board.puzzles.shape
    for row in (0, 1):
        puzzle = board.puzzles[row].ravel().tolist()
        by_peers = [
            [given] if given else sorted({*range(1, board.digits + 1)} - {puzzle[peer] for peer in board.peers[cell]})
            for cell, given in enumerate(puzzle)
        ]
        basic, singles, locked, true = (level[row].ravel() for level in found.values())
        if board.cages:
            assert not (basic & ~np.array(masks(by_peers), dtype)).any()
        else:
            assert basic.tolist() == masks(by_peers)
        true_digits = [sorted({solution[cell] for solution in board.solved(row)}) for cell in range(board.area)]
        assert true.tolist() == masks(true_digits)
        # Each level removes more, and never a digit of a solution.
        assert not (true & ~locked).any()
        assert not (locked & ~singles).any()
        assert not (singles & ~basic).any()
    assert not found["true"][2].any()


@every_board
def test_conflicts(board: Board) -> None:
    found = bd.conflicts(board.puzzles, rules=board.rules)
    assert found.dtype == np.bool_
    assert lists(found) == [board.conflicts(puzzle) for puzzle in lists(board.puzzles)]


@every_board
def test_judging(board: Board) -> None:
    answers = answers_of(board)
    correct, respects, complete, errors = bd.check(board.puzzles, answers, rules=board.rules)
    for row in range(3):
        puzzle, filled = board.puzzles[row].ravel().tolist(), answers[row].ravel().tolist()
        kept = all(given in (0, digit) for given, digit in zip(puzzle, filled, strict=True))
        assert respects[row] == kept
        assert complete[row] == all(filled)
        assert correct[row] == (kept and all(filled) and board.is_solution(filled))
        changed = [digit != 0 and given not in (0, digit) for given, digit in zip(puzzle, filled, strict=True)]
        wrong = np.array(board.conflicts(filled)) | np.array(changed)
        if board.cages:
            # Cells of a cage with a wrong sum are errors too.
            assert not (wrong & ~errors[row].ravel()).any()
        else:
            assert errors[row].ravel().tolist() == wrong.tolist()
    assert correct.tolist() == [True, False, False]
    # Any value is judged, none refused.
    strange = answers.astype(np.int64)
    strange[0, 0, 0], strange[1, 0, 0] = 100, -1
    judged = bd.check(board.puzzles, strange, rules=board.rules)
    assert judged.correct.tolist() == [False, False, False]
    assert judged.cell_errors[:2, 0, 0].tolist() == [True, True]


# --- symmetry -------------------------------------------------------------------------------------------------------


def renumbered(cells: np.ndarray) -> list[int]:
    """Digits numbered in the order in which they appear, blanks as 0."""
    order = {0: 0}
    return [order.setdefault(digit, len(order)) for digit in cells.tolist()]


@pytest.mark.parametrize("board", TINY, ids=str)
def test_canonical_forms_by_definition(board: Board) -> None:
    """The smallest of all rearrangements with digits numbered as they come; those that give the puzzle itself."""
    forms = bd.canonical(board.puzzles, rules=board.rules)
    numbers = bd.automorphisms(board.puzzles, rules=board.rules)
    for row, puzzle in enumerate(board.puzzles):
        images = [renumbered(puzzle.ravel()[move]) for move in board.moves]
        assert forms[row].ravel().tolist() == min(images)
        assert numbers[row] == images.count(renumbered(puzzle.ravel()))


def rearranged(board: Board) -> np.ndarray:
    """The puzzles turned so that the rules stay, with other digits where any do."""
    grids = board.puzzles
    if board.cages:
        return grids
    digits = np.array([0, *range(board.digits, 0, -1)], np.uint8)
    turned = grids.transpose(0, 2, 1) if board.box[0] == board.box[1] else grids[:, ::-1]
    return np.ascontiguousarray(digits[turned])


@every_board
def test_classes(board: Board) -> None:
    forms = bd.canonical(board.puzzles, rules=board.rules)
    assert forms.dtype == np.uint8
    np.testing.assert_array_equal(bd.canonical(rearranged(board), rules=board.rules), forms)
    np.testing.assert_array_equal(bd.canonical(forms, rules=board.rules), forms)
    assert np.count_nonzero(forms, axis=(1, 2)).tolist() == np.count_nonzero(board.puzzles, axis=(1, 2)).tolist()
    keys = bd.fingerprint(board.puzzles, rules=board.rules)
    assert (keys.dtype, keys.shape) == (np.uint8, (3, 16))
    np.testing.assert_array_equal(bd.fingerprint(rearranged(board), rules=board.rules), keys)
    assert len({key.tobytes() for key in keys}) == 3
    numbers = bd.automorphisms(board.puzzles, rules=board.rules)
    assert numbers.dtype.kind == "u"
    np.testing.assert_array_equal(bd.automorphisms(forms, rules=board.rules), numbers)


@every_board
def test_shuffling(board: Board) -> None:
    answers = answers_of(board)
    first, second = bd.shuffle(board.puzzles, answers, seed=5, rules=board.rules)
    np.testing.assert_array_equal(bd.shuffle(board.puzzles, seed=5, rules=board.rules), first)
    np.testing.assert_array_equal(
        bd.canonical(first, rules=board.rules), bd.canonical(board.puzzles, rules=board.rules)
    )
    # The same move on both: the answers fit as before.
    assert bd.check(first, second, rules=board.rules).correct.tolist() == [True, False, False]
    assert board.is_solution(second[0].ravel().tolist())
    if board.plain:
        assert (first != board.puzzles).any(axis=(1, 2)).all()
        assert (bd.shuffle(board.puzzles, seed=6, rules=board.rules) != first).any()


# --- fewer clues ----------------------------------------------------------------------------------------------------


def without(puzzle: list[int], cell: int) -> list[int]:
    return [*puzzle[:cell], 0, *puzzle[cell + 1 :]]


def number(board: Board, puzzle: list[int]) -> int:
    """The number of solutions, at most 6."""
    try:
        return len(board.solutions(puzzle, 5))
    except ValueError:
        return 6


@pytest.mark.parametrize("board", SMALL, ids=str)
def test_minimizing(board: Board) -> None:
    start = np.array(board.solved(0), np.uint8).reshape(1, board.side, board.side).repeat(2, axis=0)
    made = bd.minimize(start, seed=5, rules=board.rules)
    assert made.dtype == np.uint8
    for small in made:
        puzzle = small.ravel().tolist()
        assert all(digit in (0, full) for digit, full in zip(puzzle, start[0].ravel().tolist(), strict=True))
        if board.side < 9:
            assert board.solutions(puzzle) == board.solved(0)
            assert all(number(board, without(puzzle, cell)) > 1 for cell in np.flatnonzero(small).tolist())
    assert (made[0] != made[1]).any()
    assert bd.verdict(made, rules=board.rules).tolist() == [1, 1]
    assert not bd.redundant(made, rules=board.rules).any()


@pytest.mark.parametrize("board", [board for board in SMALL if not board.diagonals], ids=str)
def test_redundant_givens(board: Board) -> None:
    found = bd.redundant(board.puzzles, rules=board.rules)
    assert found.dtype == np.bool_
    assert not found[board.puzzles == 0].any()
    for row in (0, 1):
        puzzle = board.puzzles[row].ravel().tolist()
        for cell in np.flatnonzero(board.puzzles[row]).tolist():
            same = number(board, without(puzzle, cell)) == len(board.solved(row))
            assert found[row].ravel()[cell] == same


@pytest.mark.parametrize("board", [board for board in BOARDS if board.side < 25], ids=str)
def test_generated_puzzles_are_answered_like_their_array(board: Board) -> None:
    """Puzzles of side 25 take minutes to make."""
    made: Any = bd.generate(2, seed=3, rules=board.rules)
    solution, verdict = bd.solve(made, rules=board.rules)
    np.testing.assert_array_equal(solution, made.solution)
    assert verdict.tolist() == [1, 1]
    np.testing.assert_array_equal(bd.solve(made).solution, made.solution)
    assert bd.check(made, made.solution, rules=board.rules).correct.tolist() == [True, True]
