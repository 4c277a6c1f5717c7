"""`landbridge balance`: bots play a scenario many times, and the command says what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from landbridge.cli.parsing import Parser, one_of, pairs
from landbridge.cli.printing import grid, print_json
from landbridge.engine.refusals import BadInput
from landbridge.games import GAMES

if TYPE_CHECKING:
    from landbridge.study.balance import Balance
    from landbridge.study.bars import Measure


def balance(argv: list[str]) -> int:
    """Let bots play many matches."""
    parser = Parser(
        "balance",
        "Let bots play a scenario many times, in several processes, and sum up who won, what\n"
        "happened when, and how that compares with history. The same seed gives the same matches.",
        "balance arsenal --games 200 --scenario campaign",
    )
    parser.add_argument("game", metavar="GAME", help="see: landbridge games")
    parser.add_argument("--scenario", metavar="S", help="which one; the first if left out")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="matches; 100")
    parser.add_argument("--bots", metavar="BOTS", help="for each role; the best if left out")
    parser.add_argument("--seed", default="balance", metavar="N", help="any number or word")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="as in 'new'")
    parser.add_argument("--workers", type=int, metavar="N", help="processes; one less than cores")
    parser.add_argument("--plot", metavar="FILE", help="draw the curves into an SVG file")
    parser.json()
    given = parser.read(argv)
    from landbridge.bots.known import known_bots
    from landbridge.study.balance import orders, play_all, summed_up

    game = one_of("game", given.game, GAMES)
    if given.workers is not None and given.workers < 1:
        raise BadInput(f"--workers is a number of processes, not {given.workers}.")
    words = given.bots or next(iter(known_bots(game)))
    names = tuple(word.strip() for word in words.split(","))
    options = pairs(given.option, "option")
    wanted = orders(game, given.scenario, names, given.games, given.seed, options)
    found = summed_up(wanted, list(play_all(wanted, given.workers)))
    if given.plot:
        _plot(found, given.plot)
    if given.json:
        print_json(found)
        return 0
    print(f"{found.matches} matches of {found.scenario}, {' against '.join(found.bots)}:")
    print(
        f"  {found.actions:.0f} actions and {found.seconds:.1f} s a match on average;"
        f" the longest turn took {found.slowest:.2f} s."
    )
    print()
    rows = [[who, f"{100 * share:.0f} %"] for who, share in found.wins.items()]
    print("\n".join(grid(rows, ["winner", "share"], right=(1,))))
    print()
    rows = [[reason, str(count)] for reason, count in found.reasons.items()]
    print("\n".join(grid(rows, ["how", "matches"], right=(1,))))
    if found.measures:
        print()
        head = ["measured", "figure", "bar", "kept"]
        print("\n".join(grid([_measure_row(one) for one in found.measures], head, right=(1,))))
    if found.events:
        print()
        rows = [
            [
                one.event,
                f"{100 * one.share:.0f} %",
                one.middle or "-",
                f"{one.early} to {one.late}" if one.early else "-",
                one.history or "never",
            ]
            for one in found.events
        ]
        head = ["taken by", "matches", "middle", "half of them", "history"]
        print("\n".join(grid(rows, head, right=(1,))))
    return 0


KEPT = {True: "yes", False: "no", None: ""}


def _measure_row(one: Measure) -> list[str]:
    """A measure in words: what, how much, the limits, and whether they are kept."""
    limits = (("at least", one.least), ("at most", one.most))
    bar = ", ".join(f"{word} {_figure(n, one.unit)}" for word, n in limits if n is not None)
    figure = "-" if one.figure is None else _figure(one.figure, one.unit)
    if one.unit == "dates" and one.figure is not None:
        figure = f"{one.middle} ({one.figure:+.0f})"
        bar = f"{one.history}, give or take {one.most:.0f}"
    return [one.title, figure, bar, KEPT[one.kept]]


def _figure(figure: float, unit: str) -> str:
    if unit == "share":
        return f"{100 * figure:.1f} %"
    return f"{figure:.1f}".removesuffix(".0")


def _plot(found: Balance, path: str) -> None:
    from landbridge.study.curves import picture

    if not found.curves:
        raise BadInput(f"{found.game} keeps no diary, so there is nothing to draw.")
    title = f"{found.scenario}: {found.matches} matches, middle and middle half"
    try:
        Path(path).write_text(picture(found.curves, title), encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"{path} cannot be written: {problem.strerror}.") from None
