"""What a referee lets pass on the map: whatever is well-formed, with the rule that it breaks."""

from __future__ import annotations

import random
from typing import Any

import pytest

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import ImpossibleAction, Refusal
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.map_game.arrivals.reinforcement_phase import MapReinforcement
from landbridge.games.belorussia.position.position import UNUSED
from landbridge.referee.games import render
from landbridge.referee.scripts import from_position

GAME = Belorussia()
UNITS = [
    {"id": "S-GTB-15", "hex": "D12.05"},
    {"id": "S-HQ-A65", "hex": "D12.06"},
    {"id": "S-RD-307", "hex": "D12.05", "lost": 1},
    {"id": "S-RD-73", "hex": "D13.05", "mode": "reserve"},
    {"id": "soviet-truck-1", "hex": "D12.05"},
    {"id": "soviet-wagon-1", "hex": "D2.03", "load": 0.5},
]


def begun(*agenda: str) -> Match[Any]:
    match: Match[Any] = Match.new(GAME, "first-steps", seed=1, mode="referee")
    steps = [{"type": kind, "side": "soviet"} for kind in agenda]
    changes = {"ground": "dry", "flight": "full", "agenda": steps}
    return from_position(match, {**changes, "map": {"clear": True, "units": UNITS}})


def unit(match: Match[Any], id: str) -> Any:
    return next(unit for unit in render("belorussia", match.state).units if unit.id == id)


@pytest.mark.parametrize(
    ("action", "rule", "says"),
    [
        ("fuel S-GTB-15 single", "OCS-12.3-1", "is fuelled, for this counter"),
        ("fuel S-GTB-15 formation", "OCS-12.3-1", "is fuelled, for its formation"),
        ("fuel S-GTB-15 hq", "OCS-12.3-1", "is fuelled, for an HQ"),
        ("load soviet-truck-1 6", "OCS-13.2c-1", "Truck 1 loads 6 tokens"),
        ("unload soviet-truck-1 2", "OCS-13.2c-1", "Truck 1 unloads 2 tokens"),
        ("unload soviet-wagon-1 2", "OCS-13.2f-2", "Wagon 1 unloads 2 tokens"),
        ("mode soviet-truck-1 combat", "OCS-5.7f-1", "Truck 1 goes into Combat Mode"),
        ("detach S-RD-307 5", "OCS-20.0b-1", "action rating 5"),
        ("move S-HQ-A65+S-RD-307 D14.05", "OCS-6.1-1", "65th Army is put down in D14.05"),
    ],
)
def test_what_breaks_a_rule_is_let_pass(action: str, rule: str, says: str) -> None:
    match = begun("MapMovement", "MapSupply")
    with pytest.raises(Refusal) as refused:
        match.do(action)
    assert rule in refused.value.rules
    assert not isinstance(refused.value, ImpossibleAction)
    events = match.do(action, declare=True)
    assert any(says in GAME.sentence(event) for event in events)
    assert any(rule in event.rules for event in events)


def test_fuel_that_was_let_pass_moves_a_unit() -> None:
    match = begun("MapMovement", "MapSupply")
    match.do("fuel S-GTB-15 formation", declare=True)
    match.do("move S-GTB-15 D13.06")
    assert unit(match, "S-GTB-15").at == "D13.06"


def test_supply_that_is_not_there_is_let_pass_and_carried() -> None:
    match = begun("MapMovement", "MapSupply")
    match.do("load soviet-truck-1 6", declare=True)
    assert unit(match, "soviet-truck-1").load == 6
    for _ in range(8):
        match.do("load soviet-truck-1 40", declare=True)
    match.do("unload soviet-truck-1 40", declare=True)
    assert unit(match, "soviet-truck-1").load < 256


