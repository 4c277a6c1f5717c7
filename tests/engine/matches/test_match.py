"""Matches: playing, taking back, branching, keeping and checking."""

from __future__ import annotations

import random
from typing import Any

import pytest

from landbridge.engine.chance.nature import NeedRoll, SeededDice
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text, to_text
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.referee.games import load_match, new_match
from toys import Ladder, Sealed
from toys.ladder import Climb, Position

LADDER, SEALED = Ladder(), Sealed()


def ladder(scenario: str = "house", **settings: Any) -> Match[Position]:
    return Match.new(LADDER, scenario, **({"seed": "test"} | settings))


def play(match: Match[Any], *texts: str) -> Match[Any]:
    for text in texts:
        match.do(text)
    return match


def play_on(match: Match[Any], seed: int, most: int = 10_000) -> Match[Any]:
    """Random play through the offers."""
    rng = random.Random(seed)
    while match.outcome is None and len(match) < most:
        decision = rng.choice(match.decisions())
        offer = rng.choice(decision.offers)
        said = [
            rng.choice(slot.words) if slot.words else str(rng.randint(slot.low, slot.high))
            for slot in offer.slots
            if slot.words or slot.low is not None
        ]
        match.do(" ".join([offer.verb, *said]), decision.who)
    return match


def reloaded(match: Match[Any]) -> Match[Any]:
    return Match.load(match.game, from_text(to_text(match.save())))


# Beginning


def test_a_match_begins_with_what_was_agreed() -> None:
    match = Match.new(LADDER, "tower", options={"fall": "to_ground"}, mode="referee", dice="either")
    header = match.header
    assert (header.game, header.edition, header.scenario) == ("ladder", "1", "tower")
    assert header.options == {"start": "ground", "fall": "to_ground"}
    assert (header.mode, header.dice) == ("referee", "either")
    assert header.start == fingerprint(match.state)
    assert len(match) == 0
    assert match.outcome is None
    assert match.state.rulings["fall"] == "to_ground"


def test_the_seed_is_committed_to() -> None:
    match = ladder(seed=7)
    assert match.header.seed is not None
    assert match.header.seed.text == "7"
    assert match.header.commitment == match.header.seed.commitment
    assert ladder(seed=7).header.commitment != match.header.commitment
    assert ladder(seed=None).header.seed != ladder(seed=None).header.seed


def test_the_same_seed_gives_the_same_match() -> None:
    assert Match.new(SEALED, seed="a").state == Match.new(SEALED, seed="a").state
    assert Match.new(SEALED, seed="a").state != Match.new(SEALED, seed="b").state
    assert play_on(ladder(), 3).state == play_on(ladder(), 3).state


def test_the_dice_of_the_set_up_are_those_of_serial_0() -> None:
    match = Match.new(SEALED, seed="a")
    seed = match.header.seed
    assert seed is not None
    nature = SeededDice(seed.key, 0)
    assert match.header.set_up == tuple(nature.faces(f"1d{16 - n}", "card") for n in range(6))


def test_the_set_up_may_be_typed_in() -> None:
    dealt = Match.new(SEALED, dice="typed", set_up_dice=[1, 1, 1, 13, 12, 11])
    assert dealt.state.hands == {"red": (1, 1, 2), "blue": (7, 8, 8)}
    assert dealt.header.set_up_typed
    either = Match.new(SEALED, dice="either", set_up_dice=[1, 1, 1, 13, 12, 11])
    assert either.state == dealt.state
    assert either.audit() == dealt.audit() == []
    assert not Match.new(SEALED, dice="either").header.set_up_typed


