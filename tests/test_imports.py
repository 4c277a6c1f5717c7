"""What modules import of each other: the layers are import-linter's, the rest is checked here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import landbridge

ROOT = Path(landbridge.__file__).parent
WHOLES = {
    "landbridge.games.arsenal.bot.judging.board",
}
"""Modules of one thing that is made of parts: the parts know the type of the whole, to which they
belong, and import nothing else of it."""


def modules() -> dict[str, Path]:
    """Every module and its file."""
    found = {}
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """What a module imports when it is loaded, and whether that is for its types only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield from _among(tree.body, for_types=False)


def _among(nodes: list[ast.stmt], for_types: bool) -> Iterator[tuple[str, bool]]:
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            assert not node.level, "names are imported from where they stand, with their full path"
            yield from ((f"{node.module}.{name.name}", for_types) for name in node.names)
        elif isinstance(node, ast.Import):
            yield from ((name.name, for_types) for name in node.names)
        elif isinstance(node, ast.If):
            types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
            yield from _among(node.body, for_types or types)
            yield from _among(node.orelse, for_types)
        elif isinstance(node, ast.Try):
            for part in (node.body, node.orelse, node.finalbody):
                yield from _among(part, for_types)


def test_modules_do_not_import_each_other_not_even_for_their_types() -> None:
    """But the parts of a whole, which name its type."""
    known = modules()
    graph: dict[str, set[str]] = {}
    needless = set(WHOLES)
    for name, path in known.items():
        graph[name] = set()
        for named, for_types in imports(path):
            target = named if named in known else named.rpartition(".")[0]
            if for_types and target in WHOLES:
                needless.discard(target)
            elif target in known and target != name:
                graph[name].add(target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as problem:
        raise AssertionError(f"these import each other: {' <- '.join(problem.args[1])}") from None
    assert not needless, "no part knows this whole as a type any more"
