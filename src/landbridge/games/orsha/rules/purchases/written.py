"""Purchases: what a player writes down when he buys, and what he bought before.

A purchase is an ID with what is chosen for it behind:

    2x I1
    V4 offboard
    O1 hexes=2
    O4 raised
    G3 trucks onboard
    given V5 onboard
    M3 basic

`onboard`, `offboard` and `retained` say how the RG comes (CG12); `hexes` buys Pre-Registered
hexes, `raised` one more level for an Offboard Observer, `trucks` the trucks of Russian note o;
`given` marks an RG of the initial order of battle, `basic` the cheaper Recon dr. An earlier
purchase has its date in front: `23am 2x I1`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct

from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group
from landbridge.games.orsha.rules.words import CG_DATES, CgDate, Side

R = TypeVar("R", bound=Struct)

Entering = Literal["onboard", "offboard", "retained"]
ENTERING: tuple[Entering, ...] = ("onboard", "offboard", "retained")
_WORDS = (*ENTERING, "given", "raised", "trucks", "basic", "hexes=n")
MOST_GROUPS = 100
"""RGs of one plan: several times what all the CPP of a date can buy."""
_NUMBERED = re.compile(r"(?P<times>\d+) *x +(?P<rest>.+)")

PurchaseList = Annotated[
    tuple[Name, ...],
    Meta(
        max_length=60,
        description="RGs such as 'I1', '2x V4 offboard', 'O1 hexes=2', 'O4 raised', 'G3 trucks',"
        " 'given V5 onboard', 'M3 basic'",
    ),
]
BoughtList = Annotated[
    tuple[Name, ...],
    Meta(
        max_length=100, description="RGs bought before, each with its date in front: '23am 2x I1'"
    ),
]


class Purchase(Struct, frozen=True, kw_only=True):
    """One RG that is bought, or given and set up, with what is chosen for it."""

    rg: str
    entry: Entering | None = None
    """None: as the RGs of that side and date usually come, at list price."""
    hexes: int = 0
    """Pre-Registered hexes."""
    raised: int = 0
    """Levels by which an Offboard Observer is raised."""
    trucks: bool = False
    basic: bool = False
    """The Recon dr without the better drm."""
    given: bool = False
    """From the initial order of battle: not bought, and never counted."""

    def __str__(self) -> str:
        words = ["given"] * self.given + [self.rg] + ([self.entry] if self.entry else [])
        words += [f"hexes={self.hexes}"] * bool(self.hexes)
        words += ["raised" if self.raised == 1 else f"raised={self.raised}"] * bool(self.raised)
        words += ["trucks"] * self.trucks + ["basic"] * self.basic
        return " ".join(words)


class PastPurchase(Struct, frozen=True):
    """A purchase of an earlier date, as the RG Purchase Record keeps it."""

    date: CgDate
    purchase: Purchase


def parse_purchase(side: Side, text: str) -> tuple[Purchase, ...]:
    """A line of a plan, as often as it says; or an error that says what may stand there."""
    numbered = _NUMBERED.fullmatch(text.strip())
    times = int(numbered["times"]) if numbered else 1
    words = (numbered["rest"] if numbered else text).split()
    if not 1 <= times <= 50:
        raise BadInput(f"'{text}': a plan holds an RG 1 to 50 times, not {times}.")
    ids = [word for word in words if word[-1].isdigit() and "=" not in word]
    if len(ids) != 1:
        raise BadInput(
            f"'{text}' is not a purchase; write an ID and what is chosen for it: {_HOW}."
        )
    chosen: dict[str, Any] = {"rg": find_group(side, ids[0]).id}
    for word in words:
        if word == ids[0]:
            continue
        [(name, value)] = _choice(word.lower()).items()
        if name in chosen:
            raise BadInput(f"'{text}': {_TWICE.get(name, name)} is said twice; say it once.")
        chosen[name] = value
    return (Purchase(**chosen),) * times


_HOW = "2x V4 offboard, O1 hexes=2, O4 raised, G3 trucks, given V5 onboard, M3 basic"
_TWICE = {"entry": "how it comes"}


def _choice(word: str) -> dict[str, Any]:
    if word in ENTERING:
        return {"entry": word}
    if word in ("given", "trucks", "basic"):
        return {word: True}
    name, _, number = word.partition("=")
    if word == "raised":
        return {"raised": 1}
    if name in ("raised", "hexes") and number.isdecimal():
        if not int(number):
            raise BadInput(f"'{word}': {name} is 1 or more; leave it out for none.")
        return {name: int(number)}
    raise BadInput(unknown("choice", word, _WORDS))


def parse_plan(side: Side, texts: tuple[str, ...]) -> tuple[Purchase, ...]:
    """A whole plan, RG by RG."""
    plan = tuple(found for text in texts for found in parse_purchase(side, text))
    if len(plan) > MOST_GROUPS:
        raise BadInput(f"A plan holds up to {MOST_GROUPS} RGs, not {len(plan)}.")
    return plan


def parse_bought(side: Side, texts: tuple[str, ...]) -> tuple[PastPurchase, ...]:
    """Earlier purchases, RG by RG."""
    found: list[PastPurchase] = []
    for text in texts:
        word, _, rest = text.strip().partition(" ")
        date: Any = word.lower().rstrip(":")
        if date not in CG_DATES:
            raise BadInput(unknown("CG Date", word, CG_DATES))
        found += [PastPurchase(date, purchase) for purchase in parse_purchase(side, rest)]
    return tuple(found)
