"""Hexes as players name them in the ledger."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from landbridge.engine.play.actions import Slot
from landbridge.engine.refusals import BadInput

HEX_NAME = re.compile(r"[A-D]\d{1,2}\.\d{2}")
HEX = Slot("hex", examples=("B6.03", "B12.20", "C30.22", "A40.10"), prompt="hex, such as B6.03")
HexName = Annotated[str, Meta(examples=list(HEX.examples))]


def check_hex(name: str) -> None:
    """Refuse what is no hex number of the four maps."""
    if not HEX_NAME.fullmatch(name):
        raise BadInput(f"'{name}' is no hex; write map, column and row, for example B6.03.")
