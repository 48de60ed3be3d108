"""Runs the examples of the README and of the documentation: blocks of ``python``, and in docs/ also those of ``sh``.

Each page runs in a new folder. Besides what the page itself writes, the folder has the files that command lines name.

With ``BITDOKU_WITHOUT_POSIX=1`` the tests lack ``fcntl``, ``pty``, ``resource``, ``os.fork`` and bash, as on Windows.
"""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import tempfile
from doctest import ELLIPSIS
from pathlib import Path
from typing import Any

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

ROOT = Path(__file__).parent

WITHOUT_POSIX = os.environ.get("BITDOKU_WITHOUT_POSIX") == "1"
if WITHOUT_POSIX:
    HIDING = ROOT / "tests" / "without_posix"
    runpy.run_path(str(HIDING / "sitecustomize.py"))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HIDING), os.environ.get("PYTHONPATH"))))

PLAN = """
seed = 7
generate = { n = 100 }
write = { format = "csv" }
"""


#: Exit code 2 means that the options or the input are wrong. It is no example even if the line goes on after it.
COMMAND = """#!/bin/sh
"{python}" -m bitdoku "$@"
code=$?
[ $code -ne 2 ] || echo "$@" >> "{refused}"
exit $code
"""


def setup(namespace: dict[str, Any]) -> None:
    """Enters a new folder."""
    namespace["__before"], namespace["__folder"] = Path.cwd(), tempfile.TemporaryDirectory()
    os.chdir(namespace["__folder"].name)


def teardown(namespace: dict[str, Any]) -> None:
    """Leaves and removes it."""
    os.chdir(namespace["__before"])
    namespace["__folder"].cleanup()


def write_files(folder: Path) -> None:
    """The files of command lines, with a few puzzles each; none that is there is replaced."""
    import bitdoku as bd  # late: not all test runs need it

    made = bd.generate(20, seed=1)
    for name in ("puzzles.txt", "puzzles.csv.gz", "train.csv", "test.csv", "big.csv"):
        if not (folder / name).exists():
            rows = slice(10, 20) if name == "test.csv" else slice(0, 10)
            bd.datasets.write(folder / name, made.puzzle[rows], made.solution[rows])
    if not (folder / "plan.toml").exists():
        (folder / "plan.toml").write_text(PLAN)
    command = folder / "bin" / "bitdoku"
    command.parent.mkdir(exist_ok=True)
    command.write_text(COMMAND.format(python=sys.executable, refused=folder / "bin" / "refused"))
    command.chmod(0o755)


def run_shell(example: Example) -> str | None:
    """Runs command lines; what they print, if they fail."""
    if sys.platform == "win32" or WITHOUT_POSIX:
        pytest.skip("no bash here")
    folder = Path.cwd()
    write_files(folder)
    environment = {**os.environ, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    bash = ["bash", "-euo", "pipefail", "-c", example.parsed]
    done = subprocess.run(bash, env=environment, capture_output=True, text=True, timeout=120, check=False)
    refused = folder / "bin" / "refused"
    if done.returncode == 0 and not refused.exists():
        return None
    return f"{done.stdout}{done.stderr}exit code {done.returncode}"


python = PythonCodeBlockParser(doctest_optionflags=ELLIPSIS)
pages = Sybil(
    parsers=[python, CodeBlockParser("sh", run_shell), SkipParser()],
    path=str(ROOT / "docs"),
    patterns=["*.md"],
    excludes=["_build/**/*.md"],
    setup=setup,
    teardown=teardown,
)
# The command lines of the README have a test of their own (tests/test_documentation.py).
readme = Sybil(parsers=[python, SkipParser()], path=str(ROOT), patterns=["README.md"], setup=setup, teardown=teardown)
pytest_collect_file = (pages + readme).pytest()


def pytest_configure(config: pytest.Config) -> None:
    """Hugging Face's locks warn where there is no ``fcntl``; on Windows they use other locks."""
    if WITHOUT_POSIX:
        config.addinivalue_line("filterwarnings", "ignore:only soft file lock is available")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Ray warns of itself; everywhere else warnings are errors."""
    for item in items:
        if item.path.name == "ray-shards.md":
            item.add_marker(pytest.mark.filterwarnings("default"))
