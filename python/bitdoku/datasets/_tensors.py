"""Reading files of PyTorch (.pt): a tensor of puzzles, such as SATNet's one-hot (N, 9, 9, 9), or several tensors.

``torch.load`` reads them with ``weights_only=True``: anything but tensors, numbers and text raises and is not executed.
A file on disk is memory-mapped, so that memory stays bounded.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bitdoku._errors import FormatError
from bitdoku.datasets._arrays import opened_arrays
from bitdoku.datasets._files import require, seekable

if TYPE_CHECKING:
    from contextlib import ExitStack

    import numpy.typing as npt

    from bitdoku.datasets._files import HeadedReader
    from bitdoku.datasets._request import Opened, Request


class _Tensor:
    """A tensor, read row by row as an array."""

    def __init__(self, tensor: Any, name: str) -> None:
        self.name = name
        try:
            self._array: npt.NDArray[Any] = tensor.detach().numpy()
        except (TypeError, RuntimeError) as error:
            raise FormatError(f"{name}: {error}") from None
        self.shape, self.dtype = self._array.shape, self._array.dtype
        self._done = 0

    def take(self, rows: int) -> npt.NDArray[Any]:
        """The next ``rows`` rows, or those that are left."""
        start, self._done = self._done, self._done + rows
        return self._array[start : self._done]


def open_tensors(stream: HeadedReader, request: Request, path: str | None, stack: ExitStack) -> Opened:
    """Open tensors: puzzles, optional solutions, and columns with one entry a row."""
    torch = require("torch", "torch", "reading files of PyTorch")
    try:
        # Only zip archives can be memory-mapped.
        if path is not None and stream.head.startswith(b"PK"):
            content = torch.load(path, map_location="cpu", weights_only=True, mmap=True)
        else:
            file = stack.enter_context(seekable(stream, path))
            content = torch.load(file, map_location="cpu", weights_only=True)
    except (pickle.UnpicklingError, struct.error, LookupError, AttributeError, TypeError):
        raise FormatError(
            f"{request.name}: not a PyTorch file, or one with objects other than tensors, numbers and text"
        ) from None
    except (RuntimeError, ValueError, EOFError) as error:
        first, *_ = str(error).splitlines() or ["empty"]
        raise FormatError(f"{request.name}: {first}") from None
    if isinstance(content, torch.Tensor):
        content = {"puzzles": content}
    elif isinstance(content, list | tuple):
        content = dict(zip(("puzzles", "solutions", *map(str, range(2, len(content)))), content, strict=False))
    tensors = {str(name): value for name, value in content.items()} if isinstance(content, Mapping) else {}
    tensors = {
        name: _Tensor(value, f"{request.name}:{name}") for name, value in tensors.items() if torch.is_tensor(value)
    }
    if not tensors:
        raise FormatError(f"{request.name} holds {type(content).__name__}; expected tensors")
    return opened_arrays(tensors, request)
