"""Classes under other rules, against numbers that others counted and against all moves done one by one."""

from __future__ import annotations

import math
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import rules as r

if TYPE_CHECKING:
    from collections.abc import Callable


def line_orders(size: int, groups: int) -> np.ndarray:
    """Every order of lines that keeps groups of them together, (K, size * groups)."""
    within = [*permutations(range(size))]
    return np.array(
        [
            [group * size + line for group, order in zip(outer, inner, strict=True) for line in order]
            for outer in permutations(range(groups))
            for inner in product(within, repeat=groups)
        ]
    )


def every_move(height: int, width: int) -> np.ndarray:
    """Every move of a plain board: for each cell of the result the cell of the source, (K, n²)."""
    side = height * width
    rows, columns = line_orders(height, width), line_orders(width, height)
    moves: np.ndarray = (side * rows[:, None, :, None] + columns[None, :, None, :]).reshape(-1, side * side)
    if height != width:
        return moves
    return np.concatenate([moves, moves.reshape(-1, side, side).transpose(0, 2, 1).reshape(-1, side * side)])


def smallest_image(board: np.ndarray, moves: np.ndarray) -> tuple[bytes, int]:
    """The smallest image of a board under moves and relabelling, and how many moves lead there."""
    side, number = int(len(board) ** 0.5), np.arange(len(moves))
    labels, used = np.zeros((len(moves), side + 1), np.uint8), np.zeros(len(moves), np.uint8)
    images = board[moves]
    for cell in range(images.shape[1]):
        digit = images[:, cell]
        new = (digit > 0) & (labels[number, digit] == 0)
        used += new
        labels[number[new], digit[new]] = used[new]
        images[:, cell] = labels[number, digit]
    left = number
    for column in images.T:
        left = left[column[left] == column[left].min()]
    return images[left[0]].astype(np.uint8).tobytes(), len(left)


def drawn_moves(rules: Any, side: int, *, group: Any, draws: int) -> set[tuple[int, ...]]:
    """The moves of cells that so many draws came to."""
    blank, cells = np.zeros((1, side, side), np.uint8), np.arange(side * side).reshape(1, side, side)
    _, moved = bd.shuffle(blank, seed=1, copies=draws, rules=rules, group=group, moves=[cells])
    return {tuple(move) for move in moved.reshape(draws, -1).tolist()}


def classes(puzzles: np.ndarray, rules: Any) -> dict[bytes, int]:
    """Canonical forms with their automorphisms."""
    forms, numbers = bd.canonical(puzzles, rules=rules), bd.automorphisms(puzzles, rules=rules)
    return {form.tobytes(): int(number) for form, number in zip(forms, numbers, strict=True)}


