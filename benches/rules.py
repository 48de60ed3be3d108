"""The solver for any rules compared with OR-tools CP-SAT with one worker on the same puzzles.

Both compute the verdict: a solution, and a second one or a proof that there is none (CP-SAT: solve, forbid the
solution, solve again). The time of CP-SAT includes building the model of each puzzle. Rules that are the same for all
puzzles of a variant are compiled once, and that time is reported separately; rules of single puzzles are compiled for
each puzzle, which is included. The solvers alternate by variant, ``--rounds`` times; the time of a puzzle is the median
of its rounds. Times are processor times of the process; medians and totals are printed and, with ``--record``, written
to a file.

    pip install ortools
    python benches/rules.py --record benches/records/rules.json

Puzzles are generated from fixed seeds: a random grid, marks of the variant drawn on it, and clues removed while the
solution stays unique. 25x25: 60 % down to 40 % of the cells of random grids.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from ortools.sat.python import cp_model

import bitdoku as bd
from bitdoku import Rules, _core
from bitdoku import rules as named
from bitdoku._core import RuleSet

if TYPE_CHECKING:
    from collections.abc import Callable

Constraint = tuple[Any, ...]


def plain(height: int, width: int) -> list[Constraint]:
    """Rows, columns and boxes."""
    side = height * width
    cells = np.arange(side * side).reshape(side, side)
    boxes = cells.reshape(side // height, height, side // width, width).swapaxes(1, 2).reshape(side, side)
    return [("different", unit.tolist()) for units in (cells, cells.T, boxes) for unit in units]


def pairs_at(side: int, steps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """All pairs of cells that are one of these steps apart."""
    return [
        (side * r + c, side * (r + dr) + c + dc)
        for r in range(side)
        for c in range(side)
        for dr, dc in steps
        if 0 <= r + dr < side and 0 <= c + dc < side
    ]


def table(side: int, holds: Any) -> list[int]:
    """A truth table as masks."""
    return [sum(1 << (b - 1) for b in range(1, side + 1) if holds(a, b)) for a in range(1, side + 1)]


def line(rng: np.random.Generator, length: int, taken: set[int]) -> list[int] | None:
    """A random king's walk over free cells of 9x9."""
    free = [cell for cell in range(81) if cell not in taken]
    walk = [int(rng.choice(free))]
    while len(walk) < length:
        r, c = divmod(walk[-1], 9)
        near = [(r + dr, c + dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1)]
        onward = [9 * a + b for a, b in near if 0 <= a < 9 and 0 <= b < 9 and 9 * a + b not in {*taken, *walk}]
        if not onward:
            return None
        walk.append(int(rng.choice(onward)))
    return walk


def marks(variant: str, grid: np.ndarray, rng: np.random.Generator) -> list[Constraint]:
    """Constraints of a variant whose marks depend on the solution."""
    value = grid.tolist()
    less = table(9, lambda a, b: a < b)
    found: list[Constraint] = []
    taken: set[int] = set()
    if variant == "thermometer":
        for _ in range(4000):
            walk = line(rng, int(rng.integers(3, 6)), taken)
            if walk and all(value[a] < value[b] for a, b in pairwise(walk)):
                found.append(("related", list(pairwise(walk)), less))
                taken |= set(walk)
            if len(found) == 5:
                break
    elif variant == "killer":
        while len(taken) < 81:
            start = min(set(range(81)) - taken)
            cage = [start]
            while len(cage) < int(rng.integers(2, 6)):
                edge = [b for a, b in pairs_at(9, [(0, 1), (1, 0), (0, -1), (-1, 0)]) if a in cage]
                edge = [b for b in edge if b not in {*taken, *cage} and value[b] not in {value[c] for c in cage}]
                if not edge:
                    break
                cage.append(int(rng.choice(edge)))
            taken |= set(cage)
            found.append(("total", cage, sum(value[c] for c in cage), None, True))
    elif variant == "arrow":
        for _ in range(20000):
            walk = line(rng, int(rng.integers(3, 5)), taken)
            if walk and value[walk[0]] == sum(value[c] for c in walk[1:]):
                found.append(("total", walk, 0, [-1] + [1] * (len(walk) - 1), False))
                taken |= set(walk)
            if len(found) == 7:
                break
    elif variant == "kropki":
        one, twice = table(9, lambda a, b: abs(a - b) == 1), table(9, lambda a, b: a == 2 * b or b == 2 * a)
        near = pairs_at(9, [(0, 1), (1, 0)])
        for pair in near:
            small, large = sorted(value[c] for c in pair)
            if rng.random() < 0.6 and large == 2 * small:
                found.append(("related", [pair], twice))
            elif rng.random() < 0.6 and large - small == 1:
                found.append(("related", [pair], one))
    elif variant == "sandwich":
        cells = np.arange(81).reshape(9, 9)
        for unit in [*cells, *cells.T]:
            digits = [value[c] for c in unit]
            first, last = sorted((digits.index(1), digits.index(9)))
            found.append(sandwich(unit.tolist(), sum(digits[first + 1 : last])))
    return found


