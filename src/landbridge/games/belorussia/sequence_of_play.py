"""The sequence of play: which phases a turn has, in which order, and who acts in them (OCS 2)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.weather.ground_effects import is_simulcast
from landbridge.games.belorussia.words import NAME_OF, Ground, Phase, Side

PHASES: tuple[Phase, ...] = (
    *("refit", "reinforcement", "movement", "supply"),
    *("reaction", "combat", "exploitation", "clean_up"),
)
"""The phases of a player turn, in their order."""
FIGHTING: tuple[Phase, ...] = ("reaction", "combat", "exploitation")
"""Those that fall away where nothing offensive is done."""


class PhaseOfTurn(Struct, frozen=True):
    """A phase of a game turn."""

    phase: Phase
    phasing: Side
    """Whose player turn it belongs to."""
    acts: Side
    """Who acts in it."""


class GameTurn(Struct, frozen=True):
    """A game turn from its beginning to its end."""

    before: tuple[str, ...]
    phases: tuple[PhaseOfTurn, ...]
    after: tuple[str, ...]


def player_turn(why: Why, *, simulcast: bool = False) -> tuple[Phase, ...]:
    """The phases of a player turn, in their order."""
    if not why("OCS-2.2-1", "the phases of a player turn, in this order"):
        return ()
    if simulcast and why("OCS-2.4-1", "Reaction, Combat and Exploitation Phases fall away"):
        return tuple(phase for phase in PHASES if phase not in FIGHTING)
    return PHASES


def both_players(first: Side, why: Why) -> tuple[Side, ...]:
    """Whose player turns follow one another in a game turn."""
    if why("OCS-2.1-1", f"{NAME_OF[first]} first, then the other side, in the same phases"):
        return first, other_side(first)
    return (first,)


def alternates(simulcast: bool, why: Why) -> bool:
    """Whether both sides do each phase before the next one begins."""
    return simulcast and why("OCS-2.4-1", "each phase is done by both sides, one after the other")


def who_acts(phase: Phase, phasing: Side, why: Why) -> Side:
    """The side that acts in a phase of a side's player turn."""
    if phase == "reaction" and why("OCS-2.3-4", "only the other side acts in the Reaction Phase"):
        return other_side(phasing)
    return phasing


def before_the_player_turns(simulcast: bool, why: Why) -> tuple[str, ...]:
    """What the Pre-Turn Phase consists of."""
    weather = ("weather",) if why("OCS-2.3-1", "weather first, for both player turns") else ()
    first = not simulcast and why("OCS-2.3-2", "two dice each; the higher chooses")
    return (*weather, "first player") if first else weather


class SequenceOfPlay(Question, frozen=True, kw_only=True):
    """The phases of a game turn in their order, and who acts in each."""

    cites = ("OCS-2.1-1", "OCS-2.2-1", "OCS-2.3-1", "OCS-2.3-2", "OCS-2.3-4", "OCS-2.4-1")

    first: Annotated[Side, Meta(description="the first player")] = "soviet"
    ground: Annotated[Ground, Meta(description="the ground condition of the turn")] = "dry"

    def answer(self, nature: Nature) -> Finding[GameTurn]:
        why = Why()
        simulcast = is_simulcast(self.ground, why)
        before = before_the_player_turns(simulcast, why)
        sides = both_players(self.first, why)
        phases = player_turn(why, simulcast=simulcast)
        order = (
            [(phase, side) for phase in phases for side in sides]
            if alternates(simulcast, why)
            else [(phase, side) for side in sides for phase in phases]
        )
        found = tuple(PhaseOfTurn(phase, side, who_acts(phase, side, why)) for phase, side in order)
        return why.so(GameTurn(before, found, ("the turn marker moves on",)))
