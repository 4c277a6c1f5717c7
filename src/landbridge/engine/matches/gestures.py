"""Gestures: actions that somebody does together, all or none, and takes back together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from landbridge.engine.chance.nature import NeedRoll
from landbridge.engine.matches.history import History, Played
from landbridge.engine.play.actions import Action, write
from landbridge.engine.play.events import Event
from landbridge.engine.refusals import BadInput, Refusal

MOST_ACTIONS = 60
"""Actions of one gesture: more than any side has units to move at once."""

_ONLY_LAST = "only the last action of a gesture may"


def do_together(
    actions: Sequence[str | Action], do: Callable[[str | Action, bool], Played]
) -> tuple[Event, ...]:
    """Do actions one after the other, and all that happened; `do` is told whether more follow.

    Nobody may see luck, or what others hide, and then have the whole refused: only the last one
    may show something.
    """
    if not 0 < len(actions) <= MOST_ACTIONS:
        raise BadInput(f"A gesture has 1 to {MOST_ACTIONS} actions, not {len(actions)}.")
    events: tuple[Event, ...] = ()
    for action in actions[:-1]:
        try:
            played = do(action, True)
        except NeedRoll:
            raise Refusal(f"'{_text(action)}' rolls dice; {_ONLY_LAST}") from None
        if played.final:
            raise Refusal(f"'{_text(action)}' reveals something; {_ONLY_LAST}")
        events += played.events
    return events + do(actions[-1], False).events


def _text(action: str | Action) -> str:
    return action if isinstance(action, str) else write(action)


def gesture_of(history: History[Any], number: int) -> range:
    """The numbers of the actions that were done together with this one."""
    records = history.records
    first = last = number
    while records[first - 1].joined:
        first -= 1
    while last < len(records) and records[last].joined:
        last += 1
    return range(first, last + 1)
