"""Vehicles in the RePh: bog (9.6043), Shock (9.6044), remanning and Immobilization (9.6131)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.asl_procedures import course, foretell, recorded
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import PACKAGE, CgDate, Dr

Bogged = Literal["bogged", "mired", "free", "immobilized"]
Shocked = Literal["shock", "uk", "recovered", "eliminated"]
Mobility = Literal["mobile", "immobilized"]
ArmorLeader = Annotated[int, Meta(ge=-3, le=1)]

BOG = table(PACKAGE, "reconstruction.bog_removal", Bogged)
SHOCK = table(PACKAGE, "reconstruction.recuperation", Shocked)
IMMOBILIZATION = table(PACKAGE, "repair.immobilization", Mobility)
TERMS = read_toml(PACKAGE, "repair.toml")["immobilization_terms"]

STUCK: tuple[Bogged, ...] = ("bogged", "mired")
SHAKEN: tuple[Shocked, ...] = ("shock", "uk")


# Bog


def bog_attempt(state: Bogged, nature: Nature) -> Bogged:
    """One Bog Removal attempt."""
    mired = modifier(1, "Mired", "ASL D8.3") if state == "mired" else None
    found: Bogged = nature.look(BOG, tally(mired))
    return found


@rule("OTO-9.6043-1")
def tries_bog_removal(abandoned: bool, why: Why) -> bool:
    """Whether a stuck vehicle attempts Bog Removal: an abandoned one has nobody to try."""
    return not (abandoned and why("OTO-9.6043-1", "an abandoned vehicle makes no attempt"))


@rule("OTO-9.6043-1")
def remove_bog(state: Bogged, nature: Nature) -> Finding[Bogged]:
    """Bog Removal attempts until the vehicle is free or immobilized."""
    why = Why()
    state = bog_attempt(state, nature)
    while state in STUCK and why(("OTO-9.6043-1", "RUL-OTO-51"), GOES_ON):
        state = bog_attempt(state, nature)
    return why.so(state)


GOES_ON = "attempts go on until it is free or immobilized"


def bog_odds(state: Bogged) -> Dist[Bogged]:
    """How Bog Removal ends, exactly."""
    return course(
        state, lambda now: BOG.odds(shift=int(now == "mired")), lambda now: now not in STUCK
    )


class Bog(RuledQuestion, frozen=True, kw_only=True):
    """Whether a bogged or Mired vehicle is freed or immobilized in step 9.6043."""

    rolls = {"dice": BOG.title}
    cites = ("OTO-9.6043-1",)
    turns_on = ("asl_rules",)

    state: Annotated[Literal["bogged", "mired"], Meta(description="how the vehicle is stuck")] = (
        "bogged"
    )
    abandoned: Annotated[bool, Meta(description="whether it is abandoned")] = False
    dice: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=40)] | None,
        Meta(description="a die for each attempt, in order"),
    ] = None

    def answer(self, nature: Nature) -> Finding[Bogged]:
        why = Why()
        recorded(self.rulings.asl_rules, "Bog Removal")
        state: Bogged = self.state
        if not tries_bog_removal(self.abandoned, why):
            return why.so(state)
        if not why(("OTO-9.6043-1", "RUL-OTO-51"), GOES_ON):
            return why.so(bog_attempt(state, nature))
        for _ in self.dice or ():
            if state in STUCK:
                state = bog_attempt(state, nature)
        if state in STUCK:
            chances = bog_odds(state)
            state = foretell(chances, "Bog Removal to its end", BOG.rules, nature)
        return why.so(state)


# Shock


@rule("OTO-9.6044-1")
def recuperate(state: Shocked, nature: Nature) -> Finding[Shocked]:
    """Recuperation attempts until the marker is gone or the AFV is Eliminated."""
    why = Why()
    state = nature.look(SHOCK, column=state)
    while state in SHAKEN and why(
        ("OTO-9.6044-1", "RUL-OTO-51"), "attempts go on until the marker or the AFV is gone"
    ):
        state = nature.look(SHOCK, column=state)
    return why.so(state)


class Shock(RuledQuestion, frozen=True, kw_only=True):
    """Whether a Shocked or UK AFV recovers or is Eliminated in step 9.6044."""

    rolls = {"dice": SHOCK.title}
    cites = ("OTO-9.6044-1",)
    turns_on = ("asl_rules",)

    state: Annotated[
        Literal["shock", "uk"], Meta(description="its marker: Shock or Unconfirmed Kill")
    ] = "shock"
    dice: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=40)] | None,
        Meta(description="a die for each attempt, in order"),
    ] = None

    def answer(self, nature: Nature) -> Finding[Shocked]:
        recorded(self.rulings.asl_rules, "Recuperation")
        return recuperate(self.state, nature)


# Remanning


class AbandonedAfv(Struct, frozen=True):
    """What may be done with an abandoned AFV."""

    may_reman: bool
    may_stay_abandoned: bool
    must_begin_manning: bool
    """Whether the unit that remans it must begin the next scenario in it."""


@rule("OTO-9.6131a-1")
def remanning(isolated: bool, friendly: bool = True) -> Finding[AbandonedAfv]:
    """Whether an abandoned AFV may be remanned by a Retained unit of the side."""
    why = Why()
    if isolated or not friendly:
        text = "it is Isolated" if isolated else "it is not in a friendly-Controlled Location"
        barred = why("OTO-9.6131a-1", f"not remanned: {text}")
        return why.so(AbandonedAfv(not barred, True, False))
    may = why(
        ("OTO-9.6131a-1", "RUL-OTO-51"),
        "any Retained unit that may crew it (A21.22) may reman it, and begins manning it",
    )
    return why.so(AbandonedAfv(may, True, may))


class Remanning(Question, frozen=True, kw_only=True):
    """Whether an abandoned AFV may be remanned in step 9.6131a."""

    cites = ("OTO-9.6131a-1",)

    isolated: Annotated[bool, Meta(description="whether the AFV is Isolated")] = False
    friendly: Annotated[
        bool, Meta(description="whether it stands in a friendly-Controlled Location")
    ] = True

    def answer(self, nature: Nature) -> Finding[AbandonedAfv]:
        return remanning(self.isolated, self.friendly)


# Immobilization


class ImmobileAfv(Struct, frozen=True, kw_only=True):
    """An immobilized AFV, as its repair looks at it."""

    after: CgDate
    """The CG Date of the scenario just played."""
    manned: bool = True
    armor_leader: int | None = None
    """The DRM of its armor leader, with its own sign."""
    non_qualified: bool = False
    """Whether only Non-Qualified Use is possible."""
    isolated: bool = False


class MobilizationResult(Struct, frozen=True, order=True):
    """What became of an Immobilization."""

    state: Mobility
    retained: bool = True
    cleared: bool = False
    """Whether the vehicle is cleared from the map."""


@rule("OTO-9.6131b-1")
def is_repair_night(after: CgDate, why: Why) -> bool:
    """Whether Immobilized AFV make their dr in the RePh after this date: only after 23 PM."""
    other = after != TERMS["after"]
    return not (other and why("OTO-9.6131b-1", "repaired only after 23 PM; it stays immobilized"))


@rule("OTO-9.6131b-1")
def remove_immobilization(afv: ImmobileAfv, nature: Nature) -> Finding[MobilizationResult]:
    """Whether an AFV's Immobilization is repaired: only after 23 PM, and only if it is manned."""
    why = Why()
    if not afv.manned and in_force("OTO-9.6131b-1"):
        raise Refusal(
            "An abandoned AFV is not repaired", "OTO-9.6131b-1", legal="reman it first (9.6131a)"
        )
    if not is_repair_night(afv.after, why):
        return why.so(MobilizationResult("immobilized"))
    modifiers = tally(
        modifier(afv.armor_leader, "armor leader", ("OTO-9.6131b-1", "OTO-NEC-50"))
        if afv.armor_leader
        else None,
        modifier(TERMS["non_qualified"], "only Non-Qualified Use", "OTO-9.6131b-1")
        if afv.non_qualified
        else None,
        modifier(TERMS["isolated"], "Isolated", "OTO-9.6131b-1") if afv.isolated else None,
    )
    state: Mobility = nature.look(IMMOBILIZATION, modifiers)
    cleared = state == "mobile" and not afv.isolated
    return why.so(MobilizationResult(state, True, cleared))


class Immobilization(Question, frozen=True, kw_only=True):
    """Whether an immobilized AFV becomes Mobile in step 9.6131b."""

    rolls = {"die": IMMOBILIZATION.title}
    cites = ("OTO-9.6131b-1", "OTO-NEC-50")

    after: Annotated[CgDate, Meta(description="the CG Date of the scenario just played")] = "23pm"
    manned: Annotated[bool, Meta(description="whether the AFV is manned")] = True
    armor_leader: Annotated[
        ArmorLeader | None, Meta(description="the armor leader's DRM, with its own sign")
    ] = None
    non_qualified: Annotated[
        bool, Meta(description="whether only Non-Qualified Use (A21.13) is possible")
    ] = False
    isolated: Annotated[bool, Meta(description="whether it is Isolated")] = False
    die: Dr | None = None

    def answer(self, nature: Nature) -> Finding[MobilizationResult]:
        afv = ImmobileAfv(
            after=self.after,
            manned=self.manned,
            armor_leader=self.armor_leader,
            non_qualified=self.non_qualified,
            isolated=self.isolated,
        )
        return remove_immobilization(afv, nature)
