"""What is asked, word by word, of somebody who resolves what happens on the map.

First the question; then the inputs that it cannot do without, one after the other; then whatever
else may matter. What the ledger knows by itself is not asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, get_args, get_origin

from landbridge.engine.play.actions import Choice, Slot
from landbridge.engine.rules.allowed import limits_of, split_type
from landbridge.engine.rules.ask import Input, Question, about, input_fields, inputs_of

MANY = 30
"""Numbers between two bounds are listed up to this many."""


def question_slot(questions: Mapping[str, type[Question]]) -> Slot:
    """Which question is to be resolved."""
    listed = tuple(
        Choice(name, f"{_capital(name.replace('_', ' '))}: {about(kind).splitlines()[0]}")
        for name, kind in questions.items()
    )
    return Slot("question", listed, prompt="what happens on the map?")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def input_slot(kind: type[Question], open_inputs: Collection[str], needed: str) -> Slot | None:
    """The next input of a question: the one that is needed, or any of those that are open."""
    items = {item.name: item for item in inputs_of(kind)}
    if needed:
        item = items[needed]
        words, text = _words(kind, item), item.text or needed.replace("_", " ")
        prompt = text if words else f"{text}: write {needed}=... ({item.allowed})"
        return Slot(needed, words, prompt=prompt, examples=() if words else _example(item))
    listed = {name: _words(kind, items[name], named=True) for name in open_inputs}
    if not listed:
        return None
    prompt = "what else matters?"
    if all(listed.values()):
        choices = tuple(word for words in listed.values() for word in words)
        return Slot("inputs", choices, prompt=prompt, optional=True)
    examples = tuple(
        word
        for name, words in listed.items()
        for word in ([words[0].word] if words else _example(items[name]))
    )
    names = ", ".join(f"{name}=..." for name in listed)
    return Slot("inputs", prompt=f"{prompt} {names}", optional=True, examples=examples)


def _words(kind: type[Question], item: Input, named: bool = False) -> tuple[Choice, ...]:
    """Everything that may be said for an input, where that can be listed."""
    field = input_fields(kind)[item.name].type
    plain = split_type(field)[0]
    values: tuple[object, ...] = ()
    if get_origin(plain) is Literal:
        values = get_args(plain)
    elif plain is bool:
        values = ("yes", "no")
    elif plain is int:
        low, high = limits_of(field)
        if low is not None and high is not None and high - low < MANY:
            values = tuple(range(low, high + 1))
    what = f"{item.text or item.name.replace('_', ' ')}: " if named else ""
    return tuple(
        Choice(f"{item.name}={value}", f"{what}{str(value).replace('_', ' ')}") for value in values
    )


def _example(item: Input) -> tuple[str, ...]:
    """A word that fits an input that cannot be listed, where its description names one."""
    if item.allowed.startswith("a word"):
        return ()
    first = item.allowed.rpartition(":")[2].split(",")[0].split(" or ")[0].split(" to ")[0]
    return (f"{item.name}={first.strip()}",)
