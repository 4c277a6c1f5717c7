"""What of a match on the map is played back: marches with their paths, combats with their dice, and
no more of the enemy than his events tell."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import Event
from landbridge.engine.play.pictures import EventPicture
from landbridge.games.belorussia.ledger.game import Belorussia

GAME = Belorussia()


@pytest.fixture(scope="module")
def events() -> list[Event]:
    """All that happens in a short match at random."""
    match: Match[Any] = Match.new(GAME, "first-steps", seed=7)
    play(match, {role: RandomBot(f"seen {role}") for role in GAME.roles}, until=400)
    return [event for n in range(len(match)) for event in match.history.events(n)]


def pictures(events: list[Event], *ids: str) -> list[tuple[Event, EventPicture]]:
    found = [(event, GAME.picture(event)) for event in events if event.id in ids]
    assert found
    return [(event, picture) for event, picture in found if picture is not None]


def test_a_march_is_seen_with_its_path(events: list[Event]) -> None:
    for event, picture in pictures(events, "marched", "unit_marched"):
        [move] = picture.moves
        assert (move.start, move.end) == (event.values["start"], event.values["end"])
        assert move.path[-1] == move.end
        assert move.side in GAME.roles


def test_what_the_enemy_sees_names_no_unit(events: list[Event]) -> None:
    seen = ("unit_marched", "stack_seen", "regular_seen", "overrun_seen", "losses_seen")
    told = [one for one in events if one.id in (*seen, "retreat_seen", "guns_are_heard")]
    assert {event.id for event in told} >= {"unit_marched", "losses_seen"}
    for event in told:
        picture = GAME.picture(event)
        assert picture is not None
        units = [unit for part in (*picture.moves, *picture.fates) for unit in part.units]
        battle = picture.battle
        assert units == []
        assert battle is None or battle.attackers == battle.defenders == ()


def test_a_combat_begins_throws_its_dice_and_ends(events: list[Event]) -> None:
    begun = [e for e in events if e.id in ("regular_seen", "overrun_seen")]
    thrown = pictures(events, "combat_result")
    over = pictures(events, "combat_over")
    assert len(begun) == len(thrown) >= len(over) > 0
    for event, picture in thrown:
        assert picture.battle is not None
        faces = [face for volley in picture.battle.volleys for face in volley.faces]
        assert faces == [face for roll in event.rolls for face in roll.faces]
    for event, picture in over:
        assert picture.battle is not None
        assert picture.battle.part == "ends"
        assert picture.headline.startswith(f"{event.values['hex']} {event.values['what']}")


def test_steps_lost_are_counted_for_the_side_that_lost_them(events: list[Event]) -> None:
    own = pictures(events, "steps_lost_in_combat", "destroyed_in_combat")
    seen = pictures(events, "losses_seen")

    def total(found: list[tuple[Event, EventPicture]], side: str) -> int:
        fates = [fate for _, picture in found for fate in picture.fates]
        return sum(fate.steps for fate in fates if fate.side == side)

    for side in GAME.roles:
        assert total(own, side) == total(seen, side)
