"""Words that every chapter uses, as the referee asks for them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from landbridge.engine.rules.asked_rulings import figures_of

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
    """The figures of a choice for one of this game's switches."""
    return figures_of(PACKAGE, switch, option)
