"""Databases and backups of every published schema: they open, keep every row, and are played on."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

from landbridge.engine.matches.saves import Header
from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.referee.games import game
from landbridge.store import migrations
from landbridge.store.backups import LEFT_OUT
from landbridge.store.database import Change, StoreFailed
from landbridge.store.migrations.step import Migration
from landbridge.store.rows import ROWS, Row
from landbridge.store.schema import columns
from landbridge.store.store import Store, opened
from server.conftest import start
from server.devices import Server
from store.anywhere import place, use, user
from store.keep_published import GAMES, play
from store.postgres_server import postgres, postgres_server
from store.test_database import collected

__all__ = ["place", "postgres", "postgres_server", "start"]

PUBLISHED = Path(__file__).parent / "published"
SQL = sorted(PUBLISHED.glob("*.sql"))
BACKUPS = sorted(PUBLISHED.glob("*.backup"))

Rows = dict[str, list[dict[str, Any]]]
Tables = dict[str, Any]


def run_script(place: str, text: str) -> None:
    """Carry SQL out behind the store's back."""
    if place.startswith("postgresql"):
        import psycopg

        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(text)  # type: ignore[arg-type]
        return
    Path(place).parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(place) as connection:
        connection.executescript(text)
    connection.close()


def read(place: str, sql: str, *given: Any) -> list[dict[str, Any]]:
    """Read behind the store's back."""
    if place.startswith("postgresql"):
        import psycopg

        with psycopg.connect(place, row_factory=psycopg.rows.dict_row) as connection:
            return connection.execute(sql.replace("?", "%s"), given).fetchall()  # type: ignore
    connection = sqlite3.connect(place)
    connection.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in connection.execute(sql, given)]
    finally:
        connection.close()


