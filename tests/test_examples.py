"""The notebooks and the demo run from top to bottom."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

DEMO = Path(__file__).parent.parent / "examples" / "demo.py"
EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.ipynb"))
#: What a notebook shows, in bytes: pages of them load at once.
OUTPUT = 400_000


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # those of the notebook machinery are not ours
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_notebook(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    needs = {"data_sets": ["pyarrow"], "machine_learning": ["gymnasium", "matplotlib"], "ratings": ["matplotlib"]}
    for package in needs.get(path.stem, []):
        pytest.importorskip(package, reason=f"{package} is not installed")
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "clear the outputs before committing"
    for cell in notebook.cells:
        cell.source = cell.source.replace("PUZZLES = 1_000_000", "PUZZLES = 2_000")
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum(len(str(output.get("data", ""))) for output in shown) < OUTPUT
    assert any("<svg" in output.get("data", {}).get("text/html", "") for output in shown)


def test_demo() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", str(DEMO)], capture_output=True, text=True, timeout=120, check=True
    )
    assert "314 of 314" in run.stdout


def test_demo_puzzles_are_the_verified_ones() -> None:
    """Those of tests/data, which the Rust tests compare with the reference solver."""
    data = Path(__file__).parent / "data"
    rows = [line.split(":") for file in data.glob("*.txt") for line in file.read_text().splitlines() if line[0] != "#"]
    lines = DEMO.with_name("puzzles.txt").read_text().splitlines()
    shown = [line.split("  # ") for line in lines if line and line[0] != "#"]
    assert sorted(map(tuple, shown)) == sorted((puzzle, count) for puzzle, count, _ in rows)
