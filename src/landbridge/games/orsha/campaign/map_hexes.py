"""Hexes of the campaign's map: by label, in runs, along the edge, and what burns in them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from landbridge.engine.refusals import BadInput
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.campaign.open_facts import Holder
from landbridge.games.orsha.rules.map.hexes import lvp_labels, map_hexes, strategic_by_print
from landbridge.games.orsha.rules.perimeter.grains import Field, field

BURNS: dict[str, str] = {
    "building": "building",
    "orchard": "orchard",
    "woods": "woods",
    "grain": "grain",
}
"""Terrain of the map that can burn, as step 9.609 calls it."""


@cache
def ground(edge_rows: str = "printed") -> Field:
    """The printed map with its edge."""
    return field("full", edge_rows)


def find_hex(label: str, edge_rows: str = "printed") -> str:
    """A hex of the map by its label, as it is printed."""
    where = ground(edge_rows)
    return where.label(where.hex(label))


def number_in(label: str) -> int:
    """The number printed in a hex behind its letters."""
    return int(label.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def first_control(edge_rows: str) -> dict[str, Holder]:
    """Who holds the edge and the marked hexes before the first battle (8.61, CG12b)."""
    where = ground(edge_rows)
    found: dict[str, Holder] = {}
    for label in (*(where.label(place) for place in where.ring), *lvp_labels()):
        found[label] = "german" if number_in(label) < 42 else "russian"
    return found


def spelled_out(words: Iterable[str], edge_rows: str) -> tuple[str, ...]:
    """Hexes one by one; a run along the map edge or down a column may be written A5-A12."""
    where = ground(edge_rows)
    found: list[str] = []
    for word in words:
        first, dash, last = word.partition("-")
        if not dash:
            found.append(where.label(where.hex(first)))
            continue
        a, b = where.hex(first), where.hex(last)
        if a.q == b.q:
            low, high = sorted((a.r, b.r))
            found += [where.label(Hex(a.q, r)) for r in range(low, high + 1)]
        elif a in where.turn and b in where.turn:
            found += [where.label(place) for place in _along(where, where.turn[a], where.turn[b])]
        else:
            raise BadInput(f"'{word}': a run goes down a column or along the map edge.")
    return tuple(dict.fromkeys(found))


def _along(where: Field, start: int, stop: int) -> Iterable[Hex]:
    ahead = (stop - start) % len(where.ring)
    back = (start - stop) % len(where.ring)
    if ahead <= back:
        return [where.ring[(start + k) % len(where.ring)] for k in range(ahead + 1)]
    return [where.ring[(start - k) % len(where.ring)] for k in range(back + 1)]


def runs_of(labels: Iterable[str]) -> tuple[str, ...]:
    """Hexes as runs down their columns, such as A1-A30."""
    columns: dict[str, list[int]] = {}
    for label in labels:
        letters = label.rstrip("0123456789")
        columns.setdefault(letters, []).append(int(label[len(letters) :]))
    found = []
    for letters in sorted(columns, key=lambda word: (len(word), word)):
        numbers = sorted(columns[letters])
        start = last = numbers[0]
        for number in (*numbers[1:], -9):
            if number == last + 1:
                last = number
                continue
            found.append(f"{letters}{start}" + (f"-{letters}{last}" if last > start else ""))
            start = last = number
    return tuple(found)


@cache
def hexes_in(runs: tuple[str, ...]) -> frozenset[str]:
    """The hexes of these runs."""
    found: set[str] = set()
    for run in runs:
        first, _, last = run.partition("-")
        letters = first.rstrip("0123456789")
        low, high = number_in(first), number_in(last or first)
        found.update(f"{letters}{number}" for number in range(low, high + 1))
    return frozenset(found)


def strategic_by_map(label: str, edge_rows: str) -> bool:
    """Whether the printed map alone makes a hex Strategic."""
    where = ground(edge_rows)
    return bool(strategic_by_print(where.atlas, where.hex(label)))


def on_edge(label: str, edge_rows: str) -> bool:
    """Whether a hex lies on the map edge."""
    where = ground(edge_rows)
    return where.hex(label) in where.turn


def burnable(label: str, marks: Iterable[str], r30: str = "hedge") -> str:
    """The terrain of a hex that can burn, or nothing; whether R30 is woods is a ruling."""
    if "open_ground" in marks:
        return ""
    if "rubble" in marks:
        return "wooden_rubble"
    if label == "R30" and r30 == "woods":
        return BURNS["woods"]
    return BURNS.get(map_hexes()[label].terrain, "")


def has_building(label: str, marks: Iterable[str]) -> bool:
    """Whether a building stands in a hex: printed there, and neither rubble nor burnt down."""
    gone = {"rubble", "open_ground"}.intersection(marks)
    return "building" in map_hexes()[label].features and not gone


def is_bare_shellholes(label: str, marks: Iterable[str]) -> bool:
    """Whether a hex is open ground but for shellholes, printed or made in battle."""
    if not label:
        return False
    shown = map_hexes()[label]
    bare = shown.terrain == "open" or "open_ground" in marks
    return bare and ("shellholes" in shown.features or "shellholes" in marks)


def has_shelter(label: str, marks: Iterable[str]) -> bool:
    """Whether a hex is Concealment terrain: anything but open ground, with or without holes."""
    return "open_ground" not in marks and map_hexes()[label].terrain != "open"
