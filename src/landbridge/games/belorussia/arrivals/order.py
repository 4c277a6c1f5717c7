"""The two orders of arrival as printed: every dated entry with its counters and its gaps."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import LandbridgeError
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.arrivals.counters import Counter, parse_counter
from landbridge.games.belorussia.replacements.rebuild_charts import Unit
from landbridge.games.belorussia.words import PACKAGE, Side

What = Literal["arrive", "withdraw", "available", "deploy", "dead_pile", "event", "note", "group"]
Condition = Literal["", "rolled", "option", "if_deployed", "if_in_play", "not_released"]
SIDES: tuple[Side, ...] = ("soviet", "axis")


class LostCounters(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Something that the scan has lost."""

    what: str
    count: int | None = None
    """How many; none where not even that is known."""
    at_least: bool = False
    """Whether there may be more."""
    perhaps: bool = False
    """Whether there may be none at all."""


class EntryEvent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an entry does beside bringing or taking counters."""

    kind: Literal[
        "marker",
        "stavka_appeals",
        "rail_capacity",
        "supply_roll",
        "offensive_limit",
        "heinrici_base",
        "reserve_marker",
        "option",
    ]
    marker: str = ""
    hex: str = ""
    value: int = 0
    forts: int = 0


class ArrivalEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry of an order of arrival, or a group of units that has no date of its own."""

    cites: Rules
    side: Side
    date: datetime.date | None = None
    what: What
    place: str = ""
    """Where it comes, in words."""
    name: str = ""
    """The name of a group."""
    formation: str = ""
    counters: tuple[Counter, ...] = ()
    unknown: tuple[LostCounters, ...] = ()
    kinds: tuple[str, ...] = ()
    """The kinds of places where it comes, where the words name any."""
    edge: Literal["", "north", "west"] = ""
    """The map edge over which it comes, where the words name one."""
    dead: Unit | None = None
    """What a unit is that comes to the Dead Pile."""
    condition: Condition = ""
    terms: str = ""
    """What else the booklet says of it, in words for the turn sheet."""
    about: Literal["", "arrive", "withdraw"] = ""
    """What a note belongs to."""
    due: datetime.date | None = None
    """The turn that a note speaks of."""
    event: EntryEvent | None = None
    certainty: Literal["clear", "damaged"] = "clear"
    note: str = ""

    @property
    def row(self) -> str:
        """The row of the rule list that it is known by."""
        return self.cites[0]

    @property
    def room(self) -> int | None:
        """How many lost counters it can hold at most; none where nobody knows."""
        if any(gap.count is None or gap.at_least for gap in self.unknown):
            return None
        return sum(gap.count or 0 for gap in self.unknown)


@cache
def order_of_arrival(side: Side) -> tuple[ArrivalEntry, ...]:
    """Every entry of one side: the dated ones in their order, then the groups without a date."""
    file = f"arrivals_{side}.toml"
    data = read_toml(PACKAGE, file)
    groups = tuple(_read(side, file, raw | {"what": "group"}, data) for raw in data["group"])
    dated = []
    for raw in data["entry"]:
        named = raw.get("groups", ())
        whole = [c for group in groups if group.name in named for c in group.counters]
        entry = _read(side, file, {k: v for k, v in raw.items() if k != "groups"}, data)
        dated.append(msgspec.structs.replace(entry, counters=(*entry.counters, *whole)))
    return (*dated, *groups)


def _read(side: Side, file: str, raw: dict[str, Any], data: dict[str, Any]) -> ArrivalEntry:
    where = f"{file}, {raw.get('cites')}"
    listed = raw.get("cites", ())
    words = {
        "side": side,
        "cites": [listed] if isinstance(listed, str) else listed,
        "place": data["places"][raw["place"]] if "place" in raw else "",
        "kinds": data["kinds"].get(raw.get("place"), ()),
        "edge": data.get("edges", {}).get("of", {}).get(raw.get("place"), ""),
    }
    try:
        plain = {key: value for key, value in raw.items() if key != "counters"}
        entry = msgspec.convert(plain | words, ArrivalEntry)
        counters = tuple(parse_counter(text) for text in raw.get("counters", ()))
    except (msgspec.ValidationError, LandbridgeError) as problem:
        raise LandbridgeError(f"{where}: {problem}") from None
    return msgspec.structs.replace(entry, counters=counters)


@cache
def by_row(row: str) -> ArrivalEntry | None:
    """The entry that a row of the rule list is about."""
    every = (entry for side in SIDES for entry in order_of_arrival(side))
    return next((entry for entry in every if entry.row == row), None)


@cache
def dated(side: Side) -> dict[datetime.date, tuple[ArrivalEntry, ...]]:
    """One side's entries by their turn."""
    found: dict[datetime.date, tuple[ArrivalEntry, ...]] = {}
    for entry in order_of_arrival(side):
        if entry.date is not None:
            found[entry.date] = (*found.get(entry.date, ()), entry)
    return found


GROUP_NAMES = {
    "vitebsk": "the Vitebsk group",
    "kovel": "the Kovel group",
    "event_group": "two divisions from the west",
    "night_bomber": "the night bomber",
    "march_release": "the March release",
}
"""Groups of units that have no date, as players call them."""
