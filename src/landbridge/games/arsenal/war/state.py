"""What a position of the war is: columns of bytes, and a few figures."""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.agenda import Agenda
from landbridge.games.arsenal.calendar import Symbols
from landbridge.games.arsenal.war.arrivals.due import Due
from landbridge.games.arsenal.war.arrivals.phase import Reinforcing
from landbridge.games.arsenal.war.battle.fighting import Fighting
from landbridge.games.arsenal.war.industry.phase import Industry, Produce
from landbridge.games.arsenal.war.industry.picks import BeforePlay
from landbridge.games.arsenal.war.industry.siting import SitePlants
from landbridge.games.arsenal.war.month import (
    BeginTurn,
    CloseTurn,
    EndMonth,
    Opening,
    SideTurn,
    Surprise,
)
from landbridge.games.arsenal.war.movement.flights import Interception
from landbridge.games.arsenal.war.movement.operations import Operations
from landbridge.games.arsenal.war.movement.strategic import Strategic
from landbridge.games.arsenal.words import Weather

AnyStep = (
    SitePlants
    | BeforePlay
    | Opening
    | Surprise
    | BeginTurn
    | SideTurn
    | Industry
    | Produce
    | Reinforcing
    | Strategic
    | Operations
    | Interception
    | Fighting
    | CloseTurn
    | EndMonth
)


class Reserve(Struct, frozen=True, array_like=True):
    """How the Siberian Reserves stand."""

    released: bool = False
    come: Symbols = Symbols()
    failed: int = 0


class War(Agenda, frozen=True, kw_only=True):
    """Where the war stands."""

    agenda: tuple[AnyStep, ...]
    scenario: str
    rulings: dict[str, str]
    turn: int
    """1 is June 1941."""
    side: bytes
    """Who commands each unit."""
    at: bytes
    """Where each unit is."""
    flags: bytes
    """How each unit stands."""
    hungry: bytes
    """Own turns in a row that each unit ended without supply; in Siberia, those it still waits."""
    aim: bytes
    """The point that each unit is going to attack."""
    held: bytes
    """Who controls each point."""
    lines: bytes
    """Units that have used each line in this phase: all, and sixteen for each of armour."""
    plants: bytes
    """Where each factory is."""
    plant_flags: bytes
    plant_ready: bytes
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
