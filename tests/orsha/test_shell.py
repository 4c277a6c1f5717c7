"""The campaign by shell commands: secrets, drawings, one file, paper."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from landbridge.cli import main

FRONT = (
    "grid=10x10",
    "edge=A5-A1-J1-J5:german,A6-A10-J10-J6:russian",
    "units=C6:german:mmc,G6:german:mmc,C8:russian:mmc,G8:russian:mmc",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> None:
    assert main(list(words)) == 0


def test_a_drawing_is_printed_as_it_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("ask", "orsha.perimeter_picture", *FRONT, "--raw")
    picture = capsys.readouterr().out
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    run("ask", "orsha.perimeter_picture", *FRONT, "-o", "front.svg")
    assert Path("front.svg").read_text() == picture
    assert main(["ask", "orsha.perimeter_picture", *FRONT, "-o", "front.svg"]) == 2
    capsys.readouterr()
    run("ask", "orsha.perimeter_picture", *FRONT)
    said = capsys.readouterr().out
    assert all(f"  {line}".rstrip() in said for line in picture.splitlines())
    run("ask", "orsha.perimeter", *FRONT)
    assert "\n     6 r r G g g g G . g r\n     7 r r . r" in capsys.readouterr().out
    run("ask", "orsha.perimeter", *FRONT, "--raw")
    assert msgspec.json.decode(capsys.readouterr().out)["german"]["area"] == 56


def test_a_campaign_from_purchase_to_verdict(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("new", "orsha", "--scenario", "battles-by-chance", "--seed", "9", "-o", "c.lbm")
    run("do", "c.lbm", "buy V3 offboard", "--as", "german")
    run("do", "c.lbm", "buy G2", "--as", "russian")
    for role, enemy in (("german", "G2"), ("russian", "V3")):
        capsys.readouterr()
        for words in (("show",), ("show", "--json"), ("log",), ("log", "--json")):
            run(words[0], "c.lbm", "--as", role, *words[1:])
        told = capsys.readouterr().out
        assert f"{enemy} o" not in told
        assert f'"{enemy}"' not in told.partition('"decisions"')[0]
        assert f"buy {enemy}" not in told
    run("auto", "c.lbm", "--bots", "random", "--seed", "1")
    assert "The match is over:" in capsys.readouterr().out
    run("export", "c.lbm", "-o", "copy.lbm")
    run("verify", "copy.lbm")
    run("verify", "c.lbm")
    run("print", "copy.lbm", "--as", "german", "-o", "german.html")
    page = Path("german.html").read_text()
    assert "German roster" in page
    assert "Russian roster" not in page
    assert "<svg" in page
