"""Scenarios of one's own: a TOML file, checked line by line, packed into a match's own header.

    title = "Citadel"
    first = "1943-07"              # months
    last = "1943-12"
    axis_win = 10                  # Soviet-side points that win for the Axis, and that make a draw
    draw = 8
    axis_holds = ["RIG", "MIN"]    # what changed hands since June 1941
    picked = ["T-A"]               # factories of the expansion, in the order of their picks

    [plants]
    SIBERIA = ["T-KHA", "T-A"]     # all others of June 1941 are destroyed

    [units]
    MIN = ["XII", "XXIV"]          # units that are not named are dead, arrive later or have left

The packed word holds everything, so that a match can be sent to somebody who has not the file.
"""

from __future__ import annotations

import binascii
import re
import tomllib
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from functools import lru_cache
from typing import Any, Literal, NoReturn

import msgspec
from msgspec import Struct

from landbridge.engine.refusals import BadInput, unknown
from landbridge.games.arsenal.calendar import TURNS
from landbridge.games.arsenal.forces.composites import twin
from landbridge.games.arsenal.forces.stacking import stacking_limit
from landbridge.games.arsenal.forces.units import COMBAT, UNIT, UNITS
from landbridge.games.arsenal.industry.chances import CHANCES
from landbridge.games.arsenal.industry.expansion import allowed_picks
from landbridge.games.arsenal.industry.factories import EXPANSION, FACTORY
from landbridge.games.arsenal.map.points import NUMBER, POINTS, control
from landbridge.games.arsenal.words import SIDE_ADJECTIVES, SIDES, SOVIET

OWN = "own:"
"""How the word of a packed scenario begins."""
LARGEST = 64_000
"""Bytes that a scenario may have when it is unpacked."""
SIBERIA_WORD = "SIBERIA"
MONTHS: dict[str, int] = {turn.month: turn.number for turn in TURNS}


class SetUp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where everything stands when a scenario begins."""

    axis_holds: tuple[str, ...] = ()
    soviet_holds: tuple[str, ...] = ()
    picked: tuple[str, ...] = ()
    building: dict[str, str] = {}
    """Factories on the track, with the month of their deployment."""
    plants: dict[str, tuple[str, ...]] = {}
    units: dict[str, tuple[str, ...]] = {}
    dug_in: bool = False
    """Whether those that can fortify begin fortified."""


class OwnScenario(SetUp, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario of one's own."""

    title: str
    text: str = ""
    first: str
    last: str
    axis_win: int
    draw: int
    counts: Literal["soviet_side", "all"] = "soviet_side"


class _File:
    """A file with its lines, so that a fault can be shown where it is."""

    def __init__(self, text: str, name: str) -> None:
        self.lines, self.name = text.splitlines(), name

    def refuse(self, problem: str, table: str, key: str, word: str = "") -> NoReturn:
        """Refuse the file, naming the line of a key, or of a word after it."""
        raise BadInput(f"{self.name}, line {self._line(table, key, word)}: {problem}")

    def _line(self, table: str, key: str, word: str) -> int:
        here, found = "", 0
        for number, line in enumerate(self.lines, start=1):
            header = re.match(r"\s*\[([^\[\]]+)\]\s*(#.*)?$", line)
            if header:
                here = header[1].strip().strip('"')
                if here == table == key:
                    return number
            begins = re.match(r'\s*"?([\w-]+)"?\s*=', line)
            if begins and here == table and begins[1] == key:
                found = number
            elif begins and found and word:
                break
            if found and (not word or f'"{word}"' in line):
                return number
        return found or 1


def read_scenario(text: str, name: str) -> OwnScenario:
    """A scenario from the text of a file, or the line on which something is wrong."""
    file = _File(text, name)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(problem))
        line = int(place[1]) if place else len(file.lines)
        what = re.sub(r"\s*\(at .*\)$", "", str(problem))
        raise BadInput(f"{name}, line {line}: {what}.") from None
    _check_keys(data, file)
    try:
        found = msgspec.convert(data, OwnScenario)
    except msgspec.ValidationError as problem:
        path = re.search(r"`\$\.(\w+)", str(problem))
        key = path[1] if path else ""
        table = key if isinstance(data.get(key), dict) else ""
        file.refuse(f"{problem}.", table, key)
    _check(found, file)
    return found


def _check_keys(data: dict[str, Any], file: _File) -> None:
    fields = msgspec.structs.fields(OwnScenario)
    names = [field.name for field in fields]
    for key, value in data.items():
        if key not in names:
            table = key if isinstance(value, dict) else ""
            file.refuse(unknown("key", key, names), table, key)
    missing = [field.name for field in fields if field.required and field.name not in data]
    if missing:
        file.refuse(f"Missing: {', '.join(missing)}.", "", "")


