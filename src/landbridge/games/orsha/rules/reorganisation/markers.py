"""Markers that leave the map (9.602), and the Right of Inspection meanwhile."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.reorganisation.sequence import DATA

MarkerName = Literal[
    "sr",
    "ffe",
    "smoke",
    "acquisition",
    "dm",
    "disrupted",
    "fanatic",
    "berserk",
    "hd",
    "dummy",
    "cx",
    "motion",
    "ce",
    "bu",
    "labor",
    "sniper",
    "encircled",
    "control",
    "perimeter",
    "fortification",
    "rubble",
    "trailbreak",
    "shellholes",
    "wreck",
    "flame",
    "blaze",
    "bog",
    "shock",
    "roller_damaged",
]
"""Markers that go in 9.602, and others that stay."""


class MarkerGroup(Struct, frozen=True):
    """Markers that are removed together."""

    group: str
    cites: str
    source: str
    names: tuple[MarkerName, ...]


GROUPS: tuple[MarkerGroup, ...] = msgspec.convert(DATA["marker"], tuple[MarkerGroup, ...])


class Removal(Struct, frozen=True):
    """What becomes of markers in step 9.602."""

    removed: tuple[MarkerName, ...]
    kept: tuple[MarkerName, ...]


@rule("OTO-9.602a-1", "OTO-9.602b-1", "OTO-9.602c-1", "OTO-9.602d-1", "OTO-9.602e-1")
def remove_markers(markers: tuple[MarkerName, ...]) -> Finding[Removal]:
    """Which of these markers leave the map in step 9.602."""
    why = Why()
    removed = [
        marker
        for marker in markers
        for group in GROUPS
        if marker in group.names and why(group.cites, f"9.602{group.group}: {marker}")
    ]
    kept = tuple(marker for marker in markers if marker not in removed)
    return why.so(Removal(tuple(removed), kept))


class MarkerRemoval(Question, frozen=True, kw_only=True):
    """Which markers are removed from the map in step 9.602, and which stay."""

    cites = (
        "OTO-9.602a-1",
        "OTO-9.602b-1",
        "OTO-9.602c-1",
        "OTO-9.602d-1",
        "OTO-9.602e-1",
        "OTO-9.602f-1",
    )

    markers: Annotated[
        tuple[MarkerName, ...], Meta(max_length=40, description="markers on the map")
    ]

    def answer(self, nature: Nature) -> Finding[Removal]:
        return remove_markers(self.markers)


@rule("OTO-9.602-1")
def may_inspect(revealed: bool) -> Finding[bool]:
    """Whether the enemy may look at a stack while markers are removed."""
    why = Why()
    hidden = not revealed and why(
        ("OTO-9.602-1", "RUL-OTO-51"), "no Right of Inspection over stacks never revealed"
    )
    return why.so(not hidden)


class RightOfInspection(Question, frozen=True, kw_only=True):
    """Whether a stack may be inspected while markers are removed."""

    asks_permission = True
    cites = ("OTO-9.602-1",)

    revealed: Annotated[bool, Meta(description="whether the stack was revealed in the scenario")]

    def answer(self, nature: Nature) -> Finding[bool]:
        return may_inspect(self.revealed)
