"""The Siberian Reserves: they come by themselves in time, or are called before it at a risk."""

from __future__ import annotations

from collections import Counter
from typing import Any, Self

from msgspec.structs import replace

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.play.actions import Offer
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import ImpossibleAction, Refusal, Violation, breaches
from landbridge.engine.rules.findings import Finding
from landbridge.games.arsenal.calendar import BOXES, Symbols, symbols_from
from landbridge.games.arsenal.forces.siberian_reserves import (
    RESERVES,
    Reserves,
    call_reserves,
    check_call,
    siberian_reserves,
)
from landbridge.games.arsenal.map.places import ANYWHERE, DEAD
from landbridge.games.arsenal.remembering import remembered
from landbridge.games.arsenal.rulings import ReservesRelease, Rulings
from landbridge.games.arsenal.war.arrivals.fitting import FITTING, RESERVE
from landbridge.games.arsenal.war.columns import box
from landbridge.games.arsenal.war.masks import EVERY, marks, number, of_units
from landbridge.games.arsenal.war.state import Due, Reserve, War
from landbridge.games.arsenal.war.steps import PhaseVerb
from landbridge.games.arsenal.words import SYMBOLS, figures

NO_DICE = ScriptedDice(())
_COUNT: dict[str, int] = {s: number(of_units(FITTING[s], 1)) for s in SYMBOLS}
_DEAD: bytes = marks(lambda place: EVERY * (place == DEAD))


def reserves_before(first: int, rulings: Rulings) -> Reserve:
    """How the Reserves stand when play begins in a turn: those of an earlier month have come."""
    month: str = figures("reserves_release", rulings.reserves_release)["month"]
    return Reserve(True, RESERVES) if BOXES[first].month > month else Reserve()


def dead_symbols(state: War) -> Symbols:
    """How many Soviet units of each type lie in the dead pile."""
    dead = number(state.at.translate(_DEAD))
    return symbols_from({s: (dead & _COUNT[s]).bit_count() for s in SYMBOLS})


@remembered(1024)
def _reserves(
    month: str, dead: Symbols, come: Symbols, released: bool, failed: int, release: ReservesRelease
) -> Finding[Reserves]:
    """The Reserves that come by themselves: no die is thrown for them."""
    return siberian_reserves(month, dead, come, NO_DICE, False, released, failed, release)


def reserves_come(state: War, call: bool, play: Play) -> War:
    """See which Siberian Reserves come; before their time they may be called at a risk."""
    now = state.reserves
    month, ruling = box(state).month, state.rulings.reserves_release
    dead = dead_symbols(state)
    if call:
        found = call_reserves(month, dead, now.come, play.nature, now.failed, ruling)
    else:
        found = _reserves(month, dead, now.come, now.released, now.failed, ruling)
    got = found.result
    reserves = replace(now, released=got.released, failed=got.forfeited)
    extra = tuple(
        Due(RESERVE + symbol, ANYWHERE, True)
        for symbol in SYMBOLS
        for _ in range(got.come.of(symbol))
    )
    if call or extra:
        play.log(
            "reserves",
            (*found.rules, "DC-R21", "RUL-DC-9"),
            word="come" if got.released else "do not come yet",
            units=len(extra),
            due=dict(Counter(one.what for one in extra)),
        )
    return replace(state, reserves=reserves, due=(*state.due, *extra))


def _check_call(state: War, step: Any) -> None:
    """Refuse a call that is too early, or a second one in a month."""
    check_call(box(state).month, state.rulings.reserves_release)
    if step.called:
        raise Refusal("The Reserves have been called this month", "RUL-DC-9", legal="next month")


class Call(PhaseVerb, frozen=True):
    """Call the Siberian Reserves before their time."""

    explains = True
    only = "soviet"

    @classmethod
    def offer(cls, state: War, step: Any, who: str) -> Offer | None:
        if who != cls.only or state.reserves.released or breaches(_check_call, state, step):
            return None
        return Offer("call", "Call the Siberian Reserves", (), ("RUL-DC-9",))

    def check(self, state: War, step: Any, who: str) -> tuple[Violation, ...]:
        if state.reserves.released:
            text = "The Siberian Reserves have been released"
            raise ImpossibleAction(text, ("DC-R21", "RUL-DC-9"), legal="raise")
        return breaches(_check_call, state, step)

    def apply(self, state: War, step: Any, who: str, play: Play) -> War:
        return replace_step(reserves_come(state, True, play), replace(step, called=True))

    @classmethod
    def random_action(cls, state: War, step: Any, who: str, choose: Chooser) -> Self | None:
        return None if cls.offer(state, step, who) is None else cls()
