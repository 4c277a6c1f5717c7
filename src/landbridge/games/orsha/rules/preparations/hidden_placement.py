"""HIP (8.8, CG16): what hidden set-up costs, how many squads may hide, when works appear."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import chart, read_toml
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.readings import natural
from landbridge.games.orsha.rules.words import CG_DATES, PACKAGE, CgDate, Side
from landbridge.games.orsha.rulings import HipSquads

HIP = chart(PACKAGE, "fortifications.hip", int)
DATA = read_toml(PACKAGE, "fortifications.toml")
LIMITS = DATA["limits"]

HipPiece = Literal[
    "cupola", "squad", "hs", "crew", "smc", "gun", "gun_crew", "cloaked_reserve", "concealment"
]
INFANTRY: tuple[HipPiece, ...] = ("squad", "hs", "crew", "smc")
"""What may pay double and hide in shellholes."""

WorkKind = Literal[
    "foxhole", "trench", "at_ditch", "ap_mine", "at_mine", "wire", "pillbox", "cupola"
]


class Hide(Struct, frozen=True):
    """Pieces that are to set up HIP in one kind of place."""

    piece: HipPiece
    number: int = 1
    shellholes: bool = False
    ordnance: bool = False
    """Whether they possess 5/8-inch ordnance."""
    bought_now: bool = True
    """Cupolas: whether they were bought on the current date."""


@rule("OTO-8.8-HIP-5", "OTO-8.8-1", "OTO-8.8-HIP-2")
def _refuse(side: Side, hide: Hide) -> None:
    if hide.piece in ("cloaked_reserve", "concealment") and in_force("OTO-8.8-HIP-5"):
        name = "Cloaked Reserve units" if hide.piece == "cloaked_reserve" else '"?"'
        raise Refusal(f"HIP cannot be bought for {name}", ("OTO-8.8-HIP-5", "RUL-OTO-87"))
    free = hide.piece in ("gun", "gun_crew")
    if side == "russian" and not free and in_force("OTO-8.8-1"):
        raise Refusal(
            "The Russians spend FPP on Foxholes only", "OTO-8.8-1", legal="legal: no HIP is bought"
        )
    if not hide.shellholes or not in_force("OTO-8.8-HIP-2"):
        return
    if hide.piece not in INFANTRY:
        name = hide.piece.replace("_", " ")
        raise Refusal(
            f"Only infantry without 5/8-inch ordnance hides in shellholes, no {name}",
            "OTO-8.8-HIP-2",
            legal=f"legal: {choices(INFANTRY)}, or other terrain",
        )
    if hide.ordnance:
        raise Refusal(
            "Infantry with 5/8-inch ordnance does not hide in shellholes",
            "OTO-8.8-HIP-2",
            legal="legal: other terrain, or infantry without it",
        )


@rule("OTO-8.8-HIP-1", "OTO-8.8-HIP-2", "OTO-8.8-HIP-4", "OTO-8.51-IHSR5-1")
def hip_price(side: Side, date: CgDate, hide: Hide) -> Finding[int]:
    """FPP for setting these pieces up HIP; refuses what cannot be hidden."""
    why = Why()
    _refuse(side, hide)
    if hide.piece in ("gun", "gun_crew"):
        free = why(("OTO-8.8-HIP-4", "RUL-OTO-87"), "Guns and the crews that man them: free")
        return why.so(0 if free else HIP.cell("crew", "FPP").value * hide.number)
    if hide.piece in ("cloaked_reserve", "concealment"):
        return why.so(HIP.cell("squad", "FPP").value * hide.number)
    if (
        hide.piece == "cupola"
        and date == CG_DATES[0]
        and hide.bought_now
        and why("OTO-8.51-IHSR5-1", "Cupolas bought on 23 AM set up HIP without FPP")
    ):
        return why.so(0)
    each: int = HIP.cell(hide.piece, "FPP").value
    why("OTO-8.8-HIP-1", f"{each} FPP for each {hide.piece}")
    if hide.shellholes and why("OTO-8.8-HIP-2", "double in shellholes"):
        each *= LIMITS["shellholes_times"]
    return why.so(each * hide.number)


class HipPrice(Question, frozen=True, kw_only=True):
    """FPP for setting pieces up HIP."""

    cites = (
        "OTO-8.8-HIP-1",
        "OTO-8.8-HIP-2",
        "OTO-8.8-HIP-4",
        "OTO-8.8-HIP-5",
        "OTO-8.51-IHSR5-1",
    )

    piece: Annotated[HipPiece, Meta(description='what is to hide; concealment is a "?"')]
    number: Annotated[int, Meta(ge=1, le=999, description="how many")] = 1
    side: Annotated[Side, Meta(description="whose they are")] = "german"
    date: Annotated[CgDate, Meta(description="the CG Date")] = "23pm"
    shellholes: Annotated[bool, Meta(description="whether they hide in shellholes")] = False
    ordnance: Annotated[bool, Meta(description="whether they possess 5/8-inch ordnance")] = False
    bought_now: Annotated[
        bool, Meta(description="Cupolas: whether they were bought on this date")
    ] = True

    def answer(self, nature: Nature) -> Finding[int]:
        hide = Hide(self.piece, self.number, self.shellholes, self.ordnance, self.bought_now)
        return hip_price(self.side, self.date, hide)


# How many squads


class HipShare(Struct, frozen=True):
    """How many German squads may set up HIP in a scenario."""

    squads: str
    """Squads that take part, half-squads as halves."""
    most: int
    legal: bool


@rule("OTO-8.8-HIP-3", "OTO-NEC-16")
def hip_share(
    squads: int,
    half_squads: int = 0,
    hidden: int = 0,
    hidden_half: int = 0,
    hip_squads: HipSquads = "with_halves",
) -> Finding[HipShare]:
    """How many German squads may hide, and whether so many are within the limit."""
    why = Why()
    text, other = "squads on the map count, half-squads as a half", "only squads count"
    halves = hip_squads == "with_halves"
    if natural(why, halves, "OTO-NEC-16", "RUL-OTO-93", text, other):
        all_squads = squads + Fraction(half_squads, 2)
        hides = hidden + Fraction(hidden_half, 2)
    else:
        all_squads, hides = Fraction(squads), Fraction(hidden)
    most = ceil(all_squads)
    share = ceil(all_squads * LIMITS["hip_squads_percent"] / 100)
    text = f"at most 10 % of {all_squads} non-Reserve squads, rounded up: {share}"
    if why("OTO-8.8-HIP-3", text):
        most = share
    return why.so(HipShare(str(all_squads), most, hides <= most))


class HipShareQuestion(RuledQuestion, frozen=True, kw_only=True):
    """How many German squads may set up HIP in a scenario."""

    cites = ("OTO-8.8-HIP-3", "OTO-NEC-16")
    turns_on = ("hip_squads",)

    squads: Annotated[int, Meta(ge=0, le=999, description="non-Reserve German squads on the map")]
    half_squads: Annotated[int, Meta(ge=0, le=999, description="half-squads on the map")] = 0
    hidden: Annotated[int, Meta(ge=0, le=999, description="squads that are to hide")] = 0
    hidden_half: Annotated[int, Meta(ge=0, le=999, description="half-squads that are to hide")] = 0

    def answer(self, nature: Nature) -> Finding[HipShare]:
        there = Fraction(2 * self.squads + self.half_squads, 2)
        hide = Fraction(2 * self.hidden + self.hidden_half, 2)
        if hide > there:
            raise BadInput(f"hidden: {hide} squads are to hide, but only {there} are there.")
        return hip_share(
            self.squads, self.half_squads, self.hidden, self.hidden_half, self.rulings.hip_squads
        )


# Fortifications


class HiddenWork(Struct, frozen=True):
    """How a Fortification is set up."""

    hip: bool
    """Whether it may be HIP during set-up, at no price."""
    placed: Literal["after_set_up", "when_found"]


@rule("OTO-CG16-1")
def hidden_work(kind: WorkKind) -> Finding[HiddenWork]:
    """Whether a Fortification sets up HIP, and when it is placed on the map."""
    why = Why()
    mines = kind in DATA["hidden"]["stay"]
    text = (
        "mines lose HIP only in the normal way"
        if mines
        else "HIP during set-up; placed when all set-up is complete, whatever the LOS"
    )
    ruled = why(("OTO-CG16-1", "RUL-OTO-87"), text)
    return why.so(HiddenWork(ruled, "when_found" if mines and ruled else "after_set_up"))


class FortificationHidden(Question, frozen=True, kw_only=True):
    """Whether a Fortification may set up HIP, and when it is placed on the map."""

    cites = ("OTO-CG16-1",)

    kind: Annotated[WorkKind, Meta(description="which Fortification")]

    def answer(self, nature: Nature) -> Finding[HiddenWork]:
        return hidden_work(self.kind)
