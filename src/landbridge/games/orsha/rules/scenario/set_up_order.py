"""Who attacks, who sets up first and who moves first (8.51)."""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.scenario.dates import DATA, INITIAL, DateInput
from landbridge.games.orsha.rules.scenario.initial_scenario import has_initial_order
from landbridge.games.orsha.rules.words import CgDate, Side


class SetUpOrder(Struct, frozen=True):
    """Who attacks, who sets up first and who moves first."""

    attacker: Side
    defender: Side
    sets_up_first: Side
    moves_first: Side


def _other(side: Side) -> Side:
    return "german" if side == "russian" else "russian"


@rule("OTO-8.51-Att-1")
def set_up_order(date: CgDate) -> Finding[SetUpOrder]:
    """Who attacks and who comes first in the scenario of a date."""
    why = Why()
    attacker: Side = DATA["order"]["attacker"]
    first: Side = DATA["order"]["sets_up_first"]
    rules = "OTO-8.51-Att-1"
    if date == INITIAL and not has_initial_order(why):
        first = _other(first)
    if not why(rules, "in all four dates the Russians attack and the Germans defend"):
        attacker, first = _other(attacker), _other(first)
    return why.so(SetUpOrder(attacker, _other(attacker), first, _other(first)))


class SetUpOrderQuestion(Question, frozen=True, kw_only=True):
    """Attacker and defender, who sets up first and who moves first."""

    cites = ("OTO-8.51-Att-1", "OTO-8.51-Setup-1")

    date: DateInput

    def answer(self, nature: Nature) -> Finding[SetUpOrder]:
        return set_up_order(self.date)
