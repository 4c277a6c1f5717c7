"""How the program says no, each time with what is wrong and what is allowed.

`BadInput` is a word, number or name that makes no sense here. `Refusal` is an act or a question
that the rules forbid; it carries the rule. A `Violation` is one rule that an act breaks, or a fault
in the position that must be gone before a step can end; a referee may let it pass. An
`ImpossibleAction` no referee can let pass: there is nothing that carrying it out could mean.

An action is *well-formed* when its words can be read, everything that it names exists, and a step
can carry it out (see `Verb.out_of_turn`). Whatever else speaks against it is a violation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import ParamSpec, Self

from msgspec import Struct

from landbridge.engine.rules.citing import Rules, as_rules

P = ParamSpec("P")


class LandbridgeError(Exception):
    """Any error meant for the user; its text is complete and needs no traceback."""


class BadInput(LandbridgeError):
    """Something was asked in words that mean nothing here."""


class Violation(Struct, frozen=True):
    """Something that the rules do not allow to stand, and what would put it right."""

    text: str
    rules: Rules = ()
    remedy: str = ""
    row: int = 0
    """Which row of an action that says many things, from 1 on; 0 for the action as a whole."""

    def __str__(self) -> str:
        cited = f" [{', '.join(self.rules)}]" if self.rules else ""
        place = f"row {self.row}: " if self.row else ""
        return f"{place}{self.text}{f'; {self.remedy}' if self.remedy else ''}{cited}"


class Refusal(LandbridgeError):
    """The rules forbid it. Nothing has changed."""

    def __init__(
        self,
        text: str,
        rules: str | Rules = (),
        legal: str = "",
        violations: tuple[Violation, ...] = (),
        *,
        declarable: bool = True,
    ) -> None:
        self.text = text
        self.rules = as_rules(rules)
        self.legal = legal
        self.violations = violations
        self.declarable = declarable and bool(violations)
        """Whether a referee may let it pass: violations, and nothing that is impossible."""
        rows = "".join(f"\n  {violation}" for violation in violations if violation.row)
        super().__init__(f"{Violation(text, self.rules, legal)}{rows}")

    @classmethod
    def for_violations(
        cls, found: tuple[Violation, ...], *, declarable: bool = True, otherwise: Rules = ()
    ) -> Self:
        """The refusal of an action that breaks rules; one of many rows names every bad row.

        What it cites where none of them does is `otherwise`.
        """
        first = found[0]
        if not first.row:
            return cls(first.text, first.rules, first.remedy, found, declarable=declarable)
        rules = tuple(dict.fromkeys(rule for violation in found for rule in violation.rules))
        bad = len({violation.row for violation in found})
        text = f"{bad} {'row' if bad == 1 else 'rows'} cannot stand, so nothing was entered"
        return cls(text, rules or otherwise, violations=found, declarable=declarable)


class ImpossibleAction(Refusal):
    """An action that is not well-formed in this position: nothing could carry it out.

    It takes what is not there, or answers what nobody has asked. It says why, with the rule.
    """


def breaches(rule: Callable[P, object], *args: P.args, **named: P.kwargs) -> tuple[Violation, ...]:
    """What a rule that refuses has against an action, for a check to return.

    So a match can go by the very function that answers a question. What is impossible stays
    refused.

    >>> def may_pass(toll: int) -> None:
    ...     if toll < 3:
    ...         raise Refusal("the toll is 3", "DC-R01", "pay 3")
    >>> print(*breaches(may_pass, 2))
    the toll is 3; pay 3 [DC-R01]
    >>> breaches(may_pass, 3)
    ()
    """
    try:
        rule(*args, **named)
    except ImpossibleAction:
        raise
    except Refusal as refused:
        return refused.violations or (Violation(refused.text, refused.rules, refused.legal),)
    return ()


def choices(allowed: Iterable[object]) -> str:
    """A readable list of what is allowed."""
    words = [str(item) for item in allowed]
    if len(words) <= 1:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"


def shorten(text: str, most: int = 60) -> str:
    """A text as an error shows it: what was far too long is not said again in full."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


MOST_NAMED = 60
"""The most names that an error lists; of more it says the nearest, and how many there are."""


def unknown(kind: str, word: str, allowed: Iterable[str]) -> str:
    """The sentence for a name that does not exist, with the nearest one that does."""
    words, word = sorted(allowed), shorten(word)
    near = get_close_matches(word, words, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    if len(words) > MOST_NAMED:
        like = dict.fromkeys((*get_close_matches(word, words, n=8, cutoff=0.4), *words))
        some = ", ".join(list(like)[:8])
        return f"There is no {kind} '{word}'.{hint} Allowed: {some} ... ({len(words)} in all)."
    return f"There is no {kind} '{word}'.{hint} Allowed: {choices(words)}."
