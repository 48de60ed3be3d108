"""``bitdoku completion``: what a shell needs to complete our command lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bitdoku.cli.options import add_command

if TYPE_CHECKING:
    import argparse

DESCRIPTION = """\
Prints a script for the shell, which asks bitdoku for what can stand where the cursor is. It needs the package
argcomplete: pip install "bitdoku[cli]".
"""
EXAMPLES = """\
  bitdoku completion bash >> ~/.bashrc
  bitdoku completion zsh >> ~/.zshrc
  bitdoku completion fish > ~/.config/fish/completions/bitdoku.fish
"""


def add(subparsers: Any) -> None:
    """Adds the command to the command line."""
    command = add_command(subparsers, "completion", "complete command lines in a shell", DESCRIPTION, EXAMPLES, run)
    command.add_argument("shell", choices=("bash", "zsh", "fish"))


def run(options: argparse.Namespace) -> int:
    """Prints the script."""
    from bitdoku.datasets._files import require

    argcomplete = require("argcomplete", "cli", "completion")
    print(argcomplete.shellcode(["bitdoku"], shell=options.shell))
    return 0
