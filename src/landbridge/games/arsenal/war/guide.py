"""What tutorials of the war may speak of: who holds what, what an attack promises, who goes where.

The judgement behind it (which attack is worth its dice, which way leads forward) is a coach's, not
a rule: nothing here changes what may be done.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from landbridge.engine.coaching.guide import AskedWord, Guide, GuideQuestion, GuideWords
from landbridge.engine.refusals import BadInput, choices
from landbridge.games.arsenal.calendar import BOXES, month_name
from landbridge.games.arsenal.combat.resolution import forecast
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.map.places import LAST_POINT, PLACE_WORDS, place_name, place_number
from landbridge.games.arsenal.map.points import NEIGHBOURS, NUMBER, POINTS, point_number
from landbridge.games.arsenal.map.supply_lines import OVERLAND, overland_supply
from landbridge.games.arsenal.victory import score
from landbridge.games.arsenal.war.battle.air_support import air_ready
from landbridge.games.arsenal.war.battle.attack import forecast_battle, targets
from landbridge.games.arsenal.war.battle.decisions import OngoingBattle
from landbridge.games.arsenal.war.capacity import capacity_left
from landbridge.games.arsenal.war.columns import BROKE, FIGHTS, ID, MOVES_AS, box
from landbridge.games.arsenal.war.control import defended
from landbridge.games.arsenal.war.movement.march import ends, movable
from landbridge.games.arsenal.war.scenarios import PLANS
from landbridge.games.arsenal.war.stacking import room
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase
from landbridge.games.arsenal.war.supply import supplied
from landbridge.games.arsenal.words import NOBODY, SIDE_NAMES, SIDES, joined, side_number

PROMISING = 0.75
"""The chance to take a point in a few rounds that makes an attack worth its dice."""
BLEAK = 0.3
"""The chance under which a battle is better broken off."""
ROUNDS = 3
"""So many rounds are looked ahead."""
LAGGING = 2
"""Lines by which infantry may be behind the foremost point before it had better go by rail."""
Points = tuple[int, ...]


# Reading what the data say


def _texts(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _points(value: Any) -> Points:
    return tuple(point_number(word) for word in _texts(value))


def _months(value: Any) -> tuple[str, ...]:
    known = {turn.month for turn in BOXES}
    for month in _texts(value):
        if month not in known:
            raise BadInput(f"'{month}' is no month of the war; 1941-06 is one.")
    return _texts(value)


def _phases(value: Any) -> tuple[str, ...]:
    known = sorted({kind.title for kind in _kinds(Phase) if hasattr(kind, "title")})
    for phase in _texts(value):
        if phase not in known:
            raise BadInput(f"'{phase}' is no phase. Known: {choices(known)}.")
    return _texts(value)


def _kinds(kind: type[Phase]) -> Iterable[type[Phase]]:
    for one in kind.__subclasses__():
        yield one
        yield from _kinds(one)


def _side(value: Any) -> int:
    if value not in SIDES:
        raise BadInput(f"'{value}' is no side. Known: {choices(SIDES)}.")
    return side_number(value)


def _yes(value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadInput("true or false is meant")
    return value


# Conditions


def _phase_is(state: War, role: str, titles: tuple[str, ...]) -> bool:
    step = state.agenda[0] if state.agenda else None
    return isinstance(step, Phase) and step.title in titles


def _holds(state: War, role: str, points: Points) -> bool:
    return all(state.held[point] == side_number(role) for point in points)


def cut_off(state: War, side: int) -> list[int]:
    """The units of a side on the map that have no supply."""
    level = supplied(state, side)
    return [
        unit
        for unit, place in enumerate(state.at)
        if state.side[unit] == side and place <= LAST_POINT and not level[place]
    ]


def _is_bleak(state: War, role: str, wanted: bool) -> bool:
    """Whether the battle that is being fought goes badly for the role."""
    step = state.agenda[0] if state.agenda else None
    if not isinstance(step, OngoingBattle):
        return not wanted
    taken = _chance_in(state, step)
    attacks = side_number(role) == step.side
    return (taken < BLEAK if attacks else taken > 1 - BLEAK) == wanted


def _chance_in(state: War, battle: OngoingBattle) -> float:
    return float(forecast(battle.model(state), ROUNDS, 0).chance(lambda o: o.result == "taken"))


# What an attack promises


def _sent(state: War, point: int, units: Iterable[int]) -> War:
    target = bytearray(state.target)
    for unit in units:
        target[unit] = point
    return replace(state, target=bytes(target))


def _chance(state: War, point: int, side: int) -> float:
    """The chance to take a point in a few rounds with all that was sent, and all aircraft."""
    air = len(air_ready(state, point, side))
    odds = forecast_battle(state, point, side, air, rounds=ROUNDS)
    return float(odds.chance(lambda outcome: outcome.result == "taken"))


@lru_cache(maxsize=64)
def _joining(state: War, side: int, point: int) -> Points:
    """The combat units that may still be sent against a point."""
    return tuple(u for u in movable(state, side) if FIGHTS[u] and point in ends(state, u))


@lru_cache(maxsize=16)
def _worth(state: War, side: int, points: Points) -> Collection[str]:
    """The first of these points that can be attacked with promise, and wants more units for it."""
    sent = targets(state)
    for point in points:
        if state.held[point] != 1 - side:
            continue
        joining = _joining(state, side, point)
        if not joining or (point in sent and _chance(state, point, side) >= PROMISING):
            continue
        if not defended(state, point):
            return (PLACE_WORDS[point],)
        if _chance(_sent(state, point, joining), point, side) >= PROMISING:
            return (PLACE_WORDS[point],)
    return ()


@lru_cache(maxsize=16)
def _prepared(state: War, side: int) -> Collection[str]:
    """The points that are to be fought for now: with promise, or because nobody else can come."""
    return tuple(
        PLACE_WORDS[point]
        for point in targets(state)
        if not _joining(state, side, point) or _chance(state, point, side) >= PROMISING
    )


# Who goes where


def _guards(state: War, unit: int) -> bool:
    """Whether a unit stands on the point that decides the scenario: it had better keep it."""
    win = PLANS[state.scenario].win
    return win is not None and state.at[unit] == win.number


def _exploiting(state: War, side: int) -> Collection[str]:
    """Armour that has broken through and may go on."""
    broke = (unit for unit in movable(state, side) if state.flags[unit] & BROKE)
    return [ID[unit] for unit in broke if not _guards(state, unit)]


def _moving_as(*kinds: str) -> GuideWords:
    def find(asked: AskedWord, given: Any) -> list[str]:
        fitting = (word for word in asked.open if MOVES_AS[UNIT[word]] in kinds)
        return [word for word in fitting if not _guards(asked.view, UNIT[word])]

    return GuideWords(find)


@lru_cache(maxsize=8)
def _lines_to(points: Points, held: bytes) -> dict[int, int]:
    """By point: over how many lines the nearest of these points is reached."""
    far = dict.fromkeys(points, 0)
    reached = list(points)
    for point in reached:
        for end in NEIGHBOURS[point]:
            if end not in far and held[end] != NOBODY:
                far[end] = far[point] + 1
                reached.append(end)
    return far


def _nearer(asked: AskedWord, goal: Points) -> Collection[str]:
    """Own points nearer to a place than the unit that was named first."""
    state: War = asked.view
    far = _lines_to(goal, state.held)
    here = far.get(state.at[UNIT[asked.said[0]]], len(POINTS))
    own = (word for word in asked.open if state.held[NUMBER[word]] == side_number(asked.role))
    return [word for word in own if far.get(NUMBER[word], here) < here]


def _nearest(asked: AskedWord, goal: Points) -> Collection[str]:
    """Of the points that may be said, the nearest to a place, if it is nearer than the unit.

    One on which too many would stand comes last.
    """
    state: War = asked.view
    counter = UNIT[asked.said[0]]
    far, unit = _lines_to(goal, state.held), state.at[counter]
    roomy = [word for word in asked.open if not FIGHTS[counter] or room(state, NUMBER[word]) > 0]
    found = min(
        roomy or asked.open, key=lambda word: far.get(NUMBER[word], len(POINTS)), default=""
    )
    nearer = found and far.get(NUMBER[found], len(POINTS)) < far.get(unit, len(POINTS) + 1)
    return (found,) if nearer else ()


def _behind(asked: AskedWord, goal: Points) -> Collection[str]:
    """Infantry that has fallen far behind the foremost own point."""
    state: War = asked.view
    far, side = _lines_to(goal, state.held), side_number(asked.role)
    foremost = min(lines for point, lines in far.items() if state.held[point] == side)
    return [
        word
        for word in asked.open
        if MOVES_AS[UNIT[word]] == "infantry"
        and far.get(state.at[UNIT[word]], 0) - foremost > LAGGING
    ]


# Figures


def _goal_stands(state: War, role: str) -> str:
    win = PLANS[state.scenario].win
    if win is None:
        return ""
    holder = state.held[win.number]
    name = POINTS[win.number].name
    if SIDES[holder] != role:
        return f"{name} is held by {SIDE_NAMES[SIDES[holder]]}"
    if overland_supply(state.held, holder)[win.number] != OVERLAND:
        return f"{name} is yours, but out of supply"
    return f"{name} is yours, in supply"


def _units(found: Iterable[int]) -> str:
    return joined([unit_label(unit) for unit in found]) or "nobody"


class WarGuide(Guide[War]):
    """What tutorials of the war may speak of."""

    questions = {
        "month": GuideQuestion(_months, lambda state, role, months: box(state).month in months),
        "phase": GuideQuestion(_phases, _phase_is),
        "holds": GuideQuestion(_points, _holds),
        "cut_off": GuideQuestion(_side, lambda state, role, side: bool(cut_off(state, side))),
        "bleak": GuideQuestion(_yes, _is_bleak),
    }
    words = {
        "infantry": _moving_as("infantry"),
        "armour": _moving_as("armour", "cavalry"),
        "behind": GuideWords(_behind, _points),
        "exploiting": GuideWords(
            lambda asked, given: _exploiting(asked.view, side_number(asked.role))
        ),
        "worth": GuideWords(
            lambda asked, points: _worth(asked.view, side_number(asked.role), points), _points
        ),
        "prepared": GuideWords(lambda asked, given: _prepared(asked.view, side_number(asked.role))),
        "nearer": GuideWords(_nearer, _points),
        "nearest": GuideWords(_nearest, _points),
    }
    figures = {
        "month": lambda state, role: month_name(box(state).month),
        "last_month": lambda state, role: month_name(BOXES[PLANS[state.scenario].last].month),
        "goal_stands": _goal_stands,
        "own_points": lambda state, role: str(getattr(score(state.held), role)),
        "enemy_points": lambda state, role: str(
            getattr(score(state.held), SIDES[1 - side_number(role)])
        ),
        "rail_moves": lambda state, role: str(capacity_left(state, SIDES[side_number(role)])),
        "own_cut_off": lambda state, role: _units(cut_off(state, side_number(role))),
        "enemy_cut_off": lambda state, role: _units(cut_off(state, 1 - side_number(role))),
    }

    def label(self, word: str) -> str:
        if word in UNIT:
            return unit_label(UNIT[word])
        return place_name(place_number(word)) if word in NUMBER else word
