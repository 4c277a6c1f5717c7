"""Entry: where replacements and reinforcements of each nation are placed."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.forces.allies import COUNTRIES, ENTRY, ally_status
from landbridge.games.arsenal.map.points import EDGES, POINTS, control, point_number
from landbridge.games.arsenal.map.supply_lines import OVERLAND, overland_supply
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import EntryKinds
from landbridge.games.arsenal.words import (
    ALLIES,
    AXIS,
    SOVIET,
    Ally,
    AxisHolds,
    Month,
    Nation,
    SovietHolds,
    figures,
)

Arriving = Literal["replacement", "reinforcement"]


class EntryPlaces(Struct, frozen=True):
    """Where units of a nation may be placed."""

    points: tuple[str, ...]
    edges: tuple[str, ...]
    """Lines that lead onto the map, by which they may also come."""


def entry_points(nation: str, held: bytes, overland: bytes) -> tuple[int, ...]:
    """The points at which units of a nation may be placed, for an ally still in the war."""
    if nation in ENTRY:
        entry = ENTRY[nation]
        return (entry,) if held[entry] == AXIS else ()
    side = SOVIET if nation == "soviet" else AXIS
    return tuple(n for n, level in enumerate(overland) if level == OVERLAND and held[n] == side)


def entry_edges(nation: str, held: bytes) -> tuple[str, ...]:
    """The lines onto the map that a nation's units may use."""
    if nation in ENTRY:
        return ()
    side = SOVIET if nation == "soviet" else AXIS
    edges = ("east", "southeast") if side == SOVIET else ("west",)
    return tuple(e.id for e in EDGES if e.edge in edges and held[e.point] == side)


EDGE_ENDS: dict[str, int] = {edge.id: edge.point for edge in EDGES}


class EntryGround(Struct, frozen=True):
    """Where units of a nation may be placed, by number."""

    points: tuple[int, ...]
    edges: tuple[str, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """The points; where there are none, those to which the lines from the edges lead on."""
        return self.points or tuple(sorted({EDGE_ENDS[edge] for edge in self.edges}))


@rule("DC-R13", "DC-R14", "DC-R15", "DC-R16", "DC-R17", "RUL-DC-7")
def entry_ground(
    nation: Nation,
    held: bytes,
    arriving: Arriving = "reinforcement",
    entry_kinds: EntryKinds = "both",
) -> Finding[EntryGround]:
    """Where units of a nation may be placed now, for an ally still in the war."""
    why = Why()
    side = SOVIET if nation == "soviet" else AXIS
    overland = overland_supply(held, side)
    edges = entry_edges(nation, held)
    points = entry_points(nation, held, overland)
    both: bool = figures("entry_kinds", entry_kinds)["reinforcements"]
    if nation == "soviet":
        if not why("DC-R13", "own points in overland supply to the eastern or south-eastern edge"):
            points = tuple(n for n, owner in enumerate(held) if owner == SOVIET)
        return why.so(EntryGround(points, edges))
    if arriving == "reinforcement" and not both:
        why("RUL-DC-7", "Axis reinforcements come on by the western edge only")
        return why.so(EntryGround((), entry_edges("german", held)))
    why("RUL-DC-7", "the same points for replacements and reinforcements")
    rule_id = COUNTRIES[nation].cites if nation in ENTRY else "DC-R14"
    if nation in ENTRY:
        if not why(rule_id, f"{COUNTRIES[nation].country}'s units deploy at one city"):
            points = entry_points("german", held, overland)
            edges = entry_edges("german", held)
    elif not why(rule_id, "own points in overland supply to the western edge"):
        points = tuple(n for n, owner in enumerate(held) if owner == AXIS)
    return why.so(EntryGround(points, edges))


def entry(
    nation: Nation,
    held: bytes,
    arriving: Arriving = "reinforcement",
    entry_kinds: EntryKinds = "both",
) -> Finding[EntryPlaces]:
    """Where units of a nation may be placed now, in words."""
    why = Why()
    ground = why.add(entry_ground(nation, held, arriving, entry_kinds))
    return why.so(EntryPlaces(tuple(POINTS[n].id for n in ground.points), ground.edges))


class EntryPoints(ArsenalQuestion, frozen=True, kw_only=True):
    """Where replacements or reinforcements of a nation may be placed; `at` checks one point."""

    turns_on = (
        "entry_kinds",
        "fallen_ally",
        "defection",
    )

    cites = ("DC-R13", "DC-R14", "DC-R15", "DC-R16", "DC-R17", "DC-R18", "DC-R23")

    nationality: Annotated[Nation, Meta(description="whose units")]
    arriving: Annotated[Arriving, Meta(description="what comes")] = "reinforcement"
    at: Annotated[Name, Meta(description="a point to be checked")] = ""
    month: Month = "1941-07"
    axis_holds: AxisHolds = ()
    soviet_holds: SovietHolds = ()
    fallen: Annotated[
        bool, Meta(description="an ally: whether its entry city has ever been Soviet")
    ] = False
    left: Annotated[bool, Meta(description="an ally: whether it left the war before")] = False

    def answer(self, nature: Nature) -> Finding[EntryPlaces]:
        why = Why()
        held = control(self.axis_holds, self.soviet_holds)
        if self.nationality in ALLIES:
            ally: Ally = self.nationality
            status = ally_status(
                ally,
                self.month,
                held,
                self.fallen,
                self.left,
                self.rulings.fallen_ally,
                self.rulings.defection,
            )
            if not status.result.arrivals:
                raise Refusal(
                    f"{COUNTRIES[ally].country} gets no more units",
                    status.rules,
                    legal="nothing of that country",
                )
        found = why.add(entry(self.nationality, held, self.arriving, self.rulings.entry_kinds))
        if self.at:
            point = POINTS[point_number(self.at)]
            if point.id not in found.points:
                raise Refusal(
                    f"Nothing of the {self.nationality} side enters at {point.name}",
                    tuple(rule for reason in why.reasons for rule in reason.rules),
                    legal=", ".join(found.points[:8] + found.edges) or "nowhere",
                )
        return why.so(found)
