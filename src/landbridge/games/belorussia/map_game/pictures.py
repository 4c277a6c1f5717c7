"""Events on the map as they are played back, see `engine/play/pictures.py`.

Own units are named by their ids; of the enemy's an event tells no more than from where to where.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from landbridge.engine.play.events import Event
from landbridge.engine.play.pictures import BattlePart, EventPicture, Fate, UnitMove, Volley
from landbridge.games.belorussia.words import NAME_OF

How = Literal["march", "rail", "air", "retreat"]
Describe = Callable[[Event], str]
"""What makes the sentence of an event."""
SIDE_CALLED = {name: side for side, name in NAME_OF.items()}
TAKEN, FOUGHT, BARRAGED, FLOWN, DESTROYED = 12, 6, 4, 3, 5
"""How much things matter beside each other."""


def picture_on_map(event: Event, describe: Describe) -> EventPicture | None:
    """An event as it is played back; None where there is nothing to be seen of it."""
    make = _PICTURES.get(event.id)
    return make(event, describe) if make else None


# Words of an event


def _side(event: Event) -> str:
    """Whose event it is: it says so, or its owner alone may know of it."""
    named = SIDE_CALLED.get(str(event.values.get("side", "")))
    return named or (event.seen_by or ("",))[0]


def _ids(event: Event) -> tuple[str, ...]:
    return tuple(event.values.get("ids", ()))


def _headline(event: Event, describe: Describe) -> str:
    return describe(event).removesuffix(".")


def _steps(event: Event) -> int:
    """How many steps an event tells of: "2 steps"."""
    found = re.match(r"\d+", str(event.values["steps"]))
    return int(found[0]) if found else 0


# Who goes where


def _march(event: Event, describe: Describe) -> EventPicture:
    path = tuple(str(event.values.get("path", "")).split())
    start, end = event.values["start"], event.values["end"]
    how: How = _HOW.get(event.id, "march")
    move = UnitMove(_ids(event), end, start, how, _side(event), path)
    return EventPicture(moves=(move,))


_HOW: dict[str, How] = {
    "retreated": "retreat",
    "retreat_seen": "retreat",
    "railed": "rail",
    "train_runs": "rail",
    "transferred": "air",
    "plane_flies": "air",
}


def _come(event: Event, describe: Describe) -> EventPicture:
    return EventPicture(_headline(event, describe), 1, place=event.values["hex"])


# Combat


def _attack(event: Event, describe: Describe) -> EventPicture:
    values, ids = event.values, _ids(event)
    battle = BattlePart(
        "begins",
        values["hex"],
        _side(event),
        attackers=ids,
        attacking="" if ids else values["units"],
        defending=f"whoever is in {values['hex']}",
    )
    moves = tuple(
        UnitMove((), values["hex"], start, "attack", _side(event))
        for start in re.findall(r"[A-Z]\d+\.\d+", values.get("hexes", ""))
    )
    return EventPicture(moves=moves, battle=battle)


def _dice(event: Event, describe: Describe) -> EventPicture:
    volleys = tuple(
        Volley("attacker", roll.purpose, roll.faces, ()) for roll in event.rolls if roll.faces
    )
    battle = BattlePart("round", event.values["hex"], volleys=volleys)
    return EventPicture(battle=battle)


def _part(event: Event, describe: Describe) -> EventPicture:
    """Something else that happens in a battle, with its dice."""
    picture = _dice(event, describe)
    return picture if event.rolls else EventPicture(place=event.values["hex"])


def _over(event: Event, describe: Describe) -> EventPicture:
    taken = event.values["what"] == "is taken"
    return EventPicture(
        _headline(event, describe),
        TAKEN if taken else FOUGHT,
        battle=BattlePart("ends", event.values["hex"]),
    )


def _advance(event: Event, describe: Describe) -> EventPicture:
    if not _ids(event):
        return EventPicture(place=event.values["hex"])
    return EventPicture(moves=(UnitMove(_ids(event), event.values["hex"], how="advance"),))


def _lose(event: Event, describe: Describe) -> EventPicture:
    steps = Fate(_ids(event), "steps", event.values["hex"], _side(event), _steps(event))
    if event.id in ("destroyed_in_combat", "barrage_destroys"):
        gone = Fate(_ids(event), "lost", event.values["hex"], _side(event))
        return EventPicture(_headline(event, describe), DESTROYED, fates=(steps, gone))
    return EventPicture(fates=(steps,))


def _cut_off(event: Event, describe: Describe) -> EventPicture:
    fate = Fate(_ids(event), "lost", event.values["hex"], _side(event))
    return EventPicture(_headline(event, describe), DESTROYED, fates=(fate,))


# Guns and planes


def _fire(event: Event, describe: Describe) -> EventPicture:
    values, ids = event.values, _ids(event)
    battle = BattlePart(
        "begins",
        values["hex"],
        _side(event),
        attackers=ids,
        attacking="" if ids else values.get("guns") or values.get("planes", ""),
        defending=f"whoever is in {values['hex']}",
    )
    return EventPicture(battle=battle)


def _struck(event: Event, describe: Describe) -> EventPicture:
    """A barrage is over; of steps that it costs the other side sees how many."""
    values = event.values
    volleys = tuple(
        Volley("attacker", roll.purpose, roll.faces, ()) for roll in event.rolls if roll.faces
    )
    return EventPicture(
        _headline(event, describe),
        BARRAGED + values.get("lost", 0) if event.id != "barrage_misses" else 1,
        battle=BattlePart("ends", values["hex"], volleys=volleys),
    )


def _fly(event: Event, describe: Describe) -> EventPicture:
    return EventPicture(_headline(event, describe), FLOWN, place=event.values["hex"])


_PICTURES: dict[str, Callable[[Event, Describe], EventPicture]] = {
    **dict.fromkeys(("marched", "unit_marched", "stack_marched", "stack_seen"), _march),
    **dict.fromkeys(("railed", "train_runs", "transferred", "plane_flies"), _march),
    **dict.fromkeys(("retreated", "retreat_seen"), _march),
    **dict.fromkeys(("entered", "somebody_entered"), _come),
    **dict.fromkeys(("regular_attack", "regular_seen"), _attack),
    **dict.fromkeys(("overrun_attack", "overrun_seen"), _attack),
    "combat_result": _dice,
    "combat_over": _over,
    **dict.fromkeys(("advanced", "occupied", "advance_seen"), _advance),
    **dict.fromkeys(("steps_lost_in_combat", "destroyed_in_combat", "losses_seen"), _lose),
    **dict.fromkeys(("barrage_reduces", "barrage_destroys"), _lose),
    **dict.fromkeys(("cut_off", "cut_off_seen"), _cut_off),
    **dict.fromkeys(("guns_fire", "guns_fire_free", "guns_are_heard"), _fire),
    **dict.fromkeys(("barrage_misses", "barrage_hits", "base_barraged", "trains_busted"), _struck),
    **dict.fromkeys(("sortie_seen", "air_combat", "flak_destroys", "seized"), _fly),
}
