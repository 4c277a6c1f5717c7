"""Losses that players tell the ledger: where a lost unit goes, and what it leaves behind."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation, choices
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.fronts.display import FRONTS
from landbridge.games.belorussia.ledger.books import DeadUnit
from landbridge.games.belorussia.ledger.facts.fortresses import (
    fortress_falls,
    standing_fortresses,
)
from landbridge.games.belorussia.ledger.facts.lost_hqs import (
    HQS,
    against_kessel_hq,
    check_hq,
    hq_lost,
    off_the_map,
)
from landbridge.games.belorussia.ledger.facts.noting import AXIS, BOTH, Fact, When
from landbridge.games.belorussia.ledger.facts.penal_units import check_penal
from landbridge.games.belorussia.ledger.facts.points import give_points
from landbridge.games.belorussia.ledger.facts.reductions import against_absent
from landbridge.games.belorussia.ledger.facts.remnants import UnitName, without_remnants
from landbridge.games.belorussia.ledger.fronts.offensives import penal_units_back
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.replacements.rebuild_charts import (
    ALERTS,
    Kind,
    Size,
    Unit,
    rebuild_price,
)
from landbridge.games.belorussia.replacements.special_table import Alert
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.victory import scoring_events
from landbridge.games.belorussia.words import NAME_OF, Side

Rating = Annotated[int, Meta(ge=0, le=5)]
Steps = Annotated[int, Meta(ge=1, le=6)]
Note = Literal["none", "hungarian", "yellow_dot", "no_trace"]
"""What else is to be said of a lost unit; no_trace: it was out of trace supply."""


class Lose(Fact, frozen=True):
    """Put a lost unit in its Dead Pile, or wherever else it goes; a penal unit by its Front."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("OCS-9.11-1",)

    side: Side
    name: UnitName
    kind: Kind
    size: Size
    ar: Rating
    move: Move
    formation: bool = False
    steps: Steps = 1
    """As printed: more than 1 is a multi-step unit."""
    note: Note = "none"

    def may_say(self) -> tuple[Side, ...]:
        # Which Alert units are on the map only the Axis player knows: nobody learns it by trying.
        return AXIS if self.kind in ALERTS else BOTH

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The side whose unit it is."""
        return (self.side,)

    def describe(self) -> str:
        pocket = " in a pocket" if self.note == "no_trace" else ""
        kind = f"{self.kind} {self.size}".replace("_", " ")
        return f"{self.name} ({NAME_OF[self.side]} {kind}) is lost{pocket}"

    def unit(self) -> Unit:
        """The unit as the rebuild charts see it."""
        return Unit(
            side=self.side,
            kind=self.kind,
            size=self.size,
            ar=self.ar,
            move=self.move,
            formation=self.formation,
            steps=self.steps,
            hungarian=self.note == "hungarian",
            yellow_dot=self.note == "yellow_dot",
            lost_in_trace=self.note != "no_trace",
        )

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        if not self.name.strip():
            raise BadInput("A lost unit needs a name.")
        if self.note == "hungarian" and self.side == "soviet":
            raise BadInput("A Hungarian unit is Axis, never Soviet.")
        rebuild_price(self.unit(), state.rulings)
        if self.kind == "partisan":
            raise ImpossibleAction(
                "a partisan is known by its number",
                ("TFB-REB-12", "TFB-3.7c-5"),
                "act <number> <hex> yes",
            )
        if self.kind == "penal":
            check_penal(state, self._front())
        if self.kind == "fortress" and self.name not in standing_fortresses(state):
            legal = choices(standing_fortresses(state)) or "none has been declared"
            raise ImpossibleAction(f"{self.name} is no fortress", "RUL-TFB-9", legal)
        if self.kind == "remnant" and self.name not in state.remnants:
            legal = choices(state.remnants) or "no remnant is on the map"
            raise ImpossibleAction(f"'{self.name}' has left no remnant", "RUL-TFB-12", legal)
        if self.kind in ALERTS:
            out = [name for name in state.alerts_out if name.startswith(_pool(self.kind))]
            if self.name not in out:
                # How many there are lies open; which they are only the Axis player knows.
                legal = f"{len(out)} of this kind on the map" if out else "none of this kind is"
                text = f"'{self.name}' is no Alert unit on the map"
                raise ImpossibleAction(text, "RUL-TFB-11", legal)
        elif self.side == "axis" and self.name in state.alerts_out:
            kinds = [kind for kind in ALERTS if self.name.startswith(_pool(kind))]
            legal = f"its kind is {choices(kinds)}" if kinds else "name the unit"
            raise ImpossibleAction(f"'{self.name}' is an Alert unit", "RUL-TFB-11", legal)
        if self.side == "axis" and self.kind in HQS:
            check_hq(state, self.name)
        stays = self.kind not in ("penal", "remnant")
        if stays and any(unit.name == self.name for unit in state.book(self.side).dead):
            raise ImpossibleAction(f"'{self.name}' is already in the Dead Pile", "OCS-9.11-1")
        kessel = against_kessel_hq(state, self.name) if self.kind == "kessel_hq" else ()
        return (*kessel, *against_absent(state, self.side, self.name, self.unit()))

    def enter(self, state: Ledger, play: Play) -> Ledger:
        price = rebuild_price(self.unit(), state.rulings)
        goes = price.result.goes_to
        rules = price.rules or ("OCS-9.11-1",)
        words = {
            "dead_pile": "to the Dead Pile",
            "pool": "back to its pool",
            "out_of_play": "out of play",
            "returns": "off the map; it returns by itself",
        }
        play.log(
            "lost",
            rules,
            # Both players see now which Alert unit it was.
            reveals=self.kind in ALERTS,
            side=NAME_OF[self.side],
            name=self.name,
            goes=words[goes],
        )
        state = self._points(state, play)
        if self.kind == "penal":
            return penal_units_back(state, self._front(), 1)
        if self.kind == "remnant":
            return without_remnants(state, self.name)
        if self.kind in ALERTS:
            return self._alert_back(state, goes == "pool")
        if self.side == "axis" and self.kind in HQS and goes != "dead_pile":
            return hq_lost(state, self.kind, self.name, self.note != "no_trace", play)
        if goes not in ("dead_pile", "out_of_play"):
            return state
        if self.side == "axis" and self.kind in HQS:
            state = off_the_map(state, self.kind, self.name)
        book = state.book(self.side)
        dead = (*book.dead, DeadUnit(self.name, self.unit())) if goes == "dead_pile" else book.dead
        reduced = tuple(unit for unit in book.reduced if unit.name != self.name)
        box = tuple(unit for unit in book.box if unit.name != self.name)
        return state.with_book(self.side, replace(book, dead=dead, reduced=reduced, box=box))

    def _front(self) -> str:
        """The Front of a penal unit, by which it is known; '' for one that is no Front's."""
        return self.name if self.name in FRONTS else ""

    def _points(self, state: Ledger, play: Play) -> Ledger:
        """Points for a fortress that falls, and for what is destroyed in a pocket."""
        pocket = self.note == "no_trace"
        points, reason = 0, ""
        if self.kind == "fortress":
            return fortress_falls(state, self.name, play)
        ruling = state.rulings.victory_points
        if pocket and self.side == "axis" and self.size == "division":
            points = int(scoring_events(divisions=1, ruling=ruling).total)
            reason = "division destroyed in a pocket"
        elif pocket and self.side == "soviet" and self.kind == "army_hq":
            points = int(scoring_events(hqs=1, ruling=ruling).total)
            reason = "HQ destroyed in a pocket"
        if not points:
            return state
        return give_points(state, "soviet", points, reason, play)

    def _alert_back(self, state: Ledger, to_pool: bool) -> Ledger:
        out = tuple(name for name in state.alerts_out if name != self.name)
        pool = _pool(self.kind)
        left = (*state.alerts[pool], self.name) if to_pool else state.alerts[pool]
        return replace(state, alerts_out=out, alerts=state.alerts | {pool: tuple(sorted(left))})


def _pool(kind: Kind) -> Alert:
    """The pool of an Alert unit."""
    found: Alert = msgspec.convert(kind.removeprefix("alert_"), Alert)
    return found
