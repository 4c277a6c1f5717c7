"""Finished matches that were kept: the same actions lead to the same positions, for ever.

A match is played again from its file; its hash trail shows the first action that went another way.
When a game's edition rises on purpose, new matches are kept beside the old ones, which still run
or are refused with the reason and the edition that began them:

    python tests/replays/keep.py belorussia
"""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from landbridge.engine.matches.saves import BadSave, Save, from_text
from landbridge.referee.games import all_games, game, load_match
from replays.conservation import walk

FILES = sorted(Path(__file__).parent.glob("*.lbm*"))


def saved(file: Path) -> Save:
    """What a file holds, packed or not."""
    text = lzma.decompress(file.read_bytes()) if file.suffix == ".xz" else file.read_bytes()
    return from_text(text.decode())


NOW = [file for file in FILES if file.name.split(".")[2] == game(file.name.split(".")[0]).edition]


ON_MAP = [file for file in NOW if file.suffix == ".xz"]


@pytest.mark.parametrize("file", ON_MAP, ids=lambda file: file.name)
def test_supply_and_steps_are_used_lost_or_there(file: Path) -> None:
    """A whole match on the map, done again: what came in is accounted for after every action."""
    for match, wrong in walk(saved(file), steps="map-" not in file.name):
        assert not wrong, f"action {len(match)}, {match.history.records[-1].do}: {wrong}"
    assert match.outcome is not None
    assert match.audit() == []


@pytest.mark.parametrize("file", [file for file in NOW if file not in ON_MAP], ids=lambda f: f.name)
def test_it_is_still_the_same_match(file: Path) -> None:
    match = load_match(saved(file))
    assert match.outcome is not None
    assert match.audit() == []


BEFORE = [file for file in FILES if file not in NOW]


@pytest.mark.parametrize("file", BEFORE, ids=lambda file: file.name)
def test_a_match_of_an_older_edition_runs_or_is_refused_by_its_edition(file: Path) -> None:
    save, reason = saved(file), ""
    try:
        match = load_match(save)
    except BadSave as problem:
        reason = str(problem)
    assert save.header.edition in reason or match.audit() == []


def test_every_game_has_one() -> None:
    kept = {file.name.split(".")[0] for file in NOW}
    assert kept == {one.name for one in all_games()}


def test_every_scenario_on_the_map_has_a_whole_match_of_bots() -> None:
    kept = {name.split(".")[1] for name in (file.name for file in NOW) if name.endswith(".xz")}
    scenarios = [one.name for one in game("belorussia").scenarios if not one.at_table]
    assert kept == {f"{name}-bots" for name in scenarios}
