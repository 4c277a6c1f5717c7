"""Sealed orders between two machines: commit now, reveal later, and every way to cheat."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from landbridge.cli import main
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text, to_text
from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.preparing.preparations import Preparations
from landbridge.games.orsha.campaign.sealed import sealed_orders
from landbridge.referee.games import load_match, new_match
from landbridge.store.files import create, load
from orsha.campaign_play import BY_CHANCE, SET_UP, begin, play_on, refused, say

Sealed = tuple[sealed_orders.Envelope, sealed_orders.Letter]


def prepare(common: Match[Any], role: str, *buys: str) -> Match[Any]:
    """A private copy in which a side has bought, received and set up."""
    mine = sealed_orders.private_copy(common, role)
    say(mine, role, *buys, "ready", "receive")
    if role == "russian":
        say(mine, role, "recon 2" if mine.state.date == "23am" else "ready")
    say(mine, "german", "wind none", SET_UP)
    if role == "russian":
        say(mine, role, SET_UP)
    return mine


@pytest.fixture
def common() -> Match[Any]:
    return begin(dice="seeded")


def both(common: Match[Any]) -> tuple[Sealed, Sealed]:
    german = sealed_orders.seal(prepare(common, "german", "buy I1", "buy O1 hexes=2"), "german")
    russian = sealed_orders.seal(prepare(common, "russian", "buy I2"), "russian")
    return german, russian


def opened(common: Match[Any], *letters: Sealed) -> Match[Any]:
    sealed_orders.open_letters(common, letters)
    common.do("wind none", "german")
    sealed_orders.open_letters(common, letters)
    return common


def test_letters_lead_both_to_the_same_match(common: Match[Any]) -> None:
    german, russian = both(common)
    twin = Match.load(common.game, common.save())
    one, other = opened(common, german, russian), opened(twin, russian, german)
    assert one.state == other.state
    assert one.save() == other.save()
    assert one.audit() == []
    say(one, "russian", "ready")
    assert isinstance(one.state.agenda[0], Battle)
    pieces = one.state.german.pieces
    assert (
        pieces.keys()
        == prepare(begin(), "german", "buy I1", "buy O1 hexes=2").state.german.pieces.keys()
    )


def test_letters_of_a_later_date() -> None:
    common = play_on(new_match("orsha", BY_CHANCE, seed=8), 8, 60)
    while not (common.state.date == "23pm" and isinstance(common.state.agenda[0], Preparations)):
        play_on(common, 8, len(common) + 1)
    assert common.state.agenda[0].waiting == ("german", "russian")
    german = sealed_orders.seal(prepare(common, "german", "buy I1 offboard", "buy V2"), "german")
    russian = sealed_orders.seal(prepare(common, "russian", "buy I2"), "russian")
    opened(common, german, russian)
    assert common.audit() == []
    again = load_match(from_text(to_text(common.save())))
    assert again.state == common.state
    play_on(common, 8)
    assert common.outcome is not None
    assert common.audit() == []


def test_an_envelope_gives_nothing_away(common: Match[Any]) -> None:
    mine = prepare(common, "german", "buy I1")
    (first, letter), (second, _) = (
        sealed_orders.seal(mine, "german"),
        sealed_orders.seal(mine, "german"),
    )
    assert first.commitment != second.commitment
    assert "I1" not in sealed_orders.to_text(first)
    assert sealed_orders.read_envelope(sealed_orders.to_text(first)) == first
    assert sealed_orders.read_letter(sealed_orders.to_text(letter)) == letter


def forged(letter: sealed_orders.Letter, **changes: Any) -> sealed_orders.Letter:
    return msgspec.structs.replace(letter, **changes)


def test_a_letter_that_was_changed_is_refused(common: Match[Any]) -> None:
    (envelope, letter), _ = both(common)
    first, *rest = letter.prepared
    changes: list[dict[str, Any]] = [
        {"prepared": (msgspec.structs.replace(first, do="buy V1"), *rest)},
        {"prepared": (*rest,)},
        {"notes": ("place G-23am-I1.1/1 K30", "ready")},
        {"salt": "00"},
        {"match": "another"},
    ]
    for change in changes:
        with pytest.raises(sealed_orders.BadSeal, match="not the one that was sealed"):
            sealed_orders.check_letter(envelope, forged(letter, **change))
    with pytest.raises(
        sealed_orders.BadSeal, match="the envelope is German, 23 AM, the letter German, 23 PM"
    ):
        sealed_orders.check_letter(envelope, forged(letter, date="23pm"))


def resealed(letter: sealed_orders.Letter, **changes: Any) -> Sealed:
    """Sealed that were sealed dishonestly from the start."""
    false = forged(letter, **changes)
    return sealed_orders._envelope(false), false


def test_letters_that_were_never_honest_are_refused(common: Match[Any]) -> None:
    (_, letter), russian = both(common)
    *before, receive = letter.prepared
    lucky = msgspec.structs.replace(receive, dice=tuple((1,) * len(d) for d in receive.dice))
    dear = sealed_orders.SealedAction(letter.prepared[0].serial, "buy 9x V1")
    later = tuple(msgspec.structs.replace(d, serial=d.serial + 1) for d in letter.prepared)
    other = tuple(msgspec.structs.replace(d, serial=d.serial * 2) for d in letter.prepared)
    cases: list[tuple[dict[str, Any], str]] = [
        ({"prepared": (*before, lucky)}, "dice are not those of the common seed"),
        ({"prepared": (dear, *letter.prepared[1:])}, "breaks a rule"),
        ({"prepared": later}, "not written in a private copy of this match"),
        ({"prepared": other}, "has taken something back"),
        ({"prepared": ()}, "holds no preparations"),
        ({"match": "another"}, "belongs to another match"),
        ({"date": "24am"}, "is for 24 AM, not 23 AM"),
    ]
    for change, words in cases:
        copy = Match.load(common.game, common.save())
        with pytest.raises(LandbridgeError, match=words):
            sealed_orders.open_letters(copy, (resealed(letter, **change), russian))
    with pytest.raises(sealed_orders.BadSeal, match="German letter is opened first"):
        sealed_orders.open_letters(common, (russian,))


def test_nothing_is_taken_back_in_a_private_copy(common: Match[Any]) -> None:
    mine = sealed_orders.private_copy(common, "german")
    say(
        mine,
        "german",
        "buy I1",
        "putback I1",
        "buy I2",
        "ready",
        "receive",
        "wind none",
        SET_UP,
    )
    with pytest.raises(sealed_orders.BadSeal, match="enter the purchases straight"):
        sealed_orders.seal(mine, "german")


def test_letters_are_sealed_at_their_time(common: Match[Any]) -> None:
    mine = sealed_orders.private_copy(common, "german")
    with pytest.raises(BadInput, match="has prepared and set up"):
        sealed_orders.seal(mine, "german")
    with pytest.raises(BadInput, match="Only german and russian have secrets"):
        sealed_orders.private_copy(common, "referee")
    say(common, "german", "ready", "receive")
    with pytest.raises(BadInput, match="before anybody has prepared"):
        sealed_orders.private_copy(common, "russian")
    with pytest.raises(sealed_orders.BadSeal, match="this is no letter"):
        sealed_orders.read_letter("{}")


def test_two_players_by_the_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> int:
        return main(list(words))

    create(tmp_path / "c.lbm", begin(dice="seeded"))
    for role in ("german", "russian"):
        place = tmp_path / role
        place.mkdir()
        shutil.copy(tmp_path / "c.lbm", place)
        monkeypatch.chdir(place)
        assert run("private", "c.lbm", "--as", role, "-o", "mine.lbm") == 0
        steps = [(role, "buy I1"), (role, "ready"), (role, "receive")]
        steps += [("russian", "ready")] * (role == "russian")
        steps += [("german", "wind none")]
        notes = ("place rest retained", "place rest K30")
        steps += [("german", note) for note in notes if role == "german"]
        steps += [("german", "ready")]
        steps += [("russian", "ready")] * (role == "russian")
        for who, text in steps:
            assert run("do", "mine.lbm", text, "--as", who) == 0
        assert run("seal", "mine.lbm", "--as", role, "-o", f"{role}-23am") == 0
        assert run("seal", "mine.lbm", "--as", role, "-o", f"{role}-23am") == 2
    both_names = ("german-23am", "russian-23am")
    for name in both_names:
        for end in ("envelope", "letter"):
            source = tmp_path / name.split("-")[0] / f"{name}.{end}"
            for role in ("german", "russian"):
                if not (tmp_path / role / source.name).exists():
                    shutil.copy(source, tmp_path / role)
    for role in ("german", "russian"):
        monkeypatch.chdir(tmp_path / role)
        assert run("unseal", "c.lbm", *both_names, "--look") == 0
        assert run("unseal", "c.lbm", *both_names) == 0
        assert run("do", "c.lbm", "wind none", "--as", "german") == 0
        assert run("unseal", "c.lbm", *both_names) == 0
        assert run("verify", "c.lbm") == 0
    assert (tmp_path / "german/c.lbm").read_text() == (tmp_path / "russian/c.lbm").read_text()
    assert isinstance(load("c.lbm").state.agenda[0], Battle)
    letter = Path("german-23am.letter")
    letter.write_text(letter.read_text().replace("buy I1", "buy I2"))
    before = Path("c.lbm").read_text()
    capsys.readouterr()
    assert run("unseal", "c.lbm", *both_names) == 2
    assert "not the one that was sealed" in capsys.readouterr().err
    assert Path("c.lbm").read_text() == before
    assert run("unseal", "c.lbm", "nobody") == 2


# A side whose letters stay elsewhere for the whole campaign


def test_pieces_of_a_sealed_side_come_to_light() -> None:
    match = begin()
    say(match, "german", "seal 0123")
    say(match, "russian", "ready", "receive", "ready")
    say(match, "german", "wind", SET_UP)
    say(match, "russian", "ready")
    refused(match, "russian", "shows R-23am-I1.1/1 4-4-7", "cannot 'shows' now")
    say(match, "german", "shows G-23am-I1.1/1 4-6-7", "shows G-23am-V3.1/1 StuG IIIG")
    refused(match, "german", "shows G-23am-I2.3/1 4-4-7", "would be purchase 3 of I2")
    refused(match, "german", "shows G-23pm-I2.1/1 4-4-7", "cannot have been bought yet")
    refused(match, "german", "shows G-23am-I1.1/1 4-6-7", "on the roster already")
    with pytest.raises(BadInput, match="is not the id of a German piece"):
        match.do("shows R-23am-I1.1/1 4-6-7", "german")
    say(match, "german", "ended rest K30", "file")
    assert match.state.german.pieces["G-23am-V3.1/1"].cvp == 6


def test_what_was_let_pass_in_a_private_copy_is_not_sealed() -> None:
    mine = sealed_orders.private_copy(begin(dice="seeded", mode="referee"), "german")
    mine.do("buy 3x V4", "german", declare=True)
    say(mine, "german", "ready", "receive", "wind none")
    mine.do("ready", "german", declare=True)
    with pytest.raises(sealed_orders.BadSeal, match="'buy 3x V4' was let pass in the private copy"):
        sealed_orders.seal(mine, "german")
