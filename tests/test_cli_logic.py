"""The commands rate, explain and hint."""

from __future__ import annotations

import gzip
import json
import re
from typing import TYPE_CHECKING

import pytest

import bitdoku as bd
from command_line import Run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

XWING = "...6.3..7.5...9.........2....8..5..4..37.8..99...4......5.67.....1....9.8.74....6"
REGIONS = "7.9..58..186.........1..........8.9.5.12...........5.49....4.8...4..3.72...5....3"
#: Its chains hold chains.
NESTED = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
EMPTY = "." * 81
#: It has several solutions, and logic cannot decide among them.
STUCK = ".......27.7.9.864...6..7....5...........1....4.3.5.9.1...7...3...8..64...3.48..6."

EXPLAINER = ("--scale", "explainer")


@pytest.fixture
def puzzles(put: Callable[[str, str], Path]) -> str:
    return str(put("puzzles.txt", f"{XWING}\n{REGIONS}\n"))


@pytest.fixture
def faulty(put: Callable[[str, str], Path]) -> str:
    return str(put("faulty.txt", f"{XWING}\njunk\n{EMPTY}\n"))


def test_rate(puzzles: str) -> None:
    run = Run("rate", *EXPLAINER, "--columns", "clues,singles,er,ep,ed,hardest", puzzles)
    assert run.lines == [f"{XWING},24,3,3.2,1.2,1.2,x_wing", f"{REGIONS},24,3,8.3,1.2,1.2,region_forcing_chains"]
    assert (run.code, run.numbers()) == (0, [2])


def test_the_scale_of_hodoku_is_the_default(puzzles: str) -> None:
    assert Run("rate", puzzles).lines[0] == f"{XWING},24,3,hard,558"
    assert Run("rate", puzzles, "--columns", "score,level").lines[0] == f"{XWING},hard,558"
    assert Run("explain", puzzles).out == "".join(f"{bd.explain(puzzle)}\n\n" for puzzle in (XWING, REGIONS))
    rows = Run("explain", puzzles, "--to", "csv").lines
    assert rows[0] == "puzzle,step,technique,score,placements,eliminations,notation"
    assert rows[35].startswith(f"{XWING},35,x_wing,140,,-1r4c5 -1r4c8 -1r6c8 -1r7c8,")
    assert Run("hint", puzzles, "--to", "csv").lines[1].startswith(f"{XWING},naked_single,4,r8c6=2,,")


def test_rate_columns_and_marks(faulty: str, tmp_path: Path) -> None:
    target = tmp_path / "rated.csv"
    run = Run("rate", faulty, "--columns", "er,clues,guesses", "--malformed", "mark", "-o", target)
    guesses = bd.rate(EMPTY, columns="guesses")["guesses"]
    assert target.read_text().splitlines() == [
        "puzzle,clues,guesses,er",
        f"{XWING},24,1.0,3.2",
        "junk,,,",
        f"{EMPTY},0,{guesses},",
    ]
    assert (run.code, "faulty.txt:2: " in run.err) == (1, True)
    # Without the mark the first malformed row ends the run.
    run = Run("rate", *EXPLAINER, faulty)
    assert (run.code, len(run.lines)) == (1, 1)


def test_rate_puzzles_with_several_solutions(put: Callable[[str, str], Path]) -> None:
    file = put("stuck.txt", f"{STUCK}\n")
    assert Run("rate", file, "--columns", "er").out == f"{STUCK},\n"
    assert Run("rate", file, "--columns", "er", "--any").out == f"{STUCK},20.0\n"


def test_explain(puzzles: str) -> None:
    run = Run("explain", *EXPLAINER, puzzles)
    assert run.out == "".join(f"{bd.explain(puzzle, scale='explainer')}\n\n" for puzzle in (XWING, REGIONS))
    assert (run.code, run.numbers()) == (0, [2, 2])


def test_explain_as_json_and_csv(puzzles: str, tmp_path: Path) -> None:
    target = tmp_path / "steps.jsonl"
    assert Run("explain", *EXPLAINER, puzzles, "-o", target).code == 0
    wanted = [bd.explain(puzzle, scale="explainer") for puzzle in (XWING, REGIONS)]
    lines = target.read_text().splitlines()
    assert [json.loads(line) for line in lines] == [explanation.to_dict() for explanation in wanted]
    for name in ("STEPS.JSONL", "steps.jsonl.gz"):
        assert Run("explain", *EXPLAINER, puzzles, "-o", tmp_path / name).code == 0
        data = (tmp_path / name).read_bytes()
        assert (gzip.decompress(data) if name.endswith("gz") else data) == target.read_bytes()
    for name in ("steps.json", "steps.parquet", "steps.xlsx.gz"):
        run = Run("explain", puzzles, "-o", tmp_path / name)
        assert (run.code, name in run.err, (tmp_path / name).exists()) == (2, True, False)
    rows = Run("explain", *EXPLAINER, puzzles, "--to", "csv").lines
    assert rows[0] == "puzzle,step,technique,rating,placements,eliminations,notation"
    assert len(rows) == 1 + sum(map(len, wanted))
    assert rows[35].startswith(f"{XWING},35,x_wing,3.2,,-1r6c2 -1r6c7 -1r6c8,")


