"""Supply in a match on the map: what is hidden, what is asked, and what a referee lets pass."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.map_game.arrivals.returning import MapReturn
from landbridge.games.belorussia.map_game.movement.movement_phase import MapMovement
from landbridge.games.belorussia.map_game.supply.breakout import MapBreakout
from landbridge.games.belorussia.position.position import RETURNING
from landbridge.games.belorussia.supply_lines.recovery import rivals
from landbridge.referee.scripts import from_position

GAME = Belorussia()
FIRST: tuple[Any, ...] = ({"type": "MapMovement", "side": "soviet"},)


def arranged(units: list[Any], *agenda: Any, dumps: Any = (), **map: Any) -> Match[Any]:
    """First steps with these units alone; the only Soviet source is the railhead in D16.02."""
    begun: Match[Any] = Match.new(GAME, "first-steps", seed=1, mode="referee", dice="either")
    axis = {"id": "G-ID-7", "hex": "C60.13"}
    cut = ["D16.03", "D26.01", "D26.15"]
    laid = {"clear": True, "axis_gauge": cut, "units": [axis, *units], "dumps": dumps, **map}
    fields = {"ground": "dry", "flight": "full", "agenda": agenda or FIRST, "map": laid}
    return from_position(begun, fields)


def wagons(hex: str) -> list[Any]:
    points = (f"W{number}" for number in range(1, 6))
    return [{"name": one, "side": "soviet", "kind": "wagon", "hex": hex} for one in points]


@pytest.mark.parametrize("covered", [True, False])
def test_the_enemy_sees_no_extender_under_combat_units(covered: bool) -> None:
    guard = [{"id": "S-RD-81", "hex": "D8.05"}] if covered else []
    match = arranged([*wagons("D8.05"), *guard], *FIRST, *FIRST)
    match.do("extend W1")
    own, seen = match.view("soviet").table, match.view("axis").table
    assert [len(one.points) for one in own.position.extenders] == [5]
    assert [one.points for one in seen.position.extenders] == ([] if covered else [()])
    assert "W1" not in seen.counters.rows


def test_points_of_an_extender_are_fresh_in_a_later_phase() -> None:
    match = arranged(wagons("D8.05"), *FIRST, *FIRST)
    match.do("extend W1")
    match.do("finish")
    match.do("retract D8.05")
    table = match.state.table
    assert {table.land.labels[table.position.place_of(table.counters.row("W3"))]} == {"D8.05"}
    with pytest.raises(BadInput, match="No Extender of trucks or wagons"):
        match.do("retract D8.05")


@pytest.mark.parametrize(("sp", "asked"), [(1.5, False), (1.25, True)])
def test_who_recovers_first_is_asked_only_where_supply_is_short(sp: float, asked: bool) -> None:
    tanks = {"side": "soviet", "strength": 6, "rating": 4, "move": 6, "by": "track"}
    units = [
        tanks | {"name": "Tanks", "stock": "exhausted", "hex": "D12.05"},
        tanks | {"name": "Guns", "stock": "low", "hex": "D12.05"},
        tanks | {"name": "Far", "stock": "low", "hex": "D6.05"},
    ]
    match = arranged(units, dumps=[{"hex": "D13.05", "side": "soviet", "sp": sp}])
    theatre = match.state.theatre("supply", "soviet")
    names = [theatre.counter(row).name for row in rivals(theatre, "soviet")]
    assert names == (["Tanks", "Guns"] if asked else [])


def test_a_referee_lets_a_unit_with_trace_break_out() -> None:
    agenda = (
        {"type": "MapBreakout", "side": "soviet"},
        {"type": "BeginReturns", "side": "soviet"},
        *FIRST,
    )
    match = arranged([{"id": "S-RD-81", "hex": "D12.05", "lost": 1}], *agenda)
    match.do("breakout S-RD-81", dice=(5, 1), declare=True)
    assert isinstance(match.state.agenda[0], MapBreakout)
    table = match.state.table
    row = table.counters.row("S-RD-81")
    assert table.position.place_of(row) == RETURNING
    match.do("finish")
    assert isinstance(match.state.agenda[0], MapReturn)
    with pytest.raises(BadInput, match="is not due back"):
        match.do("return S-RD-55 D17.01 combat")
    match.do("return S-RD-81 D17.01 move")
    assert match.state.agenda[0] == MapMovement("soviet")
    position = match.state.table.position
    assert (position.lost[row], position.returning) == (1, {})


def test_who_is_left_without_trace_is_said_before_the_choice_is_given_up() -> None:
    part = {"side": "soviet", "strength": 6, "rating": 4, "move": 6, "formation": "1.TC"}
    units = [
        part | {"name": "Tanks", "hex": "D12.04"},
        part | {"name": "Guards", "hex": "D13.05"},
        part | {"name": "Guns", "hex": "D22.07"},
    ]
    # An Extender serves those in the east.
    extender = [{"hex": "D22.07", "side": "soviet"}]
    tracing = {"type": "MapTracing", "side": "soviet"}
    match = arranged(units, tracing, *FIRST, extenders=extender)
    (decision,) = GAME.decisions(match.state, "soviet")
    finish = next(offer for offer in decision.offers if offer.verb == "finish")
    assert finish.gives_up == ("The largest part of each formation traces, without Guns.",)
    said = [GAME.sentence(event) for event in match.do("serve 1.TC D22.07", dice=(2, 2))]
    assert said[0] == "1.TC traces to D22.07: Guns."
