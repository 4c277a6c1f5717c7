"""`landbridge auto`: bots play."""

from __future__ import annotations

import secrets

from landbridge.bots.known import bot, known_bots
from landbridge.bots.seats import play
from landbridge.cli.matches import count
from landbridge.cli.messages import event_lines, speaker, to_do
from landbridge.cli.parsing import Parser, one_of
from landbridge.cli.printing import wrapped
from landbridge.engine.play.events import REFEREE, without_echoes
from landbridge.engine.refusals import BadInput
from landbridge.store.files import changing

PERSON = "person"


def auto(argv: list[str]) -> int:
    """Let bots play."""
    parser = Parser(
        "auto",
        "Let bots play, one for each role in the order of 'landbridge games', until the match is\n"
        "over, a person has something to decide, or n actions are done.",
        "auto campaign.lbm --bots random,person --until 20",
    )
    parser.file()
    parser.add_argument(
        "--bots",
        required=True,
        metavar="BOTS",
        help=f"for each role: a bot of the game, random or {PERSON}; one word stands for all",
    )
    parser.add_argument("--until", type=int, metavar="N", help="at most n actions")
    parser.add_argument("--seed", metavar="N", help="seed of the bots; drawn if left out")
    parser.add_argument("--log", action="store_true", help="say what happened")
    parser.stay()
    given = parser.read(argv)
    if given.until is not None and given.until < 0:
        raise BadInput(f"--until is a number of actions, not {given.until}.")
    seed = given.seed if given.seed is not None else secrets.token_hex(4)
    with changing(given.file) as match:
        roles, allowed = match.game.roles, (*known_bots(match.game.name), PERSON)
        names = [one_of("bot", name.strip(), allowed) for name in given.bots.split(",")]
        if len(names) == 1:
            names *= len(roles)
        if len(names) != len(roles):
            raise BadInput(f"{len(roles)} bots are needed: for {', '.join(roles)}.")
        bots = {
            role: bot(match.game.name, name, f"{seed} {role}")
            for role, name in zip(roles, names, strict=True)
            if name != PERSON
        }
        people = () if given.stay else tuple(role for role in roles if role not in bots)
        begun, last = len(match), None if given.until is None else len(match) + given.until
        play(match, bots, given.until)
        while (last is None or len(match) < last) and match.pass_on(people):
            play(match, bots, None if last is None else last - len(match))
        done = len(match) - begun
    if given.log:
        first = len(match) - done
        for index, record in enumerate(match.history.records[first:], first):
            print(f"{index + 1:>3}. {speaker(record)}: {record.do}")
            told = without_echoes((index, event) for event in match.history.events(index))
            print("\n".join(event_lines(match.game, (event for _, event in told), "     ")))
        print()
    print(f"{count(done, 'action')} done, {len(match)} in all (seed of the bots: {seed}).")
    for line in match.game.summary(match.view(REFEREE)):
        print("\n".join(wrapped(line, "  ", "    ")))
    print("\n".join(to_do(match, given.file, REFEREE)))
    return 0
