"""The protocol that every game follows, and all that a bot, a server or a study may know of one.

A state is an immutable value. A game says how it starts, who must decide what, whether an action
may be done, what it leads to, what each role may see and when it is over. Nothing else is needed
to play it in a shell, in a browser, against a bot, or a thousand times over.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.play.actions import Action, Decision, Slot, read
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.events import REFEREE, Event, Play, sentence
from landbridge.engine.play.pictures import EventPicture
from landbridge.engine.play.stories import Chapter, Story
from landbridge.engine.refusals import BadInput, Violation, choices, unknown
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.index import Ruling, rulings, settle
from landbridge.engine.sheets import Line, Part, Sheet, Sheets

S = TypeVar("S", bound=Struct)


class Scenario(Struct, frozen=True):
    """One way to begin."""

    name: str
    title: str
    text: str = ""
    at_table: bool = False
    """Whether it is played on the players' own map: the program keeps the books beside it."""


class Option(Struct, frozen=True):
    """Something that the players agree on before they begin."""

    name: str
    values: tuple[str, ...]
    default: str
    text: str = ""


class Outcome(Struct, frozen=True):
    """How a game ended."""

    reason: str
    winner: str | None = None
    rules: Rules = ()
    score: dict[str, int] = {}
    how: str = ""
    """Empty where the rules decided it; otherwise how people did, see endings.py."""


