"""Arguments of the wrong kind or value: the message names them and says what was expected."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

import bitdoku as bd
from puzzles import EASY, EMPTY, HARD

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TAKES_PUZZLES: dict[str, Callable[..., Any]] = {
    "solve": bd.solve,
    "verdict": bd.verdict,
    "count": lambda puzzle, **o: bd.count(puzzle, **{"limit": 5, **o}),
    "solutions": bd.solutions,
    "candidates": bd.candidates,
    "conflicts": bd.conflicts,
    "check": lambda puzzle, **o: bd.check(puzzle, puzzle, **o),
    "canonical": bd.canonical,
    "fingerprint": bd.fingerprint,
    "automorphisms": bd.automorphisms,
    "shuffle": lambda puzzle, **o: bd.shuffle(puzzle, **{"seed": 1, **o}),
    "transform": lambda puzzle, **o: bd.Transform()(puzzle, **o),
}
TAKES_SEEDS: dict[str, Callable[..., Any]] = {
    "shuffle": lambda **o: bd.shuffle(EASY, **o),
    "random": lambda **o: bd.Transform.random(**o),
    "generate": lambda **o: bd.generate(1, **o),
    "grids": lambda **o: bd.grids(1, **o),
    "minimize": lambda **o: bd.minimize(EASY, **o),
    "harder": lambda **o: bd.harder(EASY, rounds=1, **o),
    "split": lambda **o: bd.datasets.split([EASY], [1.0], **o),
}


def refused(kind: type[Exception], message: str, call: Callable[..., Any], *args: Any, **options: Any) -> None:
    with pytest.raises(kind) as caught:
        call(*args, **options)
    assert type(caught.value) is kind
    assert str(caught.value) == message


def begins(kind: type[Exception], message: str, call: Callable[..., Any], *args: Any, **options: Any) -> None:
    with pytest.raises(kind, match=f"^{re.escape(message)}"):
        call(*args, **options)


@pytest.mark.parametrize("name", TAKES_PUZZLES)
def test_malformed(name: str) -> None:
    for value, kind, shown in (
        (None, TypeError, "None"),
        (True, TypeError, "bool"),
        (b"mark", TypeError, "bytes"),
        ("Mark", ValueError, "'Mark'"),
        ("", ValueError, "''"),
        ("z" * 5000, ValueError, f"'{'z' * 198}…"),
        ("\ud800", ValueError, r"'\ud800'"),
    ):
        message = f"malformed is {shown}; expected 'raise' or 'mark'"
        refused(kind, message, TAKES_PUZZLES[name], EASY, malformed=value)


@pytest.mark.parametrize("name", TAKES_PUZZLES)
def test_threads(name: str) -> None:
    call = TAKES_PUZZLES[name]
    value: Any
    for value in (True, np.True_, 1.0, "2", b"2", [2], np.array([2])):
        shown = type(value).__name__
        refused(TypeError, f"threads is {shown}; expected a whole number of at least 1", call, EASY, threads=value)
    for value in (0, -1, -(10**30), np.int8(-3)):
        refused(ValueError, f"threads is {value}; expected at least 1", call, EASY, threads=value)


def test_words() -> None:
    levels = "expected 'basic', 'singles', 'locked' or 'true'"
    refused(TypeError, f"level is int; {levels}", bd.candidates, EASY, level=1)
    refused(TypeError, f"level is None; {levels}", bd.candidates, EASY, level=None)
    refused(ValueError, f"level is 'deep'; {levels}", bd.candidates, EASY, level="deep")
    groups = "expected 'all', 'digits' or 'geometry'"
    refused(TypeError, f"group is int; {groups}", bd.shuffle, EASY, seed=1, group=1)
    refused(ValueError, f"group is 'x'; {groups}", bd.shuffle, EASY, seed=1, group="x")
    refused(ValueError, f"group is 'x'; {groups}", bd.Transform.random, 1, group="x")
    kinds = "expected 'exact', 'class' or 'solution_class'"
    refused(ValueError, f"by is 'x'; {kinds}", bd.datasets.dedupe, [EASY], by="x")
    refused(TypeError, f"by is None; {kinds}", bd.datasets.dedupe, [EASY], by=None)
    refused(TypeError, "method is None; expected 'top-down' or 'controlled'", bd.generate, 1, method=None)
    refused(TypeError, "method is list; expected 'top-down' or 'controlled'", bd.generate, 1, method=[])
    refused(ValueError, "method is 'x'; expected 'top-down' or 'controlled'", bd.generate, 1, method="x")


@pytest.mark.parametrize("name", TAKES_SEEDS)
def test_seeds(name: str) -> None:
    call = TAKES_SEEDS[name]
    refused(ValueError, "seed is -1; expected at least 0", call, seed=-1)
    # Before NumPy 2.3, its bool was an index, with a warning.
    for value in ("1", 1.5, True, *[np.True_] * (not hasattr(np.True_, "__index__")), [1], b"1"):
        kind = type(value).__name__
        message = f"seed is {kind}; expected a whole number, a numpy SeedSequence or Generator, or None"
        if name == "split":
            message = message.replace(" SeedSequence or Generator, or None", " SeedSequence or Generator")
        refused(TypeError, message, call, seed=value)


def test_numbers() -> None:
    for call in (bd.count, bd.solutions):
        for value in (-1, 0):
            refused(ValueError, f"limit is {value}; expected at least 1", call, EASY, limit=value)
        refused(TypeError, "limit is float; expected a whole number of at least 1", call, EASY, limit=1.0)
    for value in (-1, 0):
        refused(ValueError, f"copies is {value}; expected at least 1", bd.shuffle, EASY, seed=1, copies=value)
    refused(TypeError, "copies is bool; expected a whole number of at least 1", bd.shuffle, EASY, seed=1, copies=True)
    for value in (-1, 2**62, 2**64, -(2**64)):
        below = "expected at least 0 and below 2**62"
        refused(ValueError, f"start is {value}; {below}", bd.shuffle, EASY, seed=1, start=value)
        refused(ValueError, f"index is {value}; {below}", bd.Transform.random, 1, value)
    refused(TypeError, "start is float; expected a whole number of at least 0", bd.shuffle, EASY, seed=1, start=1.0)
    with pytest.raises(ValueError, match=r"start is 4611686018427387903 and 2 puzzles .* numbered below 2\*\*62"):
        bd.shuffle([EASY] * 2, seed=1, start=2**62 - 1)
    with pytest.raises(ValueError, match="start is 10000000000000000000…; expected"):
        bd.shuffle(EASY, seed=1, start=10**60)
    refused(ValueError, "budget is -1; expected at least 1", bd.solve, EASY, budget=-1)
    refused(ValueError, "rounds is -1; expected at least 0", bd.harder, EASY, rounds=-1)
    with pytest.raises(ValueError, match=r"rounds is 4294967296; expected at most"):
        bd.harder(EASY, rounds=2**32)
    for function in (bd.generate, bd.grids):
        refused(ValueError, "n is -1; expected at least 0", function, -1)
        refused(TypeError, "n is float; expected a whole number", function, 1.0)
        refused(TypeError, "n is bool; expected a whole number", function, True)
        refused(TypeError, "n is str; expected a whole number", function, "1")
        refused(ValueError, "start is -1; expected at least 0", function, 1, start=-1)
        for start in (2**62, 2**64, 2**200):
            with pytest.raises(bd.GenerationError, match=r"start \+ n is .* \+ 1; items are numbered below"):
                function(1, seed=1, start=start)
        for n in (2**62, 2**64, 2**200):
            with pytest.raises(bd.GenerationError, match="items are numbered below"):
                function(n, seed=1)


def test_generate() -> None:
    cases: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"clues": -1}, ValueError, "clues is -1; expected at least 0"),
        ({"clues": "30"}, TypeError, "clues is str; expected a whole number"),
        ({"clues": (20, 30, 40)}, ValueError, "clues has 3 numbers; expected one or (low, high)"),
        ({"clues": (20, -1)}, ValueError, "clues is -1; expected at least 0"),
        (
            {"difficulty": 1.5},
            TypeError,
            "difficulty is float; expected a level such as 'hard', or a Difficulty",
        ),
        ({"effort": -1}, ValueError, "effort is -1; expected at least 1"),
        ({"effort": 0}, ValueError, "effort is 0; expected at least 1"),
        ({"effort": True}, TypeError, "effort is bool; expected a whole number"),
        ({"pattern": "x"}, TypeError, "pattern has dtype str32; expected bools or numbers"),
        ({"pattern": [None] * 81}, TypeError, "pattern has dtype object; expected bools or numbers"),
        ({"pattern": [True] * 80}, ValueError, "pattern has shape (80,); expected (9, 9) or (81,)"),
        ({"minimal": "yes"}, TypeError, "minimal is str; expected True, False or None"),
        ({"progress": 5}, TypeError, "progress is int; expected a callable with two arguments"),
        ({"threads": True}, TypeError, "threads is bool; expected a whole number of at least 1"),
        ({"threads": 0}, ValueError, "threads is 0; expected at least 1"),
    ]
    for options, kind, message in cases:
        refused(kind, message, bd.generate, 1, seed=1, **options)
    for symmetry, kind, shown in (("round", ValueError, "'round'"), (1, TypeError, "int")):
        with pytest.raises(kind, match=f"^symmetry is {shown}; expected 'none', 'horizontal', "):
            bd.generate(1, seed=1, symmetry=symmetry)  # type: ignore[arg-type]
    for options in ({"clues": 2**64}, {"clues": (0, 2**64)}, {"difficulty": {"guesses": 2**64}}, {"effort": 2**64}):
        with pytest.raises(ValueError, match="is 18446744073709551616; expected at most"):
            bd.generate(1, seed=1, **options)


def test_transforms() -> None:
    for value, shown in ((2, "int"), (1, "int"), (None, "None"), ("yes", "str"), (np.array([True]), "ndarray")):
        refused(TypeError, f"transpose is {shown}; expected True or False", bd.Transform, value)
    assert bd.Transform(np.True_) == bd.Transform(True)
    usual = list(range(9))
    for name, first in (("rows", 0), ("columns", 0), ("digits", 1)):
        last = first + 8
        numbers: list[Any] = [i + first for i in usual]
        cases: list[tuple[Any, type[Exception], str]] = [
            ([-1, *numbers[1:]], ValueError, f"{name}[0] is -1; expected {first}..{last}"),
            ([*numbers[:8], last + 1], ValueError, f"{name}[8] is {last + 1}; expected {first}..{last}"),
            ([*numbers[:8], 2**70], ValueError, f"{name}[8] is {2**70}; expected {first}..{last}"),
            (
                [*numbers[:8], numbers[0]],
                ValueError,
                f"{name}[8] is {first} again; expected each of {first}..{last} once",
            ),
            ([True, *numbers[1:]], TypeError, f"{name}[0] is bool; expected an integer {first}..{last}"),
            (
                [np.True_, *numbers[1:]],
                TypeError,
                f"{name}[0] is {type(np.True_).__name__}; expected an integer {first}..{last}",
            ),
            ([1.0, *numbers[1:]], TypeError, f"{name}[0] is float; expected an integer {first}..{last}"),
            (numbers[:8], ValueError, f"{name} has 8 numbers; expected nine"),
            ([*numbers, 3], ValueError, f"{name} has more than nine numbers; expected nine"),
            ("012345678", TypeError, f"{name} is str; expected the numbers {first}..{last} in some order"),
            (bytes(numbers), TypeError, f"{name} is bytes; expected the numbers {first}..{last} in some order"),
            (5, TypeError, f"{name} is int; expected the numbers {first}..{last} in some order"),
        ]
        for value, kind, message in cases:
            refused(kind, message, bd.Transform, **{name: value})
        transform: Any = bd.Transform
        for same in (tuple(numbers), np.array(numbers), np.array(numbers, np.int8), iter(numbers)):
            assert transform(**{name: same}) == bd.Transform()
    refused(
        ValueError,
        "rows tear a band apart with [0, 1, 3]; expected 0, 1, 2 side by side, and 3, 4, 5, and 6, 7, 8",
        bd.Transform,
        rows=[0, 1, 3, 2, 4, 5, 6, 7, 8],
    )
    with pytest.raises(TypeError):
        bd.Transform() @ 3  # type: ignore[operator]


def test_boards() -> None:
    board: Any = bd.Board(HARD)
    refused(TypeError, "frame is None; expected 'box' or 'ascii'", board.text, None)
    refused(ValueError, "frame is 'round'; expected 'box' or 'ascii'", board.text, "round")
    refused(ValueError, "frame is 'round'; expected 'box' or 'ascii'", board.pencilmarks, frame="round")
    refused(TypeError, "level is int; expected 'basic', 'singles', 'locked' or 'true'", board.pencilmarks, 3)
    for draw in (board.svg, board.png):
        refused(ValueError, "size is 0; expected at least 1", draw, size=0)
        refused(ValueError, "size is -5; expected at least 1", draw, size=-5)
        refused(TypeError, "size is str; expected a whole number", draw, size="big")
    refused(ValueError, "size is a very large number; expected at most 2147483647", board.svg, size=10**5000)
    refused(ValueError, "size is a very large number; expected at most 16384", board.png, size=10**5000)
    refused(TypeError, "theme is None; expected 'auto', 'light' or 'dark'", board.svg, theme=None)
    refused(ValueError, "theme is 'pink'; expected 'auto', 'light' or 'dark'", board.svg, theme="pink")
    refused(TypeError, "theme is list; expected 'light' or 'dark'", board.png, theme=[])
    wrong: Any
    for wrong in (5, "ab", [5], [None], ["ab"], [(0, 0.5)], [(True, 0)]):
        with pytest.raises((TypeError, bd.PuzzleError), match="highlight"):
            bd.Board(HARD, highlight=wrong)
    for wrong in ({(0, 0): 5}, {(0, 0): []}):
        with pytest.raises((TypeError, bd.PuzzleError), match=r"highlight .*; expected one of yellow"):
            bd.Board(HARD, highlight=wrong)


def test_splits() -> None:
    split: Any = bd.datasets.split
    for fractions in ("ab", b"ab", 5, None, {"a": "b"}, [None], ["1"], {1.0}, [[0.5], [0.5]], [True]):
        with pytest.raises(TypeError, match=r"fractions .*; expected"):
            split([EMPTY], fractions, seed=1)
    shares: list[Any] = [[], {}, [0.5, 0.6], [-0.5, 1.5], [float("nan"), 1.0], [float("inf")], [10**5000]]
    for fractions in shares:
        with pytest.raises(ValueError, match=r"fractions .*; expected"):
            split([EMPTY], fractions, seed=1)


def test_puzzles_in_two_arguments(tmp_path: Path) -> None:
    datasets, expected = bd.datasets, "the text holds 1 cell; expected 81"
    begins(bd.PuzzleError, f"train[0]: {expected}", datasets.leaks, ["1"], [EMPTY])
    begins(bd.PuzzleError, f"test[0]: {expected}", datasets.leaks, [EMPTY], ["1"])
    begins(TypeError, "test is int; expected text, numbers", datasets.leaks, [EMPTY], 5)
    begins(TypeError, "by is int; expected", datasets.leaks, [EMPTY], [EMPTY], by=5)
    begins(TypeError, "against is int; expected text, numbers", datasets.audit, [EMPTY], against=5)
    begins(TypeError, "against: solutions is int; expected", datasets.audit, [EMPTY], against=([EMPTY], 5))
    made = bd.generate(2, seed=1)
    for name, given in (("train", {"train": 5}), ("test", {"train": made, "test": 5})):
        begins(TypeError, f"{name} is int; expected text, numbers", datasets.write_hrm, tmp_path / "a", **given)
    pair = made.puzzle, made.solution[:1]
    message = "test: 2 puzzles and 1 solutions; expected equal counts"
    begins(ValueError, message, datasets.write_hrm, tmp_path / "a", train=made, test=pair)
    begins(TypeError, "train is None; expected a path, a table or puzzles", datasets.write_hrm, "a", train=None)


@pytest.mark.parametrize(
    ("path", "kind", "message"),
    [
        (5, TypeError, "is int; expected the name of a "),
        (None, TypeError, "is None; expected the name of a "),
        ("", bd.FormatError, "is empty; expected the name of a "),
        ("a\0b.csv", bd.FormatError, r"is 'a\x00b.csv'; expected the name of a "),
        pytest.param(
            *("a\ud800.csv", bd.FormatError, r"is 'a\ud800.csv'; expected the name of a "),
            marks=pytest.mark.skipif(sys.platform == "win32", reason="such names are valid there"),
        ),
    ],
)
def test_paths(path: Any, kind: type[Exception], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is refused before anything is written."""
    monkeypatch.chdir(tmp_path)
    datasets, made = bd.datasets, bd.generate(1, seed=1)
    begins(kind, f"path {message}", datasets.write, path, made)
    begins(kind, f"target {message}", datasets.convert, made, path)
    begins(kind, f"path {message}", datasets.from_extreme_csv, path)
    begins(kind, f"folder {message}", datasets.read_hrm, path)
    begins(kind, f"folder {message}", datasets.write_hrm, path, train=made)
    begins(kind, f"folder {message}", datasets.build, path, {"seed": 1, "generate": {"n": 1}})
    begins(kind, f"path {message}", bd.Board(EMPTY).save, path)
    begins(kind, f"path {message}", bd.sheet(made).save, path)
    if isinstance(path, str):
        begins(kind, "the path is ", datasets.read, path)
        begins(kind, f"plan {message}", datasets.build, "a", path)
    assert not [*tmp_path.iterdir()]


def test_paths_of_bytes(tmp_path: Path) -> None:
    made, file = bd.generate(1, seed=1), tmp_path / "a.csv"
    assert bd.datasets.write(cast("Any", bytes(file)), made) == 1
    assert len(bd.datasets.read(bytes(file))) == 1


class _Raises:
    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __index__(self) -> int:
        raise self.error


@pytest.mark.parametrize("error", [KeyboardInterrupt(), RuntimeError("mine"), AttributeError("mine")])
def test_what_an_index_raises_passes_through(error: BaseException) -> None:
    bad: Any = _Raises(error)
    calls: list[Callable[[], object]] = [
        lambda: bd.verdict("." * 81, threads=bad),
        lambda: bd.verdict("." * 81, budget=bad),
        lambda: bd.grids(1, seed=bad),
        lambda: bd.verdict([bad] * 81),
        lambda: bd.generate(bad),
    ]
    for call in calls:
        with pytest.raises(type(error)):
            call()
    for call in calls:
        bad.error = TypeError("none")
        with pytest.raises(TypeError, match=r"expected|neither"):
            call()
