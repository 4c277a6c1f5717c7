"""UR brigades (rule 3.10): their machine-gun and field-engineer brigades."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.fronts.display import Posture
from landbridge.games.belorussia.fronts.postures import HexDefences, hex_defences
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import RegroupingDefence, UrBrigades, UrHedgehog
from landbridge.games.belorussia.units.words import DATA
from landbridge.games.belorussia.violations import refuse, violation_if, violations

Happening = Literal["none", "moves", "retreats", "no_trace", "offensive"]

ENGINEER: int = DATA["fortified_region"]["engineer_hedgehog"]
CAP: int = DATA["fortified_region"]["cap"]


@rule("TFB-3.10-1")
def ur_violations(
    moved: bool,
    in_boundary: bool,
    posture: Posture,
    trace_from_hq: bool,
    turns_since_gone: int | None,
    sets_left: int,
    ur_brigades: UrBrigades = "attached_pair",
) -> tuple[Violation, ...]:
    """What speaks against joining its own MG and field-engineer brigades to a UR brigade."""
    settled = figures("ur_brigades", ur_brigades)
    delay = settled["replace_delay_turns"]
    return violations(
        violation_if(
            moved, "the brigade has moved", "TFB-3.10-1", "after a turn in which it stays put"
        ),
        violation_if(
            not in_boundary, "it is outside the boundary of the Front", "TFB-3.10-1", "inside it"
        ),
        violation_if(
            posture == "offensive",
            "the Front is on the Offensive",
            "TFB-3.10-1",
            "while the Front is Regrouping",
        ),
        violation_if(
            not trace_from_hq,
            "it gets no trace supply from an assigned HQ",
            "TFB-3.10-1",
            settled["assigned_hq"],
        ),
        violation_if(
            turns_since_gone is not None and turns_since_gone < delay,
            "its pair has only just gone",
            "RUL-TFB-33",
            f"back after {delay} turns",
        ),
        violation_if(sets_left < 1, "no pair is left in the pool", "RUL-TFB-33"),
    )


class UrPair(Struct, frozen=True):
    """The brigades that join a UR brigade in its hex: strength in defence, action rating."""

    mg: tuple[int, int]
    engineer: tuple[int, int]
    hedgehog: int
    """The hedgehog that the field engineers are."""


class UrBrigade(RuledQuestion, frozen=True, kw_only=True):
    """Whether a UR brigade may be joined by its own MG and field-engineer brigades."""

    cites = ("TFB-3.10-1",)
    turns_on = ("ur_brigades",)

    moved: Annotated[bool, Meta(description="whether it spent MP in its last Movement Phase")]
    in_boundary: Annotated[bool, Meta(description="whether it is inside its Front's boundary")]
    posture: Annotated[Posture, Meta(description="the posture of the Front")]
    trace_from_hq: Annotated[
        bool, Meta(description="whether it can get trace supply from an assigned HQ")
    ]
    turns_since_gone: (
        Annotated[
            int,
            Meta(ge=0, le=200, description="turns since its pair went back to the pool, if it did"),
        ]
        | None
    ) = None
    sets_left: Annotated[int, Meta(ge=0, le=20, description="pairs left in the pool")] = 1

    def answer(self, nature: Nature) -> Finding[UrPair]:
        refuse(
            ur_violations(
                self.moved,
                self.in_boundary,
                self.posture,
                self.trace_from_hq,
                self.turns_since_gone,
                self.sets_left,
                self.rulings.ur_brigades,
            )
        )
        why = Why()
        why.by("TFB-3.10-1", "it stays put in a Regrouping Front's boundary, with trace")
        settled = figures("ur_brigades", self.rulings.ur_brigades)
        why("RUL-TFB-33", "values of the pair")
        hedgehog = ENGINEER if why("TFB-3.10-2", "the engineers are a Level-1 hedgehog") else 0
        mg, engineer = settled["mg"], settled["engineer"]
        return why.so(UrPair((mg[0], mg[1]), (engineer[0], engineer[1]), hedgehog))


@rule("TFB-3.10-2", "TFB-3.10-3", "RUL-TFB-140")
def ur_defence(
    hedgehog: int,
    engineers: bool,
    posture: Posture,
    regrouping_defence: RegroupingDefence = "one_level",
    ur_hedgehog: UrHedgehog = "stands",
) -> Finding[HexDefences]:
    """What an attacker of a UR brigade's stack meets."""
    why = Why()
    level = hedgehog
    if engineers and why("TFB-3.10-2", "the field engineers are a Level-1 hedgehog"):
        level = max(level, ENGINEER)
    met = why.add(hex_defences(level, posture, regrouping_defence=regrouping_defence))
    if not engineers or met.hedgehog <= CAP:
        return why.so(met)
    capped = figures("ur_hedgehog", ur_hedgehog)["capped"]
    text = (
        f"such a stack is never worth more than Level {CAP}"
        if capped
        else f"the hedgehog of Level {hedgehog} stands, with nothing added"
    )
    if why("RUL-TFB-140", text) and capped:
        met = replace(met, hedgehog=CAP)
    return why.so(met)


class UrDefence(RuledQuestion, frozen=True, kw_only=True):
    """The hedgehog level, Surprise and AR modifiers that an attacker of a UR stack meets."""

    cites = ("TFB-3.10-2", "TFB-3.10-3")
    turns_on = ("regrouping_defence", "ur_hedgehog")

    engineers: Annotated[bool, Meta(description="whether its field engineers are there")]
    posture: Annotated[Posture, Meta(description="the posture of the Front")]
    hedgehog: Annotated[int, Meta(ge=0, le=4, description="another hedgehog in the hex")] = 0

    def answer(self, nature: Nature) -> Finding[HexDefences]:
        return ur_defence(
            self.hedgehog,
            self.engineers,
            self.posture,
            self.rulings.regrouping_defence,
            self.rulings.ur_hedgehog,
        )


def pair_goes(happening: Happening, ur_brigades: UrBrigades = "attached_pair") -> bool:
    """Whether the pair goes back to its pool."""
    return happening in figures("ur_brigades", ur_brigades)["removed_when"]


class UrPairGoes(RuledQuestion, frozen=True, kw_only=True):
    """Whether a UR brigade loses its MG and field-engineer brigades."""

    turns_on = ("ur_brigades",)

    happening: Annotated[Happening, Meta(description="what happens to the brigade or its Front")]

    def answer(self, nature: Nature) -> Finding[bool]:
        why = Why()
        why("RUL-TFB-33", "when the pair goes back to the pool")
        return why.so(pair_goes(self.happening, self.rulings.ur_brigades))
