"""The description of a data set to build: from a TOML file, a manifest, or arguments.

A plan has top-level keys and sections; each section is a dataclass here, whose fields are the keys it knows. What is
not known is refused by name, with the nearest known one. :meth:`Plan.description` gives the plan as plain values with
all defaults filled in: two plans that mean the same have the same description, and the manifest keeps it.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku._core import _whole as whole
from bitdoku._core import _word as word
from bitdoku._errors import Error, PuzzleError
from bitdoku._generate import generate
from bitdoku._symmetries import SYMMETRIES
from bitdoku.datasets import encodings
from bitdoku.datasets._classes import shares_of
from bitdoku.datasets._files import bare_name
from bitdoku.datasets._names import FORMATS, format_of_name
from bitdoku.datasets._questions import Questions
from bitdoku.datasets._write import target_format
from bitdoku.rules._rules import Rules, rules_of

#: A number, or both ends of a range.
Interval: TypeAlias = tuple[int, int] | None

#: Formats that have room for more than puzzles.
TABLES = ("csv", "jsonl", "npz", "parquet", "arrow")
#: Formats that have room for arrays.
ARRAYS = ("npz", "parquet", "arrow")
#: Formats with the usual boards alone.
ONLY_NINE = ("hodoku", "opensudoku", "pencilmarks", "sdx")
COLUMNS = ("index", "copy", "clues", "guesses", "fingerprint", "log_weight")
ENCODINGS = ("digits", "one_hot", "plus_minus", "candidates", "masks", "labels", "traces")


class PlanError(Error, ValueError):
    """A plan that cannot be followed; the message names the key."""

    __module__ = "bitdoku.datasets"


@dataclass(frozen=True)
class Generate:
    """Puzzles to make: arguments of :func:`bitdoku.generate`."""

    n: int
    start: int = 0
    clues: Interval = None
    symmetry: str = "none"
    pattern: str | None = None
    difficulty: Interval = None
    minimal: bool | None = None
    method: str = "top-down"
    effort: int | None = None

    def options(self, rules: Rules) -> dict[str, Any]:
        """Arguments of :func:`bitdoku.generate` but ``n``, ``seed``, ``start`` and ``rules``."""
        options = asdict(self)
        del options["n"], options["start"]
        if self.pattern is not None:
            options["pattern"] = _core._cells(self.pattern, rules=rules, name="pattern").ravel() > 0
        return options


@dataclass(frozen=True)
class Take:
    """Puzzles to take from files: arguments of :func:`bitdoku.datasets.scan`."""

    files: tuple[str, ...]
    puzzle: str | None = None
    format: str | None = None
    malformed: Literal["raise", "drop"] = "raise"


@dataclass(frozen=True)
class Filter:
    """Which puzzles to keep, of those with exactly one solution."""

    clues: Interval = None
    symmetry: str = "none"
    minimal: bool | None = None
    singles: bool | None = None
    guesses: Interval = None


@dataclass(frozen=True)
class Write:
    """How to write."""

    format: str = "parquet"
    shard: int = 1_000_000
    columns: tuple[str, ...] = ("index", "clues")
    blank: str = "."
    lists: bool = False

    @property
    def kind(self) -> str:
        """One of :data:`bitdoku.datasets.FORMATS`."""
        return "hrm" if self.format == "hrm" else target_format(f"data.{self.format}", None)


@dataclass(frozen=True)
class Plan:
    """All of a plan, checked."""

    seed: int
    name: str = "sudoku"
    licence: str = ""
    rules: str = "9x9"
    """A name, or JSON of :class:`bitdoku.Rules`."""
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
        """The rules."""
        return _rules_of(self.rules)

    @property
    def side(self) -> int:
        """Rows, columns and digits of the boards."""
        return self.known.side

    @property
    def parts(self) -> list[str]:
        """The names of the parts, in the order of the plan."""
        return list(self.split)

    def copies(self, part: str) -> int:
        """How many copies follow each puzzle of a part."""
        return self.augment.get(part, 0)

    def description(self) -> dict[str, Any]:
        """Plain values, as JSON has them."""
        return cast("dict[str, Any]", json.loads(json.dumps(asdict(self))))


def read_plan(path: str | os.PathLike[str]) -> tuple[dict[str, Any], Path]:
    """What a TOML file says, or the plan that a manifest keeps; and the folder that its file names start from.

    Raises:
    ------
    PlanError
        If it is neither.
    """
    file = Path(path)
    try:
        if file.suffix.lower() == ".json":
            kept = json.loads(file.read_text(encoding="utf-8"))
            # Defaults are written out in it: what is None was not said.
            said = {key: _said(value) for key, value in kept["plan"].items() if value is not None}
            # The file lies in the folder that it describes; its sources are named from where the plan was.
            return said, Path.cwd()
        return tomllib.loads(file.read_text(encoding="utf-8")), file.parent
    except (UnicodeDecodeError, json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise PlanError(f"{file}: {error}") from None
    except (KeyError, TypeError, AttributeError):
        raise PlanError(f"{file} is no manifest of a build: it has no plan") from None


def _said(value: Any) -> Any:
    return {key: item for key, item in value.items() if item is not None} if isinstance(value, dict) else value


def make_plan(said: Mapping[str, Any]) -> Plan:
    """A plan out of what was said, checked.

    Raises:
    ------
    PlanError
        If a key is unknown, missing, or has a value that makes no sense.
    """
    try:
        return _made(said)
    except (PlanError, ImportError):
        raise
    except (ValueError, TypeError, OverflowError, Error) as error:
        raise PlanError(str(error)) from None


def _made(said: Mapping[str, Any]) -> Plan:
    _known("", said, [entry.name for entry in fields(Plan)])
    if "seed" not in said:
        raise PlanError("seed is missing; a build without one could not be repeated")
    if ("generate" in said) == ("take" in said):
        both = "both sections" if "take" in said else "neither section"
        raise PlanError(f"{both} [generate] and [take]; expected one of them, to say where puzzles come from")
    checked: dict[str, Any] = {"seed": whole("seed", said["seed"])}
    checked["licence"] = "CC0-1.0" if "generate" in said else "unknown"
    for key in ("name", "licence"):
        if key in said:
            checked[key] = _text(key, said[key])
    checked["rules"] = _rules(said.get("rules", "9x9"))
    rules = _rules_of(checked["rules"])
    checked["dedupe"] = word("dedupe", said.get("dedupe", "class"), ("class", "solution_class", "exact", "none"))
    checked["split_by"] = word("split_by", said.get("split_by", "class"), ("class", "solution_class", "exact"))
    if "generate" in said:
        checked["generate"] = _generate(_section("generate", said["generate"], Generate), checked["seed"], rules)
    else:
        checked["take"] = _take(_section("take", said["take"], Take))
    checked["filter"] = _filter(_section("filter", said.get("filter", {}), Filter))
    checked["split"] = _split(said.get("split", {"train": 1.0}))
    checked["augment"] = _augment(said.get("augment", {}), list(checked["split"]))
    weighted = "generate" in said and checked["generate"].method == "controlled"
    extra = ["copy"] * any(checked["augment"].values()) + ["log_weight"] * weighted
    checked["write"] = _write(_section("write", said.get("write", {}), Write), extra)
    if "log_weight" in checked["write"].columns and not weighted:
        raise PlanError("write.columns has 'log_weight', which puzzles have that are made with method = \"controlled\"")
    checked["encode"] = _encode(said.get("encode", {}), checked["write"], rules)
    plan = Plan(**checked)
    if not plan.known.is_classic:
        _fit(plan, plan.known)
    if plan.write.kind == "hrm" and (set(plan.parts) - {"train", "test"} or "train" not in plan.parts):
        raise PlanError(f"split has the parts {', '.join(plan.parts)}; hrm has train, and test or not")
    if plan.write.kind == "hrm" and plan.copies("test"):
        raise PlanError(f"augment.test is {plan.copies('test')}; the test part of hrm is never augmented")
    return plan


def _rules(said: Any) -> str:
    """The rules of a plan as text: a name as it is, others as JSON."""
    if isinstance(said, Mapping):
        said = Rules.from_json(dict(said))
    text = said.to_json() if isinstance(said, Rules) else said
    if not isinstance(text, str):
        raise PlanError(f"rules is {kind(said)}; expected a name such as '6x6' or 'x', or Rules")
    _rules_of(text)
    return text


def _rules_of(text: str) -> Rules:
    return Rules.from_json(text) if text.startswith("{") else rules_of(text)


def _fit(plan: Plan, rules: Rules) -> None:
    """Refuses what belongs to the usual rules alone."""
    kind, named = plan.write.kind, f"rules are {plan.rules}"
    if kind == "hrm" or (kind in ONLY_NINE and plan.side != 9):
        raise PlanError(f"{named}; {plan.write.format} is for the usual 9x9 alone")
    if kind in ("sdk", "ss") and plan.side > 35:
        raise PlanError(f"{named}; {plan.write.format} has a character for each cell, which goes up to 35x35")
    if plan.filter.guesses is not None or "guesses" in plan.write.columns:
        raise PlanError(f"{named}; guesses are counted for the usual 9x9 alone")
    by_class = "fingerprint" in plan.write.columns or {plan.dedupe, plan.split_by} - {"exact", "none"}
    if by_class and not Questions(rules, plan.side, None).has_classes:
        raise PlanError(f'{named}, which have no canonical form; say dedupe = "exact" and split_by = "exact"')


def _known(section: str, said: Mapping[str, Any], known: Sequence[str]) -> None:
    for key in said:
        if key not in known:
            where = f" in [{section}]" if section else ""
            near = difflib.get_close_matches(str(key), known, 1, 0.5)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
            raise PlanError(f"unknown key {key!r}{where}; {hint}")


def _section(name: str, said: Any, section: type) -> dict[str, Any]:
    """A copy of a section with known keys alone."""
    _table(name, said)
    _known(name, said, [entry.name for entry in fields(section)])
    return {key: value for key, value in said.items() if value is not None}


def _table(name: str, said: Any) -> Mapping[str, Any]:
    if not isinstance(said, Mapping):
        raise PlanError(f"{name} is {kind(said)}; expected a section of keys and values")
    return said


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or value.splitlines() != [value]:
        raise PlanError(f"{name} is {value!r}; expected a line of text")
    return value


def _interval(name: str, value: Any) -> tuple[int, int]:
    ends = tuple(value) if isinstance(value, list | tuple) else (value, value)
    if len(ends) != 2:
        raise PlanError(f"{name} is {value!r}; expected a number, or two: [low, high]")
    low, high = (whole(name, end) for end in ends)
    if low > high:
        raise PlanError(f"{name} is {value!r}; the range is empty")
    return low, high


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise PlanError(f"{name} is {value!r}; expected true or false")
    return value


def _generate(said: dict[str, Any], seed: int, rules: Rules) -> Generate:
    if "n" not in said:
        raise PlanError("generate.n is missing; say how many puzzles to make")
    for key in ("n", "start", "effort"):
        if key in said:
            said[key] = whole(f"generate.{key}", said[key])
    for key in ("clues", "difficulty"):
        if key in said:
            said[key] = _interval(f"generate.{key}", said[key])
    if "minimal" in said:
        said["minimal"] = _flag("generate.minimal", said["minimal"])
    if "pattern" in said:
        pattern = said["pattern"]
        if not isinstance(pattern, str):
            cells = np.asarray(pattern)
            area = rules.side**2
            if cells.dtype.kind not in "biu" or cells.size != area:
                raise PlanError(f"generate.pattern is no text of {area} cells, and no array of {area} numbers or bools")
            pattern = "".join("1" if cell else "." for cell in cells.ravel().tolist())
        try:
            _core._cells(pattern, rules=rules, name="puzzle")
        except PuzzleError as error:
            raise PlanError(f"generate.pattern: {str(error).removeprefix('puzzle: ')}") from None
        said["pattern"] = pattern
    section = Generate(**said)
    # Makes nothing, but judges the options.
    generate(0, seed=seed, rules=rules, **section.options(rules))
    return section


def _take(said: dict[str, Any]) -> Take:
    if "files" not in said:
        raise PlanError("take.files is missing; name the files to take puzzles from")
    files = said["files"]
    files = (files,) if isinstance(files, str | os.PathLike) else files
    if not isinstance(files, list | tuple) or not files or not all(isinstance(f, str | os.PathLike) for f in files):
        raise PlanError(f"take.files is {files!r}; expected the name of a file, or a list of names")
    said["files"] = tuple(os.fspath(file) for file in files)
    if "-" in said["files"]:
        raise PlanError("take.files has '-'; stdin cannot be read again, which a build may have to")
    for key, choices in (("malformed", ("raise", "drop")), ("format", FORMATS)):
        if key in said:
            said[key] = word(f"take.{key}", said[key], choices)
    if "puzzle" in said:
        said["puzzle"] = _text("take.puzzle", said["puzzle"])
    return Take(**said)


def _filter(said: dict[str, Any]) -> Filter:
    for key in ("clues", "guesses"):
        if key in said:
            said[key] = _interval(f"filter.{key}", said[key])
    for key in ("minimal", "singles"):
        if key in said:
            said[key] = _flag(f"filter.{key}", said[key])
    if "symmetry" in said:
        said["symmetry"] = word("filter.symmetry", said["symmetry"], SYMMETRIES)
    return Filter(**said)


def _split(said: Any) -> dict[str, float]:
    shares = dict(_table("split", said))
    if len(shares) > 250:
        raise PlanError(f"split has {len(shares)} parts; expected at most 250")
    for name in shares:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", str(name)):
            raise PlanError(f"split has a part {name!r}; expected names of letters and digits, such as train")
    shares_of(shares)
    return {name: float(share) for name, share in shares.items()}


def _augment(said: Any, parts: list[str]) -> dict[str, int]:
    _known("augment", _table("augment", said), parts)
    return {part: whole(f"augment.{part}", said[part], most=1_000_000) for part in parts if part in said}


def _write(said: dict[str, Any], extra: list[str]) -> Write:
    """``extra``: columns to write beside the usual ones, if nobody says which."""
    if "format" in said and _text("write.format", said["format"]) != "hrm":
        suffixes = said["format"].lstrip(".")
        bare = bare_name(f"data.{suffixes}")
        if "/" in suffixes or bare.count(".") != 1 or format_of_name(bare) is None:
            raise PlanError(
                f"write.format is {said['format']!r}; expected an extension such as parquet, csv.gz, npz or hrm"
            )
        said["format"] = suffixes
    if "shard" in said:
        said["shard"] = whole("write.shard", said["shard"], least=1)
    if "blank" in said:
        said["blank"] = word("write.blank", said["blank"], (".", "0"))
    if "lists" in said:
        said["lists"] = _flag("write.lists", said["lists"])
    written = Write(**said)
    room = written.kind in TABLES
    columns = said.get("columns", [name for name in COLUMNS if name in ("index", "clues", *extra)] if room else ())
    if not isinstance(columns, list | tuple):
        raise PlanError(f"write.columns is {columns!r}; expected a list of {', '.join(COLUMNS)}")
    if columns and not room:
        raise PlanError(f"write.columns has {columns[0]!r}; {written.format} has no room for more than boards")
    said["columns"] = tuple(word("write.columns", column, COLUMNS) for column in columns)
    return Write(**said)


def _encode(said: Any, write: Write, rules: Rules) -> dict[str, dict[str, Any]]:
    """Columns of arrays: by name the encoding, and its arguments."""
    encoded: dict[str, dict[str, Any]] = {}
    for column, value in _table("encode", said).items():
        if column in (*COLUMNS, "puzzle", "puzzles", "solution", "solutions"):
            raise PlanError(f"encode.{column}: the name belongs to another column")
        if write.kind not in ARRAYS:
            raise PlanError(f"encode.{column}: {write.format} has no room for arrays; write npz, parquet or arrow")
        options = {"encoding": value} if isinstance(value, str) else dict(_table(f"encode.{column}", value))
        if "encoding" not in options:
            raise PlanError(f"encode.{column}.encoding is missing; expected one of {', '.join(ENCODINGS)}")
        word(f"encode.{column}.encoding", options["encoding"], ENCODINGS)
        encoded[column] = options
        if "dtype" in options:
            options["dtype"] = np.dtype(options["dtype"]).name
        try:
            none = np.zeros((0, rules.side**2), np.uint8)
            encoding_of(options, none, none, rules)
        except (TypeError, ValueError) as error:
            raise PlanError(f"encode.{column}: {error}") from None
    return encoded


def encoding_of(options: Mapping[str, Any], puzzles: Any, solutions: Any, rules: Rules) -> Any:
    """Boards as an entry of ``encode`` has them; shape (n, …)."""
    named = {key: value for key, value in options.items() if key != "encoding"}
    if options["encoding"] != "traces":
        named["rules"] = rules
    elif not rules.is_classic:
        raise ValueError("traces support classic 9x9 only")
    function = getattr(encodings, options["encoding"])
    if options["encoding"] == "labels":
        return function(puzzles, solutions, **named)
    return function(puzzles, **named)
