"""The save format: what is written is read, and what was touched is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.matches.saves import (
    FORMAT,
    ActionRecord,
    BadSave,
    Header,
    Rollback,
    Save,
    from_text,
    seal,
    to_text,
)
from landbridge.engine.matches.seals import Seed

words = st.text(max_size=6)
faces = st.lists(st.lists(st.integers(1, 6), max_size=3).map(tuple), max_size=3).map(tuple)
headers = st.builds(
    Header,
    format=st.just(FORMAT),
    game=words,
    edition=words,
    scenario=words,
    options=st.dictionaries(words, words, max_size=3),
    mode=st.sampled_from(["enforced", "referee"]),
    dice=st.sampled_from(["seeded", "typed", "either"]),
    commitment=words,
    seed=st.none() | st.builds(Seed, words, words),
    set_up=faces,
    set_up_typed=st.booleans(),
    start=words,
)
entries = st.builds(
    ActionRecord,
    serial=st.integers(1, 99),
    who=words,
    do=words,
    dice=faces,
    typed=st.integers(0, 3),
    declared=st.lists(words, max_size=2).map(tuple),
    state=words,
)
takings = st.builds(
    Rollback,
    before=st.integers(1, 9),
    serial=st.integers(1, 99),
    actions=st.lists(words, max_size=2).map(tuple),
    dice=faces,
    agreed=st.lists(words, max_size=2).map(tuple),
)
saves = st.builds(
    seal,
    headers,
    st.lists(entries, max_size=4).map(tuple),
    st.integers(1, 99),
    st.lists(takings, max_size=2).map(tuple),
    words,
)

EXAMPLE = seal(
    Header(
        game="ladder",
        edition="1",
        scenario="house",
        options={"start": "ground"},
        mode="referee",
        dice="either",
        commitment="c",
        seed=Seed("text", "salt"),
        set_up=((1, 2), (3,)),
        start="s",
    ),
    (
        ActionRecord(serial=1, who="north", do="jump", dice=((3,),), typed=1),
        ActionRecord(serial=2, who="south", do="climb left 4", declared=("DC-TOY-3",), state="h"),
        ActionRecord(serial=4, who="north", do="rest"),
    ),
    5,
    (Rollback(before=3, serial=3, actions=("rest",), dice=((5,),), agreed=("north", "south")),),
    "last",
)
TEXT = to_text(EXAMPLE)


def lines() -> list[Any]:
    return [json.loads(line) for line in TEXT.splitlines()]


def text_of(changed: list[Any]) -> str:
    return "".join(json.dumps(line) + "\n" for line in changed)


@given(saves)
def test_what_is_written_is_read(save: Save) -> None:
    assert from_text(to_text(save)) == save


def test_one_json_value_a_line() -> None:
    header, first, _, third, footer = lines()
    assert header["format"] == "landbridge match 1"
    assert first == {"serial": 1, "who": "north", "do": "jump", "dice": [[3]], "typed": 1}
    assert third == {"serial": 4, "who": "north", "do": "rest"}
    assert footer["actions"] == 3
    assert footer["next_serial"] == 5


def test_the_way_json_is_laid_out_does_not_count() -> None:
    assert from_text(text_of(lines())) == EXAMPLE
    assert from_text(TEXT.replace("\n", "\r\n")) == EXAMPLE


def test_a_file_cut_off_anywhere_is_noticed() -> None:
    for length in range(len(TEXT)):
        with pytest.raises(BadSave):
            from_text(TEXT[:length])


def test_a_lost_end_of_line_is_noticed() -> None:
    with pytest.raises(BadSave, match="breaks off: its last line is not complete"):
        from_text(TEXT[:-1])


def test_a_lost_closing_line_is_noticed() -> None:
    with pytest.raises(BadSave, match="breaks off: its closing line is missing"):
        from_text(text_of(lines()[:-1]))
    with pytest.raises(BadSave, match="breaks off: its last line is not complete"):
        from_text(text_of(lines()[:1]))


@pytest.mark.parametrize(
    "text",
    ["", "\n", "hello\n", "[1, 2]\n", "{}\n", '{"format": 1}\n', '{"format": "chess"}\n', "\x00"],
)
def test_something_else_is_no_match(text: str) -> None:
    with pytest.raises(BadSave, match="this is not a Landbridge match"):
        from_text(text)


def test_another_format_is_named() -> None:
    with pytest.raises(
        BadSave, match="'landbridge match 2'; this program reads 'landbridge match 1'"
    ):
        from_text(TEXT.replace("landbridge match 1", "landbridge match 2"))


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("game", None, "the header is damaged: Object missing required field `game`"),
        ("mode", "lenient", "the header is damaged: Invalid enum value 'lenient'"),
        ("dice", "loaded", "the header is damaged: Invalid enum value 'loaded'"),
        ("options", [], "the header is damaged: Expected `object`"),
        ("set_up", [["x"]], "the header is damaged: Expected `int`"),
        ("seed", {"text": "x"}, "the header is damaged: Object missing required field `salt`"),
    ],
)
def test_a_damaged_header(name: str, value: Any, problem: str) -> None:
    changed = lines()
    changed[0] |= {name: value}
    if value is None:
        del changed[0][name]
    with pytest.raises(BadSave, match=problem):
        from_text(text_of(changed))


def test_a_damaged_action_is_named() -> None:
    changed = lines()
    changed[2]["serial"] = "two"
    with pytest.raises(BadSave, match="action 2 is damaged: Expected `int`"):
        from_text(text_of(changed))
    with pytest.raises(BadSave, match="action 1 is damaged"):
        from_text(TEXT.replace('{"serial":1', '{"serial":1,,'))


def test_lines_lost_or_doubled_are_counted() -> None:
    first, *rest = lines()
    with pytest.raises(BadSave, match="3 actions are announced, 2 are there"):
        from_text(text_of([first, *rest[1:]]))
    with pytest.raises(BadSave, match="3 actions are announced, 4 are there"):
        from_text(text_of([first, rest[0], *rest]))


def test_lines_in_another_order_are_noticed() -> None:
    header, first, second, third, footer = lines()
    with pytest.raises(BadSave, match="the hash chain does not fit"):
        from_text(text_of([header, second, first, third, footer]))


def other(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}x"
    if isinstance(value, list):
        return [other(value[0]), *value[1:]] if value else [[1]]
    if isinstance(value, dict):
        name = next(iter(value))
        return value | {name: other(value[name])}
    raise AssertionError(value)


OTHER_WORDS = {"mode": "enforced", "dice": "typed"}
FIELDS = [(number, name) for number, line in enumerate(lines()) for name in line]


@pytest.mark.parametrize(("number", "name"), FIELDS)
def test_a_change_in_any_field_is_noticed(number: int, name: str) -> None:
    changed = lines()
    old = changed[number][name]
    changed[number][name] = (
        OTHER_WORDS.get(name) if number == 0 and name in OTHER_WORDS else other(old)
    )
    assert changed[number][name] != old
    with pytest.raises(BadSave) as bad:
        from_text(text_of(changed))
    wanted = {"format": "its format is", "actions": "actions are announced"}
    assert wanted.get(name, "the hash chain does not fit") in str(bad.value)


def test_the_seed_cannot_be_taken_out_of_the_file_by_hand() -> None:
    changed = lines()
    changed[0]["seed"] = None
    with pytest.raises(BadSave, match="the hash chain does not fit"):
        from_text(text_of(changed))
