"""`landbridge admin`: accounts and backups of a server."""

from __future__ import annotations

import asyncio
import getpass
import os
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from landbridge.cli.parsing import Parser
from landbridge.cli.printing import print_json
from landbridge.engine.refusals import BadInput, unknown
from landbridge.store.moderation import AuditEntry
from landbridge.store.rows import UserRow
from landbridge.store.store import Store, opened

ENTRIES = 1000
"""Entries of the audit log that are shown."""


class Order(Struct, frozen=True):
    """What the administrator has asked for."""

    words: list[str]
    as_json: bool
    why: str


Job = Callable[[Store, Order], Awaitable[None]]


def admin(argv: list[str]) -> int:
    """Look after the accounts of a server, back its database up and restore it."""
    jobs = "\n".join(f"  {name:<24}{about.__doc__}" for name, (about, _) in _SHOWN.items())
    parser = Parser(
        "admin",
        f"Look after the accounts and the database of a server.\n\n{jobs}\n\n"
        "A password is asked for, or read from standard input where that is no terminal.",
        "admin users --db club.sqlite\n"
        "admin disable-user boris --why 'sends spam'\n"
        "admin add-user anna --email anna@example.org --db postgresql://club@localhost/club\n"
        "admin backup club.backup",
    )
    parser.add_argument("job", metavar="JOB", help="what to do, see above")
    parser.add_argument("words", nargs="*", metavar="WORD", help="a name, or a file")
    parser.add_argument("--db", metavar="PLACE", help="a file, or postgresql://...")
    parser.add_argument("--email", default="", metavar="A", help="with add-user")
    parser.add_argument("--why", default="", metavar="TEXT", help="the reason, for the audit log")
    parser.json()
    given = parser.read(argv)
    jobs_by_name = {name.split()[0]: job for name, job in _SHOWN.items()}
    if given.job not in jobs_by_name:
        raise BadInput(unknown("job", given.job, jobs_by_name))
    job, wants = jobs_by_name[given.job]
    if len(given.words) != wants:
        shown = next(name for name in _SHOWN if name.split()[0] == given.job)
        raise BadInput(f"Write: landbridge admin {shown}")
    words = [*given.words, *([given.email] if given.job == "add-user" else [])]
    asyncio.run(_run(given.db, job, Order(words, given.json, given.why)))
    return 0


async def _run(place: str | None, job: Job, order: Order) -> None:
    from landbridge.store.places import usual_place

    async with opened(place or usual_place()) as store:
        await job(store, order)


def _entry(order: Order, act: str, target: str = "", target_id: str = "") -> AuditEntry:
    """What the audit log says of a job."""
    try:
        who = f"landbridge admin ({getpass.getuser()})"
    except (KeyError, OSError):
        who = "landbridge admin"
    return AuditEntry(who, act, target, target_id, order.why)


# Accounts


async def _users(store: Store, order: Order) -> None:
    """every account"""
    users = await store.people.all()
    if order.as_json:
        hidden = ("password", "folded")
        print_json(
            [
                {name: getattr(u, name) for name in u.__struct_fields__ if name not in hidden}
                for u in users
            ]
        )
        return
    for user in users:
        begun = datetime.fromtimestamp(user.created, UTC).date().isoformat()
        mail = f"{user.email}{'' if user.confirmed else ' (not confirmed)'}" if user.email else ""
        state = "  moderator" if user.moderator else ""
        state += "  disabled" if user.disabled else ""
        print(f"{user.name:<32}{begun}  {mail}{state}".rstrip())
    if not users:
        print("There is no account yet.")


async def _add(store: Store, order: Order) -> None:
    """open an account"""
    from landbridge.server.people.accounts import new_account

    name, email = order.words
    user = await new_account(store.people, name, _password(), email, confirmed=bool(email))
    await store.moderation.note(_entry(order, "open account", user.name, user.id))
    print(f"The account '{user.name}' is open.")


async def _set_password(store: Store, order: Order) -> None:
    """give an account another password, and log it out"""
    from landbridge.server.people.accounts import set_password

    user = await _find_user(store, order.words[0])
    await set_password(store.people, user, _password())
    await store.moderation.note(_entry(order, "set password", user.name, user.id))
    print(f"'{user.name}' has a new password and is logged out everywhere.")


