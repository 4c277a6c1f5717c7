"""What partisans do to the Axis rear (rules 3.7c, 3.7d), and the units that hunt them."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import Modifier, modifier, tally
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.partisans.placing import DATA
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import PartisanDetails, PartisanTarget
from landbridge.games.belorussia.terrain.words import River
from landbridge.games.belorussia.units.words import Distance
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import PACKAGE, Die

RAIL = table(PACKAGE, "partisans.rail")
AIR_BASE = table(PACKAGE, "partisans.air_base")
DUMP = table(PACKAGE, "partisans.dump")

Target = Literal["rail", "air_base", "dump"]
Blocking = Literal["none", "without_zoc", "with_zoc"]
Between = Literal["none", River, "impassable"]


# The three effects


@rule("TFB-3.7c-1")
def resolve_rail(nature: Nature) -> str:
    """What a partisan in a rail hex does to the line: nothing, or an Interdiction marker."""
    found: str = nature.look(RAIL)
    return found


class PartisanRail(Question, frozen=True, kw_only=True):
    """What a partisan in a rail hex does: nothing, or an Interdiction marker in the hex."""

    rolls = {"die": RAIL.title}
    cites = ("TFB-3.7c-1",)

    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        found = resolve_rail(nature)
        if found == "interdiction":
            why("RUL-TFB-30", "it works as Trainbusting in that hex until the next Axis Clean Up")
        return why.so(found)


class AirBaseDamage(Struct, frozen=True, order=True):
    """What partisans leave of an air base."""

    destroyed: int
    """Air strips destroyed."""
    strips_left: int
    base_left: bool


@rule("TFB-3.7c-2", "TFB-EDGE-41")
def resolve_air_base(strips: int, nature: Nature) -> Finding[AirBaseDamage]:
    """What a partisan next to an air base does to it, by its number of strips."""
    why = Why()
    destroyed: int = nature.look(AIR_BASE)
    left = strips - destroyed
    gone = left == 0 and why(
        ("TFB-EDGE-41", "RUL-TFB-30"), "the strip was the whole base: the base is gone"
    )
    return why.so(AirBaseDamage(destroyed, left, not gone))


class PartisanAirBase(Question, frozen=True, kw_only=True):
    """What a partisan next to an Axis air base does: one air strip, drawn at random, may go."""

    rolls = {"die": AIR_BASE.title}
    cites = ("TFB-3.7c-2", "TFB-EDGE-41")

    strips: Annotated[int, Meta(ge=1, le=10, description="air strips at the base")] = 1
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[AirBaseDamage]:
        return resolve_air_base(self.strips, nature)


@rule("TFB-EDGE-40", "RUL-TFB-30")
def tokens_lost(
    tokens: int, share: Fraction, why: Why, partisan_details: PartisanDetails = "plain"
) -> int:
    """A share of a dump in tokens: to the nearest, a half up, and at least one."""
    if not share or not tokens:
        return 0
    exact = tokens * share
    if not why(("TFB-EDGE-40", "RUL-TFB-30"), "counted in tokens, to the nearest, a half up"):
        return floor(exact)
    least: int = figures("partisan_details", partisan_details)["dump_least_t"]
    return max(floor(exact + Fraction(1, 2)), least)


@rule("TFB-3.7c-3", "TFB-EDGE-40")
def resolve_dump(
    tokens: int, nature: Nature, partisan_details: PartisanDetails = "plain"
) -> Finding[int]:
    """How many tokens a partisan next to a dump destroys."""
    why = Why()
    share = Fraction(nature.look(DUMP))
    return why.so(tokens_lost(tokens, share, why, partisan_details))


class PartisanDump(RuledQuestion, frozen=True, kw_only=True):
    """How many tokens of an Axis dump a partisan next to it destroys (4T are 1 SP)."""

    rolls = {"die": DUMP.title}
    cites = ("TFB-3.7c-3", "TFB-EDGE-40")
    turns_on = ("partisan_details",)

    tokens: Annotated[int, Meta(ge=1, le=999, description="the size of the dump in tokens")]
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[int]:
        return resolve_dump(self.tokens, nature, self.rulings.partisan_details)


# How often, and what prevents it


class PartisanTargets(Struct, frozen=True):
    """What a partisan may affect now."""

    targets: tuple[Target, ...]
    how_many: int


REACH: dict[Target, tuple[str, int]] = {
    "rail": ("TFB-3.7c-1", 0),
    "air_base": ("TFB-3.7c-2", 1),
    "dump": ("TFB-3.7c-3", 1),
}
"""How far from a partisan each target may be, and the rule that says so."""
ONCE = "a hex is affected by partisans once in a Movement Phase"


@rule("TFB-3.7c-4", "TFB-3.7c-5", "TFB-3.7c-6", "TFB-EDGE-42")
def raid_violations(
    acted: bool, hex_affected: bool, blocking: Blocking, acted_in: str | None = None
) -> tuple[Violation, ...]:
    """What speaks against a partisan's affecting a hex; `acted_in`: the hex it has affected."""
    where = f" ({acted_in})" if acted_in else ""
    return violations(
        violation_if(
            blocking == "with_zoc",
            "an Axis unit with a ZOC keeps the partisan away",
            ("TFB-3.7c-6", "TFB-3.7b-3"),
            "find a target outside Axis ZOCs",
        ),
        violation_if(
            acted,
            f"this partisan has affected a hex already{where}",
            ("TFB-3.7c-5", "TFB-EDGE-42") if acted_in else "TFB-3.7c-5",
            "another partisan",
        ),
        violation_if(hex_affected, ONCE, "TFB-3.7c-4", "another hex"),
    )


