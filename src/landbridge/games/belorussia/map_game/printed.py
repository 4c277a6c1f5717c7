"""What never changes of the map game: the country and every counter as it is printed.

A page fetches it once. Hexes and hexsides are columns in the order of the hexes, because thousands
of them lie alike; a client lays them out again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from landbridge.games.belorussia.armies.units import planes, units
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.map.sheets import atlas, column_and_row
from landbridge.games.belorussia.map_game.printed_names import NameView, ground_names
from landbridge.games.belorussia.position.counters import Counter, Face, counter_of, plane_of


class HexRun(Struct, frozen=True, array_like=True):
    """Hexes from north to south: B18.18, B18.17 and so on are one run of the prefix "B18."."""

    prefix: str
    number: int
    """Of the first; the others follow, each one less, in two digits."""
    column: int
    row: int
    """Of the first, over the whole map."""
    count: int


class HexColumn(Struct, frozen=True):
    """A word for each hex, written as a letter: a for the first word, b for the second."""

    words: tuple[str, ...]
    letters: str


class SideColumns(Struct, frozen=True):
    """What lies between hexes, in the order of the first of both."""

    ones: tuple[int, ...]
    """The first hex, by its distance from the first hex of the side before."""
    others: tuple[int, ...]
    """The second hex, by its distance from the first."""
    kinds: tuple[int, ...]
    words: tuple[tuple[str, str, str], ...]
    """By kind: water, road and railway."""


class PlaceView(Struct, frozen=True):
    """A place with a name."""

    name: str
    hexes: tuple[str, ...]
    kind: str


class FaceView(Struct, frozen=True):
    """One side of a counter."""

    strength: str
    rating: int
    move: int
    mobility: str
    throw: int | None = None


class CounterView(Struct, frozen=True, omit_defaults=True):
    """A counter as it is printed."""

    id: str
    side: str
    name: str
    symbol: str
    size: str
    category: str
    combat: FaceView
    moving: FaceView
    nation: str = ""
    army: str = ""
    parent: str = ""
    formation: str = ""
    steps: int = 1
    source: str = ""


_SYMBOLS = (
    ("HQ", "hq"),
    ("organic truck", "truck"),
    ("guards mortar", "rockets"),
    ("werfer", "rockets"),
    ("artillery", "artillery"),
    ("mortar", "artillery"),
    ("anti-tank", "anti_tank"),
    ("flak", "anti_air"),
    ("AA", "anti_air"),
    ("engineer", "engineer"),
    ("pontoon", "engineer"),
    ("reconnaissance", "recon"),
    ("panzergrenadier", "mech"),
    ("mechanised", "mech"),
    ("motor", "motorised"),
    ("tank", "armor"),
    ("panzer", "armor"),
    ("tiger", "armor"),
    ("assault gun", "armor"),
    ("self-propelled", "armor"),
    ("cavalry", "cavalry"),
)
"""How a kind of unit is drawn, by a word in its name; the first that fits."""


def symbol_of(kind: str) -> str:
    """The symbol of a kind of unit."""
    return next((symbol for word, symbol in _SYMBOLS if word in kind), "infantry")


def _face(face: Face) -> FaceView:
    strength = str(face.strength) if face.attacks else f"({face.strength})"
    return FaceView(strength, face.rating, face.move, face.by, face.throw)


def made_view(counter: Counter) -> CounterView:
    """A counter that has come into being during a match."""
    return counter_view(counter, "truck" if counter.is_transport else symbol_of(counter.arm))


def counter_view(counter: Counter, symbol: str, size: str = "", source: str = "") -> CounterView:
    """A counter as it is drawn."""
    return CounterView(
        counter.id,
        counter.side,
        counter.name,
        symbol,
        size,
        counter.category,
        _face(counter.combat),
        _face(counter.moving),
        counter.nation,
        counter.army,
        counter.parent,
        counter.formation,
        counter.steps,
        source,
    )


# All of it


class MapAtlas(Struct, frozen=True):
    """Everything that never changes."""

    runs: tuple[HexRun, ...]
    landscape: HexColumn
    settlement: HexColumn
    sides: SideColumns
    places: tuple[PlaceView, ...]
    counters: tuple[CounterView, ...]
    names: tuple[NameView, ...]
    """Of rivers, woods, marshes and heights."""


@cache
def map_atlas() -> MapAtlas:
    """The country and the counters."""
    here, hexes = country(), atlas().hexes
    ground = (
        counter_view(counter_of(unit), symbol_of(unit.kind), unit.size, unit.source)
        for unit in units().values()
    )
    flying = (counter_view(plane_of(unit), "air", "", unit.source) for unit in planes().values())
    return MapAtlas(
        _runs(),
        _column(map(here.landscape_of, hexes)),
        _column(map(here.settlement_of, hexes)),
        _sides(),
        tuple(
            PlaceView(place.name, tuple(map(atlas().label, place.hexes)), place.kind)
            for place in here.places.values()
        ),
        (*ground, *flying),
        ground_names(here),
    )


def _runs() -> tuple[HexRun, ...]:
    found: list[HexRun] = []
    for place in atlas().hexes:
        prefix, _, number = atlas().label(place).partition(".")
        column, row = column_and_row(place)
        last = found[-1] if found else None
        if last is not None and _follows(last, f"{prefix}.", int(number), column, row):
            found[-1] = HexRun(last.prefix, last.number, last.column, last.row, last.count + 1)
        else:
            found.append(HexRun(f"{prefix}.", int(number), column, row, 1))
    return tuple(found)


def _follows(run: HexRun, prefix: str, number: int, column: int, row: int) -> bool:
    return (prefix, number, column, row) == (
        run.prefix,
        run.number - run.count,
        run.column,
        run.row - run.count,
    )


def _column(words: Iterable[str]) -> HexColumn:
    given = list(words)
    known = {word: chr(ord("a") + number) for number, word in enumerate(dict.fromkeys(given))}
    return HexColumn(tuple(known), "".join(known[word] for word in given))


def _sides() -> SideColumns:
    here, index = country(), atlas().index
    between = sorted(
        (index(one), index(other), one, other)
        for one, other in {*here.water, *here.roads, *here.rails}
        if one in atlas() and other in atlas()
    )
    lies = [
        tuple(layer.get((one, other), "") for layer in (here.water, here.roads, here.rails))
        for _, _, one, other in between
    ]
    kinds = {words: number for number, words in enumerate(dict.fromkeys(lies))}
    firsts = [first for first, *_ in between]
    return SideColumns(
        tuple(after - before for before, after in zip([0, *firsts], firsts, strict=False)),
        tuple(second - first for first, second, *_ in between),
        tuple(kinds[words] for words in lies),
        tuple((water, road, rail) for water, road, rail in kinds),
    )
