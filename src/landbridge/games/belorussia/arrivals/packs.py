"""Packs: an owner's own data laid over the orders of arrival and the map, in one TOML file.

A pack fills entries that the scan has lost and corrects counters that it garbled. It names each
entry by its row, as answers show it. It may put right what is reconstructed: hexes of the map,
values of counters, set-ups (see map/changes.py, armies/changes.py). A pack is read whole or not at
all; everything that is wrong with it is said at once. The counters it brings carry the pack's name
in every answer. What a box says may stand in the same file (see engine/rules/box_packs.py).
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
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.refusals import BadInput, LandbridgeError, choices, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.box import OwnersAnswer
from landbridge.engine.rules.box_packs import BadPack, bad_pack, read_answers
from landbridge.engine.rules.citing import SOURCES, Source
from landbridge.games.belorussia.armies.changes import (
    CounterChange,
    SetUpChange,
    changed_set_up,
    changed_units,
    set_up_problems,
)
from landbridge.games.belorussia.armies.set_ups import SCENARIOS, SetUpRow
from landbridge.games.belorussia.armies.units import GroundUnit
from landbridge.games.belorussia.arrivals.counters import parse_counter
from landbridge.games.belorussia.arrivals.order import (
    SIDES,
    ArrivalEntry,
    by_row,
    order_of_arrival,
)
from landbridge.games.belorussia.calendar import turn_number
from landbridge.games.belorussia.map.changes import (
    HexChange,
    HexsideChange,
    PlaceChange,
    changed_country,
)
from landbridge.games.belorussia.map.country import Country, country
from landbridge.games.belorussia.words import PACKAGE, Side, short

FOLDER = "LANDBRIDGE_PACKS"
"""The environment variable that names a folder with an owner's own packs."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
HOLDERS = ("arrive", "withdraw", "available", "deploy", "dead_pile", "group")

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
    hexes: tuple[HexChange, ...] = ()
    hexsides: tuple[HexsideChange, ...] = ()
    places: tuple[PlaceChange, ...] = ()
    counters: tuple[CounterChange, ...] = ()
    set_ups: tuple[SetUpChange, ...] = ()
    from_nothing: tuple[str, ...] = ()
    """Scenarios of which it brings the whole set-up."""

    def country(self) -> Country:
        """The map with its corrections."""
        return changed_country(country(), self.hexes, self.hexsides, self.places)

    def units(self) -> dict[str, GroundUnit]:
        """Every counter on the ground with its corrections."""
        return changed_units(self.counters)

    def set_up(self, scenario: str) -> tuple[SetUpRow, ...]:
        """What stands on the map as a scenario begins, with its corrections."""
        whole = scenario in self.from_nothing
        return changed_set_up(scenario, self.set_ups, from_nothing=whole)

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
    for kind, where, raw in _parts(data, text, _ENTRIES):
        try:
            step: Any = msgspec.convert(raw, kind)
            entry = changed.get(step.row, _entry(step))
            if isinstance(step, Correction):
                changed[step.row] = _corrected(entry, step, str(title))
            elif step.row in filled:
                raise BadInput("this entry is filled twice")
            else:
                changed[step.row] = _filled(entry, step, str(title))
                filled.add(step.row)
        except msgspec.ValidationError as problem:
            problems.append(f"{where}: {problem}; {_allowed(kind, str(problem))}")
        except LandbridgeError as problem:
            problems.append(f"{where}: {problem}")
    answers, wrong = read_answers(PACKAGE, data.get("box", {}), text)
    problems += wrong
    changes, misfits = _map_changes(data, text)
    problems += misfits
    if data.get("game", GAME) != GAME:
        problems.append(f"it is a pack for {data['game']}, not for {GAME}")
    if problems:
        raise bad_pack(name, problems)
    pack = Pack(name, title, source, data.get("note", ""), changed, answers, **changes)
    touched = {change.scenario for change in pack.set_ups} | set(pack.from_nothing)
    problems = [
        problem
        for scenario in sorted(touched)
        for problem in set_up_problems(scenario, pack.set_up(scenario), pack.units())
    ]
    if problems:
        raise bad_pack(name, problems)
    return pack