@rule("TFB-3.7c-4", "TFB-3.7c-5", "TFB-3.7c-6", "TFB-EDGE-42")
def partisan_choice(
    targets: tuple[Target, ...],
    acted: bool,
    affected: tuple[Target, ...],
    blocking: Blocking,
    partisan_target: PartisanTarget = "soviet_choice",
) -> Finding[PartisanTargets]:
    """Which hexes a partisan may affect; a refusal says why none."""
    why = Why()
    open_targets = targets
    if affected and why("TFB-3.7c-4", ONCE):
        open_targets = tuple(target for target in targets if target not in affected)
    refuse(raid_violations(acted, bool(targets) and not open_targets, blocking))
    if blocking == "without_zoc":
        why("TFB-3.7c-6", "an Axis unit without a ZOC prevents nothing")
    how_many = len(open_targets)
    if how_many > 1 and why(
        ("TFB-3.7c-5", "TFB-EDGE-42", "RUL-TFB-106"), "only one hex can be affected by a unit"
    ):
        how_many = 1
        order = figures("partisan_target", partisan_target).get("order")
        if order:
            open_targets = (min(open_targets, key=order.index),)
    elif how_many:
        why("TFB-3.7c-5", "one hex, at any point of its move")
    return why.so(PartisanTargets(open_targets, how_many))


class PartisanLimits(RuledQuestion, frozen=True, kw_only=True):
    """Which targets a partisan may affect now, and how many of them."""

    cites = ("TFB-3.7c-4", "TFB-3.7c-5", "TFB-3.7c-6", "TFB-EDGE-42")
    turns_on = ("partisan_target",)

    targets: Annotated[
        tuple[Target, ...],
        Meta(max_length=6, description="what it stands in (rail) or next to, each once"),
    ]
    acted: Annotated[bool, Meta(description="whether it has affected a hex this phase")] = False
    affected: Annotated[
        tuple[Target, ...],
        Meta(max_length=6, description="those whose hex partisans affected this phase"),
    ] = ()
    blocking: Annotated[Blocking, Meta(description="an Axis unit at the target")] = "none"

    def answer(self, nature: Nature) -> Finding[PartisanTargets]:
        if len(set(self.targets)) < len(self.targets):
            raise BadInput("targets names each of rail, air_base and dump once at most.")
        return partisan_choice(
            self.targets, self.acted, self.affected, self.blocking, self.rulings.partisan_target
        )


# Partisan Tracks


