"""Calls on what is said beside a match."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from starlette.responses import Response

from landbridge.engine.refusals import BadInput
from landbridge.server.clocks.views import moment
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import NotAllowed
from landbridge.server.play.access import open_match
from landbridge.server.play.chat import ChatRights, chat_rights, tidy_message
from landbridge.server.play.matches import LiveMatch
from landbridge.server.play.requests import NewChatMessage
from landbridge.server.play.shapes import Chat, ChatMessage
from landbridge.store.rows import ChatRow

SHOWN = 200
"""Messages in one answer."""

KEPT = 10_000
"""Messages in a file."""


@asynccontextmanager
async def open_chat(request: RequestContext) -> AsyncIterator[tuple[LiveMatch, ChatRights]]:
    """A match, and what the caller may read and write beside it."""
    if not request.server.settings.public:
        raise BadInput("On your own machine there is nobody to talk to.")
    async with open_match(request) as (live, may):
        members = await request.server.store.matches.members(live.id)
        yield live, chat_rights(live, may, members, request.user_id)


async def _messages(
    request: RequestContext, live: LiveMatch, rows: Sequence[ChatRow]
) -> list[ChatMessage]:
    names = await request.server.names(row.user_id for row in rows)
    roles = {seat.user_id: seat.role for seat in live.seats.values() if seat.kind == "user"}
    return [
        ChatMessage(
            number=row.number,
            room="players" if row.room == "players" else "spectators",
            name=names.get(row.user_id, ""),
            role=roles.get(row.user_id, ""),
            mine=row.user_id == request.user_id,
            text=row.text,
            at=moment(row.at),
        )
        for row in rows
    ]


async def _chat(request: RequestContext, live: LiveMatch, may: ChatRights) -> Chat:
    rows = await request.server.store.chat.read(live.id, may.reads, SHOWN + 1)
    return Chat(
        rooms=may.reads,
        writes=may.writes,
        why_not=may.why_not,
        messages=await _messages(request, live, rows[-SHOWN:]),
        earlier=len(rows) > SHOWN,
    )


@call("GET", "/api/matches/{id}/chat", gives=Chat)
async def read_chat(request: RequestContext, body: None) -> Chat:
    """What is said beside a match: among its players, or among those who look on."""
    async with open_chat(request) as (live, may):
        return await _chat(request, live, may)


@call("POST", "/api/matches/{id}/chat", takes=NewChatMessage, gives=Chat, limit="chat")
async def write_chat(request: RequestContext, body: NewChatMessage) -> Chat:
    """Say something beside a match, in one's own room."""
    user, server = request.user, request.server
    async with open_chat(request) as (live, may):
        if may.writes is None:
            raise NotAllowed(may.why_not)
        text = tidy_message(body.text)
        row = await server.store.chat.add(live.id, may.writes, user.id, text)
        server.updates.publish_chat(live.id, row.number)
        return await _chat(request, live, may)


@call("GET", "/api/matches/{id}/chat/export", gives=str, limit="work")
async def export_chat(request: RequestContext, body: None) -> Response:
    """What is said beside a match, as a file of plain text."""
    async with open_chat(request) as (live, may):
        rows = await request.server.store.chat.read(live.id, may.reads, KEPT)
        found = await _messages(request, live, rows)
        title = live.row.name
    lines = [
        f"{one.at} [{one.room}] {one.name or 'former player'}: "
        + (one.text or "(removed by a moderator)").replace("\n", "\n    ")
        for one in found
    ]
    name = re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-").lower() or live.id
    headers = {
        "Content-Disposition": f'attachment; filename="{name}-chat.txt"',
        "Cache-Control": "no-store",
    }
    text = "\n".join([title, "", *lines]) + "\n"
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")
