"""What changed between two values of JSON: found by the server, applied by whoever asked."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import landbridge
from landbridge.server.updates.deltas import apply_delta, find_delta

NAMES = st.sampled_from(["id", "a", "b", "value", "fields", "__proto__", ""])
PLAIN = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "x", "y", "1"])
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)
UNITS = st.lists(
    st.fixed_dictionaries(
        {"id": st.sampled_from(["A", "B", "C", 1, 2, "1"]), "at": st.integers(0, 2)}
    ),
    max_size=5,
    unique_by=lambda unit: (type(unit["id"]), unit["id"]),
)


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON; in Python True equals 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@given(VALUES | UNITS, VALUES | UNITS)
def test_a_delta_makes_the_new_value_from_the_old_one(old: Any, new: Any) -> None:
    before = json.dumps(old)
    delta = json.loads(json.dumps(find_delta(old, new)))
    assert same(apply_delta(delta, old), new)
    assert json.dumps(old) == before
    assert (delta is None) == same(old, new)


@given(UNITS, UNITS)
def test_units_are_found_by_their_ids(old: list[Any], new: list[Any]) -> None:
    assert same(
        apply_delta(find_delta({"units": old}, {"units": new}), {"units": old}), {"units": new}
    )


@pytest.mark.parametrize(
    ("old", "new", "delta"),
    [
        (1, 1, None),
        (1, True, {"value": True}),
        ({"a": 1, "b": 2}, {"a": 1, "c": 3}, {"fields": {"c": {"value": 3}}, "removed": ["b"]}),
        (
            [{"id": "A", "at": 1}, {"id": "B", "at": 2}],
            [{"id": "A", "at": 1}, {"id": "B", "at": 3}],
            {"items": [["B", {"fields": {"at": {"value": 3}}}]]},
        ),
        (
            [{"id": "A"}, {"id": "B"}],
            [{"id": "B"}, {"id": "C"}],
            {"items": [["C", {"value": {"id": "C"}}]], "order": ["B", "C"]},
        ),
        ([1, 2, 3], [1, 5, 3], {"entries": [[1, {"value": 5}]]}),
        ([1, 2, 3], [1, 3], {"splice": [1, 1, []]}),
        ([1, 1], [1, 1, 1], {"splice": [2, 0, [1]]}),
        ([{"id": "A"}, {"id": "A"}], [{"id": "A"}], {"splice": [1, 1, []]}),
    ],
)
def test_only_what_changed_is_said(old: Any, new: Any, delta: Any) -> None:
    assert find_delta(old, new) == delta


# The same in the browser's language


def a_value(drawn: random.Random, depth: int = 0) -> Any:
    """Some JSON, often with ids."""
    kind = drawn.randrange(7 if depth < 3 else 3)
    if kind < 3:
        return drawn.choice([None, True, False, 0, 1, -2, 1.5, "", "x", "1"])
    if kind == 3:
        ids = drawn.sample(["A", "B", "C", 1, 2, "1"], drawn.randrange(5))
        return [{"id": one, "at": a_value(drawn, depth + 2)} for one in ids]
    if kind == 4:
        return [a_value(drawn, depth + 1) for _ in range(drawn.randrange(5))]
    names = drawn.sample(
        ["id", "a", "b", "value", "__proto__", "constructor", ""], drawn.randrange(5)
    )
    return {name: a_value(drawn, depth + 1) for name in names}


def changed(drawn: random.Random, old: Any) -> Any:
    """The same with a change here and there."""
    if drawn.random() < 0.1 or not isinstance(old, (dict, list)):
        return a_value(drawn, 2) if drawn.random() < 0.3 else old
    if isinstance(old, dict):
        names = [name for name in old if name == "id" or drawn.random() < 0.9]
        return {name: old[name] if name == "id" else changed(drawn, old[name]) for name in names}
    kept = [changed(drawn, one) for one in old if drawn.random() < 0.9]
    if drawn.random() < 0.2:
        drawn.shuffle(kept)
    return kept


SCRIPT = """
import { applyDelta } from MODULE;
const freeze = (one) => {
  if (one && typeof one === "object") Object.values(Object.freeze(one)).forEach(freeze);
  return one;
};
const found = JSON.parse(await new Response(Deno.stdin.readable).text());
console.log(JSON.stringify(found.map(({ old, delta }) => applyDelta(freeze(delta), freeze(old)))));
"""


def test_the_browser_applies_a_delta_as_the_server_does(tmp_path: Path) -> None:
    drawn = random.Random(1943)
    olds = [a_value(drawn) for _ in range(3000)]
    pairs = [(old, a_value(drawn) if drawn.random() < 0.2 else changed(drawn, old)) for old in olds]
    given = [{"old": old, "delta": find_delta(old, new)} for old, new in pairs]
    text = json.dumps(given)
    for kind in ("value", "fields", "removed", "items", "order", "entries", "splice"):
        assert text.count(f'"{kind}":') > 50, kind
    assert re.search(r'"items": \[\[[^][]*\]\]\}', text)
    module = Path(landbridge.__file__).parent / "client" / "match" / "sync" / "deltas.js"
    script = tmp_path / "apply.js"
    script.write_text(SCRIPT.replace("MODULE", json.dumps(module.as_uri())))
    deno = which(
        "deno", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    )
    assert deno is not None, "deno is missing: make setup"
    done = subprocess.run(
        [deno, "run", "--quiet", "--no-remote", "--no-config", str(script)],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
        env=os.environ | {"NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1", "DENO_DIR": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    for (_, new), made in zip(pairs, json.loads(done.stdout), strict=True):
        assert same(made, new)
