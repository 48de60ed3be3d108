"""The card of a data set: README.md with front matter for the Hugging Face hub."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku.datasets._io.formats import TABLES
from bitdoku.datasets._report import CAN_DIFFER
from bitdoku.rules._layout import SYMBOLS

if TYPE_CHECKING:
    from bitdoku.datasets._plan import Plan

#: The bounds of the size categories of the hub, from a thousand on.
_SIZES = ("1K", "10K", "100K", "1M", "10M", "100M", "1B")
#: The type of each column, as the hub names it, and its meaning.
_COLUMNS = {
    "puzzle": ("string", "the puzzle, {cells} cells row by row, {blank} for a blank cell"),
    "solution": ("string", "its unique solution"),
    "index": ("int64", "the number of the puzzle in the source"),
    "copy": ("uint32", "0 for the puzzle itself, from 1 on for its copies: random members of its class"),
    "clues": ("uint8", "the number of givens"),
    "guesses": ("int64", "the number of guesses of a search"),
    "level": ("uint8", "the level of HoDoKu: 1 easy, 2 medium, 3 hard, 4 unfair, 5 extreme, 0 beyond logic"),
    "score": ("uint32", "the score of HoDoKu"),
    "er": ("float64", "ER of Sudoku Explainer: the rating of the hardest step"),
    "ep": ("float64", "EP of Sudoku Explainer: the hardest step up to the first placed digit"),
    "ed": ("float64", "ED of Sudoku Explainer: the first step"),
    "minutes": (
        "float64",
        "the predicted mean time of players in minutes; a lower bound if logic beyond singles is needed",
    ),
    "te": ("uint8", "the T&E depth: the number of nested assumptions that solve the puzzle, 0 to 3"),
    "b": ("float64", "the length of the longest braid needed"),
    "bxb": ("float64", "the length of the longest braid needed within one assumption"),
    "bxbb": ("float64", "the length of the longest braid needed within two nested assumptions"),
    "band": ("uint8", "the number of the band of difficulty"),
    "log_weight": ("float64", "the logarithm of the weight for unbiased statistics"),
    "fingerprint": ("string", "16 bytes, equal for equivalent puzzles"),
}
_ENCODINGS = {
    "digits": "digits plus an offset, ({n}, {n})",
    "one_hot": "one-hot, ({n}, {n}, {n}), all zero for a blank cell",
    "plus_minus": "+1 and −1, ({n}, {n}, {n})",
    "candidates": "candidates as bools, ({n}, {n}, {n})",
    "masks": "candidates as bits, bit k for digit k + 1, ({n}, {n})",
    "labels": "the digits of the solution minus one, ({n}, {n}), givens ignored",
    "traces": "the order in which a solver fills the cells, (325,)",
}
_REASONS = {
    "made": "generated",
    "taken": "read",
    "malformed": "malformed",
    "no solution": "without a solution",
    "several solutions": "with several solutions",
    "used": "used",
}
#: For each equivalence, the reason of a removal, and the puzzles that parts do not share.
_SAME = {
    "class": ("equivalent to an earlier one", "equivalent puzzles"),
    "solution_class": ("with a solution equivalent to that of an earlier one", "puzzles with equivalent solutions"),
    "exact": ("equal to an earlier one", "equal ones"),
}


def card(
    plan: Plan, parts: Mapping[str, Mapping[str, int]], counts: Mapping[str, int], versions: Mapping[str, Any]
) -> str:
    rows = sum(part["rows"] for part in parts.values())
    boards = "Classic 9x9 Sudoku puzzles" if plan.known.is_classic else f"Sudoku puzzles with the rules `{plan.rules}`"
    origin = "generated" if plan.generate is not None else "read from files"
    table = "\n".join(f"| {part} | {n['puzzles']:,} | {n['rows']:,} |" for part, n in parts.items())
    steps = "\n".join(f"* {_reason(plan, name)}: {n:,}" for name, n in counts.items() if n or name == "used")
    promise = f"No two parts share {_SAME[plan.split_by][1]}." if len(plan.parts) > 1 else ""
    return f"""{_front_matter(plan, rows, [part for part, n in parts.items() if n["rows"]])}
# {plan.name}

{boards}, {origin}; each has exactly one solution.

| part | puzzles | rows with copies |
|---|---:|---:|
{table}

{_contents(plan)}
## How it was made

{steps}

