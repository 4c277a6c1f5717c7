"""The protocol of a game: options, scenarios, sentences, views, and what a view keeps to itself."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from landbridge.engine.chance.nature import Sampler, ScriptedDice
from landbridge.engine.play.actions import Action, Slot
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.game import Game, Scenario
from landbridge.engine.refusals import BadInput
from toys import Ladder, LeakySealed, Sealed

LADDER = Ladder()


# The protocol of a game


def test_offers_are_completed_slot_by_slot() -> None:
    state = LADDER.set_up("house", LADDER.choose({}), Play(ScriptedDice([])))
    hand = LADDER.next_slot(state, "north", "climb", ())
    rungs = LADDER.next_slot(state, "north", "climb", ("left",))
    assert hand == Slot("hand", ("left",), prompt="which hand?")
    assert rungs == Slot("rungs", low=1, high=4, prompt="how many rungs?")
    assert LADDER.next_slot(state, "north", "climb", ("left", "2")) is None
    with pytest.raises(BadInput, match="'grab' is not offered to north now"):
        LADDER.next_slot(state, "north", "grab", ())
    with pytest.raises(BadInput, match="'climb' is not offered to south now"):
        LADDER.next_slot(state, "south", "climb", ())


def test_options_and_switches_are_settled_together() -> None:
    assert LADDER.choose({}) == {"start": "ground", "fall": "one_rung"}
    assert LADDER.choose({"start": "middle", "fall": "to_ground"}) == {
        "start": "middle",
        "fall": "to_ground",
    }


@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        ({"strat": "middle"}, r"There is no option 'strat'. Did you mean 'start'\? Allowed: fall"),
        ({"start": "top"}, "start is ground or middle, not 'top'."),
        ({"fall": "up"}, "There is no choice for fall 'up'. Allowed: one_rung or to_ground."),
    ],
)
def test_bad_options(chosen: dict[str, str], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        LADDER.choose(chosen)


def test_scenarios_by_name() -> None:
    assert LADDER.scenario(None).name == "house"
    assert LADDER.scenario("tower").title == "Three hundred rungs"
    with pytest.raises(BadInput, match=r"There is no scenario 'towr'. Did you mean 'tower'\?"):
        LADDER.scenario("towr")


def test_verbs_are_the_tags_of_the_actions() -> None:
    assert list(LADDER.verbs) == ["climb", "jump", "rest", "shout", "grab"]


def test_events_in_the_words_of_the_game() -> None:
    play = Play(ScriptedDice([]))
    play.log("climb", who="north", rungs=2)
    play.log("round_over", round=3)
    assert [LADDER.sentence(event) for event in play.events] == [
        "north climbs 2.",
        "round over: round 3",
    ]


class Bare(Game[Any]):
    """A game that says only what it must."""

    name = title = edition = "bare"
    roles = ("one",)
    scenarios = (Scenario("only", "Only"),)
    actions: tuple[type[Action], ...] = ()
    package = "toys"

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Any:
        return {"score": 3}

    def deciders(self, state: Any) -> tuple[()]:
        return ()

    def decisions(self, state: Any, role: str = "") -> tuple[()]:
        return ()

    def check(self, state: Any, who: str, action: Action) -> tuple[()]:
        return ()

    def apply(self, state: Any, who: str, action: Action, play: Play) -> Any:
        return state

    def outcome(self, state: Any) -> None:
        return None


def test_a_game_without_secrets_shows_everything() -> None:
    bare = Bare()
    state = bare.set_up("only", {}, Play(ScriptedDice([])))
    assert bare.view(state, "one") is state
    assert bare.imagine(state, "one", ScriptedDice([])) is state
    assert bare.summary(bare.view(state, "one")) == ["score: 3"]


def test_a_view_in_a_few_lines() -> None:
    class View(Struct, frozen=True):
        turn: int
        side: str

    assert LADDER.summary(View(3, "north")) == ["turn: 3", "side: north"]


# The toy with secrets keeps them


@pytest.mark.parametrize("role", Sealed.roles)
def test_hidden_cards_are_reshuffled_and_nothing_else(role: str) -> None:
    sealed = Sealed()
    play = Play(Sampler(3))
    state = sealed.set_up("long", sealed.choose({}), play)
    state = sealed.apply(state, "red", sealed.read(f"lay {state.hands['red'][0]}"), play)
    others = [sealed.imagine(state, role, Sampler(seed)) for seed in range(20)]
    assert all(sealed.view(other, role) == sealed.view(state, role) for other in others)
    assert len({str(other) for other in others}) > 10
    for other in others:
        cards = [*other.stock, *other.hands["red"], *other.hands["blue"], *other.laid.values()]
        assert sorted(cards) == sorted(
            [*state.stock, *state.hands["red"], *state.hands["blue"], *state.laid.values()]
        )
    assert sealed.imagine(state, REFEREE, Sampler(1)) == state


def test_the_leaky_toy_leaks() -> None:
    leaky = LeakySealed()
    state = leaky.set_up("short", leaky.choose({}), Play(Sampler(3)))
    others = [leaky.imagine(state, "red", Sampler(seed)) for seed in range(20)]
    assert any(leaky.view(other, "red") != leaky.view(state, "red") for other in others)
    assert leaky.view(state, REFEREE) == state
