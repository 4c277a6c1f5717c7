"""Matches on one's own server: everything that the page does, over the API."""

from __future__ import annotations

from typing import Any

import pytest

from server.devices import Device

pytestmark = pytest.mark.usefixtures("toys")


def position(home: Device, match_id: str, role: str = "") -> Any:
    return home.get(f"/api/matches/{match_id}{f'?as={role}' if role else ''}")


# Beginning


def test_a_match_begins_with_every_seat_ones_own(home: Device) -> None:
    made = home.post("/api/matches", {"game": "ladder", "name": "  A  try "}, 201)
    assert made["seats"] == {
        "north": {"kind": "me", "name": "You"},
        "south": {"kind": "me", "name": "You"},
    }
    assert (made["name"], made["yours"], made["to_decide"]) == (
        "A try",
        ["north", "south"],
        ["north"],
    )
    assert (made["actions"], made["version"], made["over"], made["private"]) == (0, 1, False, True)
    assert made["updated"].endswith("Z")
    assert home.get("/api/matches") == [made]


def test_whoever_holds_both_seats_looks_as_the_referee(home: Device) -> None:
    assert position(home, home.begins("sealed"))["role"] == "referee"
    against_bot = home.begins(seats={"axis": "bot:random"})
    assert position(home, against_bot)["role"] == "soviet"


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ({}, "game"),
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"game": "ladder", "scenario": "x"}, "There is no scenario 'x'"),
        ({"game": "ladder", "options": {"x": "y"}}, "There is no option 'x'"),
        ({"game": "ladder", "seats": {"east": "me"}}, "There is no role 'east'"),
        ({"game": "ladder", "seats": {"north": "you"}}, "me, open or bot:random"),
        ({"game": "ladder", "seats": {"north": "bot:clever"}}, "There is no bot 'clever'"),
        ({"game": "ladder", "dice": "loaded"}, "dice"),
        ({"game": "ladder", "name": "x" * 81}, "at most 80 letters"),
        ({"game": "ladder", "name": "a\0b"}, "NUL character"),
        ({"game": "ladder", "name": "a\x1bb"}, "letters that can be printed"),
        (
            {"game": "ladder", "seats": {"north": "bot:random"}, "dice": "typed"},
            "A bot throws no dice",
        ),
    ],
)
def test_what_cannot_begin_is_told(home: Device, body: Any, part: str) -> None:
    assert part in home.post("/api/matches", body, 400)["error"]


def test_what_is_no_json_is_told(home: Device) -> None:
    reply = home.client.post("/api/matches", content="{")
    assert (reply.status_code, reply.json()["error"]) == (400, "The request is not JSON.")


def test_a_flood_is_cut_off(home: Device) -> None:
    reply = home.client.post("/api/matches", content=b"x" * 70_000)
    assert reply.status_code == 413


# Playing


def test_actions_and_their_events(home: Device) -> None:
    one = home.begins("ladder")
    done = home.does(one, "climb left 2", version=1)
    assert done["version"] == 2
    assert done["events"][0]["number"] == 1
    assert done["events"][0]["id"] == "climb"
    assert done["events"][0]["rules"] == ["DC-TOY-3"]
    now = position(home, one)
    assert (now["version"], now["actions"], now["to_decide"]) == (2, 1, ["south"])
    log = home.get(f"/api/matches/{one}/log?since=0")
    assert log["events"] == done["events"]
    assert log["actions"] == [
        {
            "number": 1,
            "who": "north",
            "do": "climb left 2",
            "declared": [],
            "dice": [],
            "typed": False,
            "by": "",
            "joined": False,
            "automatic": False,
        }
    ]


def test_a_stale_action_is_told_and_changes_nothing(home: Device) -> None:
    one = home.begins("ladder")
    home.does(one, "rest", version=1)
    told = home.does(one, "rest", 409, version=1)
    assert (told["version"], told["stale"]) == (2, True)
    assert position(home, one)["actions"] == 1


def test_a_refusal_says_which_rule_and_what_is_legal(home: Device) -> None:
    one = home.begins("ladder")
    told = home.does(one, "climb left 9", 409)
    assert told["rules"] == ["DC-TOY-3"]
    assert told["legal"] == "legal: 1 to 4"
    assert home.does(one, "fly", 400)["error"].startswith("There is no action 'fly'")
    assert home.does(one, "rest", 403, **{"as": "east"})["error"].startswith("You are not east")


def test_a_breach_can_be_declared_by_a_referee(home: Device) -> None:
    strict = home.begins("ladder")
    told = home.does(strict, "climb right 1", 409)
    assert told["violations"][0]["text"]
    assert told["declarable"] is False
    assert home.does(strict, "climb right 1", 403, declare=True)
    loose = home.begins("ladder", mode="referee")
    assert home.does(loose, "climb right 1", 409)["declarable"] is True
    assert home.does(loose, "climb left 9", 409)["declarable"] is False
    home.does(loose, "climb right 1", declare=True)
    said = home.get(f"/api/matches/{loose}/log")["actions"][0]
    assert said["declared"]


