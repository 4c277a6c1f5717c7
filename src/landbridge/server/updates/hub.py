"""Live updates: a WebSocket on which everybody hears that a match has changed.

Only the number of the version is sent, never a position: each client asks for what its role may
see. Where roles have secrets, each hears only of changes that its role noticed. A slow listener
hears the newest version once, not every one in turn, and holds up nobody.

A listener hears as long as its session lasts and as long as it may look at the match: when somebody
logs out the socket is closed, and when a match turns private strangers hear that it is gone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable

import msgspec

from landbridge.server.http.problems import NotAllowed
from landbridge.server.updates.secret_changes import SecretChange

LOBBY = "*"
GONE = 0
"""The version of a match that has been deleted."""

MOST_SOCKETS = 40
"""Sockets of one person, or of all strangers in one network."""

LOGGED_OUT, TOO_MUCH, TRY_LATER = 4401, 1008, 1013
"""Why a socket is closed."""


class Listener:
    """One device that listens."""

    def __init__(
        self,
        user_id: str,
        session: str = "",
        network: str = "",
        links: frozenset[str] = frozenset(),
    ) -> None:
        self.user_id, self.session, self.links = user_id, session, links
        """`session` is the hash of the session's token, `links` those of links to look on."""
        self.who = user_id or network
        """Whose sockets and messages are counted together."""
        self.closed = 0
        """Why it is to be closed, if it is."""
        self.watching: dict[str, int] = {}
        """The version that it was last told, by match."""
        self.roles: dict[str, str] = {}
        """The role in which it looks, by match."""
        self.heard_chat: dict[str, int] = {}
        """The number of the last message that it was told of, by match."""
        self._news: dict[str, bytes] = {}
        self._woken = asyncio.Event()

    def publish(self, match_id: str, version: int, text: bytes) -> None:
        """Put news in its tray, unless it knows them."""
        if match_id in self.watching and version != GONE:
            if self.watching[match_id] >= version:
                return
            self.watching[match_id] = version
        self._news[match_id] = text
        self._woken.set()

    def publish_chat(self, match_id: str, number: int) -> None:
        """Put in its tray that something was said beside a match, unless it knows."""
        if self.heard_chat.get(match_id) == number:
            return
        self.heard_chat[match_id] = number
        self._news[f"{match_id} chat"] = msgspec.json.encode({"match": match_id, "chat": number})
        self._woken.set()

    def is_among(self, allowed: Collection[str]) -> bool:
        """Whether it is one of these people, or has one of these links."""
        return self.user_id in allowed or any(link in allowed for link in self.links)

    def close(self, why: int) -> None:
        """Let it hear no more."""
        self.closed = self.closed or why
        self._woken.set()

    async def news(self) -> list[bytes]:
        """What there is to tell, as soon as there is something."""
        await self._woken.wait()
        self._woken.clear()
        sent, self._news = list(self._news.values()), {}
        return sent


def message(match_id: str, version: int) -> bytes:
    """What listeners are told."""
    if version == GONE:
        return msgspec.json.encode({"match": match_id, "gone": True})
    return msgspec.json.encode({"match": match_id, "version": version})


class UpdateHub:
    """Everybody who listens."""

    def __init__(self) -> None:
        self._by_match: dict[str, set[Listener]] = {}
        self._lobby: set[Listener] = set()
        self._all: set[Listener] = set()
        self._count: Counter[str] = Counter()

    def watched(self) -> list[str]:
        """Every match that somebody watches."""
        return list(self._by_match)

    def count(self) -> int:
        """How many listen to anything."""
        return len(self._lobby.union(*self._by_match.values()))

    def concerns(self, match_id: str) -> bool:
        """Whether somebody may want to hear of a match."""
        return bool(self._lobby) or match_id in self._by_match

    def join(self, listener: Listener) -> None:
        """Let somebody in, unless they have too many sockets already."""
        if self._count[listener.who] >= MOST_SOCKETS:
            raise NotAllowed(f"At most {MOST_SOCKETS} live connections can be open at once.")
        self._all.add(listener)
        self._count[listener.who] += 1

    def end(self, session: str, user_id: str) -> None:
        """A session has ended, or all of somebody's: so do their sockets."""
        for listener in self._all:
            if (session and listener.session == session) or (
                user_id and listener.user_id == user_id
            ):
                listener.close(LOGGED_OUT)

    def publish(
        self,
        match_id: str,
        version: int,
        people: Iterable[str] | None = None,
        allowed: Collection[str] | None = None,
        secret: SecretChange | None = None,
    ) -> None:
        """Tell everybody who watches a match, and its people in the lobby (None: everybody).

        Where only some are `allowed` to look, to the others it is gone. Of a secret change only
        those hear whose role noticed it, by the version of their role.
        """
        listeners = self._by_match.get(match_id, set())
        text = message(match_id, version)
        for listener in list(listeners):
            if allowed is not None and not listener.is_among(allowed):
                self.unwatch(listener, match_id)
                listener.publish(match_id, GONE, message(match_id, GONE))
            elif secret is None:
                listener.publish(match_id, version, text)
            else:
                self._publish_to_role(listener, match_id, secret)
        if self._lobby:
            known = None if people is None else set(people)
            for listener in self._lobby - listeners:
                if known is None or listener.user_id in known:
                    if secret is None:
                        listener.publish(match_id, version, text)
                    else:
                        self._publish_to_role(listener, match_id, secret)

    def publish_chat(self, match_id: str, number: int) -> None:
        """Tell everybody who watches a match that something was said beside it.

        What it was, each asks for; whoever may not read it hears no more than that.
        """
        for listener in self._by_match.get(match_id, ()):
            listener.publish_chat(match_id, number)

    def _publish_to_role(self, listener: Listener, match_id: str, secret: SecretChange) -> None:
        before = listener.roles.get(match_id)
        role = secret.role(listener.user_id, before)
        if before not in (None, role):
            # Whoever may no longer look in a role is told by the numbers of another.
            listener.roles[match_id], listener.watching[match_id] = role, 0
        version = secret.version(role)
        if version is not None:
            listener.publish(match_id, version, message(match_id, version))

    def watch(self, listener: Listener, match_id: str, since: int) -> None:
        """Let a listener hear of a match from this version on."""
        listener.watching[match_id] = since
        self._by_match.setdefault(match_id, set()).add(listener)

    def unwatch(self, listener: Listener, match_id: str) -> None:
        """Let a listener hear no more of a match."""
        listener.watching.pop(match_id, None)
        listener.roles.pop(match_id, None)
        listener.heard_chat.pop(match_id, None)
        listeners = self._by_match.get(match_id)
        if listeners is not None:
            listeners.discard(listener)
            if not listeners:
                del self._by_match[match_id]

    def join_lobby(self, listener: Listener) -> None:
        """Let a listener hear of all their matches."""
        self._lobby.add(listener)

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        for match_id in list(listener.watching):
            self.unwatch(listener, match_id)
        self._lobby.discard(listener)
        if listener in self._all:
            self._all.discard(listener)
            self._count[listener.who] -= 1
            if not self._count[listener.who]:
                del self._count[listener.who]
