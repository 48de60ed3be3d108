"""Puzzles composed in a second on one core, by kind of marks and by difficulty.

    python benches/compose.py
    python benches/compose.py killer_cage jigsaw --number 1000 --record benches/records/compose.json

Times are processor times of the process with one thread, and include the rules of each puzzle as Python objects. With
``--cp-sat``, OR-tools also solves some of the puzzles: each must have exactly one solution, the composed one.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from pathlib import Path
from typing import Any

import bitdoku as bd
from bitdoku._kinds import KINDS

#: Mixtures besides the kinds by themselves.
MIXTURES: dict[str, dict[str, Any]] = {
    "12 cages, 3 thermometers": {"killer_cage": 12, "thermometer": 3},
    "jigsaw, 8 cages": {"jigsaw": None, "killer_cage": 8},
}
LEVELS = {"killer_cage": ("easy", "medium", "hard"), "thermometer": ("easy", "medium"), "jigsaw": ("easy", "medium")}


def measured(kind: Any, number: int, difficulty: str | None) -> tuple[float, bd.Puzzles]:
    """Puzzles in a second, and the puzzles."""
    bd.compose(1, kind=kind, seed=0, threads=1)
    begun = time.process_time()
    made = bd.compose(number, kind=kind, seed=1, difficulty=difficulty, threads=1)
    return number / (time.process_time() - begun), made


def expect_unique(made: bd.Puzzles) -> None:
    """Exit if CP-SAT finds another solution or another number of solutions."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from variant_model import solve

    for i, row in enumerate(made):
        verdict, solution = solve(row.rules, row.puzzle)
        if verdict != bd.Verdict.UNIQUE or solution is None or not (solution == row.solution).all():
            sys.exit(f"item {i}: CP-SAT finds {bd.Verdict(verdict).name} in {row.rules}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=[*KINDS, *MIXTURES], help="by default all")
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--cp-sat", type=int, default=0, metavar="N", help="check the first N puzzles of each kind")
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    results: dict[str, float] = {}
    for kind in options.kinds:
        for difficulty in (None, *LEVELS.get(kind, ())):
            speed, made = measured(MIXTURES.get(kind, kind), options.number, difficulty)
            name = f"{kind}, {difficulty}" if difficulty else kind
            results[name] = round(speed, 1)
            print(f"{name:32}{speed:8.0f} a second{made.clues.mean():8.1f} givens", flush=True)
            if difficulty is None:
                expect_unique(made[: options.cp_sat])
    if options.record:
        about = {"python": platform.python_version(), "bitdoku": bd.__version__, "machine": platform.processor()}
        options.record.write_text(
            json.dumps({**about, "number": options.number, "per_second": results}, indent=1) + "\n"
        )


if __name__ == "__main__":
    main()
