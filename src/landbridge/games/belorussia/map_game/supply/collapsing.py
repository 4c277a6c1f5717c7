"""Extenders that collapse of their owner's will in the Movement Phase (OCS 9.14d)."""

from __future__ import annotations

from typing import Self

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase, own_phase
from landbridge.games.belorussia.position.position import Extender
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.extenders import (
    collapse_places,
    collapse_violations,
    collapsed,
    places_to_collapse,
)
from landbridge.games.belorussia.words import NAME_OF

RULES: Rules = ("OCS-9.14d-3",)
TRIES = 8
"""How many hexes are looked at for one at random."""


class Collapse(Verb, frozen=True):
    """Let an Extender collapse to a hex in its range that has trace supply."""

    explains = True

    hex: str
    to: str

    @staticmethod
    def _own(theatre: Theatre, step: MapPhase) -> list[Extender]:
        return [one for one in theatre.position.extenders if one.side == step.side]

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        theatre = step.theatre(state)
        places = tuple(theatre.land.labels[one.place] for one in cls._own(theatre, step))
        if not places:
            return None
        slots = (Slot("hex", places, prompt="which Extender?"), Slot("to", lazy=True))
        return Offer("collapse", "Let an Extender collapse", slots, RULES)

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        return own_phase(cls, "movement", who) if state.has_map else None

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre = step.theatre(state)
        labels = theatre.land.labels
        own = cls._own(theatre, step)
        if not said:
            places = tuple(labels[one.place] for one in own)
            return Slot("hex", places, prompt="which Extender?")
        if len(said) > 1:
            return None
        ends = collapse_places(theatre, cls(said[0], "").extender(theatre, step))
        return Slot("to", tuple(labels[place] for place in ends), prompt="to which hex?")

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre = step.theatre(state)
        own = cls._own(theatre, step)
        if not own:
            return None
        one = own[choose(len(own))]
        near, labels = places_to_collapse(theatre, one), theatre.land.labels
        for _ in range(min(TRIES, len(near))):
            end = near[choose(len(near))]
            if not collapse_violations(theatre, one, end):
                return cls(labels[one.place], labels[end])
        return None

    def extender(self, theatre: Theatre, step: MapPhase) -> Extender:
        """The Extender that is named."""
        place = theatre.land.place(self.hex)
        for one in self._own(theatre, step):
            if one.place == place:
                return one
        raise BadInput(f"The {NAME_OF[step.side]} side has no Extender in {self.hex}.")

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        to = theatre.land.place(self.to)
        return collapse_violations(theatre, self.extender(theatre, step), to)

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        extender, to = self.extender(theatre, step), theatre.land.place(self.to)
        play.log("extender_collapses", RULES, side=NAME_OF[step.side], hex=self.hex, to_hex=self.to)
        return state.with_position(collapsed(theatre, extender, to))
