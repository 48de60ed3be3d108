"""Arguments of the wrong kind or value: the exception is of the right class and names the argument and the value."""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import _core
from puzzles import EASY, EMPTY, HARD

if TYPE_CHECKING:
    from collections.abc import Callable

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


def refused(kind: type[Exception], words: str, call: Callable[..., Any], *args: Any, **options: Any) -> None:
    """The message holds the words in this order: an argument's name and the value."""
    with pytest.raises(kind) as caught:
        call(*args, **options)
    assert type(caught.value) is kind
    rest = str(caught.value)
    for word in words.split():
        assert word in rest, str(caught.value)
        rest = rest.partition(word)[2]


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
        refused(kind, f"malformed {shown} 'raise' 'mark'", TAKES_PUZZLES[name], EASY, malformed=value)


@pytest.mark.parametrize("name", TAKES_PUZZLES)
def test_threads(name: str) -> None:
    call = TAKES_PUZZLES[name]
    value: Any
    for value in (True, np.True_, 1.0, "2", b"2", [2], np.array([2])):
        refused(TypeError, f"threads {type(value).__name__}", call, EASY, threads=value)
    for value in (0, -1, -(10**30), np.int8(-3)):
        refused(ValueError, f"threads {value}", call, EASY, threads=value)


@pytest.mark.parametrize(
    ("argument", "allowed", "call"),
    [
        ("level", "'basic' 'singles' 'locked' 'true'", lambda **o: bd.candidates(EASY, **o)),
        ("group", "'all' 'digits' 'geometry'", lambda **o: bd.shuffle(EASY, seed=1, **o)),
        ("group", "'all' 'digits' 'geometry'", lambda **o: bd.Transform.random(1, **o)),
        ("by", "'exact' 'class' 'solution_class'", lambda **o: bd.datasets.dedupe([EASY], **o)),
        ("method", "'top_down' 'controlled'", lambda **o: bd.generate(1, **o)),
        ("symmetry", "'none' 'horizontal'", lambda **o: bd.generate(1, seed=1, **o)),
        ("frame", "'box' 'ascii'", lambda **o: bd.Board(HARD).text(**o)),
        ("frame", "'box' 'ascii'", lambda **o: bd.Board(HARD).pencilmarks(**o)),
        ("theme", "'auto' 'light' 'dark'", lambda **o: bd.Board(HARD).svg(**o)),
        ("theme", "'light' 'dark'", lambda **o: bd.Board(HARD).png(**o)),
    ],
)
def test_words(argument: str, allowed: str, call: Callable[..., Any]) -> None:
    for value, kind, shown in ((1, TypeError, "int"), ([], TypeError, "list"), ("x", ValueError, "'x'")):
        refused(kind, f"{argument} {shown} {allowed}", call, **{argument: value})


@pytest.mark.parametrize("name", TAKES_SEEDS)
def test_seeds(name: str) -> None:
    call = TAKES_SEEDS[name]
    refused(ValueError, "seed -1", call, seed=-1)
    # Before NumPy 2.3, its bool was an index, with a warning.
    for value in ("1", 1.5, True, *[np.True_] * (not hasattr(np.True_, "__index__")), [1], b"1"):
        refused(TypeError, f"seed {type(value).__name__}", call, seed=value)


