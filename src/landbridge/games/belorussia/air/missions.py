"""Which air missions the flight condition allows (1.8)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.words import Flight, Phase


class MissionsFlown(Struct, frozen=True):
    """What may be flown."""

    missions: bool
    hip_shoots: bool
    refit: bool


@rule("TFB-1.8-18", "TFB-1.8-19", "TFB-1.8-20")
def air_missions(flight: Flight, phase: Phase, own: bool) -> Finding[MissionsFlown]:
    """Which air activity a flight condition allows in a phase."""
    why = Why()
    refit = phase == "refit" and own
    flying = phase in ("movement", "reaction", "combat", "exploitation")
    if flight == "none":
        flying = flying and not why("TFB-1.8-20", "No Flight: no air mission in any phase")
        hip = flying
    elif flight == "limited":
        limited = why(
            "TFB-1.8-19",
            "Limited Flight: missions only in the owner's Movement Phase, no hip shoots;"
            " refitting goes on",
        )
        flying = flying and (not limited or (phase == "movement" and own))
        hip = flying and not limited
    else:
        flying = flying and why("TFB-1.8-18", "Full Flight: missions in every phase")
        hip = flying
    return why.so(MissionsFlown(flying, hip, refit))


class AirMissions(Question, frozen=True, kw_only=True):
    """Which air missions a flight condition allows in a phase, and whether planes refit."""

    cites = ("TFB-1.8-18", "TFB-1.8-19", "TFB-1.8-20")

    flight: Annotated[Flight, Meta(description="the flight condition of the turn")]
    phase: Annotated[Phase, Meta(description="the phase of the player turn")]
    own: Annotated[bool, Meta(description="whether it is the owner's own player turn")] = True

    def answer(self, nature: Nature) -> Finding[MissionsFlown]:
        return air_missions(self.flight, self.phase, self.own)
