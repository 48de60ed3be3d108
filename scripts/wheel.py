"""Builds, checks and tests the wheels that are published; `make wheel` and the release run it.

    python scripts/wheel.py build [TARGET] [--interpreter python3.14t]  # into dist/; TARGET as in rustc
    python scripts/wheel.py check FILE...            # what the package index and its users may expect of the files
    python scripts/wheel.py test [FILE] [--numpy 1.26.0]  # chosen tests on the installed wheel, in a fresh environment

Wheels for Linux are linked by zig against glibc 2.28 or musl, so that any machine can build them for any other. Needs
the group ``release`` of pyproject.toml; testing needs nothing.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
#: Bytes; a wheel has about 3 million.
LIMIT = 5_000_000
#: Where people and runners build; a path of them has no place in a wheel.
BUILDERS = rb"/home/[\w.-]+/|/root/|/Users/[\w.-]+/|/github/|[A-Z]:\\+(Users|a)\\|\.cargo/|/rustup/|file://"
#: Quick, and on every part of the extension; tests that need more than the group wheel-test are skipped.
TESTS = [
    f"tests/test_{name}.py"
    for name in (
        "arguments",
        "check",
        "columns_rare",
        "errors",
        "generate",
        "input_forms",
        "out",
        "promises",
        "symmetry",
        "text",
        "verdicts",
    )
]


def run(*command: str | Path, **environment: str) -> str:
    """Runs a command in the checkout, shows it, and returns what it printed."""
    print("+", *command, flush=True)
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{done.stdout}{command[0]} failed with exit code {done.returncode}")
    return done.stdout


def build(target: str, interpreter: str) -> Path:
    """A wheel for the stable ABI, or for the version of the interpreter if it has no GIL."""
    cargo = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    # Panics name their source files: these shall not name the builder. Files of the package itself have relative names.
    # RUSTFLAGS replaces the flags for one target, so it repeats them.
    given = os.environ.get(
        f"CARGO_TARGET_{target.upper().replace('-', '_')}_RUSTFLAGS", os.environ.get("RUSTFLAGS", "")
    )
    flags = f"--remap-path-prefix={cargo / 'registry' / 'src'}=registry"
    linux = {
        "gnu": ["--compatibility", "manylinux_2_28", "--zig"],
        "musl": ["--compatibility", "musllinux_1_2", "--zig"],
    }
    options = linux[target.rsplit("-", 1)[1]] if "-linux-" in target else []
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = ["maturin", "build", "--release", "--locked", "--target", target, "--interpreter", interpreter]
    print(
        run(
            sys.executable, "-m", *command, *options, "--out", DIST,
            PATH=tools, RUSTFLAGS=f"{given} {flags}".strip(), MACOSX_DEPLOYMENT_TARGET="11.0",
        ),
        end="",
    )  # fmt: skip
    file = max(DIST.glob("*.whl"), key=lambda path: path.stat().st_mtime)
    finish(file)
    return file


def finish(file: Path) -> None:
    """Removes the folder, time and random number from the list of crates: the same sources then give the same wheel."""
    with zipfile.ZipFile(file) as archive:
        content = [(item, archive.read(item)) for item in archive.infolist()]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        record = b""
        for item, data in content:
            if "/sboms/" in item.filename:
                data = re.sub(rb'path\+file://[^"#]*#|\?download_url=file://\.', b"", data)
                data = re.sub(rb'"(serialNumber|timestamp)": "[^"]*",', b"", data)
            if item.filename.endswith(".dist-info/RECORD"):
                data = record + f"{item.filename},,\n".encode()
            hashed = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{item.filename},sha256={hashed},{len(data)}\n".encode()
            archive.writestr(item, data)


def crates() -> set[str]:
    """Name and version of each crate of Cargo.lock."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))
    return {f"{package['name']} {package['version']}" for package in lock["package"]}