class Game(ABC, Generic[S]):
    """The rules of one game. Holds no state of its own."""

    name: str
    title: str
    edition: str
    """Changes whenever the same actions may lead to another state."""
    roles: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...] = ()
    actions: tuple[type[Action], ...] = ()
    """The kinds of action, where no step lists them."""
    package: str
    """Where its data are."""
    snapshots: bool = True
    """Whether a position that is written and read again always hashes as it did."""
    facts: frozenset[str] = frozenset()
    """Verbs that note a fact of the table; whoever speaks for the whole table says them as its
    referee, and asks nobody."""

    # What a game must say

    @abstractmethod
    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> S:
        """The first position."""

    @abstractmethod
    def deciders(self, state: S) -> tuple[str, ...]:
        """Who has to decide; several at once where players choose in secret.

        It is asked often, and makes no offers.
        """

    @abstractmethod
    def decisions(self, state: S, role: str = REFEREE) -> tuple[Decision, ...]:
        """What a role has to decide; for the referee, what everybody has."""

    @abstractmethod
    def check(self, state: S, who: str, action: Action) -> tuple[Violation, ...]:
        """Refuse what cannot be done at all; return what a referee may override."""

    @abstractmethod
    def apply(self, state: S, who: str, action: Action, play: Play) -> S:
        """What the action leads to. It has been checked."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, if it has."""

    # What a game may say

    def view(self, state: S, role: str) -> Any:
        """All that a role may know of the position; here, everything."""
        return state

    def imagine(self, state: S, role: str, nature: Nature) -> S:
        """A position that this role cannot tell from the real one, with all else reshuffled."""
        return state

    def next_slot(self, state: S, who: str, verb: str, said: tuple[str, ...]) -> Slot | None:
        """The next thing to be said for a verb, or None if nothing more is needed."""
        for decision in self.decisions(state, who):
            for offer in decision.offers:
                if offer.verb == verb:
                    return offer.slots[len(said)] if len(said) < len(offer.slots) else None
        raise BadInput(f"'{verb}' is not offered to {who} now.")

    def asides(self, state: S, role: str = REFEREE) -> tuple[Decision, ...]:
        """What a role that has nothing to decide may do all the same, such as noting a fact."""
        return ()

    def who_may(self, state: S, verb: str) -> tuple[str, ...]:
        """To whom a verb is open; where it is to several, those first to whom it is offered.

        A game says this where no other offer need be made for it.
        """
        made = (*self.decisions(state), *self.asides(state))
        offering = (one.who for one in made if any(offer.verb == verb for offer in one.offers))
        return tuple(dict.fromkeys(offering))

    def recorded_as(self, state: S, who: str, action: Action) -> Action:
        """What an action is put down as, where a role means more by it than it says."""
        return action

    def actor_in(self, edition: str, who: str, action: Action) -> str:
        """Who a recorded action counts as done by, in a match that an older edition began."""
        return who

    def asks_owner(self, state: S) -> bool:
        """Whether what is asked only a person can know, who has the printed game at hand."""
        return False

    def may_declare(self, state: S, who: str, action: Action) -> bool:
        """Whether a referee could have a role do this although it is not open to it."""
        return False

    def why_never(self, state: S, who: str, action: Action) -> str:
        """Why not even a referee can let pass what is not open to a role; empty if unknown."""
        return ""

    def say_automatic(self, state: S, who: str, action: Action) -> str:
        """What of an action happens without dice, for players who typed dice for it too."""
        return ""

    def why_not(self, view: Any, who: str, word: str) -> Violation | None:
        """Why a role can do nothing with something now, such as a unit; None if unknown."""
        return None

    def forecast(self, view: Any, who: str, action: Action) -> Forecast | None:
        """The exact odds of an action that would be legal, if dice decide it."""
        return None

    def random_action(self, view: Any, role: str, choose: Callable[[int], int]) -> Action | None:
        """Any legal action of a role, complete; None where offers and slots must be gone through.

        `choose` picks one of n. A game says this where it is quicker.
        """
        return None

    def read_state(self, data: Any, kind: type[S]) -> S:
        """A position of this kind from plain data, as JSON has them."""
        return msgspec.convert(data, kind)

    def arranged(self, state: S, changes: dict[str, Any]) -> S:
        """A position in which some fields are others, as a script writes them."""
        return self.read_state(msgspec.to_builtins(state) | changes, type(state))

    def hides(self, state: S, role: str) -> Rules:
        """The rules by which a role's view hides something of this position, or tells it.

        For whoever checks the game: to a role itself this might give away what is hidden.
        """
        return ()

    def summary(self, view: Any) -> list[str]:
        """A view in a few lines for the shell."""
        return [f"{name}: {value}" for name, value in _plain(view).items()]

    def sheets(self, view: Any) -> Sheets:
        """What can be printed of a view, by name."""
        return Sheets({"summary": lambda: self._summary_sheet(view)})

    def look_round(self, view: Any, at: str, within: int) -> tuple[Part, ...]:
        """What a view shows within so many hexes of a place."""
        raise BadInput(f"{self.title} has no hexes to look at in this match.")

    def _summary_sheet(self, view: Any) -> Sheet:
        lines = tuple(Line(text) for text in self.summary(view))
        return Sheet(self.title, parts=(Part("Position", lines),))

    # What follows from the above

    @cached_property
    def verbs(self) -> dict[str, type[Action]]:
        """Every kind of action by its verb."""
        return {str(kind.__struct_config__.tag): kind for kind in self.actions}

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        """Questions that the documents leave open, if a match can turn on them, by their switch."""
        every = rulings(self.package)
        return {name: ruling for name, ruling in every.items() if ruling.concerns == "match"}

    def read(self, text: str) -> Action:
        """An action from its text form."""
        return read(text, self.verbs)

    def choose(self, chosen: dict[str, str]) -> dict[str, str]:
        """Every option and switch with its value, or an error that says what is allowed."""
        own = {option.name: option for option in self.options}
        switches = {}
        for name, value in chosen.items():
            if name not in own:
                if name not in self.rulings:
                    raise self._no_option(name)
                switches[name] = value
            elif value not in own[name].values:
                raise BadInput(f"{name} is {choices(own[name].values)}, not '{value}'.")
        settled = {name: chosen.get(name, option.default) for name, option in own.items()}
        return settled | settle(self.rulings, switches)

    def _no_option(self, name: str) -> BadInput:
        idle = rulings(self.package).get(name)
        if idle is None:
            own = [option.name for option in self.options]
            return BadInput(unknown("option", name, [*own, *self.rulings]))
        return BadInput(
            f"{name} ({idle.id}) changes no match; it is chosen in the questions that ask for it."
        )

    def scenario(self, name: str | None) -> Scenario:
        """A scenario by its name; the first one if none is named."""
        if name is None:
            return self.scenarios[0]
        for scenario in self.scenarios:
            if scenario.name == name:
                return scenario
        raise BadInput(unknown("scenario", name, [s.name for s in self.scenarios]))

    def own_scenario(self, text: str, where: str) -> str:
        """The word for a scenario of one's own, read from the text of a file, or what is wrong."""
        raise BadInput(
            f"{self.title} is played from its own scenarios:"
            f" {choices([scenario.name for scenario in self.scenarios])}."
        )

    def dice_lines(self, event: Event) -> tuple[str, ...]:
        """The dice of an event in a player's words; nothing where each roll is told by itself."""
        return ()

    def describe_word(self, word: str) -> str:
        """What players call a word of an action, such as the id of a piece; empty: as it stands."""
        return ""

    def describe_text(self, text: str) -> str:
        """A sentence in which whatever has an id is called by its name."""
        return text

    def picture(self, event: Event) -> EventPicture | None:
        """An event as it is played back on the game's board; None where nothing is seen of it."""
        return None

    def story(self, chapters: Iterable[Chapter]) -> Story | None:
        """How a match went, from what a reader may know of it; None where it is not told."""
        return None

    def sentence(self, event: Event) -> str:
        """An event in words."""
        return sentence(event, read_toml(self.package, "sentences.toml"))


def _plain(view: Any) -> dict[str, Any]:
    if isinstance(view, Struct):
        return {name: getattr(view, name) for name in view.__struct_fields__}
    return dict(view)
