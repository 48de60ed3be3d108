"""Data sets from a plan: make or take puzzles, filter, dedupe, split, augment, encode, write; stoppable at any moment.

.. code-block:: text

    <folder>/.build/lock              held by whoever works here, before anything else   ┐
    <folder>/.build/begun.json        what is built here: plan, versions, sources        │ gone at the end
    <folder>/.build/piece-00000000.npz  puzzles that passed the filters                  ┘
    <folder>/data/train-00000-of-00012.parquet …                                     shards, in the hub's naming
    <folder>/README.md                the card
    <folder>/manifest.json            the last file: with it the set is complete

Every file is written under a temporary name, fsynced and renamed, so that what has its name is whole. What remains to
be done after a stop is what has no name yet; every file is a function of the plan, so that the bytes are the same in
the end.
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
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from bitdoku import _core
from bitdoku._core import _kind as kind
from bitdoku.datasets._card import card
from bitdoku.datasets._files import bare_name, replacing, require, sync_folder
from bitdoku.datasets._pieces import choose, make_pieces
from bitdoku.datasets._plan import Plan, Write, make_plan, read_plan
from bitdoku.datasets._shards import write_shards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bitdoku.datasets._pieces import Chosen

#: Errors of the place where files go: the work done so far is good, and goes on when there is room again.
_PLACE = {errno.ENOSPC, errno.EFBIG, errno.EACCES, errno.EPERM, errno.EROFS, errno.EIO} | {
    getattr(errno, name) for name in ("EDQUOT", "ESTALE") if hasattr(errno, name)
}


def build(
    folder: str | os.PathLike[str],
    plan: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    *,
    threads: int | None = None,
    progress: Callable[[str, int, int | None], object] | None = None,
    **said: Any,
) -> dict[str, Any]:
    """Builds a data set: makes or takes puzzles, filters, dedupes, splits, augments, encodes and writes them.

    The result depends on the plan alone, not on threads; rows do not depend on the size of shards either. A build that
    was killed goes on when the same call is made again, and ends with the same bytes. ``docs/datasets-build.md`` lists
    the keys of plans.

    Parameters
    ----------
    folder : path
        New, empty, or one where the same plan was begun. The puzzles go to ``data``, in shards; beside it there are
        ``manifest.json`` (plan, versions, counts, sha256 of every file) and ``README.md``, the card that the hub shows.
    plan : path or mapping, optional
        A TOML file; or the ``manifest.json`` of another build, to build it again; or a mapping of the same keys. File
        names in a TOML file start from its folder, others from the current one.
    threads : int, optional
    progress : callable, optional
        Called with the name of the stage, the rows done, and how many there are, or None.
    **said
        The keys of a plan as arguments, instead of ``plan``: ``seed=7, generate={"n": 1000}, …``.

    Returns:
    -------
    dict
        What ``manifest.json`` holds.

    Raises:
    ------
    PlanError
        If a key is unknown or missing, or has a value that makes no sense; the message names it.
    FileExistsError
        If the folder has other files, or another plan was begun in it.
    PuzzleError
        If a row to take cannot be read; the message names file, line and cell.
    OSError
        If there is no room, or no permission. What was written is good: make the same call again to go on.
    GenerationError
        If no puzzle can be as the plan wants it.

    Examples:
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
    if (plan is None) == (not said):
        raise TypeError("a plan comes as a file, as a mapping, or as arguments; expected one of these")
    base = Path.cwd()
    if isinstance(plan, str | os.PathLike):
        said, base = read_plan(plan)
    elif plan is not None:
        said = {**plan}
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is {kind(progress)}; expected a function")
    checked = make_plan(said)
    tell = progress or (lambda _stage, _done, _total: None)
    target = Path(folder)
    begun = _begun(checked, base)
    work = target / ".build"
    with _going_on(target):
        if (target / "manifest.json").exists() and not work.exists():
            _claim(target, begun)
            return _finished(target)
        with _locked(work, target):
            _claim(target, begun)
            if (target / "manifest.json").exists():
                # Killed between the last file and the end.
                (work / "begun.json").unlink(missing_ok=True)
                return _finished(target)
            _sweep(target, work)
            chosen = choose(checked, make_pieces(checked, base, work, threads, tell))
            manifest = _write(target, checked, begun, chosen, threads, tell)
            with replacing(target / "manifest.json") as file:
                file.write(_json(manifest))
            (work / "begun.json").unlink()
        sync_folder(target)
    return manifest


def _begun(plan: Plan, base: Path) -> dict[str, Any]:
    """What makes two builds the same: plan, versions, and the bytes of the sources."""
    versions = {"bitdoku": _core.__version__, "stream": _core.stream_version(), **_writing(plan.write)}
    sources = [_file(base / name, name) for name in (plan.take.files if plan.take else ())]
    return {"versions": versions, "plan": plan.description(), "sources": sources}


