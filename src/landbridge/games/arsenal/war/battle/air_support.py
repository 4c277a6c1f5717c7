"""Aircraft over a battle: who can fly there, and who has flown."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.games.arsenal.combat.aircraft import NEAR
from landbridge.games.arsenal.map.places import LAST_POINT
from landbridge.games.arsenal.map.weather import air_limit
from landbridge.games.arsenal.war.columns import AIR, DISPERSED, FOUGHT, FRESH, RAILED, STEP
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.supply import supplied
from landbridge.games.arsenal.war.weather import hard_here, weather_here
from landbridge.games.arsenal.words import figures, plural

GROUNDED = DISPERSED | FOUGHT | FRESH | RAILED | STEP
"""Marks of air units that do not fly any more, or not yet."""


def air_in_reach(state: War, point: int, side: int) -> list[int]:
    """Air units of a side that reach a point: in supply and not flown, whatever the weather."""
    near, at, flags = NEAR[point], state.at, state.flags
    ready = [
        unit
        for unit in AIR
        if at[unit] in near and not flags[unit] & GROUNDED and state.side[unit] == side
    ]
    if not ready:
        return ready
    level = supplied(state, side)
    return [unit for unit in ready if level[at[unit]]]


def air_ready(state: War, point: int, side: int) -> list[int]:
    """Air units of a side that can fly to a point: in reach, and as many as the weather lets."""
    ready = air_in_reach(state, point, side)
    if not ready:
        return ready
    at, flags = state.at, state.flags
    here = weather_here(state, point)
    limit = air_limit(side, here, hard_here(state, here))
    if limit is None:
        return ready
    flown = sum(
        1
        for unit in AIR
        if state.side[unit] == side and at[unit] <= LAST_POINT and flags[unit] & FOUGHT
    )
    return ready[: max(limit - flown, 0)]


def air_breaches(
    state: War, point: int, side: int, air: int, least: int = 0
) -> tuple[Violation, ...]:
    """What the weather has against so many air units over a point; more than reach it cannot."""
    reach, ready = len(air_in_reach(state, point, side)), len(air_ready(state, point, side))
    legal = f"{least} to {ready}" + ", or none" * bool(least)
    if not least <= air <= reach:
        text = f"{plural(ready, 'air unit')} can fly there"
        raise ImpossibleAction(text, "RUL-DC-42", legal=legal)
    if air <= ready:
        return ()
    return (
        Violation(f"The weather lets {plural(ready, 'air unit')} fly there", ("RUL-DC-35",), legal),
    )


def fly(state: War, units: Sequence[int]) -> War:
    """Mark air units as flown."""
    flags = bytearray(state.flags)
    for unit in units:
        flags[unit] |= FOUGHT
    return replace(state, flags=bytes(flags))


def defender_flies(state: War) -> bool:
    """Whether the defender's aircraft fly too."""
    return bool(figures("air_war", state.rulings.air_war)["defends"])
