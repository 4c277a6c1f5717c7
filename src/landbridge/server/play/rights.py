"""Who may do what: the seats that somebody holds, and the role in which they look or act."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from landbridge.engine.play.events import REFEREE, SPECTATOR
from landbridge.engine.refusals import choices
from landbridge.server.http.problems import NotAllowed
from landbridge.server.play.matches import LiveMatch
from landbridge.store.rows import MatchRow, SeatRow


class Rights(Struct, frozen=True):
    """What somebody may do in a match."""

    yours: tuple[str, ...]
    """The seats that they hold."""
    looks: tuple[str, ...]
    """The roles in which they may look, the usual one first."""
    acts: tuple[str, ...]
    """The roles in which they may act."""
    owner: bool
    all_seeing: bool
    """Whether nothing is hidden from them."""

    def speaks_for_all(self, roles: tuple[str, ...]) -> bool:
        """Whether they are the referee or hold every seat: a fact that they note needs no claim."""
        return REFEREE in self.acts or set(roles) <= set(self.acts)

    def looking(self, asked: str | None) -> str:
        """The role to look in."""
        return self.looks[0] if asked is None else _one_of(asked, self.looks)

    @property
    def counts_as(self) -> str:
        """The role whose numbers are told where no role is named: the usual one to look in."""
        return REFEREE if self.all_seeing else self.looks[0]

    def acting(self, asked: str | None) -> str | None:
        """The role to act in; None is whichever fits."""
        if not self.acts:
            raise NotAllowed("You hold no seat in this match.")
        if asked is None:
            return self.acts[0] if len(self.acts) == 1 else None
        return _one_of(asked, self.acts)


def _one_of(asked: str, allowed: tuple[str, ...]) -> str:
    if asked not in allowed:
        raise NotAllowed(f"You are not {asked} here. Allowed: {choices(allowed)}.")
    return asked


def rights(live: LiveMatch, user_id: str, *, public: bool) -> Rights:
    """What somebody may do in a match that they may know of."""
    return rights_at(live.match.game.roles, live.row, live.seats, user_id, public=public)


def rights_at(
    roles: tuple[str, ...],
    row: MatchRow,
    seats: Mapping[str, SeatRow],
    user_id: str,
    *,
    public: bool,
) -> Rights:
    """The same from its row and its seats, without the match itself."""
    for_all = (*roles, REFEREE, SPECTATOR)
    if not public:
        yours = tuple(role for role in roles if seats[role].kind == "user")
        usual = yours[0] if len(yours) == 1 else REFEREE
        looks = (usual, *(role for role in for_all if role != usual))
        return Rights(yours, looks, (*roles, REFEREE), True, True)
    yours = _held(roles, seats, user_id)
    owner = bool(user_id) and row.owner == user_id
    over = bool(row.over)
    # From whoever holds every seat nobody hides anything.
    alone = set(roles) <= set(yours)
    all_seeing = over or alone or REFEREE in yours
    deciding = msgspec.json.decode(row.to_decide, type=tuple[str, ...])
    usual_first = [role for role in yours if role in deciding]
    looks = tuple(
        dict.fromkeys((*usual_first, *yours, *((REFEREE,) if all_seeing else ()), SPECTATOR))
    )
    if over:
        looks = tuple(dict.fromkeys((*looks, *roles)))
    acts = (*yours, *(role for role in roles if role not in yours)) if REFEREE in yours else yours
    return Rights(yours, looks, acts, owner, all_seeing)


def _held(roles: tuple[str, ...], seats: Mapping[str, SeatRow], user_id: str) -> tuple[str, ...]:
    """The seats that somebody holds; a referee is nobody's player.

    Older matches let one be both: there the side counts, and the referee's seat is idle, unless
    all seats are one person's.
    """
    found = tuple(seat.role for seat in seats.values() if user_id and seat.user_id == user_id)
    sides = [role for role in roles if role in found]
    if sides and len(sides) < len(roles):
        return tuple(sides)
    return (*sides, *(role for role in found if role == REFEREE))
