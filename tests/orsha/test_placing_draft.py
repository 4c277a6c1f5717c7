"""Where pieces may be set up, as a player's drafts tell it, against what the notes allow."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput
from landbridge.games.orsha.campaign.drafts.drafts import drafts_of
from orsha.campaign_play import SET_UP, begin, say


def setting_up() -> Match[Any]:
    match = begin()
    say(match, "german", "buy I1", "buy G1", "ready", "receive")
    say(match, "russian", "buy I1", "buy I2 onboard", "buy O1", "ready", "receive", "ready")
    say(match, "german", "wind")
    return match


def placing(match: Match[Any], side: str, *words: str) -> Any:
    return drafts_of(match.game.view(match.state, side), side, {"place": words}).placing


def may(match: Match[Any], side: str, text: str) -> bool:
    return not match.game.check(match.state, side, match.game.read(text))


def test_lit_hexes_are_those_that_a_note_may_name() -> None:
    match = setting_up()
    found = placing(match, "german", "G-23am-I1.1/1")
    assert len(found.hexes) == 1230
    assert found.away
    for hex in ("A1", "K30", "K41", "K42", "P45", "DD6"):
        legal = may(match, "german", f"place G-23am-I1.1/1 {hex}")
        assert (hex in found.hexes) == legal, hex


def test_hip_that_was_not_bought_has_no_hex() -> None:
    found = placing(setting_up(), "german", "G-23am-I1.1/1", "hip")
    assert found.hexes == ()
    assert (found.problem, found.rules) == (
        "HIP for 1 squad, but 0 bought with FPP",
        ("OTO-8.8-HIP-1",),
    )


def test_what_never_stands_on_the_map_says_so() -> None:
    match = setting_up()
    say(match, "german", SET_UP)
    found = placing(match, "russian", "R-23am-O1.1/1")
    assert (found.hexes, found.rules) == ((), ("OTO-8.2-OoB-1",))
    found = placing(match, "russian", "R-23am-I1.1")
    assert (found.hexes, found.rules) == ((), ("OTO-CG12b-1",))
    coming = drafts_of(match.game.view(match.state, "russian"), "russian", {}).coming["russian"]
    assert coming["R-23am-O1.1/1"] == "never"
    assert coming["R-23am-I1.1/1"] == "offboard"
    assert coming["R-23am-I2.1/1"] == "onboard"


def test_nobody_asks_out_of_turn_or_for_the_enemy() -> None:
    match = setting_up()
    with pytest.raises(BadInput, match="The Russian side does not set up now"):
        placing(match, "russian", "R-23am-I2.1/1")
    with pytest.raises(BadInput, match="no piece or line 'R-23am"):
        placing(match, "german", "R-23am-I2.1/1")
    view = match.game.view(match.state, "russian")
    assert drafts_of(view, "russian", {}).coming == {}
    with pytest.raises(BadInput, match="show nothing of the German side"):
        drafts_of(view, "russian", {"side": ("german",), "place": ("G-23am-I1.1/1",)})
