"""The Soviet industry phase: factories are picked, deployed, entrained and sent, then produce."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.agenda import Routine, Step, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Violation
from landbridge.games.arsenal.industry.chances import chances
from landbridge.games.arsenal.movement.strategic_movement import move_cost
from landbridge.games.arsenal.remembering import remembered
from landbridge.games.arsenal.war.arrivals.due import soviet_due
from landbridge.games.arsenal.war.arrivals.phase import ReplacementPhase
from landbridge.games.arsenal.war.columns import box
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.industry.deployment import (
    Deploy,
    deploy_sited,
    deploy_the_rest,
)
from landbridge.games.arsenal.war.industry.entrainment import (
    Entrain,
    TooManyEntrained,
    excess,
)
from landbridge.games.arsenal.war.industry.evacuation import Send, Ship, waiting_violations
from landbridge.games.arsenal.war.industry.factories_in_play import WAITED, entrained
from landbridge.games.arsenal.war.industry.picks import Pick
from landbridge.games.arsenal.war.masks import marks
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import EndPhase, Phase
from landbridge.games.arsenal.words import Side

_chances = remembered(8)(chances)
_STOPPED = marks(lambda flag: flag | WAITED if flag & (ENTRAINED | MOVED) == ENTRAINED else flag)
"""By marks: a factory that has not travelled in this phase has stopped where it is."""
_UNMOVED = marks(lambda flag: flag & ~MOVED)


def open_industry(state: War, play: Play) -> War:
    """The Soviet R/R phase begins: entrained factories use strategic moves."""
    flags = state.factory_flags.translate(_UNMOVED)
    months = _chances(state.rulings.expansion_chances)
    state = replace(
        state,
        factory_flags=flags,
        used=entrained(state) * move_cost("factories"),
        chance=box(state).month in months,
    )
    return deploy_sited(state, play) if state.sites else state


def industry_steps(state: War) -> tuple[Step, ...]:
    """The steps of the phase; first those factories are set down for which there is no move."""
    return (TooManyEntrained(), Industry()) if excess(state) else (Industry(),)


class Industry(Phase, frozen=True):
    """The Soviets plan and move their factories."""

    title = "Industry"
    ending = "Go on to production"
    cites = ("DC-R60",)
    verbs = (Pick, Deploy, Entrain, Send, Ship, EndPhase)

    @classmethod
    def stand_in(cls, who: str) -> Industry | None:
        return cls() if who == "soviet" else None

    @property
    def who(self) -> Side:
        return "soviet"

    def prompt(self, state: War, who: str) -> str:
        return f"{self.heading(state)} industry"

    def may_end(self, state: War) -> tuple[Violation, ...]:
        return waiting_violations(state)

    def end(self, state: War, play: Play) -> War:
        state = deploy_the_rest(state, play)
        return replace_step(replace(state, factory_flags=state.factory_flags.translate(_STOPPED)))


class FactoryOutput(Routine, frozen=True, tag="Produce"):
    """Factories and symbols bring units, which the Soviets may then place."""

    def run(self, state: War, play: Play) -> War:
        return push_steps(soviet_due(state, play), ReplacementPhase("soviet"))
