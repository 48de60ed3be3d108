"""The pages of the techniques: each technique has one, and its example is what the functions give now."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import bitdoku as bd

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = DOCS / "techniques"
PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md"))}
INDEX = PAGES.pop("index.md")
TECHNIQUES = {
    technique.name.lower(): technique
    for technique in bd.Technique
    if technique not in (bd.Technique.NONE, bd.Technique.UNKNOWN)
}

ROW = re.compile(r"^\| .+? \| `(\w+)` \| (.+?) \| (.+?) \|$", re.MULTILINE)
#: What a technique is worth on both scales, as the pages say.
WORTH = {name: (hodoku, rating) for text in PAGES.values() for name, hodoku, rating in ROW.findall(text)}

EXAMPLE = re.compile(
    r"<!-- example: (?P<name>\w+) -->\n```python\n>>> import bitdoku as bd\n(?:>>> rules = (?P<rules>.*?)\n)?"
    r'>>> step = bd\.explain\((?P<puzzle>"[.\d]{81}"|"\." \* \d+), (?:scale="(?P<scale>\w+)"|rules=rules)'
    r"(?:, techniques=(?P<only>\(.*?\)))?\)\[(?P<number>\d+)\]\n"
    r">>> step\.notation\n(?P<notation>.*?)\n>>> print\(step\)\n(?P<text>.*?)\n\n```\n\n"
    r"!\[(?P<label>.+?)\]\((?P<picture>\w+\.svg)\)\n<!-- end -->",
    re.DOTALL,
)
EXAMPLES = {match["name"]: match for text in PAGES.values() for match in EXAMPLE.finditer(text)}


def is_in(rating: float, words: str) -> bool:
    """Whether a rating is as a page says: 3.2, 4.5–5.0 or 6.6 and more."""
    if words.endswith(" and more"):
        return rating >= float(words.removesuffix(" and more"))
    low, _, high = words.partition("–")
    return float(low) <= rating <= float(high or low)


def test_every_technique_has_one_page_and_one_example() -> None:
    names = [name for text in PAGES.values() for name, _, _ in ROW.findall(text)]
    assert sorted(names) == sorted(TECHNIQUES)
    assert sorted(EXAMPLES) == sorted(TECHNIQUES)
    pictures = {path.name for path in FOLDER.glob("*.svg")}
    assert pictures == {f"{name}.svg" for name in TECHNIQUES}


def step_of(example: re.Match[str]) -> bd.Step:
    """The step of an example."""
    rules = eval(example["rules"], {"bd": bd}) if example["rules"] else None
    only = ast.literal_eval(example["only"]) if example["only"] else None
    scale: Any = example["scale"] or "hodoku"
    return bd.explain(eval(example["puzzle"]), rules=rules, scale=scale, techniques=only)[int(example["number"])]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_is_what_explain_gives(name: str) -> None:
    example = EXAMPLES[name]
    step = step_of(example)
    assert step.technique is TECHNIQUES[name]
    assert (repr(step.notation), step.text, step.label) == (example["notation"], example["text"], example["label"])
    # The picture is of this board and this step: both are in its label.
    found = re.search(r'aria-label=".*?"', bd.Board(step).svg())
    assert example["picture"] == f"{name}.svg"
    assert found
    assert found[0] in (FOLDER / example["picture"]).read_text(encoding="utf-8")
    hodoku, rating = WORTH[name]
    if example["scale"] == "explainer":
        assert hodoku == "–"
        assert step.rating is not None
        assert is_in(step.rating, rating)
    else:
        assert step.level is not None
        assert hodoku == f"{step.level.name.title()}, {step.score}"
        if example["rules"]:
            assert rating == "–"
        elif rating != "–":
            # The same board has a step of it on the other scale.
            other = bd.hint(bd.Board(step), scale="explainer", techniques=name)
            assert other is not None
            assert other.rating is not None
            assert is_in(other.rating, rating)


def test_pictures_of_fish_mark_their_fins() -> None:
    for name, count in (("x_wing", 0), ("finned_x_wing", 1)):
        svg = bd.Board(step_of(EXAMPLES[name])).svg()
        assert svg.count('class="f-orange"') == count
