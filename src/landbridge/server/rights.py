"""Who may do what: the seats that somebody holds, and the role in which they look or act."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from landbridge.engine.events import REFEREE, SPECTATOR
from landbridge.engine.game import Game
from landbridge.engine.refusals import choices
from landbridge.server.matches import Kept
from landbridge.server.problems import NotAllowed


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


def has_secrets(game: Game[Any]) -> bool:
    """Whether roles of this game hide something from each other."""
    return type(game).view is not Game.view


def rights(kept: Kept, user_id: str, *, public: bool) -> Rights:
    """What somebody may do in a match that they may know of."""
    roles = kept.match.game.roles
    for_all = (*roles, REFEREE, SPECTATOR)
    if not public:
        yours = tuple(role for role in roles if kept.seats[role].kind == "user")
        usual = yours[0] if len(yours) == 1 else REFEREE
        looks = (usual, *(role for role in for_all if role != usual))
        return Rights(yours, looks, (*roles, REFEREE), True, True)
    yours = tuple(seat.role for seat in kept.seats.values() if user_id and seat.user_id == user_id)
    owner = bool(user_id) and kept.row.owner == user_id
    over = bool(kept.row.over)
    # From whoever holds every seat nobody hides anything.
    alone = set(roles) <= set(yours)
    all_seeing = over or alone or REFEREE in yours
    usual_first = [role for role in yours if role in kept.to_decide]
    looks = tuple(
        dict.fromkeys((*usual_first, *yours, *((REFEREE,) if all_seeing else ()), SPECTATOR))
    )
    if over:
        looks = tuple(dict.fromkeys((*looks, *roles)))
    return Rights(yours, looks, yours, owner, all_seeing)
