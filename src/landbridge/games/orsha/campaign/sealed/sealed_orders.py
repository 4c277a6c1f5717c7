"""Sealed orders for two players without a server: commit now, reveal later.

Both hold the same match. Before each battle a player makes a private copy, prepares and notes his
set-up there, and seals it: the envelope, a commitment that gives nothing away, is sent at once; the
letter with the secrets is kept. After the battle both letters are opened into the common match.
Whoever opens them learns whether a letter is the one that was sealed, whether all of it was legal,
and whether its dice are those of the common seed.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import ActionRecord
from landbridge.engine.matches.saves import seal as sealed_save
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.play.actions import verb_of
from landbridge.engine.play.box_steps import AskBox, Box
from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.games.orsha.campaign.open_facts import SIDES, enemy_of
from landbridge.games.orsha.campaign.preparing.preparations import Preparations
from landbridge.games.orsha.campaign.setting_up.set_up import SetUp
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.scenario.dates import SHORT
from landbridge.games.orsha.rules.words import CgDate, Side

FORMAT: Literal["landbridge orsha papers 1"] = "landbridge orsha papers 1"
APART = 1000
"""Serial numbers that each side has to itself on a date, so that dice are nobody's twice."""
ELSEWHERE = "elsewhere"
"""What stands in a private copy for the enemy's envelope."""
T = TypeVar("T", bound=Struct)


class BadSeal(LandbridgeError):
    """Letters that do not belong together, or that nobody could have written honestly."""


class Envelope(Struct, frozen=True, kw_only=True):
    """What is sent at once: a promise that gives nothing away."""

    format: Literal["landbridge orsha papers 1"] = FORMAT
    match: str
    """The commitment of the common match."""
    role: str
    date: CgDate
    commitment: str


class SealedAction(Struct, frozen=True):
    """A secret action with its serial number and dice."""

    serial: int
    do: str
    dice: tuple[tuple[int, ...], ...] = ()


class Letter(Struct, frozen=True, kw_only=True):
    """What is kept until after the battle: the secrets themselves."""

    format: Literal["landbridge orsha papers 1"] = FORMAT
    match: str
    role: str
    date: CgDate
    salt: str
    prepared: tuple[SealedAction, ...]
    notes: tuple[str, ...]
    """The set-up."""


# The private copy


def private_copy(match: Match[Campaign], role: str) -> Match[Campaign]:
    """A copy in which one side prepares, the enemy's orders being elsewhere."""
    side = _side(role)
    step = match.state.agenda[0] if match.state.agenda else None
    if not isinstance(step, Preparations) or len(step.waiting) < len(SIDES):
        raise BadInput("A private copy is made before anybody has prepared for a date.")
    save = match.save()
    serial = save.footer.next_serial + APART * SIDES.index(side)
    copy = Match.load(
        match.game,
        sealed_save(save.header, save.records, serial, save.footer.taken_back, save.footer.state),
    )
    copy.do(f"seal {ELSEWHERE}", enemy_of(side))
    return copy


def _side(role: str) -> Side:
    for side in SIDES:
        if role == side:
            return side
    raise BadInput(f"Only {' and '.join(SIDES)} have secrets, not '{role}'.")


# Sealing


def seal(match: Match[Campaign], role: str, salt: str | None = None) -> tuple[Envelope, Letter]:
    """An envelope and a letter for what a side has prepared and noted in its private copy."""
    side = _side(role)
    date = match.state.date
    prepared: list[SealedAction] = []
    notes: list[str] = []
    for number, record in enumerate(match.history.records):
        before = match.at(number)
        if record.who != side or before.date != date:
            continue
        step = before.agenda[0]
        if isinstance(step, AskBox) and prepared:
            raise BadSeal(
                f"the box was asked for {step.key} while the {side.capitalize()} side prepared:"
                f" answer it in the common match ({record.do}) and make a new private copy"
            )
        if record.declared:
            raise BadSeal(
                f"'{record.do}' was let pass in the private copy: a referee lets it pass in the"
                " common match, when the letters are open"
            )
        if _prepares(before, record):
            prepared.append(SealedAction(record.serial, record.do, record.dice))
        elif isinstance(step, SetUp):
            notes.append(record.do)
    if not notes or notes[-1] != "ready":
        raise BadInput(
            f"Orders are sealed when the {side.capitalize()} side has prepared and set up."
        )
    letter = Letter(
        match=match.header.commitment,
        role=side,
        date=date,
        salt=secrets.token_hex(16) if salt is None else salt,
        prepared=tuple(prepared),
        notes=tuple(notes),
    )
    _straight(letter)
    return _envelope(letter), letter


def _prepares(before: Campaign, record: ActionRecord) -> bool:
    """Whether a side prepares with this action; what a box says is no preparation."""
    asked = record.do.split()[0] == verb_of(Box)
    return isinstance(before.agenda[0], Preparations) and not asked


def _envelope(letter: Letter) -> Envelope:
    commitment = fingerprint(msgspec.to_builtins(letter))
    return Envelope(match=letter.match, role=letter.role, date=letter.date, commitment=commitment)


