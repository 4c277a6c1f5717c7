"""When a step of a tutorial holds: conditions as data, read once and asked of every position.

A table of conditions holds if all of them do:

    when = { month = "1941-06", offered = ["move"], not = { did = "attack BRE" } }

Every game understands `offered`, `legal`, `did`, `happened`, `not` and `any`; others are words of
the game's guide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.coaching.guide import Guide
from landbridge.engine.coaching.patterns import (
    ADVISED,
    ANY,
    REMEDY,
    Words,
    guide_word,
    legal_actions,
    matches,
)
from landbridge.engine.coaching.situation import Situation
from landbridge.engine.play.events import Event
from landbridge.engine.refusals import BadInput, LandbridgeError, unknown

Condition = Callable[[Situation], bool]


class DoneAction(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the player has done."""

    action: str
    since: str = ""
    """Only after the last event with this id."""


def always(situation: Situation) -> bool:
    """A condition that holds in every position."""
    return True


class ConditionReader:
    """Reads conditions for one game; what it does not know it refuses, with what it knows."""

    def __init__(self, guide: Guide[Any], verbs: Mapping[str, Any]) -> None:
        self._guide, self._verbs = guide, verbs
        self._kinds: dict[str, Callable[[Any], Condition]] = {
            "offered": self._offered,
            "legal": self._legal,
            "did": self._did,
            "happened": self._happened,
            "not": self._not,
            "any": self._any,
        }

    def read(self, data: Mapping[str, Any]) -> Condition:
        """All of these conditions."""
        if not data:
            return always
        parts = [self._part(name, value) for name, value in data.items()]
        return lambda situation: all(part(situation) for part in parts)

    def read_pattern(self, text: str) -> Words:
        """An action with some words left open."""
        words = tuple(text.split())
        if words == (REMEDY,):
            return words
        if words[:1] == (ADVISED,) and len(words) > 1:
            for verb in words[1:]:
                if verb not in (*self._verbs, ANY):
                    raise BadInput(unknown("action", verb, self._verbs))
            return words
        if not words or words[0] not in self._verbs:
            raise BadInput(unknown("action", words[0] if words else "", self._verbs))
        for word in words[1:]:
            own = guide_word(word)
            if own is not None and own.name not in self._guide.words:
                raise BadInput(unknown("word", own.name, self._guide.words))
            if own is not None:
                self._guide.words[own.name].read(own.given)
        return words

    def _part(self, name: str, value: Any) -> Condition:
        if name in self._kinds:
            return self._kinds[name](value)
        question = self._guide.questions.get(name)
        if question is None:
            raise BadInput(unknown("condition", name, [*self._kinds, *self._guide.questions]))
        try:
            given = question.read(value)
        except LandbridgeError as problem:
            raise BadInput(f"{name}: {problem}") from None
        return lambda situation: question.holds(situation.view, situation.role, given)

    def _offered(self, value: Any) -> Condition:
        verbs = frozenset(_listed("offered", value))
        for verb in verbs - set(self._verbs):
            raise BadInput(unknown("action", verb, self._verbs))
        return lambda situation: verbs <= situation.offered

    def _legal(self, value: Any) -> Condition:
        patterns = [self.read_pattern(text) for text in _listed("legal", value)]
        return lambda situation: any(
            next(legal_actions(situation, self._guide, pattern), None) for pattern in patterns
        )

    def _did(self, value: Any) -> Condition:
        deed = DoneAction(value) if isinstance(value, str) else _converted("did", value, DoneAction)
        pattern = self.read_pattern(deed.action)

        def did(situation: Situation) -> bool:
            first = situation.since(deed.since)
            return any(
                n > first and matches(situation, self._guide, words, pattern)
                for n, words in situation.own_actions
            )

        return did

    def _happened(self, value: Any) -> Condition:
        pattern, since = read_event_pattern(value)

        def happened(situation: Situation) -> bool:
            first = situation.since(since)
            return any(n > first and pattern(event) for n, event in situation.log)

        return happened

    def _not(self, value: Any) -> Condition:
        inner = self.read(_converted("not", value, dict[str, Any]))
        return lambda situation: not inner(situation)

    def _any(self, value: Any) -> Condition:
        parts = [self.read(one) for one in _converted("any", value, list[dict[str, Any]])]
        return lambda situation: any(part(situation) for part in parts)


EventPattern = Callable[[Event], bool]


def read_event_pattern(value: Any) -> tuple[EventPattern, str]:
    """An event by its id and some of its values, each one or several; and since which event."""
    data = _converted("event", value, dict[str, Any])
    event_id, since = data.get("event"), data.get("since", "")
    if not isinstance(event_id, str) or not isinstance(since, str):
        raise BadInput('an event is told by its id: { event = "..." }')
    wanted = {
        name: tuple(one) if isinstance(one, list) else (one,)
        for name, one in data.items()
        if name not in ("event", "since")
    }

    def fits(event: Event) -> bool:
        return event.id == event_id and all(
            event.values.get(name) in allowed for name, allowed in wanted.items()
        )

    return fits, since


def _listed(name: str, value: Any) -> list[str]:
    return [value] if isinstance(value, str) else _converted(name, value, list[str])


def _converted(name: str, value: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as problem:
        raise BadInput(f"{name}: {problem}") from None
