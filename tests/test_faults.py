"""What surrounds a call fails: signals, forks, memory, disks, pipes, the interpreter itself.

Calls that can be long are listed in ``faults/calls.py``. Tests take one of each family, and all of them with
``HYPOTHESIS_PROFILE=slow``. How soon calls end after Ctrl-C is measured by ``benches/interrupt.py``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bitdoku as bd
from faults.calls import CALLS
from puzzles import EASY, HARD, HARD_SOLUTION, THREE

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]

HERE = Path(__file__).parent
FAMILIES = [
    "solve, array", "solve, list of str", "solve, list of bytes", "solve, nested lists", "solve, numpy objects",
    "solve, integers of objects", "count", "solutions", "candidates true", "check", "sample", "candidate_counts",
    "generate", "generate, hard", "harder, er", "grids", "minimize", "redundant", "shuffle", "canonical, empty",
    "automorphisms", "explain, almost locked sets", "explain, explainer", "steps", "rate", "solve, 25x25",
    "count, killer", "candidates true, 16x16", "canonical, 16x16", "grids, 25x25", "explain, killer",
    "rate, anti-knight", "explain, 64x64", "steps, 64x64", "Rules, an automaton of many states", "Rules, many cages",
    "datasets.read .csv", "datasets.write .jsonl", "datasets.audit", "datasets.dedupe, class", "datasets.build",
    "datasets.write_hrm", "Board.svg", "links.write",
]  # fmt: skip
SLOW = os.environ.get("HYPOTHESIS_PROFILE") == "slow"
NAMES = [*CALLS] if SLOW else FAMILIES
#: Calls that run in one process.
GROUPS = [NAMES[start : start + 6] for start in range(0, len(NAMES), 6)]

groups = pytest.mark.parametrize("names", GROUPS, ids=lambda names: names[0])
linux = pytest.mark.skipif(sys.platform != "linux", reason="limits and devices are those of Linux")
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
limits_memory = pytest.mark.skipif(find_spec("resource") is None, reason="no limits of memory here")
no_windows = pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind there")


def run(*arguments: str, timeout: float = 300, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program of Python in a fresh interpreter."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


# --- signals --------------------------------------------------------------------------------------------------------


@no_windows
@groups
def test_every_long_call_hears_an_interrupt(names: list[str]) -> None:
    """The limit is generous, for busy machines; a call that does not look at signals takes minutes."""
    done = run(str(HERE / "faults" / "interrupted.py"), *names)
    assert done.returncode == 0, done.stderr[-2000:]
    lines = done.stdout.splitlines()
    assert [line.rpartition(": ")[0] for line in lines] == names
    assert {line.rpartition(": ")[2] for line in lines} <= {"interrupted", "ended"}, done.stdout


@forks
def test_an_interrupt_in_the_first_call(python: Run) -> None:
    """What is found at the first use must not panic if a signal comes meanwhile."""
    code = """
import os, random, signal
import numpy as np
import bitdoku as bd
bd.solve  # loads the package
for delay in np.linspace(0.0002, 0.02, 60).tolist():
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, delay)
            for _ in range(1000):
                bd.solve(np.zeros((50, 81), np.uint8))
        except KeyboardInterrupt:
            os._exit(0)
        except BaseException as error:
            print(repr(error), flush=True)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, delay
"""
    done = python(code, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# --- memory ---------------------------------------------------------------------------------------------------------

#: Calls whose input or result is larger than the memory that is left.
TOO_LARGE = """
import importlib.util, resource, tempfile
import numpy as np
import bitdoku as bd

room = 16 << 20
large = bd.Rules(box=(8, 8))
boards = np.zeros((6000, 64, 64), np.uint8)
file = tempfile.mkdtemp() + "/boards.txt"
bd.datasets.write(file, boards)
marks = bd.Pencilmarks(np.full((80_000, 81), 511, np.uint16))
nested = [[0] * 64**2] * 9000
texts = bd._core._Texts.of(["." * 40] * 600_000)
calls = {{
    "array": lambda: bd.conflicts(boards, rules=large),
    "masks": lambda: bd.conflicts(marks),
    "nested lists": lambda: bd.conflicts(nested, rules=large),
    "file": lambda: bd.datasets.read(file),
    "generate": lambda: bd.generate(10**12, seed=1),
    "grids": lambda: bd.grids(10**9, seed=1),
    "copies of a text": lambda: bd.shuffle({EASY!r}, seed=1, copies=10**9),
    "copies of a list": lambda: bd.shuffle([{EASY!r}], seed=1, copies=10**8),
    "lists of copies": lambda: bd.shuffle(["." * 16] * 400_000, seed=1, copies=2, rules="4x4", threads=1),
    "texts of a file": lambda: texts.to_list(),
    "sample": lambda: bd.sample({THREE!r}, 10**9, seed=1),
    "a search": lambda: bd.count("123456789" + "." * 72, limit=10**15, threads=1),
}}
if importlib.util.find_spec("pyarrow"):
    import pyarrow
    column = pyarrow.array(["." * 16] * 2_500_000, pyarrow.large_string())
    calls["Arrow"] = lambda: bd.solve(column, rules="4x4")
