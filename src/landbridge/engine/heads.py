"""Heads: one short hash that stands for a whole history, for players to compare and to keep.

Whoever kept the head of a match can tell later whether a file is the same history: nothing in it
can be changed, left out or added without another head. It does not depend on the seed, so that
copies with and without it have the same one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.events import SPECTATOR
from landbridge.engine.saves import Save, chain, closing
from landbridge.engine.seals import fingerprint

if TYPE_CHECKING:
    from landbridge.engine.match import Match, Played


def head_of(save: Save) -> str:
    """The head of the history in a save."""
    return chain(replace(save.header, seed=None), save.entries, closing(save.footer))


class HeadChain:
    """The links of a match that goes on. It follows the match, also where that takes back."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._serials: list[int] = []
        self._links = [self._start()]

    def _start(self) -> str:
        return fingerprint(replace(self._match.header, seed=None))

    def _link(self, number: int, played: Played, before: str) -> str:
        return fingerprint(played.entry, before)

    def last(self) -> str:
        """The link of the last action."""
        history = self._match.history
        # Serials never come back: where the last one fits, all before it do.
        while self._serials and not self._fits():
            self._serials.pop()
            self._links.pop()
        for number in range(len(self._serials) + 1, len(history) + 1):
            played = history[number - 1]
            self._serials.append(played.entry.serial)
            self._links.append(self._link(number, played, self._links[-1]))
        return self._links[-1]

    def _fits(self) -> bool:
        history, last = self._match.history, len(self._serials)
        return last <= len(history) and history[last - 1].entry.serial == self._serials[-1]


class PublicHeadChain(HeadChain):
    """The same over nothing but what everybody may know; it moves only when that does."""

    def _start(self) -> str:
        header = self._match.header
        return fingerprint([header.game, header.scenario, header.commitment])

    def _link(self, number: int, played: Played, before: str) -> str:
        seen = self._match.visible(SPECTATOR)
        if seen.count(number) == seen.count(number - 1):
            return before
        said = [
            [self._match.game.sentence(event), [roll.faces for roll in event.rolls]]
            for event in played.events
            if event.visible_to(SPECTATOR)
        ]
        return fingerprint([played.entry.who, played.entry.by, said], before)
