"""`landbridge verify`: what a file proves, what it cannot, and what its server says of it."""

from __future__ import annotations

import http.cookiejar
import json
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from msgspec import Struct

from landbridge.cli.matches import count
from landbridge.cli.parsing import Parser
from landbridge.cli.printing import grid, print_json, wrapped
from landbridge.engine.matches.heads import head_of
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.proofs import Proof, check_snapshots, proof
from landbridge.engine.matches.saves import Save, to_text, without_seed, without_snapshots
from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.referee.games import load_match
from landbridge.store.files import BadFile, exists, read_save

PATIENCE = 60.0
"""Seconds that a server may take."""

WORDS = {True: "good", False: "wrong", None: "not checked"}
MARKS = {True: "good", False: "WRONG", None: "-"}

Check = tuple[str, bool | None, str]
"""What was checked; whether it was good, wrong, or there was nothing to check; and why."""


class Examination(Struct, frozen=True):
    """What came of looking at a file."""

    checks: list[Check]
    head: str = ""
    proof: Proof = Proof((), ())

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return all(good is not False for _, good, _ in self.checks)


def verify(argv: list[str]) -> int:
    """Check a file."""
    parser = Parser(
        "verify",
        "Check a match: the hash chain of its file, every position by playing it again, and every\n"
        "die against the seed that was committed to. A file made anew fits itself all the same:\n"
        "compare its head with the one on the other player's page (--head), or ask the server\n"
        "that it comes from (--server). The exit status is 1 if something is wrong.",
        "verify campaign.lbm\nverify campaign.lbm --server https://play.example",
    )
    parser.file()
    parser.add_argument("--head", metavar="HASH", help="the head that the history must have")
    parser.add_argument(
        "--server", metavar="URL", help="ask this server whether it gave the file out"
    )
    parser.add_argument(
        "--match", metavar="ID", help="with --server: the match there that the file is said to be"
    )
    parser.json()
    given = parser.read(argv)
    exists(given.file)
    found = examine(given.file)
    if given.head is not None and found.head:
        found.checks.append(_head(found.head, given.head))
    if given.server is not None and found.head:
        found.checks.append(_word(given.server, given.match, given.file))
    if given.json:
        _print_data(given.file, found)
    else:
        _print(given.file, found)
    return 0 if found.sound else 1


def _print(file: str, found: Examination) -> None:
    print(file)
    print("\n".join(grid([[name, MARKS[good], text] for name, good, text in found.checks])))
    if found.head:
        print(f"Head: {found.head}")
    for title, lines in (("Proved", found.proof.proved), ("Not proved", found.proof.unproved)):
        if lines and found.sound:
            print(f"{title}:")
            for line in lines:
                print("\n".join(wrapped(f"- {line}", "  ", "    ")))
    print("Verdict: sound." if found.sound else "Verdict: NOT sound.")


def _print_data(file: str, found: Examination) -> None:
    shown = [
        {"check": name, "state": WORDS[good], "text": text} for name, good, text in found.checks
    ]
    sure = found.proof if found.sound else Proof((), ())
    print_json(
        {
            "file": file,
            "sound": found.sound,
            "checks": shown,
            "head": found.head,
            "proved": sure.proved,
            "unproved": sure.unproved,
        }
    )


def examine(file: str) -> Examination:
    """Every check of a file with its verdict."""
    try:
        save = read_save(file)
    except BadFile as problem:
        return Examination([("Hash chain", False, str(problem).removeprefix(f"{file}: "))])
    header = save.header
    found: list[Check] = [
        ("Match", True, f"{header.game}, {header.scenario}, edition {header.edition}"),
        ("Hash chain", True, f"{count(len(save.records), 'action')}, the file fits itself"),
    ]
    head = head_of(save)
    try:
        match = load_match(save)
    except LandbridgeError as problem:
        return Examination([*found, ("Positions", False, str(problem))], head)
    found.append(("Positions", True, f"played again to {save.footer.state}"))
    if save.footer.snapshots:
        found.append(_snapshots(match, save))
    declared = [number for number, record in enumerate(save.records, 1) if record.declared]
    if declared:
        which = f"{'action' if len(declared) == 1 else 'actions'} {', '.join(map(str, declared))}"
        found.append(("Declared", None, f"against a rule, by the referee: {which}"))
    if match.ending is not None:
        words = f"{match.ending.reason()}; that somebody said so cannot be proved from the file"
        found.append(("Ending", None, words))
    if save.footer.taken_back:
        times = count(len(save.footer.taken_back), "rollback")
        found.append(("Taken back", None, f"{times}, told in the log"))
    return Examination([*found, *_dice(match)], head, proof(match))


def _snapshots(match: Match[Any], save: Save) -> Check:
    wrong = check_snapshots(match, save.footer.snapshots)
    if wrong:
        return ("Snapshots", False, wrong[0])
    kept = count(len(save.footer.snapshots), "position")
    return ("Snapshots", True, f"{kept}, as playing leads to them")


def _dice(match: Match[Any]) -> list[Check]:
    records = match.history.records
    typed = sum(len(record.dice) for record in records if record.typed)
    thrown = sum(len(record.dice) for record in records) - typed
    at_table = f"; {count(typed, 'throw')} typed in" if typed else ""
    if match.header.seed is None:
        text = f"this copy has no seed; its commitment is {match.header.commitment}"
        return [("Dice", None, f"{text}{at_table}")]
    wrong = match.audit()
    if wrong:
        return [("Dice", False, text) for text in wrong]
    text = f"{count(thrown, 'throw')} as the seed gives them, the seed as committed to"
    return [("Dice", True, f"{text}{at_table}")]


def _head(head: str, wanted: str) -> Check:
    same = head == wanted.strip().lower()
    return ("Head", same, "the same" if same else "another history than the one you compare with")


# Asking a server


def _word(server: str, match_id: str | None, file: str) -> Check:
    """What a server says of a file."""
    parts = urlsplit(server)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise BadInput(f"--server is an address such as https://play.example, not '{server}'.")
    base = f"{parts.scheme}://{parts.netloc}"
    asking = build_opener(HTTPCookieProcessor(http.cookiejar.CookieJar()))
    me = _fetch(asking, Request(f"{base}/api/me"), server)
    place = f"{base}/api/verify" + (f"?match={match_id}" if match_id else "")
    # The seed stays here: a server that gave the file out knows it, and no other needs it.
    save = without_snapshots(without_seed(read_save(file)))
    headers = {"Content-Type": "text/plain", "X-CSRF-Token": str(me.get("csrf", ""))}
    said = _fetch(asking, Request(place, to_text(save).encode(), headers, method="POST"), server)
    vouched = bool(said.get("vouched"))
    unsure = said.get("seal") in ("none", "foreign") and said.get("history") != "different"
    return ("Server", None if unsure and not vouched else vouched, str(said.get("text", "")))


def _fetch(asking: OpenerDirector, request: Request, server: str) -> dict[str, Any]:
    try:
        with asking.open(request, timeout=PATIENCE) as reply:
            found = json.loads(reply.read())
    except HTTPError as problem:
        raise BadInput(f"{server} answers with {problem.code}: it cannot say.") from None
    except (URLError, OSError, ValueError):
        raise BadInput(f"{server} does not answer as a Landbridge server does.") from None
    if not isinstance(found, dict):
        raise BadInput(f"{server} does not answer as a Landbridge server does.")
    return found
