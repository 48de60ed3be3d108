"""bitdoku, the Sudoku engine."""

import numpy as _numpy  # noqa: F401  (a missing numpy is an ImportError here, not a panic in the core)

from bitdoku._core import __version__

__all__ = ["__version__"]