@rule("TFB-3.7c-7")
def track_violations(
    between: Between, acted: bool, on_map: int, partisan_details: PartisanDetails = "plain"
) -> tuple[Violation, ...]:
    """What speaks against laying a Partisan Track between two hexes."""
    markers = figures("partisan_details", partisan_details)["track_markers"]
    return violations(
        violation_if(
            between in DATA["track"]["not_over"],
            f"not over a hexside that is {between.replace('_', ' ')}",
            "TFB-3.7c-7",
            "any other hexside",
        ),
        violation_if(
            acted, "the partisan has affected a hex this phase", "RUL-TFB-30", "in the next turn"
        ),
        violation_if(on_map >= markers, f"all {markers} markers are on the map", "RUL-TFB-30"),
    )


class PartisanTrack(RuledQuestion, frozen=True, kw_only=True):
    """Whether partisans may lay a Partisan Track marker that joins two hexes like a Track."""

    asks_permission = True
    cites = ("TFB-3.7c-7",)
    turns_on = ("partisan_details",)

    between: Annotated[Between, Meta(description="the hexside between the two hexes")] = "none"
    acted: Annotated[bool, Meta(description="whether it has affected a hex this phase")] = False
    on_map: Annotated[int, Meta(ge=0, le=20, description="Partisan Track markers on the map")] = 0

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(
            track_violations(self.between, self.acted, self.on_map, self.rulings.partisan_details)
        )
        why = Why()
        joined = why("TFB-3.7c-7", "the two hexes are joined as if by a Track")
        why("RUL-TFB-30", "instead of another effect; it goes when an Axis combat unit enters")
        return why.so(joined)


# Anti-partisan units


def anti_partisan_drm() -> tuple[Modifier, Modifier]:
    """What circled-P units add to the surprise and the combat roll against partisans."""
    data = DATA["anti_partisan"]
    return (
        modifier(data["surprise"], "anti-partisan unit, surprise", "TFB-3.7d-1"),
        modifier(data["combat"], "anti-partisan unit, combat", "TFB-3.7d-1"),
    )


class AntiPartisanEffects(Struct, frozen=True):
    """What an anti-partisan unit gains."""

    surprise: int
    combat: int
    attack_supply: bool
    """Whether it spends combat supply for the attack."""
    trace: bool
    """Whether it is in trace supply by this rule."""


@rule("TFB-3.7d-1", "TFB-3.7d-2", "TFB-3.7d-3")
def anti_partisan(
    against_partisans: bool,
    red_army: int | None,
    circled_p: bool = True,
    partisan_details: PartisanDetails = "plain",
) -> Finding[AntiPartisanEffects]:
    """What a circled-P unit gains so far from the nearest Soviet unit other than partisans."""
    if not circled_p:
        raise Refusal("only Axis units with a circled P hunt partisans", "TFB-3.7d-1")
    why = Why()
    surprise, combat = anti_partisan_drm()
    bonus = (tally(surprise).total, tally(combat).total) if against_partisans else (0, 0)
    supply = True
    if against_partisans:
        why("TFB-3.7d-1", "+3 on the surprise and the combat roll against partisans")
        supply = not why("TFB-3.7d-2", "no supply is spent to attack partisans")
    beyond = figures("partisan_details", partisan_details)["rear_beyond"]
    trace = False
    if red_army is None or red_army > beyond:
        trace = why(("TFB-3.7d-3", "RUL-TFB-30"), "in the Axis rear it is always in trace supply")
    else:
        why("RUL-TFB-30", f"within {beyond} hexes of the Red Army is not the rear")
    return why.so(AntiPartisanEffects(int(bonus[0]), int(bonus[1]), supply, trace))


class AntiPartisan(RuledQuestion, frozen=True, kw_only=True):
    """What an Axis anti-partisan unit (circled P) gains: rolls, supply and trace."""

    cites = ("TFB-3.7d-1", "TFB-3.7d-2", "TFB-3.7d-3")
    turns_on = ("partisan_details",)

    against_partisans: Annotated[bool, Meta(description="whether it attacks partisans")] = True
    red_army: Annotated[
        Distance | None,
        Meta(description="hexes to the nearest Soviet combat unit other than partisans"),
    ] = None
    circled_p: Annotated[bool, Meta(description="whether it bears a circled P")] = True

    def answer(self, nature: Nature) -> Finding[AntiPartisanEffects]:
        return anti_partisan(
            self.against_partisans, self.red_army, self.circled_p, self.rulings.partisan_details
        )
