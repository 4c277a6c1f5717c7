"""Points that both sides settle when the reports lie open: CVP, EVP, and the SAN that is left."""

from __future__ import annotations

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Violation, choices
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.open_facts import SIDES, as_side, enemy_of
from landbridge.games.orsha.campaign.reports.casualties import exits, losses
from landbridge.games.orsha.campaign.reports.facts import Fact, OpenReports
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import Side


def _check_points(
    points: int, reason: str | None, found: int, what: str, rule: str
) -> tuple[Violation, ...]:
    if points < 0:
        raise BadInput(f"{what} are 0 or more, not {points}.")
    text = f"{what} of {points} are given, the reports give {found}"
    remedy = "say the reason behind the points, or correct the reports"
    violations = Violations(Why())
    violations(points != found and not reason, rule, text, remedy)
    return tuple(violations.found)


class Cvp(Fact, frozen=True):
    """Casualty points of a side; other than the reports give, with the reason."""

    side: str
    points: int
    reason: str | None = None

    @classmethod
    def offer(cls, state: Campaign, step: OpenReports, who: str) -> Offer:
        slots = (
            Slot("side", SIDES),
            Slot("points", low=0, high=999),
            Slot("reason", optional=True),
        )
        label = "Other CVP than the reports give"
        return Offer("cvp", label, slots, ("OTO-8.51-Obj-3",), aside=True)

    def check(self, state: Campaign, step: OpenReports, who: str) -> tuple[Violation, ...]:
        if self.side not in SIDES:
            raise BadInput(f"CVP are {choices(SIDES)}, not '{self.side}'.")
        found = losses(state.book(enemy_of(as_side(self.side))))
        what = f"{self.side.capitalize()} CVP"
        return _check_points(self.points, self.reason, found, what, "OTO-8.51-Obj-3")

    def enter(self, state: Campaign, step: OpenReports, side: Side, play: Play) -> Campaign:
        why = self.reason or "as reported"
        play.log("cvp", ("OTO-8.51-Obj-3",), side=self.side, points=self.points, why=why)
        return step.settle(state, cvp=step.cvp | {self.side: self.points})


class Evp(Fact, frozen=True):
    """Exit points of the Russians; other than the reports give, with the reason."""

    points: int
    reason: str | None = None

    @classmethod
    def offer(cls, state: Campaign, step: OpenReports, who: str) -> Offer:
        slots = (Slot("points", low=0, high=999), Slot("reason", optional=True))
        label = "Other EVP than the reports give"
        return Offer("evp", label, slots, ("OTO-8.51-Obj-4",), aside=True)

    def check(self, state: Campaign, step: OpenReports, who: str) -> tuple[Violation, ...]:
        found = exits(state)
        return _check_points(self.points, self.reason, found, "EVP", "OTO-8.51-Obj-4")

    def enter(self, state: Campaign, step: OpenReports, side: Side, play: Play) -> Campaign:
        why = self.reason or "as reported"
        play.log("evp", ("OTO-8.51-Obj-4",), points=self.points, why=why)
        return step.settle(state, evp=self.points)


class San(Fact, frozen=True):
    """The SAN that a battle has left a side, where its sniper was hit: san german 2."""

    side: str
    number: int

    @classmethod
    def offer(cls, state: Campaign, step: OpenReports, who: str) -> Offer:
        slots = (Slot("side", SIDES), Slot("number", low=0, high=7, prompt="which SAN is left?"))
        label = "A SAN that was lowered in the battle"
        return Offer("san", label, slots, ("OTO-9.6122-1",), aside=True)

    def check(self, state: Campaign, step: OpenReports, who: str) -> tuple[Violation, ...]:
        if self.side not in SIDES:
            raise BadInput(f"A SAN is {choices(SIDES)}, not '{self.side}'.")
        if not 0 <= self.number <= 7:
            raise BadInput(f"A SAN is 0 to 7, not {self.number}.")
        announced = state.san.get(self.side, 0)
        violations = Violations(Why())
        text = f"the {self.side.capitalize()} SAN was announced as {announced}, not {self.number}"
        remedy = f"{announced} or less: a battle never raises it"
        violations(self.number > announced, ("OTO-9.3-1", "OTO-NEC-7"), text, remedy)
        return tuple(violations.found)

    def enter(self, state: Campaign, step: OpenReports, side: Side, play: Play) -> Campaign:
        play.log("san_left", ("OTO-9.6122-1",), side=self.side, san=self.number)
        return step.settle(state, san=step.san | {self.side: self.number})
