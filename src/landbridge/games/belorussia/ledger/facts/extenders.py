"""Special truck Extenders (3.6): lifted off the map, and back on it in a later Movement Phase."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.facts.noting import SOVIET, Fact, When
from landbridge.games.belorussia.ledger.hexes import HexName, check_hex
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.units.extenders import extender_violations
from landbridge.games.belorussia.words import Phase, Side

ExtenderNumber = Annotated[int, Meta(ge=1, le=2)]
Against = Literal["nothing", "enemy_zoc", "no_link", "another_there"]
"""What of the hex speaks against placing an Extender there."""


def _check_number(state: Ledger, number: int) -> None:
    available: int = figures("special_extenders", state.rulings.special_extenders)["available"]
    if number > available:
        raise BadInput(f"There are {available} special truck Extenders, not {number}.")


class Lift(Fact, frozen=True):
    """A special truck Extender is lifted off the map, into the Moving part of its box."""

    said_by: ClassVar[tuple[Side, ...]] = SOVIET
    when: ClassVar[When] = "own player turn"
    rules: ClassVar[Rules] = ("TFB-3.6-1",)

    extender: ExtenderNumber
    phase: Phase = "movement"

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        return f"special truck Extender {self.extender} is lifted off the map"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        _check_number(state, self.extender)
        if str(self.extender) in state.extenders_lifted:
            raise BadInput(
                f"Extender {self.extender} is in the box already: place {self.extender}."
            )
        ruling = state.rulings.special_extenders
        return extender_violations("lift", self.phase, 0, 0, False, True, 0, ruling)

    def enter(self, state: Ledger, play: Play) -> Ledger:
        play.log("extender_lifted", ("TFB-3.6-1",), number=self.extender)
        return replace(state, extenders=state.extenders_lifted | {str(self.extender): state.turn})


class Place(Fact, frozen=True):
    """A special truck Extender comes back on the map, within reach of a Front HQ."""

    said_by: ClassVar[tuple[Side, ...]] = SOVIET
    when: ClassVar[When] = "own player turn"
    rules: ClassVar[Rules] = ("TFB-3.6-2",)

    extender: ExtenderNumber
    hex: HexName
    truck_mp: Annotated[int, Meta(ge=0, le=500)]
    """From a Front HQ to the hex, a fraction rounded up."""
    against: Against = "nothing"
    phase: Phase = "movement"

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        return f"special truck Extender {self.extender} is placed in {self.hex}"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        _check_number(state, self.extender)
        check_hex(self.hex)
        lifted = state.extenders_lifted.get(str(self.extender))
        if lifted is None:
            raise BadInput(f"Extender {self.extender} is on the map: lift {self.extender} first.")
        return extender_violations(
            "place",
            self.phase,
            state.turn - lifted,
            self.truck_mp,
            self.against == "enemy_zoc",
            self.against != "no_link",
            int(self.against == "another_there"),
            state.rulings.special_extenders,
        )

    def enter(self, state: Ledger, play: Play) -> Ledger:
        play.log("extender_placed", ("TFB-3.6-2",), number=self.extender, hex=self.hex)
        left = {n: turn for n, turn in state.extenders_lifted.items() if n != str(self.extender)}
        return replace(state, extenders=left)