def lines(
    rng: np.random.Generator, value: list[int], fits: Callable[[list[int]], bool], number: int, lengths: tuple[int, int]
) -> list[list[int]]:
    """Up to ``number`` disjoint king's walks whose digits satisfy ``fits``."""
    found: list[list[int]] = []
    for _ in range(30000):
        walk = line(rng, int(rng.integers(*lengths)), {cell for other in found for cell in other})
        if walk and fits([value[cell] for cell in walk]):
            found.append(walk)
            if len(found) == number:
                break
    return found


def other_marks(variant: str, grid: np.ndarray, rng: np.random.Generator) -> list[Constraint]:
    """Marks of variants with a named rule in :mod:`bitdoku.rules`, as primitives."""
    value = grid.tolist()
    place = [divmod(cell, 9) for cell in range(81)]
    fits: dict[str, tuple[Callable[[list[int]], bool], int, tuple[int, int]]] = {
        "whispers": (lambda of: all(abs(a - b) >= 5 for a, b in pairwise(of)), 5, (3, 6)),
        "renban": (lambda of: len({*of}) == len(of) == max(of) - min(of) + 1, 6, (3, 6)),
        "palindrome": (lambda of: of == of[::-1], 4, (3, 6)),
        "between": (lambda of: all(min(of[0], of[-1]) < d < max(of[0], of[-1]) for d in of[1:-1]), 6, (3, 6)),
    }
    rules = Rules()
    near = [(place[a], place[b]) for a, b in pairs_at(9, [(0, 1), (1, 0)])]
    if variant in fits:
        for walk in lines(rng, value, *fits[variant]):
            rules += getattr(named, variant)([place[cell] for cell in walk])
    elif variant == "xv":
        summed = {pair: sum(grid[9 * r + c] for r, c in pair) for pair in near}
        chosen = {pair: of for pair, of in summed.items() if of in (5, 10) and rng.random() < 0.8}
        rules += named.xv([p for p, of in chosen.items() if of == 10], [p for p, of in chosen.items() if of == 5])
    elif variant == "little killer":
        for column in range(1, 7):
            walk = [9 * k + column + k for k in range(9 - column)]
            rules += named.little_killer((0, column), "down_right", sum(value[cell] for cell in walk))
            walk = [9 * (column + k) + 8 - k for k in range(9 - column)]
            rules += named.little_killer((column, 8), "down_left", sum(value[cell] for cell in walk))
    elif variant == "greater than":
        chosen_pairs = [pair for pair in near if rng.random() < 0.5]
        rules += named.greater_than(
            [p if grid[9 * p[0][0] + p[0][1]] > grid[9 * p[1][0] + p[1][1]] else p[::-1] for p in chosen_pairs]
        )
    elif variant == "even and odd":
        cells = [cell for cell in range(81) if rng.random() < 0.4]
        rules += named.even([place[cell] for cell in cells if value[cell] % 2 == 0])
        rules += named.odd([place[cell] for cell in cells if value[cell] % 2])
    return [constraint for constraint in rules.constraints if constraint not in Rules().constraints]


def sandwich(cells: list[int], total: int) -> Constraint:
    """The digits between 1 and 9 add up to ``total``; the states are before, the sum so far, after."""
    after = total + 2
    rows = [[1 if d in (1, 9) else 0 for d in range(1, 10)]]
    for so_far in range(total + 1):
        row = []
        for d in range(1, 10):
            if d in (1, 9):
                row.append(after if so_far == total else -1)
            else:
                row.append(1 + so_far + d if so_far + d <= total else -1)
        rows.append(row)
    rows.append([-1 if d in (1, 9) else after for d in range(1, 10)])
    return ("accepted", cells, len(rows), 0, [after], rows)