def _straight(letter: Letter) -> None:
    """Refuse orders in which something was taken back: that would be another throw of the dice."""
    serials = [done.serial for done in letter.prepared]
    if not serials:
        raise BadSeal(f"the {letter.role.capitalize()} letter holds no preparations")
    back = any(done.do.split()[0] in ("putback", "teardown") for done in letter.prepared)
    if back or serials != list(range(serials[0], serials[0] + len(serials))):
        raise BadSeal(
            f"the {letter.role.capitalize()} side has taken something back while it prepared:"
            " make a new private copy and enter the purchases straight"
        )


def to_text(document: Envelope | Letter) -> str:
    """An envelope or a letter as the text of a file."""
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


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


# Opening


def check_letter(envelope: Envelope, letter: Letter) -> None:
    """Refuse a letter that is not the one that was sealed in this envelope."""
    for document in (envelope, letter):
        _side(document.role)
    if (letter.role, letter.date) != (envelope.role, envelope.date):
        raise BadSeal(
            f"the envelope is {envelope.role.capitalize()}, {SHORT[envelope.date]},"
            f" the letter {letter.role.capitalize()}, {SHORT[letter.date]}"
        )
    if _envelope(letter) != envelope:
        raise BadSeal(f"the {letter.role.capitalize()} letter is not the one that was sealed")


def open_letters(match: Match[Campaign], letters: Sequence[tuple[Envelope, Letter]]) -> int:
    """Enter all that letters hold and is due in the common match; how many actions it was.

    The match must be thrown away if this fails: some of a letter may have been entered already.
    """
    for envelope, letter in letters:
        check_letter(envelope, letter)
        _belongs(match, letter)
    before = len(match)
    for _, letter in sorted(letters, key=lambda pair: SIDES.index(_side(pair[1].role))):
        _enter_preparations(match, letter)
    # One set-up may make way for the other.
    while any(_enter_notes(match, letter) for _, letter in letters):
        pass
    wrong = match.audit()
    if wrong:
        raise BadSeal(f"the dice are not those of the common seed: {wrong[0]}")
    return len(match) - before


def _belongs(match: Match[Campaign], letter: Letter) -> None:
    if letter.match != match.header.commitment:
        raise BadSeal(f"the {letter.role.capitalize()} letter belongs to another match")
    if letter.date != match.state.date:
        raise BadSeal(
            f"the {letter.role.capitalize()} letter is for {SHORT[letter.date]},"
            f" not {SHORT[match.state.date]}"
        )


def _enter_preparations(match: Match[Campaign], letter: Letter) -> None:
    step: Any = match.state.agenda[0]
    if not isinstance(step, Preparations) or letter.role not in step.waiting:
        return
    side = _side(letter.role)
    if side != SIDES[0] and SIDES[0] in step.waiting:
        raise BadSeal(f"the {SIDES[0].capitalize()} letter is opened first, or both together")
    _straight(letter)
    if letter.prepared[0].serial != _first_serial(match, side):
        raise BadSeal(
            f"the {side.capitalize()} letter was not written in a private copy of this match"
        )
    for done in letter.prepared:
        match.repeat(ActionRecord(serial=done.serial, who=side, do=done.do, dice=done.dice))


def _first_serial(match: Match[Campaign], side: Side) -> int:
    """The serial number of a side's first action in its private copy of the match."""
    if side == SIDES[0]:
        # The enemy's envelope has the first one.
        return match.next_serial + 1
    date = match.state.date
    for number, record in enumerate(match.history.records):
        before = match.at(number)
        if before.date == date and _prepares(before, record):
            return record.serial + APART
    raise AssertionError("the first side has prepared")


def _enter_notes(match: Match[Campaign], letter: Letter) -> bool:
    step: Any = match.state.agenda[0]
    if not isinstance(step, SetUp) or step.side != letter.role:
        return False
    for text in letter.notes:
        match.do(text, letter.role)
    return True


class CampaignOrders:
    """Sealed orders as the shell takes them; the manifest names this as `sealed_orders`."""

    def private(self, match: Match[Campaign], role: str) -> Match[Campaign]:
        """A private copy for one side."""
        return private_copy(match, role)

    def seal(self, match: Match[Campaign], role: str) -> tuple[str, str]:
        """The texts of an envelope and of its letter."""
        envelope, letter = seal(match, role)
        return to_text(envelope), to_text(letter)

    def check(self, envelope: str, letter: str) -> list[str]:
        """What a letter says, if it is the one that was sealed."""
        found = read_letter(letter)
        check_letter(read_envelope(envelope), found)
        return [*(done.do for done in found.prepared), *found.notes]

    def open(self, match: Match[Campaign], letters: Sequence[tuple[str, str]]) -> int:
        """Enter letters in the common match; how many actions it was."""
        read = [(read_envelope(envelope), read_letter(letter)) for envelope, letter in letters]
        return open_letters(match, read)
