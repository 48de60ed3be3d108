"""The pages of the techniques: each technique has one, and its example is what the functions give now."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path

import pytest

import bitdoku as bd
from bitdoku._techniques import LEVELS

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
    r"<!-- example: (\w+) -->\n```python\n>>> import bitdoku as bd\n"
    r'>>> step = bd\.explain\("([.\d]{81})", scale="(\w+)"(?:, techniques=(\(.*?\)))?\)\[(\d+)\]\n'
    r">>> step\.notation\n(.*?)\n>>> print\(step\)\n(.*?)\n\n```\n\n!\[(.+?)\]\((\w+\.svg)\)\n<!-- end -->",
    re.DOTALL,
)
EXAMPLES = {match[1]: match for text in PAGES.values() for match in EXAMPLE.finditer(text)}
EXAMPLE_OF_OTHER_RULES = re.compile(
    r"<!-- example: (\w+) -->\n```python\n>>> import bitdoku as bd\n>>> rules = (.*?)\n"
    r'>>> step = bd\.explain\("\." \* (\d+), rules=rules, techniques=(\(.*?\))\)\[(\d+)\]\n'
    r">>> step\.notation\n(.*?)\n>>> print\(step\)\n(.*?)\n\n```\n\n!\[(.+?)\]\((\w+\.svg)\)\n<!-- end -->",
    re.DOTALL,
)
OTHER_RULES = {match[1]: match for text in PAGES.values() for match in EXAMPLE_OF_OTHER_RULES.finditer(text)}


def is_in(rating: float, words: str) -> bool:
    """Whether a rating is as a page says: 3.2, 4.5–5.0 or 6.6 and more."""
    if words.endswith(" and more"):
        return rating >= float(words.removesuffix(" and more"))
    low, _, high = words.partition("–")
    return float(low) <= rating <= float(high or low)


def test_every_technique_has_one_page_and_one_example() -> None:
    names = [name for text in PAGES.values() for name, _, _ in ROW.findall(text)]
    assert sorted(names) == sorted(TECHNIQUES)
    assert sorted([*EXAMPLES, *OTHER_RULES]) == sorted(TECHNIQUES)
    pictures = {path.name for path in FOLDER.glob("*.svg")}
    assert pictures == {f"{name}.svg" for name in TECHNIQUES}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_is_what_explain_gives(name: str) -> None:
    _, puzzle, scale, only, number, notation, text, label, picture = EXAMPLES[name].groups()
    allowed = ast.literal_eval(only) if only else None
    step = bd.explain(puzzle, scale=scale, techniques=allowed)[int(number)]  # type: ignore[arg-type]
    assert step.technique is TECHNIQUES[name]
    assert (repr(step.notation), step.text, step.label) == (notation, text, label)
    # The picture is of this board and this step: both are in its label.
    found = re.search(r'aria-label=".*?"', bd.Board(step).svg())
    assert picture == f"{name}.svg"
    assert found
    assert found[0] in (FOLDER / picture).read_text(encoding="utf-8")
    hodoku, rating = WORTH[name]
    if scale == "hodoku":
        assert step.level is not None
        assert hodoku == f"{step.level.name.title()}, {step.score}"
    else:
        assert hodoku == "–"
        assert step.rating is not None
        assert is_in(step.rating, rating)
    if scale == "hodoku" and rating != "–":
        # The same board has a step of it on the other scale.
        other = bd.hint(bd.Board(step), scale="explainer", techniques=name)
        assert other is not None
        assert other.rating is not None
        assert is_in(other.rating, rating)


@pytest.mark.parametrize("name", OTHER_RULES)
def test_the_example_of_other_rules_is_what_explain_gives(name: str) -> None:
    _, words, cells, only, number, notation, text, label, picture = OTHER_RULES[name].groups()
    rules = eval(words, {"bd": bd})
    step = bd.explain("." * int(cells), rules=rules, techniques=ast.literal_eval(only))[int(number)]
    assert step.technique is TECHNIQUES[name]
    assert (repr(step.notation), step.text, step.label) == (notation, text, label)
    found = re.search(r'aria-label=".*?"', bd.Board(step).svg())
    assert picture == f"{name}.svg"
    assert found
    assert found[0] in (FOLDER / picture).read_text(encoding="utf-8")
    hodoku, rating = WORTH[name]
    assert step.level is not None
    assert (hodoku, rating) == (f"{step.level.name.title()}, {step.score}", "–")


def test_the_pages_have_the_techniques_of_each_scale() -> None:
    of_hodoku = {name for name, technique in TECHNIQUES.items() if LEVELS[technique] != bd.Level.INCOMPLETE}
    assert {name for name, (hodoku, _) in WORTH.items() if hodoku != "–"} == of_hodoku
    assert {name for name, (_, rating) in WORTH.items() if rating == "–"} <= of_hodoku


def test_the_index_is_made_from_the_pages() -> None:
    spec = importlib.util.spec_from_file_location("make_techniques", DOCS / "make_techniques.py")
    assert spec
    assert spec.loader
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    groups = program.TABLE.findall(INDEX)
    assert sorted(f"{page}.md" for group, _, _ in groups for page in group.split()) == sorted(PAGES)
    for group, _, table in groups:
        assert table == program.index(group)


def test_links_between_pages_lead_somewhere() -> None:
    for name, text in {**PAGES, "index.md": INDEX}.items():
        for target in re.findall(r"\]\(([^)]+)\)", text):
            assert (FOLDER / target).exists(), (name, target)


def test_pictures_of_fish_mark_their_fins() -> None:
    for name, count in (("x_wing", 0), ("finned_x_wing", 1)):
        _, puzzle, scale, _, number, *_ = EXAMPLES[name].groups()
        svg = bd.Board(bd.explain(puzzle, scale=scale)[int(number)]).svg()  # type: ignore[arg-type]
        assert svg.count('class="f-orange"') == count
