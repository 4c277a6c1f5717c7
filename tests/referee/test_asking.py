"""Finding questions and games by name."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

import landbridge
from landbridge.engine.refusals import BadInput
from landbridge.games import GAMES, info
from landbridge.referee.asking import Citation, ask, citation, question
from landbridge.referee.games import all_games, game, load_match, new_match
from toys.ladder import Jump

toy_referee = pytest.mark.usefixtures("toy_referee")


# Questions


@toy_referee
def test_a_question_by_its_name() -> None:
    assert question("toys.jump") == ("toys.jump", Jump)
    found = ask("toys.jump", breath=4, die=2)
    assert found.result == 1
    assert found.citations == (Citation("DC-TOY-4", "A jump is one die", "house"),)
    assert found.question == "toys.jump"
    assert ask("toys.jump").odds is not None


@toy_referee
def test_a_question_by_the_id_of_a_row() -> None:
    found = ask("DC-TOY-4", breath=4, die=2)
    assert (found.question, found.result) == ("toys.jump", 1)
    assert ask("DC-TOY-8", season="winter").result == 3


@toy_referee
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("toys.jmp", r"There is no question 'toys\.jmp'. Did you mean 'toys\.jump'\?"),
        ("toys.", r"There is no question 'toys\.'"),
        ("jump", r"There is no question 'jump'. Did you mean 'toys\.jump'\?"),
        ("DC-TOY-9", r"DC-TOY-9 is answered by several questions: toys\.toll or toys\.reach"),
        ("DC-TOY-1", r"No question answers DC-TOY-1 by itself\."),
        ("DC-TOY-99", r"There is no question 'DC-TOY-99'. A question is written game\.name"),
        ("", "games: toys"),
    ],
)
def test_names_that_lead_nowhere(name: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        question(name)


@toy_referee
def test_inputs_may_be_python_values() -> None:
    found = ask("toys.everything", day=date(1944, 1, 5), share=Fraction(3, 4), numbers=(1, 2))
    assert found.result == Fraction(3, 4)
    assert found.inputs["day"] == "1944-01-05"
    assert found.inputs["share"] == "3/4"
    assert found.inputs["class"] == "summer"
    with pytest.raises(BadInput, match="number is a whole number, not '1/2'"):
        ask("toys.everything", number=Fraction(1, 2))
    with pytest.raises(BadInput, match="number is a whole number"):
        ask("toys.everything", number=object())


@toy_referee
@pytest.mark.parametrize(
    ("rule", "title", "source"),
    [
        ("DC-TOY-5", "A fall", "house"),
        ("RUL-DC-TOY-1", "How far one falls", "house"),
        ("OCS 9.8", "", "series"),
    ],
)
def test_a_citation_says_what_it_is(rule: str, title: str, source: Any) -> None:
    assert citation("toys", rule) == Citation(rule, title, source)


def test_real_questions_answer_from_the_top() -> None:
    found = landbridge.ask("belorussia.ground_condition", date="1943-10-08", die=2)
    assert found.result == "dry"
    assert [cited.id for cited in found.citations] == list(found.rules)
    assert landbridge.ask("belorussia.flight_condition", ground="mud", dice=8).result == "limited"
    flights = landbridge.ask("belorussia.weather", date="1944-01-05", die=5).odds
    assert {item.result.flight: item.chance for item in flights} == {
        "full": "1/6",
        "limited": "5/9",
        "none": "5/18",
    }
    assert landbridge.ask("belorussia.weather", date="1944-01-05", die=6).result.flight == "none"


# Games


def test_every_game_can_be_begun() -> None:
    assert [one.name for one in all_games()] == list(GAMES)
    for one in all_games():
        assert game(one.name) is one
        match = landbridge.new(one.name, seed=1)
        assert match.decisions()
        assert load_match(match.save()).state == match.state


def test_an_unknown_game() -> None:
    with pytest.raises(BadInput, match=r"There is no game 'orscha'. Did you mean 'orsha'\?"):
        info("orscha")
    with pytest.raises(BadInput, match="There is no game 'chess'"):
        new_match("chess")


def test_a_die_that_no_result_turns_on_is_named() -> None:
    given = {"attacker_ar": 3, "defender_ar": 3, "odds": "3:1", "terrain": "open", "shift": 4}
    nobody_surprised = ask("belorussia.combat", **given, surprise=7)
    assert nobody_surprised.odds
    assert nobody_surprised.notes == ("shift was not needed: nothing throws it here",)
    assert ask("belorussia.combat", **given).notes == ()
