"""Events as they are played back on the map, see `engine/play/pictures.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any, Literal

from landbridge.engine.play.events import Event
from landbridge.engine.play.pictures import (
    BattlePart,
    Capture,
    EventPicture,
    Fate,
    UnitMove,
    Volley,
)
from landbridge.games.arsenal.combat.aircraft import ATTACKING_AIR
from landbridge.games.arsenal.forces.names import unit_labels
from landbridge.games.arsenal.forces.units import KINDS, UNIT, UNITS
from landbridge.games.arsenal.map.places import LAST_POINT, PLACE_WORDS, place_number
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.words import SIDE_NAMES, capital, joined

Values = Mapping[str, Any]
Describe = Callable[[Event], str]
"""What makes the sentence of an event."""
How = Literal["march", "rail", "sea", "air", "retreat", "advance"]
What = Literal["lost", "dispersed", "thrown back", "arrived", "left", "committed"]

PER_POINT, CITY, UNIT_LOST, FACTORY_LOST, ALLY, END = 10, 3, 2, 8, 40, 100
"""What counts for how much something matters."""
NAMED = 3
"""So many lost units are named in a headline; more are counted."""
AIR_HITS = ("turned_back", "shot_down")


def picture_of(event: Event, describe: Describe) -> EventPicture | None:
    """An event as it is played back; None where there is nothing to be seen of it."""
    make = _PICTURES.get(event.id)
    return make(event, describe) if make else None


# Words of an event


def _headline(event: Event, describe: Describe) -> str:
    """The sentence of an event as a headline."""
    return describe(event).removesuffix(".")


def _ids(row: str) -> tuple[str, ...]:
    """Units in a row, as an event has them."""
    return () if row in ("", "nobody", "none") else tuple(row.split(", "))


def _place(name: str) -> str:
    return PLACE_WORDS[place_number(name)]


def _worth(name: str) -> int:
    """How much it matters who holds a place."""
    number = place_number(name)
    if number > LAST_POINT:
        return 0
    point = POINTS[number]
    return PER_POINT * point.vp + CITY * (point.city or point.fortress)


def _flies(unit: str) -> bool:
    return KINDS[UNITS[UNIT[unit]].kind].arm == "air"


def _fates(what: What, row: str, place: str = "") -> tuple[Fate, ...]:
    units = _ids(row)
    return (Fate(units, what, place),) if units else ()


def _destroyed(row: str) -> str:
    """Who was destroyed: "4th Army and 2 CC destroyed", "5 units destroyed"."""
    labels = unit_labels(row)
    if not labels:
        return ""
    return f"{joined(labels) if len(labels) <= NAMED else f'{len(labels)} units'} destroyed"


# Moves


def _move(how: How) -> Callable[[Event, Describe], EventPicture]:
    def picture(event: Event, describe: Describe) -> EventPicture:
        values = event.values
        start = _place(values["start"]) if "start" in values else ""
        end = _place(values["end"] if "end" in values else values["point"])
        return EventPicture(moves=(UnitMove((values["unit"],), end, start, how),))

    return picture


def _retreats(retreats: Mapping[str, str]) -> tuple[UnitMove, ...]:
    """Who went back where, those to one place together; aircraft fly there."""
    found: dict[tuple[str, bool], list[str]] = {}
    for unit, name in retreats.items():
        found.setdefault((_place(name), _flies(unit)), []).append(unit)
    return tuple(
        UnitMove(tuple(units), end, how="air" if flies else "retreat")
        for (end, flies), units in found.items()
    )


def _commit(event: Event, describe: Describe) -> EventPicture:
    return EventPicture(
        fates=_fates("committed", event.values["unit"], _place(event.values["end"]))
    )


def _drop(event: Event, describe: Describe) -> EventPicture:
    unit, place = event.values["unit"], _place(event.values["point"])
    if event.values["how"] == "lost":
        return EventPicture(
            _headline(event, describe), UNIT_LOST, fates=_fates("lost", unit, place)
        )
    return EventPicture(
        _headline(event, describe), CITY, moves=(UnitMove((unit,), place, how="air"),)
    )


def _take(event: Event, describe: Describe) -> EventPicture:
    name, side = event.values["point"], event.values["side"]
    headline = f"{capital(SIDE_NAMES[side])} take {name}"
    return EventPicture(headline, _worth(name) + 1, captures=(Capture(_place(name), side),))


# Arrivals and losses


def _arrive(event: Event, describe: Describe) -> EventPicture:
    return EventPicture(
        fates=_fates("arrived", event.values["unit"], _place(event.values["place"]))
    )


def _leave(event: Event, describe: Describe) -> EventPicture:
    return EventPicture(fates=_fates("left", event.values["unit"]))


def _compose(event: Event, describe: Describe) -> EventPicture:
    """A unit is formed from others, which leave the map."""
    place = _place(event.values["at"])
    gone = _fates("left", event.values["parts"], place)
    return EventPicture(fates=(*gone, *_fates("arrived", event.values["unit"], place)))


def _lose(event: Event, describe: Describe) -> EventPicture:
    place = _place(event.values["point"]) if "point" in event.values else ""
    return EventPicture(
        _headline(event, describe), 2 * UNIT_LOST, fates=_fates("lost", event.values["unit"], place)
    )


def _surprise(event: Event, describe: Describe) -> EventPicture:
    lost = _fates("lost", event.values["lost"])
    return EventPicture(_headline(event, describe) if lost else "", UNIT_LOST, fates=lost)


# Factories


def _factory(event: Event, describe: Describe) -> EventPicture:
    return EventPicture(place=_place(event.values["place"]))


def _lose_factory(event: Event, describe: Describe) -> EventPicture:
    """A factory is lost, or nearly."""
    place = _place(event.values["point"]) if "point" in event.values else ""
    return EventPicture(_headline(event, describe), FACTORY_LOST, place=place)


# Allies


def _ally_out(event: Event, describe: Describe) -> EventPicture:
    return EventPicture(
        _headline(event, describe), ALLY, fates=_fates("left", event.values["troops"])
    )


def _ally_turned(event: Event, describe: Describe) -> EventPicture:
    return EventPicture(_headline(event, describe), ALLY)


def _troops_go_home(event: Event, describe: Describe) -> EventPicture:
    gone = _fates("left", event.values["lost"])
    return EventPicture(moves=_retreats(event.values["home"]), fates=gone)


# Battles


def _volleys(event: Event) -> tuple[Volley, ...]:
    """The fire of an event, those together that were thrown for the same."""
    found = []
    for (purpose, needed), volley in groupby(
        event.rolls, key=lambda one: (one.purpose, one.column)
    ):
        rolls = [roll for roll in volley if roll.faces]
        air = event.id == "air_battle"
        attacks = purpose == ATTACKING_AIR if air else not purpose.lower().startswith("def")
        found.append(
            Volley(
                "attacker" if attacks else "defender",
                purpose if air else f"{purpose}, {needed} hits",
                tuple(roll.total for roll in rolls),
                tuple(roll.cell in AIR_HITS if air else bool(roll.cell) for roll in rolls),
            )
        )
    return tuple(found)


def _attack(event: Event, describe: Describe) -> EventPicture:
    values = event.values
    return EventPicture(
        battle=BattlePart(
            "begins",
            _place(values["point"]),
            values["side"],
            _ids(values["attackers"]),
            _ids(values["defenders"]),
        )
    )


def _air_battle(event: Event, describe: Describe) -> EventPicture:
    place = _place(event.values["point"])
    return EventPicture(
        fates=_fates("lost", event.values["lost"], place),
        battle=BattlePart("air", place, volleys=_volleys(event)),
    )


def _round(event: Event, describe: Describe) -> EventPicture:
    values, place = event.values, _place(event.values["point"])
    return EventPicture(
        fates=(
            *_fates("dispersed", values["dispersed"], place),
            *_fates("thrown back", values["retreated"], place),
            *_fates("lost", values["destroyed"], place),
        ),
        battle=BattlePart("round", place, volleys=_volleys(event)),
    )


def _withdraw(event: Event, describe: Describe) -> EventPicture:
    place = _place(event.values["point"])
    moves = _retreats(event.values["retreats"])
    return EventPicture(moves=moves, battle=BattlePart("breaks off", place))


def _halt(event: Event, describe: Describe) -> EventPicture:
    return EventPicture(battle=BattlePart("breaks off", _place(event.values["point"])))


def _battle_ends(event: Event, describe: Describe) -> EventPicture:
    """The headline of a battle: "Brest-Litovsk is taken; 4th Army destroyed"."""
    values, name = event.values, event.values["point"]
    taken = values["word"] == "is taken"
    ends = name + (
        " holds" if not taken else " is taken" if values["rounds"] else " is taken unopposed"
    )
    place, lost = _place(name), _ids(values["lost"])
    return EventPicture(
        "; ".join(filter(None, (ends, _destroyed(values["lost"])))),
        (_worth(name) if taken else 0) + UNIT_LOST * len(lost) + 1,
        moves=_retreats(values["retreats"]),
        fates=_fates("lost", values["lost"], place),
        battle=BattlePart("ends", place),
    )


def _advance(event: Event, describe: Describe) -> EventPicture:
    move = UnitMove(_ids(event.values["units"]), _place(event.values["point"]), how="advance")
    return EventPicture(moves=(move,))


# Turns


def _turn(event: Event, describe: Describe) -> EventPicture:
    return EventPicture(turn=event.values["side"])


def _end(event: Event, describe: Describe) -> EventPicture:
    return EventPicture(_headline(event, describe), END)


_PICTURES: dict[str, Callable[[Event, Describe], EventPicture]] = {
    "side_turn": _turn,
    "war_ends": _end,
    "surprise": _surprise,
    "raised": _arrive,
    "leaves": _leave,
    "lifted": _move("rail"),
    "composed": _compose,
    "sited": _factory,
    "deployed": _factory,
    "entrained": _factory,
    "sent": _factory,
    "shipped": _factory,
    "set_up": _factory,
    "plant_escapes": _lose_factory,
    "plant_sunk": _lose_factory,
    "plant_lost": _lose_factory,
    "railed": _move("rail"),
    "sailed": _move("sea"),
    "sunk": _lose,
    "moved": _move("march"),
    "rebased": _move("air"),
    "dropped": _drop,
    "aims": _commit,
    "taken": _take,
    "attack": _attack,
    "air_battle": _air_battle,
    "round": _round,
    "withdraws": _withdraw,
    "halts": _halt,
    "battle_ends": _battle_ends,
    "advance": _advance,
    "isolated": _lose,
    "ally_turned": _ally_turned,
    "ally_out": _ally_out,
    "troops_go_home": _troops_go_home,
    "goes_home": _move("retreat"),
}
"""By event: its picture."""