def fixed(variant: str) -> tuple[int, list[Constraint]]:
    """Side and constraints of a variant that is the same for all grids."""
    cells = np.arange(81).reshape(9, 9)
    unequal = table(9, lambda a, b: a != b)
    near = pairs_at(9, [(0, 1), (1, 0)])
    knight = pairs_at(9, [(1, 2), (1, -2), (2, 1), (2, -1)])
    rows_columns = plain(3, 3)[:18]
    extra: dict[str, list[Constraint]] = {
        "x": [("different", np.diag(cells).tolist()), ("different", np.diag(cells[:, ::-1]).tolist())],
        "windoku": [("different", cells[r : r + 3, c : c + 3].ravel().tolist()) for r in (1, 5) for c in (1, 5)],
        "anti-knight": [("related", knight, unequal)],
        "anti-king": [("related", pairs_at(9, [(1, 1), (1, -1)]), unequal)],
        "non-consecutive": [("related", near, table(9, lambda a, b: abs(a - b) != 1))],
    }
    if variant == "disjoint groups":
        return 9, list((Rules() + named.disjoint_groups()).constraints)
    if variant == "jigsaw":
        return 9, list(Rules.jigsaw(REGIONS).constraints)
    if variant == "16x16":
        return 16, plain(4, 4)
    if variant == "25x25":
        return 25, plain(5, 5)
    if variant == "latin 9x9":
        return 9, rows_columns
    return 9, plain(3, 3) + extra.get(variant, [])


def compiled(side: int, constraints: list[Constraint]) -> Callable[[], RuleSet]:
    """A function that compiles rules as :class:`bitdoku.Rules` does: the core makes rows, columns and boxes itself."""
    box = next((box for box in ((3, 3), (4, 4), (5, 5)) if constraints[: 3 * side] == plain(*box)), None)
    marks = constraints if box is None else constraints[3 * side :]
    return lambda: RuleSet(side, marks, box)


def puzzles(variant: str, count: int, least: int, fewer: int) -> tuple[int, list[tuple[list[Constraint], np.ndarray]]]:
    """The side, and the constraints and givens of each puzzle; ``least`` is the number of givens of little killers.

    With ``fewer``, so many givens are taken from puzzles with one solution.
    """
    side, constraints = fixed(variant)
    rules = compiled(side, constraints)()
    grids = _core.grids(count, seed=1, start=0, rules=rules, threads=None).reshape(count, -1)
    if variant == "25x25":
        rng = np.random.default_rng(25)
        shares = np.linspace(0.6, 0.4, count)
        return side, [
            (constraints, np.where(rng.random(625) < share, grid, 0).astype(np.uint8))
            for share, grid in zip(shares, grids, strict=True)
        ]
    made = []
    for number, grid in enumerate(grids):
        rng = np.random.default_rng([9, number])
        drawn = marks(variant, grid, rng) or other_marks(variant, grid, rng)
        own = constraints + drawn if drawn else constraints
        rules = compiled(side, own)()
        if variant == "little killer":
            # The fewer there are, the more a few hard puzzles decide the result.
            made.append((own, reduced(grid, rules, least, rng)))
        else:
            puzzle = _core.minimize(grid, seed=number, start=0, clues=0, rules=rules, symbols=None, threads=None)
            made.append((own, puzzle))
        gone = rng.permutation(np.flatnonzero(made[-1][1]))[:fewer]
        made[-1][1][gone] = 0
    return side, made


def reduced(grid: np.ndarray, rules: RuleSet, least: int, rng: np.random.Generator) -> np.ndarray:
    """The grid without givens, taken in random order, that it needs for one solution; at least so many are left."""
    puzzle = grid.copy()
    for cell in rng.permutation(len(grid)):
        digit, puzzle[cell] = puzzle[cell], 0
        if bd.verdict(puzzle, rules=rules) != bd.Verdict.UNIQUE:
            puzzle[cell] = digit
        elif np.count_nonzero(puzzle) == least:
            break
    return puzzle


