"""Calls on reports: everybody can make one, moderators see to it, and every deed is noted."""

from __future__ import annotations

import secrets

from landbridge.engine.refusals import BadInput
from landbridge.server.clocks.views import moment
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import Clash, NotAllowed, NotFound
from landbridge.server.http.shapes import Acknowledgement
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
from landbridge.server.play.chat import chat_rights
from landbridge.server.play.rights import rights
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


async def _find_user(request: RequestContext, name: str) -> UserRow:
    user = await request.server.store.people.find_by_name(name)
    if user is None:
        raise NotFound(f"There is no account '{name}'.")
    return user


@call("POST", "/api/reports", takes=NewReport, gives=Acknowledgement, status=201, limit="report")
async def report(request: RequestContext, body: NewReport) -> Acknowledgement:
    """Report somebody to the moderators."""
    user = await account(request)
    text = _text(body.text, "A report")
    about = await _find_user(request, body.user)
    if about.id == user.id:
        raise BadInput("That is you.")
    if body.match:
        await request.server.may_watch(body.match, user.id)
    quoted = await _quoted(request, body, about.id) if body.message else ""
    row = ReportRow(
        id=secrets.token_hex(8),
        user_id=user.id,
        about=about.id,
        reason=body.reason,
        text=text,
        about_match=body.match,
        message=body.message,
        quoted=quoted,
        at=now(),
    )
    if not await request.server.store.moderation.report(row):
        raise Clash(f"You have reported {about.name} already; a moderator will look at it.")
    return Acknowledgement()


async def _quoted(request: RequestContext, body: NewReport, about: str) -> str:
    """What somebody said beside a match, if whoever reports it could read it."""
    server = request.server
    row = await server.store.chat.message(body.match, body.message)
    async with server.matches.hold(body.match) as live:
        members = await server.store.matches.members(live.id)
        may = chat_rights(
            live, rights(live, request.user_id, public=True), members, request.user_id
        )
    if row is None or row.user_id != about or row.room not in may.reads:
        raise NotFound(f"{body.user} has not said this.")
    return row.text


# For moderators


async def _moderator(request: RequestContext) -> UserRow:
    user = await account(request)
    if not user.moderator:
        raise NotAllowed("This is for moderators.")
    return user


async def _report_infos(request: RequestContext, rows: list[ReportRow]) -> list[ReportInfo]:
    people = [one for row in rows for one in (row.user_id, row.about, row.closed_by)]
    names = await request.server.names(people)
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
            row.message,
            row.quoted,
        )
        for row in rows
    ]


@call("GET", "/api/moderation/reports", gives=list[ReportInfo])
async def open_reports(request: RequestContext, body: None) -> list[ReportInfo]:
    """For moderators: reports that are still open, the oldest first."""
    await _moderator(request)
    return await _report_infos(request, await request.server.store.moderation.open_reports(MOST))


@call("POST", "/api/moderation/reports/{report}/close", takes=ReportClosing, gives=Acknowledgement)
async def close_report(request: RequestContext, body: ReportClosing) -> Acknowledgement:
    """For moderators: close a report, and say what was decided."""
    user, moderation = await _moderator(request), request.server.store.moderation
    answer = _text(body.answer, "A decision")
    row = await moderation.report_of(request.path("report"))
    if row is None:
        raise NotFound("There is no such report.")
    if user.id in (row.user_id, row.about):
        raise NotAllowed("You have a part in this report; another moderator closes it.")
    name = (await request.server.names([row.about]))[row.about]
    entry = AuditEntry(user.name, "close report", name, row.about, answer)
    if not await moderation.close_report(row.id, user.id, answer, entry):
        raise Clash("Somebody has closed it already.")
    return Acknowledgement()


@call(
    "POST",
    "/api/moderation/reports/{report}/remove-message",
    takes=ModeratorReason,
    gives=Acknowledgement,
)
async def remove_message(request: RequestContext, body: ModeratorReason) -> Acknowledgement:
    """For moderators: take what was reported out of the chat; the report keeps it."""
    user, server = await _moderator(request), request.server
    why = _text(body.why, "A reason")
    row = await server.store.moderation.report_of(request.path("report"))
    if row is None or not row.message:
        raise NotFound("There is no such report of a message.")
    if user.id in (row.user_id, row.about):
        raise NotAllowed("You have a part in this report; another moderator sees to it.")
    name = (await server.names([row.about])).get(row.about, "")
    entry = AuditEntry(user.name, "remove message", name, row.about, why)
    if not await server.store.moderation.remove_message(row, entry):
        raise NotFound("The message is gone already.")
    server.updates.publish_chat(row.about_match, -row.message)
    return Acknowledgement()


@call("GET", "/api/moderation/users/{name}", gives=UserFile)
async def user_file(request: RequestContext, body: None) -> UserFile:
    """For moderators: an account, its matches, and every report of it."""
    await _moderator(request)
    user, moderation = (
        await _find_user(request, request.path("name")),
        request.server.store.moderation,
    )
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
        await _report_infos(request, await moderation.reports_about(user.id, MOST)),
    )


@call("POST", "/api/moderation/users/{name}/disable", takes=ModeratorReason, gives=Acknowledgement)
async def disable_user(request: RequestContext, body: ModeratorReason) -> Acknowledgement:
    """For moderators: let nobody log in to an account any more."""
    return await _set_disabled(request, body, True)


@call("POST", "/api/moderation/users/{name}/enable", takes=ModeratorReason, gives=Acknowledgement)
async def enable_user(request: RequestContext, body: ModeratorReason) -> Acknowledgement:
    """For moderators: let somebody log in again."""
    return await _set_disabled(request, body, False)


async def _set_disabled(
    request: RequestContext, body: ModeratorReason, disabled: bool
) -> Acknowledgement:
    moderator = await _moderator(request)
    why = _text(body.why, "A reason")
    user = await _find_user(request, request.path("name"))
    if user.id == moderator.id or user.moderator:
        raise NotAllowed("Only the administrator can do this to a moderator.")
    if bool(user.disabled) == disabled:
        raise Clash(f"{user.name} is {'disabled' if disabled else 'not disabled'} already.")
    act = "disable account" if disabled else "enable account"
    entry = AuditEntry(moderator.name, act, user.name, user.id, why)
    await request.server.store.moderation.set_disabled(user.id, disabled, entry)
    if disabled:
        request.server.updates.end("", user.id)
    return Acknowledgement()


@call("GET", "/api/moderation/audit", gives=list[AuditInfo])
async def audit(request: RequestContext, body: None) -> list[AuditInfo]:
    """For moderators: what moderators and administrators did, the newest first."""
    await _moderator(request)
    return [
        AuditInfo(row.number, moment(row.at), row.actor, row.act, row.target, row.why)
        for row in await request.server.store.moderation.audit(MOST)
    ]
