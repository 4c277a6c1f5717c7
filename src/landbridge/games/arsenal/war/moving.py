"""Operational movement: line by line within capacity, and choosing what to attack."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import done
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refused, Violation
from landbridge.games.arsenal.allies import COUNTRIES
from landbridge.games.arsenal.calendar import TURNS
from landbridge.games.arsenal.map import GRADES, LINES, POINTS, WAYS
from landbridge.games.arsenal.siberia import siberian_entry_points
from landbridge.games.arsenal.units import UNITS
from landbridge.games.arsenal.war.attacking import Attack, air_ready, begin
from landbridge.games.arsenal.war.columns import (
    DATA,
    DISPERSED,
    FIGHTS,
    FORTIFIED,
    FOUGHT,
    FRESH,
    FROZEN,
    FROZEN_UNTIL,
    ID,
    IN_SIBERIA,
    KIND_OF,
    LAST_POINT,
    MOVES_AS,
    NATION,
    NOWHERE,
    OWN,
    RAILED,
    STEP,
    STEPS,
    SUPPORTS,
    THAW,
    box,
    hard_here,
    kept_home,
    name_of,
    neutral,
    put,
    room,
    weather_here,
    word,
)
from landbridge.games.arsenal.war.control import ENTRAINED, take
from landbridge.games.arsenal.war.scenarios import AGREED
from landbridge.games.arsenal.war.steps import Phase, own_unit, place_code
from landbridge.games.arsenal.weather import counts_as_armour, line_capacity
from landbridge.games.arsenal.words import NOBODY, SIDES, SOVIET, Side, side_number

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

ALLOWED: dict[str, int] = {
    "infantry": DATA["lines"]["infantry"],
    "cavalry": DATA["lines"]["cavalry"],
    "armour": DATA["lines"]["armour"],
    "air": 0,
    "none": 0,
}
MUD: int = DATA["lines"]["mud"]
STUCK = DISPERSED | FRESH | RAILED | FOUGHT
ARMOUR_UNIT = 16
"""What one armoured unit adds to the upper half of a line's byte."""


class Move(Action, frozen=True):
    """Move a unit along one line, or choose the defended point that it attacks."""

    unit: str
    start: str
    to: str


@lru_cache(maxsize=64)
def _lines(ruling: str) -> bytes:
    """By unit: the lines that it may move where there is no mud."""
    fast = AGREED["operational_lines"].values[ruling]
    return bytes(min(ALLOWED[moves_as], fast) for moves_as in MOVES_AS)


@lru_cache(maxsize=64)
def _muddy(turn: int) -> bytes:
    """By place: whether there is mud."""
    now = TURNS[turn - 1]
    mud = {"north": now.north == "mud", "south": now.south == "mud"}
    here = bytes(mud[point.zone] for point in POINTS)
    return here + bytes(256 - len(here))


def movable(state: War, side: int) -> list[int]:
    """The units of a side that may still move in this phase."""
    return _movable(state, side, OWN[side])


def may_move(state: War, unit: int) -> bool:
    """Whether a unit may still move in this phase."""
    side = state.side[unit]
    return UNITS[unit].side == SIDES[side] and bool(_movable(state, side, (unit,)))


def _movable(state: War, side: int, units: tuple[int, ...]) -> list[int]:
    flags, aim, owners, at = state.flags, state.aim, state.side, state.at
    lines, muddy = _lines(state.rulings["operational_lines"]), _muddy(state.turn)
    found = []
    for unit in units:
        place = at[unit]
        marks = flags[unit]
        if (
            (place <= LAST_POINT or place == IN_SIBERIA)
            and not marks & STUCK
            and aim[unit] == NOWHERE
            and owners[unit] == side
            and marks // STEP % (STEPS + 1) < (MUD if muddy[place] else lines[unit])
            and lines[unit]
        ):
            found.append(unit)
    held_back = _held_back(state.turn, state.held[THAW])
    return [unit for unit in found if unit not in held_back]


@lru_cache(maxsize=128)
def _held_back(turn: int, thaw: int) -> frozenset[int]:
    """Units that may not move in a month: of countries not yet at war, or frozen."""
    month = TURNS[turn - 1].month
    return frozenset(
        unit
        for unit, nation in enumerate(NATION)
        if (nation in COUNTRIES and month < COUNTRIES[nation].at_war)
        or (unit in FROZEN and month < FROZEN_UNTIL and thaw == SOVIET)
    )


def defended(state: War, point: int) -> bool:
    """Whether enemy units or a standing factory are on a point."""
    if state.at.find(point) >= 0:
        return True
    plant = state.plants.find(point)
    while plant >= 0:
        if not state.plant_flags[plant] & ENTRAINED:
            return True
        plant = state.plants.find(point, plant + 1)
    return False