def test_a_breakout_is_let_pass_and_rolled_for() -> None:
    match = begun("MapBreakout", "MapMovement", "MapSupply")
    with pytest.raises(Refusal, match="has trace supply") as refused:
        match.do("breakout S-HQ-A65")
    assert refused.value.rules == ("OCS-12.8e-1",)
    events = match.do("breakout S-HQ-A65", declare=True)
    assert {event.id for event in events} & {"broke_out", "breakout_failed"}


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("fuel S-HQ-A65 formation", "belongs to no formation"),
        ("fuel S-RD-307 single", "needs no fuel: it moves on foot"),
        ("load S-RD-307 1", "carries no supply"),
        ("move G-ID-45 D12.12", "is of the Axis side"),
    ],
)
def test_what_means_nothing_is_never_let_pass(action: str, says: str) -> None:
    with pytest.raises(ImpossibleAction, match=says):
        begun("MapMovement", "MapSupply").do(action, declare=True)


# Attacks


def face_to_face(*agenda: str) -> Match[Any]:
    match: Match[Any] = Match.new(GAME, "first-steps", seed=1, mode="referee")
    steps = [{"type": kind, "side": "soviet"} for kind in agenda]
    values = {"strength": 12, "rating": 3, "move": 4, "steps": 3}
    units = [
        {"name": "Rifles", "side": "soviet", "hex": "D13.05", **values},
        {"name": "Grenadiers", "side": "axis", "hex": "D12.05", **values},
    ]
    changes = {"ground": "dry", "flight": "full", "agenda": steps}
    return from_position(match, {**changes, "map": {"clear": True, "units": units}})


@pytest.mark.parametrize(
    ("action", "who", "rule", "agenda"),
    [
        ("attack D12.05 Rifles", "soviet", "OCS-9.1a-1", ("MapMovement", "MapMovement")),
        ("attack D13.05 Grenadiers", "axis", "OCS-9.1a-1", ("MapMovement", "MapMovement")),
        ("attack D13.05 Grenadiers", "axis", "OCS-9.1a-1", ("MapCombat", "MapMovement")),
        ("overrun D12.05 Rifles", "soviet", "OCS-8.0-1", ("MapCombat", "MapMovement")),
        ("overrun D13.05 Grenadiers", "axis", "OCS-8.1-2", ("MapMovement", "MapMovement")),
    ],
)
def test_an_attack_at_another_time_is_let_pass(
    action: str, who: str, rule: str, agenda: tuple[str, ...]
) -> None:
    match = face_to_face(*agenda)
    with pytest.raises(Refusal) as refused:
        match.do(action, who)
    assert rule in refused.value.rules
    assert not isinstance(refused.value, ImpossibleAction)
    match.do(action, who, declare=True)
    other = "axis" if who == "soviet" else "soviet"
    match.do("defend paid", other)
    assert "combat_result" in {event.id for _, event in match.log()}
    choose = random.Random(1).randrange
    while match.state.table.is_fought:
        decider = GAME.deciders(match.state)[0]
        action = GAME.random_action(match.state, decider, choose)
        assert action is not None
        match.do(action, decider)
    assert [type(step).__name__ for step in match.state.agenda] == list(agenda)


def test_no_other_attack_is_let_pass_while_a_combat_is_fought() -> None:
    match = face_to_face("MapCombat", "MapMovement")
    match.do("attack D12.05 Rifles")
    with pytest.raises(ImpossibleAction, match="no other combat is being fought"):
        match.do("attack D13.05 Grenadiers", "axis", declare=True)


# Extenders, trains and planes


def trucks(*loads: float) -> list[dict[str, Any]]:
    numbers = enumerate(loads, start=1)
    return [
        {"name": f"T{n}", "side": "soviet", "kind": "truck", "hex": "D12.05", "load": load}
        for n, load in numbers
    ]


def with_trucks(*agenda: str, loads: tuple[float, ...] = (0, 0, 0, 0, 1)) -> Match[Any]:
    match: Match[Any] = Match.new(GAME, "first-steps", seed=1, mode="referee")
    steps = [{"type": kind, "side": "soviet"} for kind in agenda]
    changes = {"ground": "dry", "flight": "full", "agenda": [*steps, {"type": "RollWeather"}]}
    return from_position(match, {**changes, "map": {"clear": True, "units": trucks(*loads)}})


