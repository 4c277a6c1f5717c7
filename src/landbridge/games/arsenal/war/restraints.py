"""Units that may not move as they like: neutral, frozen, turned, or sent home."""

from __future__ import annotations

from landbridge.engine.refusals import Refusal
from landbridge.games.arsenal.calendar import month_name
from landbridge.games.arsenal.forces.allies import COUNTRIES, is_neutral
from landbridge.games.arsenal.forces.homecoming import BACK_MONTH, LIFT_MONTH, LIFTED
from landbridge.games.arsenal.forces.names import unit_label
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
    return is_neutral(nation, box(state).month)


def thawed(state: War) -> bool:
    """Whether the frozen armies are free for good, because the Axis came near them."""
    return state.thawed or state.held[THAW] == AXIS


def waits(unit: int, month: str, free: bool) -> bool:
    """Whether a unit does not move in a month: neutral yet, or frozen unless it was set free."""
    if unit in FROZEN:
        return month < FROZEN_UNTIL and not free
    return is_neutral(NATION[unit], month)


def bound(state: War, unit: int) -> bool:
    """Whether a unit may not move at all: neutral, frozen, or of a country that has turned."""
    turned = NATION[unit] != "soviet" and state.side[unit] == SOVIET
    return turned or waits(unit, box(state).month, thawed(state))


def check_free(state: War, unit: int) -> None:
    """Refuse a unit that may not move at all, by the rule that binds it."""
    if not bound(state, unit):
        return
    name, nation = unit_label(unit), NATION[unit]
    if unit in FROZEN:
        raise Refusal(
            f"{name} cannot move now: it guards the Caucasus until {month_name(FROZEN_UNTIL)}",
            "RUL-DC-36",
            legal=f"earlier once the Axis have taken {POINTS[THAW].name}",
        )
    if state.side[unit] == SOVIET:
        raise Refusal(
            f"{name} cannot move now: it stays in {COUNTRIES[nation].country}",
            ("DC-R19", "RUL-DC-8"),
            legal="it may defend there",
        )
    country = COUNTRIES[nation]
    raise Refusal(
        f"{name} cannot move now: {country.country} is not at war",
        "RUL-DC-10",
        legal=f"from {month_name(country.at_war)}",
    )


def check_homeward(state: War, unit: int, to: int) -> None:
    """Refuse a Rumanian unit that goes home in December 1941 any other way than home."""
    if kept_home(state, unit, to):
        raise Refusal(
            f"{unit_label(unit)} goes home to Rumania and stays until {month_name(BACK_MONTH)}",
            ("DC-R24", "RUL-DC-47"),
            legal="points of Rumania, or nearer to it",
        )


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
