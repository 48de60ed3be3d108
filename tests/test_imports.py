"""The imports of the package: they run one way, and no files import each other in a circle."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parents[1] / "python" / "bitdoku"

#: From bottom to top: a file imports only from its own layer and the layers before it. The longest prefix of the name
#: of a module decides.
LAYERS = [
    ("_core", "_errors", "_json", "_symmetries", "_display"),
    ("_arguments", "_atomic", "_column", "_pencilmarks", "_results", "_setting"),
    ("rules",),
    ("_board_text", "_by_rules", "_faults", "_row", "_table", "datasets._io"),
    ("logic",),
    ("_compose", "_decode", "_generate", "_kinds"),
    ("board",),
    ("links",),
    ("answers", "datasets", "widget"),
    ("pages",),
    ("env", "plot", "ray", "typing", "_public"),
    ("cli", "__main__"),
]


def modules() -> dict[str, Path]:
    """The files of all modules, by names such as "rules._rule"; a package has the name of its folder."""
    parts = ((path, path.relative_to(PACKAGE).with_suffix("").parts) for path in PACKAGE.rglob("*.py"))
    return {".".join(names).removesuffix("__init__").removesuffix("."): path for path, names in parts}


def imported(node: ast.AST) -> Iterator[str]:
    """The names that code imports, at any depth, except for type checkers."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            yield from imported(ast.Module(child.orelse, []))
            continue
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, "relative imports hide the order"
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        yield from imported(child)


def graph() -> dict[str, set[str]]:
    """The modules of the package that each module imports."""
    files = modules()
    out: dict[str, set[str]] = {}
    for name, path in files.items():
        out[name] = set()
        for target in imported(ast.parse(path.read_text(encoding="utf-8"))):
            known = target.removeprefix("bitdoku.") if target.startswith("bitdoku.") else ""
            while known and known not in files and known != "_core":
                known = known.rpartition(".")[0]
            if known and known != name:
                out[name].add(known)
    return out


def layer(module: str) -> int:
    """The number of the layer of a module."""
    matches = [
        (len(prefix), number)
        for number, prefixes in enumerate(LAYERS)
        for prefix in prefixes
        if f"{module}.".startswith(f"{prefix}.")
    ]
    assert matches, f"{module} is in no layer"
    return max(matches)[1]


def test_packages_import_one_way() -> None:
    up = [
        (name, target)
        for name, targets in graph().items()
        for target in targets
        if name and layer(target) > layer(name)
    ]
    assert up == []


def test_no_files_import_each_other_in_a_circle() -> None:
    TopologicalSorter(graph()).prepare()  # the error names the circle
