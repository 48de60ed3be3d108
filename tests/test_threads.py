"""Threads, forks, signals and environment variables, each with a time limit."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING

import numpy as np
import pytest

import bitdoku as bd
import reference
from puzzles import EASY, EMPTY, HARD, HARD_SOLUTION, THREE

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]

pytestmark = pytest.mark.serial

BATCH = np.array([reference.cells_of(text) for text in (HARD, EASY, THREE)], np.uint8)
BATCH = np.ascontiguousarray(BATCH[np.arange(5000) % 3])


def test_many_python_threads_at_once() -> None:
    expected = bd.solve(BATCH).solution
    texts = [HARD] * 3000
    with ThreadPoolExecutor(8) as pool:
        arrays = [pool.submit(bd.solve, BATCH) for _ in range(8)]
        lists = [pool.submit(bd.solve, texts, threads=2) for _ in range(8)]
        for future in arrays:
            np.testing.assert_array_equal(future.result(60).solution, expected)
        for other in lists:
            assert other.result(60).solution == [HARD_SOLUTION] * 3000


def test_an_iterator_may_be_shared() -> None:
    iterator = bd.solutions(EMPTY, limit=2000)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda _: list(iterator), range(4)))
    texts = [text for part in parts for text in part]
    assert len(texts) == 2000
    assert sorted(texts) == list(bd.solutions(EMPTY, limit=2000))


def test_the_input_may_be_written_meanwhile() -> None:
    puzzles = BATCH.copy()
    stop = threading.Event()

    def scribble() -> None:
        generator = np.random.default_rng(1)
        while not stop.is_set():
            puzzles[generator.integers(0, 5000, 500), generator.integers(0, 81, 500)] = generator.integers(0, 256, 500)
            np.copyto(puzzles, BATCH)

    thread = threading.Thread(target=scribble)
    thread.start()
    try:
        for _ in range(10):
            verdict = bd.verdict(puzzles, malformed="mark")
            assert set(verdict.tolist()) <= {0, 1, 2, 255}
            with contextlib.suppress(bd.PuzzleError):
                bd.solve(puzzles)
    finally:
        stop.set()
        thread.join()


def work(index: int) -> str:
    solution, verdict = bd.solve(BATCH, threads=2)
    assert (verdict[:3] == [1, 1, 2]).all()
    return f"{index}{bd.solve([HARD] * 2000, threads=2).solution[-1]}{solution[0, 0]}"


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_worker_processes(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods() or (method != "spawn" and not hasattr(os, "fork")):
        pytest.skip(f"no {method} here")
    # The parent's pool is running when it forks.
    bd.solve(BATCH, threads=3)
    with multiprocessing.get_context(method).Pool(2) as pool:
        results = pool.map_async(work, range(4)).get(timeout=120)
        assert results == [f"{i}{HARD_SOLUTION}8" for i in range(4)]
        solved = pool.map_async(bd.solve, [HARD, EASY]).get(timeout=60)
    assert solved == [bd.solve(HARD), bd.solve(EASY)]
    bd.solve(BATCH, threads=3)


INTERRUPTED = """
import os, signal, threading, time, itertools
import numpy as np
import bitdoku as bd
empty = "." * 81
def stop():
    global sent
    time.sleep(0.2)
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=stop).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", time.perf_counter() - sent)
# All is well afterwards.
assert bd.solve(empty).verdict == 2
assert bd.count(empty, limit=5) == 5
"""

UNENDING = {
    "one": "bd.count(empty)",
    "many": "bd.count([empty] * 3, threads=2)",
    "a long batch": "[bd.verdict(np.zeros((100_000, 81), np.uint8), threads=1) for _ in itertools.count()]",
    "a long list": "[bd.verdict([empty] * 100_000, threads=2) for _ in itertools.count()]",
    "solutions": "[None for _ in bd.solutions(empty)]",
    "one long search": """next(bd.solutions(
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."))
    bd.count(empty)""",
    "check": "[bd.check(np.zeros((100_000, 81), int), np.zeros((100_000, 81), int)) for _ in itertools.count()]",
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind there")
@pytest.mark.parametrize("call", UNENDING.values(), ids=list(UNENDING))
def test_interrupts(python: Run, call: str) -> None:
    result = python(INTERRUPTED.format(call=call), timeout=60)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("interrupted"), result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind there")
def test_interrupts_are_heard_while_lists_are_read(python: Run) -> None:
    """All that time the interpreter is held, so that no thread of this process could send the signal."""
    code = """
import signal, bitdoku as bd
signal.signal(signal.SIGALRM, signal.default_int_handler)
puzzles = [[[0] * 81] * 10] * 150_000 + [[["x"]]]
bd.verdict("." * 81)  # Loads what the first call needs, where an exception may be lost.
signal.setitimer(signal.ITIMER_REAL, 0.1)
try:
    bd.verdict(puzzles)
except KeyboardInterrupt:
    print("interrupted")
except TypeError:
    print("too late")
"""
    assert python(code, timeout=60).stdout == "interrupted\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind there")
def test_a_handler_that_raises_is_heard(python: Run) -> None:
    code = """
import signal, bitdoku as bd
def ring(*_): raise ZeroDivisionError("ring")
signal.signal(signal.SIGALRM, ring)
bd.count("." * 81, limit=1)  # Loads what the first call needs, where an exception may be lost.
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    bd.count("." * 81)
except ZeroDivisionError as error:
    print(error)
"""
    assert python(code, timeout=60).stdout == "ring\n"


def test_the_interpreter_is_released() -> None:
    started, ticks = threading.Event(), 0

    def tick() -> None:
        nonlocal ticks
        started.set()
        while not done:
            ticks += 1
            time.sleep(0.001)

    done = False
    thread = threading.Thread(target=tick)
    thread.start()
    started.wait()
    bd.count(EMPTY, limit=3_000_000)
    done = True
    thread.join()
    assert ticks > 3


def test_the_number_of_threads_from_the_environment(python: Run) -> None:
    code = "import numpy as np, bitdoku as bd; bd.verdict(np.ones((1000, 81), int)); print(bd.verdict('.' * 81))"
    for known in (" 3 ", ""):  # empty is as good as unset
        assert python(code, BITDOKU_THREADS=known).stdout == "2\n"
    # Also where a second thread would have nothing to do.
    calls = ("solve", "verdict", "count", "check", "canonical", "candidates", "conflicts", "redundant", "rate")
    code = f"""
import bitdoku as bd
for name in {calls}:
    try:
        getattr(bd, name)(*["." * 80 + "1"] * (2 if name == "check" else 1))
    except ValueError as error:
        assert "BITDOKU_THREADS" in str(error), error
    else:
        print(name)
"""
    for wrong in ("0", "9" * 20 + "x"):
        result = python(code, BITDOKU_THREADS=wrong)
        assert (result.returncode, result.stdout) == (0, ""), (wrong, result.stderr)


def test_the_backend_from_the_environment(python: Run) -> None:
    code = f"import bitdoku as bd; print(bd.backend(), bd.solve({HARD!r}).solution)"
    assert python(code, BITDOKU_BACKEND="scalar").stdout == f"scalar {HARD_SOLUTION}\n"
    assert python(code, BITDOKU_BACKEND="").stdout == f"{bd.backend()} {HARD_SOLUTION}\n"
    message = python(code, BITDOKU_BACKEND="abacus").stderr.splitlines()[-1]
    assert message.startswith("bitdoku.Error")
    assert "abacus" in message


def test_nothing_starts_at_import(python: Run) -> None:
    code = """
import os
import bitdoku
bitdoku.Verdict  # the names are loaded at the first use of one
print(len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else 1)
"""
    # numpy's own threads are numpy's affair.
    bare = python(code.replace("import bitdoku\nbitdoku.Verdict", "import numpy"))
    assert python(code).stdout == bare.stdout


def test_an_import_loads_little(python: Run) -> None:
    """The first use of a name loads numpy and quick modules of the standard library, a bare import not even these."""
    code = """
import sys
start = set(sys.modules)
import bitdoku
print(*set(sys.modules) - start)
import numpy
start = set(sys.modules)
bitdoku.Verdict
print(*set(sys.modules) - start)
"""
    bare, used = (line.split() for line in python(code).stdout.splitlines())
    assert [name for name in bare if name.split(".")[0] not in sys.stdlib_module_names] == ["bitdoku"]
    roots = {name.split(".")[0] for name in used}
    assert roots <= {"bitdoku", "numpy", *sys.stdlib_module_names}
    slow = {"asyncio", "concurrent", "email", "http", "logging", "multiprocessing", "ssl", "subprocess", "unittest"}
    assert "bitdoku._core" in used
    assert not roots & slow


def test_a_long_call_holds_no_other_up() -> None:
    """Two calls at once, of as many threads: the short one does not wait for the workers of the long one."""
    expected = bd.solve(BATCH, threads=1).solution
    long = threading.Thread(target=bd.count, args=([EMPTY] * 8,), kwargs={"threads": 2, "budget": timedelta(seconds=2)})
    long.start()
    try:
        time.sleep(0.2)
        for _ in range(3):
            np.testing.assert_array_equal(bd.solve(BATCH, threads=2).solution, expected)
        assert long.is_alive()
    finally:
        long.join()


@pytest.mark.skipif(sys.platform != "linux", reason="limits are of another kind there")
def test_where_no_thread_can_be_started_the_caller_works_alone(python: Run) -> None:
    code = f"""
import os
import bitdoku as bd
puzzles = [{HARD!r}] * 2000
expected = bd.solve(puzzles, threads=1).solution
# Stacks beyond all addresses.
os.environ["RUST_MIN_STACK"] = str(1 << 45)
assert bd.solve(puzzles, threads=3).solution == expected
print("alone")
"""
    assert python(code, timeout=60).stdout == "alone\n"


COUNTING = f"""
import os, threading, time
import numpy as np
import bitdoku as bd

puzzles = np.tile(np.array([int(c) for c in {HARD.replace(".", "0")!r}], np.uint8), (4000, 1))

def threads():
    # A thread that has been joined is listed for a moment more.
    counts = []
    for _ in range(20):
        counts.append(len(os.listdir("/proc/self/task")))
        time.sleep(0.005)
    return min(counts)

def solve(threads):
    assert (bd.verdict(puzzles, threads=threads) == 1).all()

before = threads()
"""


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="no /proc to count threads in")
@pytest.mark.parametrize(
    ("code", "most"),
    [
        ("for threads_ in (2, 3, 8, 5, 16, 4): solve(threads_); print(threads() - before)", 15),
        (
            """
at_once = [threading.Thread(target=solve, args=(4,)) for _ in range(16)]
for thread in at_once:
    thread.start()
for thread in at_once:
    thread.join()
print(threads() - before)
""",
            3,
        ),
        (
            """
solve(6)
child = os.fork()
if child == 0:
    alone = threads()
    solve(4)
    solve(3)
    os._exit(threads() - alone)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
""",
            3,
        ),
    ],
    ids=["other sizes", "sixteen at once", "after fork"],
)
def test_the_number_of_threads_is_bounded(python: Run, code: str, most: int) -> None:
    """The helpers of a process are one fewer than the largest number of threads asked for, since callers work too."""
    if "fork" in code and not hasattr(os, "fork"):
        pytest.skip("no fork here")
    result = python(f"{COUNTING}\n{code}", timeout=120)
    assert result.returncode == 0, result.stderr
    counts = [int(line) for line in result.stdout.split()]
    assert max(counts) <= most
    assert counts[-1] > 0


def test_a_list_that_shrinks_during_a_call() -> None:
    texts = [EASY] * 200_000
    thread = threading.Timer(0.005, texts.clear)
    thread.start()
    # Either the timer is late and the answer whole, or there is none.
    with contextlib.suppress(RuntimeError):
        assert (bd.verdict(texts, threads=2) == 1).all()
    thread.join()
