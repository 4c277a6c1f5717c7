"""Units that may not move as they like: neutral, frozen, turned, or sent home."""

from __future__ import annotations

from landbridge.games.arsenal.forces.allies import BACK_MONTH, COUNTRIES, LIFT_MONTH, LIFTED
from landbridge.games.arsenal.forces.units import DATA as UNIT_DATA
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.map.points import HOME, NEIGHBOURS, POINTS
from landbridge.games.arsenal.war.columns import NATION, box
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, SOVIET

FROZEN: frozenset[int] = frozenset(UNIT[word] for word in UNIT_DATA["frozen"]["units"])
FROZEN_UNTIL: str = UNIT_DATA["frozen"]["until"]
THAW: int = next(p.number for p in POINTS if p.id == UNIT_DATA["frozen"]["or_axis_at"])


def neutral(state: War, nation: str) -> bool:
    """Whether a country is not yet at war."""
    country = COUNTRIES.get(nation)
    return country is not None and box(state).month < country.at_war


def thawed(state: War) -> bool:
    """Whether the frozen armies are free for good, because the Axis came near them."""
    return state.thawed or state.held[THAW] == AXIS


def bound(state: War, unit: int) -> bool:
    """Whether a unit may not move at all: neutral, frozen, or of a country that has turned."""
    if unit in FROZEN:
        return box(state).month < FROZEN_UNTIL and not thawed(state)
    if NATION[unit] == "soviet":
        return False
    return state.side[unit] == SOVIET or neutral(state, NATION[unit])


def kept_home(state: War, unit: int, to: int) -> bool:
    """Whether a Rumanian unit that goes home in December 1941 would stay away from its country.

    Those for which there was no strategic move left go home along lines.
    """
    if unit not in LIFTED or not LIFT_MONTH <= box(state).month < BACK_MONTH:
        return False
    at, home = state.at[unit], HOME["rumanian"]
    if to in home or at > LAST_POINT:
        return False
    return at in home or FROM_RUMANIA[to] >= FROM_RUMANIA[at]


def _away(home: tuple[int, ...]) -> tuple[int, ...]:
    """By point: how many lines lead from a country to it."""
    steps = dict.fromkeys(home, 0)
    queue = list(home)
    for point in queue:
        for end in NEIGHBOURS[point]:
            if end not in steps:
                steps[end] = steps[point] + 1
                queue.append(end)
    return tuple(steps.get(point, len(POINTS)) for point in range(len(POINTS)))


FROM_RUMANIA: tuple[int, ...] = _away(HOME["rumanian"])
