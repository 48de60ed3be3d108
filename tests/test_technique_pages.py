"""The pages of the techniques: each has one technique, an example, which runs as all examples do, and a picture."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import bitdoku as bd
from bitdoku.logic._techniques import LEVELS
from programs import program

FOLDER = Path(__file__).parent.parent / "docs" / "techniques"


def test_every_technique_has_one_page_and_one_example() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md") if path.name != "index.md")
    techniques = {technique.name.lower() for technique in bd.Technique} - {"none", "unknown"}
    rows = re.findall(r"^\| .+? \| `(\w+)` \| .+? \| .+? \|$", text, re.MULTILINE)
    examples = re.findall(r"<!-- example: (\w+) -->", text)
    assert len(rows) == len(set(rows))
    assert len(examples) == len(set(examples))
    pictures = {path.stem for path in FOLDER.glob("*.svg")}
    for found, what in ((rows, "row on a page"), (examples, "example on a page"), (pictures, "picture")):
        assert set(found) == techniques, f"docs/techniques: a {what} is missing or too many: docs/make_techniques.py"


def test_levels_and_groups_on_the_pages_are_those_of_the_table() -> None:
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    grouped = re.findall(r"<!-- techniques: (.+?) -->", index)
    assert sorted(" ".join(grouped).split()) == sorted(
        path.stem for path in FOLDER.glob("*.md") if path.stem != "index"
    )
    for path in FOLDER.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        for name, worth in re.findall(r"^\| .+? \| `(\w+)` \| (.+?) \| .+? \|$", text, re.MULTILINE):
            level = LEVELS[bd.Technique[name.upper()]].name.title()
            assert worth.partition(",")[0] in (level, "–"), f"{path.name}: {name} is {level}"


def test_examples_show_the_step_that_their_code_finds() -> None:
    made = program(FOLDER.parent / "make_techniques.py")
    for path in made.pages():
        for name, _, text in made.EXAMPLE.findall(path.read_text(encoding="utf-8")):
            names: dict[str, Any] = {"bd": bd}
            for line in re.findall(r"^>>> ((?:rules|step) = .*)$", text, re.MULTILINE):
                exec(line, names)
            step = names["step"]
            assert f"![{step.label}]({name}.svg)\n\n**{step.label}.** {step}\n" in text, path.name
