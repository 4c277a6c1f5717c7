"""Starting and stopping: ports, messages, the browser."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from landbridge.cli.serving import serve
from landbridge.engine.refusals import LandbridgeError
from landbridge.server.people import accounts
from landbridge.server.running import CannotServe, address_of, listen

posix = pytest.mark.skipif(os.name != "posix", reason="signals and shell scripts")


def test_a_free_port_is_taken() -> None:
    with closing(listen("127.0.0.1", 0)) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"
        assert listening.getsockname()[1] > 0


def test_a_busy_port_is_passed_over() -> None:
    with closing(listen("127.0.0.1", 0)) as first:
        busy = first.getsockname()[1]
        with closing(listen("127.0.0.1", busy)) as second:
            assert second.getsockname()[1] > busy


@pytest.mark.parametrize(
    ("host", "port", "part"),
    [
        ("127.0.0.1", 70_000, "from 0 to 65535, not 70000"),
        ("no.such.host.invalid", 8000, "is no address of this machine"),
        ("192.0.2.1", 8000, "Nothing can listen at 192.0.2.1"),
    ],
)
def test_what_cannot_be_served_is_told(host: str, port: int, part: str) -> None:
    with pytest.raises(CannotServe, match=part):
        listen(host, port)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),
        ("::1", "http://[::1]:8000/"),
    ],
)
def test_addresses_can_be_typed_into_a_browser(host: str, address: str) -> None:
    assert address_of(host, 8000) == address


@posix
def test_it_runs_opens_the_browser_and_stops(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}\n')
    browser.chmod(0o755)
    with closing(listen("127.0.0.1", 0)) as taken:
        busy = taken.getsockname()[1]
        process = subprocess.Popen(
            [sys.executable, "-c", f"from landbridge.server import run; run(port={busy})"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ
            | {"BROWSER": str(browser), "LANDBRIDGE_DB": str(tmp_path / "matches.sqlite")},
        )
        assert process.stdout is not None
        with process:
            try:
                moved = process.stdout.readline()
                told = process.stdout.readline()
                assert f"Port {busy} is busy" in moved
                address = next(word for word in told.split() if word.startswith("http"))
                assert str(busy) not in address
                wait_for(opened)
                assert opened.read_text() == address
                with urllib.request.urlopen(f"{address}healthz", timeout=10) as reply:
                    assert json.load(reply)["ok"] is True
                assert (tmp_path / "matches.sqlite").exists()
            finally:
                process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0


def wait_for(place: Path) -> None:
    deadline = time.monotonic() + 20
    while not (place.exists() and place.read_text()):
        assert time.monotonic() < deadline, "the browser was not opened"
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--port", "70000"], "from 0 to 65535"),
        (["--url", "https://x"], "--url is for a server with --public"),
        (["--proxy", "127.0.0.1"], "--proxy is for a server with --public"),
        (["--public", "--proxy", "proxy.example"], "takes addresses or networks"),
        (["--public", "--proxy", "10.0.0.1/8"], "takes addresses or networks"),
        (["--public", "--mail-from", "club"], "no mail address"),
        (["--no-register"], "--no-register is for a server with --public"),
        (["--public", "--url", "play.example"], "begins with https://"),
        (["--public", "--smtp", "mail.example"], "smtps://HOST:465"),
        (["--db", "postgresql://h/d"], r"landbridge\[server\]"),
    ],
)
def test_options_that_do_not_fit(
    words: list[str], part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(LandbridgeError, match=part):
        serve(words)


def test_a_public_server_needs_argon2(monkeypatch: pytest.MonkeyPatch) -> None:
    accounts.hasher.cache_clear()
    monkeypatch.setitem(sys.modules, "argon2", None)
    with pytest.raises(LandbridgeError, match=r"landbridge\[server\]"):
        serve(["--public", "--db", ":memory:"])


def test_nothing_heavy_is_imported_for_the_name_alone() -> None:
    code = (
        "import sys, landbridge.server; print('uvicorn' in sys.modules, 'starlette' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False False"
