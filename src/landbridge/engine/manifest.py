"""What a game brings along: one typed manifest, from which all lists of games follow.

A game's package holds it as `INFO`. It names modules and what to take from them, such as
"war.game:Arsenal", and imports nothing, so that listing games costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal

from msgspec import Struct

Colours = Literal["soviet", "axis"]
"""What a side wears, as the style sheet names it: dark with light figures, pale with dark ones."""


class BotInfo(Struct, frozen=True):
    """A bot that a game brings along."""

    place: str
    text: str
    """What it is like to play against."""


class TutorialInfo(Struct, frozen=True):
    """A tutorial that a game brings along, see engine/coaching."""

    file: str
    """Under its `data/`."""
    guide: str = ""
    """What its conditions, words and figures mean, where they are the game's own."""


class GameInfo(Struct, frozen=True, kw_only=True):
    """One game. Places are relative to its package."""

    name: str
    title: str
    prefix: str
    """What the ids of its rows begin with."""
    series: str = ""
    """What the ids of the series rules under it begin with."""
    package: str
    roles: tuple[str, ...]
    colours: dict[str, Colours] = {}
    """By role, what its counters, its ground and its dice wear."""
    game: str
    """The rules of play."""
    questions: dict[str, str] = {}
    tables: dict[str, str] = {}
    bots: dict[str, BotInfo] = {}
    """By name, the strongest first."""
    tutorials: dict[str, TutorialInfo] = {}
    """By the scenario that each of them plays."""
    board: str = ""
    """What a client draws beside the view."""
    map: str = ""
    """What draws its map, see engine/drawing/maps.py."""
    film: str = ""
    """What draws a whole match, see engine/drawing/film.py."""
    forms: str = ""
    """Reports as files."""
    sealed_orders: str = ""
    """Orders that are exchanged in envelopes."""
    diary: str = ""
    """What is counted in matches between bots."""
    ahead: str = ""
    """What a campaign holds in store, as a report."""

    def load(self, place: str) -> Any:
        """What stands at a place of its package."""
        module, name = place.split(":")
        return getattr(import_module(f"{self.package}.{module}"), name)
