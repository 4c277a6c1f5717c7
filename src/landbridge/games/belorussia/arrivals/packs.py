"""Packs: an owner's own data laid over the orders of arrival, in one TOML file.

A pack fills entries that the scan has lost and corrects counters that it garbled. It names each
entry by its row, as answers show it. A pack is read whole or not at all; everything that is wrong
with it is said at once. The counters it brings carry the pack's name in every answer. What a box
says beside the orders of arrival may stand in the same file (see engine/rules/box_packs.py).
"""

from __future__ import annotations

import datetime
import os
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, LandbridgeError, choices, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.box import OwnersAnswer
from landbridge.engine.rules.box_packs import BadPack, bad_pack, read_answers
from landbridge.engine.rules.citing import SOURCES, Source
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.counters import Counter, parse_counter
from landbridge.games.belorussia.arrivals.order import (
    SIDES,
    ArrivalEntry,
    LostCounters,
    by_row,
    order_of_arrival,
)
from landbridge.games.belorussia.calendar import turn_number
from landbridge.games.belorussia.words import PACKAGE, Side, short

FOLDER = "LANDBRIDGE_PACKS"
"""The environment variable that names a folder with an owner's own packs."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
_HOLDERS = ("arrive", "withdraw", "available", "deploy", "dead_pile", "group")

PackName = Annotated[
    Name, Meta(description="a pack of better data by its file name, for example historical")
]


class FilledEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Counters for an entry."""

    row: str
    counters: tuple[str, ...]
    side: Side | None = None
    date: datetime.date | None = None
    replace: bool = False
    """Whether they stand in place of what can be read."""
    partly: bool = False
    """Whether the entry still has a gap afterwards."""


class Correction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One counter for another."""

    row: str
    was: str
    now: str
    side: Side | None = None
    date: datetime.date | None = None
    replace: bool = False
    """Needed where nothing of the old counter is lost or doubtful."""


class Pack(Struct, frozen=True):
    """A pack that has been checked."""

    name: str
    """Its file's name, by which it is chosen."""
    title: str
    source: Source
    note: str
    entries: dict[str, ArrivalEntry]
    """The entries it changes, as they are with it, by row."""
    box: tuple[OwnersAnswer, ...] = ()
    """What it answers in a match as in the owner's box."""

    def over(self, entry: ArrivalEntry) -> ArrivalEntry:
        """An entry as this pack has it."""
        return self.entries.get(entry.row, entry)


def over(entry: ArrivalEntry, pack: Pack | None) -> ArrivalEntry:
    """An entry as a pack has it, or as printed."""
    return pack.over(entry) if pack else entry


def group(row: str, pack: Pack | None = None) -> ArrivalEntry:
    """An entry by its row, for example the units of an emergency, as a pack has it."""
    entry = by_row(row)
    if entry is None:
        raise AssertionError(f"no entry {row}")
    return over(entry, pack)


# Reading


