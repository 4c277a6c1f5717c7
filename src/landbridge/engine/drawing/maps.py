"""What is asked of a game's map, and the picture that it gives."""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.drawing.shapes import Drawing


class MapRequest(Struct, frozen=True, kw_only=True):
    """Which part of a map is wanted; without anything the whole of it, empty."""

    sheet: str | None = None
    at: str | None = None
    """A hex or a place, for a window round it."""
    within: int = 8
    """How far that window reaches, in hexes."""
    scenario: str | None = None
    """With the counters of a scenario."""


class MapPicture(Struct, frozen=True):
    """A map that is drawn."""

    drawing: Drawing
    hex: float
    """Units of the drawing from one flat side of a hex to the other."""
