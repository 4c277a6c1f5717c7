"""Violations as the chapters collect them: each only while its rule is in force."""

from __future__ import annotations

from landbridge.engine.refusals import ImpossibleAction, Refusal, Violation
from landbridge.engine.rules.citing import Rules, as_rules, demand, in_force
from landbridge.engine.rules.findings import unique


def violation_if(wrong: bool, text: str, rules: str | Rules, remedy: str = "") -> Violation | None:
    """A violation, if something is wrong and the rule that says so is in force."""
    return Violation(text, as_rules(rules), remedy) if wrong and in_force(rules) else None


def violations(*found: Violation | None) -> tuple[Violation, ...]:
    """The violations among these."""
    return tuple([item for item in found if item is not None])


def impossible(text: str, rules: str | Rules, legal: str = "") -> ImpossibleAction:
    """The refusal of what cannot be carried out; without its rules there is no saying what is."""
    demand(rules)
    return ImpossibleAction(text, rules, legal)


def refuse(found: tuple[Violation, ...]) -> None:
    """Refuse an act in one sentence that holds every violation; with none nothing is refused."""
    if not found:
        return
    rules = unique(tuple(rule for item in found for rule in item.rules))
    remedies = "; ".join(dict.fromkeys(item.remedy for item in found if item.remedy))
    text = "; ".join(item.text for item in found)
    raise Refusal(text, rules, f"legal: {remedies}" if remedies else "")
