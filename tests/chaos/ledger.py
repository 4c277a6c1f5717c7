"""The ledger: what players asked for, what they were told, and whether the database agrees."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from landbridge.engine.refusals import LandbridgeError
from landbridge.referee.games import load_match
from landbridge.store.store import Store


class Acknowledged(Struct, frozen=True):
    """A change that somebody was told is kept."""

    version: int
    kind: str
    user_id: str
    text: str = ""
    """The action, where it was one."""


class Findings(Struct):
    """What was wrong."""

    lost: int = 0
    """Acknowledged and not in the database."""
    invented: int = 0
    """In the database, and nobody asked for it, or it was refused."""
    refused: int = 0
    """Matches that cannot be loaded, or whose history has a gap."""
    differing: int = 0
    """Matches that the server shows otherwise than the database holds them."""
    errors: int = 0
    """Faults of the program: answers with status 500."""
    texts: list[str] = []

    @property
    def clean(self) -> bool:
        """Whether nothing was."""
        return not (self.lost or self.invented or self.refused or self.differing or self.errors)

    def add(self, name: str, text: str) -> None:
        """Note something."""
        setattr(self, name, getattr(self, name) + 1)
        self.texts.append(f"{name}: {text}")


class Ledger:
    """All that was asked for in one match."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.acknowledged: dict[int, Acknowledged] = {}
        self.doubtful: Counter[tuple[str, str]] = Counter()
        """Requests without an answer, or with one that leaves it open, by kind and person."""
        self.doubtful_texts: set[str] = set()

    def note(self, done: Acknowledged, findings: Findings) -> None:
        """Somebody was told that a change is kept."""
        if done.version in self.acknowledged:
            findings.add("lost", f"{self.match_id} has version {done.version} twice")
        self.acknowledged[done.version] = done

    def doubt(self, kind: str, user_id: str, text: str) -> None:
        """Nobody knows what became of a request."""
        self.doubtful[kind, user_id] += 1
        self.doubtful_texts.add(text)

    async def check(self, store: Store, findings: Findings) -> tuple[int, int] | None:
        """Compare with the database; the match's version and actions there."""
        try:
            found = await store.matches.load(self.match_id)
            if found is None:
                findings.add("lost", f"{self.match_id} is gone")
                return None
            match = load_match(found.save())
        except LandbridgeError as problem:
            findings.add("refused", f"{self.match_id}: {problem}")
            return None
        changes = await store.database.rows(
            "SELECT version, kind, user_id, kept FROM changes WHERE match_id = ? ORDER BY version",
            self.match_id,
        )
        row = found.row
        if [one[0] for one in changes] != list(range(1, row.version + 1)):
            findings.add("refused", f"{self.match_id}: its history has a gap")
            return None
        actions = self._history(changes, findings)
        entries = [record.do for record in match.history.records]
        if len(actions) != len(entries):
            findings.add("refused", f"{self.match_id}: {len(entries)} actions, not {len(actions)}")
            return None
        for version, text in zip(actions, entries, strict=True):
            told = self.acknowledged.get(version)
            if told is not None and told.text != text:
                findings.add("lost", f"{self.match_id} {version}: '{told.text}' is '{text}'")
            if told is None and text not in self.doubtful_texts:
                findings.add("invented", f"{self.match_id} {version}: '{text}'")
        return row.version, row.actions

    def _history(self, changes: list[tuple[Any, ...]], findings: Findings) -> list[int]:
        """The versions of the actions that stand, after all that was taken back."""
        standing: list[int] = []
        unexplained: Counter[tuple[str, str]] = Counter()
        there = set()
        for version, kind, user_id, kept in changes:
            there.add(version)
            told = self.acknowledged.get(version)
            if told is not None and (told.kind, told.user_id) != (kind, user_id):
                findings.add("lost", f"{self.match_id} {version}: {told.kind} is {kind}")
            if told is None and kind != "begin":
                unexplained[kind, user_id] += 1
            if kind == "do":
                standing.append(version)
            elif kind in ("undo", "rollback"):
                del standing[kept:]
        for version in sorted(self.acknowledged.keys() - there):
            findings.add("lost", f"{self.match_id} {version}: {self.acknowledged[version].text}")
        for (kind, user_id), count in unexplained.items():
            asked = self.doubtful[kind, user_id]
            if kind == "rollback":
                # Whoever is the last to agree does it: asking and answering may come to it.
                asked += self.doubtful["answer", user_id] + self.doubtful["ask", user_id]
            if count > asked:
                findings.add("invented", f"{self.match_id}: {count} {kind}, {asked} in doubt")
        return standing
