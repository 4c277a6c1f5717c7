"""Why a unit cannot march: its own state, the line, or the point that it would enter."""

from __future__ import annotations

from landbridge.engine.refusals import Refusal
from landbridge.games.arsenal.calendar import month_name
from landbridge.games.arsenal.forces.allies import COUNTRIES
from landbridge.games.arsenal.forces.composites import RECIPES
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.map.places import NOWHERE, SIBERIA, place_name
from landbridge.games.arsenal.map.points import EDGES, GRADES, HOME, LINES, POINTS
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FIGHTS,
    FOUGHT,
    FRESH,
    KIND_OF,
    MOVES_AS,
    NATION,
    RAILED,
    SUPPORTS,
)
from landbridge.games.arsenal.war.control import defended
from landbridge.games.arsenal.war.movement.march import ALLOWED, carries, ends, line_to, may_move
from landbridge.games.arsenal.war.movement.siberian_entry import check_entry
from landbridge.games.arsenal.war.restraints import check_free, check_homeward, neutral
from landbridge.games.arsenal.war.stacking import has_room
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.weather import weather_here
from landbridge.games.arsenal.words import SOVIET


def check_fit_to_march(state: War, unit: int) -> None:
    """Refuse a unit that cannot move by the rule that keeps it where it is."""
    if may_move(state, unit):
        return
    check_free(state, unit)
    name, flags = unit_label(unit), state.flags[unit]
    legal = "undispersed units that have lines left and have not fought or railed"
    if flags & RAILED:
        text = f"{name} cannot move now: it has moved strategically and is dispersed"
        raise Refusal(text, ("DC-R59", "DC-R60"), legal)
    if flags & FRESH:
        came = "DC-R52" if KIND_OF[unit] in RECIPES else "DC-R08"
        text = f"{name} cannot move now: in its first turn it only moves strategically"
        raise Refusal(text, came, legal)
    if flags & DISPERSED:
        text = f"{name} cannot move now: it is dispersed"
        raise Refusal(text, ("DC-R59", "RUL-DC-31"), legal)
    if flags & FOUGHT:
        raise Refusal(f"{name} cannot move now: it has fought", "RUL-DC-33", legal)
    if state.target[unit] != NOWHERE:
        point = place_name(state.target[unit])
        text = f"{name} cannot move now: it is committed against {point}"
        raise Refusal(text, "RUL-DC-33", legal)
    if not ALLOWED[MOVES_AS[unit]]:
        raise Refusal(f"{name} cannot move now: it never marches", "RUL-DC-40", legal)
    mud = state.at[unit] != SIBERIA and weather_here(state, state.at[unit]) == "mud"
    rules = ("RUL-DC-35", "RUL-DC-40") if mud else ("RUL-DC-40",)
    raise Refusal(f"{name} cannot move now: it has no line left in this phase", rules, legal)


def check_line(state: War, unit: int, to: int) -> None:
    """Refuse a way along no line, or along one that carries no more."""
    start = state.at[unit]
    line = line_to(state, unit, to)
    legal = ", ".join(place_name(point) for point in ends(state, unit)) or "nowhere"
    if start == SIBERIA:
        check_entry(state, unit, to, "operational")
    if line is None:
        text = f"No line leads from {place_name(start)} to {place_name(to)}"
        raise Refusal(text, "RUL-DC-35", legal)
    if not carries(state, line, unit):
        within = line.line < len(LINES)
        grade = LINES[line.line].grade if within else EDGES[line.line - len(LINES)].grade
        raise Refusal(
            f"The {GRADES[grade]} line to {place_name(to)} carries no more units like this",
            "RUL-DC-35",
            legal,
        )


def check_entering(state: War, unit: int, to: int) -> None:
    """Refuse a point on which a unit may not set foot."""
    name, point, side = unit_label(unit), place_name(to), state.side[unit]
    nation, legal = NATION[unit], ", ".join(map(place_name, ends(state, unit))) or "nowhere"
    check_homeward(state, unit, to)
    if side == SOVIET and nation != "soviet" and to not in HOME[nation]:
        text = f"{name} cannot enter {point}: it stays in {COUNTRIES[nation].country}"
        raise Refusal(text, ("DC-R19", "RUL-DC-8"), legal)
    if state.held[to] == side:
        if FIGHTS[unit] and not has_room(state, to):
            text = f"{name} cannot enter {point}: there is no room"
            raise Refusal(text, "RUL-DC-6", legal)
        return
    owner = POINTS[to].owner
    if side == SOVIET and neutral(state, owner):
        when = month_name(COUNTRIES[owner].at_war)
        text = f"{name} cannot enter {point}: {COUNTRIES[owner].country} is not at war"
        raise Refusal(text, "RUL-DC-10", f"from {when}; {legal}")
    if not FIGHTS[unit] and not (SUPPORTS[unit] and defended(state, to)):
        text = f"{name} cannot enter {point}: it takes no points by itself"
        raise Refusal(text, "RUL-DC-33", legal)
