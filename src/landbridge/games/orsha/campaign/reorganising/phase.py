"""The Reorganisation Phase (9.5): every step in the document's order, with its dice and choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.agenda import Routine
from landbridge.engine.play.events import Play
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.guards import captives_of
from landbridge.games.orsha.campaign.preparing.preparations import Preparations, begin_preparations
from landbridge.games.orsha.campaign.reorganising.equipment import (
    ammunition,
    armor_withdrawal,
    repairs,
    shortages,
    vehicles,
)
from landbridge.games.orsha.campaign.reorganising.fighting.melees import Melees, melee_hexes, reveal
from landbridge.games.orsha.campaign.reorganising.map import blazes, clearing
from landbridge.games.orsha.campaign.reorganising.map.fortification_removal import (
    FortificationRemoval,
)
from landbridge.games.orsha.campaign.reorganising.map.markers import clear_markers
from landbridge.games.orsha.campaign.reorganising.next_scenario import (
    elr,
    new_date,
    retaining,
    weather,
)
from landbridge.games.orsha.campaign.reorganising.people import hardening, prisoners, recombining
from landbridge.games.orsha.campaign.reorganising.people.rally import rally_all
from landbridge.games.orsha.campaign.reorganising.perimeter import escapes, perimeters
from landbridge.games.orsha.campaign.reorganising.perimeter.drawing import PerimeterDrawing
from landbridge.games.orsha.campaign.reorganising.rolls import ROLLS, TITLES, rolls_for
from landbridge.games.orsha.campaign.reports.scenario_end import final_score, score_scenario
from landbridge.games.orsha.campaign.setting_up.commencement import Commencement
from landbridge.games.orsha.campaign.setting_up.set_up import first_set_up
from landbridge.games.orsha.campaign.setting_up.wind import Wind
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.sequence import (
    STEPS,
    RephStep,
    ends_scenario,
    reph_sequence,
)
from landbridge.games.orsha.rules.scenario.dates import ends_campaign
from landbridge.games.orsha.rules.words import CgDate

PARTS: dict[str, tuple[str, ...]] = {
    "9.604": ("9.6041", "9.6042", "9.6043", "9.6044"),
    "9.609": ("9.6091", "9.6094"),
    "9.612": ("9.6121", "9.6122"),
    "9.613": ("9.6131a", "9.6131b", "9.6132", "9.6133", "9.6134", "9.6135"),
}
"""Steps whose sub-steps are walked one by one, where the sequence parts them."""


class ReorganisationPhase(Routine, frozen=True, tag="Reorganise"):
    """Begins the Reorganisation Phase after the scenario of the current date."""

    def run(self, state: Campaign, play: Play) -> Campaign:
        ruling = state.rulings.last_reph
        found = reph_sequence(state.date, (), ruling)
        left = tuple(
            n
            for s in found.result
            for n in (s.number, *(PARTS.get(s.number, ()) if s.parts else ()))
        )
        play.log("reph_begins", found.rules, steps=len(found.result))
        return replace(state, agenda=(NextStep(state.date, left), *state.agenda))


class NextStep(Routine, frozen=True):
    """Walks the steps that are left; those that do not apply are skipped."""

    after: CgDate
    """The date of the scenario just played."""
    left: tuple[str, ...]

    def run(self, state: Campaign, play: Play) -> Campaign:
        if not self.left:
            return self._over(state, play)
        number, *rest = self.left
        title = TITLES.get(number)
        if title is not None and number not in ("8.62", "8.8", "8.9"):
            cites = next(step.cites for step in STEPS if step.number == number)
            play.log("reph_step", cites, number=number, title=title)
        steps: tuple[Any, ...] = ()
        if number in AUTOMATIC:
            state = AUTOMATIC[number](state, play)
        if ends_scenario(number, Why()):
            state = score_scenario(state, play)
        if number in ROLLS:
            steps = rolls_for(state, number)
        elif number in CHOICES:
            steps = CHOICES[number](state)
        onward = (*steps, NextStep(self.after, tuple(rest)))
        return replace(state, agenda=(*onward, *state.agenda))

    def _over(self, state: Campaign, play: Play) -> Campaign:
        if not any(score.date == self.after for score in state.scores):
            state = score_scenario(state, play)
        if ends_campaign(self.after, Why()):
            state = replace(state, ended=True, agenda=())
            end = final_score(state)
            play.log(
                "campaign_over",
                tuple(dict.fromkeys(("OTO-8.3-2", *end.rules))),
                points=end.points.total,
                cpp=end.points.cpp,
                needed=end.verdict.needed,
                winner=end.verdict.winner or "",
            )
            return state
        return replace(state, agenda=(Battle(), ReorganisationPhase(), *state.agenda))


def _parts(step: RephStep) -> tuple[str, ...]:
    """The sub-steps of a step that are walked one by one."""
    return PARTS.get(step.number, ()) if step.parts else ()


def _purchases(state: Campaign) -> tuple[Any, ...]:
    return (Preparations(),)


def _guarded(state: Campaign) -> tuple[Any, ...]:
    found = []
    for side in SIDES:
        guards = state.book(side).pieces
        captives = captives_of(state, side)
        if any(p.by in guards and guards[p.by].area for p in captives):
            found.append(prisoners.Prisoners(side))
    return tuple(found)


def _fights(state: Campaign) -> tuple[Any, ...]:
    hexes = melee_hexes(state)
    return (Melees(hexes),) if hexes else ()


def _taking(state: Campaign) -> tuple[Any, ...]:
    works = [p for p in state.on_map("russian") if p.kind == "fortification"]
    return tuple(FortificationRemoval(side) for side in SIDES if side == "german" or works)


AUTOMATIC: dict[str, Callable[[Any, Play], Any]] = {
    "9.601": reveal,
    "9.602": clear_markers,
    "9.603": rally_all,
    "9.605": perimeters.begin,
    "9.607": lambda state, play: retaining.retain(clearing.clear_the_map(state, play), play),
    "9.608": prisoners.settle_prisoners,
    "9.6091": blazes.burn_blazes,
    "9.611": recombining.reorganise_people,
    "9.6121": new_date.begin_date,
    "9.6122": new_date.settle_san,
    "9.6133": repairs.settle_charges,
    "9.6135": ammunition.replenish,
    "9.614": armor_withdrawal.withdraw,
    "9.617": elr.settle_elr,
    "9.618": weather.settle_weather,
    "9.620": shortages.end_shortages,
    "8.6": lambda state, play: begin_preparations(state),
}


CHOICES: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "9.601": _fights,
    "9.605": lambda state: (PerimeterDrawing(),),
    "9.606": escapes.escapes,
    "9.607": lambda state: (clearing.MapClearing(),),
    "9.608": _guarded,
    "9.611": lambda state: (hardening.HardeningStep(),),
    "9.6131a": lambda state: tuple(
        vehicles.Remanning(side) for side in SIDES if vehicles.abandoned(state, side)
    ),
    "9.615": _taking,
    "8.6": _purchases,
    "9.2": lambda state: (Wind(),),
    "9.621": lambda state: (first_set_up(state.date),),
    "9.3": lambda state: (Commencement(),),
}
