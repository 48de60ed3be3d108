"""The command line as a user runs it: lines in and out, files, streams, interrupts, progress."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bitdoku.cli import COMMANDS
from bitdoku.cli.progress import rate
from command_line import Run
from puzzles import HARD
from puzzles import HARD_SOLUTION as HARD_SOLVED
from puzzles import SMALLEST as EMPTY_SOLVED

CLASH = "11" + "." * 79
COMMAND = [sys.executable, "-m", "bitdoku"]


def bitdoku(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a process of its own."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )


def test_lines_in_lines_out() -> None:
    blank = "." * 81
    run = bitdoku("solve", stdin=f"{HARD}\n\n# a comment\n{CLASH}\r\n{'0' * 81}  # behind\n{HARD},more\n")
    assert run.returncode == 0
    assert run.stdout.split("\n") == [
        f"{HARD},unique,{HARD_SOLVED}",
        f"{CLASH},no_solution,",
        f"{blank},multiple,{EMPTY_SOLVED}",
        f"{HARD},unique,{HARD_SOLVED}",
        "",
    ]
    assert "1 no_solution, 2 unique, 1 multiple" in run.stderr


def test_files_and_stdin_in_the_order_given(tmp_path: Path) -> None:
    a, b = tmp_path / "a.txt", tmp_path / "b.txt"
    a.write_text("\ufeff" + HARD, encoding="utf-8")  # some editors begin files with that mark
    b.write_text(CLASH)
    run = Run("solve", "-q", b, "-", a, stdin=HARD.replace(".", "0"))
    assert [line[:81] for line in run.lines] == [CLASH, HARD.replace(".", "0"), HARD]
    assert run.err == ""


def test_other_spellings_of_a_puzzle_are_written_alike() -> None:
    for spaced in (" ".join(HARD), HARD.replace(".", "*")):
        assert Run("solve", "-q", stdin=spaced).out == f"{HARD},unique,{HARD_SOLVED}\n"


@pytest.mark.parametrize("bad", ["123", HARD[:-1] + "ä", HARD + "7", HARD + "\n" + HARD[:-1] + "\udcff"])
def test_a_malformed_line_ends_it(bad: str) -> None:
    run = Run("solve", stdin=f"{HARD}\n\n{bad}\n{HARD}\n".encode(errors="surrogateescape"))
    wrong = 3 + bad.count("\n")
    assert (run.code, run.out) == (1, f"{HARD},unique,{HARD_SOLVED}\n" * (wrong - 2))
    assert run.err.startswith(f"bitdoku: stdin:{wrong}: ")


def test_malformed_lines_are_marked() -> None:
    run = Run("solve", "--malformed", "mark", stdin=f'12 "3"\n{HARD}\n')
    assert (run.code, run.out) == (1, f'"12 ""3""",malformed,\n{HARD},unique,{HARD_SOLVED}\n')
    assert "stdin:1: " in run.err
    assert "1 unique, 1 malformed" in run.err


def test_nothing_in_nothing_out() -> None:
    run = Run("solve", stdin="# nothing\n")
    assert (run.code, run.out, run.numbers()) == (0, "", [0])


def test_output_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert Run("solve", "-o", out, stdin=HARD).out == ""
    assert out.read_text() == f"{HARD},unique,{HARD_SOLVED}\n"
    assert Run("solve", "-o", out, stdin=f"{CLASH}\nbad\n").code == 1
    assert out.read_text() == f"{HARD},unique,{HARD_SOLVED}\n"
    assert os.listdir(tmp_path) == ["out.txt"]
    assert Run("solve", "-o", os.devnull, stdin=HARD).code == 0
    assert not Path(os.devnull).is_file()


