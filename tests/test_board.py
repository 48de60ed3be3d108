"""`Board`: input, text, equality and immutability."""

from __future__ import annotations

import copy
import pickle
import re
from typing import Any

import numpy as np
import pytest

import bitdoku as bd
from puzzles import USUAL as PUZZLE
from puzzles import USUAL_SOLUTION as SOLUTION
from puzzles import digits

# --- input -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "puzzle",
    [
        PUZZLE.encode(),
        digits(PUZZLE).astype(">i8"),
        digits(PUZZLE).ravel().tolist(),
        str(digits(PUZZLE)),
        bd.Board(PUZZLE),
        bd.Board(PUZZLE, SOLUTION),
    ],
    ids=lambda puzzle: type(puzzle).__name__,
)
def test_one_puzzle_in_any_form(puzzle: Any) -> None:
    board = bd.Board(puzzle)
    assert np.array_equal(board.puzzle, digits(PUZZLE))


@pytest.mark.parametrize("many", [[PUZZLE, PUZZLE], np.zeros((2, 9, 9), int), np.array([PUZZLE] * 2), []])
def test_many_puzzles_are_refused(many: Any) -> None:
    with pytest.raises(bd.PuzzleError, match="one"):
        bd.Board(many)


def test_malformed_data_is_refused_with_the_name_of_the_argument() -> None:
    for puzzle, solution, place in (
        (PUZZLE.replace(".", "a", 1), None, r"puzzle.*r1c3.*'a'"),
        ([[10 if (r, c) == (4, 4) else 0 for c in range(9)] for r in range(9)], None, r"puzzle.*r5c5.*10"),
        (PUZZLE, "123", "solution"),
        (PUZZLE, "6" + SOLUTION[1:], r"solution.*r1c1.*6"),
    ):
        with pytest.raises(bd.PuzzleError, match=place):
            bd.Board(puzzle, solution)
    with pytest.raises(bd.PuzzleError) as caught:
        bd.Board(PUZZLE, "6" + SOLUTION[1:])
    assert (caught.value.index, caught.value.cell) == ((), (0, 0))
    with pytest.raises(TypeError):
        bd.Board(81)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        bd.Board(digits(PUZZLE) / 2)


@pytest.mark.parametrize("place", [(9, 0), (0, -1), (0, 0, 0), (0, 0, 10), (0,), (1, 2, 3, 4)])
def test_highlights_outside_the_board_are_refused(place: tuple[int, ...]) -> None:
    with pytest.raises(bd.PuzzleError, match="highlight"):
        bd.Board(PUZZLE, highlight=[place])  # type: ignore[list-item]


def test_colors_and_candidates_out_of_range_are_refused() -> None:
    with pytest.raises(bd.PuzzleError, match="'pink'"):
        bd.Board(PUZZLE, highlight={(0, 0): "pink"})
    for wrong in (np.full((9, 9), 512), np.full((9, 9), -1)):
        with pytest.raises(bd.PuzzleError, match=f"r1c1.*{wrong[0, 0]}"):
            bd.Board(PUZZLE, candidates=wrong)
    with pytest.raises(bd.PuzzleError, match="shape"):
        bd.Board(PUZZLE, candidates=np.zeros((9, 8), int))
    with pytest.raises(TypeError):
        bd.Board(PUZZLE, candidates=np.zeros((9, 9)))
    with pytest.raises(ValueError, match="level"):
        bd.Board(PUZZLE, candidates="some")


# --- as text ---------------------------------------------------------------------------------------------------------


def test_texts_parse_back() -> None:
    for board in (bd.Board(PUZZLE), bd.Board(PUZZLE, SOLUTION), bd.Board("." * 81)):
        for text in (str(board), board.text("ascii"), board.line(), f"  {board}\n# a comment"):
            assert np.array_equal(bd.Board(text).cells, board.cells)
        assert eval(repr(board), {"Board": bd.Board}) == board


