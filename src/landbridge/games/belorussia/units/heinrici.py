"""Heinrici Defense Bases and the two Panther forts (rule 2.4g)."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal, Violation, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import Heinrici
from landbridge.games.belorussia.units.garrisons import last_stand
from landbridge.games.belorussia.units.words import DATA, Distance
from landbridge.games.belorussia.violations import refuse, violation_if, violations

Kind = Literal["base", "panther_fort"]
Values = Annotated[
    str,
    Meta(
        max_length=5, pattern=r"^\d-\d-\d$", examples=["5-4-2"], description="strength-AR-hedgehog"
    ),
]

PURPOSE = "Heinrici Defense Base"


USUAL_LEVEL = 2
"""The hedgehog level of a base that is no counter of the orders of battle, as in a sketch."""


def values_of(id: str, strength: int, rating: int) -> str:
    """The three values of a counter: strength-AR-hedgehog."""
    return f"{strength}-{rating}-{DATA['heinrici']['levels'].get(id, USUAL_LEVEL)}"


def bases_left(drawn: tuple[str, ...], heinrici: Heinrici = "eight_bases") -> tuple[str, ...]:
    """The bases that can still be drawn, written strength-AR-hedgehog."""
    left = Counter(figures("heinrici", heinrici)["bases"])
    for base in drawn:
        if not left[base]:
            raise BadInput(
                f"'{base}' is not among the bases that were left; they are {choices(left)}."
            )
        left[base] -= 1
    return tuple(left.elements())


@rule("TFB-AGM-16", "RUL-TFB-14")
def draw_base(
    drawn: tuple[str, ...], nature: Nature, heinrici: Heinrici = "eight_bases"
) -> Finding[str]:
    """One base at random from those that have not been drawn."""
    why = Why()
    left = bases_left(drawn, heinrici)
    if not left:
        raise Refusal("every Heinrici Defense Base has been drawn", "RUL-TFB-14")
    why("TFB-AGM-16", "one random base")
    why("RUL-TFB-14", f"one of the {len(left)} that are left")
    return why.so(nature.pick(left, PURPOSE, "RUL-TFB-14"))


class HeinriciDraw(RuledQuestion, frozen=True, kw_only=True):
    """Which Heinrici Defense Base is drawn: strength-AR-hedgehog."""

    rolls = {"pick": PURPOSE}
    turns_on = ("heinrici",)

    drawn: Annotated[
        tuple[Values, ...], Meta(max_length=20, description="the bases drawn before")
    ] = ()
    pick: Annotated[
        Annotated[int, Meta(ge=1, le=20)] | None,
        Meta(description="the place of the drawn base among those left, from 1"),
    ] = None

    def answer(self, nature: Nature) -> Finding[str]:
        return draw_base(self.drawn, nature, self.rulings.heinrici)


class BaseValues(Struct, frozen=True):
    """What a Heinrici base or a Panther fort is."""

    strength: int
    ar: int
    hedgehog: int
    re: int
    moves: bool
    hedgehog_can_rise: bool
    heavy_at: bool
    """Of its own; a hedgehog gives Heavy AT in any case."""


@rule("TFB-2.4g-1", "TFB-2.4g-5", "TFB-2.4g-6")
def base_values(values: str, kind: Kind, heinrici: Heinrici = "eight_bases") -> Finding[BaseValues]:
    """What a base with these three values, or a Panther fort, is on the map."""
    why = Why()
    settled = figures("heinrici", heinrici)
    heavy = False
    if kind == "panther_fort":
        why.by(("TFB-2.4g-6", "RUL-TFB-14"), "a static Panther battalion, under the same rule")
        values, heavy = settled["forts"][0], settled["fort_heavy_at"]
    why.by("TFB-2.4g-1", "it does not move, counts 1 RE and has three values of its own")
    strength, ar, hedgehog = map(int, values.split("-"))
    rises = not why("TFB-2.4g-5", "its hedgehog level cannot be raised")
    return why.so(BaseValues(strength, ar, hedgehog, DATA["heinrici"]["re"], False, rises, heavy))


class HeinriciBase(RuledQuestion, frozen=True, kw_only=True):
    """What a Heinrici Defense Base or a Panther fort is: values, size, movement, hedgehog."""

    cites = ("TFB-2.4g-1", "TFB-2.4g-5", "TFB-2.4g-6")
    turns_on = ("heinrici",)

    values: Values = "5-4-2"
    kind: Annotated[Kind, Meta(description="a drawn base or one of the two forts")] = "base"

    def answer(self, nature: Nature) -> Finding[BaseValues]:
        return base_values(self.values, self.kind, self.rulings.heinrici)


@rule("TFB-2.4g-2", "RUL-TFB-14")
def base_placement_violations(
    distance: int,
    german_infantry_division: bool,
    division_in_trace: bool,
    terrain: str,
    prohibited: bool,
    enemy_in_hex: bool,
    heinrici: Heinrici = "eight_bases",
) -> tuple[Violation, ...]:
    """What speaks against deploying a base in a hex."""
    settled = figures("heinrici", heinrici)
    row, ruled = "TFB-2.4g-2", "RUL-TFB-14"
    legal = "next to a German infantry division in trace supply"
    return violations(
        violation_if(distance == 0, "it may not stand with the division", row, legal),
        violation_if(
            distance > DATA["heinrici"]["distance"], "it is not next to the division", row, legal
        ),
        violation_if(
            not german_infantry_division, "that is no German infantry division", row, legal
        ),
        violation_if(not division_in_trace, "the division has no trace supply", row, legal),
        violation_if(terrain in settled["not_in"], f"not in {terrain}", ruled),
        violation_if(prohibited, "not in prohibited terrain", ruled),
        violation_if(enemy_in_hex, "Soviet units are in the hex", ruled),
    )


class HeinriciPlacement(RuledQuestion, frozen=True, kw_only=True):
    """Whether a Heinrici Defense Base may be deployed in a hex."""

    asks_permission = True
    cites = ("TFB-2.4g-2",)
    turns_on = ("heinrici",)

    distance: Annotated[Distance, Meta(description="hexes to the division")]
    german_infantry_division: Annotated[
        bool, Meta(description="whether it is a German infantry division")
    ] = True
    division_in_trace: Annotated[
        bool, Meta(description="whether the division has trace supply")
    ] = True
    terrain: Annotated[Name, Meta(description="the terrain of the hex")] = "open"
    prohibited: Annotated[bool, Meta(description="whether units may not enter it")] = False
    enemy_in_hex: Annotated[bool, Meta(description="whether Soviet units are there")] = False

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(
            base_placement_violations(
                self.distance,
                self.german_infantry_division,
                self.division_in_trace,
                self.terrain,
                self.prohibited,
                self.enemy_in_hex,
                self.rulings.heinrici,
            )
        )
        why = Why()
        why("TFB-2.4g-2", "next to a German infantry division in trace supply")
        return why.so(True)


@rule("TFB-2.4g-3")
def ar_with_base(role: Literal["attack", "defence"], base_ar: int, best_other: int) -> Finding[int]:
    """The action rating that a hex with a base uses."""
    why = Why()
    if why("TFB-2.4g-3", "in defence the base's AR has to be used, in attack never"):
        return why.so(base_ar if role == "defence" else best_other)
    return why.so(max(base_ar, best_other))


class HeinriciAr(Question, frozen=True, kw_only=True):
    """The action rating that is used for a hex with a Heinrici Defense Base."""

    cites = ("TFB-2.4g-3",)

    role: Annotated[Literal["attack", "defence"], Meta(description="attack from it or defence")]
    base_ar: Annotated[int, Meta(ge=0, le=5, description="the AR of the base")]
    best_other: Annotated[int, Meta(ge=-1, le=5, description="the best AR of other units there")]

    def answer(self, nature: Nature) -> Finding[int]:
        return ar_with_base(self.role, self.base_ar, self.best_other)


class BaseResult(Struct, frozen=True):
    """How a hex with a base takes a combat result."""

    retreat: int
    others_lose: int
    base_lost: bool


class HeinriciDefence(Question, frozen=True, kw_only=True):
    """How a hex with a Heinrici Defense Base takes a combat result."""

    cites = ("TFB-2.4g-4",)

    losses: Annotated[int, Meta(ge=0, le=30, description="forced losses of the result")]
    options: Annotated[int, Meta(ge=0, le=30, description="options of the result")]
    other_steps: Annotated[
        int, Meta(ge=0, le=60, description="steps of other units in the hex")
    ] = 0

    def answer(self, nature: Nature) -> Finding[BaseResult]:
        why = Why()
        stands = why("TFB-2.4g-4", "options are taken as losses, the base is the last step lost")
        took = last_stand(self.losses, self.options, self.other_steps, 1, stands)
        return why.so(BaseResult(took.retreat, took.others_lose, bool(took.it_loses)))
