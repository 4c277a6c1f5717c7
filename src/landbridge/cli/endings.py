"""`landbridge resign` and `draw`: a match ends because people say so."""

from __future__ import annotations

from landbridge.cli.messages import ending
from landbridge.cli.parsing import Parser, one_of
from landbridge.cli.printing import print_json, wrapped
from landbridge.engine.play.endings import Ending, agreed_draw, resignation
from landbridge.engine.play.game import Outcome
from landbridge.engine.refusals import BadInput, choices
from landbridge.store.files import changing


def resign(argv: list[str]) -> int:
    """Give a match up."""
    parser = Parser(
        "resign",
        "Give the match up: the other side wins, and the match is over. Only a branch goes on\n"
        "from there. Where more than two sides play, all but one resign together.",
        "resign campaign.lbm --as axis",
    )
    parser.file()
    parser.role("who resigns; several with commas between")
    parser.json()
    given = parser.read(argv)
    with changing(given.file) as match:
        roles = match.game.roles
        if given.role is None:
            raise BadInput(f"Say who resigns: --as {choices(roles)}.")
        outcome = match.end(resignation(roles, _roles(given.role, roles)))
        return _print_outcome(outcome, match.ending, given.json)


def draw(argv: list[str]) -> int:
    """Agree on a draw."""
    parser = Parser(
        "draw",
        "End the match in a draw. Every role must agree; the match is over then, and only a\n"
        "branch goes on from there.",
        "draw campaign.lbm --agreed soviet,axis",
    )
    parser.file()
    parser.add_argument(
        "--agreed", required=True, metavar="ROLES", help="who agrees, with commas between"
    )
    parser.json()
    given = parser.read(argv)
    with changing(given.file) as match:
        roles = match.game.roles
        outcome = match.end(agreed_draw(roles, _roles(given.agreed, roles)))
        return _print_outcome(outcome, match.ending, given.json)


def _roles(text: str, allowed: tuple[str, ...]) -> list[str]:
    named = [role.strip() for role in text.split(",") if role.strip()]
    return [one_of("role", role, allowed) for role in named]


def _print_outcome(outcome: Outcome, kept: Ending | None, as_json: bool) -> int:
    if as_json:
        print_json({"ending": kept, "outcome": outcome})
    else:
        print("\n".join(wrapped(ending(outcome))))
    return 0
