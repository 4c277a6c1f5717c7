"""The moderators' work: reports, and the log of what was done."""

from __future__ import annotations

from landbridge.store.rows.row import Row


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
    message: int = 0
    """The number of what they said in that match, if the report is about it."""
    quoted: str = ""
    """What they said, as it was then."""
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
