"""Files whose hash chain was made again after a change: what an audit still finds."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.matches.test_match import LADDER, SEALED, ladder, play, play_on
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import BadSave, Save, from_text, seal, to_text
from landbridge.engine.matches.seals import Seed, fingerprint
from landbridge.engine.play.events import REFEREE
from landbridge.engine.play.game import Game


def finished() -> Match[Any]:
    """A match in referee mode with a set-up, rolls, typed dice and a rollback."""
    match = Match.new(LADDER, "tower", seed="s", mode="referee", dice="either")
    play(match, "climb left 3", "rest")
    match.do("climb right 2", declare=True)
    match.do("jump", dice=[3])
    play(match, "rest", "jump")
    match.rollback(6, [REFEREE])
    play(match, "rest", "rest", "climb left 1")
    return match


def seeded() -> Match[Any]:
    """A match with secret cards, all of whose dice are the program's, ties included."""
    for seed in range(100):
        match = play_on(Match.new(SEALED, "short", seed=seed), seed)
        if sum(bool(record.dice) for record in match.history.records):
            return match
    raise AssertionError("no tie in a hundred matches")


def tampered(
    save: Save,
    header: dict[str, Any] | None = None,
    entry: tuple[int, dict[str, Any]] | None = None,
    **footer: Any,
) -> Save:
    """The same save with changes, and a hash chain that fits them."""
    entries = list(save.records)
    if entry is not None:
        number, changes = entry
        entries[number - 1] = replace(entries[number - 1], **changes)
    last = {
        "next_serial": save.footer.next_serial,
        "taken_back": save.footer.taken_back,
        "state": save.footer.state,
    } | footer
    sealed = seal(replace(save.header, **(header or {})), tuple(entries), **last)
    return from_text(to_text(sealed))


def test_what_was_not_touched_is_accepted() -> None:
    for match in (finished(), seeded()):
        assert Match.load(match.game, tampered(match.save())).save() == match.save()


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ({"game": "sealed"}, "it is a match of sealed, not of ladder"),
        ({"scenario": "castle"}, "its set-up does not work: There is no scenario 'castle'"),
        ({"scenario": "house"}, "its first position is another one in this edition"),
        ({"options": {"fly": "yes"}}, "its set-up does not work: There is no option 'fly'"),
        ({"options": {"start": "roof"}}, "its set-up does not work: start is ground or middle"),
        ({"options": {"start": "middle"}}, "its first position is another one in this edition"),
        ({"options": {"fall": "to_ground"}}, "its first position is another one"),
        ({"edition": "0", "start": "x"}, r"in this edition \(1; the match was begun with 0\)"),
        ({"start": "x"}, "its first position is another one in this edition"),
        ({"mode": "enforced"}, "action 3 .* only in referee mode could it be declared"),
        ({"set_up": ((3,),)}, "its set-up has dice that nothing asks for"),
    ],
)
def test_a_changed_header_is_refused(header: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadSave, match=problem):
        Match.load(LADDER, tampered(finished().save(), header=header))


def test_changed_dice_of_the_set_up_are_refused() -> None:
    match = seeded()
    first, *rest = match.header.set_up
    for dice, problem in (
        ((tuple(rest)), "its set-up does not work: Dice needed: a card for blue"),
        ((first, *rest, (1,)), "its set-up has dice that nothing asks for"),
        ((((first[0] + 7) % 16 + 1,), *rest), "its first position is another one"),
        (((17,), *rest), "its set-up does not work: a card for red: a number from 1 to 16 cannot"),
    ):
        with pytest.raises(BadSave, match=problem):
            Match.load(SEALED, tampered(match.save(), header={"set_up": dice}))


@pytest.mark.parametrize(
    ("number", "changes", "problem"),
    [
        (1, {"serial": 0}, "its serial numbers do not rise"),
        (2, {"serial": 1}, "its serial numbers do not rise"),
        (2, {"serial": 99}, "its serial numbers do not rise"),
        (1, {"serial": -1}, "its serial numbers do not rise"),
        (1, {"who": "south"}, r"action 1 \('climb left 3'\) cannot be repeated: south cannot"),
        (1, {"who": "west"}, r"action 1 \('climb left 3'\) cannot be repeated: west cannot"),
        (1, {"do": "fly"}, r"action 1 \('fly'\) cannot be repeated: There is no action 'fly'"),
        (1, {"do": "grab yes"}, r"action 1 \('grab yes'\) cannot be repeated: north cannot 'grab'"),
        (1, {"do": "climb right 4"}, "it breaks a rule: the right hand is still holding on"),
        (1, {"do": "climb left 1"}, r"action 3 .* it does not break what the file says, DC-TOY-3"),
        (8, {"do": "rest"}, "its last position is another one than the file says"),
        (1, {"dice": ((3,),)}, r"action 1 \('climb left 3'\) has dice that nothing asks for"),
        (4, {"dice": ()}, r"action 4 \('jump'\) cannot be repeated: Dice needed: Jump"),
        (4, {"dice": ((7,),)}, r"action 4 \('jump'\) cannot be repeated: Jump: one die cannot"),
        (4, {"dice": ((3,), (4,))}, r"action 4 \('jump'\) has dice that nothing asks for"),
        (4, {"dice": ((5,),)}, "its last position is another one than the file says"),
        (3, {"declared": ()}, "it breaks a rule: 2 rungs take more than 1 breaths"),
        (3, {"declared": ("OCS 4",)}, "it does not break what the file says, OCS 4"),
        (1, {"declared": ("OCS 4",)}, "it does not break what the file says, OCS 4"),
        (2, {"state": "x"}, "after action 2 the position is another one than the file says"),
    ],
)
def test_a_changed_action_is_refused(number: int, changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadSave, match=problem):
        Match.load(LADDER, tampered(finished().save(), entry=(number, changes)))


