"""What type checkers know of the package: the assertions of tests/typed hold under mypy and pyright.

The names of types are read from the stubs alone, so that the package need not be compiled, nor pandas be installed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1]
TYPED = ROOT / "tests" / "typed"


def run(*arguments: str | Path) -> str:
    command = [sys.executable, "-m", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def mypy(folder: Path) -> list[str]:
    """What mypy finds there, with the options of pyproject.toml."""
    pytest.importorskip("mypy")
    return run("mypy", "--no-error-summary", "--config-file", "pyproject.toml", folder).splitlines()


def pyright(folder: Path) -> list[str]:
    """What pyright finds there, with the options of the folder's pyrightconfig.json."""
    pytest.importorskip("pyright")
    found = json.loads(run("pyright", "--outputjson", "--pythonpath", sys.executable, "--project", folder))
    assert found["summary"]["filesAnalyzed"] == len([*folder.glob("*.py")])
    return [
        f"{one['file']}:{one['range']['start']['line'] + 1}: {one['message']}" for one in found["generalDiagnostics"]
    ]


pytestmark = pytest.mark.slow
checkers = pytest.mark.parametrize("checker", [mypy, pyright])


@checkers
def test_types_are_known(checker: Callable[[Path], list[str]]) -> None:
    assert checker(TYPED) == []


@checkers
def test_a_wrong_assertion_is_found(checker: Callable[[Path], list[str]], tmp_path: Path) -> None:
    """What comes back from the checkers is looked at: the test above can fail."""
    lines = (
        "from typing import assert_type",
        "import bitdoku as bd",
        'assert_type(bd.solve("").solution, bytes)',
        'assert_type(bd.solve(""), bd.SolveResult[str, bd.Verdict])',
        "bd.solve(None)",
    )
    (tmp_path / "wrong.py").write_text("\n".join(lines) + "\n")
    config = json.loads((TYPED / "pyrightconfig.json").read_text())
    config["extraPaths"] = [str(ROOT / "python")]
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    found = "\n".join(checker(tmp_path))
    assert "wrong.py:3: " in found
    assert "wrong.py:4: " not in found
    assert "wrong.py:5: " in found
