"""`landbridge map`: a game's map as a picture, whole or in part, empty or with a set-up on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from landbridge.cli.parsing import Parser, one_of
from landbridge.engine.drawing.maps import MapPicture, MapRequest
from landbridge.engine.refusals import BadInput, choices
from landbridge.games import GAMES, info

HEX_MM = 16.0
"""Of a printed hex, from flat side to flat side: five eighths of an inch."""
HEX_PIXELS = 48


def draw_map(argv: list[str]) -> int:
    """A map as SVG, PDF or PNG, by the name of the file."""
    parser = Parser(
        "map",
        "Draw a map: all of it, a sheet, what lies round a hex or a place, or a scenario with its\n"
        "counters and front line. The name of the file says which format: .svg, .pdf or .png.\n"
        "A PDF is as large as the printed map; a PNG needs matplotlib.",
        "map belorussia -o map.pdf\n"
        "map belorussia --sheet B -o sheet.svg\n"
        "map belorussia --at Vitebsk --within 8 -o vitebsk.svg\n"
        "map belorussia --scenario orsha-road -o orsha.svg",
    )
    parser.add_argument("game", metavar="GAME", help="which game")
    parser.add_argument("--sheet", metavar="A", help="one sheet only")
    parser.add_argument("--at", metavar="PLACE", help="a window round a hex or a place")
    parser.add_argument("--within", type=int, default=8, metavar="N", help="how far it reaches")
    parser.add_argument("--scenario", metavar="S", help="with the set-up of a scenario")
    parser.add_argument(
        "--hex", type=float, metavar="N", help="how wide a hex is: mm, or pixels of a PNG"
    )
    parser.output("the picture to write")
    given = parser.read(argv)
    game = info(one_of("game", given.game, tuple(g for g in GAMES if info(g).map)))
    kind = Path(given.output).suffix.lower()
    if kind not in _WRITERS:
        raise BadInput(f"A map is written as {choices(_WRITERS)}, not as '{given.output}'.")
    if given.within < 1 or (given.hex is not None and given.hex <= 0):
        raise BadInput("--within and --hex are more than 0.")
    picture: MapPicture = game.load(game.map)(
        MapRequest(sheet=given.sheet, at=given.at, within=given.within, scenario=given.scenario)
    )
    content = _WRITERS[kind](picture, given.hex)
    try:
        Path(given.output).write_bytes(content)
    except OSError as problem:
        raise BadInput(f"{given.output} cannot be written: {problem.strerror}.") from None
    print(f"Drawn in {given.output}.")
    return 0


def _svg(picture: MapPicture, hex_mm: float | None) -> bytes:
    from landbridge.engine.drawing.svg import to_svg

    wide = picture.drawing.width / picture.hex * hex_mm if hex_mm else 0.0
    return to_svg(picture.drawing, wide).encode()


def _pdf(picture: MapPicture, hex_mm: float | None) -> bytes:
    from landbridge.engine.drawing.pdf import to_pdf

    return to_pdf(picture.drawing, picture.drawing.width / picture.hex * (hex_mm or HEX_MM))


def _png(picture: MapPicture, pixels: float | None) -> bytes:
    from landbridge.engine.drawing.png import to_png

    wide = picture.drawing.width / picture.hex * (pixels or HEX_PIXELS)
    return to_png(picture.drawing, round(wide))


_WRITERS: dict[str, Callable[[MapPicture, float | None], bytes]] = {
    ".svg": _svg,
    ".pdf": _pdf,
    ".png": _png,
}
