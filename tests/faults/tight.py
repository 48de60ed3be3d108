"""Runs calls with little memory: ``python tight.py NAME …``, names of ``calls.CALLS`` or of ``calls.LARGE_INPUTS``.

Each call ends with a result, MemoryError, an error of ours, or the KeyboardInterrupt of a timer. What ends the process
instead is seen by the caller.
"""

from __future__ import annotations

import contextlib
import mmap
import resource
import signal
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from faults.calls import CALLS, LARGE_INPUTS

#: Bytes of addresses beyond those in use: none, less than the reserve of a call, about that, and room for a few blocks.
ROOM = (0, 1 << 20, 5 << 22, 3 << 24)
#: The same for calls with large inputs, until there is enough.
STEPS = range(1 << 24, 1 << 29, 1 << 24)
#: Seconds after which a call is interrupted.
LONGEST = 0.3


def in_use() -> int:
    """The bytes of addresses of this process."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def granted(limits: tuple[int, int]) -> int:
    """The bytes that a limit of what is in use leaves nevertheless: some systems count more than they limit."""
    size = 1 << 20
    resource.setrlimit(resource.RLIMIT_AS, (in_use(), limits[1]))
    with contextlib.suppress(OSError):
        while size < 1 << 30:
            mmap.mmap(-1, size).close()
            size += 1 << 20
    resource.setrlimit(resource.RLIMIT_AS, limits)
    return size - (1 << 20)


def main() -> None:
    ringing = True

    def ring(*_: object) -> None:
        if ringing:
            raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, ring)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            call = (CALLS | LARGE_INPUTS)[name](Path(folder))
            spare = granted(limits) if name in LARGE_INPUTS else 0
            for room in STEPS if name in LARGE_INPUTS else (None, *ROOM):
                if room is not None:
                    resource.setrlimit(resource.RLIMIT_AS, (in_use() + room - spare, limits[1]))
                try:
                    ringing = True
                    # Rings again, since a signal may come where an exception cannot be raised.
                    signal.setitimer(signal.ITIMER_REAL, 0 if name in LARGE_INPUTS else LONGEST, LONGEST)
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
                if name in LARGE_INPUTS and found == "ended":
                    break


if __name__ == "__main__":
    main()
