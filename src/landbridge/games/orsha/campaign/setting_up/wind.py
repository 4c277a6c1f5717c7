"""Wind (9.2): its force and direction, before anything is set up."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Violation, choices
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.asl_procedures import recorded
from landbridge.games.orsha.rules.scenario.dates import SHORT
from landbridge.games.orsha.rules.scenario.scenario_start import WindForce, wind

FORCES: tuple[WindForce, ...] = get_args(WindForce)


class RollWind(Verb, frozen=True, tag="wind"):
    """Determine the wind: throw for it, or say what the printed rules gave."""

    force: str | None = None
    direction: int | None = None

    @classmethod
    def offer(cls, state: Campaign, step: Wind, who: str) -> Offer:
        slots = (
            Slot("force", FORCES, prompt="as the board gave it?", optional=True),
            Slot("direction", low=1, high=6, prompt="towards which hexside?", optional=True),
        )
        return Offer("wind", "Determine the wind", slots, ("OTO-9.2-1",))

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> Wind | None:
        return Wind() if who == "german" else None

    @classmethod
    def next_slot(cls, state: Campaign, step: Wind, who: str, said: tuple[str, ...]) -> Slot | None:
        # A wind that was rolled on the board blows somewhere; none does not.
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        if said == ("none",):
            return None
        return Slot("direction", low=1, high=6, prompt="towards which hexside?")

    def check(self, state: Campaign, step: Wind, who: str) -> tuple[Violation, ...]:
        if self.force is None:
            recorded(state.rulings.asl_rules, "Wind")
        elif self.force not in FORCES:
            raise BadInput(f"The wind is {choices(FORCES)}, not '{self.force}'.")
        if self.direction is not None and not 1 <= self.direction <= 6:
            raise BadInput(f"A hexside is 1 to 6, not {self.direction}.")
        if self.force == "none" and self.direction is not None:
            raise BadInput(f"No wind blows to no hexside; leave {self.direction} out.")
        if self.force not in (None, "none") and self.direction is None:
            raise BadInput(f"Say towards which hexside it blows: wind {self.force} 3.")
        return ()

    def apply(self, state: Campaign, step: Wind, who: str, play: Play) -> Campaign:
        blazes = sum("blaze" in marks for marks in state.marks.values())
        said = next((force for force in FORCES if force == self.force), None)
        found = wind(blazes, play.nature, said, self.direction)
        blowing = found.result
        text = blowing.force.replace("_", " ")
        if blowing.direction:
            text += f" to hexside {blowing.direction}"
        if blowing.drifting_smoke:
            text += ", Drifting Smoke"
        play.log("wind", found.rules, wind=text)
        return replace_step(replace(state, wind=text))


class Wind(Step, frozen=True):
    """Step 9.2: the Germans determine Wind Force and direction."""

    cites = ("OTO-9.2-1",)
    verbs = (RollWind,)

    def deciders(self, state: Campaign) -> tuple[str, ...]:
        return ("german",)

    def prompt(self, state: Campaign, who: str) -> str:
        return f"{SHORT[state.date]}: wind"
