"""What every module of the browser client holds to."""

from __future__ import annotations

import re
from pathlib import Path

import landbridge

CLIENT = Path(landbridge.__file__).parent / "client"
MODULES = sorted(CLIENT.rglob("*.js"))


FOLDERS = [CLIENT, *(path for path in CLIENT.rglob("*") if path.is_dir())]


def test_folders_stay_small_enough_to_be_read_at_a_glance() -> None:
    assert {path.name for path in CLIENT.iterdir() if path.is_dir()} == {
        "board",
        "games",
        "match",
        "pages",
        "shell",
    }
    for folder in FOLDERS:
        assert len(list(folder.iterdir())) <= 20, folder


def test_no_line_is_longer_than_120_letters() -> None:
    """The formatter breaks code at 110; words in quotes and comments are broken by hand."""
    for path in CLIENT.rglob("*.*"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= 120 or path.suffix == ".svg", f"{path}:{number}"


def test_no_board_or_shared_part_knows_a_game() -> None:
    """The page of a match and the Charts page ask the two registries of `games/` only."""
    assert found(r'from "[./]*/games/(?!(boards|charts)\.js")') == []


def found(pattern: str, *but: str) -> list[str]:
    """Where the client has this, except in some modules."""
    return [
        f"{path.relative_to(CLIENT)}: {line.strip()[:100]}"
        for path in MODULES
        if path.name not in but
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(pattern, line)
    ]


def test_only_one_helper_holds_a_control_while_it_waits() -> None:
    """Whoever disables a control by hand may forget to free it."""
    assert len(MODULES) > 50
    assert found(r"\.disabled = true|setAttribute\(.disabled", "busy.js") == []


def test_only_the_queue_acts_on_a_match() -> None:
    assert found(r"\b(play\.)?act\((now|scene|match)?\.?(match\.)?id\b", "sending.js") == []
    assert found(r'of\(id, "/actions"\)', "match-api.js") == []


def test_only_one_function_asks_the_server_and_it_does_not_wait_for_ever() -> None:
    assert found(r"(?<![\w.])fetch\(", "api.js") == []
    assert "signal: given.signal" in (CLIENT / "shell/api.js").read_text(encoding="utf-8")


def test_versions_are_never_ordered_or_counted() -> None:
    """They are tokens: where roles have secrets, their order would tell of the other's actions."""
    assert found(r"version\s*(<|>(?!\()|\+|-(?!\w))|Math\.\w+\([^)]*version") == []
