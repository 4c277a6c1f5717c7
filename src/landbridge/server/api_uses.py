"""Where a rule was used: the events of one's own matches that cite it."""

from __future__ import annotations

from msgspec import Struct

from landbridge.server.book import rule
from landbridge.server.calls import Asking, call
from landbridge.server.positions import log
from landbridge.server.problems import Missing
from landbridge.server.rights import rights

MATCHES = 8
"""Matches that are looked through, the newest first."""

EVENTS = 6
"""Events that are told of each, the newest first; all are counted."""


class UseEvent(Struct, frozen=True):
    """An event that cites the rule, after so many actions."""

    number: int
    text: str


class Use(Struct, frozen=True):
    """A match in which the rule was used, as one's own role saw it."""

    match: str
    name: str
    role: str
    count: int
    events: tuple[UseEvent, ...]


class Uses(Struct, frozen=True):
    """Where a rule was used."""

    uses: tuple[Use, ...]


@call("GET", "/api/rules/{id}/uses", gives=Uses)
async def uses(asking: Asking, body: None) -> Uses:
    """Your newest matches in which a rule was used, and the events that cite it."""
    name = asking.path("id")
    page = rule(name)
    if page is None:
        raise Missing(f"No rule list has '{name}'.")
    if not asking.user_id:
        return Uses(())
    listed = await asking.hall.store.matches.listed(asking.user_id, mine=True, limit=100)
    # A rule of the series may be cited by every game that is played with it.
    rows = [row for row, _ in listed if page.row is None or row.game == page.game][:MATCHES]
    found = [await _use(asking, row.id, row.name, name) for row in rows]
    return Uses(tuple(use for use in found if use.count))


async def _use(asking: Asking, match_id: str, title: str, name: str) -> Use:
    async with asking.hall.matches.at(match_id) as kept:
        may = rights(kept, asking.user_id, public=asking.hall.settings.public)
        role = may.looking(None)
        citing = [event for event in log(kept, role, -1).events if name in event.rules]
    newest = citing[: -EVENTS - 1 : -1]
    events = tuple(UseEvent(event.number, event.text) for event in newest)
    return Use(match_id, title, role, len(citing), events)
