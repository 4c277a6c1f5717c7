"""What the documentation shows really works: examples in docstrings and pages, shell commands."""

from __future__ import annotations

import doctest
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
SHELL = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@pytest.mark.parametrize("name", ["landbridge", *MODULES])
def test_docstring_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_examples(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_shell_commands(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every `landbridge ...` of a page's shell blocks runs, in order, in one folder."""
    monkeypatch.chdir(tmp_path)
    for block in SHELL.findall(page.read_text(encoding="utf-8")):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["landbridge"] and words[1:2] != ["serve"]:
                try:
                    status = main(words[1:])
                except SystemExit as stop:
                    status = stop.code
                assert not status, f"{line}\n{capsys.readouterr().err}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
