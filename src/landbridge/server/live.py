"""Live updates: a WebSocket on which everybody hears that a match has changed.

Only the number of the version is sent, never a position: each client asks for what its role may
see. Where roles have secrets, each hears only of changes that its role noticed. A slow listener
hears the newest version once, not every one in turn, and holds up nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from landbridge.engine.refusals import LandbridgeError
from landbridge.server.secret_changes import SecretChange
from landbridge.server.sessions import identify

if TYPE_CHECKING:
    from landbridge.server.hall import Hall

PING_EVERY = 20.0
LOBBY = "*"
MOST = 200
"""Matches that one listener can watch."""

GONE = 0
"""The version of a match that has been deleted."""


class Watch(msgspec.Struct, frozen=True):
    """What a client says."""

    watch: str = ""
    unwatch: str = ""
    role: str | None = msgspec.field(name="as", default=None)
    since: int | None = None


class Listener:
    """One device that listens."""

    def __init__(self, user_id: str) -> None:
        self.user_id = user_id
        self.watching: dict[str, int] = {}
        """The version that it was last told, by match."""
        self.roles: dict[str, str] = {}
        """The role in which it looks, by match."""
        self._news: dict[str, bytes] = {}
        self._woken = asyncio.Event()

    def tell(self, match_id: str, version: int, text: bytes) -> None:
        """Put news in its tray, unless it knows them."""
        if match_id in self.watching and version != GONE:
            if self.watching[match_id] >= version:
                return
            self.watching[match_id] = version
        self._news[match_id] = text
        self._woken.set()

    async def news(self) -> list[bytes]:
        """What there is to tell, as soon as there is something."""
        await self._woken.wait()
        self._woken.clear()
        told, self._news = list(self._news.values()), {}
        return told


def message(match_id: str, version: int) -> bytes:
    """What listeners are told."""
    if version == GONE:
        return msgspec.json.encode({"match": match_id, "gone": True})
    return msgspec.json.encode({"match": match_id, "version": version})


class Live:
    """Everybody who listens."""

    def __init__(self) -> None:
        self._by_match: dict[str, set[Listener]] = {}
        self._lobby: set[Listener] = set()

    def watched(self) -> list[str]:
        """Every match that somebody watches."""
        return list(self._by_match)

    def concerns(self, match_id: str) -> bool:
        """Whether somebody may want to hear of a match."""
        return bool(self._lobby) or match_id in self._by_match

    def tell(
        self,
        match_id: str,
        version: int,
        people: Iterable[str] | None = None,
        secret: SecretChange | None = None,
    ) -> None:
        """Tell everybody who watches a match, and its people in the lobby (None: everybody).

        Of a secret change only those hear whose role noticed it, by the version of their role.
        """
        heard = self._by_match.get(match_id, set())
        text = message(match_id, version)
        for listener in heard:
            if secret is None:
                listener.tell(match_id, version, text)
            else:
                self._tell_role(listener, match_id, secret)
        if self._lobby:
            known = None if people is None else set(people)
            for listener in self._lobby - heard:
                if known is None or listener.user_id in known:
                    if secret is None:
                        listener.tell(match_id, version, text)
                    else:
                        self._tell_role(listener, match_id, secret)

    def _tell_role(self, listener: Listener, match_id: str, secret: SecretChange) -> None:
        before = listener.roles.get(match_id)
        role = secret.role(listener.user_id, before)
        if before not in (None, role):
            # Whoever may no longer look in a role is told by the numbers of another.
            listener.roles[match_id], listener.watching[match_id] = role, 0
        version = secret.version(role)
        if version is not None:
            listener.tell(match_id, version, message(match_id, version))

    def watch(self, listener: Listener, match_id: str, since: int) -> None:
        """Let a listener hear of a match from this version on."""
        listener.watching[match_id] = since
        self._by_match.setdefault(match_id, set()).add(listener)

    def unwatch(self, listener: Listener, match_id: str) -> None:
        """Let a listener hear no more of a match."""
        listener.watching.pop(match_id, None)
        listener.roles.pop(match_id, None)
        heard = self._by_match.get(match_id)
        if heard is not None:
            heard.discard(listener)
            if not heard:
                del self._by_match[match_id]

    def join_lobby(self, listener: Listener) -> None:
        """Let a listener hear of all their matches."""
        self._lobby.add(listener)

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        for match_id in list(listener.watching):
            self.unwatch(listener, match_id)
        self._lobby.discard(listener)


async def endpoint(socket: WebSocket) -> None:
    """The WebSocket: listen, until the client goes."""
    hall: Hall = socket.app.state.hall
    try:
        await hall.ready()
        person = await identify(hall, socket)
        hall.spend("live", person.id if person else "", socket)
    except LandbridgeError:
        await socket.close(1013)
        return
    await socket.accept()
    listener = Listener(person.id if person else "")
    writing = asyncio.create_task(_write(socket, listener))
    try:
        while True:
            text = await socket.receive_text()
            reply = await _heard(hall, listener, text)
            if reply is not None:
                await socket.send_text(msgspec.json.encode(reply).decode())
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        hall.live.leave(listener)
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing


async def _heard(hall: Hall, listener: Listener, text: str) -> dict[str, Any] | None:
    """Do what a client says; what to answer at once."""
    try:
        said = msgspec.json.decode(text, type=Watch)
    except msgspec.MsgspecError:
        return {"error": 'Say {"watch": id, "as": role, "since": version} or {"unwatch": id}.'}
    if said.unwatch:
        hall.live.unwatch(listener, said.unwatch)
    if said.watch == LOBBY:
        hall.live.join_lobby(listener)
    elif said.watch:
        if len(listener.watching) >= MOST:
            return {"error": f"At most {MOST} matches can be watched at once."}
        # Listen first and look afterwards: what happens in between is then told, not lost.
        hall.live.watch(listener, said.watch, said.since or 0)
        try:
            role, version = await hall.watched_as(said.watch, listener.user_id, said.role)
            listener.roles[said.watch] = role
        except LandbridgeError as problem:
            hall.live.unwatch(listener, said.watch)
            return {"error": str(problem), "match": said.watch}
        if said.since != version:
            listener.watching[said.watch] = 0
            listener.tell(said.watch, version, message(said.watch, version))
    return None


async def _write(socket: WebSocket, listener: Listener) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            try:
                async with asyncio.timeout(PING_EVERY):
                    news = await listener.news()
            except TimeoutError:
                news = [b'{"ping":true}']
            for text in news:
                await socket.send_text(text.decode())