def test_dice_from_the_table(home: Device) -> None:
    one = home.begins("ladder", dice="typed")
    need = home.does(one, "jump", 400)["need"]
    assert need["dice"] == "1d6"
    assert need["purpose"]
    assert home.does(one, "jump", 400, dice=[7])["error"]
    assert home.does(one, "jump", 400, dice=[3, 3])["error"]
    roll = home.does(one, "jump", dice=[5])["events"][0]["rolls"][0]
    assert roll["faces"] == [5]
    assert {"dice", "purpose", "total", "table", "row", "cell", "modifiers"} <= set(roll)
    said = home.get(f"/api/matches/{one}/log")["actions"][0]
    assert (said["dice"], said["typed"]) == ([[5]], True)
    either = home.begins("ladder", dice="either")
    assert home.does(either, "jump", 400, dice=[])["need"]["dice"] == "1d6"
    home.does(either, "jump")
    assert home.get(f"/api/matches/{either}/log")["actions"][0]["typed"] is False
    seeded = home.begins("ladder")
    home.does(seeded, "rest", dice=[])
    assert "none can be typed in" in home.does(seeded, "rest", 409, dice=[5])["error"]


def test_checking_changes_nothing(home: Device) -> None:
    one = home.begins("ladder")
    path = f"/api/matches/{one}/check"
    assert home.post(path, {"do": "climb left 2"})["ok"] is True
    told = home.post(path, {"do": "climb right 2"})
    assert (told["ok"], len(told["violations"])) == (False, 1)
    assert home.post(path, {"do": "climb left 9"})["rules"] == ["DC-TOY-3"]
    assert not home.post(path, {"do": "fly"})["ok"]
    assert not home.post(path, {"do": "rest", "as": "south"})["ok"]
    assert position(home, one)["version"] == 1


def test_words_are_completed_one_by_one(home: Device) -> None:
    one = home.begins("ladder")
    path = f"/api/matches/{one}/complete?verb=climb"
    assert home.get(path)["slot"]["choices"] == ["left"]
    assert home.get(f"{path}&said=left&as=north")["slot"]["high"] == 4
    assert home.get(f"{path}&said=left&said=2")["slot"] is None
    assert home.get(f"/api/matches/{one}/complete?verb=fly", 400)["error"]
    assert home.get(f"/api/matches/{one}/complete", 400)["error"]


# Taking back


def test_undo_until_luck_was_seen(home: Device) -> None:
    one = home.begins("ladder")
    assert position(home, one)["undoable"] == "Nothing has been done yet."
    home.does(one, "rest")
    assert position(home, one)["undoable"] is True
    assert position(home, one, "south")["undoable"] == "The last action was done by north."
    assert home.post(f"/api/matches/{one}/undo", {"version": 1}, 409)["stale"]
    assert home.post(f"/api/matches/{one}/undo", {"version": 2}) == {"version": 3, "done": True}
    assert position(home, one)["actions"] == 0
    home.does(one, "jump")
    assert "Dice were rolled" in position(home, one)["undoable"]
    assert home.post(f"/api/matches/{one}/undo", {}, 409)["legal"]


def test_on_ones_own_machine_a_rollback_is_done_at_once(home: Device) -> None:
    one = home.begins("sealed", seed="deal")
    hand = position(home, one, "red")["view"]["hand"]
    home.does(one, f"lay {hand[0]}", **{"as": "red"})
    assert home.post(f"/api/matches/{one}/rollback", {"before": 1})["done"] is True
    assert home.post(f"/api/matches/{one}/rollback", {"before": 1}, 400)["error"]
    assert position(home, one)["actions"] == 0
    found = home.get(f"/api/matches/{one}/verify")
    assert (found["ok"], found["findings"]) == (True, [])


def test_exactly_what_was_missed(home: Device) -> None:
    """A reader of an old version learns how much of it is still good."""
    one = home.begins("ladder")
    for text in ("rest", "rest", "rest", "rest"):
        home.does(one, text)
    had = position(home, one)["version"]
    log = home.get(f"/api/matches/{one}/log?since=4&version={had}")
    assert (log["since"], log["events"]) == (4, [])
    for _ in range(3):
        home.post(f"/api/matches/{one}/undo", {})
    home.does(one, "climb left 1")
    home.does(one, "rest")
    log = home.get(f"/api/matches/{one}/log?since=4&version={had}")
    assert log["since"] == 1
    assert [said["do"] for said in log["actions"]] == ["climb left 1", "rest"]
    assert {event["number"] for event in log["events"]} == {2, 3}
    assert home.get(f"/api/matches/{one}/log?since=1&version={log['version']}")["since"] == 1


# Earlier positions, sandboxes, files


