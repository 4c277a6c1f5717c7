"""How many Fronts may be on the Offensive, by the date."""

from __future__ import annotations

import datetime
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.dated_events import LAST, so_far
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.rulings import MarchOffensives
from landbridge.games.belorussia.words import TurnDate, short


class OffensiveLimit(Struct, frozen=True, kw_only=True):
    """How many Soviet Fronts may be in Offensive posture."""

    limit: int | None
    """None: the orders of arrival set none."""
    must_leave: int
    """How many of the Offensive Fronts have to leave the posture now, by Soviet choice."""
    may_go_over: bool | None
    """Whether one more may go over; none where these lists do not decide it."""


@rule("TFB-AGM-15", "TFB-EDGE-57", "RUL-TFB-91")
def offensive_limit(
    day: datetime.date, offensive_fronts: int = 0, march_offensives: MarchOffensives = "at_once"
) -> Finding[OffensiveLimit]:
    """The limit on Offensive Fronts, and how many are over it."""
    why = Why()
    limits = so_far("axis", "offensive_limit", day)
    if not limits:
        for first in so_far("axis", "offensive_limit", LAST)[:1]:
            why(first.cites, f"no limit before {short(first.date)}")
        return why.so(OffensiveLimit(limit=None, must_leave=0, may_go_over=None))
    limit = limits[-1].event.value
    why(limits[-1].cites, limits[-1].note)
    over, leave = max(0, offensive_fronts - limit), 0
    if over and why(("TFB-EDGE-57", "RUL-TFB-91"), "more are on the Offensive, as ruled"):
        leave = over if march_offensives == "at_once" else 0
    return why.so(
        OffensiveLimit(limit=limit, must_leave=leave, may_go_over=offensive_fronts < limit)
    )


class OffensiveFronts(RuledQuestion, frozen=True, kw_only=True):
    """How many Soviet Fronts may be in Offensive posture on a turn, and how many must leave it."""

    cites = ("TFB-AGM-15", "TFB-EDGE-57")
    turns_on = ("march_offensives",)

    date: TurnDate
    offensive_fronts: Annotated[
        int, Meta(ge=0, le=4, description="Fronts that are in Offensive posture")
    ] = 0

    def answer(self, nature: Nature) -> Finding[OffensiveLimit]:
        return offensive_limit(self.date, self.offensive_fronts, self.rulings.march_offensives)
