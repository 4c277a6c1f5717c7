"""Slow, broken and strange requests over real sockets, with both ways of speaking HTTP."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn

from landbridge.server import running
from landbridge.server.app import create_app
from landbridge.server.http import calls, connections
from landbridge.server.running import listen, server_config
from landbridge.server.settings import Settings
from server.devices import quick_passwords

Say = Callable[..., bytes]
PATIENCE = 60
"""After so many seconds a test gives up: whoever is not waited for is cut off long before."""


@pytest.fixture(scope="module", params=["httptools", "h11"])
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    """A real server, one for each way of speaking; everything that it waits for is short."""
    with pytest.MonkeyPatch.context() as patch:
        quick_passwords(patch)
        if request.param == "h11":
            patch.setitem(sys.modules, "httptools", None)
        patch.setattr(connections, "HEAD_SECONDS", 1.0)
        patch.setattr(connections, "STALL_SECONDS", 1.0)
        patch.setattr(running, "KEEP_ALIVE", 1)
        patch.setattr(calls, "BODY_SECONDS", 1.0)
        patch.setattr(calls, "SLOWEST", 2**40)
        yield from _served()


def _served() -> Iterator[int]:
    settings = Settings(public=True, limits=False)
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(server_config(create_app(settings=settings), settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 30
    while not server.started:
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.02)
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()
        assert not thread.is_alive()


def dial(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def heard(line: socket.socket) -> bytes:
    """Everything until the other side closes."""
    found = b""
    while part := line.recv(65536):
        found += part
    return found


def say(port: int, text: bytes) -> bytes:
    with dial(port) as line:
        line.sendall(text)
        return heard(line)


HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


def test_a_plain_request_is_answered(port: int) -> None:
    with dial(port) as line:
        for _ in range(3):
            line.sendall(HEAD + b"\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(HEAD + b"Connection: close\r\n\r\n")
        assert b'"ok":true' in heard(line)


@pytest.mark.parametrize("first", [b"", b"GET /", b"GET / HTTP/1.1\r\n", HEAD + b"X-A: b\r\n"])
def test_headers_that_trickle_in_are_not_waited_for(port: int, first: bytes) -> None:
    with dial(port) as line:
        begun = time.monotonic()
        line.sendall(first)
        line.settimeout(0.2)
        found = b""
        while True:
            assert time.monotonic() < begun + PATIENCE, "it waits for more"
            try:
                part = line.recv(65536)
                found += part
                if not part:
                    break
            except TimeoutError:
                if first:
                    line.sendall(b"x")
            except ConnectionError:
                break
        taken = time.monotonic() - begun
    assert taken > 0.8
    assert b"200" not in found
    if first:
        assert b" 408 " in found or b" 400 " in found


def test_the_second_request_is_not_waited_for_either(port: int) -> None:
    with dial(port) as line:
        line.sendall(HEAD + b"\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(HEAD)
        assert b" 408 " in heard(line)


def test_a_body_that_trickles_in_is_not_waited_for(port: int) -> None:
    with dial(port) as line:
        line.sendall(HEAD + b"\r\n")
        line.recv(65536)
        csrf, cookie = visit(port)
        line.sendall(
            b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n"
            + f"X-CSRF-Token: {csrf}\r\nCookie: {cookie}\r\n\r\n{{".encode()
        )
        found = heard(line)
    assert found.startswith(b"HTTP/1.1 408")
    assert b"did not come to an end" in found


def visit(port: int) -> tuple[str, str]:
    found = say(port, b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    head, _, body = found.partition(b"\r\n\r\n")
    cookie = next(
        line.split(b" ", 1)[1].partition(b";")[0]
        for line in head.split(b"\r\n")
        if line.lower().startswith(b"set-cookie") and b"visit" in line
    )
    return json.loads(body)["csrf"], cookie.decode()


def test_what_is_left_of_an_answered_request_is_not_waited_for(port: int) -> None:
    """A body that nobody asked for, byte by byte, would hold the connection for ever."""
    with dial(port) as line:
        line.sendall(HEAD + b"Content-Length: 100000\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        push_until_cut_off(line, b"x")


def push_until_cut_off(line: socket.socket, text: bytes) -> None:
    """Go on sending this until the other side has closed."""
    deadline = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < deadline:
            line.sendall(text)
            time.sleep(0.1)
    except ConnectionError:
        return
    raise AssertionError("it still reads")


def test_an_answer_that_nobody_reads_is_not_waited_for(port: int) -> None:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", port))
        ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        push_until_cut_off(line, ask * 20)


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", b"400"),
        (b"GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
        (b"GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
        (b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
        (b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"4"),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"421"),
        (b"GET / HTTP/1.1\r\n\r\n", b"4"),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 101 + b"\r\n", b"431"),
        (HEAD + b"X: " + b"y" * 40_000 + b"\r\n\r\n", b"4"),
        (b"GET /?" + b"y" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"4"),
        (HEAD + b"X: " + b"y" * 4_000_000, b"4"),
        (b"nonsense\r\n\r\n", b"400"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01", b"400"),
        (b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", b"400"),
        (
            b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            b"4",
        ),
    ],
)
def test_strange_requests_are_refused(port: int, request_: bytes, status: bytes) -> None:
    try:
        found = say(port, request_)
    except ConnectionError:
        # Closed while more was still being sent.
        assert len(request_) > 1_000_000
        return
    assert found.startswith(b"HTTP/1.1 " + status)
    assert b"200 OK" not in found


def test_so_many_connections_from_one_network(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_A_NETWORK", 5)
    monkeypatch.setattr(connections, "is_near", lambda network: False)
    lines = [dial(port) for _ in range(5)]
    try:
        for line in lines:
            line.sendall(HEAD + b"\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        with dial(port) as line:
            assert heard(line).startswith(b"HTTP/1.1 429")
    finally:
        for line in lines:
            line.close()
    until_answered(port)


def until_answered(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            if say(port, HEAD + b"Connection: close\r\n\r\n").startswith(b"HTTP/1.1 200"):
                return
        except ConnectionError:
            pass
        assert time.monotonic() < deadline, "connections that are closed still count"
        time.sleep(0.1)


def test_a_websocket_lasts_longer_than_a_request_may_take(port: int) -> None:
    from websockets.sync.client import connect

    with connect(f"ws://localhost:{port}/api/live") as live:
        time.sleep(1.5)
        live.send("nonsense")
        assert "error" in json.loads(live.recv(timeout=10))


def test_a_client_that_breaks_off_is_no_fault(port: int, caplog: Any) -> None:
    csrf, cookie = visit(port)
    with dial(port) as line:
        line.sendall(
            b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n"
            + f"X-CSRF-Token: {csrf}\r\nCookie: {cookie}\r\n\r\n{{".encode()
        )
        time.sleep(0.2)
    time.sleep(0.5)
    assert say(port, HEAD + b"Connection: close\r\n\r\n")
    assert "a request failed" not in caplog.text
