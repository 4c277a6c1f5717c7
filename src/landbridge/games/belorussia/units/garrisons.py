"""Garrisons (rule 2.4a) and declared fortresses (rule 2.4b)."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import Fortress, GarrisonDie, PartisanDetails
from landbridge.games.belorussia.terrain.words import Move, Settlement
from landbridge.games.belorussia.units.words import DATA, Distance, Mode
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import PACKAGE, Die, Phase, TurnDate, short

GARRISON = DATA["garrison"]
LEAVE = table(PACKAGE, "special_units.garrison_leave", bool)


# Waking up


@rule("TFB-2.4a-2")
def garrison_violations(
    distance: int, active: bool, partisan: bool, partisan_details: PartisanDetails = "plain"
) -> tuple[Violation, ...]:
    """What speaks against turning a garrison to its combat side now."""
    ignored = partisan and not figures("partisan_details", partisan_details)["sets_off_garrisons"]
    return violations(
        violation_if(active, "the garrison is active already", "TFB-2.4a-2"),
        violation_if(
            distance > GARRISON["alarm"],
            f"the nearest Soviet combat unit is {distance} hexes away",
            "TFB-2.4a-2",
            f"it must be {GARRISON['alarm']} hexes away or nearer",
        ),
        violation_if(ignored, "partisans set off no garrison", "RUL-TFB-30"),
    )


class GarrisonActivation(RuledQuestion, frozen=True, kw_only=True):
    """Whether a garrison may be turned to its combat side now."""

    asks_permission = True
    cites = ("TFB-2.4a-2",)
    turns_on = ("partisan_details",)

    distance: Annotated[Distance, Meta(description="hexes to the nearest Soviet combat unit")]
    active: Annotated[bool, Meta(description="whether it is active already")] = False
    partisan: Annotated[bool, Meta(description="whether that unit is a partisan")] = False

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(
            garrison_violations(
                self.distance, self.active, self.partisan, self.rulings.partisan_details
            )
        )
        why = Why()
        near = why("TFB-2.4a-2", "at any moment while a Soviet combat unit is within 2 hexes")
        return why.so(near)


# What it is


class Garrison(Struct, frozen=True):
    """What a garrison is worth on the map."""

    re: int
    flak: int
    zoc: bool
    hedgehog: int
    moves: bool
    transported: bool


@rule("TFB-2.4a-1", "TFB-2.4a-3", "TFB-2.4a-4")
def garrison_values(active: bool, steps: int) -> Finding[Garrison]:
    """What a garrison is worth by its steps, face down or active."""
    why = Why()
    bound = why("TFB-2.4a-4", "it neither moves nor can be transported")
    empty = Garrison(0, 0, False, 0, not bound, not bound)
    if not active and why("TFB-2.4a-1", "face down it has no effect"):
        return why.so(empty)
    if not why("TFB-2.4a-3", "1 RE per step, flak +2, a ZOC and a built-in Level-1 hedgehog"):
        return why.so(empty)
    return why.so(
        Garrison(
            steps * GARRISON["re_per_step"],
            GARRISON["flak"],
            True,
            GARRISON["hedgehog"],
            not bound,
            not bound,
        )
    )


class GarrisonValues(Question, frozen=True, kw_only=True):
    """What a garrison is worth: size, flak, ZOC, hedgehog, movement."""

    cites = ("TFB-2.4a-1", "TFB-2.4a-3", "TFB-2.4a-4")

    active: Annotated[bool, Meta(description="whether it shows its combat side")]
    steps: Annotated[int, Meta(ge=1, le=12, description="its steps")] = 1

    def answer(self, nature: Nature) -> Finding[Garrison]:
        return garrison_values(self.active, self.steps)


# Leaving its hex


def rolls_to_leave(mode: Mode, move: Move, active: bool) -> bool:
    """Whether a unit leaves the hex of a garrison only if a die lets it."""
    return active and mode == "move" and move == "leg"


@rule("TFB-2.4a-5", "TFB-EDGE-67")
def may_leave_garrison(
    mode: Mode, move: Move, active: bool, nature: Nature, garrison_die: GarrisonDie = "each_unit"
) -> Finding[bool]:
    """Whether a unit may move away from an active garrison's hex; only Leg in Move Mode rolls."""
    why = Why()
    if not rolls_to_leave(mode, move, active):
        why("TFB-2.4a-5", "only Leg units in Move Mode are held, and only by an active garrison")
        return why.so(True)
    rolled = figures("garrison_die", garrison_die)["rolls"]
    why("RUL-TFB-104", f"one die for each {rolled} that tries to leave")
    return why.so(nature.look(LEAVE))


class GarrisonLeave(RuledQuestion, frozen=True, kw_only=True):
    """Whether a unit may move away from a garrison's hex: a die for Leg units in Move Mode."""

    asks_permission = True
    rolls = {"die": LEAVE.title}
    cites = ("TFB-2.4a-5", "TFB-EDGE-67")
    turns_on = ("garrison_die",)

    mode: Annotated[Mode, Meta(description="the mode of the unit that wants to leave")]
    move: Annotated[Move, Meta(description="its movement type")]
    active: Annotated[bool, Meta(description="whether the garrison is active")] = True
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[bool]:
        return may_leave_garrison(
            self.mode, self.move, self.active, nature, self.rulings.garrison_die
        )


