"""Writes the examples and pictures of docs/techniques, and the tables of its README.

    python docs/make_techniques.py

Each technique has its example between two comments of its page, ``<!-- example: x_wing -->`` and ``<!-- end -->``. The
examples are the simplest of many that `generate` gives with fixed seeds, so a second run changes nothing. A technique that
the installed version does not have keeps an empty example.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import numpy as np

import bitdoku as bd

FOLDER = Path(__file__).parent / "techniques"
#: Puzzles of a seed, and the most seeds.
COUNT, SEEDS = 10_000, 12
#: The number of puzzles with a technique from which its example is chosen.
ENOUGH = 40

EXAMPLE = re.compile(r"(?<=<!-- example: )(\w+)( -->\n)(.*?)(?=<!-- end -->)", re.DOTALL)
#: A row of a page's table: label, technique, worth on both scales.
ROW = re.compile(r"^\| (.+?) \| `(\w+)` \| (.+?) \| (.+?) \|$", re.MULTILINE)
TABLE = re.compile(r"(?<=<!-- techniques: )([^\n]+?)( -->\n)(.*?)(?=<!-- end -->)", re.DOTALL)


def pages() -> list[Path]:
    """The pages of the techniques."""
    return sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")


def wanted() -> set[bd.Technique]:
    """The techniques that have a place for an example."""
    names = {match[1].upper() for path in pages() for match in EXAMPLE.finditer(path.read_text(encoding="utf-8"))}
    return {technique for technique in bd.Technique if technique.name in names}


def cost(step: bd.Step) -> int:
    """How much there is to see: candidates on the board, and what takes part in the step."""
    candidates = int(np.bitwise_count(step.state.candidates).sum())
    links = sum(map(len, step.links)) + 10 * len(step.nested)
    return candidates + 4 * len(step.eliminations) + 6 * len(step.cells) + 6 * links


def search(techniques: set[bd.Technique]) -> dict[bd.Technique, tuple[str, int]]:
    """The puzzle with the simplest step of each technique, and the number of the step."""
    puzzles: defaultdict[bd.Technique, list[str]] = defaultdict(list)
    for seed in range(SEEDS):
        missing = {technique for technique in techniques if len(puzzles[technique]) < ENOUGH}
        if not missing:
            break
        made = bd.generate(COUNT, seed=seed).puzzle
        counts = bd.rate(made, columns="counts")["counts"]
        for technique in missing:
            for row in np.flatnonzero(counts[:, technique])[: ENOUGH - len(puzzles[technique])]:
                puzzles[technique].append("".join(map(str, made[row].flat)).replace("0", "."))
    best: dict[bd.Technique, tuple[int, str, int]] = {}
    for puzzle in sorted({puzzle for found in puzzles.values() for puzzle in found}):
        for number, step in enumerate(bd.explain(puzzle, scale="explainer")):
            if step.technique in techniques:
                found = cost(step), puzzle, number
                best[step.technique] = min(found, best.get(step.technique, found))
    return {technique: (puzzle, number) for technique, (_, puzzle, number) in best.items()}


def example(technique: bd.Technique, puzzle: str, number: int) -> str:
    """The example of a page; its picture is written."""
    step = bd.explain(puzzle, scale="explainer")[number]
    name = technique.name.lower()
    bd.Board(step).save(FOLDER / f"{name}.svg")
    return (
        "```python\n"
        ">>> import bitdoku as bd\n"
        f'>>> step = bd.explain("{puzzle}", scale="explainer")[{number}]\n'
        f">>> step.notation\n{step.notation!r}\n"
        f">>> print(step)\n{step}\n\n"
        "```\n\n"
        f"![{step.label}]({name}.svg)\n"
    )


def index(group: str) -> str:
    """The table of a group of pages, named by their files, in the README."""
    lines = ["| technique | name in `bd.Technique` | HoDoKu | Sudoku Explainer |", "|---|---|---|---|"]
    for page in group.split():
        for label, name, level, rating in ROW.findall((FOLDER / f"{page}.md").read_text(encoding="utf-8")):
            lines.append(f"| [{label}]({page}.md) | `{name}` | {level} | {rating} |")
    return "\n".join([*lines, ""])


def main() -> None:
    found = search(wanted())
    examples = {technique.name.lower(): example(technique, *place) for technique, place in found.items()}
    for path in pages():
        text = path.read_text(encoding="utf-8")
        path.write_text(EXAMPLE.sub(lambda match: match[1] + match[2] + examples.get(match[1], ""), text), encoding="utf-8")
    readme = FOLDER / "README.md"
    text = readme.read_text(encoding="utf-8")
    readme.write_text(TABLE.sub(lambda match: match[1] + match[2] + index(match[1]), text), encoding="utf-8")


if __name__ == "__main__":
    main()
