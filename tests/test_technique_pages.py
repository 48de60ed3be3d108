"""The pages of the techniques: each has one technique, an example, which runs as all examples do, and a picture."""

from __future__ import annotations

import re
from pathlib import Path

import bitdoku as bd

FOLDER = Path(__file__).parent.parent / "docs" / "techniques"


def test_every_technique_has_one_page_and_one_example() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md") if path.name != "index.md")
    techniques = {technique.name.lower() for technique in bd.Technique} - {"none", "unknown"}
    assert sorted(re.findall(r"^\| .+? \| `(\w+)` \| .+? \| .+? \|$", text, re.MULTILINE)) == sorted(techniques)
    assert sorted(re.findall(r"<!-- example: (\w+) -->", text)) == sorted(techniques)
    assert {path.stem for path in FOLDER.glob("*.svg")} == techniques
