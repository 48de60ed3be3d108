"""Writes the examples and pictures of docs/techniques, and the tables of its index.

    python docs/make_techniques.py              search for examples, and write all
    python docs/make_techniques.py --pictures   only draw the pictures of the examples again, and write the index

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
from bitdoku.logic._techniques import LEVELS

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
#: A heading of the index, and the pages of its group.
GROUP = re.compile(r"^## (.+)\n\n<!-- techniques: ([^\n]+?) -->$", re.MULTILINE)
MAP = re.compile(r"(<!-- map -->\n)(.*?)(?=<!-- end -->)", re.DOTALL)
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
    options = "".join(f", {key}={value!r}" for key, value in {"scale": place.scale, **only}.items()).replace("'", '"')
    return block(technique.name.lower(), step, f'step = bd.explain("{place.puzzle}"{options})[{place.number}]')


def block(name: str, step: bd.Step, *statements: str) -> str:
    """The example of a page: the picture, which is written, the step in words, and the statements that find it."""
    picture(name, step)
    code = "".join(f">>> {statement}\n" for statement in ("import bitdoku as bd", *statements, "step.notation"))
    return (
        f'<div class="example">\n\n![{step.label}]({name}.svg)\n\n**{step.label}.** {step}\n\n'
        "<details><summary>In Python</summary>\n\n"
        f"```python\n{code}{step.notation!r}\n\n```\n\n</details>\n</div>\n"
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
    options = f"rules=rules, techniques={names!r}".replace("'", '"')
    return block(name, step, f"rules = {words}", f"step = bd.explain({puzzle}, {options})[{number}]")


def index(group: str, title: str) -> str:
    """The table and the sidebar of a group of pages, named by their files, in the index."""
    lines = ["| technique | name in `bd.Technique` | HoDoKu | Sudoku Explainer |", "|---|---|---|---|"]
    for page in group.split():
        for label, name, level, rating in ROW.findall((FOLDER / f"{page}.md").read_text(encoding="utf-8")):
            lines.append(f"| [{label}]({page}.md) | `{name}` | {level} | {rating} |")
    return "\n".join([*lines, "", "```{toctree}", ":hidden:", f":caption: {title}", "", *group.split(), "```", ""])


def level_of(name: str, rating: str) -> bd.Level:
    """The level of a technique; one that only Sudoku Explainer has is placed by its smallest rating."""
    if level := LEVELS[bd.Technique[name.upper()]]:
        return level
    smallest = float(re.match(r"[\d.]+", rating)[0])
    return bd.Level.HARD if smallest < 6 else bd.Level.UNFAIR if smallest < 7.5 else bd.Level.EXTREME


def table_of_levels(groups: list[tuple[str, str]]) -> str:
    """The map: for each group and level, the pages whose easiest technique has that level."""
    levels = [level for level in bd.Level if level]
    lines = ["| | " + " | ".join(level.name.title() for level in levels) + " |", "|---" * (len(levels) + 1) + "|"]
    for title, group in groups:
        cells: dict[bd.Level, list[str]] = {level: [] for level in levels}
        for page in group.split():
            text = (FOLDER / f"{page}.md").read_text(encoding="utf-8")
            level = min(level_of(name, rating) for _, name, _, rating in ROW.findall(text))
            heading = text.partition("\n")[0].removeprefix("# ")
            cells[level].append(f"[{heading}]({page}.md)")
        lines.append(f"| **{title}** | " + " | ".join("<br>".join(cells[level]) for level in levels) + " |")
    return "\n".join([*lines, ""])


def write_index() -> None:
    """Writes the map, and the tables and sidebars of the groups."""
    page = FOLDER / "index.md"
    text = page.read_text(encoding="utf-8")
    groups = GROUP.findall(text)
    titles = {group: title for title, group in groups}
    text = TABLE.sub(lambda match: match[1] + match[2] + index(match[1], titles[match[1]]), text)
    text = MAP.sub(lambda match: match[1] + table_of_levels(groups), text)
    page.write_text(text, encoding="utf-8")


def main() -> None:
    """Write all of it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--pictures", action="store_true", help="only draw pictures and write the index")
    if parser.parse_args().pictures:
        pictures()
        write_index()
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
    write_index()


if __name__ == "__main__":
    main()
