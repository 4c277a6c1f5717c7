"""The Dead Pile after a withdrawal."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.counters import Counter
from landbridge.games.belorussia.replacements.rebuild_charts import Unit


class DeadPileAfterWithdrawal(Struct, frozen=True):
    """A Dead Pile after a withdrawal."""

    left: tuple[str, ...]
    withdrawn: tuple[str, ...]
    """Those that were dead; they count as withdrawn, without a penalty."""


@rule("TFB-EDGE-50")
def withdraw_dead(
    dead: tuple[str, ...], leaving: tuple[str, ...]
) -> Finding[DeadPileAfterWithdrawal]:
    """A Dead Pile after these units were withdrawn: dead ones are taken out of it."""
    why = Why()
    left, found = list(dead), []
    for unit in leaving:
        # Several units may bear one number: each that leaves takes one of them.
        if unit in left:
            left.remove(unit)
            found.append(unit)
    if found and why(
        ("TFB-EDGE-50", "RUL-TFB-4"), "a withdrawn unit leaves the Dead Pile, without a penalty"
    ):
        return why.so(DeadPileAfterWithdrawal(tuple(left), tuple(found)))
    return why.so(DeadPileAfterWithdrawal(dead, ()))


SIZES = {"II": "battalion", "III": "regiment", "X": "brigade", "XX": "division"}


def is_counter(name: str, unit: Unit, counter: Counter) -> bool:
    """Whether a unit that players have named is the counter that an entry names.

    Numbers come more than once: a bare number must also agree in formation, size and rating.
    """
    full = f"{counter.name} of {counter.formation}" if counter.formation else counter.name
    if name in (counter.written, full) and name != counter.name:
        return True
    rating = getattr(counter, "ar", None)
    return (
        name == counter.name
        and unit.formation == bool(counter.formation)
        and unit.size in (None, SIZES.get(counter.size, unit.size))
        and rating in (None, unit.ar)
    )


class DeadPileQuestion(Question, frozen=True, kw_only=True):
    """What is left in a Dead Pile when units that should withdraw lie in it."""

    cites = ("TFB-EDGE-50",)

    dead: Annotated[
        tuple[Name, ...], Meta(min_length=0, max_length=200, description="units in the Dead Pile")
    ]
    leaving: Annotated[tuple[Name, ...], Meta(max_length=60, description="units to be withdrawn")]

    def answer(self, nature: Nature) -> Finding[DeadPileAfterWithdrawal]:
        return withdraw_dead(self.dead, self.leaving)
