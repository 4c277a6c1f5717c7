"""The log in words: pieces and lines by name, sides, dates and numbers as players say them.

Most sentences are templates in data/sentences.toml. A template may choose words by a number:
"{number} {number:piece|pieces}". What needs more than a template is a function here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.play import events
from landbridge.engine.play.events import Event
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.record_lines import by_line, runs
from landbridge.games.orsha.rules.asl_procedures import RECONSTRUCTION
from landbridge.games.orsha.rules.purchases.reinforcement_groups import groups
from landbridge.games.orsha.rules.scenario.dates import SHORT
from landbridge.games.orsha.rules.words import PACKAGE, count

_ID = re.compile(
    r"\b(?P<side>[GR])-(?P<date>23am|23pm|24am|24pm)-"
    r"(?P<line>OoB|FPP|(?P<rg>[A-Z]\d+)\.\d+)(?P<piece>/\w+)?"
    r"(?: \((?P<name>(?:[^()]|\([^()]*\))+)\))?"
)
"""The id of a piece or line, with the name of the piece where that stands behind."""
_SIDES = {"G": "german", "R": "russian"}
_PEOPLE = {"german": "Germans", "russian": "Russians", "none": "nobody", "nobody": "nobody"}


def name_of_line(text: str) -> str:
    """Lines of the record and their pieces by the name of the RG: Rifle Co. I (I1.1/4, 23 AM)."""
    return _ID.sub(_named, text)


def _named(found: re.Match[str]) -> str:
    """A piece of its line; just the line where that is called as the piece is."""
    name, place = found["name"], _place(found)
    return f"{name} of {place}" if name and not place.startswith(f"{name} (") else place


def _place(found: re.Match[str]) -> str:
    date, line, piece = SHORT[found["date"]], found["line"], found["piece"] or ""
    if line == "OoB":
        return f"initial force (OoB{piece})"
    if line == "FPP":
        return f"Fortifications of {date}" + (f" ({piece[1:]})" if piece else "")
    side: Any = _SIDES[found["side"]]
    group = groups(side).get(found["rg"])
    name = group.type if group is not None else found["rg"]
    return f"{name} ({line}{piece}, {date})"


class Count(int):
    """A number that chooses words: {number:piece|pieces}."""

    def __format__(self, words: str) -> str:
        one, bar, many = words.partition("|")
        return (one if self == 1 else many) if bar else super().__format__(words)


def sentence(event: Event) -> str:
    """An event in words."""
    made = TOLD_BY_CODE.get(event.id)
    if made is not None:
        return made(event)
    shown = {name: _readable(value) for name, value in event.values.items()}
    return events.sentence(replace(event, values=shown), read_toml(PACKAGE, "sentences.toml"))


def _readable(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return value
    if isinstance(value, int):
        return Count(value)
    if value in SIDES:
        return value.capitalize()
    return SHORT.get(value) or name_of_line(_plain(value))


def _plain(text: str) -> str:
    """What was typed, as it is read: "hexes=2" as "2 hexes", "as=2-3-7" as "as 2-3-7"."""
    text = re.sub(r"\bas=", "as ", text)
    text = re.sub(r"\b([a-z_]+)=(\d+)(?![\w-])", r"\2 \1", text)
    text = re.sub(r"\b[a-z_]+=(\w+)", r"\1", text)
    return re.sub(r"\b[a-z]+(?:_[a-z0-9]+)+\b", lambda found: found[0].replace("_", " "), text)


# Sentences that need more than a template


def _announced(event: Event) -> str:
    what = event.values["what"]
    for side in SIDES:
        what = what.replace(f"{side}:", _PEOPLE[side])
    return f"Announced: {what}."


_AWAY = {
    "offboard": ("comes from off-board", "come from off-board"),
    "retained": ("stays off the map", "stay off the map"),
    "nowhere": ("cannot be set up", "cannot be set up"),
}
_HOW = {
    "hip": "HIP",
    "tow": "in tow",
    "in=trench": "in a trench",
    "in=pillbox": "in a pillbox",
    "in=building": "in a building",
}


def _set_up(where: str, number: int) -> str:
    """What a note says of so many pieces: where they set up and how, or that they stay away."""
    words = where.split()
    many = number != 1
    away = next((_AWAY[word] for word in words if word in _AWAY), None)
    if away is not None:
        return away[many]
    hexes = [word for word in words if word[0].isupper()]
    how = [_HOW.get(word, word) for word in words if word not in hexes]
    return ", ".join([f"{'set' if many else 'sets'} up in {' '.join(hexes)}", *how])


def _noted(event: Event) -> str:
    return f"{name_of_line(event.values['what'])} {_set_up(event.values['where'], 1)}."


def _noted_rest(event: Event) -> str:
    number = event.values["number"]
    return f"{count(number, 'other piece')} {_set_up(event.values['where'], number)}."


def _reported(event: Event) -> str:
    """Where a piece, a line or all that is left ended."""
    what, where = event.values["what"], event.values["where"]
    ended = " ".join(_HOW.get(word, word) for word in where.split())
    counter = event.values.get("name", "")
    named = f"{what} ({counter})" if counter else what
    who = "All others" if what == "rest" else name_of_line(named)
    return f"{who}: {name_of_line(_plain(ended.replace('offmap', 'off the map')))}."


def _by_line(event: Event) -> str:
    """The pieces of an event, a line of text for each line of the record."""
    rows = []
    for text in event.values["pieces"]:
        found = _ID.match(text)
        assert found is not None, text
        rows.append((text.partition(" ")[0], (found["name"], text[found.end() :])))
    return ";\n".join(
        f"{name_of_line(line)}: "
        + ", ".join(f"{name} ({runs(numbers)}){fate}" for (name, fate), numbers in told.items())
        for line, told in by_line(rows).items()
    )


def _casualties(event: Event) -> str:
    side, cvp = event.values["side"].capitalize(), event.values["cvp"]
    secret = ", still concealed from the enemy" if event.id == "concealed_casualties" else ""
    return f"{side} losses{secret}, {cvp} CVP:\n{_by_line(event)}."


def _exits(event: Event) -> str:
    return f"Exited by the west edge, {event.values['evp']} EVP:\n{_by_line(event)}."


def _melee_losses(event: Event) -> str:
    points = f"CVP Russian {event.values['russian']}, German {event.values['german']}"
    return f"Losses in the Melee, {points}:\n{_by_line(event)}."


def _not_set_up(event: Event) -> str:
    side = event.values["side"].capitalize()
    return f"{side} pieces that could not be set up:\n{_by_line(event)}."


def _late_pieces(event: Event) -> str:
    return f"German pieces that never came:\n{_by_line(event)}."


_ESCAPES = {
    "escapes": "Escape succeeds",
    "replaced": "Escape succeeds, with a unit Replaced",
    "reduced": "Escape succeeds, with a Casualty Reduction",
    "replaced and reduced": "Escape succeeds, with a unit Replaced and Casualty Reduced",
    "abandoned crew escapes": "Escape of the crew succeeds, the vehicle is abandoned",
    "abandoned crew lost": "Escape fails, the vehicle is abandoned and its crew lost",
    "eliminated": "Escape fails, all are lost",
}


def _escape(event: Event) -> str:
    side, outcome = event.values["side"].capitalize(), event.values["outcome"]
    return f"{side} {_ESCAPES[outcome]}: {name_of_line(event.values['names'])}."


def _control(event: Event) -> str:
    return f"{_PEOPLE[event.values['side']].capitalize()} now Control {event.values['hexes']}."


def _cpp(event: Event) -> str:
    """CPP with the DR behind them, where they were thrown for (RUL-OTO-60)."""
    side, cpp = event.values["side"], event.values["cpp"]
    terms = RECONSTRUCTION["cpp"]
    base, slope = terms["base"][side], terms["slope"]
    received = f"{side.capitalize()} replenishment"
    if not event.rolls or cpp == terms["least"]:
        return f"{received}: {cpp} CPP."
    roll = event.rolls[0].total
    final = 7 - (cpp - base) // slope
    drm = f" {final - roll:+} = {final}" if final != roll else ""
    change = f"{base} {cpp - base:+} = " if cpp != base else ""
    return f"{received}: DR {roll}{drm}: {change}{cpp} CPP."


def _map_settled(event: Event) -> str:
    """Who holds the hexes with LVP."""
    held: dict[str, list[str]] = {}
    for entry in event.values["lvp"].split(", "):
        hex, _, holder = entry.partition(" ")
        held.setdefault(holder, []).append(hex)
    parts = [f"{_PEOPLE[side]} {', '.join(held[side])}" for side in SIDES if side in held]
    others = [hex for holder, hexes in held.items() if holder not in SIDES for hex in hexes]
    parts += [f"nobody {', '.join(others)}"] if others else []
    return f"Control is settled. Hexes with LVP: {'; '.join(parts)}."


def _melee(event: Event) -> str:
    left = {side: event.values[side] for side in SIDES}
    hex = event.values["hex"]
    alive = [side for side in SIDES if left[side] != "nobody"]
    if not alive:
        return f"Melee in {hex}: nobody is left on either side."
    parts = [f"{left[side]} ({side.capitalize()})" for side in alive]
    return f"Melee in {hex}: {' and '.join(parts)} left."


def _weather(event: Event) -> str:
    sky, ec = event.values["weather"], event.values["ec"]
    return f"Weather: {sky.capitalize()}, {ec.capitalize()} EC."


def _begins(event: Event) -> str:
    sky, _, ec = event.values["weather"].partition(", EC ")
    ground = f"{sky.capitalize()}, {ec.capitalize()} EC" if ec else sky.capitalize()
    return (
        f"The scenario of {SHORT[event.values['date']]} begins. {ground}. The Russians move first."
    )


TOLD_BY_CODE: dict[str, Callable[[Event], str]] = {
    "announced": _announced,
    "begins": _begins,
    "casualties": _casualties,
    "concealed_casualties": _casualties,
    "control": _control,
    "cpp": _cpp,
    "escape": _escape,
    "exits": _exits,
    "late_pieces": _late_pieces,
    "map_settled": _map_settled,
    "melee": _melee,
    "melee_losses": _melee_losses,
    "noted": _noted,
    "noted_rest": _noted_rest,
    "pieces_not_set_up": _not_set_up,
    "reported": _reported,
    "weather": _weather,
}