def read_pack(name: str, text: str) -> Pack:
    """A pack from its text, or every problem that it has."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadPack(f"pack {name}: {problem}") from None
    problems = [
        f"there is no key '{key}'; allowed: {choices(_KEYS)}" for key in data if key not in _KEYS
    ]
    title, source = data.get("name", ""), data.get("source", "")
    if not isinstance(title, str) or not title:
        problems.append('it has no name; begin it with name = "..."')
    if source not in SOURCES:
        problems.append(f"source is {choices(SOURCES)}, not '{source}'")
    changed: dict[str, ArrivalEntry] = {}
    filled: set[str] = set()
    for kind, where, raw in _parts(data, text):
        try:
            step = msgspec.convert(raw, kind)
            entry = changed.get(step.row, _entry(step))
            if isinstance(step, Correction):
                changed[step.row] = _corrected(entry, step, str(title))
            elif step.row in filled:
                raise BadInput("this entry is filled twice")
            else:
                changed[step.row] = _filled(entry, step, str(title))
                filled.add(step.row)
        except msgspec.ValidationError as problem:
            allowed = choices(field.name for field in msgspec.structs.fields(kind))
            problems.append(f"{where}: {problem}; it may have {allowed}")
        except LandbridgeError as problem:
            problems.append(f"{where}: {problem}")
    answers, wrong = read_answers(PACKAGE, data.get("box", {}), text)
    problems += wrong
    if data.get("game", GAME) != GAME:
        problems.append(f"it is a pack for {data['game']}, not for {GAME}")
    if problems:
        raise bad_pack(name, problems)
    return Pack(name, title, source, data.get("note", ""), changed, answers)


GAME = "belorussia"
_KEYS = ("name", "game", "source", "note", "fill", "correct", "box")


def _parts(
    data: dict[str, Any], text: str
) -> Iterator[tuple[type[FilledEntry | Correction], str, Any]]:
    """Every fill and correction, with the line it begins on."""
    for word, kind in (("fill", FilledEntry), ("correct", Correction)):
        heads = re.compile(rf"\s*\[\[\s*{word}\s*\]\]")
        lines = [n for n, line in enumerate(text.splitlines(), 1) if heads.match(line)]
        given = data.get(word, [])
        for number, raw in enumerate(given if isinstance(given, list) else [given]):
            line = f"line {lines[number]}, " if number < len(lines) else ""
            row = f" ({raw['row']})" if isinstance(raw, dict) and "row" in raw else ""
            yield kind, f"{line}{word} {number + 1}{row}", raw


def _entry(step: FilledEntry | Correction) -> ArrivalEntry:
    """The entry that a step names, if its side and date are the right ones."""
    entry = by_row(step.row)
    if entry is None or entry.what not in _HOLDERS:
        holders = [e.row for s in SIDES for e in order_of_arrival(s) if e.what in _HOLDERS]
        near = unknown("entry", step.row, holders).split(" Allowed:")[0]
        raise BadInput(
            f"{near} Allowed: rows of the orders of arrival that hold counters, TFB-OOS-1 to -79"
            " and TFB-OOA-1 to -84, and the groups TFB-EMG-4, -6, -7, -10, TFB-3.11-6, -7"
        )
    if step.side is not None and step.side != entry.side:
        raise BadInput(f"the entry is {entry.side}, not {step.side}")
    if step.date is not None and step.date != entry.date:
        if entry.date is None:
            raise BadInput("this group has no date of its own; leave the date out")
        turn_number(step.date)
        raise BadInput(f"the entry is of {short(entry.date)}, not of {short(step.date)}")
    return entry


def _filled(entry: ArrivalEntry, fill: FilledEntry, title: str) -> ArrivalEntry:
    counters = tuple(parse_counter(text, title) for text in fill.counters)
    if not counters:
        raise BadInput("it brings no counters")
    if fill.replace:
        return replace(entry, counters=counters, unknown=entry.unknown if fill.partly else ())
    if not entry.unknown:
        read = ", ".join(str(counter) for counter in entry.counters)
        raise BadInput(f"nothing is lost here ({read}); to overrule it say replace = true")
    if entry.room is not None and len(counters) > entry.room:
        raise BadInput(f"{len(counters)} counters, but the entry has lost {entry.room} at most")
    left = entry.unknown if fill.partly else ()
    return replace(entry, counters=(*entry.counters, *counters), unknown=left)


def _corrected(entry: ArrivalEntry, step: Correction, title: str) -> ArrivalEntry:
    old = next((c for c in entry.counters if step.was in (c.written, str(c))), None)
    if old is None:
        read = choices(c.written for c in entry.counters) or "no counter at all"
        raise BadInput(f"it holds no '{step.was}'; it holds {read}")
    if not old.lost and not step.replace:
        raise BadInput(f"nothing of {old.written} is lost; to overrule it say replace = true")
    at = entry.counters.index(old)
    new = (*entry.counters[:at], parse_counter(step.now, title), *entry.counters[at + 1 :])
    return replace(entry, counters=new)


# Finding


def load_pack(path: str | Path) -> Pack:
    """A pack from a file."""
    place = Path(path)
    try:
        return read_pack(place.stem, place.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as problem:
        raise BadPack(f"pack {place.name} cannot be read: {problem}") from None


def pack_names() -> tuple[str, ...]:
    """The packs that can be chosen by name: those shipped, and those in the owner's folder."""
    shipped = (place.name for place in (files(PACKAGE) / "data" / "packs").iterdir())
    folder = os.environ.get(FOLDER)
    own = (place.name for place in Path(folder).glob("*.toml") if _is_ours(place)) if folder else ()
    names = {name.removesuffix(".toml") for name in (*shipped, *own) if name.endswith(".toml")}
    return tuple(sorted(name for name in names if _NAME.fullmatch(name)))


def _is_ours(place: Path) -> bool:
    """Whether a file is no pack of another game; one that cannot be read says so when chosen."""
    try:
        data = tomllib.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return True
    return bool(data.get("game", GAME) == GAME)


def find_pack(name: str) -> Pack | None:
    """A pack by its name; none for no name. The owner's folder goes before what is shipped."""
    if not name:
        return None
    if name not in pack_names():
        raise BadInput(unknown("pack", name, pack_names()))
    folder = os.environ.get(FOLDER)
    if folder and (place := Path(folder) / f"{name}.toml").is_file():
        return load_pack(place)
    return _shipped(name)


@cache
def _shipped(name: str) -> Pack:
    text = (files(PACKAGE) / "data" / "packs" / f"{name}.toml").read_text(encoding="utf-8")
    return read_pack(name, text)


# Questions


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
        if entry.what in _HOLDERS and (doubtful or entry.unknown):
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
