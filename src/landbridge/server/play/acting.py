"""Acting on a match: doing, undoing and rolling back, for whoever holds the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from landbridge.engine.actions import verb_of
from landbridge.engine.chance import Given
from landbridge.engine.events import REFEREE
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal
from landbridge.server.http.problems import Clash, Ended, NotAllowed, stale
from landbridge.server.play.matches import Kept
from landbridge.server.play.numbering import numbers
from landbridge.server.play.rights import Rights
from landbridge.server.play.shapes import (
    Asked,
    Changed,
    Checked,
    Done,
)
from landbridge.server.play.views import asked, visible
from landbridge.server.post.notify import for_their_turn

if TYPE_CHECKING:
    from landbridge.server.context import Hall


def check_version(kept: Kept, may: Rights, version: int | None, role: str | None) -> None:
    """Refuse what was meant for another version, in whatever role it was looked at."""
    if version is None or any(version == numbers(kept.row, one).version for one in may.looks):
        return
    raise stale(numbers(kept.row, usual(may, role)).version)


def usual(may: Rights, role: str | None) -> str:
    """The role whose numbers somebody uses: the one they name, if they may look in it."""
    return role if role in may.looks else may.looks[0]


async def do(
    hall: Hall,
    kept: Kept,
    user_id: str,
    text: str,
    who: str | None,
    *,
    seen_by: str,
    dice: tuple[Given, ...] | None = None,
    declare: bool = False,
    by_referee: bool = False,
) -> Done:
    """Carry an action out, write it down, and only then say what it led to."""
    if kept.row.over:
        raise Ended("The match is over.")
    before = kept.row.to_decide
    # In a match of the program's dice, a list without any means nothing.
    typed = dice is not None and kept.match.header.dice != "seeded"
    events = kept.match.do(
        text, who, dice=dice or (), typed=typed, declare=declare, by_referee=by_referee
    )
    record = kept.match.history.records[-1]
    number = len(kept.match)
    await hall.matches.advance(
        kept,
        "do",
        untouched=number - 1,
        entry=record,
        role=record.who,
        user_id=user_id,
        outgoing=await for_their_turn(hall, kept, before, user_id),
    )
    hall.metrics.actions.add("person" if user_id else "bot")
    # Whoever acts without being able to look in the role is told by the referee's numbers.
    counted = numbers(kept.row, seen_by)
    return Done(counted.version, visible(kept.match.game, counted.actions, events, seen_by))


def speaker(kept: Kept, may: Rights, role: str | None, text: str) -> str | None:
    """Who acts, where somebody holds several seats: the one to whom this is offered.

    A fact of the table is noted for all by whoever speaks for all.
    """
    found, game = may.acting(role), kept.match.game
    verb = verb_of(game.read(text))
    if verb in game.facts and may.speaks_for_all(game.roles):
        return REFEREE
    if found is not None or REFEREE in may.acts:
        return found
    for decision in kept.match.open_to():
        if decision.who in may.acts and any(offer.verb == verb for offer in decision.offers):
            return decision.who
    return may.acts[0]


def offered_to(kept: Kept, may: Rights, role: str | None, verb: str) -> str:
    """The role that would say a verb."""
    found = may.acting(role)
    if found not in (None, REFEREE):
        return str(found)
    for decision in kept.match.open_to():
        if (decision.who in may.acts) and any(offer.verb == verb for offer in decision.offers):
            return decision.who
    raise BadInput(f"'{verb}' is not offered to anybody now.")


def check(kept: Kept, who: str | None, text: str) -> Checked:
    """Whether an action could be done, and what it would break."""
    if kept.row.over:
        return Checked(False, "The match is over.")
    match = kept.match
    try:
        action = match.game.read(text)
        verb, actor = verb_of(action), who
        if actor in (None, REFEREE) and verb not in match.game.facts:
            offering = [d.who for d in match.open_to() if any(o.verb == verb for o in d.offers)]
            actor = offering[0] if offering else REFEREE
        violations = match.game.check(match.state, actor or REFEREE, action)
    except Refusal as problem:
        return Checked(False, str(problem), problem.rules, problem.violations)
    except LandbridgeError as problem:
        return Checked(False, str(problem))
    if violations:
        return Checked(False, str(violations[0]), violations[0].rules, violations)
    return Checked(True)


# Taking back


def check_going_on(kept: Kept) -> None:
    """Refuse to take back what is over: its seed is published, and with it every roll to come."""
    if kept.row.over or kept.match.outcome is not None:
        raise Ended("The match is over; it can only be gone on with in a sandbox.")


async def undo(hall: Hall, kept: Kept, user_id: str, may: Rights, role: str) -> Changed:
    """Take the last action back that a role noticed, if it was one's own and no luck was seen."""
    check_going_on(kept)
    seen = kept.match.visible(role).numbers()
    if not seen:
        raise Refusal("nothing has been done yet")
    first = seen[-1]
    who = kept.match.history.records[first - 1].who
    if who not in may.acts and not may.speaks_for_all(kept.match.game.roles):
        raise NotAllowed(f"The last action was done by {who}.")
    kept.match.undo(role)
    await hall.matches.advance(
        kept,
        "undo",
        untouched=first - 1,
        again=tuple(kept.match.history.records[first - 1 :]),
        role=who,
        user_id=user_id,
    )
    return Changed(numbers(kept.row, role).version)


