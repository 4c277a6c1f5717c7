"""The program as a whole: help, errors, what it imports, pipes, and two at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from landbridge import __version__
from landbridge.cli.commands import COMMANDS
from landbridge.engine.matches.saves import from_text

EVERY = [name for group in COMMANDS.values() for name in group]
LANDBRIDGE = [sys.executable, "-m", "landbridge"]


def shell(*words: object, **settings) -> subprocess.CompletedProcess[str]:
    command = [*LANDBRIDGE, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **settings)


# Help and errors


def test_the_overview_names_every_command(run) -> None:
    shown = run("--help")
    assert shown.status == 0
    assert all(f"\n  {name} " in shown.out for name in EVERY)
    assert shown.out == run().out == run("help").out == run("-h").out
    assert shown.out.splitlines()[-2] == "Example:"


@pytest.mark.parametrize("command", EVERY)
def test_the_help_of_every_command_ends_with_an_example(run, command: str) -> None:
    shown = run(command, "--help")
    assert shown.status == 0
    example = shown.out.partition("\nExample:\n")[2].splitlines()
    assert example
    assert all(line.startswith(f"  landbridge {command}") for line in example)
    assert max(map(len, shown.out.splitlines())) <= 100


def test_the_version(run) -> None:
    assert run("--version").out == f"landbridge {__version__}\n"


def test_an_unknown_command(run) -> None:
    refused = run("aks")
    assert refused.status == 2
    assert refused.err.startswith("landbridge: There is no command 'aks'. Did you mean 'ask'?")
    assert "Allowed: admin, ask, auto, balance, box, branch" in refused.err


@pytest.mark.parametrize("command", EVERY)
def test_an_unknown_option(run, command: str, here: Path) -> None:
    needed = ["-o", "x", "--bots", "random", "--before", "1", "--agreed", "x"]
    refused = run(command, "x", "y", "--colour=red", *needed)
    assert refused.status == 2
    assert refused.err.startswith("landbridge: There is no option '--colour'.")
    assert "Allowed: --" in refused.err
    assert refused.err.count("\n") == 1


# Starting the server


def test_serve_hands_over_to_the_server(run, monkeypatch: pytest.MonkeyPatch) -> None:
    called = []
    monkeypatch.setattr("landbridge.server.run", lambda *words: called.append(words))
    assert run("serve", "--port", 8123, "--no-open", "--db", "m.sqlite").status == 0
    assert run("serve", "--host", "0.0.0.0", "--public", "--url", "https://x").status == 0
    assert [words[:3] for words in called] == [
        ("127.0.0.1", 8123, False),
        ("0.0.0.0", 8000, False),
    ]
    own, public = (words[3] for words in called)
    assert (own.public, own.database) == (False, "m.sqlite")
    assert (public.public, public.url, public.secure) == (True, "https://x", True)


def test_serve_says_why_it_cannot(run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "A port is a number from 0 to 65535" in run("serve", "--port", 70000).err

    def busy(*_: object) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr("landbridge.server.run", busy)
    assert "port 8000: Address already in use" in run("serve").err
    monkeypatch.setitem(sys.modules, "landbridge.server", None)
    refused = run("serve")
    assert refused.status == 2
    assert "The server cannot start" in refused.err


# As a program of its own


def test_as_a_program() -> None:
    found = shell("ask", "belorussia.ground_condition", "date=1943-10-08", "die=2")
    assert found.returncode == 0
    assert "  dry\n" in found.stdout
    refused = shell("ask", "belorussia.ground_condition")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("landbridge: Still needed: date")


def test_asking_imports_nothing_heavy() -> None:
    code = (
        "import sys; from landbridge.cli import main;"
        "main(['ask', 'belorussia.weather', 'date=1943-10-08']);"
        "print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    loaded = set(found.stderr.split())
    assert "landbridge.games.belorussia.weather" in loaded
    heavy = {"numpy", "numba", "llvmlite", "starlette", "uvicorn", "asyncio", "sqlite3", "rich"}
    ours = {
        "landbridge.server",
        "landbridge.store",
        "landbridge.bots",
        "landbridge.engine.matches.match",
    }
    assert not loaded & (heavy | ours)
    other = ("landbridge.games.orsha.", "landbridge.games.arsenal.", "landbridge.server")
    assert not [name for name in loaded if name.startswith(other)]


def test_a_reader_that_has_seen_enough() -> None:
    found = subprocess.run(
        f"{sys.executable} -m landbridge rules | head -n 2; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.stderr == ""
    assert found.stdout.splitlines()[-1] == "0"


def test_text_that_a_terminal_cannot_show(tmp_path: Path) -> None:
    found = shell("show", "Кое-что", cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"})
    assert found.returncode == 2
    assert "There is no file ???-???." in found.stderr


TOYS = [sys.executable, "-m", "cli.registered"]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}


def at_once(folder: Path, count: int, *words: str) -> list[int]:
    """The exit statuses of so many of the same command, started together."""
    running = [
        subprocess.Popen(
            [*TOYS, *words],
            cwd=folder,
            env=ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(count)
    ]
    return sorted(process.wait(60) for process in running)


def test_two_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    at_once(tmp_path, 1, "new", "ladder", "--scenario", "tower", "-o", "m")
    assert at_once(tmp_path, 8, "do", "m", "rest") == [0] * 8
    assert len(from_text((tmp_path / "m").read_text(encoding="utf-8")).records) == 8
    assert at_once(tmp_path, 1, "verify", "m") == [0]
    assert [path.name for path in tmp_path.iterdir()] == ["m"]


def test_the_same_action_twice_at_the_same_time_is_done_once(tmp_path: Path) -> None:
    at_once(tmp_path, 1, "new", "ladder", "--scenario", "tower", "-o", "m")
    assert at_once(tmp_path, 4, "do", "m", "rest", "--as", "north") == [0, 2, 2, 2]
    assert len(from_text((tmp_path / "m").read_text(encoding="utf-8")).records) == 1


def test_only_one_makes_a_new_file(tmp_path: Path) -> None:
    assert at_once(tmp_path, 4, "new", "ladder", "-o", "m") == [0, 2, 2, 2]
    assert [path.name for path in tmp_path.iterdir()] == ["m"]
