"""numpy files: .npy, .npz, the folders of HRM and TRM; and PyTorch's .pt.

Arrays are read sequentially, some rows at a time, so that compressed streams work and memory stays bounded. Supported
shapes, with n² cells a board:

=================  ==========================================================================
(N, n²), (N, n, n)  whole numbers, 0 blank; one of shape (n, n) is one board
(N, n, n, n)        one-hot, all zero for a blank (SATNet), of any type
(N, 325)            solver traces: the number of givens, then 81 times row, column, digit, technique;
                    gives puzzle and solution
(N,)                text
=================  ==========================================================================

Files of HRM and TRM hold digit + 1; 0 is padding, which does not occur in boards.
"""

from __future__ import annotations

import io
import json
import math
import pickle
import struct
import tokenize
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from bitdoku import _core
from bitdoku._errors import FormatError
from bitdoku.datasets._io.raw import Raw
from bitdoku.datasets._io.streams import HeadedReader, require, seekable

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    from bitdoku.datasets._io.request import Request

#: The length of a trace.
TRACE = 1 + 4 * 81


class ArrayFile:
    """An array in the .npy format, read row by row from a stream."""

    def __init__(self, file: Any, name: str) -> None:
        self.name = name
        try:
            version = np.lib.format.read_magic(file)
            read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
            self.shape, fortran, self.dtype = read(file)
        except (ValueError, OSError, tokenize.TokenError) as error:
            raise FormatError(f"{name}: {error}") from None
        if min(self.shape, default=0) < 0:
            raise FormatError(f"{name} is an array of shape {self.shape}")
        if self.dtype.hasobject:
            raise FormatError(f"{name} holds pickled Python objects, which are not loaded; save numbers or text")
        self._file, self._done = file, 0
        if fortran:
            # The first axis varies fastest, so rows are not contiguous.
            rows = np.frombuffer(self._exactly(self._bytes(self.shape)), self.dtype).reshape(self.shape, order="F")
            self._file, self._done = io.BytesIO(np.ascontiguousarray(rows).tobytes()), 0
        self._left = self.shape[0] if self.shape else 0

    def take(self, rows: int) -> npt.NDArray[Any]:
        """The next ``rows`` rows, or those that are left."""
        rows = min(rows, self._left)
        self._left -= rows
        shape = rows, *self.shape[1:]
        return np.frombuffer(self._exactly(self._bytes(shape)), self.dtype).reshape(shape)

    def _bytes(self, shape: tuple[int, ...]) -> int:
        return math.prod(shape) * self.dtype.itemsize

    def _exactly(self, size: int) -> bytearray:
        """The next bytes of the array. Raises FormatError if there are fewer."""
        data = bytearray(size)
        view = memoryview(data)
        done = 0
        while done < size:
            read = self._file.readinto(view[done:])
            if not read:
                there, all_ = self._done + done, self._bytes(self.shape)
                raise FormatError(
                    f"{self.name}: the file ends early: it has {there:,} bytes of an array of shape {self.shape}; "
                    f"expected {all_:,}"
                )
            done += read
        self._done += size
        return data


