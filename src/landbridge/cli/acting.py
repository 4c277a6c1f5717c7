"""`landbridge do`, `undo` and `rollback`: what changes a match."""

from __future__ import annotations

import shlex

from landbridge.cli.matches import count
from landbridge.cli.messages import as_data, command, event_lines, short, speaker, to_do
from landbridge.cli.parsing import Parser, dice
from landbridge.cli.printing import print_json, wrapped
from landbridge.engine.chance.nature import NeedRoll
from landbridge.engine.play.events import REFEREE, Event, without_echoes
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.store.files import changing


def do(argv: list[str]) -> int:
    """Carry out an action."""
    parser = Parser(
        "do",
        "Carry out an action and say what happened. If it is refused, or dice are missing,\n"
        "nothing changes and the exit status is 2. Actions that follow with --then belong\n"
        "together: all are done or none, and one undo takes them back. Steps after it in which\n"
        "nothing is to be decided pass by themselves; the same undo takes them back.",
        'do campaign.lbm weather --dice "3 2+5"\ndo campaign.lbm "go first" --as soviet\n'
        'do war.lbm "move XLVII-Pz BRE MIN" --then "move XLVI-Pz BRE MIN"',
    )
    parser.file()
    parser.add_argument("action", nargs="+", metavar="ACTION", help='the action: "go first"')
    parser.add_argument(
        "--then",
        action="append",
        default=[],
        metavar="ACTION",
        help="a further action of the same gesture; may be repeated",
    )
    parser.role("who acts; whoever may, if left out")
    parser.add_argument(
        "--dice",
        metavar="DICE",
        help='dice from the table, in order: totals or single dice, such as "3 2+5"',
    )
    parser.add_argument(
        "--declare", action="store_true", help="let a breach of the rules pass (referee mode)"
    )
    parser.stay()
    parser.json()
    given = parser.read(argv)
    # Several words are already split as a shell splits them; one is the action's own text.
    action = given.action[0] if len(given.action) == 1 else shlex.join(given.action)
    thrown = dice(given.dice)
    with changing(given.file) as match:
        before = len(match)
        try:
            events = match.do(
                action, given.role, then=given.then, dice=thrown, declare=given.declare
            )
        except NeedRoll as problem:
            again = command(given.file, action, given.role or "")
            so_far = f"{given.dice.strip()} " if given.dice else ""
            raise BadInput(
                f"{problem} Nothing has been done.\n"
                f'Throw and repeat: {again} --dice "{so_far}<{problem.chance.dice}>"'
            ) from None
        except Refusal as problem:
            if problem.declarable and match.header.mode == "referee":
                problem.args = (f"{problem}\n  --declare lets it pass",)
            raise
        # Counted before the file is written, which keeps what the role noticed.
        role = given.role or REFEREE
        last, number = match.history.records[-1], len(match.visible(role))
        passed = () if given.stay else match.pass_on(match.game.roles)
        done = match.history.records[before:]
    seen = [event for event in (*events, *passed) if event.visible_to(role)]
    if given.json:
        print_json(
            {
                "action": number,
                "who": last.who,
                "by": last.by,
                "do": last.do,
                "together": 1 + len(given.then),
                "passed": len(done) - 1 - len(given.then),
                "declared": last.declared,
                "events": [as_data(match.game, event) for event in seen],
                "outcome": match.outcome,
            }
        )
        return 0
    for place, record in enumerate(done, start=number - len(given.then)):
        print(f"{place}. {speaker(record)}: {short(match.game, record.do)}")
    print("\n".join(event_lines(match.game, _once(seen) if role == REFEREE else seen)))
    print()
    print("\n".join(to_do(match, given.file, role)))
    return 0


def _once(events: list[Event]) -> list[Event]:
    """The events for who sees everything: what one role is told in full is not said again."""
    return [event for _, event in without_echoes((0, event) for event in events)]


def undo(argv: list[str]) -> int:
    """Take the last action back, with those that were done together with it."""
    parser = Parser(
        "undo",
        "Take the last action back, with those that were done together with it, unless dice were\n"
        "rolled or something was revealed by them.\n"
        "Once the match is over nothing is taken back; 'landbridge branch' goes on from any of it.",
        "undo campaign.lbm",
    )
    parser.file()
    given = parser.read(argv)
    with changing(given.file) as match:
        gone = match.undo()
    for played in gone:
        print(f"Taken back: {played.record.who}: {short(match.game, played.record.do)}")
    print("\n".join(to_do(match, given.file, REFEREE)))
    return 0


def rollback(argv: list[str]) -> int:
    """Take actions back by consent."""
    parser = Parser(
        "rollback",
        "Take back everything from action N on. Every role must agree, or the referee; the file\n"
        "keeps what was taken back and which luck was thrown away. Once the match is over nothing\n"
        "is taken back; 'landbridge branch' goes on from any of it.",
        "rollback campaign.lbm --before 4 --agreed soviet,axis",
    )
    parser.file()
    parser.add_argument(
        "--before", type=int, required=True, metavar="N", help="the first action to take back"
    )
    parser.add_argument(
        "--agreed", required=True, metavar="ROLES", help="who agrees, with commas between"
    )
    given = parser.read(argv)
    agreed = [role.strip() for role in given.agreed.split(",") if role.strip()]
    with changing(given.file) as match:
        strange = [role for role in agreed if role not in (*match.game.roles, REFEREE)]
        if strange:
            raise BadInput(
                f"There is no role '{strange[0]}'."
                f" Allowed: {', '.join(match.game.roles)}, {REFEREE}."
            )
        gone = match.rollback(given.before, agreed)
    luck = ", ".join("+".join(map(str, faces)) for faces in gone.dice) or "none"
    print(f"Taken back: {count(len(gone.actions), 'action')}, from action {gone.before} on.")
    taken = ", ".join(short(match.game, action) for action in gone.actions)
    print("\n".join(wrapped(f"Actions: {taken}", "  ", "    ")))
    print("\n".join(wrapped(f"Luck thrown away: {luck}", "  ", "    ")))
    print("\n".join(to_do(match, given.file, REFEREE)))
    return 0
