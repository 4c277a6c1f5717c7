"""Calls for those who have forgotten their password: a letter, and a new one by its link.

Nobody learns whether an account or an address exists: the answer is the same, and it is given
before anything is looked up.
"""

from __future__ import annotations

from landbridge.engine.refusals import BadInput
from landbridge.server.context import ServerContext
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import NotFound
from landbridge.server.http.shapes import Acknowledgement
from landbridge.server.people import accounts
from landbridge.server.people.passwords import check_password
from landbridge.server.people.shapes import NewPasswordByMail, ResetRequest
from landbridge.server.post.notify import outgoing
from landbridge.store.rows import UserRow

LONGEST = 200
"""Letters of a name or an address."""


@call("POST", "/api/reset", takes=ResetRequest, gives=Acknowledgement, limit="reset")
async def ask_to_reset(request: RequestContext, body: ResetRequest) -> Acknowledgement:
    """Get a letter with a link that lets you choose a new password."""
    server, who = request.server, body.who.strip()
    if not server.settings.resetting:
        raise BadInput("This server sends no letters; ask whoever runs it for a new password.")
    if not who or len(who) > LONGEST:
        raise BadInput("Give the name of your account, or its confirmed mail address.")
    server.in_background(_send_letters(server, who))
    return Acknowledgement()


async def _send_letters(server: ServerContext, who: str) -> None:
    people = server.store.people
    named = await people.find_by_name(who)
    found = [named] if named is not None else await people.having_email(who)
    for user in found:
        # An address that nobody has confirmed may be a stranger's.
        if user.confirmed and user.email and not user.disabled:
            await _send_letter(server, user)


async def _send_letter(server: ServerContext, user: UserRow) -> None:
    if await server.store.post.letter_wait(user.email):
        # The one who asks is not told: that would tell that the account exists.
        return
    token = await server.store.people.ask_to_reset(user.id)
    body = (
        f"Somebody, we hope you, wants a new password for the account '{user.name}'.\n"
        f"To choose one, open within an hour\n\n"
        f"{server.settings.link(f'/#/reset/{token}')}\n\n"
        "The link works once. After it you are signed out on every device.\n"
        "If it was not you, do nothing: the old password stays good.\n"
    )
    subject = "Landbridge: a new password"
    await server.store.post.post_letter(outgoing("mail", user.email, user.id, subject, body))
    server.notifier.wake()


@call("POST", "/api/reset/finish", takes=NewPasswordByMail, gives=Acknowledgement, limit="login")
async def finish_reset(request: RequestContext, body: NewPasswordByMail) -> Acknowledgement:
    """Choose a new password by the link in a letter; every device is signed out."""
    people = request.server.store.people
    user = await people.reset_of(body.token)
    if user is not None:
        check_password(body.password, user.name, user.email.partition("@")[0])
        if await people.reset(body.token, await accounts.hashed_password(body.password)):
            return Acknowledgement()
    raise NotFound("This link has been used, or is older than an hour. Ask for a new one.")