def test_earlier_positions(home: Device) -> None:
    one = home.begins("ladder")
    home.does(one, "climb left 2")
    before = home.get(f"/api/matches/{one}/at/0")
    after = home.get(f"/api/matches/{one}/at/1?as=south")
    assert before["view"]["rung"] == {"north": 0, "south": 0}
    assert after["view"]["rung"]["north"] == 2
    assert after["role"] == "south"
    assert "beyond" in home.get(f"/api/matches/{one}/at/9", 400)["error"]


def test_a_sandbox_has_dice_of_its_own(home: Device) -> None:
    one = home.begins("ladder", name="Ours")
    home.does(one, "rest")
    home.does(one, "rest")
    made = home.post(f"/api/matches/{one}/branch", {"at": 1}, 201)
    assert (made["name"], made["actions"]) == ("Sandbox: Ours", 1)
    sandbox = position(home, made["id"])
    assert sandbox["commitment"] != position(home, one)["commitment"]
    home.does(made["id"], "jump")
    assert position(home, one)["actions"] == 2


def test_out_to_a_file_and_in_again(home: Device) -> None:
    one = home.begins("ladder", name="To & fro")
    home.does(one, "jump")
    reply = home.client.get(f"/api/matches/{one}/export")
    assert reply.headers["content-disposition"] == 'attachment; filename="to-fro.lbm"'
    assert '"seed":{' in reply.text
    made = home.client.post("/api/matches/import?name=Back", content=reply.text)
    assert made.status_code == 201
    assert (made.json()["name"], made.json()["actions"]) == ("Back", 1)
    again = home.client.get(f"/api/matches/{made.json()['id']}/export")
    assert again.text == reply.text
    broken = reply.text.replace("jump", "rest")
    assert home.client.post("/api/matches/import", content=broken).status_code == 400
    assert home.client.post("/api/matches/import", content=b"\xff").status_code == 400
    assert home.client.post("/api/matches/import", content="[" * 10_000).status_code == 400


def test_the_seed_is_shown_when_it_is_over(home: Device) -> None:
    one = home.begins("sealed", seed="deal", options={"rounds": "two"})
    assert "seed" not in position(home, one)
    while not position(home, one)["over"]:
        role = position(home, one)["to_decide"][0]
        card = position(home, one, role)["view"]["hand"][0]
        home.does(one, f"lay {card}", **{"as": role})
    now = position(home, one)
    assert now["seed"]["text"] == "deal"
    assert now["outcome"]["reason"] == "all rounds are played"
    assert now["decisions"] == []
    assert home.does(one, "lay 1", 410)["error"] == "The match is over."
    assert home.post(f"/api/matches/{one}/undo", {}, 410)
    assert home.get("/api/matches")[0]["outcome"] == now["outcome"]


# Paper, notes, settings, end


def test_sheets_print_with_nothing_but_their_own_style(home: Device) -> None:
    one = home.begins()
    assert home.get(f"/api/matches/{one}/sheets") == {"sheets": ["ledger", "turn"]}
    reply = home.client.get(f"/api/matches/{one}/sheets/turn")
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "style-src 'sha256-" in policy
    assert "unsafe" not in policy
    assert "There is no sheet 'x'" in home.get(f"/api/matches/{one}/sheets/x", 400)["error"]


def test_notes_are_kept(home: Device) -> None:
    one = home.begins("ladder")
    path = f"/api/matches/{one}/notes"
    assert home.get(path) == {"text": ""}
    home.post(path, {"text": "Watch the left hand.\n"})
    assert home.get(path) == {"text": "Watch the left hand.\n"}


def test_a_match_can_be_renamed_and_deleted(home: Device) -> None:
    one = home.begins("ladder")
    assert home.post(f"/api/matches/{one}/settings", {"name": "New"})["name"] == "New"
    assert position(home, one)["version"] == 2
    home.delete(f"/api/matches/{one}")
    assert home.get(f"/api/matches/{one}", 404)
    assert home.get("/api/matches") == []


def test_what_is_not_there(home: Device) -> None:
    assert home.get("/api/matches/nothing", 404)["error"] == "There is no such match."
    home.post("/api/matches/nothing/actions", {"do": "rest"}, 404)


def test_campaign_odds(home: Device) -> None:
    found = home.get("/api/campaign-odds/belorussia?scenario=campaign-1944")
    assert found["sheet"]["parts"]
    assert found["plots"]
    assert home.get("/api/campaign-odds/belorussia?scenario=x", 400)
    assert home.get("/api/campaign-odds/nothing", 400)


def test_nobody_logs_in_on_ones_own_machine(home: Device) -> None:
    me = home.get("/api/me")
    assert (me["mode"], me["user"]["name"], me["csrf"]) == ("local", "You", "")
    assert home.post("/api/login", {"name": "a", "password": "b"}, 400)
    one = home.begins("ladder")
    assert home.post(f"/api/matches/{one}/invite", {"role": "north"}, 400)
