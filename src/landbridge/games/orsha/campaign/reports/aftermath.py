"""After a battle both reports lie open: Control, fires and points are settled, and both agree."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import Violation
from landbridge.games.orsha.campaign.open_facts import SIDES, as_side, enemy_of
from landbridge.games.orsha.campaign.reports.casualties import exits, losses
from landbridge.games.orsha.campaign.reports.facts import (
    AddMarks,
    ClearMarks,
    Control,
    OpenReports,
)
from landbridge.games.orsha.campaign.reports.points import Cvp, Evp, San
from landbridge.games.orsha.campaign.reports.reports import contradictions, pieces_due
from landbridge.games.orsha.campaign.reports.rows import (
    REPORTING,
    ReportEnd,
    ReportNewCounter,
    ShowCounter,
    ended_offer,
)
from landbridge.games.orsha.campaign.reports.scenario_end import apply_reports
from landbridge.games.orsha.campaign.reports.strategic_locations import vacated
from landbridge.games.orsha.campaign.reports.whole_report import Report
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.scenario.dates import SHORT
from landbridge.games.orsha.rules.words import Side


class Agree(Verb, frozen=True):
    """A side agrees to the reports, Control, fires and points."""

    @classmethod
    def offer(cls, state: Campaign, step: Aftermath, who: str) -> Offer:
        return Offer("agree", "Agree to all this", rules=REPORTING)

    def check(self, state: Campaign, step: Aftermath, who: str) -> tuple[Violation, ...]:
        return contradictions(state)

    def apply(self, state: Campaign, step: Aftermath, who: str, play: Play) -> Campaign:
        play.log("agreed", REPORTING, side=who)
        agreed = (*step.agreed, as_side(who))
        if len(agreed) < len(SIDES):
            return replace_step(state, replace(step, agreed=agreed))
        empty = vacated(state)
        if empty:
            rules = ("OTO-9.6052-2", "RUL-OTO-8")
            play.log("control", rules, side="none", hexes=" ".join(empty))
            control = {hex: side for hex, side in state.control.items() if hex not in empty}
            state = replace(state, control=control)
        state = replace(state, cvp=step.points(state), evp=step.exit_points(state))
        for side, san in step.san.items():
            state = state.change_book(as_side(side), san=san)
        state = replace(state, san=state.san | step.san)
        return replace_step(apply_reports(state, play))


class Aftermath(OpenReports, frozen=True):
    """Both reports are open: Control, fires, rubble and points are settled, and both agree."""

    cites = REPORTING
    facts = (Control, AddMarks, ClearMarks, Cvp, Evp, San)
    verbs = (Agree, ReportEnd, ReportNewCounter, Report, ShowCounter, *facts)

    def points(self, state: Campaign) -> dict[str, int]:
        """Casualty points of both sides."""
        return {s: losses(state.book(enemy_of(s))) for s in SIDES} | self.cvp

    def exit_points(self, state: Campaign) -> int:
        """Russian exit points."""
        return exits(state) if self.evp is None else self.evp

    def deciders(self, state: Campaign) -> tuple[str, ...]:
        open_ = [side for side in SIDES if side not in self.agreed]
        # Whose pieces contradict something is asked first.
        return tuple(sorted(open_, key=lambda side: not _contradicted(state, side)))

    def prompt(self, state: Campaign, who: str) -> str:
        points = self.points(state)
        return (
            f"{SHORT[state.date]}: CVP Russian {points['russian']}, German {points['german']};"
            f" EVP {self.exit_points(state)}"
        )

    def violations(self, state: Campaign, who: str) -> tuple[Violation, ...]:
        return contradictions(state)

    def ended_offer(self, state: Campaign, side: Side) -> Offer:
        """To say again where a piece ended; first of all those that contradict something."""
        offer = ended_offer(side, pieces_due(state.book(side)))
        amiss = _contradicted(state, side)
        if not amiss:
            return replace(offer, aside=True)
        what = replace(offer.slots[0], examples=amiss)
        return replace(offer, slots=(what, *offer.slots[1:]))


def _contradicted(state: Campaign, side: Side) -> tuple[str, ...]:
    """Pieces of a side that contradict something."""
    named = {violation.text.partition(" ")[0] for violation in contradictions(state)}
    return tuple(piece.id for piece in pieces_due(state.book(side)) if piece.id in named)
