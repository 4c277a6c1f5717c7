"""Dispersal: who is dispersed, what a dispersed unit may do, and when it recovers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import NewComposite, Recovery
from landbridge.games.arsenal.words import figures

Happened = Literal["strategic_move", "replacement", "reinforcement", "composite", "operations"]


class UnitCondition(Struct, frozen=True, order=True):
    """How a unit stands for the rest of its side's turn."""

    dispersed: bool
    may_move: Literal["any", "strategic", "none"]
    """Any: operationally, with attack, or strategically."""
    may_attack: bool


READY = UnitCondition(False, "any", True)
ARRIVED = UnitCondition(True, "strategic", False)
SPENT = UnitCondition(True, "none", False)


@rule("DC-R08", otherwise=READY)
def after_replacement() -> UnitCondition:
    """How a replacement unit stands in the turn in which it comes."""
    return ARRIVED


@rule("DC-R11", otherwise=ARRIVED)
def after_reinforcement() -> UnitCondition:
    """How a reinforcement stands in the turn in which it comes."""
    return READY


@rule("DC-R59", otherwise=READY)
def after_strategic_move() -> UnitCondition:
    """How a unit stands that has moved strategically."""
    return SPENT


@rule("DC-R52", otherwise=READY)
def after_combining(new_composite: NewComposite = "may_entrain") -> UnitCondition:
    """How a composite stands in the turn in which it is made."""
    return ARRIVED if figures("new_composite", new_composite)["moves"] == "strategic" else SPENT


@rule("DC-R59", "RUL-DC-31")
def recovers(phase: Literal["recovery", "end"], in_supply: bool, recovery: Recovery) -> bool:
    """Whether a dispersed unit becomes undispersed in this phase of its owner's turn."""
    return in_supply and phase == figures("recovery", recovery)["phase"]


# Asking


class Dispersal(Struct, frozen=True):
    """How a unit stands, and when it recovers."""

    dispersed: bool
    may_move: str
    may_attack: bool
    recovers: str


class TheDispersal(ArsenalQuestion, frozen=True, kw_only=True):
    """Whether a unit is dispersed by what it did, what it may still do, and when it recovers."""

    turns_on = (
        "recovery",
        "new_composite",
    )

    cites = ("DC-R59",)

    happened: Annotated[Happened, Meta(description="what the unit did or how it came")]
    in_supply: Annotated[bool, Meta(description="whether it is in supply next turn")] = True
    then_attack: Annotated[bool, Meta(description="whether it shall attack this turn")] = False

    def answer(self, nature: Nature) -> Finding[Dispersal]:
        why = Why()
        standing, rule_id, text = {
            "strategic_move": (
                after_strategic_move(),
                "DC-R59",
                "a strategic mover is dispersed at the end of the Strategic Movement Phase",
            ),
            "replacement": (
                after_replacement(),
                "DC-R08",
                "replacements enter dispersed and may only move strategically",
            ),
            "reinforcement": (
                after_reinforcement(),
                "DC-R11",
                "reinforcements enter undispersed and may move operationally and attack",
            ),
            "composite": (
                after_combining(self.rulings.new_composite),
                "DC-R52",
                "a composite is dispersed in the phase in which it is made",
            ),
            "operations": (READY, "DC-R60", "operational movement and attack disperse nobody"),
        }[self.happened]
        why(rule_id, text)
        if self.happened == "composite":
            why("RUL-DC-25", f"it may move: {standing.may_move}")
        if self.then_attack and not standing.may_attack:
            raise Refusal(
                "A dispersed unit cannot attack",
                (rule_id, "RUL-DC-33"),
                legal="an attack once it has recovered",
            )
        when = "nothing to recover from"
        if standing.dispersed:
            phase = {
                "recovery": "in its owner's next initial phase",
                "end": "at the end of its owner's next turn",
            }[figures("recovery", self.rulings.recovery)["phase"]]
            when = phase if self.in_supply else "not while it is out of supply"
            why("RUL-DC-31", f"it recovers {phase}, if in supply")
        return why.so(Dispersal(standing.dispersed, standing.may_move, standing.may_attack, when))
