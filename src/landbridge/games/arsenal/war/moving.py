"""Operational movement: line by line within capacity, and choosing what to attack."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import done
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refused, Violation
from landbridge.games.arsenal.allies import COUNTRIES, LIFTED
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
    WORDS,
    box,
    has_room,
    kept_home,
    name_of,
    neutral,
    put,
    units_on,
    word,
)
from landbridge.games.arsenal.war.control import ENTRAINED, take
from landbridge.games.arsenal.war.masks import (
    BELONGS,
    EVERY,
    both,
    by_place,
    marks,
    those,
)
from landbridge.games.arsenal.war.scenarios import AGREED
from landbridge.games.arsenal.war.steps import (
    Chooser,
    Making,
    Phase,
    draw_one,
    end_phase,
    own_unit,
    place_code,
)
from landbridge.games.arsenal.weather import counts_as_armour, hard_winter, line_capacity
from landbridge.games.arsenal.words import NOBODY, SOVIET, Side, Weather, side_number

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
NO_AIMS = bytes([NOWHERE]) * len(UNITS)
ARMOUR_UNIT = 16
"""What one armoured unit adds to the upper half of a line's byte."""


class Move(Action, frozen=True):
    """Move a unit along one line, or choose the defended point that it attacks."""

    unit: str
    start: str
    to: str


def _lines(most: int) -> int:
    """Marks for lines that may be moved: the first, the second and so on."""
    return (1 << most) - 1


FREE: bytes = marks(
    lambda flags: 0 if flags & STUCK else EVERY & ~_lines(flags // STEP % (STEPS + 1))
)
"""By flags: the lines that a unit has not moved yet."""
AIMLESS: bytes = marks(lambda aim: EVERY * (aim == NOWHERE))


@lru_cache(maxsize=256)
def _walkers(side: int, turn: int, thaw: int, ruling: str) -> bytes:
    """By unit: the lines that it may move where the ground is firm, if it may move at all."""
    fast = AGREED["operational_lines"].values[ruling]
    month = TURNS[turn - 1].month
    column = bytearray(len(UNITS))
    for unit in OWN[side]:
        nation = NATION[unit]
        neutral_yet = nation in COUNTRIES and month < COUNTRIES[nation].at_war
        frozen = unit in FROZEN and month < FROZEN_UNTIL and thaw == SOVIET
        if not neutral_yet and not frozen:
            column[unit] = _lines(min(ALLOWED[MOVES_AS[unit]], fast))
    return bytes(column)


@lru_cache(maxsize=64)
def _grounds(turn: int) -> bytes:
    """By place: the lines that anybody may move there."""
    now = TURNS[turn - 1]
    mud = {"north": now.north == "mud", "south": now.south == "mud"}
    return by_place(bytes(_lines(MUD) if mud[p.zone] else EVERY for p in POINTS), EVERY)


def _can_move(state: War, side: int) -> bytes:
    """By unit: a mark if it may still move in this phase."""
    ruling = state.rulings["operational_lines"]
    return both(
        state.at.translate(_grounds(state.turn)),
        state.flags.translate(FREE),
        state.aim.translate(AIMLESS),
        state.side.translate(BELONGS[side]),
        _walkers(side, state.turn, state.held[THAW], ruling),
    )


def movable(state: War, side: int) -> list[int]:
    """The units of a side that may still move in this phase."""
    return those(_can_move(state, side))


def may_move(state: War, unit: int) -> bool:
    """Whether a unit may still move in this phase."""
    return bool(_can_move(state, state.side[unit])[unit])


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


class Way(NamedTuple):
    """A line as a side finds it in some weather."""

    end: int
    line: int
    all: int
    """Units that it carries in a phase."""
    armour: int
    armoured: bytes
    """By unit: whether it uses the part for armour."""


@lru_cache(maxsize=64)
def _armoured(here: Weather, ruling: str) -> bytes:
    return bytes(counts_as_armour(kind, here, ruling) for kind in KIND_OF)


@lru_cache(maxsize=64)
def _ways(
    side: int, north: Weather, south: Weather, hard: tuple[bool, bool], cmg: str
) -> tuple[tuple[Way, ...], ...]:
    """From each point: where lines lead, and what they carry in the weather at their end."""
    found: dict[tuple[str, int], tuple[int, int, bytes]] = {}
    for zone, here, cold in (("north", north, hard[0]), ("south", south, hard[1])):
        for grade in range(len(GRADES)):
            limit = line_capacity(grade, side, here, cold)
            found[zone, grade] = (limit.all, limit.armour, _armoured(here, cmg))
    return tuple(
        tuple(Way(end, line, *found[POINTS[end].zone, grade]) for end, grade, line in ways)
        for ways in WAYS
    )


@lru_cache(maxsize=256)
def _ways_of(side: int, turn: int, winter: str, cmg: str) -> tuple[tuple[Way, ...], ...]:
    now = TURNS[turn - 1]
    north, south = now.north or "clear", now.south or "clear"
    hard = (hard_winter(now.month, north, winter), hard_winter(now.month, south, winter))
    return _ways(side, north, south, hard, cmg)


def ways_from(state: War, place: int, side: int) -> tuple[Way, ...]:
    """The lines from a point as they are for a side now."""
    rulings = state.rulings
    return _ways_of(side, state.turn, rulings["winter"], rulings["cmg_exception"])[place]


def carries(state: War, way: Way, unit: int) -> bool:
    """Whether a line can still carry a unit in this phase."""
    used = state.lines[way.line]
    if used % ARMOUR_UNIT >= way.all:
        return False
    return not way.armoured[unit] or used // ARMOUR_UNIT < way.armour


def line_room(state: War, line: int, unit: int, to: int) -> bool:
    """Whether the line to a point can still carry a unit in this phase."""
    start = LINES[line].a if LINES[line].b == to else LINES[line].b
    ways = ways_from(state, start, state.side[unit])
    return any(way.line == line and carries(state, way, unit) for way in ways)


def _enters(state: War, unit: int, to: int) -> bool:
    """Whether a unit may set foot on a point: own with room, or an enemy's in the war."""
    holder, side = state.held[to], state.side[unit]
    if holder == NOBODY or (unit in LIFTED and kept_home(state, unit, to)):
        return False
    if holder == side:
        return not FIGHTS[unit] or has_room(state, to)
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
        way.end
        for way in ways_from(state, place, state.side[unit])
        if carries(state, way, unit) and _enters(state, unit, way.end)
    ]


