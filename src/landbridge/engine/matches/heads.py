"""Heads: one short hash that stands for a whole history, for players to compare and to keep.

Whoever kept the head of a match can tell later whether a file is the same history: nothing in it
can be changed, left out or added without another head. It does not depend on the seed, so that
copies with and without it have the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from landbridge.engine.matches.history import SEGMENT, History
from landbridge.engine.matches.saves import Header, Save, chain, closing
from landbridge.engine.matches.seals import fingerprint, fingerprint_line
from landbridge.engine.matches.visible import VisibleActions
from landbridge.engine.play.events import SPECTATOR
from landbridge.engine.play.game import Game


def head_of(save: Save) -> str:
    """The head of the history in a save."""
    return chain(replace(save.header, seed=None), save.records, closing(save.footer))


class Links:
    """The links of a hash chain over a match that goes on.

    Only those of whole segments are kept, and the last one: whatever is done or taken back, no
    more than a segment is hashed again.
    """

    def __init__(self, history: History[Any], start: str) -> None:
        self._history = history
        self._links = {0: start}
        history.follow(self._cut)

    def _cut(self, length: int) -> None:
        self._links = {number: link for number, link in self._links.items() if number <= length}

    def put(self, number: int, link: str) -> None:
        """Take over a link that was worked out before."""
        self._links[number] = link

    def known(self, number: int) -> str:
        """The link after n actions, if it has been worked out and kept."""
        return self._links.get(number, "")

    def last(self) -> str:
        """The link of the last action."""
        count = len(self._history)
        number = max(self._links)
        link = self._links[number]
        if number % SEGMENT:
            del self._links[number]
        for index in range(number, count):
            if index % SEGMENT == 0:
                self._links[index] = link
            link = self._link(index, link)
        self._links[count] = link
        return link

    def _link(self, index: int, before: str) -> str:
        return fingerprint_line(self._history.records.lines[index], before)


class PublicLinks(Links):
    """The same over nothing but what everybody may know; it moves only when that does."""

    def __init__(
        self, game: Game[Any], header: Header, history: History[Any], seen: VisibleActions
    ) -> None:
        start = fingerprint([header.game, header.scenario, header.commitment])
        super().__init__(history, start)
        self._game, self._seen = game, seen

    def _link(self, index: int, before: str) -> str:
        if not self._seen.noticed(index + 1):
            return before
        record = self._history.records[index]
        said = [
            [self._game.sentence(event), [roll.faces for roll in event.rolls]]
            for event in self._history.events(index)
            if event.visible_to(SPECTATOR)
        ]
        return fingerprint([record.who, record.by, said], before)


class Chains:
    """The hash chains of a match that goes on, as far as somebody has asked for them."""

    def __init__(
        self,
        game: Game[Any],
        header: Header,
        history: History[Any],
        visible: Callable[[str], VisibleActions],
    ) -> None:
        self._game, self._header, self._history = game, header, history
        self._visible = visible
        self._links: dict[str, Links] = {}
        """By how they start, that is, with the seed in the header and without."""

    def last(self, header: Header) -> str:
        """The last link of the chain that starts with this header."""
        start = fingerprint(header)
        if start not in self._links:
            self._links[start] = Links(self._history, start)
        return self._links[start].last()

    @cached_property
    def public(self) -> PublicLinks:
        """The chain of what everybody may know."""
        return PublicLinks(self._game, self._header, self._history, self._visible(SPECTATOR))
