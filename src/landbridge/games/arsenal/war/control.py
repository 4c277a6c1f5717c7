"""Control of points: taking them, and what becomes of factories and allies."""

from __future__ import annotations

from operator import itemgetter

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.rules.findings import Finding
from landbridge.games.arsenal.forces.allies import (
    COUNTRIES,
    ENTRY,
    AllyStatus,
    ally_status,
    path_home,
)
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.industry.factories import FACTORIES, factory_fate
from landbridge.games.arsenal.map.places import DESTROYED, LAST_POINT, OUT
from landbridge.games.arsenal.map.points import HOME, POINTS, START, point_number
from landbridge.games.arsenal.rulings import Defection, FallenAlly
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    NATION,
    box,
    ids,
    place_unit,
    put,
    units_on,
)
from landbridge.games.arsenal.war.masks import remembered
from landbridge.games.arsenal.war.restraints import THAW
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import ALLIES, AXIS, SIDES, SOVIET, Ally, figures

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
ENTRAINED, MOVED = 1, 2
"""Marks of a factory: entrained; entrained or moved in this phase."""


def take(state: War, point: int, side: int, play: Play) -> War:
    """A point comes under a side's control; factories there are lost to the Axis."""
    if state.held[point] == side:
        return state
    state = replace(state, held=put(state.held, point, side))
    play.log("taken", ("RUL-DC-33",), side=SIDES[side], point=POINTS[point].name)
    if side == SOVIET:
        return state
    if point == THAW:
        state = replace(state, thawed=True)
    factory = state.factory_at.find(point)
    while factory >= 0:
        entrained = bool(state.factory_flags[factory] & ENTRAINED)
        ruling = state.rulings.captured_entrained
        found = factory_fate(point, state.held, entrained, ruling)
        where = DESTROYED if found.result.destroyed else point_number(found.result.at)
        flags = 0 if found.result.destroyed else state.factory_flags[factory]
        state = replace(
            state,
            factory_at=put(state.factory_at, factory, where),
            factory_flags=put(state.factory_flags, factory, flags),
        )
        event = "plant_lost" if found.result.destroyed else "plant_escapes"
        play.log(event, found.rules, plant=FACTORIES[factory].id, point=POINTS[point].name)
        factory = state.factory_at.find(point, factory + 1)
    return state


def defended(state: War, point: int) -> bool:
    """Whether enemy units or a standing factory are on a point."""
    if state.at.find(point) >= 0:
        return True
    factory = state.factory_at.find(point)
    while factory >= 0:
        if not state.factory_flags[factory] & ENTRAINED:
            return True
        factory = state.factory_at.find(point, factory + 1)
    return False


@remembered(1024)
def _news(
    month: str, holders: bytes, fallen: int, left: int, troops: FallenAlly, fronts: Defection
) -> tuple[tuple[Ally, int, Finding[AllyStatus]], ...]:
    """The allies that leave the war or change side now, by those who hold what matters to them."""
    held = bytearray(START)
    for point, holder in zip(MATTERS, holders, strict=True):
        held[point] = holder
    news = []
    for number, ally in enumerate(ALLIES):
        bit = 1 << number
        if not left & bit:
            gone = bool(fallen & bit)
            found = ally_status(ally, month, bytes(held), gone, False, troops, fronts)
            if found.result.state in ("turned", "out"):
                news.append((ally, bit, found))
    return tuple(news)


def settle_allies(state: War, play: Play) -> War:
    """See which allies are still in the war; those that leave take their troops along."""
    fallen = state.fallen
    for number, ally in enumerate(ALLIES):
        if state.held[ENTRY[ally]] == SOVIET:
            fallen |= 1 << number
    if fallen != state.fallen:
        state = replace(state, fallen=fallen)
    news = _news(
        box(state).month,
        bytes(_matters(state.held)),
        fallen,
        state.left,
        state.rulings.fallen_ally,
        state.rulings.defection,
    )
    for ally, bit, found in news:
        now = found.result.state
        state = replace(state, left=state.left | bit)
        play.log(f"ally_{now}", found.rules, country=COUNTRIES[ally].country)
        state = _out(state, ally) if now == "out" else _turn(state, ally, play)
    return state


def ally_arrives(state: War, nation: str) -> bool:
    """Whether units of a nation may still arrive."""
    if nation not in ALLIES:
        return True
    bit = 1 << ALLIES.index(nation)
    if box(state).month < COUNTRIES[nation].at_war:
        return False
    if state.fallen & bit and figures("fallen_ally", state.rulings.fallen_ally)["restored"]:
        return state.held[ENTRY[nation]] == AXIS
    return not (state.left | state.fallen) & bit


def _of(state: War, ally: str) -> list[int]:
    return [
        unit.number for unit in UNITS if unit.nation == ally and state.at[unit.number] <= LAST_POINT
    ]


def _out(state: War, ally: str) -> War:
    for unit in _of(state, ally):
        state = place_unit(state, unit, OUT, 0)
    return state


def _turn(state: War, ally: str, play: Play) -> War:
    """Its troops obey the Soviets and go home; where Germans bar every way they are lost."""
    closed = frozenset(point for point in HOME[ally] if _foreign(state, point, ally))
    moved = {u: path_home(ally, state.at[u], state.held, closed) for u in _of(state, ally)}
    lost = []
    for unit, (how, path) in moved.items():
        goes = OUT if how == "blocked" else path[-1]
        if goes == OUT:
            lost.append(unit)
        state = place_unit(state, unit, goes, DISPERSED)
        state = replace(state, side=put(state.side, unit, SOVIET))
    play.log(
        "troops_go_home", ("DC-R19", "RUL-DC-8"), country=COUNTRIES[ally].country, lost=ids(lost)
    )
    for point in HOME[ally]:
        if state.held[point] == AXIS and not _foreign(state, point, ally):
            state = take(state, point, SOVIET, play)
    return state


def _foreign(state: War, point: int, ally: str) -> bool:
    """Whether Axis troops of another nation, of whatever kind, are on a point."""
    return any(
        state.side[unit] == AXIS and NATION[unit] != ally for unit in units_on(state.at, point)
    )
