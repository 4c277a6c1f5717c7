"""Strategic movement: capacity, land or sea, and what uses it up."""

from __future__ import annotations

import re
from collections import deque
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import Rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import month_name, read_month, turn
from landbridge.games.arsenal.forces.dispersal import after_strategic_move
from landbridge.games.arsenal.map.places import place_name
from landbridge.games.arsenal.map.points import NEIGHBOURS, RAIL, control, point_number, regions
from landbridge.games.arsenal.map.seas import TORPEDO, sea_between, torpedoed
from landbridge.games.arsenal.map.supply_lines import supply
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import Stavka, StrategicLines
from landbridge.games.arsenal.words import (
    PACKAGE,
    AxisHolds,
    Die,
    Month,
    Side,
    SovietHolds,
    figures,
    own_points,
    plural,
    side_number,
)

By = Literal["land", "sea"]

USES: dict[str, Rules] = {
    "units": (),
    "replacements": ("RUL-DC-4",),
    "siberian": ("DC-R07",),
    "factories": ("DC-R42",),
    "rumanians": ("DC-R25",),
}
"""What strategic moves are used for, and the rule that says so."""
OWN: dict[Side, tuple[str, ...]] = {
    "soviet": ("units", "replacements", "siberian", "factories"),
    "axis": ("units", "replacements", "rumanians"),
}
"""What each side uses them for."""
LIFT_MONTH: str = read_toml(PACKAGE, "allies.toml")["lift"]["month"]


@rule("RUL-DC-5")
def strategic_capacity(
    side: str, month: str, stavka_lost: bool = False, stavka: Stavka = "attack_and_capacity"
) -> int:
    """How many units a side may move strategically in a month."""
    capacity = turn(month).capacity(side)
    if side == "soviet" and stavka_lost:
        capacity -= int(figures("stavka", stavka)["capacity"])
    return max(capacity, 0)


@rule("DC-R07", "DC-R25", "DC-R42")
def move_cost(use: str) -> int:
    """Strategic moves that one unit or factory uses: one, if the rule for it holds."""
    return int(in_force(USES[use]))


@rule("DC-R07", "DC-R25", "DC-R42", "RUL-DC-38")
def check_moves_left(left: int, use: str, month: str) -> None:
    """Refuse a strategic move for which none is left in the month."""
    if left < move_cost(use):
        raise Refusal(
            f"No strategic move is left in {month_name(month)}",
            (*USES[use], "RUL-DC-38"),
            legal="next turn",
        )


class Moves(Struct, frozen=True):
    """Strategic moves of a side in a month."""

    capacity: int
    used: int
    left: int


@rule("DC-R07", "DC-R25", "DC-R40", "DC-R42", "RUL-DC-5")
def count_moves(
    side: Side,
    month: str,
    uses: dict[str, int],
    stavka_lost: bool = False,
    stavka: Stavka = "attack_and_capacity",
) -> Finding[Moves]:
    """What is left of a side's strategic moves, or a refusal if it is too much."""
    why = Why()
    capacity = strategic_capacity(side, month, stavka_lost, stavka)
    if stavka_lost and side == "soviet":
        why("RUL-DC-5", "STAVKA HQ is lost")
    why("RUL-DC-38", f"{plural(capacity, 'unit')} may move strategically in {month_name(month)}")
    factories = uses.get("factories", 0)
    if factories > capacity and in_force("DC-R40"):
        raise Refusal(
            f"{factories} factories cannot be entrained with a capacity of {capacity}",
            "DC-R40",
            legal=f"{capacity} at most",
        )
    if factories:
        why("DC-R40", f"{factories} entrained factories, no more than the capacity")
    spent = tally(
        *(
            modifier(number, f"{number} {what}", USES[what])
            for what, number in uses.items()
            if number
        )
    )
    for part in spent.modifiers:
        if part.rules:
            why(part.rules, f"{part.reason} count against it")
    used = int(spent.total)
    if used > capacity:
        raise Refusal(
            f"{used} strategic moves are more than the {capacity} of {month_name(month)}",
            tuple(rule for part in spent.modifiers for rule in part.rules) or "RUL-DC-38",
            legal=f"{capacity} at most",
        )
    return why.so(Moves(capacity, used, capacity - used))


def read_uses(words: tuple[str, ...], side: Side) -> dict[str, int]:
    """What a side's strategic moves are used for, from words such as '3 siberian'."""
    uses: dict[str, int] = {}
    for word in words:
        found = re.fullmatch(r"\s*(\d+)\s+(\w+)\s*", word)
        if not found or found[2] not in OWN[side]:
            raise BadInput(
                f"'{word}' is no use of {side} strategic moves; write for example 3 units."
                f" Uses: {choices(OWN[side])}."
            )
        uses[found[2]] = uses.get(found[2], 0) + int(found[1])
    return uses


class StrategicCapacity(ArsenalQuestion, frozen=True, kw_only=True):
    """How many units a side may move strategically in a month, and what uses leave of it."""

    turns_on = ("stavka",)

    cites = ("DC-R40",)

    side: Annotated[Side, Meta(description="whose capacity")]
    month: Month
    uses: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=20,
            description="what it is used for, each with a number, as '3 siberian': units or"
            " replacements; Soviet: siberian or factories; Axis: rumanians",
        ),
    ] = ()
    stavka_lost: Annotated[bool, Meta(description="whether STAVKA HQ is lost")] = False

    def answer(self, nature: Nature) -> Finding[Moves]:
        uses = read_uses(self.uses, self.side)
        if self.stavka_lost and self.side != "soviet":
            raise BadInput("stavka_lost is asked for side=soviet only: the HQ is Soviet.")
        if uses.get("rumanians") and self.month != LIFT_MONTH and in_force("DC-R24"):
            raise Refusal(
                f"Rumanian units are not lifted home in {month_name(self.month)}",
                ("DC-R24", "DC-R25"),
                legal=month_name(LIFT_MONTH),
            )
        return count_moves(self.side, self.month, uses, self.stavka_lost, self.rulings.stavka)


