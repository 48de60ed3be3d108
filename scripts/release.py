"""Rehearses a release, or makes its tag: `make release-dry-run`, `python scripts/release.py 0.1.0 --tag`.

With ``--notes`` it only prints the section of the changelog, for the page of the release.

All is done in a clone of what is committed, so nothing that lies about gets into a release: versions and changelog are
checked, sdist and wheel built, checked and tested. A rehearsal may be of another version, such as a candidate, which is
written into the clone. Only ``--tag`` changes the checkout, by a tag; pushing it publishes (docs/dev/releasing.md).
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Where the version stands.
PLACES = {
    "Cargo.toml": r'(?m)^version = "(.*)"$',
    "Cargo.lock": r'name = "bitdoku"\nversion = "(.*)"',
    "CITATION.cff": r"(?m)^version: (.*)$",
}


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """Runs a command, shows it, and returns what it printed."""
    print("+", *command, flush=True)
    environ = {**os.environ, **environment}
    done = subprocess.run(command, cwd=folder, env=environ, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout, end="", flush=True)
    if done.returncode:
        sys.exit(f"{command[0]} failed with exit code {done.returncode}")
    return done.stdout


def of_cargo(version: str) -> str:
    """The version as Cargo writes it: 0.1.0rc1 is 0.1.0-rc.1."""
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        sys.exit(f"the version is {version!r}; expected one such as 0.1.0 or 0.1.0rc1")
    return re.sub(r"(a|b|rc)(\d+)$", r"-\1.\2", version)


def versions(folder: Path) -> set[str]:
    """The versions that the files state."""
    found = {file: re.search(place, (folder / file).read_text(encoding="utf-8")) for file, place in PLACES.items()}
    return {match[1] if match else f"none in {file}" for file, match in found.items()}


def write_version(folder: Path, version: str) -> None:
    """Writes the version into every file, and commits that in the clone."""
    for file, place in PLACES.items():
        text = (folder / file).read_text(encoding="utf-8")
        (folder / file).write_text(
            re.sub(place, lambda found: found[0].replace(found[1], version), text, count=1), encoding="utf-8"
        )
    run("git", "-c", "user.name=rehearsal", "-c", "user.email=none", "commit", "--quiet", "--all",
        "--message", f"Version {version}", folder=folder)  # fmt: skip


def section(folder: Path, version: str) -> tuple[str, str]:
    """The date and the entries in the changelog of the version, or for a candidate of its final version."""
    final = re.sub(r"(a|b|rc)\d+$", "", version)
    text = (folder / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"(?m)^## \[{re.escape(final)}\] - (\d{{4}}-\d\d-\d\d|unreleased)\n(?s:(.*?))(?=^## |\Z)", text)
    if found is None or not found[2].strip():
        sys.exit(f"CHANGELOG.md has no section '## [{final}] - YYYY-MM-DD' with entries")
    return found[1], found[2].strip()


def check_changelog(folder: Path, version: str, *, tag: bool) -> None:
    """The changelog has entries for the version, and a date for the tag of a final version."""
    date, _ = section(folder, version)
    if date == "unreleased" and re.fullmatch(r"[\d.]+", version) and tag:
        sys.exit(f"CHANGELOG.md: the section {version} has no date")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", help="such as 0.1.0 or 0.1.0rc1")
    parser.add_argument("--tag", action="store_true", help="make the tag in the end")
    parser.add_argument("--notes", action="store_true", help="print the section of the changelog, and do nothing else")
    options = parser.parse_args()
    version, cargo_version = options.version, of_cargo(options.version)
    if options.notes:
        print(section(ROOT, version)[1])
        return

    if run("git", "status", "--porcelain", folder=ROOT):
        sys.exit("there are uncommitted changes")
    commit = run("git", "rev-parse", "HEAD", folder=ROOT).strip()
    if run("git", "tag", "--list", f"v{version}", folder=ROOT):
        sys.exit(f"the tag v{version} exists")

    clone = ROOT / "target" / "release-clone"
    shutil.rmtree(clone, ignore_errors=True)
    run("git", "clone", "--quiet", "--no-hardlinks", ROOT, clone, folder=ROOT)
    run("git", "checkout", "--quiet", commit, folder=clone)
    if len(found := versions(clone)) != 1:
        sys.exit(f"the files state several versions: {', '.join(sorted(found))}")
    check_changelog(clone, version, tag=options.tag)
    if found != {cargo_version}:
        if options.tag:
            sys.exit(f"the files state the version {found.pop()}; commit {cargo_version} first")
        write_version(clone, cargo_version)

    # The tools of this environment; what they build stays beside the clone, so that the next rehearsal is quick.
    tools = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
             "CARGO_TARGET_DIR": str(ROOT / "target" / "release-build")}  # fmt: skip
    python = sys.executable
    if shutil.which("cargo-deny"):
        run("cargo", "deny", "--offline", "check", "bans", "licenses", "sources", folder=clone)
    else:
        print("no cargo-deny: CI runs it")
    run(python, "-m", "maturin", "sdist", "--out", "dist", folder=clone, **tools)
    sdist = clone / "dist" / f"bitdoku-{version}.tar.gz"
    with tarfile.open(sdist) as archive:
        archive.extractall(clone / "dist", filter="data")
    source = clone / "dist" / f"bitdoku-{version}"
    # The wheel is built and tested in the sdist, without the network: so the sdist has all that is needed.
    run(python, "scripts/wheel.py", "build", folder=source, CARGO_NET_OFFLINE="true", **tools)
    run(python, "scripts/wheel.py", "test", folder=source, **tools)
    for file in sorted([sdist, *(source / "dist").glob("*.whl")]):
        print(f"{file.stat().st_size:>10,} bytes  {file.name}")

    if not options.tag:
        print(f"would tag {commit} as v{version}")
        return
    run("git", "tag", "--annotate", f"v{version}", commit, "--message", f"bitdoku {version}", folder=ROOT)
    print(f"tagged; `git push origin v{version}` publishes")


if __name__ == "__main__":
    main()
