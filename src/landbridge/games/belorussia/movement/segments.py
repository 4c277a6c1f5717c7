"""Whose move it is: who acts in a phase, and in which phases units move (OCS 2.3, 6.3)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import FINISHED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Phase, Side

MARCHING: tuple[Phase, ...] = ("movement", "reaction", "exploitation")
"""The phases in which ground units move."""


def acting_side(theatre: Theatre) -> Side:
    """The side that acts in the phase: the phasing one, but the other in the Reaction Phase."""
    reacts = theatre.phase == "reaction" and in_force("OCS-2.3-4")
    return other_side(theatre.phasing) if reacts else theatre.phasing


def moves_are_made(theatre: Theatre) -> bool:
    """Whether units move in this phase."""
    return theatre.phase in MARCHING


def is_simulcast(theatre: Theatre) -> bool:
    """Whether nothing offensive may be done in this turn: Deep Freeze makes it so."""
    return theatre.ground == "deep_freeze" and in_force(("OCS-2.4-4", "TFB-DF-1"))


def begin_move(position: Position, rows: Sequence[int]) -> Position:
    """The position as these begin to move: whoever else was under way has finished."""
    others = tuple(row for row in position.moving if row not in rows)
    begun = replace(position, moving=(), began={})
    return begun.mark(others, FINISHED) if others and in_force("OCS-6.1-1") else begun