def faults(file: Path) -> list[str]:
    """What is wrong with the content of a wheel."""
    found = []
    size = file.stat().st_size
    if size > LIMIT and "wasm32" not in file.name:  # of native code
        found.append(f"it has {size:,} bytes; at most {LIMIT:,} are allowed")
    with zipfile.ZipFile(file) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    for name, data in content.items():
        path = re.search(BUILDERS, data)
        if path or bytes(ROOT) in data:
            seen = data[path.start() - 40 : path.end() + 40] if path else bytes(ROOT)
            found.append(f"{name} names a folder of the builder: {seen!r}")
    tail = {name.split("/", 1)[1] for name in content}
    version = file.name.split("-")[1]
    wanted = {f"licenses/{name}" for name in ("LICENSE-MIT", "LICENSE-APACHE", "LICENSES-OF-CRATES")}
    wanted |= {"board/fonts/NotoSans-Regular.ttf", "board/fonts/OFL.txt"}
    wanted |= {"METADATA", "entry_points.txt", "py.typed", "_core.pyi"}
    found += [f"it lacks {name}" for name in sorted(wanted - tail)]
    if strangers := {name.split("/")[0] for name in content} - {"bitdoku", f"bitdoku-{version}.dist-info"}:
        found.append(f"it has {', '.join(sorted(strangers))} besides the package")
    lists = [data for name, data in content.items() if "/sboms/" in name]
    if not lists:
        found.append("it lacks the list of its crates (sboms)")
    for data in lists:
        parts = json.loads(data)["components"]
        if unknown := {f"{part['name']} {part['version']}" for part in parts} - crates():
            found.append(f"its list of crates has {', '.join(sorted(unknown))}, which Cargo.lock has not")
    return found


def check(file: Path) -> None:
    """Stops at a wheel that breaks a promise to the package index or to its users."""
    if wrong := faults(file):
        sys.exit("\n".join(f"{file.name}: {fault}" for fault in wrong))
    if "linux" in file.name:
        # Libraries of this machine are not looked at: its libc.so is that of glibc. zig links to musl by that name, and
        # musl's loader resolves it to itself; auditwheel knows only the name that Alpine uses.
        command = (sys.executable, "-m", "auditwheel", "show", "--json", "--ldpaths", os.devnull)
        report = json.loads(run(*command, file))
        found = report["sym_tag" if report["external_libs"].keys() == {"libc.so"} else "overall_tag"]
        if found != file.stem.split("-")[-1]:
            sys.exit(f"{json.dumps(report, indent=1)}\n{file.name}: auditwheel finds the platform {found}")
    if "-abi3-" in file.name and "wasm32" not in file.name:  # abi3audit reads no WebAssembly
        print(run(sys.executable, "-m", "abi3audit", "--strict", "--report", "--summary", file)[:300])
    print(f"{file.name}: {file.stat().st_size:,} bytes, no faults")


def test(file: Path, numpy: str | None) -> None:
    """Installs the wheel into a fresh environment, nothing of the checkout, and runs the tests there."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python"
        needed = [f"numpy=={numpy}" if numpy else "numpy", *groups["wheel-test"]]
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", file, *needed)
        where = (
            "import sys, numpy, bitdoku as bd; print(bd.__file__); print(sys.version, numpy.__version__, bd.backend())"
        )
        found = run(python, "-I", "-c", where)
        if not found.startswith((str(Path(folder).resolve()), folder)):
            sys.exit(f"the tests would import another bitdoku: {found}")
        print(found, end="")
        print(
            run(
                python,
                "-m",
                "pytest",
                "--quiet",
                "-p",
                "no:cacheprovider",
                *TESTS,
            )[-2000:]
        )


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    building = commands.add_parser("build")
    building.add_argument("target", nargs="?")
    building.add_argument("--interpreter", default=sys.executable)
    commands.add_parser("check").add_argument("files", nargs="+", type=Path)
    testing = commands.add_parser("test")
    testing.add_argument("file", nargs="?", type=Path)
    testing.add_argument("--numpy")
    options = parser.parse_args()
    if options.command == "build":
        host = re.search(r"host: (.*)", run("rustc", "-vV"))
        check(build(options.target or (host[1] if host else ""), options.interpreter))
    elif options.command == "check":
        for file in options.files:
            check(file.resolve())
    else:
        found = sorted(DIST.glob("*.whl"))
        if options.file is None and len(found) != 1:
            sys.exit(f"dist/ has {len(found)} wheels; say which")
        test((options.file or found[0]).resolve(), options.numpy)


if __name__ == "__main__":
    main()
