"""`landbridge new`, `show`, `branch` and `export`."""

from __future__ import annotations

import shlex
from typing import Any

from landbridge.cli.coaching import advice_for, coach_lines
from landbridge.cli.messages import as_data, command, event_lines, in_full, to_do
from landbridge.cli.parsing import PROGRAM, Parser, dice, pairs
from landbridge.cli.printing import part_lines, print_json, wrapped
from landbridge.cli.texts import read_text
from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import BadInput
from landbridge.engine.sheets import Part
from landbridge.referee.box import answer_action, package_of, read_pack
from landbridge.referee.games import game
from landbridge.store.files import create, load


def new(argv: list[str]) -> int:
    """Begin a match."""
    parser = Parser(
        "new",
        "Begin a match in a new file. The file holds the seed of the dice; its commitment can be\n"
        "shown to everybody beforehand. A file that is there already is never overwritten.",
        "new belorussia --scenario campaign-1944 --dice either -o campaign.lbm",
    )
    parser.add_argument("game", metavar="GAME", help="see: landbridge games")
    parser.add_argument(
        "--scenario",
        metavar="S",
        help="a name, or a TOML file of your own; the first if left out",
    )
    parser.add_argument("--seed", metavar="N", help="any number or word; drawn if left out")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="an option or a ruling's switch; may be repeated",
    )
    parser.add_argument(
        "--dice",
        choices=("seeded", "typed", "either"),
        default="seeded",
        help="who throws: the program, the table, or whoever likes to",
    )
    parser.add_argument(
        "--set-up-dice", metavar="DICE", help='dice thrown for the set-up, such as "3 2+5"'
    )
    parser.add_argument(
        "--referee", action="store_true", help="breaches of a rule can be let pass (do --declare)"
    )
    parser.add_argument(
        "--box",
        nargs="?",
        const="",
        metavar="PACK",
        help="as in my box: ask the owner what the documents do not say; a pack answers beforehand",
    )
    parser.output("the new file")
    parser.stay()
    parser.json()
    given = parser.read(argv)
    found = game(given.game)
    answers = read_pack(given.game, given.box, read_text(given.box)) if given.box else ()
    scenario = given.scenario
    if scenario is not None and scenario.endswith(".toml"):
        scenario = found.own_scenario(read_text(scenario), scenario)
    match = Match.new(
        found,
        scenario,
        seed=given.seed,
        options=pairs(given.option, "option") | _box(given.game, given.box),
        dice=given.dice,
        mode="referee" if given.referee else "enforced",
        set_up_dice=dice(given.set_up_dice),
    )
    if answers:
        match.do(answer_action(answers))
    if not given.stay:
        match.pass_on(match.game.roles)
    create(given.output, match)
    if given.json:
        print_json(_data(match, REFEREE))
        return 0
    print(f"A new match in {given.output}.")
    print("\n".join(_about(match)))
    print("\n".join(event_lines(match.game, (event for _, event in match.log()))))
    print()
    print("\n".join(to_do(match, given.output, REFEREE)))
    return 0


def _box(name: str, given: str | None) -> dict[str, str]:
    """The option of a match that asks the owner, where it is wanted."""
    if given is None:
        return {}
    package_of(name)
    return {"box": "yes"}


def show(argv: list[str]) -> int:
    """The position and what can be done."""
    parser = Parser(
        "show",
        "Show the position, and what can be done now as commands to type. A role counts only the\n"
        "actions that it noticed: how often others acted in secret is a secret too.",
        'show campaign.lbm --as axis\nshow campaign.lbm --next "go"\n'
        "show steps.lbm --at Rechitsa --within 4",
    )
    parser.file()
    parser.role("show only what this role may see")
    parser.add_argument(
        "--next", metavar="WORDS", help="what can be said after the beginning of an action"
    )
    parser.add_argument(
        "--at", metavar="PLACE", help="what stands round a hex or a place, of a match with a map"
    )
    parser.add_argument("--within", type=int, default=2, metavar="N", help="how many hexes round")
    parser.json()
    given = parser.read(argv)
    if given.within < 0:
        raise BadInput(f"--within is a number of hexes, not {given.within}.")
    match = load(given.file)
    role = given.role or REFEREE
    view = match.view(role)
    if given.at is not None:
        return _round(match.game.look_round(view, given.at, given.within), given.json)
    if given.next is not None:
        return _next(match, given.file, role, given.next, given.json)
    if given.json:
        print_json(_data(match, role))
        return 0
    print("\n".join(_about(match, role)))
    print()
    for line in match.game.summary(view):
        print("\n".join(wrapped(line, "  ", "    ")))
    print()
    for line in coach_lines(match, role):
        print("\n".join(wrapped(line, "", "  ")))
    print("\n".join(to_do(match, given.file, role, asides=True)))
    return 0


