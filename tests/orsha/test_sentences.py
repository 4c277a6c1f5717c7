"""The log of a kept campaign, whole sentences as a player reads them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from landbridge.engine.chance.nature import Roll
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Event
from landbridge.games.orsha.campaign.pieces.histories import history_text
from landbridge.games.orsha.campaign.sentences import name_of_line, sentence
from landbridge.games.orsha.rules.words import PACKAGE
from landbridge.referee.games import load_match
from landbridge.store.files import read_save
from orsha.campaign_play import begin, say, told

HERE = Path(__file__).parent
KEPT = HERE.parent / "replays" / "orsha.battles-by-chance.7.lbm"
EXPECTED = HERE / "expected_sentences.txt"
CODE = re.compile(r"\b[GR]-2[34][ap]m-|\b2[34][ap]m\b|\bgerman\b|\brussian\b|[a-z]_[a-z0-9]")


@pytest.fixture(scope="module")
def kept() -> Match[Any]:
    """A campaign that was played to its end."""
    return load_match(read_save(KEPT))


def first_sentences(match: Match[Any]) -> list[str]:
    """The first sentence of each kind of event, in the order of the log."""
    found: dict[str, str] = {}
    for _, event in match.log():
        found.setdefault(event.id, match.game.sentence(event).replace("\n", " "))
    return list(found.values())


def test_the_kept_campaign_reads_as_expected(kept: Match[Any]) -> None:
    assert first_sentences(kept) == EXPECTED.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("file", ["battles-by-chance", "well-supplied"])
def test_no_sentence_shows_an_id_or_a_code_word(file: str) -> None:
    match: Match[Any] = load_match(read_save(KEPT.with_name(f"orsha.{file}.7.lbm")))
    for _, event in match.log():
        text = match.game.sentence(event)
        assert not CODE.search(text), text
        assert text.endswith("."), text


def test_aircraft_that_wait_cite_only_what_is_theirs() -> None:
    match: Match[Any] = load_match(read_save(KEPT.with_name("orsha.well-supplied.7.lbm")))
    waits = [event for _, event in match.log() if event.id == "aircraft_wait"]
    later = [event for event in waits if not event.values["lost"]]
    assert later
    assert not any("OTO-8.51-IHSR4-2" in event.rules for event in later)


def test_numbers_choose_their_words() -> None:
    assert sentence(Event("recon_over", {"number": 1})) == "Recon over: 1 Location used."
    assert sentence(Event("recon_over", {"number": 3})) == "Recon over: 3 Locations used."


def test_replenishment_shows_how_the_dr_gives_the_cpp_RUL_OTO_60() -> None:
    roll = Roll("2d6", "CPP replenishment", (1, 3), 4)
    event = Event("cpp", {"side": "german", "cpp": 34}, rolls=(roll,))
    assert sentence(event) == "German replenishment: DR 4 +2 = 6: 32 +2 = 34 CPP."
    looked_up = Event("cpp", {"side": "russian", "cpp": 21})
    assert sentence(looked_up) == "Russian replenishment: 21 CPP."


def test_pieces_and_lines_have_the_names_of_their_groups() -> None:
    assert name_of_line("G-23am-I1.1/12") == "Rifle Co. I (I1.1/12, 23 AM)"
    assert name_of_line("R-24pm-V4.2/1 (T-34/85)") == "T-34/85 of Tank Plt. I (V4.2/1, 24 PM)"
    assert name_of_line("G-23am-OoB/3") == "initial force (OoB/3)"


def test_every_template_can_be_filled() -> None:
    for id, template in read_toml(PACKAGE, "sentences.toml").items():
        names = {name.partition(":")[0] for name in re.findall(r"{([^}]*)}", template)}
        assert sentence(Event(id, dict.fromkeys(names, 2))).endswith("."), id


def test_a_history_reads_as_a_story() -> None:
    entries = ["bought with I1 on 23am", "23pm: Recombined with G-23am-I1.1/4"]
    entries.append("24am: K34 low_ammo")
    assert history_text(entries) == (
        "bought with I1 on 23 AM; 23 PM: Recombined with Rifle Co. I (I1.1/4, 23 AM);"
        " 24 AM: K34 low ammo"
    )


def test_notes_and_rows_of_a_report_say_what_and_where() -> None:
    def noted(where: str) -> str:
        return sentence(Event("noted", {"what": "G-23am-G1.1/1 (75L PaK 40)", "where": where}))

    gun = "75L PaK 40 of AT Plt. I (G1.1/1, 23 AM)"
    assert noted("P30 hip in=trench") == f"{gun} sets up in P30, HIP, in a trench."
    assert noted("retained") == f"{gun} stays off the map."
    rest = Event("noted_rest", {"number": 2, "where": "offboard"})
    assert sentence(rest) == "2 other pieces come from off-board."
    report = Event("reported", {"what": "rest", "where": "offmap"})
    assert sentence(report) == "All others: off the map."


def test_no_sheet_shows_a_code_word(kept: Match[Any]) -> None:
    for name, sheet in kept.game.sheets(kept.state).items():
        for part in sheet.parts:
            rows = part.grid.rows if part.grid else ()
            # The first cell is the id by which a form or an action names a piece.
            for text in (part.title, *(line.text for line in part.lines), *_cells(rows)):
                assert not CODE.search(text), (name, text)
    assert not any(CODE.search(line) for line in kept.game.summary(kept.state))


def _cells(rows: Any) -> list[str]:
    return [cell for row in rows for cell in row[1:]]


def test_what_is_received_is_told_in_numbers() -> None:
    match = begin()
    say(match, "german", "buy M1", "ready", "receive")
    say(match, "russian", "buy F1", "ready", "receive")
    log = told(match)
    assert "Received, Fortifications (M1.1, 23 AM): 50 FPP." in log
    assert "1x 44A FB (4 aircraft)." in log
    assert "(number by E7.21 on entry)." in log
    given = [event for _, event in match.log() if event.values.get("line", "").endswith("-OoB")]
    # Only the Russians have T-34s for whose leaders they throw.
    assert ["OTO-8.51-IHSR6-1" in event.rules for event in given] == [False, True]
