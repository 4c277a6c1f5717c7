"""How each row of a rule list stands, as a process of its own counts it by running the cases."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from landbridge.referee.coverage import RowCoverage, State, coverage
from landbridge.referee.in_play import InPlay


class RowStatus(Struct, frozen=True):
    """Tested, kept as data, or missing, and why; and how it stands in matches."""

    state: State
    why: str
    play: InPlay
    play_why: str


class RowStatuses(Struct, frozen=True):
    """How the rows of a rule list stand, by their ids; none while the cases still run."""

    ready: bool
    rows: dict[str, RowStatus]


def row_statuses(game: str) -> bytes:
    """The standings of a game as JSON; this takes seconds."""
    found = {one.row.id: _status(one) for one in coverage(game).rows}
    return msgspec.json.encode(RowStatuses(True, found))


def _status(found: RowCoverage) -> RowStatus:
    return RowStatus(found.state, found.why, found.play, found.play_why)


NOT_YET = msgspec.json.encode(RowStatuses(False, {}))
