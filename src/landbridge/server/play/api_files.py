"""Calls on what is kept of a match: sandboxes, files, checks, paper, and what lies ahead."""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

from msgspec.structs import replace
from starlette.responses import Response

from landbridge.engine.audit import Proof, proof
from landbridge.engine.heads import head_of
from landbridge.engine.match import Match
from landbridge.engine.refusals import BadInput, LandbridgeError, unknown
from landbridge.engine.reports import Report
from landbridge.engine.saves import Save, from_text, to_text
from landbridge.engine.sheets import STYLE, to_html
from landbridge.engine.visible import has_secrets
from landbridge.referee.games import game as find_game
from landbridge.referee.games import load_match
from landbridge.server.http.calls import Asking, call
from landbridge.server.http.problems import Missing, NotAllowed
from landbridge.server.play.access import AS, summed_up, table
from landbridge.server.play.api_matches import keep
from landbridge.server.play.matches import Kept, fresh_id
from landbridge.server.play.rights import Rights, rights
from landbridge.server.play.seals import KEY, Relation, in_words, put_seal, relation, seal_state
from landbridge.server.play.seats import first_seats
from landbridge.server.play.shapes import (
    Branching,
    FileVerdict,
    SheetNames,
    Summary,
    Verdict,
)
from landbridge.server.play.views import view
from landbridge.server.workers.bot_process import look_ahead

LARGEST = 8 * 1024 * 1024
"""Bytes of a save that can be brought in: some hundred thousand actions."""

PAPER = {
    "Content-Security-Policy": (
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
        f" style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'"
    ),
    "Cache-Control": "no-store",
}
"""A sheet brings its own style, and nothing else."""


def open_book(kept: Kept, may: Rights, what: str) -> None:
    """Refuse what would show somebody the secrets of others."""
    if has_secrets(kept.match.game) and not may.all_seeing:
        raise NotAllowed(f"{what} would show what others hide, as long as the match goes on.")


# Sandboxes and files


@call("POST", "/api/matches/{id}/branch", takes=Branching, gives=Summary, status=201, limit="begin")
async def branch(asking: Asking, body: Branching) -> Summary:
    """A private sandbox from any point of a match, with dice of its own."""
    async with table(asking) as (kept, may):
        open_book(kept, may, "A sandbox")
        seen = kept.match.visible(may.looking(body.role or may.counts_as))
        sandbox = kept.match.branch(None if body.at is None else seen.action(body.at))
        name = body.name or f"Sandbox: {kept.row.name}"[:80]
    return await _take_in(asking, sandbox, name)


async def _take_in(asking: Asking, match: Match[Any], name: str) -> Summary:
    match_id = fresh_id()
    seats = first_seats(
        match_id,
        match.game,
        dict.fromkeys(match.game.roles, "me"),
        asking.user.id,
        public=asking.hall.settings.public,
        dice=match.header.dice,
    )
    return await summed_up(asking, await keep(asking, match, match_id, name, seats, private=True))


@call(
    "POST",
    "/api/matches/import",
    takes=str,
    gives=Summary,
    status=201,
    limit="work",
    largest=LARGEST,
    query={"name": "a name for it"},
)
async def bring_in(asking: Asking, body: str) -> Summary:
    """Bring in a match from a file. Its actions are all done again, to see that it is sound."""
    _ = asking.user
    match = await asyncio.to_thread(_read, body)
    if asking.hall.settings.public and match.outcome is None and match.header.seed is not None:
        # Whoever brings a file knows its seed; here nobody may know the dice to come.
        match = match.branch()
    return await _take_in(asking, match, asking.query("name") or "")


def _read(text: str) -> Match[Any]:
    try:
        return load_match(from_text(text))
    except RecursionError:
        raise BadInput("This is not a Landbridge match.") from None


@call("GET", "/api/matches/{id}/export", gives=str, limit="work")
async def export(asking: Asking, body: None) -> Response:
    """The match as a file; its seed goes with it only when it is over, or on your own machine.

    A public server puts its seal on it; see POST /api/verify.
    """
    hall = asking.hall
    key = await hall.store.keys.key(KEY) if hall.settings.public else b""
    async with table(asking) as (kept, may):
        open_book(kept, may, "A file")
        with_seed = bool(kept.row.over) or not hall.settings.public
        save = kept.match.save(with_seed)
        text = to_text(put_seal(save, kept.id, key) if key else save)
        name = re.sub(r"[^A-Za-z0-9]+", "-", kept.row.name).strip("-").lower() or kept.id
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.lbm"',
        "Cache-Control": "no-store",
    }
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


