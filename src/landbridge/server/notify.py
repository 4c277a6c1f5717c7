"""Telling players that it is their turn, by mail and webhook.

What is to be sent is written down together with the action that calls for it, and is sent
afterwards, by whichever server process takes it on; what fails is tried again for some days.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import smtplib
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from landbridge.engine.refusals import LandbridgeError
from landbridge.server import mail, webhooks
from landbridge.server.matches import Kept
from landbridge.server.noticed import next_numbers, version_in
from landbridge.server.sessions import csrf_of
from landbridge.store.matches import now
from landbridge.store.rows import OutgoingRow, UserRow

if TYPE_CHECKING:
    from landbridge.server.hall import Hall

log = logging.getLogger("landbridge")

LOOK_EVERY = 15.0
"""Seconds between looks for messages of other processes, or for those to be tried again."""

HELD = 120.0
"""Seconds in which a message must be sent before somebody else tries."""

WAITS = (60, 300, 1800, 7200, 21600, 86400)
"""Seconds until a message that failed is tried again; then it is given up."""


async def for_their_turn(
    hall: Hall, kept: Kept, before: str, user_id: str
) -> tuple[OutgoingRow, ...]:
    """What to send after an action: to those who have something to decide and had nothing before,
    and at the end to everybody, but never to whoever has just acted. `before` is as in the row.
    """
    if not hall.settings.public:
        return ()
    if kept.match.outcome is not None:
        roles, event, headline = kept.match.game.roles, "over", "the match is over"
    else:
        had = msgspec.json.decode(before, type=set[str])
        roles, event, headline = tuple(set(kept.to_decide) - had), "turn", "it is your turn"
    return await for_players(hall, kept, roles, event, headline, but=user_id)


async def for_players(
    hall: Hall, kept: Kept, roles: Iterable[str], event: str, headline: str, *, but: str = ""
) -> tuple[OutgoingRow, ...]:
    """What to send to the people behind these roles, such as a warning; not to one's self."""
    if not hall.settings.public:
        return ()
    told: dict[str, list[str]] = {}
    for role in roles:
        seat = kept.seats.get(role)
        if seat is not None and seat.kind == "user" and seat.user_id != but:
            told.setdefault(seat.user_id, []).append(role)
    found: list[OutgoingRow] = []
    for other, theirs in told.items():
        user = await hall.store.people.user(other)
        if user is not None and not user.disabled:
            found += await _messages(hall, kept, user, sorted(theirs), event, headline)
    return tuple(found)


async def _messages(
    hall: Hall, kept: Kept, user: UserRow, roles: list[str], event: str, headline: str
) -> list[OutgoingRow]:
    wish = await hall.store.people.notice(kept.id, user.id)
    by_mail = user.mail if wish.mail is None else wish.mail
    webhook = user.webhook if wish.webhook is None else wish.webhook
    title = kept.row.name or kept.match.game.title
    subject = f"{title}: {headline}"
    link = hall.settings.link(f"/#/match/{kept.id}")
    # What a letter counts is what its reader noticed: the enemy's secret actions do not count.
    actions = len(kept.match.visible(roles[0]))
    counted = version_in(next_numbers(kept.row, kept.match, "do"), roles[0])
    version = kept.row.version + 1 if counted is None else counted
    found = []
    if by_mail and user.email and user.confirmed and hall.settings.smtp:
        body = (
            f"{kept.match.game.title}, '{title}', action {actions}.\n"
            f"You play {', '.join(roles)}.\n\n{link}\n\n"
            f"No more of these letters: {stop_link(hall, user)}\n"
        )
        found.append(outgoing("mail", user.email, user.id, subject, body))
    if webhook:
        body = msgspec.json.encode(
            {
                "text": f"{subject} {link}",
                "content": f"{subject} {link}",
                "event": event,
                "match": kept.id,
                "game": kept.row.game,
                "name": kept.row.name,
                "roles": roles,
                "version": version,
                "link": link,
            }
        ).decode()
        found.append(outgoing("webhook", webhook, user.id, subject, body))
    return found


def outgoing(kind: str, target: str, user_id: str, subject: str, body: str) -> OutgoingRow:
    """A message for the tray."""
    return OutgoingRow(
        id=secrets.token_hex(12),
        kind=kind,
        target=target,
        user_id=user_id,
        subject=" ".join(subject.split()),
        body=body,
        due=now(),
    )


def stop_link(hall: Hall, user: UserRow) -> str:
    """Where somebody can end all letters without logging in."""
    return hall.settings.link(f"/mail/stop/{user.id}/{stop_key(user)}")


def stop_key(user: UserRow) -> str:
    """What proves that a letter was received; made from what only the database knows."""
    return csrf_of(f"{user.id} {user.password} {user.email}")[:24]


class Notifier:
    """Sends what is in the tray."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """There may be something to send."""
        self._woken.set()

    async def work(self) -> None:
        """Send, for ever."""
        while True:
            try:
                while await self._round():
                    pass
            except LandbridgeError as problem:
                log.warning("notifications: %s", problem)
            except Exception:
                log.exception("notifications")
            try:
                async with asyncio.timeout(LOOK_EVERY):
                    await self._woken.wait()
            except TimeoutError:
                pass
            self._woken.clear()

    async def _round(self) -> bool:
        """Send what is due; whether there was anything."""
        messages = await self._hall.store.post.take(HELD)
        await asyncio.gather(*(self._send(message) for message in messages))
        return bool(messages)

    async def _send(self, message: OutgoingRow) -> None:
        post = self._hall.store.post
        try:
            await asyncio.to_thread(self._deliver, message)
        except (LandbridgeError, OSError, smtplib.SMTPException) as problem:
            log.warning("a %s could not be sent: %s", message.kind, problem)
            if message.tries < len(WAITS):
                await post.later(message.id, WAITS[message.tries])
                return
        await post.sent(message.id)

    def _deliver(self, message: OutgoingRow) -> None:
        settings = self._hall.settings
        if message.kind == "webhook":
            body = message.body.encode()
            webhooks.call(message.target, body, private=settings.private_webhooks)
        elif settings.smtp:
            stop = next((w for w in message.body.split() if "/mail/stop/" in w), "")
            sender = settings.mail_from or "landbridge@localhost"
            written = mail.letter(sender, message.target, message.subject, message.body, stop)
            mail.send(settings.smtp, written)
