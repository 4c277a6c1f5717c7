"""Pontoon brigades and their bridges."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.terrain.words import Hexside
from landbridge.games.belorussia.units.words import DATA, Mode


class Bridge(Struct, frozen=True):
    """A pontoon bridge over one hexside, or none."""

    bridge: bool
    crossed_as: str
    """The transport line that it makes, joined to all others in the hex."""


@rule("TFB-1.5-1")
def pontoon_bridge(mode: Mode, hexside: Hexside) -> Finding[Bridge]:
    """Whether a pontoon unit bridges a hexside next to it."""
    why = Why()
    data = DATA["pontoon"]
    if mode != "combat" or hexside not in data["hexsides"]:
        why("TFB-1.5-1", "only in Combat Mode, only over Minor and Major Rivers")
        return why.so(Bridge(False, "none"))
    if why("TFB-1.5-1", "as if a Track crossed here, joined to all transport lines"):
        return why.so(Bridge(True, data["joins"]))
    return why.so(Bridge(False, "none"))


class Pontoon(Question, frozen=True, kw_only=True):
    """Whether a pontoon unit makes a bridge over a hexside next to it, and how it is crossed."""

    cites = ("TFB-1.5-1",)

    mode: Annotated[Mode, Meta(description="the mode of the pontoon unit")]
    hexside: Annotated[Hexside, Meta(description="the hexside next to it")]

    def answer(self, nature: Nature) -> Finding[Bridge]:
        return pontoon_bridge(self.mode, self.hexside)
