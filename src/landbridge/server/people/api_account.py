"""Calls on one's own account: where it is logged in, what is kept of it, and its end."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from starlette.responses import Response

from landbridge.engine.refusals import BadInput, Refusal
from landbridge.server.clocks.views import moment
from landbridge.server.context import ServerContext
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import MatchOver, NotAllowed, NotFound
from landbridge.server.http.shapes import Acknowledgement
from landbridge.server.people import accounts
from landbridge.server.people.api_people import account, visitor
from landbridge.server.people.sessions import own_token
from landbridge.server.people.shapes import AccountDeletion, Me, SessionInfo, SessionsEnded
from landbridge.server.play.endings import resign
from landbridge.server.play.rights import rights
from landbridge.server.updates.hub import GONE
from landbridge.store.people import hashed, session_name

# Sessions


@call("GET", "/api/me/sessions", gives=list[SessionInfo])
async def sessions(request: RequestContext, body: None) -> list[SessionInfo]:
    """The devices on which you are logged in."""
    user = await account(request)
    here = hashed(own_token(request.server.settings, request.http))
    return [
        SessionInfo(
            session_name(row),
            row.device or "an unknown device",
            row.network,
            moment(row.begun) if row.begun else None,
            moment(row.seen) if row.seen else None,
            row.hash == here,
        )
        for row in await request.server.store.people.sessions(user.id)
    ]


@call("DELETE", "/api/me/sessions/{session}", gives=Acknowledgement)
async def end_session(request: RequestContext, body: None) -> Acknowledgement:
    """Log one of your devices out."""
    user = await account(request)
    if not await request.server.store.people.end_session_named(user.id, request.path("session")):
        raise NotFound("That device is not logged in any more.")
    return Acknowledgement()


@call("POST", "/api/me/sessions/end-others", gives=SessionsEnded)
async def end_other_sessions(request: RequestContext, body: None) -> SessionsEnded:
    """Log out everywhere but here."""
    user, token = await account(request), own_token(request.server.settings, request.http)
    return SessionsEnded(await request.server.store.people.end_other_sessions(user.id, token))


# What is kept, and its end


@call("GET", "/api/me/export", gives=str, limit="work")
async def export_account(request: RequestContext, body: None) -> Response:
    """Everything that is kept of you, as a file."""
    user = await account(request)
    found = await request.server.store.leaving.collect(user.id)
    text = msgspec.json.format(msgspec.json.encode({"format": "landbridge account 1", **found}))
    headers = {
        "Content-Disposition": 'attachment; filename="landbridge-account.json"',
        "Cache-Control": "no-store",
    }
    return Response(text, headers=headers, media_type="application/json")


@call("POST", "/api/me/delete", takes=AccountDeletion, gives=Me, limit="login")
async def delete_account(request: RequestContext, body: AccountDeletion) -> Me:
    """Delete your account: needs your password, and says what becomes of your seats."""
    server, user = request.server, await account(request)
    if not await accounts.right_password(server.store.people, user, body.password):
        raise NotAllowed("The password is wrong; nothing has been deleted.")
    if body.seats == "resign":
        await _resign_everywhere(server, user.id)
    removed = await server.store.leaving.remove(user.id)
    server.updates.end("", user.id)
    for match_id, version in (
        *removed.changed,
        *((match_id, GONE) for match_id in removed.deleted),
    ):
        server.matches.note_version(match_id, version)
        server.updates.publish(match_id, version, ())
    return visitor(request)


async def _resign_everywhere(server: ServerContext, user_id: str) -> None:
    """Give up every match that somebody plays against another person; other seats become open."""
    for match_id in await server.store.leaving.playing_against_people(user_id):
        async with server.matches.hold(match_id) as live:
            may = rights(live, user_id, public=True)
            # With more than two sides nobody can resign alone.
            with suppress(MatchOver, NotAllowed, Refusal, BadInput):
                await resign(server, live, user_id, may, None)
