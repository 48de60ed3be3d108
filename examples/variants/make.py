"""Generate the puzzles of this folder.

    python examples/variants/make.py

Each file holds the name, rules, givens and solution of a puzzle. Clues such as cages and arrows are drawn on a random
grid, then givens are removed in random order while the solution stays unique.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import bitdoku as bd
from bitdoku import rules as r

if TYPE_CHECKING:
    from collections.abc import Callable

Cell = tuple[int, int]
FOLDER = Path(__file__).parent
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def walk(
    rng: np.random.Generator,
    grid: np.ndarray,
    used: set[Cell],
    length: int,
    fits: Callable[[list[int]], bool],
    steps: tuple[Cell, ...] = STEPS,
) -> list[Cell]:
    """A random line of unused cells whose digits satisfy ``fits`` at every length; it may end early."""
    free = [cell for cell in np.ndindex(grid.shape) if cell not in used]
    line: list[Cell] = [free[rng.integers(len(free))]]
    while len(line) < length:
        row, column = line[-1]
        ways = [(row + down, column + right) for down, right in rng.permutation(steps).tolist()]
        ways = [way for way in ways if way in free and way not in line and fits([int(grid[c]) for c in [*line, way]])]
        if not ways:
            break
        line.append(ways[0])
    return line


def thermo(rng: np.random.Generator, grid: np.ndarray) -> list[r.Rule]:
    """Eight thermometers of four or more cells."""
    used: set[Cell] = set()
    made: list[r.Rule] = []
    while len(made) < 8:
        line = walk(rng, grid, used, 6, lambda digits: digits == sorted({*digits}), STEPS + DIAGONAL)
        if len(line) > 3:
            used |= {*line}
            made.append(r.thermometer(line))
    return made


def killer(rng: np.random.Generator, grid: np.ndarray) -> list[r.Rule]:
    """Cages on every cell."""
    used: set[Cell] = set()
    made = []
    while len(used) < 81:
        cage = walk(rng, grid, used, int(rng.integers(2, 5)), lambda digits: len({*digits}) == len(digits))
        used |= {*cage}
        made.append(r.killer_cage(cage, int(sum(grid[cell] for cell in cage))))
    return made


def arrow(rng: np.random.Generator, grid: np.ndarray) -> list[r.Rule]:
    """Nine arrows with a circle and two or more other cells."""
    used: set[Cell] = set()
    made: list[r.Rule] = []
    while len(made) < 9:
        line = walk(rng, grid, used, 5, lambda digits: digits[0] >= sum(digits[1:]), STEPS + DIAGONAL)
        if len(line) > 2 and grid[line[0]] == sum(int(grid[cell]) for cell in line[1:]):
            used |= {*line}
            made.append(r.arrow(line[0], line[1:]))
    return made


def kropki(_: np.random.Generator, grid: np.ndarray) -> list[r.Rule]:
    """All dots; a pair of 1 and 2 gets a black one."""
    white, black = [], []
    for row, column in np.ndindex(9, 9):
        for down, right in ((0, 1), (1, 0)):
            if row + down < 9 and column + right < 9:
                pair = ((row, column), (row + down, column + right))
                low, high = sorted(int(grid[cell]) for cell in pair)
                if high == 2 * low:
                    black.append(pair)
                elif high == low + 1:
                    white.append(pair)
    return [r.kropki(white, black)]


def sandwich(_: np.random.Generator, grid: np.ndarray) -> list[r.Rule]:
    """The sums of all rows and columns."""
    made = []
    for k in range(9):
        for line, place in ((grid[k], {"row": k}), (grid[:, k], {"column": k})):
            first, last = sorted(int(np.flatnonzero(line == crust)[0]) for crust in (1, 9))
            made.append(r.sandwich(int(line[first + 1 : last].sum()), **place))
    return made


def jigsaw(rng: np.random.Generator) -> bd.Rules:
    """Regions made from boxes: neighbours exchange cells while all regions stay connected."""
    regions = bd.Rules().regions.copy()

    def connected(region: int) -> bool:
        cells = {tuple(cell) for cell in np.argwhere(regions == region).tolist()}
        reached: set[Cell] = set()
        todo = [min(cells)]
        while todo:
            row, column = todo.pop()
            if (row, column) in cells - reached:
                reached.add((row, column))
                todo += [(row + down, column + right) for down, right in STEPS]
        return reached == cells

    def border(one: int, other: int) -> list[Cell]:
        """The cells of a region that touch another."""
        return [
            (row, column)
            for row, column in np.argwhere(regions == one).tolist()
            if any(0 <= row + d < 9 and 0 <= column + e < 9 and regions[row + d, column + e] == other for d, e in STEPS)
        ]

    for _ in range(300):
        one, other = (int(k) for k in rng.choice(9, 2, replace=False))
        ours, theirs = border(one, other), border(other, one)
        if ours and theirs:
            mine, yours = ours[rng.integers(len(ours))], theirs[rng.integers(len(theirs))]
            regions[mine], regions[yours] = other, one
            if not (connected(one) and connected(other)):
                regions[mine], regions[yours] = one, other
    return bd.Rules.jigsaw(regions)


def with_clues(draw: Callable[..., list[r.Rule]], seed: int) -> tuple[bd.Rules, np.ndarray]:
    """Rules drawn on a random grid, and a minimal puzzle with them."""
    grid = bd.grids(1, seed=seed)[0]
    rules = bd.Rules() + draw(np.random.default_rng(seed), grid)
    return rules, bd.minimize(grid, rules=rules, seed=seed)


def by_name(name: str, seed: int, clues: int | None = None) -> tuple[bd.Rules, np.ndarray]:
    """A puzzle with the rules of a name, minimal if ``clues`` is None."""
    rules = bd.Rules(name)
    return rules, bd.generate(1, rules=rules, seed=seed, clues=clues).puzzle[0]


def jigsaw_puzzle(seed: int) -> tuple[bd.Rules, np.ndarray]:
    """Jigsaw rules and a minimal puzzle."""
    rules = jigsaw(np.random.default_rng(seed))
    return rules, bd.generate(1, rules=rules, seed=seed).puzzle[0]


PUZZLES: dict[str, Callable[[], tuple[bd.Rules, np.ndarray]]] = {
    "4x4": lambda: by_name("4x4", 1),
    "6x6": lambda: by_name("6x6", 1),
    "16x16": lambda: by_name("16x16", 1, clues=110),
    "25x25": lambda: by_name("25x25", 1, clues=330),
    "jigsaw": lambda: jigsaw_puzzle(1),
    "x": lambda: by_name("x", 1),
    "windoku": lambda: by_name("windoku", 1),
    "anti-knight": lambda: by_name("anti-knight", 1),
    "anti-king": lambda: by_name("anti-king", 1),
    "thermo": lambda: with_clues(thermo, 1),
    "killer": lambda: with_clues(killer, 1),
    "arrow": lambda: with_clues(arrow, 1),
    "kropki": lambda: with_clues(kropki, 1),
    "sandwich": lambda: with_clues(sandwich, 1),
}


def main() -> None:
    """Write all files."""
    for name, make in PUZZLES.items():
        rules, puzzle = make()
        solution, verdict = bd.solve(puzzle, rules=rules)
        assert verdict == bd.Verdict.UNIQUE
        data = {"name": name, "rules": rules.to_dict(), "puzzle": puzzle.tolist(), "solution": solution.tolist()}
        (FOLDER / f"{name}.json").write_text(_compact(data) + "\n")
        print(f"{name}: {np.count_nonzero(puzzle)} givens")


def _compact(data: dict[str, Any]) -> str:
    """JSON with one line for each row and each rule."""

    def lines(rows: list[object]) -> str:
        return "[\n" + ",\n".join(f"    {json.dumps(row)}" for row in rows) + "\n  ]"

    rules = {key: value for key, value in data["rules"].items() if key != "rules"}
    board = json.dumps(rules)[1:-1]
    listed = lines(data["rules"]["rules"]).replace("\n  ", "\n    ") if data["rules"]["rules"] else "[]"
    return (
        f'{{\n  "name": {json.dumps(data["name"])},\n  "rules": {{{board}, "rules": {listed}}},\n'
        f'  "puzzle": {lines(data["puzzle"])},\n  "solution": {lines(data["solution"])}\n}}'
    )


if __name__ == "__main__":
    main()