def test_explain_with_singles_only(faulty: str) -> None:
    run = Run("explain", *EXPLAINER, faulty, "--techniques", "singles", "--malformed", "mark")
    assert (run.code, run.numbers()[:2]) == (1, [3, 0])
    assert str(bd.explain(XWING, scale="explainer", techniques="singles")) in run.out


def test_hint_as_sentences_and_table(faulty: str, tmp_path: Path) -> None:
    run = Run("hint", *EXPLAINER, faulty, "--malformed", "mark")
    step = bd.hint(XWING, scale="explainer")
    assert step is not None
    assert run.code == 1
    assert [line.partition("faulty.txt:")[2][:3] for line in run.lines] == ["1: ", "2: ", "3: "]
    assert run.lines[0].endswith(step.text)
    target = tmp_path / "hints.csv"
    assert Run("hint", *EXPLAINER, faulty, "-o", target, "--malformed", "mark").code == 1
    assert target.read_text().splitlines() == [
        "puzzle,technique,rating,placements,eliminations,notation",
        f"{XWING},hidden_single,1.2,r3c6=4,,r3c6=4",
        "junk,,,,,",
        f"{EMPTY},,,,,",
    ]


def test_hints_say_why_there_is_none(put: Callable[[str, str], Path]) -> None:
    file = put("none.txt", f"{bd.solve(XWING).solution}\n11{EMPTY[2:]}\n")
    run = Run("hint", *EXPLAINER, file)
    assert run.code == 0
    assert ["complete" in run.lines[0], "no solution" in run.lines[1]] == [True, True]


@pytest.mark.serial
def test_rows_for_which_the_budget_runs_out(put: Callable[[str, str], Path]) -> None:
    file = put("late.txt", f"{XWING}\n{EMPTY}\n")
    late = ["--budget", "200ms", "--techniques", "hidden_single,dynamic_double"]
    run = Run("hint", *EXPLAINER, file, *late, "--to", "csv")
    assert (run.code, "hidden_single,1.2,r3c6=4" in run.lines[1], run.lines[2]) == (0, True, f"{EMPTY},,,,,")
    assert "late.txt:2: " in run.err
    assert run.numbers() == [2, 1]
    assert "late.txt:2: " in Run("hint", *EXPLAINER, file, *late).lines[1]
    run = Run("explain", *EXPLAINER, file, *late)
    assert (run.code, "late.txt:2: " in run.err, "1 undecided" in run.err) == (0, True, True)


def test_explain_as_sentences(puzzles: str) -> None:
    first = Run("explain", *EXPLAINER, puzzles, "--text", "--techniques", "singles").out.split("\n\n")[0].splitlines()
    steps = bd.explain(XWING, scale="explainer", techniques="singles")
    assert first[0] == XWING
    assert len(first) == len(steps) + 2
    for i, (line, step) in enumerate(zip(first[1:-1], steps, strict=True), 1):
        assert (line.startswith(f"{i}. "), line.endswith(step.text)) == (True, True)
    run = Run("explain", *EXPLAINER, puzzles, "--text", "--to", "csv")
    assert (run.code, "--text" in run.err) == (2, True)


def test_sentences_of_chains_are_whole(put: Callable[[str, str], Path]) -> None:
    """The lines of a step are indented, and include the nested steps that its sentences name."""
    head, *lines = Run("explain", *EXPLAINER, put("nested.txt", f"{NESTED}\n"), "--text").out.rstrip().split("\n")
    assert head.startswith(NESTED)
    numbered = [line for line in lines if not line.startswith("   ")]
    assert [line.partition(". ")[0] for line in numbered] == [str(i) for i in range(1, len(numbered) + 1)]
    chain = next(i for i, line in enumerate(lines) if "(nested step " in line)
    while lines[chain].startswith("   "):
        chain -= 1
    step = "\n".join(lines[chain:]).split(f"\n{int(lines[chain].partition('.')[0]) + 1}. ")[0]
    named = re.findall(r"\(nested step (\d+)\)", step)
    assert named
    for number in named:
        assert f"\n   Nested step {number}, " in step


@pytest.mark.parametrize("command", ["rate", "explain", "hint"])
def test_other_sides(command: str, put: Callable[[str, str], Path]) -> None:
    file = put("small.txt", "1...............\n")
    run = Run(command, file, "--side", "4")
    assert (run.code, bool(run.out)) == (0, True)
    run = Run(command, file, "--side", "4", "--scale", "explainer")
    assert (run.code, "--scale" in run.err) == (2, True)
