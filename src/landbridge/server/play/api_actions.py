"""Calls of somebody who plays: the log, actions, taking back, earlier positions."""

from __future__ import annotations

from typing import Any

from landbridge.engine.chance.nature import TypedDice
from landbridge.engine.matches.visible import has_secrets
from landbridge.engine.play.actions import Action, verb_of
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.game import Game
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal
from landbridge.referee.games import render
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import NotAllowed, refusal
from landbridge.server.lookup.boards import forecast
from landbridge.server.play import acting
from landbridge.server.play.access import AS, open_match
from landbridge.server.play.naming import name_choices, name_refusal
from landbridge.server.play.requests import (
    ActionRequest,
    CheckRequest,
    NewRollback,
    RollbackAnswer,
    ShownPosition,
    UndoRequest,
    thrown,
)
from landbridge.server.play.shapes import (
    ActionResult,
    ChangeResult,
    Changes,
    CheckResult,
    Completion,
    EarlierPosition,
    ForecastView,
    Log,
    WhyNot,
)
from landbridge.server.play.views import view
from landbridge.server.updates.changes import find_changes, find_missed, with_changes
from landbridge.store.database import StoreFailed

ACTION = 128 * 1024
"""Bytes of an action: a thousand rows of a report, the longest there are, fit in."""

MOST_ASKED = 60
"""Units that are asked about at once: more than stand on one point."""

MOST_FORECAST = 24
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
async def show_log(request: RequestContext, body: None) -> Log:
    """What happened, as far as a role may know."""
    since, version = request.number("since"), request.number("version")
    async with open_match(request) as (live, may):
        role = may.looking(request.query("as"))
        return await find_missed(request.server.store.matches, live, role, version, since)


@call(
    "GET",
    "/api/matches/{id}/changes",
    gives=Changes,
    query=AS
    | {
        "version": "the version that you show; left out, you get the whole log",
        "basis": "what the last answer called the position; left out, you get the whole of it",
    },
)
async def show_changes(request: RequestContext, body: None) -> Changes:
    """What changed since you last looked: the position, and what happened."""
    shown = ShownPosition(
        request.number("version"), request.query("basis") or "", request.query("as")
    )
    async with open_match(request) as (live, _):
        return await find_changes(request.server, live, request.user_id, shown)


@call("POST", "/api/matches/{id}/actions", takes=ActionRequest, gives=ActionResult, largest=ACTION)
async def act(request: RequestContext, body: ActionRequest) -> ActionResult:
    """Carry out an action, or several together. When this is answered, they are on the disk."""
    try:
        return await _act(request, body, trusting=True)
    except StoreFailed:
        # It may have been done all the same.
        raise
    except LandbridgeError:
        # Another process may have gone further; only the newest position can refuse.
        return await _act(request, body, trusting=False)


async def _act(request: RequestContext, body: ActionRequest, *, trusting: bool) -> ActionResult:
    user = request.user
    async with open_match(request, trusting=trusting) as (live, may):
        acting.check_version(live, may, body.version, body.role)
        who = acting.speaker(live, may, body.role, body.do)
        # A referee who speaks for a role does so as the referee, and the log says so.
        by_referee = may.yours == (REFEREE,)
        may_declare = live.match.header.mode == "referee" and (
            not request.server.settings.public or REFEREE in may.acts
        )
        if body.declare and not may_declare:
            raise NotAllowed("Only the referee of a match in referee mode lets a breach pass.")
        try:
            result = await acting.do(
                request.server,
                live,
                user.id,
                body.do,
                who,
                then=body.then,
                seen_by=REFEREE if by_referee else acting.numbering_role(may, body.role or who),
                dice=None if body.dice is None else thrown(body.dice),
                declare=body.declare,
                by_referee=by_referee,
            )
        except Refusal as problem:
            match = live.match
            own = match.open_to(who if who in match.game.roles else REFEREE)
            raise refusal(name_refusal(match.game, problem, own), may_declare) from None
        return await with_changes(request.server, live, user.id, result, body.shown)


@call(
    "GET",
    "/api/matches/{id}/complete",
    gives=Completion,
    query=AS | {"verb": "the verb", "said": "what has been said already; repeated"},
)
async def next_slot(request: RequestContext, body: None) -> Completion:
    """The next thing to say for a verb."""
    verb = request.query("verb")
    if not verb:
        raise BadInput("Say which verb: verb=...")
    said = tuple(request.all_of("said"))
    async with open_match(request) as (live, may):
        who = acting.offered_to(live, may, request.query("as"), verb)
        game = live.match.game
        slot = game.next_slot(live.match.state, who, verb, said)
        return Completion(None if slot is None else name_choices(game, slot))


