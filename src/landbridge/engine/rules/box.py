"""As in my box: what an owner is asked where the documents at hand do not say how a rule goes.

A match may apply only what is the booklets' or the series' own. Everything else that it would
apply is a question to the owner of the printed game: every ruling that is a reconstruction or a
house rule, every row of that kind that no ruling covers, and the points of a game's
`data/box.toml`, which are data that nobody has printed. An answer is one of the choices, or the
figures that the box has instead of those of a choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, choices, shorten, unknown
from landbridge.engine.rules.citing import Rules, Source
from landbridge.engine.rules.index import Choice, rows, rulings

INVENTED: tuple[Source, ...] = ("reconstruction", "house")
"""What is not the documents' own word."""

AS_READ, OTHERWISE = "as_read", "otherwise"
"""What may be said of a reading: the box says the same, or it does not and it is left out."""

_HEAD = ("cites", "source")
"""What stands in data beside the figures."""

CHOICE = "choice"
"""The key of an answer with figures that names the choice which they change."""


class BoxQuestion(Struct, frozen=True, kw_only=True):
    """Something that the owner of a box can look up."""

    key: str
    title: str
    text: str
    options: dict[str, Choice]
    default: str
    """What the program takes where nobody asks the owner."""
    source: Source
    rules: Rules
    look: str = ""
    """Where in the box it stands, as far as that is known."""

    @property
    def figures(self) -> dict[str, Any]:
        """The figures that an answer may give, with those of the default."""
        found: dict[str, Any] = {}
        for option in (*self.options.values(), self.options[self.default]):
            found |= option.figures
        return found

    def figures_of(self, choice: str) -> dict[str, Any]:
        """The figures of a choice; those that it does not give are the default's."""
        return self.options[self.default].figures | self.options[choice].figures


class OwnersAnswer(Struct, frozen=True, omit_defaults=True):
    """What an owner says of one question."""

    key: str
    choice: str
    figures: str = ""
    """The figures of the box, where they are not those of the choice; JSON, so that it hashes."""

    def plain(self) -> Any:
        """The answer as a pack has it: a choice, or a choice with figures."""
        if not self.figures:
            return self.choice
        return {CHOICE: self.choice} | msgspec.json.decode(self.figures)

    def word(self) -> str:
        """The answer as an action says it: key=choice, or key={...}."""
        plain = self.plain()
        said = plain if isinstance(plain, str) else msgspec.json.encode(plain).decode()
        return f"{self.key}={said}"


# What is asked


