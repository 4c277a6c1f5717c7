"""Which bots a game has, and studies that let them play."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from landbridge.bots.known import RANDOM, bot, known_bots
from landbridge.bots.random_bot import RandomBot
from landbridge.cli import main
from landbridge.engine.refusals import BadInput
from landbridge.study.balance import DRAW, orders, play_all, play_one, summed_up
from landbridge.study.curves import picture


def test_a_game_brings_its_own_bots_best_first() -> None:
    assert list(known_bots("arsenal")) == ["keen", "steady", "novice", "random"]
    assert known_bots("arsenal")["steady"].text
    assert type(bot("arsenal", "steady", 1)).__name__ == "Steady"


def test_every_game_has_the_random_bot() -> None:
    for name in ("belorussia", "orsha", "arsenal", "something else"):
        assert known_bots(name)["random"] is RANDOM
    assert isinstance(bot("orsha", "random", 1), RandomBot)


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="steady"):
        bot("arsenal", "stedy")


@pytest.mark.parametrize(
    ("bots", "matches", "said"),
    [(("steady",), 0, "at least one"), (("a", "b"), 1, "'a'"), (("random",) * 3, 1, "2 bots")],
)
def test_a_study_is_checked_before_it_begins(
    bots: tuple[str, ...], matches: int, said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        orders("arsenal", "tutorial", bots, matches, "1")


def test_a_study_sums_up_and_can_be_repeated() -> None:
    wanted = orders("arsenal", "tutorial", ("steady",), 4, "t")
    played = list(play_all(wanted, 1))
    found = summed_up(wanted, played)
    assert found.matches == 4
    assert set(found.wins) == {"soviet", "axis", DRAW}
    assert sum(found.wins.values()) == pytest.approx(1)
    assert sum(found.reasons.values()) == 4
    assert found.slowest > 0
    minsk = next(one for one in found.events if one.event == "Minsk axis")
    assert 0 <= minsk.share <= 1
    assert minsk.history == "1941-06"
    again = play_one(wanted[2])
    assert (again.winner, again.actions, again.events) == (
        played[2].winner,
        played[2].actions,
        played[2].events,
    )
    drawn = ET.fromstring(picture(found.curves, "A war & its curves"))
    assert drawn.tag.endswith("svg")


def test_a_game_without_a_diary_is_only_counted() -> None:
    wanted = orders("arsenal", "tutorial", ("random", "steady"), 1, "t")
    found = summed_up(wanted, [play_one(wanted[0])])
    assert found.wins["axis"] == 1


def test_the_command_says_who_won(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "curves.svg"
    words = ["balance", "arsenal", "--games", "2", "--workers", "1", "--plot", str(path)]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "2 matches of tutorial, keen against keen" in told
    assert "Smolensk" in told
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert main(["balance", "arsenal", "--games", "0"]) == 2
    assert main(["balance", "arsenal", "--workers", "0"]) == 2
    assert main(["balance", "arsenal", "--bots", "nobody"]) == 2
