"""The chapters of a book: the keys of its plan, and puzzles that are generated, composed or read, rated and ordered.

Puzzles that are equivalent to an earlier one, in the book or in other volumes, are left out; generated ones are
replaced by the next of their stream.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._arguments import path_of
from bitdoku._by_rules import rows_by_rules
from bitdoku._compose import compose
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import Error, GenerationError, PlanError, PuzzleError
from bitdoku._generate import generate
from bitdoku._results import Verdict
from bitdoku._table import Puzzles
from bitdoku.board._board import Board
from bitdoku.datasets._classes import has_classes
from bitdoku.datasets._io.read import read
from bitdoku.datasets._keys import checked_files, checked_section, expect_known, expect_table
from bitdoku.datasets._plan import Generate, Take, checked_generate
from bitdoku.datasets._puzzle_keys import class_keys
from bitdoku.pages._captions import rated
from bitdoku.pages._options import Chapter, SheetOptions
from bitdoku.rules import Rules
from bitdoku.rules._rules import rules_of_files

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from bitdoku._board_text import Malformed

#: The defaults that differ from those of a sheet.
DEFAULTS: dict[str, Any] = {
    "paper": "6x9",
    "bound": True,
    "theme": "gray",
    "per_page": 2,
    "caption": "{number}  {level}",
}
ORDERS = ("rising", "given")
#: The keys of a chapter; exactly one of the first three is needed.
SOURCES = ("generate", "compose", "take")
PAGES = ("title", "rule_text", "columns", "per_page", "caption", "answers")
CHAPTER = (*SOURCES, "rules", *PAGES)
COMPOSE = ("n", "kind", "sizes", "givens", "symmetry", "minimal", "difficulty", "effort")
#: Rules without marks. Symmetries that keep them may exchange rows, unlike those of marks.
_WHOLE_BOARD = {"anti_king", "anti_knight", "diagonals", "disjoint_groups", "non_consecutive", "windoku"}
#: Consecutive batches without a new puzzle after which a stream counts as exhausted.
_PATIENCE = 8


@dataclass(frozen=True)
class ChapterPlan:
    """A checked chapter: a section of a data set's plan, or the arguments of ``compose``."""

    source: Generate | Take | dict[str, Any]
    rules: Rules | None
    pages: dict[str, Any]
    """The options of its pages: ``title``, ``caption`` and so on."""


@dataclass(frozen=True)
class BookPlan:
    """A checked plan."""

    seed: int
    order: str
    against: tuple[str, ...]
    chapters: tuple[ChapterPlan, ...]
    options: SheetOptions
    base: Path
    """The folder to which file names are relative."""


def make_book_plan(given: Mapping[str, Any], base: Path) -> BookPlan:
    """A checked plan from its keys. Raises PlanError if a key is unknown, missing or invalid."""
    try:
        return _checked(given, base)
    except (PlanError, ImportError):
        raise
    except (ValueError, TypeError, OverflowError, Error) as error:
        raise PlanError(str(error)) from None


def _checked(given: Mapping[str, Any], base: Path) -> BookPlan:
    known = [entry.name for entry in fields(SheetOptions)]
    expect_known("", given, [*known, "seed", "order", "against", "chapter"])
    chapters = given.get("chapter")
    if not isinstance(chapters, list | tuple) or not chapters:
        what = "is missing" if "chapter" not in given else f"is {kind(chapters)}" if chapters else "is empty"
        raise PlanError(f"chapter {what}; expected a section [[chapter]] for each chapter")
    if "seed" not in given and any("take" not in expect_table("chapter", chapter) for chapter in chapters):
        raise PlanError("seed is missing; expected one, so that the same puzzles can be made again")
    options = DEFAULTS | {name: given[name] for name in known if name in given}
    options |= {"per_page": None} if "columns" in given and "per_page" not in given else {}
    if options.get("font") is not None:
        options["font"] = base / path_of("font", options["font"])
    seed = whole("seed", given.get("seed", 0))
    checked = SheetOptions(**options)
    return BookPlan(
        seed,
        word("order", given.get("order", "rising"), ORDERS),
        checked_files("against", given["against"]) if "against" in given else (),
        tuple(_chapter(f"chapter[{k}]", chapter, seed, checked) for k, chapter in enumerate(chapters)),
        checked,
        base,
    )


