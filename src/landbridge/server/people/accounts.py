"""Accounts: names, passwords (argon2), and the rules for both."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from typing import Any

from msgspec.structs import replace

from landbridge.engine.refusals import BadInput
from landbridge.server.people.passwords import LONGEST, check_password
from landbridge.server.post.mail import check_recipient
from landbridge.store.database import Conflict
from landbridge.store.matches import now
from landbridge.store.names import is_mixed, skeleton
from landbridge.store.people import PeopleStore, folded
from landbridge.store.rows import UserRow

NAME = (2, 30)
RESERVED = ("local", "you", "referee", "spectator", "somebody", "bot", "open", "me")
OFFICES = ("admin", "administrator", "moderator", "landbridge", "server", "system", "former player")
"""Names that would be taken for more than a player."""

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
    found = unicodedata.normalize("NFC", " ".join(name.split()))
    low, high = NAME
    if not low <= len(found) <= high or not found.isprintable():
        raise BadInput(f"A name has {low} to {high} letters.")
    if unicodedata.normalize("NFKC", found) != found or any(map(unicodedata.combining, found)):
        raise BadInput("A name is written with plain letters.")
    if not any(c.isalnum() for c in found):
        raise BadInput("A name has at least one letter or digit.")
    if is_mixed(found):
        raise BadInput("A name has letters of one script only, so that it cannot pass for another.")
    if skeleton(found) in _reserved():
        raise BadInput(f"'{found}' means something else here; choose another name.")
    return found


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(skeleton, (*RESERVED, *OFFICES)))


def check_email(email: str) -> str:
    """An address that can be written to, or none; its confirmation shows whose it is."""
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
    found, address = check_name(name), check_email(email)
    check_password(password, found, address.partition("@")[0])
    user = UserRow(
        id=secrets.token_hex(8),
        name=found,
        folded=folded(found),
        email=address,
        confirmed=int(confirmed),
        password=await hashed_password(password),
        created=now(),
    )
    try:
        await people.add(user)
    except Conflict:
        raise BadInput(f"The name '{found}' is taken, or looks like one that is.") from None
    return user


async def right_password(people: PeopleStore, user: UserRow | None, password: str) -> bool:
    """Whether this is the account's password. A name that does not exist takes as long."""
    stored = user.password if user is not None else _nobody()
    loop = asyncio.get_running_loop()
    # No password is longer; what comes after it is neither compared nor kept.
    offered = password[:LONGEST]
    right = await loop.run_in_executor(_room, hasher().right, stored, offered)
    if not right or user is None or user.disabled:
        return False
    if hasher().outdated(stored):
        await people.save(replace(user, password=await hashed_password(offered)))
    return True


async def set_password(people: PeopleStore, user: UserRow, password: str) -> None:
    """Give an account another password, and log it out everywhere."""
    check_password(password, user.name, user.email.partition("@")[0])
    await people.save(replace(user, password=await hashed_password(password)))
    await people.end_sessions(user.id)