def test_loaded_trucks_that_are_let_form_an_extender_put_their_load_down_OCS_12_7() -> None:
    match = with_trucks("MapMovement")
    with pytest.raises(Refusal, match="they are loaded") as refused:
        match.do("extend T1")
    assert refused.value.rules == ("OCS-12.7-1",)
    lying = sum(sum(own.values()) for own in match.state.table.position.dumps)
    match.do("extend T1", declare=True)
    position = match.state.table.position
    assert len(position.extenders) == 1
    assert sum(sum(own.values()) for own in position.dumps) == lying + 4
    assert not any(position.load)
    match.do("retract D12.05")
    match.do("extend T1", declare=True)
    with pytest.raises(Refusal, match="not half their allowance left") as refused:
        match.do("retract D12.05")
    assert refused.value.rules == ("OCS-12.7d-1",)
    match.do("retract D12.05", declare=True)
    assert match.state.table.position.extenders == ()


def test_four_trucks_are_no_extender_for_any_referee_OCS_12_7() -> None:
    match = with_trucks("MapMovement", loads=(0, 0, 0, 0))
    with pytest.raises(ImpossibleAction, match="no 5 Transport Points"):
        match.do("extend T1", declare=True)


def test_an_extender_is_formed_turned_back_and_collapses_between_the_phases() -> None:
    match = with_trucks(loads=(0, 0, 0, 0, 0))
    agenda = match.state.agenda
    for text, event in (
        ("extend T1", "extender_formed"),
        ("retract D12.05", "extender_turned_back"),
        ("extend T1", "extender_formed"),
        ("collapse D12.05 D12.06", "extender_collapses"),
    ):
        assert event in {one.id for one in match.do(text, "soviet", declare=True)}
    assert match.state.agenda == agenda
    assert unit(match, "T1").at == "D12.06"


def test_a_plane_that_is_let_fly_again_is_told_as_it_lands_OCS_14_11() -> None:
    match: Match[Any] = Match.new(GAME, "gomel-rechitsa", seed=1, mode="referee")
    steps = [{"type": "MapMovement", "side": "soviet"}, {"type": "RollWeather"}]
    match = from_position(match, {"ground": "dry", "flight": "full", "agenda": steps})
    match.do("transfer SA-16-4 D25.15")
    with pytest.raises(Refusal, match="is Inactive"):
        match.do("transfer SA-16-4 D20.07")
    events = match.do("transfer SA-16-4 D20.07", declare=True)
    assert any("and is Inactive there" in GAME.sentence(event) for event in events)
    assert unit(match, "SA-16-4").inactive


# Barrages


def guns(*agenda: str) -> Match[Any]:
    match: Match[Any] = Match.new(GAME, "first-steps", seed=1, mode="referee")
    steps = [{"type": kind, "side": "soviet"} for kind in agenda]
    units = [
        {"name": "Guns", "side": "soviet", "hex": "D14.05", "duty": "artillery", "range": 3}
        | {"strength": 22, "rating": 2, "move": 2},
        {"name": "Grenadiers", "side": "axis", "hex": "D12.05", "strength": 6, "rating": 3}
        | {"move": 4, "steps": 2},
        {"id": "SA-16-4", "hex": "D14.05"},
    ]
    dumps = [{"hex": "D14.05", "side": "soviet", "sp": 4}]
    changes = {"ground": "dry", "flight": "full", "agenda": steps}
    return from_position(match, {**changes, "map": {"clear": True, "units": units, "dumps": dumps}})


