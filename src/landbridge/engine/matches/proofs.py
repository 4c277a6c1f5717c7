"""What can be proved of a match and its snapshots, and what cannot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import BadSave, Snapshot
from landbridge.engine.matches.snapshots import read_snapshot
from landbridge.engine.matches.states import unpack


class Proof(Struct, frozen=True):
    """What a sound match proves, in sentences, and what no file can prove of itself."""

    proved: tuple[str, ...]
    unproved: tuple[str, ...]


def proof(match: Match[Any], *, counted: bool = True) -> Proof:
    """What a match that could be repeated proves. `counted`: with what the serials tell."""
    header = match.header
    declared = sum(bool(record.declared) for record in match.history.records)
    passed = f", but for {declared} that the referee let pass" if declared else ""
    proved = [
        "Nothing in it was changed without a new hash chain.",
        f"Every action could be done under the rules{passed}, and leads to the position that is"
        " kept.",
    ]
    unproved = []
    typed = header.dice == "typed" or any(record.typed for record in match.history.records)
    if header.dice == "typed":
        unproved.append("The dice: they were thrown at the table and typed in.")
    elif header.seed is None:
        unproved.append("The dice: the seed is not shown yet, only the promise made of it.")
    else:
        thrown = "Every die that was not typed in" if typed else "Every die"
        proved.append(f"{thrown} comes from the seed, and the seed is the one that was promised.")
    if match.ending is not None:
        unproved.append(f"That people ended it so: {match.ending.reason()}.")
    gaps = serial_gaps(match)
    if gaps and counted:
        times = "once" if gaps == 1 else f"{gaps} times"
        unproved.append(
            f"Something was taken back {times} without a record: actions that showed no luck and"
            " were undone, or rollbacks that were struck out."
        )
    unproved.append(
        "That this is the whole history: a file made anew, with a rollback struck out or dice"
        " passed over, fits itself. Compare its head with the one that the other player or the"
        " server has."
    )
    return Proof(tuple(proved), tuple(unproved))


def serial_gaps(match: Match[Any]) -> int:
    """How many serials were used up by what is neither in the match nor among its rollbacks."""
    recorded = len(match) + len(match.taken_back)
    recorded += sum(len(gone.actions) for gone in match.taken_back)
    return max(0, match.next_serial - 1 - recorded)


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