def _chapter(name: str, given: Any, seed: int, options: SheetOptions) -> ChapterPlan:
    expect_known(name, expect_table(name, given), CHAPTER)
    sources = [source for source in SOURCES if source in given]
    if len(sources) != 1:
        raise PlanError(f"{name} has {' and '.join(sources) or 'no source'}; expected one of {', '.join(SOURCES)}")
    (source,) = sources
    try:
        own = {key: given[key] for key in PAGES if key in given}
        if "columns" in own or "per_page" in own:
            own = {"columns": None, "per_page": None} | own
        checked = replace(options, **own)
        pages = {key: getattr(checked, key) for key in PAGES}
        pages["title"] = pages["title"] or options.title
        rules = rules_of_files(given["rules"]) if "rules" in given else None
        about: Generate | Take | dict[str, Any]
        if source == "generate":
            about = checked_generate(given[source], seed, rules or Rules())
        elif source == "take":
            about = checked_section(f"{name}.take", given[source], Take, files="the files to read")
        else:
            about = dict(expect_table(f"{name}.compose", given[source]))
            expect_known(f"{name}.compose", about, COMPOSE)
            for key in ("n", "kind"):
                if key not in about:
                    raise PlanError(f"{name}.compose.{key} is missing")
            whole("n", about["n"], most=1_000_000)
            # Validates the options.
            compose(0, seed=seed, rules=rules, **{key: value for key, value in about.items() if key != "n"})
    except (ValueError, TypeError, Error) as error:
        raise PlanError(str(error) if str(error).startswith(name) else f"{name}: {error}") from None
    return ChapterPlan(about, rules, pages)


def make_chapters(
    plan: BookPlan, threads: int | None, progress: Any
) -> tuple[list[Chapter], list[Puzzles], Counter[str]]:
    """The chapters of a book, tables of its puzzles for each size, and how many are ``equivalent`` or ``malformed``."""
    omitted: Counter[str] = Counter()
    seen: set[bytes] = set()
    for name in plan.against:
        rows = read(plan.base / name)
        if not len(rows):
            raise PlanError(f"against: {name} has no puzzles")
        seen.update(_keys(rows, _solutions(rows, threads), threads))
    chapters: list[Chapter] = []
    levels: list[int] = []
    for number, chapter in enumerate(plan.chapters):
        parts = _different_puzzles(plan, number, seen, omitted, threads, progress)
        boards = [Board(row) for rows, _ in parts for row in rows]
        solutions = [solution for _, found in parts for solution in found]
        if not boards:
            raise PlanError(f"chapter[{number}] has no puzzles that are well-formed and not equivalent to others")
        order = [*range(len(boards))]
        found = rated(boards, ["level", "score"])
        # Level 0 is a puzzle beyond the techniques for its rules.
        difficulty = [(level or 9, score) for level, score in found.tolist()]
        if plan.order == "rising":
            order.sort(key=difficulty.__getitem__)
        levels += [found["level"][i] for i in order]
        boards, solutions = [boards[i] for i in order], [solutions[i] for i in order]
        chapters.append(Chapter(boards=boards, solutions=solutions, **chapter.pages))
    return chapters, [*_tables(chapters, levels, plan.options.first)], omitted


# --- puzzles ----------------------------------------------------------------------------------------------------------


def _different_puzzles(
    plan: BookPlan, number: int, seen: set[bytes], omitted: Counter[str], threads: int | None, progress: Any
) -> list[tuple[Puzzles, Any]]:
    """The puzzles of a chapter that are not in ``seen``, in tables with their solutions; counts those of files."""
    chapter = plan.chapters[number]
    kept: list[tuple[Puzzles, Any]] = []
    if isinstance(chapter.source, Take):
        for rows in _read(plan, chapter.source, chapter.rules):
            good = rows[~rows.malformed]
            solutions = _solutions(good, threads)
            new = _new(good, solutions, seen, threads)
            omitted.update(malformed=len(rows) - len(good), equivalent=len(good) - len(new))
            kept.append((good[new], solutions[new]))
        return kept
    for n, make in _streams(plan, chapter, number, threads):
        done, start, idle = 0, 0, 0
        while done < n:
            rows = make(start, n - done)
            start += n - done
            new = _new(rows, rows.solution, seen, threads)
            idle = 0 if len(new) else idle + 1
            if idle == _PATIENCE:
                raise GenerationError(f"chapter[{number}] has {done} different puzzles; expected {n}")
            done += len(new)
            progress(done, n)
            kept.append((rows[new], rows.solution[new]))
    return kept


def _streams(
    plan: BookPlan, chapter: ChapterPlan, number: int, threads: int | None
) -> Iterator[tuple[int, Callable[[int, int], Puzzles]]]:
    """For each band of a chapter the number of puzzles, and a function of start and n that makes some."""
    # Chapters with equal options have different puzzles.
    first = number << 32
    about: dict[str, Any] = {"seed": plan.seed, "rules": chapter.rules, "threads": threads}
    if isinstance(chapter.source, Generate):
        about |= chapter.source.options(chapter.rules or Rules())
        first += chapter.source.start
        for band in chapter.source.parts:
            yield band["n"], partial(_made, generate, first, about | {"difficulty": band["difficulty"]})
    elif isinstance(chapter.source, dict):
        about |= {key: value for key, value in chapter.source.items() if key != "n"}
        yield chapter.source["n"], partial(_made, compose, first, about)


