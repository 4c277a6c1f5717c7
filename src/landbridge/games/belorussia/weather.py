"""Weather (rule 1.8): ground and flight conditions, what they do, Deep Freeze, the April ending."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why, unique
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.engine.rules import in_force, rule
from landbridge.engine.tables import read_toml, table
from landbridge.engine.tallies import modifier, tally
from landbridge.games.belorussia.calendar import turn_number, turns
from landbridge.games.belorussia.words import (
    GROUNDS,
    IN_WORDS,
    PACKAGE,
    Day,
    Die,
    Flight,
    Ground,
    Phase,
    TurnDate,
    TwoDice,
    short,
)

GROUND = table(PACKAGE, "weather.ground", Ground)
FLIGHT = table(PACKAGE, "weather.flight", Flight)
UNTIL: dict[str, date] = read_toml(PACKAGE, "weather.toml")["until"]

APRIL = date(1944, 4, 1)

AprilEnd = Literal["april_only", "march_carries_over"]


def period(day: date) -> str:
    """The column of the ground table that a turn falls in."""
    turn_number(day)
    return next(name for name, last in UNTIL.items() if day <= last)


@rule("TFB-1.8-12")
def check_ground(day: date, ground: Ground) -> None:
    """Refuse a ground condition that the table has not for this turn."""
    rows = GROUND.column(period(day)).rows
    possible = [known for known in GROUNDS if any(cell.value == known for cell in rows)]
    if ground not in possible and in_force("TFB-1.8-12"):
        raise Refusal(
            f"{IN_WORDS[ground]} cannot arise on {short(day)}",
            unique(("TFB-1.8-12", *(rule for cell in rows for rule in cell.rules))),
            legal=f"allowed: {choices(possible)}",
        )


# The two rolls


@rule("TFB-1.8-2", "TFB-1.8-7")
def ground_condition(day: date, nature: Nature) -> Ground:
    """The ground on a turn: one die, or none where only one condition can arise."""
    found: Ground = nature.look(GROUND, column=period(day))
    return found


@rule("TFB-1.8-14", "TFB-1.8-15", "TFB-1.8-16", "TFB-1.8-17", "TFB-DF-6")
def flight_condition(ground: Ground, nature: Nature) -> Flight:
    """The flight condition over this ground: two dice, or none in Deep Freeze."""
    found: Flight = nature.look(FLIGHT, column=ground)
    return found


class GroundCondition(Question, frozen=True, kw_only=True):
    """The ground condition on a turn: dry, mud, freeze or deep_freeze."""

    rolls = {"die": GROUND.title}
    cites = (
        "TFB-1.8-2",
        "TFB-1.8-3",
        "TFB-1.8-4",
        "TFB-1.8-5",
        "TFB-1.8-6",
        "TFB-1.8-7",
        "TFB-1.8-8",
        "TFB-1.8-9",
        "TFB-1.8-10",
        "TFB-1.8-11",
    )

    date: TurnDate
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[Ground]:
        why = Why()
        return why.so(ground_condition(self.date, nature))


class FlightCondition(Question, frozen=True, kw_only=True):
    """The flight condition over a ground condition: full, limited or none."""

    rolls = {"dice": FLIGHT.title}
    cites = ("TFB-1.8-14", "TFB-1.8-15", "TFB-1.8-16", "TFB-1.8-17")

    ground: Annotated[Ground, Meta(description="the ground condition of the turn")]
    dice: TwoDice | None = None

    def answer(self, nature: Nature) -> Finding[Flight]:
        return Why().so(flight_condition(self.ground, nature))


class BothConditions(Struct, frozen=True, order=True):
    """The weather of a turn."""

    ground: Ground
    flight: Flight


@rule("TFB-1.8-1")
def weather(day: date, nature: Nature) -> Finding[BothConditions]:
    """The weather of a turn: the ground first, then the flight condition in that ground's row."""
    why = Why()
    ground = ground_condition(day, nature)
    row = ground if why("TFB-1.8-1", "ground first, then flight in its row") else "dry"
    return why.so(BothConditions(ground, flight_condition(row, nature)))


class Weather(Question, frozen=True, kw_only=True):
    """The whole weather of a turn: ground condition, then flight condition in its row."""

    rolls = {"die": GROUND.title, "dice": FLIGHT.title}
    cites = ("TFB-1.8-1",)

    date: TurnDate
    die: Die | None = None
    dice: TwoDice | None = None

    def answer(self, nature: Nature) -> Finding[BothConditions]:
        return weather(self.date, nature)


