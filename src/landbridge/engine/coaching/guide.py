"""What a game's tutorials may speak of: its own conditions, words and figures.

A tutorial is data. Where its steps name something that only the game knows, such as who holds a
point or which units may go on, they use a word that the game's guide explains.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from landbridge.engine.coaching.situation import Situation

V = TypeVar("V")
MOST_NAMED = 4
"""Pieces or places that a sentence names."""


class GuideQuestion(NamedTuple):
    """A condition of the game's own."""

    read: Callable[[Any], Any]
    """The value in the data as the question takes it; refuses what names nothing."""
    holds: Callable[[Any, str, Any], bool]
    """Whether it holds: of the view of a role, the role, and the value."""


class AskedWord(NamedTuple):
    """A word of an action that is still to be said."""

    view: Any
    role: str
    said: tuple[str, ...]
    """The words before it."""
    open: tuple[str, ...]
    """The words that may be said."""


class GuideWords(NamedTuple):
    """Words that may stand in an action, by a name of the game's own: "<infantry>"."""

    find: Callable[[AskedWord, Any], Collection[str]]
    """Those that are meant, by what is asked and what the name is given."""
    read: Callable[[tuple[str, ...]], Any] = tuple
    """What the name is given, as "<worth:SMO,ORS>"; refuses what names nothing."""


Figure = Callable[[V, str], str]
"""A figure of the position in words, as a role sees it."""


class Guide(Generic[V]):
    """What the tutorials of one game may speak of. Holds no state; a game without one has this."""

    questions: Mapping[str, GuideQuestion] = {}
    words: Mapping[str, GuideWords] = {}
    figures: Mapping[str, Figure[V]] = {}

    def advised(self, situation: Situation) -> tuple[str, ...]:
        """What the guide would do now, as the words of an action; nothing if it has no opinion."""
        return ()

    def label(self, word: str) -> str:
        """What players call a word of an action."""
        return word

    def join(self, labels: list[str]) -> str:
        """Several of them in a sentence; of many the first."""
        if len(labels) > MOST_NAMED:
            return f"{', '.join(labels[:MOST_NAMED])} and {len(labels) - MOST_NAMED} more"
        return f"{', '.join(labels[:-1])} and {labels[-1]}" if len(labels) > 1 else "".join(labels)
