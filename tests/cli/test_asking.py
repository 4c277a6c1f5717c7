"""`landbridge ask`."""

from __future__ import annotations

import json
import shlex
from datetime import date
from fractions import Fraction
from typing import Annotated, Literal

import pytest
from msgspec import Meta

from landbridge.cli.asking import _example, _typed, describe
from landbridge.engine.rules.ask import Chances, Question, inputs_of
from landbridge.games import GAMES
from landbridge.referee.asking import CitedAnswer, questions
from landbridge.referee.cases import cases


def test_alone_it_lists_every_question(run) -> None:
    listed = run("ask")
    assert listed.status == 0
    for game in filter(questions, GAMES):
        for short in questions(game):
            assert f"  {game}.{short} " in listed.out
    assert "The flight condition over a ground condition" in listed.out


def test_the_list_as_json(run) -> None:
    names = {item["name"]: item["text"] for item in run("ask", "--json").json}
    assert len(names) == sum(len(questions(game)) for game in GAMES)
    assert all(names.values())


def test_the_list_of_a_game_and_of_what_speaks_of_a_word(run) -> None:
    names = {item["name"] for item in run("ask", "orsha", "--json").json}
    assert names == {f"orsha.{short}" for short in questions("orsha")}
    found = {item["name"] for item in run("ask", "--about", "Retreat", "--json").json}
    assert {"belorussia.retreat", "belorussia.retreat_from"} <= found
    assert "belorussia.ice" not in found
    assert "belorussia.retreat_from" in run("ask", "belorussia", "--about", "retreat").out
    nothing = run("ask", "orsha", "--about", "tram")
    assert nothing.status == 2
    assert "No question of orsha speaks of 'tram'" in nothing.err


def test_an_answer_has_result_cell_rule_and_provenance(run) -> None:
    found = run("ask", "belorussia.flight_condition", "ground=mud", "dice=8")
    assert found.status == 0
    assert "\n  limited\n" in found.out
    assert "Flight condition: 2d6 = 8; row 7-9, column mud: limited" in found.out
    assert "TFB-1.8-15  booklet  Flight in Mud" in found.out


def test_an_answer_as_json(run) -> None:
    found = run("ask", "belorussia.flight_condition", "ground=mud", "--json", "dice=8").json
    assert found["result"] == "limited"
    assert found["rules"] == ["TFB-1.8-15"]
    assert found["citations"][0]["source"] == "booklet"
    assert found["rolls"][0]["row"] == "7-9"


def test_without_dice_it_counts(run) -> None:
    found = run("ask", "belorussia.weather", "date=1943-10-08")
    assert "5/108    4.63%  dry     limited" in found.out
    odds = run("ask", "belorussia.weather", "date=1943-10-08", "--json").json["odds"]
    assert sum(Fraction(item["chance"]) for item in odds) == 1


def test_reasons_are_shown_with_their_rules(run) -> None:
    found = run("ask", "belorussia.ground_effects", "ground=deep_freeze")
    assert "- no breakouts [TFB-DF-4]" in found.out
    assert "breakouts:    no" in found.out
    assert "OCS-2.4-4   series" in found.out


def test_a_list_is_written_with_commas_or_as_json(run) -> None:
    commas = run("ask", "belorussia.mud_end", "grounds=mud,mud,mud")
    json = run("ask", "belorussia.mud_end", 'grounds=["mud", "mud", "mud"]')
    assert commas.status == json.status == 0
    assert commas.out == json.out


def test_dice_that_were_not_needed_are_noted(run) -> None:
    found = run("ask", "belorussia.ground_condition", "date=1943-12-08", "die=3")
    assert "die was not needed" in found.out
    assert "freeze without a roll" in found.out


def test_a_row_stands_for_its_question(run) -> None:
    found = run("ask", "TFB-1.8-15", "ground=mud", "dice=8")
    assert found.out.startswith("belorussia.flight_condition ")


def test_the_help_of_a_question(run) -> None:
    found = run("ask", "belorussia.refit", "--help")
    assert found.status == 0
    for name in ("ground", "base", "flight", "half_refit"):
        assert f"\n  {name}" in found.out
    assert "dry, mud, freeze or deep_freeze" in found.out
    assert "series_rounding" in found.out
    assert "TFB-EDGE-26" in found.out
    explained = run("ask", "belorussia.refit", "--help", "--json").json
    assert [item["name"] for item in explained["inputs"]][:2] == ["ground", "base"]


WITH_CASES = {
    f"{game}.{placed.case.ask}": None
    for game in GAMES
    for placed in cases(game)
    if placed.case.ask and not placed.case.refused
}


