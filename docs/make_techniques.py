"""Writes the examples and pictures of docs/techniques, and the tables of its index.

    python docs/make_techniques.py              search for examples, and write all
    python docs/make_techniques.py --pictures   only draw the pictures of the examples again

Each technique has its example between two comments of its page, ``<!-- example: x_wing -->`` and ``<!-- end -->``. The
examples are the simplest of many that `generate` gives with fixed seeds, so a second run changes nothing.
"""

from __future__ import annotations

import argparse
import math
import re
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import bitdoku as bd
from bitdoku import _core

FOLDER = Path(__file__).parent / "techniques"
#: Puzzles of a seed, and the most seeds.
COUNT, SEEDS = 5_000, 12
#: The number of puzzles with a technique from which its example is chosen.
ENOUGH = 16
#: The number of puzzles that are searched with one technique and singles only.
RESTRICTED = 1_000
#: The examples of techniques of other rules: rules and a puzzle, as Python has them.
OTHER_RULES = {
    "locked_candidates": ("bd.Rules() + bd.rules.killer_cage([(0, 0), (0, 1), (1, 0)], 23)", '"." * 81', 1),
    "pair_relation": ("bd.Rules(box=(2, 3)) + bd.rules.thermometer([(5, 0), (4, 0), (3, 1), (2, 2)])", '"." * 36', 0),
    "combinations": ("bd.Rules(box=(2, 3)) + bd.rules.killer_cage([(1, 1), (1, 2), (2, 1)], 14)", '"." * 36', 0),
    "reachable_sums": ("bd.Rules(box=(2, 3)) + bd.rules.arrow((1, 1), [(1, 2), (2, 3), (3, 3)])", '"." * 36', 0),
    "line_pattern": ("bd.Rules() + bd.rules.sandwich(35, row=3)", '"." * 81', 0),
    "innies_and_outies": (
        "bd.Rules(box=(2, 3)) + bd.rules.killer_cage([(0, 0), (0, 1), (1, 0), (2, 0)], 13)"
        " + bd.rules.killer_cage([(0, 2), (1, 1), (1, 2)], 10)",
        '"." * 36',
        0,
    ),
}
#: What a page says if a scale lacks a technique.
NOT_THERE = "–"

EXAMPLE = re.compile(r"(?<=<!-- example: )(\w+)( -->\n)(.*?)(?=<!-- end -->)", re.DOTALL)
#: A row of a page's table: label, technique, worth on both scales.
ROW = re.compile(r"^\| (.+?) \| `(\w+)` \| (.+?) \| (.+?) \|$", re.MULTILINE)
TABLE = re.compile(r"(?<=<!-- techniques: )([^\n]+?)( -->\n)(.*?)(?=<!-- end -->)", re.DOTALL)


class Place(NamedTuple):
    """Where a step is: in the explanation of a puzzle."""

    scale: str
    puzzle: str
    number: int
    #: Those allowed; empty for all.
    techniques: tuple[str, ...] = ()


def pages() -> list[Path]:
    """The pages of the techniques."""
    return sorted(path for path in FOLDER.glob("*.md") if path.name != "index.md")


def rows() -> dict[str, tuple[str, str]]:
    """What each technique is worth on both scales, as its page says."""
    return {
        name: (hodoku, rating) for path in pages() for _, name, hodoku, rating in ROW.findall(path.read_text("utf-8"))
    }


def wanted(scale: str) -> dict[bd.Technique, str]:
    """The techniques whose examples are of a scale, with their names: those that HoDoKu's has are of that."""
    all_rows = {name: "explainer" if hodoku == NOT_THERE else "hodoku" for name, (hodoku, _) in rows().items()}
    names = {technique.name.lower(): technique for technique in bd.Technique}
    known = names.keys() - OTHER_RULES.keys()
    return {names[name]: name for name, of in all_rows.items() if of == scale and name in known}


def cost(step: bd.Step) -> int:
    """How much there is to see: candidates on the board, and what takes part in the step."""
    candidates = int(np.bitwise_count(step.state.candidates).sum())
    links = sum(map(len, step.links)) + 10 * len(step.nested)
    return candidates + 4 * len(step.eliminations) + 6 * len(step.cells) + 6 * links


def search(scale: str, techniques: dict[bd.Technique, str]) -> dict[bd.Technique, Place]:
    """Where the simplest step of each technique is."""
    puzzles: defaultdict[bd.Technique, list[str]] = defaultdict(list)
    # Those that are used only if they are named are in no rating.
    rated = set(_core._techniques_of(scale))
    for seed in range(SEEDS):
        missing = [one for one in techniques if one in rated and len(puzzles[one]) < ENOUGH]
        if not missing:
            break
        made = bd.generate(COUNT, seed=seed).puzzle
        counts = bd.rate(made, columns="counts", scale=scale)["counts"]
        for technique in missing:
            with_it = np.flatnonzero(counts[:, technique])
            puzzles[technique] += map(line, made[with_it[: ENOUGH - len(puzzles[technique])]])
    worth = rows()
    best: dict[bd.Technique, tuple[int, Place]] = {}
    for puzzle in sorted({puzzle for found in puzzles.values() for puzzle in found}):
        for number, step in enumerate(bd.explain(puzzle, scale=scale)):
            found = cost(step), Place(scale, puzzle, number)
            name = techniques.get(step.technique)
            if name and found < best.get(step.technique, (math.inf,)) and is_of_both(step, name, worth[name][1]):
                best[step.technique] = found
    for technique in set(techniques) - set(best):
        if place := restricted(scale, technique):
            best[technique] = 0, place
    return {technique: best[technique][1] for technique in techniques if technique in best}


