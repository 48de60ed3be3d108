"""Ray Data on a cluster of two nodes, one of which is killed, against one machine; and what the tasks compute.

The cluster has a process of its own: it leaves threads and handlers behind, and its warnings are its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

# Looked for, and not imported: that is left to the process of the cluster.
if find_spec("ray") is None:
    pytest.skip("ray is not installed: pip install --group ray", allow_module_level=True)

CLUSTER = '''
import logging, os, pathlib, sys, tempfile, threading, time
import numpy as np, pyarrow as pa, ray
from ray.cluster_utils import Cluster
from ray.data import DataContext
import bitdoku as bd
import bitdoku.ray as many
from bitdoku.datasets import audit, write

home = pathlib.Path(sys.argv[1])
small = {"object_store_memory": 80 << 20}
# The loss of a node is to be noticed after five seconds, not after fifteen.
noticing = {"health_check_period_ms": 1000, "health_check_failure_threshold": 5}
head = {"num_cpus": 1, "include_dashboard": False, "_system_config": noticing, **small}
cluster = Cluster(initialize_head=True, head_node_args=head)
lost = cluster.add_node(num_cpus=1, **small)
ray.init(address=cluster.address, log_to_driver=False, logging_level=logging.ERROR)
DataContext.get_current().enable_progress_bars = False


def done(what):
    """In a file of its own: Ray writes to stdout too."""
    with open(home / "done", "a") as file:
        print(what, file=file)


def marked(table):
    """Leaves word which node was here, and takes its time."""
    (home / ray.get_runtime_context().get_node_id()).touch()
    time.sleep(0.2)
    return table


# A node is killed when it is at work: every row comes all the same.
made = many.generate_dataset(1030, seed=3, shards=20, clues=(24, 30)).map_batches(marked, batch_format="pyarrow")
found = []
worker = threading.Thread(target=lambda: found.append(made.to_pandas()))
worker.start()
clock = time.monotonic()
while not (home / lost.node_id).exists():
    assert time.monotonic() - clock < 300, "the second node has nothing to do"
    time.sleep(0.02)
cluster.remove_node(lost, allow_graceful=False)
worker.join()
rows = found[0].sort_values("index")
wanted = bd.generate(1030, seed=3, clues=(24, 30))
assert rows["index"].tolist() == list(range(1030))
assert (bd.solve(rows["puzzle"]).solution == rows["solution"]).all()
assert np.array_equal(bd.datasets.read(rows["puzzle"].tolist()).puzzle, wanted.puzzle)
assert rows["clues"].tolist() == wanted.clues.tolist()
done("generated")

# Block k is shard k.
shards = many.generate_dataset(10, seed=3, start=5, shards=3).materialize()
assert sorted(len(ray.get(ref)) for ref in shards.to_arrow_refs()) == [3, 3, 4]

# Lists, solved and named.
lists = pa.FixedSizeListArray.from_arrays(pa.array(wanted.puzzle.reshape(-1)), 81)
table = pa.table({"id": range(1030), "quiz": lists})
ds = ray.data.from_arrow([table.slice(k, 500) for k in range(0, 1030, 500)])
got = many.canonicalize_dataset(many.solve_dataset(ds, "quiz"), "quiz").to_pandas().sort_values("id")
assert got["verdict"].tolist() == [1] * 1030
assert np.array_equal(np.stack(got["solution"]), wanted.solution.reshape(-1, 81))
assert np.array_equal(np.stack(got["canonical"]), bd.canonical(wanted.puzzle).reshape(-1, 81))
done("solved")

# A set with faults of each kind: the report is the one of a single machine.
puzzles, answers = rows["puzzle"].tolist(), rows["solution"].tolist()
puzzles[7], puzzles[8] = "oops", "11" + "." * 79
puzzles[600], answers[600] = puzzles[3], answers[3]
puzzles[900] = bd.shuffle(puzzles[3], seed=1)
answers[50] = answers[50][::-1]
puzzles[60] = "." * 81
stored = pa.table({"puzzle": puzzles, "solution": answers, "score": range(len(puzzles))})
write(home / "set.csv", bd.datasets.scan(stored, malformed="mark"))
alone = audit(home / "set.csv", solution="solution", ratings=["level", "er"])
ds = ray.data.from_arrow([stored.slice(k, 100) for k in range(0, 1030, 100)])
report = many.audit_dataset(ds, solution="solution", ratings=["level", "er"])
names = "rows verdicts stored distinct classes class_sizes order_dependent clues guesses ratings singles faults"
for name in names.split():
    assert getattr(report, name) == getattr(alone, name), name
assert [(f.row, f.puzzle) for many in report.findings.values() for f in many] == [
    (f.row, f.puzzle) for many in alone.findings.values() for f in many
]
assert report.order_dependent == ("level", "er", "score")
assert report.findings["duplicate"][0].text == "the same as data set[3]"
assert set(report.faults) > {"malformed", "clash", "several solutions", "wrong solution", "duplicate", "repeated class"}
done("audited")

# The set's own context stays as it was; arrays that waste room are told, as on one machine.
wide = ray.data.from_numpy([wanted.puzzle[:40].astype(np.int64), wanted.puzzle[:20].astype(np.int64)])
context = wide.context
before = context.execution_options.preserve_order, context.raise_original_map_exception
report = many.audit_dataset(wide, "data", against=ray.data.from_numpy(wanted.puzzle[30:60]))
alone = audit(np.concatenate([wanted.puzzle[:40], wanted.puzzle[:20]]).astype(np.int64), against=wanted.puzzle[30:60])
assert before == (context.execution_options.preserve_order, context.raise_original_map_exception) == (False, False)
for name in "dtype waste faults against_rows rows".split():
    assert getattr(report, name) == getattr(alone, name), name
assert (report.dtype, report.waste, report.faults["leak"]) == ("int64", 8, 10)

# Errors are raised as they are.
try:
    many.audit_dataset(ray.data.from_arrow(pa.table({"puzzle": ["1"]})), "quiz")
except ValueError as found:
    assert "'quiz'" in str(found).splitlines()[0], found
else:
    raise AssertionError("there is no column quiz")
ray.data.DataContext.get_current().raise_original_map_exception = True
try:
    many.solve_dataset(ray.data.from_arrow(pa.table({"puzzle": ["oops"]}))).materialize()
except bd.PuzzleError as found:
    assert "puzzles[0]" in str(found)
else:
    raise AssertionError("oops is no puzzle")
done("more")
ray.shutdown()
cluster.shutdown()
'''


TASKS = '''
from types import SimpleNamespace
import numpy as np, pyarrow as pa
from ray.data.extensions import ArrowTensorArray
from ray.exceptions import RayTaskError
import bitdoku as bd
import bitdoku.ray as many


class Blocks:
    """A data set whose tasks run here, at once."""

    def __init__(self, tables):
        options = SimpleNamespace(preserve_order=False)
        self.tables = tables
        self.context = SimpleNamespace(execution_options=options, raise_original_map_exception=False)

    def map_batches(self, function, **options):
        assert options == {"batch_size": None, "batch_format": "pyarrow", "zero_copy_batch": True, "num_cpus": 1}
        return Blocks([function(table) for table in self.tables])

    def iter_batches(self, **options):
        return iter(self.tables)


many.ray_data = SimpleNamespace(range=lambda n, **options: Blocks([pa.table({"id": [k]}) for k in range(n)]))

made = bd.generate(40, seed=3)
blocks = many.generate_dataset(40, seed=3, shards=3)
assert [len(table) for table in blocks.tables] == [13, 13, 14]
rows = pa.concat_tables(blocks.tables)
assert rows["index"].to_pylist() == list(range(40))
assert np.array_equal(bd.datasets.read(rows["puzzle"].to_pylist()).puzzle, made.puzzle)

(table,) = many.generate_dataset(1, seed=3, method="controlled").tables
assert table["log_weight"].to_pylist() == bd.generate(1, seed=3, method="controlled")["log_weight"].tolist()

solved = many.canonicalize_dataset(many.solve_dataset(blocks)).tables
assert [len(table) for table in solved] == [13, 13, 14]
assert pa.concat_tables(solved)["solution"].equals(rows["solution"])
assert pa.concat_tables(solved)["canonical"].to_pylist() == bd.canonical(rows["puzzle"].to_pylist())

tensors = Blocks([pa.table({"puzzle": ArrowTensorArray.from_numpy(made.puzzle)})])
(table,) = many.solve_dataset(tensors).tables
assert np.array_equal(table["solution"].combine_chunks().to_numpy_ndarray(), made.solution)

# Other rules, and arrays, which come back as arrays; more shards than puzzles; numbers as text.
six = bd.generate(12, seed=1, rules="6x6")
blocks6 = Blocks([pa.table({"data": ArrowTensorArray.from_numpy(part)}) for part in (six.puzzle[:5], six.puzzle[5:])])
solved = many.canonicalize_dataset(many.solve_dataset(blocks6, "data", rules="6x6"), "data", rules="6x6").tables
for name, wanted in (("solution", six.solution), ("canonical", bd.canonical(six.puzzle, rules="6x6"))):
    assert np.array_equal(np.concatenate([t[name].combine_chunks().to_numpy_ndarray() for t in solved]), wanted)
report = many.audit_dataset(blocks6, "data", rules="6x6")
assert (report.rules, report.faults, report.rows) == ("6x6", {}, 12)
assert sum(map(len, many.generate_dataset(3, seed=1, shards=5).tables)) == 3
(large,) = many.generate_dataset(1, seed=1, rules="36x36", clues=1000).tables
assert large["puzzle"][0].as_py() == " ".join(map(str, bd.generate(1, seed=1, rules="36x36", clues=1000).puzzle.flat))

# Puzzles to order are those of one machine, and fit on any.
hard = pa.concat_tables(many.generate_dataset(6, seed=4, shards=3, difficulty="medium").tables)
assert np.array_equal(
    bd.datasets.read(hard["puzzle"].to_pylist()).puzzle, bd.generate(6, seed=4, difficulty="medium").puzzle
)
try:
    many.generate_dataset(3, seed=1, difficulty="simple")
except ValueError as error:
    assert "'simple'" in str(error), error
else:
    raise AssertionError("simple is no level")

# Blocks may be empty.
tensors.tables.insert(0, tensors.tables[0].slice(0, 0))
report = many.audit_dataset(tensors, against=blocks)
alone = bd.datasets.audit(made.puzzle, against=rows["puzzle"].to_pylist())
assert (report.faults, report.rows, report.clues) == (alone.faults, 40, alone.clues)
assert report.faults["leak"] == 40


class Failing(Blocks):
    def map_batches(self, function, **options):
        return self

    def iter_batches(self, **options):
        raise RayTaskError("compute", "", ValueError("no such file"))


wrong = pa.table({"quiz": ["1"], "puzzle": [1.5]})
for ds, word in ((Failing([]), "file"), (Blocks([wrong.select([0])]), "'puzzle'"), (Blocks([wrong]), "double")):
    try:
        many.audit_dataset(ds)
    except ValueError as error:
        assert word in str(error), error
    else:
        raise AssertionError(word)
'''


def test_tasks_in_this_process() -> None:
    """What tasks compute, without a cluster."""
    run = subprocess.run([sys.executable, "-c", TASKS], capture_output=True, text=True, timeout=100, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="clusters of several nodes want Linux or macOS")
def test_two_nodes_one_killed(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", CLUSTER, str(tmp_path)],
        env={**os.environ, "RAY_ENABLE_MAC_CLUSTER": "1", "RAY_USAGE_STATS_ENABLED": "0"},
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr[-4000:]
    assert (tmp_path / "done").read_text().split() == ["generated", "solved", "audited", "more"]
