"""Pages for print, and looking ahead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from landbridge.cli import main


@pytest.fixture
def campaign(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    file = tmp_path / "campaign.lbm"
    assert main(["new", "belorussia", "--seed", "7", "-o", str(file)]) == 0
    assert main(["auto", str(file), "--bots", "random", "--seed", "1", "--until", "60"]) == 0
    capsys.readouterr()
    return file


def test_a_match_on_paper(campaign: Path, tmp_path: Path) -> None:
    page = tmp_path / "turn.html"
    assert main(["print", str(campaign), "turn", "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "Turn sheet" in text
    assert "Campaign ledger" not in text
    assert "TFB-SUP-1" in text
    assert "http" not in text


def test_a_page_for_one_role_keeps_the_secrets(campaign: Path, tmp_path: Path) -> None:
    soviet, axis = tmp_path / "soviet.html", tmp_path / "axis.html"
    assert main(["print", str(campaign), "ledger", "--as", "soviet", "-o", str(soviet)]) == 0
    assert main(["print", str(campaign), "ledger", "--as", "axis", "-o", str(axis)]) == 0
    hidden = "<td>?</td><td>face down</td>"
    assert hidden not in soviet.read_text(encoding="utf-8")
    assert hidden in axis.read_text(encoding="utf-8")


def test_a_sheet_that_is_not_there(campaign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", str(campaign), "poster", "-o", "x.html"]) == 2
    assert "There is no sheet 'poster'. Allowed: ledger or turn." in capsys.readouterr().err


def test_a_page_that_cannot_be_written(
    campaign: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", str(campaign), "-o", str(tmp_path / "no" / "x.html")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_all_charts_on_paper(tmp_path: Path) -> None:
    page = tmp_path / "charts.html"
    assert main(["charts", "belorussia", "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    for title in ("Ground condition", "Soviet supply", "Combat"):
        assert title in text


def test_charts_of_a_game_without_any(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["charts", "stalingrad", "-o", "x.html"]) == 2
    assert "There is no game 'stalingrad'" in capsys.readouterr().err


def test_campaign_odds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaign-odds", "belorussia", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert len(figures["turns"]) == 63
    april = next(turn for turn in figures["turns"] if turn["date"] == "1944-04-08")
    assert april["ends"] == "8/27"
    assert main(["campaign-odds", "belorussia", "--scenario", "campaign-1944"]) == 0
    assert "Mud ends the campaign in April: 72.2%" in " ".join(capsys.readouterr().out.split())
    page, plot = tmp_path / "ahead.html", tmp_path / "ahead.svg"
    assert main(["campaign-odds", "belorussia", "--html", str(page), "--plot", str(plot)]) == 0
    assert "Looking ahead" in page.read_text(encoding="utf-8")
    assert "<svg" in plot.read_text(encoding="utf-8")


def test_campaign_odds_with_a_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["campaign-odds", "belorussia", "--option", "april_end=march_carries_over", "--json"]
    assert main(words) == 0
    figures = json.loads(capsys.readouterr().out)
    first = next(turn for turn in figures["turns"] if turn["date"] == "1944-04-01")
    assert first["ends"] == "1/6"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["campaign-odds", "chess"], "There is no game 'chess'"),
        (["campaign-odds", "belorussia", "--scenario", "1812"], "There is no scenario '1812'"),
        (["campaign-odds", "belorussia", "--option", "ice=hot"], "There is no option 'ice'"),
        (["campaign-odds", "belorussia", "--plot", "x.poem"], "cannot be written"),
    ],
)
def test_campaign_odds_refuses(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert says in capsys.readouterr().err
