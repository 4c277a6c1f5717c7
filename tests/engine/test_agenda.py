"""The flow of steps and routines, and what follows from the protocol of a game."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Sampler, ScriptedDice
from landbridge.engine.play.actions import Action, Slot
from landbridge.engine.play.agenda import Routine, Step, push_steps, replace_step, steps_in
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.game import Game, Scenario
from landbridge.engine.play.verbs import Verb, draw_from, draw_legal
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.citing import in_force, mute
from toys import Ladder, LeakySealed, Sealed
from toys.ladder import Clock, Falling, Gasp, Move, NextMove, Position, Rest

LADDER = Ladder()


def begin(**changes: Any) -> Position:
    state = LADDER.set_up("house", LADDER.choose({}), Play(ScriptedDice([])))
    return replace(state, **changes)


def do(state: Position, text: str, *dice: int) -> tuple[Position, list[str]]:
    """The position after an action, and what the log says."""
    (decision,) = LADDER.decisions(state)
    action = LADDER.read(text)
    assert LADDER.check(state, decision.who, action) == ()
    play = Play(ScriptedDice(dice))
    return LADDER.apply(state, decision.who, action, play), [event.id for event in play.events]


# Steps


def test_steps_are_put_before_everything_or_in_place_of_the_first() -> None:
    state = begin(agenda=(Move("north"), Clock()))
    assert push_steps(state, Gasp("north"), Falling("north")).agenda == (
        Gasp("north"),
        Falling("north"),
        Move("north"),
        Clock(),
    )
    assert replace_step(state).agenda == (Clock(),)
    assert replace_step(state, Gasp("north")).agenda == (Gasp("north"), Clock())
    assert state.agenda == (Move("north"), Clock())


def test_routines_run_until_somebody_must_decide() -> None:
    state, told = do(begin(), "climb left 2")
    assert state.agenda == (Move("south"),)
    assert told == ["climb"]
    state, told = do(state, "rest")
    assert state.agenda == (Move("north"),)
    assert told == ["rest", "round_over"]
    assert state.round == 2


def test_a_step_may_open_another_in_its_middle() -> None:
    state, told = do(begin(breath={"north": 0, "south": 4}), "jump", 1)
    assert state.agenda == (Falling("north"), NextMove("north"))
    assert told == ["jump"]
    held, told = do(state, "grab yes")
    assert held.agenda == (Move("south"),)
    assert told == ["gasp"]
    fallen, told = do(replace(state, rung={"north": 3, "south": 0}), "grab no")
    assert fallen.rung == {"north": 2, "south": 0}
    assert fallen.agenda == (Move("south"),)
    assert told == ["fall"]


def test_a_step_may_stay_on_the_agenda() -> None:
    state, told = do(begin(), "shout hello there")
    assert state == begin()
    assert told == ["shout"]


def test_a_ruling_changes_what_happens() -> None:
    state = begin(
        agenda=(Falling("north"), NextMove("north")),
        rung={"north": 3, "south": 0},
        rulings=LADDER.choose({"fall": "to_ground"}),
    )
    assert do(state, "grab no")[0].rung["north"] == 0


def test_nothing_runs_and_nobody_decides_when_it_is_over() -> None:
    state, told = do(begin(rung={"north": 4, "south": 0}), "climb left 3")
    outcome = LADDER.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("north", "the top is reached")
    assert state.agenda == (NextMove("north"),)
    assert LADDER.decisions(state) == ()
    assert told == ["climb"]
    for position in (state, replace(state, agenda=())):
        with pytest.raises(Refusal, match="south cannot 'rest' now; legal: nothing"):
            LADDER.check(position, "south", Rest())


def test_an_empty_agenda_asks_nobody() -> None:
    state = begin(agenda=())
    assert LADDER.decisions(state) == ()
    assert LADDER.go_on(state, Play(ScriptedDice([]))) == state


def test_what_is_not_offered_is_refused_with_the_rule_and_what_is_legal() -> None:
    with pytest.raises(Refusal) as refused:
        LADDER.check(begin(), "north", LADDER.read("grab yes"))
    assert str(refused.value) == (
        "north cannot 'grab' now; legal: climb, jump, rest or shout [DC-TOY-3]"
    )
    with pytest.raises(Refusal, match="south cannot 'rest' now; legal: nothing"):
        LADDER.check(begin(), "south", Rest())


def test_a_verb_may_say_by_itself_whether_it_is_open() -> None:
    class Quick(Rest, frozen=True):
        @classmethod
        def offer(cls, state: Any, step: Any, who: str) -> Any:
            raise AssertionError("this would take long")

        @classmethod
        def is_open(cls, state: Any, step: Any, who: str) -> bool:
            return True

    class QuickMove(Move, frozen=True):
        verbs = (Quick,)

    state = begin(agenda=(QuickMove("north"),))
    assert LADDER.deciders(state) == ("north",)
    assert LADDER.check(state, "north", Quick()) == ()
    with pytest.raises(AssertionError, match="take long"):
        LADDER.decisions(state)


def test_who_decides_is_asked_without_making_offers() -> None:
    class Silent(Move, frozen=True):
        def decision(self, state: Any, who: str) -> Any:
            raise AssertionError("this would take long")

    state = begin(agenda=(Silent("south"),))
    assert LADDER.deciders(state) == ("south",)
    assert LADDER.decisions(state, "north") == ()
    with pytest.raises(AssertionError, match="take long"):
        LADDER.decisions(state, "south")


def test_decisions_are_made_once_for_a_position() -> None:
    asked = []

    class Counted(Move, frozen=True):
        def decision(self, state: Any, who: str) -> Any:
            asked.append(in_force("DC-TOY-3"))
            return super().decision(state, who)

    state, other = begin(agenda=(Counted("north"),)), begin(agenda=(Counted("south"),))
    assert LADDER.decisions(state)[0] is LADDER.decisions(state)[0]
    assert asked == [True]
    with mute("DC-TOY-3"):
        LADDER.decisions(state)
    assert asked == [True, False]
    assert LADDER.decisions(other)[0].who == "south"
    assert LADDER.decisions(state)[0].who == "north"


def test_a_verb_forecasts_by_the_code_that_carries_it_out() -> None:
    tired = begin(breath={"north": 1, "south": 4})
    assert LADDER.forecast(tired, "north", LADDER.read("rest")) is None
    found = LADDER.forecast(tired, "north", LADDER.read("jump"))
    assert found is not None
    assert sum(chance for _, chance in found.odds.items()) == 1
    assert "fall" in dict(found.odds.items())


def test_the_steps_of_a_package_are_known_by_their_tags() -> None:
    found = steps_in("toys.ladder")
    assert found["Falling"] is Falling
    assert set(found) == {"Move", "Falling", "Gasp", "NextMove", "Clock"}
    assert steps_in("toys.ladders") == {}

    class Again(Move, frozen=True, tag="Falling"):
        __module__ = "toys.ladder"

    with pytest.raises(AssertionError, match="are both called Falling"):
        steps_in("toys.ladder")
    Again.__module__ = "tests.again"


def test_a_step_refuses_what_cannot_be_done_and_tells_what_may_be_overridden() -> None:
    with pytest.raises(Refusal, match="nobody climbs 5 rungs at once; legal: 1 to 4"):
        LADDER.check(begin(), "north", LADDER.read("climb left 5"))
    tired = begin(breath={"north": 1, "south": 4})
    both = LADDER.check(tired, "north", LADDER.read("climb right 3"))
    assert [str(violation) for violation in both] == [
        "3 rungs take more than 1 breaths; rest first [DC-TOY-3]",
        "the right hand is still holding on; use the other one [DC-TOY-3]",
    ]


def test_a_step_or_a_verb_that_forgets_to_say_something() -> None:
    class Forgot(Step, frozen=True):
        pass

    class Idle(Routine, frozen=True):
        pass

    class Mute(Verb, frozen=True):
        pass

    play = Play(ScriptedDice([]))
    with pytest.raises(AssertionError, match="Forgot is for nobody"):
        Forgot().deciders(None)
    with pytest.raises(AssertionError, match="Forgot has no prompt"):
        Forgot().decision(None, "north")
    with pytest.raises(AssertionError, match="Idle does nothing"):
        Idle().run(None, play)
    with pytest.raises(AssertionError, match="Mute is never offered"):
        Mute.is_open(None, Forgot(), "north")
    with pytest.raises(AssertionError, match="Mute draws nothing"):
        Mute.random_action(None, Forgot(), "north", lambda n: 0)
    with pytest.raises(AssertionError, match="Mute does nothing"):
        Mute().apply(None, Forgot(), "north", play)
    assert Mute().check(None, Forgot(), "north") == ()
    assert Mute().forecast(None, Forgot(), "north") is None


# The protocol of a game


def test_offers_are_completed_slot_by_slot() -> None:
    state = begin()
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


# Drawing at random


def test_a_verb_is_drawn_among_those_that_have_an_action() -> None:
    class Never(Rest, frozen=True, tag="never"):
        @classmethod
        def random_action(cls, state: Any, step: Any, who: str, choose: Any) -> Any:
            return None

    class Always(Rest, frozen=True, tag="always"):
        @classmethod
        def random_action(cls, state: Any, step: Any, who: str, choose: Any) -> Any:
            return cls()

    assert draw_from((Never, Always), None, None, "north", lambda n: 0) == Always()
    assert draw_from((Never,), None, None, "north", lambda n: 0) is None


def test_a_candidate_is_drawn_among_those_that_are_not_refused() -> None:
    def check(number: int) -> None:
        if number < 3:
            raise Refusal(f"{number} is too small", "DC-TOY-3")

    assert draw_legal([1, 2, 3, 4], check, lambda n: 0) == 3
    assert draw_legal([1, 2, 3, 4], check, lambda n: n - 1) == 4
    assert draw_legal([1, 2], check, lambda n: 0) is None
