"""How open questions are settled where nothing else is agreed, and the figures of each choice."""

from __future__ import annotations

from typing import Any

from landbridge.engine.rules.asked_rulings import AskedRulings, figures_of
from landbridge.engine.rules.box import OwnersAnswer
from landbridge.games.belorussia.rulings import AllRulings, Rulings
from landbridge.games.belorussia.words import PACKAGE


class BoxRulings(AskedRulings, Rulings, frozen=True, kw_only=True):
    """The switches of a match as in the owner's box."""

    package = PACKAGE
    owner: tuple[OwnersAnswer, ...] = ()


AS_RULED = AllRulings()
"""Every switch as it stands where the players have not agreed otherwise."""


def figures(switch: str, option: str) -> dict[str, Any]:
    """The figures of a choice for one of this game's switches."""
    return figures_of(PACKAGE, switch, option)
