"""Why a unit cannot march: its own state, the line, or the point that it would enter."""

from __future__ import annotations

from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import Rules
from landbridge.games.arsenal.forces.allies import COUNTRIES
from landbridge.games.arsenal.forces.composites import RECIPES
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.map.places import NOWHERE, SIBERIA, place_name
from landbridge.games.arsenal.map.points import EDGES, GRADES, LINES, POINTS
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FOUGHT,
    FRESH,
    KIND_OF,
    MOVES_AS,
    NATION,
    RAILED,
)
from landbridge.games.arsenal.war.movement.march import (
    ALLOWED,
    carries,
    ends,
    line_to,
    may_move,
    obstacle,
)
from landbridge.games.arsenal.war.movement.siberian_entry import check_entry
from landbridge.games.arsenal.war.restraints import check_free, check_homeward
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.weather import weather_here


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


def _open_ends(state: War, unit: int) -> str:
    """Where a unit may go, in words."""
    return ", ".join(map(place_name, ends(state, unit))) or "nowhere"


def check_line(state: War, unit: int, to: int) -> None:
    """Refuse a way along no line, or along one that carries no more."""
    start = state.at[unit]
    line = line_to(state, unit, to)
    if start == SIBERIA:
        check_entry(state, unit, to, "operational")
    if line is None:
        text = f"No line leads from {place_name(start)} to {place_name(to)}"
        raise Refusal(text, "RUL-DC-35", _open_ends(state, unit))
    if not carries(state, line, unit):
        within = line.line < len(LINES)
        grade = LINES[line.line].grade if within else EDGES[line.line - len(LINES)].grade
        raise Refusal(
            f"The {GRADES[grade]} line to {place_name(to)} carries no more units like this",
            "RUL-DC-35",
            _open_ends(state, unit),
        )


def check_entering(state: War, unit: int, to: int) -> None:
    """Refuse a point on which a unit may not set foot, by the rule that bars it."""
    found = obstacle(state, unit, to)
    if not found:
        return
    check_homeward(state, unit, to)
    nation, owner = NATION[unit], POINTS[to].owner
    reasons: dict[str, tuple[str, Rules]] = {
        "unplayed": ("it is not played", ("RUL-DC-36",)),
        "stays home": (f"it stays in {_country(nation)}", ("DC-R19", "RUL-DC-8")),
        "no room": ("there is no room", ("RUL-DC-6",)),
        "neutral": (f"{_country(owner)} is not at war", ("RUL-DC-10",)),
        "support": ("it takes no points by itself", ("RUL-DC-33",)),
        "stopped": ("it has come beside a ready enemy and only attacks now", ("RUL-DC-48",)),
        "gap": ("ready enemies around it close the gap", ("RUL-DC-49",)),
    }
    why, rules = reasons[found]
    raise Refusal(
        f"{unit_label(unit)} cannot enter {place_name(to)}: {why}", rules, _open_ends(state, unit)
    )


def _country(nation: str) -> str:
    return COUNTRIES[nation].country if nation in COUNTRIES else nation
