"""How well a bot plays: every level is some limit that people have too, and players are told it.

The hard rules hold at every level, and nobody errs at random.
"""

from __future__ import annotations

from msgspec import Struct


class Level(Struct, frozen=True, kw_only=True):
    """What a player of some strength is able to think of."""

    name: str
    attention: int
    """Attacks that it makes in a phase at most; elsewhere units carry on."""
    units_an_attack: int
    """With a large army it makes one for each so many units, if that is more."""
    guesses_hidden: bool
    """Whether it reckons with units below the top of enemy stacks."""
    exact: bool
    """Whether it knows the odds of a combat exactly, or compares strengths alone."""
    ratio: int
    """The ratio of strengths that it wants where it does not know the odds."""
    barrages: bool
    """Whether it lets guns and planes fire before it attacks."""
    masses: bool
    """Whether it brings units together for an attack, or strikes from where they stand."""
    exploits: bool
    """Whether reserves and units in Exploit Mode follow up in the same turn."""
    knows_places: bool
    """Whether it goes for the places that bring points."""
    counts_points: bool
    """Whether it thinks of what places and whole units count at the end, and when that is."""
    thrifty: bool
    """Whether it saves fuel for attacks and captures where supply is short."""
    caution: float
    """How much of the enemy's strength it wants to have in a hex of its line."""
    greed: float
    """How far it goes for ground beyond its line."""


NOVICE = Level(
    name="novice",
    attention=1,
    units_an_attack=999,
    guesses_hidden=False,
    exact=False,
    ratio=3,
    barrages=False,
    masses=False,
    exploits=False,
    knows_places=False,
    counts_points=False,
    thrifty=False,
    caution=0.9,
    greed=0.0,
)
STEADY = Level(
    name="steady",
    attention=2,
    units_an_attack=12,
    guesses_hidden=False,
    exact=True,
    ratio=3,
    barrages=False,
    masses=False,
    exploits=False,
    knows_places=True,
    counts_points=False,
    thrifty=False,
    caution=0.8,
    greed=0.3,
)
KEEN = Level(
    name="keen",
    attention=99,
    units_an_attack=1,
    guesses_hidden=True,
    exact=True,
    ratio=2,
    barrages=True,
    masses=True,
    exploits=True,
    knows_places=True,
    counts_points=True,
    thrifty=True,
    caution=0.5,
    greed=1.0,
)
LEVELS: dict[str, Level] = {level.name: level for level in (KEEN, STEADY, NOVICE)}
