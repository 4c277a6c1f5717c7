"""Operations: units move line by line within capacity, and choose what they attack."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import ImpossibleAction, Refusal, Violation, breaches
from landbridge.engine.rules.citing import Rules
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.forces.units import UNIT
from landbridge.games.arsenal.map.places import (
    LAST_POINT,
    PLACE_WORDS,
    SIBERIA,
    is_in_play,
    place_name,
    place_number,
)
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.war.battle.attack import Attack, battle_for
from landbridge.games.arsenal.war.battle.forecasts import forecast_fight
from landbridge.games.arsenal.war.columns import (
    FIGHTS,
    FORTIFIED,
    ID,
    one_line_more,
    put,
    words_of,
)
from landbridge.games.arsenal.war.control import defended, take
from landbridge.games.arsenal.war.masks import draw_marked
from landbridge.games.arsenal.war.movement.air_bases import Rebase
from landbridge.games.arsenal.war.movement.drops import Drop
from landbridge.games.arsenal.war.movement.homeward import homeward
from landbridge.games.arsenal.war.movement.march import (
    ARMOUR_UNIT,
    LineNow,
    can_move,
    ends,
    line_to,
    lines_on,
    room_on,
)
from landbridge.games.arsenal.war.movement.overstacking import overstacking
from landbridge.games.arsenal.war.movement.recalling import Recall
from landbridge.games.arsenal.war.movement.refusing import (
    check_entering,
    check_fit_to_march,
    check_line,
)
from landbridge.games.arsenal.war.movement.siberian_entry import check_entry
from landbridge.games.arsenal.war.stacking import room
from landbridge.games.arsenal.war.state import NO_TARGETS, War
from landbridge.games.arsenal.war.steps import EndPhase, Phase, PhaseVerb, own_unit
from landbridge.games.arsenal.words import NOBODY, SIDES, Side, plural, side_number


class Move(PhaseVerb, frozen=True):
    """Move a unit along one line, or choose the defended point that it attacks."""

    explains = True

    unit: str
    start: str
    to: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        units = words_of(can_move(state, side_number(who)))
        if not units:
            return None
        slots = (Slot("unit", units), Slot("start"), Slot("to"))
        return Offer("move", "Move a unit", slots, ("RUL-DC-35",))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if not said or len(said) > 2:
            return super().next_slot(state, step, who, said)
        unit = own_unit(state, said[0], who)
        if len(said) == 1:
            return Slot("start", (PLACE_WORDS[state.at[unit]],))
        return Slot("to", tuple(_end_choice(state, unit, line) for line in lines_on(state, unit)))

    @classmethod
    def why_not(cls, state: War, step: Phase, who: str, word: str) -> Violation | None:
        unit = own_unit(state, word, who)
        found = breaches(check_fit_to_march, state, unit)
        if found or ends(state, unit):
            return next(iter(found), None)
        barred = next(iter(_end_choice(state, unit, line) for line in lines_on(state, unit)), None)
        return None if barred is None else Violation(barred.refused, barred.rules)

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        unit, to = own_unit(state, self.unit, who), place_number(self.to)
        start, name = state.at[unit], unit_label(unit)
        if place_number(self.start) != start:
            where = place_name(start) if is_in_play(start) else "it is not in play"
            raise ImpossibleAction(f"{name} is not there", "RUL-DC-35", legal=where)
        if to == start or to > LAST_POINT or state.held[to] == NOBODY:
            legal = ", ".join(place_name(point) for point in ends(state, unit)) or "nowhere"
            raise ImpossibleAction(
                f"{name} cannot go to {place_name(to)}", "RUL-DC-36", legal=legal
            )
        return (
            *breaches(check_fit_to_march, state, unit),
            *breaches(check_line, state, unit, to),
            *breaches(check_entering, state, unit, to),
        )

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        unit, to = own_unit(state, self.unit, who), place_number(self.to)
        line, lines = line_to(state, unit, to), state.lines
        if line is not None:
            used = lines[line.line] + 1 + line.armoured[unit] * ARMOUR_UNIT
            lines = put(lines, line.line, used)
        if state.held[to] != state.side[unit] and defended(state, to):
            play.log("aims", ("RUL-DC-33",), unit=ID[unit], end=place_name(to))
            return replace(state, lines=lines, target=put(state.target, unit, to))
        start, rules = state.at[unit], self._rules(state, unit, to)
        flags = one_line_more(state.flags[unit] & ~FORTIFIED)
        state = replace(
            state,
            lines=lines,
            at=put(state.at, unit, to),
            flags=put(state.flags, unit, flags),
        )
        play.log("moved", rules, unit=ID[unit], start=place_name(start), end=place_name(to))
        return take(state, to, state.side[unit], play)

    def _rules(self, state: War, unit: int, to: int) -> Rules:
        """The rules by which a unit goes along its line."""
        if state.at[unit] == SIBERIA:
            with suppress(Refusal):
                return check_entry(state, unit, to, "operational").rules
        return ("RUL-DC-35",)

    def forecast(self, state: War, step: Phase, who: str) -> Forecast | None:
        point, unit, side = place_number(self.to), UNIT[self.unit], side_number(who)
        if point > LAST_POINT or state.held[point] == side or not defended(state, point):
            return None
        sent = replace(state, target=put(state.target, unit, point))
        battle = battle_for(sent, point, side, 0)
        together = len(battle.attackers)
        notes = (f"{together} units together" if together > 1 else "one unit alone",)
        return forecast_fight(sent, battle, f"If you then fight for {POINTS[point].name}", notes)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        marked = can_move(state, side_number(who))
        while (unit := draw_marked(marked, choose)) >= 0:
            found = ends(state, unit)
            if found:
                to = found[choose(len(found))]
                return cls(ID[unit], PLACE_WORDS[state.at[unit]], PLACE_WORDS[to])
            marked = put(marked, unit, 0)
        return None


def _end_choice(state: War, unit: int, line: LineNow) -> Choice:
    """The end of a line: how many more may go there, or why the unit cannot."""
    word = PLACE_WORDS[line.end]
    found = (
        *breaches(check_line, state, unit, line.end),
        *breaches(check_entering, state, unit, line.end),
    )
    if found:
        return Choice(word, refused=found[0].text, rules=found[0].rules)
    left, armour = room_on(state, line)
    fights = state.held[line.end] != state.side[unit] and defended(state, line.end)
    if FIGHTS[unit] and not fights:
        space = room(state, line.end)
        left, armour = min(left, space), min(armour, space)
    fewer = f", {armour} armour" if line.armoured[unit] and armour < left else ""
    return Choice(word, cost=f"{left} more{fewer}")


class Operations(Phase, frozen=True):
    """A side moves and attacks."""

    title = "Operations"
    ending = "End operations"
    cites = ("DC-R60",)
    verbs = (Move, Attack, Rebase, Drop, Recall, EndPhase)

    side: Side

    @classmethod
    def stand_in(cls, who: str) -> Operations | None:
        return cls(who) if who in SIDES else None

    @property
    def who(self) -> Side:
        return self.side

    def prompt(self, state: War, who: str) -> str:
        return f"{self.heading(state)} operations"

    def violations(self, state: War, who: str) -> tuple[Violation, ...]:
        return self.may_end(state)

    def may_end(self, state: War) -> tuple[Violation, ...]:
        side = side_number(self.side)
        return (*overstacking(state, side), *homeward(state, side))

    def gives_up(self, state: War) -> tuple[str, ...]:
        if state.target == NO_TARGETS:
            return ()
        sent = Counter(point for point in state.target if point <= LAST_POINT)
        return tuple(
            f"The attack on {POINTS[point].name}, with {plural(units, 'unit')}, is not fought."
            for point, units in sorted(sent.items())
        )

    def end(self, state: War, play: Play) -> War:
        play.log("operations_end", ("DC-R60",), side=self.side)
        return replace_step(replace(state, target=NO_TARGETS))