# In combat


class LastStandResult(Struct, frozen=True):
    """How a defender with a unit that never gives ground takes its result."""

    retreat: int
    """Hexes of retreat that may still be chosen."""
    others_lose: int
    """Steps that other units in the hex lose first."""
    it_loses: int


def last_stand(
    losses: int, options: int, other_steps: int, steps: int, stands: bool
) -> LastStandResult:
    """A result taken as losses, the standing unit last; or, without such a unit, as usual."""
    if not stands:
        lost = min(losses, other_steps + steps)
        return LastStandResult(options, lost - min(lost, steps), min(lost, steps))
    total = min(losses + options, other_steps + steps)
    others = min(total, other_steps)
    return LastStandResult(0, others, total - others)


class GarrisonResult(Struct, frozen=True):
    """How a hex with a garrison takes a combat result."""

    may_lend_ar: bool
    retreat: int
    others_lose: int
    garrison_loses: int


class GarrisonDefence(Question, frozen=True, kw_only=True):
    """How a hex with an active garrison takes a combat result, and whether it may lend its AR."""

    cites = ("TFB-2.4a-6",)

    losses: Annotated[int, Meta(ge=0, le=30, description="forced losses of the result")]
    options: Annotated[int, Meta(ge=0, le=30, description="options of the result")]
    other_steps: Annotated[
        int, Meta(ge=0, le=60, description="steps of other units in the hex")
    ] = 0
    garrison_steps: Annotated[int, Meta(ge=1, le=12, description="steps of the garrison")] = 1

    def answer(self, nature: Nature) -> Finding[GarrisonResult]:
        why = Why()
        stands = why(
            "TFB-2.4a-6", "it may lend its AR, all results are losses, and it is the last to go"
        )
        took = last_stand(self.losses, self.options, self.other_steps, self.garrison_steps, stands)
        return why.so(GarrisonResult(stands, took.retreat, took.others_lose, took.it_loses))


# Fortresses


@rule("RUL-TFB-9")
def fortress_violations(
    place: str,
    axis_held: bool,
    re: int,
    day: date,
    declared_this_turn: int,
    units_left: int,
    fortress: Fortress = "fester_platz",
    phase: Phase = "reinforcement",
    standing: bool = False,
) -> tuple[Violation, ...]:
    """What speaks against declaring a fortress; `standing`: it is one already."""
    settled = figures("fortress", fortress)
    ruled = "RUL-TFB-9"
    return violations(
        violation_if(place not in settled["places"], f"a {place} is no city", ruled, "a city hex"),
        violation_if(not axis_held, "the place is not in Axis hands", ruled),
        violation_if(
            re < settled["min_re"], "no Axis combat unit holds it", ruled, "1 RE or more in the hex"
        ),
        violation_if(
            day < settled["from_date"],
            f"no fortress before {short(settled['from_date'])}",
            ruled,
        ),
        violation_if(
            declared_this_turn >= settled["per_turn"],
            "one has been declared this turn",
            ruled,
            "wait for the next turn",
        ),
        violation_if(units_left < 1, "no fortress unit is left", ruled),
        violation_if(standing, "it is a fortress already", ruled),
        violation_if(
            phase != settled["phase"], "not in this phase", ruled, "the Axis Reinforcement Phase"
        ),
    )


class FortressUnit(Struct, frozen=True):
    """What a fortress unit is worth."""

    strength: int
    """In defence only."""
    ar: int
    hedgehog: int
    flak: int
    free_defence_t: int
    soviet_vp: int
    """Victory points for the Soviets who take the place."""


class FortressDeclaration(RuledQuestion, frozen=True, kw_only=True):
    """Whether the Axis may declare a place a fortress, and what the fortress unit is worth."""

    turns_on = ("fortress",)

    place: Annotated[Literal[Settlement, "other"], Meta(description="the place")]
    date: TurnDate
    axis_held: Annotated[bool, Meta(description="whether it is in Axis hands")] = True
    re: Annotated[
        int, Meta(ge=0, le=60, description="whole RE of Axis combat units in the hex")
    ] = 1
    declared_this_turn: Annotated[
        int, Meta(ge=0, le=20, description="fortresses declared this turn")
    ] = 0
    units_left: Annotated[int, Meta(ge=0, le=20, description="fortress units left in the pool")] = 7
    phase: Annotated[Phase, Meta(description="the phase of the Axis player turn")] = "reinforcement"

    def answer(self, nature: Nature) -> Finding[FortressUnit]:
        refuse(
            fortress_violations(
                self.place,
                self.axis_held,
                self.re,
                self.date,
                self.declared_this_turn,
                self.units_left,
                self.rulings.fortress,
                self.phase,
            )
        )
        why = Why()
        why("RUL-TFB-9", "a held city with a garrison of 1 RE or more; it cannot be taken back")
        settled = figures("fortress", self.rulings.fortress)
        return why.so(FortressUnit(*(settled[name] for name in FortressUnit.__struct_fields__)))
