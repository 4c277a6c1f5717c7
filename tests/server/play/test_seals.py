"""Histories that were forged: what a server, a head and a file can tell."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.cli import main
from landbridge.engine.matches.heads import head_of
from landbridge.engine.matches.saves import Save, from_text, seal, to_text
from landbridge.server.play.seals import KEY
from server.devices import PASSWORD, Device, Server
from server.processes import Process

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def anna(club: Server) -> Device:
    return club.device().enters("Anna")


@pytest.fixture
def match(anna: Device) -> str:
    """A match with a rollback that threw luck away."""
    one = anna.begins("ladder", seats={"north": "me", "south": "me"})
    anna.does(one, "rest")
    anna.does(one, "jump")
    anna.post(f"/api/matches/{one}/rollback", {"before": 2})
    anna.does(one, "rest")
    return one


def asked(device: Device, text: str, **query: str) -> Any:
    headers = {"X-CSRF-Token": device.csrf}
    reply = device.client.post("/api/verify", content=text, headers=headers, params=query)
    assert reply.status_code == 200, reply.text
    return reply.json()


def forged(text: str, **footer: Any) -> str:
    """A file with another ending and a hash chain that fits it; the seal stays where it was."""
    save = from_text(text)
    last = {
        "next_serial": save.footer.next_serial,
        "taken_back": save.footer.taken_back,
        "state": save.footer.state,
    } | footer
    made = seal(save.header, save.records, **last)
    return to_text(Save(made.header, made.records, replace(made.footer, sealed=save.footer.sealed)))


def unsealed(text: str) -> str:
    save = from_text(text)
    return to_text(Save(save.header, save.records, replace(save.footer, sealed=None)))


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """What the shell printed, whatever its lines."""
    return " ".join(capsys.readouterr().out.split())


FORGERIES: list[Callable[[str], str]] = [
    lambda text: forged(text, taken_back=()),
    lambda text: forged(text, next_serial=from_text(text).footer.next_serial + 5),
]


def test_what_a_server_gave_out_it_knows_again(anna: Device, match: str) -> None:
    text = anna.get(f"/api/matches/{match}/export")
    found = asked(anna, text)
    assert (found["ok"], found["vouched"], found["seal"], found["history"]) == (
        True,
        True,
        "good",
        "same",
    )
    assert found["head"] == head_of(from_text(text)) == anna.get(f"/api/matches/{match}")["head"]
    assert found["text"] == "It is exactly the history that this server keeps."
    anna.does(match, "rest")
    later = asked(anna, text)
    assert (later["vouched"], later["history"]) == (True, "earlier")
    anna.post(f"/api/matches/{match}/rollback", {"before": 1})
    assert asked(anna, text)["text"].endswith("what came last has been taken back since then.")


@pytest.mark.parametrize("forge", FORGERIES)
def test_a_forged_history_fits_itself_but_not_its_seal(
    anna: Device, match: str, forge: Callable[[str], str]
) -> None:
    text = anna.get(f"/api/matches/{match}/export")
    lie = forge(text)
    found = asked(anna, lie)
    assert found["findings"] == []
    assert (found["ok"], found["vouched"], found["seal"]) == (False, False, "broken")
    assert "changed after this server gave it out" in found["text"]
    assert found["head"] != anna.get(f"/api/matches/{match}")["head"]


@pytest.mark.parametrize("forge", FORGERIES)
def test_a_forger_who_breaks_the_seal_off_is_not_believed(
    anna: Device, match: str, forge: Callable[[str], str]
) -> None:
    lie = unsealed(forge(anna.get(f"/api/matches/{match}/export")))
    found = asked(anna, lie)
    assert (found["vouched"], found["seal"]) == (False, "none")
    found = asked(anna, lie, match=match)
    assert (found["ok"], found["history"]) == (False, "different")


def test_an_earlier_file_without_seal_is_not_vouched_for(anna: Device, match: str) -> None:
    lie = unsealed(forged(anna.get(f"/api/matches/{match}/export"), taken_back=()))
    anna.does(match, "rest")
    found = asked(anna, lie, match=match)
    assert (found["vouched"], found["history"]) == (False, "earlier")
    assert "without a seal nobody can say" in found["text"]


def test_another_server_does_not_know_the_seal(start: Any, anna: Device, match: str) -> None:
    text = anna.get(f"/api/matches/{match}/export")
    other = start(public=True, limits=False).device().enters("Carl")
    found = asked(other, text)
    assert (found["seal"], found["vouched"]) == ("foreign", False)
    assert found["text"] == "Another server sealed it; ask that one."


def test_what_is_no_match_is_no_history(anna: Device) -> None:
    found = asked(anna, "nonsense")
    assert (found["ok"], found["vouched"]) == (False, False)
    assert found["findings"] == ["this is not a Landbridge match"]


def test_a_seal_says_nothing_of_a_private_match_to_strangers(club: Server, anna: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me", "south": "me"}, private=True)
    text = anna.get(f"/api/matches/{one}/export")
    carl = club.device().enters("Carl")
    found = asked(carl, text)
    assert (found["seal"], found["history"]) == ("good", "unknown")


def test_the_key_is_made_once_and_goes_with_the_backup(club: Server) -> None:
    async def work() -> tuple[bytes, bytes, list[str]]:
        keys = club.context.store.keys
        first, again = await keys.key(KEY), await keys.key(KEY)
        return first, again, [line async for line in club.context.store.backup()]

    first, again, lines = club.run(work)
    assert first == again
    assert len(first) == 32
    assert any(first.hex() in line for line in lines)


def test_both_players_see_the_same_head(club: Server) -> None:
    """As long as they hide something, it stands for what is open, and moves only with that."""
    red, blue = club.device().enters("Anna"), club.device().enters("Boris")
    one = red.begins("sealed", seats={"red": "me"}, options={"rounds": "two"})
    blue.post(f"/api/matches/{one}/seats", {"role": "blue", "to": "me"})
    heads = []
    for _ in range(2):
        for device in (red, blue):
            heads.append(red.get(f"/api/matches/{one}")["head"])
            assert heads[-1] == blue.get(f"/api/matches/{one}")["head"]
            card = device.get(f"/api/matches/{one}")["view"]["hand"][0]
            device.does(one, f"lay {card}")
    assert len(set(heads)) == 4
    last = blue.get(f"/api/matches/{one}")["head"]
    assert last == head_of(from_text(red.get(f"/api/matches/{one}/export")))


def test_a_verdict_says_what_is_proved_and_what_not(club: Server, anna: Device) -> None:
    one = anna.begins("ladder", seats={"north": "me"})
    found = anna.get(f"/api/matches/{one}/verify")
    assert found["ok"]
    assert any("could be done under the rules" in text for text in found["proved"])
    assert found["unproved"][0].startswith("The dice: the seed is not shown yet")
    assert found["unproved"][-1].startswith("That this is the whole history")


# The shell asks a real server


def test_the_shell_asks_the_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("m.lbm")
    with Process("--public", LANDBRIDGE_DB=str(tmp_path / "db.sqlite")) as server:
        csrf = server.get("/api/me")["csrf"]
        account = {"name": "Anna", "password": PASSWORD}
        me = server.post("/api/register", account, 201, **{"X-CSRF-Token": csrf})
        token = {"X-CSRF-Token": me["csrf"]}
        wanted = {"game": "arsenal", "seats": {"axis": "me", "soviet": "me"}}
        one = server.post("/api/matches", wanted, 201, **token)["id"]
        text = server.client.get(f"/api/matches/{one}/export").text
        file.write_text(text)
        assert main(["verify", "m.lbm", "--server", server.address]) == 0
        assert "exactly the history that this server keeps" in said(capsys)
        file.write_text(FORGERIES[1](text))
        assert main(["verify", "m.lbm"]) == 0
        assert main(["verify", "m.lbm", "--server", server.address]) == 1
        assert "changed after this server gave it out" in said(capsys)
        file.write_text(unsealed(text))
        assert main(["verify", "m.lbm", "--server", server.address]) == 0
        assert "It carries no seal" in said(capsys)
        found = ["verify", "m.lbm", "--server", server.address, "--match", one]
        assert main(found) == 0
        assert "exactly the history" in said(capsys)
    assert main(["verify", "m.lbm", "--server", "nowhere"]) == 2
    assert "--server is an address such as" in capsys.readouterr().err
    assert main(["verify", "m.lbm", "--server", server.address]) == 2
    assert "does not answer as a Landbridge server does" in capsys.readouterr().err


def test_the_shell_compares_heads(
    anna: Device,
    match: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    text, head = (
        anna.get(f"/api/matches/{match}/export"),
        anna.get(f"/api/matches/{match}")["head"],
    )
    Path("m.lbm").write_text(text)
    assert main(["verify", "m.lbm", "--head", head]) == 0
    out = capsys.readouterr().out
    assert f"Head: {head}" in out
    assert "Not proved:" in out
    assert "That this is the whole history" in out
    for forge in FORGERIES:
        Path("m.lbm").write_text(unsealed(forge(text)))
        assert main(["verify", "m.lbm"]) == 0
        assert main(["verify", "m.lbm", "--head", head]) == 1
        assert "another history than the one you compare with" in said(capsys)
    assert "taken back" in out.lower()
