"""The client's modules joined into a few files, and how they are sent."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest

from landbridge.server import create_app
from landbridge.server.http.bundle import BundleError, join_modules, read_module
from landbridge.server.http.pages import LASTING, bundled, shorten_styles, sources
from landbridge.server.settings import Settings
from server.direct import DirectClient

LINKED = re.compile(r'(?:href|src)="/(client/[^"]+)"')
TAKEN = re.compile(r'^import \{ [^}]+ \} from "\./([\w.]+)";$', re.MULTILINE)

PAGE = """\
import { h, text as words } from "./dom.js";
import * as route from "./shell/route.js";

export const TITLE = words("page");
export async function show() {
  const { board } = await import("./board.js");
  return [h, route, board];
}
"""
SMALL = {
    "page.js": PAGE,
    "dom.js": "export function h() {}\nexport const text = String;\n",
    "shell/route.js": 'import { h } from "../dom.js";\n\nexport const to = h;\n',
    "board.js": 'import { h } from "./dom.js";\n\nexport const board = h;\n',
}


def test_a_module_becomes_a_function_that_gives_its_exports() -> None:
    module = read_module("page.js", PAGE)
    assert module.imports == ("dom.js", "shell/route.js")
    assert module.loads == ("board.js",)
    assert module.body.splitlines() == [
        "const { h, text: words } = $dom;",
        "const route = $shell_route;",
        "",
        'const TITLE = words("page");',
        "async function show() {",
        'const { board } = await import("./board.js");',
        "return [h, route, board];",
        "}",
        "return { TITLE, show };",
    ]


def test_imports_over_several_lines_are_read() -> None:
    module = read_module("a.js", 'import {\n  one,\n  two as three,\n} from "./b.js";\n')
    assert module.body.splitlines()[0] == "const { one, two: three } = $b;"


def test_comments_stay_behind_but_not_out_of_words() -> None:
    text = (
        "/** Says it.\n * @param {string} it\n */\n"
        "export const say = (it) => /** @type {A} */ (it);\n"
        "  // Aside.\n  const words = `\n  // kept\n`;\n"
    )
    body = read_module("a.js", text).body
    assert body == "const say = (it) => (it);\nconst words = `\n  // kept\n`;\nreturn { say };"


def test_what_is_sometimes_needed_is_a_file_of_its_own() -> None:
    files = join_modules(SMALL, "page.js")
    assert list(files) == ["page.js", "board.js"]
    first, board = files.values()
    named = re.findall(r"^const (\$\w+) =", first, re.MULTILINE)
    assert named == ["$dom", "$shell_route", "$page"]
    assert '(await Promise.all([import("./board.js")]))[0].$board;' in first
    assert board.startswith('import { $dom } from "./page.js";\n// board.js\nconst $board =')
    assert board.endswith("export { $board };\n")


def test_what_two_of_them_share_is_fetched_with_either() -> None:
    large = "export const large = 1;\n" + "let ground;\n" * 2000
    files = join_modules(
        {
            "main.js": 'const a = async () => await import("./a.js");\n'
            'const b = async () => await import("./b.js");\n',
            "a.js": 'import { large } from "./large.js";\n\nexport const a = large;\n',
            "b.js": 'import { large } from "./large.js";\n\nexport const b = large;\n',
            "large.js": large,
        },
        "main.js",
    )
    assert list(files) == ["main.js", "shared_1.js", "a.js", "b.js"]
    assert '[import("./a.js"), import("./shared_1.js")]' in files["main.js"]
    assert '[import("./b.js"), import("./shared_1.js")]' in files["main.js"]


def test_what_a_page_has_already_is_not_fetched_again() -> None:
    files = join_modules(
        {
            "main.js": 'const m = async () => await import("./match.js");\n',
            "match.js": 'import { log } from "./log.js";\n\n'
            'export const b = async () => [log, await import("./board.js")];\n',
            "board.js": 'import { log } from "./log.js";\n\nexport const board = log;\n',
            "log.js": "export const log = 1;\n",
        },
        "main.js",
    )
    assert list(files) == ["main.js", "match.js", "board.js"]
    assert "const $log =" in files["match.js"]
    assert 'Promise.all([import("./board.js")])' in files["match.js"]


@pytest.mark.parametrize(
    "line",
    [
        'import h from "./dom.js";',
        'import "./dom.js";',
        'import { h } from "dom";',
        "import { h } from './dom.js';",
        'import { h } from "https://example.org/dom.js";',
        "export default 1;",
        "export let count = 0;",
        'export * from "./dom.js";',
        'export { h } from "./dom.js";',
        "export function* all() {}",
        "export const { a } = {};",
        "await 1;",
        "const a = await 1;",
        "const where = import.meta.url;",
        'const later = () => import("./dom.js");',
        "const later = async () => await import(name);",
    ],
)
def test_any_other_form_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(BundleError, match=r"page\.js, line 3: .*" + re.escape(line[:20])):
        read_module("page.js", f"/** A page. */\n\n{line}\n")


def test_types_in_comments_are_no_imports() -> None:
    text = (
        '/** @type {import("./dom.js").Child} */\nlet a;\n/**\n * @type {import("./b.js").B}\n */\n'
    )
    assert read_module("page.js", text).loads == ()


def test_a_circle_of_imports_is_refused() -> None:
    sources = {
        "a.js": 'import { b } from "./b.js";\n\nexport const a = b;\n',
        "b.js": 'import { a } from "./a.js";\n\nexport const b = a;\n',
    }
    with pytest.raises(BundleError, match=r"a\.js imports b\.js imports a\.js"):
        join_modules(sources, "a.js")


def test_a_module_that_is_not_there_is_refused() -> None:
    with pytest.raises(BundleError, match=r"a\.js: there is no module 'b\.js'"):
        join_modules({"a.js": 'import { b } from "./b.js";\n'}, "a.js")


def test_every_module_of_the_client_is_joined_once() -> None:
    texts = [asset.body.decode() for name, asset in bundled().items() if name.endswith(".js")]
    joined = [path for text in texts for path in re.findall(r"^// (\S+\.js)$", text, re.MULTILINE)]
    assert sorted(joined) == sorted(name for name in sources() if name.endswith(".js"))


def test_joined_files_do_not_import_each_other_in_a_circle() -> None:
    """A constant of the one would be asked for before it is there."""
    imports = {
        name.rpartition("/")[2]: TAKEN.findall(asset.body.decode())
        for name, asset in bundled().items()
        if name.endswith(".js")
    }
    while imports:
        ready = [name for name, wanted in imports.items() if not set(wanted) & set(imports)]
        assert ready, imports
        for name in ready:
            del imports[name]


def test_the_page_names_the_joined_files(client: Any) -> None:
    page = client.get("/").text
    script, style = sorted(LINKED.findall(page), reverse=True)
    assert re.fullmatch(r"client/[0-9a-f]{16}/shell_main\.js", script)
    assert re.fullmatch(r"client/[0-9a-f]{16}/page\.css", style)
    assert "/shell/main.js" not in page
    for name in (script, style):
        reply = client.get(f"/{name}")
        assert reply.status_code == 200
        assert reply.headers["cache-control"] == LASTING == "public, max-age=31536000, immutable"


def test_the_styles_are_joined_in_their_order(client: Any) -> None:
    text = next(one.body.decode() for name, one in bundled().items() if name.endswith(".css"))
    sheets = [place.read_text("utf-8") for name, place in sources().items() if ".css" in name]
    assert len(sheets) > 10
    assert all(shorten_styles(sheet).rstrip() in text for sheet in sheets)
    assert "/*" not in text
    assert text.index("--serif:") < text.index(".board-view")


def test_a_stale_hash_is_not_found(client: Any) -> None:
    name = next(name for name in bundled() if name.endswith("shell_main.js"))
    assert client.get(f"/{name}").status_code == 200
    stale = re.sub(r"[0-9a-f]{16}", "0123456789abcdef", name)
    assert client.get(f"/{stale}").status_code == 404


def test_the_page_is_asked_for_each_time_and_sent_when_it_has_changed(client: Any) -> None:
    first = client.get("/")
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    again = client.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/", headers={"if-none-match": 'W/"other"'}).status_code == 200


def test_files_are_compressed_for_those_who_can_read_it(client: Any) -> None:
    name = next(name for name in bundled() if name.endswith("shell_main.js"))
    packed = client.get(f"/{name}", headers={"accept-encoding": "gzip"})
    plain = client.get(f"/{name}", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert gzip.decompress(bundled()[name].packed) == plain.content


def test_those_who_work_on_the_client_get_its_modules() -> None:
    with DirectClient(create_app(settings=Settings(modules=True)), "http://localhost") as client:
        page = client.get("/").text
        assert '<script type="module" src="/shell/main.js"></script>' in page
        assert LINKED.findall(page) == []
        assert client.get("/shell/main.js").headers["cache-control"] == "no-cache"
        assert client.get(f"/{next(name for name in bundled() if '/' in name)}").status_code == 404
