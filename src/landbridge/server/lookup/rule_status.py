"""How each row of a rule list stands, as a process of its own counts it by running the cases."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from landbridge.referee.coverage import State, coverage


class Standing(Struct, frozen=True):
    """Tested, kept as data, or missing, and why."""

    state: State
    why: str = ""


class Standings(Struct, frozen=True):
    """How the rows of a rule list stand, by their ids; none while the cases still run."""

    ready: bool
    rows: dict[str, Standing]


def standings(game: str) -> bytes:
    """The standings of a game as JSON; this takes seconds."""
    found = {one.row.id: Standing(one.state, one.why) for one in coverage(game).rows}
    return msgspec.json.encode(Standings(True, found))


NOT_YET = msgspec.json.encode(Standings(False, {}))
