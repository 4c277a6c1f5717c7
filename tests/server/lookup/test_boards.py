"""What a client draws: the map of a game, a position in its words, odds before committing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.points import POINTS
from server.devices import Device


@pytest.fixture
def war(home: Device) -> str:
    """The tutorial, where the Axis may move; with this seed no Soviet aircraft are left."""
    match = home.begins("arsenal", scenario="tutorial", seed="b1")
    for action in ("done", "done"):
        home.does(match, action)
    return match


def test_the_map_is_whole(home: Device) -> None:
    atlas = home.get("/api/games/arsenal/board")
    assert [point["id"] for point in atlas["points"]] == [point.id for point in POINTS]
    assert [unit["id"] for unit in atlas["units"]] == [unit.id for unit in UNITS]
    known = {point["id"] for point in atlas["points"]}
    assert all({line["a"], line["b"]} <= known for line in atlas["lines"])
    smolensk = next(point for point in atlas["points"] if point["id"] == "SMO")
    assert (smolensk["lat"], smolensk["lon"], smolensk["vp"]) == (5478, 3205, 1)
    panzer = next(unit for unit in atlas["units"] if unit["id"] == "XXIV")
    assert (panzer["arm"], panzer["firepower"], panzer["rank"]) == ("armour", 2, "major")


@pytest.mark.parametrize("name", ["ladder", "chess"])
def test_a_game_without_a_board_says_so(home: Device, name: str) -> None:
    assert f"'{name}'" in home.get(f"/api/games/{name}/board", 404)["error"]


def test_other_games_are_drawn_from_their_view(home: Device) -> None:
    assert home.get(f"/api/matches/{home.begins()}")["board"] is None


def test_a_position_in_words(home: Device, war: str) -> None:
    board = home.get(f"/api/matches/{war}")["board"]
    assert (board["month"], board["turn"], board["last"]) == ("1941-06", 1, 4)
    assert (board["phase"], board["side"]) == ("Operations", "axis")
    assert board["control"]["MIN"] == "soviet"
    assert "KIE" not in board["control"]
    stands = {unit["id"]: unit for unit in board["units"]}
    assert stands["XXIV"] == {"id": "XXIV", "side": "axis", "at": "WAR"}
    assert stands["4CC"]["at"] == "Siberia"
    assert board["goal"].startswith("Axis: Smolensk")
    assert {plant["at"] for plant in board["plants"] if plant["state"] == "at work"} >= {"MOS"}


def test_an_order_to_attack_is_drawn_and_can_be_looked_back_at(home: Device, war: str) -> None:
    home.does(war, "move XXIV WAR BRE")
    board = home.get(f"/api/matches/{war}")["board"]
    assert next(u for u in board["units"] if u["id"] == "XXIV")["aim"] == "BRE"
    before = home.get(f"/api/matches/{war}/at/3")["board"]
    assert "aim" not in next(u for u in before["units"] if u["id"] == "XXIV")


def _odds(home: Device, war: str, action: str) -> Any:
    return home.get(f"/api/matches/{war}/odds", params={"do": action, "as": "axis"})["odds"]


def _verbs(home: Device, match: str) -> list[str]:
    who = home.get(f"/api/matches/{match}")["to_decide"][0]
    decisions = home.get(f"/api/matches/{match}?as={who}")["decisions"]
    return [offer["verb"] for decision in decisions for offer in decision["offers"]]


def _taken(chances: Any) -> Fraction:
    return sum(
        (Fraction(one["chance"]) for one in chances if "taken" in one["result"]), Fraction(0)
    )


def test_odds_before_committing(home: Device, war: str) -> None:
    alone = _odds(home, war, "move XXIV WAR BRE")
    assert sum(Fraction(one["chance"]) for one in alone["chances"]) == 1
    assert alone["title"] == "If you then fight for Brest-Litovsk"
    # The whole battle is counted, and the choice that the other side has is named.
    assert alone["reply"]["text"] == "They may withdraw after the first round: then it is yours."
    assert 0 < alone["reply"]["chance"]["share"] < 1
    for chances in (alone["chances"], alone["reply"]["chances"]):
        assert sum(Fraction(one["chance"]) for one in chances) == 1
    assert _taken(alone["chances"]) < _taken(alone["reply"]["chances"])
    home.does(war, "move XII WAR BRE")
    both = _odds(home, war, "move XXIV WAR BRE")
    assert _taken(alone["chances"]) < _taken(both["chances"])
    home.does(war, "move XXIV WAR BRE")
    attack = _odds(home, war, "attack BRE")
    assert attack["chances"] == both["chances"]
    assert attack["rules"] == ["DC-R57", "RUL-DC-33"]
    flown = _odds(home, war, "attack BRE 1")
    assert flown["notes"] != attack["notes"]


def test_odds_of_several_moves_in_a_row(home: Device, war: str) -> None:
    moves = [f"move {unit} WAR BRE" for unit in ("XII", "XLIII", "XXIV")]
    asked = {"do": moves, "as": "axis"}
    ahead = home.get(f"/api/matches/{war}/odds", params=asked)["odds"]
    assert home.get(f"/api/matches/{war}")["actions"] == 3
    for move in moves:
        home.does(war, move)
    assert ahead["chances"] == _odds(home, war, "attack BRE")["chances"]
    home.does(war, "move VII WAR BIA")
    fight = {"do": ["attack BRE", "attack BIA"], "as": "axis"}
    assert "Dice needed" in home.get(f"/api/matches/{war}/odds", 400, params=fight)["error"]


def test_odds_are_those_of_the_resolver(home: Device) -> None:
    """Of many such attacks, about as many succeed as the odds say."""
    taken = 0
    odds: Any = None
    for seed in range(40):
        match = home.begins("arsenal", scenario="tutorial", seed=f"o{seed}")
        for action in ("done", "done", "move XII WAR BRE", "move XXIV WAR BRE"):
            home.does(match, action)
        odds = _odds(home, match, "attack BRE")
        events = home.does(match, "attack BRE")["events"]
        while found := {"press", "stand", "intercept"} & set(_verbs(home, match)):
            # Nobody withdraws or sends aircraft.
            does = "done" if "intercept" in found else found.pop()
            events += home.does(match, does)["events"]
        taken += any(one["id"] == "taken" for one in events)
    chance = sum(float(one["share"]) for one in odds["chances"] if "taken" in one["result"])
    assert abs(taken / 40 - chance) < 0.3


def test_no_odds_where_no_dice_decide(home: Device, war: str) -> None:
    assert _odds(home, war, "done") is None


def test_odds_of_what_is_refused_are_refused(home: Device, war: str) -> None:
    asked = {"do": "move XXIV WAR SMO", "as": "axis"}
    told = home.get(f"/api/matches/{war}/odds", 409, params=asked)
    assert told["rules"] == ["RUL-DC-35"]
    assert "No line leads" in told["error"]
    home.get(f"/api/matches/{war}/odds", 400)


def test_a_unit_that_cannot_act_says_why(home: Device, war: str) -> None:
    home.does(war, "move XII WAR BRE")
    asked = {"word": ["XII", "FK-II", "VII", "nobody"], "as": "axis"}
    reasons = home.get(f"/api/matches/{war}/why", params=asked)["reasons"]
    assert set(reasons) == {"XII", "FK-II"}
    assert "is committed against Brest-Litovsk" in reasons["XII"]["text"]
    assert reasons["XII"]["rules"] == ["RUL-DC-33"]
    assert "it never marches" in reasons["FK-II"]["text"]
    home.get(f"/api/matches/{war}/why", 400)
    # Where a unit may go says what the line still carries, and what is barred says its rule.
    slot = home.get(
        f"/api/matches/{war}/complete",
        params={"verb": "move", "said": ["XXIV", "WAR"], "as": "axis"},
    )["slot"]
    ends = {one["word"]: one for one in slot["choices"]}
    assert ends["BRE"]["cost"] == "5 more, 3 armour"
    assert all("refused" not in one or one["rules"] for one in slot["choices"])
    # It can be taken out of the battle again, and its line is as free as before.
    home.does(war, "recall XII")
    board = home.get(f"/api/matches/{war}")["board"]
    assert "aim" not in next(unit for unit in board["units"] if unit["id"] == "XII")
    assert "no point" in home.does(war, "recall XII", 409)["error"]


def test_an_empty_phase_passes_and_is_taken_back_with_what_led_there(home: Device) -> None:
    match = home.begins("arsenal", scenario="tutorial", seed="b1")
    done = home.does(match, "done")
    assert [one["id"] for one in done["events"] if one["id"] in ("passed", "rr_ends")] == [
        "passed",
        "rr_ends",
    ]
    log = home.get(f"/api/matches/{match}/log?since=0")["actions"]
    assert [(one["who"], one["joined"], one["automatic"]) for one in log] == [
        ("soviet", False, False),
        ("axis", True, True),
    ]
    assert home.get(f"/api/matches/{match}?as=axis")["board"]["phase"] == "Strategic movement"
    # Whoever likes to end every phase alone says so, for all matches.
    assert home.get("/api/me/preferences") == {"passes": True}
    assert home.post("/api/me/preferences", {"passes": False}) == {"passes": False}
    other = home.begins("arsenal", scenario="tutorial", seed="b1")
    home.does(other, "done")
    assert home.get(f"/api/matches/{other}?as=axis")["board"]["phase"].startswith("Replacements")
    assert home.get(f"/api/matches/{other}")["actions"] == 1


def test_a_refusal_names_what_is_offered_and_not_what_is_typed(home: Device, war: str) -> None:
    refused = home.does(war, "press", 409, **{"as": "axis"})
    assert "End operations" in refused["legal"]
    assert "done" not in refused["legal"]
