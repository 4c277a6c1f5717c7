"""What a database keeps, row by row. Whoever changes a type adds a step to `migrations`.

Times are seconds since 1970; flags are 0 or 1; what has parts is JSON text.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

Kind = Literal[
    "begin", "do", "undo", "rollback", "ask", "answer", "seat", "settings", "end", "clock"
]
"""What a change of a match was."""


class Row(Struct, frozen=True):
    """One row of a table."""

    table: ClassVar[str]
    key: ClassVar[tuple[str, ...]]
    sought: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Further columns by which rows are looked up."""
    unique: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """The same, where no two rows may share them."""


class MatchRow(Row, frozen=True, kw_only=True):
    """A match: where it stands, and what a list of matches shows of it."""

    table = "matches"
    key = ("id",)
    sought = (("updated",), ("owner",), ("bots_due",), ("due",))

    id: str
    game: str
    scenario: str
    name: str
    owner: str
    private: int
    version: int
    """Rises with every change; a change is only taken from the version before it."""
    next_serial: int
    taken_back: str = "[]"
    state: str
    """The hash of the position."""
    actions: int
    to_decide: str = "[]"
    over: int = 0
    outcome: str = ""
    bots_due: int = 0
    """Whether a bot has something to decide."""
    rollback: str = ""
    """A rollback that was asked for and not yet agreed to."""
    ending: str = ""
    """How people ended the match, if they did before its rules."""
    draw_offer: str = ""
    """A draw that was offered, and who offered one last when."""
    clock: str = ""
    """The clock that was chosen, and who has had to decide since when."""
    due: float = 0.0
    """When somebody has to look at the clock again, in the server's time; 0: never."""
    noticed: str = "{}"
    """Where roles have secrets: by role, how many actions and changes it noticed."""
    created: float
    updated: float
    """When it last changed so that everybody could notice."""


class OriginRow(Row, frozen=True):
    """The header of a match, its seed included; it never changes."""

    table = "origins"
    key = ("match_id",)

    match_id: str
    header: str


class EntryRow(Row, frozen=True):
    """One action of a match, as a line of a save."""

    table = "entries"
    key = ("match_id", "number")

    match_id: str
    number: int
    entry: str


class SnapshotRow(Row, frozen=True):
    """The position of a match after an action; it follows from the actions and is never missed."""

    table = "snapshots"
    key = ("match_id", "number")

    match_id: str
    number: int
    serial: int
    """Of the action. Serials never come back: it tells whether the history is still this one."""
    snapshot: str


class ChangeRow(Row, frozen=True):
    """One change of a match: by it a client learns exactly what it missed."""

    table = "changes"
    key = ("match_id", "version")

    match_id: str
    version: int
    kept: int
    """How many actions from the start it left untouched."""
    kind: str
    role: str
    user_id: str
    at: float
    noticed: str = "{}"
    """What each role counts after it, as in the row of the match."""


class SeatRow(Row, frozen=True):
    """Who sits where."""

    table = "seats"
    key = ("match_id", "role")
    sought = (("user_id",),)

    match_id: str
    role: str
    kind: str
    """`user`, `bot` or `open`."""
    user_id: str = ""
    bot: str = ""


class MemberRow(Row, frozen=True):
    """A role that somebody has ever held, or the leave to look at a private match."""

    table = "members"
    key = ("match_id", "user_id", "role")
    sought = (("user_id",),)

    match_id: str
    user_id: str
    role: str


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


class LeaveRow(Row, frozen=True):
    """A time in which somebody is away and their clocks stand still; in the server's time."""

    table = "leaves"
    key = ("user_id", "start")
    sought = (("until",),)

    user_id: str
    start: float
    until: float


class ServerTimeRow(Row, frozen=True):
    """The server's time, which passes only while a server runs; see timekeeping.py."""

    table = "server_time"
    key = ("name",)

    name: str
    seen: float
    """What the machine's clock said when it was last counted."""
    passed: float
    """What the server's time was then."""


class OutgoingRow(Row, frozen=True, kw_only=True):
    """A message that is still to be sent."""

    table = "outgoing"
    key = ("id",)
    sought = (("due",), ("user_id",))

    id: str
    kind: str
    """`mail` or `webhook`."""
    target: str
    user_id: str
    subject: str
    body: str
    due: float
    tries: int = 0
    """Counted when somebody begins to send it, so that one who dies over it has tried too."""


class FailureRow(Row, frozen=True):
    """What went wrong last with messages to one target of somebody's."""

    table = "failures"
    key = ("user_id", "kind", "target")

    user_id: str
    kind: str
    target: str
    given_up: int
    """Messages in a row that were given up; with too many, the target gets no more."""
    text: str
    at: float


class LetterRow(Row, frozen=True):
    """That a letter nobody had asked for at that address went there; kept for a day."""

    table = "letters"
    key = ("id",)
    sought = (("recipient",),)

    id: str
    recipient: str
    """The hash of the mailbox."""
    at: float


class ReportRow(Row, frozen=True, kw_only=True):
    """What somebody reports of somebody else, for the moderators."""

    table = "reports"
    key = ("id",)
    sought = (("closed",), ("about",), ("user_id",))

    id: str
    user_id: str
    """Who reports."""
    about: str
    """The account that is reported."""
    reason: str
    text: str
    about_match: str = ""
    at: float
    closed: float = 0
    """When a moderator closed it; 0 while it is open."""
    closed_by: str = ""
    answer: str = ""


class AuditRow(Row, frozen=True, kw_only=True):
    """One thing that a moderator or an administrator did. Rows are only ever added."""

    table = "audit"
    key = ("number",)
    sought = (("target_id",),)

    number: int
    at: float
    actor: str
    """Who did it, by the name of that time."""
    act: str
    target: str
    """To whom or what, by the name of that time."""
    target_id: str = ""
    why: str = ""


class LeaseRow(Row, frozen=True):
    """Work that one of several server processes has taken on for a while."""

    table = "leases"
    key = ("name",)

    name: str
    holder: str
    until: float


class KeyRow(Row, frozen=True):
    """A key that the server made for itself."""

    table = "keys"
    key = ("name",)

    name: str
    secret: str
    created: float


class MetaRow(Row, frozen=True):
    """Facts about the database itself."""

    table = "meta"
    key = ("name",)

    name: str
    value: str


ROWS: tuple[type[Row], ...] = (
    MetaRow,
    MatchRow,
    OriginRow,
    EntryRow,
    SnapshotRow,
    ChangeRow,
    SeatRow,
    MemberRow,
    UserRow,
    SessionRow,
    ResetRow,
    InvitationRow,
    ConfirmationRow,
    NoteRow,
    NoticeRow,
    LeaveRow,
    ServerTimeRow,
    OutgoingRow,
    FailureRow,
    LetterRow,
    ReportRow,
    AuditRow,
    LeaseRow,
    KeyRow,
)

OF_A_MATCH: tuple[type[Row], ...] = tuple(
    kind for kind in ROWS if "match_id" in kind.__struct_fields__
)
"""The tables that hold parts of a match."""

OF_A_PERSON: tuple[type[Row], ...] = tuple(
    kind for kind in ROWS if "user_id" in kind.__struct_fields__
)
"""The tables that hold something of a person."""
