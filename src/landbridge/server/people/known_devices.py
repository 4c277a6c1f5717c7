"""Devices on which somebody has logged in before: strangers' wrong guesses never lock them out.

Such a device has a cookie that names the account and is signed with a key of the database. It
proves no more than that: the password is asked for all the same, with a limit of its own.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from hmac import compare_digest

from starlette.requests import HTTPConnection

from landbridge.server.context import ServerContext
from landbridge.server.people.sessions import cookie_name
from landbridge.store.people import DAY

DAYS = 400.0
"""As long as browsers keep a cookie."""

MOST = 4
"""Accounts that one device is known for; the oldest is forgotten first."""


def device_cookie(server: ServerContext) -> str:
    """The name of the cookie."""
    return f"{cookie_name(server.settings)}-device"


async def known_device(server: ServerContext, request: HTTPConnection, user_id: str) -> str:
    """The id of a device on which this account was used; empty if it was not."""
    key = await server.store.people.secret("device key")
    for token in _tokens(server, request):
        owner, _, rest = token.partition(".")
        device, _, signature = rest.partition(".")
        if owner == user_id and compare_digest(
            _sign(key, owner, device).encode(), signature.encode()
        ):
            return device
    return ""


async def remember_device(server: ServerContext, request: HTTPConnection, user_id: str) -> str:
    """What to put into the cookie when somebody has logged in."""
    key = await server.store.people.secret("device key")
    device = await known_device(server, request, user_id) or secrets.token_hex(12)
    others = [one for one in _tokens(server, request) if not one.startswith(f"{user_id}.")]
    return "~".join([f"{user_id}.{device}.{_sign(key, user_id, device)}", *others][:MOST])


def cookie_age() -> int:
    """Seconds for which a device is known."""
    return round(DAYS * DAY)


def _tokens(server: ServerContext, request: HTTPConnection) -> list[str]:
    found = request.cookies.get(device_cookie(server), "")
    return [one for one in found.split("~")[:MOST] if one]


def _sign(key: str, user_id: str, device: str) -> str:
    text = f"{user_id} {device}".encode()
    return blake2b(
        text, key=key.encode()[:64], digest_size=20, person=b"landbridge dev"
    ).hexdigest()
