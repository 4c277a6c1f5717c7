"""How open questions are settled where nothing else is agreed, and the figures of each choice."""

from __future__ import annotations

from functools import cache
from typing import Any

from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.asked_rulings import AskedRulings, with_own
from landbridge.engine.rules.box import OwnersAnswer
from landbridge.engine.rules.index import rulings
from landbridge.games.belorussia.rulings import AllRulings, Rulings
from landbridge.games.belorussia.words import PACKAGE


class BoxRulings(AskedRulings, Rulings, frozen=True, kw_only=True):
    """The switches of a match as in the owner's box."""

    package = PACKAGE
    owner: tuple[OwnersAnswer, ...] = ()


AS_RULED = AllRulings()
"""Every switch as it stands where the players have not agreed otherwise."""


def figures(switch: str, option: str) -> dict[str, Any]:
    """An option's figures; those that it does not give are the default's.

    In a match as in the owner's box the option may bring the box's own figures along.
    """
    return with_own(_figures(switch, str(option)), option)


@cache
def _figures(switch: str, option: str) -> dict[str, Any]:
    ruling = rulings(PACKAGE)[switch]
    if option not in ruling.options:
        raise BadInput(unknown(f"choice for {switch}", option, ruling.options))
    return ruling.options[ruling.default].figures | ruling.options[option].figures
