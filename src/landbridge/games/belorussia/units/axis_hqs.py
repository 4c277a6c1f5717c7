"""Axis HQs that come back (rules 2.3a to 2.3d), all by rulings: the booklet only names them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.counters import Counter
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import AS_RULED, figures
from landbridge.games.belorussia.rulings import KesselHq, Rulings
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import Die, Phase

Hq = Literal["army", "army_group", "corps", "kessel"]

PURPOSE = "Corps HQ recovery"


def is_kessel_hq(counter: Counter) -> bool:
    """Whether a counter is one of the HQs that appear in pockets."""
    return counter.arm == "Kessel HQ"


class HqReturnTerms(Struct, frozen=True, order=True):
    """How a lost HQ comes back."""

    how: Literal["returns", "dead_pile", "waits", "pool"]
    turns: int
    """After how many turns; 0 where that is not known yet."""
    pax: int
    eq: int
    place: str


@rule("RUL-TFB-5", "RUL-TFB-6", "RUL-TFB-7", "RUL-TFB-8")
def hq_return(
    hq: Hq, in_trace: bool, nature: Nature, settled: Rulings = AS_RULED
) -> Finding[HqReturnTerms]:
    """How an Axis HQ that was lost in or out of trace supply comes back."""
    why = Why()
    if hq == "kessel":
        found = figures("kessel_hq", settled.kessel_hq)
        why("RUL-TFB-5", "a Kessel HQ goes back to its pool")
        return why.so(
            HqReturnTerms("pool", found["return_delay_turns"], 0, 0, found["place_where"])
        )
    if hq != "corps":
        switch = "army_hq_return" if hq == "army" else "army_group_hq_return"
        found = figures(switch, getattr(settled, switch))
        why("RUL-TFB-6" if hq == "army" else "RUL-TFB-7", "it comes back by itself, free")
        return why.so(
            HqReturnTerms(
                "returns", found["delay_turns"], found["pax"], found["eq"], found["place_at"]
            )
        )
    found = figures("corps_hq_recovery", settled.corps_hq_recovery)
    trace = "in_trace" if in_trace else "out_of_trace"
    how, place = found[trace], found["place_at"]
    if how == "die":
        back = nature.roll("1d6", PURPOSE, "RUL-TFB-8") >= found["recovers_from"]
        why("RUL-TFB-8", f"each turn on {found['recovers_from']} or more")
        return why.so(HqReturnTerms("returns" if back else "waits", 0, 0, 0, place))
    if how == "dead_pile":
        why("RUL-TFB-8", "lost without trace: the Dead Pile, and a price")
        return why.so(HqReturnTerms(how, 0, found["pax"], found["eq"], place))
    why("RUL-TFB-8", "it recovers by itself")
    return why.so(HqReturnTerms(how, found[f"{trace}_delay_turns"], 0, 0, place))


class AxisHqReturn(RuledQuestion, frozen=True, kw_only=True):
    """How a lost Axis HQ comes back: by itself, from the Dead Pile, or to its pool."""

    rolls = {"die": PURPOSE}
    turns_on = ("army_hq_return", "army_group_hq_return", "corps_hq_recovery", "kessel_hq")

    hq: Annotated[Hq, Meta(description="which kind of HQ")]
    in_trace: Annotated[bool, Meta(description="whether it had trace supply when lost")] = True
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[HqReturnTerms]:
        return hq_return(self.hq, self.in_trace, nature, self.rulings)


@rule("RUL-TFB-5")
def kessel_violations(
    re_out_of_trace: int | None, phase: Phase, on_map: int, kessel_hq: KesselHq = "pocket_hq"
) -> tuple[Violation, ...]:
    """What speaks against placing a Kessel HQ in a pocket; None for RE that nobody has counted."""
    settled = figures("kessel_hq", kessel_hq)
    needed, ruled = settled["min_re_out_of_trace"], "RUL-TFB-5"
    available: int = settled["available"]
    none = "no Kessel HQ is left" if available else "there is no Kessel HQ"
    return violations(
        violation_if(on_map >= available, none, ruled),
        violation_if(
            phase != settled["place_phase"], "not in this phase", ruled, "the Reinforcement Phase"
        ),
        violation_if(
            re_out_of_trace is not None and re_out_of_trace < needed,
            f"only {re_out_of_trace} RE without trace within {settled['within_hexes']} hexes",
            ruled,
            f"{needed} RE or more",
        ),
    )


class PocketHq(Struct, frozen=True):
    """What a Kessel HQ does for its pocket."""

    throw_mp: int
    eat_re_per_t: int
    airdrop_drm: int


class KesselHqPlacement(RuledQuestion, frozen=True, kw_only=True):
    """Whether a Kessel HQ may be placed in a pocket, and what it does there."""

    turns_on = ("kessel_hq",)

    re_out_of_trace: Annotated[
        int, Meta(ge=0, le=200, description="whole RE of Axis units without trace within 5 hexes")
    ]
    phase: Annotated[Phase, Meta(description="the phase of the Axis player turn")] = "reinforcement"
    on_map: Annotated[
        int, Meta(ge=0, le=20, description="Kessel HQs on the map or out of play")
    ] = 0

    def answer(self, nature: Nature) -> Finding[PocketHq]:
        refuse(
            kessel_violations(self.re_out_of_trace, self.phase, self.on_map, self.rulings.kessel_hq)
        )
        why = Why()
        why("RUL-TFB-5", "in one of the hexes of the pocket")
        settled = figures("kessel_hq", self.rulings.kessel_hq)
        return why.so(PocketHq(*(settled[name] for name in PocketHq.__struct_fields__)))
