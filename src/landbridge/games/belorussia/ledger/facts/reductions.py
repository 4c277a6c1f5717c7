"""Units that have lost steps but are in play, and units that have left the game."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.arrivals.counters import parse_counter
from landbridge.games.belorussia.ledger.books import ReducedUnit
from landbridge.games.belorussia.ledger.facts.noting import BOTH, Fact, When
from landbridge.games.belorussia.ledger.facts.remnants import UnitName
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.replacements.dead_pile import is_counter
from landbridge.games.belorussia.replacements.rebuild_charts import (
    Kind,
    Size,
    Unit,
    rebuild_price,
)
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, Side, short

Rating = Annotated[int, Meta(ge=0, le=5)]
Left = Annotated[int, Meta(ge=1, le=6)]


def against_absent(state: Ledger, side: Side, name: str, unit: Unit) -> tuple[Violation, ...]:
    """What speaks against a unit that is not on the map: withdrawn, or still in the RVGK-3 box."""
    boxed = any(one.name == name for one in state.book(side).box)
    text = f"'{name}' is in the RVGK-3 box, not on the map"
    return (
        *_against_withdrawn(state, side, name, unit),
        *violations(violation_if(boxed, text, ("TFB-3.5-1", "RUL-TFB-27"), f"leave {name} first")),
    )


def _against_withdrawn(state: Ledger, side: Side, name: str, unit: Unit) -> tuple[Violation, ...]:
    """What speaks against a unit that has been withdrawn: it is not in play."""
    for gone in state.book(side).withdrawn:
        if is_counter(name, unit, parse_counter(gone.counter)):
            back = f"it comes back on {short(gone.returns)}" if gone.returns else ""
            another = "if another unit bears this number, name it in full"
            return violations(
                violation_if(
                    True,
                    f"'{name}' has been withdrawn and is not in play",
                    (gone.row, "RUL-TFB-4"),
                    f"{back}; {another}" if back else another,
                )
            )
    return ()


class Reduce(Fact, frozen=True):
    """Note that a multi-step unit in play has fewer steps than are printed."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("OCS-13.5b-1", "TFB-1.7a-2")

    side: Side
    name: UnitName
    kind: Kind
    size: Size
    ar: Rating
    move: Move
    formation: bool
    steps: Annotated[int, Meta(ge=2, le=6)]
    """As printed."""
    left: Left
    """Steps that it has left."""
    note: Literal["none", "hungarian"] = "none"

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The side whose unit it is."""
        return (self.side,)

    def describe(self) -> str:
        return f"{self.name} ({NAME_OF[self.side]}) has {self.left} of {self.steps} steps left"

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
        )

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        if not self.name.strip():
            raise BadInput("A reduced unit needs a name.")
        if self.left >= self.steps:
            raise BadInput(f"Reduced is 1 to {self.steps - 1} of {self.steps} steps.")
        if self.note == "hungarian" and self.side == "soviet":
            raise BadInput("A Hungarian unit is Axis, never Soviet.")
        price = rebuild_price(self.unit(), state.rulings)
        if price.result.goes_to != "dead_pile":
            text = f"a {self.kind.replace('_', ' ')} unit has no steps to be rebuilt"
            raise ImpossibleAction(text, price.rules or type(self).rules)
        if any(unit.name == self.name for unit in state.book(self.side).dead):
            text = f"'{self.name}' is in the Dead Pile"
            raise ImpossibleAction(text, type(self).rules, "rebuild it")
        return against_absent(state, self.side, self.name, self.unit())

    def enter(self, state: Ledger, play: Play) -> Ledger:
        book = state.book(self.side)
        others = tuple(unit for unit in book.reduced if unit.name != self.name)
        play.log(
            "reduced",
            type(self).rules,
            name=self.name,
            side=NAME_OF[self.side],
            left=self.left,
            steps=self.steps,
        )
        reduced = (*others, ReducedUnit(self.name, self.unit(), self.left))
        return state.with_book(self.side, replace(book, reduced=reduced))
