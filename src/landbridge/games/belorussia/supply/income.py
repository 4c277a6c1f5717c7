"""Supply income: what each side receives on a turn, and how Minsk stands."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import Table, read_toml, table
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.calendar import turn_number, year_of
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import MinskIsolated
from landbridge.games.belorussia.words import PACKAGE, Day, Side, TurnDate, TwoDice

DATA = read_toml(PACKAGE, "supply.toml")
SOVIET = table(PACKAGE, "supply.soviet", int)


class AxisAmounts(Struct, frozen=True, order=True, array_like=True):
    """A line of the Axis supply table."""

    minsk: int
    cities: int
    hqs: int


AXIS = table(PACKAGE, "supply.axis", AxisAmounts)
MODIFIERS: dict[str, int] = DATA["modifiers"]

SUPPLY = "Supply"
"""What the dice of either side's supply table are thrown for."""


def dice_shown(nature: Nature, table: Table) -> int | None:
    """The unmodified dice of the look-up just made, where they lie on the table."""
    last = nature.record[-1] if nature.record else None
    return last.total if last is not None and last.table == table.name else None


# The two rolls


@rule("TFB-SUP-2")
def soviet_shift(day: Day) -> Tally:
    """What is added to the Soviet supply roll."""
    late = year_of(day) == 1944
    return tally(modifier(MODIFIERS["year_1944"], "1944", "TFB-SUP-2") if late else None)


@rule("TFB-SUP-1", "TFB-SUP-2", "TFB-EDGE-5", "TFB-EDGE-6")
def soviet_income(day: Day, nature: Nature) -> Finding[int]:
    """Supply points that the Soviet side receives on a turn."""
    turn_number(day)
    why = Why()
    shift = soviet_shift(day)
    late = year_of(day) == 1944 and why("TFB-CAL-6", "1944 begins with the turn of 1 Jan 44")
    points: int = nature.look(SOVIET, shift, purpose=SUPPLY)
    shown = dice_shown(nature, SOVIET)
    if late and shown == 2:
        why.by("TFB-EDGE-5", "a modified 1 stands in the row of 3 or less")
    if late and shown == 12:
        why.by("TFB-EDGE-6", "a modified 11 stands in the last row")
    return why.so(points)


class Minsk(Struct, frozen=True):
    """How Minsk stands in the Axis Reinforcement Phase."""

    isolated: bool = False
    soviet: bool = False
    fortress: bool = False
    detrainable: bool = True


UNTROUBLED = Minsk()


class AxisIncome(Struct, frozen=True, order=True):
    """Supply points that the Axis side receives, by the place they are meant for."""

    minsk: int
    cities: int
    hqs: int
    total: int


def axis_points(minsk: int, cities: int, hqs: int) -> AxisIncome:
    """An Axis income from its three amounts."""
    return AxisIncome(minsk, cities, hqs, minsk + cities + hqs)


@rule("TFB-SUP-11", "TFB-SUP-13", "TFB-EDGE-8", "TFB-EDGE-9")
def axis_income(day: Day, minsk: Minsk, nature: Nature) -> Finding[AxisIncome]:
    """Supply points that the Axis side receives on a turn, in three amounts."""
    turn_number(day)
    why = Why()
    shift = axis_shift(minsk, why)
    line: AxisAmounts = nature.look(AXIS, shift, purpose=SUPPLY)
    found = axis_points(line.minsk, line.cities, line.hqs)
    shown = dice_shown(nature, AXIS)
    if shift.total and shown is not None and shown <= 3:
        why.by("TFB-EDGE-8", f"a modified {shown + shift.total} stands in the row of 3 or less")
    return why.so(found)


@rule("TFB-SUP-13", "TFB-EDGE-9")
def axis_shift(minsk: Minsk, why: Why) -> Tally:
    """What is added to the Axis supply roll."""
    reasons = _against_minsk(minsk)
    if len(reasons) > 1 and why("TFB-EDGE-9", "several reasons about Minsk count only once"):
        reasons = [" and ".join(reasons)]
    return tally(
        *(modifier(MODIFIERS["minsk"], f"Minsk {reason}", "TFB-SUP-13") for reason in reasons)
    )


def _against_minsk(minsk: Minsk) -> list[str]:
    reasons = {
        "isolated": minsk.isolated,
        "under Soviet control": minsk.soviet,
        "a declared fortress": minsk.fortress,
    }
    return [reason for reason, holds in reasons.items() if holds]


