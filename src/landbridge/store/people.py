"""Accounts, sessions, invitations and notes in a database. Tokens are kept as hashes only."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from hashlib import blake2b

from msgspec.structs import replace

from landbridge.store.database import Database
from landbridge.store.matches import now
from landbridge.store.names import skeleton
from landbridge.store.rows import (
    ConfirmationRow,
    InvitationRow,
    NoteRow,
    NoticeRow,
    Row,
    SessionRow,
    UserRow,
)
from landbridge.store.schema import insert, made, put, select, values

DAY = 86_400.0


def fresh_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token. It has 256 random bits, so a plain hash is enough."""
    return blake2b(token.encode(), digest_size=32, person=b"landbridge token").hexdigest()


def folded(name: str) -> str:
    """A name without regard to case and spaces."""
    return " ".join(name.split()).casefold()


OF_A_PERSON = ("sessions", "notes", "notices", "confirmations", "members", "leaves", "failures")
"""The tables that hold what goes with an account."""


class PeopleStore:
    """Whoever plays."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.ended: Callable[[str, str], None] = lambda session, user_id: None
        """Is told of the hash of a session that has ended, or of somebody all of whose have."""

    async def _put(self, row: Row) -> None:
        async with self._database.changing() as change:
            await change.run(put(type(row)), *values(row))

    async def _run(self, sql: str, *given: object) -> int:
        async with self._database.changing() as change:
            return await change.run(sql, *given)

    async def secret(self, name: str) -> str:
        """A secret of this database, made when it is first asked for."""
        found = await self._database.rows("SELECT value FROM meta WHERE name = ?", name)
        if not found:
            await self._run(
                "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                name,
                fresh_token(),
            )
            found = await self._database.rows("SELECT value FROM meta WHERE name = ?", name)
        return str(found[0][0])

    # Accounts

    async def add(self, user: UserRow) -> None:
        """Keep a new account; a name that is taken, or looks like one that is, is a Conflict."""
        named = replace(user, skeleton=skeleton(user.name))
        async with self._database.changing() as change:
            await change.run(insert(UserRow), *values(named))

    async def user(self, user_id: str) -> UserRow | None:
        """An account by its id."""
        found = await self._database.rows(select(UserRow, "WHERE id = ?"), user_id)
        return made(UserRow, found)[0] if found else None

    async def named(self, name: str) -> UserRow | None:
        """An account by its name."""
        found = await self._database.rows(select(UserRow, "WHERE folded = ?"), folded(name))
        return made(UserRow, found)[0] if found else None

    async def all(self) -> list[UserRow]:
        """Every account."""
        return made(UserRow, await self._database.rows(select(UserRow, "ORDER BY folded")))

    async def names(self, user_ids: Iterable[str]) -> dict[str, str]:
        """The names of some accounts."""
        asked = sorted({user_id for user_id in user_ids if user_id})
        if not asked:
            return {}
        marks = ", ".join("?" for _ in asked)
        found = await self._database.rows(
            f"SELECT id, name FROM users WHERE id IN ({marks})", *asked
        )
        return {row[0]: row[1] for row in found}

    async def keep(self, user: UserRow) -> None:
        """Keep what has changed of an account."""
        await self._put(user)
        if user.disabled:
            self.ended("", user.id)

    async def remove(self, user_id: str) -> None:
        """Take an account away; its seats become open."""
        async with self._database.changing() as change:
            for table in OF_A_PERSON:
                await change.run(f"DELETE FROM {table} WHERE user_id = ?", user_id)
            await change.run("DELETE FROM outgoing WHERE user_id = ?", user_id)
            await change.run(
                # A match that loses its last player is closed when it is looked at.
                "UPDATE matches SET version = version + 1, due = 1 WHERE id IN"
                " (SELECT match_id FROM seats WHERE user_id = ?)",
                user_id,
            )
            await change.run(
                "UPDATE seats SET kind = 'open', user_id = '' WHERE user_id = ?", user_id
            )
            await change.run("DELETE FROM users WHERE id = ?", user_id)
        self.ended("", user_id)

    # Sessions

    async def begin_session(self, user_id: str, days: float) -> str:
        """A new session; its token is told once and never kept."""
        token = fresh_token()
        await self._put(SessionRow(hashed(token), user_id, now() + days * DAY))
        return token

    async def session(self, token: str, days: float) -> UserRow | None:
        """Whoever is logged in with this token; a session that is used lasts longer."""
        found = await self._database.rows(
            select(SessionRow, "WHERE hash = ? AND expires > ?"), hashed(token), now()
        )
        if not found:
            return None
        row = made(SessionRow, found)[0]
        if row.expires < now() + (days - 1) * DAY:
            await self._put(SessionRow(row.hash, row.user_id, now() + days * DAY))
        user = await self.user(row.user_id)
        return None if user is None or user.disabled else user

    async def is_session(self, session: str) -> bool:
        """Whether a session, by its hash, still lasts; looking does not make it last longer."""
        found = await self._database.rows(
            "SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id"
            " WHERE sessions.hash = ? AND sessions.expires > ? AND users.disabled = 0",
            session,
            now(),
        )
        return bool(found)

    async def end_session(self, token: str) -> None:
        """Log out."""
        await self._run("DELETE FROM sessions WHERE hash = ?", hashed(token))
        self.ended(hashed(token), "")

    async def end_sessions(self, user_id: str) -> None:
        """Log out everywhere."""
        await self._run("DELETE FROM sessions WHERE user_id = ?", user_id)
        self.ended("", user_id)

    # Links

    async def invite(self, match_id: str, role: str, user_id: str, days: float) -> str:
        """An invitation; its token is told once and never kept."""
        token = fresh_token()
        row = InvitationRow(hashed(token), match_id, role, user_id, now() + days * DAY)
        await self._put(row)
        return token

    async def invitation(self, token: str) -> InvitationRow | None:
        """The invitation behind a link, if it is still good."""
        found = await self._database.rows(
            select(InvitationRow, "WHERE hash = ? AND expires > ?"), hashed(token), now()
        )
        return made(InvitationRow, found)[0] if found else None

    async def ask_to_confirm(self, user_id: str, email: str, days: float) -> str:
        """A link that proves a mail address."""
        token = fresh_token()
        await self._put(ConfirmationRow(hashed(token), user_id, email, now() + days * DAY))
        return token

    async def confirm(self, token: str) -> bool:
        """Whether a mail address is proved by this token."""
        found = await self._database.rows(
            select(ConfirmationRow, "WHERE hash = ? AND expires > ?"), hashed(token), now()
        )
        if not found:
            return False
        row = made(ConfirmationRow, found)[0]
        async with self._database.changing() as change:
            await change.run("DELETE FROM confirmations WHERE hash = ?", row.hash)
            touched = await change.run(
                "UPDATE users SET confirmed = 1 WHERE id = ? AND email = ?",
                row.user_id,
                row.email,
            )
        return bool(touched)

    async def sweep(self) -> None:
        """Take away what has expired."""
        async with self._database.changing() as change:
            for table in ("sessions", "invitations", "confirmations"):
                await change.run(f"DELETE FROM {table} WHERE expires <= ?", now())

    # Notes and wishes

    async def note(self, match_id: str, user_id: str) -> str:
        """Somebody's notes on a match."""
        found = await self._database.rows(
            "SELECT text FROM notes WHERE match_id = ? AND user_id = ?", match_id, user_id
        )
        return str(found[0][0]) if found else ""

    async def write_note(self, match_id: str, user_id: str, text: str) -> None:
        """Keep somebody's notes on a match."""
        await self._put(NoteRow(match_id, user_id, text, now()))

    async def notice(self, match_id: str, user_id: str) -> NoticeRow:
        """How somebody wants to be told of a match."""
        found = await self._database.rows(
            select(NoticeRow, "WHERE match_id = ? AND user_id = ?"), match_id, user_id
        )
        return made(NoticeRow, found)[0] if found else NoticeRow(match_id, user_id, None, None)

    async def wish(self, row: NoticeRow) -> None:
        """Keep how somebody wants to be told of a match."""
        await self._put(row)
