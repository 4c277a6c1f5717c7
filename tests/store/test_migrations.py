"""Databases and backups of every published schema: they open, keep every row, and are played on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from landbridge.engine.matches.saves import Header
from landbridge.referee.games import game
from landbridge.store import migrations
from landbridge.store.backups import LEFT_OUT
from server.conftest import start
from server.devices import Server
from store.anywhere import place, use
from store.keep_published import GAMES, play
from store.postgres_server import postgres, postgres_server
from store.schemas import (
    BACKUPS,
    SQL,
    Tables,
    all_rows,
    definitions,
    made_from_row_types,
    nothing,
    read,
    run_script,
    table_names,
)
from store.test_database import collected

__all__ = ["place", "postgres", "postgres_server", "start"]


# Every published schema


def test_every_schema_up_to_this_one_is_kept_or_not_yet_published() -> None:
    """Schema 1 has been published; its club is never lost."""
    assert [file.stem for file in SQL] == [file.stem for file in BACKUPS]
    assert SQL[0].stem == "schema-1"


@pytest.mark.parametrize("file", SQL, ids=lambda file: file.stem)
def test_an_older_database_keeps_every_row(file: Path, place: str) -> None:
    run_script(place, file.read_text())
    before = all_rows(place)
    assert {name for name, rows in before.items() if rows} == set(before)
    use(place, nothing)
    after = all_rows(place)
    assert {"name": "schema", "value": str(migrations.SCHEMA)} in after["meta"]
    for name in sorted(set(before) - {"meta"}):
        same = [{word: row[word] for word in before[name][0]} for row in after[name]]
        assert sorted(map(repr, same)) == sorted(map(repr, before[name])), name
    use(place, nothing)
    assert all_rows(place) == after


@pytest.mark.parametrize("file", SQL, ids=lambda file: file.stem)
def test_an_older_database_ends_with_the_tables_of_a_new_one(
    file: Path, place: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    run_script(place, file.read_text())
    use(place, nothing)
    old = definitions(place)
    for name in table_names(place):
        run_script(place, f"DROP TABLE {name}")
    use(place, nothing)
    assert definitions(place) == old


@pytest.mark.parametrize("file", SQL, ids=lambda file: file.stem)
def test_an_older_database_is_played_on(
    file: Path, place: str, start: Callable[..., Server]
) -> None:
    run_script(place, file.read_text())
    server = start(public=True, limits=False, database=place)
    anna, boris = server.device().logs_in("Anna"), server.device().logs_in("Boris Ä.")
    listed = {one["name"]: one for one in anna.get("/api/matches?mine=1")}
    for name in GAMES:
        match_id = listed[f"Evening of {name}"]["id"]
        header = read(place, "SELECT header FROM origins WHERE match_id = ?", match_id)[0]
        edition = msgspec.json.decode(header["header"], type=Header).edition
        if edition != game(name).edition:
            continue
        seats = anna.get(f"/api/matches/{match_id}")["seats"]
        devices = {role: {"Anna": anna}.get(one["name"], boris) for role, one in seats.items()}
        boris.post(f"/api/matches/{match_id}/rollback/answer", {"agree": False})
        count = "SELECT count(*) AS actions FROM entries WHERE match_id = ?"
        before = read(place, count, match_id)[0]["actions"]
        play(server, match_id, devices, 2)
        assert read(place, count, match_id)[0]["actions"] == before + 2
        assert boris.get(f"/api/matches/{match_id}/notes")["text"] == f"Watch {name} closely."
    one = boris.begins("belorussia", seats={"soviet": "me", "axis": "me"})
    play(server, one, {"soviet": boris, "axis": boris}, 2)


@pytest.mark.parametrize("file", BACKUPS, ids=lambda file: file.stem)
def test_an_older_backup_is_restored_as_its_database_is_opened(
    file: Path, place: str, tmp_path: Path
) -> None:
    lines = file.read_text().splitlines()
    assert use(place, lambda store: store.restore(lines)) == len(lines) - 2
    opened_file = str(tmp_path / "opened.sqlite")
    run_script(opened_file, file.with_suffix(".sql").read_text())
    use(opened_file, nothing)
    assert definitions(place) == definitions_after_opening(place)
    restored, migrated = all_rows(place), all_rows(opened_file)
    for name in sorted(set(migrated) - {kind.table for kind in LEFT_OUT}):
        assert sorted(map(by_name, restored[name])) == sorted(map(by_name, migrated[name])), name
    assert sorted(use(place, collected)) == sorted(use(opened_file, collected))


def by_name(row: dict[str, Any]) -> str:
    return repr(sorted(row.items()))


def definitions_after_opening(place: str) -> Tables:
    use(place, nothing)
    return definitions(place)


# Row types and steps


def test_row_types_and_steps_agree(place: str) -> None:
    """A row type changes together with a new step, never alone."""
    run_script(place, made_from_row_types())
    described = definitions(place)
    for name in table_names(place):
        run_script(place, f"DROP TABLE {name}")
    use(place, nothing)
    assert definitions(place) == described, (
        "A row type differs from the tables: add a step to store/migrations."
    )


def test_the_first_step_is_the_schema_that_was_published(tmp_path: Path) -> None:
    """A step that has been published never changes."""
    place, kept = str(tmp_path / "made.sqlite"), str(tmp_path / "kept.sqlite")
    script = ";\n".join(migrations.STEPS[0].statements)
    run_script(place, script + ";")
    run_script(kept, SQL[0].read_text())
    run_script(kept, "DROP TABLE meta")
    assert definitions(place) == definitions(kept)
