"""Builds the engine for browsers: web/dist, two folders of files for a web server.

    python scripts/web.py        # after `rustup target add wasm32-unknown-unknown`

``full`` has logic, ratings and generation, and the playground of the site; ``solve`` solves only. Both have
``bitdoku.js``, which pages import, the worker with its module, ``rules.json``, the named rules as primitives, and the
licences of the crates in the module.
Cargo and rustc are those of the environment, where ``CARGO`` may name another command. The program ``wasm-bindgen`` is
installed in web/target if it is missing there.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import licences  # type: ignore[import-not-found]  # beside this file

from bitdoku.links._playground import PLAYGROUND_NAMES
from bitdoku.rules import Rules

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
TARGET = "wasm32-unknown-unknown"
#: The features of each folder, and the level of optimization: the solver alone is 6 % smaller and about as fast with 2.
BUILDS = {"full": (["--features", "full"], "3"), "solve": (["--no-default-features"], "2")}


def run(*command: str | Path, **variables: str) -> None:
    """Runs a command in web/."""
    subprocess.run(command, cwd=WEB, env=os.environ | variables, check=True)


def bindgen() -> Path:
    """The program ``wasm-bindgen``, of the version that the module needs."""
    version = re.search(r'(?m)^wasm-bindgen = "=(.+)"', (WEB / "Cargo.toml").read_text(encoding="utf-8"))
    assert version
    tools = WEB / "target" / f"wasm-bindgen-{version[1]}"
    if not (program := tools / "bin" / "wasm-bindgen").exists():
        run("cargo", "install", "--quiet", "--locked", "--root", tools, "--version", version[1], "wasm-bindgen-cli")
    return program


def main() -> None:
    """Builds both folders and prints their sizes."""
    program = bindgen()
    cargo = os.environ.get("CARGO", "cargo").split()
    rules = {name: json.loads(Rules(name).to_primitives()) for name in PLAYGROUND_NAMES}
    shutil.rmtree(WEB / "dist", ignore_errors=True)
    for name, (features, level) in BUILDS.items():
        folder = WEB / "dist" / name
        folder.mkdir(parents=True)
        flags = os.environ.get("RUSTFLAGS", "") + " -C target-feature=+simd128"
        build = ["build", "--quiet", "--locked", "--release", "--target", TARGET, "--target-dir", str(WEB / "target")]
        run(*cargo, *build, *features, RUSTFLAGS=flags, CARGO_PROFILE_RELEASE_OPT_LEVEL=level)
        module = WEB / "target" / TARGET / "release" / "bitdoku_web.wasm"
        run(program, "--target", "web", "--no-typescript", "--out-dir", folder, module)
        for script in ("bitdoku.js", "worker.js"):
            shutil.copy(WEB / "js" / script, folder)
        (folder / "rules.json").write_text(json.dumps(rules, separators=(",", ":")), encoding="utf-8")
        text = licences.content(WEB, TARGET, "full", "The module for browsers of bitdoku")
        (folder / "LICENSES-OF-CRATES").write_text(text, encoding="utf-8")
        (folder / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
    playground(WEB / "dist" / "full")
    for file in sorted(WEB.glob("dist/*/*")):
        print(f"{file.relative_to(WEB)}: {file.stat().st_size:,} bytes, {brotli(file):,} compressed")


def playground(folder: Path) -> None:
    """Adds the playground to the folder of a module."""
    widget = ROOT / "python" / "bitdoku" / "widget"
    others = [widget / "editor.js", widget / "editor.css", ROOT / "docs" / "_static" / "favicon.svg"]
    for file in [*WEB.glob("js/*.js"), *WEB.glob("page/*"), *others]:
        shutil.copy(file, folder)
    run("node", WEB / "first.mjs", folder)
    # The service worker has the files that the page loads, and a version that changes with them.
    omitted = {"LICENSES-OF-CRATES", "live.js", "offline.js", "package.json", "speed.js"}
    files = sorted(file for file in folder.iterdir() if file.name not in omitted)
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
    names = ["./", *(file.name for file in files)]
    script = (folder / "offline.js").read_text(encoding="utf-8")
    known = '["bitdoku", ["./"]]'
    assert known in script
    (folder / "offline.js").write_text(script.replace(known, json.dumps([digest, names])), encoding="utf-8")


def brotli(file: Path) -> int:
    """The bytes of a file compressed by brotli, which node has."""
    script = "console.log(zlib.brotliCompressSync(fs.readFileSync(process.argv[1])).length)"
    return int(subprocess.run(["node", "-e", script, str(file)], check=True, stdout=subprocess.PIPE).stdout)


if __name__ == "__main__":
    main()
