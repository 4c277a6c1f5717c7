"""Movement, as a player asks about it: how far, by which way, and why not (OCS 6)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.allowances import allowed
from landbridge.games.belorussia.movement.march_reasons import march_reasons
from landbridge.games.belorussia.movement.marching import MarchResult, march
from landbridge.games.belorussia.movement.reaching import reach_of
from landbridge.games.belorussia.movement.setting_out import Asks, has_fuel
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    HexLabels,
    PositionQuestion,
    UnitNames,
    find_row,
    find_rows,
)
from landbridge.games.belorussia.position.position import FINISHED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.chart import cost_text
from landbridge.games.belorussia.terrain.move_costs import RoadStepInputs

Fuelled = Annotated[bool, Meta(description="whether fuel has been paid for all of them")]


class ReachQuestion(PositionQuestion, frozen=True, kw_only=True):
    """Where a unit or a stack can march, and what that costs; or why it cannot reach one hex."""

    cites = ("OCS-6.1a-1", "OCS-6.1b-1")
    turns_on = (*RoadStepInputs.turns_on, "trucks_in_zones")

    units: UnitNames
    to: Annotated[HexLabel | None, Meta(description="only this hex, as B18.19")] = None
    fuelled: Fuelled = False

    def answer(self, nature: Nature) -> Finding[dict[str, str]]:
        theatre, why = self.theatre(), Why()
        rows = find_rows(theatre, self.units)
        found = reach_of(theatre, rows, fuelled=_fuel(self.fuelled))
        labels = theatre.land.labels
        if self.to is not None:
            place = theatre.land.place(self.to)
            wrong = found.why_not(place)
            if wrong is not None:
                raise Refusal.for_violations((wrong,))
            why("OCS-6.1a-1", "each step costs the hex entered and the hexside crossed")
            way = ", ".join(labels[there] for there in found.path(place))
            why("OCS-6.1-1", f"by {way}")
            return why.so({labels[place]: cost_text(found.cost(place))})
        if found.against:
            raise Refusal.for_violations(found.against)
        why("OCS-6.1a-1", "each step costs the hex entered and the hexside crossed")
        whole = min(allowed(theatre, row) for row in rows)
        why("OCS-6.1b-1", f"at most its allowance, {cost_text(whole)}, in a phase")
        return why.so({labels[place]: cost_text(found.cost(place)) for place in found})


class MarchedTo(Struct, frozen=True, kw_only=True):
    """Where a march has led."""

    at: dict[str, str]
    """Where each of them stands."""
    spent: dict[str, str]
    """What each has paid."""
    finished: tuple[str, ...]
    """Who moves no more in this phase, whoever that is."""


class MoveQuestion(PositionQuestion, frozen=True, kw_only=True):
    """Whether a unit or a stack may march along a path, where it ends and what each pays."""

    cites = ("OCS-6.1-1", "OCS-6.1a-1", "OCS-6.1e-1", "OCS-6.1f-1", "OCS-6.3a-1")
    turns_on = (*RoadStepInputs.turns_on, "all_cost", "mixed_stacks", "trucks_in_zones")

    units: UnitNames
    path: HexLabels
    drop: Annotated[
        UnitNames, Meta(description="who is left behind and where, as Rifles@B18.19")
    ] = ()
    fuelled: Fuelled = False
    trace: Annotated[
        bool, Meta(description="whether units could get trace supply where the march ends")
    ] = True

    def answer(self, nature: Nature) -> Finding[MarchedTo]:
        theatre, why = self.theatre(), Why()
        for name in self.units:
            _refuse_things(name)
        rows = find_rows(theatre, self.units)
        path = tuple(map(theatre.land.place, self.path))
        found = march(
            theatre,
            rows,
            path,
            drop=dict(_dropped(theatre, word) for word in self.drop),
            fuelled=_fuel(self.fuelled),
            in_trace=lambda theatre, row: self.trace,
        )
        march_reasons(theatre, rows, found.result, why)
        return why.so(_march_summary(theatre, rows, why.add(found)))


def _fuel(paid: bool) -> Asks:
    """Who has fuel: everybody, or whoever the sketch has fuelled."""
    return (lambda theatre, row: True) if paid else has_fuel


def _march_summary(theatre: Theatre, rows: tuple[int, ...], done: MarchResult) -> MarchedTo:
    labels, now = theatre.land.labels, done.position
    names = {row: theatre.counter(row).name for row in range(len(theatre.counters))}
    return MarchedTo(
        at={names[row]: labels[now.place_of(row)] for row in rows},
        spent={names[row]: cost_text(done.spent[row]) for row in rows},
        finished=tuple(name for row, name in names.items() if now.done[row] & FINISHED),
    )


def _dropped(theatre: Theatre, word: str) -> tuple[int, int]:
    name, at, label = word.rpartition("@")
    if not at:
        raise BadInput(f"'{word}' does not say where; write it as {word}@B18.19.")
    return find_row(theatre, name), theatre.land.place(label)


THINGS = {
    "supply": ("OCS-3.3a-1", "SP do not move by themselves", "rail, trucks or planes carry them"),
    "air base": ("OCS-3.3c-1", "air bases and air strips never move", "build another"),
    "air strip": ("OCS-3.3c-1", "air bases and air strips never move", "build another"),
    "hedgehog": ("OCS-3.3c-1", "hedgehogs never move", "build another"),
}
"""What lies on the map and does not march."""


def _refuse_things(name: str) -> None:
    rule, text, remedy = THINGS.get(name.lower(), ("", "", ""))
    if rule and in_force(rule):
        raise Refusal(text, rule, remedy)
