"""The public calls that can take long, with inputs for which they do.

Each entry prepares its input and gives the call, a function without arguments. Files go to a folder that is passed.
"""

from __future__ import annotations

from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from puzzles import EASY, EMPTY, FULL, HARD, SMALLEST

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Call = Callable[[], Any]

#: Rated 11.9 by Sudoku Explainer.
HARDEST = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
#: Four rows are blank: 2·10⁸ solutions and more.
SEVERAL = SMALLEST[:36] + "." * 45

CALLS: dict[str, Callable[[Path], Call]] = {}


def call(name: str) -> Callable[[Callable[[Path], Call]], Callable[[Path], Call]]:
    def add(prepare: Callable[[Path], Call]) -> Callable[[Path], Call]:
        assert name not in CALLS
        CALLS[name] = prepare
        return prepare

    return add


def cells(text: str) -> Any:
    return np.array([int(c) if c.isdigit() else 0 for c in text], np.uint8)


def many(text: str, rows: int) -> Any:
    return np.ascontiguousarray(np.tile(cells(text), (rows, 1)))


# --- classic puzzles ------------------------------------------------------------------------------------------------


def of_arrays(function: Callable[..., Any], text: str, rows: int, **options: Any) -> Callable[[Path], Call]:
    def prepare(folder: Path) -> Call:
        puzzles = many(text, rows)
        return lambda: function(puzzles, **options)

    return prepare


def given(make: Callable[[], Any], function: Callable[[Any], Any]) -> Callable[[Path], Call]:
    """A function of something that is made before."""

    def prepare(folder: Path) -> Call:
        puzzles = make()
        return lambda: function(puzzles)

    return prepare


def pandas_integers(rows: int) -> Any:
    """Numbers of up to 81 digits, as pandas reads them from CSV."""
    pandas = pytest.importorskip("pandas")
    return pandas.Series([int(EASY.replace(".", "0"))] * rows, dtype=object)


def almost_locked() -> Any:
    """Pencil marks with 4,659 almost locked sets: in each cell the digit of a grid, and one of six."""
    row, column = np.indices((9, 9))
    return bd.Pencilmarks(1 << (cells(FULL).astype(int).reshape(9, 9) - 1) | 1 << (row**2 + column) % 6)


def of_one(function: Callable[..., Any], puzzle: Any, *more: Any, **options: Any) -> Callable[[Path], Call]:
    return lambda folder: lambda: function(puzzle, *more, **options)


