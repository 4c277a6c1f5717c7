"""A change in a match whose roles have secrets: who hears of it, and by which number."""

from __future__ import annotations

from collections.abc import Iterable

from landbridge.engine.play.events import REFEREE
from landbridge.referee.games import game as find_game
from landbridge.server.play.rights import Rights, rights_at
from landbridge.server.updates.numbering import numbers, version_in
from landbridge.store.rows import MatchRow, SeatRow


class SecretChange:
    """What came of a change, as each role may know it."""

    def __init__(
        self, row: MatchRow, seats: Iterable[SeatRow], before: str | None, *, public: bool
    ) -> None:
        """`before` is what each role counted until then; None where nobody knows."""
        self._row, self._before, self._public = row, before, public
        self._seats = {seat.role: seat for seat in seats}
        self._roles = find_game(row.game).roles
        self._known: dict[str, Rights] = {}

    def role(self, user_id: str, wanted: str | None) -> str:
        """The role in which somebody hears of it: the one they look in, as long as they may."""
        may = self._known.get(user_id)
        if may is None:
            may = rights_at(self._roles, self._row, self._seats, user_id, public=self._public)
            self._known[user_id] = may
        return wanted if wanted in may.looks else may.counts_as

    def version(self, role: str) -> int | None:
        """The version to tell a role; None if it noticed nothing."""
        now = numbers(self._row, role).version
        if role == REFEREE or self._row.over or self._before is None:
            return now
        return None if version_in(self._before, role) == now else now
