"""Interrupts calls: ``python interrupted.py NAME …``, names of ``calls.CALLS``. Prints how each of them ended."""

from __future__ import annotations

import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from faults.calls import CALLS

#: Seconds to the interrupt, and to the end of patience.
SOON, LATE = 0.15, 10.0


def main() -> None:
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            call = CALLS[name](Path(folder))
            start = time.perf_counter()
            try:
                signal.setitimer(signal.ITIMER_REAL, SOON)
                call()
                signal.setitimer(signal.ITIMER_REAL, 0)
                found = "ended"
            except KeyboardInterrupt:
                found = "interrupted"
            if time.perf_counter() - start > LATE:
                found = "late"
            print(f"{name}: {found}", flush=True)


if __name__ == "__main__":
    main()
