"""The examples in the docstrings and the README run."""

from __future__ import annotations

import csv
import doctest
import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bitdoku as bd

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(bd.__path__, "bitdoku.") if not module.name.endswith("__main__")
)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


README = Path(__file__).parent.parent / "README.md"
#: The command where no extra is installed.
BARE = """#!/bin/sh
exec "{python}" -c "
import sys
sys.modules.update(dict.fromkeys(
    ('anywidget', 'argcomplete', 'fpdf', 'matplotlib', 'pyarrow', 'ray', 'resvg_py', 'rich', 'torch')
))
from bitdoku.cli import main
sys.exit(main(sys.argv[1:]))" "$@"
"""


def run(owner: Any, name: str) -> int:
    """Runs the examples of an object and what it contains; their number."""
    found = doctest.DocTestFinder(exclude_empty=True).find(owner, name, globs={"bd": bd})
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for test in found:
        runner.run(test)
    assert runner.failures == 0, f"{runner.failures} examples of {name} failed; they are in the captured output"
    return runner.tries


@pytest.mark.parametrize(
    "name",
    # Ray takes seconds to import.
    ["bitdoku", *(pytest.param(name, marks=[pytest.mark.slow] * (name == "bitdoku.ray")) for name in MODULES)],
)
def test_examples_of_modules(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        if "pip install" not in str(error):
            raise
        pytest.skip(str(error))
    run(module, name)


@pytest.mark.parametrize("name", bd.__all__)
def test_examples_of_what_is_public(name: str) -> None:
    """Those of the compiled functions too, which doctest does not find by itself."""
    run(getattr(bd, name), f"bitdoku.{name}")


def shell(lines: str, folder: Path) -> None:
    """Runs command lines in a folder, with numpy alone."""
    if sys.platform == "win32" or os.environ.get("BITDOKU_WITHOUT_POSIX") == "1":
        pytest.skip("no bash here")
    command = folder / "bin" / "bitdoku"
    command.parent.mkdir()
    command.write_text(BARE.format(python=sys.executable))
    command.chmod(0o755)
    environment = {**os.environ, "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}"}
    bash = ["bash", "-euo", "pipefail", "-c", lines]
    done = subprocess.run(bash, cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_command_lines_of_other_rules(tmp_path: Path) -> None:
    text = (README.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    lines = text.partition("## Command line")[2].partition("```sh\n")[2].partition("```")[0]
    shell(lines, tmp_path)
    puzzles = (tmp_path / "small.txt").read_text().split()
    with (tmp_path / "counted.csv").open(newline="", encoding="utf-8") as file:
        rows = [(row["puzzle"], row["count"]) for row in csv.DictReader(file)]
    assert rows == [(puzzle, "1") for puzzle in puzzles]
    solved = [line.split(",") for line in (tmp_path / "solved.csv").read_text().split()[1:]]
    assert len(solved) == 100
    assert bd.verdict([row[0] for row in solved], rules="6x6").tolist() == [bd.Verdict.UNIQUE] * 100


@pytest.mark.slow
def test_command_lines_of_the_readme_need_numpy_alone(tmp_path: Path) -> None:
    section = README.read_text(encoding="utf-8").partition("## Command line")[2]
    lines = section.partition("```sh\n")[2].partition("```")[0]
    # Less of each, for the sake of time.
    lines = lines.replace("-n 1000000", "-n 100").replace("bitdoku bench", "bitdoku bench --seconds 0.01")
    shell(lines, tmp_path)
    assert len((tmp_path / "solved.csv").read_text().split()) == 101
    assert [len((tmp_path / f"{part}.csv").read_text().split()) for part in ("train", "test")] == [91, 11]
