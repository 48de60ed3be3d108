"""Writes LICENSES-OF-CRATES: the licences of all crates that are linked into the extension module.

    python scripts/licences.py           # after a change of Cargo.lock
    python scripts/licences.py --check   # fails if the file is out of date

`scripts/web.py` writes the licences of the module for browsers.

The file is committed and named in pyproject.toml, so that every wheel and the sdist contain it, whoever builds them.
Each text appears once, after the names of its crates. Needs cargo, and the sources of the crates.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "LICENSES-OF-CRATES"
TEXT = re.compile(r"(?i)(licen[cs]e|copying|unlicense|notice|copyright)")


def content(
    folder: Path = ROOT, target: str = "all", features: str = "python", subject: str = "The extension module of bitdoku"
) -> str:
    """The text of the file: the crates with their licences, then each text with the crates that have it.

    By default for the extension module on all systems, since one file is for all wheels.
    """

    def cargo(*arguments: str) -> str:
        command = ["cargo", *arguments, "--locked", "--features", features]
        return subprocess.run(
            command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        ).stdout

    packages = {
        f"{p['name']} {p['version']}": p for p in json.loads(cargo("metadata", "--format-version=1"))["packages"]
    }
    # Without macros, which run at build time.
    edges = "--edges=normal,no-proc-macro"
    lines = cargo("tree", edges, f"--target={target}", "--prefix=none", "--format={p}").splitlines()
    linked = {" ".join(line.split()[:2]).replace(" v", " ") for line in lines if line}
    crates = sorted(crate for crate in linked if not crate.startswith("bitdoku"))
    texts: dict[str, list[str]] = defaultdict(list)
    for crate in crates:
        folder = Path(packages[crate]["manifest_path"]).parent
        for file in sorted(folder.iterdir()):
            if file.is_file() and TEXT.match(file.name):
                texts[file.read_text(encoding="utf-8", errors="replace").strip()].append(f"{crate}, {file.name}")
    parts = [
        f"{subject} contains these crates, under these licences.",
        "\n".join(f"{crate}: {packages[crate]['license']}" for crate in crates),
    ]
    for text, places in texts.items():
        parts.append("\n".join([70 * "-", *places, 70 * "-"]) + f"\n\n{text}")
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Writes or checks the file."""
    text = content()
    if sys.argv[1:] == ["--check"]:
        if not FILE.exists() or FILE.read_text(encoding="utf-8") != text:
            sys.exit("LICENSES-OF-CRATES is out of date: run `python scripts/licences.py`")
    else:
        FILE.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
