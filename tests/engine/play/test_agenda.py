"""The flow of steps and routines, the verbs that steps list, and actions at random."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.chance.nature import Sampler, ScriptedDice
from landbridge.engine.play.actions import Offer
from landbridge.engine.play.agenda import Routine, Step, push_steps, replace_step, steps_in
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb, draw_from, draw_legal
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import in_force, mute
from toys import Ladder, Sealed
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
        explains = True

        @classmethod
        def offer(cls, state: Any, step: Any, who: str) -> Any:
            raise AssertionError("this would take long")

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


class Slow(Rest, frozen=True, tag="slow"):
    """Its offer takes long to make."""

    @classmethod
    def offer(cls, state: Any, step: Any, who: str) -> Any:
        raise AssertionError("this would take long")


class Early(Rest, frozen=True, tag="early"):
    """It is offered to south alone, but answered with a reason whoever says it."""

    explains = True

    @classmethod
    def offer(cls, state: Any, step: Any, who: str) -> Offer | None:
        return Offer("early", "") if who == "south" else None


class Together(Move, frozen=True):
    """Both decide at once."""

    verbs = (Slow, Early)

    def deciders(self, state: Any) -> tuple[str, ...]:
        return ("north", "south")


def test_who_may_use_a_verb_is_asked_without_any_other_offer() -> None:
    state = begin(agenda=(Together("north"),))
    assert LADDER.who_may(state, "early") == ("south", "north")
    assert LADDER.who_may(state, "climb") == ()
    with pytest.raises(AssertionError, match="take long"):
        LADDER.decisions(state)


def test_a_verb_that_only_one_may_use_makes_no_offer() -> None:
    class Alone(Move, frozen=True):
        verbs = (Slow, Early)

    assert LADDER.who_may(begin(agenda=(Alone("north"),)), "early") == ("north",)


def test_nobody_may_use_a_verb_when_it_is_over() -> None:
    assert LADDER.who_may(begin(agenda=()), "rest") == ()


def test_a_game_without_agenda_says_who_may_by_its_offers() -> None:
    game = Sealed()
    state = game.set_up(game.scenarios[0].name, game.choose({}), Play(Sampler(1)))
    offers = {d.who: {offer.verb for offer in d.offers} for d in game.decisions(state)}
    for verb in game.verbs:
        assert game.who_may(state, verb) == tuple(who for who in offers if verb in offers[who])


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
