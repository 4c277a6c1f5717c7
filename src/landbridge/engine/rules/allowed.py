"""What may be said where a type is asked for, in words: for questions and for actions alike.

>>> describe(Annotated[int, Meta(ge=1, le=6, description="one die")])
'1 to 6'
>>> describe(tuple[Literal["dry", "mud"], ...])
'a list of: dry or mud'
"""

from __future__ import annotations

from datetime import date
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Meta

from landbridge.engine.refusals import choices

Name = Annotated[str, Meta(max_length=60)]
"""A name, or a few words that say one thing."""

Phrase = Annotated[str, Meta(max_length=2000)]
"""A line of many words, such as a loop of hexes."""

FractionText = Annotated[
    str,
    Meta(title="a number", max_length=9, pattern=r"^\d{1,4}([./]\d{1,4})?$", examples=["7/2"]),
]
"""A number that need not be whole: 7, 3.5 or 7/2. No power of ten: 1e99 is a long number."""


def split_type(kind: Any) -> tuple[Any, str, str]:
    """The bare type, its description and its limits."""
    if get_origin(kind) is Annotated:
        plain, *notes = get_args(kind)
        inner, text, limits = split_type(plain)
        for meta in notes:
            if isinstance(meta, Meta):
                text = meta.description or text
                limits = _limits(meta) or limits
        return inner, text, limits
    members = _members(kind)
    if len(members) == 1:
        return split_type(members[0])
    return kind, "", ""


def limits_of(kind: Any) -> tuple[int | None, int | None]:
    """The least and the greatest whole number that a type takes, as far as it says."""
    if get_origin(kind) is Annotated:
        plain, *notes = get_args(kind)
        low, high = limits_of(plain)
        for meta in notes:
            if isinstance(meta, Meta):
                low = low if meta.ge is None else int(meta.ge)
                high = high if meta.le is None else int(meta.le)
        return low, high
    members = _members(kind)
    return limits_of(members[0]) if len(members) == 1 else (None, None)


def may_be_empty(kind: Any) -> bool:
    """Whether a list or a text may hold nothing: only where its type says so."""
    notes = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return any(isinstance(note, Meta) and note.min_length == 0 for note in notes)


def _members(kind: Any) -> list[Any]:
    """The types of a union, without None; nothing for any other type."""
    if get_origin(kind) in (Union, UnionType):
        return [part for part in get_args(kind) if part is not NoneType]
    return []


def _limits(meta: Meta) -> str:
    if meta.pattern is not None and meta.examples:
        return f"{meta.title or 'a word'} such as {meta.examples[0]}"
    if meta.max_length is not None:
        return f"up to {meta.max_length}"
    if meta.ge is not None and meta.le is not None:
        return f"{meta.ge} to {meta.le}"
    if meta.ge is not None:
        return f"{meta.ge} or more"
    return f"{meta.le} or less" if meta.le is not None else ""


def describe(kind: Any, yes_or_no: str = "true or false") -> str:
    """What may be said for a type; empty where there is no short way to say it."""
    plain, _, limits = split_type(kind)
    if get_origin(plain) is Literal:
        return choices(get_args(plain))
    if get_origin(plain) is tuple:
        each = describe(get_args(plain)[0], yes_or_no)
        return f"a list of {limits}: {each}" if limits else f"a list of: {each}"
    if parts := _members(plain):
        return choices([describe(part, yes_or_no) for part in parts])
    words = {
        date: "a date such as 1943-10-08",
        bool: yes_or_no,
        int: limits or "a whole number",
        str: _text(limits),
    }
    return words.get(plain, "")


def _text(limits: str) -> str:
    """A text in words: "a word" may be several, so long as they are short."""
    return f"a word of {limits} letters" if limits.startswith("up to ") else limits or "a word"
