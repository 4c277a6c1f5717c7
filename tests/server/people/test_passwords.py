"""Passwords that are refused, names that look alike, and who is let in while others guess."""

from __future__ import annotations

import random
import string

import pytest

from landbridge.engine.refusals import BadInput
from landbridge.server.people.accounts import check_name
from landbridge.server.people.passwords import check_password
from landbridge.store.names import is_mixed, skeleton


@pytest.mark.parametrize(
    "password",
    [
        "1234567890",
        "0123456789",
        "0987654321",
        "19871224198",
        "2024-11-15-2025",
        "password123",
        "Password123!",
        "P@ssw0rd2024",
        "pa55w0rd1234",
        "passwordpassword",
        "welcome2024!",
        "W3lc0me12345",
        "summer2025!!",
        "dragon123456",
        "1qaz2wsx3edc",
        "1qaz2wsx3edc4rfv",
        "qazwsxedcrfv",
        "zaq12wsxcde3",
        "qwertyuiop",
        "qwertzuiop",
        "azertyuiop",
        "qwerty123456",
        "asdfghjkl;'",
        "poiuytrewq",
        "abcdefghijkl",
        "zyxwvutsrqpo",
        "aaaaaaaaaaaa",
        "abababababab",
        "abc123abc123abc",
        "hannahannahanna",
        "iloveyou1234",
        "iloveyouforever",
        "1L0v3Y0u2020",
        "correcthorsebatterystaple",
        "correct horse battery staple",
        "letmein12345",
        "landbridge2025",
        "L4ndbr1dge!!",
        "arsenal1941!",
        "football1999",
        "monkey-dragon",
        "monkey1dragon2",
        "!!!password!!!",
        "ｐａｓｓｗｏｒｄ１２３",
    ],
)
def test_passwords_that_everybody_tries(password: str) -> None:
    with pytest.raises(BadInput, match="too easy"):
        check_password(password)


@pytest.mark.parametrize(
    ("password", "own"),
    [
        ("guderian1941", "Guderian"),
        ("Gud3r1an!!!!", "Guderian"),
        ("nairedug1941", "Guderian"),
        ("heinz guderian", "Heinz Guderian"),
        ("heinz.guderian1", "heinz.guderian@example.org"),
        ("bob12345678", "Bob"),
    ],
)
def test_ones_own_name_is_no_password(password: str, own: str) -> None:
    check_password(password + "x vq pjwk ruzt", "Other")
    with pytest.raises(BadInput, match="name or address"):
        check_password(password, own.partition("@")[0])


@pytest.mark.parametrize(
    "password",
    [
        "a long enough password",
        "an even longer password",
        "secret words of a general",
        "Tr0ub4dor&3xyz",
        "four tanks crossed Drut",
        "xkvq8w!mzp2r",
        "Ich mag keinen Spinat",
        "зимняя гроза над Доном",
        "7391850264813957",
    ],
)
def test_passwords_that_are_taken(password: str) -> None:
    check_password(password, "Anna", "anna")


def test_random_passwords_are_taken() -> None:
    """What a password manager makes is hardly ever refused."""
    dice = random.Random(7)
    letters = string.ascii_letters + string.digits
    refused = 0
    for _ in range(3000):
        try:
            check_password("".join(dice.choices(letters, k=14)), "Anna", "anna")
        except BadInput:
            refused += 1
    assert refused <= 3


@pytest.mark.parametrize("password", ["short", "x" * 201])
def test_the_length_of_a_password(password: str) -> None:
    with pytest.raises(BadInput, match="10 to 200 letters"):
        check_password(password)


# Names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "Аппа".replace("п", "n")),
        ("Anna", "ΑΝΝΑ"),
        ("Anna", "Ａｎｎａ"),
        ("Anna", "Ánna"),
        ("Anna", "An-na"),
        ("Cora", "Сога"),
        ("Olga", "0lga"),
        ("Bill", "BiIl"),
        ("Bill", "B1ll"),
        ("Bill", "Bi|l"),
        ("Modern", "Modem"),
        ("Wolf", "VVolf"),
        ("Paco", "Расо"),
        ("Oleg", "Оleg"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anne"), ("Boris", "Doris"), ("Анна", "Anna"), ("Max 2", "Max 3")]
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_one_name_has_one_script() -> None:
    for name in ("Аnna", "Annα", "Bօris", "Иvan"):
        assert is_mixed(name)
        with pytest.raises(BadInput, match="one script"):
            check_name(name)
    for name in ("Anna", "Анна", "Άννα", "山田たろう", "김영희", "Müller 2", "O'Brien"):
        assert not is_mixed(name)
        assert check_name(name) == name


@pytest.mark.parametrize("name", ["Rеferee", "REFEREE", "Re-feree", "Adm1n", "Landbrídge", "B0t"])
def test_names_that_mean_something_else(name: str) -> None:
    with pytest.raises(BadInput, match=r"means something else|one script"):
        check_name(name)


@pytest.mark.parametrize("name", ["--", "!?", "a\u0301\u0302\u0303\u0304b", "a\u200db", "Ａnna"])
def test_names_that_cannot_be_read(name: str) -> None:
    with pytest.raises(BadInput):
        check_name(name)
