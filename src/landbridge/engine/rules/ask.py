"""One way to ask: every look-up and every computation is a question with named inputs.

A question is a frozen Struct: its fields are the inputs, its docstring says what it answers, and
`answer(nature)` works it out. Dice that are given are used; dice that are left out are counted
over, and the answer is the exact distribution instead: the same question, not another one.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from threading import Lock
from typing import Any, ClassVar, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo

from landbridge.engine.chance.exact import TooManyWays, explained_odds
from landbridge.engine.chance.nature import Given, Nature, NeedRoll, Roll, ScriptedDice
from landbridge.engine.chance.odds import Dist
from landbridge.engine.refusals import BadInput, Refusal, Violation, choices, shorten, unknown
from landbridge.engine.rules.allowed import describe, may_be_empty, split_type
from landbridge.engine.rules.budget import MOST, OverBudget, limit_steps
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import Finding, Reason, unique

_PREPARING = Lock()

IDLE = "nothing here to which these rules apply"
"""What is said where a question's rules were looked at, and none of them acted."""

RULINGS = "rulings"
"""The field of a question that holds the switches."""


class Question(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that can be asked. Subclasses document themselves."""

    rolls: ClassVar[Mapping[str, str]] = {}
    """Which inputs are dice, and the purpose they are thrown for."""
    cites: ClassVar[Rules] = ()
    """Rows that this question answers, so that their ids can be asked too."""
    belongs: ClassVar[Mapping[str, str]] = {}
    """Which inputs only one side has, and that side."""
    asks_permission: ClassVar[bool] = False
    """Whether it asks if something may be done, so that its result is yes or no."""
    turns_on: ClassVar[tuple[str, ...]] = ()
    """The switches on which the answer turns. A game whose questions have any gives them a field
    `rulings`; each of these is an input like any other."""

    def answer(self, nature: Any) -> Finding[Any]:
        """Work it out."""
        raise AssertionError("a question must have an answer")


LEAST_SHARE = 0.000001
"""What the share of something is at least that may happen."""


class Chances(Struct, frozen=True):
    """One possible result and how likely it is, exactly."""

    result: Any
    chance: str
    share: float
    """The chance to six places; what is not quite nothing or all does not look like it."""

    @classmethod
    def of(cls, result: Any, chance: Fraction) -> Chances:
        """A result with its chance."""
        share = round(float(chance), 6)
        if 0 < chance < 1:
            share = min(max(share, LEAST_SHARE), 1 - LEAST_SHARE)
        return cls(result, str(chance), share)


class Answer(Struct, frozen=True, kw_only=True):
    """What the referee says, and why.

    A no by rule is an answer like any other, and always looks the same, whether the question is
    one for permission, checks a plan, or asks for something that the rules forbid.
    """

    question: str
    inputs: dict[str, Any]
    legal: bool = True
    """Whether the rules let it be done."""
    refused: str = ""
    """Why they do not."""
    instead: str = ""
    """What would be legal, where that can be said."""
    result: Any = None
    odds: tuple[Chances, ...] | None = None
    """Instead of a result, where dice were left out."""
    rules: Rules = ()
    why: tuple[Reason, ...] = ()
    rolls: tuple[Roll, ...] = ()
    notes: tuple[str, ...] = ()


class Input(Struct, frozen=True):
    """An input of a question, in words."""

    name: str
    text: str
    allowed: str
    required: bool
    default: Any
    is_dice: bool


# Describing


@cache
def input_fields(kind: type[Question]) -> dict[str, FieldInfo]:
    """The field behind each input of a question: its own, then the switches that it uses."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    settled = fields.pop(RULINGS, None)
    if settled is not None:
        switches = _switches(settled.type)
        fields |= {switch: switches[switch] for switch in kind.turns_on}
    return fields


@cache
def _switches(rulings: type[Struct]) -> dict[str, FieldInfo]:
    """The field behind each switch of a game; there are many, and every question asks for some."""
    return {field.name: field for field in msgspec.structs.fields(rulings)}


@cache
def inputs_of(kind: type[Question]) -> tuple[Input, ...]:
    """Every input of a question."""
    return tuple(
        Input(
            name,
            split_type(field.type)[1],
            describe(field.type),
            field.required,
            None if field.required else field.default,
            name in kind.rolls,
        )
        for name, field in input_fields(kind).items()
    )


def about(kind: type[Question]) -> str:
    """What a question answers."""
    return inspect.cleandoc(kind.__doc__ or "")


# Reading inputs


def read_inputs(kind: type[Question], given: Mapping[str, Any]) -> Question:
    """A question from its inputs, or an error that says what is allowed."""
    _prepare(kind)
    inputs = {item.name: item for item in inputs_of(kind)}
    for name in given:
        if name not in inputs:
            raise BadInput(unknown("input", name, inputs))
    missing = [item.name for item in inputs.values() if item.required and item.name not in given]
    if missing:
        wanted = "; ".join(f"{name} ({inputs[name].allowed})" for name in missing)
        raise BadInput(f"Still needed: {wanted}.")
    fields = input_fields(kind)
    read = {name: _read(fields[name].type, value, inputs[name]) for name, value in given.items()}
    for name, side in kind.belongs.items():
        other = read.get("side", side) != side
        if other and name in read and read[name] != msgspec.to_builtins(inputs[name].default):
            raise BadInput(f"{name} is for side={side} only; leave it out.")
    if kind.turns_on:
        read[RULINGS] = {name: read.pop(name) for name in kind.turns_on if name in read}
    return msgspec.convert(read, kind, strict=False)


@cache
def _prepare(kind: type[Question]) -> None:
    """Have the decoder look through a type once, before threads read questions of it.

    Two threads that are the first to convert to one type at the same time bring the process down.
    """
    with _PREPARING:
        msgspec.json.Decoder(kind)


def _read(kind: Any, value: Any, item: Input) -> Any:
    plain = split_type(kind)[0]
    if isinstance(value, str):
        if value == "" and not item.required:
            return item.default
        if get_origin(plain) is tuple:
            value = [word.strip() for word in value.split(",") if word.strip()]
    if isinstance(value, tuple):
        value = list(value)
    if isinstance(value, dict) and plain is str:
        # A text that is itself a table, such as a sketched position, may be given as one.
        value = msgspec.json.encode(value).decode()
    if item.required and value in ("", []) and not may_be_empty(kind):
        raise BadInput(f"{item.name} is {item.allowed}; it cannot be left empty.")
    try:
        return msgspec.to_builtins(msgspec.convert(value, kind, strict=False))
    except msgspec.ValidationError:
        shown = ",".join(map(str, value)) if isinstance(value, list) else str(value)
        raise BadInput(f"{item.name} is {item.allowed}, not '{shorten(shown)}'.") from None


# Answering


def answer(name: str, question: Question, steps: int = MOST) -> Answer:
    """The answer to a question whose inputs have been read, within n steps of work."""
    try:
        with limit_steps(steps):
            return _answer(name, question)
    except OverBudget as problem:
        raise OverBudget(problem.most, _advice(question)) from None
    except TooManyWays:
        ways = "There are too many ways for the dice to fall to count them all"
        raise BadInput(f"{ways}{_advice(question)}.") from None


def _advice(question: Question) -> str:
    dice = type(question).rolls
    more = f", or give more of the dice: {choices(dice)}" if dice else ""
    return f"; ask about less at once{more}"


def _answer(name: str, question: Question) -> Answer:
    kind = type(question)
    given: dict[str, Sequence[Given]] = {}
    for word, purpose in kind.rolls.items():
        value = _value(question, word)
        if value is not None:
            given[purpose] = value if isinstance(value, tuple) else [value]
    values = {name: _value(question, name) for name in input_fields(kind)}
    inputs = {name: msgspec.to_builtins(one) for name, one in values.items() if one is not None}
    nature = ScriptedDice(given)
    try:
        found = question.answer(nature)
    except NeedRoll:
        return _odds(name, question, inputs, given)
    except Refusal as refused:
        return _no(name, question, inputs, refused)
    looked_at = tuple(rule for rule in kind.cites if in_force(rule))
    if looked_at and not found.rules and not nature.record:
        found = Finding(found.result, looked_at, (*found.why, Reason(IDLE, looked_at)))
    words = {purpose: word for word, purpose in kind.rolls.items()}
    _refuse_surplus(nature.unused(), given, kind)
    rolled = tuple(nature.record)
    legal, refused_by = _verdict(kind, found)
    return Answer(
        question=name,
        inputs=inputs,
        legal=legal,
        refused=refused_by,
        result=found.result,
        rules=unique(tuple(r for roll in rolled for r in roll.rules) + found.rules),
        why=found.why,
        rolls=rolled,
        notes=tuple(
            f"{words[purpose]} was not needed: the result is automatic"
            for purpose in nature.left_over()
        ),
    )


def _odds(
    name: str,
    question: Question,
    inputs: dict[str, Any],
    given: Mapping[str, Sequence[Given]],
) -> Answer:
    """The exact distribution, where dice were left out."""
    fewest = {purpose: len(dice_) for purpose, dice_ in given.items()}

    def answer_once(nature: Nature) -> Finding[Any]:
        found = question.answer(nature)
        left = nature.unused()
        fewest.update({purpose: min(n, left.get(purpose, 0)) for purpose, n in fewest.items()})
        return found

    try:
        found = explained_odds(answer_once, given=given)
    except Refusal as refused:
        return _no(name, question, inputs, refused)
    _refuse_surplus(fewest, given, type(question))
    idle = (
        word
        for word, purpose in type(question).rolls.items()
        if given.get(purpose) and fewest[purpose] == len(given[purpose])
    )
    return Answer(
        question=name,
        inputs=inputs,
        odds=shown_odds(found.chances),
        rules=found.rules,
        why=found.why,
        notes=tuple(f"{word} was not needed: nothing throws it here" for word in idle),
    )


def _no(name: str, question: Question, inputs: dict[str, Any], refused: Refusal) -> Answer:
    """What the rules forbid, as an answer."""
    first = Violation(refused.text, refused.rules, refused.legal)
    others = tuple(one for one in refused.violations if one.text not in refused.text)
    remedies = (one.remedy.removeprefix("legal: ") for one in (first, *others))
    return Answer(
        question=name,
        inputs=inputs,
        legal=False,
        refused="; ".join(one.text for one in (first, *others)),
        instead="; ".join(filter(None, remedies)),
        result=False if question.asks_permission else None,
        rules=unique(tuple(rule for one in (first, *others) for rule in one.rules)),
        why=tuple(Reason(one.text, one.rules) for one in (first, *others)),
    )


def _verdict(kind: type[Question], found: Finding[Any]) -> tuple[bool, str]:
    """Whether what was asked may be done, and why not: a plan that is checked says it itself."""
    legal = found.result if kind.asks_permission else getattr(found.result, "legal", True)
    if legal is not False:
        return True, ""
    against = getattr(found.result, "violations", ()) or found.why
    return False, "; ".join(one.text for one in against)


def _refuse_surplus(
    unused: Mapping[str, int], given: Mapping[str, Sequence[Given]], kind: type[Question]
) -> None:
    """Dice that nobody throws are a mistake, unless the result is automatic and none are thrown."""
    for word, purpose in kind.rolls.items():
        left = unused.get(purpose, 0)
        needed = len(given.get(purpose, ())) - left
        if left and needed:
            raise BadInput(f"{word}: {needed} needed here, not {len(given[purpose])}.")


def _value(question: Question, name: str) -> Any:
    """What was said for an input."""
    kind = type(question)
    assert name in input_fields(kind), f"{kind.__name__} has no input '{name}'"
    holder: Any = question
    if name in kind.turns_on:
        holder = holder.rulings
    return getattr(holder, input_fields(kind)[name].name)


def shown_odds(chances: Dist[Any]) -> tuple[Chances, ...]:
    """A distribution for showing: results in order where they have one."""
    with suppress(TypeError):
        chances = chances.sorted()
    return tuple(Chances.of(result, chance) for result, chance in chances.items())
