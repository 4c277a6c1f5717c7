"""Replacements that come by the order of arrival."""

from __future__ import annotations

import datetime

from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.counters import Replacement
from landbridge.games.belorussia.arrivals.order import order_of_arrival
from landbridge.games.belorussia.arrivals.turn_arrivals import WhoseList
from landbridge.games.belorussia.calendar import turn_number
from landbridge.games.belorussia.words import Side, TurnDate, short


class ReplacementsOfTurn(Struct, frozen=True, kw_only=True):
    """Replacements that the order of arrival brings on a turn."""

    pax: int
    eq: tuple[str, ...]
    """Each Eq by its action rating."""
    pax_so_far: int
    eq_so_far: int


@rule("TFB-AGM-17", "TFB-AGM-18")
def dated_replacements(side: Side, day: datetime.date) -> Finding[ReplacementsOfTurn]:
    """Pax and Eq of a turn, and all so far."""
    why = Why()
    turn_number(day)
    today: list[Replacement] = []
    before: list[Replacement] = []
    for entry in order_of_arrival(side):
        found = [c for c in entry.counters if isinstance(c, Replacement)]
        if not found or entry.date is None or entry.date > day:
            continue
        if why(entry.cites, f"{', '.join(c.written for c in found)} on {short(entry.date)}"):
            (today if entry.date == day else before).extend(found)
    every = before + today
    return why.so(
        ReplacementsOfTurn(
            pax=sum(c.pax for c in today),
            eq=tuple(f"AR{c.eq}" for c in today if c.eq is not None),
            pax_so_far=sum(c.pax for c in every),
            eq_so_far=sum(c.eq is not None for c in every),
        )
    )


class DatedReplacements(Question, frozen=True, kw_only=True):
    """Pax and Eq that the order of arrival brings on a turn, beside those of the table."""

    cites = ("TFB-AGM-17", "TFB-AGM-18")

    side: WhoseList
    date: TurnDate

    def answer(self, nature: Nature) -> Finding[ReplacementsOfTurn]:
        return dated_replacements(self.side, self.date)