GAME = "belorussia"
_ENTRIES: dict[str, type[Struct]] = {"fill": FilledEntry, "correct": Correction}
_CHANGES: dict[str, tuple[str, type[Struct]]] = {
    "hex": ("hexes", HexChange),
    "hexside": ("hexsides", HexsideChange),
    "place": ("places", PlaceChange),
    "counter": ("counters", CounterChange),
    "set_up": ("set_ups", SetUpChange),
}
"""Corrections to the map and the armies, by their word in a pack."""
_KEYS = ("name", "game", "source", "note", *_ENTRIES, "box", *_CHANGES, "from_nothing")


def _map_changes(data: dict[str, Any], text: str) -> tuple[dict[str, Any], list[str]]:
    """What a pack corrects on the map and in the armies, and what is wrong with it."""
    found: dict[str, list[Any]] = {field: [] for field, _ in _CHANGES.values()}
    problems = []
    kinds = {word: kind for word, (_, kind) in _CHANGES.items()}
    for kind, where, raw in _parts(data, text, kinds):
        try:
            change: Any = msgspec.convert(raw, kind)
            change.check()
            field = next(field for field, known in _CHANGES.values() if known is kind)
            found[field].append(change)
        except msgspec.ValidationError as problem:
            problems.append(f"{where}: {problem}; {_allowed(kind, str(problem))}")
        except LandbridgeError as problem:
            problems.append(f"{where}: {problem}")
    whole = data.get("from_nothing", [])
    if not isinstance(whole, list) or not set(whole) <= set(SCENARIOS):
        problems.append(f"from_nothing is a list of {choices(SCENARIOS)}, not {whole!r}")
        whole = []
    fields: dict[str, Any] = {field: tuple(changes) for field, changes in found.items()}
    return fields | {"from_nothing": tuple(whole)}, problems


def _parts(
    data: dict[str, Any], text: str, kinds: dict[str, type[Struct]]
) -> Iterator[tuple[type[Struct], str, Any]]:
    """Every part of a pack under these words, with the line it begins on."""
    for word, kind in kinds.items():
        heads = re.compile(rf"\s*\[\[\s*{word}\s*\]\]")
        lines = [n for n, line in enumerate(text.splitlines(), 1) if heads.match(line)]
        given = data.get(word, [])
        for number, raw in enumerate(given if isinstance(given, list) else [given]):
            line = f"line {lines[number]}, " if number < len(lines) else ""
            told = raw if isinstance(raw, dict) else {}
            named = next((told[key] for key in ("row", "hex", "id", "name") if key in told), "")
            row = f" ({named})" if named else ""
            yield kind, f"{line}{word} {number + 1}{row}", raw


def _allowed(kind: type[Struct], problem: str) -> str:
    """What may be said instead: the words of a field, or the fields."""
    named = re.search(r"Invalid enum value .*\$\.(\w+)", problem)
    words = tuple(_words(get_type_hints(kind)[named[1]])) if named else ()
    if words:
        return f"allowed: {choices(words)}"
    return f"it may have {choices(field.name for field in msgspec.structs.fields(kind))}"


def _words(hint: Any) -> Iterator[str]:
    """The words of which a field may have one."""
    for part in get_args(hint):
        if isinstance(part, str):
            yield part
        else:
            yield from _words(part)


def _entry(step: FilledEntry | Correction) -> ArrivalEntry:
    """The entry that a step names, if its side and date are the right ones."""
    entry = by_row(step.row)
    if entry is None or entry.what not in HOLDERS:
        holders = [e.row for s in SIDES for e in order_of_arrival(s) if e.what in HOLDERS]
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