def _round(parts: tuple[Part, ...], as_json: bool) -> int:
    """What stands round a place."""
    if as_json:
        print_json(parts)
        return 0
    blocks = ("\n".join(part_lines(part)) for part in parts)
    print("\n\n".join(blocks) if parts else "Nothing stands there.")
    return 0


def _about(match: Match[Any], role: str = REFEREE) -> list[str]:
    header = match.header
    usual = match.game.choose({})
    chosen = [f"{key}={value}" for key, value in header.options.items() if usual[key] != value]
    seen = "" if header.seed else ", no seed in this copy"
    lines = [
        f"{match.game.title}, {_scenario(match)}: {count(len(match.visible(role)), 'action')}",
        f"Rules: {header.mode}. Dice: {header.dice}{seen}.",
        f"Commitment: {header.commitment}",
    ]
    return [*lines, *(wrapped(f"Options: {', '.join(chosen)}", "", "  ") if chosen else [])]


def _scenario(match: Match[Any]) -> str:
    """The scenario's name, or the title of one of the players' own."""
    name = match.header.scenario
    known = [scenario.name for scenario in match.game.scenarios]
    return name if name in known else match.game.scenario(name).title


def count(number: int, thing: str) -> str:
    """So many things."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _data(match: Match[Any], role: str) -> dict[str, Any]:
    header = match.header
    view = match.view(role)
    return {
        "game": header.game,
        "scenario": header.scenario,
        "options": header.options,
        "mode": header.mode,
        "dice": header.dice,
        "commitment": header.commitment,
        "actions": len(match.visible(role)),
        "role": role,
        "summary": match.game.summary(view),
        "view": view,
        "decisions": match.decisions(role),
        "coach": advice_for(match, role),
        "outcome": match.outcome,
        "log": [{"action": n} | as_data(match.game, event) for n, event in match.log(role)],
    }


def _next(match: Match[Any], file: str, role: str, words: str, as_json: bool) -> int:
    try:
        verb, *said = shlex.split(words)
    except ValueError:
        raise BadInput(f"--next takes the beginning of an action, not '{words}'.") from None
    who = next(
        (d.who for d in match.decisions(role) for offer in d.offers if offer.verb == verb), role
    )
    slot = match.game.next_slot(match.state, who, verb, tuple(said))
    if as_json:
        print_json(slot)
    elif slot is None:
        print(f"Nothing more is needed: {command(file, words)}")
    else:
        print("\n".join(wrapped(f"{slot.name}: {in_full(slot)}", "", "  ")))
        if slot.optional:
            print("It may be left out.")
    return 0


def branch(argv: list[str]) -> int:
    """A sandbox."""
    parser = Parser(
        "branch",
        "Make a sandbox from after n actions. It has dice of its own and never holds the\n"
        "seed of the match it comes from.",
        "branch campaign.lbm --at 12 -o what-if.lbm",
    )
    parser.file()
    parser.add_argument("--at", type=int, metavar="N", help="after n actions; now if left out")
    parser.add_argument("--seed", metavar="N", help="seed of the sandbox; drawn if left out")
    parser.output("the new file")
    given = parser.read(argv)
    sandbox = load(given.file).branch(given.at, given.seed)
    create(given.output, sandbox)
    print(f"A sandbox after {count(len(sandbox), 'action')} in {given.output}.")
    print("\n".join(to_do(sandbox, given.output, REFEREE)))
    return 0


def export(argv: list[str]) -> int:
    """A copy to give away."""
    parser = Parser(
        "export",
        "Copy a match without its seed. The copy can be read, replayed and checked; nobody can\n"
        "work out coming dice from it. It still holds every action and every die so far, secrets\n"
        "included; to tell a role only what it may know, use 'log --as ROLE'.",
        "export campaign.lbm -o copy.lbm",
    )
    parser.file()
    parser.output("the copy")
    given = parser.read(argv)
    match = load(given.file)
    create(given.output, match, with_seed=False)
    print(f"{given.output}: {count(len(match), 'action')}, without the seed.")
    print(f"Commitment: {match.header.commitment}")
    print(f"Check it: {PROGRAM} verify {shlex.quote(given.output)}")
    return 0
