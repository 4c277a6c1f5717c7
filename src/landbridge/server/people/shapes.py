"""What the calls on accounts, resets, reports and moderation take and give."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Reason = Literal["cheating", "abuse", "spam", "name", "other"]
"""What somebody can be reported for."""

SeatChoice = Literal["open", "resign"]
"""What becomes of the seats of somebody who leaves."""


class Person(Struct, frozen=True):
    """Somebody with an account; on one's own machine, whoever sits there."""

    id: str
    name: str


class Me(Struct, frozen=True):
    """Who is asking, and the token that every change must carry on a public server."""

    mode: Literal["local", "public"]
    user: Person | None
    csrf: str
    registering: bool
    resetting: bool = False
    """Whether a new password can be had by mail."""
    moderator: bool = False


class Register(Struct, frozen=True):
    """A new account."""

    name: str
    password: str
    email: str = ""


class Login(Struct, frozen=True):
    """A name and its password."""

    name: str
    password: str


class NewPassword(Struct, frozen=True):
    """A change of password; everybody else who is logged in as the same user is logged out."""

    old: str
    new: str


class SendFailure(Struct, frozen=True):
    """What went wrong last with messages to an address of one's own."""

    kind: Literal["mail", "webhook"]
    target: str
    text: str
    at: str
    off: bool
    """Whether it gets no more messages until it is set anew."""


class NotifySettings(Struct, frozen=True):
    """How somebody wants to be notified that it is their turn."""

    mail: bool
    webhook: str
    email: str
    confirmed: bool
    failures: tuple[SendFailure, ...] = ()


class NotifyChange(Struct, frozen=True):
    """What to change of these settings; what is left out stays."""

    mail: bool | None = None
    webhook: str | None = None
    email: str | None = None


class Preferences(Struct, frozen=True):
    """How somebody likes to play, in all their matches."""

    passes: bool = True
    """Whether a step passes by itself in which they have nothing to decide."""


class MatchNotifySettings(Struct, frozen=True):
    """The same for one match; null is as for all others."""

    mail: bool | None = None
    webhook: str | None = None


class ResetRequest(Struct, frozen=True):
    """Somebody who has forgotten their password: a name, or a confirmed address."""

    who: str


class NewPasswordByMail(Struct, frozen=True):
    """A new password, and the token of the letter that allows it."""

    token: str
    password: str


class SessionInfo(Struct, frozen=True):
    """A device that is logged in."""

    id: str
    device: str
    network: str
    begun: str | None
    seen: str | None
    current: bool
    """Whether it is this one."""


class SessionsEnded(Struct, frozen=True):
    """How many devices were logged out."""

    ended: int


class AccountDeletion(Struct, frozen=True):
    """The end of one's account."""

    password: str
    seats: SeatChoice = "open"


class NewReport(Struct, frozen=True):
    """A report of somebody, by name."""

    user: str
    reason: Reason
    text: str
    match: str = ""
    message: int = 0
    """The number of what they said beside that match, if it is about this."""


class ReportInfo(Struct, frozen=True):
    """A report as moderators see it."""

    id: str
    reporter: str
    about: str
    reason: str
    text: str
    match: str
    at: str
    closed: str | None
    closed_by: str
    answer: str
    message: int
    quoted: str
    """What they said, as it was when it was reported."""


class ReportClosing(Struct, frozen=True):
    """What a moderator decided on a report."""

    answer: str


class UserMatch(Struct, frozen=True):
    """A match of somebody, as a moderator sees it: a private one has no name here."""

    id: str
    game: str
    name: str
    private: bool
    roles: tuple[str, ...]
    owner: bool
    over: bool
    begun: str


class UserFile(Struct, frozen=True):
    """An account as moderators see it."""

    name: str
    created: str
    disabled: bool
    moderator: bool
    matches: list[UserMatch]
    reports: list[ReportInfo]


class ModeratorReason(Struct, frozen=True):
    """Why a moderator does something."""

    why: str


class AuditInfo(Struct, frozen=True):
    """One thing that a moderator or an administrator did."""

    number: int
    at: str
    actor: str
    act: str
    target: str
    why: str
