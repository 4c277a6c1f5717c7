"""Calls on one's own account: where it is logged in, what is kept of it, and its end."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from starlette.responses import Response

from landbridge.engine.refusals import BadInput, Refusal
from landbridge.server.clocks.views import moment
from landbridge.server.context import Hall
from landbridge.server.http.calls import Asking, call
from landbridge.server.http.problems import Ended, Missing, NotAllowed
from landbridge.server.http.shapes import Nothing
from landbridge.server.people import accounts
from landbridge.server.people.api_people import account, visitor
from landbridge.server.people.sessions import own_token
from landbridge.server.people.shapes import AccountDeletion, Me, SessionInfo, SessionsEnded
from landbridge.server.play.endings import resign
from landbridge.server.play.live import GONE
from landbridge.server.play.rights import rights
from landbridge.store.people import hashed, session_name

# Sessions


@call("GET", "/api/me/sessions", gives=list[SessionInfo])
async def sessions(asking: Asking, body: None) -> list[SessionInfo]:
    """The devices on which you are logged in."""
    user = await account(asking)
    here = hashed(own_token(asking.hall, asking.request))
    return [
        SessionInfo(
            session_name(row),
            row.device or "an unknown device",
            row.network,
            moment(row.begun) if row.begun else None,
            moment(row.seen) if row.seen else None,
            row.hash == here,
        )
        for row in await asking.hall.store.people.sessions(user.id)
    ]


@call("DELETE", "/api/me/sessions/{session}", gives=Nothing)
async def end_session(asking: Asking, body: None) -> Nothing:
    """Log one of your devices out."""
    user = await account(asking)
    if not await asking.hall.store.people.end_session_named(user.id, asking.path("session")):
        raise Missing("That device is not logged in any more.")
    return Nothing()


@call("POST", "/api/me/sessions/end-others", gives=SessionsEnded)
async def end_other_sessions(asking: Asking, body: None) -> SessionsEnded:
    """Log out everywhere but here."""
    user, token = await account(asking), own_token(asking.hall, asking.request)
    return SessionsEnded(await asking.hall.store.people.end_other_sessions(user.id, token))


# What is kept, and its end


@call("GET", "/api/me/export", gives=str, limit="work")
async def export_account(asking: Asking, body: None) -> Response:
    """Everything that is kept of you, as a file."""
    user = await account(asking)
    found = await asking.hall.store.leaving.collect(user.id)
    text = msgspec.json.format(msgspec.json.encode({"format": "landbridge account 1", **found}))
    headers = {
        "Content-Disposition": 'attachment; filename="landbridge-account.json"',
        "Cache-Control": "no-store",
    }
    return Response(text, headers=headers, media_type="application/json")


@call("POST", "/api/me/delete", takes=AccountDeletion, gives=Me, limit="login")
async def delete_account(asking: Asking, body: AccountDeletion) -> Me:
    """Delete your account: needs your password, and says what becomes of your seats."""
    hall, user = asking.hall, await account(asking)
    if not await accounts.right_password(hall.store.people, user, body.password):
        raise NotAllowed("The password is wrong; nothing has been deleted.")
    if body.seats == "resign":
        await _resign_everywhere(hall, user.id)
    gone = await hall.store.leaving.remove(user.id)
    hall.live.end("", user.id)
    for match_id, version in (*gone.changed, *((match_id, GONE) for match_id in gone.deleted)):
        hall.matches.heard(match_id, version)
        hall.live.tell(match_id, version, ())
    return visitor(asking)


async def _resign_everywhere(hall: Hall, user_id: str) -> None:
    """Give up every match that somebody plays against another person; other seats become open."""
    for match_id in await hall.store.leaving.playing_against_people(user_id):
        async with hall.matches.at(match_id) as kept:
            may = rights(kept, user_id, public=True)
            # With more than two sides nobody can resign alone.
            with suppress(Ended, NotAllowed, Refusal, BadInput):
                await resign(hall, kept, user_id, may, None)
