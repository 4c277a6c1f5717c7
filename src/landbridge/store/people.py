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
    PreferenceRow,
    ResetRow,
    Row,
    SessionRow,
    UserRow,
)
from landbridge.store.schema import insert, rows_from, select, upsert, values

DAY = 86_400.0

SEEN_EVERY = 300.0
"""Seconds after which it is noted again that a session is in use: not every request writes."""

RESET_SECONDS = 3600.0
"""How long a link for a new password is good."""

FORMER = "former player"
"""The name of those whose account is gone."""


def fresh_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token. It has 256 random bits, so a plain hash is enough."""
    return blake2b(token.encode(), digest_size=32, person=b"landbridge token").hexdigest()


def folded(name: str) -> str:
    """A name without regard to case and spaces."""
    return " ".join(name.split()).casefold()


def session_name(row: SessionRow) -> str:
    """What its owner calls a session by: enough of its hash, which is no secret."""
    return row.hash[:16]


class PeopleStore:
    """Whoever plays."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.ended: Callable[[str, str], None] = lambda session, user_id: None
        """Is told of the hash of a session that has ended, or of somebody all of whose have."""

    async def _put(self, row: Row) -> None:
        async with self._database.changing() as change:
            await change.run(upsert(type(row)), *values(row))

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
        return rows_from(UserRow, found)[0] if found else None

    async def find_by_name(self, name: str) -> UserRow | None:
        """An account by its name."""
        found = await self._database.rows(select(UserRow, "WHERE folded = ?"), folded(name))
        return rows_from(UserRow, found)[0] if found else None

    async def all(self) -> list[UserRow]:
        """Every account."""
        return rows_from(UserRow, await self._database.rows(select(UserRow, "ORDER BY folded")))

    async def names(self, user_ids: Iterable[str]) -> dict[str, str]:
        """The names of some accounts; one that is gone was a former player's."""
        asked = sorted({user_id for user_id in user_ids if user_id})
        if not asked:
            return {}
        marks = ", ".join("?" for _ in asked)
        found = await self._database.rows(
            f"SELECT id, name FROM users WHERE id IN ({marks})", *asked
        )
        return dict.fromkeys(asked, FORMER) | {row[0]: row[1] for row in found}

    async def having_email(self, email: str) -> list[UserRow]:
        """The accounts whose owner has confirmed this address."""
        found = await self._database.rows(
            select(UserRow, "WHERE lower(email) = ? AND confirmed = 1 AND email <> ''"),
            email.strip().lower(),
        )
        return rows_from(UserRow, found)

    async def save(self, user: UserRow) -> None:
        """Keep what has changed of an account."""
        await self._put(user)
        if user.disabled:
            self.ended("", user.id)

    # Sessions

    async def begin_session(
        self, user_id: str, days: float, device: str = "", network: str = ""
    ) -> str:
        """A new session; its token is told once and never kept."""
        token, at = fresh_token(), now()
        row = SessionRow(hashed(token), user_id, at + days * DAY, device, network, at, at)
        await self._put(row)
        return token

    async def session(self, token: str, days: float) -> UserRow | None:
        """Whoever is logged in with this token; a session that is used lasts longer."""
        at = now()
        found = await self._database.rows(
            select(SessionRow, "WHERE hash = ? AND expires > ?"), hashed(token), at
        )
        if not found:
            return None
        row = rows_from(SessionRow, found)[0]
        if row.expires < at + (days - 1) * DAY or row.seen < at - SEEN_EVERY:
            # Never put back: it may have been ended in the meantime.
            await self._run(
                "UPDATE sessions SET expires = ?, seen = ? WHERE hash = ?",
                max(row.expires, at + days * DAY),
                at,
                row.hash,
            )
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

    async def sessions(self, user_id: str) -> list[SessionRow]:
        """Where somebody is logged in, the last used first."""
        found = await self._database.rows(
            select(SessionRow, "WHERE user_id = ? AND expires > ? ORDER BY seen DESC, hash"),
            user_id,
            now(),
        )
        return rows_from(SessionRow, found)

    async def end_session_named(self, user_id: str, name: str) -> bool:
        """Log one of somebody's devices out; whether there was such a one."""
        ended = [row for row in await self.sessions(user_id) if session_name(row) == name]
        for row in ended:
            await self._run("DELETE FROM sessions WHERE hash = ?", row.hash)
            self.ended(row.hash, "")
        return bool(ended)

    async def end_other_sessions(self, user_id: str, token: str) -> int:
        """Log out everywhere but here; how many devices that were."""
        others = [row for row in await self.sessions(user_id) if row.hash != hashed(token)]
        await self._run(
            "DELETE FROM sessions WHERE user_id = ? AND hash <> ?", user_id, hashed(token)
        )
        for row in others:
            self.ended(row.hash, "")
        return len(others)

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
        return rows_from(InvitationRow, found)[0] if found else None

    async def withdraw_invitations(self, match_id: str, role: str) -> None:
        """Let the links to a role of a match lead nowhere any more."""
        async with self._database.changing() as change:
            await change.run(
                "DELETE FROM invitations WHERE match_id = ? AND role = ?", match_id, role
            )

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
        row = rows_from(ConfirmationRow, found)[0]
        async with self._database.changing() as change:
            await change.run("DELETE FROM confirmations WHERE hash = ?", row.hash)
            touched = await change.run(
                "UPDATE users SET confirmed = 1 WHERE id = ? AND email = ?",
                row.user_id,
                row.email,
            )
        return bool(touched)

    async def ask_to_reset(self, user_id: str) -> str:
        """A link that lets somebody choose a new password."""
        token = fresh_token()
        await self._put(ResetRow(hashed(token), user_id, now() + RESET_SECONDS))
        return token

    async def reset_of(self, token: str) -> UserRow | None:
        """Whose password this link changes, if it is still good."""
        found = await self._database.rows(
            select(ResetRow, "WHERE hash = ? AND expires > ?"), hashed(token), now()
        )
        user = await self.user(rows_from(ResetRow, found)[0].user_id) if found else None
        return None if user is None or user.disabled else user

    async def reset(self, token: str, password: str) -> bool:
        """Use a link up: its account has another password and is logged out; False if it is used.

        The password comes hashed.
        """
        async with self._database.changing() as change:
            found = await change.rows(
                select(ResetRow, "WHERE hash = ? AND expires > ?"), hashed(token), now()
            )
            if not found or not await change.run(
                "DELETE FROM resets WHERE hash = ?", hashed(token)
            ):
                return False
            user_id = rows_from(ResetRow, found)[0].user_id
            await change.run("UPDATE users SET password = ? WHERE id = ?", password, user_id)
            for table in ("resets", "sessions"):
                await change.run(f"DELETE FROM {table} WHERE user_id = ?", user_id)
        self.ended("", user_id)
        return True

    async def sweep(self) -> None:
        """Take away what has expired."""
        async with self._database.changing() as change:
            for table in ("sessions", "invitations", "confirmations", "resets"):
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
        return rows_from(NoticeRow, found)[0] if found else NoticeRow(match_id, user_id, None, None)

    async def set_notice(self, row: NoticeRow) -> None:
        """Keep how somebody wants to be told of a match."""
        await self._put(row)

    async def preferences(self, user_id: str) -> PreferenceRow:
        """How somebody likes to play."""
        found = await self._database.rows(select(PreferenceRow, "WHERE user_id = ?"), user_id)
        return rows_from(PreferenceRow, found)[0] if found else PreferenceRow(user_id)

    async def set_preferences(self, row: PreferenceRow) -> None:
        """Keep how somebody likes to play."""
        await self._put(row)
