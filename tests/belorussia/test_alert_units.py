"""Alert units on the map: drawn in secret, placed, back in their pool once destroyed."""

from __future__ import annotations

from typing import Any

from landbridge.engine.matches.match import Match
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.referee.scripts import from_position

GAME = Belorussia()


def drawn(name: str) -> Match[Any]:
    """A match in which one Alert unit is left, and is drawn."""
    alerts = {"infantry": [], "ag_pg": [name], "flak": []}
    agenda = [{"type": "MapReinforcement", "side": "axis", "special": True}]
    begun = Match.new(GAME, "map-1943", seed=1, dice="typed")
    match: Match[Any] = from_position(begun, {"alerts": alerts, "agenda": agenda})
    match.do("special", "axis", dice=[3])
    return match


def test_which_unit_waits_is_hidden_from_the_soviet_side() -> None:
    match = drawn("ag_pg 2")
    assert match.view("axis").agenda[0].arriving == {"": ("G-AL-AGPG-2",)}
    assert match.view("soviet").agenda[0].arriving == {}
    assert match.view("soviet").alerts_out == ("?",)


def test_a_destroyed_alert_unit_is_back_in_its_pool() -> None:
    match = drawn("ag_pg 1")
    match.do("enter G-AL-AGPG-1 B17.10", "axis")
    dead = {"units": [{"id": "G-AL-AGPG-1", "hex": "dead"}]}
    state = GAME.arranged(match.state, {"map": dead})
    assert state.alerts_out == ()
    assert state.alerts["ag_pg"] == ("ag_pg 1",)
    assert not state.axis.dead