@pytest.mark.parametrize(
    ("agenda", "rule"), [("MapCombat", "OCS-10.0e-1"), ("MapMovement", "OCS-10.0e-4")]
)
def test_a_barrage_that_was_forgotten_is_let_pass(agenda: str, rule: str) -> None:
    match = guns(agenda, "MapMovement")
    with pytest.raises(Refusal, match="Barrage Segment"):
        match.do("bombard D12.05 units Guns")
    before = match.state.agenda
    events = match.do("bombard D12.05 units Guns", declare=True)
    declared = next(event for event in events if event.id == "declared")
    assert rule in declared.rules
    assert any(event.id == "guns_fire" for event in events)
    assert match.state.agenda[-len(before) :] == before


def test_planes_bomb_in_a_segment_of_their_own_OCS_14_7() -> None:
    with pytest.raises(ImpossibleAction, match="interception and flak") as caught:
        guns("MapCombat", "MapMovement").do("bombard D12.05 units SA-16-4", declare=True)
    assert caught.value.rules == ("OCS-14.7-1",)


# Arrivals


def campaign() -> Match[Any]:
    """The whole campaign on the map, in a Soviet Movement Phase."""
    match: Match[Any] = Match.new(GAME, "map-1943", seed=1, mode="referee")
    steps = [{"type": "MapMovement", "side": side} for side in ("soviet", "axis")]
    return from_position(match, {"ground": "dry", "flight": "full", "agenda": steps})


def place(match: Match[Any], id: str) -> int:
    table = match.state.table
    found: int = table.position.place_of(table.counters.row(id))
    return found


def test_an_entry_arrives_at_another_time_where_it_is_said_OCS_13_6() -> None:
    match = campaign()
    with pytest.raises(Refusal) as caught:
        match.do("arrive TFB-OOS-75 'Smolensk air base'", "soviet")
    assert caught.value.rules == ("OCS-13.6-1",)
    events = match.do("arrive TFB-OOS-75 'Smolensk air base'", "soviet", declare=True)
    assert any(event.id == "entered" for event in events)
    assert not match.state.table.overdue
    assert "TFB-OOS-75" in match.state.done_early


def test_counters_without_a_hex_come_in_the_next_phase_OCS_13_6() -> None:
    match = campaign()
    match.do("arrive TFB-OOS-19", "soviet", declare=True)
    match.do("arrive TFB-OOS-27", "soviet", declare=True)
    waiting = match.state.table.overdue
    assert len(waiting) == 8
    assert all(place(match, id) == UNUSED for id in waiting)
    steps = [{"type": "BeginReinforcement", "side": "soviet"}]
    later = from_position(match, {"agenda": steps})
    begun_phase = GAME.go_on(later.state, Play(ScriptedDice(())))
    phase = next(step for step in begun_phase.agenda if isinstance(step, MapReinforcement))
    assert set(waiting) <= {id for ids in phase.arriving.values() for id in ids}


def test_an_entry_that_is_let_come_again_leaves_nobody_to_place_OCS_13_6() -> None:
    match = campaign()
    steps = [{"type": "MapReinforcement", "side": side} for side in ("soviet", "axis")]
    match = from_position(match, {"agenda": steps})
    match.do("arrive TFB-OOS-27", "soviet", declare=True)
    phase = match.state.agenda[0]
    assert len(phase.arriving["TFB-OOS-27"]) == 2
    match.do("arrive TFB-OOS-27 B42.06", "soviet", declare=True)
    assert not match.state.agenda[0].arriving
    wrong = match.decisions("soviet")[0].violations
    assert not any("has not been placed" in one.text for one in wrong)


def test_an_entry_withdraws_at_another_time_RUL_TFB_4() -> None:
    match = campaign()
    assert place(match, "S-HQ-A21") != UNUSED
    match.do("withdraw TFB-OOS-8", "soviet", declare=True)
    assert place(match, "S-HQ-A21") == UNUSED


def test_a_short_scenario_has_no_books_of_a_campaign() -> None:
    with pytest.raises(ImpossibleAction, match="a campaign, whose books a short scenario"):
        begun("MapMovement", "MapSupply").do("arrive TFB-OOS-19", declare=True)
