"""The armies: values that the booklets print, and set-ups that could stand on a table."""

from __future__ import annotations

from collections import Counter

import pytest

from landbridge.engine.refusals import BadInput
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.armies.set_ups import SCENARIOS, front_lines, set_up
from landbridge.games.belorussia.armies.units import SIDES, find_unit, planes, units
from landbridge.games.belorussia.arrivals.counters import Unit as PrintedUnit
from landbridge.games.belorussia.arrivals.order import order_of_arrival
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.map.sheets import atlas

MOST_RE = 10
"""Stacking: regimental equivalents in a hex."""
FIRST_DAY = {
    "first-steps": "1943-11-12",
    "orsha-road": "1943-10-12",
    "gomel-rechitsa": "1943-11-08",
    "vitebsk-winter": "1943-12-12",
    "kovel": "1944-03-15",
    "campaign-1943": "1943-09-26",
    "campaign-1944": "1944-01-26",
}
BEFORE_THE_BOOKLET = {("orsha-road", "3G.Cav"), ("orsha-road", "6G.Cav"), ("kovel", "2G.Cav")}
"""Corps that were there in history before the booklet's campaign brings them."""


def test_every_counter_can_be_read() -> None:
    assert len(units()) == 734
    assert len(planes()) == 64
    printed = Counter(unit.source for unit in units().values())
    assert printed["booklet"] == 101
    tank = find_unit("S-TB-78")
    assert (tank.strength, tank.rating, tank.move, tank.by) == (7, 3, 6, "track")
    with pytest.raises(BadInput, match="There is no unit 'S-TB-7'"):
        find_unit("S-TB-7")
    for unit in units().values():
        assert unit.steps >= 1
        assert 0 <= unit.rating <= 5
        assert unit.half_re <= 8


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_set_up_could_stand_on_a_table(scenario: str) -> None:
    rows = set_up(scenario)
    assert {row.hex for row in rows} <= {
        label for place in atlas().hexes for label in atlas().labels(place)
    }
    named = [row.id for row in rows if row.id]
    assert max(Counter(named).values()) == 1, Counter(named).most_common(3)
    holders: dict[Hex, set[str]] = {}
    stacked: Counter[Hex] = Counter()
    for row in rows:
        if row.kind == "unit":
            unit = find_unit(row.id)
            assert unit.side == row.side
            on_time = unit.arrives is None or unit.arrives.isoformat() <= FIRST_DAY[scenario]
            assert on_time or (scenario, unit.formation) in BEFORE_THE_BOOKLET, row
            holders.setdefault(row.place, set()).add(row.side)
            stacked[row.place] += unit.half_re
        if row.kind == "air":
            assert planes()[row.id].side == row.side
    assert [atlas().label(place) for place, sides in holders.items() if len(sides) > 1] == []
    assert [atlas().label(place) for place, re in stacked.items() if re > 2 * MOST_RE] == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_planes_and_dumps_stand_where_they_may(scenario: str) -> None:
    rows = set_up(scenario)
    bases = {(row.side, row.place) for row in rows if row.kind == "airbase"}
    enemies = {(row.side, row.place) for row in rows if row.kind == "unit"}
    other = {"axis": "soviet", "soviet": "axis"}
    for row in rows:
        if row.kind == "air":
            assert (row.side, row.place) in bases, row
        if row.kind in ("dump", "airbase", "truck", "wagon"):
            assert (other[row.side], row.place) not in enemies, row


def test_front_lines_of_history_run_from_hex_to_hex() -> None:
    lines = front_lines()
    assert {line.date.isoformat() for line in lines} >= {"1943-09-26", "1944-01-26"}
    for line in lines:
        assert len(line.places) > 60
        apart = [a.distance(b) for a, b in zip(line.places, line.places[1:], strict=False)]
        assert sum(step > 2 for step in apart) <= 4, (line.date, line.side)


def test_nobody_begins_in_a_lake() -> None:
    """No hex in which units begin is shut in by lakes."""
    water = country().water
    for scenario in SCENARIOS:
        for row in set_up(scenario):
            if row.kind == "unit":
                sides = [
                    water.get((min(row.place, n), max(row.place, n)))
                    for n in row.place.neighbours()
                ]
                assert sides.count("blocked_lake") < 6, row


def test_counters_that_the_booklets_print_have_their_values() -> None:
    """Every named ground unit of the orders of arrival whose figures can be read is one of ours."""
    missing = []
    checked = 0
    for side in SIDES:
        own = [unit for unit in units().values() if unit.side == side]
        known = Counter((unit.strength, unit.rating, unit.move, unit.attacks) for unit in own)
        for entry in order_of_arrival(side):
            for counter in entry.counters:
                if not isinstance(counter, PrintedUnit) or counter.doubtful or counter.lost:
                    continue
                values = (counter.strength, counter.ar, counter.move, counter.attacks)
                if None not in values and entry.what == "arrive":
                    checked += 1
                    missing += [counter.written] * (values not in known)
    assert missing == []
    assert checked > 30
