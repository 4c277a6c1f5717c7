"""Battles fought by chance alone: reports that are legal, for bots, studies and trials.

Nothing here is a rule. Pieces end near a front that drifts westward from date to date; some are
broken, lost, captured or stuck, as many as a lively battle might leave.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from landbridge.engine.chance.nature import Nature
from landbridge.games.orsha.campaign.map_hexes import burnable, ground, number_in
from landbridge.games.orsha.campaign.open_facts import SIDES, enemy_of
from landbridge.games.orsha.campaign.pieces.armament import armament, states_of
from landbridge.games.orsha.campaign.pieces.roster import (
    PERSONNEL,
    RosterPiece,
    half_of,
    is_afv,
    is_mmc,
    is_smc,
    is_stuck,
    size,
)
from landbridge.games.orsha.campaign.reports.reports import pieces_due
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.map.hexes import lvp_labels
from landbridge.games.orsha.rules.purchases.reinforcement_groups import DATA
from landbridge.games.orsha.rules.words import CG_DATES, Side

ROWS: dict[Side, tuple[int, int]] = {"german": (16, 38), "russian": (34, 50)}
"""Rows between which the sides end on the first date."""
DRIFT = 7
"""Rows by which the front moves west on each date."""


class _Said:
    """What is to be said of one piece."""

    def __init__(self, where: str, *words: str) -> None:
        self.where, self.words = where, list(words)

    @property
    def text(self) -> str:
        return " ".join((self.where, *self.words))


class _Chance:
    """Small questions to nature."""

    def __init__(self, nature: Nature) -> None:
        self.nature = nature

    def one_in(self, number: int) -> bool:
        return self.nature.roll(f"1d{number}", "a random battle") == 1

    def between(self, low: int, high: int) -> int:
        return low + self.nature.roll(f"1d{high - low + 1}", "a random battle") - 1

    def pick(self, items: Any) -> Any:
        return self.nature.pick(items, "a random battle")


def random_battle(state: Campaign, nature: Nature) -> list[tuple[Side, str]]:
    """Everything that both sides say after a battle by chance, from the first line to agreeing."""
    chance = _Chance(nature)
    said = {side: _where_all_ended(state, side, chance) for side in SIDES}
    _close_in(state, said, chance)
    for side in SIDES:
        _take_prisoners(state, side, said, chance)
    for side in SIDES:
        _unguarded(state, side, said)
    found: list[tuple[Side, str]] = []
    for side in SIDES:
        found += [(side, text) for text in _appeared(state, side, said[side], chance)]
        _aboard(state, side, said[side])
        found += [(side, text) for text in _lines(state, side, said[side])]
        found += [(side, text) for text in _used(state, side, chance)]
        found.append((side, "file"))
    found += [("russian", text) for text in _facts(state, said, chance)]
    return [*found, ("german", "agree"), ("russian", "agree")]


# Where pieces end


@cache
def _rows(edge_rows: str, low: int, high: int) -> tuple[str, ...]:
    """The hexes between two rows of the map."""
    where = ground(edge_rows)
    labels = (where.label(place) for place in where.atlas.hexes)
    return tuple(label for label in labels if low <= number_in(label) <= high)


def _somewhere(state: Campaign, side: Side, chance: _Chance) -> str:
    drift = DRIFT * CG_DATES.index(state.date)
    low, high = (max(row - drift, 2) for row in ROWS[side])
    found: str = chance.pick(_rows(state.edge_rows, low, high))
    return found


def _where_all_ended(state: Campaign, side: Side, chance: _Chance) -> dict[str, _Said]:
    places: dict[str, str] = {}
    said: dict[str, _Said] = {}
    for piece in pieces_due(state.book(side)):
        if piece.line not in places:
            away = chance.one_in(8)
            places[piece.line] = "offmap" if away else _somewhere(state, side, chance)
        where = places[piece.line]
        if where != "offmap" and chance.one_in(5):
            where = _somewhere(state, side, chance)
        if piece.status == "map" and where == "offmap":
            where = piece.hex
        if is_stuck(piece):
            where = piece.hex
        said[piece.id] = _Said(where)
        if where != "offmap" and chance.one_in(3):
            _befalls(side, piece, said[piece.id], chance)
        elif piece.has("hidden") and piece.status == "map" and where == piece.hex:
            said[piece.id].words.append("hidden")
    return said


def _befalls(side: Side, piece: RosterPiece, said: _Said, chance: _Chance) -> None:
    """Something happens to a piece."""
    if chance.one_in(3):
        said.where = "eliminated" if piece.kind != "vehicle" else f"eliminated at={said.where}"
        return
    if side == "russian" and piece.side == side and chance.one_in(12):
        said.where = "exited"
        return
    if piece.kind in ("squad", "crew"):
        said.words += [chance.pick(("broken", "encircled", "berserk", "concealed"))]
        if size(piece) == "squad" and chance.one_in(3):
            said.words.append(f"as={half_of(piece)}")
    elif is_smc(piece):
        said.words += [chance.pick(("broken", "wounded", "heroic", "encircled"))]
    elif piece.kind == "vehicle":
        ways = ("immobilized", "bogged", "mired", "shock", "uk", "malfunctioned", "low_ammo")
        arms = armament(piece)
        guns = tuple(arm.malfunctioned for arm in arms if arm.mounted == "vehicular")
        disabled = {arm.malfunctioned for arm in arms if piece.has(arm.disabled)}
        fit = [way for way in (*ways, *guns) if way in states_of(piece) and way not in disabled]
        said.words += [chance.pick(fit)]
    elif piece.kind in ("gun", "cupola"):
        said.words += [chance.pick(("malfunctioned", "low_ammo"))]
    elif piece.name in ("FT", "DC"):
        said.where, said.words = "used", [f"dr={chance.between(2, 12)}"]
    elif piece.kind == "sw":
        said.words += ["malfunctioned"]


def _close_in(state: Campaign, said: dict[Side, dict[str, _Said]], chance: _Chance) -> None:
    """Some Russian Infantry ends in Melee."""
    hexes = _guards(state, "german", said["german"])
    pieces = state.russian.pieces
    for name, words in said["russian"].items():
        fit = pieces[name].kind in PERSONNEL and words.where[0].isupper() and not words.words
        if hexes and fit and chance.one_in(30):
            words.where = chance.pick(hexes)


def _guards(state: Campaign, side: Side, said: dict[str, _Said]) -> list[str]:
    """Hexes in which a side's MMC end, so that they can hold prisoners and booty."""
    book = state.book(side)
    return sorted(
        {
            words.where
            for name, words in said.items()
            if (is_mmc(book.pieces[name]) if name in book.pieces else not name.endswith("h"))
            and words.where[0].isupper()
            and not {"hidden", "prisoner"} & set(words.words)
        }
    )


