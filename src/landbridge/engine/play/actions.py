"""Actions as small typed values with a short text form, and the offers they answer.

An action is a frozen Struct whose tag is its verb; its text is the verb and its fields in order:
`Move(unit="2/16Pz", path=("B17.10", "B18.11"))` is "move 2/16Pz B17.10 B18.11". A tuple field
stands last and takes all remaining words.
"""

from __future__ import annotations

import re
import shlex
from functools import cache
from typing import Any, NamedTuple, TypeVar, get_origin

import msgspec
from msgspec import Struct

from landbridge.engine.refusals import BadInput, Violation, choices, shorten, unknown
from landbridge.engine.rules.allowed import describe
from landbridge.engine.rules.citing import Rules

MOST_LETTERS = 120_000
"""Letters of an action: room for a report of a thousand rows and more."""
MOST_OF_A_WORD = 2_000
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_PLAIN = re.compile(r"[\w@%+=:,./-]+(?: [\w@%+=:,./-]+)*", re.ASCII).fullmatch
"""Words that need no quotes, one blank between them: nearly every action."""


class Action(Struct, frozen=True, tag_field="verb", tag=str.lower):
    """Something that a player does. Subclasses name their fields after what a player says."""


A = TypeVar("A", bound=Action)


class Choice(Struct, frozen=True, omit_defaults=True):
    """One word that may be said, with what a player wants to know of it beforehand."""

    word: str
    label: str = ""
    """What it stands for, where the word alone would not say it."""
    cost: str = ""
    refused: str = ""
    """Why it cannot be said, where it is shown all the same."""
    rules: Rules = ()
    after: str = ""
    """The choice that comes before it on the way there; nothing where the way begins."""


class Slot(Struct, frozen=True):
    """One thing still to be said: one of some words, or a whole number between two."""

    name: str
    choices: tuple[str | Choice, ...] = ()
    low: int | None = None
    high: int | None = None
    prompt: str = ""
    optional: bool = False
    examples: tuple[str, ...] = ()
    """Some words that fit, where any word may be said."""
    lazy: bool = False
    """Whether its choices are many and only worked out when this slot is asked for."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that may be said, without those that are shown as refused."""
        return tuple(
            one if isinstance(one, str) else one.word
            for one in self.choices
            if isinstance(one, str) or not one.refused
        )

    def allows(self, word: str) -> bool:
        """Whether this word may stand here."""
        if self.low is not None and self.high is not None:
            return bool(_NUMBER.fullmatch(word)) and self.low <= int(word) <= self.high
        return not self.choices or word in self.words

    def describe(self) -> str:
        """What may be said here."""
        if self.low is not None:
            return f"{self.low} to {self.high}" if self.low != self.high else f"{self.low}"
        if self.choices and not self.words:
            return "nothing now"
        return choices(self.words) or "any word"


class Offer(Struct, frozen=True):
    """Something that may be done now; large spaces are described slot by slot, never listed."""

    verb: str
    label: str
    slots: tuple[Slot, ...] = ()
    rules: Rules = ()
    aside: bool = False
    """Possible at any time beside what is asked, such as noting a fact; bots pass it over."""
    gives_up: tuple[str, ...] = ()
    """What is lost by doing it now, a sentence for each: whoever does it is asked first."""
    passes: bool = False
    """Whether it only ends the step: where nothing else is offered, nothing is decided by it, and
    everybody may know so."""


class Decision(Struct, frozen=True):
    """Who has to decide what."""

    who: str
    prompt: str
    offers: tuple[Offer, ...]
    rules: Rules = ()
    violations: tuple[Violation, ...] = ()
    """What must be put right before the step can end."""


def verb_of(action: Action | type[Action]) -> str:
    """The word that an action, or any action of this kind, starts with."""
    return str(action.__struct_config__.tag)


