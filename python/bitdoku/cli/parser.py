"""The parser of the command line: its help, and its errors.

Help has one width, that of the terminal up to 100 columns. An error names the command whose help says more, and the
nearest word that exists.
"""

from __future__ import annotations

import argparse
import re
import shutil
import textwrap
from typing import TYPE_CHECKING, Any, NoReturn

from bitdoku.cli.errors import USAGE, with_option_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MANUAL = "https://bitdoku.github.io/bitdoku"
#: The largest width of help, and the column of the texts about options.
WIDTH, COLUMN = 100, 26


def width() -> int:
    """The width of help."""
    return min(shutil.get_terminal_size().columns, WIDTH)


def wrapped(text: str) -> str:
    """The text with long lines broken for a terminal, and indented from their second line on."""
    lines = text.split("\n")
    return "\n".join(
        textwrap.fill(line, width(), subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
        for line in lines
    )


class Formatter(argparse.HelpFormatter):
    """Wraps paragraphs, and keeps examples and the rows of lists."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=COLUMN, width=width())

    def _fill_text(self, text: str, width: int, indent: str) -> str:  # noqa: ARG002
        return "\n\n".join(_paragraph(part, width) for part in text.strip().split("\n\n"))


def _paragraph(text: str, width: int) -> str:
    lines = text.splitlines()
    if not text.startswith(" ") and not any(line.startswith("  ") for line in lines):
        return textwrap.fill(" ".join(lines), width, break_long_words=False, break_on_hyphens=False)
    wrapped = []
    for line in lines:
        # The text after a name is indented like its first line. Commands are copied, so they stay in one line.
        name = re.match(r"\s+(?!bitdoku )\S+\s{2,}", line)
        rest = " " * (name.end() if name else 0)
        keep = name is None or len(line) <= width
        wrapped.append(line if keep else textwrap.fill(line, width, subsequent_indent=rest, break_on_hyphens=False))
    return "\n".join(wrapped)


class Parser(argparse.ArgumentParser):
    """A parser with a short usage line that suggests the nearest valid word."""

    def format_usage(self) -> str:
        """The name of the command and its files; its options are listed below."""
        words = ["usage:", self.prog, "[options]"]
        for action in self._actions:
            name = str(action.metavar or "{" + ",".join(action.choices or ()) + "}")
            if not action.option_strings:
                words.append({"*": f"[{name} ...]", "?": f"[{name}]"}.get(str(action.nargs), name))
            elif action.required:
                words.append(f"{action.option_strings[0]} {name}")
        return f"{' '.join(words)}\n"

    def format_help(self) -> str:
        """The usage and the help of all arguments."""
        self.usage = self.format_usage().removeprefix("usage: ").strip().replace("%", "%%")
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Exit with the message, a suggestion for an invalid choice, and the place of help."""
        if choice := re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)$", message):
            known = re.findall(r"[\w.-]+", choice[2])
            message = message.replace(choice[0], f"{choice[1]!r} is unknown; expected one of {', '.join(known)}")
        message = suggesting(brief(with_option_names(message)))
        self.exit(USAGE, f"{self.prog}: {message}\n{self.prog} --help says more\n")

    def unknown(self, arguments: Sequence[str]) -> NoReturn:
        """Exit with a message about unknown arguments."""
        known = [name for action in self._actions for name in action.option_strings]
        option = next((word.partition("=")[0] for word in arguments if word.startswith("-")), "")
        found = nearest(option, known)
        self.error(f"unrecognized arguments: {' '.join(arguments)}{found and f'; did you mean {found}?'}")


class Overview(Parser):
    """The parser of the first word, whose help lists the commands in groups."""

    groups: Mapping[str, tuple[Sequence[str], str]]
    commands: Any

    def format_usage(self) -> str:
        """The form of all command lines."""
        return f"usage: {self.prog} COMMAND [options] [FILE ...]\n"

    def format_help(self) -> str:
        """The commands by group, with an example of each group."""
        texts = {action.dest: action.help for action in self.commands._choices_actions}
        lines = [self.format_usage(), str(self.description)]
        for title, (names, example) in self.groups.items():
            lines += ["", f"{title}:", *(f"  {name:<12}{texts[name]}" for name in names), f"  $ {example}"]
        lines += [
            "",
            f"{self.prog} help COMMAND prints the options of a command, {self.prog} -V the version.",
            f"Manual: {MANUAL}/command-line.html",
        ]
        return "\n".join(lines) + "\n"


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is most like a word, or "".

    Case, and what separates the parts of a word, do not matter.
    """
    import difflib

    plain = {re.sub(r"[\W_]", "", name.lower()) or name: name for name in known}
    found = difflib.get_close_matches(re.sub(r"[\W_]", "", word.lower()), plain, 1, 0.7)
    return plain[found[0]] if found else ""


def suggesting(message: str) -> str:
    """A message such as ``level is 'heard'; expected 'easy' or 'hard'`` with the nearest of the words expected."""
    if " you mean " in message:
        return message
    match = re.search(r"'([^']*)'[^;']*; expected (?:some of |one of )?([^;]*)$", message)
    found = nearest(match[1], re.findall(r"[\w.-]+", match[2])) if match else ""
    return f"{message}; did you mean {found}?" if found else message


def brief(message: str) -> str:
    """The message with numbers of 100 digits and more shortened."""
    return re.sub(r"\d{100,}…?", lambda number: f"{number[0][:20]}…", message)
