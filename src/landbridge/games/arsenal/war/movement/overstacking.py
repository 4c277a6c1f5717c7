"""Points on which more units stand than may stay there when operations end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import rule
from landbridge.games.arsenal.forces.units import FIREPOWER
from landbridge.games.arsenal.map.places import PLACE_WORDS, place_name
from landbridge.games.arsenal.war.columns import FIGHTS, ID, KIND_OF, units_on
from landbridge.games.arsenal.war.control import defended
from landbridge.games.arsenal.war.movement.march import ends, movable
from landbridge.games.arsenal.war.stacking import overstacked_points, room
from landbridge.games.arsenal.war.state import War


class Departure(NamedTuple):
    """A unit that can leave a point that is too full."""

    unit: int
    start: int
    to: int


def departures(state: War, side: int) -> Iterator[Departure]:
    """For each point of a side that is too full, who could best leave it.

    The weakest that can go without a battle, to an own point with much room before an empty one.
    Whoever cannot leave stays: nobody is asked for what cannot be done.
    """
    full = overstacked_points(state, side)
    mobile = set(movable(state, side)) if full else set()
    for point in full:
        units = [u for u in units_on(state.at, point) if FIGHTS[u] and u in mobile]
        for unit in sorted(units, key=lambda u: (FIREPOWER[KIND_OF[u]][1], u)):
            away = [p for p in ends(state, unit) if state.held[p] == side or not defended(state, p)]
            if away:
                best = max(away, key=lambda p: (state.held[p] == side, room(state, p), -p))
                yield Departure(unit, point, best)
                break


@rule("RUL-DC-6", otherwise=())
def overstacking(state: War, side: int) -> tuple[Violation, ...]:
    """What is wrong with how a side's units are spread when its operations end."""
    return tuple(_violation(state, found) for found in departures(state, side))


def _violation(state: War, found: Departure) -> Violation:
    over = -room(state, found.start)
    units = "unit" if over == 1 else "units"
    return Violation(
        f"{place_name(found.start)} holds {over} more combat {units} than may stay there",
        ("DC-R12", "RUL-DC-6"),
        f"move {ID[found.unit]} {PLACE_WORDS[found.start]} {PLACE_WORDS[found.to]}",
    )
