"""Marches over the map: what they cost, where they end, and what reach promises of them."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from landbridge.engine.columns import WORD
from landbridge.engine.refusals import Refusal
from landbridge.engine.space.graph import TWELFTHS
from landbridge.games.belorussia.building.engineers import bridged_places
from landbridge.games.belorussia.movement.bars import non_combat_places
from landbridge.games.belorussia.movement.breakdowns import absorb_all, break_down
from landbridge.games.belorussia.movement.marching import march
from landbridge.games.belorussia.movement.modes import change_mode
from landbridge.games.belorussia.movement.reaching import reach_of
from landbridge.games.belorussia.movement.seeing import seen_by
from landbridge.games.belorussia.movement.special_bars import next_to_enemies
from landbridge.games.belorussia.movement.stacking import overstacked
from landbridge.games.belorussia.movement.zones import enemy_zones, open_zones
from landbridge.games.belorussia.position.airlifts import Airlifts
from landbridge.games.belorussia.position.position import DEAD, FINISHED, UNSEEN, AirBase
from landbridge.games.belorussia.position.sketch import read_sketch
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Side

FRONT = """
terrain = "{terrain}"
around = 3
hexes = {{"B20.20" = "swamp", "B21.19" = "heavy_woods", "B19.20" = "light_woods"}}

[[units]]
name = "Rifles"
side = "soviet"
strength = 12
rating = 3
move = 4
steps = 3
hex = "B19.19"

[[units]]
name = "Guns"
side = "soviet"
duty = "artillery"
strength = 20
range = 3
move = 2
move_moving = 8
by_moving = "truck"
mode = "move"
hex = "B19.19"

[[units]]
name = "Wagons"
side = "soviet"
kind = "wagon"
hex = "B19.19"

[[units]]
name = "Lorries"
side = "soviet"
kind = "truck"
hex = "B19.19"