def test_two_classes_of_4x4_grids() -> None:
    grids = np.stack([*bd.solutions(np.zeros((4, 4), int), rules="4x4")])
    found = classes(grids, "4x4")
    assert sorted(found.values()) == [16, 32]
    # A class has 128 · 4! / automorphisms grids.
    assert sum(128 * 24 // number for number in found.values()) == 288
    forms = [form.tobytes() for form in bd.canonical(grids, rules="4x4")]
    assert sorted(forms.count(form) for form in {*forms}) == [96, 192]


def test_49_classes_of_6x6_grids() -> None:
    """All grids that begin 123456/456: every class has such a one, by moves that are no puzzle to see."""
    start = np.zeros((6, 6), int)
    start[0] = range(1, 7)
    start[1, :3] = 4, 5, 6
    grids = np.stack([*bd.solutions(start, rules="6x6")])
    # The other half of the second row up to renaming: one of three kinds of permutation of 123.
    grids = grids[[tuple(grid[1, 3:]) in {(1, 2, 3), (1, 3, 2), (2, 3, 1)} for grid in grids]]
    # The other bands, and their rows, in the order of the first column.
    first = grids[:, :, 0]
    grids = grids[(first[:, 2] < first[:, 3]) & (first[:, 4] < first[:, 5]) & (first[:, 2] < first[:, 4])]
    found = classes(grids, "6x6")
    assert len(found) == 49
    assert sum(3456 * math.factorial(6) // number for number in found.values()) == 28_200_960


def test_all_4x4_puzzles() -> None:
    """Every puzzle with one solution: 13,579,680 in 4,710 classes; those of two grids stand for all."""
    wanted = [25728, 284160, 1041408, 2141184, 2961024, 2958336, 2204928, 1239552, 522624, 161280, 34560, 4608, 288]
    wanted_classes = [13, 96, 376, 711, 1040, 980, 788, 414, 210, 56, 22, 2, 2]
    grids = {96: "1234341221434321", 192: "1234341223414123"}
    subsets = (np.arange(2**16)[:, None] >> np.arange(16) & 1).astype(np.uint8)
    numbers = np.zeros(17, int)
    found: dict[bytes, int] = {}
    for size, text in grids.items():
        puzzles = subsets * np.array([int(c) for c in text], np.uint8)
        unique = puzzles[bd.verdict(puzzles, rules="4x4") == 1]
        numbers += size * np.bincount(np.count_nonzero(unique, axis=1), minlength=17)
        assert int(bd.automorphisms(text, rules="4x4")) == 128 * 24 // size
        for form in bd.canonical(unique, rules="4x4"):
            found[form.tobytes()] = int(np.count_nonzero(form))
    assert numbers[4:].tolist() == wanted
    assert numbers.sum() == 13_579_680
    assert np.bincount([*found.values()])[4:].tolist() == wanted_classes
    assert len(found) == 4710


def test_symmetries_against_all_moves_one_by_one() -> None:
    """On 4x4 boards: those found keep the set of solutions; those that keep the rules are found."""
    moves = every_move(2, 2)
    board = bd.Rules(box=(2, 2))
    a, b, c = (0, 0), (1, 2), (3, 3)
    # Rules made of cells, which a move carries along.
    variants: list[Callable[..., r.Rule]] = [
        lambda a, b, c: r.even([a, b]),
        lambda a, b, c: r.thermometer([a, b]),
        lambda a, b, c: r.total([a, b, c], 7),
        lambda a, b, c: r.total([a, b, c], 8, [1, -1, 2]),
        lambda a, b, c: r.between([a, b, c]),
        lambda a, b, c: r.palindrome([a, b, c]),
        lambda a, b, c: r.arrow(a, [b, c]),
        lambda a, b, c: r.killer_cage([a, b, c], 6),
        lambda a, b, c: r.accepted([a, b, c], r.Automaton([[1, 0, 2, 1], [2, 2, 0, -1], [0, 1, -1, 2]], [0, 1])),
    ]
    for make in variants:
        rules = board + make(a, b, c)
        grids = np.stack([*bd.solutions(np.zeros(16, int), rules=rules)])
        solutions = {grid.tobytes() for grid in grids}
        # 128 moves at most, each of which a thousand draws miss with a probability of e^-8.
        found = drawn_moves(rules, 4, group="geometry", draws=1000)
        for move in moves:
            place = {divmod(int(old), 4): divmod(new, 4) for new, old in enumerate(move)}
            keeps = board + make(place[a], place[b], place[c]) == rules
            assert (tuple(move.tolist()) in found) == keeps, rules
        # Relabelling, and digits turned around, keep the rules too.
        moved = bd.shuffle(grids, seed=2, copies=20, rules=rules)
        assert {grid.tobytes() for grid in moved.reshape(-1, 16)} <= solutions, rules


@pytest.mark.parametrize(
    ("rules", "moves", "free"),
    [
        ("6x6", 3456, True),
        ("x", 96, True),
        ("windoku", 128, True),
        ("anti-knight", 8, True),
        ("disjoint-groups", 2592, True),
        ("non-consecutive", 16, False),
        (bd.Rules.jigsaw([[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]]), 2, True),
        (bd.Rules(box=(1, 4)), 1152, True),
    ],
)
def test_numbers_of_symmetries(rules: Any, moves: int, free: bool) -> None:
    side = bd.Rules(rules).side if isinstance(rules, str) else rules.side
    # A blank board stays as it is under every move. Digits that are turned around count with the same move once.
    assert bd.automorphisms(np.zeros((side, side), int), rules=rules) == (moves if free else moves // 2)
    labels = bd.shuffle(np.eye(side, dtype=int) * 2, seed=1, copies=50, rules=rules, group="digits").max(axis=(1, 2))
    assert (len({*labels.tolist()}) > 2) == free


@pytest.mark.parametrize(
    "rules",
    [
        "4x4",
        "6x6",
        "x",
        "windoku",
        "non-consecutive",
        bd.Rules() + r.thermometer([(0, 0), (1, 1)]),
        bd.Rules() + r.killer_cage([(0, 0), (0, 1)], 10) + r.killer_cage([(8, 8), (8, 7)], 10),
        bd.Rules.jigsaw([[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]]),
    ],
    ids=str,
)
def test_shuffled_puzzles_stay_in_their_class(rules: Any) -> None:
    # Minimal puzzles without consecutive neighbours are nearly blank and take seconds.
    made = bd.generate(3, seed=1, rules=rules, clues=20 if rules == "non-consecutive" else None)
    moved, solutions = bd.shuffle(made.puzzle, made.solution, seed=4, copies=4, rules=rules)
    assert moved.shape == (3, 4, *made.puzzle.shape[1:])
    found = bd.solve(moved, rules=rules)
    assert (found.verdict == 1).all()
    np.testing.assert_array_equal(found.solution, solutions)
    forms = bd.canonical(moved, rules=rules)
    assert (forms == bd.canonical(made.puzzle, rules=rules)[:, None]).all()
    assert (bd.canonical(forms, rules=rules) == forms).all()
    prints = bd.fingerprint(moved, rules=rules)
    assert prints.shape == (3, 4, 16)
    assert (prints == bd.fingerprint(made.puzzle, rules=rules)[:, None]).all()
    again = bd.shuffle(made.puzzle[1:], seed=4, copies=4, start=4, rules=rules)
    np.testing.assert_array_equal(again, moved[1:])
    assert (bd.verdict(bd.shuffle(made.puzzle, seed=1, group="geometry", rules=rules), rules=rules) == 1).all()
    digits = bd.shuffle(made.puzzle, seed=1, group="digits", rules=rules)
    np.testing.assert_array_equal(digits > 0, made.puzzle > 0)


def test_more_symmetries_than_can_be_tried() -> None:
    """Moves are found all the same, and lead everywhere; there is no form."""
    rules = bd.Rules(box=(3, 4)) + r.even([(0, 0)])
    made = bd.generate(1, seed=1, rules=rules, clues=100)
    for group in ("all", "geometry", "digits"):
        moved, solutions = bd.shuffle(
            made.puzzle[0],
            made.solution[0],
            seed=1,
            copies=20,
            rules=rules,
            group=group,
        )
        assert bd.check(moved, solutions, rules=rules).correct.all()
        assert len({board.tobytes() for board in moved}) == (1 if group == "digits" else 20)
    where = np.broadcast_to(np.arange(144).reshape(1, 12, 12), (1, 12, 12))
    _, cells = bd.shuffle(made.puzzle, seed=1, copies=60, rules=rules, moves=[where])
    # The even cell stays, any other of its row and box may come beside it.
    assert (cells[..., 0, 0] == 0).all()
    assert {*cells[..., 0, 1].ravel().tolist()} == {1, 2, 3}
    assert len({*cells[..., 11, 11].ravel().tolist()}) > 20
    with pytest.raises(bd.RulesError, match="too many"):
        bd.canonical(made.puzzle, rules=rules)


def test_values_go_along() -> None:
    made = bd.generate(3, seed=1, rules="6x6").solution
    moved, told, floats = bd.shuffle(made, made == 4, made * 1.0, seed=1, group="geometry", copies=2, rules="6x6")
    assert told.dtype == bool
    np.testing.assert_array_equal(told, moved == 4)
    np.testing.assert_array_equal(floats, moved)


def test_anything_about_cells_moves_along() -> None:
    made = bd.generate(3, seed=1, rules="6x6").solution
    numbers = np.broadcast_to(np.arange(36).reshape(6, 6), (3, 6, 6))
    hot = made[..., None] == np.arange(1, 7)
    moved, where, cells = bd.shuffle(made, seed=1, group="geometry", copies=2, rules="6x6", moves=[numbers, hot])
    assert cells.shape == (3, 2, 6, 6, 6)
    np.testing.assert_array_equal(cells, moved[..., None] == np.arange(1, 7))
    np.testing.assert_array_equal(
        np.take_along_axis(made.reshape(3, 36), where[:, 1].reshape(3, 36), 1), moved[:, 1].reshape(3, 36)
    )
    with pytest.raises(ValueError, match=r"moves\[1\]"):
        bd.shuffle(made, seed=1, rules="6x6", moves=[numbers, hot[:, 1:]])
    with pytest.raises(bd.PuzzleError, match=r"also\[1\]\[2\]|also\[1\]\[2, "):
        bd.shuffle(made, made, np.where(np.arange(3)[:, None, None] == 2, 40, made), seed=1, rules="6x6")


def test_canonical_forms_are_the_smallest() -> None:
    """Against every move and relabelling of 4x4 puzzles, done one by one."""
    made = bd.generate(4, seed=2, rules="4x4").puzzle.reshape(4, 16)
    moves = every_move(2, 2)
    for puzzle in made:
        pictures = [
            bytes(label[d] for d in puzzle[move])
            for move in moves
            for p in permutations(range(1, 5))
            for label in [(0, *p)]
        ]
        assert bd.canonical(puzzle, rules="4x4").tobytes() == min(pictures)


def test_large_boards() -> None:
    """Members of a class have one form, which is one of them; other classes have others."""
    for name, box in (("10x10", (2, 5)), ("12x12", (3, 4)), ("16x16", (4, 4))):
        side = box[0] * box[1]
        grids = bd.grids(3, seed=1, rules=name)
        rng = np.random.default_rng(1)
        boards = [np.where(rng.random(grids.shape) < share, grids, 0) for share in (1, 0.4, 0.1, 0.02)]
        clashing = rng.integers(0, side + 1, grids.shape) * (rng.random(grids.shape) < 0.2)
        for puzzles in [*boards, clashing]:
            forms = bd.canonical(puzzles, rules=name)
            assert (bd.canonical(forms, rules=name) == forms).all()
            moved = bd.shuffle(puzzles, seed=2, copies=4, rules=name)
            assert (bd.canonical(moved, rules=name) == forms[:, None]).all()
            assert (bd.automorphisms(moved, rules=name) == bd.automorphisms(puzzles, rules=name)[:, None]).all()
            # Blanks stay, and each form has as many of each digit, in some order.
            counts = [
                [sorted(np.bincount(board.ravel(), minlength=side + 1)[1:]) for board in of] for of in (puzzles, forms)
            ]
            assert counts[0] == counts[1]
        forms = bd.canonical(grids, rules=name)
        assert bd.check(forms, forms, rules=name).correct.all()
        assert len({form.tobytes() for form in forms}) == 3


def test_rules_that_say_nothing() -> None:
    """What is written beside the rules of the board, and means nothing, changes no answer."""
    for name, nothing in (
        ("8x8", r.renban([(5, 5)])),
        ("16x16", r.related([((0, 0), (5, 5))], np.ones((16, 16), int))),
    ):
        plain = bd.Rules(name)
        rules = plain + nothing
        assert rules == plain
        puzzle = bd.generate(1, seed=1, rules=plain, clues=plain.side**2 * 2 // 3).puzzle[0]
        assert (bd.canonical(puzzle, rules=rules) == bd.canonical(puzzle, rules=plain)).all()
        assert (bd.shuffle(puzzle, seed=1, rules=rules) == bd.shuffle(puzzle, seed=1, rules=plain)).all()
        assert bd.fingerprint(puzzle, rules=rules) == bd.fingerprint(puzzle, rules=plain)
    pairs = [r.different([(i, j), (k, m)]) for i, j, k, m in product(range(4), repeat=4) if (i, j) < (k, m)]
    boxes = [rule for rule in pairs if len({(i // 2, j // 2) for i, j in rule.arguments["cells"]}) == 1]
    rules = bd.Rules(box=(1, 4)) + boxes
    assert rules == bd.Rules(box=(2, 2))
    assert bd.automorphisms("1234341221434321", rules=rules) == 32


@pytest.mark.parametrize(("side", "count"), [(4, 12), (6, 12), pytest.param(8, 6, marks=pytest.mark.slow)])
def test_classes_against_all_moves(side: int, count: int) -> None:
    """8x8 boards have 442,368 moves, and take a minute."""
    name, rng = f"{side}x{side}", np.random.default_rng(3)
    grids = bd.grids(count, seed=3, rules=name)
    share = np.linspace(0, 1, count)[:, None, None]
    boards = np.where(rng.random(grids.shape) < share, grids, 0).astype(np.uint8)
    # A shuffled copy of each board, and a board that differs from it by one digit.
    other = boards.copy()
    other[:, 0, 0] = np.where(other[:, 0, 0] == 0, 1, 0)
    boards = np.concatenate([boards, bd.shuffle(boards, seed=4, rules=name), other])
    boards = boards.reshape(-1, side * side)
    forms, numbers = bd.canonical(boards, rules=name), bd.automorphisms(boards, rules=name)
    moves = every_move(*bd.Rules(name).box or (0, 0))
    wanted, same = zip(*(smallest_image(board, moves) for board in boards), strict=True)
    assert numbers.tolist() == [*same]
    found = [form.tobytes() for form in forms]
    assert [wanted.index(form) for form in wanted] == [found.index(form) for form in found]


def test_automorphisms_of_blank_boards() -> None:
    for name, box in (("4x4", (2, 2)), ("6x6", (2, 3)), ("12x12", (3, 4)), ("16x16", (4, 4))):
        height, width = box
        rows = math.factorial(width) * math.factorial(height) ** width
        columns = math.factorial(height) * math.factorial(width) ** height
        blank = np.zeros((height * width, height * width), int)
        assert bd.automorphisms(blank, rules=name) == rows * columns * (2 if height == width else 1)
    with pytest.raises(OverflowError, match="automorphisms"):
        bd.automorphisms(np.zeros((25, 25), int), rules="25x25")


def test_latin_squares() -> None:
    """Squares up to rows, columns, symbols and transposition: OEIS A264603."""
    for order, wanted in ((3, 1), (4, 2), (5, 2)):
        rules = bd.Rules(box=(1, order))
        start = np.zeros((order, order), int)
        start[0] = start[:, 0] = range(1, order + 1)
        squares = np.stack([*bd.solutions(start, rules=rules)])
        forms = bd.canonical(squares.reshape(-1, order * order).astype(np.uint8), rules=rules)
        assert len({form.tobytes() for form in forms}) == wanted
