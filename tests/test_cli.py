"""The command line, in processes of its own, as a user runs it."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bitdoku.cli import COMMANDS, parser

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
CLASH = "11" + "." * 79
EMPTY_SOLVED = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"

COMMAND = [sys.executable, "-m", "bitdoku"]


def bitdoku(*arguments: str, stdin: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
    run = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        timeout=60,
        env={**os.environ, **environment},
        check=False,
    )
    return subprocess.CompletedProcess(run.args, run.returncode, run.stdout.decode(), run.stderr.decode())


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
    assert run.stderr.startswith("4 puzzles: 1 no_solution, 2 unique, 1 multiple; ")


def test_what_comes_out_can_go_in_again() -> None:
    first = bitdoku("solve", "-q", stdin=f"{HARD}\n{CLASH}\n")
    assert bitdoku("solve", "-q", stdin=first.stdout).stdout == first.stdout


def test_files_and_stdin_in_the_order_given(tmp_path: Path) -> None:
    a, b = tmp_path / "a.txt", tmp_path / "b.txt"
    a.write_text("\ufeff" + HARD, encoding="utf-8")  # some editors begin files with that mark
    b.write_text(CLASH)
    run = bitdoku("solve", "-q", str(b), "-", str(a), stdin=HARD.replace(".", "0"))
    assert [line[:81] for line in run.stdout.splitlines()] == [CLASH, HARD.replace(".", "0"), HARD]
    assert run.stderr == ""


def test_pretty() -> None:
    run = bitdoku("solve", "--pretty", stdin=f"{HARD}\n{CLASH}\n")
    first, second = run.stdout.rstrip("\n").split("\n\n")
    assert first.splitlines()[:3] == ["stdin:1: unique", "┌───────┬───────┬───────┐", "│ 8 1 2 │ 7 5 3 │ 6 4 9 │"]
    assert second.splitlines()[:3] == ["stdin:2: no solution", "┌───────┬───────┬───────┐", "│ 1 1 . │ . . . │ . . . │"]


def test_other_spellings_of_a_puzzle_are_written_alike() -> None:
    for spaced in (" ".join(HARD), HARD.replace(".", "*")):
        run = bitdoku("solve", "-q", stdin=spaced)
        assert run.stdout == f"{HARD},unique,{HARD_SOLVED}\n"


@pytest.mark.parametrize("bad", ["123", HARD[:-1] + "ä", HARD + "7", HARD + "\n" + HARD[:-1] + "\udcff"])
def test_a_malformed_line_ends_it(bad: str) -> None:
    run = bitdoku("solve", stdin=f"{HARD}\n\n{bad}\n{HARD}\n".encode(errors="surrogateescape"))
    wrong = 3 + bad.count("\n")
    assert run.returncode == 1
    assert run.stdout == f"{HARD},unique,{HARD_SOLVED}\n" * (wrong - 2)
    assert run.stderr.startswith(f"bitdoku: stdin:{wrong}: ")
    assert "Traceback" not in run.stderr


def test_malformed_lines_are_marked() -> None:
    run = bitdoku("solve", "--malformed", "mark", stdin=f'12 "3"\n{HARD}\n')
    assert run.returncode == 1
    assert run.stdout == f'"12 ""3""",malformed,\n{HARD},unique,{HARD_SOLVED}\n'
    assert "bitdoku: stdin:1: " in run.stderr
    assert "2 puzzles: 1 unique, 1 malformed" in run.stderr


def test_nothing_in_nothing_out() -> None:
    run = bitdoku("solve", stdin="# nothing\n")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "0 puzzles\n")


def test_output_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert bitdoku("solve", "-o", str(out), stdin=HARD).stdout == ""
    assert out.read_text() == f"{HARD},unique,{HARD_SOLVED}\n"
    assert bitdoku("solve", "-o", str(out), stdin=f"{CLASH}\nbad\n").returncode == 1
    assert out.read_text() == f"{HARD},unique,{HARD_SOLVED}\n"
    assert os.listdir(tmp_path) == ["out.txt"]
    assert bitdoku("solve", "-o", os.devnull, stdin=HARD).returncode == 0
    assert not Path(os.devnull).is_file()


