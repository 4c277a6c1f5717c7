"""How long a scenario lasts (CG4): the German Game End dr."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.scenario.dates import DATA
from landbridge.games.orsha.rules.words import Dr, figures
from landbridge.games.orsha.rulings import TurnRecord

GAME_END = "Game End"
"""What the German player's dr at the end of a turn is thrown for."""
Circled = Annotated[int, Meta(ge=0, le=6)]


def _circled(given: tuple[int, ...], turn_record: TurnRecord, why: Why) -> tuple[int, ...]:
    """The circled numbers from the first Game End turn on."""
    if given:
        return given
    numbers = tuple(figures("turn_record", turn_record)["circled"])
    if not numbers:
        raise BadInput("The circled numbers of the Turn Record Chart are wanted: give circled.")
    why("RUL-OTO-81", "the chart is not in the document: numbers of the ruling")
    return numbers


@rule("OTO-CG4-2", "OTO-E16-1")
def first_end_turn(why: Why) -> int:
    """The first turn with a Game End dr."""
    corrected = why("OTO-E16-1", "the first Game End dr is made at the end of turn 5, not 6")
    first: int = DATA["game_end"]["first_turn" if corrected else "first_print"]
    return first


@rule("OTO-CG4-2")
def scenario_ends(
    turn: int,
    nature: Nature,
    circled: tuple[int, ...] = (),
    turn_record: TurnRecord = "rising",
) -> Finding[bool]:
    """Whether a scenario ends with this turn: the German dr against the circled number."""
    why = Why()
    if turn < first_end_turn(why):
        return why.so(False)
    numbers = _circled(circled, turn_record, why)
    number = numbers[min(turn - int(DATA["game_end"]["first_turn"]), len(numbers) - 1)]
    why.by("OTO-CG4-2", f"turn {turn}: the scenario ends on a dr of {number} or less")
    # Asked apart, so that odds follow whether it ends and not every face of every die.
    return why.so(nature.sub(_throw_game_end, number))


def _throw_game_end(number: int, nature: Nature) -> bool:
    return nature.roll("1d6", GAME_END, "OTO-CG4-2") <= number


class GameEnd(RuledQuestion, frozen=True, kw_only=True):
    """Whether a scenario ends at the end of this game turn (German Game End dr)."""

    rolls = {"dr": GAME_END}
    cites = ("OTO-CG4-2", "OTO-E16-1")
    turns_on = ("turn_record",)

    turn: Annotated[int, Meta(ge=1, le=30, description="the game turn that has just ended")]
    dr: Dr | None = None
    circled: Annotated[
        tuple[Circled, ...],
        Meta(
            max_length=26,
            description="circled numbers of the Turn Record Chart from turn 5 on, if known",
        ),
    ] = ()

    def answer(self, nature: Nature) -> Finding[bool]:
        return scenario_ends(self.turn, nature, self.circled, self.rulings.turn_record)


@rule("OTO-CG4-1")
def scenario_length(
    nature: Nature, circled: tuple[int, ...] = (), turn_record: TurnRecord = "rising"
) -> Finding[int]:
    """The last turn of a scenario; 0 stands for later than the numbers reach."""
    why = Why()
    why.by("OTO-CG4-1", "every CG scenario has a variable length")
    numbers = _circled(circled, turn_record, why)
    first = int(DATA["game_end"]["first_turn"])
    for turn in range(first, first + len(numbers)):
        if why.add(scenario_ends(turn, nature, numbers, turn_record)):
            return why.so(turn)
    return why.so(0)


class GameLength(RuledQuestion, frozen=True, kw_only=True):
    """The last turn of a scenario, turn by turn; 0 means later than the given numbers reach."""

    rolls = {"drs": GAME_END}
    cites = ("OTO-CG4-1",)
    turns_on = ("turn_record",)

    drs: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=26)] | None,
        Meta(description="Game End drs from turn 5 on, unmodified"),
    ] = None
    circled: Annotated[
        tuple[Circled, ...],
        Meta(
            max_length=26,
            description="circled numbers of the Turn Record Chart from turn 5 on, if known",
        ),
    ] = ()

    def answer(self, nature: Nature) -> Finding[int]:
        return scenario_length(nature, self.circled, self.rulings.turn_record)