def _check(found: OwnScenario, file: _File) -> None:
    for key in ("first", "last"):
        month = getattr(found, key)
        if month not in MONTHS:
            file.refuse(f"'{month}' is no month of the war, as 1942-06.", "", key)
    if not found.first <= found.last:
        file.refuse(f"It ends in {found.last}, before it begins.", "", "last")
    if found.draw > found.axis_win:
        file.refuse("A draw needs no more points than an Axis win.", "", "draw")
    for key in ("axis_holds", "soviet_holds"):
        for word in getattr(found, key):
            _number("point", word, NUMBER, file, "", key)
    _check_plants(found, file)
    _check_units(found, file)


def _number(
    kind: str, word: str, allowed: dict[str, int], file: _File, table: str, key: str
) -> int:
    if word not in allowed:
        file.refuse(unknown(kind, word, allowed), table, key, word)
    return allowed[word]


def _check_plants(found: OwnScenario, file: _File) -> None:
    held = control(found.axis_holds, found.soviet_holds)
    picked: set[int] = set()
    for word in found.picked:
        plant = _number("factory", word, FACTORY, file, "", "picked")
        if plant not in allowed_picks(frozenset(picked)):
            file.refuse(f"{word} cannot be picked here: letters come in order.", "", "picked", word)
        picked.add(plant)
    if len(picked) > CHANCES:
        text = f"No more than {CHANCES} factories can be built (DC-R33)."
        file.refuse(text, "", "picked", found.picked[CHANCES])
    for word, month in found.building.items():
        if _number("factory", word, FACTORY, file, "building", word) not in picked:
            file.refuse(f"{word} is not among those picked.", "building", word)
        if month not in MONTHS or month < found.first:
            file.refuse(f"'{month}' is no month from {found.first} on.", "building", word)
    placed: set[int] = set()
    for place, words in found.plants.items():
        if (
            place != SIBERIA_WORD
            and held[_number("point", place, NUMBER, file, "plants", place)] != SOVIET
        ):
            file.refuse(f"{place} is not Soviet: no factory stands there.", "plants", place)
        for word in words:
            plant = _number("factory", word, FACTORY, file, "plants", place)
            if plant in placed:
                file.refuse(f"{word} is placed twice.", "plants", place, word)
            if plant in EXPANSION and plant not in picked:
                file.refuse(f"{word} is not among those picked.", "plants", place, word)
            if word in found.building:
                file.refuse(f"{word} is still being built.", "plants", place, word)
            placed.add(plant)


def _check_units(found: OwnScenario, file: _File) -> None:
    held = control(found.axis_holds, found.soviet_holds)
    placed: set[int] = set()
    for place, words in found.units.items():
        point = _number("point", place, NUMBER, file, "units", place)
        stack: Counter[bool] = Counter()
        for word in words:
            unit = _number("unit", word, UNIT, file, "units", place)
            if unit in placed:
                file.refuse(f"{word} is placed twice.", "units", place, word)
            placed.add(unit)
            if UNITS[unit].side != SIDES[held[point]]:
                holder = SIDE_ADJECTIVES[SIDES[held[point]]]
                text = f"{POINTS[point].name} is {holder}; {word} is not."
                file.refuse(text, "units", place, word)
            stack[COMBAT[UNITS[unit].kind]] += 1
            other = twin(word)
            if other in placed:
                text = f"{word} and {UNITS[other].id} are never on the map together (DC-R56c)."
                file.refuse(text, "units", place, word)
        limit = stacking_limit(point, found.first)
        if stack[True] > limit:
            text = f"{stack[True]} combat units are more than the {limit} that may stand here."
            file.refuse(text, "units", place)


# Packing


def pack(found: OwnScenario) -> str:
    """The word under which a match keeps a scenario."""
    plain = msgspec.json.encode(found)
    return OWN + urlsafe_b64encode(zlib.compress(plain, 9)).decode("ascii")


@lru_cache(maxsize=16)
def unpack(word: str) -> OwnScenario:
    """The scenario in a packed word."""
    try:
        stream = zlib.decompressobj()
        plain = stream.decompress(urlsafe_b64decode(word.removeprefix(OWN)), LARGEST)
        if not stream.eof:
            raise BadInput(f"A scenario has at most {LARGEST} bytes.")
        found = msgspec.json.decode(plain, type=OwnScenario)
    except (binascii.Error, ValueError, zlib.error):
        raise BadInput("This is no scenario that was packed by the program.") from None
    _check(found, _File("", "The packed scenario"))
    return found
