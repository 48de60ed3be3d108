"""What a caller may want of a file that is written, for all formats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Options:
    """What all writers understand, each as far as it concerns it."""

    blank: str = "."
    header: bool = True
    lists: bool = False
    delimiter: str = ","
    metadata: Mapping[str, str] | None = None
