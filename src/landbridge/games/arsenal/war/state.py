"""What a position of the war is: columns of bytes, and a few figures."""

from __future__ import annotations

from msgspec import Struct, field

from landbridge.engine.play.agenda import Agenda
from landbridge.games.arsenal.calendar import Symbols
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import NOWHERE
from landbridge.games.arsenal.rulings import Rulings
from landbridge.games.arsenal.words import Weather

NO_TARGETS = bytes([NOWHERE]) * len(UNITS)
"""Nobody attacks anything."""


class Due(Struct, frozen=True, array_like=True):
    """A unit that may be placed."""

    what: str
    """A type of unit, or '=' and the id of a unit."""
    place: int
    """Where; or anywhere that its nation may enter."""
    ready: bool = False
    """A reinforcement, which is undispersed."""


class Reserve(Struct, frozen=True, array_like=True):
    """How the Siberian Reserves stand."""

    released: bool = False
    come: Symbols = Symbols()
    failed: int = 0


class War(Agenda, frozen=True, kw_only=True):
    """Where the war stands."""

    scenario: str
    rulings: Rulings
    turn: int
    """1 is June 1941."""
    side: bytes
    """Who commands each unit."""
    at: bytes
    """Where each unit is."""
    flags: bytes
    """How each unit stands."""
    unsupplied_turns: bytes = field(name="hungry")
    """Own turns in a row that each unit ended without supply; in Siberia, those it still waits."""
    target: bytes = field(name="aim")
    """The point that each unit is going to attack."""
    held: bytes
    """Who controls each point."""
    lines: bytes
    """Units that have used each line in this phase: all, and sixteen for each of armour."""
    factory_at: bytes = field(name="plants")
    """Where each factory is."""
    factory_flags: bytes = field(name="plant_flags")
    factory_ready: bytes = field(name="plant_ready")
    """The first turn in which each factory can produce."""
    picked: tuple[int, ...] = ()
    building: tuple[tuple[int, int], ...] = ()
    """Factories on the track, with the turn of their deployment."""
    sites: tuple[tuple[int, int], ...] = ()
    """Where factories on the track will stand, if that is chosen when they are picked."""
    chance: bool = False
    """Whether a factory may still be picked this turn."""
    due: tuple[Due, ...] = ()
    """Units that may be placed in this R/R phase."""
    used: int = 0
    """Strategic moves used in this side's turn."""
    fallen: int = 0
    """Allies whose entry city has been Soviet, a bit each."""
    left: int = 0
    """Allies that are out of the war or have turned."""
    thawed: bool = False
    """Whether the Axis have ever taken the point that sets the frozen armies free."""
    reserves: Reserve = Reserve()
    sky: Weather = "clear"
    """The weather of the optional May of 1941, for which a die is thrown."""
    ended: str = ""
    how: str = ""
