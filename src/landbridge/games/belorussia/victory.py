"""Victory (rule 5.0): what is held and done, the Soviet total, and what it means."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.refusals import BadInput, Refusal, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import FrontObjectives

NO_DEEDS = Tally(0)
REAR_CITIES = ("Smolensk", "Bryansk")
"""Cities behind the Soviet front that count when the Axis take one of them (RUL-TFB-35)."""
SUDDEN = "Soviet sudden victory"


class Score(Struct, frozen=True, order=True):
    """A Soviet total and what it means."""

    points: int
    level: str
    winner: str
    """soviet, axis or nobody."""
    sudden: bool = False
    """Whether these places win at once, at the end of a turn."""


def places(ruling: str = "soviet_cities") -> dict[str, int]:
    """Places that are worth victory points."""
    found: dict[str, int] = figures("victory_points", ruling)["places"]
    return found


def offensive_scores(taken: int, front_objectives: FrontObjectives = "objectives") -> int:
    """The points of an Offensive that is over, by how many of its objectives were taken."""
    terms = figures("front_objectives", front_objectives)
    most: int = terms.get("objectives", 0)
    if not most:
        raise Refusal("Fronts name no objectives", "RUL-TFB-37", "front_objectives=objectives")
    if taken > most:
        raise BadInput(f"A Front names {most} objectives and cannot take {taken}.")
    points: int = terms["taken"] * taken or terms["none_taken"]
    return points


def scoring_events(
    appeals: int = 0,
    options_taken: int = 0,
    fortresses: int = 0,
    smolensk_or_bryansk_lost: bool = False,
    divisions: int = 0,
    hqs: int = 0,
    ruling: str = "soviet_cities",
    objectives: tuple[int, ...] = (),
    front_objectives: FrontObjectives = "off",
) -> Tally:
    """Single points for what was done, from the Soviet side."""
    worth = figures("victory_points", ruling)
    aims = sum(offensive_scores(taken, front_objectives) for taken in objectives)
    lost = worth["smolensk_or_bryansk_lost"] if smolensk_or_bryansk_lost else 0
    listed = (
        (-appeals, "appeals to STAVKA", "TFB-3.11-2"),
        (options_taken, "Axis options taken", ("TFB-EMG-3", "TFB-EMG-8")),
        (fortresses * worth["fortress_captured"], "fortresses captured", "RUL-TFB-35"),
        (lost, "Smolensk or Bryansk in Axis hands", "RUL-TFB-35"),
        (divisions * worth["german_division_destroyed"], "divisions destroyed", "RUL-TFB-35"),
        (hqs * worth["soviet_hq_destroyed"], "Soviet HQs destroyed", "RUL-TFB-35"),
        (aims, "objectives of Fronts", "RUL-TFB-37"),
    )
    return tally(*(modifier(value, what, rules) for value, what, rules in listed if value))


def score(
    held: tuple[str, ...],
    done: Tally = NO_DEEDS,
    victory_points: str = "soviet_cities",
    victory_levels: str = "seven_levels",
) -> Finding[Score]:
    """The Soviet total for the places held and the deeds done, and its level."""
    why = Why()
    worth = places(victory_points)
    for place in held:
        if place not in worth:
            raise BadInput(unknown("place worth points", place, worth))
    total = int(done.total)
    for place in dict.fromkeys(held):
        if why("RUL-TFB-35", f"{place}: {worth[place]}"):
            total += worth[place]
    for item in done.modifiers:
        why(item.rules, f"{item.reason}: {item.value:+}")
    settled = figures("victory_levels", victory_levels)
    if _sudden(held, settled["sudden"], why):
        return why.so(Score(total, SUDDEN, "soviet", True))
    level = next((name for name, least in settled["least"] if total >= least), settled["below"])
    why("RUL-TFB-36", f"{total} points: {level}")
    winner = level.split()[0].lower()
    return why.so(Score(total, level, winner if winner in ("soviet", "axis") else "nobody"))


def _sudden(held: tuple[str, ...], terms: dict[str, Any], why: Why) -> bool:
    """Whether the places held win the game at once."""
    others = [place for place in terms["of"] if place in held]
    if terms["with"] not in held or len(others) < terms["least"]:
        return False
    return why("RUL-TFB-36", f"{terms['with']} with {', '.join(others)}: a sudden victory")


class Victory(RuledQuestion, frozen=True, kw_only=True):
    """The Soviet victory points for places held and deeds done, and the level of victory."""

    turns_on = ("victory_points", "victory_levels", "front_objectives")

    held: Annotated[
        tuple[Name, ...], Meta(max_length=60, description="places under Soviet control")
    ] = ()
    appeals: Annotated[int, Meta(ge=0, le=50, description="appeals to STAVKA")] = 0
    options_taken: Annotated[
        int, Meta(ge=0, le=2, description="Axis options taken: Vitebsk, 16th Panzer")
    ] = 0
    fortresses: Annotated[int, Meta(ge=0, le=20, description="Axis fortresses captured")] = 0
    smolensk_or_bryansk_lost: Annotated[
        bool, Meta(description="whether the Axis holds Smolensk or Bryansk")
    ] = False
    divisions: Annotated[
        int, Meta(ge=0, le=100, description="German divisions destroyed out of trace")
    ] = 0
    hqs: Annotated[int, Meta(ge=0, le=40, description="Soviet Army HQs destroyed out of trace")] = 0
    objectives: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=20)], ...],
        Meta(
            max_length=20,
            description="optional victory: objectives taken, for each Offensive that is over",
        ),
    ] = ()

    def answer(self, nature: Nature) -> Finding[Score]:
        done = scoring_events(
            self.appeals,
            self.options_taken,
            self.fortresses,
            self.smolensk_or_bryansk_lost,
            self.divisions,
            self.hqs,
            self.rulings.victory_points,
            self.objectives,
            self.rulings.front_objectives,
        )
        return score(self.held, done, self.rulings.victory_points, self.rulings.victory_levels)
