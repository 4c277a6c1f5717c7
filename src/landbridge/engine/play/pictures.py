"""What an event looks like on a board: who went where, what became of whom, which dice hit.

A page plays a turn back from these, and leaves them on the map as traces. A game makes the picture
of an event from the event alone (`Game.picture`): whoever may know of the event may see it. Units
and places are named by their ids, as the game's atlas has them.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class UnitMove(Struct, frozen=True, omit_defaults=True):
    """Units that went from one place to another."""

    units: tuple[str, ...]
    end: str
    start: str = ""
    """Empty where the event does not say it: the place where they stood."""
    how: Literal["march", "rail", "sea", "air", "retreat", "advance", "attack"] = "march"
    side: str = ""
    """Whose they are, where the event does not name them."""
    path: tuple[str, ...] = ()
    """The places on the way, the last of them the end, where the event tells it."""


class Fate(Struct, frozen=True):
    """What became of units, other than that they moved."""

    units: tuple[str, ...]
    what: Literal["lost", "steps", "dispersed", "thrown back", "arrived", "left", "committed"]
    place: str = ""
    side: str = ""
    """Whose they are, where the event does not name them."""
    steps: int = 0
    """How many steps they have lost, where that is what became of them."""


class Capture(Struct, frozen=True):
    """A place that changed hands."""

    place: str
    side: str


class Volley(Struct, frozen=True):
    """Dice that were thrown together, and which of them hit."""

    by: Literal["attacker", "defender"]
    text: str
    faces: tuple[int, ...]
    hits: tuple[bool, ...]
    """None where a table tells what came of them, and no die hits by itself."""


class BattlePart(Struct, frozen=True, omit_defaults=True):
    """The part of a battle that an event is."""

    part: Literal["begins", "air", "round", "breaks off", "ends"]
    place: str
    attacker: str = ""
    """The side that attacks, where the battle begins."""
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    attacking: str = ""
    """What is known of the attackers, where they are not named: "3 units"."""
    defending: str = ""
    volleys: tuple[Volley, ...] = ()


class EventPicture(Struct, frozen=True, omit_defaults=True):
    """An event as it is played back on a board."""

    headline: str = ""
    """What it meant, in a few words, where it meant something."""
    weight: int = 0
    """How much that matters: of several headlines the greatest comes first."""
    turn: str = ""
    """The side whose turn begins with it."""
    place: str = ""
    """Where to look, where nothing else says it."""
    moves: tuple[UnitMove, ...] = ()
    fates: tuple[Fate, ...] = ()
    captures: tuple[Capture, ...] = ()
    battle: BattlePart | None = None
