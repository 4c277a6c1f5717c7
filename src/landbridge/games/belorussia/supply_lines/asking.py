"""Questions about supply lines in a sketched position: trace, draw and throw."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitName,
    find_row,
)
from landbridge.games.belorussia.position.counters import TOKENS
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.dumps import extended, stores_of
from landbridge.games.belorussia.supply_lines.explaining import explain_trace
from landbridge.games.belorussia.supply_lines.hqs import draw_type, may_supply, throw_of
from landbridge.games.belorussia.supply_lines.paths import (
    SupplyPath,
    draw_range,
    note_path,
    path_rules,
    path_to,
)
from landbridge.games.belorussia.supply_lines.sources import SourceKind
from landbridge.games.belorussia.supply_lines.trace import SupplyState, TraceLine, supply_state

PATH_SWITCHES = (*PositionQuestion.turns_on, "disruptive_zoc")
SUPPLY_SWITCHES = (*PATH_SWITCHES, "edge_sources")


class PathSummary(Struct, frozen=True):
    """A supply path as players read it."""

    hexes: tuple[str, ...]
    points: str
    """What it costs, in movement points, exactly."""
    by: str


def shown_path(theatre: Theatre, path: SupplyPath) -> PathSummary:
    """A path with the numbers of its hexes."""
    return PathSummary(
        tuple(theatre.land.labels[place] for place in path.places), path.points, path.by
    )


# Trace


class TraceSummary(Struct, frozen=True):
    """How a unit stands with trace."""

    trace: bool
    source: str = ""
    """The hex of the source."""
    kind: SourceKind | None = None
    hq: str = ""
    """The HQ that throws to it, if one does."""
    draw: PathSummary | None = None
    throw: PathSummary | None = None


class Trace(PositionQuestion, frozen=True, kw_only=True):
    """Whether a unit of a position has trace supply, from which source and along which path."""

    cites = ("OCS-12.6-1", "OCS-12.6-2", "OCS-12.6a-1", "OCS-12.6a-2", "OCS-12.6a-3")
    turns_on = SUPPLY_SWITCHES

    unit: UnitName

    def answer(self, nature: Nature) -> Finding[TraceSummary]:
        theatre = self.theatre()
        row = find_row(theatre, self.unit)
        state = supply_state(theatre, theatre.counter(row).side)
        why = Why()
        line = why.add(explain_trace(theatre, state, row))
        return why.so(_summary(theatre, state, row, line))


def _summary(
    theatre: Theatre, state: SupplyState, row: int, line: TraceLine | None
) -> TraceSummary:
    if line is None:
        return TraceSummary(state.in_trace(row))
    return TraceSummary(
        True,
        theatre.land.labels[line.source],
        state.sources.kind(line.source),
        "" if line.hq is None else theatre.counter(line.hq).name,
        shown_path(theatre, line.draw),
        None if line.throw is None else shown_path(theatre, line.throw),
    )


# Draw and throw


class DrawSummary(Struct, frozen=True):
    """What a unit draws from a dump, and how."""

    path: PathSummary
    tokens: int
    """What lies there for it."""


class Draw(PositionQuestion, frozen=True, kw_only=True):
    """Whether a unit draws supply from a dump itself, and along which path."""

    cites = ("OCS-12.3-1", "OCS-12.3a-1", "OCS-12.3a-3", "OCS-12.3c-1", "OCS-12.3c-2")
    turns_on = PATH_SWITCHES

    unit: UnitName
    dump: HexLabel

    def answer(self, nature: Nature) -> Finding[DrawSummary]:
        theatre = self.theatre()
        row, place = find_row(theatre, self.unit), theatre.land.place(self.dump)
        counter = theatre.counter(row)
        stores = [one for one in stores_of(theatre, counter.side) if one.place == place]
        if not stores:
            raise Refusal(
                f"No supply of the {counter.side.title()} side lies in {self.dump}",
                _in_force("OCS-12.1b-1", "OCS-12.1d-1", "OCS-12.2b-1"),
                legal="a dump of the own side, on the ground or on Transport Points",
            )
        own = [one for one in stores if one.open_to(counter)]
        if not own:
            raise Refusal(
                f"What lies in {self.dump} is loaded on Organic Trucks of another formation",
                "OCS-13.2g-1",
                legal="units of that formation",
            )
        why = Why()
        why.by("OCS-12.3-1", "drawing itself needs no fuel")
        move = draw_type(theatre, row)
        path = path_to(
            theatre, counter.side, theatre.place_of(row), place, move, draw_range()
        ) or extended(theatre, row, place)
        if path is None:
            raise Refusal(
                f"No path of 5 {move.title()} MP leads {counter.name} to {self.dump} or next to it",
                (
                    *_in_force("OCS-12.3a-1", "OCS-12.3c-1", "OCS-12.3c-2"),
                    *_in_force("OCS-12.7a-1") * bool(theatre.position.extenders),
                    *path_rules(theatre, counter.side, move),
                    *_in_force("OCS-12.3a-3") * (counter.duty == "hq"),
                ),
                legal="an HQ that draws and throws, or a dump that is nearer",
            )
        why("OCS-12.3a-1", f"{path.points} MP, 5 at most, and a hex")
        if move != "truck":
            why("OCS-12.3a-3", f"{counter.name} draws in {move.title()} MP, as it throws")
        note_path(why, theatre, counter.side, path)
        _note_stores(why, theatre, own[0].carrier)
        tokens = sum(one.tokens for one in own)
        why.by("OCS-12.1a-1", f"{tokens}T lie there; {TOKENS}T are 1 SP")
        return why.so(DrawSummary(shown_path(theatre, path), tokens))


def _note_stores(why: Why, theatre: Theatre, carrier: int) -> None:
    why("OCS-12.1d-1", "its own side brought it there")
    if carrier < 0:
        return
    why("OCS-12.1b-1", "what is loaded is a dump and need not be unloaded")
    why("OCS-12.2b-1", "it may be used in the phase in which it moved")
    if theatre.counter(carrier).kind == "organic_truck":
        why("OCS-13.2g-1", "an Organic Truck supplies its own formation")


def _in_force(*rules: str) -> Rules:
    return tuple(rule for rule in rules if in_force(rule))


class ThrowSummary(Struct, frozen=True):
    """How an HQ throws to a unit."""

    path: PathSummary
    range: str


class ThrowQuestion(PositionQuestion, frozen=True, kw_only=True):
    """Whether an HQ throws supply to a unit, and along which path; what it draws is asked apart."""

    cites = ("OCS-12.3b-1", "OCS-12.3c-1", "OCS-13.1a-1", "OCS-13.1d-1", "OCS-5.8b-2")
    turns_on = (*PATH_SWITCHES, "kessel_hq")

    hq: Annotated[UnitName, Meta(description="the HQ, by its name or id")]
    unit: UnitName

    def answer(self, nature: Nature) -> Finding[ThrowSummary]:
        theatre = self.theatre()
        hq, row = find_row(theatre, self.hq), find_row(theatre, self.unit)
        giver, counter = theatre.counter(hq), theatre.counter(row)
        if giver.duty != "hq" or giver.side != counter.side:
            raise BadInput(f"{giver.name} is no HQ of the side of {counter.name}.")
        throw = throw_of(theatre, hq)
        if throw is None:
            raise Refusal(f"{giver.name} does not throw in Strat Mode", "OCS-5.8b-2")
        why = Why()
        served = may_supply(giver, counter)
        if not why.add(served):
            raise Refusal(served.why[-1].text, served.rules, legal="another HQ")
        path = path_to(
            theatre, giver.side, theatre.place_of(hq), theatre.place_of(row), throw.by, throw.range
        )
        if path is None or not in_force("OCS-12.3b-1"):
            raise Refusal(
                f"No path of {throw.points} {throw.by.title()} MP leads from {giver.name} to "
                f"{counter.name} or next to it",
                (
                    *_in_force("OCS-12.3b-1", "OCS-13.1a-1", "OCS-12.3c-1", "OCS-12.3c-2"),
                    *path_rules(theatre, giver.side, throw.by),
                ),
                legal="an HQ that is nearer, or one that throws farther",
            )
        why.by("OCS-12.3-1", "throwing itself needs no fuel")
        why("OCS-12.3b-1", f"{path.points} MP of {throw.points}, and a hex")
        why("OCS-13.1a-1", "the throw range of the side that is up")
        why("OCS-5.8b-2", "it is not in Strat Mode")
        note_path(why, theatre, giver.side, path)
        return why.so(ThrowSummary(shown_path(theatre, path), throw.points))
