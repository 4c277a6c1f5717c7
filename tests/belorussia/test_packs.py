"""Packs of better data, the orders of arrival they are laid over, and counters in writing."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.index import rows
from landbridge.games.belorussia.arrivals import (
    emergencies,
    withdrawals,
)
from landbridge.games.belorussia.arrivals import (
    turn_arrivals as arrivals,
)
from landbridge.games.belorussia.arrivals.counters import parse_counter
from landbridge.games.belorussia.arrivals.order import SIDES, by_row, dated, order_of_arrival
from landbridge.games.belorussia.arrivals.pack_questions import gaps
from landbridge.games.belorussia.arrivals.packs import (
    BadPack,
    Pack,
    find_pack,
    load_pack,
    pack_names,
    read_pack,
)
from landbridge.games.belorussia.calendar import DATA, turns
from landbridge.games.belorussia.words import PACKAGE, Side
from landbridge.referee.asking import ask

HEAD = 'name = "my copy"\nsource = "booklet"\n'


def pack(*parts: str) -> Pack:
    return read_pack("mine", "\n".join((HEAD, *parts)))


def fill(row: str, *counters: str, more: str = "") -> str:
    listed = ", ".join(f'"{counter}"' for counter in counters)
    return f'[[fill]]\nrow = "{row}"\ncounters = [{listed}]\n{more}\n'


def correct(row: str, was: str, now: str, more: str = "") -> str:
    return f'[[correct]]\nrow = "{row}"\nwas = "{was}"\nnow = "{now}"\n{more}\n'


# The orders of arrival as they are


def test_the_lists_are_whole_and_in_order() -> None:
    for side, letter, entries, days in (("soviet", "S", 79, 58), ("axis", "A", 84, 55)):
        listed = order_of_arrival(side)  # type: ignore[arg-type]
        numbered = [e.row for e in listed if e.row.startswith(f"TFB-OO{letter}-")]
        assert numbered == [f"TFB-OO{letter}-{n}" for n in range(1, entries + 1)]
        turns_named = [e.date for e in listed if e.date is not None]
        assert turns_named == sorted(turns_named)
        assert set(turns_named) <= set(turns())
        assert len(set(turns_named)) == days


@pytest.mark.parametrize("side", SIDES)
def test_turns_without_an_entry_are_those_counted_in_the_booklets(side: Side) -> None:
    assert [day for day in turns() if day not in dated(side)] == DATA["no_entry"][side]


def test_damaged_entries_are_those_that_the_rule_list_calls_damaged() -> None:
    index = rows(PACKAGE)
    for side in SIDES:
        for entry in order_of_arrival(side):
            if entry.row.startswith("TFB-OO"):
                damaged = index[entry.row].certainty == "damaged"
                assert (entry.certainty == "damaged") == damaged, entry.row


# Counters in writing

FIGURE = st.one_of(
    st.integers(0, 130).map(str), st.just("?"), st.integers(0, 130).map(lambda n: f"{n}?")
)
NAME = st.sampled_from(["65", "1 Pol", "I/2", "6G", "?", "4?", "Det C"])
VALUES = st.one_of(
    st.tuples(FIGURE, FIGURE, FIGURE).map("-".join),
    st.tuples(FIGURE, FIGURE, FIGURE).map(lambda f: f"({f[0]})-{f[1]}-{f[2]}"),
    st.tuples(FIGURE, FIGURE).map("-".join),
    st.tuples(FIGURE, FIGURE, FIGURE).map(lambda f: f"+{f[0]}/({f[1]})-{f[2]}"),
    st.tuples(FIGURE, FIGURE, FIGURE).map(":".join),
    st.tuples(FIGURE, FIGURE, FIGURE).map(lambda f: f"{f[0]}:({f[1]}):{f[2]}"),
)


@given(
    st.sampled_from(["", "II ", "III ", "X ", "XX ", "XXX ", "XXXX ", "XXXXX "]),
    NAME,
    VALUES,
    st.sampled_from(["", " of 5.Tk", " of 3G.Cav"]),
    st.sampled_from(["", ", artillery", ", 6th Guards AT brigade"]),
)
def test_a_counter_is_written_as_it_was_read(
    size: str, name: str, values: str, formation: str, remark: str
) -> None:
    text = f"{size}{name}:{values}{formation}{remark}"
    counter = parse_counter(text)
    assert str(counter) == text
    assert counter.written == f"{name}:{values}"
    assert counter.lost == ("?" in counter.written)
    assert parse_counter(str(counter)) == counter


@given(st.text(max_size=20))
def test_any_text_is_a_counter_or_a_clear_error(text: str) -> None:
    try:
        said = parse_counter(text).written
    except BadInput as problem:
        said = str(problem)
    assert ":" in said


@pytest.mark.parametrize(
    "text",
    ["truck:3", "truck:1F-45", "organic truck:1-45", "Pax:x", "Pax:0", "Eq:AR6", "Eq:5", "a:b",
     "65:4-3-6)", "Pe.2:93:(1:5", "64:+2/5-1", "wagon:1-10-2", ":4-3-6", ""],
)  # fmt: skip
def test_malformed_counters_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"allowed|for example"):
        parse_counter(text)


# Filling and correcting


def test_a_pack_fills_a_gap_and_names_itself() -> None:
    mine = pack(fill("TFB-OOA-6", "XX 122:15-3-3", more='side = "axis"\ndate = 1943-10-12'))
    day = date(1943, 10, 12)
    found = arrivals.arrivals("axis", day, mine).result.entries[0]
    assert found.counters == ("122:15-3-3",)
    assert found.unknown == ()
    assert [detail.source for detail in found.details] == ["my copy"]
    assert arrivals.arrivals("axis", day).result.entries[0].counters == ()


def test_counters_that_can_be_read_stay_beside_those_of_the_pack() -> None:
    mine = pack(fill("TFB-OOA-17", "XX 291:18-4-3"))
    found = arrivals.arrivals("axis", date(1943, 11, 8), mine).result.entries[0]
    assert found.counters == ("Eq:AR5", "Eq:AR4", "291:18-4-3")
    assert [detail.source for detail in found.details] == ["booklet", "booklet", "my copy"]


def test_partly_keeps_the_gap() -> None:
    mine = pack(fill("TFB-OOA-6", "XX 122:15-3-3", more="partly = true"))
    assert mine.entries["TFB-OOA-6"].unknown == by_row("TFB-OOA-6").unknown  # type: ignore[union-attr]


def test_a_pack_also_fills_emergencies_and_withdrawals() -> None:
    mine = pack(fill("TFB-EMG-6", "XX 131:15-3-3"), fill("TFB-OOS-30", "XX 29:13-3-3"))
    facts = emergencies.Situation(distance=3)
    found = emergencies.emergency("kovel", date(1944, 3, 15), facts, pack=mine).result
    assert found.counters == ("131:15-3-3",)
    fate = withdrawals.withdraw_unit("soviet", date(1943, 12, 15), "29", pack=mine).result
    assert fate.leaves


def test_a_lost_number_is_corrected_without_more_words() -> None:
    mine = pack(correct("TFB-OOS-2", "?:+2/(5)-1", "XX 31:+2/(5)-1-4"))
    assert [c.written for c in mine.entries["TFB-OOS-2"].counters] == ["31:+2/(5)-1-4"]


def test_what_can_be_read_is_only_overruled_on_purpose() -> None:
    with pytest.raises(BadPack, match=r"nothing of 65:4-3-6 is lost; .* replace = true"):
        pack(correct("TFB-OOS-1", "65:4-3-6", "65:5-3-6"))
    mine = pack(correct("TFB-OOS-1", "65:4-3-6", "65:5-3-6", more="replace = true"))
    assert [c.written for c in mine.entries["TFB-OOS-1"].counters] == ["65:5-3-6", "151:3-3-6"]
    with pytest.raises(BadPack, match=r"nothing is lost here \(65:4-3-6, 151:3-3-6\)"):
        pack(fill("TFB-OOS-1", "65:5-3-6"))
    mine = pack(fill("TFB-OOS-1", "65:5-3-6", more="replace = true"))
    assert [c.written for c in mine.entries["TFB-OOS-1"].counters] == ["65:5-3-6"]


def test_a_pack_can_fill_and_correct_one_entry() -> None:
    mine = pack(
        fill("TFB-OOS-24", "X 95:4-3-2"),
        correct("TFB-OOS-24", "?:6-3-6", "23:6-3-6"),
    )
    written = [c.written for c in mine.entries["TFB-OOS-24"].counters]
    assert written == ["23:6-3-6", "?:4-3-2", "95:4-3-2"]


# Faults


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (fill("TFB-OOA-85", "1:1-1-1"), "There is no entry 'TFB-OOA-85'"),
        (fill("TFB-OOA-85", "1:1-1-1"), "TFB-OOA-1 to -84"),
        (fill("TFB-OOA-2", "1:1-1-1"), "There is no entry 'TFB-OOA-2'"),
        (fill("TFB-OOA-6", "1:1-1-1", more='side = "soviet"'), "the entry is axis, not soviet"),
        (fill("TFB-OOA-6", "1:1-1-1", more="date = 1943-10-15"), "is of 12 Oct 43, not of 15 Oct"),
        (fill("TFB-OOA-6", "1:1-1-1", more="date = 1943-10-13"), "13 Oct 43 is not a turn"),
        (fill("TFB-OOA-6", "1:1-1-1", more="date = 1945-05-08"), "outside the campaign"),
        (fill("TFB-EMG-4", "1:1-1-1", more="date = 1943-10-12"), "no date of its own"),
        (fill("TFB-OOA-6", "122"), "'122' is no counter; write name:values"),
        (fill("TFB-OOA-6", "122:15-3"), None),
        (fill("TFB-OOA-6", "122:15/3"), "'15/3' are no values of a counter"),
        (fill("TFB-OOA-6"), "it brings no counters"),
        (fill("TFB-OOA-54", *["1:1-1-1"] * 16), None),
        (fill("TFB-OOA-54", *["1:1-1-1"] * 17), "17 counters, but the entry has lost 16 at most"),
        (fill("TFB-OOS-16", "1:1-1-1", "2:1-1-1"), "2 counters, but the entry has lost 1 at most"),
        (fill("TFB-OOA-6", "1:1-1-1") * 2, "this entry is filled twice"),
        (fill("TFB-OOA-6", "1:1-1-1", more="hex = 3"), "it may have row, counters, side, date"),
        (correct("TFB-OOS-2", "31:1-1-1", "2:1-1-1"), r"it holds no '31:1-1-1'; it holds \?:"),
        (correct("TFB-OOA-6", "31:1-1-1", "2:1-1-1"), "it holds no counter at all"),
        (correct("TFB-OOS-2", "?:+2/(5)-1", "AA"), "'AA' is no counter"),
        ("[[fill]]\ncounters = []", "line 4, fill 1: Object missing required field `row`"),
        (
            "[[add]]",
            "there is no key 'add'; allowed: name, game, source, note, fill, correct, box, hex,"
            " hexside, place, counter, set_up or from_nothing",
        ),
        ('fill = "x"', "Expected `object`"),
        ("[[fill]", "pack mine: "),
    ],
)
def test_problems_of_a_pack_are_named(part: str, said: str | None) -> None:
    if said is None:
        assert pack(part).entries
        return
    with pytest.raises(BadPack, match=said):
        pack(part)


def test_every_problem_of_a_pack_is_listed_with_its_line_and_nothing_is_loaded() -> None:
    parts = (
        fill("TFB-OOA-6", "XX 122:15-3-3"),
        fill("TFB-OOA-99", "1:1-1-1"),
        correct("TFB-OOS-1", "65:4-3-6", "65:5-3-6"),
    )
    with pytest.raises(BadPack) as caught:
        pack(*parts)
    text = str(caught.value)
    assert text.startswith("pack mine was not loaded:\n")
    assert "line 9, fill 2 (TFB-OOA-99): There is no entry" in text
    assert "line 14, correct 1 (TFB-OOS-1): nothing of 65:4-3-6 is lost" in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('source = "booklet"', "it has no name"),
        ('name = 3\nsource = "booklet"', "it has no name"),
        ('name = "x"', "source is booklet, series, reconstruction or house, not ''"),
        ('name = "x"\nsource = "hearsay"', "not 'hearsay'"),
    ],
)
def test_a_pack_says_what_it_is(text: str, said: str) -> None:
    with pytest.raises(BadPack, match=said):
        read_pack("mine", text)


# Finding packs


def test_the_historical_pack_is_sound_and_off_unless_chosen() -> None:
    historical = find_pack("historical")
    assert historical is not None
    assert historical.source == "reconstruction"
    for row, entry in historical.entries.items():
        printed = by_row(row)
        assert printed is not None
        assert printed.unknown or any(counter.lost for counter in printed.counters)
        assert any(counter.source == historical.title for counter in entry.counters)
    assert find_pack("") is None
    side: Side
    for side in SIDES:
        sources = {c.source for e in order_of_arrival(side) for c in e.counters}
        assert sources == {"booklet"}
        assert len(gaps(side, historical)) <= len(gaps(side))


def test_packs_are_read_from_an_owners_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANDBRIDGE_PACKS", str(tmp_path))
    (tmp_path / "mine.toml").write_text(HEAD + fill("TFB-OOA-6", "XX 122:15-3-3"))
    assert pack_names() == ("historical", "mine")
    found = ask("belorussia.arrivals", side="axis", date=date(1943, 10, 12), pack="mine")
    assert found.result.entries[0].counters == ("122:15-3-3",)
    listed = ask("belorussia.packs").result
    assert [(p.name, p.title) for p in listed] == [
        ("historical", "historical fillings"),
        ("mine", "my copy"),
    ]
    (tmp_path / "historical.toml").write_text(HEAD)
    assert find_pack("historical").title == "my copy"  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["none", "../secret", "/etc/passwd", "historical.toml", "A B"])
def test_packs_are_found_by_name_only(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANDBRIDGE_PACKS", str(tmp_path / "packs"))
    (tmp_path / "secret.toml").write_text(HEAD)
    with pytest.raises(BadInput, match="There is no pack"):
        find_pack(name)


def test_pack_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match=r"pack gone\.toml cannot be read"):
        load_pack(tmp_path / "gone.toml")
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"')
    with pytest.raises(BadPack, match=r"pack latin\.toml cannot be read"):
        load_pack(tmp_path / "latin.toml")


def test_gaps_shrink_as_they_are_filled() -> None:
    before = {gap.row for gap in gaps("axis")}
    mine = pack(fill("TFB-OOA-6", "XX 122:15-3-3"))
    assert before - {gap.row for gap in gaps("axis", mine)} == {"TFB-OOA-6"}
    assert "TFB-OOA-14" not in before
