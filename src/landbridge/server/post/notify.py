"""Telling players that it is their turn, by mail and webhook.

What is to be sent is written down together with the action that calls for it, and is sent
afterwards, by whichever server process takes it on. What fails, for whatever reason, is tried again
for some days and then given up; a target that fails too often gets no more until it is named anew.
Letters and webhooks go out side by side, one at a time for each person, so that nobody's slow or
dead address holds up what others wait for.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import smtplib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import msgspec

from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.server.parts import ServerParts
from landbridge.server.people.sessions import csrf_of
from landbridge.server.play.matches import LiveMatch
from landbridge.server.post import mail, webhooks
from landbridge.server.updates.numbering import next_numbers, version_in
from landbridge.store.matches import now
from landbridge.store.rows import FailureRow, OutgoingRow, UserRow

log = logging.getLogger("landbridge")

MessageKind = Literal["mail", "webhook"]

AT_ONCE: dict[MessageKind, int] = {"mail": 4, "webhook": 16}
"""How many of each kind are sent at the same time."""

LOOK_EVERY = 15.0
"""Seconds between looks for messages of other processes, or for those to be tried again."""

HELD = 120.0
"""Seconds in which a message must be sent before somebody else tries."""

MAIL_SECONDS = 90.0
"""Seconds in which the mail server must have taken a letter; fewer than `HELD`."""

WAITS = (60, 300, 1800, 7200, 21600, 86400)
"""Seconds until a message that failed is tried again; then it is given up."""

MOST_GIVEN_UP = 3
"""After this many messages given up in a row, a target gets no more."""

_letters = ThreadPoolExecutor(AT_ONCE["mail"], "letters")
"""A mail server can be slow; a match that is being loaded does not wait for it."""


async def turn_messages(
    server: ServerParts, live: LiveMatch, before: str, user_id: str
) -> tuple[OutgoingRow, ...]:
    """What to send after an action: to those who have something to decide and had nothing before,
    and at the end to everybody, but never to whoever has just acted. `before` is as in the row.
    """
    if not server.settings.public:
        return ()
    if live.match.outcome is not None:
        roles, event, headline = live.match.game.roles, "over", "the match is over"
    else:
        had = msgspec.json.decode(before, type=set[str])
        roles, event, headline = tuple(set(live.to_decide) - had), "turn", "it is your turn"
    return await player_messages(server, live, roles, event, headline, but=user_id)


async def player_messages(
    server: ServerParts,
    live: LiveMatch,
    roles: Iterable[str],
    event: str,
    headline: str,
    *,
    but: str = "",
) -> tuple[OutgoingRow, ...]:
    """What to send to the people behind these roles, such as a warning; not to one's self."""
    if not server.settings.public:
        return ()
    roles_of: dict[str, list[str]] = {}
    for role in roles:
        seat = live.seats.get(role)
        if seat is not None and seat.kind == "user" and seat.user_id != but:
            roles_of.setdefault(seat.user_id, []).append(role)
    found: list[OutgoingRow] = []
    for other, theirs in roles_of.items():
        user = await server.store.people.user(other)
        if user is not None and not user.disabled:
            found += await _messages(server, live, user, sorted(theirs), event, headline)
    return tuple(found)


async def _messages(
    server: ServerParts,
    live: LiveMatch,
    user: UserRow,
    roles: list[str],
    event: str,
    headline: str,
) -> list[OutgoingRow]:
    notice = await server.store.people.notice(live.id, user.id)
    by_mail = user.mail if notice.mail is None else notice.mail
    webhook = user.webhook if notice.webhook is None else notice.webhook
    off = targets_off(await server.store.post.failures(user.id))
    title = live.row.name or live.match.game.title
    subject = f"{title}: {headline}"
    link = server.settings.link(f"/#/match/{live.id}")
    # What a letter counts is what its reader noticed: the enemy's secret actions do not count.
    actions = len(live.match.visible(roles[0]))
    counted = version_in(next_numbers(live.row, live.match, "do"), roles[0])
    version = live.row.version + 1 if counted is None else counted
    found = []
    proved = user.email and user.confirmed and ("mail", user.email) not in off
    if by_mail and proved and server.settings.smtp:
        body = (
            f"{live.match.game.title}, '{title}', action {actions}.\n"
            f"You play {', '.join(roles)}.\n\n{link}\n\n"
            f"No more of these letters: {stop_link(server, user)}\n"
        )
        found.append(outgoing("mail", user.email, user.id, subject, body))
    if webhook and ("webhook", webhook) not in off:
        body = msgspec.json.encode(
            {
                "text": f"{subject} {link}",
                "content": f"{subject} {link}",
                "event": event,
                "match": live.id,
                "game": live.row.game,
                "name": live.row.name,
                "roles": roles,
                "version": version,
                "link": link,
            }
        ).decode()
        found.append(outgoing("webhook", webhook, user.id, subject, body))
    return found


