"""The call that tells how a match went."""

from __future__ import annotations

import asyncio

from landbridge.engine.play.events import Event
from landbridge.engine.play.stories import Chapter, Story
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.play.access import AS, open_match
from landbridge.server.play.matches import LiveMatch


@call("GET", "/api/matches/{id}/story", gives=Story | None, query=AS)
async def story(request: RequestContext, body: None) -> Story | None:
    """How a match went so far: figures turn by turn, what mattered, and luck."""
    async with open_match(request) as (live, may):
        chapters = _chapters(live, may.looking(request.query("as")))
        game = live.match.game
    # Events never change: the match need not wait until its story is told.
    return await asyncio.to_thread(game.story, chapters)


def _chapters(live: LiveMatch, role: str) -> list[Chapter]:
    """What a role may know of every action that it noticed, and of the set-up."""
    match = live.match

    def seen(events: tuple[Event, ...]) -> list[Event]:
        return [event for event in events if event.visible_to(role)]

    noticed = match.visible(role).numbers()
    return [
        Chapter(0, seen(tuple(match.opening.events))),
        *(
            Chapter(number, seen(tuple(match.history.events(action - 1))))
            for number, action in enumerate(noticed, start=1)
        ),
    ]
