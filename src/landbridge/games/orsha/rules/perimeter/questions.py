"""Asking about Perimeters: both sides drawn or checked, their areas, Isolation, the Front Line."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.allowed import Name, Phrase
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.determination import (
    Notes,
    Perimeter,
    Proof,
    draw_perimeter,
)
from landbridge.games.orsha.rules.perimeter.grains import FULL, Field, field, grains_between, kinds
from landbridge.games.orsha.rules.perimeter.isolation import settle
from landbridge.games.orsha.rules.perimeter.loops import (
    Loop,
    LoopKind,
    count_by_formula,
    enclosed,
    loop_text,
    surrounded,
    twice_area,
)
from landbridge.games.orsha.rules.perimeter.map_edge import parse_edge
from landbridge.games.orsha.rules.perimeter.position import SIDES, Position, parse_held, parse_unit
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import (
    Touching,
)

Nobody = Literal["german", "russian", "none"]
_SIGNS = {
    ("german", "mmc"): "G",
    ("german", "crew"): "G",
    ("german", "vehicle"): "V",
    ("german", "smc"): "s",
    ("russian", "mmc"): "R",
    ("russian", "crew"): "R",
    ("russian", "vehicle"): "W",
    ("russian", "smc"): "z",
}


class OnTheMap(RuledQuestion, frozen=True, kw_only=True):
    """What every question about Perimeters is asked with."""

    turns_on: ClassVar[tuple[str, ...]] = (
        "edge_rows",
        "alternate_grain",
        "edge_gap",
        "stuck_edge",
        "touching",
        "pocket_overlap",
        "isolated_areas",
        "shortage_scope",
    )

    units: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=200,
            description="units as hex:side:kind[:name], for example C6:german:mmc; kinds: mmc,"
            " crew (mans a Gun), vehicle, smc, prisoner, abandoned (vehicle)",
        ),
    ] = ()
    edge: Annotated[
        tuple[Phrase, ...],
        Meta(
            max_length=60,
            description="Controlled edge by waypoints, for example A5-A1-J1-J5:german",
        ),
    ] = ()
    edge_rest: Annotated[Nobody, Meta(description="who Controls the rest of the edge")] = "none"
    markers: Annotated[
        tuple[Name, ...],
        Meta(max_length=200, description="Control markers, for example P10:german"),
    ] = ()
    control: Annotated[
        tuple[Name, ...],
        Meta(max_length=400, description="other Control that stands, for example D6:german"),
    ] = ()
    german: Annotated[
        tuple[Phrase, ...],
        Meta(
            max_length=20,
            description="German loops to be checked, each as A5 C6(D6) G6 J5; else drawn",
        ),
    ] = ()
    russian: Annotated[
        tuple[Phrase, ...],
        Meta(max_length=20, description="Russian loops to be checked; else drawn"),
    ] = ()
    grid: Annotated[Name, Meta(description="full, or columns x rows such as 10x10")] = FULL

    def position(self) -> Position:
        """The position, read."""
        where = field(self.grid, self.rulings.edge_rows)
        return Position(
            where,
            tuple(parse_unit(where, text) for text in self.units),
            parse_held(where, self.markers, "Control marker"),
            parse_edge(where, self.edge, self.edge_rest),
            parse_held(where, self.control, "Control"),
        )

    def perimeters(self, position: Position, why: Why) -> dict[Side, Perimeter]:
        """Both Perimeters, drawn or checked."""
        return {
            side: draw_perimeter(
                position, side, why, self.german if side == "german" else self.russian, self.rulings
            )
            for side in SIDES
        }


# The Perimeter


class LoopView(Struct, frozen=True):
    """A loop in words."""

    kind: LoopKind
    markers: str
    grains: tuple[str, ...]
    area: int


class SideView(Struct, frozen=True):
    """A side's Perimeter in words."""

    proof: Proof
    area: int
    front_line: int
    loops: tuple[LoopView, ...]
    outside: tuple[str, ...]
    """Units that the main loops leave outside."""
    eliminated: tuple[str, ...]
    edge_markers: tuple[str, ...]
    larger: int
    violations: tuple[Violation, ...]


class BothPerimeters(Struct, frozen=True):
    """Both Perimeters and what lies between them."""

    legal: bool
    german: SideView
    russian: SideView
    isolated: tuple[str, ...]
    no_mans_land: tuple[str, ...]
    picture: tuple[str, ...]


def show_loop(perimeter: Perimeter, loop: Loop) -> LoopView:
    """A loop as players write it."""
    where = perimeter.side_position.where
    grains = []
    for link in loop.links:
        if link.edge:
            grains.append(f"edge {where.label(link.hexes[0])} to {where.label(link.hexes[-1])}")
        else:
            grains.append(where.path_text(link.hexes))
    text = loop_text(where, loop, perimeter.side_position.kinds)
    return LoopView(loop.kind, text, tuple(grains), len(loop.area))


def _show_side(position: Position, perimeter: Perimeter) -> SideView:
    return SideView(
        perimeter.proof,
        len(perimeter.area),
        len(perimeter.front),
        tuple(show_loop(perimeter, loop) for loop in perimeter.loops),
        tuple(position.show(unit) for unit in perimeter.outside),
        tuple(position.show(unit) for unit in perimeter.eliminated),
        perimeter.edge_markers,
        perimeter.larger,
        perimeter.violations,
    )


