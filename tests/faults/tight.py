"""Runs calls with less and less memory: ``python tight.py NAME …``, names of ``calls.CALLS``.

Each call ends with a result, MemoryError, an error of ours, or the KeyboardInterrupt of a timer. What ends the process
instead is seen by the caller.
"""

from __future__ import annotations

import contextlib
import resource
import signal
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from faults.calls import CALLS

#: Bytes of addresses beyond those in use: none, less than the reserve of a call, about that, and room for a few blocks.
ROOM = (0, 1 << 20, 5 << 22, 3 << 24)
#: Seconds after which a call is interrupted.
LONGEST = 0.3


def in_use() -> int:
    """The bytes of addresses of this process."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def main() -> None:
    ringing = True

    def ring(*_: object) -> None:
        if ringing:
            raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, ring)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            call = CALLS[name](Path(folder))
            for room in (None, *ROOM):
                if room is not None:
                    resource.setrlimit(resource.RLIMIT_AS, (in_use() + room, limits[1]))
                try:
                    ringing = True
                    # Rings again, since a signal may come where an exception cannot be raised.
                    signal.setitimer(signal.ITIMER_REAL, LONGEST, LONGEST)
                    call()
                    found = "ended"
                except BaseException as error:  # noqa: BLE001 - a PanicException too
                    ringing = False
                    found = type(error).__name__
                finally:
                    ringing = False
                    signal.setitimer(signal.ITIMER_REAL, 0)
                    resource.setrlimit(resource.RLIMIT_AS, limits)
                with contextlib.suppress(MemoryError):
                    print(f"{name}: {room}: {found}", flush=True)


if __name__ == "__main__":
    main()
