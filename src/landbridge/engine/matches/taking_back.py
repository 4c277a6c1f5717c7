"""Actions are taken back: a gesture without what comes after it, or everything from one on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from landbridge.engine.matches.history import History, Played
from landbridge.engine.matches.repeating import hashed
from landbridge.engine.matches.saves import ActionRecord, BadSave, Rollback
from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import Refusal, choices

ONLY_ALL = "it can only be rolled back, if all agree"

Repeat = Callable[[Any, int, ActionRecord], Played]
"""Does an action of this number again in a position, or raises BadSave."""


def refuse_final(gesture: Iterable[Played]) -> None:
    """Refuse to undo what showed luck or revealed something."""
    for played in gesture:
        if played.final:
            what = "rolled dice" if played.record.dice else "revealed something"
            raise Refusal(f"'{played.record.do}' {what}", legal=ONLY_ALL)


def without(history: History[Any], gesture: range, repeat: Repeat) -> list[Played] | None:
    """What comes after a gesture, done again without it; None if somebody has acted on it.

    Serials and dice stay as they are.
    """
    before = gesture.start - 1
    state, again = history.at(before), []
    try:
        for place, record in enumerate(history.records[gesture.stop - 1 :], start=before + 1):
            again.append(hashed(place, repeat(state, place, replace(record, state=""))))
            state = again[-1].state
    except BadSave:
        return None
    return again


def leave_out(history: History[Any], gesture: range, repeat: Repeat) -> None:
    """Take a gesture out and do what comes after it again."""
    again = without(history, gesture, repeat)
    if again is None:
        raise Refusal("somebody has acted on it", legal=ONLY_ALL)
    history.cut(gesture.start - 1)
    for played in again:
        history.append(played)


def refuse_without_consent(roles: Iterable[str], agreed: Iterable[str]) -> set[str]:
    """Who agrees to a rollback; it is refused unless all roles do, or the referee."""
    consent = set(agreed)
    missing = [role for role in roles if role not in consent]
    if missing and REFEREE not in consent:
        raise Refusal(f"{choices(missing)} must agree to a rollback")
    return consent


def rollback_of(history: History[Any], before: int, serial: int, agreed: set[str]) -> Rollback:
    """What is noted of a rollback: the actions and the luck that it throws away."""
    gone = history.records[before - 1 :]
    return Rollback(
        before=before,
        serial=serial,
        actions=tuple(record.do for record in gone),
        dice=tuple(faces for record in gone for faces in record.dice),
        agreed=tuple(sorted(agreed)),
    )
