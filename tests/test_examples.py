"""The notebooks run from top to bottom."""

from __future__ import annotations

from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.ipynb"))


@pytest.mark.filterwarnings("default")  # those of the notebook machinery are not ours
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_notebook(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "clear the outputs before committing"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("<svg" in output.get("data", {}).get("text/html", "") for output in shown)
