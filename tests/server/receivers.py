"""A mail server and a webhook's other end, on this machine."""

from __future__ import annotations

import email
import json
import queue
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest


class Letters(socketserver.StreamRequestHandler):
    """Speaks just enough SMTP to take a letter."""

    server: MailServer

    def handle(self) -> None:
        self._say("220 localhost ready")
        sender, to = "", ""
        while line := self.rfile.readline().decode().strip():
            word = line.split()[0].upper()
            if word == "DATA":
                self._say("354 go on")
                self._take(sender, to)
            elif word == "QUIT":
                self._say("221 bye")
                return
            elif self.server.refuse and word == "MAIL":
                self._say("451 try again later")
            else:
                sender = line if word == "MAIL" else sender
                to = line if word == "RCPT" else to
                self._say("250 fine")

    def _take(self, sender: str, to: str) -> None:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line[1:] if line.startswith(b"..") else line)
        self.server.letters.put(email.message_from_bytes(b"".join(lines), policy=default))
        assert "FROM:" in sender.upper()
        assert "TO:" in to.upper()
        self._say("250 taken")

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class MailServer(socketserver.ThreadingTCPServer):
    """Keeps every letter that comes."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Letters)
        self.letters: queue.Queue[EmailMessage] = queue.Queue()
        self.refuse = False

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def next(self) -> EmailMessage:
        return self.letters.get(timeout=20)


class Calls(BaseHTTPRequestHandler):
    """Takes what a webhook sends."""

    server: HookServer

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        self.server.calls.put((self.path, json.loads(self.rfile.read(size))))
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


class HookServer(HTTPServer):
    """Keeps every call that comes."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Calls)
        self.calls: queue.Queue[tuple[str, Any]] = queue.Queue()
        self.status = 204

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook?key=1"

    def next(self) -> tuple[str, Any]:
        return self.calls.get(timeout=20)


@contextmanager
def _serving(server: Any) -> Iterator[Any]:
    running = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    running.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        running.join(10)


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with _serving(MailServer()) as server:
        yield server


@pytest.fixture
def hook() -> Iterator[HookServer]:
    with _serving(HookServer()) as server:
        yield server
