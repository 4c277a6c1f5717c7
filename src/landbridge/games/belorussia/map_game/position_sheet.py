"""The map in words, for the shell and for paper: who stands where, and what lies there."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from landbridge.engine.columns import WORD
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.sheets import Line, Part, Sheet
from landbridge.games.belorussia.ledger.sheets import position_in_words
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.map.sheets import find_hex
from landbridge.games.belorussia.map_game.board import fuelled_rows
from landbridge.games.belorussia.map_game.hex_names import hex_name
from landbridge.games.belorussia.position.counters import SIDES, Counter, Face
from landbridge.games.belorussia.position.position import (
    FINISHED,
    INACTIVE,
    MARKERS,
    MOVE_SIDE,
    UNSEEN,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply.lots import amount
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.words import NAME_OF, Side

MODES = {"": "", "reserve": "Reserve", "strat": "Strat", "exploit": "Exploit", "dg": "DG"}
SPENT = 12
"""Parts of a movement point."""
AIR_STRIP = "air strip"


def position_sheet(view: Ledger) -> Sheet:
    """Every stack of both sides."""
    return Sheet("Position", position_in_words(view), _parts(view, None))


def look_round(view: Ledger, at: str, within: int) -> tuple[Part, ...]:
    """What stands within so many hexes of a place or a hex, and on what ground."""
    return _parts(view, _round(view, at, within))


def _round(view: Ledger, at: str, within: int) -> frozenset[int]:
    land = view.table.land
    hexes = country().places[at].hexes if at in country().places else None
    if hexes is None:
        try:
            hexes = (find_hex(at),)
        except BadInput:
            if at[:1].isalpha() and at[1:2].isdigit():
                raise
            raise BadInput(unknown("place", at, country().places)) from None
    middles = [land.index[hex] for hex in hexes if hex in land.index]
    if not middles:
        raise BadInput(f"{at} lies off the part of the map that is played on.")
    return frozenset(near for place in middles for near in land.within(place, within))


def _parts(view: Ledger, near: frozenset[int] | None) -> tuple[Part, ...]:
    theatre, fuelled = view.theatre_at_any_time, fuelled_rows(view)
    found = [_side_part(theatre, side, near, fuelled) for side in SIDES]
    if near is not None:
        found.append(_ground_part(theatre, near))
    return tuple(part for part in found if part.lines)


def _side_part(
    theatre: Theatre, side: Side, near: frozenset[int] | None, fuelled: frozenset[int]
) -> Part:
    lines = tuple(
        Line(f"{hex_name(theatre, place)}: {'; '.join(things)}")
        for place in _places(theatre, side, near)
        if (things := [*_units(theatre, place, side, fuelled), *_works(theatre, place, side)])
    )
    return Part(NAME_OF[side], lines)


def _places(theatre: Theatre, side: Side, near: frozenset[int] | None) -> list[int]:
    """The hexes in which a side has something, from north to south as they are numbered."""
    now, size = theatre.position, theatre.land.size
    mine = theatre.counters.by_side[SIDES.index(side)]
    at = WORD.numbers(now.at)
    found: set[int] = {at[row] for row in mine if at[row] < size}
    found.update(now.dumps[SIDES.index(side)])
    found.update(place for place, base in now.bases.items() if base.side == side)
    found.update(one.place for one in now.extenders if one.side == side)
    found.update(place for place in now.hedgehogs if _holder(theatre, place) == side)
    return sorted(found if near is None else found & near)


def _holder(theatre: Theatre, place: int) -> Side | None:
    holder = theatre.position.control[place]
    return SIDES[holder - 1] if holder else None


# Units


def _units(theatre: Theatre, place: int, side: Side, fuelled: frozenset[int]) -> Iterator[str]:
    rows = theatre.stack(place, side)
    counters = theatre.counters
    for row in rows:
        if not counters[row].is_transport:
            yield _unit(theatre, row, row in fuelled)
    points: dict[str, list[int]] = {}
    for row in rows:
        if counters[row].is_transport:
            points.setdefault(_transport(theatre, row), []).append(row)
    for words, own in points.items():
        ids = ", ".join(counters[row].id for row in own)
        yield f"{words} [{ids}]" if len(own) == 1 else f"{len(own)} x {words} [{ids}]"


def _unit(theatre: Theatre, row: int, fuelled: bool) -> str:
    counter = theatre.counters[row]
    inside = ", ".join([*_state(theatre, row, counter), *["fuelled"] * fuelled])
    values = _plane(counter) if counter.kind == "plane" else _values(theatre, row, counter)
    return f"{counter.name} [{counter.id}] {values}{f' ({inside})' if inside else ''}"


def _values(theatre: Theatre, row: int, counter: Counter) -> str:
    """Strength, action rating and movement of the side that is up, and of the other."""
    up, down = counter.combat, counter.moving
    if theatre.position.face[row] == MOVE_SIDE:
        up, down = down, up
    words = [_face(up)]
    if counter.duty == "artillery":
        words.append(f"range {counter.range}")
    if up.throw is not None:
        words.append(f"throws {up.throw}")
    if down != up:
        words.append(f"reverse {_face(down)}")
    return ", ".join(words)


def _face(face: Face) -> str:
    strength = str(face.strength) if face.attacks else f"({face.strength})"
    return f"{strength}-{face.rating}-{face.move} {face.by}"


def _plane(counter: Counter) -> str:
    """Type, air combat rating, bombs and range."""
    face = counter.combat
    return f"{counter.arm} {face.rating}-{face.strength}, range {counter.range}"


def _state(theatre: Theatre, row: int, counter: Counter) -> Iterator[str]:
    """How a unit stands, as far as it is out of the ordinary."""
    now = theatre.position
    if counter.kind == "plane":
        if now.lost[row]:
            yield "reduced"
        yield "Inactive" if now.done[row] & INACTIVE else "Active"
        return
    if counter.is_combat:
        side_up = "Move" if now.face[row] == MOVE_SIDE else "Combat"
        marker = MODES[MARKERS[now.marker[row]]]
        yield f"{marker}, {side_up} side" if marker else side_up
        if counter.steps > 1:
            yield f"{counter.steps - now.lost[row]} of {counter.steps} steps"
        if now.stock[row]:
            yield "Low" if now.stock[row] == 1 else "Exhausted"
    if now.out[row]:
        yield "Out of Supply"
    if counter.is_combat and row in _without_trace(theatre, counter.side):
        yield "no trace now"
    spent = WORD.get(now.spent, row)
    if spent:
        yield f"{spent / SPENT:g} MP spent"
    if now.done[row] & FINISHED:
        yield "done"


def _transport(theatre: Theatre, row: int) -> str:
    counter, now = theatre.counters[row], theatre.position
    load = now.load[row]
    words = f"{counter.kind.replace('_', ' ')} of {amount(counter.capacity)}"
    told = [words, f"loaded {amount(load)}" if load else "empty"]
    if counter.formation:
        told.append(counter.formation)
    told += list(_state(theatre, row, counter))
    return ", ".join(told)


def _without_trace(theatre: Theatre, side: Side) -> frozenset[int]:
    """Who of a side has no trace as things stand; nobody knows it of a side that is hidden."""
    at, mine = WORD.numbers(theatre.position.at), theatre.counters.by_side[SIDES.index(side)]
    if any(at[row] == UNSEEN for row in mine):
        return frozenset()
    return frozenset(supply_state(theatre, side).without)


# Works


def _works(theatre: Theatre, place: int, side: Side) -> Iterator[str]:
    now = theatre.position
    tokens = now.dumps[SIDES.index(side)].get(place, 0)
    if tokens:
        yield f"dump of {amount(tokens)}"
    base = now.bases.get(place)
    if base is not None and base.side == side:
        yield f"air base, Level {base.level}" if base.level else AIR_STRIP
    level = now.hedgehogs.get(place, 0)
    if level and _holder(theatre, place) == side:
        yield f"hedgehog, Level {level}"
    for one in now.extenders:
        if one.place == place and one.side == side:
            yield f"{one.kind} Extender"


# The ground


def _ground_part(theatre: Theatre, near: Collection[int]) -> Part:
    """Terrain, towns and who holds each hex."""
    lines = (
        Line(f"{hex_name(theatre, place)}: {_ground(theatre, place)}") for place in sorted(near)
    )
    return Part("Ground", tuple(lines))


def _ground(theatre: Theatre, place: int) -> str:
    land = theatre.land
    words = [word.replace("_", " ") for word in land.terrain[place]]
    roads = sorted(
        f"{kind.replace('_', ' ')} to {', '.join(sorted(ends))}"
        for kind, ends in _ways(theatre, place).items()
    )
    holder = _holder(theatre, place)
    held = f"held by the {NAME_OF[holder]} side" if holder else "held by nobody"
    return "; ".join([", ".join(words), *roads, held])


def _ways(theatre: Theatre, place: int) -> dict[str, list[str]]:
    """Roads, railways and water of a hex, with the hexes on the other side."""
    land, found = theatre.land, dict[str, list[str]]()
    width = land.graph.width
    for step in range(place * width, (place + 1) * width):
        there, lies = land.graph.ends[step], land.between[step]
        for kind in (lies.water, lies.road, lies.rail):
            if kind and there >= 0:
                found.setdefault(kind, []).append(land.labels[there])
    return found