def read_npy(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """One array."""
    file = io.BufferedReader(stream, 1 << 20)
    array = ArrayFile(file, request.name)
    request.total = _boards_in(array, request.side)
    request.dtype, request.side = _dtype(array), request.side or _side(array)
    yield from _batches(array, request)
    if file.read(1):
        raise FormatError(
            f"{request.name}: the file has more after an array of shape {array.shape}; expected one array"
        )


def _dtype(array: ArrayFile) -> str:
    return "text" if array.dtype.kind in "US" else str(array.dtype)


def _side(array: ArrayFile, side: int | None = None) -> int | None:
    """The side of the boards in an array of a supported shape: ``side`` if the shape has it, else that of the core.

    Of text, ``side``.
    """
    shape = array.shape
    if array.dtype.kind in "US":
        return side
    if shape[1:] == (TRACE,):
        return 9
    if len(shape) == 4:
        return shape[3] if shape[1] == shape[2] == shape[3] > 3 else None
    if side is not None and len(shape) > 1 and (shape[-1] == side * side or shape[-2:] == (side, side)):
        return side
    # An array of that shape without memory.
    found: int | None = _core._recognize(np.broadcast_to(np.uint8(0), shape))[0] if 1 < len(shape) < 4 else None
    return found


def _boards_in(array: ArrayFile, side: int | None) -> int:
    """The number of boards in an array. Raises FormatError if its type or shape is not supported."""
    shape, found = array.shape, _side(array, side)
    kinds = "iufbUS" if len(shape) == 4 else "iufUS"
    is_text = array.dtype.kind in "US"
    fits = len(shape) == 1 if is_text else found is not None and (len(shape) != 3 or shape[1:] == (found, found))
    if not fits or array.dtype.kind not in kinds:
        raise FormatError(
            f"{array.name} is an array of {array.dtype} of shape {shape}; expected (rows, 81), (rows, 9, 9), one-hot "
            "(rows, 9, 9, 9), or text"
        )
    return 1 if not is_text and shape == (found, found) else shape[0]


def _batches(array: ArrayFile, request: Request) -> Iterator[Raw]:
    total = request.total or 0
    if total == 1 and len(array.shape) == 2 and array.shape[0] > 1:  # one board as (n, n)
        yield Raw(_numbers(array.take(array.shape[0])[None]))
        return
    for _ in range(0, total, request.rows):
        values = array.take(request.rows)
        if array.shape[1:] == (TRACE,):
            # Rows and columns count from 0, or all from 1.
            base = int(values[:, 1:].reshape(-1, 81, 4)[:, :, :2].min(initial=9) > 0)
            yield Raw(*decode_traces(values, base))
        elif array.dtype.kind in "US":
            texts = np.char.decode(values) if values.dtype.kind == "S" else values
            yield Raw(_core._Texts.of([str(text) for text in texts]))
        else:
            yield Raw(_numbers(values))


def _numbers(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Boards as numbers, (rows, n²); invalid one-hot cells become -1."""
    if values.ndim == 4:
        rows, side = values.shape[:2]
        hot = values.reshape(rows, side * side, side)
        valid = np.isin(hot, (0, 1)).all(axis=2) & (hot.sum(axis=2) <= 1)
        return np.where(valid, np.where(hot.any(axis=2), hot.argmax(axis=2) + 1, 0), -1).astype(np.int8)
    return values.reshape(len(values), -1)


def decode_traces(traces: npt.NDArray[Any], base: int = 0) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Puzzles and solutions of traces of shape (n, 325); -1 throughout those that do not fill each cell once.

    Rows and columns count from ``base``.
    """
    steps = traces[:, 1:].reshape(-1, 81, 4).astype(np.int64)
    places = steps[:, :, :2] - base
    cells = 9 * places[:, :, 0] + places[:, :, 1]
    valid = ((places >= 0) & (places < 9)).all(axis=(1, 2)) & (np.sort(cells, axis=1) == np.arange(81)).all(axis=1)
    cells[~valid] = np.arange(81)
    digits = np.where(valid[:, None], steps[:, :, 2], -1)
    is_given = np.arange(81) < traces[:, :1].astype(np.int64)
    solutions, puzzles = np.empty_like(cells), np.empty_like(cells)
    np.put_along_axis(solutions, cells, digits, axis=1)
    np.put_along_axis(puzzles, cells, np.where(is_given | ~valid[:, None], digits, 0), axis=1)
    return puzzles, solutions


def read_npz(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """Named arrays: puzzles, optional solutions, and columns with one entry a row."""
    with seekable(stream) as file, zipfile.ZipFile(file) as archive, ExitStack() as stack:
        arrays = {
            name.removesuffix(".npy"): ArrayFile(stack.enter_context(archive.open(name)), f"{request.name}:{name}")
            for name in archive.namelist()
            if name.endswith(".npy")
        }
        if not arrays and (names := archive.namelist()):
            among = ", ".join(map(repr, names[:3]))
            raise FormatError(f"{request.name}: a zip archive of {among}; expected numpy arrays")
        yield from _named_arrays(arrays, request)


def _named_arrays(arrays: Mapping[str, Any], request: Request) -> Iterator[Raw]:
    """Rows of arrays with the interface of :class:`ArrayFile`: name, shape, dtype and ``take``."""
    names = [*arrays]
    request.find_columns(names, lambda name: _may_be_boards(arrays[name], request.side))
    if request.puzzle is None and len(names) == 1:
        # A single array holds the puzzles, whatever its name.
        request.puzzle, request.solution = names[0], None
    puzzles = arrays[request.puzzle_among(names)]
    solutions = None if request.solution is None else arrays[request.solution]
    total = request.total = _boards_in(puzzles, request.side)
    if solutions is not None and (stored := _boards_in(solutions, request.side)) != total:
        raise FormatError(f"{request.name}: {total} puzzles in {request.puzzle!r} and {stored} in {request.solution!r}")
    others = {
        name: array
        for name, array in arrays.items()
        if name not in (request.puzzle, request.solution) and array.shape[:1] == (total,)
    }
    request.dtype, request.side = _dtype(puzzles), request.side or _side(puzzles)
    request.solution_dtype = None if solutions is None else _dtype(solutions)
    yield Raw([], None if solutions is None else [], {name: array.take(0) for name, array in others.items()})
    answers = None if solutions is None else _batches(solutions, request)
    for raw in _batches(puzzles, request):
        raw.columns = {name: array.take(len(raw.puzzles)) for name, array in others.items()}
        if answers is not None:
            raw.solutions = next(answers).puzzles
        yield raw


def _may_be_boards(array: ArrayFile, side: int | None) -> bool:
    """Whether an array has the type and shape of boards, or text of the length of boards."""
    characters = array.dtype.itemsize // (4 if array.dtype.kind == "U" else 1)
    try:
        _boards_in(array, side)
    except FormatError:
        return False
    return array.dtype.kind not in "US" or (characters > 15 and math.isqrt(characters) ** 2 == characters)


def is_hrm(folder: Path) -> bool:
    """Whether a folder is an HRM or TRM data set, or one part of it."""
    return any((part / "dataset.json").is_file() for part in (folder, folder / "train", folder / "test"))


def read_hrm(folder: Path, request: Request) -> Iterator[Raw]:
    """The parts of a folder, train before test, or a single part.

    Columns: ``part``, and ``group``, the number of the group in the part; the first row of a group is the original.
    """
    request.puzzle, request.solution, request.total, request.dtype = "inputs", "labels", 0, "uint8"
    with ExitStack() as stack:
        files: list[Any] = []
        for part in (folder, folder / "train", folder / "test"):
            if not (part / "dataset.json").is_file():
                continue
            about = json.loads((part / "dataset.json").read_text(encoding="utf-8"))
            for name in about.get("sets", ["all"]):
                paths = [part / f"{name}__{what}.npy" for what in ("inputs", "labels")]
                inputs, labels = (ArrayFile(stack.enter_context(path.open("rb")), str(path)) for path in paths)
                if inputs.shape != labels.shape:
                    raise FormatError(f"{part}: inputs of shape {inputs.shape} and labels of shape {labels.shape}")
                request.total += _boards_in(inputs, request.side)
                if not files:
                    request.dtype, request.solution_dtype = _dtype(inputs), _dtype(labels)
                files.append((part, name, inputs, labels, about.get("ignore_label_id", 0)))
        yield Raw([], [])
        # Groups are numbered from 0 in each part, whatever the sets.
        before, groups_before = folder, 0
        for part, name, inputs, labels, ignored in files:
            bounds = _group_bounds(part, name, inputs.shape[0])
            base, before = groups_before if part == before else 0, part
            groups_before = base + len(bounds) - 1
            here = 0
            while len(cells := inputs.take(request.rows)):
                answers = labels.take(request.rows)
                solutions = _shifted(np.where(answers == ignored, 1, answers))
                groups = base + np.searchsorted(bounds, np.arange(here, here + len(cells)), side="right") - 1
                columns = {"part": [part.name] * len(cells), "group": groups}
                yield Raw(_shifted(cells), solutions, columns, name=str(part))
                here += len(cells)


def _group_bounds(part: Path, name: str, rows: int) -> npt.NDArray[Any]:
    """The first row of each group, and the number of rows.

    Raises FormatError if the indices do not rise from 0 to the end.
    """
    bounds: npt.NDArray[Any] = np.arange(rows + 1)
    for what in ("puzzle", "group"):
        path = part / f"{name}__{what}_indices.npy"
        indices = np.load(path)
        rising = indices.ndim == 1 and indices.dtype.kind in "iu" and len(indices) and (np.diff(indices) > 0).all()
        if not rising or indices[0] != 0 or indices[-1] != len(bounds) - 1:
            raise FormatError(f"{path}: expected increasing numbers from 0 to {len(bounds) - 1}")
        bounds = bounds[indices]
    return bounds


def _shifted(tokens: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Digits from tokens (digit + 1); padding becomes 255 or -1, which are not digits."""
    return (tokens - 1 if tokens.dtype.kind == "i" else tokens - tokens.dtype.type(1)).reshape(len(tokens), -1)


class _Tensor:
    """A tensor with the interface of :class:`ArrayFile`."""

    def __init__(self, tensor: Any, name: str) -> None:
        self.name = name
        try:
            self._left: npt.NDArray[Any] = tensor.detach().numpy()
        except (TypeError, RuntimeError) as error:
            raise FormatError(f"{name}: {error}") from None
        self.shape, self.dtype = self._left.shape, self._left.dtype

    def take(self, rows: int) -> npt.NDArray[Any]:
        taken, self._left = self._left[:rows], self._left[rows:]
        return taken


def read_tensors(stream: HeadedReader, request: Request) -> Iterator[Raw]:
    """A tensor of puzzles, such as SATNet's one-hot (N, 9, 9, 9), or several: puzzles, solutions, and columns.

    ``torch.load`` reads them with ``weights_only=True``: anything but tensors, numbers and text raises and is not
    executed. A file on disk is memory-mapped, so that memory stays bounded.
    """
    torch = require("torch", "torch", "reading files of PyTorch")
    # Only zip archives can be memory-mapped.
    mapped = stream.path is not None and stream.head.startswith(b"PK")
    try:
        with nullcontext(stream.path) if mapped else seekable(stream) as file:
            content = torch.load(file, map_location="cpu", weights_only=True, mmap=mapped)
    except (pickle.UnpicklingError, struct.error, LookupError, AttributeError, TypeError):
        raise FormatError(
            f"{request.name}: not a PyTorch file, or one with objects other than tensors, numbers and text"
        ) from None
    except (RuntimeError, ValueError, EOFError) as error:
        first, *_ = str(error).splitlines() or ["empty"]
        raise FormatError(f"{request.name}: {first}") from None
    several = content
    if isinstance(content, torch.Tensor):
        several = {"puzzles": content}
    elif isinstance(content, list | tuple):
        several = dict(zip(("puzzles", "solutions", *range(2, len(content))), content, strict=False))
    items = several.items() if isinstance(several, Mapping) else ()
    tensors = {str(name): _Tensor(one, f"{request.name}:{name}") for name, one in items if torch.is_tensor(one)}
    if not tensors:
        raise FormatError(f"{request.name} holds {type(content).__name__}; expected tensors")
    yield from _named_arrays(tensors, request)