def picture(
    position: Position, perimeters: dict[Side, Perimeter], isolated: frozenset[Hex]
) -> tuple[str, ...]:
    """The map in signs: g r areas, i Isolated, G R infantry, V W vehicles, s z SMC, dot neither."""
    where = position.where
    signs = {
        place: "i"
        if place in isolated
        else "g"
        if place in perimeters["german"].area
        else "r"
        if place in perimeters["russian"].area
        else "."
        for place in where.hexes
    }
    for kinds_ in (("smc",), ("vehicle",), ("mmc", "crew")):
        for unit in position.units:
            if unit.kind in kinds_:
                signs[unit.place] = _SIGNS[unit.side, unit.kind]
    sheet = where.atlas.sheets[0]
    columns = sorted({place.q for place in where.hexes})
    rows = sorted({sheet.numbers(place)[1] for place in where.hexes})
    by_number = {(place.q, sheet.numbers(place)[1]): sign for place, sign in signs.items()}
    lines = [
        f"{row:2} " + " ".join(by_number.get((q, row), " ") for q in columns).rstrip()
        for row in rows
    ]
    heads = [chr(ord("A") + (q - 1) % 26) for q in columns]
    return (*lines, "   " + " ".join(heads))


class PerimeterQuestion(OnTheMap, frozen=True, kw_only=True):
    """Both Perimeters: the loops proposed, with everything wrong in them, or the largest found."""

    cites = (
        "OTO-9.605-1",
        "OTO-9.605-2",
        "OTO-9.605-3",
        "OTO-9.605-4",
        "OTO-9.6053-1",
        "OTO-9.6054-1",
        "OTO-9.6054-2",
        "OTO-9.6054-3",
        "OTO-9.6054-4",
        "OTO-9.6055-1",
        "OTO-PER-10",
        "OTO-PER-11",
        "OTO-PER-12",
        "OTO-PER-13",
        "OTO-PER-14",
    )

    def answer(self, nature: Nature) -> Finding[BothPerimeters]:
        why = Notes()
        position = self.position()
        perimeters = self.perimeters(position, why)
        shown = {side: _show_side(position, perimeters[side]) for side in SIDES}
        legal = all(perimeter.proof != "illegal" for perimeter in perimeters.values())
        isolated: frozenset[Hex] = frozenset()
        land: frozenset[Hex] = frozenset()
        if legal:
            settled = settle(
                position,
                perimeters,
                why,
                isolated_areas=self.rulings.isolated_areas,
                shortage_scope=self.rulings.shortage_scope,
            )
            isolated, land = settled.isolated, settled.no_mans_land
        both = BothPerimeters(
            legal,
            shown["german"],
            shown["russian"],
            position.where.labels(isolated),
            position.where.labels(land),
            picture(position, perimeters, isolated),
        )
        return why.so(both)


# A loop by itself


class LoopArea(Struct, frozen=True):
    """What a loop encloses."""

    hexes: int
    front_line: int
    by_formula: int
    """The count identity: half the area inside the line, half its length, and one."""
    twice_area: int
    surrounded: int
    """Hexes that cannot be left without entering the Front Line."""


def _expand(where: Field, labels: tuple[str, ...]) -> list[Hex]:
    places = [where.hex(label) for label in labels]
    cycle: list[Hex] = []
    for a, b in zip(places, [*places[1:], *places[:1]], strict=True):
        rows = grains_between(where, a, b, kinds())
        if len(rows) != 1:
            how = "no grain" if not rows else "two grains"
            raise BadInput(
                f"{how} between {where.label(a)} and {where.label(b)}; name the hexes in between."
            )
        cycle.extend(rows[0][:-1])
    return cycle


@rule("OTO-PER-14", "OTO-PER-15", "OTO-PER-16", "OTO-8.2-PerArea-1")
def loop_area(
    where: Field, labels: tuple[str, ...], touching: Touching = "line"
) -> Finding[LoopArea]:
    """The hexes that a loop encloses, counted and by the identity."""
    why = Why()
    cycle = _expand(where, labels)
    twice = sorted({place for place in cycle if cycle.count(place) > 1})
    if twice and why(("OTO-PER-14", "OTO-9.605-4"), "no Front Line hex may be entered twice"):
        raise Refusal(
            f"the loop enters {where.label(twice[0])} twice",
            ("OTO-PER-14", "OTO-9.605-4"),
            legal="a loop that enters every hex once",
        )
    why(("OTO-8.2-PerArea-1", "OTO-PER-15"), "the Front Line and all that it encloses")
    around = surrounded(where, frozenset(cycle))
    inside = enclosed(cycle) if touching == "line" else around
    if len(around) != len(enclosed(cycle)):
        why("RUL-OTO-4", "strands of the line touch and shut hexes in")
    known = why("OTO-PER-16", "half of S and half of the hexes of the loop, and one")
    return why.so(
        LoopArea(
            len(inside),
            len(cycle),
            count_by_formula(cycle) if known else 0,
            abs(twice_area(cycle)),
            len(around),
        )
    )


class PerimeterArea(RuledQuestion, frozen=True, kw_only=True):
    """How many hexes a loop encloses: counted, and by the count identity."""

    cites = ("OTO-PER-15", "OTO-PER-16")
    turns_on = ("edge_rows", "touching")

    loop: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=400,
            description="hexes of the loop in order; those between two on one grain may be left",
        ),
    ]
    grid: Annotated[Name, Meta(description="full, or columns x rows such as 10x10")] = FULL

    def answer(self, nature: Nature) -> Finding[LoopArea]:
        return loop_area(field(self.grid, self.rulings.edge_rows), self.loop, self.rulings.touching)
