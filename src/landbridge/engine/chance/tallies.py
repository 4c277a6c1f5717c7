"""Numbers that carry their reasons: frozen sums of modifiers, each with its rule.

>>> total = tally(Modifier(-1, "1944", ("TFB-SUP-2",)), None)
>>> total.total, str(total)
(-1, '-1 (1944) = -1')
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

from msgspec import Struct

from landbridge.engine.rules.citing import Rules, as_rules, in_force

Number = int | Fraction


class Modifier(Struct, frozen=True):
    """One reason for a number to change."""

    value: int | Fraction
    reason: str
    rules: Rules = ()


class Tally(Struct, frozen=True):
    """A sum or a product that can say how it came about; never changed once made."""

    total: int | Fraction
    modifiers: tuple[Modifier, ...] = ()
    start: int | Fraction = 0
    times: bool = False

    @property
    def rules(self) -> Rules:
        """Every rule that had a part in it."""
        return tuple(rule for modifier in self.modifiers for rule in modifier.rules)

    def __str__(self) -> str:
        parts = [str(self.start)] if self.start != int(self.times) or not self.modifiers else []
        for modifier in self.modifiers:
            sign = "x" if self.times else "+" if modifier.value >= 0 else ""
            parts.append(f"{sign}{modifier.value} ({modifier.reason})")
        return f"{' '.join(parts)} = {self.total}"


def modifier(value: Number, reason: str, rules: str | Rules) -> Modifier:
    """A modifier; every one needs a rule."""
    return Modifier(value, reason, as_rules(rules))


def tally(*modifiers: Modifier | None, start: Number = 0) -> Tally:
    """The sum of these modifiers; None and modifiers of muted rules are left out."""
    kept = tuple(m for m in modifiers if m is not None and in_force(m.rules))
    return Tally(start + sum(m.value for m in kept), kept, start)


def product(*modifiers: Modifier | None, start: Number = 1) -> Tally:
    """The product of these modifiers; None and modifiers of muted rules are left out."""
    kept = tuple(m for m in modifiers if m is not None and in_force(m.rules))
    return Tally(start * prod(m.value for m in kept), kept, start, True)


NOTHING = Tally(0)
"""No modifier at all."""