def _writing(write: Write) -> dict[str, str]:
    """The versions of what decides how the same data are written."""
    kind = write.kind
    name = f"data.{write.format}"
    compression = name.removeprefix(bare_name(name)).lower()
    versions = {}
    if kind in ("parquet", "arrow") or (compression == ".zst" and sys.version_info < (3, 14)):
        versions["pyarrow"] = require("pyarrow", "arrow", f"writing {write.format}").__version__
    elif kind == "csv" and find_spec("pyarrow") is not None:
        versions["pyarrow"] = import_module("pyarrow").__version__
    if kind in ("npy", "npz", "hrm"):
        versions["numpy"] = np.__version__
    if kind == "npz" or compression == ".gz":
        versions["zlib"] = zlib.ZLIB_RUNTIME_VERSION
    if compression == ".xz" or (compression == ".zst" and sys.version_info >= (3, 14)):
        # Its liblzma and zstd come with it, and the first has no number that can be asked for.
        versions["python"] = platform.python_version()
    return versions


def _file(path: Path, name: str) -> dict[str, Any]:
    """Name, size and hash of a file; of a folder, of all that is in it."""
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
    """Makes sure that the folder is ours, and new, or that the same was begun in it.

    Raises:
    ------
    FileExistsError
        If it is not.
    """
    for mark in (target / "manifest.json", target / ".build" / "begun.json"):
        if mark.exists():
            known = json.loads(mark.read_bytes())
            before = {key: known.get(key) for key in begun}
            if before != begun:
                raise FileExistsError(f"{target} has another build: {_difference(before, begun)}; use an empty folder")
            return
    if others := sorted(path.name for path in target.iterdir() if path.name != ".build"):
        raise FileExistsError(f"{target} has files that no build made, such as {others[0]}; use an empty folder")
    with replacing(target / ".build" / "begun.json") as file:
        file.write(_json(begun))


def _difference(before: Any, now: Any, name: str = "") -> str:
    """The first thing in which two descriptions differ."""
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
    """Keeps others away while a block runs; the lock goes with the process, however that ends.

    The folder of the lock goes too, where nothing was begun in it or all is done.
    """
    with _lock(work, target):
        try:
            yield
        finally:
            if not (work / "begun.json").exists():
                shutil.rmtree(work, ignore_errors=True)


@contextmanager
def _lock(work: Path, target: Path) -> Iterator[None]:
    path = work / "lock"
    if sys.platform == "win32":
        # Windows does not let others remove or replace what is open: two builds at a time stop each other.
        work.mkdir(parents=True, exist_ok=True)
        yield
        return
    import fcntl

    while True:
        work.mkdir(parents=True, exist_ok=True)
        try:
            file = path.open("wb")
        except FileNotFoundError:
            continue  # who was here before has just removed the folder
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise FileExistsError(f"another build is at work in {target}") from None
            if _is_at(file, path):
                yield
                return


def _is_at(file: BinaryIO, path: Path) -> bool:
    """Whether an open file is still the one of this name."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _sweep(target: Path, work: Path) -> None:
    """Removes what a kill left unfinished."""
    for folder in (target, work, target / "data"):
        for path in folder.glob(".*.part"):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()


@contextmanager
def _going_on(target: Path) -> Iterator[None]:
    """Says of errors of the place that the build can go on."""
    try:
        yield
    except OSError as error:
        if error.errno not in _PLACE:
            raise
        why = f"{os.strerror(error.errno or 0)}; what was written is good, and the same build goes on from there"
        raise OSError(error.errno, why, error.filename or str(target)) from error


def _write(
    target: Path,
    plan: Plan,
    begun: dict[str, Any],
    chosen: Chosen,
    threads: int | None,
    tell: Callable[[str, int, int | None], object],
) -> dict[str, Any]:
    """Writes everything but the manifest, which it returns."""
    data = target / "data"
    if plan.write.kind != "hrm":
        data.mkdir(exist_ok=True)
    versions = begun["versions"]
    about = {
        "stream_version": str(versions["stream"]),
        "seed": str(plan.seed),
        "options": json.dumps(begun["plan"]),
        "licence": plan.licence,
    }
    written = write_shards(plan, chosen, data, about, threads, tell)
    sync_folder(data)
    parts = {
        part: {"puzzles": chosen.size(k), "rows": chosen.size(k) * (plan.copies(part) + 1)}
        for k, part in enumerate(plan.parts)
    }
    text = card(plan, parts, chosen.counts, versions)
    with replacing(target / "README.md") as file:
        file.write(text.encode())
    files = []
    for path, part, rows in [*written, (target / "README.md", "", 0)]:
        entry = _file(path, path.relative_to(target).as_posix())
        files.append(entry | ({"part": part, "rows": rows} if part else {}))
        tell("checking", len(files), len(written) + 1)
    return {
        "name": plan.name,
        "licence": plan.licence,
        "seed": plan.seed,
        **begun,
        "counts": chosen.counts,
        "parts": parts,
        "files": files,
    }


def _finished(target: Path) -> dict[str, Any]:
    """The manifest of a complete set.

    Raises:
    ------
    FileNotFoundError
        If a file is not there any more, or has another size.
    """
    manifest: dict[str, Any] = json.loads((target / "manifest.json").read_bytes())
    for entry in manifest["files"]:
        path = target / entry["path"]
        if not path.is_file() or path.stat().st_size != entry["bytes"]:
            raise FileNotFoundError(
                f"{path} is gone or has changed since it was built; remove {target} to build everything again"
            )
    return manifest