def test_output_may_be_the_input(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{HARD}\n")
    assert bitdoku("solve", str(file), "-o", str(file)).returncode == 0
    assert file.read_text() == f"{HARD},unique,{HARD_SOLVED}\n"


def test_budget() -> None:
    run = bitdoku("solve", "--budget", "1", stdin=HARD)
    assert run.stdout == f"{HARD},undecided,\n"
    assert run.returncode == 0
    assert "'99999999999999s' is too long a time" in bitdoku("solve", "--budget", "99999999999999s").stderr
    assert bitdoku("solve", "--budget", "1min", stdin=HARD).stdout == f"{HARD},unique,{HARD_SOLVED}\n"


@pytest.mark.parametrize("command", ["solve", "count"])
def test_a_time_that_is_over_leaves_the_rest_undecided(command: str) -> None:
    # Several batches, the first of which takes longer than that.
    run = bitdoku(command, "--threads", "1", "--budget", "1ms", stdin=f"{HARD}\n" * 20_000)
    assert (run.returncode, run.stdout.count("\n")) == (0, 20_000)
    assert run.stdout.splitlines()[-1] in (f"{HARD},undecided,", f"{HARD},")
    assert "too short a time" in bitdoku(command, "--budget", "0s", stdin=HARD).stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["solve", "--threads", "0"],
        ["solve", "--budget", "soon"],
        ["solve", "--malformed", "ignore"],
        ["solve", "--backend", "abacus"],
        ["generate", "--effort", "0"],
        ["generate", "--symmetry", "lopsided"],
    ],
)
def test_wrong_usage(arguments: list[str]) -> None:
    run = bitdoku(*arguments)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    run = bitdoku("solve", str(tmp_path / "gone.txt"))
    assert run.returncode == 1
    assert run.stderr == f"bitdoku: {tmp_path / 'gone.txt'}: no such file\n"


def test_backend_and_threads_make_no_difference() -> None:
    text = f"{HARD}\n{CLASH}\n" * 50
    runs = [bitdoku("solve", "-q", "--backend", "scalar", "--threads", n, stdin=text).stdout for n in ("1", "3")]
    assert runs[0] == runs[1] == bitdoku("solve", "-q", stdin=text).stdout


def test_messages_name_what_was_asked_for(tmp_path: Path) -> None:
    for output in (str(tmp_path / "nowhere" / "x.csv"), "no-such-folder/x"):
        run = bitdoku("solve", "-o", output, stdin=HARD)
        assert run.returncode == 1
        assert run.stderr == f"bitdoku: {output}: no such folder\n"
    for budget in ("2m", "-1", "0", "", "1.5", "s", "²"):
        run = bitdoku("solve", f"--budget={budget}", stdin=HARD)
        assert run.returncode == 2
        assert f"'{budget}' is neither a number of search nodes (100000) nor a time (250ms, 2s, 1.5min)" in run.stderr
    assert bitdoku("solve", "-o", str(tmp_path), stdin=HARD).stderr == f"bitdoku: {tmp_path}: is a directory\n"
    assert bitdoku("solve", stdin="12").stderr == "bitdoku: stdin:1: the text holds 2 cells; expected 81\n"


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
        assert process.stderr.read() == "bitdoku: interrupted\n"
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
    assert "20000 puzzles: 20000 unique" in shown.decode()
    assert b"\x1b[" in shown  # something came and was wiped away
    assert out.read_text().count("unique") == 20_000


def test_progress_says_rate_and_remaining_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from bitdoku.cli.progress import progress, rate, remaining

    assert [rate(n, 2.0) for n in (3, 3_000, 3_690_000)] == ["1.5/s", "1.5 k/s", "1.84 M/s"]
    assert [remaining(seconds) for seconds in (7, 750, 11_100)] == ["0:07", "12:30", "3:05:00"]
    monkeypatch.setitem(sys.modules, "rich", None)
    monkeypatch.setitem(sys.modules, "rich.console", None)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress(hidden=False) as show:
        time.sleep(0.2)
        show(1000, 0.25)
    assert re.search(r"1,000 puzzles, \S+ k/s, 25%, 0:0\d left", capsys.readouterr().err)
    with progress(hidden=True) as show:
        show(1000, 0.25)
    assert capsys.readouterr().err == ""


def test_every_command_has_help_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        name = command.__name__.rpartition(".")[2]
        with pytest.raises(SystemExit) as end:
            parser().parse_args([name, "--help"])
        assert end.value.code == 0
        text = capsys.readouterr().out
        assert f"\n  bitdoku {name}" in text.partition("examples:")[2]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("bitdoku ca", {"canonical"}),
        ("bitdoku d", {"dedupe", "draw"}),
        ("bitdoku split --by s", {"solution-class"}),
        ("bitdoku draw --the", {"--theme"}),
        ("bitdoku solve --mal", {"--malformed"}),
        ("bitdoku generate --symmetry h", {"half-turn", "horizontal"}),
        ("bitdoku solve --to p", {"parquet", "pencilmarks"}),
        ("bitdoku audit --format a", {"arrow"}),
        ("bitdoku count --rules w", {"windoku"}),
        ("bitdoku generate --rules 16", {"16x16"}),
        ("bitdoku generate --rules {folder}/o", {"{folder}/ours.json"}),
    ],
)
def test_completion(line: str, expected: set[str], tmp_path: Path) -> None:
    pytest.importorskip("argcomplete")
    (tmp_path / "ours.json").touch()
    (tmp_path / "other.csv").touch()
    line, expected = line.format(folder=tmp_path), {word.format(folder=tmp_path) for word in expected}
    script = bitdoku("completion", "bash").stdout
    assert "bitdoku" in script
    assert all(bitdoku("completion", shell).returncode == 0 for shell in ("zsh", "fish"))
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(tmp_path / "out"),
        "_ARGCOMPLETE_IFS": "\n",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    bitdoku(**asked)
    assert {word.strip() for word in (tmp_path / "out").read_text().split("\n")} == expected