# One move


@rule("DC-R58")
def check_one_way(moved_by: By | Literal[""], by: By) -> None:
    """Refuse a second way of moving strategically in one turn."""
    if moved_by and moved_by != by and in_force("DC-R58"):
        raise Refusal(
            "A unit moves strategically by land or by sea in a turn, never both",
            "DC-R58",
            legal=f"by {moved_by} now, by {by} next turn",
        )


@rule("RUL-DC-38")
def check_behind(enemy_near: bool, where: str = "") -> None:
    """Refuse a move that begins or ends next to a ready enemy; `where` says at which point."""
    if enemy_near:
        text = "A strategic move neither begins nor ends next to an undispersed enemy"
        raise Refusal(
            f"An undispersed enemy stands next to {where}" if where else text,
            "RUL-DC-38",
            legal="rail and sea moves may not start or end next to a ready enemy",
        )


def refuse_way(by: By, start: int, end: int) -> Refusal:
    """The refusal of a move to which no way leads."""
    return Refusal(
        f"There is no way by {by} from {place_name(start)} to {place_name(end)}",
        ("RUL-DC-38",),
        legal="own points in supply along lines, or two open ports of one sea",
    )


@rule("RUL-DC-38")
def rail_reach(
    held: bytes,
    supplied: bytes,
    side: int,
    start: int,
    strategic_lines: StrategicLines = "rail_only",
) -> bytes:
    """For each point 1 if a unit may go there strategically over land from the start."""
    found = rail_regions(held, supplied, side, strategic_lines)
    here = found[start]
    return bytes(region == here > 0 for region in found)


def rail_regions(
    held: bytes, supplied: bytes, side: int, strategic_lines: StrategicLines = "rail_only"
) -> bytes:
    """By point: the number of the region in which units go anywhere over land; 0 for none."""
    inferior: bool = figures("strategic_lines", strategic_lines)["inferior"]
    return regions(own_points(held, side, supplied), not inferior)


def rail_path(
    held: bytes, supplied: bytes, side: int, start: int, end: int, inferior: bool = False
) -> tuple[int, ...]:
    """The way with the fewest lines through own points in supply; nothing if there is none."""
    if held[start] != side or not supplied[start]:
        return ()
    lines = NEIGHBOURS if inferior else RAIL
    came = {start: start}
    queue = deque([start])
    while queue and end not in came:
        point = queue.popleft()
        for other in lines[point]:
            if other not in came and held[other] == side and supplied[other]:
                came[other] = point
                queue.append(other)
    if end not in came:
        return ()
    path = [end]
    while path[-1] != start:
        path.append(came[path[-1]])
    return tuple(reversed(path))


class StrategicMove(Struct, frozen=True, order=True):
    """A strategic move."""

    path: tuple[str, ...]
    sea: str
    sunk: bool
    dispersed: bool


class TheStrategicMove(ArsenalQuestion, frozen=True, kw_only=True):
    """A strategic move by land or by sea: the way, the danger at sea, and dispersal after it."""

    turns_on = (
        "northern_extension",
        "strategic_lines",
        "torpedo",
    )

    rolls = {"die": TORPEDO.title}
    cites = ("DC-R58",)

    side: Annotated[Side, Meta(description="whose unit")]
    month: Month
    start: Annotated[Name, Meta(description="where it is")]
    to: Annotated[Name, Meta(description="where it goes")]
    by: Annotated[By, Meta(description="by land or by sea")] = "land"
    moved_by: Annotated[
        Literal["land", "sea", ""],
        Meta(description="how it has already moved strategically in this turn"),
    ] = ""
    enemy_near: Annotated[
        bool, Meta(description="whether an undispersed enemy stands next to its start or end")
    ] = False
    under_air: Annotated[
        bool, Meta(description="at sea: whether enemy aircraft close one of the two ports")
    ] = False
    axis_holds: AxisHolds = ()
    soviet_holds: SovietHolds = ()
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[StrategicMove]:
        why = Why()
        held = control(self.axis_holds, self.soviet_holds, self.rulings.northern_extension)
        side, month = side_number(self.side), read_month(self.month)[1]
        turn(self.month)
        start, end = point_number(self.start), point_number(self.to)
        check_one_way(self.moved_by, self.by)
        check_behind(self.enemy_near)
        why("DC-R58", f"by {self.by} only, this turn")
        sea, sunk = "", False
        path: tuple[int, ...] = (start, end)
        if self.by == "sea":
            sea = sea_between(held, side, month, start, end)
            if sea:
                why(("RUL-DC-22", "RUL-DC-38"), "a sea move, with the danger of torpedoes")
                if self.under_air:
                    why("RUL-DC-43", "under enemy aircraft one more face of the die is a loss")
                sunk = torpedoed(sea, side, nature, self.rulings.torpedo, self.under_air)
        else:
            inferior: bool = figures("strategic_lines", self.rulings.strategic_lines)["inferior"]
            path = rail_path(held, supply(held, side, month), side, start, end, inferior)
            why("RUL-DC-38", "any distance through own points in supply")
        if not path or (self.by == "sea" and not sea):
            raise refuse_way(self.by, start, end)
        why("DC-R59", "it is dispersed at the end of the Strategic Movement Phase")
        standing = after_strategic_move()
        names = tuple(place_name(point) for point in path)
        return why.so(StrategicMove(names, sea, sunk, standing.dispersed))
