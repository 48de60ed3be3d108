"""The command line as a person uses it: help, words, tables and boards on a terminal, and answers to mistakes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

import bitdoku as bd
from bitdoku import _core
from bitdoku.cli import COMMANDS, GROUPS
from command_line import Run
from puzzles import EASY, HARD

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [command.__name__.rpartition(".")[2] for command in COMMANDS]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard streams are a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for module in ("boards", "rows"):
        monkeypatch.setattr(f"bitdoku.cli.{module}.on_terminal", lambda _stream: True)


def test_bare_command_and_help_list_all_commands() -> None:
    bare = Run()
    assert (bare.code, bare.out) == (2, "")
    assert bare.err == Run("help").out == Run("--help").out
    assert sorted(name for names, _ in GROUPS.values() for name in names) == sorted(NAMES)
    assert all(f"\n  {name} " in bare.err for name in NAMES)
    assert Run("help", "solve").out == Run("solve", "--help").out
    assert Run("-V").out == Run("--version").out == f"bitdoku {bd.__version__}\n"


@pytest.mark.parametrize("columns", [80, 120])
def test_help_has_one_width_and_speaks_of_the_command_line(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for arguments in [["help"], *(["help", name] for name in NAMES)]:
        text = Run(*arguments).out
        # Commands to copy stay in one line.
        assert max(len(line) for line in text.splitlines() if "bitdoku " not in line) <= min(columns, 100), arguments
        assert not re.search(r"\bbd\.|docs/", text), arguments


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "https://example.com/puzzles.csv"], ["download it first"]),
        (["audit", "s3://bucket/puzzles.csv"], ["download it first"]),
        (["check", "a.csv", "--answers", "http://example.com/b.csv"], ["download it first"]),
        (["generate", "--difficulty", "er=20"], ["er is 20", "11.9"]),
        (["generate", "--difficulty", "xwing"], ["did you mean requires=x_wing?"]),
        (["generate", "--difficulty", "heard"], ["did you mean hard?"]),
        (["generate", "--difficulty", "requires=xwing"], ["did you mean 'x_wing'?"]),
        (["generate", "--symmetry", "half turn"], ["did you mean half_turn?"]),
        (["explain", EASY, "--techniques", "swordfsh"], ["did you mean 'swordfish'?"]),
        (["slove"], ["did you mean solve?"]),
        (["--verson"], ["did you mean --version?"]),
        (["help", "generate", "hint"], ["one command"]),
        (["generate", "--rules", "kiler"], ["do you mean 'killer'?"]),
        (["solve", EASY, "--rules", "killer"], ["killer", ".json"]),
        (["solve", EASY, "--rules", "5x5"], [".json"]),
        (["rate", EASY, "--columns", "counts"], ["counts"]),
        (["generate", "--to", "csv", "--pretty"], ["--pretty", "csv"]),
    ],
)
def test_answers_to_mistakes_are_about_the_command_line(arguments: list[str], words: list[str]) -> None:
    run = Run(*arguments)
    assert (run.code, run.out) == (2, "")
    assert all(word in run.err for word in words), run.err
    assert not re.search(r"\bbd\.|Rules\(|Python|[a-z]=['\[]", run.err), run.err


def test_messages_have_options_in_place_of_arguments(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text("\n".join(["." * 16] * 16))
    run = Run("solve", file)
    assert run.code == 1
    assert "--side 16" in run.err
    assert "side=" not in run.err


def test_json_files_are_json(tmp_path: Path) -> None:
    file = tmp_path / "made.json"
    for n in (3, 0):
        assert Run("generate", "-n", n, "--seed", 1, "-o", file).code == 0
        assert len(json.loads(file.read_text())) == n
    assert Run("generate", "-n", 3, "--seed", 1, "-o", file).code == 0
    lines = tmp_path / "made.jsonl"
    assert Run("convert", file, "-o", lines).code == 0
    assert [json.loads(line) for line in lines.read_text().splitlines()] == json.loads(file.read_text())
    assert bd.datasets.read(file) == bd.datasets.read(lines)


def test_draw_checks_before_it_writes(tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(f"{EASY}\n{HARD}\n")
    run = Run("draw", tmp_path / "two.txt", "-o", tmp_path / "one.svg")
    assert (run.code, "{number}" in run.err, (tmp_path / "one.svg").exists()) == (2, True, False)


def test_hints_are_words() -> None:
    step = bd.hint(EASY)
    assert step is not None
    assert Run("hint", EASY).out == f"{step.label} ({step.worth}): {step.text}\n"
    assert Run("hint", EASY, "--to", "csv").lines[0].startswith("puzzle,technique,")


def test_a_count_says_how_it_can_be_limited() -> None:
    run = Run("count", "." * 81, "--limit", 100)
    assert all(word in run.err for word in ("100 solutions or more", "--limit", "--budget"))
    assert "--budget" not in Run("count", EASY).err
    assert "1 undecided" in Run("count", "." * 81, "--limit", "none", "--budget", 1000).err


@pytest.mark.usefixtures("terminal")
def test_tables_on_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "some.csv"
    made = bd.generate(3, seed=1)
    bd.datasets.write(file, made)
    assert (Run("check", file).out, Run("check", file).code) == ("", 0)
    wrong = tmp_path / "wrong.csv"
    bd.datasets.write(wrong, made.puzzle, np.roll(made.solution, 1, axis=0))
    assert Run("check", wrong).lines[1].split() == [f"{wrong}:2", "no", "no", "yes"]
    for command, source in (("rate", file), ("check", wrong), ("count", file)):
        lines = Run(command, source).lines
        assert len(lines) == 4
        assert len({len(line) for line in lines}) == 1
        assert lines[1].startswith(f"{source}:2 ")
    assert Run("rate", file).lines[0].split() == ["clues", "singles", "level", "score"]
    assert Run("rate", file, "--to", "csv").lines[0].startswith("puzzle,solution,clues,")


@pytest.mark.usefixtures("terminal")
def test_boards_on_a_terminal() -> None:
    shown = Run("show", HARD).out
    assert shown.count("\x1b[1m") == 21
    assert Run("show", HARD, "--solved").out.count("\x1b[36m") == 60
    candidates = Run("show", HARD, "--candidates", "basic").out
    assert (candidates.count("\x1b[1m"), candidates.count("\x1b[2m")) == (21, 60)
    plain = re.sub(r"\x1b\[\d+m", "", candidates)
    assert plain.strip() == bd.Board(HARD, candidates="basic").pencilmarks()
    made = Run("generate", "--seed", 1, "--pretty").out
    assert bd.Board(bd.generate(1, seed=1)[0]).text() in re.sub(r"\x1b\[\d+m", "", made)


def test_ratings_count_puzzles_without_one_solution() -> None:
    assert "1 not rated (1 with several)" in Run("rate", "." * 81).err
    assert "not rated" in str(bd.rate("." * 81))
    assert "not rated" not in Run("rate", EASY).err + str(bd.rate(EASY))


def test_boards_in_a_pipe_name_what_is_not_shown() -> None:
    assert Run("show", HARD).out == f"{bd.Board(HARD).text()}\n\n"
    assert "killer cage" in Run("generate", "--seed", 1, "--rules", "killer", "--pretty").out
    assert "jigsaw" in Run("generate", "--seed", 1, "--rules", "jigsaw", "--pretty").out


def test_a_terminal_is_prompted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Enter puzzles" not in Run("solve", stdin=EASY).err
    monkeypatch.setattr("bitdoku.cli.on_terminal", lambda _stream: True)
    assert "Enter puzzles" in Run("solve", stdin=EASY).err
    assert "Enter puzzles" not in Run("solve", EASY).err


def test_lines_across_cells_that_are_not_theirs_are_named() -> None:
    def label(cells: list[tuple[int, int]]) -> str:
        rules = bd.Rules() + bd.rules.thermometer(cells)
        return " ".join(_core._captions(rules.to_json()))

    assert label([(0, 0), (0, 2)]) == "thermometer r1c1 r1c3"
    assert label([(0, 0), (1, 1), (1, 2)]) == ""
