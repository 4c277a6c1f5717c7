"""The switches of a game as Python types, written from its rulings.

`data/rulings/` of a game says what its documents leave open and what may be chosen. The module
`rulings.py` beside it holds the same as types, so that a misspelt switch or choice is found before
anything runs: a type for each switch, `Rulings` for those on which a match turns, and `AllRulings`
for questions, which turn on all of them. `scripts/rulings.py` writes these modules anew.
"""

from __future__ import annotations

from landbridge.engine.rules.index import Ruling, rulings

_HEAD = '''"""The switches of the rulings in data/rulings/; written by scripts/rulings.py."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
'''


def source_of(package: str) -> str:
    """The source of a game's `rulings.py`, not yet formatted."""
    found = sorted(rulings(package).values(), key=lambda ruling: ruling.switch)
    match = [ruling for ruling in found if ruling.concerns == "match"]
    questions = [ruling for ruling in found if ruling.concerns == "questions"]
    parts = [_HEAD, *map(_alias, found), "\n", _struct("Rulings", "Struct", match)]
    parts += ["\n\n", _struct("AllRulings", "Rulings", questions)]
    return "".join(parts)


def type_name(switch: str) -> str:
    """The name of a switch's type: `first_winter` is `FirstWinter`."""
    return "".join(word.capitalize() for word in switch.split("_"))


def _alias(ruling: Ruling) -> str:
    words = ", ".join(f'"{word}"' for word in ruling.options)
    return f'{type_name(ruling.switch)} = Literal[{words}]\n"""{ruling.id}"""\n'


def _struct(name: str, base: str, found: list[Ruling]) -> str:
    text = (
        "What is chosen where the documents leave a question open, as far as a match turns on it."
        if base == "Struct"
        else "The same with what only answers turn on."
    )
    lines = [f"class {name}({base}, frozen=True, kw_only=True):", f'    """{text}"""', ""]
    for ruling in found:
        meta = f'Meta(description="{_description(ruling)}")'
        kind = f"Annotated[{type_name(ruling.switch)}, {meta}]"
        lines.append(f'    {ruling.switch}: {kind} = "{ruling.default}"')
    return "\n".join(lines).rstrip() + "\n"


def _description(ruling: Ruling) -> str:
    title = ruling.title.replace('"', "'")
    return f"{ruling.id}: {title}"
