"""Typefaces: the standard ones of print, known by their widths on every machine."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

Face = Literal["serif", "serif_bold", "serif_italic", "sans", "sans_bold"]

PRINT_NAMES: dict[Face, str] = {
    "serif": "Times-Roman",
    "serif_bold": "Times-Bold",
    "serif_italic": "Times-Italic",
    "sans": "Helvetica",
    "sans_bold": "Helvetica-Bold",
}
"""What printers call them; every reader of PDF has these."""

_FIRST = ord(" ")
_STRANGE = 500
"""The width of a letter that the tables do not have, in thousandths of the size."""


@cache
def _widths() -> dict[str, list[int]]:
    text = (files("landbridge.engine.drawing") / "widths.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def letter_width(letter: str, face: Face) -> int:
    """The width of a letter, in thousandths of its size."""
    number = ord(letter) - _FIRST
    listed = _widths()[face]
    return listed[number] if 0 <= number < len(listed) else _STRANGE


def text_width(text: str, face: Face, size: float, spaced: float = 0.0) -> float:
    """The width of words; `spaced` is the room between two letters."""
    letters = sum(letter_width(letter, face) for letter in text) * size / 1000
    return letters + spaced * max(0, len(text) - 1)
