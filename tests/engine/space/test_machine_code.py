"""Loops do the same as machine code and as the Python they are written in, and are kept safely."""

from __future__ import annotations

import random
from array import array
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from landbridge.engine.space import loops, machine_code
from landbridge.engine.space.graph import BARRED, NONE
from landbridge.engine.space.machine_code import load_loops

WIDTH, SIZE = 3, 40


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where machine code is kept for a test."""
    monkeypatch.setattr(machine_code, "_folders", lambda: iter([tmp_path / "kept"]))
    return tmp_path / "kept"


@pytest.fixture
def small(tmp_path: Path) -> ModuleType:
    """A module with one loop."""
    path = tmp_path / "small_loops.py"
    path.write_text(
        "from __future__ import annotations\n\n"
        "def last(marks: Bytes, size: int) -> int:\n"
        "    return marks[size - 1]\n"
    )
    spec = spec_from_file_location("small_loops", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def marks(rng: random.Random) -> list[int]:
    return [rng.choice([0, 0, 1]) for _ in range(SIZE)]


def by_llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nothing put into memory as it stands."""
    monkeypatch.setattr(machine_code, "put_in_memory", lambda code: None)


@pytest.mark.parametrize("as_it_stands", [True, False])
def test_machine_code_does_what_its_python_says(
    as_it_stands: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not as_it_stands:
        by_llvm(monkeypatch)
    compiled, rng = load_loops(loops), random.Random(3)

    def same(name: str, *given: Any, size: dict[int, int]) -> None:
        """Call a loop both ways; `size` are the bytes of a number in its columns, by argument."""
        slow = [list(one) if isinstance(one, list) else one for one in given]
        quick: list[Any] = list(given)
        for place, wide in size.items():
            code = {1: "B", 2: "h", 4: "i"}[wide]
            quick[place] = array(code, given[place])
        wanted = getattr(loops, name)(*slow)
        columns = [one.buffer_info()[0] if hasattr(one, "buffer_info") else one for one in quick]
        assert compiled[name](*columns) == wanted
        for place in size:
            assert quick[place].tolist() == slow[place]

    for _ in range(60):
        ends = [rng.choice([NONE, rng.randrange(SIZE)]) for _ in range(SIZE * WIDTH)]
        price = [rng.choice([BARRED, 2, 3]) if end >= 0 else BARRED for end in ends]
        starts = rng.sample(range(SIZE), 3)
        room = SIZE * (WIDTH + 1)
        given = [ends, price, WIDTH, starts, [0, 1, 12], 3, 10, marks(rng), rng.randrange(2)]
        given += [marks(rng), rng.randrange(2), rng.choice([NONE, 7]), [NONE] * SIZE, [NONE] * SIZE]
        given += [[0] * 11, [0] * room, [0] * room, [0] * SIZE]
        widths = {0: 4, 1: 2, 3: 4, 4: 4, 7: 1, 9: 1, 12: 2, 13: 4, 14: 4, 15: 4, 16: 4, 17: 1}
        same("spread", *given, size=widths)
        one, other, none = marks(rng), marks(rng), [0] * SIZE
        columns = {0: 4, 2: 4, 4: 1, 6: 1}
        same("zones", ends, WIDTH, starts, 3, other, SIZE, none, size=columns)
        same("widened", ends, WIDTH, one, SIZE, none, size={0: 4, 2: 1, 4: 1})
        same("reached", [rng.choice([NONE, 5]) for _ in one], SIZE, none, size={0: 2, 2: 1})
        for name in ("either", "both", "without"):
            same(name, one, other, SIZE, none, size={0: 1, 1: 1, 3: 1})
        same("touch", one, other, SIZE, size={0: 1, 1: 1})
        same("marked_places", one, SIZE, [0] * SIZE, size={0: 1, 2: 4})


def compiling(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes whenever something is compiled."""
    told: list[str] = []
    compile_them = machine_code._compile

    def compile_and_tell(some: Any) -> bytes:
        told.extend(some)
        return compile_them(some)

    monkeypatch.setattr(machine_code, "_compile", compile_and_tell)
    return told


def test_loops_are_compiled_once_and_a_broken_file_is_not_believed(
    folder: Path, small: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = compiling(monkeypatch)
    for times, change in enumerate(["", "none", "cut", "flip"]):
        kept = sorted(folder.glob("*")) if times else []
        assert len(kept) == min(times, 1), "one file, and no draft beside it"
        if change == "cut":
            kept[0].write_bytes(kept[0].read_bytes()[:100])
        if change == "flip":
            data = bytearray(kept[0].read_bytes())
            data[200] ^= 1
            kept[0].write_bytes(data)
        assert load_loops(small)["last"](b"\0\7", 2) == 7
    assert told == ["last"] * 3, "at first, and whenever what is kept is broken"


def test_loops_work_where_nothing_can_be_kept(
    tmp_path: Path, small: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = compiling(monkeypatch)
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(machine_code, "_folders", lambda: iter([tmp_path / "file" / "kept"]))
    for number in (7, 8):
        assert load_loops(small)["last"](bytes([number]), 1) == number
    assert told == ["last", "last"]


def test_the_users_cache_is_the_second_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    beside, own = machine_code._folders()
    assert beside.name == "__pycache__"
    assert own == Path("/somewhere/landbridge")
