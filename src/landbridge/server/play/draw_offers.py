"""Offers of a draw: made by one side, open until the others accept, decline or act."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.matches.saves import ActionRecord
from landbridge.store.rows import Kind


class DrawOffer(Struct, frozen=True):
    """A draw that is offered, and when each role offered one last."""

    by: str = ""
    """The role that offers it; empty where none is open."""
    agreed: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    offered: dict[str, int] = {}
    """The serial of the next action when a role made its last offer."""


def read_offer(text: str) -> DrawOffer:
    """The offer in the row of a match."""
    return msgspec.json.decode(text, type=DrawOffer) if text else DrawOffer()


def write_offer(offer: DrawOffer) -> str:
    """An offer for the row of a match."""
    return "" if offer == DrawOffer() else msgspec.json.encode(offer).decode()


def without_offer(offer: DrawOffer) -> DrawOffer:
    """No offer is open; who made one is still known."""
    return DrawOffer(offered=offer.offered)


def offer_after(text: str, kind: Kind, role: str) -> str:
    """What is left of an offer after a change: whoever acts instead of answering declines it."""
    if not text:
        return ""
    offer = read_offer(text)
    acted = kind == "do" and role in offer.waiting
    if offer.by and (acted or kind in ("rollback", "seat", "end")):
        return write_offer(without_offer(offer))
    return text


def may_offer_again(
    offer: DrawOffer, role: str, others: Sequence[str], newest_first: Iterable[ActionRecord]
) -> bool:
    """Whether both sides have acted since a role's last offer: nobody is asked at every move."""
    last = offer.offered.get(role)
    if last is None:
        return True
    since = takewhile(lambda record: record.serial >= last, newest_first)
    acted = {record.who for record in since}
    return role in acted and bool(acted.intersection(others))


def new_offer(
    offer: DrawOffer, role: str, agreed: Sequence[str], waiting: Sequence[str], serial: int
) -> DrawOffer:
    """An offer that is made now."""
    return replace(
        offer,
        by=role,
        agreed=tuple(agreed),
        waiting=tuple(waiting),
        offered=offer.offered | {role: serial},
    )