async def _disable(store: Store, order: Order) -> None:
    """let nobody log in to an account any more"""
    user = await _find_user(store, order.words[0])
    entry = _entry(order, "disable account", user.name, user.id)
    await store.moderation.set_disabled(user.id, True, entry)
    print(f"'{user.name}' is disabled.")


async def _enable(store: Store, order: Order) -> None:
    """the reverse"""
    user = await _find_user(store, order.words[0])
    entry = _entry(order, "enable account", user.name, user.id)
    await store.moderation.set_disabled(user.id, False, entry)
    print(f"'{user.name}' can log in again.")


async def _remove(store: Store, order: Order) -> None:
    """take an account away; its seats become open"""
    user = await _find_user(store, order.words[0])
    # Noted first: whoever is gone without a note would be worse than a note too many.
    await store.moderation.note(_entry(order, "remove account", user.name, user.id))
    gone = await store.leaving.remove(user.id)
    matches = "1 match" if len(gone.deleted) == 1 else f"{len(gone.deleted)} matches"
    alone = f" Deleted with it, as nobody else played in them: {matches}."
    print(f"The account '{user.name}' is gone; its seats are open.{alone if gone.deleted else ''}")


# Moderators


async def _make_moderator(store: Store, order: Order) -> None:
    """let somebody see reports and disable accounts"""
    user = await _find_user(store, order.words[0])
    entry = _entry(order, "make moderator", user.name, user.id)
    await store.moderation.set_moderator(user.id, True, entry)
    print(f"'{user.name}' is a moderator.")


async def _unmake_moderator(store: Store, order: Order) -> None:
    """the reverse"""
    user = await _find_user(store, order.words[0])
    entry = _entry(order, "unmake moderator", user.name, user.id)
    await store.moderation.set_moderator(user.id, False, entry)
    print(f"'{user.name}' is no moderator any more.")


async def _audit(store: Store, order: Order) -> None:
    """what moderators and administrators did, the newest first"""
    rows = await store.moderation.audit(ENTRIES)
    if order.as_json:
        print_json([{name: getattr(r, name) for name in r.__struct_fields__} for r in rows])
        return
    for row in rows:
        at = datetime.fromtimestamp(row.at, UTC).strftime("%Y-%m-%d %H:%M")
        why = f": {row.why}" if row.why else ""
        print(f"{row.number:>5}  {at}  {row.actor}  {row.act}  {row.target}".rstrip() + why)
    if not rows:
        print("Nothing has been done yet.")


async def _find_user(store: Store, name: str) -> UserRow:
    user = await store.people.find_by_name(name)
    if user is None:
        raise BadInput(unknown("account", name, [one.name for one in await store.people.all()]))
    return user


def _password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    first = getpass.getpass("Password: ")
    if getpass.getpass("Once more: ") != first:
        raise BadInput("The two are not the same; nothing has changed.")
    return first


# Backups


async def _backup(store: Store, order: Order) -> None:
    """write everything to a new file, while the server runs"""
    place = Path(order.words[0])
    if place.exists():
        raise BadInput(f"{place} is there already; nothing has been written.")
    beside = place.with_name(f".{place.name}.new")
    count = 0
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(handle, "w", encoding="utf-8") as file:
            async for line in store.backup():
                file.write(line + "\n")
                count += 1
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, place)
    except OSError as problem:
        raise BadInput(f"{place} cannot be written: {problem.strerror}.") from None
    finally:
        beside.unlink(missing_ok=True)
    await store.moderation.note(_entry(order, "back up"))
    print(f"{count - 2} rows are in {place}. Keep it safe: it holds seeds and password hashes.")


async def _restore(store: Store, order: Order) -> None:
    """put a backup into a new database, of either kind"""
    try:
        text = Path(order.words[0]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadInput(f"{order.words[0]} cannot be read: {problem}.") from None
    count = await store.restore(text.splitlines())
    await store.moderation.note(_entry(order, "restore"))
    print(f"{count} rows have been restored.")


_SHOWN: dict[str, tuple[Any, int]] = {
    "users": (_users, 0),
    "add-user NAME": (_add, 1),
    "set-password NAME": (_set_password, 1),
    "disable-user NAME": (_disable, 1),
    "enable-user NAME": (_enable, 1),
    "remove-user NAME": (_remove, 1),
    "make-moderator NAME": (_make_moderator, 1),
    "unmake-moderator NAME": (_unmake_moderator, 1),
    "audit": (_audit, 0),
    "backup FILE": (_backup, 1),
    "restore FILE": (_restore, 1),
}
