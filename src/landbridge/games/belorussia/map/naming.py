"""How hexes are named, which of them are in play, and what the edge of the map means (OCS-MAP)."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.map.sheets import ROWS, atlas, column_and_row, find_hex, hex_at
from landbridge.games.belorussia.violations import refuse, violation_if, violations


class HexFacts(Struct, frozen=True, kw_only=True):
    """A hex and its neighbours."""

    map: str
    column: int
    row: int
    neighbours: dict[str, str]
    """By direction; none where the map ends."""


DIRECTIONS: dict[str, tuple[int, int, int]] = {
    "north": (0, 1, 1),
    "north-east": (1, 0, 1),
    "south-east": (1, -1, 0),
    "south": (0, -1, -1),
    "south-west": (-1, -1, 0),
    "north-west": (-1, 0, 1),
}
"""Columns eastward, and rows northward from an odd and from an even column."""


_LABEL = re.compile(r"([A-D])(\d{1,2})\.(\d{2})")


def cut_off(label: str) -> tuple[Violation, ...]:
    """What speaks against a hex of which the edge leaves too little: the top of even columns."""
    found = _LABEL.fullmatch(label)
    cut = found is not None and int(found[2]) % 2 == 0 and int(found[3]) == ROWS + 1
    return violations(
        violation_if(
            cut,
            f"less than half of {label} shows: no unit may ever be in it",
            "OCS-MAP-3",
            f"even columns end at row {ROWS}",
        )
    )


class HexQuestion(Question, frozen=True, kw_only=True):
    """Where a hex lies: its map, column and row, and the hexes next to it."""

    cites = ("OCS-MAP-1", "OCS-MAP-2", "OCS-MAP-3")

    hex: Annotated[Name, Meta(description="the hex, such as B18.19")]

    def answer(self, nature: Nature) -> Finding[HexFacts]:
        why = Why()
        refuse(cut_off(self.hex))
        place = find_hex(self.hex)
        parts = _LABEL.fullmatch(atlas().label(place))
        assert parts is not None
        why.by("OCS-MAP-1", "map letter, column from the left, row from the bottom")
        why.by("OCS-MAP-2", "rows rise northward, columns eastward")
        column, row = column_and_row(place)
        around = {}
        for direction, (east, odd, even) in DIRECTIONS.items():
            there = hex_at(column + east, row + (odd if column % 2 else even))
            if there in atlas():
                around[direction] = atlas().label(there)
        if len(around) < len(DIRECTIONS):
            why("OCS-MAP-3", "a hex cut by the edge is in play if half of it shows")
        return why.so(
            HexFacts(map=parts[1], column=int(parts[2]), row=int(parts[3]), neighbours=around)
        )


# The edge

WayOff = Literal["march", "rvgk_box", "rail_cargo", "withdrawal"]


def leaving_violations(way: WayOff) -> tuple[Violation, ...]:
    """What speaks against leaving the map of one's own will."""
    return violations(
        violation_if(
            way == "march",
            "no unit leaves the map",
            "OCS-MAP-5",
            "only by a rule of the game: the RVGK-3 box, rail cargo, withdrawals",
        )
    )


class LeaveMap(Question, frozen=True, kw_only=True):
    """What becomes of a unit that leaves the map, of its own will or not."""

    cites = ("OCS-MAP-4", "OCS-MAP-5")

    forced: Annotated[bool, Meta(description="whether it has no other way, as in a retreat")] = (
        False
    )
    way: Annotated[WayOff, Meta(description="how it leaves of its own will")] = "march"

    def answer(self, nature: Nature) -> Finding[Literal["destroyed", "leaves"]]:
        why = Why()
        if self.forced:
            gone = why("OCS-MAP-4", "forced off the map it is destroyed")
            return why.so("destroyed" if gone else "leaves")
        refuse(leaving_violations(self.way))
        why("OCS-MAP-5", "a rule of the game lets it leave")
        return why.so("leaves")
