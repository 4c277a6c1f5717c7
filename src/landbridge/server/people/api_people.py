"""Calls of people: who am I, accounts, and how to be notified."""

from __future__ import annotations

from hmac import compare_digest

from msgspec.structs import replace
from starlette.responses import PlainTextResponse, Response

from landbridge.engine.refusals import BadInput
from landbridge.server.clocks.views import moment
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import NotAllowed, NotLoggedIn, TooManyRequests
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
    NotifyChange,
    NotifySettings,
    Person,
    Preferences,
    Register,
    SendFailure,
)
from landbridge.server.post.notify import outgoing, stop_key, targets_off
from landbridge.server.post.webhooks import check_address
from landbridge.store.people import folded, fresh_token
from landbridge.store.rows import PreferenceRow, UserRow

CONFIRM_DAYS = 3.0


def _public(request: RequestContext) -> None:
    if not request.server.settings.public:
        raise BadInput("On your own machine nobody logs in.")


def _me(request: RequestContext, person: Person | None, token: str, moderator: bool = False) -> Me:
    settings = request.server.settings
    return Me(
        "public" if settings.public else "local",
        person,
        csrf_of(token) if settings.public else "",
        settings.public and settings.registering,
        settings.resetting,
        moderator,
    )


@call("GET", "/api/me", gives=Me)
async def me(request: RequestContext, body: None) -> Me:
    """Who is asking. On a public server this comes first: it gives the token for all changes."""
    settings = request.server.settings
    if not settings.public:
        return _me(request, request.person, "")
    token = own_token(request.server.settings, request.http)
    if not token or (request.person is None and request.http.cookies.get(cookie_name(settings))):
        return visitor(request)
    user = await request.server.store.people.user(request.user_id) if request.person else None
    return _me(request, request.person, token, user is not None and bool(user.moderator))


def visitor(request: RequestContext) -> Me:
    """Somebody who is not logged in, or no longer."""
    settings = request.server.settings
    visit = fresh_token()
    request.reply_changes.append(lambda reply: greet(settings, reply, visit))
    request.reply_changes.append(lambda reply: drop(settings, reply, cookie_name(settings)))
    return _me(request, None, visit)


async def _enter(request: RequestContext, user: UserRow) -> Me:
    """Log somebody in on this device."""
    settings = request.server.settings
    device, network = device_of(request.http)
    people = request.server.store.people
    token = await people.begin_session(user.id, SESSION_DAYS, device, network)
    known = await remember_device(request.server, request.http, user.id)
    name = device_cookie(request.server)
    request.reply_changes.append(lambda reply: set_session(settings, reply, token))
    request.reply_changes.append(
        lambda reply: set_cookie(settings, reply, name, known, cookie_age())
    )
    return _me(request, Person(user.id, user.name), token, bool(user.moderator))


@call("POST", "/api/register", takes=Register, gives=Me, status=201, limit="register")
async def register(request: RequestContext, body: Register) -> Me:
    """Open an account, and log in."""
    _public(request)
    if not request.server.settings.registering:
        raise NotAllowed("Accounts are only opened by the administrator here.")
    people = request.server.store.people
    email = accounts.check_email(body.email)
    if email and request.server.settings.smtp:
        _wait_for(await request.server.store.post.letter_wait(email))
    user = await accounts.new_account(people, body.name, body.password, email)
    await _ask_to_confirm(request, user)
    return await _enter(request, user)


@call("POST", "/api/login", takes=Login, gives=Me, limit="look")
async def login(request: RequestContext, body: Login) -> Me:
    """Log in."""
    _public(request)
    server, people = request.server, request.server.store.people
    user = await people.find_by_name(body.name)
    device = await known_device(server, request.http, user.id) if user else ""
    if device:
        # The owner gets in, however often strangers guess elsewhere.
        server.spend_as("login device", device)
    else:
        name, network = folded(body.name)[:100], server.network(request.http)
        server.spend_as("login", network)
        server.spend_as("login there", f"{network} {name}")
        server.spend_as("login name", name)
    if not await accounts.right_password(people, user, body.password) or user is None:
        raise NotAllowed("Name or password is wrong.")
    return await _enter(request, user)


@call("POST", "/api/logout", gives=Me)
async def logout(request: RequestContext, body: None) -> Me:
    """Log out on this device."""
    _public(request)
    await request.server.store.people.end_session(own_token(request.server.settings, request.http))
    return visitor(request)


