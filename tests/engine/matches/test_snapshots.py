"""Snapshots in files: they change nothing, shorten reading, and no false one is believed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.matches.test_history import long_match, short_segments
from landbridge.engine.matches import match as matches
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.proofs import check_snapshots
from landbridge.engine.matches.resuming import read_match, write_match
from landbridge.engine.matches.saves import (
    BadSave,
    Footer,
    Save,
    Snapshot,
    from_text,
    seal,
    to_text,
    without_snapshots,
)
from landbridge.engine.matches.states import LARGEST, decode_state, encode_state
from landbridge.engine.play.events import SPECTATOR
from toys.notebooks import Notebooks, Pages

__all__ = ["short_segments"]

GAME = Notebooks()


def find_game(name: str) -> Notebooks:
    assert name == GAME.name
    return GAME


def looked_at(match: Match[Any]) -> Match[Any]:
    """A match of which every role has counted its actions."""
    for role in (*GAME.roles, SPECTATOR):
        len(match.visible(role))
    match.head(public=True)
    return match


def changed(save: Save, place: int, **changes: Any) -> bytes:
    """The file with one snapshot changed."""
    kept = list(save.footer.snapshots)
    kept[place] = replace(kept[place], **changes)
    footer = replace(save.footer, snapshots=tuple(kept))
    return to_text(Save(save.header, save.records, footer)).encode()


def test_a_file_with_snapshots_holds_the_same_save() -> None:
    match = looked_at(long_match())
    save = from_text(write_match(match).decode())
    assert [snapshot.after for snapshot in save.footer.snapshots] == [20, 40, 60, 80, 100, 115, 120]
    assert [bool(snapshot.noticed) for snapshot in save.footer.snapshots] == [False] * 6 + [True]
    assert without_snapshots(save) == match.save()
    again = Match.load(GAME, save)
    assert check_snapshots(again, save.footer.snapshots) == []
    assert without_snapshots(from_text(write_match(match, with_seed=False).decode())) == match.save(
        with_seed=False
    )


def test_a_match_goes_on_from_its_last_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    match = looked_at(long_match(123))
    repeated: list[int] = []
    plain = matches.repeat

    def counted(*given: Any) -> Any:
        repeated.append(given[3])
        return plain(*given)

    monkeypatch.setattr(matches, "repeat", counted)
    again = read_match(find_game, write_match(match))
    assert again is not None
    assert repeated == [121, 122, 123]
    assert again.state == match.state
    for role in (*GAME.roles, SPECTATOR):
        assert list(again.visible(role).numbers()) == list(match.visible(role).numbers())
    assert again.head(public=True) == match.head(public=True)
    assert again.head() == match.head()
    for one in (match, again):
        one.do("write ask", "blue")
        one.rollback(90, GAME.roles)
        one.do("write wait", "blue")
    assert again.save() == match.save()
    assert check_snapshots(again, again.snapshots.all()) == []
    assert again.log("red") == match.log("red")


def test_what_nobody_has_counted_is_not_in_the_file() -> None:
    save = from_text(write_match(long_match()).decode())
    assert not any(s.noticed or s.public for s in save.footer.snapshots)
    again = read_match(find_game, write_match(long_match()))
    assert again is not None
    assert len(again.visible("red")) == len(long_match().visible("red"))


def test_a_snapshot_of_another_position_is_not_believed() -> None:
    match = looked_at(long_match())
    save = from_text(write_match(match).decode())
    forged = encode_state(replace(match.at(120), words={"red": ("won",), "blue": ()}))
    data = changed(save, -1, state=forged)
    assert read_match(find_game, data) is None
    again = from_text(data.decode())
    assert Match.load(GAME, again).state == match.state
    assert check_snapshots(match, again.footer.snapshots) == [
        "the snapshot after action 120 is of another position"
    ]


def test_a_snapshot_whose_hash_was_forged_too_is_found_by_playing() -> None:
    """The chain is made anew over a record with another hash: only playing it finds this out."""
    match = long_match()
    save = from_text(write_match(match).decode())
    state = replace(match.at(120), words={"red": ("won",), "blue": ()})
    hashed = matches.fingerprint(state)
    records = (*save.records[:-1], replace(save.records[-1], state=hashed))
    made = seal(save.header, records, save.footer.next_serial, (), hashed)
    footer = replace(made.footer, snapshots=save.footer.snapshots)
    data = changed(Save(made.header, records, footer), -1, state=encode_state(state))
    trusting = read_match(find_game, data)
    assert trusting is not None
    assert trusting.state == state
    with pytest.raises(BadSave, match="after action 120 the position is another one"):
        Match.load(GAME, from_text(data.decode()))


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"public": "0" * 32}, "the snapshot after action 120 has another public head"),
        ({"noticed": {"red": b"x"}}, "it is damaged"),
        ({"after": 119}, "the snapshot after action 119 is of another position"),
        ({"after": 1000}, "there is no action 1000 for a snapshot"),
        ({"after": 0}, "there is no action 0 for a snapshot"),
        ({"state": b""}, "it is damaged or too large"),
        ({"state": b"x"}, "it is damaged"),
        ({"state": encode_state(Snapshot(after=1, state=b""))}, "it is no position: "),
    ],
)
def test_every_change_in_a_snapshot_is_found(changes: dict[str, Any], found: str) -> None:
    match = looked_at(long_match())
    save = from_text(write_match(match).decode())
    data = changed(save, -1, **changes)
    wrong = check_snapshots(match, from_text(data.decode()).footer.snapshots)
    assert len(wrong) == 1
    assert found in wrong[0]


def test_what_a_role_noticed_cannot_be_changed_unnoticed() -> None:
    match = looked_at(long_match())
    save = from_text(write_match(match).decode())
    noticed = save.footer.snapshots[-1].noticed
    data = changed(save, -1, noticed=noticed | {"red": noticed["blue"]})
    assert check_snapshots(match, from_text(data.decode()).footer.snapshots) == [
        "the snapshot after action 120 lets red notice other actions"
    ]


def test_an_action_changed_before_the_snapshot_is_noticed_by_the_chain() -> None:
    data = write_match(long_match())
    touched = data.replace(b'"do":"write ask"', b'"do":"write go"', 1)
    assert touched != data
    assert read_match(find_game, touched) is None
    with pytest.raises(BadSave, match="the hash chain does not fit"):
        from_text(touched.decode())


@pytest.mark.parametrize("changes", [{"next_serial": 3}, {"state": "x"}, {"actions": 119}])
def test_a_changed_end_is_read_in_full(changes: dict[str, Any]) -> None:
    save = from_text(write_match(long_match()).decode())
    footer = replace(save.footer, **changes)
    assert read_match(find_game, to_text(Save(save.header, save.records, footer)).encode()) is None


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n{}\n", b"[[[[\n\n\n", b"\xff\xfe\n\n\n"])
def test_what_is_no_match_is_left_to_whoever_says_why(data: bytes) -> None:
    assert read_match(find_game, data) is None


def test_another_layout_is_read_in_full() -> None:
    data = write_match(long_match())
    assert read_match(find_game, data.replace(b"\n", b"\r\n")) is None
    header, *rest = data.split(b"\n")
    assert read_match(find_game, b"\n".join([header.replace(b'":"', b'": "'), *rest])) is not None
    other = header.replace(b"landbridge match 1", b"landbridge match 2")
    assert read_match(find_game, b"\n".join([other, *rest])) is None


def test_a_game_may_do_without_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_match(long_match())
    monkeypatch.setattr(Notebooks, "snapshots", False)
    assert read_match(find_game, data) is None
    assert write_match(long_match()).count(b"snapshots") == 0


def test_a_position_that_grows_without_end_is_refused() -> None:
    import zlib

    with pytest.raises(BadSave, match="damaged or too large"):
        decode_state(GAME, Pages, zlib.compress(bytes(LARGEST + 1)))


def test_an_older_program_reads_the_file_too() -> None:
    """It knows nothing of snapshots, and passes over what it does not know."""

    class OldFooter(msgspec.Struct):
        actions: int
        chain: str

    footer = write_match(long_match()).split(b"\n")[-2]
    assert msgspec.json.decode(footer, type=OldFooter).actions == 120
    assert msgspec.json.decode(footer, type=Footer).snapshots


def test_a_kept_file_is_the_text_of_its_save(tmp_path: Path) -> None:
    """As long as there is no snapshot, nothing in a file is new."""
    match = long_match(4)
    assert write_match(match) == to_text(match.save()).encode()
