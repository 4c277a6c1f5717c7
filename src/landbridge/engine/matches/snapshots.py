"""Snapshots: positions of a match in the form in which files and databases keep them.

They follow from the actions and stand beside the hash chain, so nothing of a match is lost with
them. Each belongs to an action whose record carries the hash of the position: a snapshot of any
other position is noticed when it is read, and a wrong hash when the match is played through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from landbridge.engine.matches.heads import Chains
from landbridge.engine.matches.history import History
from landbridge.engine.matches.saves import ActionRecord, BadSave, Snapshot
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.matches.states import decode_state, encode_state
from landbridge.engine.matches.visible import VisibleActions, has_secrets
from landbridge.engine.play.events import SPECTATOR
from landbridge.engine.play.game import Game

S = TypeVar("S", bound=Struct)


class Snapshots:
    """The snapshots of a match that goes on; each position is encoded once."""

    def __init__(
        self,
        game: Game[Any],
        history: History[Any],
        visible: Callable[[str], VisibleActions],
        chains: Chains,
    ) -> None:
        self._game, self._history = game, history
        self._visible, self._chains = visible, chains
        self._encoded: dict[int, bytes] = {}
        """By number of actions; empty where the position cannot be kept so."""
        history.follow(self._cut)

    def _cut(self, length: int) -> None:
        self._encoded = {n: data for n, data in self._encoded.items() if n <= length}

    def take_over(self, snapshots: Iterable[Snapshot]) -> None:
        """Keep snapshots that were read, and all that they tell; their positions are in use."""
        for snapshot in snapshots:
            self._encoded[snapshot.after] = snapshot.state
            if snapshot.public:
                self._chains.public.put(snapshot.after, snapshot.public)
            for role, noticed in snapshot.noticed.items():
                if role in (*self._game.roles, SPECTATOR):
                    self._visible(role).read(snapshot.after, noticed)

    def all(self) -> tuple[Snapshot, ...]:
        """All snapshots, the last one with what each role noticed until then."""
        numbers = [n for n in self._history.kept_positions() if self._data(n)]
        return tuple(self._snapshot(n, noticed=n == numbers[-1]) for n in numbers)

    def last(self) -> Snapshot | None:
        """The last snapshot, with what each role noticed until then."""
        kept = self.all()
        return kept[-1] if kept else None

    def at(self, number: int) -> Snapshot | None:
        """The snapshot after n actions, with what each role noticed, if there can be one."""
        if number not in self._history.kept_positions() or not self._data(number):
            return None
        return self._snapshot(number, noticed=True)

    def _snapshot(self, number: int, *, noticed: bool) -> Snapshot:
        secrets = has_secrets(self._game)
        seen = {
            role: self._visible(role).written(number)
            for role in (*self._game.roles, SPECTATOR)
            if secrets and noticed
        }
        return Snapshot(
            after=number,
            state=self._encoded[number],
            public=self._chains.public.known(number) if secrets else "",
            noticed={role: written for role, written in seen.items() if written is not None},
        )

    def _data(self, number: int) -> bytes:
        if number not in self._encoded:
            self._encoded[number] = self._encode(number, self._history.at(number))
        return self._encoded[number]

    def _encode(self, number: int, state: Any) -> bytes:
        if not self._game.snapshots:
            return b""
        data = encode_state(state)
        try:
            records = self._history.records
            snapshot = Snapshot(after=number, state=data)
            read_snapshot(self._game, type(state), snapshot, records)
        except BadSave:
            return b""
        return data


def read_snapshot(
    game: Game[S], kind: type[S], snapshot: Snapshot, records: Sequence[ActionRecord]
) -> S:
    """The position in a snapshot, if it is the one that the record of its action names."""
    number = snapshot.after
    if not 0 < number <= len(records):
        raise BadSave(f"there is no action {number} for a snapshot")
    state = decode_state(game, kind, snapshot.state)
    if fingerprint(state) != records[number - 1].state:
        raise BadSave(f"the snapshot after action {number} is of another position")
    return state