@call("POST", "/api/password", takes=NewPassword, gives=Me, limit="login")
async def new_password(request: RequestContext, body: NewPassword) -> Me:
    """Change your password; every other device is logged out."""
    user = await account(request)
    people = request.server.store.people
    if not await accounts.right_password(people, user, body.old):
        raise NotAllowed("The old password is wrong.")
    await accounts.set_password(people, user, body.new)
    return await _enter(request, user)


async def account(request: RequestContext) -> UserRow:
    """The account of the caller; somebody has to be logged in."""
    _public(request)
    user = await request.server.store.people.user(request.user.id)
    if user is None:
        raise NotLoggedIn
    return user


# Notifications


async def _notify_settings(request: RequestContext, user: UserRow) -> NotifySettings:
    found = await request.server.store.post.failures(user.id)
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
    return NotifySettings(bool(user.mail), user.webhook, user.email, bool(user.confirmed), failures)


@call("GET", "/api/me/notify", gives=NotifySettings)
async def notify_settings(request: RequestContext, body: None) -> NotifySettings:
    """How you want to be notified that it is your turn."""
    return await _notify_settings(request, await account(request))


@call("POST", "/api/me/notify", takes=NotifyChange, gives=NotifySettings, limit="login")
async def change_notify(request: RequestContext, body: NotifyChange) -> NotifySettings:
    """Change how you are notified; a new address is used once it is confirmed."""
    user, post = await account(request), request.server.store.post
    if body.webhook:
        check_address(body.webhook)
    if body.mail is not None:
        user = replace(user, mail=int(body.mail))
    if body.webhook is not None:
        user = replace(user, webhook=body.webhook)
    email = user.email if body.email is None else accounts.check_email(body.email)
    if email != user.email:
        user = replace(user, email=email, confirmed=0)
        await _ask_to_confirm(request, user)
    await request.server.store.people.save(user)
    if body.webhook:
        await post.forgive(user.id, "webhook", body.webhook)
    if body.email:
        await post.forgive(user.id, "mail", email)
    return await _notify_settings(request, user)


@call("GET", "/api/me/preferences", gives=Preferences)
async def preferences(request: RequestContext, body: None) -> Preferences:
    """How you like to play, in all your matches."""
    found = await request.server.store.people.preferences(request.user.id)
    return Preferences(bool(found.passes))


@call("POST", "/api/me/preferences", takes=Preferences, gives=Preferences)
async def change_preferences(request: RequestContext, body: Preferences) -> Preferences:
    """Change how you like to play; it holds from the next action on."""
    kept = PreferenceRow(request.user.id, int(body.passes))
    await request.server.store.people.set_preferences(kept)
    return body


async def _ask_to_confirm(request: RequestContext, user: UserRow) -> None:
    """Send the letter that proves an address, unless too many went there already."""
    server = request.server
    if not user.email or not server.settings.smtp:
        return
    server.spend("letter", user.id, request.http)
    token = await server.store.people.ask_to_confirm(user.id, user.email, CONFIRM_DAYS)
    body = (
        f"Somebody, we hope you, has an account '{user.name}' with this address.\n"
        f"To be told by mail when it is your turn, open\n\n"
        f"{server.settings.link(f'/mail/confirm/{token}')}\n\n"
        "If it was not you, do nothing: no further letter will come.\n"
    )
    subject = "Landbridge: is this your address?"
    message = outgoing("mail", user.email, user.id, subject, body)
    _wait_for(await server.store.post.post_letter(message))
    server.notifier.wake()


def _wait_for(seconds: float) -> None:
    """Refuse, where a letter may only go in so many seconds."""
    if seconds:
        raise TooManyRequests(max(1, round(seconds)))


@call("GET", "/mail/confirm/{token}", gives=str, limit="login")
async def confirm(request: RequestContext, body: None) -> Response:
    """Prove a mail address, by the link in a letter."""
    if await request.server.store.people.confirm(request.path("token")):
        return PlainTextResponse("Thank you: this address is confirmed.\n")
    return PlainTextResponse("This link has been used, or has expired.\n", 404)


@call("GET", "/mail/stop/{user}/{key}", gives=str, limit="login")
async def stop(request: RequestContext, body: None) -> Response:
    """Get no more letters, by the link in one of them."""
    people = request.server.store.people
    user = await people.user(request.path("user"))
    if user is None or not compare_digest(stop_key(user).encode(), request.path("key").encode()):
        return PlainTextResponse("This link is no longer good; log in instead.\n", 404)
    await people.save(replace(user, mail=0))
    return PlainTextResponse("You will get no more letters. You can change that any time.\n")
