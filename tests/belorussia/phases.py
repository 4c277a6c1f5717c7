"""Matches that stand at a phase of the Player Turn, and the rows of their books."""

from __future__ import annotations

from typing import Any

from belorussia.test_ledger import at_position
from landbridge.engine.matches.match import Match
from landbridge.referee.games import new_match


def phase(side: str, options: dict[str, str] | None = None, **position: Any) -> Match[Any]:
    """A Reinforcement Phase in which nothing is due."""
    first = new_match("belorussia", seed=1, dice="either", options=options or {})
    step = {"type": "Reinforcement", "side": side, "income": 0, "rolled": True}
    return at_position(first, {"agenda": [step]} | position)


def orders(options: dict[str, str], **position: Any) -> Match[Any]:
    """The orders to the Fronts on a later turn."""
    first = new_match("belorussia", seed=1, dice="either", options=options)
    return at_position(first, {"turn": 3, "agenda": [{"type": "FrontOrders"}]} | position)


def sheet(match: Match[Any]) -> tuple[Any, ...]:
    parts: tuple[Any, ...] = match.game.sheets(match.state)["ledger"].parts
    return parts


def row(match: Match[Any], book: str, name: str) -> str:
    """A row of a side's book as it is printed."""
    (part,) = [p for p in sheet(match) if p.title == f"{book} book"]
    return str(dict(part.grid.rows)[name])
