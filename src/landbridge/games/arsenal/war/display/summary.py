"""A position in a few lines; nothing is secret, so both sides see all of it."""

from __future__ import annotations

from landbridge.games.arsenal.calendar import month_name
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import DEAD, LAST_POINT, NOWHERE, SIBERIA
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.victory import score
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import DISPERSED, FIGHTS, FORTIFIED, box, units_on
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.supply import supplied
from landbridge.games.arsenal.war.weather import skies
from landbridge.games.arsenal.words import SIDE_ADJECTIVES, SIDES


def unit_text(state: War, unit: int) -> str:
    """A unit with the marks of its state."""
    flags = state.flags[unit]
    marks = ("dispersed " if flags & DISPERSED else "") + ("fortified" if flags & FORTIFIED else "")
    target = state.target[unit]
    if target != NOWHERE:
        marks += f" against {POINTS[target].name}"
    return f"{UNITS[unit].id} ({marks.strip()})" if marks.strip() else UNITS[unit].id


def stacks(state: War, side: int) -> list[tuple[str, str, str]]:
    """Points with units of a side: name, units, supply."""
    level = supplied(state, side)
    found = []
    for point in POINTS:
        units = [u for u in units_on(state.at, point.number) if state.side[u] == side]
        if units:
            note = "" if level[point.number] else "no supply"
            found.append((point.name, ", ".join(unit_text(state, u) for u in units), note))
    return found


def summary(state: War) -> list[str]:
    """The position for the shell."""
    north, south = skies(state)
    points = score(state.held)
    lines = [
        f"{month_name(box(state).month)} (turn {state.turn}); north {north}, south {south}",
        f"Victory points: Axis {points.axis} ({points.axis_in_soviet_union} of them in the"
        f" Soviet Union), Soviet {points.soviet}",
    ]
    for side, name in enumerate(SIDES):
        on_map = [u for u, p in enumerate(state.at) if p <= LAST_POINT and state.side[u] == side]
        fighting = sum(FIGHTS[u] for u in on_map)
        dead = sum(1 for u, p in enumerate(state.at) if p == DEAD and state.side[u] == side)
        moves = capacity_left(state, name)
        lines.append(
            f"{SIDE_ADJECTIVES[name]}: {fighting} combat units on the map, {dead} dead,"
            f" {moves} rail moves"
        )
    waiting = [UNITS[u].id for u in units_on(state.at, SIBERIA)]
    lines.append(f"Siberia: {', '.join(waiting) or 'nobody'}")
    for side, name in enumerate(SIDES):
        for place, units, note in stacks(state, side):
            lines.append(
                f"  {SIDE_ADJECTIVES[name]} {place}: {units}{f' [{note}]' if note else ''}"
            )
    return lines
