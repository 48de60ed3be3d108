"""Random puzzles with several sorts of rules, on larger boards, and with many sums."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

import bitdoku as bd
from bitdoku import rules as r
from variant_instances import GLOBAL, INSTANCES, with_rules
from variant_maker import Maker

JIGSAW = Path(__file__).parent.parent / "examples" / "variants" / "jigsaw.json"


def mixed(seed: int) -> tuple[bd.Rules, np.ndarray]:
    """Three sorts of rules together on a board of some kind, and a puzzle."""
    rng = np.random.default_rng(seed)
    jigsaw = bd.Rules.from_json(json.loads(JIGSAW.read_text())["rules"])
    boards = [bd.Rules(box=(2, 3)), bd.Rules(), bd.Rules() + r.anti_knight(), bd.Rules(box=(1, 5)), jigsaw]
    rules = boards[int(rng.integers(len(boards)))]
    grid = bd.grids(1, seed=seed, rules=rules)[0]
    rules = _with(
        rules, Maker(rng, grid, rules.regions), rng.choice(sorted({*INSTANCES} - GLOBAL), 3, replace=False).tolist()
    )
    puzzle = np.where(rng.random(grid.shape) < rng.uniform(0.5, 1), 0, grid).astype(np.uint8)
    return rules, puzzle


def large(seed: int) -> tuple[bd.Rules, np.ndarray]:
    """A board of side 10, 12 or 16, plain or with up to three sorts of rules, and a puzzle."""
    rng = np.random.default_rng([seed, 16])
    boards = [bd.Rules(box=box) for box in ((2, 5), (3, 4), (4, 4))]
    board = boards[seed % 3]
    rules = board + r.diagonals() if rng.random() < 0.3 else board
    grid = bd.grids(1, seed=seed, rules=rules)[0]
    number = int(rng.integers(4))
    rules = _with(
        rules,
        Maker(rng, grid, rules.regions),
        rng.choice(sorted({*INSTANCES} - GLOBAL), number, replace=False).tolist(),
    )
    puzzle = np.where(rng.random(grid.shape) < rng.uniform(0.4, 0.65), 0, grid).astype(np.uint8)
    if rng.random() < 0.5:
        # Told more until one solution is left: hard, and wrong if another one is overlooked.
        while others := [o for o in bd.solutions(puzzle, rules=rules, limit=2) if (o != grid).any()]:
            row, column = rng.choice(np.argwhere(others[0] != grid)).tolist()
            puzzle[row, column] = grid[row, column]
    if rng.random() < 0.25:
        # One of the candidates that the peers leave, most often a wrong one.
        row, column = rng.choice(np.argwhere(puzzle == 0)).tolist()
        mask = int(bd.candidates(puzzle, rules=board)[row, column])
        puzzle[row, column] = rng.choice([digit for digit in range(1, rules.side + 1) if mask >> (digit - 1) & 1])
    return rules, puzzle


def sums(seed: int) -> tuple[bd.Rules, np.ndarray]:
    """Totals of all kinds on 4x4, 6x6 or 9x9, and a puzzle of few givens: long ones, weights of both
    signs, overlapping cages; some sums are wrong."""
    rng = np.random.default_rng([seed, 45])
    rules = bd.Rules(box=[(2, 2), (2, 3), (3, 3)][seed % 3])
    n = rules.side
    grid = bd.grids(1, seed=seed, rules=rules)[0]
    for _ in range(int(rng.integers(1, n))):
        kind = int(rng.integers(4))
        if kind == 0:
            # A cage: cells next to each other with different digits.
            cells = [tuple(rng.integers(0, n, 2).tolist())]
            for _ in range(4):
                r_, c = cells[int(rng.integers(len(cells)))]
                near = [(r_ + 1, c), (r_ - 1, c), (r_, c + 1), (r_, c - 1)]
                digits = {int(grid[cell]) for cell in cells}
                near = [x for x in near if min(x) >= 0 and max(x) < n and int(grid[x]) not in digits]
                cells += [near[int(rng.integers(len(near)))]] if near else []
            weights, no_repeat = [1] * len(cells), True
        else:
            length = int(rng.integers(3, (n * n) // 2))
            order = np.argsort(grid.ravel() + rng.uniform(0, n, n * n)) if kind == 1 else rng.permutation(n * n)
            cells = [divmod(int(cell), n) for cell in order[:length]]
            weights, no_repeat = [1] * len(cells), False
            if kind == 2:
                weights = [-10, -1, *weights[2:]]
            if kind == 3:
                weights = rng.choice([-2, -1, 1, 1, 1, 3], len(cells)).tolist()
        total = sum(weight * int(grid[cell]) for weight, cell in zip(weights, cells, strict=True))
        total += int(rng.random() < 0.05 and not no_repeat)
        rules += r.total(cells, total, None if set(weights) == {1} else weights, no_repeat=no_repeat)
    blank = rng.uniform(0.4, 0.65) if n == 9 else rng.uniform(0.6, 1)
    puzzle = np.where(rng.random(grid.shape) < blank, 0, grid).astype(np.uint8)
    return rules, puzzle


#: Boards with more digits than the side; on the last, regions have a cell for each digit.
MORE_DIGITS = [
    bd.Rules(box=(2, 3), digits=range(1, 10)),
    bd.Rules(box=(2, 3), digits=range(1, 8)),
    bd.Rules(box=(2, 2), digits=range(1, 7)),
    bd.Rules(box=(1, 4), digits=range(1, 13)),
    bd.Rules.jigsaw([[row // 3 * 2 + column // 3 for column in range(6)] for row in range(6)], digits=range(1, 10)),
]


def more_digits(seed: int) -> tuple[bd.Rules, np.ndarray]:
    """A board with more digits than the side, with cages, thermometers, arrows and other rules, and a puzzle."""
    rng = np.random.default_rng([seed, 69])
    rules = MORE_DIGITS[seed % len(MORE_DIGITS)]
    grid = bd.grids(1, seed=seed, rules=rules)[0]
    names = rng.permutation(sorted({*INSTANCES} - GLOBAL)).tolist()
    own = ["killer_cage", "thermometer", "arrow"][: int(rng.integers(4))]
    rules = _with(rules, Maker(rng, grid, rules.regions, len(rules.digits)), own + names[: int(rng.integers(3))])
    puzzle = np.where(rng.random(grid.shape) < rng.uniform(0.3, 0.9), 0, grid).astype(np.uint8)
    if rng.random() < 0.2:
        puzzle[tuple(rng.integers(0, rules.side, 2).tolist())] = rng.choice(rules.digits)
    return rules, puzzle


def _with(rules: bd.Rules, maker: Maker, names: list[str]) -> bd.Rules:
    for name in names:
        rules = with_rules(rules, INSTANCES[name](maker))
    return rules
