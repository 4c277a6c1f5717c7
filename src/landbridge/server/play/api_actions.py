"""Calls of somebody who plays: the log, actions, taking back, earlier positions."""

from __future__ import annotations

from landbridge.engine.actions import verb_of
from landbridge.engine.chance import TypedDice
from landbridge.engine.events import REFEREE, Play
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal
from landbridge.engine.visible import has_secrets
from landbridge.server.http.calls import Asking, call
from landbridge.server.http.problems import NotAllowed, refusal
from landbridge.server.lookup.boards import forecast, render
from landbridge.server.play import acting
from landbridge.server.play.access import AS, table
from landbridge.server.play.matches import Kept
from landbridge.server.play.numbering import version_in
from landbridge.server.play.shapes import (
    Agreeing,
    Changed,
    Checked,
    Checking,
    Completion,
    Doing,
    Done,
    Earlier,
    ForecastView,
    Log,
    RollBack,
    TakeBack,
    thrown,
)
from landbridge.server.play.views import log, view
from landbridge.store.database import StoreFailed

ACTION = 128 * 1024
"""Bytes of an action: a thousand rows of a report, the longest there are, fit in."""

MOST_FORESEEN = 24
"""Actions in a row that can be looked ahead."""


@call(
    "GET",
    "/api/matches/{id}/log",
    gives=Log,
    query=AS
    | {
        "since": "only what happened after this action; -1, or left out, with the set-up",
        "version": "the version that you had: then you get exactly what you missed",
    },
)
async def show_log(asking: Asking, body: None) -> Log:
    """What happened, as far as a role may know."""
    since, version = asking.number("since"), asking.number("version")
    async with table(asking) as (kept, may):
        role = may.looking(asking.query("as"))
        seen = kept.match.visible(role)
        first = -1 if since is None else max(-1, min(since, len(seen)))
        if version is not None:
            still = await _still_good(asking, kept, role, version)
            first = first if still is None else min(first, still)
        return log(kept, role, first)


async def _still_good(asking: Asking, kept: Kept, role: str, version: int) -> int | None:
    """How many actions are still those that a reader of this version knows; None: all."""
    store, seen = asking.hall.store.matches, kept.match.visible(role)
    if role == REFEREE or not has_secrets(kept.match.game):
        return await store.kept_since(kept.id, version)
    if seen.whole:
        # Now that it is over, everything is numbered anew.
        return -1
    untouched = len(kept.match)
    for left, noticed in await store.changes(kept.id):
        known = version_in(noticed, role)
        if known is None:
            return -1
        if known <= version:
            return seen.count(untouched)
        untouched = min(untouched, left)
    return -1


@call("POST", "/api/matches/{id}/actions", takes=Doing, gives=Done, largest=ACTION)
async def act(asking: Asking, body: Doing) -> Done:
    """Carry out an action. When this is answered, the action is on the disk."""
    try:
        return await _act(asking, body, trusting=True)
    except StoreFailed:
        # It may have been done all the same.
        raise
    except LandbridgeError:
        # Another process may have gone further; only the newest position can refuse.
        return await _act(asking, body, trusting=False)


async def _act(asking: Asking, body: Doing, *, trusting: bool) -> Done:
    user = asking.user
    async with table(asking, trusting=trusting) as (kept, may):
        acting.check_version(kept, may, body.version, body.role)
        who = acting.speaker(kept, may, body.role, body.do)
        # A referee who speaks for a role does so as the referee, and the log says so.
        by_referee = may.yours == (REFEREE,)
        may_declare = kept.match.header.mode == "referee" and (
            not asking.hall.settings.public or REFEREE in may.acts
        )
        if body.declare and not may_declare:
            raise NotAllowed("Only the referee of a match in referee mode lets a breach pass.")
        try:
            return await acting.do(
                asking.hall,
                kept,
                user.id,
                body.do,
                who,
                seen_by=REFEREE if by_referee else acting.usual(may, body.role or who),
                dice=None if body.dice is None else thrown(body.dice),
                declare=body.declare,
                by_referee=by_referee,
            )
        except Refusal as problem:
            raise refusal(problem, may_declare) from None


