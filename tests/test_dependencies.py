"""Each direct dependency has its reason in docs/dev/dependencies.md, and all crates have licences of deny.toml."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def table(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


def named(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found
    return found[0].lower()


def test_each_dependency_has_its_reason() -> None:
    cargo, project = table("Cargo.toml"), table("pyproject.toml")
    groups = [*project["dependency-groups"].values(), *project["project"]["optional-dependencies"].values()]
    wanted = {*cargo["dependencies"], *cargo["dev-dependencies"], *map(named, project["project"]["dependencies"])}
    wanted |= {named(item) for group in groups for item in group if isinstance(item, str)}
    page = (ROOT / "docs" / "dev" / "dependencies.md").read_text(encoding="utf-8")
    told = {name for row in re.findall(r"(?m)^\| (`.*?`) \|", page) for name in re.findall(r"`([^`]+)`", row)}
    assert told == wanted


def test_locks_have_all_tools() -> None:
    """``make lock`` was run after the last change of a group."""
    groups = table("pyproject.toml")["dependency-groups"]

    def items(group: str) -> set[str]:
        found = set()
        for item in groups[group]:
            found |= {named(item)} if isinstance(item, str) else items(item["include-group"])
        return found

    for group in ("build", "dev", "bench", "release", "pyodide"):
        lock = (ROOT / "requirements" / f"{group}.txt").read_text(encoding="utf-8")
        locked = set(re.findall(r"(?m)^([\w.-]+)==", lock))
        assert items(group) <= locked, group
        assert lock.count("--hash=sha256:") >= len(locked)


def allowed(expression: str, licences: set[str]) -> bool:
    """Whether an SPDX expression, or an old one with a slash, can be met by these licences."""
    words = re.findall(r"[()]|\bAND\b|\bOR\b|/|[\w.+-]+(?: WITH [\w.-]+)?", expression)
    logic = {"AND": "and", "OR": "or", "/": "or", "(": "(", ")": ")"}
    return bool(eval(" ".join(logic.get(word) or str(word in licences) for word in words)))


def test_expressions() -> None:
    assert allowed("MIT OR Apache-2.0 OR LGPL-2.1-or-later", {"MIT"})
    assert allowed("Unlicense/MIT", {"MIT"})
    assert allowed("(MIT OR Apache-2.0) AND Unicode-3.0", {"MIT", "Unicode-3.0"})
    assert not allowed("(MIT OR Apache-2.0) AND Unicode-3.0", {"MIT"})
    assert not allowed("Apache-2.0 WITH LLVM-exception", {"Apache-2.0"})
    assert not allowed("MPL-2.0", {"MIT"})


def test_licences_of_all_crates() -> None:
    if shutil.which("cargo") is None:
        pytest.skip("cargo is not installed")
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--all-features"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert told.returncode == 0, told.stderr
    licences = set(table("deny.toml")["licenses"]["allow"])
    packages = json.loads(told.stdout)["packages"]
    assert len(packages) > 50
    assert {p["name"]: p["license"] for p in packages if not allowed(p["license"] or "none", licences)} == {}


def test_the_licences_of_the_crates_are_up_to_date() -> None:
    if shutil.which("cargo") is None:
        pytest.skip("cargo is not installed")
    command = [sys.executable, "scripts/licences.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("lock", ["Cargo.lock", "fuzz/Cargo.lock", "benches/peers/Cargo.lock"])
def test_crates_come_from_the_registry(lock: str) -> None:
    own = {"bitdoku", "bitdoku-fuzz", "bitdoku-peers"}
    for package in table(lock)["package"]:
        if package["name"] not in own:
            assert package["source"] == "registry+https://github.com/rust-lang/crates.io-index", package["name"]
            assert len(package["checksum"]) == 64
