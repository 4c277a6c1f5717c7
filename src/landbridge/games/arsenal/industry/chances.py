"""The chances to expand: in which months the Soviets may pick a factory, and for how long."""

from __future__ import annotations

from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import in_force, rule
from landbridge.games.arsenal.calendar import FIRST, LAST, month_after, month_name, read_month
from landbridge.games.arsenal.industry.factories import DATA, EXPANSION, FACTORIES
from landbridge.games.arsenal.rulings import ExpansionChances
from landbridge.games.arsenal.words import figures

QUARTERS: tuple[int, ...] = tuple(DATA["picks"]["months"])
AHEAD: int = DATA["picks"]["ahead"]
CHANCES: int = DATA["counts"]["chances"]
BEFORE_PLAY: str = DATA["first_pick"]["month"]
"""The pick before play counts as if it were made in this month."""


@rule("DC-R27", "DC-R33", "DC-R34", "RUL-DC-13")
def chances(expansion_chances: ExpansionChances = "ten_in_all") -> tuple[str, ...]:
    """The months in which a factory may be picked, in order; the first may be before play."""
    ruled = figures("expansion_chances", expansion_chances)
    months = [BEFORE_PLAY] if in_force("DC-R34") else []
    month = FIRST
    while month <= LAST:
        if read_month(month)[1] in QUARTERS or not in_force("DC-R27"):
            months.append(month)
        month = month_after(month, 1)
    if not in_force("DC-R33") or not ruled["passing_uses"]:
        return tuple(months)
    return tuple(months[: CHANCES if ruled["before_play"] else CHANCES + 1])


def chance(month: str, months: tuple[str, ...], at: int = 0) -> int:
    """Which chance a month is, or a refusal that says why it is none."""
    if month in months[at:]:
        return months.index(month)
    over = month not in months and read_month(month)[1] in QUARTERS
    raise Refusal(
        f"No factory can be picked in {month_name(month)}",
        ("DC-R33", "RUL-DC-13") if over else ("DC-R27",),
        legal=f"{month_name(months[-1])} is the last chance"
        if over
        else "one pick each January, April, July and October",
    )


@rule("DC-R31", "DC-R34")
def check_chance(
    factory: int, month: str, expansion_chances: ExpansionChances = "ten_in_all"
) -> None:
    """Refuse a month in which an expansion factory cannot have been picked."""
    months = chances(expansion_chances)
    at = chance(month, months)
    entry = FACTORIES[factory]
    earlier = sum(FACTORIES[n].type == entry.type and n < factory for n in EXPANSION)
    if at < earlier and in_force("DC-R31"):
        raise Refusal(
            f"{entry.id} comes after the earlier letters of its type",
            ("DC-R31", "DC-R34") if month == BEFORE_PLAY else "DC-R31",
            legal=f"{month_name(months[earlier])} at the earliest",
        )
