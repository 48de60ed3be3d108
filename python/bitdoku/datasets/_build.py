"""Building a data set from a plan: generate or read puzzles, filter, dedupe, split, augment, encode and write them.

.. code-block:: text

    <folder>/.build/lock                held by the running build                        ┐
    <folder>/.build/begun.json          identity of the build: plan, versions, sources   │ removed at the end
    <folder>/.build/piece-00000000.npz  puzzles that passed the filters                  ┘
    <folder>/data/train-00000-of-00012.parquet …                                     shards, named as on the hub
    <folder>/README.md                the card
    <folder>/manifest.json            written last: the data set is complete

Files are written atomically (temporary file, fsync, rename), and each is a function of the plan. A stopped build is
resumed by writing the missing files; the result has the same bytes.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import platform
import shutil
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from bitdoku import _core
from bitdoku._arguments import expect_function, path_of
from bitdoku._atomic import replacing, synchronize
from bitdoku._core import _kind as kind
from bitdoku.datasets._card import card
from bitdoku.datasets._io.streams import bare_name, require
from bitdoku.datasets._keys import read_plan
from bitdoku.datasets._pieces import Chosen, Progress, choose, make_pieces, write_shards
from bitdoku.datasets._plan import Plan, Write, make_plan

#: Errors of the file system after which a build can be resumed.
_PLACE = {errno.ENOSPC, errno.EFBIG, errno.EACCES, errno.EPERM, errno.EROFS, errno.EIO} | {
    getattr(errno, name) for name in ("EDQUOT", "ESTALE") if hasattr(errno, name)
}


def build(
    folder: str | os.PathLike[str],
    plan: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Build a data set: generate or read puzzles, filter, dedupe, split, augment, encode and write them.

    The result depends only on the plan, and rows do not depend on the size of shards. To resume a stopped build, make
    the same call again; the result has the same bytes. ``docs/datasets-build.md`` lists the keys of plans.

    Parameters
    ----------
    folder : path
        A new or empty folder, or the folder of the same build. It gets the puzzles in shards (``data``), the plan,
        versions, counts and sha256 of every file (``manifest.json``), and the data set card (``README.md``).
    plan : path or mapping, optional
        A TOML file, the ``manifest.json`` of another build, or a mapping with the same keys. File names in a TOML file
        are relative to its folder, others to the current one.
    threads : int, optional
    progress : callable, optional
        Called with the work done and its total, which is None if it is unknown: puzzles generated or read plus rows
        written.
    **options
        The keys of a plan as arguments, instead of ``plan``: ``seed=7, generate={"n": 1000}, …``.

    Returns
    -------
    dict
        The content of ``manifest.json``.

    Raises
    ------
    PlanError
        If a key is unknown, missing or invalid; the message names it.
    FileExistsError
        If the folder holds other files, or another build.
    PuzzleError
        If an input row is malformed; the message names file, line and cell.
    OSError
        If there is no space or no permission. Make the same call again to resume.
    GenerationError
        If no puzzle satisfies the plan.

    Examples
    --------
    >>> import bitdoku as bd, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = bd.datasets.build(
    ...         folder,
    ...         seed=7,
    ...         generate={"n": 500},
    ...         filter={"clues": [22, 24]},
    ...         split={"train": 0.9, "test": 0.1},
    ...         augment={"train": 3},
    ...         write={"format": "csv"},
    ...     )
    ...     train = bd.datasets.read(f"{folder}/data/train-00000-of-00001.csv")
    >>> done["counts"]["used"], done["parts"]["train"]["puzzles"], len(train)
    (262, 238, 952)
    """
    if (plan is None) == (not options):
        raise TypeError("expected a plan as either a file, a mapping or keyword arguments")
    base = Path.cwd()
    if isinstance(plan, str | os.PathLike):
        options, base = read_plan(plan)
    elif isinstance(plan, Mapping):
        options = {**plan}
    elif plan is not None:
        raise TypeError(f"plan is {kind(plan)}; expected a file, a mapping or keyword arguments")
    expect_function("progress", progress)
    checked = make_plan(options)
    report = progress or (lambda _done, _total: None)
    target = Path(path_of("folder", folder, "the name of a folder"))
    begun = _begun(checked, base)
    work = target / ".build"
    with _resumable(target):
        if (target / "manifest.json").exists() and not work.exists():
            _claim(target, begun)
            return _finished(target)
        with _locked(work, target):
            _claim(target, begun)
            if (target / "manifest.json").exists():
                # The build was killed after writing the last file.
                (work / "begun.json").unlink(missing_ok=True)
                return _finished(target)
            _sweep(target, work)
            chosen = choose(checked, make_pieces(checked, base, work, threads, report))
            manifest = _write(target, checked, begun, chosen, threads, report)
            with replacing(target / "manifest.json") as file:
                file.write(_json(manifest))
            (work / "begun.json").unlink()
        synchronize(target)
    return manifest


def _begun(plan: Plan, base: Path) -> dict[str, Any]:
    """The identity of a build: plan, versions, and hashes of the sources."""
    versions = {"bitdoku": _core.__version__, "stream": _core.stream_version(), **_writing(plan.write)}
    sources = [_file(base / name, name) for name in (plan.take.files if plan.take else ())]
    return {"versions": versions, "plan": plan.description(), "sources": sources}


