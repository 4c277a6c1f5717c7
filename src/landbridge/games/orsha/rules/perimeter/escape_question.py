"""Asking about an Escape (9.6063): the party as players write it."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.perimeter.escape import (
    ESCAPE,
    FAR,
    HALF_SQUADS,
    EscapeResult,
    Ground,
    GunState,
    Party,
    attempt_escape,
    guns_along,
    may_escape,
)
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import DR

_LEADER = re.compile(r"(?:[0-9]{1,2})?([+-]?[0-9])")
_LOAD = re.compile(r"([0-9]{1,2})/([0-9]{1,2})")


def read_leader(text: str) -> int | None:
    """A leader's modifier from 9-1, 8-0, 6+1, or a signed number."""
    if not text:
        return None
    found = _LEADER.fullmatch(text.strip())
    if not found:
        raise BadInput(f"'{text}' is not a leader; write 9-1, 8-0, 6+1 or a number such as -1.")
    return int(found[1])


def _read_stack(members: tuple[str, ...]) -> int:
    for member in members:
        if member not in HALF_SQUADS or member == "source":
            kinds = [word for word in HALF_SQUADS if word != "source"]
            raise BadInput(f"'{member}' is not a member of a stack. Allowed: {choices(kinds)}.")
    return sum(int(HALF_SQUADS[member]) for member in members)


def _read_loads(texts: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    loads = []
    for text in texts:
        found = _LOAD.fullmatch(text.strip())
        if not found:
            raise BadInput(f"'{text}' is not a load; write PP/IPC for each MMC, for example 5/3.")
        loads.append((int(found[1]), int(found[2])))
    return tuple(loads)


class Escape(RuledQuestion, frozen=True, kw_only=True):
    """An Escape attempt: what the DR means, with every modifier; without it, the exact odds."""

    rolls = {"dr": ESCAPE}
    cites = ("OTO-9.6063-1", "OTO-9.6063-DRM-1", "OTO-9.6063-DRM-2", "OTO-9.6063-DRM-3")
    turns_on = (
        "escape_eight",
        "escape_signs",
        "escape_near",
        "escape_leader",
        "leader_ipc",
        "dismantled_guns",
    )

    unit: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=12,
            description="vehicle, or the Infantry that uses the DR: squad, hs, crew, smc",
        ),
    ]
    dr: DR | None = None
    leader: Annotated[
        Name, Meta(description="leader, Armor Leader or hero with it: 9-1, 8-0, 6+1, -1")
    ] = ""
    wounded: Annotated[bool, Meta(description="a lone SMC: whether he is wounded")] = False
    distance: Annotated[
        int, Meta(ge=1, le=FAR, description="hexes to friendly-Controlled, non-Isolated ground")
    ] = FAR
    carried: Annotated[
        tuple[Name, ...],
        Meta(max_length=12, description="PP/IPC of each MMC that carries something, as 5/3"),
    ] = ()
    encircled: Annotated[bool, Meta(description="whether it is Encircled")] = False
    captured: Annotated[bool, Meta(description="whether it is a Captured AFV")] = False
    gun: Annotated[GunState, Meta(description="a Gun that is to go along")] = "none"
    ground: Annotated[Ground, Meta(description="where it stands")] = "isolated"

    def answer(self, nature: Nature) -> Finding[EscapeResult]:
        why = Why()
        if not self.unit:
            raise BadInput("unit is vehicle, or a list of squad, hs, crew and smc.")
        may_escape(self.ground, why)
        guns_along(self.gun, self.rulings.dismantled_guns, why)
        vehicle = self.unit == ("vehicle",)
        lone = self.unit == ("smc",)
        party = Party(
            kind="vehicle" if vehicle else "infantry",
            half_squads=0 if vehicle else _read_stack(self.unit),
            lone_smc=lone,
            wounded=self.wounded,
            leader=read_leader(self.leader),
            distance=self.distance,
            loads=_read_loads(self.carried),
            encircled=self.encircled,
            captured=self.captured,
            stack=len(self.unit) > 1,
        )
        return why.so(why.add(attempt_escape(party, nature, self.rulings)))
