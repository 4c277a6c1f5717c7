"""A battle that nobody fights: eight dice decide it (RUL-OTO-82), for practice, bots and trials."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from landbridge.engine.actions import Action, Decision, Offer, read
from landbridge.engine.agenda import replace_step
from landbridge.engine.chance import SeededDice
from landbridge.engine.events import Play
from landbridge.games.orsha.campaign.battle.random_reports import random_battle
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.reports.aftermath import Aftermath, Control, Marked
from landbridge.games.orsha.campaign.reports.rows import Appears, EndedAt, in_the_open, report
from landbridge.games.orsha.rules.scenario.dates import SHORT

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

SWITCH = "battles"
RULE = ("RUL-OTO-82",)
DICE = "8d6"
"""They choose one of 1,679,616 battles; everything in it follows from them."""


class Fight(Action, frozen=True):
    """Let chance fight the battle."""


_REPORT: dict[str, type[Action]] = {"ended": EndedAt, "appeared": Appears}
_FACTS: dict[str, type[Action]] = {"control": Control, "mark": Marked}


def asks(state: Campaign) -> tuple[Decision, ...]:
    """The Russians, who move first, have the dice thrown."""
    offer = Offer("fight", "Let chance fight the battle", rules=RULE)
    return (
        Decision("russian", f"{SHORT[state.date]}: the battle, left to chance", (offer,), RULE),
    )


def fight(state: Campaign, play: Play) -> Campaign:
    """Both reports and all facts as the dice have it; both sides still have to agree to them."""
    faces = play.nature.faces(DICE, "a battle by chance", RULE)
    battle = Play(SeededDice(bytes(faces), 0))
    said = [(side, text.split()[0], text) for side, text in random_battle(state, battle.nature)]
    for side, verb, text in said:
        if verb in _REPORT:
            state = report(state, side, read(text, _REPORT), battle, to=None)
    state = replace_step(in_the_open(state), Aftermath())
    for side, verb, text in said:
        if verb in _FACTS:
            step: Any = state.agenda[0]
            state = step.answer(state, side, read(text, _FACTS), battle)
    losses = {
        side: sum(e.standing == "eliminated" for e in state.book(side).report.values())
        for side in SIDES
    }
    play.log("fought", RULE, reveals=True, german=losses["german"], russian=losses["russian"])
    return state
