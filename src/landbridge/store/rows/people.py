"""People: accounts, links that let them in, their notes and wishes."""

from __future__ import annotations

from landbridge.store.rows.row import Row


class UserRow(Row, frozen=True, kw_only=True):
    """An account."""

    table = "users"
    key = ("id",)
    unique = (("folded",), ("skeleton",))

    id: str
    name: str
    folded: str
    """The name without regard to case; no two accounts share it."""
    skeleton: str = ""
    """What the name looks like (names.py); no two accounts share it either."""
    email: str = ""
    confirmed: int = 0
    password: str = ""
    disabled: int = 0
    mail: int = 1
    """Whether to be told by mail."""
    webhook: str = ""
    moderator: int = 0
    created: float


class SessionRow(Row, frozen=True):
    """Somebody who is logged in. Only the hash of the token is kept."""

    table = "sessions"
    key = ("hash",)
    sought = (("user_id",),)

    hash: str
    user_id: str
    expires: float
    device: str = ""
    """What the browser says it is, in words."""
    network: str = ""
    """Where it logged in from, abbreviated."""
    begun: float = 0
    seen: float = 0
    """When it was last used, give or take some minutes."""


class ResetRow(Row, frozen=True):
    """A link that lets somebody choose a new password, once."""

    table = "resets"
    key = ("hash",)
    sought = (("user_id",),)

    hash: str
    user_id: str
    expires: float


class InvitationRow(Row, frozen=True):
    """A link to one seat of a match, good for one person."""

    table = "invitations"
    key = ("hash",)
    sought = (("match_id",),)

    hash: str
    match_id: str
    role: str
    user_id: str
    """Who invites."""
    expires: float


class ConfirmationRow(Row, frozen=True):
    """A link that proves a mail address."""

    table = "confirmations"
    key = ("hash",)

    hash: str
    user_id: str
    email: str
    expires: float


class NoteRow(Row, frozen=True):
    """One player's private notes on a match."""

    table = "notes"
    key = ("match_id", "user_id")

    match_id: str
    user_id: str
    text: str
    updated: float


class NoticeRow(Row, frozen=True):
    """How somebody wants to be told of one match; None is as for all others."""

    table = "notices"
    key = ("match_id", "user_id")

    match_id: str
    user_id: str
    mail: int | None
    webhook: str | None


class PreferenceRow(Row, frozen=True):
    """How somebody likes to play, in all their matches."""

    table = "preferences"
    key = ("user_id",)

    user_id: str
    passes: int = 1
    """Whether a step passes by itself in which they have nothing to decide."""


class LeaveRow(Row, frozen=True):
    """A time in which somebody is away and their clocks stand still; in the server's time."""

    table = "leaves"
    key = ("user_id", "start")
    sought = (("until",),)

    user_id: str
    start: float
    until: float
