"""The commands that change, compare and show puzzles; and arguments of all commands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from bitdoku.datasets import read, write
from command_line import Run
from puzzles import CLASH, EASY, HARD, HARD_SOLUTION

if TYPE_CHECKING:
    from pathlib import Path

EMPTY = "." * 81
MADE = bd.generate(40, seed=1)
TEXTS = [bd.Board(puzzle).line() for puzzle in MADE.puzzle]
GRIDS = [bd.Board(grid).line() for grid in MADE.solution]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "made.txt").write_text("\n".join([*TEXTS, ""]))
    rows = zip(range(40), TEXTS, GRIDS, strict=True)
    (tmp_path / "made.csv").write_text("\n".join(["id,puzzle,solution", *(f"{i},{p},{s}" for i, p, s in rows), ""]))
    return tmp_path


# --- check ------------------------------------------------------------------------------------------------------------


def test_check_stored_solutions(folder: Path) -> None:
    run = Run("check", folder / "made.csv")
    assert run.code == 0
    assert run.lines[7] == f"{TEXTS[7]},{GRIDS[7]},true,true,true"
    assert run.numbers() == [40, 40, 0]
    swapped = HARD_SOLUTION.translate(str.maketrans("12", "21"))
    answers = {
        HARD_SOLUTION: "true,true,true",
        swapped: "false,false,true",
        HARD_SOLUTION[:-1] + ".": "false,true,false",
        HARD_SOLUTION[:1] + "8" + HARD_SOLUTION[2:]: "false,true,true",
    }
    text = "".join(f"{HARD},{answer}\n" for answer in answers)
    run = Run("check", "-o", folder / "out.csv", stdin=f"puzzle,answer\n{text}")
    assert (run.code, run.out) == (1, "")
    assert run.numbers() == [4, 1, 3, 1, 1]
    lines = (folder / "out.csv").read_text().splitlines()
    assert lines[0] == "puzzle,solution,correct,respects_givens,complete"
    assert [line.split(",", 2)[2] for line in lines[1:]] == [*answers.values()]
    run = Run("check", stdin=f"puzzle,solution\n{HARD},{HARD_SOLUTION}\n{HARD},\n")
    assert (run.code, run.lines[1]) == (1, f"{HARD},,false,false,false")
    assert run.numbers() == [2, 1, 0, 1]
    # Any solution is right, where there are several.
    assert Run("check", "--answers", HARD_SOLUTION, EMPTY).code == 0


def test_check_answers_of_another_file(folder: Path) -> None:
    answers = folder / "answers.txt"
    answers.write_text("\n".join([*GRIDS, ""]))
    assert Run("check", "-q", folder / "made.txt", "--answers", answers).code == 0
    assert Run("check", "-q", folder / "made.txt", "--answers", "-", stdin="\n".join(GRIDS)).code == 0
    # From a file with solutions, these, even if it has no puzzles; from a column, that.
    alone = folder / "alone.csv"
    alone.write_text("\n".join(["id,solution", *(f"{i},{text}" for i, text in enumerate(GRIDS)), ""]))
    assert Run("check", "-q", folder / "made.txt", "--answers", alone).code == 0
    assert Run("check", "-q", folder / "made.txt", "--answers", folder / "made.csv").code == 0
    wrong = Run("check", "-q", folder / "made.txt", "--answers", folder / "made.csv", "--answers-column", "puzzle")
    assert (wrong.code, wrong.lines[0]) == (1, f"{TEXTS[0]},{TEXTS[0]},false,true,false")
    # Files need not be cut into batches alike, but must have equally many rows.
    halves = [folder / "a.txt", folder / "b.txt"]
    for half, texts in zip(halves, (TEXTS[:13], TEXTS[13:]), strict=True):
        half.write_text("\n".join([*texts, ""]))
    assert Run("check", *halves, "--answers", answers).numbers() == [40, 40, 0]
    few = Run("check", folder / "made.txt", "--answers", halves[0])
    assert (few.code, f"{halves[0]}: 13 " in few.err) == (1, True)
    many = Run("check", halves[0], "--answers", answers)
    assert (many.code, f"{answers}: " in many.err) == (1, True)
    assert Run("check", "--answers", "-", stdin=HARD).code == 2


def test_check_marks_malformed_rows(folder: Path) -> None:
    run = Run("check", "--malformed", "mark", stdin=f"puzzle,solution\n{HARD},{HARD_SOLUTION}\n{HARD},12\n7,7\n")
    assert run.code == 1
    assert [line.split(",")[2:] for line in run.lines] == [["true"] * 3, [""] * 3, [""] * 3]
    assert run.numbers() == [3, 1, 0, 2]
    answers = folder / "answers.txt"
    answers.write_text(f"{HARD_SOLUTION}\n12\n")
    text = f"{HARD}\n{HARD}\n"
    run = Run("check", "--malformed", "mark", "--answers", answers, stdin=text)
    assert (run.code, [line[-5:] for line in run.lines]) == (1, [",true", ".,,,,"])
    assert f"{answers}:2: " in run.err
    run = Run("check", "--answers", answers, stdin=text)
    assert (run.code, f"{answers}:2: " in run.err) == (1, True)


def test_check_by_rules() -> None:
    for rules, code in (("4x4", 0), ("4x4 + x", 1)):
        assert Run("check", "-q", "." * 16, "--answers", "1234341221434321", "--rules", rules).code == code


# --- minimize, shuffle ------------------------------------------------------------------------------------------------


def test_minimize(folder: Path) -> None:
    run = Run("minimize", "--seed", 5, stdin="\n".join(GRIDS))
    assert run.code == 0
    assert run.lines == bd.minimize(GRIDS, seed=5)
    assert "seed 5" in run.err
    assert Run("minimize", "-q", stdin=HARD).lines == [HARD]  # needs no seed
    some = Run("minimize", "-q", "--seed", 5, "--clues", 50, stdin="\n".join(GRIDS)).lines
    assert some == bd.minimize(GRIDS, seed=5, clues=50)
    assert {81 - text.count(".") for text in some} == {50}
    out = folder / "out.csv"
    (folder / "clues.csv").write_text(f"clues,puzzle,solution,id\n81,{HARD_SOLUTION},{HARD_SOLUTION},a\n")
    assert Run("minimize", "-q", folder / "clues.csv", "--seed", 5, "-o", out).code == 0
    header, line = out.read_text().splitlines()
    small = bd.minimize(HARD_SOLUTION, seed=5)
    assert header == "puzzle,solution,clues,id"
    assert line == f"{small},{HARD_SOLUTION},{81 - small.count('.')},a"


def test_minimize_does_not_depend_on_batches(folder: Path) -> None:
    expected = bd.minimize(GRIDS, seed=5)
    files = []
    for i in range(0, 40, 7):  # a batch for each
        files.append(folder / f"{i}.txt")
        files[-1].write_text("\n".join([*GRIDS[i : i + 7], ""]))
    assert Run("minimize", "-q", "--seed", 5, *files).lines == expected
    assert Run("shuffle", "-q", "--seed", 5, *files).lines == bd.shuffle(GRIDS, seed=5)
    copies = bd.shuffle(GRIDS, seed=5, copies=3)
    assert Run("shuffle", "-q", "--seed", 5, "--copies", 3, *files).lines == [text for some in copies for text in some]
    # Apart, with the number of the first puzzle.
    later = ["-q", "--seed", 5, "--start", 7, files[1]]
    assert Run("minimize", *later).lines == expected[7:14]
    assert Run("shuffle", *later, "--copies", 3).lines == [text for some in copies[7:14] for text in some]


def test_minimize_needs_one_solution() -> None:
    text = f"{HARD}\n{EMPTY}\n{CLASH}\n{EASY}\n"
    run = Run("minimize", "--seed", 1, stdin=text)
    assert (run.code, run.lines) == (1, [bd.minimize(HARD, seed=1)])
    assert run.err.startswith("bitdoku: stdin:2: ")
    run = Run("minimize", "--seed", 1, "--malformed", "drop", stdin=f"12\n{text}")
    assert (run.code, run.lines) == (1, bd.minimize([HARD, EASY], seed=1))
    assert "stdin:1: " in run.err
    assert "stdin:4: " in run.err
    run = Run("minimize", "--seed", 1, "--budget", 1, stdin=f"{EASY}\n{HARD}\n")
    assert (run.code, run.lines) == (0, bd.minimize([EASY, HARD], seed=1, budget=1))
    assert run.lines[1] == HARD


def test_shuffle_moves_the_solutions(folder: Path) -> None:
    out = folder / "out.csv"
    run = Run("shuffle", folder / "made.csv", "--seed", 3, "--copies", 2, "-o", out)
    assert (run.code, "seed 3" in run.err) == (0, True)
    rows = read(out)
    assert len(rows) == 80
    assert [str(value) for value in rows["id"]][:4] == ["0", "0", "1", "1"]
    assert Run("check", "-q", out).code == 0
    expected = bd.shuffle(MADE.puzzle, seed=3, copies=2).reshape(80, 9, 9)
    assert (bd.solve(rows).solution == bd.solve(expected).solution).all()
    assert set(Run("shuffle", "-q", "--rules", "x", stdin=EMPTY).out) == {".", "\n"}
    seeds = {Run("shuffle", stdin=HARD).out for _ in range(3)}
    assert len(seeds) == 3  # random without --seed


# --- dedupe, split ----------------------------------------------------------------------------------------------------


def test_dedupe(folder: Path) -> None:
    other = HARD_SOLUTION[:40] + "." + HARD_SOLUTION[41:]
    puzzles = [HARD, EASY, bd.shuffle(HARD, seed=1), HARD, bd.shuffle(other, seed=1)]
    (folder / "more.txt").write_text(f"{EASY}\n{EMPTY}\n")
    for by, kept in (("exact", [0, 1, 2, 4]), ("class", [0, 1, 4]), ("solution-class", [0, 1])):
        run = Run("dedupe", "--by", by, "-", folder / "more.txt", stdin="\n".join(puzzles))
        assert run.code == 0
        assert run.lines == [*(puzzles[i] for i in kept), EMPTY]  # equal ones in another file too
        assert run.numbers() == [7, len(kept) + 1, 6 - len(kept)]
    assert Run("dedupe", "-q", folder / "made.csv", folder / "made.csv", "-o", folder / "out.csv").code == 0
    assert len(read(folder / "out.csv")["id"]) == 40
    twins = f"{HARD}\n{HARD[9:18]}{HARD[:9]}{HARD[18:]}\n"
    assert len(Run("dedupe", "-q", "--by", "class", stdin=twins).lines) == 1
    assert len(Run("dedupe", "-q", "--by", "class", "--rules", "x", stdin=twins).lines) == 2


def test_split(folder: Path) -> None:
    pattern = folder / "part-{part}.csv"
    run = Run("split", folder / "made.csv", "--parts", "a=0.5,b=0.3,c=0.2", "--seed", 7, "-o", pattern)
    expected = bd.datasets.split(MADE.puzzle, {"a": 0.5, "b": 0.3, "c": 0.2}, seed=7)
    assert (run.code, run.out) == (0, "")
    for name, numbers in expected.items():
        rows = read(folder / f"part-{name}.csv")
        assert [int(value) for value in rows["id"]] == numbers.tolist()
        assert (bd.solve(rows).solution == MADE.solution[numbers]).all()
    assert all(f"{name}: {len(part)} " in run.err for name, part in expected.items())
    assert "seed 7" in run.err
    files = [folder / "made.csv", folder / "made.txt"]
    assert Run("split", "-q", *files, "--seed", 7, "--exact", "--by", "exact", "-o", pattern).code == 1
    # Columns differ between these files; lines of text have none.
    pattern = folder / "{part}.txt"
    assert Run("split", "-q", *files, "--seed", 7, "--exact", "--by", "exact", "-o", pattern).code == 0
    train, test = ((folder / f"{name}.txt").read_text().split() for name in ("train", "test"))
    assert (len(train), len(test), set(train) & set(test)) == (72, 8, set())
    # A part without rows is a file with columns.
    one = Run("split", "-q", "-", "--parts", "x=1,y=0", "-o", folder / "{part}.csv", stdin=f"id,puzzle\n1,{HARD}\n")
    assert one.code == 0
    assert ((folder / "y.csv").read_text(), (folder / "x.csv").read_text()) == ("puzzle,id\n", f"puzzle,id\n{HARD},1\n")


# --- draw, link -------------------------------------------------------------------------------------------------------


def test_draw(folder: Path) -> None:
    run = Run("draw", HARD)
    assert (run.code, run.out, run.numbers()) == (0, bd.Board(HARD).svg(theme="light") + "\n", [1])
    assert Run("draw", "-q", HARD, "-o", folder / "a.svg", "--size", 100, "--theme", "dark").code == 0
    assert (folder / "a.svg").read_text() == bd.Board(HARD).svg(size=100, theme="dark")
    assert Run("draw", "-q", HARD, "--solved", "--candidates", "basic", "-o", folder / "a.svg").code == 0
    expected = bd.Board(HARD, HARD_SOLUTION, candidates="basic").svg(theme="light")
    assert (folder / "a.svg").read_text() == expected
    assert (
        Run("draw", "-q", "." * 16, "--rules", "4x4 + x").out
        == bd.Board("." * 16, rules="4x4 + x").svg(theme="light") + "\n"
    )
    # The stored solution is preferred, here one of many.
    stored = bd.shuffle(HARD_SOLUTION, seed=1)
    run = Run("draw", "-q", "--solved", stdin=f"puzzle,solution\n{EMPTY},{stored}\n")
    assert run.out == bd.Board(EMPTY, stored).svg(theme="light") + "\n"


def test_draw_several(folder: Path) -> None:
    assert Run("draw", folder / "made.txt", "-o", folder / "sheet.html").numbers() == [40]
    page = (folder / "sheet.html").read_text()
    assert page.count("<svg") == 7
    assert page.count('role="img"') == 40
    assert TEXTS[39] in page
    options = ("--columns", 3, "--answers", "--title", "A & B", "--paper", "letter")
    assert Run("draw", "-q", HARD, EASY, *options, "-o", folder / "sheet.html").code == 0
    expected = bd.sheet([HARD, EASY], columns=3, title="A & B", paper="letter").html()
    assert (folder / "sheet.html").read_text() == expected
    caption = ("--caption", r"{number} {level}\tTime", "--first", 7, "--per-page", 1, "--paper", "6x9", "--bound")
    assert Run("draw", "-q", HARD, EASY, *caption, "-o", folder / "sheet.html").code == 0
    same: Any = {"caption": "{number} {level}\tTime", "first": 7, "per_page": 1, "paper": "6x9", "bound": True}
    assert (folder / "sheet.html").read_text() == bd.sheet([HARD, EASY], answers=False, **same).html()
    for wrong in (("--paper", "a9"), ("--caption", "{name}"), ("--per-page", 101)):
        run = Run("draw", HARD, *wrong, "-o", folder / "sheet.html")
        assert (run.code, run.err.startswith(f"bitdoku: {wrong[0]} is ")) == (2, True)
    run = Run("draw", HARD, "--answers", "-o", folder / "a.svg")
    assert (run.code, "--answers" in run.err) == (2, True)
    assert Run("draw", HARD, "--size", 100, "-o", folder / "a.html").code == 2
    assert Run("draw", "-q", HARD, EASY, "-o", folder / "board-{number}.svg").code == 0
    assert (folder / "board-2.svg").read_text() == bd.Board(EASY).svg(theme="light")
    run = Run("draw", HARD, EASY, "-o", folder / "two.svg")
    assert (run.code, "html" in run.err) == (2, True)
    assert Run("draw", HARD, "-o", folder / "a.jpg").code == 2
    assert Run("draw", "-q", "--malformed", "drop", "--to", "html", stdin=f"12\n{HARD}\n").code == 1
    assert Run("draw", "-q", "--solved", stdin=f"puzzle,solution\n{HARD},{EASY}\n").err.startswith("bitdoku: stdin:2: ")


@pytest.mark.parametrize(("extra", "package"), [("png", "resvg_py"), ("pdf", "fpdf")])
def test_draw_with_extras(extra: str, package: str, folder: Path) -> None:
    pytest.importorskip(package)
    file = folder / f"a.{extra}"
    assert Run("draw", "-q", HARD, "-o", file, *(["--size", 100] if extra == "png" else [])).code == 0
    expected = bd.Board(HARD).png(size=100) if extra == "png" else bd.sheet(HARD, answers=False).pdf()
    assert file.read_bytes() == expected
    assert Run("draw", HARD, "-o", file, "--theme", "auto").code == 2


@pytest.mark.parametrize("command", ["solve", "minimize", "convert", "count"])
def test_rules_of_rows_are_written(command: str, tmp_path: Path) -> None:
    made = bd.compose(2, kind="killer_cage", seed=1, rules="4x4")
    source, target = tmp_path / "killers.jsonl", tmp_path / "out.txt"
    write(source, made)
    rules = [bd.Rules.from_json(json.loads(line)["rules"]) for line in Run(command, source).lines]
    assert rules == [*made["rules"]]
    run = Run(command, source, "-o", target)
    assert "no column for the rules of each puzzle; write csv, jsonl" in run.err
    assert not target.exists()


def test_a_file_without_the_rules_of_all_rows(tmp_path: Path) -> None:
    lines, table = tmp_path / "x.txt", tmp_path / "x.csv"
    run = Run("generate", "-n", 2, "--seed", 1, "--rules", "x", "-o", lines)
    assert f"bitdoku: {lines} does not hold the rules; give --rules x to read it\n" in run.err
    assert "rules" not in Run("solve", lines, "--rules", "x", "-o", table).err
    assert read(table).rules == bd.Rules("x")
    assert "does not hold the rules" in Run("convert", table, "-o", lines).err
    assert "other rules than expected" in Run("solve", table, "--rules", "9x9").err


def test_links_there_and_back(folder: Path) -> None:
    words = ["--title", "A title", "--author", "Me"]
    links, source = folder / "links.txt", folder / "x.csv"
    made = bd.generate(3, seed=1, rules="x")
    texts = [bd.Board(puzzle).line() for puzzle in made.puzzle]
    write(source, made)
    assert Run("link", source, "--rules", "x", *words, "-o", links).code == 0
    shared = bd.links.read(links.read_text().split()[1])
    assert (shared.title, shared.author, shared.rules) == ("A title", "Me", bd.Rules("x"))
    assert (shared.puzzle == made.puzzle[1]).all()
    assert shared.solution is not None
    assert (shared.solution == made.solution[1]).all()
    assert [json.loads(line)["puzzle"] for line in Run("link", "--read", links).lines] == texts
    assert "bitdoku link --read" in Run("solve", links).err
    out = folder / "out.csv"
    assert Run("link", "-q", "--read", links, "-o", out).code == 0
    rows = read(out)
    assert {str(value) for value in rows["title"]} == {"A title"}
    assert rows.rules == bd.Rules("x")
    for other in ("scl", "ipuz"):
        written = folder / f"{other}.txt"
        assert Run("link", "-q", source, "--rules", "x", "--as", other, "-o", written).code == 0
        assert [json.loads(line)["puzzle"] for line in Run("link", "-q", "--read", written).lines] == texts
    # Words of rows are used again; links have a column in tables.
    again = folder / "again.csv"
    assert Run("link", "-q", out, "--site", "f_puzzles", "--author", "You", "-o", again).code == 0
    link = str(read(again)["link"][1])
    assert link.startswith("https://f-puzzles.com/?load=")
    assert (bd.links.read(link).title, bd.links.read(link).author) == ("A title", "You")
    assert json.loads(Run("link", "-q", "--read", link).out)["puzzle"] == texts[1]
    # Solutions without the rule.
    wrong = Run("link", folder / "made.csv", "--rules", "x", "-o", again)
    assert (wrong.code, "r1c9" in wrong.err.partition("made.csv:2: ")[2]) == (1, True)


def test_links_that_are_not_understood(folder: Path) -> None:
    data = bd.links.to_fpuzzles(HARD)
    odd = json.dumps({**data, "text": [{"cells": ["R1C1"], "value": "?"}]})
    run = Run("link", "--read", odd)
    assert (run.code, "--ignore text" in run.err.partition("argument:1: ")[2]) == (1, True)
    assert Run("link", "-q", "--read", odd, "--ignore", "text").lines == [HARD]
    text = f"# links\n{odd}\nhttps://f-puzzles.com/?load=nothing\n{json.dumps(data)}\n"
    run = Run("link", "--read", "--malformed", "drop", stdin=text)
    assert (run.code, run.lines) == (1, [HARD])
    assert "stdin:2: " in run.err
    assert "stdin:3: " in run.err
    assert Run("link", "--rules", "anti-queen", HARD).code == 2
    assert "--rules" in Run("link", "--read", odd, "--rules", "x").err


@pytest.mark.parametrize("command", ["solve", "count", "check", "generate", "minimize", "shuffle", "draw", "audit"])
def test_ignored_parts_of_rules(command: str, folder: Path) -> None:
    file = folder / "rules.json"
    data = bd.links.to_fpuzzles("." * 16, bd.Rules(box=(2, 2)) + bd.rules.diagonals())
    file.write_text(json.dumps({**data, "text": [{"value": "?"}], "line": [{"lines": [["R1C1"]]}]}))
    puzzle = "1............4.."
    solution = bd.solve(puzzle, rules="4x4").solution
    more: dict[str, list[object]] = {"check": ["--answers", solution], "generate": ["-n", 1], "audit": []}
    inputs = [] if command in ("generate", "audit") else [puzzle]
    arguments = [command, *inputs, *more.get(command, []), "--rules", file]
    run = Run(*arguments, stdin=solution)
    assert (run.code, "--ignore text" in run.err) == (2, True), run.err
    run = Run(*arguments, "--ignore", "text", stdin=solution)
    assert (run.code, "--ignore line" in run.err) == (2, True), run.err
    run = Run(*arguments, "--ignore", "text", "--ignore", "line", stdin=solution)
    assert run.code in (0, 1)
    run = Run(*arguments[:-2], "--ignore", "text", stdin=solution)
    assert (run.code, "--ignore needs" in run.err) == (2, True)


def test_puzzles_with_their_rules(folder: Path) -> None:
    rules = bd.Rules("4x4") + bd.rules.diagonals()
    puzzle = "1............4.."
    solution = bd.solve(puzzle, rules=rules).solution
    ours, theirs = folder / "ours.json", folder / "theirs.json"
    ours.write_text(json.dumps({"puzzle": puzzle, "rules": rules.to_dict()}))
    data = bd.links.to_fpuzzles(puzzle, rules)
    data["text"], data["grid"][0][1]["c"] = [{"value": "?"}], "#ffffff"
    theirs.write_text(json.dumps(data))
    link = bd.links.write(puzzle, rules)
    for given in (ours, ours.read_text(), link):
        assert Run("solve", "-q", given).lines == [
            f"{puzzle},{bd.verdict(puzzle, rules=rules).name.lower()},{solution}"
        ]
        assert Run("count", "-q", given).lines == [f"{puzzle},{bd.count(puzzle, rules=rules)}"]
        assert solution[:2] in Run("solve", "-q", "--pretty", given).out.replace(" ", "")
    run = Run("solve", theirs)
    assert (run.code, run.err.startswith(f"bitdoku: {theirs}: "), "--ignore text" in run.err) == (1, True, True)
    run = Run("solve", theirs, "--ignore", "text")
    assert (run.code, run.lines[0].split(",")[2]) == (0, solution)
    assert f"{theirs}: " in run.err
    assert Run("solve", ours, "--rules", "x").code
    # Tables in JSON are data sets, as before.
    table = folder / "table.json"
    table.write_text(json.dumps([{"puzzle": HARD}]))
    assert Run("solve", "-q", table).lines[0].startswith(HARD)
    # Rules of a file with a puzzle.
    assert Run("count", "-q", "." * 16, "--rules", ours).lines == [f"{'.' * 16},48"]


# --- all commands -----------------------------------------------------------------------------------------------------


def test_puzzles_as_arguments(folder: Path) -> None:
    assert Run("solve", "-q", HARD, HARD.replace(".", "0")).lines == [f"{HARD},unique,{HARD_SOLUTION}"] * 2
    assert Run("count", "-q", "." * 16).lines == ["." * 16 + ",288"]
    assert Run("solve", "-q", str(bd.Board(HARD))).lines == [f"{HARD},unique,{HARD_SOLUTION}"]
    assert Run("rate", "-q", EASY).lines == Run("rate", "-q", stdin=EASY).lines
    assert Run("explain", "-q", EASY).out == Run("explain", "-q", stdin=EASY).out
    assert Run("hint", "-q", stdin=EASY).out.endswith(Run("hint", "-q", EASY).out)
    # Between files, in the order given.
    (folder / "one.txt").write_text(EASY)
    lines = Run("solve", "-q", HARD, folder / "one.txt", EMPTY, "--threads", 1).lines
    assert [line[:81] for line in lines] == [HARD, EASY, EMPTY]
    big = bd.generate(1, seed=1, rules="16x16", clues=200)
    text = bd.Board(big.puzzle[0], rules="16x16").line()
    assert Run("solve", "-q", text).lines == [f"{text},unique,{bd.Board(big.solution[0], rules='16x16').line()}"]
    assert "r1c6" in Run("count", text, "--rules", "x").err.partition("argument:1: ")[2]


def test_arguments_that_are_no_puzzles(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for argument, named in (
        (HARD[:-1], "argument:1: "),
        ("." * 25, "argument:1: "),
        ("puzzles-of-today.txt", "puzzles-of-today.txt: "),
        ("folder/that/is/not/there/", "folder/that/is/not/there/: "),
        ("x" * 81 + ".csv", ".csv: "),
    ):
        run = Run("solve", argument)
        assert (run.code, named in run.err) == (1, True)
    # A file with such a name is a file.
    monkeypatch.chdir(folder)
    (folder / HARD).write_text(EASY)
    assert Run("solve", "-q", HARD).lines[0].startswith(EASY)


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (["slove"], "solve"),
        (["solve", "--theads", "1"], "--threads"),
        (["solve", "--malform=mark1"], "mark"),
        (["generate", "--symetry", "diagonal"], "--symmetry"),
        (["generate", "--symmetry", "half_trun"], "half_turn"),
        (["dedupe", "--by", "clas"], "class"),
    ],
)
def test_suggestions(arguments: list[str], suggestion: str) -> None:
    run = Run(*arguments, stdin=HARD)
    assert (run.code, f"did you mean {suggestion}?" in run.err) == (2, True), run.err
    assert "did you mean" not in Run("solve", "--frobnicate").err


@pytest.mark.parametrize("command", ["solve", "count", "rate", "check"])
def test_lines_of_results_can_be_read_again(command: str, folder: Path) -> None:
    puzzles = [HARD, EASY, EMPTY, CLASH]
    spaced = [HARD, " ".join(EASY), EMPTY.replace(".", "0"), CLASH]
    more = ["--answers", folder / "answers.txt"] if command == "check" else []
    (folder / "answers.txt").write_text("\n".join([HARD_SOLUTION] * 4))
    out = folder / "out.txt"
    assert Run(command, "-q", *more, "-o", out, stdin="\n".join(spaced)).code in (0, 1)
    assert len(out.read_text().splitlines()) == 4
    assert Run("convert", "-q", out).lines == puzzles
    assert len(read(out)) == 4


def test_lines_of_large_boards_are_refused(folder: Path) -> None:
    made = bd.generate(1, seed=1, rules="36x36", clues=1290).puzzle
    puzzle = bd.Board(made[0], rules="36x36").line()
    run = Run("solve", "--side", 36, "-o", folder / "out.txt", stdin=puzzle)
    assert (run.code, "csv" in run.err) == (1, True)
    numbers = puzzle.replace(".", "0")
    assert Run("solve", "-q", "--side", 36, stdin=puzzle).out.startswith(f"{numbers},unique,")


def pretty(monkeypatch: pytest.MonkeyPatch, *arguments: object, terminal: bool, **environment: str) -> str:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with monkeypatch.context() as patched:
        patched.setattr("bitdoku.cli.boards.on_terminal", lambda stream: terminal)
        return Run("solve", "-q", "--pretty", *arguments).out


def test_pretty_boards_tell_givens_and_solved_cells_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = pretty(monkeypatch, HARD, terminal=False)
    assert "\x1b" not in plain
    assert bd.Board(plain.partition("\n")[2]).line() == HARD_SOLUTION  # parses back
    coloured = pretty(monkeypatch, HARD, terminal=True)
    assert (coloured.count("\x1b[1m"), coloured.count("\x1b[36m")) == (21, 60)
    bare = pretty(monkeypatch, HARD, terminal=True, NO_COLOR="1")
    assert (bare.count("\x1b[1m"), bare.count("\x1b[36m"), bare.count("\x1b[0m")) == (21, 0, 21)
    assert pretty(monkeypatch, HARD, terminal=True, NO_COLOR="").count("\x1b[36m") == 60
    assert pretty(monkeypatch, HARD, terminal=True, TERM="dumb") == plain
    # Digits above 9 are letters.
    grid = bd.grids(1, seed=1, rules="16x16")[0]
    board = bd.Board(np.where(np.arange(256).reshape(16, 16) < 200, grid, 0), rules="16x16")
    assert pretty(monkeypatch, board.line(), terminal=True).count("\x1b[1m") == 200