def _take_prisoners(
    state: Campaign, side: Side, said: dict[Side, dict[str, _Said]], chance: _Chance
) -> None:
    hexes = _guards(state, enemy_of(side), said[enemy_of(side)])
    book = state.book(side)
    if not hexes:
        return
    for name, words in said[side].items():
        piece = book.pieces[name]
        if not words.where[0].isupper() or not chance.one_in(30) or piece.side != side:
            continue
        if piece.kind in PERSONNEL:
            words.where, words.words = chance.pick(hexes), ["prisoner"]
        elif piece.kind in ("sw", "gun", "vehicle") and not is_stuck(piece):
            words.where, words.words = chance.pick(hexes), ["captured"]


def _unguarded(state: Campaign, side: Side, said: dict[Side, dict[str, _Said]]) -> None:
    """Whoever is a prisoner himself guards nobody: those he held are lost instead."""
    left = set(_guards(state, enemy_of(side), said[enemy_of(side)]))
    for words in said[side].values():
        if {"prisoner", "captured"} & set(words.words) and words.where not in left:
            words.where, words.words = "eliminated", []


# What is said


def _appeared(state: Campaign, side: Side, said: dict[str, _Said], chance: _Chance) -> list[str]:
    """Counters that the battle makes: half-squads, crews, heroes."""
    book = state.book(side)
    found: list[str] = []
    for name in list(said):
        piece, words = book.pieces[name], said[name]
        if not words.where[0].isupper() or words.words or piece.side != side:
            continue
        if size(piece) == "squad" and chance.one_in(12):
            what, child = "half", f"{name}a"
        elif piece.kind == "vehicle" and "ma" in piece.values and chance.one_in(12):
            what, child = "crew", f"{name}c"
        elif is_mmc(piece) and chance.one_in(30):
            what, child = "hero", f"{name}h"
        else:
            continue
        if child in book.pieces:
            continue  # An earlier battle has made it, and its name is taken.
        found.append(f"appeared {name} {what}")
        said[child] = _Said(words.where)
        if what == "crew":
            words.words.append("abandoned")
    return found