def by_cp_sat(
    side: int, constraints: list[Constraint], givens: np.ndarray, limit: float
) -> tuple[int, np.ndarray, float]:
    """Verdict (3: out of time) and solution by CP-SAT, and the processor time to the first solution."""
    begin = time.process_time()
    model = cp_model.CpModel()
    cells = [model.new_int_var(int(g) or 1, int(g) or side, f"c{i}") for i, g in enumerate(givens)]
    unequal, less = table(side, lambda a, b: a != b), table(side, lambda a, b: a < b)
    for kind, *arguments in constraints:
        if kind == "different":
            model.add_all_different(cells[i] for i in arguments[0])
        elif kind == "allowed":
            where, mask = arguments
            model.add_allowed_assignments([cells[where]], [(d + 1,) for d in range(side) if mask >> d & 1])
        elif kind == "related":
            for a, b in arguments[0]:
                if arguments[1] == unequal:
                    model.add(cells[a] != cells[b])
                elif arguments[1] == less:
                    model.add(cells[a] < cells[b])
                else:
                    held = [(x + 1, y + 1) for x, row in enumerate(arguments[1]) for y in range(side) if row >> y & 1]
                    model.add_allowed_assignments([cells[a], cells[b]], held)
        elif kind == "total":
            where, total, weights, no_repeat = arguments
            factors = weights or [1] * len(where)
            model.add(sum(w * cells[i] for w, i in zip(factors, where, strict=True)) == total)
            if no_repeat:
                model.add_all_different(cells[i] for i in where)
        elif kind == "accepted":
            where, _, start, ends, rows = arguments
            steps = [(s, d + 1, to) for s, row in enumerate(rows) for d, to in enumerate(row) if to >= 0]
            model.add_automaton([cells[i] for i in where], start, ends, steps)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    status = solver.solve(model)
    first = time.process_time() - begin
    if status == cp_model.UNKNOWN:
        return 3, givens, first
    if status == cp_model.INFEASIBLE:
        return 0, givens, first
    found = [solver.value(cell) for cell in cells]
    open_cells = [i for i, given in enumerate(givens) if not given]
    if not open_cells:
        return 1, np.array(found), first
    model.add_forbidden_assignments([cells[i] for i in open_cells], [[found[i] for i in open_cells]])
    status = solver.solve(model)
    verdict = {cp_model.INFEASIBLE: 1, cp_model.UNKNOWN: 3}.get(status, 2)
    return verdict, np.array(found), first


REGIONS = [
    [0, 0, 1, 1, 1, 1, 1, 2, 2],
    [0, 0, 0, 1, 1, 1, 1, 2, 2],
    [0, 0, 0, 0, 3, 3, 2, 2, 2],
    [4, 4, 4, 4, 3, 3, 3, 2, 2],
    [4, 4, 4, 5, 5, 3, 3, 3, 3],
    [4, 6, 5, 5, 5, 5, 5, 5, 5],
    [4, 6, 6, 6, 7, 7, 7, 7, 7],
    [6, 6, 8, 8, 7, 8, 8, 8, 7],
    [6, 6, 6, 8, 8, 8, 8, 7, 7],
]

VARIANTS = [
    "latin 9x9", "jigsaw", "x", "windoku", "disjoint groups", "anti-knight", "anti-king", "non-consecutive",
    "thermometer", "killer", "arrow", "kropki", "sandwich", "whispers", "renban", "palindrome", "between", "xv",
    "little killer", "greater than", "even and odd", "16x16", "25x25",
]  # fmt: skip