@call(
    "GET",
    "/api/matches/{id}/complete",
    gives=Completion,
    query=AS | {"verb": "the verb", "said": "what has been said already; repeated"},
)
async def next_slot(asking: Asking, body: None) -> Completion:
    """The next thing to say for a verb."""
    verb = asking.query("verb")
    if not verb:
        raise BadInput("Say which verb: verb=...")
    said = tuple(asking.request.query_params.getlist("said"))
    async with table(asking) as (kept, may):
        who = acting.offered_to(kept, may, asking.query("as"), verb)
        return Completion(kept.match.game.next_slot(kept.match.state, who, verb, said))


@call(
    "POST",
    "/api/matches/{id}/check",
    takes=Checking,
    gives=Checked,
    limit="look",
    largest=ACTION,
)
async def check(asking: Asking, body: Checking) -> Checked:
    """Whether an action could be done; nothing is changed."""
    async with table(asking) as (kept, may):
        may.acting(body.role)
        try:
            who = acting.speaker(kept, may, body.role, body.do)
        except BadInput as problem:
            return Checked(False, str(problem))
        return acting.check(kept, who, body.do)


@call(
    "GET",
    "/api/matches/{id}/odds",
    gives=ForecastView,
    query=AS | {"do": "the action; repeated, the last after those before it, which throw no dice"},
)
async def odds(asking: Asking, body: None) -> ForecastView:
    """The exact odds of an action before it is done; null where no dice decide."""
    texts = asking.request.query_params.getlist("do")
    if not 0 < len(texts) <= MOST_FORESEEN:
        raise BadInput(f"Say which action: do=..., at most {MOST_FORESEEN} in a row.")
    async with table(asking) as (kept, may):
        game, state = kept.match.game, kept.match.state
        actions = [game.read(text) for text in texts]
        who = acting.offered_to(kept, may, asking.query("as"), verb_of(actions[0]))
        if len(actions) > 1 and has_secrets(game):
            raise BadInput("Where roles have secrets, only the next action can be forecast.")
        for action in actions[:-1]:
            game.check(state, who, action)
            state = game.apply(state, who, action, Play(TypedDice(())))
        game.check(state, who, actions[-1])
        return ForecastView(forecast(game.name, game.view(state, who), who, actions[-1]))


@call("POST", "/api/matches/{id}/undo", takes=TakeBack, gives=Changed)
async def undo(asking: Asking, body: TakeBack) -> Changed:
    """Take the last action back, if no luck was seen."""
    user = asking.user
    async with table(asking) as (kept, may):
        may.acting(body.role)
        acting.check_version(kept, may, body.version, body.role)
        role = body.role or may.counts_as
        return await acting.undo(asking.hall, kept, user.id, may, role)


@call("POST", "/api/matches/{id}/rollback", takes=RollBack, gives=Changed)
async def rollback(asking: Asking, body: RollBack) -> Changed:
    """Ask everybody to take back all from an action on; done at once where nobody else plays."""
    user = asking.user
    async with table(asking) as (kept, may):
        may.acting(None)
        role = may.looking(body.role or may.counts_as)
        acting.check_version(kept, may, body.version, role)
        return await acting.ask_rollback(asking.hall, kept, user.id, role, may, body.before)


@call("POST", "/api/matches/{id}/rollback/answer", takes=Agreeing, gives=Changed)
async def answer_rollback(asking: Asking, body: Agreeing) -> Changed:
    """Agree to a rollback, or not."""
    user = asking.user
    async with table(asking) as (kept, may):
        may.acting(body.role)
        role = acting.usual(may, body.role)
        return await acting.answer_rollback(asking.hall, kept, user.id, may, role, body.agree)


@call("GET", "/api/matches/{id}/at/{n}", gives=Earlier, query=AS)
async def earlier(asking: Asking, body: None) -> Earlier:
    """The position after n actions, as the role counts them."""
    number = asking.path_number("n")
    async with table(asking) as (kept, may):
        role = may.looking(asking.query("as"))
        seen = view(kept.match, role, number)
        game = kept.match.game
        return Earlier(number, role, seen, game.summary(seen), render(game.name, seen))
