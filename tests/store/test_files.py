"""One match in one file: whole or not at all, locked, and never over something else."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cli import registered
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text, seal, to_text
from landbridge.store import files
from landbridge.store.files import BadFile, MatchFile, changing, create, load, read_save
from toys import Ladder

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX file systems")


@pytest.fixture(scope="module", autouse=True)
def toys() -> Iterator[None]:
    """The ladder can be loaded by name."""
    with registered.toys():
        yield


def new_match() -> Match[Any]:
    return Match.new(Ladder(), "tower", seed=1)


@pytest.fixture
def match() -> Match[Any]:
    return new_match()


@pytest.fixture
def path(tmp_path: Path, match: Match[Any]) -> Path:
    place = tmp_path / "m.lbm"
    create(place, match)
    return place


def act(match: Match[Any]) -> None:
    """Do something that anybody may do at any time."""
    match.do("rest")


def entries(path: Path) -> int:
    return len(from_text(path.read_text(encoding="utf-8")).records)


def names(folder: Path) -> list[str]:
    return sorted(item.name for item in folder.iterdir())


def test_what_is_kept_comes_back(path: Path, match: Match[Any]) -> None:
    assert to_text(load(path).save()) == to_text(match.save())
    assert read_save(path) == match.save()
    assert names(path.parent) == ["m.lbm"]


def test_a_change_is_written_at_the_end_of_the_block(path: Path) -> None:
    with changing(path) as match:
        act(match)
        assert entries(path) == 0
        assert ".m.lbm.lock" in names(path.parent)
    assert entries(path) == 1
    assert len(load(path)) == 1
    assert names(path.parent) == ["m.lbm"]


def act_and_fail(path: Path) -> None:
    with changing(path) as match:
        act(match)
        raise ZeroDivisionError


def test_after_an_error_nothing_is_written(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(ZeroDivisionError):
        act_and_fail(path)
    assert path.read_bytes() == before
    assert names(path.parent) == ["m.lbm"]


def test_a_file_held_open_is_saved_again_and_again(path: Path) -> None:
    kept = MatchFile(path)
    for number in (1, 2, 3):
        act(kept.match)
        kept.save()
        assert entries(path) == number


def test_what_somebody_else_wrote_is_not_overwritten(path: Path) -> None:
    kept = MatchFile(path)
    with changing(path) as match:
        act(match)
    theirs = path.read_bytes()
    act(kept.match)
    with pytest.raises(BadFile, match="changed by somebody else in the meantime"):
        kept.save()
    assert path.read_bytes() == theirs


def act_while(path: Path, meddle: Callable[[], object]) -> None:
    with changing(path) as match:
        act(match)
        meddle()


def test_a_program_that_knows_no_lock_is_noticed(path: Path) -> None:
    with pytest.raises(BadFile, match="in the meantime"):
        act_while(path, lambda: path.write_text("by an editor", encoding="utf-8"))
    assert path.read_text(encoding="utf-8") == "by an editor"
    path.unlink()
    create(path, new_match())
    with pytest.raises(BadFile, match="There is no file"):
        act_while(path, path.unlink)
    assert names(path.parent) == []


def test_a_file_that_is_there_is_never_overwritten(path: Path, match: Match[Any]) -> None:
    before = path.read_bytes()
    act(match)
    with pytest.raises(BadFile, match="is there already"):
        create(path, match)
    assert path.read_bytes() == before
    assert names(path.parent) == ["m.lbm"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a Landbridge match"),
        (b"\n", "not a Landbridge match"),
        (b"precious\n", "not a Landbridge match"),
        (b'{"format":"something else"}\n', "not a Landbridge match"),
        (b'{"format":"landbridge match 99"}\n', "this program reads 'landbridge match 1'"),
        (b'{"format":"landbridge match 1"}\n', "the header is damaged"),
        (b"\x89PNG\r\n\x1a\n\x00", "not text"),
        (b"[" * 50_000, "not a Landbridge match"),
    ],
)
def test_something_else_is_refused_and_kept(tmp_path: Path, content: bytes, says: str) -> None:
    place = tmp_path / "other"
    place.write_bytes(content)
    with pytest.raises(BadFile, match=says):
        load(place)
    with pytest.raises(BadFile, match=says), changing(place):
        pass
    assert place.read_bytes() == content
    assert names(tmp_path) == ["other"]


def test_files_that_cannot_be(tmp_path: Path, match: Match[Any]) -> None:
    with pytest.raises(BadFile, match="There is no file"):
        load(tmp_path / "none")
    with pytest.raises(BadFile, match="There is no file"), changing(tmp_path / "none"):
        pass
    with pytest.raises(BadFile, match="is a folder"):
        load(tmp_path)
    with pytest.raises(BadFile, match="no folder"):
        create(tmp_path / "none" / "m", match)
    with pytest.raises(BadFile, match="cannot be read"):
        load(tmp_path / ("x" * 300))
    with pytest.raises(BadFile, match="cannot be written"):
        create(tmp_path / ("x" * 250), match)
    (tmp_path / "file").touch()
    with pytest.raises(BadFile, match="no folder"):
        create(tmp_path / "file" / "m", match)
    assert names(tmp_path) == ["file"]


@POSIX
def test_devices_and_pipes_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadFile, match="is not a plain file"):
        load(tmp_path / "pipe")
    with pytest.raises(BadFile, match="is not a plain file"):
        load("/dev/zero")


@POSIX
def test_a_link_stays_a_link_and_rights_stay(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path)
    path.chmod(0o640)
    with changing(link) as match:
        act(match)
    assert link.is_symlink()
    assert entries(path) == 1
    assert path.stat().st_mode & 0o777 == 0o640
    loop = path.with_name("loop")
    loop.symlink_to(loop)
    with pytest.raises(BadFile):
        load(loop)
    with pytest.raises(BadFile, match="is there already"):
        create(loop, new_match())


def test_a_disk_that_is_full(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with (
        pytest.raises(BadFile, match="cannot be written: No space left on device"),
        changing(path) as match,
    ):
        act(match)
    assert path.read_bytes() == before
    assert names(path.parent) == ["m.lbm"]


def test_leftovers_of_a_program_that_died_do_no_harm(path: Path) -> None:
    (path.parent / ".m.lbm.lock").touch()
    (path.parent / ".m.lbm.new").write_text("half a mat", encoding="utf-8")
    with changing(path) as match:
        act(match)
    assert entries(path) == 1
    assert names(path.parent) == ["m.lbm"]


def test_waiting_for_a_lock_has_an_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    with changing(path):
        found: list[str] = []

        def other() -> None:
            try:
                with changing(path) as match:
                    act(match)
            except BadFile as problem:
                found.append(str(problem))

        thread = threading.Thread(target=other)
        thread.start()
        thread.join(10)
        assert found
        assert "is being changed by another program" in found[0]
    assert entries(path) == 0


def test_threads_wait_for_each_other(path: Path) -> None:
    def other() -> None:
        for _ in range(5):
            with changing(path) as match:
                act(match)

    threads = [threading.Thread(target=other) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert entries(path) == 20
    assert names(path.parent) == ["m.lbm"]


BUSY = """
import sys
from cli.registered import toys
from landbridge.store.files import changing
with toys():
    for _ in range(int(sys.argv[2])):
        with changing(sys.argv[1]) as match:
            match.do("rest")