NUMBERS: dict[str, tuple[int, Callable[..., Any]]] = {
    "limit of count": (1, lambda **o: bd.count(EASY, **o)),
    "limit of solutions": (1, lambda **o: bd.solutions(EASY, **o)),
    "copies": (1, lambda **o: bd.shuffle(EASY, seed=1, **o)),
    "start of shuffle": (0, lambda **o: bd.shuffle(EASY, seed=1, **o)),
    "start of generate": (0, lambda **o: bd.generate(1, seed=1, **o)),
    "start of grids": (0, lambda **o: bd.grids(1, seed=1, **o)),
    "index": (0, lambda **o: bd.Transform.random(1, **o)),
    "budget": (1, lambda **o: bd.solve(EASY, **o)),
    "rounds": (0, lambda **o: bd.harder(EASY, **o)),
    "n of generate": (0, lambda **o: bd.generate(**o)),
    "n of grids": (0, lambda **o: bd.grids(**o)),
    "clues": (0, lambda **o: bd.generate(1, seed=1, **o)),
    "effort": (1, lambda **o: bd.generate(1, seed=1, **o)),
    "size of svg": (1, lambda **o: bd.Board(HARD).svg(**o)),
    "size of png": (1, lambda **o: bd.Board(HARD).png(**o)),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers(name: str) -> None:
    (argument, *_), (least, call) = name.split(), NUMBERS[name]
    value: Any
    for value in {-1, least - 1}:
        refused(ValueError, f"{argument} {value}", call, **{argument: value})
    for value in (1.0, True, "1"):
        shown = "" if argument == "budget" else type(value).__name__
        refused(TypeError, f"{argument} {shown}", call, **{argument: value})


def test_numbers_that_are_too_large() -> None:
    for value in (2**62, 2**64, -(2**64)):
        refused(ValueError, f"start {value} 2**62", bd.shuffle, EASY, seed=1, start=value)
        refused(ValueError, f"index {value} 2**62", bd.Transform.random, 1, value)
    refused(ValueError, f"start {2**62 - 1} 2**62", bd.shuffle, [EASY] * 2, seed=1, start=2**62 - 1)
    refused(ValueError, f"start {10**60}", bd.shuffle, EASY, seed=1, start=10**60)
    refused(ValueError, f"rounds {2**32}", bd.harder, EASY, rounds=2**32)
    for function in (bd.generate, bd.grids):
        for value in (2**62, 2**64, 2**200):
            refused(bd.GenerationError, "start + n", function, 1, seed=1, start=value)
            refused(bd.GenerationError, "numbered below", function, value, seed=1)
    for options in ({"clues": 2**64}, {"clues": (0, 2**64)}, {"difficulty": {"guesses": 2**64}}, {"effort": 2**64}):
        refused(ValueError, f"{2**64}", bd.generate, 1, seed=1, **options)
    for draw in (bd.Board(HARD).svg, bd.Board(HARD).png):
        refused(ValueError, "size", draw, size=10**5000)


def test_generate() -> None:
    cases: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"clues": (20, 30, 40)}, ValueError, "clues 3"),
        ({"clues": (20, -1)}, ValueError, "clues -1"),
        ({"difficulty": 1.5}, TypeError, "difficulty float"),
        ({"pattern": "x"}, TypeError, "pattern str32"),
        ({"pattern": [None] * 81}, TypeError, "pattern object"),
        ({"pattern": [True] * 80}, ValueError, "pattern (80,)"),
        ({"minimal": "yes"}, TypeError, "minimal str"),
        ({"progress": 5}, TypeError, "progress int"),
        ({"threads": True}, TypeError, "threads bool"),
        ({"threads": 0}, ValueError, "threads 0"),
    ]
    for options, kind, words in cases:
        refused(kind, words, bd.generate, 1, seed=1, **options)


def test_transforms() -> None:
    for value, shown in ((2, "int"), (1, "int"), (None, "None"), ("yes", "str"), (np.array([True]), "ndarray")):
        refused(TypeError, f"transpose {shown}", bd.Transform, value)
    assert bd.Transform(np.True_) == bd.Transform(True)
    for name, first in (("rows", 0), ("columns", 0), ("digits", 1)):
        last = first + 8
        numbers: list[Any] = [*range(first, last + 1)]
        cases: list[tuple[Any, type[Exception], str]] = [
            ([-1, *numbers[1:]], ValueError, f"{name}[0] -1"),
            ([*numbers[:8], last + 1], ValueError, f"{name}[8] {last + 1}"),
            ([*numbers[:8], 2**70], ValueError, f"{name}[8] {2**70}"),
            ([*numbers[:8], numbers[0]], ValueError, f"{name}[8] {first}"),
            ([True, *numbers[1:]], TypeError, f"{name}[0] bool"),
            ([np.True_, *numbers[1:]], TypeError, f"{name}[0] {type(np.True_).__name__}"),
            ([1.0, *numbers[1:]], TypeError, f"{name}[0] float"),
            (numbers[:8], ValueError, f"{name} 8"),
            ([*numbers, 3], ValueError, f"{name} nine"),
            ("012345678", TypeError, f"{name} str"),
            (bytes(numbers), TypeError, f"{name} bytes"),
            (5, TypeError, f"{name} int"),
        ]
        for value, kind, words in cases:
            refused(kind, words, bd.Transform, **{name: value})
        transform: Any = bd.Transform
        for same in (tuple(numbers), np.array(numbers), np.array(numbers, np.int8), iter(numbers)):
            assert transform(**{name: same}) == bd.Transform()
    refused(ValueError, "rows band", bd.Transform, rows=[0, 1, 3, 2, 4, 5, 6, 7, 8])
    with pytest.raises(TypeError, match="@"):
        bd.Transform() @ 3  # type: ignore[operator]


def test_highlights() -> None:
    wrong: list[Any] = [5, "ab", [5], [None], ["ab"], [(0, 0.5)], [(True, 0)], {(0, 0): 5}, {(0, 0): []}]
    for highlight in wrong:
        with pytest.raises((TypeError, bd.PuzzleError), match="highlight"):
            bd.Board(HARD, highlight=highlight)