class PossibleGrounds(Question, frozen=True, kw_only=True):
    """The ground conditions that can arise on a turn, in the order of the table."""

    cites = ("TFB-1.8-12",)

    date: TurnDate

    def answer(self, nature: Nature) -> Finding[tuple[Ground, ...]]:
        why = Why()
        column = GROUND.column(period(self.date))
        possible: tuple[Ground, ...] = GROUNDS
        if why("TFB-1.8-12", "a crossed circle: the condition cannot arise on that date"):
            possible = tuple(g for g in GROUNDS if any(c.value == g for c in column.rows))
        if "deep_freeze" in possible:
            why("TFB-DF-9", "Deep Freeze only in January and February")
        elif not in_force("TFB-DF-9"):
            possible = (*possible, "deep_freeze")
        else:
            why("TFB-DF-9", "no Deep Freeze outside January and February")
        return why.so(possible)


# What flight conditions do


class MissionsFlown(Struct, frozen=True):
    """What may be flown."""

    missions: bool
    hip_shoots: bool
    refit: bool


@rule("TFB-1.8-18", "TFB-1.8-19", "TFB-1.8-20")
def air_missions(flight: Flight, phase: Phase, own: bool) -> Finding[MissionsFlown]:
    """Which air activity a flight condition allows in a phase."""
    why = Why()
    refit = phase == "refit" and own
    flying = phase in ("movement", "reaction", "combat", "exploitation")
    if flight == "none":
        flying = flying and not why("TFB-1.8-20", "No Flight: no air mission in any phase")
        hip = flying
    elif flight == "limited":
        limited = why(
            "TFB-1.8-19",
            "Limited Flight: missions only in the owner's Movement Phase, no hip shoots;"
            " refitting goes on",
        )
        flying = flying and (not limited or (phase == "movement" and own))
        hip = flying and not limited
    else:
        flying = flying and why("TFB-1.8-18", "Full Flight: missions in every phase")
        hip = flying
    return why.so(MissionsFlown(flying, hip, refit))


class AirMissions(Question, frozen=True, kw_only=True):
    """Which air missions a flight condition allows in a phase, and whether planes refit."""

    cites = ("TFB-1.8-18", "TFB-1.8-19", "TFB-1.8-20")

    flight: Annotated[Flight, Meta(description="the flight condition of the turn")]
    phase: Annotated[Phase, Meta(description="the phase of the player turn")]
    own: Annotated[bool, Meta(description="whether it is the owner's own player turn")] = True

    def answer(self, nature: Nature) -> Finding[MissionsFlown]:
        return air_missions(self.flight, self.phase, self.own)


# What ground conditions do


class GroundEffectsFound(Struct, frozen=True):
    """What a ground condition does."""

    columns: Ground
    """Which columns of the terrain chart are used."""
    per_hex: int
    """Movement points added for each hex entered."""
    combat: str
    """Where the combat multipliers come from."""
    acts_on: tuple[str, ...]
    attrition: int
    simulcast: bool
    breakouts: bool
    construction: bool
    flight_roll: bool
    half_refit: bool


@rule("TFB-1.8-21", "TFB-1.8-22", "TFB-1.8-23", "TFB-1.8-24")
def ground_effects(ground: Ground) -> Finding[GroundEffectsFound]:
    """What a ground condition does to movement, combat, supply and air."""
    why = Why()
    deep = ground == "deep_freeze"
    columns: Ground = "dry"
    if ground == "dry":
        why.by("TFB-1.8-21", "the Dry columns of the terrain chart")
    elif ground == "mud" and why("TFB-1.8-22", "the Mud columns of the terrain chart"):
        columns = "mud"
    elif (
        ground == "freeze"
        and why("TFB-1.8-23", "the Freeze columns of the terrain chart, refit at half rate")
    ) or (deep and in_force("TFB-DF-2")):
        columns = "freeze"
    per_hex = tally(
        modifier(1, "Deep Freeze, each hex entered", "TFB-DF-2") if deep else None,
    )
    attrition = tally(
        modifier(2, "out of supply in Deep Freeze", "TFB-DF-3") if deep else None,
    )
    if deep:
        why("TFB-DF-2", "Freeze costs, +1 for each hex entered, for every kind of movement")
        why("TFB-DF-3", "+2 to attrition rolls of units out of supply")
    simulcast = deep and why(("TFB-DF-1", "OCS 2.4"), "the turn is a simulcast turn")
    breakouts = not (deep and why("TFB-DF-4", "no breakouts"))
    construction = not (deep and why(("TFB-DF-5", "OCS 13.8d"), "no construction"))
    roll = not (deep and why("TFB-DF-6", "No Flight without a roll"))
    half = (ground == "freeze" and columns == "freeze") or (
        deep and why("TFB-DF-7", "aircraft are refitted at half the usual rate")
    )
    combat = "chart"
    if deep and why("TFB-DF-8", "other terrain: no combat multiplier of its own"):
        combat = "other terrain"
    acts: tuple[str, ...] = ("movement",)
    if why("TFB-1.8-24", "weather acts on air, and on combat and movement by the chart"):
        acts = ("air", "combat", "movement")
    effects = GroundEffectsFound(
        columns,
        int(per_hex.total),
        combat,
        acts,
        int(attrition.total),
        simulcast,
        breakouts,
        construction,
        roll,
        half,
    )
    return why.so(effects)


