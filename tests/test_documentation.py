"""What the documentation shows really works: examples in docstrings and pages, shell commands."""

from __future__ import annotations

import doctest
import inspect
import pkgutil
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

import landbridge
from landbridge.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(landbridge.__path__, "landbridge.")
    if not module.name.endswith("__main__")
)
SHELL = re.compile(
    r"^```(sh|console)\n(.*?)^```\n(?:```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL
)
"""A block of commands, and what the last of them prints where that is shown below it."""
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@pytest.mark.parametrize("name", ["landbridge", *MODULES])
def test_docstring_examples(name: str) -> None:
    """Every module can be imported, and its examples hold; that most have none is quick to see."""
    module = import_module(name)
    if ">>>" in inspect.getsource(module):
        assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_examples(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_shell_commands(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every `landbridge ...` of a page runs, in order, in one folder, and prints what is shown."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "96")
    for kind, block, shown in SHELL.findall(page.read_text(encoding="utf-8")):
        lines = block.splitlines()
        if kind == "console":
            # Something is refused: the command, then what is said.
            lines, shown = lines[:1], "\n".join(lines[1:])
        printed = ""
        for line in lines:
            words = shlex.split(line.removeprefix("$ "), comments=True)
            if words[:1] == ["landbridge"] and words[1:2] != ["serve"]:
                try:
                    status = main(words[1:])
                except SystemExit as stop:
                    status = stop.code
                said = capsys.readouterr()
                assert bool(status) == (kind == "console"), f"{line}\n{said.err}"
                printed = said.out + said.err
        if shown:
            assert plainly(printed) == plainly(shown), f"{page.name}: {lines[-1]}\n{printed}"


def plainly(printed: str) -> str:
    """What is printed, without what follows from a random salt or an edition, and citations."""
    kept = " ".join(printed.split())
    for changing in (r"\b[0-9a-f]{32,}\b", r"\bedition \d+", r" \[[A-Z]+[- ][^\]]*\]"):
        kept = re.sub(changing, "", kept)
    return kept


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