for side, rules in ((9, "9x9"), (4, "4x4"), (64, large)):  # what is loaded once
    bd.shuffle([[0] * side**2], rules=rules, seed=1), bd.conflicts("." * side**2, rules=rules)
soft, hard = resource.getrlimit(resource.RLIMIT_AS)
for name, call in calls.items():
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + room, hard))
    try:
        call()
        found = "ended"
    except MemoryError:
        found = "MemoryError"
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    print(f"{{name}}: {{found}}", flush=True)
print(bd.count([{THREE!r}] * 3).tolist())
"""


@linux
@limits_memory
@pytest.mark.serial
def test_too_little_memory_is_a_memory_error(python: Run) -> None:
    """Where an input or a result of the caller's size does not fit. The next call works again."""
    done = python(TOO_LARGE.format(EASY=EASY, THREE=THREE), timeout=120, RUST_BACKTRACE="0")
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    *lines, last = done.stdout.splitlines()
    assert len(lines) == 12 + (find_spec("pyarrow") is not None)
    assert {line.partition(": ")[2] for line in lines} == {"MemoryError"}, done.stdout
    assert last == "[3, 3, 3]"


@linux
@limits_memory
@pytest.mark.serial
def test_copies_of_a_list_are_made_slice_by_slice(python: Run) -> None:
    """The first texts are made long before all boards would fit: 8 GB here, of which there are two."""
    code = f"""
import resource, signal
import bitdoku as bd
texts = [{HARD!r}] * 100_000
bd.shuffle(texts[:3], seed=1, copies=2)
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    bd.shuffle(texts, seed=1, copies=1000, threads=1)
except (KeyboardInterrupt, MemoryError) as error:
    print(type(error).__name__)
"""
    done = python(code, timeout=120)
    assert (done.stdout, done.returncode) == ("KeyboardInterrupt\n", 0), done.stderr


@no_windows
@pytest.mark.serial
def test_an_endless_arrow_stream_hears_an_interrupt(python: Run) -> None:
    """Its functions are in C, so nothing else looks at signals; the schema is that of a column of texts."""
    pytest.importorskip("pyarrow")
    code = """
import ctypes, itertools, signal
import pyarrow as pa
import bitdoku as bd

batch = pa.record_batch({"puzzle": ["." * 81]})
endless = pa.RecordBatchReader.from_batches(batch.schema, itertools.repeat(batch)).__arrow_c_stream__()

@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
def get_schema(stream, schema):
    pa.string()._export_to_c(schema)
    return 0

pointer = ctypes.pythonapi.PyCapsule_GetPointer
pointer.restype, pointer.argtypes = ctypes.POINTER(ctypes.c_void_p), [ctypes.py_object, ctypes.c_char_p]
pointer(endless, b"arrow_array_stream")[0] = ctypes.cast(get_schema, ctypes.c_void_p)

class Endless:
    def __arrow_c_stream__(self, requested_schema=None):
        return endless

bd.verdict("." * 81)
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    bd.solve(Endless())
except KeyboardInterrupt:
    print("interrupted")
"""
    done = python(code, timeout=60)
    assert (done.stdout, done.returncode) == ("interrupted\n", 0), done.stderr


# --- threads and processes ------------------------------------------------------------------------------------------


