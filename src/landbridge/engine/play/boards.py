"""What a client may draw of a game beside its view: the map, a position in words, odds beforehand.

A game whose view is made for machines (columns of bytes) says here what a person sees. Everything
is made from a view, so that nothing can be drawn that a role may not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from landbridge.engine.chance.odds import Dist
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Reason

V = TypeVar("V")


class Reply(Struct, frozen=True):
    """What the opponent may decide meanwhile, which the odds leave out."""

    text: str
    """What they may do, and what it means."""
    chance: Fraction
    """How likely it comes to that."""
    odds: Dist[str]
    """The results if they do it whenever they may."""


class Alternative(Struct, frozen=True, kw_only=True):
    """The same action with one thing changed, and what that changes."""

    kind: Literal["one more", "what if"]
    """Something that whoever acts may add, or something that others may do."""
    text: str
    """What is changed, in a few words."""
    word: str = ""
    """The word of the action that would be added, where it is one."""
    title: str = ""
    odds: Dist[str]
    also: dict[str, Fraction] = {}


class Forecast(Struct, frozen=True):
    """What an action may lead to, exactly."""

    title: str
    odds: Dist[str]
    """The results that exclude each other, in the order in which they are shown."""
    reply: Reply | None = None
    also: dict[str, Fraction] = {}
    """Other things that may happen, each by itself."""
    notes: tuple[str, ...] = ()
    rules: Rules = ()
    reasons: tuple[Reason, ...] = ()
    """What made the figures, each with its rules."""
    alternatives: tuple[Alternative, ...] = ()
    """What one thing more, or less, would change; of what may be added the best comes first."""


class ScoreGoal(Struct, frozen=True):
    """A number of points that decides something."""

    points: int
    text: str
    """What they mean: "Axis victory at once"."""
    side: str = ""
    """Whom it is good for; nobody where it is a draw."""


class ScoreTrack(Struct, frozen=True):
    """Points that decide a match: how many there are, and how many are needed for what."""

    title: str
    short: str
    """The same where there is little room."""
    side: str
    """Whose points they are."""
    points: int
    most: int
    """All that there are to be had."""
    goals: tuple[ScoreGoal, ...]
    """From the least to the most."""
    needs: dict[str, str]
    """By side: what it still needs, in a sentence."""


class Board(ABC, Generic[V]):
    """What can be drawn of one game. Holds no state of its own."""

    @abstractmethod
    def atlas(self) -> Any:
        """Everything that never changes: places, lines, counters."""

    @abstractmethod
    def render(self, view: V) -> Any:
        """A view in the words of the atlas."""

    def drafts(self, view: V, role: str, asked: dict[str, tuple[str, ...]]) -> Any:
        """What a role drafts beside its view: charts worked out, forms and lines looked through."""
        return None
