"""Two ferrymen, and rules that nobody has printed: a toy for matches as in the owner's box."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.play.actions import Offer
from landbridge.engine.play.agenda import Agenda, Routine, Step, replace_step
from landbridge.engine.play.box_game import BOX, BoxGame
from landbridge.engine.play.box_steps import hide_waiting
from landbridge.engine.play.events import Play
from landbridge.engine.play.game import Outcome, Scenario
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.asked_rulings import AskedRulings, figures_of, point_data
from landbridge.engine.rules.box import OwnersAnswer
from landbridge.engine.rules.citing import demand, in_force

PACKAGE = "toys.ferry"


class Rulings(Struct, frozen=True, kw_only=True):
    """The switches."""

    toll: str = "two"
    drift: str = "back"
    colour: str = "red"
    crossings: str = "three"


class BoxRulings(AskedRulings, Rulings, frozen=True, kw_only=True):
    """The switches of a match as in the owner's box."""

    package = PACKAGE
    owner: tuple[OwnersAnswer, ...] = ()


def figures(switch: str, option: str) -> dict[str, Any]:
    return figures_of(PACKAGE, switch, option)


class River(Agenda, frozen=True, kw_only=True):
    """Where the ferries are."""

    rulings: Rulings
    purse: dict[str, int] = {}
    crossed: int = 0


class Cross(Verb, frozen=True):
    """Pay, and cross."""

    @classmethod
    def offer(cls, state: River, step: Bank, who: str) -> Offer:
        return Offer("cross", "Cross the river", rules=("DC-FER-1",))

    def check(self, state: River, step: Bank, who: str) -> tuple[Violation, ...]:
        coins = figures("toll", state.rulings.toll)["coins"]
        if coins > state.purse[who]:
            return (Violation(f"the toll is {coins}", ("RUL-DC-FER-1",)),)
        return ()

    def apply(self, state: River, step: Bank, who: str, play: Play) -> River:
        coins = figures("toll", state.rulings.toll)["coins"]
        left = state.purse | {who: state.purse[who] - coins}
        die = play.nature.roll("1d6", "Drift", "DC-FER-1")
        on = die < 5 or state.rulings.drift == "on"
        play.log("crossed", ("DC-FER-1",), who=who)
        state = replace(state, purse=left, crossed=state.crossed + on)
        return replace_step(state, Bank("south" if who == "north" else "north"))


class Turn(Verb, frozen=True):
    """Turn back, where the reading allows it."""

    @classmethod
    def offer(cls, state: River, step: Bank, who: str) -> Offer | None:
        return Offer("turn", "Turn back") if in_force("DC-FER-2") else None

    def apply(self, state: River, step: Bank, who: str, play: Play) -> River:
        play.log("turned", ("DC-FER-2",), who=who)
        return state


class Haggle(Verb, frozen=True):
    """Refused by a reading, or impossible without it."""

    price: int

    @classmethod
    def offer(cls, state: River, step: Bank, who: str) -> Offer:
        return Offer("haggle", "Haggle")

    def check(self, state: River, step: Bank, who: str) -> tuple[Violation, ...]:
        if self.price > 5:
            raise Refusal("nobody pays twice", "DC-FER-3")
        return ()

    def apply(self, state: River, step: Bank, who: str, play: Play) -> River:
        demand("DC-FER-3")
        return state


class Ring(Verb, frozen=True):
    """Ring the bell, which the toll pays for: at any time."""

    @classmethod
    def offer(cls, state: River, step: Bank, who: str) -> Offer:
        price = figures("toll", state.rulings.toll)["coins"]
        return Offer("ring", f"Ring the bell for {price}", aside=True)

    def apply(self, state: River, step: Bank, who: str, play: Play) -> River:
        return state


class Bank(Step, frozen=True):
    """A ferryman's turn."""

    cites = ("DC-FER-1",)
    verbs = (Cross, Turn, Haggle)

    who: str

    def deciders(self, state: River) -> tuple[str, ...]:
        return (self.who,)

    def prompt(self, state: River, who: str) -> str:
        return f"{who} crosses"


class Morning(Routine, frozen=True):
    """The purses are filled."""

    def run(self, state: River, play: Play) -> River:
        purse = point_data(PACKAGE, "purse", state.rulings)
        return replace(state, purse=dict(purse), agenda=(Bank("north"),))


class Ferry(BoxGame[River]):
    """The game."""

    name = "ferry"
    title = "Ferry"
    edition = "1"
    roles = ("north", "south")
    package = PACKAGE
    scenarios = (Scenario("day", "One day"),)
    options = (BOX,)
    box_rulings = BoxRulings
    any_time = (Ring,)

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> River:
        boxed = options["box"] == "yes"
        settled = self.asked_rulings(options) if boxed else msgspec.convert(options, Rulings)
        state = River(agenda=(Morning(),), rulings=settled)
        return self.begin(state, play) if boxed else self.go_on(state, play)

    def outcome(self, state: River) -> Outcome | None:
        return Outcome("three crossings") if state.crossed == 3 else None

    def view(self, state: River, role: str) -> River:
        return hide_waiting(state, role)