def line_room(state: War, line: int, unit: int, to: int) -> bool:
    """Whether a line can still carry a unit in this phase."""
    here = weather_here(state, to)
    limit = line_capacity(LINES[line].grade, state.side[unit], here, hard_here(state, here))
    used = state.lines[line]
    if used % ARMOUR_UNIT >= limit.all:
        return False
    ruling = state.rulings["cmg_exception"]
    return not counts_as_armour(KIND_OF[unit], here, ruling) or (used // ARMOUR_UNIT < limit.armour)


def _enters(state: War, unit: int, to: int) -> bool:
    """Whether a unit may set foot on a point: own with room, or an enemy's in the war."""
    holder, side = state.held[to], state.side[unit]
    if holder == NOBODY or kept_home(state, unit, to):
        return False
    if holder == side:
        return not FIGHTS[unit] or room(state, to) > 0
    if side == SOVIET and neutral(state, POINTS[to].owner):
        return False
    return FIGHTS[unit] or (SUPPORTS[unit] and defended(state, to))


def ends(state: War, unit: int) -> list[int]:
    """Where a unit may go by its next line."""
    place = state.at[unit]
    if place == IN_SIBERIA:
        edge = siberian_entry_points(state.rulings["siberian_edges"])
        return [p for p in edge if state.held[p] == SOVIET and _enters(state, unit, p)]
    return [
        end
        for end, _, line in WAYS[place]
        if _enters(state, unit, end) and line_room(state, line, unit, end)
    ]


class Operations(Phase, frozen=True):
    """A side moves and attacks."""

    side: Side

    def asks(self, state: War) -> tuple[Decision, ...]:
        side = side_number(self.side)
        units = tuple(ID[unit] for unit in movable(state, side))
        offers = []
        slots: tuple[Slot, ...]
        if units:
            slots = (Slot("unit", units), Slot("start"), Slot("to"))
            offers.append(Offer("move", "Move a unit", slots, ("RUL-DC-35",)))
        aims = targets(state)
        if aims:
            slots = (Slot("point", tuple(word(p) for p in aims)), Slot("air", optional=True))
            offers.append(Offer("attack", "Fight for a point", slots, ("RUL-DC-33",)))
        offers.append(Offer("done", "End operations"))
        prompt = f"{box(state).month}: {self.side} operations"
        return (Decision(self.side, prompt, tuple(offers), ("DC-R60",)),)

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        """The next thing to be said."""
        if verb == "move":
            unit = own_unit(state, said[0], self.side)
            if len(said) == 1:
                return Slot("start", (word(state.at[unit]),))
            if len(said) == 2:
                return Slot("to", tuple(word(p) for p in ends(state, unit)))
        if verb == "attack" and len(said) == 1:
            ready = len(air_ready(state, place_code(said[0]), side_number(self.side)))
            return Slot("air", low=0, high=ready, optional=True) if ready else None
        return None

    def offers(self, state: War, who: str, verb: str) -> bool | None:
        return True if who == self.side and verb in ("move", "done") else None

    def check(self, state: War, who: str, action: Action) -> tuple[Violation, ...]:
        if isinstance(action, Move):
            self._check(state, action)
        elif isinstance(action, Attack):
            begin(state, action, side_number(self.side))
        return ()

    def _check(self, state: War, action: Move) -> tuple[int, int, int]:
        unit, to = own_unit(state, action.unit, self.side), place_code(action.to)
        start, name = state.at[unit], UNITS[unit].name
        if place_code(action.start) != start:
            raise Refused(f"{name} is not there", "RUL-DC-35", legal=_where(start))
        if not may_move(state, unit):
            raise Refused(
                f"{name} cannot move now",
                ("DC-R08", "DC-R59", "RUL-DC-35"),
                legal="undispersed units that have lines left and have not fought or railed",
            )
        if start == IN_SIBERIA:
            if to not in ends(state, unit):
                raise Refused(
                    f"{name} cannot come on at {name_of(to)}",
                    ("DC-R04", "DC-R06"),
                    legal=", ".join(name_of(p) for p in ends(state, unit)) or "nowhere",
                )
            return unit, to, -1
        line = next((line for end, _, line in WAYS[start] if end == to), -1)
        if line < 0:
            raise Refused(
                f"No line leads from {name_of(start)} to {name_of(to)}",
                "RUL-DC-35",
                legal=", ".join(name_of(p) for p in ends(state, unit)) or "nowhere",
            )
        if not _enters(state, unit, to):
            raise Refused(
                f"{name} cannot enter {name_of(to)}",
                ("RUL-DC-6", "RUL-DC-10", "RUL-DC-35"),
                legal=", ".join(name_of(p) for p in ends(state, unit)) or "nowhere",
            )
        if not line_room(state, line, unit, to):
            grade = GRADES[LINES[line].grade]
            raise Refused(
                f"The {grade} line to {name_of(to)} carries no more units like this",
                "RUL-DC-35",
                legal="another line, or next turn",
            )
        return unit, to, line

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        if isinstance(action, Attack):
            return begin(state, action, side_number(self.side), play)
        if not isinstance(action, Move):
            play.tell("operations_end", ("DC-R60",), side=self.side)
            return done(replace(state, aim=bytes([NOWHERE]) * len(state.aim)))
        unit, to, line = self._check(state, action)
        if line >= 0:
            armour = counts_as_armour(
                KIND_OF[unit], weather_here(state, to), state.rulings["cmg_exception"]
            )
            used = state.lines[line] + 1 + armour * ARMOUR_UNIT
            state = replace(state, lines=put(state.lines, line, used))
        if state.held[to] != state.side[unit] and defended(state, to):
            play.tell("aims", ("RUL-DC-33",), unit=UNITS[unit].id, end=name_of(to))
            return replace(state, aim=put(state.aim, unit, to))
        start = state.at[unit]
        flags = (state.flags[unit] & ~FORTIFIED) + STEP
        state = replace(state, at=put(state.at, unit, to), flags=put(state.flags, unit, flags))
        rules = ("DC-R06",) if start == IN_SIBERIA else ("RUL-DC-35",)
        play.tell("moved", rules, unit=UNITS[unit].id, start=name_of(start), end=name_of(to))
        return take(state, to, state.side[unit], play)


def targets(state: War) -> list[int]:
    """The points that somebody is about to attack."""
    return sorted(set(state.aim) - {NOWHERE})


def _where(place: int) -> str:
    return name_of(place) if place <= LAST_POINT or place == IN_SIBERIA else "it is not in play"
