"""Options of the writers of all formats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Options:
    """Options for writing; each writer uses those that apply to its format."""

    blank: str = "."
    header: bool = True
    lists: bool = False
    delimiter: str = ","
    metadata: Mapping[str, str] | None = None