def test_sixty_four_threads_at_once() -> None:
    puzzles = [HARD, EASY, THREE] * 300
    expected = bd.solve(puzzles, threads=1)
    start = threading.Barrier(64)

    def work(number: int) -> bool:
        start.wait(60)
        solution, verdict = bd.solve(puzzles, threads=1 + number % 4)
        return solution == expected.solution and np.array_equal(verdict, expected.verdict)

    with ThreadPoolExecutor(64) as pool:
        assert all(pool.map(work, range(64), timeout=120))


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "solve": lambda puzzles: bd.solve(puzzles, malformed="mark"),
    "solve, in place": lambda puzzles: bd.solve(puzzles, out=puzzles, malformed="mark"),
    "count": lambda puzzles: bd.count(puzzles, limit=3, malformed="mark"),
    "candidates": lambda puzzles: bd.candidates(puzzles, level="true", malformed="mark"),
    "conflicts": lambda puzzles: bd.conflicts(puzzles, malformed="mark"),
    "check": lambda puzzles: bd.check(puzzles, puzzles, malformed="mark"),
    "canonical": lambda puzzles: bd.canonical(puzzles[:50], malformed="mark"),
    "shuffle": lambda puzzles: bd.shuffle(puzzles, puzzles, seed=1, malformed="mark"),
    "other rules": lambda puzzles: bd.solve(puzzles[:200], rules="x", malformed="mark", budget=10),
    "rate": lambda puzzles: bd.rate(puzzles[:50], columns=["score"], strict=False, malformed="mark"),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_arrays_may_be_written_by_another_thread(name: str) -> None:
    """Answers are of some board that was there; nothing is out of range."""
    cells = bd.to_array([HARD, EASY, THREE]).reshape(3, 81)
    puzzles = np.ascontiguousarray(np.tile(cells, (700, 1)))
    whole, stop = puzzles.copy(), threading.Event()

    def scribble() -> None:
        generator = np.random.default_rng(1)
        while not stop.is_set():
            puzzles[generator.integers(0, len(puzzles), 300), generator.integers(0, 81, 300)] = generator.integers(
                0, 256, 300
            )
            np.copyto(puzzles, whole)

    writer = threading.Thread(target=scribble)
    writer.start()
    try:
        for _ in range(5):
            result = FUNCTIONS[name](puzzles)
            if name == "solve":
                assert result.solution.max() <= 9
                solved = result.verdict == 1
                assert (np.sort(result.solution[solved].reshape(-1, 9, 9), axis=2) == np.arange(1, 10)).all()
    finally:
        stop.set()
        writer.join()


FORKED = """
import os, threading, time, warnings
import bitdoku as bd
warnings.simplefilter("ignore", DeprecationWarning)
bd.solve({hard!r})  # a child of a process that is importing a module cannot import it
puzzles, done = [{hard!r}] * 20_000, False
def work():
    while not done:
        bd.solve(puzzles, threads=3)
        bd.count("." * 81, limit=100_000, threads=2)
thread = threading.Thread(target=work)
thread.start()
for _ in range(10):
    time.sleep(0.03)
    child = os.fork()
    if child == 0:
        same = bd.solve(puzzles[:3000], threads=3).solution[-1] == {solution!r}
        os._exit(0 if same else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
done = True
thread.join()
print("ten children")
"""


@forks
def test_a_fork_in_the_middle_of_a_batch(python: Run) -> None:
    done = python(FORKED.format(hard=HARD, solution=HARD_SOLUTION), timeout=120)
    assert (done.returncode, done.stdout) == (0, "ten children\n"), done.stderr


# --- the interpreter ------------------------------------------------------------------------------------------------

ENDINGS = {
    "daemon threads in calls": """
for _ in range(4):
    threading.Thread(target=bd.count, args=("." * 81,), kwargs={"threads": 2}, daemon=True).start()
time.sleep(0.3)
""",
    "os._exit": """
threading.Thread(target=bd.count, args=(["." * 81] * 4,), daemon=True).start()
time.sleep(0.2)
print("ended", flush=True)
os._exit(0)
""",
    "atexit": """
bd.solve(["." * 81] * 5000, threads=3)
atexit.register(lambda: print(bd.solve(["." * 81] * 5000, threads=3).verdict.sum()))
""",
    "an iterator that is left": """
iterator = bd.solutions("." * 81)
next(iterator)
""",
    "SystemExit in a signal handler": """
signal.signal(signal.SIGINT, lambda *_: sys.exit(0))
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
bd.count("." * 81)
""",
}


