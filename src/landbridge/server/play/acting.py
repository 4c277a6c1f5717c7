"""Acting on a match: doing, undoing and rolling back, for whoever holds the seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from landbridge.engine.chance.nature import Given, NeedRoll, TypedDice
from landbridge.engine.matches.visible import has_secrets
from landbridge.engine.play.actions import Action, verb_of
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.game import Game
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal
from landbridge.server.http.problems import Clash, MatchOver, NotAllowed, stale
from landbridge.server.parts import ServerParts
from landbridge.server.play.matches import LiveMatch
from landbridge.server.play.passing import pass_on
from landbridge.server.play.rights import Rights
from landbridge.server.play.shapes import ActionResult, ChangeResult, CheckResult, RollbackRequest
from landbridge.server.play.views import open_rollback, visible_events
from landbridge.server.post.notify import turn_messages
from landbridge.server.updates.numbering import numbers


def check_version(live: LiveMatch, may: Rights, version: int | None, role: str | None) -> None:
    """Refuse what was meant for another version, in whatever role it was looked at."""
    if version is None or any(version == numbers(live.row, one).version for one in may.looks):
        return
    raise stale(numbers(live.row, numbering_role(may, role)).version)


def numbering_role(may: Rights, role: str | None) -> str:
    """The role whose numbers somebody uses: the one they name, if they may look in it."""
    return role if role in may.looks else may.looks[0]


async def do(
    server: ServerParts,
    live: LiveMatch,
    user_id: str,
    text: str,
    who: str | None,
    *,
    seen_by: str,
    then: Sequence[str] = (),
    dice: tuple[Given, ...] | None = None,
    declare: bool = False,
    by_referee: bool = False,
) -> ActionResult:
    """Carry a gesture out with the steps that pass after it, write it down, and only then say what
    it led to."""
    if live.row.over:
        raise MatchOver("The match is over.")
    before, number = live.row.to_decide, len(live.match)
    # In a match of the program's dice, a list without any means nothing.
    typed = dice is not None and live.match.header.dice != "seeded"
    live.match.do(
        text, who, then=then, dice=dice or (), typed=typed, declare=declare, by_referee=by_referee
    )
    done = live.match.history.records[number:]
    await pass_on(server.store.people, live.match, live.seats.values())
    await server.matches.advance(
        live,
        "do",
        untouched=number,
        entries=tuple(live.match.history.records[number:]),
        role=done[-1].who,
        user_id=user_id,
        outgoing=await turn_messages(server, live, before, user_id),
    )
    for _ in done:
        server.metrics.actions.add("person" if user_id else "bot")
    # Whoever acts without being able to look in the role is told by the referee's numbers.
    match, seen = live.match, live.match.visible(seen_by)
    events = [
        event
        for action in range(number + 1, len(match) + 1)
        for event in visible_events(
            match.game, seen.count(action), match.history.events(action - 1), seen_by
        )
    ]
    return ActionResult(numbers(live.row, seen_by).version, events)


def speaker(live: LiveMatch, may: Rights, role: str | None, text: str) -> str | None:
    """Who acts, where somebody holds several seats: the one to whom this is offered.

    A fact of the table is noted for all by whoever speaks for all.
    """
    found, game = may.acting(role), live.match.game
    verb = verb_of(game.read(text))
    if verb in game.facts and may.speaks_for_all(game.roles):
        return REFEREE
    if found is not None or REFEREE in may.acts:
        return found
    open_to = game.who_may(live.match.state, verb)
    return next((who for who in open_to if who in may.acts), may.acts[0])


def offered_to(live: LiveMatch, may: Rights, role: str | None, verb: str) -> str:
    """The role that would say a verb."""
    found = may.acting(role)
    if found not in (None, REFEREE):
        return str(found)
    for who in live.match.game.who_may(live.match.state, verb):
        if who in may.acts:
            return who
    raise BadInput(f"'{verb}' is not offered to anybody now.")


def check(live: LiveMatch, who: str | None, text: str, then: Sequence[str] = ()) -> CheckResult:
    """Whether an action could be done, and what it would break; of several, which of them could."""
    if live.row.over:
        return CheckResult(False, "The match is over.")
    game, state = live.match.game, live.match.state
    if not then:
        return _check_one(game, state, who, text)
    if has_secrets(game):
        return CheckResult(False, "Where roles have secrets, only the next can be looked at.")
    found: list[CheckResult] = []
    for one in (text, *then):
        found.append(_check_one(game, state, who, one))
        if found[-1].ok and len(found) <= len(then):
            action = game.read(one)
            try:
                state = game.apply(state, _actor(game, state, who, action), action, _no_dice())
            except NeedRoll:
                found[-1] = CheckResult(False, "Only the last action of a gesture may throw dice.")
    refused = next((one for one in found if not one.ok), CheckResult(True))
    return replace(refused, each=tuple(one.error for one in found))


def _no_dice() -> Play:
    return Play(TypedDice(()))


def _check_one(game: Game[Any], state: Any, who: str | None, text: str) -> CheckResult:
    try:
        action = game.read(text)
        violations = game.check(state, _actor(game, state, who, action), action)
    except Refusal as problem:
        return CheckResult(False, str(problem), problem.rules, problem.violations)
    except LandbridgeError as problem:
        return CheckResult(False, str(problem))
    if violations:
        return CheckResult(False, str(violations[0]), violations[0].rules, violations)
    return CheckResult(True)


def _actor(game: Game[Any], state: Any, who: str | None, action: Action) -> str:
    """Who would act; where nobody is named, whoever this is open to."""
    verb = verb_of(action)
    if (who is not None and who != REFEREE) or verb in game.facts:
        return who or REFEREE
    return next(iter(game.who_may(state, verb)), REFEREE)


# Taking back


def check_going_on(live: LiveMatch) -> None:
    """Refuse to take back what is over: its seed is published, and with it every roll to come."""
    if live.row.over or live.match.outcome is not None:
        raise MatchOver("The match is over; it can only be gone on with in a sandbox.")


async def undo(
    server: ServerParts, live: LiveMatch, user_id: str, may: Rights, role: str
) -> ChangeResult:
    """Take the last gesture back that a role noticed, if it was one's own and no luck was seen."""
    check_going_on(live)
    gesture = live.match.last_gesture(role)
    if not gesture:
        raise Refusal("nothing has been done yet")
    first = gesture.start
    who = live.match.history.records[first - 1].who
    if who not in may.acts and not may.speaks_for_all(live.match.game.roles):
        raise NotAllowed(f"The last action was done by {who}.")
    live.match.undo(role)
    await server.matches.advance(
        live,
        "undo",
        untouched=first - 1,
        entries=tuple(live.match.history.records[first - 1 :]),
        role=who,
        user_id=user_id,
    )
    return ChangeResult(numbers(live.row, role).version)


