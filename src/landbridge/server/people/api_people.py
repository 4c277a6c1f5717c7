"""Calls of people: who am I, accounts, and how to be told."""

from __future__ import annotations

from hmac import compare_digest

from msgspec.structs import replace
from starlette.responses import PlainTextResponse, Response

from landbridge.engine.refusals import BadInput
from landbridge.server.clocks.views import moment
from landbridge.server.http.calls import Asking, call
from landbridge.server.http.problems import LogIn, NotAllowed, TooMany
from landbridge.server.people import accounts
from landbridge.server.people.devices import device_of
from landbridge.server.people.known_devices import (
    cookie_age,
    device_cookie,
    known_device,
    remember_device,
)
from landbridge.server.people.sessions import (
    SESSION_DAYS,
    cookie_name,
    csrf_of,
    drop,
    greet,
    own_token,
    set_cookie,
    set_session,
)
from landbridge.server.people.shapes import (
    Login,
    Me,
    NewPassword,
    NewWishes,
    Person,
    Register,
    SendFailure,
    Wishes,
)
from landbridge.server.post.notify import outgoing, stop_key, targets_off
from landbridge.server.post.webhooks import check_address
from landbridge.store.people import folded, fresh_token
from landbridge.store.rows import UserRow

CONFIRM_DAYS = 3.0


def _public(asking: Asking) -> None:
    if not asking.hall.settings.public:
        raise BadInput("On your own machine nobody logs in.")


def _me(asking: Asking, person: Person | None, token: str, moderator: bool = False) -> Me:
    settings = asking.hall.settings
    return Me(
        "public" if settings.public else "local",
        person,
        csrf_of(token) if settings.public else "",
        settings.public and settings.registering,
        settings.resetting,
        moderator,
    )


@call("GET", "/api/me", gives=Me)
async def me(asking: Asking, body: None) -> Me:
    """Who is asking. On a public server this comes first: it gives the token for all changes."""
    settings, request = asking.hall.settings, asking.request
    if not settings.public:
        return _me(asking, asking.person, "")
    token = own_token(asking.hall, request)
    if not token or (asking.person is None and request.cookies.get(cookie_name(settings))):
        return visitor(asking)
    user = await asking.hall.store.people.user(asking.user_id) if asking.person else None
    return _me(asking, asking.person, token, user is not None and bool(user.moderator))


def visitor(asking: Asking) -> Me:
    """Somebody who is not logged in, or no longer."""
    settings = asking.hall.settings
    visit = fresh_token()
    asking.cookies.append(lambda reply: greet(settings, reply, visit))
    asking.cookies.append(lambda reply: drop(settings, reply, cookie_name(settings)))
    return _me(asking, None, visit)


async def _enter(asking: Asking, user: UserRow) -> Me:
    """Log somebody in on this device."""
    settings = asking.hall.settings
    device, network = device_of(asking.request)
    people = asking.hall.store.people
    token = await people.begin_session(user.id, SESSION_DAYS, device, network)
    known = await remember_device(asking.hall, asking.request, user.id)
    name = device_cookie(asking.hall)
    asking.cookies.append(lambda reply: set_session(settings, reply, token))
    asking.cookies.append(lambda reply: set_cookie(settings, reply, name, known, cookie_age()))
    return _me(asking, Person(user.id, user.name), token, bool(user.moderator))


@call("POST", "/api/register", takes=Register, gives=Me, status=201, limit="register")
async def register(asking: Asking, body: Register) -> Me:
    """Open an account, and log in."""
    _public(asking)
    if not asking.hall.settings.registering:
        raise NotAllowed("Accounts are only opened by the administrator here.")
    people = asking.hall.store.people
    email = accounts.check_email(body.email)
    if email and asking.hall.settings.smtp:
        _wait_for(await asking.hall.store.post.letter_wait(email))
    user = await accounts.new_account(people, body.name, body.password, email)
    await _ask_to_confirm(asking, user)
    return await _enter(asking, user)


@call("POST", "/api/login", takes=Login, gives=Me, limit="look")
async def login(asking: Asking, body: Login) -> Me:
    """Log in."""
    _public(asking)
    hall, people = asking.hall, asking.hall.store.people
    user = await people.named(body.name)
    device = await known_device(hall, asking.request, user.id) if user else ""
    if device:
        # The owner gets in, however often strangers guess elsewhere.
        hall.spend_as("login device", device)
    else:
        name, network = folded(body.name)[:100], hall.network(asking.request)
        hall.spend_as("login", network)
        hall.spend_as("login there", f"{network} {name}")
        hall.spend_as("login name", name)
    if not await accounts.right_password(people, user, body.password) or user is None:
        raise NotAllowed("Name or password is wrong.")
    return await _enter(asking, user)


