"""Standing orders as a match keeps them: by subject, the word that its side has said."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec
from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.words import PACKAGE

Subject = Literal[
    "defence",
    "lead",
    "options",
    "retreat",
    "losses",
    "trucks",
    "reaction",
    "dumps",
    "interception",
    "garrisons",
]
"""What a standing order is about."""
SUBJECTS: tuple[Subject, ...] = get_args(Subject)
ASK = "ask"
"""The word by which an order is taken back."""

Orders = dict[Subject, str]
"""The standing orders of a side."""


class OrderKind(Struct, frozen=True):
    """What may be ordered of a subject."""

    title: str
    rules: Rules
    choices: dict[str, str]
    """By the word that is said: what it means."""


KINDS = msgspec.convert(read_toml(PACKAGE, "standing_orders.toml"), dict[Subject, OrderKind])


def describe(orders: Orders) -> str:
    """A side's standing orders in words, each with what one says for it."""
    told = (
        f"{subject} {orders[subject]} ({KINDS[subject].choices[orders[subject]]})"
        for subject in SUBJECTS
        if subject in orders
    )
    return "; ".join(told)
