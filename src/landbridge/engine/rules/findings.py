"""What a rule answers: a result, the rules behind it and the reasons in words.

Odds are taken over the result alone, so reasons never split one outcome into two.

>>> why = Why()
>>> if why("TFB-DF-4", "no breakouts in Deep Freeze"):
...     found = why.so(False)
>>> found.result, found.rules
(False, ('TFB-DF-4',))
"""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from landbridge.engine.rules.citing import Rules, as_rules, demand, in_force

T = TypeVar("T")


class Reason(Struct, frozen=True):
    """One step of an explanation."""

    text: str
    rules: Rules = ()


class Finding(Struct, Generic[T], frozen=True):
    """A ruling: the result, which rules led to it, and why."""

    result: T
    rules: Rules = ()
    why: tuple[Reason, ...] = ()


def unique(rules: Rules) -> Rules:
    """The same ids without repeats, first mention first."""
    return tuple(dict.fromkeys(rules))


class Why:
    """Collects the reasons of one ruling while it is worked out; never shared between two."""

    __slots__ = ("reasons",)

    def __init__(self) -> None:
        self.reasons: list[Reason] = []

    def __call__(self, rules: str | Rules, text: str) -> bool:
        """Whether the rule is in force; if so it is noted. Ask it last in a condition."""
        if not in_force(rules):
            return False
        self.reasons.append(Reason(text, as_rules(rules)))
        return True

    def by(self, rules: str | Rules, text: str) -> None:
        """Note a rule without which there is no answer at all."""
        demand(rules)
        self.reasons.append(Reason(text, as_rules(rules)))

    def add(self, finding: Finding[T]) -> T:
        """Take over another finding's reasons and give its result."""
        self.reasons.extend(finding.why)
        known = {rule for reason in finding.why for rule in reason.rules}
        extra = tuple([rule for rule in finding.rules if rule not in known])
        if extra:
            self.reasons.append(Reason("", extra))
        return finding.result

    def so(self, result: T) -> Finding[T]:
        """The finding."""
        rules = tuple(dict.fromkeys([rule for one in self.reasons for rule in one.rules]))
        return Finding(result, rules, tuple([one for one in self.reasons if one.text]))
