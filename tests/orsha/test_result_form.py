"""Result forms: filled from the roster, read back, each contradiction named with its line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from landbridge.cli import main
from landbridge.engine.chance.nature import Sampler
from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.battle.random_reports import random_battle
from landbridge.games.orsha.campaign.reports.aftermath import Aftermath
from landbridge.games.orsha.campaign.reports.form_entry import ResultForms
from landbridge.games.orsha.campaign.reports.form_template import form_rows, template
from landbridge.games.orsha.campaign.reports.result_form import FACTS, FormRow, action_of, read_rows
from landbridge.games.orsha.rules.words import Side
from landbridge.store.files import create, load
from orsha.campaign_play import ROLES, begin, by_chance, fight, to_battle

HEAD = "what,name,counter,ended,states,becomes,more,note\n"


@pytest.fixture(scope="module")
def battles() -> list[Match[Any]]:
    """The four battles of a campaign, before anything is reported, to be fought on the table."""
    whole = by_chance(11)
    found = []
    for number, turn in enumerate(whole.history):
        if turn.record.do == "fight":
            at_table = whole.branch(number)
            state = at_table.state
            first_state = replace(state, rulings=replace(state.rulings, battles="table"))
            first = Match(whole.game, at_table.header, first_state, whole.opening)
            found.append(first)
    return found


def enter(match: Match[Any], role: str, text: str) -> None:
    assert ResultForms().violations(match.view(role), role, text) == ()
    for action in ResultForms().actions(match.view(role), role, text):
        match.do(action, role)


def rows_of(form_text: str) -> list[FormRow]:
    """The rows of a form that say something; or an error that names every row that is none."""
    rows = read_rows(form_text)
    wrong = [f"{row.place}: {row.problem}." for row in rows if row.problem]
    if wrong:
        raise BadInput("\n".join(wrong))
    return rows


def actions_from(form_text: str) -> list[str]:
    """The report of a form as actions of the side that filled it in; `file` is left to it."""
    return [action_of(row) for row in _reported(rows_of(form_text))]


def _reported(rows: list[FormRow]) -> list[FormRow]:
    """The rows of the report itself; a counter made in battle comes before where it ended."""
    made = [row for row in rows if row.what == "appeared"]
    return made + [row for row in rows if row.what == "ended"]


def facts_from(form_text: str) -> list[str]:
    """What a form says of Control, fires and points, as actions for when both have filed."""
    return [action_of(row) for row in rows_of(form_text) if row.what in FACTS]


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), date=st.integers(0, 3), as_json=st.booleans())
def test_any_report_survives_its_file(
    battles: list[Match[Any]], seed: int, date: int, as_json: bool
) -> None:
    told, again = battles[date].branch(), battles[date].branch()
    for who, text in random_battle(told.state, Sampler(seed)):
        if text.split()[0] in ("ended", "appeared"):
            told.do(text, who)
    for role in ROLES:
        side: Any = role
        enter(again, role, template(told.view(role), side, as_json))
    for role in ROLES:
        told.do("file", role)
    assert again.state == told.state


def test_an_empty_form_names_every_piece() -> None:
    match = to_battle(begin())
    side: Side = "german"
    text = template(match.state, side)
    assert text.startswith(HEAD + "ended,G-23am-I1.1/1,4-6-7,,,,,")
    assert actions_from(text) == []
    assert "control german K33" in facts_from(text)
    assert rows_of(template(match.state, side, as_json=True))[0].what == "control"


def test_rows_are_read_as_actions() -> None:
    rows = (
        "ended,G-23am-I1.1/1,4-6-7,K30,broken,2-4-7,in=trench,\n"
        "appeared,G-23am-I1.1/2,,,,half,,\n"
        'cvp,russian,,14,,,,"prisoners double"\nevp,,,0,,,,\nmark,Q10,,,blaze,,,\n'
    )
    assert actions_from(HEAD + rows) == [
        "appeared G-23am-I1.1/2 half",
        "ended G-23am-I1.1/1 K30 broken as=2-4-7 in=trench",
    ]
    facts = ["cvp russian 14 'prisoners double'", "evp 0", "mark Q10 blaze"]
    assert facts_from(HEAD + rows) == facts
    assert facts_from(HEAD.replace(",", ";") + rows.replace(",", ";")) == facts
    as_json = json.dumps(
        {
            "ended": {"G-23am-I1.1/1": {"ended": "K30", "states": ["broken"], "becomes": "2-4-7"}},
            "appeared": {"G-23am-I1.1/2": "half"},
            "control": {"K33": "russian"},
            "evp": [0, ""],
        }
    )
    assert actions_from(as_json)[1] == "ended G-23am-I1.1/1 K30 broken as=2-4-7"
    assert facts_from(as_json) == ["control russian K33", "evp 0"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + "lost,G-23am-I1.1/1,,,,,,\n", "line 2: what is appeared"),
        (HEAD + "ended,,4-6-7,K30,,,,\n", "line 2: the name is missing"),
        (HEAD + "\nended,x,,K30,,,,\nended,x,,K31,,,,\n", "line 4: x stands in line 3 already"),
        (HEAD + "ended,x,,K30,,,,,,\n", "line 2: 'ended,x' has too many columns"),
        ("piece,where\nx,y\n", "has the columns"),
        ("{", "no JSON"),
        ('{"fallen": {}}', "not 'fallen'"),
        ('{"ended": {"x": {"gone": 1}}}', "'ended' is not built as it should be: x has"),
        ('{"cvp": {"russian": 4}}', "'cvp' is not built as it should be"),
    ],
)
def test_what_is_no_form_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        rows_of(text)


def test_a_form_is_taken_only_after_a_battle() -> None:
    with pytest.raises(BadInput, match="entered after a battle"):
        ResultForms().actions(begin().state, "german", HEAD)
    with pytest.raises(BadInput, match="belongs to a side"):
        ResultForms().template(begin().state, "referee", False)


# The shell


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text())))


def write(path: Path, filled: list[dict[str, str]]) -> None:
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=HEAD.strip().split(","))
        writer.writeheader()
        writer.writerows(filled)


def test_each_contradiction_is_named_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    create("c.lbm", to_battle(begin()))
    assert main(["form", "c.lbm", "--as", "german", "-o", "g.csv"]) == 0
    filled = rows(Path("g.csv"))
    for row in filled:
        if row["what"] == "ended":
            row["ended"] = "P30"
    filled[0]["ended"] = "K99"
    filled[1]["states"] = "bogged"
    filled[2]["becomes"] = "8-3-9"
    filled[3]["name"] = "G-23am-I7.9/1"
    filled[5]["ended"] = "exited"
    write(Path("wrong.csv"), filled)
    before = Path("c.lbm").read_text()
    capsys.readouterr()
    assert main(["form", "c.lbm", "--as", "german", "--read", "wrong.csv"]) == 2
    said = capsys.readouterr().err
    for words in (
        "6 problems, nothing has been entered",
        'line 2: No hex of this map: "K99"',
        "line 3: G-23am-I1.1/2 (4-6-7) cannot be bogged",
        "line 4: G-23am-I1.1/3 (4-6-7) cannot have become 8-3-9",
        "line 5: There is no piece or line 'G-23am-I7.9/1'",
        "line 7: G-23am-I1.1/6 (4-6-7) left the map",
        "the report as a whole: G-23am-I1.1/4 (4-6-7): where it ended is not said",
    ):
        assert words in said
    assert Path("c.lbm").read_text() == before


def test_forms_of_both_sides_by_the_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    match = to_battle(begin())
    create("c.lbm", match)
    fought = fight(match.branch())
    step = match.state.agenda[0]
    assert isinstance(step, Battle)
    for role, file in (("german", "g.csv"), ("russian", "r.json")):
        assert main(["form", "c.lbm", "--as", role, "-o", f"empty-{file}"]) == 0
        side: Any = role
        number = next(n for n, record in enumerate(fought.history.records) if record.do == "file")
        reported = fought.at(number) if role == "german" else fought.at(len(fought) - 1)
        Path(file).write_text(template(reported, side, file.endswith(".json")))
        assert main(["form", "c.lbm", "--as", role, "--read", file]) == 0
    assert load("c.lbm").state == fought.state
    filled = rows(Path("g.csv"))
    next(row for row in filled if row["name"] == "K33")["ended"] = "russian"
    write(Path("facts.csv"), filled)
    assert main(["form", "c.lbm", "--as", "russian", "--read", "facts.csv"]) == 0
    assert "1 action" in capsys.readouterr().out
    assert load("c.lbm").state.control["K33"] == "russian"
    assert main(["form", "c.lbm", "--as", "german", "-o", "g.csv"]) == 2
    assert main(["form", "c.lbm", "-o", "x.csv"]) == 2
    assert main(["form", "c.lbm", "--as", "german"]) == 2
    assert main(["form", "c.lbm", "--as", "german", "--read", "nowhere.csv"]) == 2


def test_the_form_of_who_files_last_settles_control_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    create("c.lbm", to_battle(begin()))
    for role, hex, holder in (("german", "P30", "german"), ("russian", "P45", "russian")):
        assert main(["form", "c.lbm", "--as", role, "-o", f"{role}.csv"]) == 0
        filled = rows(Path(f"{role}.csv"))
        for row in filled:
            stuck = row["counter"].endswith("Cupola")
            if row["what"] == "ended" and not row["note"].startswith("used, if"):
                row["ended"] = "P30" if stuck else hex
        next(row for row in filled if row["name"] == "K33")["ended"] = "russian"
        filled.append(dict.fromkeys(filled[0], "") | {"what": "san", "name": role, "ended": "2"})
        write(Path(f"{role}.csv"), filled)
        capsys.readouterr()
        assert main(["form", "c.lbm", "--as", role, "--read", f"{role}.csv"]) == 0
        said = " ".join(capsys.readouterr().out.split())
        waits = "2 rows of Control, marks, points or SAN cannot be settled yet"
        assert (waits in said) == (holder == "german")
    match = load("c.lbm")
    assert match.state.control["K33"] == "russian"
    step = match.state.agenda[0]
    assert isinstance(step, Aftermath)
    assert step.san == {"russian": 2}
    assert main(["form", "c.lbm", "--as", "german", "--read", "german.csv"]) == 0
    step = load("c.lbm").state.agenda[0]
    assert isinstance(step, Aftermath)
    assert step.san == {"russian": 2, "german": 2}


def test_a_form_does_not_tell_how_often_the_enemy_has_acted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    said = []
    for number in (1, 4):
        match = to_battle(begin())
        for _ in range(number):
            match.do("ended R-23am-I1.1/1 P45", "russian")
        create(f"{number}.lbm", match)
        form = HEAD + "ended,rest,,P30,,,,\n"
        Path("g.csv").write_text(form)
        capsys.readouterr()
        assert main(["form", f"{number}.lbm", "--as", "german", "--read", "g.csv"]) == 0
        said.append(capsys.readouterr().out.replace(f"{number}.lbm", "c.lbm"))
    assert said[0] == said[1]


def test_a_form_shows_what_sealed_papers_hold() -> None:
    match = begin()
    match.do("seal 0123", "german")
    for text in ("ready", "receive", "ready"):
        match.do(text, "russian")
    for text in ("wind", "ready"):
        match.do(text, "german")
    match.do("ready", "russian")
    form = HEAD + "ended,G-23am-V3.1/1,StuG IIIG,K30,,,,\nended,G-23am-I1.1/1,4-6-7,K31,,,,\n"
    enter(match, "german", form)
    assert match.state.german.pieces["G-23am-V3.1/1"].cvp == 6
    assert len(form_rows(match.state, "german")) > 12
