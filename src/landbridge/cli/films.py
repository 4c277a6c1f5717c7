"""`landbridge film`: a match from its beginning to now, as an animated GIF."""

from __future__ import annotations

from pathlib import Path

from landbridge.cli.parsing import Parser
from landbridge.engine.drawing.film import Film, to_gif
from landbridge.engine.refusals import BadInput, choices
from landbridge.games import GAMES, info
from landbridge.store.files import load

MOMENTS = ("turn", "phase", "battle")
WIDE, NARROWEST, WIDEST = 900, 200, 4000
SECONDS = 0.8


def film(argv: list[str]) -> int:
    """A match as a GIF."""
    parser = Parser(
        "film",
        "Draw a match from its beginning to now, scene by scene, as an animated GIF that can be\n"
        "saved and sent: the front, the stacks, where they went and what it cost. It shows what\n"
        "both sides have, so it is for matches that are over. It needs matplotlib.",
        "film steps.lbm -o steps.gif\nfilm campaign.lbm --by turn --width 1200 -o campaign.gif",
    )
    parser.file()
    parser.add_argument(
        "--by", choices=MOMENTS, default="battle", help="a scene for each turn, phase or battle"
    )
    parser.add_argument("--width", type=int, default=WIDE, metavar="N", help="pixels")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, metavar="S", help="how long a scene stays"
    )
    parser.output("the film to write")
    given = parser.read(argv)
    if Path(given.output).suffix.lower() != ".gif":
        raise BadInput(f"A film is written as .gif, not as '{given.output}'.")
    if not NARROWEST <= given.width <= WIDEST or not 0.02 <= given.seconds <= 60:
        raise BadInput(
            f"--width is {NARROWEST} to {WIDEST} pixels, --seconds 0.02 to 60, not "
            f"{given.width} and {given.seconds}."
        )
    match = load(given.file)
    found = info(match.game.name)
    if not found.film:
        filmed = choices(tuple(name for name in GAMES if info(name).film))
        raise BadInput(f"No film is drawn of {match.game.name}. Filmed: {filmed}.")
    made: Film = found.load(found.film)(match, given.by)
    content, count = to_gif(made, given.width, given.seconds)
    try:
        Path(given.output).write_bytes(content)
    except OSError as problem:
        raise BadInput(f"{given.output} cannot be written: {problem.strerror}.") from None
    print(f"{count} scenes in {given.output}.")
    return 0
