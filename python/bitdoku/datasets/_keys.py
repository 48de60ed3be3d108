"""Plans in TOML: their files, sections and keys.

A section is a dataclass whose fields are its keys; :func:`key` has the check of each. An unknown key raises an error
that suggests the nearest known one.
"""

from __future__ import annotations

import difflib
import json
import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, field, fields
from pathlib import Path
from typing import Any, TypeVar

from bitdoku._arguments import path_of
from bitdoku._core import _kind as kind
from bitdoku._core import _word as word
from bitdoku._errors import PlanError, shown

_Section = TypeVar("_Section")


def checked_line(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or value.splitlines() != [value]:
        raise PlanError(f"{name} is {shown(value)}; expected one line of text")
    return value


def checked_flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise PlanError(f"{name} is {shown(value)}; expected true or false")
    return value


def checked_files(name: str, value: Any) -> tuple[str, ...]:
    files = (value,) if isinstance(value, str | os.PathLike) else value
    if not isinstance(files, list | tuple) or not files or not all(isinstance(f, str | os.PathLike) for f in files):
        raise PlanError(f"{name} is {shown(value)}; expected a file name or a list of them")
    names = tuple(path_of(name, file) for file in files)
    if "-" in names:
        raise PlanError(f"{name} has '-'; expected files, because a resumed build reads them again")
    return names


def key(check: Callable[[str, Any], Any] | tuple[str, ...], default: Any = MISSING) -> Any:
    """A key of a section; ``check`` is a function of its name and value, or the words that are allowed."""
    words = check
    checked = (lambda name, value: word(name, value, words)) if isinstance(words, tuple) else words
    return field(default=default, metadata={"check": checked})


def read_plan(path: str | os.PathLike[str]) -> tuple[dict[str, Any], Path]:
    """The plan in a TOML file or manifest, and the folder to which its file names are relative.

    Raises PlanError if it is neither.
    """
    file = Path(path_of("plan", path))
    if file.is_dir():
        raise PlanError(f"{file} is a folder; expected a plan in TOML, or the manifest of a build")
    try:
        if file.suffix.lower() == ".json":
            manifest = json.loads(file.read_text(encoding="utf-8-sig"))
            # The manifest includes defaults; None means that a key was not given.
            given = {key: _without_none(value) for key, value in manifest["plan"].items() if value is not None}
            # Sources are not relative to the folder of the manifest.
            return given, Path.cwd()
        return tomllib.loads(file.read_text(encoding="utf-8-sig")), file.parent
    except (ValueError, RecursionError) as error:  # of syntax, or nested too deeply
        expected = "the manifest of a build in JSON" if file.suffix.lower() == ".json" else "a plan in TOML"
        reason = f"byte {error.start} is not UTF-8" if isinstance(error, UnicodeDecodeError) else error
        raise PlanError(f"{file}: {reason}; expected {expected}") from None
    except (KeyError, TypeError, AttributeError):
        raise PlanError(f"{file} is not the manifest of a build: it has no plan") from None


def _without_none(value: Any) -> Any:
    return {key: item for key, item in value.items() if item is not None} if isinstance(value, dict) else value


def expect_known(section: str, given: Mapping[Any, Any], known: Sequence[str]) -> None:
    for key in given:
        if key not in known:
            where = f" in [{section}]" if section else ""
            near = difflib.get_close_matches(key if isinstance(key, str) else "", known, 1, 0.5)
            hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(known)}"
            raise PlanError(f"unknown key {shown(key)}{where}; {hint}")


def checked_section(name: str, given: Any, section: type[_Section], **required: str) -> _Section:
    """A checked section; ``required`` describes the mandatory keys."""
    known = {entry.name: entry.metadata.get("check") for entry in fields(section)}  # type: ignore[arg-type]
    expect_known(name, expect_table(name, given), list(known))
    for key, what in required.items():
        if given.get(key) is None:
            raise PlanError(f"{name}.{key} is missing; expected {what}")
    values = {key: value for key, value in given.items() if value is not None}
    checks = {key: check for key, check in known.items() if check is not None}
    return section(
        **{key: checks[key](f"{name}.{key}", value) if key in checks else value for key, value in values.items()}
    )


def expect_table(name: str, given: Any) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise PlanError(f"{name} is {kind(given)}; expected a section of keys and values")
    return given
