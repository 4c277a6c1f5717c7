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
from landbridge.games.orsha.campaign.sentences import name_of_line, sentence
from landbridge.games.orsha.rules.words import PACKAGE
from landbridge.referee.games import load_match
from landbridge.store.files import read_save

HERE = Path(__file__).parent
KEPT = HERE.parent / "replays" / "orsha.battles-by-chance.5.lbm"
EXPECTED = HERE / "expected_sentences.txt"
CODE = re.compile(r"\b[GR]-2[34][ap]m-|\b2[34][ap]m\b|\bgerman\b|\brussian\b")


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


def test_no_sentence_shows_an_id_or_a_code_word(kept: Match[Any]) -> None:
    for _, event in kept.log():
        text = kept.game.sentence(event)
        assert not re.search(r"\b[GR]-2[34][ap]m-|\b2[34][ap]m\b|\bgerman\b|\brussian\b", text), (
            text
        )
        assert text.endswith("."), text


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