@call("POST", "/api/logout", gives=Me)
async def logout(asking: Asking, body: None) -> Me:
    """Log out on this device."""
    _public(asking)
    await asking.hall.store.people.end_session(own_token(asking.hall, asking.request))
    return visitor(asking)


@call("POST", "/api/password", takes=NewPassword, gives=Me, limit="login")
async def new_password(asking: Asking, body: NewPassword) -> Me:
    """Change your password; every other device is logged out."""
    user = await account(asking)
    people = asking.hall.store.people
    if not await accounts.right_password(people, user, body.old):
        raise NotAllowed("The old password is wrong.")
    await accounts.set_password(people, user, body.new)
    return await _enter(asking, user)


async def account(asking: Asking) -> UserRow:
    """The account of the caller; somebody has to be logged in."""
    _public(asking)
    user = await asking.hall.store.people.user(asking.user.id)
    if user is None:
        raise LogIn
    return user


# How to be told


async def _wishes(asking: Asking, user: UserRow) -> Wishes:
    found = await asking.hall.store.post.failures(user.id)
    off = targets_off(found)
    failures = tuple(
        SendFailure(
            "mail" if row.kind == "mail" else "webhook",
            row.target,
            row.text,
            moment(row.at),
            (row.kind, row.target) in off,
        )
        for row in found
    )
    return Wishes(bool(user.mail), user.webhook, user.email, bool(user.confirmed), failures)


@call("GET", "/api/me/notify", gives=Wishes)
async def wishes(asking: Asking, body: None) -> Wishes:
    """How you want to be told that it is your turn."""
    return await _wishes(asking, await account(asking))


@call("POST", "/api/me/notify", takes=NewWishes, gives=Wishes, limit="login")
async def wish(asking: Asking, body: NewWishes) -> Wishes:
    """Change how you want to be told; a new address is used once it is confirmed."""
    user, post = await account(asking), asking.hall.store.post
    if body.webhook:
        check_address(body.webhook)
    if body.mail is not None:
        user = replace(user, mail=int(body.mail))
    if body.webhook is not None:
        user = replace(user, webhook=body.webhook)
    email = user.email if body.email is None else accounts.check_email(body.email)
    if email != user.email:
        user = replace(user, email=email, confirmed=0)
        await _ask_to_confirm(asking, user)
    await asking.hall.store.people.keep(user)
    if body.webhook:
        await post.forgive(user.id, "webhook", body.webhook)
    if body.email:
        await post.forgive(user.id, "mail", email)
    return await _wishes(asking, user)


async def _ask_to_confirm(asking: Asking, user: UserRow) -> None:
    """Send the letter that proves an address, unless too many went there already."""
    hall = asking.hall
    if not user.email or not hall.settings.smtp:
        return
    hall.spend("letter", user.id, asking.request)
    token = await hall.store.people.ask_to_confirm(user.id, user.email, CONFIRM_DAYS)
    body = (
        f"Somebody, we hope you, has an account '{user.name}' with this address.\n"
        f"To be told by mail when it is your turn, open\n\n"
        f"{hall.settings.link(f'/mail/confirm/{token}')}\n\n"
        "If it was not you, do nothing: no further letter will come.\n"
    )
    subject = "Landbridge: is this your address?"
    message = outgoing("mail", user.email, user.id, subject, body)
    _wait_for(await hall.store.post.post_letter(message))
    hall.notifier.wake()


def _wait_for(seconds: float) -> None:
    """Refuse, where a letter may only go in so many seconds."""
    if seconds:
        raise TooMany(max(1, round(seconds)))


@call("GET", "/mail/confirm/{token}", gives=str, limit="login")
async def confirm(asking: Asking, body: None) -> Response:
    """Prove a mail address, by the link in a letter."""
    if await asking.hall.store.people.confirm(asking.path("token")):
        return PlainTextResponse("Thank you: this address is confirmed.\n")
    return PlainTextResponse("This link has been used, or has expired.\n", 404)


@call("GET", "/mail/stop/{user}/{key}", gives=str, limit="login")
async def stop(asking: Asking, body: None) -> Response:
    """Get no more letters, by the link in one of them."""
    people = asking.hall.store.people
    user = await people.user(asking.path("user"))
    if user is None or not compare_digest(stop_key(user).encode(), asking.path("key").encode()):
        return PlainTextResponse("This link is no longer good; log in instead.\n", 404)
    await people.keep(replace(user, mail=0))
    return PlainTextResponse("You will get no more letters. You can change that any time.\n")
