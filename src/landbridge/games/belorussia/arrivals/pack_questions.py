"""Questions about packs: which there are, and what an owner could still fill in."""

from __future__ import annotations

import datetime
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import Source
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.counters import Counter
from landbridge.games.belorussia.arrivals.order import LostCounters, order_of_arrival
from landbridge.games.belorussia.arrivals.packs import (
    HOLDERS,
    Pack,
    PackName,
    find_pack,
    over,
    pack_names,
)
from landbridge.games.belorussia.words import Side


class PackFacts(Struct, frozen=True):
    """A pack at a glance."""

    name: str
    title: str
    source: Source
    note: str
    rows: tuple[str, ...]
    """The entries that it changes."""


class Packs(Question, frozen=True, kw_only=True):
    """The packs of better data that can be laid over the orders of arrival."""

    def answer(self, nature: Nature) -> Finding[tuple[PackFacts, ...]]:
        found = [find_pack(name) for name in pack_names()]
        why = Why()
        for pack in found:
            if pack:
                why(tuple(pack.entries), f"{pack.title}: the entries that it fills")
        return why.so(
            tuple(
                PackFacts(p.name, p.title, p.source, p.note, tuple(p.entries)) for p in found if p
            )
        )


class Gap(Struct, frozen=True):
    """An entry that is not wholly known."""

    row: str
    side: Side
    date: datetime.date | None
    what: str
    place: str
    doubtful: tuple[str, ...]
    """Counters of which a part is lost or doubtful."""
    unknown: tuple[LostCounters, ...]


def gaps(side: Side, pack: Pack | None = None) -> tuple[Gap, ...]:
    """What an owner could still fill in."""
    found = []
    for printed in order_of_arrival(side):
        entry = over(printed, pack)
        doubtful = tuple(c.written for c in entry.counters if _doubtful(c))
        if entry.what in HOLDERS and (doubtful or entry.unknown):
            found.append(
                Gap(
                    entry.row,
                    side,
                    entry.date,
                    entry.what,
                    entry.place,
                    doubtful,
                    entry.unknown,
                )
            )
    return tuple(found)


def _doubtful(counter: Counter) -> bool:
    return counter.lost and counter.source == "booklet"


class Gaps(Question, frozen=True, kw_only=True):
    """The entries of an order of arrival that are lost or doubtful, for an owner to fill in."""

    cites = ("TFB-NOT-11", "TFB-NOT-12")

    side: Annotated[Side, Meta(description="whose order of arrival")]
    pack: PackName = ""

    def answer(self, nature: Nature) -> Finding[tuple[Gap, ...]]:
        why = Why()
        if self.side == "soviet":
            why("TFB-NOT-11", "dashes in the Soviet scan give the least number of lost counters")
        else:
            why("TFB-NOT-12", "gaps in the Axis scan count pictures, each of one counter or more")
        return why.so(gaps(self.side, find_pack(self.pack)))