class GroundEffects(Question, frozen=True, kw_only=True):
    """What a ground condition does to movement, combat, attrition, building and air."""

    cites = ("TFB-1.8-21", "TFB-1.8-22", "TFB-1.8-24")

    ground: Annotated[Ground, Meta(description="the ground condition of the turn")]

    def answer(self, nature: Nature) -> Finding[GroundEffectsFound]:
        return ground_effects(self.ground)


class DeepFreeze(Question, frozen=True, kw_only=True):
    """Everything that a Deep Freeze turn does."""

    cites = (
        "TFB-DF-1",
        "TFB-DF-2",
        "TFB-DF-3",
        "TFB-DF-4",
        "TFB-DF-5",
        "TFB-DF-7",
        "TFB-DF-8",
    )

    def answer(self, nature: Nature) -> Finding[GroundEffectsFound]:
        return ground_effects("deep_freeze")


# The April ending


def mud_run(run: int, day: date, ground: Ground, april_end: str = "april_only") -> int:
    """How many turns in a row have had Mud, as far as the April ending counts them."""
    counted = day.month == 4 or (day.month == 3 and april_end == "march_carries_over")
    if day == APRIL and april_end == "april_only":
        run = 0
    return run + 1 if counted and ground == "mud" else 0


@rule("TFB-1.8-13", otherwise=False)
def ends_by_mud(run: int, day: date) -> bool:
    """Whether the game stops at once: the third Mud in a row, in April."""
    return day.month == 4 and run >= 3


class MudEnding(Struct, frozen=True):
    """Whether and when Mud ends the game."""

    ended: bool
    date: Day | None
    turn_played: bool
    """Whether the turn of the third Mud is still played."""
    earliest: Day | None
    """The first turn on which Mud can end the game at all."""


class MudEnd(Question, frozen=True, kw_only=True):
    """Whether a sequence of ground conditions from 1 April on ends the game, and on which turn."""

    cites = ("TFB-1.8-13", "TFB-EDGE-18", "TFB-EDGE-19", "TFB-EDGE-20")

    grounds: Annotated[
        tuple[Ground, ...],
        Meta(max_length=12, description="ground conditions of the April turns, in order"),
    ]
    march: Annotated[
        tuple[Ground, ...],
        Meta(max_length=12, description="ground conditions of the last turns of March"),
    ] = ()
    april_end: Annotated[AprilEnd, Meta(description="ruling on March Mud")] = "april_only"

    def answer(self, nature: Nature) -> Finding[MudEnding]:
        why = Why()
        every = turns()
        april = turn_number(APRIL) - 1
        if len(self.grounds) > len(every) - april:
            raise BadInput(f"April has {len(every) - april} turns, not {len(self.grounds)}.")
        in_march = sum(day.month == 3 for day in every)
        if len(self.march) > in_march:
            raise BadInput(f"March has {in_march} turns, not {len(self.march)}.")
        days = every[april - len(self.march) : april + len(self.grounds)]
        for day, ground in zip(days, self.march + self.grounds, strict=True):
            check_ground(day, ground)
        counting = self.april_end
        if self.march and not why(
            ("TFB-EDGE-18", "RUL-TFB-41"),
            "Mud in March counts" if counting != "april_only" else "only April counts",
        ):
            counting = "april_only" if counting != "april_only" else "march_carries_over"
        first = every[april + 2] if counting == "april_only" else every[april]
        known = why("TFB-EDGE-20", f"{short(first)} is the earliest turn that Mud can end")
        earliest = first if known else None
        run = 0
        for day, ground in zip(days, self.march + self.grounds, strict=True):
            run = mud_run(run, day, ground, counting)
            if ends_by_mud(run, day):
                why("TFB-1.8-13", f"third Mud in a row on {short(day)}: the game stops at once")
                played = not why("TFB-EDGE-19", "the turn itself is not played")
                return why.so(MudEnding(True, day, played, earliest))
        why("TFB-1.8-13", "no third Mud in a row in April")
        return why.so(MudEnding(False, None, True, earliest))


def describe_weather(found: BothConditions) -> str:
    """The weather as a player says it."""
    return f"{IN_WORDS[found.ground]}, {IN_WORDS[found.flight]}"
