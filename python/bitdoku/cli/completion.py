"""``bitdoku completion``: prints a completion script for a shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_command

if TYPE_CHECKING:
    import argparse

DESCRIPTION = """\
Prints a script that makes a shell complete bitdoku command lines. Needs the package argcomplete:
pip install "bitdoku[cli]".
"""
EXAMPLES = """\
  bitdoku completion bash >> ~/.bashrc
  bitdoku completion zsh >> ~/.zshrc
  bitdoku completion fish > ~/.config/fish/completions/bitdoku.fish
"""


def add(subparsers: Any) -> None:
    """Add the command to the command line."""
    command = add_command(subparsers, "completion", "complete command lines in a shell", DESCRIPTION, EXAMPLES, run)
    command.add_argument("shell", choices=("bash", "zsh", "fish"))


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    from bitdoku.datasets._io.streams import require

    argcomplete = require("argcomplete", "cli", "completion")
    print(argcomplete.shellcode(["bitdoku"], shell=options.shell))
    return 0
