"""Scripted matches: a start, actions with typed dice, and what must be refused on the way.

An action is its text; with typed dice it is a list, the action and then its dice; where something
is expected of it, it is a table:

    do = [
      "buy I2",
      ["recon 2", 4],
      { do = "buy 9x I2", who = "german", refused = "are spent of 66" },
      { do = "ready", says = "The Germans are ready" },
    ]

`play` has the settings of the match; its scenario is a name, or the text of a file of one's own.
An action that must be refused changes nothing, and the match goes on; "declare buy 9x I2" lets
pass what breaks a rule, as a referee may. Starts are named in the file and played once, with
every rule in force, however many matches go on from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextvars import Context
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.play.events import Event
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal, unknown
from landbridge.referee.games import game as find_game


class Act(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One action of a script, and what is expected of it."""

    do: str
    dice: tuple[Any, ...] = ()
    who: str | None = None
    refused: str = ""
    """Part of the refusal, if it must be refused."""
    says: str = ""
    """Part of a sentence that it must add to the log."""


class Script(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match as it is written down: where it begins, and what is done."""

    play: dict[str, Any] | None = None
    start: str = ""
    position: dict[str, Any] = {}
    do: tuple[str | list[Any] | Act, ...] = ()


class Course(Struct, frozen=True):
    """How a scripted match went."""

    match: Match[Any]
    events: tuple[Event, ...] = ()
    cited: frozenset[str] = frozenset()
    problem: str = ""

    @property
    def course(self) -> str:
        """A fingerprint of the last position and of the whole story."""
        story = [self.match.game.sentence(event) for event in self.events]
        return fingerprint([fingerprint(self.match.state), *story])


_begun: dict[tuple[str, str, bytes], Match[Any]] = {}
"""Starts that were played already."""


def play_script(game: str, script: Script, starts: Mapping[str, Script]) -> Course:
    """Play a scripted match to its end, or to the first thing that is not as it must be."""
    match = _begin(game, script, starts)
    if not script.do:
        return _course(match, (event for _, event in match.log()))
    events: list[Event] = []
    cited: set[str] = set()
    for item in script.do:
        act = _act(item)
        try:
            done = _do(match, act)
        except Refusal as refusal:
            if not act.refused:
                raise
            cited.update(refusal.rules)
            if act.refused not in str(refusal):
                problem = f"'{act.do}' is refused otherwise: {refusal}"
                return _course(match, events, cited, problem)
            continue
        events.extend(done)
        problem = _not_as_expected(match, act, done)
        if problem:
            return _course(match, events, cited, problem)
    return _course(match, events, cited)


def _begin(game: str, script: Script, starts: Mapping[str, Script]) -> Match[Any]:
    """The match in its first position."""
    if script.start:
        if script.play is not None:
            raise BadInput("A scripted match begins with 'start' or with 'play', not with both.")
        match = _go_on_from(game, script.start, starts)
    else:
        settings: dict[str, Any] = {"dice": "either", "seed": 1} | (script.play or {})
        found = find_game(game)
        if "\n" in settings.get("scenario", ""):
            settings["scenario"] = found.own_scenario(settings["scenario"], "its scenario")
        match = Match.new(found, **settings)
    return from_position(match, script.position) if script.position else match


def _go_on_from(game: str, name: str, starts: Mapping[str, Script]) -> Match[Any]:
    """A match that begins where a start ends."""
    if name not in starts:
        raise BadInput(unknown("start", name, starts))
    script = starts[name]
    key = (game, name, msgspec.json.encode(starts))
    if key not in _begun:
        try:
            # No rule is muted in a context of its own.
            course = Context().run(play_script, game, script, starts)
        except LandbridgeError as problem:
            raise LandbridgeError(f"start {name}: {problem}") from None
        if course.problem:
            raise LandbridgeError(f"start {name}: {course.problem}")
        _begun[key] = course.match
    match = _begun[key]
    return Match(match.game, match.header, match.state, match.opening)


def from_position(match: Match[Any], changes: dict[str, Any]) -> Match[Any]:
    """The same match from a first position in which some fields are others."""
    first = match.game.arranged(match.state, changes)
    return Match(match.game, match.header, first, match.opening)


def _act(item: str | list[Any] | Act) -> Act:
    if isinstance(item, Act):
        return item
    action, *dice = item if isinstance(item, list) else (item,)
    return Act(do=action, dice=tuple(dice))


def verb_in(item: str | list[Any] | Act) -> str:
    """The verb of an action in a script."""
    return _act(item).do.removeprefix("declare ").split()[0]


def _do(match: Match[Any], act: Act) -> tuple[Event, ...]:
    words = act.do.removeprefix("declare ")
    given = [tuple(die) if isinstance(die, list) else die for die in act.dice]
    return match.do(words, act.who, dice=given, declare=words != act.do)


def _not_as_expected(match: Match[Any], act: Act, done: tuple[Event, ...]) -> str:
    if act.refused:
        return f"'{act.do}' was not refused"
    told = [match.game.sentence(event) for event in done]
    if act.says and not any(act.says in sentence for sentence in told):
        return f"after '{act.do}' the log does not say '{act.says}' but {told}"
    return ""


def _course(
    match: Match[Any], events: Iterable[Event], cited: Iterable[str] = (), problem: str = ""
) -> Course:
    told = tuple(events)
    rules = {rule for event in told for rule in event.rules}
    rules |= {rule for event in told for roll in event.rolls for rule in roll.rules}
    return Course(match, told, frozenset(rules.union(cited)), problem)
