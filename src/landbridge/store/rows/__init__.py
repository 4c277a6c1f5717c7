"""What a database keeps, row by row. Whoever changes a type adds a step to `migrations`.

Times are seconds since 1970; flags are 0 or 1; what has parts is JSON text.
"""

from __future__ import annotations

from landbridge.store.rows.matches import (
    ChangeRow,
    ChatRow,
    EntryRow,
    Kind,
    MatchRow,
    MatchStep,
    MemberRow,
    OriginRow,
    SeatRow,
    SnapshotRow,
)
from landbridge.store.rows.moderation import AuditRow, ReportRow
from landbridge.store.rows.people import (
    ConfirmationRow,
    InvitationRow,
    LeaveRow,
    NoteRow,
    NoticeRow,
    PreferenceRow,
    ResetRow,
    SessionRow,
    UserRow,
)
from landbridge.store.rows.post import FailureRow, LetterRow, OutgoingRow
from landbridge.store.rows.row import Row
from landbridge.store.rows.server import KeyRow, LeaseRow, MetaRow, ServerTimeRow

__all__ = [
    "OF_A_MATCH",
    "OF_A_PERSON",
    "ROWS",
    "AuditRow",
    "ChangeRow",
    "ChatRow",
    "ConfirmationRow",
    "EntryRow",
    "FailureRow",
    "InvitationRow",
    "KeyRow",
    "Kind",
    "LeaseRow",
    "LeaveRow",
    "LetterRow",
    "MatchRow",
    "MatchStep",
    "MemberRow",
    "MetaRow",
    "NoteRow",
    "NoticeRow",
    "OriginRow",
    "OutgoingRow",
    "PreferenceRow",
    "ReportRow",
    "ResetRow",
    "Row",
    "SeatRow",
    "ServerTimeRow",
    "SessionRow",
    "SnapshotRow",
    "UserRow",
]

ROWS: tuple[type[Row], ...] = (
    MetaRow,
    MatchRow,
    OriginRow,
    EntryRow,
    SnapshotRow,
    ChangeRow,
    SeatRow,
    MemberRow,
    ChatRow,
    UserRow,
    SessionRow,
    ResetRow,
    InvitationRow,
    ConfirmationRow,
    NoteRow,
    NoticeRow,
    PreferenceRow,
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
