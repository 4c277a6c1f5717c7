"""`landbridge box` and `new --box`: what the owner is asked, a form, packs of answers."""

from __future__ import annotations

from pathlib import Path

import pytest


def test_everything_that_is_asked_is_listed(run) -> None:
    found = run("box", "belorussia")
    assert found.status == 0
    assert "questions to the box, 0 answered" in found.out
    assert "Victory points (RUL-TFB-35)" in found.out
    assert "look at" in found.out
    data = run("box", "belorussia", "--json").json
    assert {"special_events", "fronts_in_1943"} <= {one["key"] for one in data["questions"]}


def test_a_form_answers_a_new_match_and_the_match_saves_a_pack(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    form, match, saved = "form.toml", "m.lbm", "mine.toml"
    assert run("box", "belorussia", "-o", form).status == 0
    assert "0 answers" in run("box", "belorussia", "--read", form).out
    text = Path(form).read_text(encoding="utf-8")
    Path(form).write_text(text.replace('# april_end = "', 'april_end = "'), encoding="utf-8")
    begun = run("new", "belorussia", "--box", form, "--seed", "1", "-o", match)
    assert begun.status == 0
    assert "What does your box say? Cities, air bases and HQs at the start" in begun.out
    assert run("do", match, "box start_places=none").status == 0
    assert "2 answers" in run("box", match, "-o", saved).out
    assert 'start_places = "none"' in Path(saved).read_text(encoding="utf-8")
    assert "Answered from" in run("box", match, "--read", saved).out
    assert run("verify", match).status == 0


def test_what_cannot_be_done_says_why(run, tmp_path: Path) -> None:
    match, pack = str(tmp_path / "m.lbm"), tmp_path / "bad.toml"
    assert "asks no owner; allowed: " in run("box", "arsenal").err
    assert run("new", "arsenal", "--box", "-o", match).status == 2
    run("new", "belorussia", "-o", match)
    assert "is not played as in the owner's box" in run("box", match).err
    pack.write_text('[box]\noffensive_length = "long"\n', encoding="utf-8")
    refused = run("new", "belorussia", "--box", str(pack), "-o", str(tmp_path / "n.lbm"))
    assert refused.status == 2
    assert "line 2: There is no choice for offensive_length 'long'" in refused.err
    assert "not both" in run("box", "belorussia", "-o", "x", "--read", "y").err
