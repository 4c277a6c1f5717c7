"""Seats at a match: who takes one, who leaves one, and links that invite to one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from landbridge.bots.known import known_bots
from landbridge.engine.matches.saves import DiceFrom
from landbridge.engine.matches.visible import has_secrets
from landbridge.engine.play.events import REFEREE, SPECTATOR
from landbridge.engine.play.game import Game
from landbridge.engine.refusals import BadInput, choices, unknown
from landbridge.server.http.problems import Clash, NotAllowed
from landbridge.server.play.matches import LiveMatch
from landbridge.server.play.rights import Rights
from landbridge.store.rows import MemberRow, SeatRow

ME, OPEN, BOT = "me", "open", "bot:"


def seat(match_id: str, role: str, to: str, user_id: str, game: str = "") -> SeatRow:
    """A seat for oneself, for whoever comes, or for a bot of the game."""
    if to == ME:
        return SeatRow(match_id, role, "user", user_id)
    if to == OPEN:
        return SeatRow(match_id, role, "open")
    if not to.startswith(BOT):
        allowed = [ME, OPEN, *(f"{BOT}{name}" for name in known_bots(game))]
        raise BadInput(f"A seat is for {choices(allowed)}, not '{to}'.")
    name = to.removeprefix(BOT)
    if name not in known_bots(game):
        raise BadInput(unknown("bot", name, known_bots(game)))
    return SeatRow(match_id, role, "bot", "", name)


def first_seats(
    match_id: str,
    game: Game[Any],
    wanted: Mapping[str, str],
    user_id: str,
    *,
    public: bool,
    dice: DiceFrom,
) -> list[SeatRow]:
    """The seats of a match that begins."""
    allowed = (*game.roles, REFEREE) if public else game.roles
    for role in wanted:
        if role not in allowed:
            raise BadInput(f"There is no role '{role}'. Allowed: {choices(allowed)}.")
    usual = OPEN if public else ME
    found = [
        seat(match_id, role, wanted.get(role, usual), user_id, game.name) for role in game.roles
    ]
    if REFEREE in wanted:
        if wanted[REFEREE] != ME:
            raise BadInput("The referee's seat is for 'me'.")
        mine = [one.role for one in found if one.kind == "user"]
        if mine and len(mine) < len(found):
            raise BadInput(
                "A referee is nobody's player: take the referee's seat alone, or every seat."
            )
        found.append(seat(match_id, REFEREE, ME, user_id))
    for one in found:
        check_bot(one, dice)
    return found


def check_bot(taken: SeatRow, dice: DiceFrom) -> None:
    """Refuse a bot where people throw the dice."""
    if taken.kind == "bot" and dice == "typed":
        raise BadInput("A bot throws no dice at the table; begin the match with other dice.")


def held_by(seats: list[SeatRow]) -> list[MemberRow]:
    """What is remembered of those who hold a seat."""
    return [MemberRow(one.match_id, one.user_id, one.role) for one in seats if one.kind == "user"]


def change(
    live: LiveMatch,
    may: Rights,
    members: list[MemberRow],
    user_id: str,
    role: str,
    to: str,
    public: bool,
) -> SeatRow:
    """What becomes of a seat, if this person may change it."""
    if role not in live.seats or role == REFEREE:
        raise BadInput(f"There is no role '{role}'. Allowed: {choices(live.match.game.roles)}.")
    new = seat(live.id, role, to, user_id, live.match.game.name)
    check_bot(new, live.match.header.dice)
    if not public:
        return new
    now = live.seats[role]
    if to == ME:
        before = any(one.user_id == user_id and one.role == role for one in members)
        if live.row.private and not (may.owner or before):
            raise NotAllowed("The seats of a private match are taken by invitation.")
        sit(live, members, user_id, role)
        return new
    if now.user_id != user_id and not (may.owner and now.kind != "user"):
        raise NotAllowed("Only whoever holds a seat, or the owner for a free one, can change it.")
    held = roles_held(live, members)
    if REFEREE in held.get(user_id, ()) and now.user_id == user_id:
        raise NotAllowed(
            "You are the referee of this match and play every side of it; its seats stay yours."
        )
    if to == OPEN:
        refuse_newcomers(live, held)
    return new


def roles_held(live: LiveMatch, members: list[MemberRow]) -> dict[str, set[str]]:
    """By person, every seat that they hold or have ever held, the referee's too."""
    found: dict[str, set[str]] = {}
    pairs = [(seat.user_id, seat.role) for seat in live.seats.values()]
    for user_id, role in (*pairs, *((one.user_id, one.role) for one in members)):
        if user_id and role != SPECTATOR:
            found.setdefault(user_id, set()).add(role)
    return found


def refuse_newcomers(live: LiveMatch, held: Mapping[str, set[str]]) -> None:
    """Refuse to bring somebody into a match in which a player knows what the newcomer will hide.

    Whoever is referee and player at once, or has played several sides that hide something from
    each other, has a match of their own: nobody may be led into it unawares.
    """
    for roles in held.values():
        if len(roles) < 2:
            continue
        if REFEREE in roles:
            raise NotAllowed(
                "The referee of this match plays in it and sees everything: nobody else can join."
                " Begin a new match to play against somebody."
            )
        if has_secrets(live.match.game):
            raise NotAllowed(
                f"One person has seen this match as {choices(sorted(roles))}: nobody else can"
                " join. Begin a new match to play against somebody."
            )


def sit(
    live: LiveMatch, members: list[MemberRow], user_id: str, role: str, *, invited: bool = False
) -> None:
    """Refuse a seat that is taken, or that would let somebody see both sides of the table."""
    now = live.seats[role]
    if now.kind == "user" and now.user_id != user_id:
        raise Clash(f"The seat of {role} is taken.")
    if now.kind == "bot" and not invited:
        raise Clash(f"A bot plays {role}; its seat must be opened first.")
    if now.user_id == user_id:
        return
    held = roles_held(live, members)
    own = held.pop(user_id, set()) - {role}
    if REFEREE in own:
        raise NotAllowed("You are the referee of this match; a referee plays no side in it.")
    if held and own:
        raise NotAllowed(f"You have seen the match as {choices(sorted(own))}.")
    refuse_newcomers(live, held)


def may_invite(live: LiveMatch, may: Rights, members: list[MemberRow], role: str) -> None:
    """Refuse an invitation to a seat that is not free, or by somebody who has no part in it."""
    if not (may.owner or may.yours):
        raise NotAllowed("Only players and the owner can invite.")
    if role == SPECTATOR:
        return
    if role not in live.match.game.roles:
        allowed = choices((*live.match.game.roles, SPECTATOR))
        raise BadInput(f"There is no role '{role}'. Allowed: {allowed}.")
    if live.seats[role].kind == "user":
        raise Clash(f"The seat of {role} is taken.")
    refuse_newcomers(live, roles_held(live, members))
