"""What a theatre keeps from move to move is what a fresh one works out."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.rules.citing import mute
from landbridge.games.belorussia.building.engineers import bridged_places, pontoon_places
from landbridge.games.belorussia.map_game.phases import own_rows
from landbridge.games.belorussia.map_game.set_out import (
    first_position,
    scenario_counters,
    scenario_land,
)
from landbridge.games.belorussia.movement.allowances import allowance
from landbridge.games.belorussia.movement.bars import non_combat_places
from landbridge.games.belorussia.movement.reserves import units_in_reserve
from landbridge.games.belorussia.movement.seeing import seen_by
from landbridge.games.belorussia.movement.special_bars import next_to_enemies
from landbridge.games.belorussia.movement.stacking import overstacked
from landbridge.games.belorussia.movement.zones import open_zones, zones_of
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import (
    DEAD,
    FINISHED,
    INACTIVE,
    MARKERS,
    UNUSED,
    Extender,
    Position,
)
from landbridge.games.belorussia.position.theatre import MOST_CHANGED, Theatre, changed_rows
from landbridge.games.belorussia.supply_lines.dumps import ways_to
from landbridge.games.belorussia.supply_lines.hqs import throwing_hqs
from landbridge.games.belorussia.supply_lines.paths import closed_places, path_costs
from landbridge.games.belorussia.supply_lines.sources import cargo_stops, sources_of
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.terrain.words import Move

SCENARIO = "kovel"
MOVES: tuple[Move, ...] = get_args(Move)


def fresh(position: Position, **time: Any) -> Theatre:
    return Theatre(scenario_land(SCENARIO), scenario_counters(SCENARIO), position, **time)


def known(theatre: Theatre) -> dict[str, object]:
    """Everything that theatres keep, or work out of what they keep."""
    rows = range(0, len(theatre.counters), 7)
    found: dict[str, object] = {
        "stacks": theatre.stacks,
        "standing": theatre.standing,
        "allowances": [allowance(theatre, row) for row in rows if theatre.on_map(row)],
    }
    for side in SIDES:
        found |= {
            f"zones {side}": zones_of(theatre, side),
            f"open {side}": open_zones(theatre, side),
            f"own {side}": own_rows(theatre, side),
            f"over {side}": list(overstacked(theatre, side).items()),
            f"bridges {side}": (bridged_places(theatre, side), pontoon_places(theatre, side)),
            f"supply {side}": non_combat_places(theatre, side),
            f"reserves {side}": units_in_reserve(theatre, side),
            f"seen {side}": seen_by(theatre, side),
            f"beside {side}": next_to_enemies(theatre, side, "attack_capable"),
            f"throws {side}": throwing_hqs(theatre, side),
            f"sources {side}": sources_of(theatre, side),
            f"trains {side}": cargo_stops(theatre, side),
            f"trace {side}": supply_state(theatre, side).how,
            f"paths {side}": [
                (closed_places(theatre, side, move), path_costs(theatre, side, move).column)
                for move in MOVES
            ],
        }
    found["ways"] = {row: ways_to(theatre, row) for row in rows if theatre.on_map(row)}
    return found


def changed(theatre: Theatre, rng: random.Random) -> Position:
    """A position after something that a few counters, or now and then many, could do."""
    now, size = theatre.position, theatre.land.size
    placed = [row for rows in theatre.stacks.values() for row in rows]
    many = rng.random() < 0.15
    rows = rng.sample(placed, min(len(placed), 2 * MOST_CHANGED if many else rng.randint(1, 4)))
    place = rng.choice([rng.randrange(size), *theatre.stacks])
    return rng.choice(
        [
            now.moved(dict.fromkeys(rows, place)),
            now.moved(dict.fromkeys(rows[:1], rng.choice([DEAD, UNUSED, place]))),
            now.moved({rng.randrange(len(theatre.counters)): place}),
            now.mark(tuple(rows), rng.choice([FINISHED, INACTIVE])),
            replace(now, face=BYTE.put_all(now.face, dict.fromkeys(rows, rng.randrange(2)))),
            replace(
                now,
                marker=BYTE.put_all(now.marker, dict.fromkeys(rows, rng.randrange(len(MARKERS)))),
            ),
            replace(now, out=BYTE.put_all(now.out, dict.fromkeys(rows, rng.randrange(2)))),
            replace(now, lost=BYTE.put_all(now.lost, dict.fromkeys(rows, rng.randrange(2)))),
            now.add_tokens(rng.randrange(2), place, 3),
            replace(now, control=BYTE.put(now.control, place, rng.randrange(3))),
            replace(now, gauge=BYTE.put(now.gauge, place, rng.randrange(3))),
            replace(now, jumped=tuple(rows)),
            replace(now, extenders=(Extender("axis", "truck", place, tuple(rows)),)),
            replace(now, load=BYTE.put_all(now.load, dict.fromkeys(rows, rng.randrange(3)))),
        ]
    )


@pytest.mark.parametrize("without", [(), ("OCS-4.5b-1",), ("OCS-4.8-2", "OCS-4.9a-2")])
def test_whatever_a_theatre_keeps_is_what_a_fresh_one_finds(without: tuple[str, ...]) -> None:
    rng = random.Random(11)
    with mute(*without):
        theatre = fresh(first_position(SCENARIO))
        inherited = 0
        for _ in range(70):
            known(theatre)
            position = changed(theatre, rng)
            inherited += changed_rows(theatre.position, position, MOST_CHANGED) is not None
            theatre = theatre.with_position(position)
            assert known(theatre) == known(fresh(position))
    assert 40 < inherited < 70, "some have to be worked out anew"


def test_a_theatre_with_its_own_position_is_itself() -> None:
    theatre = fresh(first_position(SCENARIO))
    assert theatre.with_position(theatre.position) is theatre
    with mute("OCS-4.5b-1"):
        assert theatre.with_position(theatre.position) is not theatre


def test_another_phase_or_weather_changes_nothing_that_is_taken_over() -> None:
    rng = random.Random(12)
    theatre = fresh(first_position(SCENARIO))
    times: list[dict[str, Any]] = [
        {"ground": "freeze", "ice": True, "phase": "combat", "phasing": "axis"},
        {"ground": "mud", "ice": False, "phase": "exploitation", "phasing": "soviet"},
        {"ground": "dry", "ice": False, "phase": "clean_up", "phasing": "axis"},
    ]
    for _ in range(12):
        known(theatre)
        time, position = rng.choice(times), changed(theatre, rng)
        theatre = theatre.at_another_time(**time)
        assert known(theatre) == known(fresh(theatre.position, **time))
        theatre = theatre.with_position(position)
        assert known(theatre) == known(fresh(position, **time))


def test_a_theatre_takes_nothing_over_from_one_with_other_rules() -> None:
    theatre = fresh(first_position(SCENARIO))
    before = known(theatre)
    with mute("OCS-4.5-3", "OCS-5.5-1", "OCS-4.9a-2"):
        after = known(theatre.with_position(theatre.position))
        assert after == known(fresh(theatre.position))
    assert after != before
