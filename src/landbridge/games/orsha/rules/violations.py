"""Violations of a plan or a place, collected with their rules and remedies."""

from __future__ import annotations

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, as_rules
from landbridge.engine.rules.findings import Why


class Violations:
    """Violations, each noted with its rule; a muted rule finds none."""

    def __init__(self, why: Why) -> None:
        self.why, self.found = why, list[Violation]()

    def __call__(self, wrong: bool, rules: str | Rules, text: str, remedy: str = "") -> None:
        """Note a violation, if there is one."""
        if wrong and self.why(rules, text):
            self.found.append(Violation(text, as_rules(rules), remedy))
