"""The client's modules joined into a few files, so that a page comes in a few requests.

The client is written as plain ES modules, which a browser runs as they are: there is no build step
for those who work on it (`landbridge serve --modules`). For everybody else the server joins the
modules by itself. It understands exactly the forms of import and export that our formatter leaves,
and refuses any other with its file and line, so that the joined files mean what the modules mean.
Comments stay behind.

A module becomes a constant that holds what it exports:

    const $match_clock = (() => {
    const { h } = $shell_dom;
    ...
    return { timeLeft, lastDay };
    })();

Modules that are only sometimes needed are written as `await import("./it.js")`. Each of those, with
what only it needs, is a file of its own; what several of them need is in a file that they share.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from posixpath import dirname, join, normpath

from msgspec import Struct

from landbridge.engine.refusals import LandbridgeError

_PLACE = r'"(?P<place>\.{1,2}/[\w./-]+\.js)"'
_IMPORT = re.compile(
    rf"^import (?:\{{(?P<names>[\w\s,]*)\}}|\* as (?P<all>\w+)) from {_PLACE};$", re.MULTILINE
)
_EXPORT = re.compile(
    r"^export (?=(?:const|function|async function|class) (?P<name>\w+)\b)", re.MULTILINE
)
_LOAD = re.compile(rf"\bawait import\({_PLACE}\)")
_RENAMED = re.compile(r"\b(\w+) as (\w+)\b")
_FOREIGN = re.compile(
    r"^(?:import|export|await)\b|^(?:const|let|var) [^=\n]+ = await\b|\bimport\.meta\b",
    re.MULTILINE,
)
"""What stands at the left edge, or anywhere, and is none of the forms above."""
_COMMENT = re.compile(r"^\s*(?:\*|//)|/\*\*")


_NOTE = re.compile(
    r"^[ \t]*(?:/\*\*(?:(?!\*/)[\s\S])*\*/|//[^\n]*)[ \t]*\n"
    r"|/\*\*(?:(?!\*/)[\s\S])*\*/ ?"
    r"|^[ \t]+",
    re.MULTILINE,
)
"""Comments, those in a line that say a type as well, and what a line is indented by."""


LITTLE = 16_000
"""Letters up to which what several pages share is no file of its own."""


KNOWN = (
    'import { a, b as c } from "./x.js"; import * as a from "./x.js"; export before const,'
    ' function, async function and class; await import("./x.js") within a function'
)


class BundleError(LandbridgeError):
    """The client's modules cannot be joined; the text says which and why."""


class Module(Struct, frozen=True):
    """A module: the body of the function that runs it, and the modules that it asks for."""

    body: str
    imports: tuple[str, ...]
    loads: tuple[str, ...]
    """Those that it asks for while it runs, where they are needed."""


def read_module(path: str, text: str) -> Module:
    """A module, its imports and exports in the words of a function."""
    imports, exports = [], []
    loads = [_resolve(path, found["place"]) for found in _LOAD.finditer(text)]

    def take(found: re.Match[str]) -> str:
        target = _resolve(path, found["place"])
        imports.append(target)
        if found["all"]:
            return f"const {found['all']} = {constant(target)};"
        names = _RENAMED.sub(r"\1: \2", " ".join(found["names"].split()).rstrip(","))
        return f"const {{ {names} }} = {constant(target)};"

    def give(found: re.Match[str]) -> str:
        exports.append(found["name"])
        return ""

    body = _EXPORT.sub(give, _IMPORT.sub(take, text))
    for found in _FOREIGN.finditer(body):
        raise BundleError(_unknown(path, text, _line_at(body, found.start())))
    for line in text.splitlines():
        if "import(" in line and "import(" in _LOAD.sub("", line) and not _COMMENT.search(line):
            raise BundleError(_unknown(path, text, line))
    body = f"{without_notes(body).rstrip()}\nreturn {{ {', '.join(exports)} }};"
    return Module(body, tuple(dict.fromkeys(imports)), tuple(dict.fromkeys(loads)))


def without_notes(text: str) -> str:
    """A module without comments and indents, which nobody reads in a browser."""

    def leave_out(found: re.Match[str]) -> str:
        within_words = text.count("`", 0, found.start()) % 2
        return found[0] if within_words else ""

    return _NOTE.sub(leave_out, text)


def _line_at(text: str, at: int) -> str:
    return text[text.rfind("\n", 0, at) + 1 :].partition("\n")[0]


def _unknown(path: str, text: str, line: str) -> str:
    lines = text.splitlines()
    number = next((at for at, one in enumerate(lines, 1) if line.strip() in one), 0)
    return f"{path}, line {number}: '{line.strip()}' cannot be joined. Known are {KNOWN}."


def _resolve(path: str, place: str) -> str:
    return normpath(join(dirname(path), place))