class BoxPoint(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question of `data/box.toml`: data of a game that no ruling covers."""

    key: str
    title: str
    question: str
    rows: Rules
    source: Source
    default: str
    options: dict[str, Choice]
    data: str = ""
    """Where the default's figures are, as file:key.key; they are one figure, called `entries`."""
    look: str = ""


@cache
def box_questions(package: str) -> dict[str, BoxQuestion]:
    """Everything that the owner of a game may be asked in a match, by its key."""
    found = _points(package) | _rulings(package)
    return found | _readings(package, found)


def _hints(package: str) -> dict[str, Any]:
    return read_toml(package, "box.toml") if (files(package) / "data/box.toml").is_file() else {}


def _points(package: str) -> dict[str, BoxQuestion]:
    points = msgspec.convert(_hints(package).get("point", []), list[BoxPoint])
    found = {}
    for point in points:
        options = point.options
        if point.data:
            file, _, path = point.data.partition(":")
            data: Any = read_toml(package, file)
            for word in path.split("."):
                data = data[word]
            if isinstance(data, dict):
                data = {name: value for name, value in data.items() if name not in _HEAD}
            default = options[point.default]
            options = options | {point.default: Choice(default.text, {"entries": data})}
        found[point.key] = BoxQuestion(
            key=point.key,
            title=point.title,
            text=point.question,
            options=options,
            default=point.default,
            source=point.source,
            rules=point.rows,
            look=point.look or _look(package, point.rows),
        )
    return found


def _rulings(package: str) -> dict[str, BoxQuestion]:
    look = _hints(package).get("look", {})
    no_box = _hints(package).get("no_box", {})
    also = _hints(package).get("cited", {})
    return {
        switch: BoxQuestion(
            key=switch,
            title=ruling.title,
            text=ruling.question,
            options=ruling.options,
            default=ruling.default,
            source=ruling.source,
            rules=(ruling.id, *ruling.rows),
            look=look.get(switch) or _look(package, ruling.rows),
        )
        for switch, ruling in rulings(package).items()
        if ruling.source in INVENTED
        and (ruling.concerns == "match" or switch in also)
        and switch not in no_box
    }


def _readings(package: str, found: Mapping[str, BoxQuestion]) -> dict[str, BoxQuestion]:
    """Rows that are our own reading, where no ruling holds the question."""
    covered = {row for ruling in rulings(package).values() for row in ruling.rows}
    covered |= {row for question in found.values() for row in question.rules}
    covered |= set(_hints(package).get("no_box", {}))
    options = {
        AS_READ: Choice("It says so, or nothing else."),
        OTHERWISE: Choice("It says otherwise: leave this out, the players see to it themselves."),
    }
    return {
        row.id: BoxQuestion(
            key=row.id,
            title=row.title,
            text=f"{row.text} Does your box say so?",
            options=options,
            default=AS_READ,
            source=row.source,
            rules=(row.id,),
        )
        for row in rows(package).values()
        if row.source in INVENTED and row.id not in covered
    }


def _look(package: str, cited: Rules) -> str:
    """The parts of the documents that the rows of a question stand in."""
    known = rows(package)
    places = [known[row].where for row in cited if row in known and known[row].source == "booklet"]
    plain = (place.partition(" (")[0].strip() for place in places)
    return "; ".join(dict.fromkeys(place for place in plain if place))


@cache
def keys_of_rules(package: str) -> dict[str, str]:
    """The question behind every rule that may be cited."""
    keys = {key: key for key in box_questions(package)}
    for switch, ruling in rulings(package).items():
        if switch in keys:
            keys[ruling.id] = switch
            invented = (row for row in ruling.rows if row in rows(package))
            keys |= {row: switch for row in invented if rows(package)[row].source in INVENTED}
    return keys


# Answering


def read_answer(package: str, key: str, said: Any) -> OwnersAnswer:
    """An answer from plain data, or an error that says what is allowed."""
    questions = box_questions(package)
    if key not in questions:
        raise BadInput(unknown("question to the box", key, questions))
    question = questions[key]
    if isinstance(said, str):
        return OwnersAnswer(key, _known(question, said))
    if not isinstance(said, dict):
        raise BadInput(f"{key} is {choices(question.options)}, not '{shorten(str(said))}'.")
    own = dict(said)
    choice = _known(question, own.pop(CHOICE, question.default))
    like = question.figures
    for name, value in own.items():
        if name not in like:
            allowed = choices(sorted(like)) or "it has none"
            raise BadInput(f"{key} has no figure '{shorten(name)}'. Allowed: {allowed}.")
        _check_kind(f"{key}.{name}", value, like[name])
    usual = msgspec.to_builtins(question.figures_of(choice))
    changed = {name: value for name, value in own.items() if value != usual.get(name)}
    return OwnersAnswer(key, choice, msgspec.json.encode(changed).decode() if changed else "")


def read_word(package: str, word: str) -> OwnersAnswer:
    """An answer as an action says it: key=choice, or key={...} with figures."""
    key, equals, said = word.partition("=")
    if not equals:
        raise BadInput(f"An answer is key=choice or key={{...}}, not '{shorten(word)}'.")
    if not said.startswith("{") or key not in box_questions(package):
        return read_answer(package, key, said)
    try:
        return read_answer(package, key, msgspec.json.decode(said))
    except msgspec.DecodeError as problem:
        figure = next(iter(box_questions(package)[key].figures), "figure")
        raise BadInput(
            f"{key}: the figures cannot be read: {problem}. The answer is one word in quotes of its"
            f" own: box '{key}={{\"{figure}\": ...}}'."
        ) from None


def _known(question: BoxQuestion, choice: Any) -> str:
    if not isinstance(choice, str) or choice not in question.options:
        raise BadInput(unknown(f"choice for {question.key}", str(choice), question.options))
    return choice


def _check_kind(where: str, value: Any, like: Any) -> None:
    """Refuse a figure of another kind than the one that it stands for."""
    if isinstance(like, date):
        try:
            date.fromisoformat(str(value))
        except ValueError:
            raise BadInput(f"{where} is a date such as {like}, not '{value}'.") from None
        return
    if type(value) is not type(like):
        words = {bool: "true or false", int: "a whole number", str: "text", list: "a list"}
        wanted = words.get(type(like), "a table of figures")
        raise BadInput(f"{where} is {wanted}, not '{shorten(str(value))}'.")
    if isinstance(like, list) and len({type(one) for one in like}) == 1:
        for item in value:
            _check_kind(where, item, like[0])
    if isinstance(like, dict) and len({type(one) for one in like.values()}) == 1:
        for name, item in value.items():
            _check_kind(f"{where}.{name}", item, next(iter(like.values())))


def own_figures(question: BoxQuestion, answer: OwnersAnswer) -> dict[str, Any]:
    """The figures of an answer, with dates as dates."""
    found: dict[str, Any] = msgspec.json.decode(answer.figures) if answer.figures else {}
    like = question.figures
    return {
        name: date.fromisoformat(value) if isinstance(like[name], date) else value
        for name, value in found.items()
    }
