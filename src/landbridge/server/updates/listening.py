"""The WebSocket of live updates: what clients ask to hear, and what they are told."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from landbridge.engine.refusals import LandbridgeError
from landbridge.server.context import ServerContext
from landbridge.server.people.sessions import cookie_name, identify, watch_links
from landbridge.server.updates.hub import (
    LOBBY,
    LOGGED_OUT,
    TOO_MUCH,
    TRY_LATER,
    Listener,
    message,
)
from landbridge.store.people import hashed

PING_EVERY = 20.0

MOST = 200
"""Matches that one listener can watch."""


class WatchMessage(msgspec.Struct, frozen=True):
    """What a client says."""

    watch: str = ""
    unwatch: str = ""
    role: str | None = msgspec.field(name="as", default=None)
    since: int | None = None


async def endpoint(socket: WebSocket) -> None:
    """The WebSocket: listen, until the client goes or has to."""
    server: ServerContext = socket.app.state.context
    try:
        await server.ready()
        person = await identify(server.settings, server.store.people, socket)
        server.spend("live", person.id if person else "", socket)
        token = socket.cookies.get(cookie_name(server.settings), "")
        session = hashed(token) if person and server.settings.public else ""
        links = frozenset(map(hashed, watch_links(server.settings, socket)))
        listener = Listener(person.id if person else "", session, server.network(socket), links)
        server.updates.join(listener)
    except LandbridgeError:
        await socket.close(TRY_LATER)
        return
    try:
        await socket.accept()
        # The session may have ended while nobody knew of this listener yet.
        await _check_session(server, listener)
        work = {_read(server, socket, listener), _write(server, socket, listener)}
        tasks = {asyncio.create_task(one) for one in work}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        for task in tasks:
            if not task.cancelled():
                task.result()
        if listener.closed:
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(listener.closed)
    finally:
        server.updates.leave(listener)


async def _check_session(server: ServerContext, listener: Listener) -> None:
    """Close a listener whose session has ended, by whatever process."""
    if listener.session and not await server.store.people.is_session(listener.session):
        listener.close(LOGGED_OUT)


async def _read(server: ServerContext, socket: WebSocket, listener: Listener) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while not listener.closed:
            said = await socket.receive()
            if said["type"] == "websocket.disconnect":
                return
            try:
                server.spend_as("listen", listener.who)
            except LandbridgeError:
                listener.close(TOO_MUCH)
                return
            reply = await _handle(server, listener, said.get("text") or "")
            if reply is not None:
                await socket.send_text(msgspec.json.encode(reply).decode())


async def _handle(server: ServerContext, listener: Listener, text: str) -> dict[str, Any] | None:
    """Do what a client says; what to answer at once."""
    try:
        said = msgspec.json.decode(text, type=WatchMessage)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return {"error": 'Say {"watch": id, "as": role, "since": version} or {"unwatch": id}.'}
    if said.since is not None and not 0 <= said.since < 2**53:
        return {"error": "A version is a whole number that is not below 0."}
    if "\0" in said.watch:
        return {"error": "There is no such match.", "match": said.watch}
    if said.unwatch:
        server.updates.unwatch(listener, said.unwatch)
    if said.watch == LOBBY:
        server.updates.join_lobby(listener)
        # From now on nothing is missed: whoever looked before looks again.
        return {"match": LOBBY, "listening": True}
    if said.watch:
        if said.watch not in listener.watching and len(listener.watching) >= MOST:
            return {"error": f"At most {MOST} matches can be watched at once."}
        # Listen first and look afterwards: what happens in between is then told, not lost.
        server.updates.watch(listener, said.watch, said.since or 0)
        try:
            role, version = await server.watched_as(
                said.watch, listener.user_id, said.role, listener.links
            )
            listener.roles[said.watch] = role
        except LandbridgeError as problem:
            server.updates.unwatch(listener, said.watch)
            return {"error": str(problem), "match": said.watch}
        if said.since != version:
            listener.watching[said.watch] = 0
            listener.publish(said.watch, version, message(said.watch, version))
    return None


async def _write(server: ServerContext, socket: WebSocket, listener: Listener) -> None:
    checked = time.monotonic()
    with suppress(WebSocketDisconnect, RuntimeError):
        while not listener.closed:
            try:
                async with asyncio.timeout(PING_EVERY):
                    news = await listener.news()
            except TimeoutError:
                news = [b'{"ping":true}']
            if time.monotonic() - checked >= PING_EVERY:
                with suppress(LandbridgeError):
                    await _check_session(server, listener)
                checked = time.monotonic()
            for text in news:
                if listener.closed:
                    return
                await socket.send_text(text.decode())