[[units]]
name = "Grenadiers"
side = "axis"
strength = 9
rating = 3
move = 4
hex = "B17.19"
"""


def theatre_of(terrain: str = "open") -> Theatre:
    return read_sketch(FRONT.format(terrain=terrain)).theatre()


def always(theatre: Theatre, row: int) -> bool:
    return True


def arrive(theatre: Theatre, rows: tuple[int, ...], path: tuple[int, ...]) -> bool:
    """Whether all of them get to the end of a path."""
    try:
        return not march(theatre, rows, path).result.dropped
    except Refusal:
        return False


@pytest.mark.parametrize("rows", [(0,), (2,), (3,), (2, 3), (0, 2, 3)])
@pytest.mark.parametrize("terrain", ["open", "heavy_woods", "hills"])
def test_what_reach_promises_a_march_keeps(rows: tuple[int, ...], terrain: str) -> None:
    """Every place in reach can be marched to along its path; next to it, only what reach has."""
    theatre = theatre_of(terrain)
    reach = reach_of(theatre, rows)
    reached = set(reach)
    assert len(reached) > 2
    for place in reached - {theatre.place_of(0)}:
        found = march(theatre, rows, reach.path(place)).result
        assert {found.position.place_of(row) for row in rows} == {place}
        assert max(found.spent.values()) == reach.cost(place)
        assert reach.why_not(place) is None
        for beyond in theatre.land.graph.neighbours[place]:
            if beyond not in reached:
                assert not arrive(theatre, rows, (*reach.path(place), beyond))
                assert reach.why_not(beyond) is not None


def test_trucks_stop_in_a_zone_and_wagons_go_on() -> None:
    theatre = theatre_of()
    path = tuple(map(theatre.land.place, ("B18.19", "B18.20")))
    found = march(theatre, (2, 3), path).result
    assert found.dropped == {3: path[0]}
    assert found.stopped == (3,)
    assert found.position.place_of(2) == path[1]
    assert found.position.done[3] & FINISHED
    with pytest.raises(Refusal, match="Lorries has entered an enemy ZOC"):
        march(theatre, (3,), path)


def test_a_friend_who_is_left_behind_lets_trucks_pass() -> None:
    theatre = theatre_of()
    path = tuple(map(theatre.land.place, ("B18.19", "B18.20")))
    found = march(theatre, (0, 3), path, drop={0: path[0]}).result
    assert found.position.place_of(3) == path[1]
    assert found.position.place_of(0) == path[0]
    assert not found.negators


def test_a_march_goes_on_where_it_paused_and_ends_when_another_begins() -> None:
    theatre = theatre_of()
    one, two = theatre.land.place("B20.19"), theatre.land.place("B20.18")
    theatre = theatre.with_position(march(theatre, (0,), (one,)).result.position)
    assert theatre.position.moving == (0,)
    again = march(theatre, (0,), (two,)).result
    assert WORD.get(again.position.spent, 0) == 2 * TWELFTHS
    theatre = theatre.with_position(march(theatre, (2,), (one,)).result.position)
    with pytest.raises(Refusal, match="Rifles has finished its move"):
        march(theatre, (0,), (two,))


def test_who_goes_on_alone_goes_by_his_own_rights() -> None:
    """With the Rifles the wagons may enter a hex with enemy supply; without them they may not."""
    theatre = theatre_of()
    one, two = map(theatre.land.place, ("B20.19", "B20.18"))
    theatre = theatre.with_position(theatre.position.add_tokens(1, two, 4))
    assert march(theatre, (0, 2), (one, two)).result.came_upon == (two,)
    with pytest.raises(Refusal, match="enemy supply, trucks or planes are there"):
        march(theatre, (0, 2), (one, two), drop={0: one})


def test_what_is_not_on_the_map_does_not_march() -> None:
    theatre = theatre_of()
    gone = theatre.with_position(theatre.position.moved({0: DEAD}))
    with pytest.raises(Refusal, match="Rifles is not on the map"):
        march(gone, (0,), (theatre.land.place("B20.19"),))


def test_guns_need_fuel() -> None:
    theatre = theatre_of()
    there = theatre.land.place("B20.19")
    with pytest.raises(Refusal, match="Guns has no fuel"):
        march(theatre, (1,), (there,))
    assert march(theatre, (1,), (there,), fuelled=always).result.spent == {1: TWELFTHS}


def test_a_breakdown_comes_and_goes() -> None:
    theatre = theatre_of()
    made = break_down(theatre, 0)
    apart = Theatre(theatre.land, made.counters, made.position)
    assert made.counters[made.row].combat.strength == 4
    assert made.position.lost[0] == 1
    position, pairs = absorb_all(apart, "soviet")
    assert pairs == ((0, made.row),)
    assert position.lost[0] == 0
    again = break_down(apart.with_position(position), 0)
    assert again.row == made.row


def test_the_enemy_sees_the_top_of_a_stack() -> None:
    theatre = theatre_of()
    sight = seen_by(theatre, "axis")
    assert sight.seen == (0,)
    assert sight.position.place_of(1) == UNSEEN
    assert sight.position.place_of(4) == theatre.place_of(4)
    assert sight.zones == (theatre.place_of(0),)
    assert seen_by(theatre, "soviet").seen == (4,)


def test_nothing_below_the_top_shows() -> None:
    """Whatever is done with a unit that cannot be seen, the enemy sees the same."""
    theatre = theatre_of()
    sight = seen_by(theatre, "axis")
    turned = change_mode(theatre, (1,), "combat")
    fuelled = replace(turned, fuelled_hqs={1: 3}, fuelled_formations={"1 Tank": (1,)}, moving=(1,))
    assert seen_by(theatre.with_position(fuelled), "axis") == sight
    assert seen_by(theatre.with_position(fuelled.mark((0, 1, 2, 3), FINISHED)), "axis") == sight


def test_what_planes_have_unloaded_is_seen_at_ones_own_base_alone() -> None:
    """Supply that was dropped lies in a hex without a base."""
    theatre = theatre_of()
    base, dropped = (theatre.land.place(hex) for hex in ("B20.19", "B20.20"))
    flown = Airlifts().unload(base, 2).unload(dropped, 1)
    position = replace(theatre.position, bases={base: AirBase("soviet", 1)}, airlifts=flown)
    theatre = theatre.with_position(position)
    assert seen_by(theatre, "soviet").position.airlifts.unloaded == {base: 2}
    assert seen_by(theatre, "axis").position.airlifts.unloaded == {}


def test_strat_mode_doubles_and_keeps_out_of_zones() -> None:
    theatre = theatre_of()
    theatre = theatre.with_position(change_mode(theatre, (0,), "strat"))
    reach = reach_of(theatre, (0,))
    assert max(reach.cost(place) for place in reach) > 4 * TWELFTHS
    against = reach.why_not(theatre.land.place("B18.19"))
    assert against is not None
    assert against.rules == ("OCS-4.5a-15", "OCS-4.5-1", "OCS-4.5-2")
    assert overstacked(theatre, "soviet") == {}


def test_what_a_theatre_takes_over_is_what_it_would_work_out() -> None:
    """After marches and changes of mode, nothing that is still known differs from a fresh look."""
    theatre = theatre_of()
    chance = random.Random(5)
    for _ in range(30):
        _ask_everything(theatre)
        row = chance.choice((0, 1, 4))
        acting = theatre_for(theatre, theatre.counter(row).side)
        if chance.random() < 0.3:
            mode = chance.choice(("combat", "move", "reserve"))
            position = change_mode(acting, (row,), mode)
        else:
            there = chance.choice(theatre.land.graph.neighbours[theatre.place_of(row)])
            position = theatre.position.moved({row: there})
        theatre = theatre.with_position(position)
        assert _ask_everything(theatre) == _ask_everything(theatre_for(theatre, "soviet"))


def theatre_for(theatre: Theatre, side: Side) -> Theatre:
    """The same position, looked at afresh."""
    return Theatre(theatre.land, theatre.counters, theatre.position, phasing=side)


def _ask_everything(theatre: Theatre) -> list[object]:
    sides: tuple[Side, ...] = ("soviet", "axis")
    return [
        dict(theatre.stacks),
        theatre.standing,
        *(ask(theatre, side) for ask in (enemy_zones, open_zones) for side in sides),
        *(ask(theatre, side) for ask in (bridged_places, non_combat_places) for side in sides),
        *(next_to_enemies(theatre, side, "attack_capable") for side in sides),
    ]