def test_frames() -> None:
    for frame in ("box", "ascii"):
        lines = bd.Board(PUZZLE).text(frame).splitlines()
        assert [re.sub(r"[^\d.]", "", line) for line in lines if "." in line] == re.findall(".{9}", PUZZLE)
        assert {len(line) for line in lines} == {25}
    assert bd.Board(PUZZLE).text("ascii").isascii()


def test_pencilmarks_are_aligned_and_complete() -> None:
    for level in (None, "basic", "singles", "locked", "true"):
        for frame in ("box", "ascii"):
            text = bd.Board(PUZZLE, candidates=level).pencilmarks(frame)
            lines = text.splitlines()
            assert [len(line) for line in lines] == 13 * [len(lines[0])]
            bars = [[i for i, c in enumerate(line) if c in "│|"] for line in lines if line[0] in "│|"]
            assert bars == [bars[0]] * 9
            # The columns are aligned.
            starts = {tuple(m.start() for m in re.finditer(r"\d+", line)) for line in lines if line[0] in "│|"}
            assert len(starts) == 1
            read = [sum(1 << int(d) - 1 for d in word) for word in re.findall(r"\d+", text)]
            assert np.array_equal(np.reshape(read, (9, 9)), bd.candidates(PUZZLE, level=level or "basic"))


def test_pencilmarks_of_the_board_itself() -> None:
    masks = np.full((9, 9), 0b11, np.uint16)
    masks[0, 2] = 0
    words = re.findall(r"[\d!]+", bd.Board(PUZZLE, candidates=masks).pencilmarks())
    assert words[:4] == ["5", "3", "!", "12"]


# --- as a value ------------------------------------------------------------------------------------------------------


def test_boards_are_immutable() -> None:
    source = digits(PUZZLE)
    board = bd.Board(source, candidates="basic")
    source[0, 0] = 1
    assert board.puzzle[0, 0] == 5
    for array in (board.puzzle, board.cells, board.candidates, np.asarray(board)):
        assert array is not None
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1
    with pytest.raises(AttributeError):
        board.puzzle = source  # type: ignore[misc]
    with pytest.raises(AttributeError):
        board.color = "red"  # type: ignore[attr-defined]
    board.highlight[(0, 0)] = "red"
    assert board.highlight == {}


def test_boards_compare_by_value() -> None:
    boards = [
        bd.Board(PUZZLE),
        bd.Board(PUZZLE, SOLUTION),
        bd.Board(SOLUTION),
        bd.Board(PUZZLE, candidates="basic"),
        bd.Board(PUZZLE, highlight=[(0, 0)]),
        bd.Board(PUZZLE, highlight={(0, 0): "red"}),
    ]
    assert len(set(boards)) == len(boards)
    for board in boards:
        for same in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board)), bd.Board(board)):
            assert (same, hash(same), same.svg()) == (board, hash(board), board.svg())
    assert bd.Board(PUZZLE) == bd.Board(digits(PUZZLE)) == bd.Board(PUZZLE, "." * 81)
    assert bd.Board(PUZZLE) != PUZZLE
    assert bd.Board(bd.Board(PUZZLE, highlight=[(0, 0)]), SOLUTION) == bd.Board(PUZZLE, SOLUTION, highlight=[(0, 0)])


def test_a_board_is_a_puzzle_and_an_array() -> None:
    board = bd.Board(PUZZLE)
    assert bd.verdict(board) is bd.Verdict.UNIQUE
    assert np.array_equal(bd.solve(board).solution, digits(SOLUTION))
    assert np.array_equal(np.asarray(bd.Board(PUZZLE, SOLUTION)), digits(SOLUTION))
    assert np.asarray(board, dtype=np.int64).dtype == np.int64
    assert np.array(board).flags.writeable
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        with pytest.raises(ValueError, match="copy"):
            np.asarray(board, dtype=np.int64, copy=False)
