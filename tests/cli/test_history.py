"""`landbridge log`, `replay`, `verify` and `auto`."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from landbridge.cli.messages import rules_of
from landbridge.engine.chance.nature import Roll
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import Save, from_text, seal, to_text
from landbridge.engine.play.events import Event

pytestmark = pytest.mark.usefixtures("here", "toys")


@pytest.fixture
def played(run) -> str:
    """Forty actions on the tower, a jump first."""
    run("new", "ladder", "--scenario", "tower", "--seed", 7, "-o", "m")
    run("do", "m", "jump")
    run("auto", "m", "--bots", "random,random", "--until", 39, "--seed", 1)
    return "m"


def test_log_has_sentences_dice_and_every_rule(run, played: str) -> None:
    told = run("log", played)
    assert told.status == 0
    assert told.out.startswith("Set-up\n    300 rungs to climb.\n  1. north: jump\n")
    assert "Jump: 1d6 = " in told.out
    data = run("log", played, "--json").json
    jump = next(event for event in data if event["id"] == "jump")
    assert jump["do"] == "jump"
    assert jump["action"] == 1
    assert jump["rules"] == ["DC-TOY-4"]
    assert jump["rolls"][0]["rules"] == ["DC-TOY-4"]


def test_rules_of_dice_are_joined_to_those_of_the_event() -> None:
    roll = Roll("1d6", "a die", (3,), 3, ("X-2", "X-1"))
    assert rules_of(Event("jump", rules=("X-1",), rolls=(roll, roll))) == ("X-1", "X-2")


def test_replay(run, played: str) -> None:
    assert "round: 1" in run("replay", played, "--to", 0).out
    assert run("replay", played, "--to", 0, "--json").json["view"]["rung"]["north"] == 0
    walked = run("replay", played)
    assert walked.out.startswith("Set-up\n")
    assert "\n 40. " in walked.out
    assert len(run("replay", played, "--json").json) == 41
    now = run("show", played, "--as", "south", "--json").json["view"]
    assert run("replay", played, "--to", 40, "--as", "south", "--json").json["view"] == now
    for number in (-1, 41):
        refused = run("replay", played, "--to", number)
        assert refused.status == 2
        assert f"There are 40 actions; {number} is beyond them." in refused.err
    assert run("replay", played, "--as", "nobody").status == 2


def test_a_sound_file(run, played: str) -> None:
    found = run("verify", played)
    assert found.status == 0
    assert found.out.endswith("Verdict: sound.\n")
    assert "throws as the seed gives them" in found.out
    data = run("verify", played, "--json").json
    assert data["sound"] is True
    assert {check["state"] for check in data["checks"]} == {"good"}


def change(file: str, how) -> None:
    """Change a save and seal it again, so that only playing it again can tell."""
    save: Save = how(from_text(Path(file).read_text(encoding="utf-8")))
    foot = save.footer
    new = seal(save.header, save.records, foot.next_serial, foot.taken_back, foot.state)
    Path(file).write_text(to_text(new), encoding="utf-8")


def other_dice(save: Save) -> Save:
    """Another die that leads to the same rung."""
    first = save.records[0]
    same = {1: 1, 2: 3, 3: 2, 4: 2, 5: 6, 6: 5}[first.dice[0][0]]
    return replace(save, records=(replace(first, dice=((same,),)), *save.records[1:]))


def typed_dice(save: Save) -> Save:
    first = save.records[0]
    return replace(save, records=(replace(first, typed=1), *save.records[1:]))


def other_seed(save: Save) -> Save:
    assert save.header.seed is not None
    return replace(save, header=replace(save.header, seed=replace(save.header.seed, text="8")))


def other_game(save: Save) -> Save:
    return replace(save, header=replace(save.header, game="orsha"))


def other_action(save: Save) -> Save:
    first = save.records[0]
    return replace(save, records=(replace(first, do="grab yes"), *save.records[1:]))


def other_serial(save: Save) -> Save:
    first = save.records[0]
    return replace(save, records=(replace(first, serial=-5), *save.records[1:]))


def other_end(save: Save) -> Save:
    return replace(save, footer=replace(save.footer, state="0" * 32))


@pytest.mark.parametrize(
    ("how", "says"),
    [
        (other_dice, "the seed gives"),
        (typed_dice, "dice were typed in"),
        (other_seed, "the seed is not the one that was committed to"),
        (other_game, "its set-up does not work"),
        (other_action, "action 1 ('grab yes') cannot be repeated"),
        (other_serial, "serial numbers do not rise"),
        (other_end, "its last position is another one"),
    ],
)
def test_a_forged_file(run, played: str, how, says: str) -> None:
    change(played, how)
    found = run("verify", played)
    assert found.status == 1
    assert says in " ".join(found.out.split())
    assert "WRONG" in found.out
    assert found.out.endswith("Verdict: NOT sound.\n")
    assert run("verify", played, "--json").json["sound"] is False


def test_a_damaged_file(run, played: str) -> None:
    path = Path(played)
    text = path.read_text(encoding="utf-8")
    for damaged, says in (
        (text[:-20], "the file breaks off"),
        (text.replace("jump", "jumq", 1), "the hash chain does not fit"),
        ("dear diary", "this is not a Landbridge match"),
        ("", "this is not a Landbridge match"),
        ("[" * 100_000, "this is not a Landbridge match"),
    ):
        path.write_text(damaged, encoding="utf-8")
        found = run("verify", played)
        assert found.status == 1
        assert says in found.out
        for words in (["show", played], ["do", played, "jump"], ["undo", played]):
            refused = run(*words)
            assert refused.status == 2
            assert says in refused.err
        assert path.read_text(encoding="utf-8") == damaged
    path.write_bytes(b"\xff\xfe\x00")
    assert "this is not text" in run("verify", played).out


def test_a_copy_without_seed_is_sound_as_far_as_can_be_seen(run, played: str) -> None:
    run("export", played, "-o", "copy")
    found = run("verify", "copy")
    assert found.status == 0
    assert "this copy has no seed" in found.out
    states = {check["state"] for check in run("verify", "copy", "--json").json["checks"]}
    assert states == {"good", "not checked"}


# auto


def test_bots_play_to_the_end(run, played: str) -> None:
    done = run("auto", played, "--bots", "random", "--seed", 2)
    assert done.status == 0
    assert "The match is over: " in done.out
    assert run("verify", played).status == 0
    again = run("auto", played, "--bots", "random")
    assert "0 actions done" in again.out


def test_the_same_seeds_play_the_same_match(run) -> None:
    for name in ("a", "b"):
        run("new", "ladder", "--seed", 5, "-o", name)
        run("auto", name, "--bots", "random", "--seed", 9)
    first, second = (from_text(Path(n).read_text(encoding="utf-8")).records for n in ("a", "b"))
    assert first == second


def test_a_person_may_play_too(run, played: str) -> None:
    run("new", "ladder", "--scenario", "tower", "-o", "l")
    done = run("auto", "l", "--bots", "random,person", "--log")
    assert done.status == 0
    assert "  1. north: " in done.out
    assert run("show", "l", "--json").json["decisions"][0]["who"] == "south"
    assert "0 actions done" in run("auto", "l", "--bots", "person").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "required: --bots"),
        (["--bots", "clever"], "There is no bot 'clever'. Allowed: random or person."),
        (["--bots", "random,random,random"], "2 bots are needed: for north, south."),
        (["--bots", "random", "--until", "-3"], "--until is a number of actions, not -3"),
        (["--bots", "random", "--until", "x"], "invalid int value"),
    ],
)
def test_auto_refuses(run, played: str, words: list[str], says: str) -> None:
    before = Path(played).read_bytes()
    refused = run("auto", played, *words)
    assert refused.status == 2
    assert says in refused.err
    assert Path(played).read_bytes() == before


def test_bots_have_no_dice_of_their_own(run) -> None:
    run("new", "ladder", "--scenario", "tower", "--dice", "typed", "-o", "m")
    refused = run("auto", "m", "--bots", "random", "--seed", 1)
    assert refused.status == 2
    assert "Dice needed" in refused.err


def test_bots_that_are_interrupted_leave_the_file_as_it_was(
    run, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Path(played).read_bytes()

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Match, "do", stop)
    stopped = run("auto", played, "--bots", "random")
    assert stopped.status == 130
    assert stopped.err == ""
    assert Path(played).read_bytes() == before
    assert [p.name for p in Path().iterdir()] == ["m"]
