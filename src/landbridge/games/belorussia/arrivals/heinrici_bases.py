"""Heinrici Defense Bases and Panther Forts, as the order of arrival deploys them."""

from __future__ import annotations

import datetime

from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.dated_events import LAST, so_far
from landbridge.games.belorussia.words import TurnDate, short


class DeployedBases(Struct, frozen=True, kw_only=True):
    """Heinrici Defense Bases and Panther Forts that the list deploys."""

    today: int
    so_far: int
    in_all: int
    forts_today: int
    forts_so_far: int


@rule("TFB-AGM-16", "TFB-CMP-24")
def heinrici_bases(day: datetime.date) -> Finding[DeployedBases]:
    """How many bases and forts are deployed on a turn and so far."""
    why = Why()
    due = so_far("axis", "heinrici_base", day)
    for past in due:
        why(past.cites, f"one random base on {short(past.date)}")
    if not due:
        first = so_far("axis", "heinrici_base", LAST)[0]
        why(first.cites, f"the first base comes on {short(first.date)}")
    today = [past.event for past in due if past.date == day]
    if any(past.event.forts for past in due):
        why("TFB-CMP-24", "the Panther Forts are the static Panther battalions")
    return why.so(
        DeployedBases(
            today=sum(event.value for event in today),
            so_far=sum(past.event.value for past in due),
            in_all=sum(past.event.value for past in so_far("axis", "heinrici_base", LAST)),
            forts_today=sum(event.forts for event in today),
            forts_so_far=sum(past.event.forts for past in due),
        )
    )


class HeinriciBases(Question, frozen=True, kw_only=True):
    """Heinrici Defense Bases and Panther Forts: due on a turn, and deployed so far."""

    cites = ("TFB-AGM-16",)

    date: TurnDate

    def answer(self, nature: Nature) -> Finding[DeployedBases]:
        return heinrici_bases(self.date)
