"""Changing the mode of a unit in the Movement Phase (OCS 5.4)."""

from __future__ import annotations

from typing import Literal, Self

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.air.losing_strips import leave_strip
from landbridge.games.belorussia.map_game.movement.reserve_markers import too_many_markers
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.modes import (
    change_mode,
    change_rules,
    has_mode,
    mode_violations,
)
from landbridge.games.belorussia.position.theatre import Theatre

ChosenMode = Literal["combat", "move", "reserve", "strat"]
CHOSEN_MODES: tuple[ChosenMode, ...] = ("combat", "move", "reserve", "strat")


def _other_modes(theatre: Theatre, row: int) -> list[ChosenMode]:
    """The modes that a unit is not in."""
    now = mode_of(theatre, row)
    return [mode for mode in CHOSEN_MODES if mode != now]


class ChangeMode(UnitVerb, frozen=True, tag="mode"):
    """Change the mode of a unit as it begins to move."""

    mode: ChosenMode
    face: Literal["combat", "move"] | None = None

    @classmethod
    def is_named(cls, theatre: Theatre, row: int) -> bool:
        # A truck or wagon of the pool is in Move Mode and in no other (OCS-5.2-2).
        return has_mode(theatre, row) and theatre.counter(row).kind not in ("truck", "wagon")

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        found = [mode_violations(theatre, row, mode) for mode in _other_modes(theatre, row)]
        return None if () in found else found[0][0]

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if step.phase != "movement":
            return None
        slots = (Slot("unit", lazy=True), Slot("mode", CHOSEN_MODES), cls._face_slot())
        return Offer("mode", "Change the mode of a unit", slots, ("OCS-5.4-1",))

    @staticmethod
    def _face_slot() -> Slot:
        prompt = "the side that a unit in Reserve Mode shows"
        return Slot("face", ("combat", "move"), prompt=prompt, optional=True)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        if not said:
            return cls.units_slot(state, step)
        theatre = step.theatre(state)
        row = cls(said[0], "move").row(theatre, step)
        if len(said) == 1:
            choices = []
            for mode in _other_modes(theatre, row):
                found = mode_violations(theatre, row, mode)
                text, rules = (found[0].text, found[0].rules) if found else ("", ())
                choices.append(Choice(mode, f"{mode.title()} Mode", refused=text, rules=rules))
            return Slot("mode", tuple(choices))
        return cls._face_slot() if len(said) == 2 and said[1] == "reserve" else None

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre, row = step.theatre(state), next(cls.draw_able(state, step, choose), None)
        if row is None:
            return None
        others = _other_modes(theatre, row)
        modes = [mode for mode in others if not mode_violations(theatre, row, mode)]
        found = cls(theatre.counter(row).id, modes[choose(len(modes))])
        return None if found._one_too_many(state, theatre, row) else found

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        if self.face is not None and self.mode != "reserve":
            raise BadInput("A side that is up is said for Reserve Mode alone.")
        if self.mode == mode_of(theatre, row):
            name = theatre.counter(row).name
            raise ImpossibleAction(f"{name} is in {self.mode.title()} Mode", ("OCS-5.4-1",))
        found = mode_violations(theatre, row, self.mode, self.face)
        return (*found, *self._one_too_many(state, theatre, row))

    def _one_too_many(self, state: Ledger, theatre: Theatre, row: int) -> tuple[Violation, ...]:
        """What the Reserve markers have against it: one too many is put right first."""
        if self.mode != "reserve":
            return ()
        return too_many_markers(state, theatre, theatre.counter(row).side)

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        stays = theatre.marker(row) == "dg"
        play.log(
            "side_turned" if stays else "mode_changed",
            change_rules(theatre, row, self.mode, self.face),
            to=(step.side,),
            unit=theatre.counter(row).name,
            mode=self.mode.title(),
        )
        state = state.with_position(change_mode(theatre, (row,), self.mode, self.face))
        if theatre.counter(row).duty != "hq":
            return state
        return leave_strip(state, step, theatre.place_of(row), play)
