"""The log in a player's words: formations by their names, months, sides, what an event meant.

An event keeps ids and figures; `data/sentences.toml` has the sentences. Here are the words that
stand between the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any

from landbridge.engine.chance.nature import Roll
from landbridge.games.arsenal.calendar import month_name, turn_name
from landbridge.games.arsenal.forces.names import describe_units, unit_label, unit_labels
from landbridge.games.arsenal.forces.units import KINDS, UNIT, UNITS
from landbridge.games.arsenal.industry.factories import FACTORY, factory_label
from landbridge.games.arsenal.map.points import NUMBER, POINTS
from landbridge.games.arsenal.victory import SOVIET_WIN, SUDDEN_WIN
from landbridge.games.arsenal.words import SIDE_ADJECTIVES, SIDE_NAMES, capital, joined

Values = Mapping[str, Any]

COUNTS = ("no", "one", "two", "three", "four", "five", "six")
RESULTS = {"dispersed": "dispersed", "retreated": "thrown back", "destroyed": "destroyed"}
"""What a round does to units."""


def words_of_event(id: str, values: Values) -> dict[str, Any]:
    """The values of an event as its sentence needs them."""
    words: dict[str, Any] = dict(values)
    if "unit" in values:
        words["unit"] = unit_label(UNIT[values["unit"]])
    if "plant" in values:
        words["plant"] = capital(factory_label(FACTORY[values["plant"]]))
    if "month" in values:
        words["month"] = month_name(values["month"])
    if "side" in values:
        words["side"] = SIDE_ADJECTIVES[values["side"]]
        words["sides"] = capital(SIDE_NAMES[values["side"]])
    if "lost" in values:
        words["lost"] = describe_units(values["lost"])
    place = values.get("place") or values.get("at")
    if place:
        words["at"] = _at(place)
    return words | _OWN[id](values) if id in _OWN else words


def _at(place: str) -> str:
    return f"in {place}" if place == "Siberia" else f"at {place}"


def name_of_word(word: str) -> str:
    """The name of a unit, a plant or a point, whatever an id stands for; empty for other words."""
    if word in UNIT:
        return unit_label(UNIT[word])
    if word in FACTORY:
        return capital(factory_label(FACTORY[word]))
    return POINTS[NUMBER[word]].name if word in NUMBER else ""


def _some(counts: Mapping[str, int]) -> str:
    """What there is some of: "3 from Siberia, 7 from cities"."""
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count) or "none"


# The turn


def _month(values: Values) -> dict[str, str]:
    north, south = values["north"], values["south"]
    if north == south:
        return {"weather": f"{capital(north)} everywhere"}
    return {"weather": f"{capital(north)} in the north, {south} in the south"}


def _axis_replacements(values: Values) -> dict[str, str]:
    return {"brought": _some({kind: values[kind] for kind in ("infantry", "panzer", "allied")})}


def _soviet_replacements(values: Values) -> dict[str, str]:
    sources = {
        "siberian": "from Siberia",
        "cities": "from cities",
        "plants": "from factories",
        "workers": "of armed workers",
    }
    brought = _some({words: values.get(source, 0) for source, words in sources.items()})
    unmet = values.get("unmet", 0)
    symbols = "symbol" if unmet == 1 else "symbols"
    return {"brought": f"{brought}; {unmet} {symbols} without a dead unit" if unmet else brought}


def _reserves(values: Values) -> dict[str, str]:
    units = values["units"]
    come = f"come: {units} unit{'' if units == 1 else 's'}"
    return {"word": come if values["word"] == "come" else values["word"]}


def _raised(values: Values) -> dict[str, str]:
    if values["how"] == "reinforcement":
        return {"how": f"arrives {_at(values['place'])}"}
    return {"how": f"returns {_at(values['place'])}, dispersed"}


def _leaves(values: Values) -> dict[str, str]:
    why: str = values["why"]
    if why.startswith("leaves for "):
        return {"why": f"transfers to {why.removeprefix('leaves for ')}"}
    return {"why": f"is {why}"}


def _troops_go_home(values: Values) -> dict[str, str]:
    """Who is lost on the way, and who still waits for one."""
    parts = {"lost": "lost on the way: ", "waiting": "without a way yet: "}
    told = [f"{text}{describe_units(values[key])}" for key, text in parts.items() if key in values]
    return {"fates": "".join(f"; {part}" for part in told if not part.endswith("nobody"))}


def _picked(values: Values) -> dict[str, str]:
    return {"month": turn_name(values["turn"])}


def describe_count(count: Mapping[str, Any], when: str = "") -> str:
    """What the Axis hold, and what it means: 6 or more are an Axis victory, 5 a draw."""
    held, win, draw = count["held"], count["axis_win"], count["draw"]
    where = " on the Soviet side" if count["east"] else ""
    if not win:
        return f"the Axis hold {held} VP{where}"
    drawn = f"{draw} to {win - 1}" if draw < win - 1 else str(draw)
    middle = f", {drawn} a draw" if draw < win else ""
    return f"the Axis hold {held} VP{where} ({when}{win} or more are an Axis victory{middle})"


def describe_reason(how: str, count: Mapping[str, Any]) -> str:
    """What decided the war: what was held, and what was needed."""
    reasons = {
        "on points": f"the Axis hold {count['held']} VP (the Soviets need {SOVIET_WIN} or fewer)",
        "decisive": "the Soviets hold every place that counts",
        "sudden win": f"the Axis hold {SUDDEN_WIN} VP or more in the Soviet Union",
    }
    if how in reasons:
        return reasons[how]
    return describe_count(count) if how.endswith("in Axis hands") else how


def _war_ends(values: Values) -> dict[str, str]:
    winner = values["winner"]
    won = "A draw" if winner == "draw" else f"{SIDE_ADJECTIVES[winner]} victory"
    return {"verdict": f"{describe_reason(values['how'], values['count'])}. {won}"}


def _points(values: Values) -> dict[str, str]:
    return {"standing": describe_count(values["count"], "at the end ")}


# Battles


def describe_fire(rolls: Iterable[Roll]) -> tuple[str, ...]:
    """The fire of a round, volley by volley: "Attack, 4+ hits: 1, 5, 5, 1: two hits"."""
    lines = []
    for (purpose, needed), volley in groupby(rolls, key=lambda roll: (roll.purpose, roll.column)):
        thrown = list(volley)
        hits = sum(roll.cell for roll in thrown)
        count = COUNTS[hits] if hits < len(COUNTS) else str(hits)
        faces = ", ".join(str(roll.total) for roll in thrown)
        lines.append(f"{purpose}, {needed} hits: {faces}: {count} {'hit' if hits == 1 else 'hits'}")
    return tuple(lines)


def _attack(values: Values) -> dict[str, str]:
    attackers = unit_labels(values["attackers"])
    verb = "attacks" if len(attackers) == 1 else "attack"
    defenders = joined(unit_labels(values["defenders"]))
    return {"attack": " ".join(filter(None, (joined(attackers), verb, defenders)))}


def _round(values: Values) -> dict[str, str]:
    changed = [
        f"{joined(unit_labels(values[how]))} {word}" for how, word in RESULTS.items() if values[how]
    ]
    holding = unit_labels(values["holding"])
    if holding:
        verb = "holds" if len(holding) == 1 else "hold"
        changed.append(f"{joined(holding)} {verb}")
    return {"results": "; ".join(changed) or "no hits"}


def _retreats(retreats: Mapping[str, str]) -> list[str]:
    """Who retreats where, those to one place together."""
    by_place: dict[str, list[str]] = {}
    flown = []
    for unit, place in retreats.items():
        if KINDS[UNITS[UNIT[unit]].kind].arm == "air":
            flown.append(f"{unit_label(UNIT[unit])} flies to {place}")
        else:
            by_place.setdefault(place, []).append(unit_label(UNIT[unit]))
    return [f"{joined(units)} to {place}, dispersed" for place, units in by_place.items()] + flown


def _withdraws(values: Values) -> dict[str, str]:
    gone = _retreats(values["retreats"])
    return {"retreats": f"; {'; '.join(gone)}" if gone else f" from {values['point']}"}


def _battle_ends(values: Values) -> dict[str, str]:
    if values["word"] == "holds":
        ends = "holds"
    else:
        ends = "is won" if values["rounds"] else "taken unopposed"
    lost = unit_labels(values["lost"])
    parts = [ends, *_retreats(values["retreats"])]
    if lost:
        parts.append(f"{joined(lost)} lost")
    return {"ends": "; ".join(parts)}


def _advance(values: Values) -> dict[str, str]:
    moved = unit_labels(values["units"])
    return {"units": f"{joined(moved)} {'moves' if len(moved) == 1 else 'move'}"}


def _air_battle(values: Values) -> dict[str, str]:
    attacker = values["side"]
    defender = "soviet" if attacker == "axis" else "axis"
    shot = joined(unit_labels(values["lost"]))
    parts = [f"{shot} shot down over {values['point']}"] if shot else []
    dice = {"attack": values["attack_dice"], "defence": values["defence_dice"]}
    more = [
        f"+{count} {'die' if count == 1 else 'dice'} in {what}"
        for what, count in dice.items()
        if count
    ]
    if values["attackers"] and values["defenders"]:
        who = "aircraft of both sides fly"
    elif values["attackers"] or values["defenders"]:
        alone = attacker if values["attackers"] else defender
        who = f"only {SIDE_ADJECTIVES[alone]} aircraft fly"
    else:
        who = "no aircraft are left"
    parts.append(f"{who}: {', '.join(more)}" if more else who)
    return {"sky": capital("; ".join(parts))}


_OWN: dict[str, Callable[[Values], dict[str, str]]] = {
    "month": _month,
    "axis_replacements": _axis_replacements,
    "soviet_replacements": _soviet_replacements,
    "reserves": _reserves,
    "raised": _raised,
    "leaves": _leaves,
    "picked": _picked,
    "troops_go_home": _troops_go_home,
    "points": _points,
    "war_ends": _war_ends,
    "attack": _attack,
    "round": _round,
    "withdraws": _withdraws,
    "battle_ends": _battle_ends,
    "advance": _advance,
    "air_battle": _air_battle,
}
"""By event: words that only its sentence needs."""
