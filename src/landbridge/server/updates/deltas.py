"""What changed between two values of plain JSON, so that only that need be sent.

A delta is one of these, and tells how to make the new value from the old one:

- `{"value": v}`: it is v now;
- `{"fields": {name: delta}, "removed": [names]}`: an object; one that is new has its `value`;
- `{"items": [[id, delta]], "order": [ids]}`: a list of objects with an `id` each; without an
  `order` it is the same as before;
- `{"entries": [[index, delta]]}`: any other list that is as long as before;
- `{"splice": [index, count, values]}`: so many entries are replaced by these.

The browser does the same as `apply_delta` in `client/match/sync/deltas.js`; a test holds both
together.
"""

from __future__ import annotations

from typing import Any

Delta = dict[str, Any]


def find_delta(old: Any, new: Any) -> Delta | None:
    """What changed from one value to another; None if nothing did."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _of_objects(old, new)
    if isinstance(old, list) and isinstance(new, list):
        return _of_lists(old, new)
    # True is 1 in Python, but not in JSON.
    if type(old) is type(new) and old == new:
        return None
    return {"value": new}


def apply_delta(delta: Delta | None, old: Any) -> Any:
    """The new value; the old one is left as it was."""
    if delta is None:
        return old
    if "value" in delta:
        return delta["value"]
    if "fields" in delta or "removed" in delta:
        removed = delta.get("removed", ())
        kept = {name: value for name, value in old.items() if name not in removed}
        changed = delta.get("fields", {})
        return kept | {name: apply_delta(one, old.get(name)) for name, one in changed.items()}
    if "items" in delta or "order" in delta:
        by_id = {_key(item["id"]): item for item in old}
        for item_id, one in delta.get("items", ()):
            by_id[_key(item_id)] = apply_delta(one, by_id.get(_key(item_id)))
        order = delta.get("order", [item["id"] for item in old])
        return [by_id[_key(item_id)] for item_id in order]
    if "entries" in delta:
        made = list(old)
        for index, one in delta["entries"]:
            made[index] = apply_delta(one, old[index])
        return made
    start, count, values = delta["splice"]
    return [*old[:start], *values, *old[start + count :]]


def _of_objects(old: dict[str, Any], new: dict[str, Any]) -> Delta | None:
    fields: dict[str, Delta] = {}
    for name, value in new.items():
        found = find_delta(old[name], value) if name in old else {"value": value}
        if found is not None:
            fields[name] = found
    removed = [name for name in old if name not in new]
    delta: Delta = {"fields": fields} if fields else {}
    if removed:
        delta["removed"] = removed
    return delta or None


def _of_lists(old: list[Any], new: list[Any]) -> Delta | None:
    before, after = _ids(old), _ids(new)
    if before and after:
        return _of_items(dict(zip(before, old, strict=True)), dict(zip(after, new, strict=True)))
    if len(old) == len(new):
        entries = [
            [index, found]
            for index, (was, now) in enumerate(zip(old, new, strict=True))
            if (found := find_delta(was, now)) is not None
        ]
        return {"entries": entries} if entries else None
    return _of_lengths(old, new)


def _of_items(old: dict[Any, Any], new: dict[Any, Any]) -> Delta | None:
    items = []
    for key, item in new.items():
        found = find_delta(old[key], item) if key in old else {"value": item}
        if found is not None:
            items.append([item["id"], found])
    delta: Delta = {"items": items} if items else {}
    if list(old) != list(new):
        delta["order"] = [item["id"] for item in new.values()]
    return delta or None


def _of_lengths(old: list[Any], new: list[Any]) -> Delta:
    """Two lists of different length: what lies between their common beginning and end."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and find_delta(old[start], new[start]) is None:
        start += 1
    end = 0
    while end < shorter - start and find_delta(old[-1 - end], new[-1 - end]) is None:
        end += 1
    return {"splice": [start, len(old) - end - start, new[start : len(new) - end]]}


def _ids(items: list[Any]) -> list[tuple[type, Any]]:
    """The id of each entry; none at all unless every entry has one of its own."""
    found = []
    for item in items:
        if not isinstance(item, dict) or type(item.get("id")) not in (str, int):
            return []
        found.append(_key(item["id"]))
    return found if len(set(found)) == len(found) else []


def _key(item_id: str | int) -> tuple[type, str | int]:
    return (type(item_id), item_id)
