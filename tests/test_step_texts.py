"""What steps say: every reason in the text of a chain holds, by the candidates before the step."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

import pytest

import bitdoku as bd
from benchmark_sets import ratings

if TYPE_CHECKING:
    from collections.abc import Iterator

T = bd.Technique

Cell = tuple[int, int]
Candidate = tuple[int, int, int]

#: Puzzles of ER 7.2, 6.9, 8.3, 9.0 to 9.5, and one with steps within chains.
PUZZLES = (
    "................12..3.45........6..4.27...5...8.1........2...8...6...7..4........",
    "5...7.36........8..87...5.....92......53...76..8.4...13.......4..16....5...1..2..",
    "7.9..58..186.........1..........8.9.5.12...........5.49....4.8...4..3.72...5....3",
    "4.8..2.9...268...3...7.5...9.3.....18.......2.6....5.....2...4.1...6...9..91..3..",
)
#: A puzzle whose chains hold chains.
NESTED = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


CELLS = r"r\dc\d(?:(?:, | and )r\dc\d)*"
#: Why candidates are off.
CLAUSE = re.compile(
    rf"(?:the (\d) in (r\dc\d) excludes ({CELLS})|(\d) is in (r\dc\d)"
    rf"|({CELLS}|it) (?:is|are) not (\d(?:(?:, | or )\d)*)|(r\dc\d) is (\d))(?=,|$)"
)


def cells(text: str) -> list[Cell]:
    return [(int(row) - 1, int(column) - 1) for row, column in re.findall(r"r(\d)c(\d)", text)]


def digits(text: str) -> set[int]:
    return {int(digit) for digit in re.findall(r"\d", re.sub(r"r\dc\d|(row|column|box) \d", "", text))}


def house(text: str) -> set[Cell]:
    kind, number = text.split()
    k = int(number) - 1
    return {(r, c) for r, c in every_cell() if {"row": r, "column": c, "box": r // 3 * 3 + c // 3}[kind] == k}


def sees(one: Cell, two: Cell) -> bool:
    (a, b), (c, d) = one, two
    return one != two and (a == c or b == d or (a // 3, b // 3) == (c // 3, d // 3))


class Line:
    """What is known within one branch: each sentence is judged by what the sentences before it say."""

    def __init__(self, step: bd.Step) -> None:
        masks = step.state.candidates
        self.masks = {(r, c): {d for d in range(1, 10) if int(masks[r, c]) >> (d - 1) & 1} for r, c in every_cell()}
        self.on: set[Candidate] = set()
        self.off: set[Candidate] = set()
        self.patterns: list[str] = []

    def excluded(self) -> set[Candidate]:
        """All that is off by what is told."""
        gone = {*self.off}
        for row, column, digit in self.on:
            gone |= {(row, column, other) for other in self.masks[row, column] - {digit}}
            gone |= {(*cell, digit) for cell in every_cell() if sees(cell, (row, column))}
        return gone

    def clauses(self, text: str, cell: Cell, digit: int) -> set[Candidate]:
        """What the clauses after "since" exclude, each judged."""
        found: set[Candidate] = set()
        assert re.fullmatch(rf"(?:{CLAUSE.pattern}(?:, and |, |$))+", text), text
        for clause in CLAUSE.finditer(text):
            value, by, excluded, held, by_cell, others, values, known, is_held = clause.groups()
            if value:
                assert (*cells(by)[0], int(value)) in self.on, clause
                assert all(sees(other, cells(by)[0]) for other in cells(excluded)), clause
                found.update((*other, int(value)) for other in cells(excluded))
            elif held:
                assert (*cells(by_cell)[0], int(held)) in self.on, clause
                assert sees(cells(by_cell)[0], cell), clause
                found.add((*cell, int(held)))
            elif others:
                gone = {(*other, one) for other in cells(others) or [cell] for one in digits(values)}
                assert gone <= self.off, clause
                found |= gone
            else:
                ((row, column),) = cells(known)
                assert (row, column, int(is_held)) in self.on, clause
                found |= {(row, column, other) for other in self.masks[row, column] - {int(is_held)}}
        return found

    def read(self, sentence: str) -> None:
        """Judge a sentence."""
        if match := re.fullmatch(r"Suppose that (r\dc\d) is (not )?(\d)", sentence):
            self.add(match[1], match[2], match[3])
        elif match := re.fullmatch(r"(r\dc\d) is (\d), the only place left for \d in (\w+ \d), since (.*)", sentence):
            (cell,), digit = cells(match[1]), int(match[2])
            others = {(*other, digit) for other in house(match[3]) if digit in self.masks[other]} - {(*cell, digit)}
            why = self.clauses(match[4], cell, digit)
            assert others <= why, sentence
            self.add(match[1], None, match[2])
        elif match := re.fullmatch(r"(r\dc\d) is (\d), the only digit left there, since (.*)", sentence):
            (cell,), digit = cells(match[1]), int(match[2])
            why = self.clauses(match[3], cell, digit)
            assert {(*cell, other) for other in self.masks[cell] - {digit}} <= why, sentence
            self.add(match[1], None, match[2])
        elif match := re.fullmatch(r"(r\dc\d) is not (\d), since it is (\d)", sentence):
            assert (*cells(match[1])[0], int(match[3])) in self.on, sentence
            self.add(match[1], "not", match[2])
        elif match := re.fullmatch(r"(r\dc\d) is not (\d), since (\w+ \d) has its (\d) in (r\dc\d)", sentence):
            assert match[2] == match[4]
            assert {*cells(match[1] + match[5])} <= house(match[3]), sentence
            assert (*cells(match[5])[0], int(match[2])) in self.on, sentence
            self.add(match[1], "not", match[2])
        else:
            self.read_nested(sentence)

    def add(self, cell: str, no: str | None, digit: str) -> None:
        (self.off if no else self.on).add((*cells(cell)[0], int(digit)))

    def read_nested(self, sentence: str) -> None:
        match = re.fullmatch(r"(.*) removes (.*?)(?: \(nested step \d+\))?", sentence)
        assert match, sentence
        why, what = match[1], match[2]
        removed = {
            (*cell, digit)
            for part in what.split("; ")
            for cell in cells(part.split(" from ")[1])
            for digit in digits(part.split(" from ")[0])
        }
        assert removed, sentence
        assert all(digit in self.masks[row, column] for row, column, digit in removed), sentence
        given = why.removeprefix("As before, ")
        if given.lower().startswith("since "):
            reasons = re.split(r", (?=all places|two cells|the places|\d and \d have|a nested|this$)", given[6:])
            assert len(reasons) == 2, sentence
            self.clauses(reasons[0], (-9, -9), 0)
        left = {cell: {d for d in self.masks[cell] if (*cell, d) not in self.excluded()} for cell in self.masks}
        if match := re.search(r"[aA]ll places left for (\d) in (\w+ \d) are in (\w+ \d)", why):
            places = {cell for cell in house(match[2]) if int(match[1]) in left[cell]}
            assert places <= house(match[3]), sentence
        elif match := re.search(r"[tT]wo cells of (\w+ \d) can hold only (\d) and (\d)", why):
            pair = {int(match[2]), int(match[3])}
            assert sum(len(left[cell]) > 0 and left[cell] <= pair for cell in house(match[1])) >= 2, sentence
        elif match := re.search(r"(\d) and (\d) have only the same two cells left in (\w+ \d)", why):
            places = {cell for cell in house(match[3]) if {int(match[1]), int(match[2])} & left[cell]}
            assert len(places) == 2, sentence
        self.off |= removed


def every_cell() -> Iterator[Cell]:
    return ((row, column) for row in range(9) for column in range(9))


def judge(step: bd.Step) -> int:
    """Judge all sentences of a chain but the conclusion; how many there were."""
    line, count = Line(step), 0
    for text in step.text.split("\n"):
        if text.startswith("But also, still with the assumption that "):
            text = text.partition(": ")[2]
        elif text.startswith("Suppose that "):
            line = Line(step)
        else:
            continue
        for sentence in text.removesuffix(".").split(". "):
            line.read(sentence)
            count += 1
    assert count, step.text
    return count


def chains(puzzle: str) -> Iterator[bd.Step]:
    return (step for step in bd.explain(puzzle, scale="explainer") if step.links)


@pytest.mark.parametrize("puzzle", [*PUZZLES, NESTED])
def test_every_reason_in_a_chain_holds(puzzle: str) -> None:
    found = [*chains(puzzle)]
    assert found
    for step in found:
        judge(step)


def test_every_reason_in_the_chains_of_a_table_holds() -> None:
    rows = ratings("se")
    if rows is None:
        pytest.skip("needs ratings/se.tsv.xz beside BITDOKU_PUZZLES")
    puzzles = [row[0] for row in rows if 6.5 <= float(row[2]) < 9.6][::61]
    techniques: set[T] = set()
    for puzzle in puzzles:
        for step in chains(puzzle):
            judge(step)
            techniques.add(step.technique)
    assert len(techniques) >= 10


def test_a_false_reason_is_found() -> None:
    """The judge can tell."""
    step = next(chains(PUZZLES[0]))
    for wrong, right in ((r"excludes r\dc\d", "excludes r9c9"), (r"(row|column|box) \d", "box 9")):
        text = re.sub(wrong, right, step.text)
        assert text != step.text
        with pytest.raises(AssertionError):
            judge(dataclasses.replace(step, text=text))