CALLS |= {
    "solve, array": of_arrays(bd.solve, HARD, 100_000),
    "solve, one thread": of_arrays(bd.solve, HARD, 100_000, threads=1),
    "solve, smallest of many": of_arrays(bd.solve, EMPTY, 100_000),
    "solve, list of str": given(lambda: [EASY] * 1_000_000, bd.solve),
    "solve, list of bytes": given(lambda: [EASY.encode()] * 1_000_000, bd.solve),
    "solve, nested lists": given(lambda: [[0] * 81] * 200_000, bd.solve),
    "solve, lists of arrays": given(lambda: [cells(EASY)] * 200_000, bd.solve),
    "solve, numpy U": given(lambda: np.array([EASY] * 300_000), bd.solve),
    "solve, numpy objects": given(lambda: np.array([EASY] * 500_000, object), bd.solve),
    "solve, integers of objects": given(lambda: pandas_integers(300_000), bd.solve),
    "solve, int64": given(lambda: many(EASY, 200_000).astype(np.int64), bd.solve),
    "solve, float64": given(lambda: many(EASY, 200_000).astype(float), bd.solve),
    "solve, Fortran order": given(lambda: np.asfortranarray(many(EASY, 300_000)), bd.solve),
    "verdict": of_arrays(bd.verdict, HARD, 100_000),
    "count": of_one(bd.count, EMPTY),
    "count, many": of_arrays(bd.count, EMPTY, 5, limit=10**12),
    "solutions": lambda folder: lambda: sum(1 for _ in bd.solutions(EMPTY)),
    "candidates true": of_arrays(bd.candidates, HARD, 50_000, level="true"),
    "candidates true, empty": of_arrays(bd.candidates, EMPTY, 20_000, level="true"),
    "candidates locked": of_arrays(bd.candidates, EASY, 300_000, level="locked"),
    "conflicts": of_arrays(bd.conflicts, EASY, 500_000),
    "check": given(lambda: many(EASY, 500_000), lambda rows: bd.check(rows, rows)),
    "sample": of_one(bd.sample, SEVERAL, 1_000_000, seed=1),
    "sample, preparation": of_one(bd.sample, EMPTY, 1, seed=1),
    "candidate_counts": of_one(bd.candidate_counts, EMPTY),
    "generate": of_one(bd.generate, 100_000, seed=1),
    "generate, hard": of_one(bd.generate, 10_000, seed=1, difficulty="extreme"),
    "generate, ER": of_one(bd.generate, 1000, seed=1, difficulty={"er": (8.5, 12)}),
    "generate, pattern": lambda folder: (
        lambda: bd.generate(10_000, seed=1, pattern=np.indices((9, 9)).sum(axis=0) % 2 == 0)
    ),
    "generate, few clues": of_one(bd.generate, 1000, seed=1, clues=20, effort=10**9),
    "generate, symmetric": of_one(bd.generate, 100_000, seed=1, symmetry="half_turn"),
    "generate, controlled": of_one(bd.generate, 100_000, seed=1, method="controlled"),
    "generate, one grid": of_one(bd.generate, 100_000, seed=1, solution=SMALLEST),
    "harder": of_one(bd.harder, HARD, seed=1, rounds=10**6),
    "harder, score": of_one(bd.harder, HARD, seed=1, rounds=10**6, by="score"),
    "harder, er": of_one(bd.harder, HARD, seed=1, rounds=10**6, by="er"),
    "grids": of_one(bd.grids, 1_000_000, seed=1),
    "minimize": of_arrays(bd.minimize, SMALLEST, 50_000, seed=1),
    "redundant": of_arrays(bd.redundant, EASY, 100_000),
    "shuffle": of_arrays(bd.shuffle, HARD, 500_000, seed=1),
    "shuffle, copies": of_arrays(bd.shuffle, HARD, 5000, seed=1, copies=100),
    "shuffle, with others": given(lambda: many(EASY, 200_000), lambda rows: bd.shuffle(rows, rows, rows, seed=1)),
    "Transform": of_arrays(bd.Transform.random(1), HARD, 500_000),
    "canonical": of_arrays(bd.canonical, HARD, 20_000),
    "canonical, empty": of_arrays(bd.canonical, EMPTY, 1000),
    "canonical, full grids": of_arrays(bd.canonical, SMALLEST, 2000),
    "fingerprint": of_arrays(bd.fingerprint, HARD, 20_000),
    "automorphisms": of_arrays(bd.automorphisms, SMALLEST, 2000),
    "automorphisms, empty": of_arrays(bd.automorphisms, EMPTY, 100),
    "explain": of_one(bd.explain, HARDEST),
    "explain, almost locked sets": given(almost_locked, lambda marks: bd.explain(marks, techniques="als_xy_chain")),
    "explain, explainer": of_one(bd.explain, HARDEST, scale="explainer"),
    "hint, explainer": of_one(bd.hint, HARDEST, scale="explainer"),
    "steps": of_one(bd.steps, HARDEST),
    "steps, explainer": of_one(bd.steps, HARDEST, scale="explainer"),
    "rate": of_arrays(bd.rate, HARD, 2000, columns=["level", "score"]),
    "rate, explainer": of_arrays(bd.rate, HARDEST, 10, columns=["er", "ep", "ed"]),
    "rate, guesses": of_arrays(bd.rate, HARD, 100_000, columns=["clues", "guesses", "singles"]),
}

# --- other rules ----------------------------------------------------------------------------------------------------

#: Of some rules a puzzle that takes long.
BOARDS: dict[str, Callable[[], tuple[Any, Any]]] = {
    "16x16": lambda: ("16x16", np.zeros((16, 16), np.uint8)),
    "25x25": lambda: ("25x25", np.zeros((25, 25), np.uint8)),
    "64x64": lambda: (bd.Rules(box=(8, 8)), np.zeros((64, 64), np.uint8)),
    "anti-knight": lambda: ("anti-knight", np.zeros((9, 9), np.uint8)),
    "killer": lambda: (killer(3), np.zeros((9, 9), np.uint8)),
    "lines": lambda: (lines(), np.zeros((9, 9), np.uint8)),
}


def killer(width: int) -> Any:
    """Cages of three cells in a row, with the sums of a grid."""
    grid = cells(SMALLEST).reshape(9, 9)
    cages = [[(row, start + i) for i in range(width)] for row in range(9) for start in range(0, 9, width)]
    return bd.Rules() + [bd.rules.killer_cage(cage, int(sum(grid[place] for place in cage))) for cage in cages]


