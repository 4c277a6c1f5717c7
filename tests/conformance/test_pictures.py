"""What is seen of events when a turn is played back, in the games that tell it by headlines."""

from __future__ import annotations

import pytest

from conformance.corpus import played
from landbridge.engine.chance.tables import read_toml
from landbridge.games.orsha.campaign import sentences
from landbridge.referee.games import game


@pytest.mark.parametrize(
    ("name", "scenario", "sides"),
    [
        ("belorussia", "campaign-1944", {"soviet", "axis"}),
        ("orsha", "battles-by-chance", set()),
    ],
)
def test_what_mattered_is_told_in_headlines(name: str, scenario: str, sides: set[str]) -> None:
    found = game(name)
    weights = read_toml(found.package, "headlines.toml")
    told = {*read_toml(found.package, "sentences.toml"), *sentences.TOLD_BY_CODE}
    assert set(weights) <= told, "nothing tells of it"
    log = played(found, scenario, 0).log()
    pictures = [(event, found.picture(event)) for _, event in log]
    seen = [(event, picture) for event, picture in pictures if picture is not None]
    assert {picture.turn for _, picture in seen} - {""} == sides
    for event, picture in seen:
        assert bool(picture.headline) == (event.id in weights)
        assert found.sentence(event).startswith(picture.headline)
        assert picture.place == (event.values.get("hex", "") if name == "orsha" else "")
    greatest = max(seen, key=lambda one: one[1].weight)
    assert greatest[1].weight == 100, "a campaign ends with the greatest headline"
