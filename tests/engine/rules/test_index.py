"""The rule lists, the rulings, and that everything cited exists."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.engine.rules import index
from landbridge.engine.rules.ask import inputs_of
from landbridge.engine.rules.index import RULE_LISTS, rows, rulings, settle
from landbridge.games import GAMES, info
from landbridge.referee.asking import question, questions
from landbridge.referee.citations import citation_pattern
from landbridge.referee.games import game as find_game

COUNTS = {"belorussia": 568, "orsha": 568, "arsenal": 63}
SERIES_COUNTS = {"belorussia": 691}
"""Rows of the series rules under a game, in a list of their own."""
CHAPTER = re.compile(r"[-.]|(?<=[A-Za-z])(?=\d)")
PUT_TOGETHER = re.compile(r"[-.]?\{")
SERIES = re.compile(r"OCS \d+(?:\.\d+)?[a-z]?")
documents = pytest.mark.parametrize("game", GAMES)

RULING = """
[[ruling]]
id = "RUL-TFB-1"
title = "A title"
question = "A question?"
rows = ["TFB-1"]
switch = "way"
default = "one"
source = "house"
certainty = "fair"
[ruling.options.one]
text = "One."
[ruling.options.two]
text = "Two."
"""


def place(game: str) -> str:
    return info(game).package


def known() -> set[str]:
    """Every id of every rule list and every ruling, and chapters: TFB-1.8 of TFB-1.8-1."""
    found: set[str] = set()
    for game in GAMES:
        for rule in rows(place(game)):
            found |= {rule, *(rule[: end.start()] for end in CHAPTER.finditer(rule))}
        found |= {ruling.id for ruling in rulings(place(game)).values()}
    return found


# The rule lists


@documents
def test_every_row_of_a_document_is_there(game: str) -> None:
    found = rows(place(game))
    prefix, series = info(game).prefix, info(game).series
    own = [rule for rule in found if rule.startswith(f"{prefix}-")]
    under = [rule for rule in found if series and rule.startswith(f"{series}-")]
    assert len(own) == COUNTS[game]
    assert len(under) == SERIES_COUNTS.get(game, 0)
    assert [*own, *under] == list(found)
    for row in found.values():
        assert citation_pattern().fullmatch(row.id), row.id
        assert row.title
        assert row.text
        assert row.where


def test_ids_are_used_once() -> None:
    """Counted in the files themselves, where a second row of the same id would be lost."""
    found: Counter[str] = Counter()
    for game in GAMES:
        found.update(row["id"] for file in _lists(game) for row in _csv(file))
    assert [rule for rule, count in found.items() if count > 1] == []
    assert found.total() == sum(COUNTS.values()) + sum(SERIES_COUNTS.values())


def _lists(game: str) -> list[Path]:
    """The rule lists of a game: its own documents, and the series under it if there is one."""
    folder = Path(str(files(info(game).package))) / "data"
    return [file for name in RULE_LISTS if (file := folder / name).exists()]


def _csv(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


@documents
def test_the_index_is_the_file(game: str) -> None:
    shown = {row.id: row.text for row in rows(place(game)).values()}
    assert shown == {row["id"]: row["text"] for file in _lists(game) for row in _csv(file)}


# Rulings


@documents
def test_rulings_are_well_formed(game: str) -> None:
    prefix = info(game).prefix
    listed = rows(place(game))
    found = rulings(place(game))
    ids = [ruling.id for ruling in found.values()]
    assert len(set(ids)) == len(ids)
    for switch, ruling in found.items():
        assert re.fullmatch(rf"RUL-{prefix}-\w+(-\w+)*", ruling.id), ruling.id
        assert switch == ruling.switch
        assert re.fullmatch(r"[a-z][a-z0-9_]*", switch), switch
        assert ruling.default in ruling.options
        assert ruling.title
        assert ruling.question, ruling.id
        assert ruling.certainty
        for rule in ruling.rows:
            assert rule in listed or SERIES.fullmatch(rule), f"{ruling.id} settles {rule}"
        for choice in ruling.options.values():
            assert choice.text, ruling.id


@documents
def test_a_question_takes_its_default_from_the_ruling(game: str) -> None:
    """An input named like a switch has the switch's options and its default."""
    found = rulings(place(game))
    for short in questions(game):
        name, kind = question(f"{game}.{short}")
        for item in inputs_of(kind):
            # A yes or no is a fact that the ruling decides on, such as whether Minsk is isolated.
            if item.name in found and not item.required and item.allowed != "true or false":
                ruling = found[item.name]
                assert item.default == ruling.default, f"{name}: {item.name}"
                assert set(re.split(r", | or ", item.allowed)) == set(ruling.options), name


def test_every_switch_has_a_choice() -> None:
    assert settle(rulings("toys"), {}) == {"fall": "one_rung"}
    assert settle(rulings("toys"), {"fall": "to_ground"}) == {"fall": "to_ground"}


