"""Actions as a tutorial writes them: some words fixed, others left open.

    move XXIV WAR BRE       this action
    move * * BRE            any unit that may go there
    move <armour> * BRE     any unit that the game's guide knows by this word
    move * * <worth:BRE,MIN>    a word of the guide's that is given something
    attack BRE most         the highest number that may be said
    remedy                  what would put right that which keeps the step from ending
    advised attack          what the game's guide would do now, if that is an attack
    advised *               the same, whatever it is

What may be said is asked of the game, word by word; an action is only found if it breaks no rule.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from landbridge.engine.coaching.guide import AskedWord, Guide
from landbridge.engine.coaching.situation import Situation
from landbridge.engine.play.actions import Slot
from landbridge.engine.refusals import LandbridgeError

ANY, MOST, REMEDY, ADVISED = "*", "most", "remedy", "advised"

Words = tuple[str, ...]


class GuideWord(NamedTuple):
    """A word of a pattern that the game's guide explains."""

    name: str
    given: tuple[str, ...]


def guide_word(word: str) -> GuideWord | None:
    """A word of the guide's as it stands in a pattern; None where it is none."""
    if not (word.startswith("<") and word.endswith(">")):
        return None
    name, _, given = word[1:-1].partition(":")
    return GuideWord(name, tuple(given.split(",")) if given else ())


def legal_actions(situation: Situation, guide: Guide[Any], pattern: Words) -> Iterator[Words]:
    """The legal actions that a pattern stands for, in the order in which the game offers them."""
    if pattern == (REMEDY,):
        yield from _remedies(situation)
        return
    verb, *wanted = pattern
    if verb == ADVISED:
        words = guide.advised(situation)
        if words and {words[0], ANY} & set(wanted) and situation.is_legal(shlex.join(words)):
            yield words
        return
    if verb in situation.offered:
        yield from _complete(situation, guide, (verb,), tuple(wanted))


def _remedies(situation: Situation) -> Iterator[Words]:
    for violation in (one for decision in situation.decisions for one in decision.violations):
        with suppress(LandbridgeError):
            if violation.remedy and situation.is_legal(violation.remedy):
                yield tuple(violation.remedy.split())


def _complete(
    situation: Situation, guide: Guide[Any], begun: Words, wanted: Words
) -> Iterator[Words]:
    try:
        slot = situation.next_slot(begun[0], begun[1:])
        if slot is None or (slot.optional and not wanted):
            if not wanted and situation.is_legal(" ".join(begun)):
                yield begun
            elif slot is None and wanted == (MOST,) and situation.is_legal(" ".join(begun)):
                # A number may be said for which there is nothing to count: it is left out.
                yield begun
            return
    except LandbridgeError:
        return
    word, rest = (wanted[0], wanted[1:]) if wanted else (ANY, ())
    for said in _fitting(situation, guide, slot, word, begun[1:]):
        yield from _complete(situation, guide, (*begun, said), rest)


def _fitting(
    situation: Situation, guide: Guide[Any], slot: Slot, word: str, said: Words
) -> tuple[str, ...]:
    """The words of a slot that a word of a pattern stands for."""
    if word in (ANY, MOST) and slot.high is not None:
        return (str(slot.high),)
    if word == ANY:
        return slot.words
    own = guide_word(word)
    if own:
        words = guide.words[own.name]
        asked = AskedWord(situation.view, situation.role, said, slot.words)
        found = words.find(asked, words.read(own.given))
        return tuple(one for one in slot.words if one in found)
    return (word,) if slot.allows(word) else ()


def matches(situation: Situation, guide: Guide[Any], words: Words, pattern: Words) -> bool:
    """Whether an action that was done begins as a pattern says; the guide's words as they are
    meant in the position now."""
    if len(words) < len(pattern):
        return False
    return all(
        _stands_for(situation, guide, words[1:at], words[at], wanted)
        for at, wanted in enumerate(pattern)
    )


def _stands_for(
    situation: Situation, guide: Guide[Any], said: Words, word: str, wanted: str
) -> bool:
    own = guide_word(wanted)
    if own is None:
        return wanted in (ANY, word)
    found = guide.words[own.name]
    asked = AskedWord(situation.view, situation.role, said, (word,))
    return word in found.find(asked, found.read(own.given))