def write(action: Action) -> str:
    """The text form of an action."""
    values = [getattr(action, field) for field in action.__struct_fields__]
    while values and (values[-1] is None or values[-1] == ()):
        values.pop()
    return _join(verb_of(action), values)


def write_briefly(action: Action) -> str:
    """The shortest text form of an action: what goes without saying at its end is left out."""
    fields = list(msgspec.structs.fields(action))
    while fields and getattr(action, fields[-1].name) == fields[-1].default:
        fields.pop()
    return _join(verb_of(action), [getattr(action, field.name) for field in fields])


def _join(verb: str, values: list[Any]) -> str:
    words = [verb]
    for value in values:
        words.extend(map(str, value)) if isinstance(value, tuple) else words.append(_word(value))
    text = " ".join(words)
    if _PLAIN(text) and text.count(" ") == len(words) - 1:
        return text
    return shlex.join(words)


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def read(text: str, kinds: dict[str, type[A]]) -> A:
    """The action that a text form means; `kinds` are the verbs of the game."""
    if len(text) > MOST_LETTERS:
        raise BadInput(f"An action has at most {MOST_LETTERS} letters, not {len(text)}.")
    if _PLAIN(text):
        words = text.split(" ")
    else:
        try:
            words = shlex.split(text)
        except ValueError as problem:
            raise BadInput(f"'{shorten(text)}' cannot be read: {problem}.") from None
    if not words:
        raise BadInput(f"An action starts with a verb: {choices(sorted(kinds))}.")
    longest = max(map(len, words))
    if longest > MOST_OF_A_WORD:
        raise BadInput(f"A word has at most {MOST_OF_A_WORD} letters, not {longest}.")
    verb, *rest = words
    kind = kinds.get(verb)
    if kind is None:
        raise BadInput(unknown("action", verb, kinds))
    return _fill(kind, verb, rest)


class _Field(NamedTuple):
    name: str
    many: bool
    """Whether it takes all the words that are left."""
    flag: bool
    required: bool


@cache
def _fields(kind: type[Action]) -> tuple[_Field, ...]:
    return tuple(
        _Field(one.name, get_origin(one.type) is tuple, one.type is bool, one.required)
        for one in msgspec.structs.fields(kind)
    )


def _fill(kind: type[A], verb: str, words: list[str]) -> A:
    fields = _fields(kind)
    values: dict[str, Any] = {"verb": verb}
    used = 0
    for name, many, flag, _ in fields:
        if many:
            values[name], used = tuple(words[used:]), len(words)
        elif used < len(words):
            word = words[used]
            values[name] = word == "yes" if flag and word in ("yes", "no") else word
            used += 1
    if used < len(words):
        raise BadInput(f"'{verb}' takes {usage(kind)}; '{shorten(words[used])}' is too much.")
    missing = [one.name for one in fields if one.required and one.name not in values]
    if missing:
        raise BadInput(f"'{verb}' takes {usage(kind)}; {choices(missing)} is missing.")
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as problem:
        wrong = _wrong(kind, values) or str(problem)
        raise BadInput(f"'{verb}' takes {usage(kind)}: {wrong}.") from None


def _wrong(kind: type[Action], values: dict[str, Any]) -> str:
    """The first word that does not fit, and what does; empty if each fits on its own."""
    for field in msgspec.structs.fields(kind):
        if field.name not in values:
            continue
        value = values[field.name]
        try:
            msgspec.convert(value, field.type, strict=False)
        except msgspec.ValidationError:
            shown = " ".join(value) if isinstance(value, tuple) else value
            wanted = describe(field.type, "yes or no")
            return f"{field.name} is {wanted}, not '{shorten(str(shown))}'"
    return ""


def usage(kind: type[Action]) -> str:
    """The words that a verb takes."""
    fields = msgspec.structs.fields(kind)
    shown = [f"<{f.name}>" if f.required else f"[{f.name}]" for f in fields]
    return " ".join(shown) or "no further word"
