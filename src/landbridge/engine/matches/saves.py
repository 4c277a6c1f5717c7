"""The save format: one JSON value a line, readable, and every line chained to the one before.

The first line is the header, then one line for each action with the dice it used, and a last line
that says how many there are, so that a file cut off anywhere is noticed. Now and then a line
carries the hash of the position after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.matches.seals import Seed, fingerprint
from landbridge.engine.play.endings import Ending
from landbridge.engine.refusals import LandbridgeError

FORMAT = "landbridge match 1"

DiceFrom = Literal["seeded", "typed", "either"]
"""Who throws: the program, the people at the table, or whoever likes to."""

Mode = Literal["enforced", "referee"]
"""Whether a breach of the rules is refused, or a warning that the referee may override."""


class BadSave(LandbridgeError):
    """A file that is no match, or a damaged one."""


class Header(Struct, frozen=True, kw_only=True):
    """What a match starts from."""

    format: str = FORMAT
    game: str
    edition: str
    scenario: str
    options: dict[str, str]
    mode: Mode
    dice: DiceFrom
    commitment: str
    seed: Seed | None
    """Left out of copies that are given away before the match is over."""
    set_up: tuple[tuple[int, ...], ...]
    """The dice of the set-up."""
    set_up_typed: bool = False
    start: str
    """The hash of the first position."""


class ActionRecord(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One action as it was done."""

    serial: int
    """Counts every action ever tried in this match; undoing does not turn it back."""
    who: str
    do: str
    dice: tuple[tuple[int, ...], ...] = ()
    typed: int = 0
    """How many of these throws were typed in; they come first."""
    declared: tuple[str, ...] = ()
    """Rules that the referee let it break."""
    by: str = ""
    """The referee, where it was the referee who acted for this role."""
    joined: bool = False
    """Whether it was done together with the one before it, all or none."""
    automatic: bool = False
    """Whether it ended by itself a step in which nothing was to be decided."""
    state: str = ""


class Rollback(Struct, frozen=True, kw_only=True):
    """A rollback that everybody agreed to, with the luck that was thrown away."""

    before: int
    """It took back everything from this action on."""
    serial: int
    actions: tuple[str, ...]
    dice: tuple[tuple[int, ...], ...]
    agreed: tuple[str, ...]


class Seal(Struct, frozen=True):
    """A server's word that it gave this very history out."""

    match: str
    """The name of the match on the server."""
    key: str
    """Which key it was made with."""
    mac: str
    """Made from the match and the head of its history; only the server can make and check it."""


class Snapshot(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The position after an action, so that a long match need not be played through again.

    The record of that action carries its hash, and the hash chain holds the record.
    """

    after: int
    state: bytes
    """See states.py."""
    public: str = ""
    """The link of what everybody may know, where it has been worked out; see heads.py."""
    noticed: dict[str, bytes] = {}
    """By role: which of the actions until then it noticed, where that has been worked out."""


class Footer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the file ends."""

    actions: int
    next_serial: int
    taken_back: tuple[Rollback, ...]
    state: str
    chain: str
    ending: Ending | None = None
    """How people ended the match, if they did before its rules."""
    sealed: Seal | None = None
    """The seal of the server from which the file comes. It stands beside the hash chain."""
    snapshots: tuple[Snapshot, ...] = ()
    """What can be worked out from the actions. It stands beside the hash chain too."""


class Save(Struct, frozen=True):
    """A match as it stands in a file."""

    header: Header
    records: tuple[ActionRecord, ...]
    footer: Footer


def chain(header: Header, records: tuple[ActionRecord, ...], last: Any) -> str:
    """One hash over everything, in order."""
    link = fingerprint(header)
    for record in records:
        link = fingerprint(record, link)
    return fingerprint(last, link)


def seal(
    header: Header,
    records: tuple[ActionRecord, ...],
    next_serial: int,
    taken_back: tuple[Rollback, ...],
    state: str,
    ending: Ending | None = None,
) -> Save:
    """A save with its footer."""
    footer = Footer(
        actions=len(records),
        next_serial=next_serial,
        taken_back=taken_back,
        state=state,
        chain="",
        ending=ending,
    )
    return Save(header, records, replace(footer, chain=chain(header, records, closing(footer))))


def check_serials(serials: Sequence[int]) -> None:
    """Refuse serial numbers that do not rise, or are none."""
    if list(serials) != sorted(set(serials)) or not serials[-1] < 2**63:
        raise BadSave("its serial numbers do not rise")


def without_seed(save: Save) -> Save:
    """The same save without its seed; its head and its server's seal stay as they are."""
    header = replace(save.header, seed=None)
    link = chain(header, save.records, closing(save.footer))
    return Save(header, save.records, replace(save.footer, chain=link))


def without_snapshots(save: Save) -> Save:
    """The same save without what can be worked out from its actions."""
    return Save(save.header, save.records, replace(save.footer, snapshots=()))


def closing(footer: Footer) -> list[Any]:
    """What the chain holds of the footer; files from before there were endings have none."""
    last = [footer.actions, footer.next_serial, footer.taken_back, footer.state]
    return last if footer.ending is None else [*last, footer.ending]


def to_text(save: Save) -> str:
    """The text of a save file."""
    lines = [save.header, *save.records, save.footer]
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def from_text(text: str) -> Save:
    """The save in a text, or the reason why it is none."""
    lines = text.split("\n")
    header = _header(lines[0])
    if lines.pop() != "" or len(lines) < 2:
        raise BadSave("the file breaks off: its last line is not complete")
    try:
        footer = msgspec.json.decode(lines[-1], type=Footer)
    except msgspec.MsgspecError:
        raise BadSave("the file breaks off: its closing line is missing") from None
    records = []
    decode = msgspec.json.Decoder(ActionRecord).decode
    for number, line in enumerate(lines[1:-1], start=1):
        try:
            records.append(decode(line))
        except msgspec.MsgspecError as problem:
            raise BadSave(f"action {number} is damaged: {problem}") from None
    save = Save(header, tuple(records), footer)
    if footer.actions != len(records):
        raise BadSave(f"{footer.actions} actions are announced, {len(records)} are there")
    if chain(header, save.records, closing(footer)) != footer.chain:
        raise BadSave("the hash chain does not fit: something in the file was changed")
    return save


def _header(line: str) -> Header:
    try:
        raw = msgspec.json.decode(line)
    except msgspec.MsgspecError:
        raise BadSave("this is not a Landbridge match") from None
    kind = raw.get("format") if isinstance(raw, dict) else None
    if not isinstance(kind, str) or not kind.startswith("landbridge match"):
        raise BadSave("this is not a Landbridge match")
    if kind != FORMAT:
        raise BadSave(f"its format is '{kind}'; this program reads '{FORMAT}'")
    try:
        return msgspec.convert(raw, Header)
    except msgspec.ValidationError as problem:
        raise BadSave(f"the header is damaged: {problem}") from None
