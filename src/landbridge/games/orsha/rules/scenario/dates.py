"""The four dates of the campaign (8.3, 8.5, 8.51), and how the scenario of each comes about."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import CG_DATES, PACKAGE, CgDate
from landbridge.games.orsha.rulings import LastReph

DATA = read_toml(PACKAGE, "frame.toml")
NAMES: dict[str, str] = {entry["date"]: entry["name"] for entry in DATA["campaign"]["date"]}
SHORT: dict[str, str] = {date: f"{date[:2]} {date[2:].upper()}" for date in CG_DATES}
"""As players say them: 23 AM."""
INITIAL: CgDate = CG_DATES[0]
LAST: CgDate = CG_DATES[-1]
DateInput = Annotated[CgDate, Meta(description="the CG Date")]


class DateName(Struct, frozen=True):
    """A date of the campaign."""

    date: CgDate
    name: str


class CampaignDates(Question, frozen=True, kw_only=True):
    """The dates of the campaign On Track to Orsha, in order."""

    cites = ("OTO-8.51-1",)

    def answer(self, nature: Nature) -> Finding[tuple[DateName, ...]]:
        why = Why()
        why.by("OTO-8.51-1", "four dates, from 23 AM to 24 PM of June 1944")
        return why.so(tuple(DateName(date, NAMES[date]) for date in CG_DATES))


class CgScenario(Struct, frozen=True):
    """One date's scenario and its place in the campaign."""

    date: CgDate
    name: str
    number: int
    of: int
    scenario: Literal["initial", "generated"]
    begins_with: str
    """The step with which its preparation begins."""
    start_lines: CgDate | None
    """Whose final Control draws the start lines; the first scenario has its own set-up areas."""
    ends_campaign: bool


@rule("OTO-8.3-1", "OTO-8.3-2", "OTO-8.3-3", "OTO-8.5-1", "OTO-8.51-1")
def cg_scenario(date: CgDate, last_reph: LastReph = "to_scenario_end") -> Finding[CgScenario]:
    """How the scenario of a date comes about and whether it is the last."""
    why = Why()
    number = CG_DATES.index(date) + 1
    first = date == INITIAL
    why.by("OTO-8.51-1", f"date {number} of {len(CG_DATES)}")
    text = "given by 8.5 and 8.51" if first else "generated in the RePh (9.5)"
    initial = first == why("OTO-8.3-1", f"this scenario is {text}")
    step = DATA["first_step"]["later"]
    if first and why("OTO-8.5-1", "it begins with buying RGs and preparing them"):
        step = DATA["first_step"]["initial"]
    before: CgDate | None = None
    if not first and why("OTO-8.3-3", "start lines follow from Control at the end of the last one"):
        before = CG_DATES[number - 2]
    ends = False
    if date == LAST:
        early = last_reph != "full"
        text = "the campaign ends with this scenario" if early else "one more RePh ends it"
        ends = ends_campaign(date, why, text) and early
    kind: Literal["initial", "generated"] = "initial" if initial else "generated"
    return why.so(CgScenario(date, NAMES[date], number, len(CG_DATES), kind, step, before, ends))


@rule("OTO-8.3-2")
def ends_campaign(date: CgDate, why: Why, text: str = "the campaign is over") -> bool:
    """Whether the campaign is at its end after the scenario of a date and what follows it."""
    return date == LAST and why(("OTO-8.3-2", "RUL-OTO-50"), text)


class CampaignDate(RuledQuestion, frozen=True, kw_only=True):
    """One date's scenario: where it comes from, its start lines, whether it ends the campaign."""

    cites = ("OTO-8.3-1", "OTO-8.3-2", "OTO-8.3-3", "OTO-8.5-1")
    turns_on = ("last_reph",)

    date: DateInput

    def answer(self, nature: Nature) -> Finding[CgScenario]:
        return cg_scenario(self.date, self.rulings.last_reph)
