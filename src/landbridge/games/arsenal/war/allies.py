"""The Axis allies in the war: how each stands, and the troops of those that have turned."""

from __future__ import annotations

from operator import itemgetter

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.rules.findings import Finding
from landbridge.games.arsenal.forces.allies import COUNTRIES, ENTRY, AllyStatus, ally_status
from landbridge.games.arsenal.forces.homecoming import Journey, journey_home
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import LAST_POINT, OUT, place_name
from landbridge.games.arsenal.map.points import HOME, POINTS, START, point_number
from landbridge.games.arsenal.remembering import remembered
from landbridge.games.arsenal.rulings import Defection, FallenAlly
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    ID,
    NATION,
    box,
    ids,
    place_unit,
    put,
    units_on,
)
from landbridge.games.arsenal.war.control import take
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import ALLIES, AXIS, SOVIET, Ally

MATTERS: tuple[int, ...] = tuple(
    point
    for ally, country in COUNTRIES.items()
    for point in (
        ENTRY[ally],
        *map(point_number, country.leaves.all_soviet if country.leaves else ()),
    )
)
"""The points by which allies stand or fall."""
_matters = itemgetter(*MATTERS)


@remembered(1024)
def _status(
    ally: Ally,
    month: str,
    holders: bytes,
    fallen: bool,
    left: bool,
    troops: FallenAlly,
    fronts: Defection,
) -> Finding[AllyStatus]:
    """How an ally stands, by those who hold what matters to it."""
    held = bytearray(START)
    for point, holder in zip(MATTERS, holders, strict=True):
        held[point] = holder
    return ally_status(ally, month, bytes(held), fallen, left, troops, fronts)


def status_of(state: War, ally: Ally) -> Finding[AllyStatus]:
    """How an ally stands, and by which rules."""
    bit = 1 << ALLIES.index(ally)
    fallen, left = bool(state.fallen & bit), bool(state.left & bit)
    return _status(
        ally,
        box(state).month,
        bytes(_matters(state.held)),
        fallen,
        # Whose capital has fallen has turned by that, and may be restored by its recapture.
        left and not fallen,
        state.rulings.fallen_ally,
        state.rulings.defection,
    )


def ally_arrives(state: War, nation: str) -> bool:
    """Whether units of a nation may still arrive."""
    return nation not in ALLIES or status_of(state, nation).result.arrivals


def settle_allies(state: War, play: Play) -> War:
    """See which allies are still in the war; those that leave take their troops along."""
    fallen = state.fallen
    for number, ally in enumerate(ALLIES):
        if state.held[ENTRY[ally]] == SOVIET:
            fallen |= 1 << number
    if fallen != state.fallen:
        state = replace(state, fallen=fallen)
    for number, ally in enumerate(ALLIES):
        if state.left & 1 << number:
            state = _send_home(state, ally, play)
            continue
        found = status_of(state, ally)
        now = found.result.state
        if now in ("turned", "out"):
            state = replace(state, left=state.left | 1 << number)
            troops = ids(_units_of(state, ally))
            play.log(f"ally_{now}", found.rules, country=COUNTRIES[ally].country, troops=troops)
            state = _out(state, ally) if now == "out" else _turn(state, ally, play)
    return state


def _units_of(state: War, ally: str) -> list[int]:
    return [
        unit.number for unit in UNITS if unit.nation == ally and state.at[unit.number] <= LAST_POINT
    ]


def _out(state: War, ally: str) -> War:
    for unit in _units_of(state, ally):
        state = place_unit(state, unit, OUT, 0)
    return state


def _turn(state: War, ally: str, play: Play) -> War:
    """Its troops obey the Soviets and go home as soon as a way is open."""
    ways = {unit: _journey(state, unit) for unit in _units_of(state, ally)}
    lost = [u for u, way in ways.items() if way.result.how == "blocked" and not way.result.waits]
    stay = [u for u, way in ways.items() if way.result.waits]
    for unit, way in ways.items():
        place = OUT if unit in lost else way.result.path[-1]
        state = place_unit(state, unit, place, DISPERSED)
        state = replace(state, side=put(state.side, unit, SOVIET))
    rules = tuple(dict.fromkeys(rule for way in ways.values() for rule in way.rules))
    play.log(
        "troops_go_home",
        rules or ("DC-R19", "RUL-DC-8"),
        country=COUNTRIES[ally].country,
        lost=ids(lost),
        waiting=ids(stay),
        home={ID[unit]: POINTS[state.at[unit]].name for unit in ways if unit not in (*lost, *stay)},
    )
    for point in (*HOME[ally], *(state.at[unit] for unit in stay)):
        if state.held[point] == AXIS and not _foreign(state, point, ally):
            state = take(state, point, SOVIET, play)
    return state


def _journey(state: War, unit: int) -> Finding[Journey]:
    """The way home of a unit whose country has turned."""
    ally, at = NATION[unit], state.at[unit]
    closed = frozenset(p for p in (at, *HOME[ally]) if _foreign(state, p, ally))
    return journey_home(ally, at, state.held, closed, state.rulings.no_way_home)


def _send_home(state: War, ally: str, play: Play) -> War:
    """Troops that waited for a way home go there as soon as one is open."""
    for unit in _units_of(state, ally):
        if state.side[unit] == SOVIET and state.at[unit] not in HOME[ally]:
            way = _journey(state, unit)
            if way.result.how != "blocked":
                start, end = state.at[unit], way.result.path[-1]
                state = place_unit(state, unit, end, DISPERSED)
                play.log(
                    "goes_home",
                    way.rules,
                    unit=ID[unit],
                    start=place_name(start),
                    end=place_name(end),
                )
    return state


def _foreign(state: War, point: int, ally: str) -> bool:
    """Whether Axis troops of another nation, of whatever kind, are on a point."""
    return any(
        state.side[unit] == AXIS and NATION[unit] != ally for unit in units_on(state.at, point)
    )
