"""A match on the map: phases, marches, modes, stacking and what the enemy sees."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.map_game.board import MapBoard, in_points
from landbridge.games.belorussia.map_game.combat.combat_phase import MapCombat
from landbridge.games.belorussia.map_game.movement.movement_phase import MapMovement
from landbridge.games.belorussia.map_game.supply.attrition import ChooseLosses
from landbridge.games.belorussia.map_game.supply.eating import MapEating
from landbridge.games.belorussia.map_game.supply.supply_phase import MapSupply
from landbridge.games.belorussia.position.position import DEAD, UNSEEN

GAME = Belorussia()


@pytest.fixture
def match() -> Match[Any]:
    """First steps, with the Soviet player in his first Movement Phase."""
    begun: Match[Any] = Match.new(GAME, "first-steps", seed=1, mode="referee")
    for action in ("weather", "initiative", "go first"):
        begun.do(action)
    while begun.state.agenda[0] != MapMovement("soviet"):
        begun.do("finish")
    return begun


def sentences(events: Any) -> list[str]:
    return [GAME.sentence(event) for event in events]


def place(match: Match[Any], unit: str) -> str:
    table = match.state.table
    return table.land.labels[table.position.place_of(table.counters.row(unit))]


def test_an_excerpt_counts_its_own_turns(match: Match[Any]) -> None:
    assert GAME.summary(match.state)[0] == "12 Nov 43, turn 1 of 3"
    while GAME.outcome(match.state) is None:
        who = GAME.deciders(match.state)[0]
        asked = [one for one in GAME.decisions(match.state, who)[0].offers if not one.aside]
        offer = asked[-1]
        match.do(" ".join((offer.verb, *(slot.words[0] for slot in offer.slots))))
    assert match.state.turn_said == 3
    assert GAME.outcome(match.state).reason == (
        "the last turn has been played: 0 points, Soviet less Axis, an Axis victory"
    )


def test_a_unit_marches_by_the_cheapest_way(match: Match[Any]) -> None:
    said = sentences(match.do("move S-RD-307 D13.12"))
    assert place(match, "S-RD-307") == "D13.12"
    assert said[0].startswith("307th Rifle Division marches from D13.13 to D13.12 for ")
    assert said[1] == "Soviet: a unit marches from D13.13 to D13.12."


def test_a_neighbouring_hex_is_reached_as_cheaply_as_can_be(match: Match[Any]) -> None:
    """Straight over the Dnepr would take all that the division has; the road round it does not."""
    match.do("mode S-RD-73 move")
    shown = GAME.next_slot(match.state, "soviet", "move", ("S-RD-73",))
    assert shown is not None
    cost = next(one.cost for one in shown.choices if one.word == "D11.12")
    said = sentences(match.do("move S-RD-73 D11.12"))[0]
    assert (cost, said) == (
        "1 1/2 MP",
        "73rd Rifle Division marches from D12.12 to D11.12 for 1 1/2 MP.",
    )


def test_a_way_named_hex_by_hex_is_gone_as_it_is_named(match: Match[Any]) -> None:
    match.do("mode S-RD-73 move")
    match.do("move S-RD-73 D12.11 D11.12")
    with pytest.raises(Refusal, match="takes the whole allowance"):
        match.do("move S-RD-73 D12.12 D12.11")


def test_whoever_negates_a_zone_for_others_is_told_that_he_stays(match: Match[Any]) -> None:
    match.do("load soviet-truck-1 4")
    events = match.do("move soviet-truck-1 D10.10")
    told = next(event for event in events if event.id == "negates_zone")
    assert told.seen_by == ("soviet",)
    assert GAME.sentence(told) == (
        "69th Rifle Division negates the enemy zone in D11.12 for them, and moves no more in this"
        " phase."
    )
    with pytest.raises(Refusal, match="has finished its move"):
        match.do("move S-RD-69 D11.11")


def test_its_own_side_alone_learns_its_name(match: Match[Any]) -> None:
    own, others = match.do("move S-RD-307 D13.12")
    assert own.visible_to("soviet")
    assert not own.visible_to("axis")
    assert not own.visible_to(SPECTATOR)
    assert others.visible_to("axis")


@pytest.mark.parametrize(
    ("action", "says", "rule"),
    [
        ("move S-GTB-15 D9.12", "has no fuel", "OCS-12.5a-1"),
        ("move S-HQ-A65 D12.10", "has no movement allowance", "OCS-6.1b-2"),
        ("move S-RD-307 D20.08", "and 0 is left", "OCS-6.1a-1"),
        ("mode S-RD-307 combat", "is in Combat Mode", "OCS-5.4-1"),
        ("move G-ID-45 D12.12", "is of the Axis side", "OCS-6.3a-1"),
        ("move G-PZ12-R5 D12.12", "is of the Axis side", "OCS-6.3a-1"),
        ("mode soviet-truck-1 combat", "always in Move Mode", "OCS-5.7f-1"),
    ],
)
def test_what_cannot_be_done_cites_its_rule(match, action: str, says: str, rule: str) -> None:
    before = match.state
    with pytest.raises(Refusal, match=says) as refused:
        match.do(action)
    assert rule in refused.value.rules
    assert match.state is before


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("move S-RD-0 D12.12", "no counter of the Soviet side"),
        ("move S-RD-307", "Say where"),
        ("move S-RD-307 D13.13", "stands there already"),
        ("move S-RD-307 A1.01", "not in this position"),
        ("mode S-RD-307 move combat", "Reserve Mode alone"),
    ],
)
def test_bad_input_says_what_is_wrong(match: Match[Any], action: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        match.do(action)


def test_a_referee_puts_a_unit_where_no_march_leads(match: Match[Any]) -> None:
    said = sentences(match.do("move S-HQ-A65 D12.10", declare=True))
    assert "65th Army is put down in D12.10." in said
    assert place(match, "S-HQ-A65") == "D12.10"


def test_a_mode_is_changed_once_and_before_the_march(match: Match[Any]) -> None:
    assert sentences(match.do("mode S-RD-307 move")) == [
        "307th Rifle Division goes into Move Mode."
    ]
    with pytest.raises(Refusal, match="has changed its mode"):
        match.do("mode S-RD-307 reserve")


def test_an_overstacked_hex_must_be_cleared_before_the_phase_ends(match: Match[Any]) -> None:
    for unit in ("S-RD-69", "S-RD-73", "S-RD-307"):
        match.do(f"move {unit} D10.11", declare=True)
    with pytest.raises(Refusal, match=r"D10\.11 holds 12 RE") as refused:
        match.do("finish")
    assert "OCS-4.8-1" in refused.value.rules
    assert "S-RD-60" in GAME.next_slot(match.state, "soviet", "eliminate", ()).words
    assert sentences(match.do("eliminate S-RD-60")) == [
        "60th Rifle Division is eliminated in the overstacked hex D10.11.",
        "60th Rifle Division (Soviet) is lost and goes to the Dead Pile.",
    ]
    assert match.state.table.position.place_of(match.state.table.counters.row("S-RD-60")) == DEAD
    match.do("finish")


def test_of_an_overstacked_hex_any_unit_is_offered_even_if_others_must_follow(
    match: Match[Any],
) -> None:
    crowd = ("S-RD-69", "S-RD-73", "S-RD-307", "S-RD-193")
    for unit in crowd:
        match.do(f"move {unit} D10.11", declare=True)
    for unit in crowd[:2]:
        assert unit in GAME.next_slot(match.state, "soviet", "eliminate", ()).words
        match.do(f"eliminate {unit}")
    match.do("finish")


def test_the_enemy_sees_the_top_of_a_stack(match: Match[Any]) -> None:
    shown = GAME.view(match.state, "axis").table
    stack = [row for row, one in enumerate(shown.counters) if one.id in ("S-GMRB-1", "S-RD-81")]
    places = {shown.position.place_of(row) for row in stack}
    assert UNSEEN in places
    assert len(places) == 2
    own = GAME.view(match.state, "soviet").table
    assert UNSEEN not in {own.position.place_of(row) for row in stack}


def test_the_board_shows_what_the_view_shows(match: Match[Any]) -> None:
    board = MapBoard()
    seen = board.render(GAME.view(match.state, "axis"))
    assert seen is not None
    assert {unit.id for unit in seen.units if unit.side == "axis"} >= {"G-ID-45", "G-ID-86"}
    whole = board.render(match.state)
    assert whole is not None
    assert len(whole.units) > len(seen.units)
    assert (whole.phase, whole.side) == ("Movement Phase", "soviet")
    assert len(whole.held) == match.state.table.land.size
    assert sum(run.count for run in board.atlas().runs) == 8494
    assert board.render(Match.new(GAME, "campaign-1943", seed=1).state) is None


def test_tokens_are_written_as_points() -> None:
    assert [in_points(n) for n in (0, 1, 4, 13)] == ["0", "1/4", "1", "3 1/4"]


def test_no_match_on_the_map_is_as_in_a_box() -> None:
    with pytest.raises(BadInput, match="beside your own map"):
        Match.new(GAME, "first-steps", options={"box": "yes"})


# Fuel and supply


def test_a_tank_brigade_marches_when_its_fuel_is_paid(match: Match[Any]) -> None:
    ways = GAME.next_slot(match.state, "soviet", "fuel", ("S-GTB-15",))
    assert {choice.word: choice.cost for choice in ways.choices} == {
        "single": "1T",
        "formation": "4T",
    }
    before = sum(match.state.table.position.dumps[0].values())
    said = sentences(match.do("fuel S-GTB-15 single"))
    assert said[0].startswith("15th Guards Tank Brigade is fuelled for 1 token")
    assert sum(match.state.table.position.dumps[0].values()) == before - 1
    match.do("move S-GTB-15 D9.10")
    assert place(match, "S-GTB-15") == "D9.10"
    with pytest.raises(Refusal, match="has fuel") as refused:
        match.do("fuel S-GTB-15 single")
    assert refused.value.rules == ("OCS-12.5c-6",)


def test_single_fuel_is_gone_with_the_phase_and_a_formations_is_not(match: Match[Any]) -> None:
    match.do("fuel S-GTB-15 formation")
    grounded = replace(match.state, flight="none")
    position = grounded.table.position
    cut_off = grounded.with_position(replace(position, gauge=bytes(len(position.gauge))))
    eating, _ = played(cut_off, "finish")
    assert isinstance(eating.agenda[0], MapEating)
    assert "1G.Tk" in eating.table.position.fuelled_formations
    reacting, _ = played(grounded, "finish")
    attacking, _ = played(reacting, "finish", who="axis")
    assert isinstance(attacking.agenda[0], MapCombat)
    over, _ = played(attacking, "finish")
    assert GAME.deciders(over) == ("axis",)
    assert over.table.position.fuelled_formations == {}


@pytest.fixture
def hungry() -> Any:
    """A position of a Soviet corps whose railway has been cut; it is about to be fed."""
    begun: Match[Any] = Match.new(GAME, "first-steps", seed=1)
    state = replace(begun.state, ground="dry", flight="full", agenda=(MapSupply("soviet"),))
    position = state.table.position
    return state.with_position(replace(position, gauge=bytes(len(position.gauge))))


def played(state: Any, *actions: str, dice: Any = (), who: str = "soviet") -> tuple[Any, list[str]]:
    """What these actions of a player lead to, and what is told of it."""
    play = Play(ScriptedDice(dice))
    state = GAME.go_on(state, play)
    for text in actions:
        action = GAME.read(text)
        assert GAME.check(state, who, action) == ()
        state = GAME.apply(state, who, action, play)
    return state, sentences(play.events)


def test_who_has_no_trace_may_eat(hungry: Any) -> None:
    state, _ = played(hungry)
    assert isinstance(state.agenda[0], MapEating)
    decision = GAME.decisions(state, "soviet")[0]
    assert [one.verb for one in decision.offers if not one.aside] == ["eat", "finish"]
    assert "65th Army" in decision.offers[1].gives_up[0]
    with pytest.raises(BadInput, match="each once"):
        GAME.check(state, "soviet", GAME.read("eat S-RD-73 S-RD-73"))


def test_who_eats_is_not_marked_and_who_does_not_rolls(hungry: Any) -> None:
    everybody = [
        choice.word for choice in GAME.next_slot(played(hungry)[0], "soviet", "eat", ()).choices
    ]
    fed, told = played(hungry, f"eat {' '.join(everybody[:2])}", dice=[(1, 1)] * 12)
    assert any("Fed off the map" in line for line in told)
    position, counters = fed.table.position, fed.table.counters
    assert not any(position.out[counters.row(unit)] for unit in everybody[:2])
    assert all(position.out[counters.row(unit)] for unit in everybody[2:])


def test_the_owner_says_whose_steps_are_lost(hungry: Any) -> None:
    state, told = played(hungry, "finish", dice=[(1, 1)] * 12)
    assert isinstance(state.agenda[0], ChooseLosses)
    unit = GAME.next_slot(state, "soviet", "starve", ()).words[0]
    row = state.table.counters.row(unit)
    before = state.table.position.lost[row]
    more = Play(ScriptedDice([(1, 1)] * 12))
    after = GAME.apply(state, "soviet", GAME.read(f"starve {unit}"), more)
    assert after.table.position.lost[row] == before + 1
    assert any("rolls for attrition and loses" in line for line in told)
