"""What docs/command-line.md prints is what the commands print.

python tests/cli/test_page.py      writes the page again with what they print now
"""

from __future__ import annotations

import io
import os
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from landbridge.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "command-line.md"
SHOWN = re.compile(
    r"```sh\n(?P<one>landbridge [^\n]*)\n```\n```text\n.*?```\n"
    r"|```console\n\$ (?P<refused>landbridge [^\n]*)\n.*?```\n"
    r"|```sh\n(?P<several>.*?)```\n",
    re.DOTALL,
)
HASH = re.compile(r"\b[0-9a-f]{32,64}\b")


def printed(command: str, status: int = 0) -> str:
    """What a command prints."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        assert main(shlex.split(command)[1:]) == status, out.getvalue()
    return out.getvalue()


def renewed(page: str) -> str:
    """The page with what its commands print now, run in order in this folder."""

    def again(found: re.Match[str]) -> str:
        if one := found["one"]:
            return f"```sh\n{one}\n```\n```text\n{printed(one)}```\n"
        if refused := found["refused"]:
            return f"```console\n$ {refused}\n{printed(refused, 2)}```\n"
        for command in found["several"].splitlines():
            printed(command)
        return found[0]

    return SHOWN.sub(again, page)


def test_the_page_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text(encoding="utf-8")
    assert HASH.sub("...", renewed(page)) == HASH.sub("...", page)


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    os.environ["COLUMNS"] = "96"

    with TemporaryDirectory() as folder:
        os.chdir(folder)
        PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
