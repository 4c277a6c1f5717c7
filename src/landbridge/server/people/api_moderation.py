"""Calls on reports: everybody can make one, moderators see to it, and every deed is noted."""

from __future__ import annotations

import secrets

from landbridge.engine.refusals import BadInput
from landbridge.server.clocks.views import moment
from landbridge.server.http.calls import Asking, call
from landbridge.server.http.problems import Clash, Missing, NotAllowed
from landbridge.server.http.shapes import Nothing
from landbridge.server.people.api_people import account
from landbridge.server.people.shapes import (
    AuditInfo,
    ModeratorReason,
    NewReport,
    ReportClosing,
    ReportInfo,
    UserFile,
    UserMatch,
)
from landbridge.store.matches import now
from landbridge.store.moderation import AuditEntry
from landbridge.store.rows import ReportRow, UserRow

LONGEST = 2000
"""Letters of a report, or of a moderator's reason."""

MOST = 200
"""Reports, matches or entries of the audit log in one answer."""


def _text(text: str, what: str) -> str:
    found = text.strip()
    if not found or len(found) > LONGEST:
        raise BadInput(f"{what} has 1 to {LONGEST} letters.")
    return found


async def _named(asking: Asking, name: str) -> UserRow:
    user = await asking.hall.store.people.named(name)
    if user is None:
        raise Missing(f"There is no account '{name}'.")
    return user


@call("POST", "/api/reports", takes=NewReport, gives=Nothing, status=201, limit="report")
async def report(asking: Asking, body: NewReport) -> Nothing:
    """Report somebody to the moderators."""
    user = await account(asking)
    text = _text(body.text, "A report")
    about = await _named(asking, body.user)
    if about.id == user.id:
        raise BadInput("That is you.")
    if body.match:
        await asking.hall.may_watch(body.match, user.id)
    row = ReportRow(
        id=secrets.token_hex(8),
        user_id=user.id,
        about=about.id,
        reason=body.reason,
        text=text,
        about_match=body.match,
        at=now(),
    )
    if not await asking.hall.store.moderation.report(row):
        raise Clash(f"You have reported {about.name} already; a moderator will look at it.")
    return Nothing()


# For moderators


async def _moderator(asking: Asking) -> UserRow:
    user = await account(asking)
    if not user.moderator:
        raise NotAllowed("This is for moderators.")
    return user


async def _shown(asking: Asking, rows: list[ReportRow]) -> list[ReportInfo]:
    people = [one for row in rows for one in (row.user_id, row.about, row.closed_by)]
    names = await asking.hall.names(people)
    return [
        ReportInfo(
            row.id,
            names.get(row.user_id, ""),
            names.get(row.about, ""),
            row.reason,
            row.text,
            row.about_match,
            moment(row.at),
            moment(row.closed) if row.closed else None,
            names.get(row.closed_by, ""),
            row.answer,
        )
        for row in rows
    ]


@call("GET", "/api/moderation/reports", gives=list[ReportInfo])
async def open_reports(asking: Asking, body: None) -> list[ReportInfo]:
    """For moderators: reports that are still open, the oldest first."""
    await _moderator(asking)
    return await _shown(asking, await asking.hall.store.moderation.open_reports(MOST))


@call("POST", "/api/moderation/reports/{report}/close", takes=ReportClosing, gives=Nothing)
async def close_report(asking: Asking, body: ReportClosing) -> Nothing:
    """For moderators: close a report, and say what was decided."""
    user, moderation = await _moderator(asking), asking.hall.store.moderation
    answer = _text(body.answer, "A decision")
    row = await moderation.report_of(asking.path("report"))
    if row is None:
        raise Missing("There is no such report.")
    if user.id in (row.user_id, row.about):
        raise NotAllowed("You have a part in this report; another moderator closes it.")
    name = (await asking.hall.names([row.about]))[row.about]
    entry = AuditEntry(user.name, "close report", name, row.about, answer)
    if not await moderation.close_report(row.id, user.id, answer, entry):
        raise Clash("Somebody has closed it already.")
    return Nothing()


@call("GET", "/api/moderation/users/{name}", gives=UserFile)
async def user_file(asking: Asking, body: None) -> UserFile:
    """For moderators: an account, its matches, and every report of it."""
    await _moderator(asking)
    user, moderation = await _named(asking, asking.path("name")), asking.hall.store.moderation
    matches = [
        UserMatch(
            row.id,
            row.game,
            "" if row.private else row.name,
            bool(row.private),
            roles,
            row.owner == user.id,
            bool(row.over),
            moment(row.created),
        )
        for row, roles in await moderation.matches_of(user.id, MOST)
    ]
    return UserFile(
        user.name,
        moment(user.created),
        bool(user.disabled),
        bool(user.moderator),
        matches,
        await _shown(asking, await moderation.reports_about(user.id, MOST)),
    )


@call("POST", "/api/moderation/users/{name}/disable", takes=ModeratorReason, gives=Nothing)
async def disable_user(asking: Asking, body: ModeratorReason) -> Nothing:
    """For moderators: let nobody log in to an account any more."""
    return await _set_disabled(asking, body, True)


@call("POST", "/api/moderation/users/{name}/enable", takes=ModeratorReason, gives=Nothing)
async def enable_user(asking: Asking, body: ModeratorReason) -> Nothing:
    """For moderators: let somebody log in again."""
    return await _set_disabled(asking, body, False)


async def _set_disabled(asking: Asking, body: ModeratorReason, disabled: bool) -> Nothing:
    moderator = await _moderator(asking)
    why = _text(body.why, "A reason")
    user = await _named(asking, asking.path("name"))
    if user.id == moderator.id or user.moderator:
        raise NotAllowed("Only the administrator can do this to a moderator.")
    if bool(user.disabled) == disabled:
        raise Clash(f"{user.name} is {'disabled' if disabled else 'not disabled'} already.")
    act = "disable account" if disabled else "enable account"
    entry = AuditEntry(moderator.name, act, user.name, user.id, why)
    await asking.hall.store.moderation.set_disabled(user.id, disabled, entry)
    if disabled:
        asking.hall.live.end("", user.id)
    return Nothing()


@call("GET", "/api/moderation/audit", gives=list[AuditInfo])
async def audit(asking: Asking, body: None) -> list[AuditInfo]:
    """For moderators: what moderators and administrators did, the newest first."""
    await _moderator(asking)
    return [
        AuditInfo(row.number, moment(row.at), row.actor, row.act, row.target, row.why)
        for row in await asking.hall.store.moderation.audit(MOST)
    ]
