"""Acting on a match: doing, undoing and rolling back, for whoever holds the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from landbridge.engine.actions import verb_of
from landbridge.engine.chance import Given
from landbridge.engine.events import REFEREE
from landbridge.engine.refusals import BadInput, LandbridgeError, Refused
from landbridge.server.matches import Kept
from landbridge.server.notify import for_their_turn
from landbridge.server.positions import asked, visible
from landbridge.server.problems import Clash, Ended, NotAllowed, stale
from landbridge.server.rights import Rights
from landbridge.server.shapes import Asked, Changed, Checked, Done

if TYPE_CHECKING:
    from landbridge.server.hall import Hall


def check_version(kept: Kept, version: int | None) -> None:
    """Refuse what was meant for another version."""
    if version is not None and version != kept.row.version:
        raise stale(kept.row.version)


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
) -> Done:
    """Carry an action out, write it down, and only then say what it led to."""
    if kept.row.over:
        raise Ended("The match is over.")
    before = kept.row.to_decide
    # In a match of the program's dice, a list without any means nothing.
    typed = dice is not None and kept.match.header.dice != "seeded"
    events = kept.match.do(text, who, dice=dice or (), typed=typed, declare=declare)
    turn = kept.match.turns[-1]
    number = len(kept.match)
    await hall.matches.advance(
        kept,
        "do",
        untouched=number - 1,
        entry=turn.entry,
        role=turn.entry.who,
        user_id=user_id,
        outgoing=await for_their_turn(hall, kept, before, user_id),
    )
    hall.metrics.actions.add("person" if user_id else "bot")
    return Done(kept.row.version, visible(kept.match.game, number, events, seen_by))


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
    except Refused as problem:
        return Checked(False, str(problem), problem.rules, problem.violations)
    except LandbridgeError as problem:
        return Checked(False, str(problem))
    if violations:
        return Checked(False, str(violations[0]), violations[0].rules, violations)
    return Checked(True)


# Taking back


async def undo(hall: Hall, kept: Kept, user_id: str, may: Rights) -> Changed:
    """Take the last action back, if it was one's own and no luck was seen."""
    if not kept.match.turns:
        raise Refused("nothing has been done yet")
    who = kept.match.turns[-1].entry.who
    if who not in may.acts and not may.speaks_for_all(kept.match.game.roles):
        raise NotAllowed(f"The last action was done by {who}.")
    if kept.row.over:
        raise Ended("The match is over.")
    kept.match.undo()
    await hall.matches.advance(kept, "undo", untouched=len(kept.match), role=who, user_id=user_id)
    return Changed(kept.row.version)


async def ask_rollback(
    hall: Hall, kept: Kept, user_id: str, role: str, may: Rights, before: int
) -> Changed:
    """Ask everybody to take actions back; where nobody else is asked, it is done at once."""
    count = len(kept.match)
    if not 1 <= before <= count:
        raise BadInput(f"There are actions 1 to {count}; {before} is none of them.")
    waiting = others(kept, may)
    agreed = tuple(one for one in kept.match.game.roles if one not in waiting)
    if not waiting:
        return await roll_back(hall, kept, user_id, before)
    wanted = Asked(before, role, agreed, waiting, count - before + 1)
    await _keep(hall, kept, "ask", user_id, role, wanted)
    return Changed(kept.row.version, done=False)


async def answer_rollback(
    hall: Hall, kept: Kept, user_id: str, may: Rights, agree: bool
) -> Changed:
    """Agree to a rollback, or not: then it is off."""
    wanted = asked(kept)
    if wanted is None:
        raise Clash("Nobody asks for a rollback now.", version=kept.row.version)
    mine = [role for role in wanted.waiting if role in may.acts]
    if not agree:
        if not mine and wanted.asked_by not in may.acts:
            raise NotAllowed("You are not asked.")
        await _keep(hall, kept, "answer", user_id, "", None)
        return Changed(kept.row.version)
    if not mine:
        raise NotAllowed("You are not asked.")
    waiting = tuple(role for role in wanted.waiting if role not in mine)
    if not waiting:
        return await roll_back(hall, kept, user_id, wanted.before)
    agreed = (*wanted.agreed, *mine)
    wanted = Asked(wanted.before, wanted.asked_by, agreed, waiting, wanted.actions)
    await _keep(hall, kept, "answer", user_id, mine[0], wanted)
    return Changed(kept.row.version, done=False)


def others(kept: Kept, may: Rights) -> tuple[str, ...]:
    """The roles whose players have to agree: not one's own, no bots, no empty seats."""
    if REFEREE in may.acts:
        return ()
    return tuple(
        role
        for role in kept.match.game.roles
        if role not in may.acts and kept.seats[role].kind == "user"
    )


async def roll_back(hall: Hall, kept: Kept, user_id: str, before: int) -> Changed:
    """Take actions back; everybody has agreed."""
    taken = kept.match.rollback(before, kept.match.game.roles)
    await hall.matches.advance(
        kept,
        "rollback",
        untouched=before - 1,
        user_id=user_id,
        taken_back=taken,
    )
    return Changed(kept.row.version)


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
