"""The log in a player's words: names for ids, and nothing said of what did not come.

An event keeps plain figures; here they become the words that its template in
`data/sentences.toml` asks for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from landbridge.engine.play.events import Event
from landbridge.games.belorussia.arrivals.order import GROUP_NAMES, by_row
from landbridge.games.belorussia.supply.soviet_placement import FRONTS
from landbridge.games.belorussia.words import counted, listed

Values = dict[str, Any]

_COUNTER = re.compile(
    r"(?:[IVX]+ )?(?P<name>[^:]+):(?P<values>\S+?)"
    r"(?: of (?P<formation>[^,]+))?(?:, (?P<remark>.*))?"
)
_FRACTION = re.compile(r"(\d+)/(\d+)")
_LOST = re.compile(r"(?P<count>(?:at least )?\S+) lost \([^)]*\)")
_GROUP = re.compile(r"(?P<group>[a-z]\w*)(?: \((?P<listed>.*)\))?")

MARKERS = {"random": "a {} drawn at random", "named": "a {}", "marker": "a {} marker"}
"""Counters that are known by a word alone, as a sentence has them."""

ILLEGIBLE = "illegible here (see your booklet)"

POOLS = {"infantry": "Infantry", "ag_pg": "AG/PG", "flak": "Flak"}

OUTCOMES = {
    "placed": "and place it",
    "kept": "and keep it for later",
    "rebuilt": "to rebuild it now",
    "lost": "but cannot use it: it is lost",
}
"""What becomes of an Axis special result."""


def place_name(place: str) -> str:
    """A place as players call it: supply and arrivals go to the HQs of the Fronts."""
    return f"{place} Front HQ" if place in FRONTS else place


def describe_counters(text: str) -> str:
    """Counters of an entry as players call them: 65 (4-3-6) and 151 (3-3-6)."""
    group = _GROUP.fullmatch(text)
    if group and group["group"] in GROUP_NAMES:
        return GROUP_NAMES[group["group"]]
    found = [(_COUNTER.fullmatch(part), part) for part in text.split("; ")]
    named = [_describe_counter(counter, part) for counter, part in found]
    formations = {counter["formation"] if counter else None for counter, _ in found}
    if len(formations) == 1 and (formation := formations.pop()):
        return f"{listed(named)} of {formation}"
    return listed(
        [
            f"{name} of {counter['formation']}" if counter and counter["formation"] else name
            for name, (counter, _) in zip(named, found, strict=True)
        ]
    )


def _describe_counter(counter: re.Match[str] | None, text: str) -> str:
    lost = _LOST.fullmatch(text)
    if lost:
        noun = "counter" if lost["count"].endswith("1") else "counters"
        return f"{lost['count']} {noun} {ILLEGIBLE}"
    kind, _, rest = text.partition(":")
    if kind in MARKERS:
        return MARKERS[kind].format(rest)
    if counter is None:
        return text
    name, remark = counter["name"], counter["remark"] or ""
    if remark:
        # A remark with a number names the unit; any other says what it is.
        numbered = name == "?" or any(letter.isdigit() for letter in remark)
        name = remark if numbered else f"{name} {remark}"
    values = counter["values"]
    if name in ("Eq", "Pax"):
        return f"{values} {name}"
    return f"{name} [{values}]" if "(" in values else f"{name} ({values})"


def _without_nothing(*words: str) -> str:
    """What has come, without what has not."""
    return ", ".join(word for word in words if not word.startswith(("0 ", "no "))) or "nothing"


def _soviet_replacements(values: Values) -> Values:
    pax, air = f"{values['pax']} Pax", f"{values['air']} Air"
    parts = (pax, values["eq"], air, values["activations"], values["special"])
    return {"received": _without_nothing(*parts)}


def _axis_replacements(values: Values) -> Values:
    pax, air, ally = f"{values['pax']} Pax", f"{values['air']} Air", f"{values['ally']} Ally Pax"
    parts = (pax, values["eq"], air, ally, values["hogs"], values["special"])
    return {"received": _without_nothing(*parts)}


def _soviet_special(values: Values) -> Values:
    rebuild = values["rebuild"] if values["rebuild"] != "rebuilds nothing" else "no rebuild"
    return {"received": _without_nothing(rebuild, values["partisans"], values["hogs"])}


def _first_player(values: Values) -> Values:
    high, low = max(values["soviet"], values["axis"]), min(values["soviet"], values["axis"])
    return {"high": high, "low": low}


def _hedgehog(values: Values) -> Values:
    level = values["level"]
    built = "A Level-1 hedgehog is built"
    return {"does": built if level == 1 else f"The hedgehog rises to Level {level}"}


def _front_display(values: Values) -> Values:
    barrage = values["barrage"]
    where = f"in {barrage}" if barrage.startswith("box") else barrage
    return {"posture": values["posture"].capitalize(), "barrage": where}


def _front_attacks(values: Values) -> Values:
    none = values["penal"].startswith("0 ")
    return {"with_penal": "" if none else f" with {values['penal']}"}


def _north_edge(values: Values) -> Values:
    if values["name"]:
        return {"unit": values["name"]}
    entry = by_row(values["row"])
    formation = entry.formation if entry else ""
    return {"unit": f"A unit of {formation}" if formation else "A unit"}


def _alert(values: Values) -> Values:
    pool, _, number = values["unit"].rpartition(" ")
    return {"unit": f"{POOLS.get(pool, pool)} Alert {number}"}


def _base(values: Values) -> Values:
    strength, rating, hedgehog = values["base"].split("-")
    return {"strength": strength, "ar": rating, "hedgehog": hedgehog}


def _special_event(values: Values) -> Values:
    nothing = values["effect"] == "nothing happens"
    return {"event": "No Special Event" if nothing else f"Special Event: {values['effect']}"}


def _counters(values: Values) -> Values:
    return {"what": describe_counters(values["what"])}


def _arrived(values: Values) -> Values:
    how, _, place = values["place"].partition(" ")
    where, what = f"{how} {place_name(place)}", describe_counters(values["what"])
    several = " and " in what or "counters" in what or what.startswith("two ")
    several = several or (what.endswith(" Pax") and what != "1 Pax")
    if place:
        arrival = f"{what} {'arrive' if several else 'arrives'} {where}"
    else:
        arrival = f"{what} {'become' if several else 'becomes'} available"
    if values["loads"]:
        arrival = f"{arrival} ({values['loads']})"
    return {"arrival": arrival[0].upper() + arrival[1:]}


def _appeal(values: Values) -> Values:
    nothing = values["what"] == "nothing"
    brings = values["what"] if nothing else f"{values['arrives']}: {_counters(values)['what']}"
    return {"brings": brings, "cost": -values["vp"]}


def _resolved(values: Values) -> Values:
    said = f" ({values['said']})" if values["said"] else ""
    return {"asked": f"{values['what'].capitalize()}{said}"}


def _refit(values: Values) -> Values:
    planes, used, off_map = values["planes"], values["used"], values["off_map"]
    paid = [f"{used}T of its own"] * bool(used) + [f"{off_map}T off the map"] * bool(off_map)
    what = counted(planes, "plane") if planes else "no plane: the die says no"
    return {"what": what, "paid": f" for {' and '.join(paid)}" if paid else ""}


WORDS: dict[str, Callable[[Values], Values]] = {
    "soviet_replacements": _soviet_replacements,
    "axis_replacements": _axis_replacements,
    "soviet_special": _soviet_special,
    "axis_special_received": lambda values: {"outcome": OUTCOMES[values["outcome"]]},
    "first_player_roll": _first_player,
    "supply_put": lambda values: {"place": place_name(values["place"])},
    "supply_taken_back": lambda values: {"place": place_name(values["place"])},
    "hedgehog": _hedgehog,
    "front_moves_on": _front_display,
    "front_attacks": _front_attacks,
    "north_edge_arrives": _north_edge,
    "north_edge_waits": _north_edge,
    "alert_drawn": _alert,
    "base_drawn": _base,
    "special_event": _special_event,
    "arrived": _arrived,
    "refit": _refit,
    "resolved": _resolved,
    "withdrawn": _counters,
    "declined": _counters,
    "entry_does_not_apply": _counters,
    "leaves_the_box": lambda values: {"place": place_name(values["place"])},
    "entry_waits": _counters,
    "appeal": _appeal,
}
"""What the words of an event are made by, where its figures alone do not say it."""


def in_players_words(event: Event) -> Values:
    """The values of an event with the words that its sentence needs."""
    make = WORDS.get(event.id)
    values = event.values | {name: mixed(value) for name, value in event.values.items()}
    return values | (make(event.values) if make else {})


def mixed(value: Any) -> Any:
    """A fraction above one as players write it, 29/3 as 9 2/3; anything else as it is."""
    found = _FRACTION.fullmatch(value) if isinstance(value, str) else None
    if not found:
        return value
    whole, rest = divmod(int(found[1]), int(found[2]))
    return f"{whole} {rest}/{found[2]}" if whole else value
