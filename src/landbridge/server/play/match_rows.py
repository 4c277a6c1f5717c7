"""The row of a match: what follows from its position, so that lists need no match in memory."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import Rollback, Save
from landbridge.engine.matches.seals import fingerprint
from landbridge.server.updates.numbering import first_numbers
from landbridge.store.matches import now
from landbridge.store.rows import MatchRow, SeatRow

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters that cannot be taken for one another."""


def fresh_id() -> str:
    """A name for a match that is easy to type and hard to guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def deciders(match: Match[Any]) -> tuple[str, ...]:
    """The roles that have something to decide."""
    return () if match.outcome is not None else match.deciders


def derived_row(row: MatchRow, match: Match[Any], seats: dict[str, SeatRow]) -> MatchRow:
    """A row with everything that follows from the position."""
    roles, outcome = deciders(match), match.outcome
    bots = {seat.role for seat in seats.values() if seat.kind == "bot"}
    return replace(
        row,
        state=fingerprint(match.state),
        actions=len(match),
        next_serial=match.next_serial,
        to_decide=msgspec.json.encode(roles).decode(),
        over=int(outcome is not None),
        outcome="" if outcome is None else msgspec.json.encode(outcome).decode(),
        ending="" if match.ending is None else msgspec.json.encode(match.ending).decode(),
        bots_due=int(any(role in bots for role in roles)),
    )


def new_row(
    match: Match[Any],
    save: Save,
    seats: list[SeatRow],
    *,
    match_id: str,
    name: str,
    owner: str,
    private: bool,
) -> MatchRow:
    """The row of a match that begins here."""
    at = now()
    row = MatchRow(
        id=match_id,
        game=match.game.name,
        scenario=match.header.scenario,
        name=name,
        owner=owner,
        private=int(private),
        version=1,
        next_serial=save.footer.next_serial,
        taken_back=msgspec.json.encode(save.footer.taken_back).decode(),
        state="",
        actions=0,
        noticed=first_numbers(match),
        created=at,
        updated=at,
    )
    return derived_row(row, match, {seat.role: seat for seat in seats})


def with_rollback(row: MatchRow, taken: Rollback) -> str:
    """What was taken back so far, and this."""
    before = msgspec.json.decode(row.taken_back, type=tuple[Rollback, ...])
    return msgspec.json.encode((*before, taken)).decode()