def lines() -> Any:
    """Automata, tables and sums that no grid obeys, which takes long to find out."""
    rows = [[(row, column) for column in range(9)] for row in range(9)]
    return (
        bd.Rules()
        + [bd.rules.renban(row[:4]) for row in rows[::2]]
        + [bd.rules.region_sum_line(row) for row in rows[1::4]]
        + [bd.rules.whispers([(r, c) for r in range(c, c + 3)]) for c in range(0, 6, 2)]
    )


OF_RULES: dict[str, Callable[[Any, Any], Call]] = {
    "solve": lambda rules, puzzle: lambda: bd.solve([puzzle] * 1000, rules=rules),
    "verdict, one thread": lambda rules, puzzle: lambda: bd.verdict([puzzle] * 1000, rules=rules, threads=1),
    "count": lambda rules, puzzle: lambda: bd.count(puzzle, rules=rules),
    "solutions": lambda rules, puzzle: lambda: sum(1 for _ in bd.solutions(puzzle, rules=rules)),
    "candidates true": lambda rules, puzzle: lambda: bd.candidates([puzzle] * 1000, level="true", rules=rules),
    "check": lambda rules, puzzle: lambda: bd.check([puzzle] * 5000, [puzzle] * 5000, rules=rules),
    "grids": lambda rules, puzzle: lambda: bd.grids(1000, seed=1, rules=rules),
    "generate": lambda rules, puzzle: lambda: bd.generate(1000, seed=1, rules=rules),
    "minimize": lambda rules, puzzle: lambda: bd.minimize(bd.grids(100, seed=1, rules=rules), seed=1, rules=rules),
    "sample": lambda rules, puzzle: lambda: bd.sample(puzzle, 100, seed=1, rules=rules),
    "candidate_counts": lambda rules, puzzle: lambda: bd.candidate_counts(puzzle, rules=rules),
    "shuffle": lambda rules, puzzle: lambda: bd.shuffle([puzzle] * 10_000, seed=1, rules=rules),
    "canonical": lambda rules, puzzle: lambda: bd.canonical([puzzle] * 100, rules=rules),
    "automorphisms": lambda rules, puzzle: lambda: bd.automorphisms([puzzle] * 100, rules=rules),
    "explain": lambda rules, puzzle: lambda: bd.explain(puzzle, rules=rules),
    "steps": lambda rules, puzzle: lambda: bd.steps(puzzle, rules=rules),
    "rate": lambda rules, puzzle: lambda: bd.rate([puzzle] * 100, rules=rules),
}


def of_rules(board: str, function: str) -> Callable[[Path], Call]:
    return lambda folder: OF_RULES[function](*BOARDS[board]())


CALLS |= {f"{function}, {board}": of_rules(board, function) for board in BOARDS for function in OF_RULES}


@call("Rules, related by a function")
def _(folder: Path) -> Call:
    pairs = [((r, c), (r, c + 1)) for r in range(64) for c in range(63)]

    def make() -> Any:
        return bd.Rules(box=(8, 8)) + bd.rules.related(pairs, lambda a, b: (a * b) % 7 != 3)

    return make


@call("Rules, an automaton of many states")
def _(folder: Path) -> Call:
    def make() -> Any:
        path = [(r, c) for r in range(9) for c in range(9)]
        automaton = bd.rules.Automaton.of(
            range(1, 10), 0, lambda state, digit: (9 * state + digit) % 60_000, lambda state: state % 7 == 1
        )
        return bd.verdict(EMPTY, rules=bd.Rules() + bd.rules.accepted(path[:20], automaton), budget=1)

    return make


@call("Rules, outside clues of 35 digits")
def _(folder: Path) -> Call:
    def make() -> Any:
        rules = bd.Rules(box=(5, 7)) + [bd.rules.sandwich(100 + row, row=row) for row in range(35)]
        return bd.verdict(np.zeros((35, 35), np.uint8), rules=rules, budget=1)

    return make


@call("Rules, many cages")
def _(folder: Path) -> Call:
    def make() -> Any:
        cages = [
            bd.rules.killer_cage([(r + i, c + j) for i in range(4) for j in range(4)], 500)
            for r in range(0, 64, 4)
            for c in range(0, 64, 4)
        ]
        rules = bd.Rules(box=(8, 8)) + bd.rules.anti_knight() + bd.rules.anti_king() + cages
        return bd.verdict(np.zeros((64, 64), np.uint8), rules=rules, budget=1)

    return make


