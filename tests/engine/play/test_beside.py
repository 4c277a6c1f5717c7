"""What is asked and may be done beside the step on top of the agenda."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.play.actions import Action, Offer
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Refusal
from toys import Ladder
from toys.ladder import Move, Position


class Whistle(Verb, frozen=True):
    """Whistle to the other climber, at any time."""

    @classmethod
    def offer(cls, state: Position, step: Step, who: str) -> Offer | None:
        return Offer("whistle", "Whistle", aside=True) if state.breath.get(who) else None

    def apply(self, state: Position, step: Step, who: str, play: Play) -> Position:
        play.log("whistle", who=who, on=type(step).__name__)
        return replace(state, round=-1)


class Reply(Verb, frozen=True):
    """Answer a whistle."""

    @classmethod
    def offer(cls, state: Position, step: Step, who: str) -> Offer:
        return Offer("reply", "Answer")

    def apply(self, state: Position, step: Step, who: str, play: Play) -> Position:
        play.log("reply", who=who, on=type(step).__name__)
        return replace(state, round=1)


class Answer(Step, frozen=True):
    """South answers while somebody has whistled; this toy keeps that in the round."""

    cites = ("DC-TOY-3",)
    verbs = (Reply, Whistle)

    def deciders(self, state: Position) -> tuple[str, ...]:
        return ("south",) if state.round < 0 else ()

    def prompt(self, state: Position, who: str) -> str:
        return "Somebody whistles"

    def random_action(self, state: Position, who: str, choose: Chooser) -> Action:
        return Reply()


class NoisyLadder(Ladder):
    """The ladder, with climbers who whistle to each other."""

    any_time = (Whistle,)
    any_time_prompt = "One may always whistle"
    beside = (Answer(),)


NOISY = NoisyLadder()


def begin(**changes: Any) -> Position:
    state = NOISY.set_up("house", NOISY.choose({}), Play(ScriptedDice([])))
    return replace(state, **changes)


def verbs_of(state: Position, who: str) -> list[list[str]]:
    return [[offer.verb for offer in one.offers] for one in NOISY.decisions(state, who)]


def test_verbs_of_any_time_follow_what_is_asked_or_stand_alone() -> None:
    state = begin()
    assert verbs_of(state, "north") == [["climb", "jump", "rest", "shout", "whistle"]]
    assert verbs_of(state, "south") == []
    (aside,) = NOISY.asides(state)
    assert (aside.who, aside.prompt) == ("south", "One may always whistle")
    assert [offer.verb for offer in aside.offers] == ["whistle"]
    assert NOISY.asides(state, "north") == ()
    assert "whistle" in NOISY.verbs


def test_a_verb_of_any_time_is_closed_to_those_it_is_not_offered_to() -> None:
    state = begin(breath={"north": 4, "south": 0})
    with pytest.raises(Refusal, match="south cannot 'whistle' now"):
        NOISY.check(state, "south", Whistle())
    assert NOISY.check(state, "north", Whistle()) == ()
    with pytest.raises(BadInput):
        NOISY.next_slot(state, "south", "whistle", ())


def test_a_step_beside_is_asked_too_and_offers_nothing_twice() -> None:
    state = begin(round=-1)
    assert NOISY.deciders(state) == ("north", "south")
    assert [decision.who for decision in NOISY.decisions(state)] == ["north", "south"]
    assert verbs_of(state, "south") == [["reply", "whistle"]]
    both = replace(state, agenda=(Move("south"),))
    assert verbs_of(both, "south") == [["climb", "jump", "rest", "shout"], ["reply", "whistle"]]
    assert NOISY.asides(state) == ()
    assert NOISY.random_action(state, "south", lambda _: 0) == Reply()
    assert NOISY.random_action(state, "north", lambda _: 0) is None


def test_actions_are_applied_with_the_step_that_they_belong_to() -> None:
    play = Play(ScriptedDice([]))
    state = NOISY.apply(begin(), "north", Reply(), play)
    assert state.agenda == (Move("north"),)
    assert [event.values["on"] for event in play.events] == ["Answer"]
    assert NOISY.check(begin(round=-1), "south", Reply()) == ()
    with pytest.raises(Refusal):
        NOISY.check(begin(), "south", Reply())


def test_nothing_is_asked_or_open_when_it_is_over() -> None:
    over = begin(rung={"north": 99, "south": 0}, round=-1)
    assert NOISY.outcome(over) is not None
    assert NOISY.decisions(over, REFEREE) == NOISY.asides(over) == NOISY.deciders(over) == ()
    with pytest.raises(Refusal):
        NOISY.check(over, "north", Whistle())
