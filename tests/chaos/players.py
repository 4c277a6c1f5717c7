"""Players who act as fast as they can, whatever becomes of the server."""

from __future__ import annotations

import http.client
import itertools
import json
import random
import threading
import time
from typing import Any

from chaos.ledger import Acknowledged, Findings, Ledger
from server.devices import PASSWORD

SECONDS = 20.0
"""So long a player waits for an answer."""


class Player:
    """Somebody with an account, who plays in several matches."""

    tokens = itertools.count(1)

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.user_id, self.port = name, "", 0
        self._cookies: dict[str, str] = {}
        self._csrf = ""
        self._dice = random.Random(seed)
        self._line: http.client.HTTPConnection | None = None
        self.answers = 0
        self.unsure = 0

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Ask the server; status 0 if it does not answer."""
        try:
            if self._line is None:
                self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
            cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
            headers = {"Cookie": cookies, "X-CSRF-Token": self._csrf}
            self._line.request(method, path, json.dumps(body or {}), headers)
            reply = self._line.getresponse()
            data = reply.read()
            for word, value in reply.getheaders():
                if word.lower() == "set-cookie":
                    self._keep(value)
            return reply.status, json.loads(data)
        except (OSError, http.client.HTTPException, ValueError):
            self.hang_up()
            return 0, None

    def need(self, method: str, path: str, body: Any = None) -> Any:
        """Ask for something that has to be done."""
        # The server hangs up on whoever has been silent for a while.
        self.hang_up()
        status, reply = self.ask(method, path, body)
        assert status in (200, 201), f"{method} {path}: {status} {reply}"
        return reply

    def _keep(self, value: str) -> None:
        name, _, rest = value.partition("=")
        found = rest.partition(";")[0].strip('"')
        self._cookies.pop(name, None)
        if found:
            self._cookies[name] = found

    def hang_up(self) -> None:
        """Close the connection."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def enter(self) -> None:
        """Open an account; the session outlives the server."""
        self._csrf = self.need("GET", "/api/me")["csrf"]
        me = self.need("POST", "/api/register", {"name": self.name, "password": PASSWORD})
        self._csrf, self.user_id = me["csrf"], me["user"]["id"]

    # Playing

    def play(self, ledgers: list[Ledger], findings: Findings, until: threading.Event) -> None:
        """Act in one match after the other."""
        while not until.is_set():
            ledger = self._dice.choice(ledgers)
            chance = self._dice.random()
            if chance < 0.70:
                self._act(ledger, findings, f"shout t{next(self.tokens)}")
            elif chance < 0.85:
                self._act(ledger, findings, "rest")
            elif chance < 0.90:
                self._act(ledger, findings, "jump")
            elif chance < 0.94:
                self._change(ledger, findings, "undo", "undo", {})
            elif chance < 0.97:
                before = self._dice.randint(1, 12)
                self._change(ledger, findings, "ask", "rollback", {"before": before})
            else:
                agree = {"agree": self._dice.random() < 0.7}
                self._change(ledger, findings, "answer", "rollback/answer", agree)

    def _act(self, ledger: Ledger, findings: Findings, text: str) -> None:
        path = f"/api/matches/{ledger.match_id}/actions"
        self._note(ledger, findings, "do", text, *self.ask("POST", path, {"do": text}))

    def _change(self, ledger: Ledger, findings: Findings, kind: str, path: str, body: Any) -> None:
        status, reply = self.ask("POST", f"/api/matches/{ledger.match_id}/{path}", body)
        if status == 200 and kind != "undo" and reply["done"] and body.get("agree") is not False:
            kind = "rollback"
        self._note(ledger, findings, kind, "", status, reply)

    def _note(
        self, ledger: Ledger, findings: Findings, kind: str, text: str, status: int, reply: Any
    ) -> None:
        if status == 200:
            self.answers += 1
            done = Acknowledged(reply["version"], kind, self.user_id, text)
            ledger.note(done, findings)
        elif status == 500:
            findings.add("errors", f"{kind} '{text}' in {ledger.match_id}: {reply}")
            ledger.doubt(kind, self.user_id, text)
        elif status in (0, 503):
            self.unsure += 1
            ledger.doubt(kind, self.user_id, text)
            # A server that is gone needs a moment; one without a database, too.
            time.sleep(0.02)
