"""`landbridge admin`: accounts and backups."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from landbridge.cli import main
from server.devices import PASSWORD, Server, quick_passwords

Admin = Callable[..., str]


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "club.sqlite")


@pytest.fixture
def admin(place: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Admin:
    """Run a job; what it printed."""
    quick_passwords(monkeypatch)

    def run(*words: str, status: int = 0, typed: str = PASSWORD, db: str = place) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
        capsys.readouterr()
        assert main(["admin", *words, "--db", db]) == status
        printed = capsys.readouterr()
        return printed.err if status else printed.out

    return run


def test_accounts_from_the_command_line(
    admin: Admin, place: str, start: Callable[..., Server]
) -> None:
    assert admin("users") == "There is no account yet.\n"
    assert admin("add-user", "Anna", "--email", "anna@example.org") == (
        "The account 'Anna' is open.\n"
    )
    assert "is taken" in admin("add-user", "anna", status=2)
    assert "10 to 200 letters" in admin("add-user", "Boris", status=2, typed="short")
    assert "Anna" in admin("users")
    listed = json.loads(admin("users", "--json"))
    assert listed[0]["email"] == "anna@example.org"
    assert listed[0]["confirmed"] == 1
    assert "password" not in listed[0]
    server = start(public=True, registering=False, limits=False, database=place)
    device = server.device().logs_in("Anna")
    admin("set-password", "Anna", typed="another long password")
    assert device.get("/api/me")["user"] is None
    device.logs_in("Anna", "another long password")
    assert admin("disable-user", "anna") == "'Anna' is disabled.\n"
    assert device.get("/api/me")["user"] is None
    assert "disabled" in admin("users")
    device.csrf = device.get("/api/me")["csrf"]
    device.post("/api/login", {"name": "Anna", "password": "another long password"}, 403)
    admin("enable-user", "anna")
    device.logs_in("Anna", "another long password")
    admin("add-user", "Boris")
    boris = server.device().logs_in("Boris")
    one = boris.begins("belorussia", seats={"axis": "me"})
    device.post(f"/api/matches/{one}/seats", {"role": "soviet", "to": "me"})
    alone = device.begins("belorussia", seats={"soviet": "me"})
    assert "nobody else played in them: 1 " in admin("remove-user", "anna")
    assert server.device().get(f"/api/matches/{alone}", 404)
    assert server.device().get(f"/api/matches/{one}")["seats"]["soviet"]["kind"] == "open"
    assert "There is no account 'anna'" in admin("remove-user", "anna", status=2)


def test_what_the_administrator_did_is_noted(admin: Admin) -> None:
    assert admin("audit") == "Nothing has been done yet.\n"
    admin("add-user", "Anna")
    assert admin("make-moderator", "anna") == "'Anna' is a moderator.\n"
    assert "moderator" in admin("users")
    admin("disable-user", "anna", "--why", "asked for it")
    admin("enable-user", "anna")
    assert "no moderator any more" in admin("unmake-moderator", "anna")
    admin("set-password", "anna")
    admin("remove-user", "anna")
    acts = [
        "remove account",
        "set password",
        "unmake moderator",
        "enable account",
        "disable account",
        "make moderator",
        "open account",
    ]
    lines = admin("audit").splitlines()
    assert [next(act for act in acts if act in line) for line in lines] == acts
    assert "landbridge admin" in lines[0]
    assert lines[4].endswith("Anna: asked for it")
    noted = json.loads(admin("audit", "--json"))
    assert [row["number"] for row in noted] == [7, 6, 5, 4, 3, 2, 1]
    assert noted[2]["target"] == "Anna"


def test_backup_and_restore(
    admin: Admin, place: str, tmp_path: Path, start: Callable[..., Server]
) -> None:
    server = start(database=place)
    one = server.device().begins("belorussia")
    server.device().does(one, "partisan B6.03")
    file = tmp_path / "club.backup"
    assert "rows are in" in admin("backup", str(file))
    assert file.stat().st_mode & 0o077 == 0
    assert "is there already" in admin("backup", str(file), status=2)
    assert "cannot be written" in admin("backup", str(tmp_path / "no" / "x"), status=2)
    other = str(tmp_path / "other.sqlite")
    assert "rows have been restored" in admin("restore", str(file), db=other)
    assert "There is something" in admin("restore", str(file), db=other, status=2)
    assert "cannot be read" in admin("restore", str(tmp_path / "x"), db=other, status=2)
    copy = start(database=other).device().get(f"/api/matches/{one}")
    assert copy == server.device().get(f"/api/matches/{one}")


def test_what_makes_no_sense(admin: Admin) -> None:
    assert "There is no job 'x'" in admin("x", status=2)
    assert "landbridge admin backup FILE" in admin("backup", status=2)


def test_help_names_every_job(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "--help"]) == 0
    text = capsys.readouterr().out
    for job in ("users", "add-user NAME", "backup FILE", "restore FILE"):
        assert job in text