def test_splits() -> None:
    split: Any = bd.datasets.split
    for fractions in ("ab", b"ab", 5, None, {"a": "b"}, [None], ["1"], {1.0}, [[0.5], [0.5]], [True]):
        refused(TypeError, "fractions", split, [EMPTY], fractions, seed=1)
    shares: list[Any] = [[], {}, [0.5, 0.6], [-0.5, 1.5], [float("nan"), 1.0], [float("inf")], [10**5000]]
    for fractions in shares:
        refused(ValueError, "fractions", split, [EMPTY], fractions, seed=1)


def test_puzzles_in_two_arguments(tmp_path: Path) -> None:
    datasets, made = bd.datasets, bd.generate(2, seed=1)
    refused(bd.PuzzleError, "train[0] 1 81", datasets.leaks, ["1"], [EMPTY])
    refused(bd.PuzzleError, "test[0] 1 81", datasets.leaks, [EMPTY], ["1"])
    refused(TypeError, "test int", datasets.leaks, [EMPTY], 5)
    refused(TypeError, "by int", datasets.leaks, [EMPTY], [EMPTY], by=5)
    refused(TypeError, "against int", datasets.audit, [EMPTY], against=5)
    refused(TypeError, "solutions int", datasets.audit, [EMPTY], solution=5)
    for name, given in (("train", {"train": 5}), ("test", {"train": made, "test": 5})):
        refused(TypeError, f"{name} int", datasets.write_hrm, tmp_path / "a", **given)
    refused(ValueError, "2 1", datasets.read, made.puzzle, solution=made.solution[:1])
    refused(TypeError, "train None", datasets.write_hrm, "a", train=None)


@pytest.mark.parametrize(
    ("path", "kind", "shown"),
    [
        (5, TypeError, "int"),
        (None, TypeError, "None"),
        ("", bd.FormatError, "empty"),
        ("a\0b.csv", bd.FormatError, r"'a\x00b.csv'"),
        pytest.param(
            *("a\ud800.csv", bd.FormatError, r"'a\ud800.csv'"),
            marks=pytest.mark.skipif(sys.platform == "win32", reason="such names are valid there"),
        ),
    ],
)
def test_paths(path: Any, kind: type[Exception], shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is refused before anything is written."""
    monkeypatch.chdir(tmp_path)
    datasets, made = bd.datasets, bd.generate(1, seed=1)
    refused(kind, f"path {shown}", datasets.write, path, made)
    refused(kind, f"target {shown}", datasets.convert, made, path)
    refused(kind, f"path {shown}", datasets.from_extreme_csv, path)
    refused(kind, f"folder {shown}", datasets.read_hrm, path)
    refused(kind, f"folder {shown}", datasets.write_hrm, path, train=made)
    refused(kind, f"folder {shown}", datasets.build, path, {"seed": 1, "generate": {"n": 1}})
    refused(kind, f"path {shown}", bd.Board(EMPTY).save, path)
    refused(kind, f"path {shown}", bd.sheet(made).save, path)
    if isinstance(path, str):
        refused(kind, "path", datasets.read, path)
        refused(kind, f"plan {shown}", datasets.build, "a", path)
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
        with pytest.raises(TypeError, match=r"_Raises|neither"):
            call()


def stub_arguments() -> dict[str, set[str]]:
    """The arguments of the functions in the stub of the core, with the keys of unpacked dictionaries."""
    tree = ast.parse(Path(bd.__file__).with_name("_core.pyi").read_text(encoding="utf-8"))
    keys: dict[str, set[str]] = {"TypedDict": set()}
    found: dict[str, set[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            own = {ast.unparse(line.target) for line in node.body if isinstance(line, ast.AnnAssign)}
            keys[node.name] = own.union(*(keys.get(ast.unparse(base), set()) for base in node.bases))
        elif isinstance(node, ast.FunctionDef):
            listed = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            names = {argument.arg for argument in listed}
            if node.args.kwarg is not None and node.args.kwarg.annotation is not None:
                names |= keys[ast.unparse(node.args.kwarg.annotation).removeprefix("Unpack[").rstrip("]")]
            found.setdefault(node.name, set()).update(names)
    return found


def test_the_stub_has_the_arguments_of_the_core() -> None:
    stub = stub_arguments()
    assert len(stub) > 40
    for name, listed in stub.items():
        real = {*inspect.signature(getattr(_core, name)).parameters}
        is_public = getattr(bd, name, None) is getattr(_core, name)
        # Functions that only the package calls share one dictionary of options.
        assert real == listed if is_public else real <= listed, (name, real ^ listed)
    functions = {name for name, value in vars(_core).items() if inspect.isbuiltin(value)}
    assert functions == {*stub}
