"""The card of a data set: README.md with the front matter that the Hugging Face hub reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bitdoku.datasets._plan import Plan

#: The hub's steps of size.
_SIZES = (
    (10**3, "n<1K"),
    (10**4, "1K<n<10K"),
    (10**5, "10K<n<100K"),
    (10**6, "100K<n<1M"),
    (10**7, "1M<n<10M"),
    (10**8, "10M<n<100M"),
    (10**9, "100M<n<1B"),
)
_COLUMNS = {
    "puzzle": "the puzzle, {cells} cells row by row, a blank cell as {blank}",
    "solution": "its only solution",
    "index": "the number of the puzzle in the source",
    "copy": "0 for the puzzle itself, and from 1 on for its copies: random members of its class",
    "clues": "the number of givens",
    "guesses": "how often a search has to guess",
    "log_weight": "the logarithm of the weight that makes statistics unbiased",
    "fingerprint": "16 bytes, equal for equivalent puzzles",
}
#: What the hub calls the types of columns that are no text.
_TYPES = {"index": "int64", "copy": "uint32", "clues": "uint8", "guesses": "int64", "log_weight": "float64"}
_ENCODINGS = {
    "digits": "digits plus an offset, ({n}, {n})",
    "one_hot": "one-hot, ({n}, {n}, {n}), all zero where blank",
    "plus_minus": "+1 and −1, ({n}, {n}, {n})",
    "candidates": "which digits may stand where, ({n}, {n}, {n})",
    "masks": "candidates as bits, bit k for digit k + 1, ({n}, {n})",
    "labels": "the solution's digits less one, ({n}, {n}), givens ignored",
    "traces": "the order in which logic fills the cells, (325,)",
}
_REASONS = {
    "made": "made",
    "taken": "taken",
    "malformed": "could not be read",
    "no solution": "had no solution",
    "several solutions": "had several solutions",
    "repeated": "repeated another one",
    "used": "used",
}
_SAME = {
    "class": "equivalent to one before",
    "solution_class": "with a solution equivalent to that of one before",
    "exact": "equal to one before",
}


def card(
    plan: Plan,
    parts: Mapping[str, Mapping[str, int]],
    counts: Mapping[str, int],
    versions: Mapping[str, Any],
) -> str:
    """The text of the card."""
    rows = sum(part["rows"] for part in parts.values())
    boards = "Classic 9x9 Sudoku puzzles" if plan.known.is_classic else f"Sudoku puzzles of the rules `{plan.rules}`"
    origin = "made by a generator" if plan.generate is not None else "taken from files"
    table = "\n".join(f"| {part} | {n['puzzles']:,} | {n['rows']:,} |" for part, n in parts.items())
    steps = "\n".join(f"* {_reason(plan, name)}: {n:,}" for name, n in counts.items() if n or name == "used")
    return f"""{_front_matter(plan, rows, [part for part, n in parts.items() if n["rows"]])}
# {plan.name}

{boards}, {origin}; each has exactly one solution.

| part | puzzles | rows with copies |
|---|---:|---:|
{table}

{_contents(plan)}
## How it came about

{steps}

{_promise(plan)} `manifest.json` has the sha256 of every file.

bitdoku {versions["bitdoku"]}, streams of version {versions["stream"]}. To build the same bytes again:

```python
import bitdoku as bd
bd.datasets.build("again", "manifest.json")
```

The plan, with all defaults:

```json
{json.dumps(plan.description(), indent=2, ensure_ascii=False)}
```

Licence: {plan.licence}
"""


def _front_matter(plan: Plan, rows: int, filled: list[str]) -> str:
    """YAML. JSON strings are YAML strings, whatever stands in them.

    The hub's reader stumbles over files without rows, so that empty parts go unmentioned, and takes the digits of a
    solution for one number where nobody says that they are text.
    """
    size = next((name for most, name in _SIZES if rows < most), "n>1B")
    lines = [
        f"license: {json.dumps(plan.licence.lower())}",
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
            known = {**_TYPES, "clues": np.min_scalar_type(plan.side**2).name}
            types = {name: known.get(name, "string") for name in ("puzzle", "solution", *plan.write.columns)}
            lines.append("  features:")
            lines += [line for name, kind in types.items() for line in (f"  - name: {name}", f"    dtype: {kind}")]
        if plan.write.format.startswith("tsv"):
            lines.append('  sep: "\\t"')
    return "\n".join(["---", *lines, "---", ""])


def _contents(plan: Plan) -> str:
    kind = plan.write.kind
    if kind == "hrm":
        return "The folder `data` is one for the data loaders of HRM and TRM: digit + 1, 1 for a blank cell.\n"
    if kind == "npz":
        shape = f"(n, {plan.side}, {plan.side})"
        names = {"puzzles": f"uint8 {shape}, 0 where blank", "solutions": "likewise, the only solution of each"}
    elif kind in ("parquet", "csv", "jsonl", "arrow"):
        cells = plan.side**2
        lists = (plan.write.lists and kind in ("parquet", "arrow")) or plan.side > 35
        told = _COLUMNS["puzzle"].format(cells=cells, blank=f"`{plan.write.blank}`")
        puzzle = f"{cells} numbers, 0 where blank" if lists else told
        names = {"puzzle": puzzle, "solution": _COLUMNS["solution"]}
    else:
        return f"The files are of the format {kind}; they hold puzzles and no more.\n"
    names |= {name: _COLUMNS[name] for name in plan.write.columns}
    names |= {name: _ENCODINGS[options["encoding"]].format(n=plan.side) for name, options in plan.encode.items()}
    return "| column | what it is |\n|---|---|\n" + "".join(f"| {name} | {text} |\n" for name, text in names.items())


def _reason(plan: Plan, name: str) -> str:
    if name == "repeated":
        return _SAME[plan.dedupe]
    if name.startswith("filter "):
        return f"left out by the filter of {name.removeprefix('filter ')}"
    return _REASONS[name]


def _promise(plan: Plan) -> str:
    """What the split is good for."""
    if len(plan.parts) == 1:
        return ""
    same = {"class": "equivalent puzzles", "solution_class": "puzzles with equivalent solutions", "exact": "equal ones"}
    return f"No two parts share {same[plan.split_by]}."
