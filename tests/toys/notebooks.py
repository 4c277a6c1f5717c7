"""Two players who write into notebooks of their own; now and then somebody reads a page aloud."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.play.actions import Action, Decision, Offer, Slot
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.game import Game, Outcome, Scenario
from landbridge.engine.refusals import Refusal, Violation

LAST = 5
"""Pages that are read aloud before it is over."""


class Write(Action, frozen=True):
    """Write a word, which nobody else sees."""

    word: str


class Erase(Action, frozen=True):
    """Rub one's last word out."""


class Read(Action, frozen=True):
    """Read how many words one has written."""


class Pages(Struct, frozen=True):
    """The whole position."""

    words: dict[str, tuple[str, ...]]
    read: tuple[int, ...] = ()


class Notebooks(Game[Pages]):
    """The game: what it is good for are actions that the other player must not even count."""

    name = "notebooks"
    title = "Notebooks"
    edition = "1"
    roles = ("red", "blue")
    package = "toys"
    actions = (Write, Erase, Read)
    scenarios = (Scenario("empty", "Empty notebooks"),)

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Pages:
        return Pages(dict.fromkeys(self.roles, ()))

    def deciders(self, state: Pages) -> tuple[str, ...]:
        return self.roles if self.outcome(state) is None else ()

    def decisions(self, state: Pages, role: str = REFEREE) -> tuple[Decision, ...]:
        offers = (
            Offer("write", "Write a word", (Slot("word", ("ask", "wait", "go")),)),
            Offer("read", "Read how many words you have"),
        )
        erase = (Offer("erase", "Rub the last word out"),)
        return tuple(
            Decision(who, "Write or read", offers + erase * bool(state.words[who]))
            for who in self.deciders(state)
            if role in (REFEREE, who)
        )

    def check(self, state: Pages, who: str, action: Action) -> tuple[Violation, ...]:
        if isinstance(action, Erase) and not state.words[who]:
            raise Refusal("nothing is written", "DC-TOY-1")
        return ()

    def apply(self, state: Pages, who: str, action: Any, play: Play) -> Pages:
        own = state.words[who]
        if isinstance(action, Read):
            play.log("read_aloud", ("DC-TOY-1",), who=who, words=len(own))
            return replace(state, read=(*state.read, len(own)))
        own = own[:-1] if isinstance(action, Erase) else (*own, action.word)
        play.log("written", ("DC-TOY-1",), to=(who,), words=len(own))
        return replace(state, words=state.words | {who: own})

    def outcome(self, state: Pages) -> Outcome | None:
        return Outcome("all pages are read") if len(state.read) >= LAST else None

    def view(self, state: Pages, role: str) -> Any:
        if role == REFEREE:
            return state
        return [state.words.get(role, ()), state.read]