@pytest.mark.parametrize("code", ENDINGS.values(), ids=list(ENDINGS))
def test_the_interpreter_ends_cleanly(code: str, python: Run) -> None:
    if sys.platform == "win32" and "SIGINT" in code:
        pytest.skip("signals are of another kind there")
    start = "import atexit, os, signal, sys, threading, time\nimport bitdoku as bd\nbd.verdict('.' * 81)\n"
    done = python(start + code + "\nprint('ended')\n", timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "ended" in done.stdout or "SIGINT" in code
    assert ("10000" in done.stdout) == ("atexit" in code)


def test_a_subinterpreter_cannot_import_it(python: Run) -> None:
    """With numpy or without it: an ImportError, and the main interpreter goes on."""
    code = f"""
try:
    import _interpreters as sub
except ImportError:
    import _xxsubinterpreters as sub
import bitdoku as bd
bd.verdict({EASY!r})
inner = sub.create()
code = '''
try:
    import bitdoku
    bitdoku.solve({EASY!r})
except ImportError as error:
    print("ImportError", error)
'''
found = sub.run_string(inner, code)
assert found is None, found
sub.destroy(inner)
print(bd.verdict({EASY!r}))
"""
    done = python(code)
    assert done.returncode == 0, done.stderr
    first, *_, last = done.stdout.splitlines()
    assert first.startswith("ImportError ")
    assert last == "1"


@pytest.mark.parametrize("module", ["None", "types.ModuleType('pandas')"], ids=["forbidden", "half imported"])
def test_packages_that_are_not_there(python: Run, module: str) -> None:
    """`sys.modules` may have None for a package, or a module without its classes."""
    code = f"""
import sys, types
import numpy as np
import bitdoku as bd
sys.modules["pandas"] = sys.modules["polars"] = {module}
class Own:
    def __array__(self, dtype=None, copy=None):
        return np.zeros((9, 9), np.uint8)
print(bd.verdict(Own()))
"""
    done = python(code)
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


@pytest.mark.parametrize(
    ("options", "environment"),
    [
        (["-X", "dev", "-W", "error"], {}),
        (["-W", "error"], {"PYTHONMALLOC": "debug"}),
        (["-O"], {"PYTHONMALLOC": "malloc", "MALLOC_PERTURB_": "165"}),
    ],
    ids=["-X dev", "PYTHONMALLOC", "-O"],
)
def test_every_name_under_strict_settings(options: list[str], environment: dict[str, str]) -> None:
    done = run(*options, str(HERE / "faults" / "smoke.py"), timeout=300, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "all is well 1\n"


# --- disks and pipes ------------------------------------------------------------------------------------------------

MADE = bd.generate(300, seed=1)
WRITERS: dict[str, Callable[[Path], Any]] = {
    **{
        suffix: lambda path: bd.datasets.write(path, MADE.puzzle, MADE.solution)
        for suffix in (".csv", ".txt", ".jsonl", ".npy", ".npz", ".csv.gz", ".parquet", ".arrow")
    },
    ".svg": lambda path: bd.Board(MADE.puzzle[0], candidates="basic").save(path),
    ".html": lambda path: bd.sheet(MADE.puzzle[:20]).save(path),
}


@linux
@pytest.mark.parametrize("suffix", WRITERS)
def test_a_disk_that_fills_half_way(suffix: str, tmp_path: Path) -> None:
    """The error of the system, and no file: neither a half nor a temporary one."""
    if suffix in (".parquet", ".arrow"):
        pytest.importorskip("pyarrow")
    resource = pytest.importorskip("resource")
    path = tmp_path / f"rows{suffix}"
    WRITERS[suffix](path)
    size = path.stat().st_size
    path.unlink()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            WRITERS[suffix](path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert caught.value.filename in (str(path), gettempdir())  # arrays are collected in temporary files
    assert list(tmp_path.iterdir()) == []
    WRITERS[suffix](path)
    assert path.stat().st_size == size


@linux
@pytest.mark.parametrize("command", ["generate -n 50", "solve rows.csv", "rate rows.csv", "explain rows.csv"])
def test_a_full_disk_is_one_line_of_the_command(command: str, tmp_path: Path) -> None:
    bd.datasets.write(tmp_path / "rows.csv", MADE.puzzle)
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bitdoku", *command.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
            cwd=tmp_path,
        )
    assert (done.returncode, done.stderr) == (1, "bitdoku: no space left on device\n")


@no_windows
@pytest.mark.parametrize("command", ["generate -n 3000", "solve rows.csv", "canonical rows.csv"])
def test_a_reader_that_leaves(command: str, tmp_path: Path) -> None:
    """As ``bitdoku … | head -1``: no traceback."""
    bd.datasets.write(tmp_path / "rows.csv", np.tile(MADE.puzzle, (20, 1, 1)))
    with subprocess.Popen(
        [sys.executable, "-m", "bitdoku", *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
        process.wait(120)
    assert "Traceback" not in errors
    assert "Exception" not in errors


def test_folders_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    if os.access(folder, os.W_OK):
        folder = Path("/sys")
        if not folder.is_dir():
            pytest.skip("every folder can be written here")
    for suffix, write in WRITERS.items():
        if suffix not in (".parquet", ".arrow"):
            with pytest.raises(OSError, match=r"rows|denied|permitted|Read-only"):
                write(folder / f"rows{suffix}")
    with pytest.raises(OSError, match=r"denied|permitted|Read-only|No such"):
        bd.datasets.build(folder / "built", {"seed": 1, "generate": {"n": 2}, "write": {"format": "csv"}})


@linux
def test_a_full_device() -> None:
    with pytest.raises(OSError, match="No space left on device"):
        bd.datasets.write("/dev/full", MADE.puzzle, to="csv")
