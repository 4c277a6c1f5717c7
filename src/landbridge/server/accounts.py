"""Accounts: names, passwords (argon2), and the rules for both."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from typing import Any

from msgspec.structs import replace

from landbridge.engine.refusals import BadInput
from landbridge.server.mail import check_recipient
from landbridge.store.database import Conflict
from landbridge.store.matches import now
from landbridge.store.people import PeopleStore, folded
from landbridge.store.rows import UserRow

SHORTEST, LONGEST = 10, 200
"""Letters of a password."""

NAME = (2, 30)
RESERVED = frozenset({"local", "you", "referee", "spectator", "somebody", "bot", "open", "me"})

_room = ThreadPoolExecutor(2, "passwords")
"""A hash takes much time and memory on purpose: so many are worked out at once."""


class Argon2:
    """Passwords by argon2, with the costs that its makers recommend."""

    def __init__(self) -> None:
        try:
            argon2 = import_module("argon2")
        except ModuleNotFoundError:
            raise BadInput("Accounts need argon2: pip install 'landbridge[server]'.") from None
        self._hasher: Any = argon2.PasswordHasher()
        self._wrong = (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError)

    def hash(self, password: str) -> str:
        """What is kept of a password."""
        made: str = self._hasher.hash(password)
        return made

    def right(self, kept: str, password: str) -> bool:
        """Whether this is the password."""
        try:
            self._hasher.verify(kept, password)
        except self._wrong:
            return False
        return True

    def outdated(self, kept: str) -> bool:
        """Whether it was hashed with lower costs than today's."""
        return bool(self._hasher.check_needs_rehash(kept))


@cache
def hasher() -> Argon2:
    """How passwords are hashed; an error says what is missing."""
    return Argon2()


@cache
def _nobody() -> str:
    """A hash that is checked for names that do not exist, so that they take as long as others."""
    return hasher().hash(secrets.token_hex(16))


def check_name(name: str) -> str:
    """A name that can be used, or why not."""
    found = " ".join(name.split())
    low, high = NAME
    if not low <= len(found) <= high or not found.isprintable():
        raise BadInput(f"A name has {low} to {high} letters.")
    if folded(found) in RESERVED:
        raise BadInput(f"'{found}' means something else here; choose another name.")
    return found


def check_password(password: str, name: str) -> None:
    """Refuse a password that is too easy."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadInput(f"A password has {SHORTEST} to {LONGEST} letters.")
    if folded(password) == folded(name) or len(set(password)) < 4:
        raise BadInput("That password is too easy to guess.")


def check_email(email: str) -> str:
    """An address that can be written to, or none; whether it is somebody's, its confirmation shows."""
    found = email.strip()
    return check_recipient(found) if found else ""


async def hashed_password(password: str) -> str:
    """What is kept of a password."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_room, hasher().hash, password)


async def new_account(
    people: PeopleStore, name: str, password: str, email: str = "", *, confirmed: bool = False
) -> UserRow:
    """Open an account."""
    found = check_name(name)
    check_password(password, found)
    user = UserRow(
        id=secrets.token_hex(8),
        name=found,
        folded=folded(found),
        email=check_email(email),
        confirmed=int(confirmed),
        password=await hashed_password(password),
        created=now(),
    )
    try:
        await people.add(user)
    except Conflict:
        raise BadInput(f"The name '{found}' is taken.") from None
    return user


async def right_password(people: PeopleStore, user: UserRow | None, password: str) -> bool:
    """Whether this is the account's password. A name that does not exist takes as long."""
    stored = user.password if user is not None else _nobody()
    loop = asyncio.get_running_loop()
    right = await loop.run_in_executor(_room, hasher().right, stored, password[:LONGEST])
    if not right or user is None or user.disabled:
        return False
    if hasher().outdated(stored):
        await people.keep(replace(user, password=await hashed_password(password)))
    return True


async def set_password(people: PeopleStore, user: UserRow, password: str) -> None:
    """Give an account another password, and log it out everywhere."""
    check_password(password, user.name)
    await people.keep(replace(user, password=await hashed_password(password)))
    await people.end_sessions(user.id)