@pytest.mark.parametrize(
    ("footer", "problem"),
    [
        ({"state": "x"}, "its last position is another one than the file says"),
        ({"next_serial": 1}, "its serial numbers do not rise"),
        ({"next_serial": 10}, "its serial numbers do not rise"),
        ({"next_serial": 2**63}, "its serial numbers do not rise"),
    ],
)
def test_a_changed_footer_is_refused(footer: dict[str, Any], problem: str) -> None:
    save = finished().save()
    assert [entry.serial for entry in save.records][-1] == 10
    with pytest.raises(BadSave, match=problem):
        Match.load(LADDER, tampered(save, **footer))


def test_an_action_after_the_end_is_refused() -> None:
    match = seeded()
    save = match.save()
    more = (*save.records, replace(save.records[0], serial=save.footer.next_serial))
    longer = seal(save.header, more, save.footer.next_serial + 1, (), save.footer.state)
    with pytest.raises(BadSave, match=r"action 7 .* the match is over before it"):
        Match.load(SEALED, longer)


def audited(save: Save, game: Game[Any] = SEALED) -> str:
    return "; ".join(Match.load(game, save).audit())


def test_another_seed_or_salt_than_promised_is_found() -> None:
    save = seeded().save()
    seed = save.header.seed
    assert seed is not None
    for other in (Seed("other", seed.salt), Seed(seed.text, "other")):
        found = audited(tampered(save, header={"seed": other}))
        assert "the seed is not the one that was committed to" in found
    assert "not the one" in audited(tampered(save, header={"commitment": "x"}))


def test_a_seed_chosen_afterwards_is_found_by_its_dice() -> None:
    save = seeded().save()
    other = Seed("other", "salt")
    found = audited(tampered(save, header={"seed": other, "commitment": other.commitment}))
    assert "a card for red (serial 0): the file says" in found


def test_better_dice_than_the_seed_gave_are_found() -> None:
    """The whole file is made anew with the wanted dice; only the audit can tell."""
    match = seeded()
    number = next(n for n, turn in enumerate(match.history, start=1) if turn.record.dice)
    lie = Match.new(SEALED, "short", dice="either", set_up_dice=match.header.set_up)
    for turn in match.history[:number]:
        swapped = [faces for pair in _pairs(turn.record.dice) for faces in reversed(pair)]
        lie.do(turn.record.do, turn.record.who, dice=swapped)
    header = replace(match.header, seed=match.header.seed)
    entries = tuple(
        replace(turn.record, typed=0, serial=old.record.serial)
        for turn, old in zip(lie.history, match.history, strict=False)
    )
    save = seal(header, entries, number + 1, (), fingerprint(lie.state))
    found = audited(save)
    assert "red breaks the tie" in found
    assert "the seed gives" in found
    typed = tuple(replace(entry, typed=len(entry.dice)) for entry in entries)
    save = seal(header, typed, number + 1, (), fingerprint(lie.state))
    assert audited(save) == "dice were typed in, although the program was to throw all of them"


def _pairs(dice: tuple[tuple[int, ...], ...]) -> list[tuple[tuple[int, ...], ...]]:
    return [dice[at : at + 2] for at in range(0, len(dice), 2)]


def test_a_typed_set_up_of_a_seeded_match_is_found() -> None:
    save = seeded().save()
    found = audited(tampered(save, header={"set_up_typed": True}))
    assert "dice were typed in" in found


def test_dice_under_another_serial_are_found() -> None:
    save = play(ladder("tower"), "rest", "jump").save()
    moved = [
        tampered(save, entry=(2, {"serial": serial}), next_serial=20) for serial in range(2, 20)
    ]
    found = [audited(other, LADDER) for other in moved]
    assert found[0] == ""
    assert sum("the file says" in problem for problem in found) > 9


def test_an_audit_without_a_seed_has_nothing_to_say() -> None:
    assert Match.load(SEALED, seeded().save(with_seed=False)).audit() == []