class Operations(Phase, frozen=True):
    """A side moves and attacks."""

    side: Side

    @property
    def who(self) -> Side:
        return self.side

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

    def _check(self, state: War, action: Move) -> None:
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
            return
        way = self._way(state, unit, to)
        if way is None:
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
        if not carries(state, way, unit):
            grade = GRADES[LINES[way.line].grade]
            raise Refused(
                f"The {grade} line to {name_of(to)} carries no more units like this",
                "RUL-DC-35",
                legal=", ".join(name_of(p) for p in ends(state, unit)) or "nowhere",
            )

    def _way(self, state: War, unit: int, to: int) -> Way | None:
        """The line that a unit takes; None from Siberia, or where there is none."""
        start = state.at[unit]
        if start == IN_SIBERIA:
            return None
        ways = ways_from(state, start, state.side[unit])
        return next((way for way in ways if way.end == to), None)

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        if isinstance(action, Attack):
            return begin(state, action, side_number(self.side), play)
        if not isinstance(action, Move):
            play.tell("operations_end", ("DC-R60",), side=self.side)
            return done(replace(state, aim=NO_AIMS))
        unit, to = own_unit(state, action.unit, self.side), place_code(action.to)
        way = self._way(state, unit, to)
        lines = state.lines
        if way is not None:
            used = lines[way.line] + 1 + way.armoured[unit] * ARMOUR_UNIT
            lines = put(lines, way.line, used)
        if state.held[to] != state.side[unit] and defended(state, to):
            play.tell("aims", ("RUL-DC-33",), unit=ID[unit], end=name_of(to))
            return replace(state, lines=lines, aim=put(state.aim, unit, to))
        start = state.at[unit]
        flags = (state.flags[unit] & ~FORTIFIED) + STEP
        state = replace(
            state,
            lines=lines,
            at=put(state.at, unit, to),
            flags=put(state.flags, unit, flags),
        )
        rules = ("DC-R06",) if start == IN_SIBERIA else ("RUL-DC-35",)
        play.tell("moved", rules, unit=ID[unit], start=name_of(start), end=name_of(to))
        return take(state, to, state.side[unit], play)

    # Any legal action

    def draw(self, state: War, choose: Chooser) -> Action:
        verbs: list[Making] = [end_phase, self._draw_move]
        if state.aim != NO_AIMS:
            verbs.append(self._draw_attack)
        return draw_one(state, choose, verbs)

    def _draw_move(self, state: War, choose: Chooser) -> Action | None:
        units = movable(state, side_number(self.side))
        while units:
            chosen = choose(len(units))
            unit = units[chosen]
            found = ends(state, unit)
            if found:
                to = found[choose(len(found))]
                return Move(ID[unit], WORDS[state.at[unit]], WORDS[to])
            del units[chosen]
        return None

    def _draw_attack(self, state: War, choose: Chooser) -> Action | None:
        aims = [p for p in targets(state) if any(FIGHTS[u] for u in units_on(state.aim, p))]
        if not aims:
            return None
        point = aims[choose(len(aims))]
        ready = len(air_ready(state, point, side_number(self.side)))
        return Attack(WORDS[point], choose(ready + 1))


def targets(state: War) -> list[int]:
    """The points that somebody is about to attack."""
    return sorted(set(state.aim) - {NOWHERE})


def _where(place: int) -> str:
    return name_of(place) if place <= LAST_POINT or place == IN_SIBERIA else "it is not in play"
