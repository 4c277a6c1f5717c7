"""Every address of the API: what it gives and how it says no."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

import landbridge
from landbridge.games import GAMES, info
from landbridge.referee.coverage import citing_files
from landbridge.server import app
from landbridge.server.lookup.forms import FieldType, shape


def get(client: Any, path: str, status: int = 200) -> Any:
    reply = client.get(path)
    assert reply.status_code == status, reply.text
    assert reply.headers["content-type"] == "application/json"
    return reply.json()


def test_health(client: Any) -> None:
    assert get(client, "/healthz") == {"ok": True, "version": landbridge.__version__}


# Games and questions


def test_games_are_all_there_with_their_counts(client: Any) -> None:
    games = {game["name"]: game for game in get(client, "/api/games")["games"]}
    assert tuple(games) == GAMES
    assert games["belorussia"]["rows"] == 568 + 691
    assert games["belorussia"]["title"] == "The Forgotten Battles"
    assert games["belorussia"]["questions"] == len(info("belorussia").questions)


def test_turns_are_the_games_own(client: Any) -> None:
    games = {game["name"]: game for game in get(client, "/api/games")["games"]}
    turns = games["belorussia"]["turns"]
    assert len(turns) == 63
    assert (turns[0], turns[-1]) == ("1943-09-26", "1944-04-26")


def test_every_question_is_listed_with_a_form(client: Any) -> None:
    listed = get(client, "/api/questions")["questions"]
    names = [f"{game}.{short}" for game in GAMES for short in info(game).questions]
    assert [one["name"] for one in listed] == names
    for one in listed:
        assert one["text"], one["name"]
        assert one["title"], one["name"]
        for field in one["inputs"]:
            assert field["text"], (one["name"], field["name"])
            assert field["shape"]["kind"] != "words" or field["shape"]["words"]


def field(client: Any, question: str, name: str) -> Any:
    listed = get(client, "/api/questions")["questions"]
    found = next(one for one in listed if one["name"] == question)
    return next(item for item in found["inputs"] if item["name"] == name)


def test_a_die_says_what_it_is_thrown_for(client: Any) -> None:
    die = field(client, "belorussia.ground_condition", "die")
    assert die["roll"] == "Ground condition"
    assert die["shape"] == {"kind": "number", "low": 1, "high": 6}
    assert not die["required"]


def test_words_keep_their_order(client: Any) -> None:
    ground = field(client, "belorussia.flight_condition", "ground")
    assert ground["shape"]["words"] == ["dry", "mud", "freeze", "deep_freeze"]
    assert ground["required"]


def test_a_switch_names_its_ruling(client: Any) -> None:
    assert field(client, "belorussia.refit", "half_refit")["ruling"] == "RUL-TFB-43"
    assert field(client, "belorussia.refit", "half_refit")["default"] == "series_rounding"


def test_a_list_says_what_it_is_made_of(client: Any) -> None:
    grounds = field(client, "belorussia.ice", "grounds")
    assert grounds["shape"]["kind"] == "list"
    assert grounds["shape"]["of"]["words"] == ["dry", "mud", "freeze", "deep_freeze"]


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (int, FieldType("number")),
        (int | None, FieldType("number")),
        (bool, FieldType("flag")),
        (str, FieldType("text")),
        (int | str, FieldType("text")),
        (Fraction, FieldType("text")),
        (tuple[int, ...], FieldType("list", of=FieldType("number"))),
    ],
)
def test_any_type_has_a_shape(kind: Any, found: FieldType) -> None:
    assert shape(kind) == found


def test_one_question_can_be_asked_for_alone(client: Any) -> None:
    listed = get(client, "/api/questions")["questions"]
    name = "belorussia.combat_strength"
    assert get(client, f"/api/questions/{name}") == next(
        one for one in listed if one["name"] == name
    )
    assert client.get("/api/questions/belorussia.nothing").status_code == 404


def test_examples_of_questions_can_be_asked(client: Any) -> None:
    listed = get(client, "/api/questions")["questions"]
    for one in listed:
        for example in one["examples"][:1]:
            reply = client.get(f"/api/ask/{one['name']}", params=query(example["given"]))
            assert reply.status_code == 200, (one["name"], example, reply.text)


def query(given: dict[str, Any]) -> dict[str, Any]:
    return {name: str(v).lower() if isinstance(v, bool) else v for name, v in given.items()}


# Answers


def test_an_answer_is_that_of_ask(client: Any) -> None:
    found = get(client, "/api/ask/belorussia.ground_condition?date=1943-10-08&die=2")
    said = landbridge.ask("belorussia.ground_condition", date="1943-10-08", die=2)
    assert found == msgspec.json.decode(msgspec.json.encode(said, enc_hook=str))
    assert found["result"] == "dry"
    assert found["rules"] == ["OCS-17.0a-1", "TFB-1.8-3"]
    assert [one["source"] for one in found["citations"]] == ["series", "booklet"]


def test_without_dice_the_odds_are_exact(client: Any) -> None:
    found = get(client, "/api/ask/belorussia.ground_condition?date=1943-10-08")
    assert found["result"] is None
    chances = {item["result"]: item["chance"] for item in found["odds"]}
    assert chances == {"dry": "1/3", "mud": "2/3"}


@pytest.mark.parametrize(
    "inputs",
    ["grounds=mud&grounds=mud&grounds=mud", "grounds=mud,mud,mud", "grounds=mud&grounds=mud,mud"],
)
def test_lists_are_repeated_or_have_commas(client: Any, inputs: str) -> None:
    found = get(client, f"/api/ask/belorussia.mud_end?{inputs}")
    assert found["inputs"]["grounds"] == ["mud", "mud", "mud"]
    assert found["result"]["ended"] is True


def test_a_question_can_be_asked_by_its_row(client: Any) -> None:
    found = get(client, "/api/ask/TFB-1.8-13?grounds=mud,mud,mud")
    assert found["question"] == "belorussia.mud_end"


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("belorussia.ground_condition", "Still needed: date"),
        ("belorussia.ground_condition?date=1943-10-09", "9 Oct 43 is not a turn"),
        ("belorussia.ground_condition?date=1943-10-08&die=7", "die is 1 to 6, not '7'."),
        ("belorussia.ground_condition?date=1943-10-08&day=2", "There is no input 'day'"),
        ("belorussia.ground_condition?date=1943-10-08&date=1943-10-12", "date is a date"),
        ("belorussia.flight_condition?ground=sand", "dry, mud, freeze or deep_freeze, not 'sand'"),
    ],
)
def test_what_makes_no_sense_is_told(client: Any, path: str, part: str) -> None:
    assert part in get(client, f"/api/ask/{path}", 400)["error"]


@pytest.mark.parametrize("name", ["nothing", "belorussia.nothing", "weather", "TFB-CAL-4"])
def test_an_unknown_question_is_not_found(client: Any, name: str) -> None:
    assert get(client, f"/api/ask/{name}", 404)["error"]


def test_a_no_by_rule_is_an_answer_with_its_rules(client: Any) -> None:
    asked = "/api/ask/belorussia.overrun?terrain=heavy_woods&move=truck"
    found = get(client, asked)
    assert (found["legal"], found["result"]) == (False, None)
    assert found["refused"]
    assert found["rules"] == [one["id"] for one in found["citations"]] != []


def test_fractions_are_text() -> None:
    assert app.json({"cost": Fraction(4, 3)}).body == b'{"cost":"4/3"}'


# Rules


def test_rules_can_be_listed(client: Any) -> None:
    assert len(get(client, "/api/rules")["rows"]) == 1199 + 691
    rows = get(client, "/api/rules?game=arsenal")["rows"]
    assert len(rows) == 63
    assert rows[0]["game"] == "arsenal"
    assert rows[0]["row"]["id"] == "DC-R01"


def test_rules_are_found_by_number_first(client: Any) -> None:
    rows = get(client, "/api/rules?q=TFB-1.8-1")["rows"]
    assert rows[0]["row"]["id"] == "TFB-1.8-1"
    assert {row["row"]["id"] for row in rows[1:]} >= {"TFB-1.8-10", "TFB-1.8-11"}


def test_rules_are_found_by_the_beginnings_of_words(client: Any) -> None:
    rows = get(client, "/api/rules?game=belorussia&q=ice+lake")["rows"]
    assert "TFB-1.8c-6" in [row["row"]["id"] for row in rows]
    every = [row["row"] for row in get(client, "/api/rules?game=belorussia&q=ice")["rows"]]
    assert "TFB-1.8-3" not in [row["id"] for row in every]


def test_words_in_a_title_come_before_words_in_a_text(client: Any) -> None:
    rows = [row["row"] for row in get(client, "/api/rules?q=hedgehog")["rows"]]
    in_title = ["hedgehog" in row["title"].lower() for row in rows]
    assert in_title == sorted(in_title, reverse=True)


def test_nothing_found_is_an_empty_list(client: Any) -> None:
    assert get(client, "/api/rules?q=xyzzy") == {"rows": []}


def test_an_unknown_game_is_told(client: Any) -> None:
    assert "There is no game 'orscha'" in get(client, "/api/rules?game=orscha", 400)["error"]


def test_a_row_comes_with_all_that_hangs_on_it(client: Any) -> None:
    found = get(client, "/api/rules/TFB-1.8c-6")
    assert found["row"]["certainty"] == "depends"
    assert [ruling["id"] for ruling in found["rulings"]] == ["RUL-TFB-44"]
    assert set(found["rulings"][0]["options"]) >= {"chart", "leg_only"}
    assert "weather/ice.py" in found["code"]
    assert found["questions"] == ["belorussia.ice_effects"]


def test_a_row_names_its_cases_and_tables(client: Any) -> None:
    found = get(client, "/api/rules/TFB-1.8-3")
    assert found["tables"] == ["belorussia.weather.ground"]
    assert found["cases"], "no case names it"
    asked = [case for case in found["cases"] if case["ask"]]
    assert len(asked) < len(found["cases"]), "no match plays it"
    assert asked[0]["ask"] == "belorussia.ground_condition"
    assert asked[0]["given"]


def test_a_ruling_can_be_read_by_its_own_id(client: Any) -> None:
    found = get(client, "/api/rules/RUL-TFB-43")
    assert found["row"] is None
    assert found["rulings"][0]["default"] == "series_rounding"


def test_a_rule_of_the_series_is_known_by_number_only(client: Any) -> None:
    number = next(rule for rule in citing_files("belorussia") if rule.startswith("OCS "))
    found = get(client, f"/api/rules/{number}")
    assert found["row"] is None
    assert found["code"]


def test_an_unknown_rule_is_not_found(client: Any) -> None:
    assert "TFB-99" in get(client, "/api/rules/TFB-99", 404)["error"]


# Tables


def test_every_table_is_listed_and_whole(client: Any) -> None:
    listed = get(client, "/api/tables")["tables"]
    names = [f"{game}.{name}" for game in GAMES for name in info(game).tables]
    assert [one["name"] for one in listed] == names
    for name in names:
        sheet = get(client, f"/api/tables/{name}")
        assert sheet["columns"], name
        known = {item["id"] for item in sheet["citations"]}
        for column in sheet["columns"]:
            assert all(cell["rules"] for cell in column["cells"]), name
            assert known >= set(column["rules"])
            if sheet["rows"]:
                assert [cell["label"] for cell in column["cells"]] == sheet["rows"]
            if sheet["kind"] == "dice":
                assert sum(Fraction(item["chance"]) for item in column["odds"]) == 1, name


def test_a_table_has_the_odds_of_its_columns(client: Any) -> None:
    sheet = get(client, "/api/tables/belorussia.weather.ground")
    column = next(one for one in sheet["columns"] if one["name"] == "5-15 Oct")
    assert [cell["label"] for cell in column["cells"]] == ["1-2", "3-6"]
    assert [(item["result"], item["chance"]) for item in column["odds"]] == [
        ("dry", "1/3"),
        ("mud", "2/3"),
    ]
    assert sheet["columns"][0]["automatic"]


def test_odds_follow_the_modifiers(client: Any) -> None:
    name = "belorussia.supply.soviet"
    plain, late = (
        {item["result"]: item["chance"] for item in get(client, path)["columns"][0]["odds"]}
        for path in (f"/api/tables/{name}", f"/api/tables/{name}?shift=-1")
    )
    assert plain != late
    assert plain[15] == "1/12"
    assert late[15] == "1/36"


@pytest.mark.parametrize(("shift", "part"), [("9", "not 9"), ("x", "whole number")])
def test_a_strange_modifier_is_told(client: Any, shift: str, part: str) -> None:
    found = get(client, f"/api/tables/belorussia.supply.soviet?shift={shift}", 400)
    assert part in found["error"]


def test_an_unknown_table_is_not_found(client: Any) -> None:
    found = get(client, "/api/tables/belorussia.weather.grund", 404)
    assert "Did you mean 'belorussia.weather.ground'?" in found["error"]
