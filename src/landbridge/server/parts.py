"""What one server process holds, and the questions that many calls ask of it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable

from starlette.requests import HTTPConnection

from landbridge.referee.games import game as find_game
from landbridge.server.clocks.server_time import Timekeeper
from landbridge.server.http.limits import Limits, neighbourhood
from landbridge.server.http.metrics import Metrics
from landbridge.server.http.problems import NotFound
from landbridge.server.people.sessions import LOCAL
from landbridge.server.play.matches import LiveMatch, Matches
from landbridge.server.settings import Settings
from landbridge.server.updates.given_positions import GivenPositions
from landbridge.server.updates.hub import UpdateHub
from landbridge.server.updates.numbering import numbers
from landbridge.server.updates.secret_changes import SecretChange
from landbridge.store.store import Store


class ServerParts(ABC):
    """A store, the matches in memory, live updates, limits and figures."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.updates = UpdateHub()
        self.given_positions = GivenPositions()
        self.limits = Limits()
        self.metrics = Metrics()
        self.keeper = Timekeeper(self.store.clocks) if settings.public else None
        """The time by which clocks run; on one's own machine there are none."""
        self.matches = Matches(self.store, self.on_change, self.on_doubt, self.keeper)
        self.store.people.ended = self.updates.end

    @abstractmethod
    def on_change(self, live: LiveMatch) -> None:
        """A match was changed by this process."""

    @abstractmethod
    def on_doubt(self, match_id: str) -> None:
        """A change of a match may have been kept, or not."""

    def spend(self, kind: str, user_id: str, connection: HTTPConnection) -> None:
        """Count a request against its limit."""
        self.spend_as(kind, user_id or self.network(connection))

    def spend_as(self, kind: str, who: str) -> None:
        """Count a request against the limit of somebody, of whatever kind."""
        if self.settings.public and self.settings.limits:
            self.limits.spend(kind, who)

    def network(self, connection: HTTPConnection) -> str:
        """Where a request comes from, as limits count it."""
        client = connection.client
        return neighbourhood(client.host if client else "")

    async def names(self, user_ids: Iterable[str]) -> dict[str, str]:
        """The names of people."""
        if not self.settings.public:
            return {LOCAL.id: LOCAL.name}
        return await self.store.people.names(user_ids)

    async def watched_as(
        self, match_id: str, user_id: str, wanted: str | None, links: frozenset[str]
    ) -> tuple[str, int]:
        """The role in which somebody watches a match, and the version that it has for them."""
        await self.may_watch(match_id, user_id, links)
        found = await self.store.matches.find([match_id])
        if not found:
            raise NotFound("There is no such match.")
        row, seats = found[0]
        # A process that has just begun may still be reading its games.
        await asyncio.to_thread(find_game, row.game)
        role = SecretChange(row, seats, None, public=self.settings.public).role(user_id, wanted)
        return role, numbers(row, role).version

    async def may_watch(
        self, match_id: str, user_id: str, links: frozenset[str] = frozenset()
    ) -> int:
        """The version of a match, if somebody may look at it: themselves, or by a link."""
        row = await self.store.matches.match(match_id)
        if row is None:
            raise NotFound("There is no such match.")
        if self.settings.public and row.private and row.owner != user_id:
            allowed = await self.store.matches.allowed([match_id])
            if not ({user_id, *links} - {""}) & allowed.get(match_id, set()):
                raise NotFound("There is no such match.")
        return row.version
