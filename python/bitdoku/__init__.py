"""bitdoku, the Sudoku engine.

>>> import bitdoku as bd
>>> bd.solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
SolveResult(solution='812753649943682175…', verdict=<Verdict.UNIQUE: 1>)

Puzzles come in any form: text, integer arrays of shape (…, 9, 9) or (…, 81), nested lists, lists and arrays of text,
pandas, Polars and Arrow columns; results mirror the form. A blank cell is 0 in numbers and ``.`` in text.
"""

from importlib import import_module as _import_module
from importlib.util import find_spec as _find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bitdoku._public import *
    from bitdoku._public import __all__ as __all__
    from bitdoku._public import __version__ as __version__
else:
    # Importing numpy takes a hundred times as long as everything else here, so `bitdoku --version`, `--help` and a
    # bare import do not load it. The first use of any name loads all of them.
    def __getattr__(name: str) -> object:
        if name.startswith("_") and name not in ("__all__", "__version__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        public = _import_module("bitdoku._public")
        globals().update({known: getattr(public, known) for known in public.__all__}, __all__=public.__all__)
        try:
            return globals()[name]
        except KeyError:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None

    def __dir__() -> list[str]:
        return sorted({*globals(), *_import_module("bitdoku._public").__all__})


if _find_spec("numpy") is None:
    raise ImportError("bitdoku needs numpy: pip install numpy")