@pytest.mark.parametrize("name", WITH_CASES)
def test_the_example_of_every_question_works(run, name: str) -> None:
    explained = run("ask", name, "--help")
    assert explained.status == 0
    example = explained.out.partition("\nExample:\n")[2].replace("\\\n", "")
    words = shlex.split(example)
    assert words[:3] == ["landbridge", "ask", name]
    found = run(*words[1:])
    assert found.status == 0, found.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["belorussia.wether"], "Did you mean 'belorussia.weather'?"),
        (["weather"], "Did you mean 'belorussia.weather'?"),
        (["nowhere.weather"], "A question is written game.name"),
        (["belorussia.weather"], "Still needed: date (a date such as 1943-10-08)"),
        (["belorussia.weather", "date=1943-10-09"], "the turns beside it are"),
        (["belorussia.weather", "date=never"], "date is a date such as 1943-10-08, not 'never'"),
        (["belorussia.weather", "day=1943-10-08"], "There is no input 'day'"),
        (["belorussia.weather", "1943-10-08"], "written name=value, not '1943-10-08'"),
        (["belorussia.weather", "=3"], "written name=value"),
        (["belorussia.weather", "die=1", "die=2"], "die is given twice"),
        (["belorussia.weather", "date=1943-10-08", "die=7"], "die is 1 to 6, not '7'"),
        (["belorussia.mud_end", "grounds=[mud"], "grounds is not readable as JSON"),
        (["belorussia.weather", "--jsn"], "There is no option '--jsn'. Did you mean '--json'?"),
    ],
)
def test_a_bad_question_says_what_is_allowed(run, words: list[str], says: str) -> None:
    refused = run("ask", *words)
    assert refused.status == 2
    assert says in refused.err
    assert refused.out == ""


NO_BY_RULE = ["ask", "belorussia.river_flotilla_move", "act=to_move_mode", "ice=true"]


def test_a_no_by_rule_is_an_answer(run) -> None:
    found = run(*NO_BY_RULE)
    assert (found.status, found.err) == (0, "")
    assert "not legal: there is Ice on the rivers" in found.out
    assert "legal: wait until the Ice is gone" in found.out
    assert "TFB-2.4i-4" in found.out


def test_a_no_by_rule_has_its_reason_and_rules_in_json(run) -> None:
    found = run(*NO_BY_RULE, "--json")
    said = json.loads(found.out)
    assert (found.status, said["legal"], said["result"]) == (0, False, False)
    assert said["refused"].startswith("there is Ice")
    assert said["rules"] == ["TFB-2.4i-4", "TFB-1.8c-7"]


def test_a_plan_that_is_not_legal_has_its_faults_without_numbers_of_rows(run) -> None:
    found = run("ask", "orsha.recon_locations", "chosen=K30", "number=0", "russian_held=K40")
    assert "not legal: 1 Location chosen; K30 is more than 7 hexes" in found.out
    assert "row" not in found.out.split("Rules")[0]
    assert found.out.count("choose a nearer Location") == 1


def test_a_reason_is_told_once(run) -> None:
    found = run("ask", "orsha.victory", "date=24pm", "lvp=5", "german_cpp=10")
    assert found.out.count("5 LVP Controlled") == 1
    assert "scenario: winner german, counted 5, needed 7" in found.out
    assert "total 15" in found.out


def test_what_is_refused_has_no_result_to_write(run) -> None:
    found = run("ask", "belorussia.overrun", "terrain=heavy_woods", "move=truck", "--raw")
    assert (found.status, found.out) == (1, "")
    assert "no result: " in found.err


class Odd(Question, frozen=True, kw_only=True):
    """A question of every kind of input."""

    day: date
    side: Literal["soviet", "axis"]
    units: tuple[int, ...]
    word: str
    number: int
    sure: bool
    limited: Annotated[int, Meta(ge=2, le=9)]
    spare: int = 3


def test_an_example_without_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("landbridge.referee.cases.cases", lambda game: iter(()))
    assert _example("belorussia.odd", inputs_of(Odd)) == (
        " day=1943-10-08 side=soviet units=1 word=... number=1 sure=true limited=2"
    )


@pytest.mark.parametrize(
    ("value", "typed"),
    [
        (True, "x=true"),
        (["a", "b"], "x=a,b"),
        ([{"a": 1}], """'x=[{"a":1}]'"""),
        ({"a": 1}, """'x={"a":1}'"""),
        ("two words", "'x=two words'"),
        (date(1943, 10, 8), "x=1943-10-08"),
    ],
)
def test_inputs_as_they_are_typed(value: object, typed: str) -> None:
    assert _typed("x", value) == typed


def test_flags_and_means_are_shown() -> None:
    numbers = (Chances(1, "1/2", 0.5), Chances(4, "1/2", 0.5))
    found = CitedAnswer(question="x.y", inputs={"sure": True, "list": [1, 2]}, odds=numbers)
    text = "\n".join(describe(found))
    assert text.startswith("x.y sure=true list=1,2\n")
    assert text.endswith("  mean 5/2 = 2.500")