def _made(function: Callable[..., Puzzles], first: int, about: dict[str, Any], start: int, n: int) -> Puzzles:
    return function(n, start=first + start, **about)


def _read(plan: BookPlan, source: Take, rules: Rules | None) -> Iterator[Puzzles]:
    malformed: Malformed = "mark" if source.malformed == "drop" else "raise"
    for name in source.files:
        about: dict[str, Any] = {"puzzle": source.puzzle, "format": source.format, "symbols": source.symbols}
        rows = read(plan.base / name, rules=rules, malformed=malformed, **about)
        yield rows if rules is None else rows.replace(rules=rules)


def _solutions(rows: Puzzles, threads: int | None) -> NDArray[np.uint8]:
    """The solution of each row. Raises PuzzleError if a row has not exactly one."""
    solutions = np.zeros_like(rows.puzzle)
    for rules, some in rows_by_rules(row.rules for row in rows).items():
        found = _core.solve(rows.puzzle[some], rules=rules, threads=threads)
        solutions[some] = found.solution
        if (bad := np.flatnonzero(found.verdict != Verdict.UNIQUE)).size:
            why = Verdict(int(found.verdict[bad[0]])).name.lower().replace("_", " ")
            raise PuzzleError(f"{rows.place(some[int(bad[0])])}: {why} solution; expected exactly one")
    return solutions


def _new(rows: Puzzles, solutions: Any, seen: set[bytes], threads: int | None) -> list[int]:
    """The rows that are not equivalent to others, which are added to ``seen``."""
    new = []
    for k, key in enumerate(_keys(rows, solutions, threads)):
        if key not in seen:
            seen.add(key)
            new.append(k)
    return new


def _keys(rows: Puzzles, solutions: NDArray[np.uint8], threads: int | None) -> list[bytes]:
    """A key for each row, equal for equivalent puzzles.

    Without marks, a symmetry of the rules relates equivalent puzzles. Marks such as cages are compared by the solution
    and the regions alone, up to rotation, reflection and the names of the digits: no two random grids are related so.
    """
    keys = [b""] * len(rows)
    for rules, some in rows_by_rules(row.rules for row in rows).items():
        if {rule.name for rule in rules.rules} <= _WHOLE_BOARD and rules.box is not None and has_classes(rules):
            words = class_keys(rows.puzzle[some], by="class", rules=rules, threads=threads)
            found = [rules.to_json().encode() + key.tobytes() for key in words]
        else:
            found = [_turned_key(solutions[k], rules.regions) for k in some]
        for k, key in zip(some, found, strict=True):
            keys[k] = key
    return keys


def _turned_key(solution: NDArray[np.uint8], regions: NDArray[np.uint8]) -> bytes:
    """The least of the eight rotations and reflections, with digits and regions numbered as they occur."""
    keys = []
    for turns in range(4):
        for step in (1, -1):
            key = b""
            for board in (solution, regions):
                turned = np.rot90(board, turns)[::step].ravel()
                _, firsts, numbers = np.unique(turned, return_index=True, return_inverse=True)
                key += np.argsort(np.argsort(firsts))[numbers].astype(np.uint8).tobytes()
            keys.append(key)
    return min(keys)


def _tables(chapters: Sequence[Chapter], levels: Sequence[int], first: int) -> Iterator[Puzzles]:
    """The puzzles of each size with their solutions."""
    entries = [
        (board, solution, chapter.title)
        for chapter in chapters
        for board, solution in zip(chapter.boards, chapter.solutions, strict=True)
    ]
    sides = {len(board.puzzle) for board, _, _ in entries}
    for side in sorted(sides):
        some = [k for k, (board, _, _) in enumerate(entries) if len(board.puzzle) == side]
        pairs = [(entries[k][0].puzzle, entries[k][1]) for k in some]
        rules = np.empty(len(some), object)
        rules[:] = [entries[k][0].rules for k in some]
        columns: dict[str, Any] = {
            "number": np.array([first + k for k in some]),
            "chapter": np.array([entries[k][2] for k in some]),
            "level": np.array([levels[k] for k in some], np.uint8),
        }
        if not all(one.is_classic for one in rules):
            columns["rules"] = rules
        puzzles, solutions = (np.stack([one[which] for one in pairs]) for which in (0, 1))
        yield Puzzles(puzzles, solutions, columns)