def test_unknown_switches_and_choices() -> None:
    with pytest.raises(BadInput, match=r"There is no switch 'fal'. Did you mean 'fall'\?"):
        settle(rulings("toys"), {"fal": "one_rung"})
    with pytest.raises(BadInput, match="There is no choice for fall 'two'"):
        settle(rulings("toys"), {"fall": "two"})


@documents
def test_a_match_is_offered_only_rulings_on_which_it_turns(game: str) -> None:
    found = rulings(place(game))
    offered = find_game(game).rulings
    assert set(offered) == {name for name, one in found.items() if one.concerns == "match"}
    assert set(find_game(game).choose({})) >= set(offered)
    for name in set(found) - set(offered):
        with pytest.raises(BadInput, match=rf"{name} \({found[name].id}\) changes no match"):
            find_game(game).choose({name: found[name].default})


def test_a_choice_may_have_figures() -> None:
    options = rulings("toys")["fall"].options
    assert options["one_rung"].figures == {"rungs": 1}
    assert options["to_ground"].figures == {}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game's folder of rulings that a test can fill."""
    (tmp_path / "data" / "rulings").mkdir(parents=True)
    monkeypatch.setattr(index, "files", lambda package: tmp_path)
    rulings.cache_clear()
    yield tmp_path / "data" / "rulings"
    rulings.cache_clear()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[ruling]", r"rulings/a\.toml of game: .*line 1"),
        ('[[ruling]]\nid = "RUL-TFB-1"', r"rulings/a\.toml of game: .*missing required field"),
        (RULING.replace('"house"', '"memory"'), "Invalid enum value 'memory'"),
        (RULING.replace('"one"', '"three"'), "RUL-TFB-1: default 'three' is none of its options"),
        (RULING + RULING.replace("TFB-1", "TFB-2"), "RUL-TFB-2: switch 'way' is used twice"),
    ],
)
def test_a_bad_ruling_says_what_is_wrong(folder: Path, text: str, problem: str) -> None:
    (folder / "a.toml").write_text(text)
    with pytest.raises(LandbridgeError, match=problem):
        rulings("game")


def test_rulings_of_all_chapters_are_joined_in_the_order_of_their_ids(folder: Path) -> None:
    (folder / "a.toml").write_text(RULING.replace("TFB-1", "TFB-10").replace('"way"', '"last"'))
    (folder / "b.toml").write_text(RULING.replace("TFB-1", "TFB-9"))
    assert [ruling.id for ruling in rulings("game").values()] == ["RUL-TFB-9", "RUL-TFB-10"]


def test_a_game_may_have_no_rulings(folder: Path) -> None:
    folder.rmdir()
    assert rulings("game") == {}


# Citations


def sources(game: str) -> list[Path]:
    """Code, data, rulings and cases of a game."""
    root = Path(str(files(info(game).package)))
    endings = (".py", ".toml", ".csv")
    return [
        file
        for file in sorted(root.rglob("*"))
        if file.suffix in endings and file.name not in RULE_LISTS
    ]


@documents
def test_everything_that_is_cited_exists(game: str) -> None:
    ids = known()
    strange: dict[str, list[str]] = {}
    for file in sources(game):
        text = file.read_text(encoding="utf-8")
        found = list(citation_pattern().finditer(text))
        # An id that code puts together, "TFB-REB-{n}", is checked where it is used.
        cited = {match[0] for match in found if not PUT_TOGETHER.match(text, match.end())}
        missing = sorted(rule for rule in cited - ids if not SERIES.fullmatch(rule))
        if missing:
            strange[file.name] = missing
    assert strange == {}


@documents
def test_questions_cite_rows(game: str) -> None:
    listed = rows(place(game))
    for short in questions(game):
        name, kind = question(f"{game}.{short}")
        for rule in kind.cites:
            assert rule in listed or SERIES.fullmatch(rule), f"{name} cites {rule}"


@documents
def test_the_manifest_names_questions_that_describe_themselves(game: str) -> None:
    for short in questions(game):
        name, kind = question(f"{game}.{short}")
        assert kind.__doc__, name
        inputs: dict[str, Any] = {item.name: item for item in inputs_of(kind)}
        assert set(kind.rolls) <= set(inputs), name
        for word in kind.rolls:
            assert not inputs[word].required, f"{name}: {word}"
        for item in inputs.values():
            assert item.text, f"{name}: {item.name} is not described"
            assert item.allowed, f"{name}: {item.name} does not say what is allowed"


@documents
def test_chapters_are_few_and_each_stands_in_one_piece(game: str) -> None:
    found = rows(info(game).package).values()
    for prefix in filter(None, (info(game).prefix, info(game).series)):
        chapters = [row.chapter for row in found if row.id.startswith(f"{prefix}-")]
        pieces = [name for name, _ in groupby(chapters)]
        assert all(pieces)
        assert len(pieces) == len(set(pieces)) <= 25


def test_no_two_documents_share_a_chapter() -> None:
    """The rules page shows all documents at once."""
    every = [{row.chapter for row in rows(info(game).package).values()} for game in GAMES]
    assert len(set[str]().union(*every)) == sum(map(len, every))
