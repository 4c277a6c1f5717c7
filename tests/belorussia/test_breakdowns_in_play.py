"""Breakdowns in a match: they come and go, nothing is lost, and the enemy learns nothing."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import SPECTATOR
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.position.position import DEAD, UNUSED
from landbridge.referee.games import render
from landbridge.referee.scripts import from_position

GAME = Belorussia()


@pytest.fixture
def match() -> Match[Any]:
    """Two divisions and a tank brigade, in the Soviet Movement Phase."""
    begun: Match[Any] = Match.new(GAME, "first-steps", seed=1)
    steps = ["MapMovement", "MapSupply", "MapCleanUp", "MapMovement"]
    places = {"S-RD-307": "D12.05", "S-RD-73": "D13.05", "S-GTB-15": "D12.05"}
    units = [{"id": id, "hex": hex} for id, hex in places.items()]
    agenda = [{"type": kind, "side": "soviet"} for kind in steps]
    changes = {"ground": "dry", "flight": "full", "agenda": agenda}
    return from_position(begun, {**changes, "map": {"clear": True, "units": units}})


def steps_on_map(match: Match[Any]) -> int:
    table = match.state.table
    return sum(
        counter.steps - table.position.lost[row]
        for row, counter in enumerate(table.counters)
        if counter.is_combat and table.position.place_of(row) < table.land.size
    )


@pytest.mark.parametrize("role", ["axis", SPECTATOR])
def test_nobody_else_learns_of_a_breakdown_in_a_stack(match: Match[Any], role: str) -> None:
    before = GAME.view(match.state, role)
    events = match.do("detach S-RD-307")
    assert not any(event.visible_to(role) for event in events)
    assert GAME.view(match.state, role) == before


def test_one_that_stands_alone_is_seen(match: Match[Any]) -> None:
    match.do("detach S-RD-307")
    match.do("detach S-RD-73")
    match.do("move S-BD-2 D14.05")
    view = GAME.view(match.state, "axis").table
    assert [counter.id for counter in view.added] == ["S-BD-2"]
    row = view.counters.row("S-BD-2")
    assert view.land.labels[view.position.place_of(row)] == "D14.05"


def test_the_page_is_told_what_it_looks_like(match: Match[Any]) -> None:
    match.do("detach S-RD-307")
    shown = {unit.id: unit.printed for unit in render("belorussia", match.state).units}
    made = shown["S-BD-1"]
    assert (made.name, made.symbol, made.combat.strength) == ("Soviet breakdown 1", "infantry", "4")
    assert shown["S-RD-307"] is None


def test_steps_are_neither_lost_nor_won(match: Match[Any]) -> None:
    whole = steps_on_map(match)
    for action in ("detach S-RD-307", "detach S-RD-307 0", "detach S-RD-73", "move S-BD-3 D14.05"):
        match.do(action)
        assert steps_on_map(match) == whole
    match.do("finish")
    assert steps_on_map(match) == whole
    table = match.state.table
    ends = {one.id: table.position.place_of(table.counters.row(one.id)) for one in table.added}
    assert ends.pop("S-BD-1") == UNUSED
    assert DEAD not in ends.values()
    assert max(ends.values()) < table.land.size


def test_a_breakdown_that_went_back_is_used_again(match: Match[Any]) -> None:
    match.do("detach S-RD-307")
    match.do("finish")
    match.do("detach S-RD-73")
    assert len(match.state.table.added) == 1
