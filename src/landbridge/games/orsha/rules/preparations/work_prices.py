"""What Fortifications cost (8.8): FPP for each counter or factor, pillboxes by their figures."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import chart
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.preparations.hidden_placement import LIMITS
from landbridge.games.orsha.rules.words import PACKAGE

COST = chart(PACKAGE, "fortifications.cost")

Kind = Literal[
    "foxhole_3",
    "foxhole_2",
    "foxhole_1",
    "trench",
    "at_ditch",
    "ap_mine",
    "at_mine",
    "concealment",
    "wire",
    "pillbox",
]

_FACTORS = re.compile(r"(\d+)-(\d+)-(\d+)")


class Work(Struct, frozen=True):
    """Fortifications of one kind that are bought; mines by the factor."""

    kind: Kind
    number: int = 1
    factors: tuple[int, int, int] | None = None
    """The three figures of a pillbox."""


@rule("OTO-8.8-1", "OTO-8.8-Pill-1", "OTO-8.8-Fox-1", "OTO-8.8-Ditch-1")
def work_price(work: Work) -> Finding[int]:
    """FPP for these fortifications."""
    why = Why()
    if work.kind == "pillbox":
        if work.factors is None:
            raise BadInput("A pillbox is bought by its three factors, for example 1-5-7.")
        why.by(
            ("OTO-8.8-Pill-1", "RUL-OTO-87"),
            f"twice the sum of {'+'.join(map(str, work.factors))}",
        )
        return why.so(sum(work.factors) * int(LIMITS["pillbox_times"]) * work.number)
    cell = COST.cell(work.kind, "FPP")
    each = COST.cell(work.kind, "for each").value
    why.by(cell.rules, f"{cell.value} FPP for each {each}")
    return why.so(int(cell.value) * work.number)


def read_factors(text: str) -> tuple[int, int, int]:
    """The three figures of a pillbox, such as 1-5-7."""
    found = _FACTORS.fullmatch(text.strip())
    if not found:
        raise BadInput(f"'{text}' does not give the factors of a pillbox; write for example 1-5-7.")
    return int(found[1]), int(found[2]), int(found[3])


class FortificationCost(Question, frozen=True, kw_only=True):
    """FPP for fortifications of one kind; setting them up HIP costs nothing more."""

    cites = ("OTO-8.8-Pill-1",)

    kind: Annotated[Kind, Meta(description='which fortification; concealment is a "?"')]
    number: Annotated[int, Meta(ge=1, le=999, description="counters, or factors of mines")] = 1
    factors: Annotated[Name | None, Meta(description="pillboxes: the factors, such as 1-5-7")] = (
        None
    )
    hip: Annotated[bool, Meta(description="whether they are to set up HIP (CG16)")] = False

    def answer(self, nature: Nature) -> Finding[int]:
        why = Why()
        if self.factors is not None and self.kind != "pillbox":
            raise BadInput("Only a pillbox has factors to give.")
        factors = None if self.factors is None else read_factors(self.factors)
        price = why.add(work_price(Work(self.kind, self.number, factors)))
        if self.hip and self.kind == "concealment":
            raise Refusal('HIP cannot be bought for "?"', ("OTO-8.8-HIP-5", "RUL-OTO-87"))
        if self.hip:
            why.by("OTO-CG16-1", "Fortifications set up HIP without a price")
        return why.so(price)