def table_names(place: str) -> list[str]:
    if place.startswith("postgresql"):
        found = read(place, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
    else:
        found = read(place, "SELECT name FROM sqlite_master WHERE type = 'table'")
    return sorted(row["name"] for row in found)


def all_rows(place: str) -> Rows:
    return {name: read(place, f"SELECT * FROM {name}") for name in table_names(place)}


def definitions(place: str) -> Tables:
    """Columns, keys and indexes of every table; the order of columns and defaults are left out."""
    made: Tables = {}
    for name in table_names(place):
        if place.startswith("postgresql"):
            parts = read(
                place,
                "SELECT column_name, data_type, is_nullable FROM information_schema.columns"
                " WHERE table_schema = 'public' AND table_name = ?",
                name,
            )
            indexes = {
                row["indexdef"]
                for row in read(place, "SELECT indexdef FROM pg_indexes WHERE tablename = ?", name)
            }
        else:
            parts = read(place, f"PRAGMA table_info({name})")
            parts = [{k: p[k] for k in ("name", "type", "notnull", "pk")} for p in parts]
            indexes = {
                row["sql"]
                for row in read(place, "SELECT sql FROM sqlite_master WHERE tbl_name = ?", name)
                if row["sql"] and "INDEX" in row["sql"]
            }
        made[name] = {tuple(part.values()) for part in parts}, indexes
    return made


def made_from_row_types() -> str:
    """The tables that the row types describe."""
    types: dict[Any, str] = {
        str: "TEXT NOT NULL",
        int: "BIGINT NOT NULL",
        float: "DOUBLE PRECISION NOT NULL",
        str | None: "TEXT",
        int | None: "BIGINT",
        float | None: "DOUBLE PRECISION",
    }
    found = []
    for kind in ROWS:
        hints = get_type_hints(kind)
        parts = [f"{name} {types[hints[name]]}" for name in columns(kind)]
        parts.append(f"PRIMARY KEY ({', '.join(kind.key)})")
        found.append(f"CREATE TABLE {kind.table} ({', '.join(parts)})")
        for unique, sought in (("", kind.sought), ("UNIQUE ", kind.unique)):
            for names in sought:
                index = f"{kind.table}_by_{'_'.join(names)}"
                on = f"{kind.table} ({', '.join(names)})"
                found.append(f"CREATE {unique}INDEX {index} ON {on}")
    return ";\n".join(found) + ";"


async def nothing(store: Store) -> None: ...


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


# Steps to come


async def _greet(change: Change) -> None:
    await change.run("UPDATE users SET greeting = 'Hello ' || name")


@pytest.fixture
def two_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A version with two steps more."""
    later = (
        Migration(
            about="greetings",
            statements=("ALTER TABLE users ADD COLUMN greeting TEXT NOT NULL DEFAULT ''",),
            convert=_greet,
        ),
        Migration(
            about="greetings sought",
            statements=("CREATE INDEX users_by_greeting ON users (greeting)",),
        ),
    )
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, *later))
    monkeypatch.setattr(migrations, "SCHEMA", len(migrations.STEPS))


def filled(place: str) -> list[str]:
    async def fill(store: Store) -> list[str]:
        await store.people.add(user())
        return await collected(store)

    found: list[str] = use(place, fill)
    return found


def test_what_an_older_database_lacks_is_added_and_told(
    place: str,
    request: pytest.FixtureRequest,
    caplog: pytest.LogCaptureFixture,
) -> None:
    filled(place)
    old = migrations.SCHEMA
    request.getfixturevalue("two_more")
    use(place, nothing)
    assert read(place, "SELECT greeting FROM users") == [{"greeting": "Hello Anna"}]
    assert read(place, "SELECT value FROM meta") == [{"value": str(old + 2)}]
    assert f"from schema {old} to {old + 2} (greetings; greetings sought)" in caplog.text
    if not place.startswith("postgresql"):
        copy = f"{place}.schema-{old}"
        assert f"kept in {copy}" in caplog.text
        assert read(copy, "SELECT name FROM users") == [{"name": "Anna"}]
        assert "greeting" not in str(definitions(copy))
        assert Path(copy).stat().st_mode & 0o777 == 0o600
    caplog.clear()
    use(place, nothing)
    assert caplog.text == ""


def test_an_older_copy_is_never_overwritten(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    place = str(tmp_path / "m.sqlite")
    filled(place)
    first = Path(f"{place}.schema-{migrations.SCHEMA}")
    first.write_text("older")
    request.getfixturevalue("two_more")
    use(place, nothing)
    assert first.read_text() == "older"
    assert read(f"{first}-2", "SELECT name FROM users") == [{"name": "Anna"}]


def test_a_step_that_fails_changes_nothing(
    place: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(place)
    before, tables = all_rows(place), definitions(place)
    request.getfixturevalue("two_more")
    bad = Migration(about="nonsense", statements=("ALTER TABLE nowhere ADD COLUMN x TEXT",))
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, bad))
    monkeypatch.setattr(migrations, "SCHEMA", len(migrations.STEPS))
    for _ in range(2):
        with pytest.raises(StoreFailed, match="nowhere"):
            use(place, nothing)
    assert (all_rows(place), definitions(place)) == (before, tables)
    if not place.startswith("postgresql"):
        assert list(Path(place).parent.glob("*schema-*")) == []


def test_no_step_without_a_copy(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    place = str(tmp_path / "m.sqlite")
    filled(place)
    before = all_rows(place)
    request.getfixturevalue("two_more")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("landbridge.store.migrating._free_name", lambda *_: tmp_path / "no" / "copy")
        with pytest.raises(StoreFailed, match="nothing has been changed"):
            use(place, nothing)
    assert all_rows(place) == before


@pytest.mark.parametrize(
    ("schema", "part"),
    [
        ("99", "a newer version of Landbridge"),
        ("", "no version of Landbridge"),
        ("²", "no version of Landbridge"),
    ],
)
def test_a_newer_database_is_refused_and_left_as_it_is(place: str, schema: str, part: str) -> None:
    filled(place)
    run_script(place, f"UPDATE meta SET value = '{schema}'")
    before = all_rows(place)
    with pytest.raises(BadInput, match=part) as refused:
        use(place, nothing)
    assert "nothing has been changed" in str(refused.value)
    assert all_rows(place) == before


def test_two_that_open_an_older_database_at_once(
    place: str, request: pytest.FixtureRequest
) -> None:
    filled(place)
    request.getfixturevalue("two_more")

    async def open_once() -> None:
        async with opened(place) as store:
            assert await store.people.user("anna") is not None

    async def both() -> None:
        await asyncio.wait_for(asyncio.gather(open_once(), open_once()), 60)

    asyncio.run(both())
    assert read(place, "SELECT greeting FROM users") == [{"greeting": "Hello Anna"}]


def test_a_backup_of_the_schema_before_is_taken_further(
    place: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    lines = filled(str(tmp_path / "older.sqlite"))
    request.getfixturevalue("two_more")
    assert use(place, lambda store: store.restore(lines)) == 1
    assert read(place, "SELECT name, greeting FROM users") == [
        {"name": "Anna", "greeting": "Hello Anna"}
    ]
    assert "users_by_greeting" in str(definitions(place))


def test_a_damaged_backup_of_the_schema_before_leaves_the_tables_alone(
    place: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    lines = filled(str(tmp_path / "older.sqlite"))
    request.getfixturevalue("two_more")
    use(place, nothing)
    tables = definitions(place)
    with pytest.raises(LandbridgeError, match="breaks off"):
        use(place, lambda store: store.restore(lines[:-1]))
    assert definitions(place) == tables
    assert all_rows(place)["users"] == []


def test_row_types_name_their_tables_once() -> None:
    kinds: list[type[Row]] = list(ROWS)
    assert len({kind.table for kind in kinds}) == len(kinds)