"""


def start(path: Path, count: int) -> subprocess.Popen[bytes]:
    """Another program that does so many actions, one by one."""
    tests = str(Path(__file__).parent.parent)
    words = [sys.executable, "-c", BUSY, str(path), str(count)]
    return subprocess.Popen(words, env=os.environ | {"PYTHONPATH": tests})


def test_processes_wait_for_each_other(path: Path) -> None:
    processes = [start(path, 10) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    assert entries(path) == 30
    assert load(path).audit() == []
    assert names(path.parent) == ["m.lbm"]


@POSIX
def test_a_program_killed_in_the_middle_leaves_a_sound_file(path: Path) -> None:
    for number in range(3):
        process = start(path, 10_000)
        time.sleep(0.3 + 0.07 * number)
        process.kill()
        process.wait()
        assert load(path).audit() == []
    with changing(path):
        pass


def test_another_kind_of_lock_error_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(handle: int) -> bool:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(files, "_alone", broken)
    with pytest.raises(BadFile, match="No locks available"), changing(path):
        pass


def test_a_match_of_a_game_that_cannot_be_played(tmp_path: Path, match: Match[Any]) -> None:
    save = match.save()
    header = replace(save.header, game="orsha")
    sealed = seal(header, save.records, 1, (), save.footer.state)
    (tmp_path / "m").write_text(to_text(sealed), encoding="utf-8")
    assert read_save(tmp_path / "m") == sealed
    with pytest.raises(BadFile, match="its set-up does not work"):
        load(tmp_path / "m")


def test_a_file_that_cannot_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", forbidden)
    with pytest.raises(BadFile, match="cannot be read: Permission denied"):
        load(path)
