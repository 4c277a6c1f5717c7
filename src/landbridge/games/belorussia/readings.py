"""The figures of the rulings: how an open question is read, option by option."""

from __future__ import annotations

from functools import cache
from typing import Any

from landbridge.engine.index import rulings
from landbridge.engine.refusals import BadInput, unknown
from landbridge.games.belorussia.words import PACKAGE


@cache
def figures(switch: str, option: str) -> dict[str, Any]:
    """An option's figures; those that it does not give are the default's."""
    ruling = rulings(PACKAGE)[switch]
    if option not in ruling.options:
        raise BadInput(unknown(f"choice for {switch}", option, ruling.options))
    return ruling.options[ruling.default].figures | ruling.options[option].figures
