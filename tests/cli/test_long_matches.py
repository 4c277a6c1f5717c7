"""Long files: commands go on from the last snapshot, and `verify` compares every one of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.matches import match as matches
from landbridge.engine.matches.history import SEGMENT
from landbridge.engine.matches.saves import Save, from_text, to_text
from landbridge.engine.matches.states import encode_state
from toys import Ladder

pytestmark = pytest.mark.usefixtures("here", "toys")

ACTIONS = SEGMENT + 30


@pytest.fixture
def long_file(run) -> str:
    """More actions on the tower than go without a snapshot."""
    run("new", "ladder", "--scenario", "tower", "--seed", 7, "-o", "m")
    run("auto", "m", "--bots", "random,random", "--until", ACTIONS, "--seed", 1)
    assert len(read("m").footer.snapshots) == 1
    return "m"


def read(file: str) -> Save:
    return from_text(Path(file).read_text(encoding="utf-8"))


def act(run, file: str) -> Any:
    """Whatever a bot would do."""
    return run("auto", file, "--bots", "random,random", "--until", 1, "--seed", 3)


def test_a_command_repeats_only_what_comes_after_the_snapshot(
    run, long_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    repeated = []
    repeat = matches.repeat
    monkeypatch.setattr(
        matches, "repeat", lambda *given: repeated.append(given[3]) or repeat(*given)
    )
    assert run("show", long_file).status == 0
    assert repeated == list(range(SEGMENT + 1, ACTIONS + 1))
    assert act(run, long_file).status == 0
    assert run("replay", long_file, "--to", 57).status == 0
    assert run("verify", long_file).status == 0
    assert read(long_file).footer.actions == ACTIONS + 1


def test_verify_compares_snapshots(run, long_file: str) -> None:
    found = run("verify", long_file)
    assert found.status == 0
    assert "Snapshots" in found.out
    assert "1 position, as playing leads to them" in found.out


def test_a_false_snapshot_is_passed_over_and_found_by_verify(run, long_file: str) -> None:
    sound, shown = read(long_file), run("show", long_file).out
    state = matches.Match.load(Ladder(), sound).at(SEGMENT)
    false = replace(sound.footer.snapshots[0], state=encode_state(replace(state, round=99)))
    footer = replace(sound.footer, snapshots=(false,))
    text = to_text(Save(sound.header, sound.records, footer))
    Path(long_file).write_text(text, encoding="utf-8")
    assert run("show", long_file).out == shown
    found = run("verify", long_file)
    assert found.status == 1
    assert f"the snapshot after action {SEGMENT} is of another position" in found.out
    act(run, long_file)
    assert run("verify", long_file).status == 0, "the next action writes a true one"


def test_a_long_file_given_away_has_snapshots_but_no_seed(run, long_file: str) -> None:
    assert run("export", long_file, "-o", "copy").status == 0
    copy = read("copy")
    assert copy.header.seed is None
    assert copy.footer.snapshots == read(long_file).footer.snapshots
    assert run("verify", "copy").status == 0
