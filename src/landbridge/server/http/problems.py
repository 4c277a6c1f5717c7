"""Everything that can go wrong with a request, as status and JSON."""

from __future__ import annotations

import logging
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from landbridge.engine.chance.nature import NeedRoll
from landbridge.engine.refusals import LandbridgeError, Refusal
from landbridge.server.http.replies import json
from landbridge.store.database import StoreBusy, StoreFailed

log = logging.getLogger("landbridge")

AGAIN = 2
"""Seconds after which it is worth asking a database again that did not answer."""

UNSURE = "The database does not answer. Look again before you repeat this: it may have been done."


class Problem(LandbridgeError):
    """A request that cannot be fulfilled; the status says why, the text says it in words."""

    status = 400

    def __init__(self, text: str, **details: Any) -> None:
        super().__init__(text)
        self.details = details
        self.headers: dict[str, str] = {}


class NotAllowed(Problem):
    """Somebody who may not do this, or has not said who they are."""

    status = 403


class NotLoggedIn(Problem):
    """Nobody is logged in, and somebody has to be."""

    status = 403

    def __init__(self) -> None:
        super().__init__("Log in first.", login=True)


class NotFound(Problem):
    """There is no such thing, or none that this person may know of."""

    status = 404


class Clash(Problem):
    """The position, or something else, is no longer what the request was made for."""

    status = 409


class MatchOver(Problem):
    """The match is over."""

    status = 410


class TooSlow(Problem):
    """A request that did not come to an end."""

    status = 408

    def __init__(self, seconds: float) -> None:
        super().__init__(f"The request did not come to an end in {seconds:.0f} s.")
        self.headers["Connection"] = "close"


class TooLarge(Problem):
    """More was sent than anything here needs."""

    status = 413


class TooManyRequests(Problem):
    """Too many requests in too short a time."""

    status = 429

    def __init__(self, seconds: int) -> None:
        super().__init__(f"That is too much at once; try again in {seconds} s.", retry=seconds)
        self.headers["Retry-After"] = str(seconds)


def stale(version: int | None = None) -> Clash:
    """What the loser of a race gets; the version is that of the role, where it is known."""
    known = {} if version is None else {"version": version}
    return Clash("The position has changed in the meantime.", stale=True, **known)


def refusal(problem: Refusal, may_declare: bool = False) -> Clash:
    """What the rules refuse; `declarable` is what a referee could let pass."""
    return Clash(
        str(problem),
        refused=problem.text,
        rules=problem.rules,
        legal=problem.legal,
        violations=problem.violations,
        declarable=may_declare and problem.declarable,
    )


def to_response(problem: Exception) -> Response:
    """A problem as a reply; a fault of the program is logged and shown without its details."""
    if isinstance(problem, Problem):
        body = {"error": str(problem), **problem.details}
        return json(body, problem.status, problem.headers)
    if isinstance(problem, Refusal):
        return to_response(refusal(problem))
    if isinstance(problem, NeedRoll):
        return json({"error": str(problem), "need": problem.chance}, 400)
    if isinstance(problem, StoreBusy):
        log.warning("%s", problem)
        body = {"error": "Something else is writing to the database; try again in a moment."}
        return json(body, 503, {"Retry-After": str(AGAIN)})
    if isinstance(problem, StoreFailed):
        log.error("%s", problem)
        # A commit whose answer was lost may hold. The version tells: sent again with the same
        # `version`, what was kept is refused as stale, and what was not is done.
        body = {"error": UNSURE, "unsure": True}
        return json(body, 503, {"Retry-After": str(AGAIN)})
    if isinstance(problem, LandbridgeError):
        return json({"error": str(problem), "rules": [], "violations": []}, 400)
    if isinstance(problem, HTTPException):
        return json({"error": problem.detail}, problem.status_code)
    if isinstance(problem, ClientDisconnect):
        return json({"error": "The request broke off."}, 400)
    log.exception("a request failed", exc_info=problem)
    return json({"error": "Something went wrong in the program; look again at what it did."}, 500)
