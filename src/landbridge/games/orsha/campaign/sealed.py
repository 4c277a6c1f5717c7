"""Sealed envelopes for two players without a server: commit now, reveal later.

Each player keeps his own match file, in which his side is entered in full and the enemy's
preparations are entered as `seal <commitment>`. `seal` makes an envelope, which is sent at once,
and a letter, which is kept. When the campaign is over both send their letters and their match
files: `open_letter` shows that a letter is the one that was sealed, `check_match` that the file
holds just these secrets, and the engine's own verification that they were legal and their dice
fair.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from landbridge.engine.match import Match
from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.engine.saves import Entry
from landbridge.engine.seals import fingerprint
from landbridge.games.orsha.campaign.position import SIDES
from landbridge.games.orsha.campaign.purchasing import Prepare
from landbridge.games.orsha.campaign.setting_up import SetUp
from landbridge.games.orsha.words import CgDate

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

FORMAT: Literal["landbridge orsha envelope 1"] = "landbridge orsha envelope 1"

SealedPart = Literal["purchases", "set_up"]
"""What is sealed: all of 8.6 to 8.9, or the notes of where pieces set up."""
STEPS: dict[SealedPart, Any] = {"purchases": Prepare, "set_up": SetUp}
T = TypeVar("T", bound=Struct)


class BadSeal(LandbridgeError):
    """An envelope, letter and match that do not belong together."""


class Envelope(Struct, frozen=True, kw_only=True):
    """What is sent at once: a promise that gives nothing away."""

    format: Literal["landbridge orsha envelope 1"] = FORMAT
    role: str
    date: CgDate
    part: SealedPart
    commitment: str


class Letter(Struct, frozen=True, kw_only=True):
    """What is kept until the end: the secrets themselves."""

    format: Literal["landbridge orsha envelope 1"] = FORMAT
    role: str
    date: CgDate
    part: SealedPart
    salt: str
    actions: tuple[str, ...]
    dice: tuple[tuple[tuple[int, ...], ...], ...]
    """The dice of each action."""


def _commitment(letter: Letter) -> str:
    return fingerprint(msgspec.to_builtins(letter))


def secret_entries(
    match: Match[Campaign], role: str, date: CgDate, part: SealedPart = "purchases"
) -> list[Entry]:
    """What a side did in secret to prepare or set up for a date."""
    if role not in SIDES:
        raise BadInput(f"Only {' and '.join(SIDES)} have secrets, not '{role}'.")
    found = []
    for number, turn in enumerate(match.turns, start=1):
        before = match.at(number - 1)
        step = before.agenda[0] if before.agenda else None
        if turn.entry.who == role and before.date == date and isinstance(step, STEPS[part]):
            found.append(turn.entry)
    return found


def seal(
    match: Match[Campaign],
    role: str,
    part: SealedPart = "purchases",
    date: CgDate | None = None,
    salt: str | None = None,
) -> tuple[Envelope, Letter]:
    """An envelope and a letter for a side's preparations on a date, the current one if not said."""
    when = date or match.state.date
    entries = secret_entries(match, role, when, part)
    if not entries:
        raise BadInput(f"The {role} side has no {part.replace('_', '-')} to seal on {when}.")
    letter = Letter(
        role=role,
        date=when,
        part=part,
        salt=secrets.token_hex(16) if salt is None else salt,
        actions=tuple(entry.do for entry in entries),
        dice=tuple(entry.dice for entry in entries),
    )
    envelope = Envelope(role=role, date=when, part=part, commitment=_commitment(letter))
    return envelope, letter


def to_text(paper: Envelope | Letter) -> str:
    """An envelope or a letter as the text of a file."""
    return msgspec.json.format(msgspec.json.encode(paper), indent=1).decode() + "\n"


def read_envelope(text: str) -> Envelope:
    """The envelope in a text, or the reason why it is none."""
    return _read(text, Envelope)


def read_letter(text: str) -> Letter:
    """The letter in a text, or the reason why it is none."""
    return _read(text, Letter)


def _read(text: str, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.MsgspecError as problem:
        raise BadSeal(f"this is no {kind.__name__.lower()}: {problem}") from None


def _what(paper: Envelope | Letter) -> str:
    return f"{paper.role} {paper.date} {paper.part}"


def open_letter(envelope: Envelope, letter: Letter) -> tuple[str, ...]:
    """The actions in a letter, if it is the one that was sealed in this envelope."""
    if _what(letter) != _what(envelope):
        raise BadSeal(f"the envelope is {_what(envelope)}, the letter {_what(letter)}")
    if _commitment(letter) != envelope.commitment:
        raise BadSeal("the letter is not the one that was sealed: its commitment is another one")
    return letter.actions


def check_match(
    match: Match[Campaign], envelopes: tuple[Envelope, ...], letters: tuple[Letter, ...]
) -> list[str]:
    """What does not fit between a match and what was sealed; nothing, if all was honest."""
    wrong = []
    sent = {_what(letter): letter for letter in letters}
    for envelope in envelopes:
        name = _what(envelope)
        letter = sent.get(name)
        if letter is None:
            wrong.append(f"{name}: no letter has been sent")
            continue
        try:
            open_letter(envelope, letter)
        except BadSeal as problem:
            wrong.append(f"{name}: {problem}")
            continue
        entries = secret_entries(match, envelope.role, envelope.date, envelope.part)
        done = tuple(entry.do for entry in entries), tuple(entry.dice for entry in entries)
        if done != (letter.actions, letter.dice):
            wrong.append(f"{name}: the match holds other secrets")
    return wrong
