"""Answers of language models: the collection of texts, any board in any prose, grades against a slow solver."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitdoku as bd
from bitdoku import answers
from bitdoku.answers._prompt import STYLES, _sentence, board_text
from puzzles import EASY, HARD, NONE, THREE, USUAL, USUAL_SOLUTION
from reference import PEERS, all_solutions, cells_of, is_solution

DATA = Path(__file__).parent / "data" / "answers"
RULES = {4: "4x4", 6: "6x6", 9: "9x9", 12: "12x12", 16: "16x16", 25: "25x25"}


def samples() -> list[Any]:
    """The texts of the collection: the puzzle, the reading expected by a person, and the text."""
    found = []
    for file in sorted(DATA.glob("*.txt")):
        for record in file.read_text(encoding="utf-8").split("@@@@ ")[1:]:
            name, puzzle, expected, text = record.split("\n", 3)
            parts = (puzzle.split()[1], expected.split()[1], text[1:])
            found.append(pytest.param(*parts, id=f"{file.stem}-{name}"))
    return found


@pytest.mark.parametrize(("puzzle", "expected", "text"), samples())
def test_collection(puzzle: str, expected: str, text: str) -> None:
    rules = RULES[round(len(puzzle) ** 0.5)]
    board, reason = answers.parse(text, puzzle, rules=rules)
    if expected in ("none", "incomplete", "ambiguous"):
        none = ("puzzle", "thinking", "missing", "empty")
        assert reason in (none if expected == "none" else (expected,))
        assert board is None or expected == "incomplete"
    else:
        assert board is not None
        assert (bd.to_text(board, rules=rules), reason) == (expected, "complete")


# --- any board in any prose -----------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    ["Here is the solution.", "I checked every row, column and box.", "Let me know if you have questions!", "Sure.",
     "**Result**", "The 9x9 puzzle is done in 3 steps.", "---", "", "> Done", "All 2 diagonals are fine."]
)  # fmt: skip
PROSE = st.lists(WORDS, max_size=3).map("\n".join)
FRAMES = st.sampled_from(["{}", "```\n{}\n```", "```text\n{}\n```", "<answer>\n{}\n</answer>", "\n{}\n"])
GRIDS = {side: bd.grids(8, seed=side, rules=rules) for side, rules in RULES.items()}


def written(grid: np.ndarray[Any, Any], style: str, rules: bd.Rules) -> str:
    if style == "board":
        return str(bd.Board(grid, rules=rules))
    if style == "ascii":
        return bd.Board(grid, rules=rules).text("ascii")
    if style == "numbers":
        return "\n".join(" ".join(map(str, row)) for row in grid.tolist())
    if style == "list":
        return str(grid.tolist())
    if style == "latex":
        rows = " \\\\ \\hline\n".join(" & ".join(map(str, row)) for row in grid.tolist())
        return f"$$\\begin{{array}}{{|c|c|}}\n\\hline\n{rows} \\\\\n\\end{{array}}$$"
    return board_text(grid, style, rules)


@given(
    st.sampled_from([*RULES]),
    st.integers(0, 7),
    st.sampled_from([*STYLES, "board", "ascii", "numbers", "list", "latex"]),
    PROSE,
    PROSE,
    FRAMES,
)
def test_any_board_in_any_prose(side: int, number: int, style: str, before: str, after: str, frame: str) -> None:
    rules, grid = bd.Rules(RULES[side]), GRIDS[side][number]
    puzzle = grid.copy()
    puzzle[::2, 1:] = 0
    text = f"{before}\n\n{frame.format(written(grid, style, rules))}\n\n{after}"
    board, reason = answers.parse(text, puzzle, rules=rules)
    assert reason == "complete"
    assert board is not None
    assert board.tolist() == grid.tolist()
    # An answer with a blank cell is incomplete, and keeps its digits.
    grid = np.where(np.arange(side) == 2, 0, grid)
    if style not in ("coordinates", "latex", "list"):
        board, reason = answers.parse(frame.format(written(grid, style, rules)), puzzle, rules=rules)
        assert reason == "incomplete"
        assert board is not None
        assert board.tolist() == grid.tolist()


ROWS = [USUAL_SOLUTION[9 * row : 9 * row + 9] for row in range(9)]
COLUMNS = ["".join(column) for column in zip(*ROWS, strict=True)]
GIVEN = [USUAL[9 * row : 9 * row + 9] for row in range(9)]
OPEN = [cell for cell in range(81) if USUAL[cell] == "."]
FORMS = {
    "json with the puzzle": str({"solution": [[*map(int, row)] for row in ROWS], "puzzle": GIVEN}),
    "array": "array([[" + "],\n       [".join(", ".join(row) for row in ROWS) + "]], dtype=int8)",
    "frame": "   0  1  2  3  4  5  6  7  8\n" + "\n".join(f"{k}  {'  '.join(row)}" for k, row in enumerate(ROWS)),
    "sums": "\n".join(f"{' '.join(row)} = 45" for row in ROWS),
    "remarks": "\n".join(f"{' '.join(row)}   ok" for row in ROWS),
    "columns after": "\n".join([*ROWS, "", "Columns:", *(f"{k}: {' '.join(c)}" for k, c in enumerate(COLUMNS, 1))]),
    "sentences": " ".join(f"Row {k} is {', '.join(row)}." for k, row in enumerate(ROWS, 1)),
    "tags": "<grid>" + "".join(f"<row><c>{'</c><c>'.join(row)}</c></row>" for row in ROWS) + "</grid>",
    "keycaps": "\n".join("".join(digit + "\ufe0f\u20e3" for digit in row) for row in ROWS),
    "channels": f"<|channel|>analysis<|message|>{'1' * 81}<|end|><|channel|>final<|message|>{USUAL_SOLUTION}",
    "placed": "\n".join(f"Place {USUAL_SOLUTION[k]} in r{k // 9 + 1}c{k % 9 + 1}" for k in OPEN),
    "triples": str([(k // 9, k % 9, int(USUAL_SOLUTION[k])) for k in OPEN]),
    "string too": "\n".join(ROWS) + f"\n\nor as a string: {USUAL_SOLUTION}",
}


@pytest.mark.parametrize("form", FORMS)
def test_more_forms(form: str) -> None:
    board, _ = answers.parse(FORMS[form], USUAL)
    assert board is not None
    assert bd.to_text(board) == USUAL_SOLUTION


S = USUAL_SOLUTION
GRID = "\n".join(" ".join(row) for row in ROWS)
#: A board that has the givens and is no solution.
WRONG = S[:2] + S[3] + S[2] + S[4:]
CHECKS = "\n".join(f"Row {k}: 1 2 3 4 5 6 7 8 9 ✓" for k in range(1, 10))
TRUE = {
    "an invalid grid after the final one": f"Final answer:\n{GRID}\n\nHere is an invalid grid:\n{WRONG}",
    "a wrong one after it": f"Final answer:\n{GRID}\n\nNote that this one would be wrong:\n{WRONG}",
    "a mistake after it": f"Final answer:\n{GRID}\n\nA common mistake is to swap two digits:\n{WRONG}",
    "and not": f"The solution is\n{GRID}\n\nand not\n{WRONG}",
    "wrong one first": f"Solution:\n{WRONG}\n\nThat is wrong. The solution is:\n{GRID}",
    "checks after it": f"Solution:\n{GRID}\n\nVerification:\n{CHECKS}",
    "sets after it": f"Solution:\n{GRID}\n\nCheck:\n" + CHECKS.replace(": ", " = {").replace(" ✓", "}"),
    "counts after it": f"Solution:\n{GRID}\n\nNumber of candidates per cell at the start:\n{'2' * 81}",
    "tags in prose before": f"I will write the completed grid between <answer> and </answer>.\n\n{GRID}",
    "tags in prose after": f"{GRID}\n(between <answer> and </answer>)",
    "floats": str([[float(digit) for digit in row] for row in ROWS]),
    "tensor": "tensor(" + str([[float(digit) for digit in row] for row in ROWS]) + ")",
    "digits in words": f"The 81-digit string: {S}",
    "digits in parentheses": f"Solution (81 digits): {S}",
    "bold digits": f"**81-digit solution:** {S}",
    "size after a string": f"{S} (9x9)",
    "size after a grid": f"{GRID} (9x9)",
    "because": f"Answer: {S} because r1=534678912",
    "cells in a table": "| Cell | Digit |\n|---|---|\n"
    + "\n".join(f"| R{k // 9 + 1}C{k % 9 + 1} | {S[k]} |" for k in OPEN),
    "option": f"Option 1:\n{GRID}\n\nOption 2:\n{WRONG}\n\nI choose option 1.",
    "columns in a table": "| Col | Digits |\n|---|---|\n"
    + "\n".join(f"| {k} | {c} |" for k, c in enumerate(COLUMNS, 1)),
    "row corrected": f"{GRID.replace('5 3 4', '5 4 3', 1)}\n\nWait, row 1 should be 5 3 4 6 7 8 9 1 2.",
    "numbered row corrected": "\n".join(f"Row {k}: {row}" for k, row in enumerate([ROWS[1], *ROWS[1:]], 1))
    + f"\n\nCorrection: Row 1: {ROWS[0]}",
    **{
        words: f"{WRONG}\n\n{words}\n\n{GRID}"
        for words in (
            "I made a mistake:",
            "I made a mistake in row 1. New grid:",
            "Row 1 has a duplicate:",
            "That was wrong!",
            "The above fails, here is another try:",
        )
    },
    **{f"prompt {style}": f"{answers.prompt(USUAL, style)}\n\n{S}" for style in STYLES},  # type: ignore[arg-type]
}


@pytest.mark.parametrize("case", TRUE)
def test_the_board_that_is_meant(case: str) -> None:
    board, reason = answers.parse(TRUE[case], USUAL)
    assert reason == "complete"
    assert board is not None
    assert bd.to_text(board) == S


def plainly(text: str) -> list[int] | None:
    """The last nine lines in a row of nine digits, read with regular expressions."""
    rows: list[str] = []
    found = None
    for line in text.split("\n"):
        digits = re.sub(r"[ |,]", "", line)
        rows = [*rows, digits] if re.fullmatch("[1-9]{9}", digits) else []
        if len(rows) == 9:
            found, rows = [int(digit) for digit in "".join(rows)], []
    return found


@given(st.lists(st.sampled_from(["words of prose", "12345", "board", "row"]), max_size=6), st.randoms())
def test_as_a_plain_reader(parts: list[str], random: Any) -> None:
    grids = iter(GRIDS[9])
    texts = []
    for part in parts[:6]:
        if part == "board":
            rows = [random.choice([" ", ",", "", " | "]).join(map(str, row)) for row in next(grids).tolist()]
            texts.append("Corrected board:\n" + "\n".join(rows) + "\nwords")
        else:
            texts.append("words\n" + USUAL_SOLUTION[:9] if part == "row" else part)
    expected = plainly("\n".join(texts))
    board, _ = answers.parse("\n".join(texts), "." * 81)
    assert (None if board is None else board.ravel().tolist()) == expected


@settings(max_examples=200)
@given(st.text(alphabet=" \n\t0123456789.,|-=:#()[]{}<>/\\&*_?\"'`rcxARow�①→│一列\U0001f600", max_size=400))
def test_no_text_raises(text: str) -> None:
    for rules in ("4x4", "9x9"):
        answers.parse(text, "." * bd.Rules(rules).side ** 2, rules=rules)
    answers.grade_moves(USUAL, text)


HOSTILE = [
    "<think>", "<answer>", "\\boxed{", "[", "(a", "1 ", "1", "| 1 ", "r1c1=", "(1,", "\\begin{", "<td>", "<tr>",
    "12 = ", "a:", "Row 1: 1 2 3 4 5 6 7 8 9\n", "123456789\n", "[[1,2,3],", '""', "`", "```", "- ", ". ", "第1行",
    "\n", "{}", "</think>", "</answer>", "&", "\\\\", "①", "and ", "1 and ", "Column 1: ", USUAL_SOLUTION + " or ",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("part", HOSTILE)
def test_time_is_linear(part: str) -> None:
    """A debug build reads a megabyte in a second; a release build needs less than 50 ms."""
    text = part * (1_000_000 // len(part.encode()))
    start = time.process_time()
    answers.parse(text, USUAL)
    assert time.process_time() - start < 5


# --- grades ---------------------------------------------------------------------------------------------------------


def right_slowly(puzzle: str, board: list[int]) -> list[bool]:
    """The right digits, by asking the slow solver after each cell."""
    known, right = cells_of(puzzle), []
    for cell, digit in enumerate(board):
        if known[cell] or not digit:
            right.append(known[cell] == digit > 0)
            continue
        trial = [*known]
        trial[cell] = digit
        fits = all(trial[peer] != digit for peer in PEERS[cell]) and bool(all_solutions(trial, 1))
        right.append(fits)
        if fits:
            known = trial
    return right


@pytest.mark.parametrize("puzzle", [USUAL, EASY, THREE, NONE])
def test_grades_against_a_slow_solver(puzzle: str) -> None:
    generator = np.random.default_rng(3)
    found = [*bd.solutions(THREE if puzzle == THREE else EASY if puzzle in (EASY, NONE) else puzzle)]
    boards = []
    for k in range(12):
        board = np.array(cells_of(found[k % len(found)]), np.uint8)
        changed = generator.choice(81, k // 3, replace=False)
        board[changed] = generator.integers(0, 10, len(changed))
        boards.append(board)
    texts = [f"Final:\n{bd.to_text(board)}" for board in boards]
    grades = answers.grade(texts, puzzle)
    blank = np.array(cells_of(puzzle)) == 0
    for board, grade in zip(boards, grades, strict=True):
        right = np.array(right_slowly(puzzle, board.tolist()))
        keeps = bool((blank | (board == np.array(cells_of(puzzle)))).all())
        assert grade["cells_right"] == (right & blank).sum()
        assert grade["cells_blank"] == blank.sum()
        assert grade["correct"] == (keeps and is_solution(board.tolist()))
        assert grade["respects_givens"] == keeps
        wrong = [(cell // 9, cell % 9) for cell in range(81) if board[cell] and not right[cell]]
        assert tuple(grade["first_wrong"]) == (wrong[0] if wrong else (-1, -1))
        assert (grade["credit"] == 1) == grade["correct"]


def test_every_solution_is_correct() -> None:
    found = [*bd.solutions(THREE)]
    grades = answers.grade(found, THREE)
    assert grades["correct"].tolist() == [True] * 3
    assert grades["reason"].tolist() == ["correct"] * 3
    assert grades["credit"].tolist() == [1] * 3


def test_grades_do_not_depend_on_threads_or_batch() -> None:
    puzzles = bd.generate(300, seed=5).puzzle
    texts = bd.to_text(bd.solve(puzzles).solution)
    texts[7], texts[9], texts[11] = "nothing", texts[10], texts[11].replace("1", ".")
    one = answers.grade(texts, puzzles, threads=1)
    assert (answers.grade(texts, puzzles, threads=2) == one).all()
    assert all(answers.grade(texts[k], puzzles[k]) == one[k] for k in (0, 7, 9, 11))
    assert one["reason"][[7, 9, 11]].tolist() == ["missing", "givens", "incomplete"]


def test_a_complete_puzzle_that_is_no_solution() -> None:
    grade = answers.grade("1" * 16, "1" * 16, rules="4x4")
    assert (grade["correct"], grade["credit"], grade["reason"]) == (False, 0, "wrong")


def test_other_rules() -> None:
    rules = bd.Rules("6x6") + bd.rules.diagonals()
    made = bd.generate(3, seed=1, rules=rules)
    texts = [board_text(solution, "grid", rules) for solution in made.solution]
    assert answers.grade(texts, made.puzzle, rules=rules)["correct"].all()
    assert answers.grade(texts, made)["correct"].all()
    plain = bd.generate(1, seed=9, rules="6x6")
    text = board_text(plain.solution[0], "grid", rules)
    assert not answers.grade(text, "." * 36, rules=rules)["correct"]
    assert answers.grade(text, "." * 36, rules="6x6")["correct"]
    zero = bd.Rules(digits=range(9))
    grid = "".join(str((3 * (r % 3) + r // 3 + c) % 9) for r in range(9) for c in range(9))
    for style in STYLES:
        text = board_text(bd.to_array(grid, rules=zero), style, zero)
        assert answers.grade(text, "." * 81, rules=zero)["correct"], style


def test_messages() -> None:
    with pytest.raises(ValueError, match="2 puzzles for 3 texts; expected as many, or one puzzle"):
        answers.grade(["", "", ""], [USUAL, HARD])
    with pytest.raises(TypeError, match=r"texts\[1\] is None; expected a str"):
        answers.grade(["", None], USUAL)  # type: ignore[list-item]
    with pytest.raises(bd.PuzzleError, match="puzzle holds 2 puzzles; expected one"):
        answers.parse("", [USUAL, HARD])  # type: ignore[arg-type]
    with pytest.raises(bd.PuzzleError, match=r"moves\[0\] is \(9, 0\); expected \(row, column, digit\)"):
        answers.grade_moves(USUAL, [(9, 0)])
    for texts in ({"a": 1}, {"a"}, pd.DataFrame({"a": ["b"]})):
        with pytest.raises(TypeError, match="expected a text, or a sequence of texts"):
            answers.grade(texts, USUAL)
    with pytest.raises(ValueError, match="style"):
        answers.prompt(USUAL, "picture")  # type: ignore[arg-type]


# --- moves ----------------------------------------------------------------------------------------------------------


def forced_slowly(known: list[int], cell: int, digit: int) -> bool:
    """Whether a naked or hidden single places the digit, by counting candidates."""
    options = [
        {known[i]} if known[i] else {d for d in range(1, 10) if all(known[peer] != d for peer in PEERS[i])}
        for i in range(81)
    ]
    row, column = divmod(cell, 9)
    houses = [
        [9 * row + k for k in range(9)],
        [9 * k + column for k in range(9)],
        [9 * (row // 3 * 3 + k // 3) + column // 3 * 3 + k % 3 for k in range(9)],
    ]
    hidden = any(all(digit not in options[i] or i == cell for i in house) for house in houses)
    return digit in options[cell] and (options[cell] == {digit} or hidden)


@pytest.mark.parametrize("puzzle", [USUAL, EASY, THREE])
def test_moves_against_a_slow_check(puzzle: str) -> None:
    generator = np.random.default_rng(11)
    solution = all_solutions(cells_of(puzzle), 1)[0]
    moves = []
    for cell in generator.permutation(81)[:30].tolist():
        digit = solution[cell] if generator.random() < 0.8 else int(generator.integers(1, 10))
        moves.append((cell // 9, cell % 9, digit))
    moves += moves[:3]
    known = cells_of(puzzle)
    for (row, column, digit), grade in zip(moves, answers.grade_moves(puzzle, moves), strict=True):
        cell = 9 * row + column
        assert (grade["row"], grade["column"], grade["digit"]) == (row, column, digit)
        if known[cell]:
            assert grade["right"] == (known[cell] == digit)
            assert grade["reason"] == ("given" if cells_of(puzzle)[cell] else "repeated")
            continue
        trial = [*known]
        trial[cell] = digit
        fits = all(known[peer] != digit for peer in PEERS[cell])
        right = fits and bool(all_solutions(trial, 1))
        assert grade["right"] == right
        assert grade["reason"] == ("right" if right else "wrong")
        assert grade["forced"] == (right and forced_slowly(known, cell, digit))
        if right:
            known = trial


def test_the_simplest_technique() -> None:
    """With the techniques up to the reported one the cell is filled, and without it not."""
    puzzle = bd.generate(1, seed=4, difficulty="medium").puzzle[0]
    solution = bd.solve(puzzle).solution
    names = [technique.name.lower() for technique in map(bd.Technique, bd._core._techniques_of("hodoku"))]
    seen = set()
    for row, column in np.argwhere(puzzle == 0).tolist():
        place = (row, column, int(solution[row, column]))
        [grade] = answers.grade_moves(puzzle, [place])
        name = str(grade["technique"])
        seen.add(name)
        if not grade["forced"]:
            upto = names[: names.index(name) + 1]
            assert any(place in step.placements for step in bd.explain(puzzle, techniques=upto))
            before = [other for other in upto if other != name]
            assert not any(place in step.placements for step in bd.explain(puzzle, techniques=before or "full_house"))
    assert len(seen) > 2


def test_moves_as_text() -> None:
    graded = answers.grade_moves(
        "1......22......1", "First r1c2 = 2. Then R2C1: 3, r9c1=1 and r2c2=9; r1c3 -> 3", rules="4x4"
    )
    assert graded["reason"].tolist() == ["right", "right", "outside", "outside", "right"]
    assert graded["row"].tolist() == [0, 1, 8, 1, 0]
    assert len(answers.grade_moves(USUAL, "no moves")) == 0
    assert answers.grade_moves(USUAL, [(0, 1, 10), (99999, 0, 1)])["reason"].tolist() == ["outside"] * 2
    zero = bd.Rules(box=(2, 2), digits=range(4))
    assert answers.grade_moves("0" + "." * 15, "r1c2=1", rules=zero)[["right", "technique"]].tolist() == [(True, "")]


@pytest.mark.parametrize(
    "move",
    ["**r5c5** = 5", "r5c5 = **5**", "`r5c5` = 5", "(5,5) = 5", "Row 5, column 5: 5", "r5c5 is 5", "r5c5 => 5",
     "With candidates (1, 4, 7), r5c5 → 5"],
)  # fmt: skip
def test_forms_of_moves(move: str) -> None:
    assert answers.grade_moves(USUAL, move)[["row", "column", "digit"]].tolist() == [(4, 4, 5)]


@pytest.mark.parametrize("prose", ["r5c5: only 5 fits here", "r5c5 -> naked single 5", "r1c1: given", "r5c5 is not 3"])
def test_prose_has_no_moves(prose: str) -> None:
    assert len(answers.grade_moves(USUAL, prose)) == 0


# --- prompts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
def test_prompts_contain_the_puzzle(style: Any) -> None:
    for rules in ("4x4", "9x9", "16x16"):
        made = bd.generate(1, seed=2, rules=rules)
        text = answers.prompt(made.puzzle[0], style, rules=rules)
        assert text.endswith("between <answer> and </answer>.")
        body = text.split("\n\n")[3]
        if style == "coordinates":
            assert body.count("=") == np.count_nonzero(made.puzzle[0])
        else:
            cells = body.replace("|---" * made.puzzle.shape[1] + "|\n", "")
            assert (bd.to_array(cells, rules=rules) == made.puzzle[0]).all()
        # The puzzle alone is no answer.
        assert answers.parse(text.split("Write")[0], made.puzzle[0], rules=rules).reason in ("puzzle", "missing")


def test_rules_in_words() -> None:
    rules = bd.Rules() + bd.rules.killer_cage(["r1c1", "r1c2"], 3) + bd.rules.killer_cage(["r5c5", "r5c6"])
    rules += bd.rules.anti_knight() + bd.rules.thermometer("r9c1 r9c2 r9c3")
    lines = answers.prompt("." * 81, rules=rules).split("\n")
    assert "each box (3 rows by 3 columns)" in lines[2]
    assert lines[3].startswith("- Killer cage: No digit occurs twice in a cage")
    assert lines[3].endswith("cells r1c1 r1c2, sum 3; cells r5c5 r5c6.")
    assert lines[4] == "- Anti knight: Cells a knight's move apart hold different digits."
    assert "r9c1 r9c2 r9c3" in lines[5]
    outside = bd.rules.x_sum(12, column=0, reverse=True)
    assert answers.prompt("." * 81, rules=outside).split("\n")[3].endswith("sum 12, column 1, from the other end.")
    tens = bd.rules.related([["r1c1", "r1c2"]], lambda first, second: first + second == 16)
    assert "6: none, 7: 9, 8: 8, 9: 7." in answers.prompt("." * 81, rules=tens)
    jigsaw = bd.Rules.jigsaw(["aaab", "abbb", "cccd", "cddd"])
    assert "AAAB ABBB CCCD CDDD" in answers.prompt("." * 16, rules=jigsaw)
    latin = bd.Rules(box=(1, 5))
    assert "each row and each column has every digit once" in answers.prompt("." * 25, rules=latin)
    either = bd.rules.any_of(bd.rules.even(["r1c1"]), bd.rules.odd(["r1c2"]))
    assert (
        answers.prompt("." * 81, rules=either)
        .split("\n")[3]
        .endswith(
            "holds. Clues: rules (Even: The cells hold even digits. cells r1c1) or (Odd: The cells hold odd digits. "
            "cells r1c2)."
        )
    )
    for name in bd.rules._rule.DEFINITIONS:
        sentence = _sentence(name)
        assert sentence.count(". ") == 0, sentence
        assert not re.search("[:`]func|`|default", sentence), sentence
    machine = bd.rules.accepted(["r1c1"], bd.rules.Automaton([[0] * 9], [0]))
    with pytest.raises(bd.RulesError, match="automaton has no wording"):
        answers.prompt("." * 81, rules=machine)
