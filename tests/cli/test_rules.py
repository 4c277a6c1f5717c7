"""`landbridge rules`, `rulings` and `games`."""

from __future__ import annotations

import pytest

from landbridge.cli.printing import runs
from landbridge.engine.rules.index import rows, rulings
from landbridge.games import GAMES, info
from landbridge.referee.coverage import Coverage, RowCoverage


@pytest.fixture
def quick_coverage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coverage without running any case: two rows tested, one data, the rest missing."""

    def made(game: str, of: str = "") -> Coverage:
        states = ["tested", "data", "tested"]
        in_play = ["enforced", "map", "nothing"]
        covered = []
        for number, row in enumerate(rows(info(game).package).values()):
            state = states[number] if number < 3 else "missing"
            why = "no case names it" if number == 3 else "nothing cites it"
            ruled = ("RUL-X-1",) if number == 1 else ()
            play = in_play[number] if number < 3 else "missing"
            played = "no counter moves" if number == 1 else ""
            why = why if number > 2 else ""
            covered.append(RowCoverage(row, state, why, (), (), ruled, play, played))
        return Coverage(game, info(game).title, tuple(covered))

    def made_row(game: str, rule: str) -> RowCoverage:
        return next(one for one in made(game).rows if one.row.id == rule)

    monkeypatch.setattr("landbridge.cli.rules.coverage", made)
    monkeypatch.setattr("landbridge.cli.rules.row_coverage", made_row)


def test_every_row_is_listed(run) -> None:
    to_roster_piece = run("rules")
    assert to_roster_piece.status == 0
    for game in GAMES:
        assert f"{game}: {info(game).title}, " in to_roster_piece.out
    data = run("rules", "orsha", "--json").json
    assert [row["id"] for row in data] == list(rows("landbridge.games.orsha"))


def test_one_row_in_full(run) -> None:
    found = run("rules", "--row", "TFB-1.8-13")
    assert "TFB-1.8-13  Third consecutive April Mud" in found.out
    assert "certainty:" in found.out
    assert "RUL-TFB-41" in found.out
    data = run("rules", "belorussia", "--row", "TFB-1.8-13", "--json").json
    assert data["source"] == "booklet"
    assert "weather/mud_ending.py" in data["cited_in"]


def test_one_row_with_its_coverage(run, quick_coverage) -> None:
    first = run("rules", "--row", "DC-R01", "--coverage").out
    assert "coverage:   tested" in first
    assert "in play:    enforced" in first
    second = run("rules", "--row", "DC-R02", "--coverage").out
    assert "in play:    needs the map: no counter moves" in second
    last = "missing, nothing cites it"
    assert last in run("rules", "--row", "DC-R60", "--coverage").out


def test_a_ruling_in_place_of_a_row(run) -> None:
    found = run("rules", "--row", "RUL-TFB-40")
    assert "ice_timing" in found.out
    assert run("rules", "--row", "RUL-TFB-40", "--json").json["switch"] == "ice_timing"


def test_a_row_that_is_none(run) -> None:
    refused = run("rules", "--row", "TFB-1.8-133")
    assert refused.status == 2
    assert "Did you mean 'TFB-1.8-13'?" in refused.err
    assert len(refused.err) < 200


def test_coverage_is_counted_and_what_is_missing_is_grouped(run, quick_coverage) -> None:
    found = run("rules", "--coverage")
    lines = found.out.splitlines()
    tested, in_play = (n for n, line in enumerate(lines) if line.split()[:1] == ["document"])
    assert lines[tested + 4].split()[:6] == ["arsenal", "63", "2", "1", "1", "60"]
    assert lines[tested + 5].startswith("  together")
    assert lines[in_play + 4].split() == ["arsenal", "63", "1", "1", "0", "1", "60"]
    assert lines[in_play + 5].startswith("  together")
    assert lines[in_play + 5] == lines[-1]
    assert "no case names it (1)" in found.out
    assert "arsenal, needs the map: no counter moves (1)" in found.out
    assert "DC-R05 to 55" in found.out
    one = run("rules", "arsenal", "--coverage")
    assert one.out.splitlines()[-1].split()[0] == "arsenal"
    data = run("rules", "arsenal", "--coverage", "--json").json
    assert data["documents"][0]["tested"] == 2
    assert data["documents"][0]["in_play"]["enforced"] == 1
    assert len(data["missing_in_play"]["arsenal"]) == 60
    assert len(data["missing"]["arsenal"]) == 60


def test_only_what_is_missing(run, quick_coverage) -> None:
    found = run("rules", "arsenal", "--missing")
    assert "arsenal: 60 rows missing" in found.out
    assert "  DC-R04 " in found.out
    assert "arsenal: 60 rows missing in play" in found.out
    assert "tested" not in found.out
    data = run("rules", "arsenal", "--missing", "--json").json
    assert len(data["missing"]["arsenal"]) == 60


def test_nothing_missing(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("landbridge.cli.rules.coverage", lambda game, of: Coverage(game, "X", ()))
    found = run("rules", "arsenal", "--missing").out
    assert "arsenal: no row is missing\n" in found
    assert "arsenal: no row is missing in play" in found


def test_real_coverage(run) -> None:
    """A document without cases is counted quickly and honestly."""
    found = run("rules", "arsenal", "--coverage")
    assert found.status == 0
    assert found.out.splitlines()[-1].split()[:2] == ["arsenal", "63"]


def test_a_part_of_a_document_is_counted_by_itself(run) -> None:
    counts = run("rules", "--coverage", "--below", "TFB-1.7a", "--json").json["documents"]
    own = [rule for rule in rows("landbridge.games.belorussia") if rule.startswith("TFB-1.7a")]
    assert [(one["game"], one["rows"]) for one in counts] == [("belorussia", len(own))]
    listed = run("rules", "--below", "TFB-1.7a", "--json").json
    assert [row["id"] for row in listed] == own
    refused = run("rules", "--coverage", "--below", "TFB-99")
    assert refused.status == 2
    assert "no row is below 'TFB-99'" in refused.err


def test_the_series_is_a_list_of_its_own(run, monkeypatch: pytest.MonkeyPatch) -> None:
    known = rows("landbridge.games.belorussia")
    made = tuple(
        RowCoverage(known[rule], "missing", "no case names it", (), (), ())
        for rule in ("TFB-1.8-3", "OCS-4.5-1", "OCS-4.5-2")
    )
    monkeypatch.setattr(
        "landbridge.cli.rules.coverage",
        lambda game, of: Coverage(game, "The Forgotten Battles", made),
    )
    found = run("rules", "belorussia", "--missing").out
    assert "belorussia: 1 row missing\n" in found
    assert "series: 2 rows missing\n" in found
    counts = run("rules", "belorussia", "--coverage", "--json").json["documents"]
    assert [(one["game"], one["rows"]) for one in counts] == [("belorussia", 1), ("series", 2)]


def test_rulings(run) -> None:
    found = run("rulings")
    assert "RUL-TFB-40  When Ice begins and ends" in found.out
    assert "taken     from_fourth_turn" in found.out
    assert "instead   from_third_turn" in found.out
    data = run("rulings", "belorussia", "--json").json
    assert len(data) == len(rulings("landbridge.games.belorussia"))


def test_games(run) -> None:
    found = run("games")
    assert "belorussia: The Forgotten Battles" in found.out
    assert "campaign-1944" in found.out
    assert "soviet, axis" in found.out
    assert "campaign-1943" in [s["name"] for s in run("games", "--json").json[0]["scenarios"]]


def test_a_game_with_options(run, toys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("landbridge.cli.games.GAMES", ("ladder",))
    monkeypatch.setattr("landbridge.cli.games.GAMES", ("ladder",))
    shown = run("games").out
    assert "start=ground or middle (default ground) where the climbers begin" in shown
    assert "Switches for open questions (1)" in shown
    assert run("games", "--json").json[0]["switches"] == {"fall": "one_rung"}


@pytest.mark.parametrize("command", ["rules", "rulings"])
def test_an_unknown_game(run, command: str) -> None:
    refused = run(command, "minsk")
    assert refused.status == 2
    assert "There is no game 'minsk'. Allowed: belorussia" in refused.err


def test_ids_in_a_row_are_joined() -> None:
    assert runs(["A-1", "A-2", "A-3", "B-3", "B-5", "C"]) == "A-1 to 3, B-3, B-5, C"
    assert runs(["R09", "R10", "R12a"]) == "R09 to 10, R12a"
    assert runs([]) == ""
