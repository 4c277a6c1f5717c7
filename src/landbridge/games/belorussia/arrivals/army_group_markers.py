"""Where the markers of the army groups stand."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.dated_events import LAST, so_far
from landbridge.games.belorussia.arrivals.order import ArrivalEntry, order_of_arrival
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.rulings import MarkerStart
from landbridge.games.belorussia.words import TurnDate, short

ArmyGroup = Literal["agn", "ags"]
SET_UP = "in the set-up"
"""What the booklets do not say because the set-up does."""


@rule("TFB-AGM-12", "TFB-EDGE-70", "RUL-TFB-86")
def marker_place(
    marker: ArmyGroup, day: datetime.date, marker_start: MarkerStart = "from_set_up"
) -> Finding[str]:
    """The hex of an army-group marker on a turn, or that only the set-up knows it."""
    why = Why()
    moves = [move for move in so_far("axis", "marker", day) if move.event.marker == marker]
    name = marker.upper()
    if moves:
        last = moves[-1]
        why(last.cites, f"{name} marker to {last.event.hex} on {short(last.date)}")
        if last.date < day and not why("TFB-AGM-12", "it stays until its next move"):
            return why.so("")
        return why.so(last.event.hex)
    if not why(("TFB-AGM-12", "TFB-EDGE-70", "RUL-TFB-86"), f"{name} has not moved yet, as ruled"):
        return why.so("")
    if marker_start == "first_move":
        every = so_far("axis", "marker", LAST)
        return why.so(next(move.event.hex for move in every if move.event.marker == marker))
    return why.so(SET_UP)


def _moves(entry: ArrivalEntry) -> bool:
    return entry.event is not None and entry.event.kind == "marker"


class ArmyGroupMarker(RuledQuestion, frozen=True, kw_only=True):
    """Where an army-group marker stands on a turn."""

    cites = (
        "TFB-AGM-12",
        "TFB-EDGE-70",
        *(rule for entry in order_of_arrival("axis") if _moves(entry) for rule in entry.cites),
    )
    turns_on = ("marker_start",)

    marker: Annotated[ArmyGroup, Meta(description="Army Group North or South")]
    date: TurnDate

    def answer(self, nature: Nature) -> Finding[str]:
        return marker_place(self.marker, self.date, self.rulings.marker_start)