def measure(variant: str, options: argparse.Namespace) -> dict[str, Any]:
    """Measure one variant."""
    side, made = puzzles(variant, 30 if variant == "25x25" else options.puzzles, options.givens, options.fewer)
    rounds: dict[str, list[list[float]]] = {
        "bitdoku": [],
        "smallest": [],
        "compile": [],
        "cp-sat": [],
        "cp-sat first": [],
    }
    left: set[int] = set()
    same = all(constraints is made[0][0] for constraints, _ in made)
    rule_sets = [compiled(side, constraints) for constraints, _ in made]
    shared = rule_sets[0]()
    bd.solve(made[0][1], rules=shared, threads=1)
    for _ in range(options.rounds):
        for lists in rounds.values():
            lists.append([])
        answers = []
        for rule_set, (_, givens) in zip(rule_sets, made, strict=True):
            start = time.process_time()
            rules = rule_set()
            begin = time.process_time()
            solution, verdict = bd.solve(givens, rules=shared if same else rules, threads=1)
            end = time.process_time()
            answers.append((int(verdict), solution))
            rounds["smallest"][-1].append(end - (begin if same else start))
            if options.fewer:
                # CP-SAT does not look for the smallest solution.
                start, rules = time.process_time(), rule_set()
                begin = time.process_time()
                bd.verdict(givens, rules=shared if same else rules, threads=1)
                end = time.process_time()
            rounds["bitdoku"][-1].append(end - (begin if same else start))
            rounds["compile"][-1].append(begin - start)
        for number, ((constraints, givens), (verdict, solution)) in enumerate(zip(made, answers, strict=True)):
            begin = time.process_time()
            other, found, first = by_cp_sat(side, constraints, givens, options.limit)
            rounds["cp-sat"][-1].append(time.process_time() - begin)
            rounds["cp-sat first"][-1].append(first)
            if other == 3:
                left.add(number)
            elif verdict != other or (verdict == 1 and (solution != found).any()):
                message = f"{variant}, puzzle {number}: {verdict} here, {other} by CP-SAT"
                raise AssertionError(message)
    times = {name: [statistics.median(of) for of in zip(*each, strict=True)] for name, each in rounds.items()}
    result: dict[str, Any] = {
        "variant": variant,
        "puzzles": len(made),
        "givens": round(float(np.mean([(givens != 0).sum() for _, givens in made])), 1),
        "unsolved by cp-sat": len(left),
    }
    for name, seconds in times.items():
        key = name.replace(" ", "_")
        result[f"{key}_median_ms"] = round(1e3 * statistics.median(seconds), 4)
        result[f"{key}_total_ms"] = round(1e3 * sum(seconds), 3)
    ratios = [b / a for a, b in zip(times["bitdoku"], times["cp-sat"], strict=True)]
    result["ratio_of_medians"] = round(result["cp-sat_median_ms"] / result["bitdoku_median_ms"], 1)
    result["ratio_of_totals"] = round(result["cp-sat_total_ms"] / result["bitdoku_total_ms"], 1)
    result["smallest_ratio"] = round(min(ratios), 2)
    result["slowest_ms"] = round(1e3 * max(times["bitdoku"]), 3)
    return result


def processor() -> str:
    """The name of the processor on Linux, else ""."""
    information = Path("/proc/cpuinfo")
    lines = information.read_text().splitlines() if information.exists() else []
    return next((text.split(":")[1].strip() for text in lines if text.startswith("model name")), "")


def main() -> None:
    """Measure, print and record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", default=VARIANTS)
    parser.add_argument("--puzzles", type=int, default=20, help="puzzles of each variant (25x25: always 30)")
    parser.add_argument("--givens", type=int, default=20, help="givens of each little killer")
    parser.add_argument("--fewer", type=int, default=0, help="givens to take away: verdicts of several solutions")
    parser.add_argument("--rounds", type=int, default=3, help="how often each puzzle is solved")
    parser.add_argument("--limit", type=float, default=60.0, help="time limit of CP-SAT in seconds for one solve")
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    if unknown := [variant for variant in options.variants if variant not in VARIANTS]:
        parser.error(f"unknown: {', '.join(unknown)}; expected {', '.join(VARIANTS)}")
    results = []
    for variant in options.variants:
        result = measure(variant, options)
        results.append(result)
        print(
            f"{variant:16} {result['bitdoku_median_ms']:9.3f} ms  cp-sat {result['cp-sat_median_ms']:9.2f} ms"
            f"  x{result['ratio_of_medians']:7.1f} (totals x{result['ratio_of_totals']},"
            f" least x{result['smallest_ratio']}, slowest {result['slowest_ms']} ms,"
            f" compiling {result['compile_median_ms']} ms, the smallest solution {result['smallest_median_ms']} ms)",
            flush=True,
        )
    if options.record:
        about = {
            "ortools": version("ortools"),
            "machine": platform.machine(),
            "processor": processor(),
            "clock": "processor time of the process, one thread",
        }
        options.record.write_text(json.dumps({"about": about, "results": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
