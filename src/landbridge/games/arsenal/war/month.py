"""The month: weather, the Axis turn, the Soviet turn, the end of the month."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from landbridge.engine.play.agenda import Routine, Step, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.games.arsenal.calendar import MAY, month_name, phases
from landbridge.games.arsenal.combat.air_surprise import caught_on_the_ground
from landbridge.games.arsenal.forces.dispersal import recovers
from landbridge.games.arsenal.forces.replacements import lost_unit
from landbridge.games.arsenal.forces.unit_values import may_fortify
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import LAST_POINT, SIBERIA
from landbridge.games.arsenal.map.points import EDGES, LINES, POINTS
from landbridge.games.arsenal.map.supply_lines import falls_by_isolation
from landbridge.games.arsenal.map.weather import weather
from landbridge.games.arsenal.rulings import Fortify, Recovery
from landbridge.games.arsenal.war.allies import settle_allies
from landbridge.games.arsenal.war.arrivals.due import axis_due
from landbridge.games.arsenal.war.arrivals.phase import ReplacementPhase
from landbridge.games.arsenal.war.columns import (
    AIR,
    DISPERSED,
    FORTIFIED,
    KIND_OF,
    ON_MAP,
    box,
    lose_unit,
    units_on,
)
from landbridge.games.arsenal.war.ending import judge
from landbridge.games.arsenal.war.industry.phase import (
    FactoryOutput,
    industry_steps,
    open_industry,
)
from landbridge.games.arsenal.war.masks import (
    EVERY,
    column_of,
    marks,
    number,
    of_units,
    owned,
    those,
)
from landbridge.games.arsenal.war.movement.operations import Operations
from landbridge.games.arsenal.war.movement.strategic import StrategicMovement
from landbridge.games.arsenal.war.state import NO_TARGETS, War
from landbridge.games.arsenal.war.steps import EndPhase, Phase, SideTurnEnd
from landbridge.games.arsenal.war.supply import supplied, supplied_places
from landbridge.games.arsenal.war.weather import skies
from landbridge.games.arsenal.words import SOVIET, Side, side_number

NO_LINES = bytes(len(LINES) + len(EDGES))
SIDE_ORDER: tuple[Side, Side] = ("axis", "soviet")


class Opening(Phase, frozen=True):
    """A later scenario lies ready; the Axis begin its first month."""

    title = "Before play"
    ending = "Begin"
    passes = False
    cites = ("RUL-DC-32",)
    verbs = (EndPhase,)

    @property
    def who(self) -> Side:
        return "axis"

    def prompt(self, state: War, who: str) -> str:
        return f"Before play: the position of {month_name(box(state).month)}"

    def end(self, state: War, play: Play) -> War:
        return replace_step(state)


class Surprise(Routine, frozen=True):
    """On the first turn Soviet air armies are caught on the ground."""

    def run(self, state: War, play: Play) -> War:
        caught = []
        for unit in AIR:
            here = state.side[unit] == SOVIET and state.at[unit] <= LAST_POINT
            if here and caught_on_the_ground(play.nature):
                caught.append(unit)
        for unit in caught:
            state = lose_unit(state, unit)
        lost = ", ".join(UNITS[unit].id for unit in caught) or "none"
        play.log("surprise", ("RUL-DC-33",), lost=lost)
        return state


class MonthStart(Routine, frozen=True, tag="BeginTurn"):
    """A month begins."""

    def run(self, state: War, play: Play) -> War:
        if state.turn == MAY.number:
            sky = weather(MAY.month, play.nature).north
            state = replace(state, sky=sky)
        north, south = skies(state)
        play.log(
            "month",
            ("RUL-DC-35", *(("RUL-DC-44",) if state.turn == MAY.number else ())),
            month=box(state).month,
            turn=state.turn,
            north=north,
            south=south,
        )
        return push_steps(state, *(SideTurn(side) for side in SIDE_ORDER), MonthEnd())


class SideTurn(Routine, frozen=True):
    """A side's turn begins: it recovers, and its phases go on the agenda."""

    side: Side

    def run(self, state: War, play: Play) -> War:
        state = recover(state, side_number(self.side), "recovery")
        state = replace(state, used=0, lines=NO_LINES, target=NO_TARGETS, chance=False)
        state = settle_allies(state, play)
        play.log("side_turn", ("DC-R60", "RUL-DC-32"), side=self.side)
        state = open_industry(state, play) if self.side == "soviet" else axis_due(state, play)
        steps = (step for name in _phases(state) for step in self._steps(name, state))
        return push_steps(state, *steps, TurnEnd(self.side))

    def _steps(self, phase: str, state: War) -> tuple[Step | Routine, ...]:
        """What a phase of the sequence asks of the side; its other phases run by themselves."""
        if phase == "strategic_movement":
            return (StrategicMovement(self.side),)
        if phase == "operations":
            return (Operations(self.side),)
        if phase != "replacement_reinforcement":
            return ()
        if self.side == "soviet":
            return (*industry_steps(state), FactoryOutput())
        return (ReplacementPhase(self.side),)


