"""Hexes as players name them in the ledger."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.play.actions import Slot
from landbridge.games.belorussia.arrivals.map_edges import parse_hex

HEX = Slot("hex", examples=("B6.03", "B12.20", "C30.22", "A40.10"), prompt="hex, such as B6.03")
HexName = Annotated[str, Meta(examples=list(HEX.examples))]


def check_hex(name: str) -> None:
    """Refuse what is no hex number of the four maps."""
    parse_hex(name)