@call("GET", "/api/matches/{id}/verify", gives=Verdict, limit="work")
async def verify(asking: Asking, body: None) -> Verdict:
    """Whether what is kept is sound: every action done again, every roll compared with the seed."""
    async with table(asking) as (kept, may):
        all_seeing, over = may.all_seeing, bool(kept.row.over)
        found = await asking.hall.store.matches.whole(kept.id)
    assert found is not None
    open_dice = over or not asking.hall.settings.public
    findings, proved = await asyncio.to_thread(_examine, found[1], open_dice, all_seeing)
    if findings and not (all_seeing and open_dice):
        findings = ["Something is wrong; what, can be said when the match is over."]
    return Verdict(not findings, findings, proved.proved, proved.unproved)


NOTHING = Proof((), ())


def _examine(save: Save, open_dice: bool = True, counted: bool = True) -> tuple[list[str], Proof]:
    """What is wrong with a history; if nothing is, what it proves to the caller."""
    try:
        match = load_match(save)
        findings = match.audit()
        if not open_dice:
            match.header = replace(match.header, seed=None)
        return findings, NOTHING if findings else proof(match, counted=counted)
    except LandbridgeError as problem:
        return [str(problem)], NOTHING
    except RecursionError:
        return ["This is not a Landbridge match."], NOTHING


@call(
    "POST",
    "/api/verify",
    takes=str,
    gives=FileVerdict,
    limit="work",
    largest=LARGEST,
    query={"match": "the match here that the file is said to be; else the one that its seal names"},
)
async def verify_file(asking: Asking, body: str) -> FileVerdict:
    """Whether a file is sound, and whether it is a history that this server gave out or keeps."""
    hall = asking.hall
    try:
        save = from_text(body)
    except LandbridgeError as problem:
        return FileVerdict(ok=False, findings=[str(problem)], text="It is no sound match.")
    except RecursionError:
        said = "this is not a Landbridge match"
        return FileVerdict(ok=False, findings=[said], text="It is no sound match.")
    findings, proved = await asyncio.to_thread(_examine, save)
    state = seal_state(save, await hall.store.keys.key(KEY))
    sealed = save.footer.sealed
    named = asking.query("match") or (sealed.match if sealed and state == "good" else "")
    history = await _compared(asking, save, named) if named else "unknown"
    vouched, text = in_words(state, history)
    return FileVerdict(
        ok=not findings and (vouched or (state != "broken" and history != "different")),
        findings=findings,
        proved=proved.proved,
        unproved=proved.unproved,
        head=head_of(save),
        vouched=vouched and not findings,
        seal=state,
        history=history,
        text=text,
    )


async def _compared(asking: Asking, save: Save, match_id: str) -> Relation:
    """How a file stands to a match that is kept here and that one may look at."""
    hall = asking.hall
    try:
        await hall.may_watch(match_id, asking.user_id)
        async with hall.matches.at(match_id) as kept:
            may = rights(kept, asking.user_id, public=hall.settings.public)
            if has_secrets(kept.match.game) and not may.all_seeing:
                return "unknown"
            return relation(save, kept.match.save())
    except Missing:
        return "unknown"


# Paper


@call("GET", "/api/matches/{id}/sheets", gives=SheetNames, query=AS)
async def sheets(asking: Asking, body: None) -> SheetNames:
    """What can be printed of a match."""
    async with table(asking) as (kept, may):
        seen = view(kept.match, may.looking(asking.query("as")))
        return SheetNames(list(kept.match.game.sheets(seen)))


@call("GET", "/api/matches/{id}/sheets/{name}", gives=str, query=AS)
async def sheet(asking: Asking, body: None) -> Response:
    """A page for print."""
    name = asking.path("name")
    async with table(asking) as (kept, may):
        found = kept.match.game.sheets(view(kept.match, may.looking(asking.query("as"))))
    if name not in found:
        raise BadInput(unknown("sheet", name, found))
    return Response(to_html([found[name]]), headers=PAPER, media_type="text/html; charset=utf-8")


# What lies ahead


@call(
    "GET",
    "/api/campaign-odds/{game}",
    gives=Report,
    limit="work",
    query={"scenario": "the scenario; the first if left out"},
)
async def campaign_odds(asking: Asking, body: None) -> Response:
    """What a campaign holds in store before it begins, exactly."""
    name = asking.path("game")
    scenario = find_game(name).scenario(asking.query("scenario")).name
    report = await asking.hall.ahead(name, scenario, look_ahead)
    return Response(report, headers={"Cache-Control": "no-store"}, media_type="application/json")