async def ask_rollback(
    hall: Hall, kept: Kept, user_id: str, role: str, may: Rights, number: int
) -> Changed:
    """Ask everybody to take back all from an action on; where nobody else plays, do it at once.

    The number is that of the role, as it counts actions.
    """
    check_going_on(kept)
    seen = kept.match.visible(role).numbers()
    if not 1 <= number <= len(seen):
        raise BadInput(f"There are actions 1 to {len(seen)}; {number} is none of them.")
    before = seen[number - 1]
    if REFEREE in may.acts:
        return await roll_back(hall, kept, user_id, role, before, (REFEREE,))
    waiting = others(kept, may)
    if not waiting:
        return await roll_back(hall, kept, user_id, role, before, kept.match.game.roles)
    agreed = tuple(one for one in kept.match.game.roles if one not in waiting)
    asking = role if role in may.acts else may.acts[0]
    wanted = Asked(before, asking, agreed, waiting, len(kept.match) - before + 1)
    await _keep(hall, kept, "ask", user_id, asking, wanted)
    return Changed(numbers(kept.row, role).version, done=False)


async def answer_rollback(
    hall: Hall, kept: Kept, user_id: str, may: Rights, role: str, agree: bool
) -> Changed:
    """Agree to a rollback, or not: then it is off."""
    check_going_on(kept)
    wanted = asked(kept)
    if wanted is None:
        raise Clash("Nobody asks for a rollback now.")
    mine = [role for role in wanted.waiting if role in may.acts]
    if not agree:
        if not mine and wanted.asked_by not in may.acts:
            raise NotAllowed("You are not asked.")
        await _keep(hall, kept, "answer", user_id, "", None)
        return Changed(numbers(kept.row, role).version)
    if not mine:
        raise NotAllowed("You are not asked.")
    if REFEREE in may.acts:
        return await roll_back(hall, kept, user_id, role, wanted.before, (REFEREE,))
    others(kept, may)
    waiting = tuple(role for role in wanted.waiting if role not in mine)
    if not waiting:
        return await roll_back(hall, kept, user_id, role, wanted.before, kept.match.game.roles)
    agreed = (*wanted.agreed, *mine)
    wanted = Asked(wanted.before, wanted.asked_by, agreed, waiting, wanted.actions)
    await _keep(hall, kept, "answer", user_id, mine[0], wanted)
    return Changed(numbers(kept.row, role).version, done=False)


def others(kept: Kept, may: Rights) -> tuple[str, ...]:
    """The roles whose players have to agree: all but one's own. Only people can."""
    waiting = tuple(role for role in kept.match.game.roles if role not in may.acts)
    for role in waiting:
        kind = kept.seats[role].kind
        if kind != "user":
            why = f"A bot plays {role}" if kind == "bot" else f"The seat of {role} is open"
            raise NotAllowed(
                f"{why}, so nobody can agree to a rollback. Undo what showed no luck,"
                " or try it in a sandbox."
            )
    return waiting


async def roll_back(
    hall: Hall, kept: Kept, user_id: str, role: str, before: int, agreed: tuple[str, ...]
) -> Changed:
    """Take actions back; everybody has agreed, or the referee decides."""
    taken = kept.match.rollback(before, agreed)
    await hall.matches.advance(
        kept,
        "rollback",
        untouched=before - 1,
        user_id=user_id,
        taken_back=taken,
    )
    return Changed(numbers(kept.row, role).version)


async def _keep(
    hall: Hall,
    kept: Kept,
    kind: Literal["ask", "answer"],
    user_id: str,
    role: str,
    wanted: Asked | None,
) -> None:
    text = "" if wanted is None else msgspec.json.encode(wanted).decode()
    await hall.matches.advance(
        kept,
        kind,
        untouched=len(kept.match),
        user_id=user_id,
        role=role,
        rollback=text,
    )
