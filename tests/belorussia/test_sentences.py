"""The log of a kept match in whole sentences, and the words that they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belorussia.test_ledger import begin, to_orders
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.play.events import Event
from landbridge.engine.refusals import BadInput
from landbridge.games.belorussia.ledger.sentences import (
    WORDS,
    describe_counters,
    in_players_words,
)
from landbridge.games.belorussia.words import PACKAGE
from landbridge.referee.games import game, load_match
from landbridge.store.files import read_save

KEPT = Path(__file__).parents[1] / "replays" / "belorussia.campaign-1943.11.lbm"
EXPECTED = Path(__file__).with_name("kept_log.txt")
"""Chosen lines of the log of the kept match: the number of the action, and the sentence."""

GAME = game("belorussia")


def sentences() -> Iterator[str]:
    for number, event in load_match(read_save(KEPT)).log():
        yield f"{number}: {GAME.sentence(event)}"


def test_the_log_of_a_kept_match_reads_as_expected() -> None:
    said = set(sentences())
    expected = EXPECTED.read_text(encoding="utf-8").splitlines()
    assert [line for line in expected if line not in said] == []
    assert len(expected) > 40


def test_no_sentence_names_a_row_or_leaves_words_open() -> None:
    for line in sentences():
        assert "TFB-" not in line, line
        assert not {"{", "}", "_"} & set(line), line
        assert line.endswith("."), line


@pytest.mark.parametrize(
    ("counters", "words"),
    [
        ("65:4-3-6; 151:3-3-6", "65 (4-3-6) and 151 (3-3-6)"),
        ("16:4-5-8 of 16.Pz; 64:7-4-6 of 16.Pz", "16 (4-5-8) and 64 (7-4-6) of 16.Pz"),
        ("6:8-4-5 of 3G.Cav; 1:5-3-3", "6 (8-4-5) of 3G.Cav and 1 (5-3-3)"),
        ("X 6:(4)-2-2, 6th Guards AT brigade", "6th Guards AT brigade [(4)-2-2]"),
        ("16:18-3-3, artillery", "16 artillery (18-3-3)"),
        ("at least 1 lost (picture)", "at least 1 counter illegible here (see your booklet)"),
        ("2 lost (names)", "2 counters illegible here (see your booklet)"),
        ("vitebsk (at least 1 lost (picture))", "the Vitebsk group"),
        ("Pax:2; Eq:AR5", "2 Pax and AR5 Eq"),
    ],
)
def test_counters_are_called_as_on_the_map(counters: str, words: str) -> None:
    assert describe_counters(counters) == words


def test_nothing_is_said_of_what_did_not_come() -> None:
    nothing = {"pax": 0, "eq": "no Eq", "air": 0, "ally": 0, "hogs": "0 Hogs"}
    event = Event("axis_replacements", nothing | {"special": "no special roll"})
    assert GAME.sentence(event) == "Axis replacements: nothing."
    some = nothing | {"eq": "AR4 Eq", "hogs": "1 Hog", "special": "a special roll"}
    event = Event("axis_replacements", some)
    assert GAME.sentence(event) == "Axis replacements: AR4 Eq, 1 Hog, a special roll."


def test_events_without_words_of_their_own_keep_their_values() -> None:
    event = Event("minsk", {"how": "isolated"})
    assert in_players_words(event) == {"how": "isolated"}
    assert GAME.sentence(event) == "Minsk is isolated."


def test_every_event_that_has_words_of_its_own_has_a_sentence() -> None:
    assert set(WORDS) <= set(read_toml(PACKAGE, "sentences.toml"))


# What is refused, and what is still to do


def test_automatic_ground_takes_no_die_TFB_1_8_2() -> None:
    match = begin()
    with pytest.raises(
        BadInput, match=r"^Dry is automatic on 26 Sep: type only the flight dice\.$"
    ):
        match.do("weather", dice=(4, 9))
    match.do("weather", dice=(9,))
    assert match.state.ground == "dry"


def test_weather_given_by_the_scenario_takes_no_dice_RUL_TFB_50() -> None:
    match = begin(options={"first_turn": "as_scenario"})
    with pytest.raises(BadInput, match="The scenario gives the weather of its first turn"):
        match.do("weather", dice=(9,))
    match.do("weather")
    assert (match.state.ground, match.state.flight) == ("dry", "full")


def test_what_is_still_to_do_names_units_and_places() -> None:
    match = to_orders(begin())
    match.do("orders")
    match.do("supply", dice=(7,))
    due = [violation.text for violation in match.decisions()[0].violations]
    assert due == [
        "1 SP to 1st Baltic Front HQ",
        "1 SP to Western Front HQ",
        "1 SP to 2nd Belorussian Front HQ",
        "1 SP to 1st Belorussian Front HQ",
        "12 SP is not placed",
        "replacements have not been rolled",
        "65 and 151 still to arrive at any Front HQ",
    ]


def test_a_total_says_what_it_would_mean_at_the_end() -> None:
    lines = GAME.summary(begin().state)
    wanted = "Soviet total with the places held: 0 VP; at this rate an Axis strategic victory"
    assert wanted in lines
