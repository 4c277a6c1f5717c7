"""A battle that nobody fights: eight dice decide it (RUL-OTO-82), for practice, bots and trials."""

from __future__ import annotations

from landbridge.engine.chance.nature import SeededDice
from landbridge.engine.play.actions import Offer, read, verb_of
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.games.orsha.campaign.battle.random_reports import random_battle
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.reports.aftermath import Aftermath
from landbridge.games.orsha.campaign.reports.casualties import casualties
from landbridge.games.orsha.campaign.reports.facts import AddMarks, Control
from landbridge.games.orsha.campaign.reports.rows import (
    ReportEnd,
    ReportNewCounter,
    ReportRow,
    ReportStep,
    in_the_open,
)
from landbridge.games.orsha.campaign.state import Campaign

RULE = ("RUL-OTO-82",)
DICE = "8d6"
"""They choose one of 1,679,616 battles; everything in it follows from them."""

_REPORT: dict[str, type[ReportRow]] = {verb_of(row): row for row in (ReportEnd, ReportNewCounter)}
_FACTS: dict[str, type[ReportRow]] = {verb_of(row): row for row in (Control, AddMarks)}


class Fight(Verb, frozen=True):
    """Let chance fight the battle."""

    @classmethod
    def offer(cls, state: Campaign, step: ReportStep, who: str) -> Offer | None:
        if step.takes_reports(state):
            return None
        return Offer("fight", "Let chance fight the battle", rules=RULE)

    def apply(self, state: Campaign, step: ReportStep, who: str, play: Play) -> Campaign:
        """Both reports and all facts as the dice have it; both sides still have to agree."""
        faces = play.nature.faces(DICE, "a battle by chance", RULE)
        battle = Play(SeededDice(bytes(faces), 0))
        said = [(side, text.split()[0], text) for side, text in random_battle(state, battle.nature)]
        for side, verb, text in said:
            if verb in _REPORT:
                state = read(text, _REPORT).enter(state, step, side, battle)
        state = replace_step(in_the_open(state), Aftermath())
        for side, verb, text in said:
            if verb in _FACTS:
                state = read(text, _FACTS).enter(state, state.agenda[0], side, battle)
        lost = {side: sum(c.is_lost for c in casualties(state.book(side))) for side in SIDES}
        play.log("fought", RULE, reveals=True, german=lost["german"], russian=lost["russian"])
        return state
