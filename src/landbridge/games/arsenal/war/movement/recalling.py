"""Taking a unit out of a battle that is prepared but not fought yet."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.map.places import NOWHERE, place_name
from landbridge.games.arsenal.war.columns import ID, put
from landbridge.games.arsenal.war.movement.march import ARMOUR_UNIT, line_to
from landbridge.games.arsenal.war.state import NO_TARGETS, War
from landbridge.games.arsenal.war.steps import Phase, PhaseVerb, own_unit


def _committed(state: War) -> tuple[str, ...]:
    """The units that have been sent against a point and have not fought yet."""
    if state.target == NO_TARGETS:
        return ()
    return tuple(ID[unit] for unit, point in enumerate(state.target) if point != NOWHERE)


class Recall(PhaseVerb, frozen=True):
    """Take a unit out of a battle that has not been fought; its line is free again."""

    explains = True

    unit: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        units = _committed(state)
        if not units:
            return None
        label = "Take a unit out of a battle"
        return Offer("recall", label, (Slot("unit", units),), ("RUL-DC-33",))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        unit = own_unit(state, self.unit, who)
        if state.target[unit] == NOWHERE:
            legal = ", ".join(_committed(state)) or "nobody"
            text = f"{unit_label(unit)} is committed against no point"
            raise ImpossibleAction(text, "RUL-DC-33", legal=legal)
        return ()

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        unit = own_unit(state, self.unit, who)
        point, lines = state.target[unit], state.lines
        line = line_to(state, unit, point)
        if line is not None:
            used = lines[line.line] - 1 - line.armoured[unit] * ARMOUR_UNIT
            lines = put(lines, line.line, used)
        play.log("recalled", ("RUL-DC-33",), unit=ID[unit], point=place_name(point))
        return replace(state, lines=lines, target=put(state.target, unit, NOWHERE))

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        units = _committed(state)
        return cls(units[choose(len(units))]) if units else None