def _aboard(state: Campaign, side: Side, said: dict[str, _Said]) -> None:
    """Where that must be told, each Armor Leader is in one of several AFV of his platoon."""
    if state.rulings.armor_leader_place != "told":
        return
    pieces = state.book(side).pieces
    taken: set[str] = set()
    for name, words in said.items():
        leader = pieces.get(name)
        if leader is None or leader.kind != "armor_leader" or not words.where[0].isupper():
            continue
        there = [
            other
            for other, entry in said.items()
            if other in pieces and is_afv(pieces[other]) and pieces[other].line == leader.line
            if entry.where == words.where and not {"abandoned", "captured"} & set(entry.words)
        ]
        free = [other for other in there if other not in taken]
        if len(there) > 1 and free:
            taken.add(free[0])
            words.words.append(f"aboard={free[0]}")


def _lines(state: Campaign, side: Side, said: dict[str, _Said]) -> list[str]:
    """One line for each piece that differs, one for all the others of its RG."""
    book = state.book(side)
    by_line: dict[str, list[str]] = {}
    for name in said:
        line = book.pieces[name].line if name in book.pieces else ""
        by_line.setdefault(line, []).append(name)
    found = []
    for line, names in by_line.items():
        plain = Counter(said[n].where for n in names if not said[n].words)
        common = plain.most_common(1)[0][0] if plain and line else ""
        single = [n for n in names if said[n].words or said[n].where != common]
        found += [f"ended {name} {said[name].text}" for name in single]
        if len(single) < len(names):
            found.append(f"ended {line} {common}")
    return found


def _used(state: Campaign, side: Side, chance: _Chance) -> list[str]:
    """Modules, Bombardments and aircraft that were used up, within their limits."""
    book = state.book(side)
    found = []
    modules = int(DATA["oba_use"][side])
    bombs = int(DATA["bombardment_use"]["most"])
    for piece in book.pieces.values():
        if not piece.in_play or not chance.one_in(2):
            continue
        if piece.kind == "oba" and modules:
            modules -= 1
            found.append(f"ended {piece.id} used")
        elif piece.kind == "bombardment" and bombs:
            bombs -= 1
            found.append(f"ended {piece.id} used")
        elif piece.kind == "aircraft":
            found.append(f"ended {piece.id} used")
    return found


def _facts(state: Campaign, said: dict[Side, dict[str, _Said]], chance: _Chance) -> list[str]:
    """Control and fires, as far as the reports allow."""
    found = []
    held = {side: set(_guards(state, side, said[side])) for side in SIDES}
    for hex in lvp_labels():
        side: Side = chance.pick(SIDES)
        alone = state.rulings.control_rule == "occupied" and hex not in held[side]
        if chance.one_in(3) and hex not in held[enemy_of(side)] and not alone:
            found.append(f"control {side} {hex}")
    row = max(42 - 6 * (CG_DATES.index(state.date) + 1), 4)
    free = not any(_edge(hex, row) for hex in held["german"])
    if free and chance.one_in(2):
        found += [f"control russian A{row}-A53", f"control russian DD{row}-DD52"]
    for side_, hexes in held.items():
        railway = [hex for hex in sorted(hexes) if hex[0] == "P" and hex[1].isdigit()]
        found += [f"control {side_} {hex}" for hex in railway if hex not in held[enemy_of(side_)]]
    where = ground(state.edge_rows)
    for _ in range(3):
        hex = where.label(chance.pick(where.atlas.hexes))
        if burnable(hex, state.marks.get(hex, ()), state.rulings.r30):
            found.append(f"mark {hex} {chance.pick(('blaze', 'flame'))}")
        else:
            found.append(f"mark {hex} {chance.pick(('shellholes', 'wreck', 'trailbreak'))}")
    return found


def _edge(hex: str, row: int) -> bool:
    letters = hex.rstrip("0123456789")
    return letters in ("A", "DD") and number_in(hex) >= row
