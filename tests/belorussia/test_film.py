"""A match as a film: a scene for each moment, the front where it is, written as a GIF."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from landbridge.cli import main
from landbridge.engine.drawing.film import Scene
from landbridge.engine.drawing.shapes import Text
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput
from landbridge.games.belorussia.ledger.game import Belorussia
from landbridge.games.belorussia.map_game.filming import film_of
from landbridge.store.files import create, load

KEPT = Path(__file__).parents[1] / "replays" / "belorussia.first-steps.11.lbm"


@pytest.fixture(scope="module")
def match() -> Match[Any]:
    return load(KEPT)


def told(scene: Scene) -> list[str]:
    band = next(layer for layer in scene.layers if layer.name == "band")
    return [item.text for item in band.items if isinstance(item, Text)]


def test_each_turn_of_a_side_is_a_scene_with_its_date(match: Match[Any]) -> None:
    scenes = list(film_of(match, "turn").scenes)
    begun = [
        number
        for number in range(len(match))
        for event in match.history.events(number)
        if event.id == "player_turn_begins"
    ]
    ends_with_one = bool(begun) and begun[-1] == len(match) - 1
    assert len(scenes) == len({*begun}) + (not ends_with_one)
    assert told(scenes[0])[0].startswith("12 Nov 43, turn 1 of 3")
    assert told(scenes[0])[1].endswith("player turn begins.")


def test_battles_are_told_and_marches_leave_arrows(match: Match[Any]) -> None:
    scenes = list(film_of(match, "battle").scenes)
    fights = [event for n in range(len(match)) for event in match.history.events(n)]
    over = {match.game.sentence(event) for event in fights if event.id == "combat_over"}
    assert over
    assert over & {told(scene)[1] for scene in scenes}
    moved = [layer.items for scene in scenes for layer in scene.layers if layer.name == "moves"]
    assert any(moved)
    assert not all(moved)


def test_a_film_is_written_as_a_gif(
    match: Match[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("matplotlib")
    made = tmp_path / "steps.gif"
    words = ("film", str(KEPT), "--by", "turn", "--width", "320", "-o", str(made))
    assert main(words) == 0
    count = len(list(film_of(match, "turn").scenes))
    assert capsys.readouterr().out == f"{count} scenes in {made}.\n"
    with image.open(made) as film:
        assert (film.format, film.n_frames, film.width) == ("GIF", count, 320)
        frames = []
        for number in range(film.n_frames):
            film.seek(number)
            frames.append(film.convert("RGB").tobytes())
    assert len(set(frames)) == count


def test_what_cannot_be_filmed_is_refused(tmp_path: Path) -> None:
    ledger: Match[Any] = Match.new(Belorussia(), "campaign-1943", seed=1)
    with pytest.raises(BadInput, match="has none"):
        film_of(ledger, "turn")
    kept = tmp_path / "books.lbm"
    create(kept, ledger)
    assert main(("film", str(kept), "-o", str(tmp_path / "books.gif"))) == 2
    assert main(("film", str(KEPT), "-o", str(tmp_path / "steps.mp4"))) == 2
    assert main(("film", str(KEPT), "--width", "3", "-o", str(tmp_path / "steps.gif"))) == 2
