"""Who answers chance: seeded, scripted, typed and sampled dice."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import blake2b
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.chance.dice import dice
from landbridge.engine.chance.nature import (
    Chance,
    Given,
    Nature,
    NeedRoll,
    Sampler,
    ScriptedDice,
    SeededDice,
    TypedDice,
    as_int,
    check_given,
    seeded_faces,
)
from landbridge.engine.chance.tables import parse_table
from landbridge.engine.chance.tallies import NOTHING, Tally, modifier, product, tally
from landbridge.engine.matches.seals import Seed
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.citing import Muted, mute

SUPPLY = parse_table(
    "supply",
    {
        "title": "Supply",
        "cites": "TFB-1",
        "source": "booklet",
        "dice": "2d6",
        "modifiers": "-2..2",
        "rows": {"..3": 10, "4-9": 12, "10..": 15},
    },
)
GROUND = parse_table(
    "ground",
    {
        "title": "Ground",
        "source": "booklet",
        "dice": "1d6",
        "column": [
            {"name": "Jan", "cites": "TFB-8", "rows": {"1-5": "freeze", "6": "deep"}},
            {"name": "Dec", "cites": "TFB-7", "automatic": "freeze"},
        ],
    },
)
KEY = Seed("landbridge", "00").key


# SeededDice dice


@pytest.mark.parametrize(
    ("serial", "index", "name", "faces"),
    [
        (0, 0, "2d6", (2, 3)),
        (1, 0, "2d6", (2, 1)),
        (1, 1, "2d6", (1, 5)),
        (2, 0, "1d6", (4,)),
        (7, 3, "5d6", (3, 3, 6, 5, 1)),
        (7, 3, "3d10", (7, 3, 4)),
        (7, 3, "1d128", (79,)),
        (7, 3, "3d129", (86, 61, 113)),
        (2**40, 0, "1d10000", (9324,)),
        (3, 0, "20d6", (5, 5, 4, 3, 4, 5, 3, 6, 5, 5, 6, 5, 6, 5, 1, 5, 4, 2, 6, 5)),
    ],
)
def test_seeded_dice_never_change(
    serial: int, index: int, name: str, faces: tuple[int, ...]
) -> None:
    """Saved matches are audited with these: another value here breaks every one of them."""
    assert seeded_faces(KEY, serial, index, dice(name)) == faces


def test_the_key_of_a_seed_never_changes() -> None:
    assert KEY.hex() == "4aac44f19133d6599592705e9a19fac9d5dda5595892b2c703af82c64a446a0e"


def words(serial: int, index: int, width: int, blocks: int) -> list[int]:
    """The random words behind a throw, made without the engine."""
    data = b""
    for block in range(blocks):
        place = serial.to_bytes(8, "big") + index.to_bytes(4, "big") + block.to_bytes(4, "big")
        data += blake2b(place, key=KEY, digest_size=32).digest()
    return [int.from_bytes(data[at : at + width], "big") for at in range(0, len(data), width)]


@given(st.integers(0, 2**63 - 1), st.integers(0, 1000), st.sampled_from(["6d6", "4d100", "3d128"]))
def test_a_throw_is_the_hash_of_its_place(serial: int, index: int, name: str) -> None:
    thrown = dice(name)
    limit = 256 - 256 % thrown.sides
    kept = [word for word in words(serial, index, 1, 2) if word < limit]
    assert seeded_faces(KEY, serial, index, thrown) == tuple(
        word % thrown.sides + 1 for word in kept[: thrown.count]
    )


def test_words_that_would_favour_low_faces_are_passed_over() -> None:
    serial = next(n for n in range(10_000) if words(n, 0, 1, 1)[0] >= 252)
    first, second, *_ = words(serial, 0, 1, 1)
    assert first >= 252 > second
    assert seeded_faces(KEY, serial, 0, dice("1d6")) == (second % 6 + 1,)


def test_many_dice_go_on_into_the_next_block() -> None:
    limit = 2**32 - 2**32 % 10_000
    kept = [word % 10_000 + 1 for word in words(5, 2, 4, 4) if word < limit]
    assert seeded_faces(KEY, 5, 2, dice("9d10000")) == tuple(kept[:9])


def chi_square(counts: Counter[Any], values: int, throws: int) -> float:
    expected = throws / values
    return sum((counts[value] - expected) ** 2 / expected for value in range(1, values + 1))


@pytest.mark.parametrize(("sides", "limit"), [(6, 20.5), (10, 27.9), (100, 149.0), (200, 269.0)])
def test_seeded_dice_are_fair(sides: int, limit: float) -> None:
    """Chi-square below what fair dice exceed once in a thousand tries; always the same dice."""
    throws = 12_000
    counts = Counter(seeded_faces(KEY, n, 0, dice(f"1d{sides}"))[0] for n in range(throws))
    assert set(counts) == set(range(1, sides + 1))
    assert chi_square(counts, sides, throws) < limit


def test_neighbouring_throws_do_not_depend_on_each_other() -> None:
    throws = [seeded_faces(KEY, n // 4, n % 4, dice("1d6"))[0] for n in range(14_400)]
    pairs = Counter((a - 1) * 6 + b for a, b in zip(throws[::2], throws[1::2], strict=True))
    assert chi_square(pairs, 36, 7_200) < 66.6


def test_a_seeded_nature_counts_its_throws() -> None:
    nature = SeededDice(KEY, 1)
    assert (nature.roll("2d6", "first"), nature.faces("2d6", "second")) == (3, (1, 5))
    again = SeededDice(KEY, 1)
    assert again.faces("2d6", "whatever the purpose is") == (2, 1)


def test_another_key_or_serial_gives_other_dice() -> None:
    def many(key: bytes, serial: int) -> tuple[int, ...]:
        return SeededDice(key, serial).faces("20d6", "many")

    assert len({many(KEY, 1), many(KEY, 2), many(Seed("other", "00").key, 1)}) == 3


# What every nature does


def test_a_roll_is_recorded_with_its_purpose_and_rules() -> None:
    nature = ScriptedDice([(3, 4), 5])
    assert nature.roll("2d6", "supply", "TFB-1") == 7
    assert nature.roll("1d6", "ground") == 5
    first, second = nature.take_record()
    assert (first.dice, first.purpose, first.faces, first.total) == ("2d6", "supply", (3, 4), 7)
    assert (first.rules, second.rules) == (("TFB-1",), ())
    assert nature.take_record() == ()


def test_a_look_is_recorded_with_its_cell() -> None:
    nature = ScriptedDice([(1, 3)])
    less = tally(modifier(-1, "1944", ("TFB-2", "TFB-1")))
    assert nature.look(SUPPLY, less) == 10
    (roll,) = nature.take_record()
    assert (roll.total, roll.row, roll.cell, roll.table, roll.column) == (
        4,
        "..3",
        10,
        "supply",
        "",
    )
    assert roll.rules == ("TFB-1", "TFB-2")
    assert roll.modifiers == less
    assert roll.purpose == "Supply"


def test_a_look_may_have_a_purpose_of_its_own() -> None:
    nature = ScriptedDice({"Soviet supply": [12]})
    assert nature.look(SUPPLY, purpose="Soviet supply") == 15


def test_an_automatic_column_takes_no_dice() -> None:
    nature = ScriptedDice([])
    assert nature.look(GROUND, column="Dec") == "freeze"
    (roll,) = nature.take_record()
    assert (roll.faces, roll.rules, roll.column) == ((), ("TFB-7",), "Dec")


def test_a_muted_table_cannot_be_looked_up() -> None:
    with mute("TFB-8"), pytest.raises(Muted):
        ScriptedDice([1]).look(GROUND, column="Jan")


def test_a_table_is_read_with_whole_numbers() -> None:
    half = product(modifier(2, "two", "TFB-1"), start=1)
    assert as_int(half) == 2
    with pytest.raises(TypeError, match=r"whole numbers, not 0\.5 = 0\.5"):
        as_int(Tally(0.5, (), 0.5))  # type: ignore[arg-type]


def test_one_of_several() -> None:
    assert ScriptedDice([2]).pick(["a", "b", "c"], "which") == "b"
    assert ScriptedDice([]).pick(["only"], "which") == "only"
    with pytest.raises(BadInput, match="names no dice"):
        ScriptedDice([]).pick([], "which")


def test_a_sub_question_is_just_asked() -> None:
    def higher(than: int, nature: Nature) -> bool:
        return nature.roll("1d6", "a die") > than

    nature = ScriptedDice([4])
    assert nature.sub(higher, 3) is True
    assert len(nature.record) == 1


# ScriptedDice and typed dice


def test_dice_in_order() -> None:
    nature = ScriptedDice([3, (2, 5)])
    assert nature.roll("1d6", "ground") == 3
    assert nature.left_over() == ["(2, 5)"]
    assert nature.roll("2d6", "flight") == 7
    assert nature.left_over() == []


def test_dice_by_purpose() -> None:
    nature = ScriptedDice({"ground": [3, 4], "flight": [7]})
    assert nature.roll("2d6", "flight") == 7
    assert nature.roll("1d6", "ground") == 3
    assert nature.left_over() == ["ground"]
    with pytest.raises(NeedRoll, match="flight"):
        nature.roll("2d6", "flight")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("1d6", r"Dice needed: ground, one die \(1d6\)\."),
        ("2d6", r"Dice needed: ground, two dice \(2d6\)\."),
        ("1d10", r"Dice needed: ground, a number from 1 to 10 \(1d10\)\."),
    ],
)
def test_missing_dice_are_asked_for(name: str, text: str) -> None:
    with pytest.raises(NeedRoll, match=text) as raised:
        TypedDice([]).roll(name, "ground", "TFB-1")
    assert raised.value.chance == Chance(name, "ground", ("TFB-1",))


@pytest.mark.parametrize(
    ("given_dice", "name", "faces"),
    [
        (3, "1d6", (3,)),
        ((3,), "1d6", (3,)),
        (7, "2d6", (7,)),
        ((3, 4), "2d6", (3, 4)),
        (12, "2d6", (12,)),
    ],
)
def test_what_dice_can_show(given_dice: Given, name: str, faces: tuple[int, ...]) -> None:
    assert check_given(given_dice, dice(name), "supply") == faces


@pytest.mark.parametrize(
    ("given_dice", "name", "problem"),
    [
        (0, "1d6", "supply: one die cannot show 0; allowed: 1 to 6"),
        (7, "1d6", "one die cannot show 7; allowed: 1 to 6"),
        (1, "2d6", "two dice cannot show 1; allowed: 2 to 12"),
        (13, "2d6", "two dice cannot show 13; allowed: 2 to 12"),
        ((3, 7), "2d6", r"two dice cannot show 3\+7; allowed: 2 to 12"),
        ((0, 7), "2d6", r"two dice cannot show 0\+7"),
        ((1, 2, 3), "2d6", r"two dice cannot show 1\+2\+3"),
        ((), "2d6", "two dice cannot show ;"),
        (True, "1d6", "one die cannot show True"),
        ("3", "1d6", "one die cannot show 3; allowed"),
        (3.0, "1d6", r"one die cannot show 3\.0"),
        ([3, 4], "2d6", r"two dice cannot show \[3, 4\]"),
    ],
)
def test_what_dice_cannot_show(given_dice: Any, name: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        check_given(given_dice, dice(name), "supply")


def test_single_dice_must_be_given_singly_where_each_counts() -> None:
    assert TypedDice([(3, 5)]).faces("2d6", "surprise") == (3, 5)
    with pytest.raises(BadInput, match=r"surprise: every die counts here; give them as 3\+5"):
        TypedDice([8]).faces("2d6", "surprise")


# The sampler


def test_the_sampler_repeats_with_its_seed() -> None:
    def many(sampler: Sampler) -> list[int]:
        return [sampler.roll("2d6", "roll") for _ in range(50)]

    assert many(Sampler(7)) == many(Sampler(7)) == many(Sampler(random.Random(7)))
    assert many(Sampler(7)) != many(Sampler(8))


def test_the_sampler_counts_results() -> None:
    counts = Sampler(1).sample(lambda nature: nature.roll("1d6", "a die") > 4, runs=6_000)
    assert sum(counts.values()) == 6_000
    assert abs(counts[True] - 2_000) < 5 * (6_000 * 2 / 9) ** 0.5


def test_samples_leave_no_record() -> None:
    sampler = Sampler(1)
    sampler.sample(lambda nature: nature.look(SUPPLY, NOTHING), runs=10)
    assert sampler.record == []
