"""Snapshots: positions of a match in the form in which files and databases keep them.

They follow from the actions and stand beside the hash chain, so nothing of a match is lost with
them. Each belongs to an action whose record carries the hash of the position: a snapshot of any
other position is noticed when it is read, and a wrong hash when the match is played through.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from landbridge.engine.matches.saves import ActionRecord, BadSave, Snapshot
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.matches.states import decode_state, encode_state, unpack
from landbridge.engine.matches.visible import has_secrets
from landbridge.engine.play.events import SPECTATOR
from landbridge.engine.play.game import Game

if TYPE_CHECKING:
    from landbridge.engine.matches.match import Match

S = TypeVar("S", bound=Struct)


class Snapshots:
    """The snapshots of a match that goes on; each position is encoded once."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._encoded: dict[int, bytes] = {}
        """By number of actions; empty where the position cannot be kept so."""
        match.history.follow(self._cut)

    def _cut(self, length: int) -> None:
        self._encoded = {n: data for n, data in self._encoded.items() if n <= length}

    def take_over(self, snapshots: Iterable[Snapshot]) -> None:
        """Keep snapshots that were read, and all that they tell; their positions are in use."""
        match = self._match
        for snapshot in snapshots:
            self._encoded[snapshot.after] = snapshot.state
            if snapshot.public:
                match.chains.public.put(snapshot.after, snapshot.public)
            for role, noticed in snapshot.noticed.items():
                if role in (*match.game.roles, SPECTATOR):
                    match.visible(role).read(snapshot.after, noticed)

    def all(self) -> tuple[Snapshot, ...]:
        """All snapshots, the last one with what each role noticed until then."""
        numbers = [n for n in self._match.history.kept_positions() if self._data(n)]
        return tuple(self._snapshot(n, noticed=n == numbers[-1]) for n in numbers)

    def last(self) -> Snapshot | None:
        """The last snapshot, with what each role noticed until then."""
        kept = self.all()
        return kept[-1] if kept else None

    def at(self, number: int) -> Snapshot | None:
        """The snapshot after n actions, with what each role noticed, if there can be one."""
        if number not in self._match.history.kept_positions() or not self._data(number):
            return None
        return self._snapshot(number, noticed=True)

    def _snapshot(self, number: int, *, noticed: bool) -> Snapshot:
        match, secrets = self._match, has_secrets(self._match.game)
        seen = {
            role: match.visible(role).written(number)
            for role in (*match.game.roles, SPECTATOR)
            if secrets and noticed
        }
        return Snapshot(
            after=number,
            state=self._encoded[number],
            public=match.chains.public.known(number) if secrets else "",
            noticed={role: written for role, written in seen.items() if written is not None},
        )

    def _data(self, number: int) -> bytes:
        if number not in self._encoded:
            self._encoded[number] = self._encode(number, self._match.history.at(number))
        return self._encoded[number]

    def _encode(self, number: int, state: Any) -> bytes:
        if not self._match.game.snapshots:
            return b""
        data = encode_state(state)
        try:
            records = self._match.history.records
            snapshot = Snapshot(after=number, state=data)
            read_snapshot(self._match.game, type(state), snapshot, records)
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


def check_snapshots(match: Match[Any], snapshots: Iterable[Snapshot]) -> list[str]:
    """What is wrong with snapshots of a match that was played through."""
    wrong = []
    for snapshot in snapshots:
        try:
            _check(match, snapshot)
        except BadSave as problem:
            wrong.append(str(problem))
    return wrong


def _check(match: Match[Any], snapshot: Snapshot) -> None:
    number = snapshot.after
    kind = type(match.at(0))
    if read_snapshot(match.game, kind, snapshot, match.history.records) != match.at(number):
        raise BadSave(f"the snapshot after action {number} is of another position")
    if snapshot.public:
        match.chains.public.last()
        if match.chains.public.known(number) != snapshot.public:
            raise BadSave(f"the snapshot after action {number} has another public head")
    for role, noticed in snapshot.noticed.items():
        seen = match.visible(role)
        seen.count(number)
        written = seen.written(number)
        if written is None or unpack(written) != unpack(noticed):
            raise BadSave(f"the snapshot after action {number} lets {role} notice other actions")
