"""The Game End dr (CG4): at the end of a turn the Germans throw for the end of the scenario."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.reports.rows import ReportStep
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.scenario.game_end import first_end_turn, scenario_ends
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import Side

LAST_TURN = 20
"""The last turn to suggest."""


class TimedBattle(ReportStep, frozen=True):
    """A battle and how long it has lasted."""

    waiting: tuple[Side, ...] = SIDES
    """Who has not yet filed its report."""
    turn: int = 0
    """The last turn with a Game End dr."""
    over: bool = False
    """Whether that dr has ended the scenario."""

    def takes_reports(self, state: Campaign) -> bool:
        return state.rulings.battles == "table"


class GameEnd(Verb, frozen=True, tag="gameend"):
    """The German Game End dr at the end of a turn; with the circled number, if it is printed."""

    turn: int
    circled: int | None = None

    @classmethod
    def offer(cls, state: Campaign, step: TimedBattle, who: str) -> Offer | None:
        if step.over or not cls.is_open(state, step, who):
            return None
        first = max(first_end_turn(Why()), step.turn + 1)
        turn = Slot("turn", low=first, high=max(LAST_TURN, first), prompt="which turn has ended?")
        slots = [turn]
        if state.rulings.turn_record == "as_printed":
            slots.append(Slot("circled", low=1, high=6, prompt="the circled number of its box?"))
        return Offer("gameend", "Game End dr", tuple(slots), ("OTO-CG4-2",), aside=True)

    @classmethod
    def is_open(cls, state: Campaign, step: TimedBattle, who: str) -> bool:
        # A dr after the end is answered with the rule.
        return who == "german" and step.takes_reports(state)

    def check(self, state: Campaign, step: TimedBattle, who: str) -> tuple[Violation, ...]:
        first = first_end_turn(Why())
        violations = Violations(Why())
        text = f"the Game End dr of turn {step.turn} has ended the scenario"
        violations(step.over, "OTO-CG4-2", text, "report where everything ended")
        text = f"no Game End dr is made at the end of turn {self.turn}"
        remedy = f"from turn {max(first, step.turn + 1)} on, once a turn"
        violations(self.turn < first, ("OTO-CG4-2", "OTO-E16-1"), text, remedy)
        violations(first <= self.turn <= step.turn, "OTO-CG4-2", text, remedy)
        if self.turn < 1:
            raise BadInput(f"A turn is 1 or more, not {self.turn}.")
        if self.circled is not None and not 1 <= self.circled <= 6:
            raise BadInput(f"A circled number is 1 to 6, not {self.circled}.")
        if self.circled is None and state.rulings.turn_record == "as_printed":
            raise BadInput(f"Say the circled number of turn {self.turn}: gameend 5 2.")
        return tuple(violations.found)

    def apply(self, state: Campaign, step: TimedBattle, who: str, play: Play) -> Campaign:
        circled = () if self.circled is None else (self.circled,)
        ruling = state.rulings.turn_record
        found = scenario_ends(self.turn, play.nature, circled, ruling)
        over = "ends" if found.result else "goes on"
        rules = tuple(dict.fromkeys(("OTO-CG4-2", *found.rules)))
        play.log("game_end", rules, turn=self.turn, over=over)
        return replace_step(state, replace(step, turn=self.turn, over=found.result))