async def ask_rollback(
    server: ServerParts, live: LiveMatch, user_id: str, role: str, may: Rights, number: int
) -> ChangeResult:
    """Ask everybody to take back all from an action on; where nobody else plays, do it at once.

    The number is that of the role, as it counts actions.
    """
    check_going_on(live)
    seen = live.match.visible(role).numbers()
    if not 1 <= number <= len(seen):
        raise BadInput(f"There are actions 1 to {len(seen)}; {number} is none of them.")
    before = seen[number - 1]
    if REFEREE in may.acts:
        return await roll_back(server, live, user_id, role, before, (REFEREE,))
    waiting = others(live, may)
    if not waiting:
        return await roll_back(server, live, user_id, role, before, live.match.game.roles)
    agreed = tuple(one for one in live.match.game.roles if one not in waiting)
    request = role if role in may.acts else may.acts[0]
    wanted = RollbackRequest(before, request, agreed, waiting, len(live.match) - before + 1)
    await _keep(server, live, "ask", user_id, request, wanted)
    return ChangeResult(numbers(live.row, role).version, done=False)


async def answer_rollback(
    server: ServerParts, live: LiveMatch, user_id: str, may: Rights, role: str, agree: bool
) -> ChangeResult:
    """Agree to a rollback, or not: then it is off."""
    check_going_on(live)
    wanted = open_rollback(live)
    if wanted is None:
        raise Clash("Nobody asks for a rollback now.")
    mine = [role for role in wanted.waiting if role in may.acts]
    if not agree:
        if not mine and wanted.asked_by not in may.acts:
            raise NotAllowed("You are not asked.")
        await _keep(server, live, "answer", user_id, "", None)
        return ChangeResult(numbers(live.row, role).version)
    if not mine:
        raise NotAllowed("You are not asked.")
    if REFEREE in may.acts:
        return await roll_back(server, live, user_id, role, wanted.before, (REFEREE,))
    others(live, may)
    waiting = tuple(role for role in wanted.waiting if role not in mine)
    if not waiting:
        return await roll_back(server, live, user_id, role, wanted.before, live.match.game.roles)
    agreed = (*wanted.agreed, *mine)
    wanted = RollbackRequest(wanted.before, wanted.asked_by, agreed, waiting, wanted.actions)
    await _keep(server, live, "answer", user_id, mine[0], wanted)
    return ChangeResult(numbers(live.row, role).version, done=False)


def others(live: LiveMatch, may: Rights) -> tuple[str, ...]:
    """The roles whose players have to agree: all but one's own. Only people can."""
    waiting = tuple(role for role in live.match.game.roles if role not in may.acts)
    for role in waiting:
        kind = live.seats[role].kind
        if kind != "user":
            why = f"A bot plays {role}" if kind == "bot" else f"The seat of {role} is open"
            raise NotAllowed(
                f"{why}, so nobody can agree to a rollback. Undo what showed no luck,"
                " or try it in a sandbox."
            )
    return waiting


async def roll_back(
    server: ServerParts,
    live: LiveMatch,
    user_id: str,
    role: str,
    before: int,
    agreed: tuple[str, ...],
) -> ChangeResult:
    """Take actions back; everybody has agreed, or the referee decides."""
    taken = live.match.rollback(before, agreed)
    await server.matches.advance(
        live,
        "rollback",
        untouched=before - 1,
        user_id=user_id,
        taken_back=taken,
    )
    return ChangeResult(numbers(live.row, role).version)


async def _keep(
    server: ServerParts,
    live: LiveMatch,
    kind: Literal["ask", "answer"],
    user_id: str,
    role: str,
    wanted: RollbackRequest | None,
) -> None:
    text = "" if wanted is None else msgspec.json.encode(wanted).decode()
    await server.matches.advance(
        live,
        kind,
        untouched=len(live.match),
        user_id=user_id,
        role=role,
        rollback=text,
    )
