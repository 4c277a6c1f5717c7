"""Extras of a purchase, one by one: Pre-Registered hexes, trucks, SAN; and CPP that are left."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import tally
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import Rules, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.purchases.prices import INITIAL, refuse_violations
from landbridge.games.orsha.rules.purchases.prices import extra as price_of_extra
from landbridge.games.orsha.rules.purchases.reinforcement_groups import (
    DATA,
    find_group,
    groups,
    notes,
)
from landbridge.games.orsha.rules.purchases.written import Purchase
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import Side, figures


class Extra(Struct, frozen=True):
    """Something bought with an RG."""

    number: int
    cpp: int
    kept: str
    """How long it is kept, or where it must be."""


class PreRegisteredHexes(RuledQuestion, frozen=True, kw_only=True):
    """What Pre-Registered hexes for an OBA module cost, and whether it may have them."""

    cites = ("OTO-RGG-f-1", "OTO-RGR-f-1", "OTO-NEC-21")
    turns_on = ("pre_registered",)

    side: Annotated[Side, Meta(description="whose module")]
    rg: Annotated[Name, Meta(description="the module by its ID")]
    hexes: Annotated[int, Meta(ge=0, le=9, description="how many hexes")] = 2

    def answer(self, nature: Nature) -> Finding[Extra]:
        why = Why()
        group = find_group(self.side, self.rg)
        bought = Purchase(rg=group.id, hexes=self.hexes)
        refuse_violations(
            self.side,
            INITIAL,
            (bought,),
            self.rulings,
        )
        added = tally(price_of_extra(group, "f", self.hexes, "Pre-Registered hexes"))
        for part in added.modifiers:
            why(part.rules, f"{part.value:+} {part.reason}, kept as long as the module")
        if group.kind == "rocket_oba":
            why("RUL-OTO-38", "Rocket modules may have them, by the ruling")
        return why.so(Extra(self.hexes, int(added.total), "as long as the module is Retained"))


class Trucks(Question, frozen=True, kw_only=True):
    """The GAZ-MM trucks that 1 CPP buys with Russian Guns, and where they must be."""

    cites = ("OTO-RGR-o-1",)

    rg: Annotated[Name, Meta(description="the Russian RG by its ID")]
    guns: Annotated[int, Meta(ge=0, le=2, description="how many Guns are received")] = 2

    def answer(self, nature: Nature) -> Finding[Extra]:
        why = Why()
        group = find_group("russian", self.rg)
        refuse_violations("russian", INITIAL, (Purchase(rg=group.id, trucks=True),))
        note = notes("russian")["o"]
        why.by(note.cites, note.text)
        where = "towing the Gun, or next to a Gun of the same RG"
        return why.so(Extra(self.guns, note.figures["cpp"], where))


class LeftoverCpp(RuledQuestion, frozen=True, kw_only=True):
    """The Russian Victory Points that CPP left after the last RePh are worth."""

    cites = ("OTO-E15-1", "OTO-8.611-5", "OTO-NEC-22")
    turns_on = ("leftover_cpp",)

    side: Annotated[Side, Meta(description="whose CPP")]
    cpp: Annotated[int, Meta(ge=0, le=999, description="CPP that are left")]

    def answer(self, nature: Nature) -> Finding[int]:
        return leftover_points(self.side, self.cpp, self.rulings.leftover_cpp)


@rule("OTO-8.611-5", "OTO-E15-1", "OTO-NEC-22")
def leftover_points(side: Side, cpp: int, leftover_cpp: str = "german_only") -> Finding[int]:
    """Russian Victory Points for CPP left after the last RePh."""
    why = Why()
    german_only = ("OTO-E15-1", "OTO-NEC-22", "RUL-OTO-37")
    if (
        side == "russian"
        and leftover_cpp == "german_only"
        and why(german_only, "only German CPP count: Russian ones give nothing")
    ):
        return why.so(0)
    rules: Rules = ("OTO-8.611-5", "OTO-E15-1") if side == "german" else ("OTO-8.611-5",)
    if not why(rules, f"each {side.capitalize()} CPP that is left is 1 VP for the Russians"):
        return why.so(0)
    if side == "russian":
        why("RUL-OTO-37", "Russian CPP count too, as the body text says")
    return why.so(cpp * int(DATA["leftover"]["vp"]))


# SAN


@rule("OTO-NEC-7")
def raise_san(side: Side, san: int, san_increase: str = "one_to_seven") -> Finding[int]:
    """The Sniper Activation Number after the RG that raises it."""
    why = Why()
    group = next(row for row in groups(side).values() if row.kind == "san")
    why.by(group.cites, f"{group.id}: {group.type}")
    limit = figures("san_increase", san_increase)
    if not why(("OTO-NEC-7", "RUL-OTO-27"), f"+{limit['each']} for each RG"):
        return why.so(san)
    raised = san + int(limit["each"])
    if limit["ceiling"] and raised > limit["ceiling"]:
        why(("OTO-NEC-7", "RUL-OTO-27"), f"never above {limit['ceiling']}")
        raised = max(san, int(limit["ceiling"]))
    return why.so(raised)


class SanPurchase(RuledQuestion, frozen=True, kw_only=True):
    """The SAN after a SAN increase is bought."""

    cites = ("OTO-NEC-7",)
    turns_on = ("san_increase",)

    side: Annotated[Side, Meta(description="who buys")]
    san: Annotated[int, Meta(ge=0, le=7, description="the SAN before")]

    def answer(self, nature: Nature) -> Finding[int]:
        return raise_san(self.side, self.san, self.rulings.san_increase)