def constant(path: str) -> str:
    """The constant that holds what a module exports."""
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def join_modules(sources: Mapping[str, str], start: str) -> dict[str, str]:
    """The files that replace the modules, by name; the first is the one to begin with."""
    modules = {path: read_module(path, text) for path, text in sources.items()}
    for path, one in modules.items():
        for target in (*one.imports, *one.loads):
            if target not in modules:
                raise BundleError(f"{path}: there is no module '{target}'.")
    return Bundle(modules, start).files()


class Bundle:
    """Which module goes into which file, and what the files say."""

    def __init__(self, modules: Mapping[str, Module], start: str) -> None:
        self.modules, self.start = modules, start
        self.order = sort_modules(modules, start)
        loads = dict.fromkeys(to for path in self.order for to in modules[path].loads)
        self.starts = [start, *loads]
        self.needs = {one: self._needs(one) for one in self.starts}
        self.had = self._already_there()
        self.file_of = self._name_files()

    def _needs(self, start: str) -> set[str]:
        """A module and all that it imports."""
        found: set[str] = set()
        waiting = [start]
        for path in waiting:
            if path not in found:
                found.add(path)
                waiting.extend(self.modules[path].imports)
        return found

    def _already_there(self) -> dict[str, set[str]]:
        """For each module fetched on demand: what every page that asks for it has by then."""
        loads = {
            by: {to for path in self.needs[by] for to in self.modules[path].loads}
            for by in self.starts
        }
        had = {one: set(self.order) for one in self.starts}
        had[self.start] = set()
        for _ in self.starts:
            for one in self.starts[1:]:
                askers = [by for by in self.starts if one in loads[by]]
                had[one] = set.intersection(*(self.needs[by] | had[by] for by in askers))
        return had

    def _name_files(self) -> dict[str, str]:
        """In which file each module is, by who needs it; a little that is shared comes first."""
        groups: dict[frozenset[str], list[str]] = {}
        for path in self.order:
            by = [one for one in self.starts if path in self.needs[one] - self.had[one]]
            groups.setdefault(frozenset(by), []).append(path)
        first = f"{constant(self.start)[1:]}.js"
        file_of: dict[str, str] = {}
        shared = 0
        for users, paths in groups.items():
            name = f"{constant(min(users))[1:]}.js"
            if len(users) > 1:
                large = sum(len(self.modules[path].body) for path in paths) > LITTLE
                shared += large
                name = f"shared_{shared}.js" if large else first
            file_of.update(dict.fromkeys(paths, name))
        for path in self.order:
            if file_of[path] == first:
                file_of.update(dict.fromkeys(self._needs(path), first))
        return file_of

    def files(self) -> dict[str, str]:
        """The text of every file, by its name."""
        inside: dict[str, list[str]] = {self.file_of[self.start]: []}
        for path in self.order:
            inside.setdefault(self.file_of[path], []).append(path)
        return {name: self._write(name, paths) for name, paths in inside.items()}

    def _write(self, name: str, paths: list[str]) -> str:
        """One file: what it takes from others, its modules one after the other, what it gives."""
        taken: dict[str, list[str]] = {}
        for target in dict.fromkeys(to for path in paths for to in self.modules[path].imports):
            if self.file_of[target] != name:
                taken.setdefault(self.file_of[target], []).append(constant(target))
        parts = [f'import {{ {", ".join(names)} }} from "./{of}";' for of, names in taken.items()]
        for path in paths:
            body = _LOAD.sub(partial(self._load, path), self.modules[path].body)
            parts.append(f"// {path}\nconst {constant(path)} = (() => {{\n{body}\n}})();")
        parts.append(f"export {{ {', '.join(map(constant, paths))} }};")
        return "\n".join(parts) + "\n"

    def _load(self, path: str, found: re.Match[str]) -> str:
        """All files of a module are asked for at once, not each by the one before."""
        target = _resolve(path, found["place"])
        others = {self.file_of[one] for one in self.needs[target] - self.had[target]}
        others -= {self.file_of[target], self.file_of[self.start]}
        asked = ", ".join(f'import("./{one}")' for one in (self.file_of[target], *sorted(others)))
        return f"(await Promise.all([{asked}]))[0].{constant(target)}"


def sort_modules(modules: Mapping[str, Module], start: str) -> list[str]:
    """Every module that is needed, each after those that it imports."""
    order: dict[str, None] = {}
    waiting = [start]

    def visit(path: str, above: tuple[str, ...]) -> None:
        if path in above:
            circle = " imports ".join([*above[above.index(path) :], path])
            raise BundleError(f"Modules import each other in a circle: {circle}.")
        if path not in order:
            for target in modules[path].imports:
                visit(target, (*above, path))
            order[path] = None
            waiting.extend(modules[path].loads)

    for path in waiting:
        visit(path, ())
    return list(order)
