"""As in my box, over HTTP: what is asked, packs, and a match that is answered beforehand."""

from __future__ import annotations

from server.devices import Device


def test_everything_that_is_asked_and_a_pack_of_answers(home: Device) -> None:
    asked = home.get("/api/games/belorussia/box")["questions"]
    length = next(one for one in asked if one["key"] == "offensive_length")
    assert length["options"][0]["figures"] == {"turns": 8}
    assert length["look"] == "Rulebook 3.3c; the Offensive markers"
    answers = {"offensive_length": {"choice": "eight", "turns": 7}, "first_turn": "as_scenario"}
    pack = home.post("/api/games/belorussia/pack", {"answers": answers})
    assert pack["name"] == "belorussia.toml"
    found = home.post("/api/games/belorussia/box", {"text": pack["text"], "name": "mine.toml"})
    assert found["answers"] == answers
    begun = {
        "game": "belorussia",
        "options": {"box": "yes"},
        "seats": {"soviet": "me", "axis": "me"},
        "box": answers,
    }
    match = home.post("/api/matches", begun, 201)["id"]
    shown = home.get(f"/api/matches/{match}?as=soviet")
    assert {one["key"] for one in shown["view"]["rulings"]["owner"]} == set(answers)
    assert shown["decisions"][0]["prompt"].startswith("What does your box say?")


def test_what_is_wrong_is_named(home: Device) -> None:
    bad = {"text": '[box]\noffensive_length = "long"\n', "name": "mine.toml"}
    refused = home.post("/api/games/belorussia/box", bad, 400)["error"]
    assert "pack mine.toml was not loaded" in refused
    assert "line 2: There is no choice for offensive_length 'long'" in refused
    wrong = {"answers": {"offensive_length": 3}}
    assert "offensive_length is" in home.post("/api/games/belorussia/pack", wrong, 400)["error"]
    assert "asks no owner" in home.get("/api/games/arsenal/box", 404)["error"]
    assert "There is no game" in home.get("/api/games/chess/box", 404)["error"]


def test_answers_beforehand_must_fit_the_match(home: Device) -> None:
    begun = {"game": "belorussia", "box": {"offensive_length": "six"}}
    assert "is not played as in" in home.post("/api/matches", begun, 400)["error"]
    wrong = begun | {"options": {"box": "yes"}, "box": {"offensive_length": "long"}}
    assert "Allowed: eight" in home.post("/api/matches", wrong, 400)["error"]


def test_a_bot_does_not_answer_for_the_owner(home: Device) -> None:
    begun = {
        "game": "belorussia",
        "options": {"box": "yes"},
        "seats": {"soviet": "bot:random", "axis": "me"},
    }
    match = home.post("/api/matches", begun, 201)["id"]
    shown = home.get(f"/api/matches/{match}?as=axis")
    assert shown["decisions"][0]["who"] == "axis"
    answered = {"do": "box start_places=none", "as": "axis"}
    home.post(f"/api/matches/{match}/actions", answered)
    assert home.get(f"/api/matches/{match}?as=axis")["decisions"][0]["offers"][0]["verb"] == "box"