def _phases(state: War) -> tuple[str, ...]:
    """The phases of a side's turn, in order."""
    return tuple(phase.id for phase in phases(state.rulings.sequence))


PASSING = number(bytes([EVERY & ~(FORTIFIED | DISPERSED)]) * len(UNITS))
"""Marks that a unit loses when its side's next turn begins."""
SCATTERED = number(bytes([DISPERSED]) * len(UNITS))
IDLE = marks(lambda flags: FORTIFIED * (not flags))
"""By flags: a unit that has done nothing, and may dig in."""


@lru_cache(maxsize=64)
def recovers_in(phase: Literal["recovery", "end"], ruling: Recovery) -> bool:
    """Whether dispersed units in supply recover in this phase."""
    return recovers(phase, True, ruling)


def recover(state: War, side: int, phase: Literal["recovery", "end"]) -> War:
    """Dispersed units in supply recover; marks of the last turn are taken off."""
    ends = recovers_in(phase, state.rulings.recovery)
    if phase == "end" and not ends:
        return state
    flags, own = number(state.flags), owned(state.side, side)
    if phase == "recovery":
        flags &= ~(own & PASSING)
    if ends:
        in_supply = number(state.at.translate(supplied_places(supplied(state, side))))
        flags &= ~(own & in_supply & SCATTERED)
    return replace(state, flags=column_of(flags))


@lru_cache(maxsize=16)
def _diggers(ruling: Fortify) -> int:
    """By unit, every mark: whether its kind may fortify."""
    return number(of_units(u for u, kind in enumerate(KIND_OF) if may_fortify(kind, ruling)))


class TurnEnd(SideTurnEnd, frozen=True, tag="CloseTurn"):
    """A side's turn ends: units fortify, and those without supply may fall."""

    def run(self, state: War, play: Play) -> War:
        side = side_number(self.side)
        here = owned(state.side, side) & number(state.at.translate(ON_MAP))
        dug_in = here & number(state.flags.translate(IDLE)) & _diggers(state.rulings.fortify)
        in_supply = here & number(state.at.translate(supplied_places(supplied(state, side))))
        unsupplied_turns = bytearray(column_of(number(state.unsupplied_turns) & ~in_supply))
        for unit in units_on(state.at, SIBERIA) if side == SOVIET else ():
            unsupplied_turns[unit] = max(unsupplied_turns[unit] - 1, 0)
        fallen = []
        for unit in those(column_of(here & ~in_supply)) if here != in_supply else ():
            unsupplied_turns[unit] = min(unsupplied_turns[unit] + 1, 9)
            if falls_by_isolation(state.at[unit], unsupplied_turns[unit], state.rulings.isolation):
                fallen.append((unit, state.at[unit]))
        flags = column_of(number(state.flags) | dug_in)
        state = replace(state, flags=flags, unsupplied_turns=bytes(unsupplied_turns))
        for unit, place in fallen:
            state = lose_unit(state, unit)
            play.log(
                "isolated",
                ("RUL-DC-34", *lost_unit(unit).rules),
                unit=UNITS[unit].id,
                point=POINTS[place].name,
            )
        return recover(state, side, "end")


class MonthEnd(Routine, frozen=True, tag="EndMonth"):
    """The month ends: the war is decided, or the next begins."""

    def run(self, state: War, play: Play) -> War:
        state = judge(settle_allies(state, play), play)
        if state.ended:
            return replace(state, agenda=())
        return push_steps(replace(state, turn=state.turn + 1), MonthStart())
