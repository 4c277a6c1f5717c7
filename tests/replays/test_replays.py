"""Finished matches that were kept: the same actions lead to the same positions, for ever.

A match is played again from its file; its hash trail shows the first action that went another way.
When a game's edition rises on purpose, new matches are kept beside the old ones, which still run
or are refused with the reason and the edition that began them:

    python tests/replays/keep.py belorussia
"""

from __future__ import annotations

from pathlib import Path

import pytest

from landbridge.engine.matches.saves import BadSave
from landbridge.referee.games import all_games, game, load_match
from landbridge.store.files import read_save

FILES = sorted(Path(__file__).parent.glob("*.lbm"))
NOW = [
    file
    for file in FILES
    if read_save(file).header.edition == game(file.name.split(".")[0]).edition
]


@pytest.mark.parametrize("file", NOW, ids=lambda file: file.name)
def test_it_is_still_the_same_match(file: Path) -> None:
    match = load_match(read_save(file))
    assert match.outcome is not None
    assert match.audit() == []


BEFORE = [file for file in FILES if file not in NOW]


@pytest.mark.parametrize("file", BEFORE, ids=lambda file: file.name)
def test_a_match_of_an_older_edition_runs_or_is_refused_by_its_edition(file: Path) -> None:
    save, reason = read_save(file), ""
    try:
        match = load_match(save)
    except BadSave as problem:
        reason = str(problem)
    assert save.header.edition in reason or match.audit() == []


def test_every_game_has_one() -> None:
    kept = {file.name.split(".")[0] for file in NOW}
    assert kept == {one.name for one in all_games()}
