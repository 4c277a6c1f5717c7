"""Matches as the bytes of a file; a long one goes on from its last snapshot.

The hash chain is always checked. What comes before the last snapshot is not played through again:
whoever distrusts a file verifies it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.matches.history import Records
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.repeating import set_up_again
from landbridge.engine.matches.saves import FORMAT, BadSave, Footer, Header, check_serials
from landbridge.engine.matches.snapshots import read_snapshot
from landbridge.engine.play.game import Game
from landbridge.engine.refusals import LandbridgeError

S = TypeVar("S", bound=Struct)


def write_match(match: Match[Any], with_seed: bool = True) -> bytes:
    """The bytes of a file: those of the save, with snapshots."""
    header = match.header if with_seed else replace(match.header, seed=None)
    footer = replace(match.closed_footer(header), snapshots=match.snapshots.all())
    encode = msgspec.json.encode
    return b"\n".join([encode(header), *match.history.records.lines, encode(footer), b""])


def read_match(find_game: Callable[[str], Game[Any]], data: bytes) -> Match[Any] | None:
    """The match in the bytes of a file, from its last snapshot on; None where there is no way.

    Then it has no snapshot, another layout, or a fault that is found when all of it is read.
    """
    lines = data.split(b"\n")
    if len(lines) < 3 or lines.pop() != b"":
        return None
    try:
        footer = msgspec.json.decode(lines.pop(), type=Footer)
        if not footer.snapshots:
            return None
        header = msgspec.json.decode(lines.pop(0), type=Header)
        match = resume(find_game(header.game), header, lines, footer)
    except (LandbridgeError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    if header.format != FORMAT or match.closed_footer(header).chain != footer.chain:
        return None
    return match


def resume(game: Game[S], header: Header, lines: Sequence[bytes], footer: Footer) -> Match[S]:
    """A match from the last snapshot in its footer on; BadSave where something does not fit."""
    match = Match(game, header, *set_up_again(game, header))
    if not game.snapshots or not footer.snapshots or footer.actions != len(lines):
        raise BadSave("it cannot go on from a snapshot")
    last = max(snapshot.after for snapshot in footer.snapshots)
    records, kind = Records(lines), type(match.at(0))
    positions = {s.after: partial(read_snapshot, game, kind, s, records) for s in footer.snapshots}
    match.history.resume(lines[:last], positions)
    match.snapshots.take_over(footer.snapshots)
    check_serials([*(r.serial for r in records[last - 1 :]), footer.next_serial])
    for record in records[last:]:
        match.repeat(record)
    match.close(footer)
    return match
