"""Blowing dumps (OCS 12.11a): supply destroyed before the enemy has it."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.amounts import rounded
from landbridge.games.belorussia.supply.lots import TOKENS
from landbridge.games.belorussia.words import PACKAGE, Die, Phase

BLOW = table(PACKAGE, "dumps.blow", int)
PHASES: tuple[str, ...] = tuple(read_toml(PACKAGE, "dumps.toml")["phases"]["phases"])


class BlowResult(Struct, frozen=True, order=True):
    """What became of the supply that was to be blown, in tokens (T); four make a Supply Point."""

    destroyed: int
    left: int


@rule("OCS-12.11a-1")
def check_blowing(phase: Phase, blown_before: bool) -> None:
    """Refuse to blow a dump in a phase that does not allow it, or twice."""
    if phase not in PHASES and in_force("OCS-12.11a-1"):
        raise Refusal(
            f"No dumps are blown in the {phase.replace('_', ' ')} phase",
            "OCS-12.11a-1",
            legal="Movement Segments of one's own Movement, Reaction and Exploitation Phases",
        )
    if blown_before and in_force("OCS-12.11a-1"):
        raise Refusal(
            "This dump has been blown in this phase already", "OCS-12.11a-1", legal="once per phase"
        )


@rule("OCS-12.11a-3", "OCS-4.1-1")
def blow_dump(tokens: int, nature: Nature) -> Finding[BlowResult]:
    """Roll for the tokens that are to be blown; vehicles survive."""
    why = Why()
    why.by("OCS-12.11a-3", "one die, for what was named")
    percent: int = nature.look(BLOW)
    share = Fraction(tokens * percent, 100)
    destroyed = floor(share)
    if share != destroyed and why("OCS-4.1-1", f"{share} tokens are rounded to the nearest"):
        destroyed = rounded(share)
    return why.so(BlowResult(destroyed, tokens - destroyed))


class BlowDump(Question, frozen=True, kw_only=True):
    """How much of a dump is destroyed when its owner blows it, in tokens (T)."""

    rolls = {"die": BLOW.title}
    cites = ("OCS-12.11a-1", "OCS-12.11a-3")

    sp: Annotated[int, Meta(ge=0, le=999, description="Supply Points to be blown")] = 0
    tokens: Annotated[int, Meta(ge=0, le=999, description="tokens (T) besides")] = 0
    phase: Annotated[Phase, Meta(description="the owner's phase")] = "movement"
    blown_before: Annotated[
        bool, Meta(description="this dump has been blown in this phase already")
    ] = False
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[BlowResult]:
        check_blowing(self.phase, self.blown_before)
        tokens = self.sp * TOKENS + self.tokens
        if not tokens:
            raise BadInput("sp and tokens: at least one token is needed.")
        return blow_dump(tokens, nature)
