"""bitdoku, the Sudoku engine.

>>> import bitdoku as bd
>>> solution, verdict = bd.solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
>>> solution
'812753649943682175675491283154237896369845721287169534521974368438526917796318452'
>>> verdict
<Verdict.UNIQUE: 1>

Puzzles come in any form: text, integer arrays of shape (…, 9, 9) or (…, 81), nested lists, lists and arrays of text,
pandas, Polars and Arrow columns; results mirror the form. A blank cell is 0 in numbers and ``.`` in text.
"""

from importlib import import_module

TYPE_CHECKING = False  # of typing, whose import takes ten times as long as this module

if TYPE_CHECKING:
    from bitdoku import answers as answers
    from bitdoku import datasets as datasets
    from bitdoku import env as env
    from bitdoku import links as links
    from bitdoku import plot as plot
    from bitdoku import ray as ray
    from bitdoku import widget as widget
    from bitdoku._public import *
    from bitdoku._public import __all__ as __all__
    from bitdoku._public import __version__ as __version__
else:
    # Importing numpy takes a hundred times as long as everything else here, so `bitdoku --version`, `--help` and a
    # bare import do not load it. Subpackages are loaded one by one, all other names at the first use of any.
    def __getattr__(name: str) -> object:
        if name in ("answers", "datasets", "env", "links", "plot", "ray", "widget"):
            return import_module(f"bitdoku.{name}")
        if not name.startswith("_") or name in ("__all__", "__version__"):
            public = import_module("bitdoku._public")
            globals().update({known: getattr(public, known) for known in public.__all__})
            globals()["__all__"] = sorted((*public.__all__, "answers", "datasets", "links"))
            if name in globals():
                return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*__getattr__("__all__"), *(name for name in globals() if name.startswith("__"))})
