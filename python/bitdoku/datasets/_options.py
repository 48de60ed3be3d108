"""Options of the writers of all formats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bitdoku.datasets._rows import Rows


@dataclass(frozen=True)
class Options:
    """Options for writing; each writer uses those that apply to its format."""

    blank: str = "."
    own_blank: bool = False
    """Whether ``blank`` was not asked for, so that formats with columns write that of the rows."""
    header: bool = True
    lists: bool = False
    delimiter: str = ","
    metadata: Mapping[str, str] | None = None

    def blank_of(self, rows: Rows) -> str:
        """The character for a blank cell in formats with columns."""
        return rows.blank if self.own_blank else self.blank
