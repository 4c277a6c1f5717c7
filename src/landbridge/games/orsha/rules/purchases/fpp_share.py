"""The share of a date's CPP that may go into FPP packages and Minefields (German note i)."""

from __future__ import annotations

from landbridge.engine.rules.citing import rule
from landbridge.games.orsha.rules.purchases.reinforcement_groups import notes
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rulings import FppShare


def counts_against_share(rg: str) -> bool:
    """Whether a German RG is one of those that share the limit."""
    return rg in notes("german")["i"].figures["together"]


def fpp_limit(available: int) -> int:
    """The most of these CPP that FPP and Minefields together may take, rounded up."""
    percent: int = notes("german")["i"].figures["percent"]
    return -(-available * percent // 100)


@rule("OTO-RGG-i-1", "OTO-NEC-15")
def check_share(
    spent: int, start: int, others: int, fpp_share: FppShare, violations: Violations
) -> None:
    """Whether so many CPP may be spent on M1 and M2 together.

    `start` is what the side has at the start of the date, `others` what all other RGs cost.
    """
    if not spent:
        return
    note = notes("german")["i"]
    percent: int = note.figures["percent"]
    whole = fpp_share == "start"
    rules = ("OTO-NEC-15", "RUL-OTO-30") if whole else ("RUL-OTO-30",)
    base = start if whole else start - others
    which = "at the start" if whole else "left by others"
    settled = violations.why(rules, f"{percent} % of the {base} CPP {which}, rounded up")
    most = fpp_limit(base) if settled else start
    text = f"{spent} CPP are spent on M1 and M2, of {base} available"
    cited = (*note.cites, "OTO-NEC-15") if whole else note.cites
    violations(spent > most, cited, text, f"{most} CPP at most")
