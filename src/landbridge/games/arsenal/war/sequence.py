"""The month: weather, the Axis turn, the Soviet turn, the end of the month."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from landbridge.engine.agenda import Routine, after
from landbridge.engine.events import Play
from landbridge.games.arsenal.dispersal import recovers
from landbridge.games.arsenal.map import LINES, POINTS
from landbridge.games.arsenal.supply_lines import falls_by_isolation
from landbridge.games.arsenal.units import UNITS, may_fortify
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FORTIFIED,
    IN_SIBERIA,
    KIND_OF,
    LAST_POINT,
    NOWHERE,
    box,
    lose,
    supplied,
)
from landbridge.games.arsenal.war.control import settle_allies
from landbridge.games.arsenal.war.ending import judge
from landbridge.games.arsenal.war.industry import Industry, Produce, open_industry
from landbridge.games.arsenal.war.moving import Operations
from landbridge.games.arsenal.war.reinforcing import Reinforcing
from landbridge.games.arsenal.war.replacing import axis_due
from landbridge.games.arsenal.war.strategic_moves import Strategic
from landbridge.games.arsenal.words import Side, figures, side_number

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

NO_LINES = bytes(len(LINES))
SIDE_ORDER: tuple[Side, Side] = ("axis", "soviet")


class BeginTurn(Routine, frozen=True):
    """A month begins."""

    def run(self, state: War, play: Play) -> War:
        now = box(state)
        play.tell(
            "month",
            ("RUL-DC-35", "RUL-DC-37"),
            month=now.month,
            turn=state.turn,
            north=now.north,
            south=now.south,
        )
        return after(state, *(SideTurn(side) for side in SIDE_ORDER), EndMonth())


class SideTurn(Routine, frozen=True):
    """A side's turn begins: it recovers, and its phases go on the agenda."""

    side: Side

    def run(self, state: War, play: Play) -> War:
        state = recover(state, side_number(self.side), "recovery")
        state = replace(
            state, used=0, lines=NO_LINES, aim=bytes([NOWHERE]) * len(UNITS), chance=False
        )
        state = settle_allies(state, play)
        play.tell("side_turn", ("DC-R60", "RUL-DC-32"), side=self.side)
        first: tuple[Routine | Industry | Reinforcing, ...]
        if self.side == "soviet":
            state = open_industry(state, play)
            first = (Industry(), Produce())
        else:
            state = axis_due(state, play)
            first = (Reinforcing(self.side),)
        movement: tuple[Strategic | Operations, ...] = (
            Strategic(self.side),
            Operations(self.side),
        )
        if not figures("sequence", state.rulings["sequence"])["strategic_first"]:
            movement = movement[::-1]
        return after(state, *first, *movement, CloseTurn(self.side))


def recover(state: War, side: int, phase: Literal["recovery", "end"]) -> War:
    """Dispersed units in supply recover; marks of the last turn are taken off."""
    level = supplied(state, side)
    ruling = state.rulings["recovery"]
    ends = recovers(phase, True, ruling)
    flags = bytearray(state.flags)
    keep = FORTIFIED | DISPERSED if phase == "recovery" else 0xFF
    for unit, place in enumerate(state.at):
        if state.side[unit] != side or not flags[unit]:
            continue
        now = flags[unit] & keep
        if ends and (place == IN_SIBERIA or (place <= LAST_POINT and level[place])):
            now &= ~DISPERSED
        flags[unit] = now
    return replace(state, flags=bytes(flags))


class CloseTurn(Routine, frozen=True):
    """A side's turn ends: units fortify, and those without supply may fall."""

    side: Side

    def run(self, state: War, play: Play) -> War:
        side = side_number(self.side)
        level = supplied(state, side)
        flags, hungry = bytearray(state.flags), bytearray(state.hungry)
        fallen = []
        ruling = state.rulings["isolation"]
        for unit, place in enumerate(state.at):
            if state.side[unit] != side or place > LAST_POINT:
                continue
            if not flags[unit] and may_fortify(KIND_OF[unit], state.rulings["fortify"]):
                flags[unit] = FORTIFIED
            if level[place]:
                hungry[unit] = 0
                continue
            hungry[unit] = min(hungry[unit] + 1, 9)
            if falls_by_isolation(place, hungry[unit], ruling):
                fallen.append((unit, place))
        state = replace(state, flags=bytes(flags), hungry=bytes(hungry))
        for unit, place in fallen:
            state = lose(state, unit)
            play.tell(
                "isolated",
                ("DC-R10", "RUL-DC-34"),
                unit=UNITS[unit].id,
                point=POINTS[place].name,
            )
        return recover(state, side, "end")


class EndMonth(Routine, frozen=True):
    """The month ends: the war is decided, or the next begins."""

    def run(self, state: War, play: Play) -> War:
        state = judge(settle_allies(state, play), play)
        if state.ended:
            return replace(state, agenda=())
        return after(replace(state, turn=state.turn + 1), BeginTurn())
