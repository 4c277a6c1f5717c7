"""Names that look alike: what is left of a name when one only looks at it from afar."""

from __future__ import annotations

import unicodedata

_CAPITALS = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx", strict=True))
"""Greek capitals that look Latin; their small letters often look like others."""

# Letters of other scripts that look Latin, small or capital.
_LATIN = {
    **dict(zip("авсеёнііїјкморѕтухԁԛԝӏһьгпәҽ", "abceehiiijkmopstyxdqwlhbrnee", strict=True)),
    **dict(zip("αβγεζηικμνορτυχωσϲϳ", "abyeznikmvoptuxwocj", strict=True)),
    **dict(zip("օոսցհյզ", "onughjq", strict=True)),
    **dict(zip("ıɩłøđħŧßþ", "iilodhtbp", strict=True)),
}
_SAME = dict(zip("01i|!$@", "ollllsa", strict=True))
_PAIRS = (("rn", "m"), ("vv", "w"))
_TOGETHER = (
    {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"},
    {"CJK", "HANGUL"},
)
"""Scripts that are written together."""


def skeleton(name: str) -> str:
    """What a name looks like; two names with the same skeleton are taken for each other."""
    text = "".join(_CAPITALS.get(c, c) for c in unicodedata.normalize("NFKC", name))
    text = unicodedata.normalize("NFKD", text.casefold())
    # Spaces, hyphens and marks above letters are overlooked.
    text = "".join(_LATIN.get(c, c) for c in text if c.isalnum() or _is_symbol(c) or c in _SAME)
    text = "".join(_SAME.get(c, c) for c in text)
    for pair, one in _PAIRS:
        text = text.replace(pair, one)
    return text


def _is_symbol(letter: str) -> bool:
    return unicodedata.category(letter).startswith("S")


def scripts(name: str) -> set[str]:
    """The scripts of a name's letters."""
    return {
        unicodedata.name(c, "UNKNOWN").split()[0]
        for c in unicodedata.normalize("NFKC", name)
        if c.isalpha()
    }


def is_mixed(name: str) -> bool:
    """Whether letters of different scripts stand in one name, as only a look-alike has them."""
    found = scripts(name)
    return len(found) > 1 and not any(found <= together for together in _TOGETHER)
