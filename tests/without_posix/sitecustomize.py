"""Hides what Windows and WebAssembly lack: ``fcntl``, ``pty``, ``resource``, ``os.fork``.

Python imports this module at its start if the folder is in PYTHONPATH. With ``BITDOKU_WITHOUT_POSIX=1`` it is, for the
programs that the tests start; the tests themselves run it too (conftest.py).
"""

import os
import sys

sys.modules.update(dict.fromkeys(("fcntl", "pty", "resource")))  # type: ignore[arg-type]
if hasattr(os, "fork"):
    del os.fork
