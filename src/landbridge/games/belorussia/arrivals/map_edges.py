"""The edges of the four maps by their hex numbers: where units may enter over an edge.

>>> on_north_edge("B23.35"), on_north_edge("B22.35"), west_of("A60.34", "B18.34")
(True, False, True)
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, Violation, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.emergencies import entry_marker
from landbridge.games.belorussia.arrivals.order import ArrivalEntry, by_row
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import PACKAGE, TurnDate

HEX_NAME = re.compile(r"([A-D])(\d{1,2})\.(\d{2})")
EDGES: dict[str, Any] = read_toml(PACKAGE, "arrivals_axis.toml")["edges"]


def parse_hex(name: str) -> tuple[str, int, int]:
    """Map, column and row of a hex."""
    found = HEX_NAME.fullmatch(name)
    if found is None:
        raise BadInput(f"'{name}' is no hex; write map, column and row, for example B6.03.")
    return found[1], int(found[2]), int(found[3])


def on_north_edge(name: str) -> bool:
    """Whether a hex is the last of its column on a northern map."""
    sheet, column, row = parse_hex(name)
    last: int = EDGES["last_row"]["odd" if column % 2 else "even"]
    return sheet in EDGES["north"] and row == last


def on_west_edge(name: str) -> bool:
    """Whether a hex is in the first column of a western map."""
    sheet, column, _ = parse_hex(name)
    return sheet in EDGES["west"] and column == 1


def west_of(name: str, other: str) -> bool:
    """Whether a hex lies in a column west of another one."""
    return _easting(name) < _easting(other)


def _easting(name: str) -> tuple[bool, int]:
    """How far east a hex lies: the western maps first, then by columns."""
    sheet, column, _ = parse_hex(name)
    return sheet not in EDGES["west"], column


@rule("TFB-OOA-25", "TFB-OOA-29", "TFB-OOA-32", "TFB-EMG-6", "TFB-EMG-7")
def hex_violations(entry: ArrivalEntry, name: str, marker: str = "") -> tuple[Violation, ...]:
    """What speaks against an entry's units entering in a hex; roads and rails only a map knows."""
    named = _hexes(entry)
    if named:
        wrong = name not in named
        return violations(
            violation_if(wrong, f"{name} is not {entry.place}", entry.cites, choices(named))
        )
    if entry.edge == "north":
        on_edge = on_north_edge(name)
        return violations(
            violation_if(
                not on_edge, f"{name} is not on the north map edge", entry.cites, entry.place
            ),
            violation_if(
                on_edge and not west_of(name, marker),
                f"{name} is not west of the AGN marker in {marker}",
                entry.cites,
                entry.place,
            ),
        )
    return violations(
        violation_if(
            entry.edge == "west" and not on_west_edge(name),
            f"{name} is not on the west map edge",
            entry.cites,
            entry.place,
        )
    )


def _hexes(entry: ArrivalEntry) -> tuple[str, ...]:
    """The hexes that an entry names."""
    return tuple(found[0] for found in HEX_NAME.finditer(entry.place))


def enters_at_hexes(entry: ArrivalEntry) -> bool:
    """Whether an entry's units come to hexes that are named, or over an edge of the map."""
    return bool(entry.edge or _hexes(entry))


class ArrivalHex(RuledQuestion, frozen=True, kw_only=True):
    """Whether the units of an entry may enter in a hex: over the right edge, west of the marker."""

    cites = ("TFB-OOA-25", "TFB-OOA-29", "TFB-OOA-32", "TFB-EMG-6", "TFB-EMG-7")
    turns_on = ("late_divisions",)
    asks_permission = True

    row: Annotated[Name, Meta(description="the entry by its row, for example TFB-OOA-29")]
    hex: Annotated[Name, Meta(description="the hex, for example B12.34")]
    date: TurnDate

    def answer(self, nature: Nature) -> Finding[bool]:
        entry = by_row(self.row)
        if entry is None or not enters_at_hexes(entry):
            rows = choices(type(self).cites)
            raise BadInput(f"{self.row} brings no units to hexes; such rows: {rows}.")
        parse_hex(self.hex)
        why = Why()
        marker = ""
        if entry.edge == "north":
            if entry.date is None or self.date < entry.date:
                raise BadInput(f"{self.row} has not come by then.")
            marker = entry_marker(entry.date, self.date, self.rulings.late_divisions, why)
        refuse(hex_violations(entry, self.hex, marker))
        why(entry.cites, f"units come to {entry.place}")
        return why.so(True)
