"""Steps whose text the document lacks (9.616 to 9.618), looked up in the players' own rules."""

from __future__ import annotations

from typing import NamedTuple, get_args

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Violation, choices
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.reorganising.next_scenario.replenishment import receive_cpp
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.scenario.weather import Ec, Weather
from landbridge.games.orsha.rules.words import Side


class LostStep(NamedTuple):
    """A step whose text the document lacks."""

    ruling: str
    label: str
    most: int = 0
    """The largest number that can be said; 0 where weather and EC are."""


LOST = {
    "9.616": LostStep("RUL-OTO-60", "CPP received", 99),
    "9.617": LostStep("RUL-OTO-62", "new ELR", 5),
    "9.618": LostStep("RUL-OTO-63", "weather and EC"),
}
_SKIES, _GROUNDS = get_args(Weather), get_args(Ec)


class EnterPrinted(Verb, frozen=True, tag="printed"):
    """What the printed rules give: printed 34, or printed overcast wet."""

    words: tuple[str, ...]

    @classmethod
    def offer(cls, state: Campaign, step: LookUp, who: str) -> Offer:
        lost = LOST[step.number]
        slots: tuple[Slot, ...] = (
            Slot("words", _SKIES, prompt="weather?"),
            Slot("words", _GROUNDS, prompt="EC?"),
        )
        if lost.most:
            slots = (Slot("words", low=0, high=lost.most, prompt="how many?"),)
        return Offer("printed", lost.label, slots, (lost.ruling,))

    def check(self, state: Campaign, step: LookUp, who: str) -> tuple[Violation, ...]:
        words, most = self.words, LOST[step.number].most
        if most:
            if len(words) != 1 or not words[0].isdecimal() or int(words[0]) > most:
                raise BadInput(f"Say one number from 0 to {most}.")
            return ()
        for word, known in zip(words, (_SKIES, _GROUNDS), strict=False):
            if word not in known:
                raise BadInput(f"'{word}': allowed are {choices(known)}.")
        if len(words) != 2:
            raise BadInput("Say weather and EC, for example: printed overcast wet.")
        return ()

    def apply(self, state: Campaign, step: LookUp, who: str, play: Play) -> Campaign:
        rules = (LOST[step.number].ruling,)
        if step.number == "9.616":
            return replace_step(receive_cpp(state, step.side, int(self.words[0]), rules, play))
        if step.number == "9.617":
            elr = int(self.words[0])
            play.log("elr", rules, side=step.side, elr=elr)
            return replace_step(replace(state, elr=state.elr | {step.side: elr}))
        sky, ec = self.words
        play.log("weather", rules, weather=sky, ec=ec)
        return replace_step(replace(state, weather=sky, ec=ec))


class LookUp(Step, frozen=True):
    """A lost step that the players look up in their own copy of the rules."""

    verbs = (EnterPrinted,)

    number: str
    side: Side

    def deciders(self, state: Campaign) -> tuple[str, ...]:
        return (self.side,)

    def prompt(self, state: Campaign, who: str) -> str:
        return f"{self.number}: {LOST[self.number].label} by the printed rules"

    def rules(self, state: Campaign, who: str) -> Rules:
        return (LOST[self.number].ruling,)


def look_ups(state: Campaign, number: str) -> tuple[LookUp, ...]:
    """Who has to look something up for a lost step, if the players chose to."""
    rulings = state.rulings
    chosen = {"9.616": rulings.cpp_rule, "9.617": rulings.elr_rule, "9.618": rulings.weather_rule}
    if chosen[number] != "printed":
        return ()
    return tuple(LookUp(number, side) for side in (SIDES if number != "9.618" else SIDES[:1]))