def _writing(write: Write) -> dict[str, str]:
    """The versions of the libraries that affect the bytes of the output."""
    form = write.kind
    name = f"data.{write.format}"
    compression = name.removeprefix(bare_name(name)).lower()
    zstd_of_arrow = compression == ".zst" and sys.version_info < (3, 14)
    versions = {}
    if form in ("parquet", "arrow") or zstd_of_arrow:
        versions["pyarrow"] = require("pyarrow", "arrow", f"writing {write.format}").__version__
    if form in ("npy", "npz", "hrm"):
        versions["numpy"] = np.__version__
    if form == "npz" or compression == ".gz":
        versions["zlib"] = zlib.ZLIB_RUNTIME_VERSION
    if compression in (".bz2", ".xz", ".zst") and not zstd_of_arrow:
        # Python includes bzip2, liblzma and zstd, and the first two do not report their versions.
        versions["python"] = platform.python_version()
    return versions


def _file(path: Path, name: str) -> dict[str, Any]:
    """Name, size and hash of a file, or of all files of a folder."""
    if path.is_dir():
        parts = [_file(part, part.relative_to(path).as_posix()) for part in sorted(path.rglob("*")) if part.is_file()]
        digest = hashlib.sha256(_json(parts)).hexdigest()
        return {"path": name, "bytes": sum(part["bytes"] for part in parts), "sha256": digest}
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {"path": name, "bytes": path.stat().st_size, "sha256": digest}


def _json(value: Any) -> bytes:
    return json.dumps(value, indent=2, ensure_ascii=False).encode() + b"\n"


def _claim(target: Path, begun: dict[str, Any]) -> None:
    """Claim the folder for this build. Raises FileExistsError if it holds another build or other files."""
    for mark in (target / "manifest.json", target / ".build" / "begun.json"):
        if mark.exists():
            known = json.loads(mark.read_bytes())
            before = {key: known.get(key) for key in begun}
            if before != begun:
                raise FileExistsError(
                    f"{target} holds another build: {_difference(before, begun)}; use an empty folder"
                )
            return
    if others := sorted(path.name for path in target.iterdir() if path.name != ".build"):
        raise FileExistsError(
            f"{target} holds files that are not part of a build, such as {others[0]}; use an empty folder"
        )
    with replacing(target / ".build" / "begun.json") as file:
        file.write(_json(begun))


def _difference(before: Any, now: Any, name: str = "") -> str:
    if isinstance(before, dict) and isinstance(now, dict):
        for key in [*now, *before]:
            if key not in before or key not in now or before[key] != now[key]:
                inside = f"{name}.{key}" if name not in ("", "plan", "versions") else key
                return _difference(before.get(key), now.get(key), inside)
    if name == "sources":
        return "a source has changed"
    return f"{name} was {json.dumps(before)} and is {json.dumps(now)}"


@contextmanager
def _locked(work: Path, target: Path) -> Iterator[None]:
    """Hold the lock while a block runs. The system releases it when the process ends.

    Afterwards the work folder is removed if the build is complete or was never begun.
    """
    path = work / "lock"
    with ExitStack() as stack:
        work.mkdir(parents=True, exist_ok=True)
        # No lock on Windows, where open files cannot be removed or replaced, so a second build fails, and on
        # WebAssembly, which has one process.
        while find_spec("fcntl"):
            import fcntl

            try:
                file = stack.enter_context(path.open("wb"))
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                    break
            except BlockingIOError:
                raise FileExistsError(f"another build is running in {target}") from None
            except FileNotFoundError:  # the previous build has just removed the folder
                work.mkdir(parents=True, exist_ok=True)
        try:
            yield
        finally:
            if not (work / "begun.json").exists():
                shutil.rmtree(work, ignore_errors=True)


def _sweep(target: Path, work: Path) -> None:
    """Remove temporary files of a killed build."""
    for folder in (target, work, target / "data"):
        for path in folder.glob(".*.part"):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()


@contextmanager
def _resumable(target: Path) -> Iterator[None]:
    """Let file system errors say that the build can be resumed."""
    try:
        yield
    except OSError as error:
        if error.errno not in _PLACE:
            raise
        why = f"{os.strerror(error.errno or 0)}; run the same build again to resume it"
        raise OSError(error.errno, why, error.filename or str(target)) from error


def _write(
    target: Path, plan: Plan, begun: dict[str, Any], chosen: Chosen, threads: int | None, report: Progress
) -> dict[str, Any]:
    """Write all files except the manifest, which is returned."""
    data, readme = target / "data", target / "README.md"
    if plan.write.kind != "hrm":
        data.mkdir(exist_ok=True)
    about = {
        "stream_version": str(begun["versions"]["stream"]),
        "seed": str(plan.seed),
        "options": json.dumps(begun["plan"]),
        "license": plan.license,
    }
    written = write_shards(plan, chosen, data, about, threads, report)
    synchronize(data)
    parts = {
        part: {"puzzles": chosen.size(k), "rows": chosen.size(k) * (plan.copies(part) + 1)}
        for k, part in enumerate(plan.parts)
    }
    with replacing(readme) as file:
        file.write(card(plan, parts, chosen.counts, begun["versions"]).encode())
    files = []
    for path, part, rows in [*written, (readme, "", 0)]:
        entry = _file(path, path.relative_to(target).as_posix())
        files.append(entry | ({"part": part, "rows": rows} if part else {}))
    names = {"name": plan.name, "license": plan.license, "seed": plan.seed}
    return {**names, **begun, "counts": chosen.counts, "parts": parts, "files": files}


def _finished(target: Path) -> dict[str, Any]:
    """The manifest of a complete set. Raises FileNotFoundError if a file is missing or has another size."""
    manifest: dict[str, Any] = json.loads((target / "manifest.json").read_bytes())
    for entry in manifest["files"]:
        path = target / entry["path"]
        if not path.is_file() or path.stat().st_size != entry["bytes"]:
            raise FileNotFoundError(
                f"{path} is missing or has changed since the build; remove {target} to build it again"
            )
    return manifest
