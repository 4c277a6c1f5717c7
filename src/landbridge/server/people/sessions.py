"""Who is asking: cookies, and the token that proves that our own page asks.

On one's own machine nobody logs in. On a public server a session is a random token in a cookie
that no script can read; the database knows only its hash. The CSRF token is made from the
cookie's, so that another site, which cannot read either, can make no change in somebody's name.
"""

from __future__ import annotations

from hashlib import blake2b
from hmac import compare_digest

from starlette.requests import HTTPConnection
from starlette.responses import Response

from landbridge.server.http.problems import NotAllowed
from landbridge.server.people.shapes import Person
from landbridge.server.settings import LOCAL_USER, Settings
from landbridge.store.people import PeopleStore

LOCAL = Person(LOCAL_USER, "You")
SESSION_DAYS = 30.0
MOST_WATCH_LINKS = 20
HEADER = "X-CSRF-Token"


def cookie_name(settings: Settings) -> str:
    """The session's cookie; the prefix makes browsers hold it to this host and to https."""
    return "__Host-landbridge" if settings.secure else "landbridge"


def visit_name(settings: Settings) -> str:
    """The cookie of somebody who has not logged in yet."""
    return f"{cookie_name(settings)}-visit"


def watch_name(settings: Settings) -> str:
    """The cookie of the links by which somebody looks on without an account."""
    return f"{cookie_name(settings)}-watch"


def watch_links(settings: Settings, request: HTTPConnection) -> tuple[str, ...]:
    """The links by which a device looks on, as they were sent to it."""
    return tuple(filter(None, request.cookies.get(watch_name(settings), "").split(".")))


def keep_watch_link(
    settings: Settings, request: HTTPConnection, reply: Response, token: str, days: float
) -> None:
    """Let a device look on by one more link; the oldest is forgotten where there are too many."""
    others = [one for one in watch_links(settings, request) if one != token]
    kept = ".".join([*others, token][-MOST_WATCH_LINKS:])
    set_cookie(settings, reply, watch_name(settings), kept, round(days * 86_400))


async def identify(
    settings: Settings, people: PeopleStore, request: HTTPConnection
) -> Person | None:
    """Whoever asks; None is somebody who has not logged in."""
    if not settings.public:
        return LOCAL
    token = request.cookies.get(cookie_name(settings), "")
    user = await people.session(token, SESSION_DAYS) if token else None
    return Person(user.id, user.name) if user else None


def csrf_of(token: str) -> str:
    """The CSRF token that belongs to a cookie's token."""
    if not token:
        return ""
    return blake2b(token.encode(), digest_size=24, person=b"landbridge csrf").hexdigest()


def own_token(settings: Settings, request: HTTPConnection) -> str:
    """The token in the session's cookie, or in the visitor's."""
    cookies = request.cookies
    return cookies.get(cookie_name(settings)) or cookies.get(visit_name(settings), "")


def check_csrf(settings: Settings, request: HTTPConnection) -> None:
    """Refuse a change that our own page did not ask for."""
    if not settings.public:
        return
    wanted = csrf_of(own_token(settings, request))
    given = request.headers.get(HEADER, "")
    if not wanted or not compare_digest(wanted.encode(), given.encode()):
        raise NotAllowed(f"The header {HEADER} is missing or old; load the page again.", csrf=True)


def set_session(settings: Settings, reply: Response, token: str) -> None:
    """Log somebody in on this device."""
    set_cookie(settings, reply, cookie_name(settings), token, round(SESSION_DAYS * 86_400))
    drop(settings, reply, visit_name(settings))


def greet(settings: Settings, reply: Response, token: str) -> None:
    """Give a visitor a cookie to log in with."""
    set_cookie(settings, reply, visit_name(settings), token, None)


def set_cookie(settings: Settings, reply: Response, name: str, token: str, age: int | None) -> None:
    """Set a cookie that no script can read and no other site can use."""
    reply.set_cookie(
        name,
        token,
        max_age=age,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="strict",
    )


def drop(settings: Settings, reply: Response, name: str) -> None:
    """Take a cookie back."""
    reply.delete_cookie(name, path="/", secure=settings.secure, httponly=True, samesite="strict")
