"""Steps in which somebody has nothing to decide pass by themselves, for those who like it so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from landbridge.engine.matches.match import Match
from landbridge.store.people import PeopleStore
from landbridge.store.rows import SeatRow


async def pass_on(people: PeopleStore, match: Match[Any], seats: Iterable[SeatRow]) -> None:
    """Let every such step pass, until somebody has something to decide. Bots end theirs alone."""
    held = [seat for seat in seats if seat.kind == "user"]
    if match.can_pass(seat.role for seat in held):
        match.pass_on(
            [seat.role for seat in held if (await people.preferences(seat.user_id)).passes]
        )
