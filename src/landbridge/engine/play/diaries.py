"""Diaries: what a game notes of matches between bots, and the bars that those should keep."""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

Way = Literal["middle", "mean", "ratio", "share", "date", "near", "decided"]


class Bar(Struct, frozen=True, kw_only=True):
    """Something measured over many matches, with the limits that it should keep."""

    title: str
    way: Way
    """The middle of a figure; one figure's sum over another's, as a number or as a share; the
    share of matches in which an event happens; the dates between its middle one and history's;
    the share of such events that are near it; the greatest share of wins among decided matches."""
    of: str = ""
    """The figure or the event."""
    to: str = ""
    """The figure by which a mean or a ratio is divided."""
    within: int = 0
    """How many dates from history an event may be to be near it."""
    least: float | None = None
    most: float | None = None
    among: str = ""
    """The event without which another cannot happen: only those matches count."""
    scenario: str = ""
    """The only scenario in which it is measured; all of them if empty."""


class Diary(Protocol):
    """Written by somebody who sees all; nothing in it decides anything."""

    history: dict[str, str]
    """Every event that is watched for, with its date in history; nothing if it never happened."""
    dates: tuple[str, ...]
    """Every date there is, in order."""
    bars: tuple[Bar, ...]

    events: dict[str, str]
    """The date of every event that has happened."""
    curves: dict[str, dict[str, int]]
    """By figure and date: how things stood then."""
    figures: dict[str, int]
    """What was counted over the whole match."""

    def look(self, state: object) -> None:
        """Note what is new in a position."""
