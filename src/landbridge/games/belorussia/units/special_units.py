"""Special units that both sides have, and pontoons: assault engineers, flak, HQs as air strips."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.refusals import Violation
from landbridge.engine.rules import in_force, rule
from landbridge.engine.tables import read_toml
from landbridge.engine.tallies import Modifier, modifier, tally
from landbridge.games.belorussia.readings import figures
from landbridge.games.belorussia.terrain.words import Hexside
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import PACKAGE

DATA = read_toml(PACKAGE, "special_units.toml")

Mode = Literal["combat", "move", "reserve", "strat", "exploit", "dg"]
Target = Literal["other", "city", "fort", "hedgehog"]

FlakInHex = Literal["better", "weaker"]
EngineerRiver = Literal["river_is_enough", "with_works_only"]
HqStripLost = Literal["displaces", "fighter_first"]

Printed = Annotated[int, Meta(ge=0, le=9)]
Distance = Annotated[int, Meta(ge=0, le=200, description="hexes away; 1 is next to it")]


# Assault engineers (1.6c)


@rule("TFB-1.6c-1", "TFB-1.6c-2", "TFB-EDGE-68")
def assault_engineer_ar(
    printed: int,
    attacking: bool,
    into: Target,
    across_river: bool,
    assault_engineer_river: EngineerRiver = "river_is_enough",
) -> Finding[int]:
    """The action rating with which assault engineers fight, defend or roll for attrition."""
    why = Why()
    works = into in DATA["assault_engineers"]["tasks"]
    river = across_river and not works
    if river and assault_engineer_river == "river_is_enough":
        river = why(("TFB-EDGE-68", "RUL-TFB-105"), "crossing a river is enough")
    elif river:
        why("RUL-TFB-105", "a river alone is not enough")
        river = False
    if attacking and (works or river):
        task = into if works else "river"
        if why("TFB-1.6c-1", f"attacking into or across a {task}: the printed AR"):
            return why.so(printed)
    ar = tally(
        modifier(DATA["assault_engineers"]["otherwise"], "not at their task", "TFB-1.6c-2"),
        start=printed,
    )
    why("TFB-1.6c-2", "for everything else the printed AR less 1")
    return why.so(int(ar.total))


class AssaultEngineerAr(Question, frozen=True, kw_only=True):
    """The action rating of assault engineers in an attack, in defence or for attrition."""

    cites = ("TFB-1.6c-1", "TFB-1.6c-2", "TFB-EDGE-68")

    printed: Annotated[int, Meta(ge=0, le=5, description="the action rating on the counter")]
    attacking: Annotated[bool, Meta(description="whether they attack (not defence, attrition)")]
    into: Annotated[Target, Meta(description="what the attacked hex holds")] = "other"
    across_river: Annotated[bool, Meta(description="whether they attack across a river")] = False
    assault_engineer_river: Annotated[
        EngineerRiver, Meta(description="ruling on a river and nothing else")
    ] = "river_is_enough"

    def answer(self, nature: Nature) -> Finding[int]:
        return assault_engineer_ar(
            self.printed,
            self.attacking,
            self.into,
            self.across_river,
            self.assault_engineer_river,
        )


# Flak (1.6a)


@rule("TFB-1.6a-1", "TFB-1.6a-2", "TFB-EDGE-61")
def flak_unit(units: tuple[int, ...], flak_in_hex: FlakInHex = "better") -> Modifier | None:
    """What the flak units in Combat Mode in a hex add to flak rolls, for the tally of the roll."""
    if not units or not in_force("TFB-1.6a-1"):
        return None
    if len(units) == 1:
        return modifier(units[0], "flak unit in Combat Mode", "TFB-1.6a-1")
    if not in_force("TFB-1.6a-2"):
        return modifier(sum(units), "flak units in Combat Mode", "TFB-1.6a-1")
    better = flak_in_hex == "better" and in_force(("TFB-EDGE-61", "RUL-TFB-101"))
    ruled = ("TFB-EDGE-61", "RUL-TFB-101") if better else ("RUL-TFB-101",)
    return modifier(
        max(units) if better else min(units),
        f"one flak unit of {len(units)}, the {'better' if better else 'weaker'} one",
        ("TFB-1.6a-1", "TFB-1.6a-2", *ruled),
    )


class FlakModifier(Question, frozen=True, kw_only=True):
    """What the flak units in a hex add to flak rolls there."""

    cites = ("TFB-1.6a-1", "TFB-1.6a-2", "TFB-EDGE-61")

    units: Annotated[
        tuple[Printed, ...],
        Meta(
            max_length=20,
            description="the printed modifiers of the flak units in Combat Mode in the hex",
        ),
    ]
    in_other_modes: Annotated[
        tuple[Printed, ...],
        Meta(max_length=20, description="the printed modifiers of those in another mode"),
    ] = ()
    flak_in_hex: Annotated[FlakInHex, Meta(description="ruling on several units")] = "better"

    def answer(self, nature: Nature) -> Finding[int]:
        why = Why()
        in_combat_mode = self.units
        if self.in_other_modes and not why("TFB-1.6a-1", "flak counts only in Combat Mode"):
            in_combat_mode += self.in_other_modes
        added = flak_unit(in_combat_mode, self.flak_in_hex)
        if added is None:
            return why.so(0)
        why(added.rules, added.reason)
        return why.so(int(added.value))


# An HQ as an air strip (1.3c)

StripUse = Literal["base", "refit", "unload", "upgrade"]


@rule("TFB-1.3c-1", "TFB-1.3c-2", "TFB-1.3c-3")
def hq_air_strip_violations(
    use: StripUse, mode: Mode, kessel: bool, regular_base: bool, fighter: bool, others: int
) -> tuple[Violation, ...]:
    """What speaks against using an HQ as an air strip in this way."""
    most = DATA["hq_air_strip"]["fighters"]
    here = use in ("base", "refit")
    return violations(
        violation_if(kessel, "a Kessel HQ is no air strip", "TFB-1.3c-1", "use another HQ"),
        violation_if(
            mode != "combat",
            "the HQ is not in Combat Mode",
            ("TFB-1.3c-1", "TFB-1.3c-3"),
            "only an HQ in Combat Mode is an air strip",
        ),
        violation_if(
            regular_base,
            "a regular air base is in the hex",
            "TFB-1.3c-3",
            "use the regular air base",
        ),
        violation_if(
            here and not fighter, "it is not a fighter", "TFB-1.3c-2", "one fighter, no other"
        ),
        violation_if(
            here and others >= most,
            "a fighter is already based here",
            "TFB-1.3c-2",
            f"no more than {most} fighter at a time",
        ),
        violation_if(use == "unload", "no cargo is unloaded here", "TFB-1.3c-2"),
        violation_if(use == "upgrade", "it cannot be upgraded", "TFB-1.3c-2"),
    )


class HqAirStrip(Question, frozen=True, kw_only=True):
    """Whether an HQ serves as an air strip: basing or refitting a fighter, cargo, upgrading."""

    cites = ("TFB-1.3c-1", "TFB-1.3c-2")

    use: Annotated[StripUse, Meta(description="what is wanted of it")]
    mode: Annotated[Mode, Meta(description="the mode of the HQ")] = "combat"
    kessel: Annotated[bool, Meta(description="whether it is a Kessel HQ")] = False
    regular_base: Annotated[bool, Meta(description="whether a regular air base is in its hex")] = (
        False
    )
    fighter: Annotated[bool, Meta(description="whether the aircraft is a fighter")] = True
    others: Annotated[int, Meta(ge=0, le=20, description="other aircraft based here already")] = 0

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(
            hq_air_strip_violations(
                self.use, self.mode, self.kessel, self.regular_base, self.fighter, self.others
            )
        )
        why = Why()
        # Without the rule an HQ is no air strip at all.
        return why.so(why("TFB-1.3c-1", f"an HQ in Combat Mode may {self.use} one fighter"))


class StripLoss(Struct, frozen=True):
    """What becomes of the air strip and its fighter."""

    strip: bool
    fighter: str


class HqAirStripEnds(Question, frozen=True, kw_only=True):
    """What happens to a fighter at an HQ that moves off or gets a regular air base."""

    cites = ("TFB-1.3c-3", "TFB-EDGE-64")

    change: Annotated[
        Literal["to_move_mode", "regular_base", "none"], Meta(description="what happens to the HQ")
    ]
    fighter: Annotated[bool, Meta(description="whether a fighter is based there")] = True
    hq_strip_lost: Annotated[HqStripLost, Meta(description="ruling on the fighter")] = "displaces"

    def answer(self, nature: Nature) -> Finding[StripLoss]:
        why = Why()
        if self.change == "none" or not why("TFB-1.3c-3", "the air strip ends"):
            return why.so(StripLoss(True, "stays" if self.fighter else "none"))
        if not self.fighter:
            return why.so(StripLoss(False, "none"))
        if self.change == "regular_base":
            return why.so(StripLoss(False, "stays, at the regular air base"))
        settled = figures("hq_strip_lost", self.hq_strip_lost)
        rules = ("TFB-EDGE-64", "OCS 9.14", "RUL-TFB-95")
        if not settled["may_move_with_fighter"]:
            refuse(
                violations(
                    violation_if(
                        True,
                        "a fighter is still based at the HQ",
                        ("TFB-EDGE-64", "RUL-TFB-95"),
                        "let the fighter fly to another base first",
                    )
                )
            )
        if why(rules, "the fighter has lost its base"):
            return why.so(
                StripLoss(False, "to a base within twice its range, Inactive, else destroyed")
            )
        return why.so(StripLoss(False, "stays"))


# Pontoons (1.5)


class Bridge(Struct, frozen=True):
    """A pontoon bridge over one hexside, or none."""

    bridge: bool
    crossed_as: str
    """The transport line that it makes, joined to all others in the hex."""


@rule("TFB-1.5-1")
def pontoon_bridge(mode: Mode, hexside: Hexside) -> Finding[Bridge]:
    """Whether a pontoon unit bridges a hexside next to it."""
    why = Why()
    data = DATA["pontoon"]
    if mode != "combat" or hexside not in data["hexsides"]:
        why("TFB-1.5-1", "only in Combat Mode, only over Minor and Major Rivers")
        return why.so(Bridge(False, "none"))
    if why("TFB-1.5-1", "as if a Track crossed here, joined to all transport lines"):
        return why.so(Bridge(True, data["joins"]))
    return why.so(Bridge(False, "none"))


class Pontoon(Question, frozen=True, kw_only=True):
    """Whether a pontoon unit makes a bridge over a hexside next to it, and how it is crossed."""

    cites = ("TFB-1.5-1",)

    mode: Annotated[Mode, Meta(description="the mode of the pontoon unit")]
    hexside: Annotated[Hexside, Meta(description="the hexside next to it")]

    def answer(self, nature: Nature) -> Finding[Bridge]:
        return pontoon_bridge(self.mode, self.hexside)
