"""The log is data: what happened, with its figures, rules and dice, and who may know.

Sentences are made when they are shown, from templates in the game's `data/sentences.toml`:

    weather = "{date}: {ground}, {flight}."
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from landbridge.engine.chance.nature import Nature, Roll
from landbridge.engine.rules.citing import Rules


class Event(Struct, frozen=True):
    """One thing that happened."""

    id: str
    values: dict[str, Any] = {}
    rules: Rules = ()
    rolls: tuple[Roll, ...] = ()
    seen_by: tuple[str, ...] | None = None
    """The roles that may know of it; None is everybody."""
    reveals: bool = False
    """Whether somebody learned something by it that undoing cannot take back."""

    def visible_to(self, role: str) -> bool:
        """Whether this role may know of it; the referee sees everything."""
        return self.seen_by is None or role == REFEREE or role in self.seen_by


REFEREE = "referee"
"""The role that sees everything and may speak for everybody at the table."""

SPECTATOR = "spectator"
"""Somebody who only looks on and sees what every role may see. A game's view must know it."""


class Play:
    """What an action is carried out with: nature for the dice, and the log."""

    __slots__ = ("events", "nature", "thrown_before")

    def __init__(self, nature: Nature) -> None:
        self.nature = nature
        self.events: list[Event] = []
        self.thrown_before = 0
        """How many of the throws that events tell of were made by an action that had to wait."""

    def log(
        self,
        id: str,
        rules: Rules = (),
        *,
        to: tuple[str, ...] | None = None,
        reveals: bool = False,
        **values: Any,
    ) -> None:
        """Put an event in the log, with all dice thrown since the last one."""
        self.events.append(Event(id, values, rules, self.nature.take_record(), to, reveals))

    @property
    def rolls(self) -> list[Roll]:
        """Every roll so far, whether an event tells of it or not."""
        told = [roll for event in self.events for roll in event.rolls] + self.nature.record
        for _ in range(self.thrown_before):
            told.remove(next(roll for roll in told if roll.faces))
        return told


def without_echoes(events: Iterable[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """The events for a reader who sees everything, each with the number of its action.

    What a role is told in full is told to the others as far as they notice it; whoever has read the
    first needs no second line.
    """
    kept: list[tuple[int, Event]] = []
    told: dict[int, set[str]] = {}
    for number, event in events:
        roles = event.seen_by
        if roles is not None and SPECTATOR in roles and told.get(number, set()) - set(roles):
            continue
        if roles is not None and len(roles) == 1:
            told.setdefault(number, set()).add(roles[0])
        kept.append((number, event))
    return kept


def sentence(event: Event, templates: dict[str, str]) -> str:
    """An event in words."""
    template = templates.get(event.id)
    if template is None:
        words = event.id.replace("_", " ")
        figures = ", ".join(f"{name} {value}" for name, value in event.values.items())
        return f"{words}: {figures}" if figures else words
    return template.format(**event.values)
