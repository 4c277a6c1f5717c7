"""The battle itself stays on the table; here both sides report where everything ended."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.battle import chance_battle
from landbridge.games.orsha.campaign.battle.aircraft import (
    enter_aircraft,
    flight_violations,
    waiting_aircraft,
)
from landbridge.games.orsha.campaign.battle.chance_battle import Fight
from landbridge.games.orsha.campaign.battle.game_end import GameEnd, TimedBattle
from landbridge.games.orsha.campaign.open_facts import as_side
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.reports.aftermath import Aftermath
from landbridge.games.orsha.campaign.reports.reports import pieces_due, problems
from landbridge.games.orsha.campaign.reports.rows import (
    REPORTING,
    ReportEnd,
    ReportNewCounter,
    ShowCounter,
    ended_offer,
    in_the_open,
    kept_secret,
)
from landbridge.games.orsha.campaign.reports.whole_report import Report
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.scenario.dates import SHORT
from landbridge.games.orsha.rules.words import Side, count


class File(Verb, frozen=True):
    """The report is complete."""

    @classmethod
    def offer(cls, state: Campaign, step: Battle, who: str) -> Offer | None:
        if not step.takes_reports(state) or unreported(state, as_side(who)):
            return None
        return Offer("file", "File the report", rules=REPORTING)

    @classmethod
    def is_open(cls, state: Campaign, step: Battle, who: str) -> bool:
        # What is filed too early is answered with what is missing.
        return step.takes_reports(state)

    def check(self, state: Campaign, step: Battle, who: str) -> tuple[Violation, ...]:
        return problems(state, as_side(who))

    def apply(self, state: Campaign, step: Battle, who: str, play: Play) -> Campaign:
        play.log("filed", REPORTING, side=who)
        left = tuple(other for other in step.waiting if other != who)
        if left:
            return replace_step(state, replace(step, waiting=left))
        play.log("reports_opened", (*REPORTING, *kept_secret(state)), reveals=True)
        return replace_step(in_the_open(state), Aftermath())


class Fly(Verb, frozen=True):
    """An aircraft RG enters: how many aircraft, of which type."""

    piece: str

    @classmethod
    def offer(cls, state: Campaign, step: Battle, who: str) -> Offer | None:
        flights = tuple(piece.id for piece in waiting_aircraft(state.book(as_side(who))))
        if not flights or not step.takes_reports(state):
            return None
        slot = Slot("piece", flights, prompt="which aircraft RG?")
        return Offer("fly", "Aircraft enter", (slot,), ("OTO-8.614-2",), aside=True)

    @classmethod
    def is_open(cls, state: Campaign, step: Battle, who: str) -> bool:
        # What enters once too often is answered with the rule.
        return step.takes_reports(state)

    def check(self, state: Campaign, step: Battle, who: str) -> tuple[Violation, ...]:
        return flight_violations(state, as_side(who), self.piece)

    def apply(self, state: Campaign, step: Battle, who: str, play: Play) -> Campaign:
        return enter_aircraft(state, as_side(who), self.piece, play)


class Battle(TimedBattle, frozen=True):
    """A battle is fought on the table; both sides report in secret until both have filed."""

    verbs = (File, ReportEnd, ReportNewCounter, Report, ShowCounter, GameEnd, Fly, Fight)

    def deciders(self, state: Campaign) -> tuple[str, ...]:
        # The Russians, who move first, have the dice of a battle by chance thrown.
        return self.waiting if self.takes_reports(state) else ("russian",)

    def prompt(self, state: Campaign, who: str) -> str:
        if not self.takes_reports(state):
            return f"{SHORT[state.date]}: the battle, left to chance"
        number = len(unreported(state, as_side(who)))
        pieces = count(number, "piece")
        return f"{SHORT[state.date]}: the battle; {pieces} not yet accounted for"

    def rules(self, state: Campaign, who: str) -> Rules:
        return REPORTING if self.takes_reports(state) else chance_battle.RULE

    def readers(self, side: Side) -> tuple[str, ...] | None:
        return (side,)

    def ended_offer(self, state: Campaign, side: Side) -> Offer:
        left = unreported(state, side)
        if left:
            return ended_offer(side, left)
        return replace(ended_offer(side, pieces_due(state.book(side))), aside=True)


def unreported(state: Campaign, side: Side) -> list[RosterPiece]:
    """Pieces that a side has not yet accounted for."""
    book = state.book(side)
    return [piece for piece in pieces_due(book) if piece.id not in book.report]