def test_a_typed_set_up_asks_for_its_dice() -> None:
    with pytest.raises(NeedRoll, match=r"a card for red, a number from 1 to 15 \(1d15\)"):
        Match.new(SEALED, dice="typed", set_up_dice=[1])
    with pytest.raises(BadInput, match="More dice than needed: 5, 6 is left over"):
        Match.new(SEALED, dice="typed", set_up_dice=[1, 1, 1, 1, 1, 1, 5, 6])
    with pytest.raises(Refusal, match="none can be typed in"):
        Match.new(SEALED, set_up_dice=[1, 1, 1, 1, 1, 1])


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"scenario": "castle"}, "There is no scenario 'castle'"),
        ({"options": {"start": "roof"}}, "start is ground or middle, not 'roof'"),
        ({"options": {"fly": "yes"}}, "There is no option 'fly'"),
    ],
)
def test_what_cannot_be_agreed_on(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        Match.new(LADDER, **settings)


# Acting


def test_an_action_by_text_or_by_value() -> None:
    first, second = ladder(), ladder()
    events = first.do("climb left 3")
    assert [event.id for event in events] == ["climb"]
    second.do(Climb("left", 3), "north")
    assert first.state == second.state
    assert first.history.records[0].do == second.history.records[0].do == "climb left 3"
    assert first.history.records[0].who == "north"


def test_the_referee_speaks_for_whoever_decides() -> None:
    match = ladder()
    match.do("rest", REFEREE)
    match.do("rest", REFEREE)
    assert [record.who for record in match.history.records] == ["north", "south"]


@pytest.mark.parametrize(
    ("text", "who", "kind", "problem"),
    [
        ("rest", "south", Refusal, "south cannot 'rest' now; legal: nothing"),
        ("rest", "west", BadInput, "There is no role 'west'. Allowed: north, south or referee."),
        ("grab yes", None, Refusal, "north cannot 'grab' now; legal: climb, jump, rest or shout"),
        ("grab yes", REFEREE, Refusal, "referee cannot 'grab' now"),
        ("climb left 5", None, Refusal, "nobody climbs 5 rungs at once"),
        ("climb right 1", None, Refusal, "the right hand is still holding on"),
        ("climb", None, BadInput, "hand or rungs is missing"),
        ("fly", None, BadInput, "There is no action 'fly'"),
    ],
)
def test_what_cannot_be_done_changes_nothing(
    text: str, who: str | None, kind: type[Exception], problem: str
) -> None:
    match = ladder()
    before = to_text(match.save())
    with pytest.raises(kind, match=problem):
        match.do(text, who)
    assert to_text(match.save()) == before


def test_a_refusal_carries_every_violation() -> None:
    match = play(ladder(), "climb left 3", "rest")
    with pytest.raises(Refusal) as refused:
        match.do("climb left 4")
    assert refused.value.rules == ("DC-TOY-3",)
    assert refused.value.legal == "rest first"
    assert len(refused.value.violations) == 2


def test_two_decisions_may_be_open_at_once() -> None:
    match = Match.new(SEALED, seed=1)
    assert [decision.who for decision in match.decisions()] == ["red", "blue"]
    assert [decision.who for decision in match.decisions("blue")] == ["blue"]
    match.do(f"lay {match.state.hands['blue'][0]}", "blue")
    assert [decision.who for decision in match.decisions()] == ["red"]
    assert match.decisions("blue") == ()


def test_nothing_can_be_done_when_it_is_over() -> None:
    match = play(ladder(), "climb left 4", "rest", "rest", "rest", "climb right 4")
    assert match.outcome is not None
    assert match.outcome.winner == "north"
    assert match.decisions() == ()
    for text in ("rest", "climb", "fly"):
        with pytest.raises(Refusal, match=r"the match is over \[DC-TOY-6\]"):
            match.do(text)


# Dice


def test_seeded_dice_come_from_seed_and_serial() -> None:
    match = play(ladder(), "rest", "jump")
    seed = match.header.seed
    assert seed is not None
    assert match.history.records[1].dice == (SeededDice(seed.key, 2).faces("1d6", "Jump"),)
    assert not match.history.records[1].typed
    with pytest.raises(Refusal, match="the program throws the dice of this match"):
        match.do("rest", dice=[3])


def test_typed_dice_are_asked_for_and_must_fit() -> None:
    match = ladder(dice="typed")
    match.do("rest")
    with pytest.raises(NeedRoll, match=r"Dice needed: Jump, one die \(1d6\)\."):
        match.do("jump")
    with pytest.raises(BadInput, match="Jump: one die cannot show 7; allowed: 1 to 6"):
        match.do("jump", dice=[7])
    with pytest.raises(BadInput, match="More dice than needed: 4 is left over"):
        match.do("jump", dice=[3, 4])
    with pytest.raises(BadInput, match="More dice than needed: 4 is left over"):
        match.do("rest", dice=[4])
    assert len(match) == 1
    match.do("jump", dice=[5])
    assert match.state.rung["south"] == 3
    assert [record.typed for record in match.history.records] == [False, True]


def test_either_dice_are_typed_where_they_are_given() -> None:
    match = ladder(dice="either")
    match.do("jump", dice=[(5,)])
    match.do("jump")
    assert [record.typed for record in match.history.records] == [True, False]
    assert match.history.records[0].dice == ((5,),)
    assert match.audit() == []
    assert reloaded(match).audit() == []


def test_either_dice_go_on_with_the_programs_where_none_are_left() -> None:
    """The first throw is typed, the second the program's; both are told apart by the audit."""
    match = new_match("belorussia", seed=3, dice="either")
    for _ in range(4):
        match.do("partisan B6.03")
    match.do("weather")
    match.do("initiative", dice=[(6, 5)])
    entry = match.history.records[-1]
    assert entry.dice[0] == (6, 5)
    assert len(entry.dice) >= 2
    assert entry.typed == 1
    assert match.audit() == []
    assert load_match(from_text(to_text(match.save()))).audit() == []


def test_a_typed_total_can_be_saved_and_loaded() -> None:
    match = Match.new(SEALED, dice="typed", set_up_dice=[2, 3, 5, 1, 2, 9])
    red, blue = match.state.hands["red"], match.state.hands["blue"]
    card = next(card for card in red if card in blue)
    match.do(f"lay {card}", "red")
    match.do(f"lay {card}", "blue", dice=[3, 3, 5, 2])
    assert match.state.tricks[-1].winner == "red"
    assert match.history.records[-1].dice == ((3,), (3,), (5,), (2,))
    assert reloaded(match).state == match.state


def test_whoever_wants_to_throw_is_asked_for_every_die() -> None:
    match = ladder(dice="either")
    with pytest.raises(NeedRoll):
        match.do("jump", typed=True)
    match.do("shout hello", typed=True)
    match.do("jump")
    assert not any(record.typed for record in match.history.records)
    with pytest.raises(Refusal, match="none can be typed in"):
        ladder().do("rest", typed=True)


# Referee mode


def test_a_breach_may_be_declared_in_referee_mode() -> None:
    match = ladder(mode="referee")
    with pytest.raises(Refusal, match="still holding on"):
        match.do("climb right 3")
    events = match.do("climb right 3", declare=True)
    assert [event.id for event in events] == ["declared", "climb"]
    assert match.history.records[0].declared == ("DC-TOY-3",)
    play(match, "rest")
    match.do("climb left 4", declare=True)
    assert match.history.records[2].declared == ("DC-TOY-3",)
    assert match.game.sentence(match.history[2].events[0]) == (
        "Declared by the referee although it breaks a rule: climb left 4."
    )
    assert reloaded(match).log() == match.log()


def test_declaring_what_breaks_nothing_marks_nothing() -> None:
    match = ladder(mode="referee")
    match.do("climb left 1", declare=True)
    assert match.history.records[0].declared == ()


def test_what_is_impossible_cannot_be_declared() -> None:
    match = ladder(mode="referee")
    with pytest.raises(Refusal, match="nobody climbs 5 rungs at once"):
        match.do("climb left 5", declare=True)
    with pytest.raises(Refusal, match="cannot 'grab' now"):
        match.do("grab yes", declare=True)


def test_what_is_not_open_can_be_declared_in_the_step_that_it_belongs_to() -> None:
    match = ladder(mode="referee")
    play(match, "climb left 4", "rest")
    with pytest.raises(Refusal, match="cannot 'climb' now") as refused:
        match.do("climb right 1")
    assert refused.value.declarable
    assert refused.value.rules == ("DC-TOY-3",)
    match.do("climb right 1", declare=True)
    assert match.history.records[2].declared == ("DC-TOY-3", "DC-TOY-3")
    assert match.state.rung["north"] == 5
    assert match.deciders == ("south",)
    assert reloaded(match).log() == match.log()


def test_another_role_can_be_let_act_in_a_step_that_stands_in() -> None:
    match = ladder(mode="referee")
    assert match.deciders == ("north",)
    with pytest.raises(Refusal, match="south cannot 'shout' now"):
        match.do("shout hello", "south")
    before = match.state
    events = match.do("shout hello", "south", declare=True)
    assert [event.id for event in events] == ["declared", "shout"]
    assert match.state == before
    assert reloaded(match).log() == match.log()


def test_a_referee_who_names_nobody_acts_for_whoever_could_do_it() -> None:
    match = ladder(mode="referee")
    play(match, "climb left 4", "rest")
    match.do("climb right 1", REFEREE, declare=True)
    assert match.history.records[2].who == "north"
    assert match.history.records[2].by == REFEREE


def test_nothing_can_be_declared_in_an_enforced_match() -> None:
    match = ladder()
    for text in ("climb right 4", "climb left 1"):
        with pytest.raises(Refusal, match="only a match in referee mode"):
            match.do(text, declare=True)
    assert len(match) == 0


# Looking


def test_any_position_can_be_looked_at() -> None:
    match = play(ladder(), "climb left 2", "rest", "climb right 1")
    assert [match.at(n).rung["north"] for n in range(4)] == [0, 2, 2, 3]
    for number in (-1, 4):
        with pytest.raises(BadInput, match=f"There are 3 actions; {number} is beyond them"):
            match.at(number)


def test_a_role_sees_its_view_only() -> None:
    match = Match.new(SEALED, seed=1)
    assert match.view() == match.state
    assert match.view("red").hand == match.state.hands["red"]
    assert not hasattr(match.view("red"), "hands")
    with pytest.raises(BadInput, match="There is no role 'green'"):
        match.view("green")


def test_the_log_shows_each_role_what_it_may_know() -> None:
    match = Match.new(SEALED, seed=1)
    match.do(f"lay {match.state.hands['red'][0]}", "red")
    everything = [(number, event.id) for number, event in match.log()]
    assert everything == [(0, "dealt"), (0, "hand"), (0, "hand"), (1, "laid")]
    for role in SEALED.roles:
        found = match.log(role)
        assert [(number, event.id) for number, event in found] == [(0, "hand"), (1, "laid")]
        assert found[0][1].values["cards"] == match.at(0).hands[role]
        assert not any(event.rolls for _, event in found)
    with pytest.raises(BadInput, match="There is no role 'green'"):
        match.log("green")


def test_the_log_in_sentences() -> None:
    match = play(ladder(dice="either"), "climb left 2")
    match.do("jump", dice=[4])
    assert [match.game.sentence(event) for _, event in match.log()] == [
        "6 rungs to climb.",
        "north climbs 2.",
        "south jumps: 1.",
        "round over: round 1",
    ]
