"""The Soviet industry phase: factories are picked, deployed, entrained and sent, then produce."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Violation
from landbridge.games.arsenal.industry.chances import chances
from landbridge.games.arsenal.war.arrivals.due import soviet_due
from landbridge.games.arsenal.war.arrivals.phase import ReplacementPhase
from landbridge.games.arsenal.war.columns import box
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.industry.deployment import Deploy, deploy_sited
from landbridge.games.arsenal.war.industry.entrainment import Entrain
from landbridge.games.arsenal.war.industry.evacuation import Send, Ship, check_all_gone, set_down
from landbridge.games.arsenal.war.industry.factories_in_play import WAITED, entrained
from landbridge.games.arsenal.war.industry.picks import Pick
from landbridge.games.arsenal.war.masks import marks, remembered
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Done, Phase
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
        used=entrained(state),
        chance=box(state).month in months,
    )
    return deploy_sited(state, play) if state.sites else state


class Industry(Phase, frozen=True):
    """The Soviets plan and move their factories."""

    title = "Industry"
    ending = "Go on to production"
    cites = ("DC-R60",)
    verbs = (Pick, Deploy, Entrain, Send, Ship, Done)

    @property
    def who(self) -> Side:
        return "soviet"

    def prompt(self, state: War, who: str) -> str:
        return f"{self.heading(state)} industry"

    def may_end(self, state: War) -> tuple[Violation, ...]:
        check_all_gone(state)
        return ()

    def end(self, state: War, play: Play) -> War:
        state = set_down(state, play)
        return replace_step(replace(state, factory_flags=state.factory_flags.translate(_STOPPED)))


class FactoryOutput(Routine, frozen=True, tag="Produce"):
    """Factories and symbols bring units, which the Soviets may then place."""

    def run(self, state: War, play: Play) -> War:
        return push_steps(soviet_due(state, play), ReplacementPhase("soviet"))
