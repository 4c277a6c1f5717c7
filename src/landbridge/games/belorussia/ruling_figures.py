"""How open questions are settled where nothing else is agreed, and the figures of each choice."""

from __future__ import annotations

from functools import cache
from typing import Any

from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.index import rulings
from landbridge.games.belorussia.rulings import AllRulings
from landbridge.games.belorussia.words import PACKAGE

AS_RULED = AllRulings()
"""Every switch as it stands where the players have not agreed otherwise."""


@cache
def figures(switch: str, option: str) -> dict[str, Any]:
    """An option's figures; those that it does not give are the default's."""
    ruling = rulings(PACKAGE)[switch]
    if option not in ruling.options:
        raise BadInput(unknown(f"choice for {switch}", option, ruling.options))
    return ruling.options[ruling.default].figures | ruling.options[option].figures
