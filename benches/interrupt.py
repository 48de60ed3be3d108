"""How soon calls end after Ctrl-C: the time from the signal to the KeyboardInterrupt.

The calls are those of ``tests/faults/calls.py``; each runs in its own process and is interrupted at random times. The
signal comes from a timer, since a thread of the same process could not send it while a call holds the interpreter. Its
lateness is that of the system, which should be idle; on a busy one ``--busy`` counts the processor time of the process,
all threads together. Prints milliseconds, and exits with 1 if the worst is above the limit.

    python benches/interrupt.py [--busy] [--times N] [--limit MS] [--json FILE] [PART OF A NAME …]
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent / "tests"))

#: The longest that a call runs before it is interrupted, in seconds.
LONGEST = 1.0


#: The timer, its signal and its clock.
IDLE = signal.ITIMER_REAL, signal.SIGALRM, time.perf_counter
BUSY = signal.ITIMER_PROF, signal.SIGPROF, time.process_time


def interrupt(call: Any, delay: float, clock: Any) -> tuple[float | None, float]:
    """The seconds from the signal to the exception, None if the call ended before; and the time that it ran."""
    timer, _, now = clock
    start = now()
    try:
        signal.setitimer(timer, delay)
        call()
        signal.setitimer(timer, 0)
    except KeyboardInterrupt:
        end = now()
        return end - start - delay, end - start
    return None, now() - start


def measure(name: str, times: int, clock: Any) -> dict[str, Any]:
    """Interrupt one call, in this process."""
    import bitdoku as bd
    from faults.calls import CALLS

    signal.signal(clock[1], signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        call = CALLS[name](Path(folder))
        late, ran = [], LONGEST
        error = ""
        try:
            first, ran = interrupt(call, LONGEST, clock)
            late = [] if first is None else [first]
            own = random.Random(name)
            for _ in range(3 * times):
                if len(late) < times and ran > 0.002:
                    seconds, _ = interrupt(call, own.uniform(0.001, min(ran, LONGEST)), clock)
                    late += [] if seconds is None else [seconds]
        except (bd.Error, ValueError, TypeError, MemoryError) as refused:
            error = f"{type(refused).__name__}: {refused}"
    return {
        "name": name,
        "interrupts": len(late),
        "median_ms": round(1000 * statistics.median(late), 1) if late else None,
        "worst_ms": round(1000 * max(late), 1) if late else None,
        # What ends sooner than the limit cannot be late.
        "seconds": round(ran, 3),
        "error": error,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--busy", action="store_true", help="count processor time")
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--limit", type=float, default=100, help="milliseconds")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one, options.times, BUSY if options.busy else IDLE)))
        return 0

    from faults.calls import CALLS

    results = []
    for name in CALLS:
        if options.parts and not any(part in name for part in options.parts):
            continue
        command = [sys.executable, __file__, "--one", name, "--times", str(options.times)]
        command += ["--busy"] if options.busy else []
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        result = json.loads(done.stdout) if done.returncode == 0 else {"name": name, "error": done.stderr[-300:]}
        results.append(result)
        worst = result.get("worst_ms")
        mark = "LATE" if worst is not None and worst > options.limit else ""
        print(
            f"{name:40} {result.get('interrupts', 0):3} {result.get('median_ms') or '-':>8} {worst or '-':>8}"
            f" {result.get('seconds', 0):8} {mark} {result['error'][-90:]}",
            flush=True,
        )
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    return 1 if any((result.get("worst_ms") or 0) > options.limit for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
