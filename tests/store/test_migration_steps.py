"""Steps to schemas to come: what they add, and that they leave all alone when they fail."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.store import migrations
from landbridge.store.database import Change, StoreFailed
from landbridge.store.migrations.step import Migration
from landbridge.store.rows import ROWS, Row
from landbridge.store.store import Store, opened
from server.conftest import start
from store.anywhere import place, use, user
from store.postgres_server import postgres, postgres_server
from store.schemas import (
    all_rows,
    definitions,
    nothing,
    read,
    run_script,
)
from store.test_database import collected

__all__ = ["place", "postgres", "postgres_server", "start"]


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
