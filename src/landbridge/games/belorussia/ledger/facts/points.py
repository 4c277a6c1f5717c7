"""Victory points that players give or take."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.facts.noting import BOTH, Fact, When, other_side
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.words import NAME_OF, Side


class Vp(Fact, frozen=True):
    """Give or take victory points that the ledger does not count by itself."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("RUL-TFB-35",)

    side: Side
    points: Annotated[int, Meta(examples=[1, -1])]
    reason: Annotated[str, Meta(examples=["Smolensk", "agreed"])]

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The side that has less by it: points of the two sides count against each other."""
        return (other_side(self.side),) if self.points > 0 else (self.side,)

    def describe(self) -> str:
        return f"{self.points:+} VP for the {NAME_OF[self.side]} side ({self.reason})"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        if not self.points:
            raise BadInput("Points are given or taken: 0 does nothing.")
        return ()

    def enter(self, state: Ledger, play: Play) -> Ledger:
        return give_points(state, self.side, self.points, self.reason, play)


def give_points(state: Ledger, side: Side, points: int, reason: str, play: Play) -> Ledger:
    """Victory points given to a side or taken from it."""
    book = state.book(side)
    book = replace(book, vp=book.vp + points)
    values: dict[str, Any] = {"side": NAME_OF[side], "points": f"{points:+}"}
    play.log("vp", ("RUL-TFB-35",), **values, reason=reason, total=book.vp)
    return state.with_book(side, book)