def is_of_both(step: bd.Step, name: str, rating: str) -> bool:
    """Whether both scales find the step's technique on its board, if both have it."""
    if step.rating is not None or rating == NOT_THERE:
        return True
    return bd.hint(bd.Board(step), scale="explainer", techniques=name) is not None


def restricted(scale: str, technique: bd.Technique) -> Place | None:
    """A step of a technique that easier ones hide: only singles are allowed besides."""
    names = ("singles", technique.name.lower())
    for puzzle in map(line, bd.generate(RESTRICTED, seed=0).puzzle):
        for number, step in enumerate(bd.explain(puzzle, scale=scale, techniques=names)):
            if step.technique is technique:
                return Place(scale, puzzle, number, names)
    return None


def line(puzzle: np.ndarray) -> str:
    """A puzzle as text."""
    return bd.to_text(puzzle)


def example(technique: bd.Technique, place: Place) -> str:
    """The example of a page; its picture is written."""
    only = {"techniques": place.techniques} if place.techniques else {}
    step = bd.explain(place.puzzle, scale=place.scale, **only)[place.number]
    name = technique.name.lower()
    picture(name, step)
    options = "".join(f", {key}={value!r}" for key, value in {"scale": place.scale, **only}.items()).replace("'", '"')
    return (
        "```python\n"
        ">>> import bitdoku as bd\n"
        f'>>> step = bd.explain("{place.puzzle}"{options})[{place.number}]\n'
        f">>> step.notation\n{step.notation!r}\n"
        f">>> print(step)\n{step}\n\n"
        "```\n\n"
        f"![{step.label}]({name}.svg)\n"
    )


def picture(name: str, step: bd.Step) -> None:
    """Draws the example of a technique, in the colours of the reader's system."""
    (FOLDER / f"{name}.svg").write_text(bd.Board(step).svg(), encoding="utf-8")


def pictures() -> None:
    """Draws the examples that the pages have."""
    for path in pages():
        for name, _, text in EXAMPLE.findall(path.read_text(encoding="utf-8")):
            names: dict[str, Any] = {"bd": bd}
            for line in re.findall(r"^>>> ((?:rules|step) = .*)$", text, re.MULTILINE):
                exec(line, names)
            if "step" not in names:
                raise SystemExit(f"{path.name}: no call for the picture of {name}")
            picture(name, names["step"])


def example_of_other_rules(name: str) -> str:
    """The example of a technique of other rules; its picture is written."""
    words, puzzle, number = OTHER_RULES[name]
    rules = eval(words, {"bd": bd})
    names = ("combinations", name) if number else (name,)
    step = bd.explain(eval(puzzle), rules=rules, techniques=names)[number]
    picture(name, step)
    options = f"rules=rules, techniques={names!r}".replace("'", '"')
    return (
        "```python\n"
        ">>> import bitdoku as bd\n"
        f">>> rules = {words}\n"
        f">>> step = bd.explain({puzzle}, {options})[{number}]\n"
        f">>> step.notation\n{step.notation!r}\n"
        f">>> print(step)\n{step}\n\n"
        "```\n\n"
        f"![{step.label}]({name}.svg)\n"
    )


def index(group: str) -> str:
    """The table of a group of pages, named by their files, in the index."""
    lines = ["| technique | name in `bd.Technique` | HoDoKu | Sudoku Explainer |", "|---|---|---|---|"]
    for page in group.split():
        for label, name, level, rating in ROW.findall((FOLDER / f"{page}.md").read_text(encoding="utf-8")):
            lines.append(f"| [{label}]({page}.md) | `{name}` | {level} | {rating} |")
    return "\n".join([*lines, ""])


def main() -> None:
    """Write all of it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--pictures", action="store_true", help="only draw the pictures of the examples again")
    if parser.parse_args().pictures:
        pictures()
        return
    found = {}
    others = {name: example_of_other_rules(name) for name in OTHER_RULES}
    for scale in ("hodoku", "explainer"):
        found |= search(scale, wanted(scale))
    examples = others | {technique.name.lower(): example(technique, place) for technique, place in found.items()}
    for path in pages():
        text = path.read_text(encoding="utf-8")
        if missing := [match[1] for match in EXAMPLE.finditer(text) if match[1] not in examples]:
            raise SystemExit(f"{path.name}: no puzzle has a step of {missing}; OTHER_RULES is for those of other rules")
        path.write_text(EXAMPLE.sub(lambda match: match[1] + match[2] + examples[match[1]], text), encoding="utf-8")
    page = FOLDER / "index.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(TABLE.sub(lambda match: match[1] + match[2] + index(match[1]), text), encoding="utf-8")


if __name__ == "__main__":
    main()
