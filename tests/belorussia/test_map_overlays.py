"""What is laid over the map: zones, supply, railways and the way of a unit, from a view alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.map_game.board import MapBoard
from landbridge.games.belorussia.map_game.movement.movement_phase import MapMovement
from landbridge.games.belorussia.map_game.movement.moving import Move
from landbridge.games.belorussia.movement.zones import zones_of
from landbridge.games.belorussia.supply_lines.trace import DIRECT, THROWN, supply_state

GAME = Belorussia()
EVERYTHING = {"shown": ("zones", "supply"), "unit": ("S-RD-307",), "way": ("S-RD-307", "D13.11")}


@pytest.fixture(scope="module")
def match() -> Match[Any]:
    """First steps, with the Soviet player in his first Movement Phase."""
    begun: Match[Any] = Match.new(GAME, "first-steps", seed=1, mode="referee")
    for action in ("weather", "initiative", "go first"):
        begun.do(action)
    while begun.state.agenda[0] != MapMovement("soviet"):
        begun.do("finish")
    return begun


def laid(match: Match[Any], role: str, asked: Any = EVERYTHING) -> Any:
    return MapBoard().drafts(GAME.view(match.state, role), role, asked)


def test_zones_are_those_of_the_rules(match: Match[Any]) -> None:
    theatre = match.state.theatre("movement", "soviet")
    drawn = laid(match, "referee").zones
    for side, letters in (("soviet", "sb"), ("axis", "ab")):
        assert [letter in letters for letter in drawn] == list(map(bool, zones_of(theatre, side)))
    assert "s" in drawn
    assert "a" in drawn


def test_a_side_sees_its_own_supply_and_the_enemys_railways_only(match: Match[Any]) -> None:
    soviet = laid(match, "soviet").supply
    state = supply_state(match.state.theatre("movement", "soviet"), "soviet")
    assert [letter != "-" for letter in soviet["soviet"].reached] == list(map(bool, state.reached))
    assert len(soviet["soviet"].paths) == len(state.givers) > 0
    assert soviet["axis"].reached == ""
    assert soviet["axis"].paths == soviet["axis"].without == ()
    assert set(soviet["axis"].sources) > {"-"}
    onlooker = laid(match, "spectator")
    assert {side.reached for side in onlooker.supply.values()} == {""}
    assert onlooker.line is onlooker.way is None


def test_what_is_laid_over_the_map_tells_nothing_that_is_hidden(match: Match[Any]) -> None:
    for number in range(4):
        other = GAME.imagine(match.state, "soviet", Sampler(number))
        seen, imagined = (GAME.view(state, "soviet") for state in (match.state, other))
        assert seen == imagined
        board = MapBoard()
        found = board.drafts(seen, "soviet", EVERYTHING)
        assert found == board.drafts(imagined, "soviet", EVERYTHING)
    assert laid(match, "axis", {"unit": ("S-RD-307",)}).line is None


def test_a_supply_line_leads_from_the_unit_to_a_source(match: Match[Any]) -> None:
    theatre = match.state.theatre("movement", "soviet")
    state, labels = supply_state(theatre, "soviet"), theatre.land.labels
    for row, how in enumerate(state.how):
        if how not in (DIRECT, THROWN):
            continue
        line = laid(match, "soviet", {"unit": (theatre.counter(row).id,)}).line
        place = labels[theatre.place_of(row)]
        assert line.traced
        assert bool(line.hq) == (line.throw is not None)
        assert (line.throw.hexes[-1] if line.throw else line.draw.hexes[0]) == place
        assert state.sources.column[theatre.land.place(line.draw.hexes[-1])]
        if line.throw:
            assert line.throw.hexes[0] == line.draw.hexes[0]
    assert set(state.how) >= {DIRECT, THROWN}


def test_a_way_is_added_up_as_the_march_pays_it(match: Match[Any]) -> None:
    way = laid(match, "soviet").way
    assert [step.hex for step in way.steps] == ["D13.12", "D13.11"]
    assert all(step.terrain and step.rules for step in way.steps)
    assert sum(Fraction(step.cost) for step in way.steps) == Fraction(way.cost)
    slot = Move.next_slot(match.state, match.state.agenda[0], "soviet", ("S-RD-307",))
    assert slot is not None
    choice = next(one for one in slot.choices if getattr(one, "word", "") == "D13.11")
    assert not isinstance(choice, str)
    assert (choice.cost, choice.after) == (f"{way.cost} MP", "D13.12")


def test_every_choice_comes_after_one_that_is_cheaper(match: Match[Any]) -> None:
    step = match.state.agenda[0]
    for unit in Move.able(match.state, step):
        name = match.state.table.counters[unit].id
        slot = Move.next_slot(match.state, step, "soviet", (name,))
        assert slot is not None
        costs = {one.word: one for one in slot.choices if not isinstance(one, str)}
        for one in costs.values():
            assert not one.after or one.after in costs