@call(
    "POST",
    "/api/matches/{id}/check",
    takes=CheckRequest,
    gives=CheckResult,
    limit="look",
    largest=ACTION,
)
async def check(request: RequestContext, body: CheckRequest) -> CheckResult:
    """Whether an action could be done; nothing is changed."""
    async with open_match(request) as (live, may):
        may.acting(body.role)
        try:
            who = acting.speaker(live, may, body.role, body.do)
        except BadInput as problem:
            return CheckResult(False, str(problem))
        return acting.check(live, who, body.do, body.then)


@call(
    "GET",
    "/api/matches/{id}/why",
    gives=WhyNot,
    query=AS | {"word": "what cannot be used now, such as a unit; repeated"},
)
async def why_not(request: RequestContext, body: None) -> WhyNot:
    """Why nothing can be done with something now, as far as the game says it."""
    words = request.all_of("word")
    if not 0 < len(words) <= MOST_ASKED:
        raise BadInput(f"Say what: word=..., at most {MOST_ASKED} of them.")
    async with open_match(request) as (live, may):
        role = may.looking(request.query("as"))
        game = live.match.game
        seen = game.view(live.match.state, role)
        found = {}
        for word in words:
            for who in game.deciders(seen) if role == REFEREE else (role,):
                try:
                    violation = game.why_not(seen, who, word)
                except LandbridgeError:
                    continue
                if violation is not None:
                    found[word] = violation
        return WhyNot(found)


@call(
    "GET",
    "/api/matches/{id}/odds",
    gives=ForecastView,
    query=AS | {"do": "the action; repeated, the last after those before it, which throw no dice"},
)
async def odds(request: RequestContext, body: None) -> ForecastView:
    """The exact odds of an action before it is done; null where no dice decide."""
    texts = request.all_of("do")
    if not 0 < len(texts) <= MOST_FORECAST:
        raise BadInput(f"Say which action: do=..., at most {MOST_FORECAST} in a row.")
    async with open_match(request) as (live, may):
        game, state = live.match.game, live.match.state
        actions = [game.read(text) for text in texts]
        who = acting.offered_to(live, may, request.query("as"), verb_of(actions[0]))
        if len(actions) > 1 and has_secrets(game):
            raise BadInput("Where roles have secrets, only the next action can be forecast.")
        for action in actions[:-1]:
            _refuse_breaches(game, state, who, action)
            state = game.apply(state, who, action, Play(TypedDice(())))
        _refuse_breaches(game, state, who, actions[-1])
        return ForecastView(forecast(game, game.view(state, who), who, actions[-1]))


def _refuse_breaches(game: Game[Any], state: Any, who: str, action: Action) -> None:
    """Refuse an action that breaks a rule: nobody is shown the odds of what may not be done."""
    violations = game.check(state, who, action)
    if violations:
        raise Refusal.for_violations(violations)


@call("POST", "/api/matches/{id}/undo", takes=UndoRequest, gives=ChangeResult)
async def undo(request: RequestContext, body: UndoRequest) -> ChangeResult:
    """Take the last action back, with those done together with it, if no luck was seen."""
    user = request.user
    async with open_match(request) as (live, may):
        may.acting(body.role)
        acting.check_version(live, may, body.version, body.role)
        role = body.role or may.counts_as
        result = await acting.undo(request.server, live, user.id, may, role)
        return await with_changes(request.server, live, user.id, result, body.shown)


@call("POST", "/api/matches/{id}/rollback", takes=NewRollback, gives=ChangeResult)
async def rollback(request: RequestContext, body: NewRollback) -> ChangeResult:
    """Ask everybody to take back all from an action on; done at once where nobody else plays."""
    user = request.user
    async with open_match(request) as (live, may):
        may.acting(None)
        role = may.looking(body.role or may.counts_as)
        acting.check_version(live, may, body.version, role)
        result = await acting.ask_rollback(request.server, live, user.id, role, may, body.before)
        return await with_changes(request.server, live, user.id, result, body.shown)


@call("POST", "/api/matches/{id}/rollback/answer", takes=RollbackAnswer, gives=ChangeResult)
async def answer_rollback(request: RequestContext, body: RollbackAnswer) -> ChangeResult:
    """Agree to a rollback, or not."""
    user = request.user
    async with open_match(request) as (live, may):
        may.acting(body.role)
        role = acting.numbering_role(may, body.role)
        result = await acting.answer_rollback(request.server, live, user.id, may, role, body.agree)
        return await with_changes(request.server, live, user.id, result, body.shown)


@call("GET", "/api/matches/{id}/at/{n}", gives=EarlierPosition, query=AS)
async def earlier(request: RequestContext, body: None) -> EarlierPosition:
    """The position after n actions, as the role counts them."""
    number = request.path_number("n")
    async with open_match(request) as (live, may):
        role = may.looking(request.query("as"))
        seen = view(live.match, role, number)
        game = live.match.game
        return EarlierPosition(number, role, seen, game.summary(seen), render(game.name, seen))
