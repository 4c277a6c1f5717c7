"""Who Controls a Location after a battle: it passes on, it is never given up, and who counts it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.games.orsha.campaign.reorganising.perimeter.drawing import PerimeterDrawing
from orsha.campaign_play import after, begin, go_to, in_state, refused, say, settle, to_battle


@pytest.fixture(scope="module")
def ready_to_fight() -> Match[Any]:
    return to_battle(begin())


def test_control_passes_to_the_enemy_and_is_never_given_up(ready_to_fight: Match[Any]) -> None:
    match = after(ready_to_fight)
    caught = refused(match, "russian", "control none K33", "K33 was German when the battle began")
    assert caught.rules == ("OTO-9.6058-3", "RUL-OTO-8")
    # The railway is Strategic: one side always Controls it.
    caught = refused(match, "russian", "control none P3", "P3 was German when the battle began")
    assert caught.rules == ("OTO-9.6051-3", "RUL-OTO-8")
    match.do("control russian K33", "russian")
    refused(match, "german", "control none K33", "K33 was German when the battle began")
    # What was nobody's when the battle began can be nobody's again, and nobody counts it.
    rest = {hex: side for hex, side in match.state.control.items() if hex != "X38"}
    match = in_state(after(ready_to_fight), replace(after(ready_to_fight).state, control=rest))
    say(match, "russian", "control russian X38", "control none X38")
    assert "X38" not in match.state.control
    settle(match)
    go_to(match, PerimeterDrawing)
    assert (match.state.scores[0].lvp, match.state.lvp_once) == (1, ("K33",))


@pytest.mark.parametrize(("ruling", "lvp"), [("players", 1), ("occupied", 0)])
def test_whether_one_must_stand_in_what_one_controls_is_a_ruling(ruling: str, lvp: int) -> None:
    match = after(to_battle(begin(options={"control_rule": ruling})), russian=["R-23am-I1.1/1 X38"])
    if ruling == "occupied":
        words = "none of whose MMC or vehicles ended there"
        caught = refused(match, "russian", "control russian K33", words)
        assert caught.rules == ("OTO-9.6052-1", "RUL-OTO-8")
        match.do("control russian X38", "russian")
    else:
        match.do("control russian K33", "russian")
    settle(match)
    assert ("D22" in match.state.control) == (ruling == "players")
    assert ("A24" in match.state.control, "K33" in match.state.control) == (True, bool(lvp))
