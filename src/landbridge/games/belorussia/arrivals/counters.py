"""Counters in writing: 65:4-3-6, (4)-2-2, Yak.7b:81:4:3, and what the figures mean.

A counter is written `name:values`, as the orders of arrival do. Before it may stand its size
(X brigade, XX division ...), behind it its formation and a remark:

    XX 51:12-2-2                 a unit: strength (or barrage), action rating, movement
    X 6:(4)-2-2, 6th Guards AT   a strength in brackets does not attack
    XX 64:+2/(5)-1               an anti-aircraft division: flak, strength, one figure left
    XXXX 21 Army HQ:10-0         a headquarters
    truck:3-45, wagon:1-10       transport points and their movement
    organic truck:1F-45 of 5.Tk  a formation's own truck, full
    Pe.2:93:(1):5                a plane: range, air rating (in brackets: no fighter), barrage
    Pax:2, Eq:AR5                replacements
    marker:RESERVE               a marker; random:... is drawn, named:... is a counter by its name

A lost name or figure is `?`; a doubtful reading has `?` behind it.

>>> parse_counter("6:8-4-5 of 3G.Cav").written
'6:8-4-5'
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.words import PACKAGE, Side

FAMILIES: dict[str, Any] = read_toml(PACKAGE, "arrivals/identification.toml")
LOST = "?"

FORMS = (
    "65:4-3-6, X 6:(4)-2-2, XX 64:+2/(5)-1, XXXX 21 Army HQ:10-0, truck:3-45, wagon:1-10,"
    " organic truck:1F-45, Yak.7b:81:4:3, Pe.2:93:(1):5, Pax:2, Eq:AR5, marker:RESERVE"
)

_WHOLE = re.compile(
    r"(?:(?P<size>II|III|X{1,5}) )?(?P<name>[^:,]+):(?P<values>[^,]+?)"
    r"(?: of (?P<formation>[^,]+))?(?:, (?P<remark>.+))?"
)
_FIGURE = r"([0-9]+\??|\?)"
_UNIT = re.compile(rf"(\(?){_FIGURE}(\)?)-{_FIGURE}-{_FIGURE}")
_FLAK = re.compile(rf"\+{_FIGURE}/\({_FIGURE}\)-{_FIGURE}(?:-{_FIGURE})?")
_PAIR = re.compile(rf"{_FIGURE}-{_FIGURE}")
_ORGANIC = re.compile(rf"{_FIGURE}F-{_FIGURE}")
_PLANE = re.compile(rf"{_FIGURE}:(\(?){_FIGURE}(\)?):{_FIGURE}")
_PAX = re.compile(r"[1-9][0-9]*")
_EQ = re.compile(r"AR([0-5])")


class Counter(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """Anything that an order of arrival names."""

    name: str
    """Number, type or name; ? where it is lost."""
    written: str
    """The counter in writing, without size, formation and remark."""
    source: str
    """The booklet, or the name of the pack that gave it."""
    size: str = ""
    formation: str = ""
    remark: str = ""
    doubtful: tuple[str, ...] = ()
    """Parts that could be read only with doubt."""

    @property
    def lost(self) -> bool:
        """Whether a part of it is lost or doubtful."""
        return LOST in self.written

    def __str__(self) -> str:
        size = f"{self.size} " if self.size else ""
        formation = f" of {self.formation}" if self.formation else ""
        remark = f", {self.remark}" if self.remark else ""
        return f"{size}{self.written}{formation}{remark}"


class Unit(Counter, frozen=True, kw_only=True, tag="unit"):
    """A ground unit in Combat Mode; for artillery the strength is its barrage."""

    strength: int | None
    ar: int | None
    move: int | None
    attacks: bool


class AntiAircraft(Counter, frozen=True, kw_only=True, tag="anti_aircraft"):
    """An anti-aircraft division; of its last two figures only one can be read."""

    flak: int | None
    strength: int | None
    figure: int | None
    """The action rating or the movement."""
    move: int | None = None


class Headquarters(Counter, frozen=True, kw_only=True, tag="headquarters"):
    """An HQ with its two printed figures."""

    throw: int | None
    move: int | None


class Transport(Counter, frozen=True, kw_only=True, tag="transport"):
    """Trucks, wagons, or the organic truck of a formation."""

    points: int | None
    move: int | None
    organic: bool


class Aircraft(Counter, frozen=True, kw_only=True, tag="aircraft"):
    """An air unit."""

    range: int | None
    air: int | None
    barrage: int | None
    fighter: bool


class Replacement(Counter, frozen=True, kw_only=True, tag="replacement"):
    """Pax, or one Eq of an action rating."""

    pax: int = 0
    eq: int | None = None


class Marker(Counter, frozen=True, kw_only=True, tag="marker"):
    """A marker, or a counter known by its name alone; it is written behind the colon."""

    drawn: bool = False
    """Whether it is drawn at random."""


def parse_counter(text: str, source: str = "booklet") -> Counter:
    """The counter that a text describes, or an error that says what is wrong with it."""
    whole = _WHOLE.fullmatch(text.strip())
    if whole is None:
        raise BadInput(f"'{text}' is no counter; write name:values, for example {FORMS}.")
    name, values = whole["name"].strip(), whole["values"].strip()
    found = _read_values(name, values)
    if found is None:
        raise BadInput(f"'{text}': '{values}' are no values of a counter; allowed: {FORMS}.")
    kind, figures = found
    doubtful = [part for part, value in figures.items() if _in_doubt(value)]
    head: dict[str, Any] = {
        "name": name,
        "written": f"{name}:{values}",
        "size": whole["size"] or "",
        "formation": whole["formation"] or "",
        "remark": whole["remark"] or "",
        "source": source,
    }
    if _in_doubt(name):
        head["name"] = name.removesuffix(LOST)
        doubtful.insert(0, "name")
    read = {part: _number(value) for part, value in figures.items()}
    return kind(**(head | read), doubtful=tuple(doubtful))


def _in_doubt(value: Any) -> bool:
    return isinstance(value, str) and value.endswith(LOST) and value != LOST


def _number(value: Any) -> Any:
    """A figure as a number, nothing where it is lost; other words stay."""
    if value == LOST:
        return None
    bare = value.removesuffix(LOST) if isinstance(value, str) else value
    return int(bare) if isinstance(bare, str) and bare.isdigit() else bare


def _read_values(name: str, values: str) -> tuple[type[Counter], dict[str, Any]] | None:
    """The kind of counter and its figures as they are written."""
    if name in ("marker", "named", "random"):
        return Marker, {"drawn": name == "random"}
    if name == "Pax":
        return (Replacement, {"pax": values}) if _PAX.fullmatch(values) else None
    if name == "Eq":
        rating = _EQ.fullmatch(values)
        return (Replacement, {"eq": rating[1]}) if rating else None
    if name == "organic truck":
        own = _ORGANIC.fullmatch(values)
        return (Transport, {"points": own[1], "move": own[2], "organic": True}) if own else None
    pair = _PAIR.fullmatch(values)
    if name in ("truck", "wagon"):
        return (Transport, {"points": pair[1], "move": pair[2], "organic": False}) if pair else None
    if pair:
        return Headquarters, {"throw": pair[1], "move": pair[2]}
    if flak := _FLAK.fullmatch(values):
        figures = {"flak": flak[1], "strength": flak[2], "figure": flak[3], "move": flak[4]}
        return AntiAircraft, figures
    if (unit := _UNIT.fullmatch(values)) and bool(unit[1]) == bool(unit[3]):
        figures = {"strength": unit[2], "ar": unit[4], "move": unit[5]}
        return Unit, {**figures, "attacks": not unit[1]}
    if (plane := _PLANE.fullmatch(values)) and bool(plane[2]) == bool(plane[4]):
        figures = {"range": plane[1], "air": plane[3], "barrage": plane[5]}
        return Aircraft, {**figures, "fighter": not plane[2]}
    return None


class ReadCounter(Question, frozen=True, kw_only=True):
    """What a written counter means, figure by figure."""

    cites = (
        "TFB-NOT-1",
        "TFB-NOT-2",
        "TFB-NOT-3",
        "TFB-NOT-4",
        "TFB-NOT-5",
        "TFB-NOT-6",
        "TFB-NOT-7",
        "TFB-NOT-8",
    )

    counter: Annotated[Name, Meta(description="the counter, for example 65:4-3-6 or Pe.2:93:(1):5")]

    def answer(self, nature: Nature) -> Finding[Counter]:
        why = Why()
        counter = parse_counter(self.counter)
        if isinstance(counter, Unit):
            why.by("TFB-NOT-1", "strength (artillery: barrage), action rating, movement")
            if not counter.attacks:
                why.by("TFB-NOT-2", "a strength in brackets does not attack")
        elif isinstance(counter, AntiAircraft):
            why.by("TFB-NOT-3", "flak modifier, strength in brackets, one more figure")
        elif isinstance(counter, Headquarters):
            why.by("TFB-NOT-4", "a headquarters and its two printed figures")
        elif isinstance(counter, Transport):
            why.by("TFB-NOT-5", "movement 45 is a truck, 10 a wagon; F is a full organic truck")
        elif isinstance(counter, Aircraft):
            why.by("TFB-NOT-6", "range, air rating (in brackets: no fighter), barrage")
        elif isinstance(counter, Marker):
            why.by("TFB-NOT-8", "a marker that becomes usable")
        if counter.size:
            why.by("TFB-NOT-7", f"{counter.size} is the size of the unit")
        return why.so(counter)


class Family(Struct, frozen=True, kw_only=True):
    """Counters that the identification page tells apart."""

    family: str
    kinds: tuple[str, ...]
    special_rules: dict[str, str]
    """The rule that each special kind has, where one is printed."""
    note: str


class Identification(Question, frozen=True, kw_only=True):
    """The kinds of counters that a booklet's identification page tells apart."""

    cites = tuple(f"TFB-{page}-{n}" for page in ("IDS", "IDA") for n in range(1, 5))

    side: Annotated[Side, Meta(description="whose booklet")]

    def answer(self, nature: Nature) -> Finding[tuple[Family, ...]]:
        why = Why()
        found = [
            Family(
                family=family,
                kinds=tuple(data["kinds"]),
                special_rules=data.get("rules", {}),
                note=data.get("note", ""),
            )
            for family, data in FAMILIES[self.side].items()
            if why(data["cites"], f"{family.replace('_', ' ')} by {self.side} counters")
        ]
        return why.so(tuple(found))
