"""How an entrained factory travels: along which lines, over which sea, and when."""

from __future__ import annotations

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Why
from landbridge.games.arsenal.calendar import month_name, read_month
from landbridge.games.arsenal.map.places import SIBERIA, place_name
from landbridge.games.arsenal.map.points import RAIL_EDGE_POINTS, regions
from landbridge.games.arsenal.map.seas import sea_between, torpedoed
from landbridge.games.arsenal.rulings import Embarkation, Torpedo
from landbridge.games.arsenal.words import SOVIET, figures, own_points


def lines_from(start: int, held: bytes, supplied: bytes | None) -> list[int]:
    """The places to which friendly lines lead; they must be supplied too, if that is given."""
    found = regions(own_points(held, SOVIET, supplied))
    edge = {found[point] for point in RAIL_EDGE_POINTS["east"]} - {0}
    here = edge if start == SIBERIA else {found[start]} - {0}
    ends = [point for point, region in enumerate(found) if region in here]
    if not here.isdisjoint(edge) or start == SIBERIA:
        ends.append(SIBERIA)
    return ends if ends else [start]


@rule("DC-R43", "RUL-DC-18")
def lines_lead(start: int, end: int, held: bytes, supplied: bytes | None) -> bool:
    """Whether friendly lines lead from one place to another; `supplied` must be too, if given."""
    return end in lines_from(start, held, supplied)


def check_lines(start: int, end: int, held: bytes, supplied: bytes | None, why: Why) -> None:
    """Refuse a journey along lines that are not open."""
    if not lines_lead(start, end, held, supplied):
        ends = [place_name(place) for place in lines_from(start, held, supplied) if place != start]
        raise Refusal(
            f"No open line leads from {place_name(start)} to {place_name(end)}",
            ("DC-R43", "RUL-DC-18"),
            legal="major and minor lines through Soviet points, or the sea: "
            + (", ".join(ends[:12]) or "none is open"),
        )
    why("RUL-DC-18", "any distance over friendly lines")


def check_sea(start: int, end: int, held: bytes, month: str) -> str:
    """The sea of a voyage, or a refusal."""
    sea = ""
    if SIBERIA not in (start, end):
        sea = sea_between(held, SOVIET, read_month(month)[1], start, end)
    if not sea:
        raise Refusal(
            f"No sea leads from {place_name(start)} to {place_name(end)} in {month_name(month)}",
            ("DC-R44", "RUL-DC-38"),
            legal="two Soviet ports of one sea, neither closed by ice",
        )
    return sea


@rule("DC-R43")
def may_travel(just_entrained: bool, why: Why) -> bool:
    """Whether an entrained factory travels in this phase: not in that of its entraining."""
    text = "it travels in the R/R phase after that in which it was entrained"
    return not (just_entrained and why("DC-R43", text))


@rule("DC-R44", "RUL-DC-21")
def stops_in_port(why: Why, embarkation: Embarkation = "always_waits") -> bool:
    """Whether a factory that has not stopped in its port yet stays there for a turn."""
    waits: bool = figures("embarkation", embarkation)["port_waits"]
    return waits and why(("DC-R44", "RUL-DC-21"), "a sea move takes an extra turn in the port")


@rule("DC-R44", "DC-R45")
def is_sunk(
    sea: str, nature: Nature, why: Why, torpedo: Torpedo = "by_sea", under_air: bool = False
) -> bool:
    """Whether a factory at sea is torpedoed, and so lost."""
    if not why("DC-R44", "at sea it may be torpedoed"):
        return False
    hit = torpedoed(sea, SOVIET, nature, torpedo, under_air)
    return hit and why("DC-R45", "torpedoed: the factory is lost")