def targets_off(failures: Iterable[FailureRow]) -> set[tuple[str, str]]:
    """Kind and target of what gets no more messages."""
    return {(row.kind, row.target) for row in failures if row.given_up >= MOST_GIVEN_UP}


def outgoing(kind: MessageKind, target: str, user_id: str, subject: str, body: str) -> OutgoingRow:
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


def stop_link(server: ServerParts, user: UserRow) -> str:
    """Where somebody can end all letters without logging in."""
    return server.settings.link(f"/mail/stop/{user.id}/{stop_key(user)}")


def stop_key(user: UserRow) -> str:
    """What proves that a letter was received; made from what only the database knows."""
    return csrf_of(f"{user.id} {user.password} {user.email}")[:24]


class Notifier:
    """Sends what is in the tray."""

    def __init__(self, server: ServerParts) -> None:
        self._server = server
        self._woken = {kind: asyncio.Event() for kind in AT_ONCE}

    def wake(self) -> None:
        """There may be something to send."""
        for woken in self._woken.values():
            woken.set()

    async def work(self) -> None:
        """Send until the server stops: letters and webhooks beside each other."""
        await asyncio.gather(*(self._send_all(kind) for kind in AT_ONCE))

    async def _send_all(self, kind: MessageKind) -> None:
        woken = self._woken[kind]
        sending: dict[asyncio.Task[None], str] = {}
        """Whose message each task sends."""

        def end(task: asyncio.Task[None]) -> None:
            sending.pop(task, None)
            woken.set()

        try:
            while True:
                woken.clear()
                for message in await self._due(kind, sending.values()):
                    task = asyncio.create_task(self._send(message))
                    sending[task] = message.user_id
                    task.add_done_callback(end)
                try:
                    async with asyncio.timeout(LOOK_EVERY):
                        await woken.wait()
                except TimeoutError:
                    pass
        finally:
            for task in sending:
                task.cancel()
            await asyncio.gather(*sending, return_exceptions=True)

    async def _due(self, kind: MessageKind, busy: Iterable[str]) -> list[OutgoingRow]:
        """What to send next, for people for whom nothing is being sent."""
        people = set(busy)
        room = AT_ONCE[kind] - len(people)
        try:
            return await self._server.store.post.take(kind, HELD, room, people) if room else []
        except LandbridgeError as problem:
            log.warning("notifications: %s", problem)
        except Exception:
            log.exception("notifications")
        return []

    async def _send(self, message: OutgoingRow) -> None:
        """Send a message, and note what came of it."""
        post = self._server.store.post
        try:
            failure = await self._try(message)
            if failure is None:
                await post.sent(message)
            elif message.tries < len(WAITS) and not isinstance(failure, BadInput):
                log.warning("a %s could not be sent: %s", message.kind, failure)
                await post.put_off(message, str(failure), WAITS[message.tries])
            else:
                await self._give_up(message, failure)
        except LandbridgeError as problem:
            log.warning("notifications: %s", problem)
        except Exception:
            log.exception("notifications")

    async def _give_up(self, message: OutgoingRow, failure: Exception) -> None:
        # A mail server that is away for days is not the fault of those who get letters from it.
        at_fault = (BadInput, webhooks.WebhookRefused, mail.MailRefused)
        off = await self._server.store.post.give_up(
            message,
            str(failure),
            tries=len(WAITS) + 1,
            blame=isinstance(failure, at_fault),
            most=MOST_GIVEN_UP,
        )
        log.warning("a %s for %s was given up: %s", message.kind, message.user_id, failure)
        if off:
            log.warning("%s gets no more by %s until it is set anew", message.user_id, message.kind)

    async def _try(self, message: OutgoingRow) -> Exception | None:
        """Try to send a message; what went wrong, of whatever kind."""
        if message.tries > len(WAITS):
            return LandbridgeError("it was begun again and again, and never came to an end.")
        try:
            await self._deliver(message)
        except (LandbridgeError, OSError, smtplib.SMTPException) as problem:
            return problem
        except Exception as problem:
            log.exception("a %s failed in a way that nobody foresaw", message.kind)
            return problem
        return None

    async def _deliver(self, message: OutgoingRow) -> None:
        settings = self._server.settings
        if message.kind == "webhook":
            body = message.body.encode()
            await webhooks.call(message.target, body, private=settings.private_webhooks)
        elif settings.smtp:
            stop = next((w for w in message.body.split() if "/mail/stop/" in w), "")
            sender = settings.mail_from or mail.LOCAL_SENDER
            written = mail.letter(sender, message.target, message.subject, message.body, stop)
            loop = asyncio.get_running_loop()
            try:
                async with asyncio.timeout(MAIL_SECONDS):
                    await loop.run_in_executor(_letters, mail.send, settings.smtp, written)
            except TimeoutError:
                raise LandbridgeError("The mail server takes too long.") from None
