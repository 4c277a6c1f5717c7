"""The river unit of 2.4i on its stretch of the Major River: at once to any bank of it."""

from __future__ import annotations

from typing import Self

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import UnitOrder
from landbridge.games.belorussia.movement.river_flotilla import (
    is_river_unit,
    river_units,
    sail,
    sailing_violations,
    stretch,
)
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.position import FINISHED, MOVED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import impossible
from landbridge.games.belorussia.words import NAME_OF

SAILING: Rules = ("TFB-2.4i-1", "TFB-2.4i-2", "TFB-2.4i-3")


class Sail(UnitOrder, frozen=True):
    """Take the river unit along its river."""

    hex: str

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        theatre = step.theatre(state)
        sides, own = theatre.counters.sides, SIDES.index(step.side)
        rows = river_units(theatre.counters)
        return tuple(row for row in rows if sides[row] == own and theatre.on_map(row))

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        if theatre.position.done[row] & (MOVED | FINISHED):
            name = theatre.counter(row).name
            return Violation(f"{name} has moved", ("OCS-6.1-1",), "once in a phase")
        found = sailing_violations(theatre, row, theatre.place_of(row))
        return found[0] if found else None

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.able(state, step):
            return None
        slots = (Slot("unit", lazy=True), Slot("hex", lazy=True))
        return Offer("sail", "Take the river unit along the river", slots, SAILING)

    @classmethod
    def slot_for(cls, state: Ledger, step: MapPhase, row: int) -> Slot:
        theatre = step.theatre(state)
        labels = theatre.land.labels
        words = tuple(labels[place] for place in cls._banks(theatre, row))
        return Slot("hex", words, prompt="to which hex of the river?")

    @staticmethod
    def _banks(theatre: Theatre, row: int) -> list[int]:
        """The hexes on the banks to which it may go now."""
        index = theatre.land.index
        banks = dict.fromkeys(bank for between in stretch() for bank in between if bank in index)
        here = theatre.place_of(row)
        places = [index[bank] for bank in banks if index[bank] != here]
        return [place for place in places if not sailing_violations(theatre, row, place)]

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre = step.theatre(state)
        # There is one such unit: nobody would draw it among all.
        for row in cls.able(state, step):
            places = cls._banks(theatre, row)
            if places:
                hex = theatre.land.labels[places[choose(len(places))]]
                return cls(theatre.counter(row).id, hex)
        return None

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        if not is_river_unit(theatre, row):
            raise impossible(f"{theatre.counter(row).name} is not the river unit", "TFB-2.4i-1")
        place = theatre.land.place(self.hex)
        against = self.against(theatre, row)
        return (against,) if against else sailing_violations(theatre, row, place)

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        start = theatre.land.labels[theatre.place_of(row)]
        name, side = theatre.counter(row).name, NAME_OF[step.side]
        others = (other_side(step.side), SPECTATOR)
        play.log("sailed", SAILING, to=(step.side,), unit=name, start=start, end=self.hex)
        play.log("unit_marched", SAILING, to=others, side=side, start=start, end=self.hex)
        return state.with_position(sail(theatre, row, theatre.land.place(self.hex)))
