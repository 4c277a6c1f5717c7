"""Passwords that are too easy: whoever guesses begins with these."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files
from itertools import pairwise

from landbridge.engine.refusals import BadInput

SHORTEST, LONGEST = 10, 200
"""Letters of a password."""

FEWEST_KINDS = 5
"""Different letters in a password."""

SHORT_BLOCK = 8
"""A block shorter than this that is only repeated is no password."""

ALL_DIGITS = 16
"""Digits alone: dates, telephone numbers and the like have fewer than this."""

_SPOKEN = {"0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g"} | {
    "@": "a",
    "$": "s",
    "!": "i",
    "+": "t",
    "(": "c",
    "€": "e",
}
"""Digits and signs that are written for letters; 1 is an i or an l."""

_KEYBOARDS = (
    ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"),
    ("1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm"),
    ("1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn"),
    ("789", "456", "123", "0"),
)


def check_password(password: str, *own: str) -> None:
    """Refuse a password that is too easy; `own` are the user's name and address."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadInput(f"A password has {SHORTEST} to {LONGEST} letters.")
    reason = _reason(password, own)
    if reason:
        raise BadInput(f"That password is too easy to guess: {reason}. Several words are better.")


def _reason(password: str, own: tuple[str, ...]) -> str:
    plain = unicodedata.normalize("NFKC", password).casefold()
    tight = "".join(c for c in plain if not c.isspace() and c not in "-_.,/")
    if len(set(tight)) < FEWEST_KINDS:
        return "it has hardly any different letters"
    if tight.isdecimal() and len(tight) < ALL_DIGITS:
        return "it has digits only"
    if _period(tight) < SHORT_BLOCK:
        return "it says the same again and again"
    if _is_walk(tight):
        return "it walks over the keyboard or through the alphabet"
    readings = _readings(tight)
    for name in own:
        part = "".join(c for c in name.casefold() if c.isalnum())
        if len(part) >= 3 and any(_is_mostly(reading, part) for reading in readings):
            return "your name or address is in it"
    common, words = _common_passwords(), _common_words()
    for reading in readings:
        core = reading.strip("0123456789!?#*&%+=@$~^")
        if {reading, core} & common or (core and _made_of(core, words, 2)):
            return "it is one of those that everybody tries first"
    return ""


def _readings(text: str) -> set[str]:
    """A text as it is written, and as it is meant where digits stand for letters."""
    found = {text}
    for one in "il":
        found.add("".join(_SPOKEN.get(c, one if c in "1|" else c) for c in text))
        # What ends a password is more often a number than a letter.
        core = text.rstrip("0123456789!?#*&%+=@$")
        found.add("".join(_SPOKEN.get(c, one if c in "1|" else c) for c in core))
    return found - {""}


def _period(text: str) -> int:
    """The length of the block that a text repeats; its whole length if it repeats none."""
    for length in range(1, len(text) // 2 + 1):
        if all(text[i] == text[i - length] for i in range(length, len(text))):
            return length
    return len(text)


def _is_walk(text: str) -> bool:
    """Whether hardly any letter surprises whoever knows the keyboard and the alphabet."""
    near = _neighbours()
    surprises = 1 + sum(
        not (a == b or abs(ord(a) - ord(b)) == 1 or b in near.get(a, ())) for a, b in pairwise(text)
    )
    return surprises * 3 <= len(text)


def _is_mostly(text: str, part: str) -> bool:
    """Whether a text is little more than this part, forwards or backwards."""
    for one in (part, part[::-1]):
        if one in text:
            rest = text.replace(one, "")
            letters = sum(c.isalpha() for c in rest)
            if len(part) >= 4 or letters < 6:
                return len(rest) < SHORTEST or letters < 6
    return False


def _made_of(text: str, words: frozenset[str], most: int) -> bool:
    """Whether a text is at most so many of these words, with digits between them."""
    if not text:
        return True
    if most == 0:
        return False
    return any(
        text[:end] in words and _made_of(text[end:].lstrip("0123456789"), words, most - 1)
        for end in range(2, len(text) + 1)
    )


@cache
def _common_words() -> frozenset[str]:
    return _read("common-words.txt")


@cache
def _common_passwords() -> frozenset[str]:
    return frozenset(one for word in _read("common-passwords.txt") for one in _readings(word))


def _read(name: str) -> frozenset[str]:
    text = files("landbridge.server.people").joinpath("data", name).read_text(encoding="utf-8")
    return frozenset(text.casefold().split())


@cache
def _neighbours() -> dict[str, frozenset[str]]:
    """The keys that touch each key, on the usual keyboards."""
    found: dict[str, set[str]] = {}
    for rows in _KEYBOARDS:
        for y, row in enumerate(rows):
            for x, key in enumerate(row):
                for above in rows[max(0, y - 1) : y + 2]:
                    found.setdefault(key, set()).update(above[max(0, x - 1) : x + 2])
    return {key: frozenset(near) for key, near in found.items()}
