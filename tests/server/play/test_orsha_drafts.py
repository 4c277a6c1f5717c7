"""Orsha's map and drafts over the API: what a page draws with, and nobody else's secrets."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from server.devices import Device, Server

FORM = """what,name,ended,states,becomes,more,note
ended,G-23am-I1.1/1,K40,broken,,,
ended,G-23am-I1.1/99,K40,,,,
ended,G-23am-I1.1/3,ZZ99,,,,
appeared,G-23am-I1.1/4,,,half,,
control,K33,russian,,,,
"""


def drafts(home: Device, match: str, role: str = "german", **asked: Any) -> Any:
    return home.post(f"/api/matches/{match}/drafts", {"as": role, "asked": asked})["drafts"]


def say(home: Device, match: str, who: str, *words: str) -> None:
    for text in words:
        home.does(match, text, **{"as": who})


def fought(home: Device, match: str) -> None:
    """Both sides buy, receive and set up: the first battle can be fought."""
    say(home, match, "german", "buy I1", "ready", "receive")
    say(home, match, "russian", "buy I1", "ready", "receive", "ready")
    say(home, match, "german", "wind", "place rest retained", "place rest K30", "ready")
    say(home, match, "russian", "ready")


def reported(home: Device, match: str) -> None:
    """Both sides have reported and agreed; the Perimeters are to be drawn."""
    fought(home, match)
    say(home, match, "german", "ended G-23am-I1.1/1 K40", "ended rest P30", "file")
    say(home, match, "russian", "ended R-23am-I1.1/1 N42", "ended rest P45", "file")
    say(home, match, "german", "agree")
    say(home, match, "russian", "agree")


# The map


def test_the_printed_map_is_served_hex_by_hex(home: Device) -> None:
    board = home.get("/api/games/orsha/board")
    hexes = {one["id"]: one for one in board["hexes"]}
    assert len(hexes) == 1590
    assert board["pointy"]
    assert hexes["K33"]["lvp"] == 1
    assert "bridge" in hexes["K33"]["features"]
    # North is up and west is left: A lies below B, and hex 2 to the right of hex 1.
    assert hexes["A1"]["y"] > hexes["B1"]["y"]
    assert hexes["A2"]["x"] == pytest.approx(hexes["A1"]["x"] + 1)
    assert any("railway" in side["features"] for side in board["sides"])
    slope = next(side for side in board["sides"] if "slope" in side["features"])
    assert slope["lower"] in (slope["a"], slope["b"])


# The drafts


def test_the_chart_has_todays_prices_and_what_is_left(home: Device) -> None:
    match = home.begins("orsha")
    say(home, match, "german", "buy 2x V1 offboard")
    found = drafts(home, match)
    shop = found["shops"]["german"]
    assert (shop["cpp"], shop["cpp"] - shop["spent"]) == (66, shop["left"])
    assert [item["text"] for item in shop["plan"]] == ["V1 offboard", "V1 offboard"]
    rows = {row["id"]: row for row in shop["rows"]}
    assert (rows["V1"]["today"], rows["V1"]["date_max"]) == (2, 2)
    assert "OTO-8.616-1" in rows["V1"]["refused"]["rules"]
    assert rows["I1"]["refused"] is None
    off = next(way for way in rows["I1"]["ways"] if way["entry"] == "offboard")
    assert (off["cpp"], off["rules"]) == (6, ["OTO-CG12a-2"])
    assert {note["letter"] for note in shop["notes"]} >= {"a", "c", "e"}


def test_drafts_show_nobody_elses(home: Device) -> None:
    match = home.begins("orsha")
    say(home, match, "german", "buy V3")
    russian = drafts(home, match, "russian")
    assert list(russian["shops"]) == ["russian"]
    assert "V3" not in {item["text"] for item in russian["shops"]["russian"]["plan"]}
    asked = {"as": "russian", "asked": {"side": ["german"], "form": [FORM]}}
    told = home.post(f"/api/matches/{match}/drafts", asked, 400)
    assert told["error"] == "The drafts of russian show nothing of the German side."
    assert set(drafts(home, match, "referee")["shops"]) == {"german", "russian"}


def test_a_form_is_looked_through_row_by_row(home: Device) -> None:
    match = home.begins("orsha")
    fought(home, match)
    before = home.get(f"/api/matches/{match}")["version"]
    form = drafts(home, match, form=[FORM])["form"]
    problems = {row["number"]: row["problem"] for row in form["rows"]}
    assert (problems[1], problems[4]) == ("", "")
    assert "no piece or line 'Rifle Co. I (I1.1/99, 23 AM)'" in problems[2]
    assert "ZZ99" in problems[3]
    assert form["rows"][0]["do"] == "ended G-23am-I1.1/1 K40 broken"
    assert form["rows"][4]["later"]
    missing = [one["text"] for one in form["missing"]]
    assert not any("G-23am-I1.1/1 " in text for text in missing)
    assert any("G-23am-I1.1/3 " in text for text in missing)
    assert home.get(f"/api/matches/{match}")["version"] == before


def test_a_form_that_is_none_is_told(home: Device) -> None:
    match = home.begins("orsha")
    fought(home, match)
    assert "columns" in drafts(home, match, form=["a,b\n1,2\n"])["form"]["problem"]


def test_a_template_lists_every_piece(home: Device) -> None:
    match = home.begins("orsha")
    fought(home, match)
    text = drafts(home, match)["templates"]["german"]
    assert text.startswith("what,name,")
    assert "ended,G-23am-I1.1/1," in text
    assert "control,K33," in text


def test_a_draft_of_a_perimeter_is_checked(home: Device) -> None:
    match = home.begins("orsha")
    reported(home, match)
    ground = drafts(home, match)["ground"]
    assert ground["drawing"]
    assert ground["lines"]["german"]["proof"] == "proved"
    assert "russian" not in ground["lines"]
    markers = ground["lines"]["german"]["loops"][0]["text"]
    drafted = drafts(home, match, side=["german"], draft=[markers])["ground"]["draft"]
    assert drafted["violations"] == []
    wrong = drafts(home, match, draft=["A41 K40(L39) DD41"])["ground"]["draft"]
    assert wrong["proof"] == "illegal"
    assert "OTO-9.6054-2" in wrong["violations"][0]["rules"]
    unread = drafts(home, match, draft=["A41 nowhere"])["ground"]["draft"]
    assert "nowhere" in unread["problem"]


def test_both_perimeters_then_lie_open(home: Device) -> None:
    match = home.begins("orsha")
    reported(home, match)
    say(home, match, "german", "perimeter")
    say(home, match, "russian", "perimeter")
    ground = drafts(home, match, "russian")["ground"]
    assert not ground["drawing"]
    assert set(ground["areas"]) == {"german", "russian"}
    assert "A1" in ground["areas"]["german"]
    held = set(ground["areas"]["german"]) | set(ground["areas"]["russian"])
    assert held.isdisjoint(ground["no_mans_land"])


def test_drafts_take_only_what_they_know(home: Device) -> None:
    match = home.begins("orsha")
    body = {"as": "german", "asked": {"wishes": ["x"]}}
    assert "not 'wishes'" in home.post(f"/api/matches/{match}/drafts", body, 400)["error"]
    many = {"as": "german", "asked": {"draft": ["A1"] * 2001}}
    assert "2000 words" in home.post(f"/api/matches/{match}/drafts", many, 400)["error"]
    other = home.begins("belorussia")
    assert home.post(f"/api/matches/{other}/drafts", {}) == {"drafts": None}


def test_earlier_drafts_can_be_looked_at(home: Device) -> None:
    match = home.begins("orsha")
    say(home, match, "german", "buy V3", "ready")
    body = {"as": "german", "at": 1}
    then = home.post(f"/api/matches/{match}/drafts", body)["drafts"]
    assert [item["text"] for item in then["shops"]["german"]["plan"]] == ["V3"]
    assert drafts(home, match)["shops"] == {}


def test_a_stranger_sees_no_drafts(club: Server) -> None:
    mine = club.device().enters("Vera")
    match = mine.begins("orsha", seats={"german": "me", "russian": "open"}, private=True)
    stranger = club.device().enters("Otto")
    stranger.post(f"/api/matches/{match}/drafts", {}, 404)
    stranger.post(f"/api/matches/{match}/drafts", {"as": "german"}, 404)


# A whole report


def report_of(*rows: str) -> str:
    return shlex.join(("report", *rows))


def test_a_report_is_refused_with_every_bad_row(home: Device) -> None:
    match = home.begins("orsha", seed="orsha")
    fought(home, match)
    before = home.get(f"/api/matches/{match}?as=german")
    rows = [f"ended G-23am-I1.1/{number} P30" for number in range(1, 19)]
    rows[3], rows[16] = "ended G-23am-I1.1/4 QQ7", "ended G-23am-I1.1/17 exited"
    found = home.does(match, report_of(*rows), 409, **{"as": "german"})
    assert found["refused"] == "2 rows cannot stand, so nothing was entered"
    assert [one["row"] for one in found["violations"]] == [4, 17]
    assert all(one["text"] and one["remedy"] for one in found["violations"][1:])
    assert not found["declarable"]
    assert home.get(f"/api/matches/{match}?as=german") == before
    checked = home.post(f"/api/matches/{match}/check", {"do": report_of(*rows), "as": "german"})
    assert not checked["ok"]
    assert [one["row"] for one in checked["violations"]] == [4, 17]


def test_a_report_is_told_to_its_side_and_taken_back_as_one(home: Device) -> None:
    match = home.begins("orsha", seed="orsha")
    fought(home, match)
    before = home.get(f"/api/matches/{match}?as=german")["view"]
    done = home.does(
        match, report_of("ended G-23am-I1.1/1 K40", "ended rest P30"), **{"as": "german"}
    )
    assert [one["id"] for one in done["events"]] == ["report"]
    assert "K40" not in str(home.get(f"/api/matches/{match}/log?as=russian"))
    home.post(f"/api/matches/{match}/undo", {"as": "german"})
    assert home.get(f"/api/matches/{match}?as=german")["view"] == before


def test_a_report_of_a_thousand_rows_can_be_sent_and_no_more(home: Device) -> None:
    match = home.begins("orsha", seed="orsha")
    fought(home, match)
    long = [
        f"ended G-23am-I1.{at}/1 K40 broken as=2-4-7 in=trench by=R-23am-I1.1/1"
        for at in range(1000)
    ]
    text = report_of(*long)
    assert len(text) > 64 * 1024
    assert len(home.does(match, text, 409, **{"as": "german"})["violations"]) == 1000
    text = report_of(*long, "ended rest P30")
    assert "1 to 1000 rows, not 1001" in home.does(match, text, 400, **{"as": "german"})["error"]
    home.does(match, report_of(*long, *long), 413, **{"as": "german"})


def test_a_form_outside_a_battle_is_refused_with_the_reason(home: Device) -> None:
    match = home.begins("orsha")
    found = drafts(home, match, form=[FORM])["form"]
    assert "entered after a battle" in found["problem"]
    assert found["rows"] == []
