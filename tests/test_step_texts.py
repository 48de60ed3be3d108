"""What steps say: every reason in the text of a chain holds, by the candidates before the step."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Literal

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


CELL = r"r\dc\d"
AND = rf"{CELL}(?:(?:, | and ){CELL})*"
OR = rf"{CELL}(?:(?:, | or ){CELL})*"
DIGITS = r"\d(?:(?:, | or )\d)*"
#: What excludes candidates.
BY = rf"the (\d) in ({OR})"
#: Why candidates are off.
CLAUSE = re.compile(
    rf"(?:{BY} rules out ({AND})|({AND}) (?:is|are) not ({DIGITS})"
    rf"|(?:neither|none of) ([^.]*?) is (\d)|({OR}) is (\d))(?=,| and |$)"
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
        #: Digits that are in one of some cells.
        self.on: list[tuple[frozenset[Cell], int]] = []
        self.off: set[Candidate] = set()
        #: The last conclusion.
        self.last: tuple[frozenset[Cell], int, bool] | None = None

    def is_on(self, text: str, digit: str) -> bool:
        return (frozenset(cells(text)), int(digit)) in self.on

    def excluded(self) -> set[Candidate]:
        """All that is off by what is told."""
        gone = {*self.off}
        for places, digit in self.on:
            if len(places) == 1:
                ((row, column),) = places
                gone |= {(row, column, other) for other in self.masks[row, column] - {digit}}
            gone |= {(*cell, digit) for cell in every_cell() if all(sees(cell, place) for place in places)}
        return gone

    def facts(self, text: str) -> set[Candidate]:
        """What clauses exclude, each judged."""
        found: set[Candidate] = set()
        assert re.fullmatch(rf"(?:{CLAUSE.pattern}(?:, and | and |, |$))+", text), text
        for clause in CLAUSE.finditer(text):
            by, where, ruled_out, known, values, group, value, held, holds = clause.groups()
            if by:
                assert self.is_on(where, by), clause
                assert all(sees(cell, place) for cell in cells(ruled_out) for place in cells(where)), clause
                found.update((*cell, int(by)) for cell in cells(ruled_out))
            elif holds:
                assert self.is_on(held, holds), clause
                ((row, column),) = cells(held)
                found |= {(row, column, other) for other in self.masks[row, column] - {int(holds)}}
            else:
                gone = {(*cell, one) for cell in cells(known or group) for one in digits(values or value)}
                assert gone <= self.off, clause
                found |= gone
        return found

    def losses(self, text: str, cell: Cell) -> set[int]:
        """The digits that a cell has lost, each judged."""
        lost = set()
        assert re.fullmatch(rf"(?:sees {BY}(?:(?:, | and ){BY})*)?(?:(?:, and )?is not {DIGITS})?", text), text
        for by, where in re.findall(BY, text):
            assert self.is_on(where, by), text
            assert all(sees(cell, place) for place in cells(where)), text
            lost.add(int(by))
        if match := re.search(rf"is not ({DIGITS})$", text):
            assert {(*cell, digit) for digit in digits(match[1])} <= self.off, text
            lost |= digits(match[1])
        return lost

    def then(self) -> set[Candidate]:
        """What the last conclusion excludes by itself."""
        assert self.last
        places, digit, on = self.last
        if not on:
            return {(*cell, digit) for cell in places}
        ((row, column),) = places
        return {(row, column, other) for other in self.masks[row, column] - {digit}}

    def read(self, sentence: str) -> None:
        """Judge a sentence."""
        if match := re.fullmatch(rf"Suppose ({OR}) is (not )?(\d)", sentence):
            self.add(match[1], match[3], not match[2])
        elif match := re.fullmatch(r"Suppose (?:neither|none of) (.*) is (\d)", sentence):
            self.add(match[1], match[2], False)
        elif match := re.fullmatch(
            rf"(?:(.*), so|Then) ({OR}) is (\d), the only places? left for \3 in (\w+ \d)", sentence
        ):
            places, digit = cells(match[2]), int(match[3])
            others = {(*cell, digit) for cell in house(match[4]) if digit in self.masks[cell] and cell not in places}
            why = self.facts(match[1][0].lower() + match[1][1:]) if match[1] else self.then()
            assert {*places} <= house(match[4]), sentence
            assert others <= why, sentence
            self.add(match[2], match[3], True)
        elif match := re.fullmatch(rf"(?:({CELL}) (.*), so|Then) it can only be (\d)", sentence):
            name = match[1] or "r{}c{}".format(*(k + 1 for k in next(iter(self.last[0])))) if self.last else match[1]
            (cell,) = cells(name)
            lost = self.losses(match[2], cell) if match[1] else {digit for *_, digit in self.then()}
            assert self.masks[cell] - {int(match[3])} <= lost, sentence
            self.add(name, match[3], True)
        elif match := re.fullmatch(rf"(?:({CELL}) is (\d), so|Then) it is not (\d)", sentence):
            assert self.last
            name = match[1] or "r{}c{}".format(*(k + 1 for k in next(iter(self.last[0]))))
            assert not match[1] or self.is_on(match[1], match[2]), sentence
            assert match[1] or (self.last[2] and str(self.last[1]) != match[3]), sentence
            self.add(name, match[3], False)
        elif match := re.fullmatch(rf"(\w+ \d) has its (\d) in ({OR}), so (.*) is (?:not )?(\d)", sentence):
            assert match[2] == match[5]
            assert {*cells(match[3] + match[4])} <= house(match[1].lower()), sentence
            assert self.is_on(match[3], match[2]), sentence
            self.add(match[4], match[2], False)
        else:
            self.read_nested(sentence)

    def add(self, names: str, digit: str, on: bool) -> None:
        places = frozenset(cells(names))
        self.last = places, int(digit), on
        if on:
            self.on.append((places, int(digit)))
        else:
            self.off |= {(*cell, int(digit)) for cell in places}

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
            self.facts(reasons[0])
        left = {cell: {d for d in self.masks[cell] if (*cell, d) not in self.excluded()} for cell in self.masks}
        if match := re.search(r"[aA]ll places left for (\d) in (\w+ \d) are in (\w+ \d)", why):
            places = {cell for cell in house(match[2]) if int(match[1]) in left[cell]}
            assert places <= house(match[3]), sentence
        elif match := re.search(r"[tT]wo cells of (\w+ \d) can only be (\d) or (\d)", why):
            pair = {int(match[2]), int(match[3])}
            assert sum(len(left[cell]) > 0 and left[cell] <= pair for cell in house(match[1])) >= 2, sentence
        elif match := re.search(r"(\d) and (\d) have only the same two places left in (\w+ \d)", why):
            places = {cell for cell in house(match[3]) if {int(match[1]), int(match[2])} & left[cell]}
            assert len(places) == 2, sentence
        self.off |= removed
        self.last = None
        if len(removed) == 1:
            ((row, column, digit),) = removed
            self.last = frozenset({(row, column)}), digit, False


def every_cell() -> Iterator[Cell]:
    return ((row, column) for row in range(9) for column in range(9))


def judge(step: bd.Step) -> int:
    """Judge all sentences of a chain but the conclusion; how many there were."""
    line, count = Line(step), 0
    for text in step.text.split("\n"):
        if text.startswith("Still supposing "):
            assumed, _, text = text.partition(": ")
            line.last = frozenset(cells(assumed)), int(assumed[-1]), " not " not in assumed
        elif text.startswith("Suppose "):
            line = Line(step)
        else:
            continue
        for sentence in text.removesuffix(".").split(". "):
            line.read(sentence)
            count += 1
    assert count, step.text
    return count


def chains(puzzle: str, scale: Literal["hodoku", "explainer"] = "explainer") -> Iterator[bd.Step]:
    """The steps of a puzzle that begin with assumptions."""
    return (step for step in bd.explain(puzzle, scale=scale) if "Suppose " in step.text)


@pytest.mark.parametrize("puzzle", [*PUZZLES, NESTED])
def test_every_reason_in_a_chain_holds(puzzle: str) -> None:
    found = [*chains(puzzle), *chains(puzzle, "hodoku")]
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
        for step in (*chains(puzzle), *chains(puzzle, "hodoku")):
            judge(step)
            techniques.add(step.technique)
    assert len(techniques) >= 15


def test_a_false_reason_is_found() -> None:
    """The judge can tell."""
    step = next(chains(PUZZLES[0]))
    for wrong, right in ((r"rules out r\dc\d", "rules out r9c9"), (r"(row|column|box) \d", "box 9")):
        text = re.sub(wrong, right, step.text)
        assert text != step.text
        with pytest.raises(AssertionError):
            judge(dataclasses.replace(step, text=text))
