"""What the tests share: hypothesis profiles, puzzle sets, time limits for other processes."""

from __future__ import annotations

import lzma
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Callable

settings.register_profile("fast", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("slow", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))


def puzzle_sets() -> list[Path]:
    """The files of the folder BITDOKU_PUZZLES."""
    folder = os.environ.get("BITDOKU_PUZZLES")
    return sorted(Path(folder).glob("*.txt.xz")) if folder else []


def read_set(path: Path) -> list[str]:
    """The puzzles of a set, a line each."""
    with lzma.open(path, "rt") as file:
        return file.read().split()


@pytest.fixture
def python() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a program in a fresh interpreter, within a time limit."""

    def run(code: str, *, timeout: float = 60, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )

    return run