class SupplyIncome(Question, frozen=True, kw_only=True):
    """The supply points of a turn: Soviet one number, Axis what goes to Minsk, cities and HQs."""

    rolls = {"dice": SUPPLY}
    belongs = {"minsk_isolated": "axis", "minsk_soviet": "axis", "minsk_fortress": "axis"}
    cites = (
        "TFB-SUP-1",
        "TFB-SUP-2",
        "TFB-SUP-11",
        "TFB-SUP-13",
        "TFB-EDGE-5",
        "TFB-EDGE-6",
        "TFB-EDGE-8",
        "TFB-EDGE-9",
    )

    side: Annotated[Side, Meta(description="whose income")]
    date: TurnDate
    dice: TwoDice | None = None
    minsk_isolated: Annotated[bool, Meta(description="Axis: whether Minsk is isolated")] = False
    minsk_soviet: Annotated[bool, Meta(description="Axis: whether the Soviets hold Minsk")] = False
    minsk_fortress: Annotated[
        bool, Meta(description="Axis: whether Minsk has been declared a fortress")
    ] = False

    def answer(self, nature: Nature) -> Finding[int] | Finding[AxisIncome]:
        if self.side == "soviet":
            return soviet_income(self.date, nature)
        minsk = Minsk(self.minsk_isolated, self.minsk_soviet, self.minsk_fortress)
        return axis_income(self.date, minsk, nature)


# Minsk


@rule("TFB-SUP-14", "TFB-EDGE-10")
def minsk_receives(minsk: Minsk, why: Why) -> bool:
    """Whether the Minsk amount is placed in Minsk; otherwise it is added to the cities' amount."""
    if minsk.soviet or not minsk.detrainable:
        cause = "in Soviet hands" if minsk.soviet else "not detrainable"
        return not why("TFB-SUP-14", f"Minsk is {cause}: its amount is added to that of the cities")
    why("TFB-SUP-14", "the Minsk amount is placed in Minsk")
    return not minsk.fortress or why(
        "TFB-EDGE-10", "a fortress still receives what is meant for Minsk"
    )


class MinskState(Struct, frozen=True):
    """What the position of Minsk means for Axis supply."""

    isolated: bool
    modifier: int
    """To the Axis supply roll."""
    receives: bool
    """Whether the Minsk amount is placed there."""


@rule("TFB-SUP-13", "TFB-SUP-14")
def minsk_state(
    minsk: Minsk, rail_path: bool, trace: bool, minsk_isolated: MinskIsolated = "no_rail_path"
) -> Finding[MinskState]:
    """How the position of Minsk touches the Axis supply roll and its placement."""
    why = Why()
    needs_rail = figures("minsk_isolated", minsk_isolated)["needs"] == "rail_path"
    isolated = not (rail_path if needs_rail else trace)
    if isolated:
        way = "no open rail path to the west edge" if needs_rail else "no trace supply"
        why("RUL-TFB-10", f"{way}: Minsk is isolated")
    now = Minsk(isolated, minsk.soviet, minsk.fortress, minsk.detrainable)
    reasons = _against_minsk(now)
    hit = bool(reasons) and why("TFB-SUP-13", f"Minsk is {' and '.join(reasons)}: -2")
    receives = minsk_receives(now, why)
    return why.so(MinskState(isolated, MODIFIERS["minsk"] if hit else 0, receives))


class MinskQuestion(RuledQuestion, frozen=True, kw_only=True):
    """Whether Minsk is isolated, what that does to the Axis roll, and where its amount goes."""

    cites = ("TFB-EDGE-10",)
    turns_on = ("minsk_isolated",)

    rail_path: Annotated[
        bool, Meta(description="whether an open Axis rail path leads to a west-edge rail hex")
    ] = True
    trace: Annotated[bool, Meta(description="whether a unit there could draw trace supply")] = True
    minsk_soviet: Annotated[bool, Meta(description="whether the Soviets hold Minsk")] = False
    minsk_fortress: Annotated[bool, Meta(description="whether it is a declared fortress")] = False
    minsk_detrainable: Annotated[bool, Meta(description="whether it is detrainable")] = True

    def answer(self, nature: Nature) -> Finding[MinskState]:
        minsk = Minsk(False, self.minsk_soviet, self.minsk_fortress, self.minsk_detrainable)
        return minsk_state(minsk, self.rail_path, self.trace, self.rulings.minsk_isolated)
