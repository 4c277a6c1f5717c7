"""What steps of a campaign share: whom they ask, and how a side says that it is ready."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer
from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import Violation
from landbridge.games.orsha.campaign.open_facts import SIDES, as_side
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.words import Side


class CampaignStep(Step, frozen=True):
    """A step that a side may end by saying that it is ready."""

    passes: ClassVar[bool] = False
    """Whether it may end by itself where nothing else can be done: only where both sides know what
    can be done, or ending at once would give a secret away."""

    def ready_label(self, state: Campaign, side: Side) -> str:
        """What it means to be ready here; empty where nobody can say so now."""
        return ""

    def undone(self, state: Campaign, side: Side) -> tuple[Violation, ...]:
        """What keeps a side from being ready."""
        return ()

    def gives_up(self, state: Campaign, side: Side) -> tuple[str, ...]:
        """What a side loses by being ready now, a sentence for each."""
        return ()

    def finish(self, state: Campaign, side: Side, play: Play) -> Campaign:
        """A side is ready."""
        raise AssertionError(f"nobody is ready in {type(self).__name__}")


class SharedStep(CampaignStep, frozen=True):
    """A step that both sides take at once, each at its own pace."""

    waiting: tuple[Side, ...] = SIDES
    """Who has not finished."""

    def deciders(self, state: Campaign) -> tuple[str, ...]:
        return self.waiting

    def dismiss(self, state: Campaign, side: Side) -> Campaign:
        """One side has finished; with the last one the step is over."""
        left = tuple(other for other in self.waiting if other != side)
        return replace_step(state, *((replace(self, waiting=left),) if left else ()))

    def finish(self, state: Campaign, side: Side, play: Play) -> Campaign:
        return self.dismiss(state, side)


class SideStep(CampaignStep, frozen=True):
    """A step that one side takes."""

    side: Side

    def deciders(self, state: Campaign) -> tuple[str, ...]:
        return (self.side,)

    def finish(self, state: Campaign, side: Side, play: Play) -> Campaign:
        return replace_step(state)


class Ready(Verb, frozen=True):
    """What was to be done in this part is done."""

    @classmethod
    def offer(cls, state: Campaign, step: CampaignStep, who: str) -> Offer | None:
        side = as_side(who)
        label = step.ready_label(state, side)
        if not label:
            return None
        return Offer("ready", label, gives_up=step.gives_up(state, side), passes=step.passes)

    def check(self, state: Campaign, step: CampaignStep, who: str) -> tuple[Violation, ...]:
        return step.undone(state, as_side(who))

    def apply(self, state: Campaign, step: CampaignStep, who: str, play: Play) -> Campaign:
        return step.finish(state, as_side(who), play)
