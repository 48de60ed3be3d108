"""`book`: plans, chapters of different puzzles, their order, and the command."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from command_line import Run
from puzzles import EASY, HARD

if TYPE_CHECKING:
    from pathlib import Path

SVG = "{http://www.w3.org/2000/svg}"
PLAN: dict[str, Any] = {
    "title": "Weekend",
    "seed": 7,
    "chapter": [
        {"title": "Classic", "generate": {"n": 8}},
        {"title": "Killer", "compose": {"n": 2, "kind": "killer_cage"}, "per_page": 1},
        {"title": "Small", "rules": "6x6+x", "generate": {"n": 2}},
    ],
}


def classic(**changes: Any) -> dict[str, Any]:
    return {"seed": 7, "chapter": [{"generate": {"n": 6}}], **changes}


def texts(sheet: bd.Sheet, page: int) -> list[str]:
    return [text.text or "" for text in ET.fromstring(sheet.svg(page)).iter(SVG + "text")]


def test_chapters() -> None:
    made = bd.book(PLAN)
    assert repr(made) == "Book(12 puzzles on 9 pages)"
    assert made._repr_html_().count("<svg") == 9
    small, large = made.tables
    assert (small.side, large.side, made.left_out) == (6, 9, 0)
    assert large["number"].tolist() == [*range(1, 11)]
    assert small["number"].tolist() == [11, 12]
    assert large["chapter"].tolist() == ["Classic"] * 8 + ["Killer"] * 2
    assert large["level"][:8].tolist() == sorted(bd.rate(large.puzzle[:8])["level"])
    assert all((bd.solve(row).solution == row.solution).all() for table in made.tables for row in table)
    headings = [texts(made, page)[0] for page in range(len(made))]
    assert headings == ["Classic"] * 4 + ["Killer"] * 2 + ["Small", "Answers", "Answers"]
    assert "The digits in a cage" in " ".join(texts(made, 4))
    assert "The digits in a cage" not in " ".join(texts(made, 0) + texts(made, 7) + texts(made, 8))
    again = bd.book(PLAN)
    assert [again.svg(page) for page in range(9)] == [made.svg(page) for page in range(9)]


def test_answers_of_chapters_share_pages() -> None:
    names = ["6x6", "9x9", "x"]
    chapters: list[Any] = [{"title": name, "rules": name, "generate": {"n": 1}} for name in names]
    made = bd.book({"seed": 2, "chapter": chapters})
    assert len(made) == 4
    assert [text for text in texts(made, 3) if text in names] == names
    places = [
        float(re.search(r"translate\(\S+ (\S+)\)", group.get("transform", ""))[1])  # type: ignore[index]
        for group in ET.fromstring(made.svg(3)).iter(SVG + "g")
        if group.get("role") == "img"
    ]
    assert places == sorted({*places}), "one below the other"
    chapters[0] |= {"answers": False, "caption": "Warm-up {minutes}"}
    chapters[2] |= {"answers": "Solutions"}
    made = bd.book({"seed": 2, "chapter": chapters, "caption": "{number}"})
    assert "Warm-up " in texts(made, 0)
    assert [texts(made, page)[0] for page in (3, 4)] == ["Answers", "Solutions"]
    assert [[text for text in texts(made, page) if text in "123"] for page in (3, 4)] == [["2"], ["3"]]


def test_order_as_given() -> None:
    made = bd.book(classic(order="given")).tables[0]
    assert (made.puzzle == bd.generate(6, seed=7).puzzle).all()
    rising = bd.book(classic(order="rising")).tables[0]
    assert sorted(map(bytes, made.puzzle)) == sorted(map(bytes, rising.puzzle))
    scores = bd.rate(rising.puzzle)
    assert [*zip(scores["level"], scores["score"], strict=True)] == sorted(
        zip(scores["level"], scores["score"], strict=True)
    )


def test_no_equivalent_puzzles(tmp_path: Path) -> None:
    first = bd.book(classic())
    bd.datasets.write(tmp_path / "one.csv", bd.shuffle(first.tables[0].puzzle, seed=1))
    second = bd.book(classic(against=[str(tmp_path / "one.csv")]))
    keys = [set(map(bytes, bd.fingerprint(made.tables[0].puzzle))) for made in (first, second)]
    assert len(keys[0] | keys[1]) == 12
    # Marks do not change under rotation, reflection and renaming of the digits.
    killers = bd.compose(2, kind="killer_cage", seed=1)
    row = killers[0]
    turned = bd.Rules() + [
        bd.rules.killer_cage([(8 - r, c) for r, c in rule.arguments["cells"]], rule.arguments["sum"])
        for rule in row.rules.rules
    ]
    bd.datasets.write(tmp_path / "killers.jsonl", killers)
    bd.datasets.write(tmp_path / "turned.jsonl", bd.Puzzles(row.puzzle[None], row.solution[None, ::-1], rules=turned))
    files = {"files": ["killers.jsonl", "turned.jsonl"]}
    plan = tmp_path / "plan.toml"
    plan.write_text(f"[[chapter]]\nper_page = 1\ntake = {{ files = {files['files']} }}\n")
    made = bd.book(plan)
    assert (len(made.tables[0]), made.left_out) == (2, 1)
    with pytest.raises(bd.GenerationError, match="different puzzles"):
        bd.book({"seed": 1, "chapter": [{"rules": "1x1", "generate": {"n": 2}}]})


def test_puzzles_of_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{HARD}\n{EASY}\n")
    made = bd.book({"chapter": [{"take": {"files": str(tmp_path / "a.txt")}}]})
    assert [bd.Board(one).line() for one in made.tables[0].puzzle] == [EASY, HARD]
    (tmp_path / "c.txt").write_text(f"{HARD}\nbad\n{EASY}\n")
    chapter = {"take": {"files": str(tmp_path / "c.txt"), "malformed": "drop"}}
    made = bd.book({"chapter": [chapter]})
    assert (len(made.tables[0]), made.dropped, made.left_out) == (2, 1, 0)
    (tmp_path / "plan.toml").write_text('[[chapter]]\ntake = { files = ["c.txt"], malformed = "drop" }\n')
    run = Run("book", tmp_path / "plan.toml", "-o", tmp_path / "book.html")
    assert run.err == "2 puzzles on 2 pages; 1 malformed row dropped\n"
    (tmp_path / "empty.txt").write_text("")
    empty = str(tmp_path / "empty.txt")
    for plan in ({"chapter": [{"take": {"files": empty}}]}, classic(chapter=[{"generate": {"n": 0}}])):
        with pytest.raises(bd.PlanError, match=r"chapter\[0\] has no puzzles"):
            bd.book(plan)
    for files in ([empty], []):
        with pytest.raises(bd.PlanError, match="against"):
            bd.book(classic(against=files))
    with pytest.raises(bd.PlanError, match=r"chapter\[0\] has no puzzles.*equivalent"):
        bd.book({"chapter": [chapter], "against": str(tmp_path / "a.txt")})
    (tmp_path / "b.txt").write_text(f"{EASY}\n{'.' * 81}\n")
    with pytest.raises(bd.PuzzleError, match=r"b\.txt:2: multiple solution"):
        bd.book({"chapter": [{"take": {"files": str(tmp_path / "b.txt")}}]})


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ({}, "chapter is missing"),
        ({"chapter": []}, "chapter is empty"),
        ({"chapter": {"generate": {"n": 1}}}, r"chapter is .*dict; expected a section \[\[chapter\]\]"),
        (classic(font=5), "font is"),
        (classic(levels=5), "levels"),
        (classic(chapter=[{"rules": "7x", "generate": {"n": 1}}]), r"chapter\[0\]: .*7x"),
        ({"chapter": [{"generate": {"n": 1}}]}, "seed is missing"),
        (classic(papr="a4"), "unknown key 'papr'; did you mean 'paper'"),
        (classic(paper="a9"), "paper is 'a9'"),
        (classic(order="falling"), "order is 'falling'"),
        (classic(per_page=0), "per_page is 0"),
        (classic(caption="{name}"), "caption is"),
        (classic(chapter=[{"caption": "{name}", "generate": {"n": 1}}]), r"chapter\[0\]: caption is"),
        (classic(chapter=[{"per_page": 0, "generate": {"n": 1}}]), r"chapter\[0\]: per_page is 0"),
        (classic(chapter=[{}]), r"chapter\[0\] has no source"),
        (classic(chapter=[{"generate": {"n": 1}, "take": {"files": "a"}}]), r"chapter\[0\] has generate and take"),
        (classic(chapter=[{"generate": {"n": 1, "difficulty": "tough"}}]), r"chapter\[0\].*'tough'"),
        (classic(chapter=[{"generate": {"m": 1}}]), r"unknown key 'm'"),
        (classic(chapter=[{"compose": {"n": 1}}]), r"chapter\[0\]\.compose\.kind is missing"),
        (classic(chapter=[{"compose": {"n": 1, "kind": "cages"}}]), r"chapter\[0\].*'cages'"),
        (classic(chapter=[{"take": {"files": []}}]), r"chapter\[0\]\.take\.files"),
        (classic(chapter=[{"titel": "A", "generate": {"n": 1}}]), "did you mean 'title'"),
        (classic(chapter=["a"]), r"chapter"),
    ],
)
def test_plans_that_are_refused(plan: Any, message: str) -> None:
    with pytest.raises(bd.PlanError, match=message):
        bd.book(plan)


def test_command(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('seed = 7\n[[chapter]]\ntitle = "A"\ngenerate = { n = 6 }\n')
    run = Run("book", plan, "-o", tmp_path / "book.html", "--puzzles", tmp_path / "one.csv")
    assert (run.code, run.err) == (0, "6 puzzles on 4 pages\n")
    assert (tmp_path / "book.html").read_text() == bd.book(plan).html()
    assert (bd.datasets.read(tmp_path / "one.csv").puzzle == bd.book(plan).tables[0].puzzle).all()
    with plan.open("a") as file:
        file.write('[[chapter]]\nrules = "4x4"\ngenerate = { n = 2 }\n')
    names = ["-o", tmp_path / "book.html", "--puzzles"]
    run = Run("book", "-q", plan, *names, tmp_path / "one.csv")
    assert (run.code, "{side}" in run.err) == (2, True)
    assert Run("book", "-q", plan, *names, tmp_path / "all-{side}.csv").code == 0
    assert len(bd.datasets.read(tmp_path / "all-4.csv", rules="4x4")) == 2
    assert Run("book", plan, "-o", tmp_path / "book.svg").code == 2
    plan.write_text("seed = 7\nper_page = 100\n[[chapter]]\ncompose = { n = 1, kind = 'killer_cage' }\n")
    run = Run("book", plan, "-o", tmp_path / "b.html")
    assert (run.code, "per_page is 100" in run.err, "1.6 mm" in run.err) == (2, True, True)
    assert not (tmp_path / "b.html").exists()


@pytest.mark.slow
@pytest.mark.serial
def test_a_thousand_puzzles_in_ten_seconds() -> None:
    pytest.importorskip("fpdf")
    pytest.importorskip("uharfbuzz")
    made = bd.generate(1000, seed=1)
    begun = time.process_time()
    sheet = bd.sheet(made, per_page=4, answers_per_page=4, paper="8.5x11", bound=True, caption="{number} {level}")
    data = sheet.pdf()
    assert time.process_time() - begun < 10
    assert len(sheet) == data.count(b"/Type /Page\n") == 500
    assert np.log2(len(data)) < 23
