"""What is played back is what happened: pictures of events move every unit where it went."""

from __future__ import annotations

from pathlib import Path

import pytest

from landbridge.engine.chance.nature import Roll
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Event
from landbridge.engine.play.pictures import EventPicture
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import PLACE_WORDS, is_in_play
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import NOBODY, SIDES
from landbridge.referee.games import load_match
from landbridge.store.files import read_save

GAME = Arsenal()
KEPT = Path(__file__).parents[1] / "replays"


class PlaybackBoard:
    """A board on which only pictures move anything, as a page plays a turn back."""

    def __init__(self, state: War) -> None:
        self.units = units_of(state)
        self.control = control_of(state)

    def show(self, picture: EventPicture) -> None:
        for move in picture.moves:
            for unit in move.units:
                assert move.start in ("", self.units[unit])
                self.units[unit] = move.end
        for fate in picture.fates:
            for unit in fate.units:
                if fate.what == "arrived":
                    self.units[unit] = fate.place
                elif fate.what in ("lost", "left"):
                    self.units.pop(unit, None)
        for capture in picture.captures:
            self.control[capture.place] = capture.side


def units_of(state: War) -> dict[str, str]:
    """Where each unit in play is."""
    return {
        unit.id: PLACE_WORDS[place]
        for unit, place in zip(UNITS, state.at, strict=True)
        if is_in_play(place)
    }


def control_of(state: War) -> dict[str, str]:
    """Who holds each point that is played."""
    return {
        point.id: SIDES[holder]
        for point, holder in zip(POINTS, state.held, strict=True)
        if holder != NOBODY
    }


@pytest.mark.parametrize("scenario", [scenario.name for scenario in GAME.scenarios])
def test_pictures_alone_lead_from_each_position_to_the_next(scenario: str) -> None:
    kept = KEPT / f"arsenal.{scenario}.{GAME.edition}.lbm"
    follow(load_match(read_save(kept)))


def follow(match: Match[War]) -> None:
    """Play a whole match back by its pictures, and compare every position."""
    board = PlaybackBoard(match.at(0))
    for played in match.history:
        for event in played.events:
            if picture := GAME.picture(event):
                board.show(picture)
        assert board.control == control_of(played.state), played.record.do
        # Whoever falls in a round is taken off when the battle ends.
        if played.events and played.events[-1].id != "round":
            assert board.units == units_of(played.state), played.record.do


def test_battle_headline_says_who_holds_the_place_and_who_was_destroyed() -> None:
    values = {"point": "Brest-Litovsk", "word": "is taken", "rounds": 2, "retreats": {}}
    taken = picture(Event("battle_ends", {**values, "lost": "4A"}))
    assert taken.headline == "Brest-Litovsk is taken; 4th Army destroyed"
    held = picture(Event("battle_ends", {**values, "word": "holds", "lost": "nobody"}))
    assert held.headline == "Brest-Litovsk holds"
    many = picture(Event("battle_ends", {**values, "lost": "4A, 3A, 11A, 20A"}))
    assert many.headline == "Brest-Litovsk is taken; 4 units destroyed"
    assert many.weight > taken.weight > held.weight


def test_hits_are_marked_on_the_dice_of_each_side() -> None:
    def die(purpose: str, face: int, hit: int) -> Roll:
        return Roll("1d6", purpose, (face,), face, column="4+", cell=hit)

    values = {"point": "Kishinev", "dispersed": "XI", "retreated": "", "destroyed": "9A, 2CC"}
    rolls = (die("Attack", 1, 0), die("Attack", 5, 1), die("Defence", 6, 1))
    shown = picture(Event("round", values, rolls=rolls))
    assert shown.battle is not None
    attack, defence = shown.battle.volleys
    assert (attack.by, attack.faces, attack.hits) == ("attacker", (1, 5), (False, True))
    assert (defence.by, defence.faces, defence.hits) == ("defender", (6,), (True,))
    assert [(fate.what, fate.units) for fate in shown.fates] == [
        ("dispersed", ("XI",)),
        ("lost", ("9A", "2CC")),
    ]


def test_capital_taken_matters_more_than_a_junction() -> None:
    weights = [
        picture(Event("taken", {"point": name, "side": "axis"})).weight
        for name in ("Moscow", "Smolensk", "Vilnius", "Orsha")
    ]
    assert weights == sorted(weights, reverse=True)
    assert len(set(weights)) == len(weights)


def picture(event: Event) -> EventPicture:
    found = GAME.picture(event)
    assert found is not None
    return found