def test_output_may_be_the_input(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{HARD}\n")
    assert Run("solve", file, "-o", file).code == 0
    assert file.read_text() == f"{HARD},unique,{HARD_SOLVED}\n"


def test_budget() -> None:
    run = Run("solve", "--budget", "1", stdin=HARD)
    assert (run.code, run.out) == (0, f"{HARD},undecided,\n")
    assert Run("solve", "--budget", "1min", stdin=HARD).out == f"{HARD},unique,{HARD_SOLVED}\n"


@pytest.mark.serial
@pytest.mark.parametrize("command", ["solve", "count"])
def test_a_time_that_is_over_leaves_the_rest_undecided(command: str) -> None:
    # Several batches, the first of which takes longer than that.
    run = Run(command, "--threads", "1", "--budget", "1ms", stdin=f"{HARD}\n" * 20_000)
    assert (run.code, len(run.lines)) == (0, 20_000)
    assert run.lines[-1] in (f"{HARD},undecided,", f"{HARD},")


def test_a_file_is_named(tmp_path: Path) -> None:
    for arguments, path in (
        (["solve", tmp_path / "gone.txt"], tmp_path / "gone.txt"),
        (["solve", "-o", tmp_path / "nowhere" / "x.csv"], tmp_path / "nowhere" / "x.csv"),
        (["solve", "-o", "no-such-folder/x"], "no-such-folder/x"),
        (["solve", "-o", tmp_path], tmp_path),
        (["solve"], "stdin:1"),
    ):
        run = Run(*arguments, stdin="12")
        assert run.code == 1
        assert run.err.startswith(f"bitdoku: {path}: ")


def test_backend_and_threads_make_no_difference() -> None:
    text = f"{HARD}\n{CLASH}\n" * 50
    runs = [bitdoku("solve", "-q", "--backend", "scalar", "--threads", n, stdin=text).stdout for n in ("1", "3")]
    assert runs[0] == runs[1] == bitdoku("solve", "-q", stdin=text).stdout
    assert bitdoku("solve", "--backend", "abacus", stdin=text).returncode == 2


@pytest.mark.parametrize("flag", ["--version", "--help"])
def test_quick_answers_load_neither_numpy_nor_rich(flag: str) -> None:
    code = (
        "import sys; from bitdoku.cli import main\n"
        f"try: main(['{flag}'])\n"
        "except SystemExit as end: assert end.code == 0\n"
        "assert not {'numpy', 'rich', 'bitdoku._core'} & set(sys.modules), sorted(sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.startswith("bitdoku 0." if flag == "--version" else "usage: bitdoku")


def test_a_reader_that_goes_away() -> None:
    with subprocess.Popen(
        [*COMMAND, "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(f"{HARD}\n" * 10)
        process.stdin.close()
        assert process.wait(60) == 141
        assert process.stderr.read() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind there")
@pytest.mark.serial
def test_interrupted(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    with subprocess.Popen(
        [*COMMAND, "solve", "-o", str(out)], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stderr
        process.stdin.write(f"{HARD}\n" * 20_000)  # more than a chunk: it is at work, and waits for more
        process.stdin.flush()
        for _ in range(600):
            if os.listdir(tmp_path):
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert "Traceback" not in process.stderr.read()
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("rich", [True, False])
def test_progress_on_a_terminal(rich: bool, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    puzzles, out = tmp_path / "puzzles.txt", tmp_path / "out.txt"
    puzzles.write_text(f"{HARD}\n" * 20_000)
    hide = "" if rich else "sys.modules['rich'] = None; "
    code = f"import sys; {hide}from bitdoku.cli import main; sys.exit(main({['solve', str(puzzles), '-o', str(out)]}))"
    ours, its = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", code], stderr=its) as process:
        os.close(its)
        shown = b""
        # A terminal whose other end is closed reads as an error on Linux, as an end elsewhere.
        with contextlib.suppress(OSError):
            while more := os.read(ours, 65536):
                shown += more
        assert process.wait(60) == 0
    os.close(ours)
    assert (b"\x1b[" in shown) == rich
    assert out.read_text().count("unique") == 20_000


def test_rates_have_three_digits() -> None:
    assert [rate(n, 2.0) for n in (3, 3_000, 3_690_000)] == ["1.5/s", "1.5 k/s", "1.84 M/s"]


@pytest.mark.parametrize("command", [command.__name__.rpartition(".")[2] for command in COMMANDS])
def test_every_command_has_help_with_examples(command: str) -> None:
    run = Run(command, "--help")
    assert run.code == 0
    assert f"\n  bitdoku {command}" in run.out


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("bitdoku ca", {"canonical"}),
        ("bitdoku split --by s", {"solution-class"}),
        ("bitdoku draw --the", {"--theme"}),
        ("bitdoku generate --symmetry h", {"half_turn", "horizontal"}),
        ("bitdoku solve --to p", {"parquet", "pencilmarks"}),
        ("bitdoku count --rules w", {"windoku"}),
        ("bitdoku generate --rules 16", {"16x16"}),
        ("bitdoku generate --rules {folder}/o", {"{folder}/ours.json"}),
    ],
)
def test_completion(line: str, expected: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("argcomplete")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    (tmp_path / "ours.json").touch()
    (tmp_path / "other.csv").touch()
    line, expected = line.format(folder=tmp_path), {word.format(folder=tmp_path) for word in expected}
    assert "bitdoku" in Run("completion", "bash").out
    assert all(Run("completion", shell).code == 0 for shell in ("zsh", "fish"))
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(tmp_path / "out"),
        "_ARGCOMPLETE_IFS": "\n",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    bitdoku(**asked)
    assert {word.strip() for word in (tmp_path / "out").read_text().split("\n")} == expected
