"""Messages to players: those that wait, and what went wrong."""

from __future__ import annotations

from landbridge.store.rows.row import Row


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
