"""Plans of data sets to build, from a TOML file, a manifest or arguments.

A plan has top-level keys and sections; each section is a dataclass whose fields are its keys. An unknown key raises an
error that suggests the nearest known one. :meth:`Plan.description` gives the plan as plain values with all defaults:
equivalent plans have the same description, which is stored in the manifest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias, cast

import numpy as np

from bitdoku import _core
from bitdoku._arguments import stream_range
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import Error, PlanError, PuzzleError, shown
from bitdoku._generate import generate
from bitdoku._kinds import named_kinds
from bitdoku._symmetries import SYMMETRIES
from bitdoku._table import RESERVED
from bitdoku.datasets import encodings
from bitdoku.datasets._classes import checked_shares, has_classes
from bitdoku.datasets._composed import expect_composed
from bitdoku.datasets._io.formats import FORMATS, TABLES, format_from_name
from bitdoku.datasets._io.streams import bare_name
from bitdoku.datasets._io.write import target_format
from bitdoku.datasets._keys import (
    checked_files,
    checked_flag,
    checked_line,
    checked_section,
    expect_known,
    expect_table,
    key,
)
from bitdoku.logic._difficulty import difficulty_data
from bitdoku.logic._rate import CLASSIC_ONLY, RATINGS
from bitdoku.rules._layout import SYMBOLS
from bitdoku.rules._rules import Rules, rules_of_files

#: A number, or both ends of a range.
Interval: TypeAlias = tuple[int, int] | None

#: The largest number of a range, and of rows in a shard.
_MOST = (1 << 64) - 1

#: Formats with columns of arrays.
ARRAYS = ("npz", "parquet", "arrow")
#: Formats for 9x9 boards only.
ONLY_NINE = ("hodoku", "opensudoku", "pencilmarks", "sdx")
COLUMNS = ("index", "copy", "clues", "guesses", *RATINGS, "band", "fingerprint", "log_weight")
ENCODINGS = ("digits", "one_hot", "plus_minus", "candidates", "masks", "labels", "traces")


def _interval(name: str, value: Any) -> tuple[int, int]:
    ends = tuple(value) if isinstance(value, list | tuple) else (value, value)
    if len(ends) != 2:
        raise PlanError(f"{name} is {shown(value)}; expected a number or [low, high]")
    low, high = (whole(name, end, most=_MOST) for end in ends)
    if low > high:
        raise PlanError(f"{name} is {shown(value)}; the range is empty")
    return low, high


def _difficulty(name: str, value: Any) -> Any:
    try:
        return difficulty_data(value)
    except (TypeError, ValueError) as error:
        raise PlanError(f"{name} is {shown(value)}: {error}") from None


def _bands(name: str, value: Any) -> tuple[dict[str, Any], ...]:
    if not isinstance(value, list | tuple):
        raise PlanError(f"{name} is {kind(value)}; expected a list of bands, each with n and difficulty")
    bands = []
    for i, band in enumerate(value):
        here = f"{name}[{i}]"
        if set(expect_table(here, band)) != {"n", "difficulty"}:
            raise PlanError(f"{here} has the keys {', '.join(map(str, band)) or 'none'}; expected n and difficulty")
        difficulty = _difficulty(f"{here}.difficulty", band["difficulty"])
        bands.append({"n": whole(f"{here}.n", band["n"]), "difficulty": difficulty})
    if len(bands) > 255:
        raise PlanError(f"{name} has {len(bands)} bands; expected at most 255")
    return tuple(bands)


def _extension(name: str, value: Any) -> str:
    suffixes = checked_line(name, value).lstrip(".")
    bare = bare_name(f"data.{suffixes}")
    unwritten = suffixes.lower().endswith(".zip")
    if value != "hrm" and ("/" in suffixes or bare.count(".") != 1 or format_from_name(bare) is None or unwritten):
        raise PlanError(f"{name} is {shown(value)}; expected an extension such as parquet, csv.gz, npz or hrm")
    return suffixes


def _columns(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise PlanError(f"{name} is {shown(value)}; expected a list of {', '.join(COLUMNS)}")
    return tuple(word(name, column, COLUMNS) for column in value)


@dataclass(frozen=True)
class Generate:
    """The section of puzzles to generate: arguments of :func:`bitdoku.generate`, which checks the rest."""

    n: int = key(whole)
    start: int = key(whole, 0)
    clues: tuple[int, int] | None = key(_interval, None)
    symmetry: str = "none"
    pattern: str | None = None
    difficulty: str | Mapping[str, Any] | None = key(_difficulty, None)
    bands: tuple[Mapping[str, Any], ...] = key(_bands, ())
    """Puzzles of several difficulties one after the other: ``n`` and ``difficulty`` of each."""
    minimal: bool | None = key(checked_flag, None)
    method: str = "top_down"
    effort: int | None = key(whole, None)

    @property
    def parts(self) -> Sequence[Mapping[str, Any]]:
        """The bands; without any, one of all puzzles."""
        return self.bands or ({"n": self.n, "difficulty": self.difficulty},)

    def options(self, rules: Rules) -> dict[str, Any]:
        """Arguments of :func:`bitdoku.generate` except ``n``, ``seed``, ``start``, ``difficulty`` and ``rules``."""
        options = asdict(self)
        for name in ("n", "start", "difficulty", "bands"):
            del options[name]
        if self.pattern is not None:
            options["pattern"] = _core._cells(self.pattern, rules=rules, name="pattern").ravel() > 0
        return options


@dataclass(frozen=True)
class Take:
    """The section of files to read: arguments of :func:`bitdoku.datasets.scan`."""

    files: tuple[str, ...] = key(checked_files)
    puzzle: str | None = key(checked_line, None)
    format: str | None = key(tuple(FORMATS), None)
    symbols: str | None = key(checked_line, None)
    malformed: Literal["raise", "drop"] = key(("raise", "drop"), "raise")


@dataclass(frozen=True)
class Filter:
    """The section of filters for puzzles with exactly one solution."""

    clues: tuple[int, int] | None = key(_interval, None)
    symmetry: str = key(tuple(SYMMETRIES), "none")
    minimal: bool | None = key(checked_flag, None)
    singles: bool | None = key(checked_flag, None)
    guesses: tuple[int, int] | None = key(_interval, None)
    difficulty: str | Mapping[str, Any] | None = key(_difficulty, None)


@dataclass(frozen=True)
class Write:
    """The section of output options."""

    format: str = key(_extension, "parquet")
    shard: int = key(lambda name, value: whole(name, value, least=1, most=_MOST), 1_000_000)
    columns: tuple[str, ...] = key(_columns, ())
    """By default ``index`` and ``clues``, and ``copy``, ``band`` and ``log_weight`` where they apply."""
    blank: str = key((".", "0"), ".")
    lists: bool = key(checked_flag, False)

    @property
    def kind(self) -> str:
        return "hrm" if self.format == "hrm" else target_format(f"data.{self.format}", None)


@dataclass(frozen=True)
class Plan:
    """A checked plan."""

    seed: int
    name: str = "sudoku"
    license: str = ""
    rules: str = "9x9"  # a name, or JSON of :class:`bitdoku.Rules`
    dedupe: str = "class"
    generate: Generate | None = None
    take: Take | None = None
    filter: Filter = field(default_factory=Filter)
    split: dict[str, float] = field(default_factory=lambda: {"train": 1.0})
    split_by: str = "class"
    augment: dict[str, int] = field(default_factory=dict)
    encode: dict[str, dict[str, Any]] = field(default_factory=dict)
    write: Write = field(default_factory=Write)

    @cached_property
    def known(self) -> Rules:
        return _parsed_rules(self.rules)

    @cached_property
    def is_composed(self) -> bool:
        return _is_composed(self.rules)

    @property
    def side(self) -> int:
        return self.known.side

    @property
    def parts(self) -> list[str]:
        return list(self.split)

    def copies(self, part: str) -> int:
        return self.augment.get(part, 0)

    def description(self) -> dict[str, Any]:
        """The plan as JSON data."""
        return cast("dict[str, Any]", json.loads(json.dumps(asdict(self))))


def make_plan(given: Mapping[str, Any]) -> Plan:
    """A checked plan from its keys. Raises PlanError if a key is unknown, missing or invalid."""
    try:
        return _checked(given)
    except (PlanError, ImportError):
        raise
    except (ValueError, TypeError, OverflowError, Error) as error:
        raise PlanError(str(error)) from None


def _checked(given: Mapping[str, Any]) -> Plan:
    expect_known("", given, [entry.name for entry in fields(Plan)])
    if "seed" not in given:
        raise PlanError("seed is missing; expected one, so that the build can be repeated")
    if ("generate" in given) == ("take" in given):
        both = "both sections [generate] and" if "take" in given else "neither section [generate] nor"
        raise PlanError(f"{both} [take]; expected exactly one of them as the source of puzzles")
    seed, text = whole("seed", given["seed"]), _rules(given.get("rules", "9x9"))
    rules = _parsed_rules(text)
    named: dict[str, Any] = {key: checked_line(key, given[key]) for key in ("name", "license") if key in given}
    named.setdefault("license", "CC0-1.0" if "generate" in given else "unknown")
    kinds = ("class", "solution_class", "exact")
    usual_key = "exact" if _is_composed(text) else "class"
    source: dict[str, Any] = (
        {"generate": checked_generate(given["generate"], seed, rules, text)}
        if "generate" in given
        else {"take": checked_section("take", given["take"], Take, files="the files to read")}
    )
    split = _split(given.get("split", {"train": 1.0}))
    expect_known("augment", expect_table("augment", copies := given.get("augment", {})), list(split))
    augment = {part: whole(f"augment.{part}", copies[part], most=1_000_000) for part in split if part in copies}
    generated = source.get("generate")
    optional = {
        "copy": any(augment.values()),
        "band": generated is not None and bool(generated.bands),
        "log_weight": generated is not None and generated.method == "controlled",
    }
    write = checked_section("write", given.get("write", {}), Write)
    if write.kind not in TABLES and write.columns:
        raise PlanError(f"write.columns has {write.columns[0]!r}; {write.format} holds only boards")
    if write.kind in TABLES and given.get("write", {}).get("columns") is None:
        usual = [name for name in COLUMNS if optional.get(name, name in ("index", "clues"))]
        write = replace(write, columns=tuple(usual))
    for name, origin in (("log_weight", 'method = "controlled"'), ("band", "generate.bands")):
        if name in write.columns and not optional[name]:
            raise PlanError(f"write.columns has {name!r}, which exists only with {origin}")
    plan = Plan(
        seed,
        rules=text,
        dedupe=word("dedupe", given.get("dedupe", usual_key), (*kinds, "none")),
        filter=checked_section("filter", given.get("filter", {}), Filter),
        split=split,
        split_by=word("split_by", given.get("split_by", usual_key), kinds),
        augment=augment,
        encode=_encode(given.get("encode", {}), write, rules),
        write=write,
        **named,
        **source,
    )
    if not rules.is_classic:
        _check_rules(plan, rules)
    if plan.is_composed:
        expect_composed(plan)
    if plan.filter.difficulty is not None:
        # Validates the difficulty.
        generate(0, seed=seed, rules=rules, difficulty=plan.filter.difficulty)
    if write.kind == "hrm" and (set(plan.parts) - {"train", "test"} or "train" not in plan.parts):
        raise PlanError(f"split has the parts {', '.join(plan.parts)}; hrm expects train and optionally test")
    if write.kind == "hrm" and plan.copies("test"):
        raise PlanError(f"augment.test is {plan.copies('test')}; hrm expects 0")
    return plan


def _rules(given: Any) -> str:
    """The rules of a plan as text: a name, or JSON."""
    if isinstance(given, Mapping):
        given = Rules.from_json(dict(given))
    text = given.to_json() if isinstance(given, Rules) else given
    if not isinstance(text, str):
        raise PlanError(f"rules is {kind(given)}; expected a name such as '6x6' or 'x', or Rules")
    _parsed_rules(text)
    return text


def _parsed_rules(text: str) -> Rules:
    """The rules of a plan; of composed puzzles, those of the board."""
    return rules_of_files(Rules.from_json(text) if text.startswith("{") else named_kinds(text)[0])


def _is_composed(text: str) -> bool:
    """Whether the rules are kinds of marks, so that each row has its own."""
    return not text.startswith("{") and bool(named_kinds(text)[1])


def _check_rules(plan: Plan, rules: Rules) -> None:
    """Raise for options that support classic 9x9 only."""
    kind, named = plan.write.kind, f"rules are {plan.rules}"
    if kind == "hrm" or (kind in ONLY_NINE and plan.side != 9):
        raise PlanError(f"{named}; {plan.write.format} supports classic 9x9 only")
    if kind in ("sdk", "ss") and plan.side > (most := len(SYMBOLS) - 1):
        raise PlanError(f"{named}; {plan.write.format} supports boards up to {most}x{most}")
    filtered = ["guesses"] if plan.filter.guesses is not None else []
    if classic := [name for name in (*filtered, *plan.write.columns) if name in CLASSIC_ONLY]:
        raise PlanError(f"{named}; {', '.join(classic)}: for classic 9x9 only")
    by_class = "fingerprint" in plan.write.columns or {plan.dedupe, plan.split_by} - {"exact", "none"}
    if by_class and not has_classes(rules):
        raise PlanError(f'{named}, which have no canonical form; use dedupe = "exact" and split_by = "exact"')


def checked_generate(given: Any, seed: int, rules: Rules, text: str = "") -> Generate:
    """The section of puzzles to generate. ``text`` are the rules of the plan, which may be kinds of marks."""
    if expect_table("generate", given).get("bands"):
        total = sum(band["n"] for band in _bands("generate.bands", given["bands"]))
        # The description of a plan also has their sum as n.
        if given.get("n", total) not in (None, total) or given.get("difficulty") is not None:
            raise PlanError("generate has both bands and n or difficulty; expected them in the bands only")
        given = {**given, "n": total}
    section = checked_section("generate", given, Generate, n="the number of puzzles to generate")
    stream_range(section.n, section.start)
    pattern: Any = section.pattern
    if pattern is not None:
        if not isinstance(pattern, str):
            cells = np.asarray(pattern)
            area = rules.side**2
            if cells.dtype.kind not in "biu" or cells.size != area:
                raise PlanError(
                    f"generate.pattern is malformed; expected text of {area} cells or an array of {area} bools"
                )
            pattern = "".join("1" if cell else "." for cell in cells.ravel().tolist())
        try:
            _core._cells(pattern, rules=rules, name="puzzle")
        except PuzzleError as error:
            raise PlanError(f"generate.pattern: {str(error).removeprefix('puzzle: ')}") from None
        section = replace(section, pattern=pattern)
    # Validates the options.
    named = text if _is_composed(text) else rules
    for band in section.parts:
        generate(0, seed=seed, rules=named, difficulty=band["difficulty"], **section.options(rules))
    return section


def _split(given: Any) -> dict[str, float]:
    shares = dict(expect_table("split", given))
    if len(shares) > 250:
        raise PlanError(f"split has {len(shares)} parts; expected at most 250")
    for name in shares:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", str(name)):
            raise PlanError(f"split has a part {name!r}; expected names of letters and digits, such as train")
    checked_shares(shares, "split is")
    return {name: float(share) for name, share in shares.items()}


def _encode(given: Any, write: Write, rules: Rules) -> dict[str, dict[str, Any]]:
    encoded: dict[str, dict[str, Any]] = {}
    for column, value in expect_table("encode", given).items():
        if column in (*COLUMNS, *RESERVED):
            raise PlanError(f"encode.{column}: the name is reserved for another column")
        if write.kind not in ARRAYS:
            raise PlanError(f"encode.{column}: {write.format} cannot hold arrays; expected npz, parquet or arrow")
        options = {"encoding": value} if isinstance(value, str) else dict(expect_table(f"encode.{column}", value))
        if "encoding" not in options:
            raise PlanError(f"encode.{column}.encoding is missing; expected one of {', '.join(ENCODINGS)}")
        word(f"encode.{column}.encoding", options["encoding"], ENCODINGS)
        encoded[column] = options
        if "dtype" in options:
            options["dtype"] = np.dtype(options["dtype"]).name
        try:
            empty = np.zeros((0, rules.side**2), np.uint8)
            encoded_boards(options, empty, empty, rules)
        except (TypeError, ValueError) as error:
            raise PlanError(f"encode.{column}: {error}") from None
    return encoded


def encoded_boards(options: Mapping[str, Any], puzzles: Any, solutions: Any, rules: Rules) -> Any:
    """Boards encoded with the options of an entry of ``encode``; shape (n, …)."""
    named = {key: value for key, value in options.items() if key != "encoding"}
    if options["encoding"] != "traces":
        named["rules"] = rules
    elif not rules.is_classic:
        raise ValueError("traces support classic 9x9 only")
    function = getattr(encodings, options["encoding"])
    if options["encoding"] == "labels":
        return function(puzzles, solutions, **named)
    return function(puzzles, **named)