{promise} `manifest.json` has the sha256 of every file.

bitdoku {versions["bitdoku"]}, stream version {versions["stream"]}. To build the same bytes again:

```python
import bitdoku as bd
bd.datasets.build("again", "manifest.json")
```

The plan, with all defaults:

```json
{json.dumps(plan.description(), indent=2, ensure_ascii=False)}
```

License: {plan.license}
"""


def _front_matter(plan: Plan, rows: int, filled: list[str]) -> str:
    """The YAML front matter. JSON strings are valid YAML strings.

    Empty parts are omitted, because the hub cannot read files without rows. Types are declared, because it would read
    the digits of a solution as one number.
    """
    above = max(len(str(rows)) - 3, 0)
    size = "n>1B" if above >= len(_SIZES) else f"{_SIZES[above - 1]}<n<{_SIZES[above]}" if above else "n<1K"
    lines = [
        f"license: {json.dumps(plan.license.lower())}",
        f"pretty_name: {json.dumps(plan.name, ensure_ascii=False)}",
        "tags:",
        "- sudoku",
        "size_categories:",
        f"- {size}",
    ]
    if filled and plan.write.kind in ("parquet", "csv", "jsonl", "arrow"):
        lines += ["configs:", "- config_name: default", "  data_files:"]
        for part in filled:
            lines += [f"  - split: {part}", f"    path: {json.dumps(f'data/{part}-*.{plan.write.format}')}"]
        if plan.write.kind in ("csv", "jsonl"):
            lines.append("  features:")
            for name in ("puzzle", "solution", *plan.write.columns):
                kind = np.min_scalar_type(plan.side**2).name if name == "clues" else _COLUMNS[name][0]
                lines += [f"  - name: {name}", f"    dtype: {kind}"]
        if plan.write.format.startswith("tsv"):
            lines.append('  sep: "\\t"')
    return "\n".join(["---", *lines, "---", ""])


def _contents(plan: Plan) -> str:
    kind = plan.write.kind
    if kind == "hrm":
        return "The folder `data` is for the data loaders of HRM and TRM: digit + 1, 1 for a blank cell.\n"
    if kind == "npz":
        shape = f"(n, {plan.side}, {plan.side})"
        names = {"puzzles": f"uint8 {shape}, 0 for a blank cell", "solutions": "the same for the unique solutions"}
    elif kind in TABLES:
        cells = plan.side**2
        lists = (plan.write.lists and kind in ("parquet", "arrow")) or plan.side >= len(SYMBOLS)
        text = _COLUMNS["puzzle"][1].format(cells=cells, blank=f"`{plan.write.blank}`")
        puzzle = f"{cells} numbers, 0 for a blank cell" if lists else text
        names = {"puzzle": puzzle, "solution": _COLUMNS["solution"][1]}
    else:
        return f"The files have the format {kind} and hold only puzzles.\n"
    names |= {name: _COLUMNS[name][1] for name in plan.write.columns}
    names |= {name: _ENCODINGS[options["encoding"]].format(n=plan.side) for name, options in plan.encode.items()}
    table = "| column | meaning |\n|---|---|\n" + "".join(f"| {name} | {text} |\n" for name, text in names.items())
    differing = _differing(plan)
    if not differing or not any(plan.augment.values()):
        return table
    return f"{table}\nA puzzle and its copies are equivalent, but can differ in {', '.join(differing)}.\n"


def _differing(plan: Plan) -> list[str]:
    """The stored columns, and the measures by which puzzles were selected, that equivalent puzzles may not share."""
    parts = plan.generate.parts if plan.generate is not None else ()
    chosen = [part["difficulty"] for part in parts] + [plan.filter.difficulty]
    measures = [name for difficulty in chosen for name in difficulty or ()]
    if plan.filter.guesses is not None:
        measures.append("guesses")
    if {"requires", "forbids", "hardest"} & {*measures}:
        measures.append("techniques")
    names = (*(name for name in CAN_DIFFER if name not in ("hardest", "band")), "techniques")
    found = [name for name in names if name in (*plan.write.columns, *measures)]
    return [*found, "band"] if "band" in plan.write.columns and {*names} & {*measures} else found


def _reason(plan: Plan, name: str) -> str:
    if name == "repeated":
        return _SAME[plan.dedupe][0]
    if name.startswith("filter "):
        return f"removed by the filter {name.removeprefix('filter ')}"
    return _REASONS[name]
