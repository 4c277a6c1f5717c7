"""The log of a kept match reads like a game: whole sentences, formations by their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from landbridge.engine.play.events import Event
from landbridge.games.arsenal.war.game import Arsenal
from landbridge.referee.games import load_match
from landbridge.store.files import read_save

GAME = Arsenal()
KEPT = Path(__file__).parents[1] / "replays" / f"arsenal.campaign.{GAME.edition}.lbm"
EXPECTED = Path(__file__).parent / "sentences.txt"


def test_kept_campaign_reads_as_expected() -> None:
    match = load_match(read_save(KEPT))
    events = [event for played in match.history for event in played.events]
    # Of each kind of event the first three, in the order in which they happened.
    told: dict[str, list[str]] = {}
    for event in events:
        told.setdefault(event.id, []).append(GAME.sentence(event))
    found = [f"{id}: {sentence}" for id, all_ in told.items() for sentence in all_[:3]]
    assert found == EXPECTED.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            Event(
                "round",
                {
                    "point": "Kishinev",
                    "round": 1,
                    "dispersed": "XI",
                    "retreated": "",
                    "destroyed": "9A, 2CC",
                    "holding": "2MC",
                },
            ),
            "Kishinev, round 1: XI Corps dispersed; 9th Army and 2 CC destroyed; 2 MC holds.",
        ),
        (
            Event(
                "withdraws",
                {"side": "soviet", "point": "Kishinev", "retreats": {"2MC": "Beltsy"}},
            ),
            "The Soviets withdraw; 2 MC to Beltsy, dispersed.",
        ),
        (
            Event(
                "battle_ends",
                {
                    "point": "Polotsk",
                    "word": "is taken",
                    "lost": "nobody",
                    "rounds": 0,
                    "retreats": {"Air3": "Vitebsk"},
                },
            ),
            "Polotsk taken unopposed; 3rd Air Army flies to Vitebsk.",
        ),
        (
            Event("leaves", {"unit": "FK-V", "why": "leaves for the west"}),
            "V Fliegerkorps transfers to the west.",
        ),
        (
            Event("isolated", {"unit": "14A", "point": "Petsamo"}),
            "14th Army, isolated at Petsamo, surrenders.",
        ),
        (
            Event(
                "war_ends",
                {"winner": "axis", "how": "on points", "month": "1945-05", "count": {"held": 9}},
            ),
            "May 1945: the Axis hold 9 VP (the Soviets need 5 or fewer). Axis victory.",
        ),
    ],
)
def test_event_in_a_players_words(event: Event, sentence: str) -> None:
    assert GAME.sentence(event) == sentence


def test_dice_of_a_round_are_told_volley_by_volley() -> None:
    match = load_match(read_save(KEPT))
    rounds = [e for played in match.history for e in played.events if e.id == "round"]
    told = next(lines for one in rounds if len(lines := GAME.dice_lines(one)) == 2)
    assert told == (
        "Defensive fire, 4+ hits: 1, 1: no hits",
        "Attack, 5+ hits: 6: one hit",
    )
