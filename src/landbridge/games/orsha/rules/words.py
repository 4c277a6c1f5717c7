"""Words that every chapter uses, as the referee asks for them."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Meta

from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.asked_rulings import with_own
from landbridge.engine.rules.index import rulings

PACKAGE = "landbridge.games.orsha"

Side = Literal["german", "russian"]
CgDate = Literal["23am", "23pm", "24am", "24pm"]
"""The four dates of the campaign, in order."""

CG_DATES: tuple[CgDate, ...] = ("23am", "23pm", "24am", "24pm")

Dr = Annotated[int, Meta(ge=1, le=6, description="one die (dr), unmodified")]
DR = Annotated[int, Meta(ge=2, le=12, description="the unmodified sum of two dice (DR)")]


def count(number: int, thing: str) -> str:
    """So many things: 1 hex, 2 hexes."""
    if number == 1:
        return f"1 {thing}"
    return f"{number} {thing}{'es' if thing.endswith('x') else 's'}"


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