@call("Rules, long thermometers")
def _(folder: Path) -> Call:
    def make() -> Any:
        rules = bd.Rules(box=(8, 8)) + [bd.rules.thermometer([(r, c) for c in range(60)], slow=True) for r in range(64)]
        return bd.conflicts(np.zeros((64, 64), np.uint8), rules=rules), hash(rules), rules.to_json()

    return make


# --- data sets ------------------------------------------------------------------------------------------------------


def rows(count: int) -> tuple[Any, Any]:
    """Puzzles and solutions, no two of them equal."""
    few = bd.generate(200, seed=1)
    puzzles, solutions = bd.shuffle(few.puzzle, few.solution, seed=1, copies=count // 200)
    return puzzles, solutions


def flat(count: int) -> tuple[Any, Any]:
    puzzles, solutions = rows(count)
    return puzzles.reshape(-1, 9, 9), solutions.reshape(-1, 9, 9)


def of_file(suffix: str, function: Callable[[Path], Any], count: int = 200_000) -> Callable[[Path], Call]:
    def prepare(folder: Path) -> Call:
        path = folder / f"rows{suffix}"
        bd.datasets.write(path, *flat(count))
        return lambda: function(path)

    return prepare


def to_file(suffix: str, **options: Any) -> Callable[[Path], Call]:
    def prepare(folder: Path) -> Call:
        puzzles, solutions = flat(200_000)
        return lambda: bd.datasets.write(folder / f"out{suffix}", puzzles, solutions, **options)

    return prepare


def of_rows(function: Callable[..., Any], *more: Any, **options: Any) -> Callable[[Path], Call]:
    def prepare(folder: Path) -> Call:
        puzzles, _ = flat(100_000)
        return lambda: function(puzzles, *more, **options)

    return prepare


FILES = (".csv", ".csv.gz", ".txt", ".jsonl", ".json", ".npy", ".npz", ".parquet", ".arrow")
CALLS |= {f"datasets.read {suffix}": of_file(suffix, bd.datasets.read) for suffix in FILES}
CALLS |= {f"datasets.write {suffix}": to_file(suffix) for suffix in FILES}
CALLS |= {
    "datasets.scan": of_file(".csv", lambda path: sum(map(len, bd.datasets.scan(path)))),
    "datasets.convert": of_file(".csv", lambda path: bd.datasets.convert(path, path.parent / "out.jsonl")),
    "datasets.audit": of_file(".csv", bd.datasets.audit),
    "datasets.audit, ratings": of_file(".csv", lambda path: bd.datasets.audit(path, ratings=["level", "er"]), 20_000),
    "datasets.audit against": of_file(".csv", lambda path: bd.datasets.audit(path, against=path)),
    "datasets.dedupe": of_rows(bd.datasets.dedupe),
    "datasets.dedupe, class": of_rows(bd.datasets.dedupe, by="class"),
    "datasets.split": of_rows(bd.datasets.split, [0.5, 0.5], seed=1),
    "datasets.leaks": given(lambda: flat(20_000), lambda pair: bd.datasets.leaks(pair[0], pair[0])),
    "datasets.build": lambda folder: (
        lambda: bd.datasets.build(folder / "built", {"seed": 1, "generate": {"n": 100_000}, "write": {"format": "csv"}})
    ),
    "datasets.write_hrm": lambda folder: given(
        lambda: flat(20_000), lambda pair: bd.datasets.write_hrm(mkdtemp(dir=folder), train=pair, augment=20, seed=1)
    )(folder),
}

# --- pictures, links ------------------------------------------------------------------------------------------------

LARGE = bd.Rules(box=(8, 8))


def board(**options: Any) -> Any:
    return bd.Board(np.zeros((64, 64), np.uint8), rules=LARGE, **options)


CALLS |= {
    "Board": lambda folder: lambda: [board(candidates="basic") for _ in range(100)],
    "Board.svg": given(lambda: board(candidates="basic"), lambda own: own.svg()),
    "Board.png": given(lambda: board(candidates="basic"), lambda own: own.png()),
    "Board.png, large": given(lambda: board(), lambda own: own.png(size=4000)),
    "Board.text": given(lambda: board(candidates="basic"), lambda own: own.pencilmarks()),
    "sheet": given(lambda: bd.generate(500, seed=1), lambda made: bd.sheet(made).pdf()),
    "sheet, pictures": given(lambda: bd.generate(500, seed=1), lambda made: bd.sheet(made).svg(3)),
    "links.write": given(lambda: killer(3), lambda own: [bd.links.write(EASY, own) for _ in range(100)]),
    "links.read": given(
        lambda: bd.links.write(EASY, killer(3)), lambda link: [bd.links.read(link) for _ in range(100)]
    ),
}
