"""Partisans in a match on the map: placed, woken, moved, displaced, and nameless to the Axis."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import SPECTATOR
from landbridge.engine.refusals import Refusal
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.partisans.on_the_map import (
    hex_as_shown,
    hiding_places,
    partisan_rows,
    refuges,
)
from landbridge.games.belorussia.position.position import INACTIVE
from landbridge.referee.games import render
from landbridge.referee.scripts import from_position

GAME = Belorussia()


@pytest.fixture(scope="module")
def placed() -> Match[Any]:
    """The campaign with its four partisans on the map."""
    match: Match[Any] = Match.new(GAME, "map-1943", seed=1, mode="referee")
    theatre = match.state.theatre("reinforcement", "soviet")
    hexes = [theatre.land.labels[place] for place in hiding_places(theatre)]
    for hex in hexes[:: len(hexes) // 4][:4]:
        match.do(f"partisan {hex}")
    return match


def agree(state: Ledger) -> bool:
    """Whether books and counters say the same of every partisan."""
    rows, position = partisan_rows(state.table.counters), state.table.position
    lying = {
        row: state.table.land.labels[position.place_of(row)]
        for row in rows.values()
        if position.place_of(row) < state.table.land.size
    }
    asleep = {row for row in lying if position.done[row] & INACTIVE}
    return lying == {rows[u.unit]: u.hex for u in state.partisans} and asleep == {
        rows[u.unit] for u in state.partisans if not u.active
    }


def played(match: Match[Any], agenda: list[dict[str, Any]]) -> Match[Any]:
    """The same match at another point of the turn."""
    return from_position(match, {"ground": "dry", "flight": "full", "agenda": agenda})


def test_counters_lie_where_the_books_have_them(placed: Match[Any]) -> None:
    assert len(placed.state.partisans) == 4
    assert agree(placed.state)


def test_the_map_says_what_a_hex_is_like(placed: Match[Any]) -> None:
    theatre = placed.state.theatre("reinforcement", "soviet")
    minsk = theatre.land.index[country().place("Minsk").hexes[0]]
    begun = Match.new(GAME, "map-1943", seed=1)
    roads = next(p for p in range(theatre.land.size) if "road" in hex_as_shown(theatre, p)[1])
    with pytest.raises(Refusal, match="a road runs through the hex"):
        begun.do(f"partisan {theatre.land.labels[roads]} heavy_woods")
    assert minsk not in hiding_places(theatre)


def test_the_axis_do_not_learn_which_units_they_are(placed: Match[Any]) -> None:
    shown = {unit.id: unit.at for unit in render("belorussia", placed.state).units}
    for role in ("axis", SPECTATOR):
        view = render("belorussia", GAME.view(placed.state, role))
        seen = {unit.id: unit.at for unit in view.units if unit.id.startswith("S-PAR")}
        assert sorted(seen) == ["S-PAR-1", "S-PAR-2", "S-PAR-3", "S-PAR-4"]
        assert set(seen.values()) == {u.hex for u in placed.state.partisans}
    own = {unit.id for unit in render("belorussia", GAME.view(placed.state, "soviet")).units}
    assert {id for id in shown if id.startswith("S-PAR")} <= own
    other = GAME.imagine(placed.state, "axis", Sampler(3))
    assert GAME.view(other, "axis") == GAME.view(placed.state, "axis")
    assert agree(other)


def test_a_partisan_that_is_woken_marches_and_is_seen(placed: Match[Any]) -> None:
    phase = {"type": "Reinforcement", "side": "soviet", "activations": 1}
    movement = {"type": "MapMovement", "side": "soviet"}
    match = played(placed, [phase, movement])
    number = placed.state.partisans[0].number
    unit = placed.state.partisans[0]
    id = match.state.table.counters[partisan_rows(match.state.table.counters)[unit.unit]].id
    match.do(f"activate {number}")
    assert agree(match.state)
    moving = played(match, [movement])
    ways = GAME.next_slot(moving.state, "soviet", "move", (id,))
    assert ways is not None
    moving.do(f"move {id} {ways.choices[0].word}", "soviet")
    assert agree(moving.state)
    assert moving.state.partisans[0].known


def test_one_face_down_is_displaced_by_whoever_enters(placed: Match[Any]) -> None:
    state = placed.state
    theatre = state.theatre("movement", "axis")
    unit = state.partisans[0]
    place = state.place(unit.hex)
    beside = theatre.land.labels[theatre.land.graph.neighbours[place][0]]
    jager = {"name": "Jager", "side": "axis", "strength": 9, "rating": 4, "move": 10, "hex": beside}
    match = from_position(
        placed,
        {
            "ground": "dry",
            "flight": "full",
            "agenda": [{"type": "MapMovement", "side": "axis"}],
            "map": {"units": [jager]},
        },
    )
    match.do(f"move Jager {unit.hex}", "axis")
    assert GAME.deciders(match.state) == ("soviet",)
    fitting = [match.state.table.land.labels[p] for p in refuges(theatre, place)]
    offer = GAME.decisions(match.state, "soviet")[0].offers[0]
    assert offer.verb == "displace"
    assert set(offer.slots[1].words) <= set(fitting)
    with pytest.raises(Refusal, match="finds a hex 2 hexes away"):
        match.do(f"displace {unit.number}", "soviet")
    match.do(f"displace {unit.number} {offer.slots[1].words[0]}", "soviet")
    assert GAME.deciders(match.state) == ("axis",)
    assert agree(match.state)
