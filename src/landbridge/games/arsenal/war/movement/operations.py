"""Operational movement: line by line within capacity, and choosing what to attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.points import GRADES, LINES
from landbridge.games.arsenal.war.battle.attack import Attack, begin
from landbridge.games.arsenal.war.columns import (
    FIGHTS,
    FORTIFIED,
    ID,
    IN_SIBERIA,
    LAST_POINT,
    NOWHERE,
    STEP,
    WORDS,
    box,
    name_of,
    put,
    units_on,
    word,
    words_of,
)
from landbridge.games.arsenal.war.control import defended, take
from landbridge.games.arsenal.war.masks import draw_marked
from landbridge.games.arsenal.war.movement.drops import (
    Drop,
    check_drop,
    draw_drop,
    drop,
    in_use,
    jumpers,
    zones,
)
from landbridge.games.arsenal.war.movement.flights import (
    Rebase,
    air_ready,
    bases,
    draw_rebase,
    may_rebase,
    movable_air,
    rebase,
)
from landbridge.games.arsenal.war.movement.march import (
    ARMOUR_UNIT,
    NO_AIMS,
    Way,
    can_move,
    carries,
    ends,
    enters,
    may_move,
    ways_from,
)
from landbridge.games.arsenal.war.movement.overstacking import crowds, leaving
from landbridge.games.arsenal.war.steps import (
    DONE,
    Chooser,
    Done,
    Making,
    Phase,
    draw_one,
    own_unit,
    place_code,
)
from landbridge.games.arsenal.words import Side, side_number

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War


class Move(Action, frozen=True):
    """Move a unit along one line, or choose the defended point that it attacks."""

    unit: str
    start: str
    to: str


class Operations(Phase, frozen=True):
    """A side moves and attacks."""

    side: Side

    @property
    def who(self) -> Side:
        return self.side

    def asks(self, state: War) -> tuple[Decision, ...]:
        side = side_number(self.side)
        units = words_of(can_move(state, side))
        offers = []
        slots: tuple[Slot, ...]
        if units:
            slots = (Slot("unit", units), Slot("start"), Slot("to"))
            offers.append(Offer("move", "Move a unit", slots, ("RUL-DC-35",)))
        aims = targets(state)
        if aims:
            slots = (Slot("point", tuple(word(p) for p in aims)), Slot("air", optional=True))
            offers.append(Offer("attack", "Fight for a point", slots, ("RUL-DC-33",)))
        planes = tuple(ID[unit] for unit in movable_air(state, side))
        if planes:
            slots = (Slot("unit", planes), Slot("point"))
            offers.append(Offer("rebase", "Change the base of aircraft", slots, ("RUL-DC-42",)))
        if self._drops(state) and jumpers(state):
            slots = (Slot("unit", tuple(ID[unit] for unit in jumpers(state))), Slot("point"))
            offers.append(Offer("drop", "Drop a corps by parachute", slots, ("RUL-DC-30",)))
        offers.append(Offer("done", "End operations"))
        prompt = f"{box(state).month}: {self.side} operations"
        return (Decision(self.side, prompt, tuple(offers), ("DC-R60",), crowds(state, side)),)

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        """The next thing to be said."""
        if verb == "move":
            unit = own_unit(state, said[0], self.side)
            if len(said) == 1:
                return Slot("start", (word(state.at[unit]),))
            if len(said) == 2:
                return Slot("to", tuple(word(p) for p in ends(state, unit)))
        if verb == "rebase" and len(said) == 1:
            unit = own_unit(state, said[0], self.side)
            return Slot("point", tuple(word(p) for p in bases(state, unit)))
        if verb == "drop" and len(said) == 1:
            unit = own_unit(state, said[0], self.side)
            return Slot("point", tuple(word(p) for p in zones(state, unit)))
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
        elif isinstance(action, Rebase):
            may_rebase(state, action, self.side)
        elif isinstance(action, Drop):
            check_drop(state, action)
        elif isinstance(action, Done):
            return crowds(state, side_number(self.side))
        return ()

    def _drops(self, state: War) -> bool:
        return self.side == "soviet" and in_use(state)

    def _check(self, state: War, action: Move) -> None:
        unit, to = own_unit(state, action.unit, self.side), place_code(action.to)
        start, name = state.at[unit], UNITS[unit].name
        if place_code(action.start) != start:
            raise Refusal(f"{name} is not there", "RUL-DC-35", legal=_where(start))
        if not may_move(state, unit):
            raise Refusal(
                f"{name} cannot move now",
                ("DC-R08", "DC-R59", "RUL-DC-35", "RUL-DC-40"),
                legal="undispersed units that have lines left and have not fought or railed",
            )
        if start == IN_SIBERIA:
            if to not in ends(state, unit):
                raise Refusal(
                    f"{name} cannot come on at {name_of(to)}",
                    ("DC-R04", "DC-R06"),
                    legal=", ".join(name_of(p) for p in ends(state, unit)) or "nowhere",
                )
            return
        way = self._way(state, unit, to)
        if way is None:
            raise Refusal(
                f"No line leads from {name_of(start)} to {name_of(to)}",
                "RUL-DC-35",
                legal=", ".join(name_of(p) for p in ends(state, unit)) or "nowhere",
            )
        if not enters(state, unit, to):
            raise Refusal(
                f"{name} cannot enter {name_of(to)}",
                ("RUL-DC-6", "RUL-DC-10", "RUL-DC-35"),
                legal=", ".join(name_of(p) for p in ends(state, unit)) or "nowhere",
            )
        if not carries(state, way, unit):
            grade = GRADES[LINES[way.line].grade]
            raise Refusal(
                f"The {grade} line to {name_of(to)} carries no more units like this",
                "RUL-DC-35",
                legal=", ".join(name_of(p) for p in ends(state, unit)) or "nowhere",
            )

    def _way(self, state: War, unit: int, to: int) -> Way | None:
        """The line that a unit takes; None where there is none."""
        ways = ways_from(state, state.at[unit], state.side[unit])
        return next((way for way in ways if way.end == to), None)

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        if isinstance(action, Attack):
            return begin(state, action, side_number(self.side), play)
        if isinstance(action, Rebase):
            return rebase(state, action, self.side, play)
        if isinstance(action, Drop):
            return drop(state, action, play)
        if not isinstance(action, Move):
            play.log("operations_end", ("DC-R60",), side=self.side)
            return replace_step(replace(state, aim=NO_AIMS))
        unit, to = own_unit(state, action.unit, self.side), place_code(action.to)
        way = self._way(state, unit, to)
        lines = state.lines
        if way is not None:
            used = lines[way.line] + 1 + way.armoured[unit] * ARMOUR_UNIT
            lines = put(lines, way.line, used)
        if state.held[to] != state.side[unit] and defended(state, to):
            play.log("aims", ("RUL-DC-33",), unit=ID[unit], end=name_of(to))
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
        play.log("moved", rules, unit=ID[unit], start=name_of(start), end=name_of(to))
        return take(state, to, state.side[unit], play)

    # Any legal action

    def random_action(self, state: War, who: str, choose: Chooser) -> Action:
        verbs: list[Making] = [self._draw_end, self._draw_move]
        if state.aim != NO_AIMS:
            verbs.append(self._draw_attack)
        side = side_number(self.side)
        verbs.append(lambda state, choose: draw_rebase(state, choose, side))
        if self._drops(state):
            verbs.append(draw_drop)
        return draw_one(state, choose, verbs)

    def _draw_end(self, state: War, choose: Chooser) -> Action | None:
        return None if any(leaving(state, side_number(self.side))) else DONE

    def _draw_move(self, state: War, choose: Chooser) -> Action | None:
        marked = can_move(state, side_number(self.side))
        while (unit := draw_marked(marked, choose)) >= 0:
            found = ends(state, unit)
            if found:
                to = found[choose(len(found))]
                return Move(ID[unit], WORDS[state.at[unit]], WORDS[to])
            marked = put(marked, unit, 0)
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
    return [] if state.aim == NO_AIMS else sorted(set(state.aim) - {NOWHERE})


def _where(place: int) -> str:
    return name_of(place) if place <= LAST_POINT or place == IN_SIBERIA else "it is not in play"
