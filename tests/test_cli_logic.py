"""The commands rate, explain and hint."""

from __future__ import annotations

import gzip
import json
import re
from typing import TYPE_CHECKING

import pytest

import bitdoku as bd
from bitdoku.cli import main

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


def test_rate(puzzles: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", *EXPLAINER, "--columns", "clues,singles,er,ep,ed,hardest", puzzles]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [f"{XWING},24,3,3.2,1.2,1.2,x_wing", f"{REGIONS},24,3,8.3,1.2,1.2,region_forcing_chains"]
    assert err.startswith("2 puzzles; ")


def test_the_scale_of_hodoku_is_the_default(puzzles: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", puzzles, "-q"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == f"{XWING},24,3,hard,558,3.2,1.2,1.2,x_wing"
    assert main(["rate", puzzles, "--columns", "score,level", "-q"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == f"{XWING},hard,558"
    assert main(["explain", puzzles, "-q"]) == 0
    assert capsys.readouterr().out == "".join(f"{bd.explain(puzzle)}\n\n" for puzzle in (XWING, REGIONS))
    assert main(["explain", puzzles, "--to", "csv", "-q"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == "puzzle,step,technique,score,placements,eliminations,notation"
    assert rows[35].startswith(f'{XWING},35,x_wing,140,,-1r4c5 -1r4c8 -1r6c8 -1r7c8,"X-Wing: 1 r15 c58 ')
    assert main(["hint", puzzles, "-q"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == f"{XWING},naked_single,4,r8c6=2,,Naked Single: r8c6=2"


def test_rate_columns_and_marks(faulty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "rated.csv"
    assert main(["rate", faulty, "--columns", "er,clues,guesses", "--malformed", "mark", "-o", str(target), "-q"]) == 1
    guesses = bd.rate(EMPTY, columns="guesses")["guesses"]
    assert target.read_text().splitlines() == [
        "puzzle,clues,guesses,er",
        f"{XWING},24,1.0,3.2",
        "junk,,,",
        f"{EMPTY},0,{guesses},",
    ]
    assert "faulty.txt:2: " in capsys.readouterr().err
    # Without the mark the first malformed row ends the run.
    assert main(["rate", *EXPLAINER, faulty]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_rate_puzzles_with_several_solutions(
    put: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(put("stuck.txt", f"{STUCK}\n"))
    assert main(["rate", file, "--columns", "er", "-q"]) == 0
    assert main(["rate", file, "--columns", "er", "--any", "-q"]) == 0
    assert capsys.readouterr().out == f"{STUCK},\n{STUCK},20.0\n"


def test_explain(puzzles: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *EXPLAINER, puzzles]) == 0
    out, err = capsys.readouterr()
    assert out == "".join(f"{bd.explain(puzzle, scale='explainer')}\n\n" for puzzle in (XWING, REGIONS))
    assert err.startswith("2 puzzles: 2 solved; ")


def test_explain_as_json_and_csv(puzzles: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "steps.jsonl"
    assert main(["explain", *EXPLAINER, puzzles, "-o", str(target), "-q"]) == 0
    lines = target.read_text().splitlines()
    wanted = [bd.explain(puzzle, scale="explainer") for puzzle in (XWING, REGIONS)]
    assert [json.loads(line) for line in lines] == [explanation.to_dict() for explanation in wanted]
    for name in ("STEPS.JSONL", "steps.jsonl.gz"):
        other = tmp_path / name
        assert main(["explain", *EXPLAINER, puzzles, "-o", str(other), "-q"]) == 0
        data = other.read_bytes()
        assert (gzip.decompress(data) if name.endswith("gz") else data) == target.read_bytes()
    for name in ("steps.json", "steps.parquet", "steps.xlsx.gz"):
        assert main(["explain", puzzles, "-o", str(tmp_path / name)]) == 2
        wanted_names = f"{name}: expected a name that ends in .txt, .jsonl or .csv\n"
        assert capsys.readouterr().err.endswith(wanted_names)
        assert not (tmp_path / name).exists()
    assert main(["explain", *EXPLAINER, puzzles, "--to", "csv", "-q"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == "puzzle,step,technique,rating,placements,eliminations,notation"
    assert len(rows) == 1 + sum(map(len, wanted))
    assert rows[35].startswith(f'{XWING},35,x_wing,3.2,,-1r6c2 -1r6c7 -1r6c8,"X-Wing: Cells ')


def test_explain_with_singles_only(faulty: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *EXPLAINER, faulty, "--techniques", "singles", "--malformed", "mark"]) == 1
    out, err = capsys.readouterr()
    assert out.count("No further technique applies.") == 1
    assert out.count("The puzzle has several solutions: uniqueness techniques were not used;") == 1
    assert "3 puzzles: 0 solved; " in err


def test_hint(puzzles: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", *EXPLAINER, puzzles, "-q"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{XWING},hidden_single,1.2,r3c6=4,,r3c6=4",
        f"{REGIONS},hidden_single,1.2,r3c5=8,,r3c5=8",
    ]


def test_hint_as_sentences_and_table(faulty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", *EXPLAINER, faulty, "--text", "--malformed", "mark", "-q"]) == 1
    out = capsys.readouterr().out
    assert [line.partition("faulty.txt:")[2] for line in out.splitlines()] == [
        "1: In box 2, 4 can only go in r3c6.",
        "2: malformed",
        "3: The puzzle has several solutions: uniqueness techniques and dynamic chains were not used; "
        "no other technique applies.",
    ]
    target = tmp_path / "hints.csv"
    assert main(["hint", *EXPLAINER, faulty, "-o", str(target), "--malformed", "mark", "-q"]) == 1
    assert target.read_text().splitlines() == [
        "puzzle,technique,rating,placements,eliminations,notation",
        f"{XWING},hidden_single,1.2,r3c6=4,,r3c6=4",
        "junk,,,,,",
        f"{EMPTY},,,,,",
    ]


def test_hints_say_why_there_is_none(put: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    full = bd.solve(XWING).solution
    clash = "11" + "." * 79
    file = str(put("none.txt", f"{full}\n{clash}\n"))
    assert main(["hint", *EXPLAINER, file, "--text", "-q"]) == 0
    assert [line.partition("none.txt:")[2] for line in capsys.readouterr().out.splitlines()] == [
        "1: The grid is complete.",
        "2: The puzzle has no solution: two equal digits clash.",
    ]


def test_rows_for_which_the_budget_runs_out(
    put: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(put("late.txt", f"{XWING}\n{EMPTY}\n"))
    late = ["--budget", "200ms", "--techniques", "hidden_single,dynamic_double"]
    assert main(["hint", *EXPLAINER, file, *late]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [f"{XWING},hidden_single,1.2,r3c6=4,,r3c6=4", f"{EMPTY},,,,,"]
    assert "late.txt:2: the budget ran out\n" in err
    assert "2 puzzles: 1 undecided; " in err
    assert main(["hint", *EXPLAINER, file, *late, "--text", "-q"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[1].endswith("late.txt:2: The budget ran out.")
    assert main(["explain", *EXPLAINER, file, *late]) == 0
    out, err = capsys.readouterr()
    assert "The budget ran out." in out
    assert "late.txt:2: the budget ran out\n" in err
    assert "1 undecided; " in err


def test_explain_as_sentences(puzzles: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *EXPLAINER, puzzles, "--text", "-q", "--techniques", "singles"]) == 0
    first = capsys.readouterr().out.split("\n\n")[0].splitlines()
    steps = bd.explain(XWING, scale="explainer", techniques="singles")
    assert first[0] == XWING
    assert first[1:-1] == [f"{i}. {step.label}, {step.rating:.1f}: {step.text}" for i, step in enumerate(steps, 1)]
    assert first[-1] == "No further technique applies."
    assert main(["explain", *EXPLAINER, puzzles, "--text", "--to", "csv"]) == 2
    assert "--text writes sentences, not csv" in capsys.readouterr().err


def test_sentences_of_chains_are_whole(put: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Lines of a step are indented, and the nested steps that a sentence names are there."""
    assert main(["explain", *EXPLAINER, str(put("nested.txt", f"{NESTED}\n")), "--text", "-q"]) == 0
    head, *lines = capsys.readouterr().out.rstrip().split("\n")
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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rate", "--columns", "x"], "'x' is no column; expected some of clues,singles,"),
        (["explain", "--scale", "serate"], "invalid choice: 'serate'"),
        (["rate", "--columns", "er,counts"], "'counts' holds an array and is for bitdoku.rate in Python only"),
        (["explain", "--techniques", "x"], "techniques holds 'x'; expected names of techniques"),
        (["hint", "--budget", "x"], "'x' is neither a number of search nodes"),
        (["explain", "--to", "parquet"], "invalid choice: 'parquet'"),
        (["explain", "-o", ""], "the file name is empty; use - for stdout"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_other_sides(put: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    file = str(put("small.txt", "1...............\n"))
    for command in ("rate", "explain", "hint"):
        assert main([command, file, "--side", "4", "-q"]) == 0
        assert capsys.readouterr().out
        assert main([command, file, "--side", "4", "--scale", "explainer", "-q"]) == 2
        assert "--scale explainer is for classic 9x9 Sudoku only; use --scale hodoku" in capsys.readouterr().err
