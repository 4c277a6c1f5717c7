"""The end of the campaign by Mud in April (1.8)."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.calendar import turn_number, turns
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.rulings import AprilEnd
from landbridge.games.belorussia.weather.conditions import check_ground
from landbridge.games.belorussia.words import Day, Ground, short

APRIL = date(1944, 4, 1)


@rule("TFB-EDGE-18", "RUL-TFB-41")
def march_counts(april_end: AprilEnd, why: Why) -> bool:
    """Whether Mud in March counts towards the ending."""
    counts = april_end == "march_carries_over"
    text = "Mud in March counts" if counts else "only April counts"
    return counts if why(("TFB-EDGE-18", "RUL-TFB-41"), text) else not counts


def mud_run(run: int, day: date, ground: Ground, march: bool = False) -> int:
    """How many turns in a row have had Mud, as far as the April ending counts them."""
    counted = day.month == 4 or (day.month == 3 and march)
    if day == APRIL and not march:
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


class MudEnd(RuledQuestion, frozen=True, kw_only=True):
    """Whether a sequence of ground conditions from 1 April on ends the game, and on which turn."""

    cites = ("TFB-1.8-13", "TFB-EDGE-18", "TFB-EDGE-19", "TFB-EDGE-20")
    turns_on = ("april_end",)

    grounds: Annotated[
        tuple[Ground, ...],
        Meta(max_length=12, description="ground conditions of the April turns, in order"),
    ]
    march: Annotated[
        tuple[Ground, ...],
        Meta(max_length=12, description="ground conditions of the last turns of March"),
    ] = ()

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
        ruling = self.rulings.april_end
        march = ruling == "march_carries_over"
        if self.march:
            march = march_counts(ruling, why)
        first = every[april] if march else every[april + 2]
        known = why("TFB-EDGE-20", f"{short(first)} is the earliest turn that Mud can end")
        earliest = first if known else None
        run = 0
        for day, ground in zip(days, self.march + self.grounds, strict=True):
            run = mud_run(run, day, ground, march)
            if ends_by_mud(run, day):
                why("TFB-1.8-13", f"third Mud in a row on {short(day)}: the game stops at once")
                played = not why("TFB-EDGE-19", "the turn itself is not played")
                return why.so(MudEnding(True, day, played, earliest))
        why("TFB-1.8-13", "no third Mud in a row in April")
        return why.so(MudEnding(False, None, True, earliest))
