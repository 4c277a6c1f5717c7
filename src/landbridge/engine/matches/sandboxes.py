"""A sandbox: a match that goes on from a position of another, with dice of its own."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.matches.saves import ActionRecord, Header
from landbridge.engine.matches.seals import Seed


def sandbox_header(header: Header, seed: str | int | None) -> Header:
    """The header of a sandbox: it never holds the seed of the match that it comes from."""
    secret = Seed.fresh(None if seed is None else str(seed))
    return replace(
        header,
        seed=secret,
        commitment=secret.commitment,
        dice="either",
        set_up_typed=bool(header.set_up),
    )


def all_typed(record: ActionRecord) -> ActionRecord:
    """A record in a sandbox, whose own seed gave none of its dice."""
    return replace(record, typed=len(record.dice)) if record.dice else record
