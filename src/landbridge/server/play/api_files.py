"""Calls on what is kept of a match: sandboxes, files, checks, paper, and what lies ahead."""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

from msgspec.structs import replace
from starlette.responses import Response

from landbridge.engine.matches.heads import head_of
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.proofs import Proof, proof
from landbridge.engine.matches.saves import Save, from_text, to_text
from landbridge.engine.matches.visible import has_secrets
from landbridge.engine.refusals import BadInput, LandbridgeError, unknown
from landbridge.engine.reports import Report
from landbridge.engine.sheets import STYLE, to_html
from landbridge.referee.games import game as find_game
from landbridge.referee.games import load_match
from landbridge.server.http.calls import RequestContext, call
from landbridge.server.http.problems import NotAllowed, NotFound
from landbridge.server.play.access import AS, open_match, summarise
from landbridge.server.play.api_matches import keep
from landbridge.server.play.match_rows import fresh_id
from landbridge.server.play.matches import LiveMatch
from landbridge.server.play.requests import NewSandbox
from landbridge.server.play.rights import Rights, rights
from landbridge.server.play.seals import (
    KEY,
    Relation,
    describe_seal,
    put_seal,
    relation,
    seal_state,
)
from landbridge.server.play.seats import first_seats
from landbridge.server.play.shapes import FileVerdict, SheetNames, Summary, Verdict
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


def check_nothing_hidden(live: LiveMatch, may: Rights, what: str) -> None:
    """Refuse what would show somebody the secrets of others."""
    if has_secrets(live.match.game) and not may.all_seeing:
        raise NotAllowed(f"{what} would show what others hide, as long as the match goes on.")


# Sandboxes and files


@call(
    "POST", "/api/matches/{id}/branch", takes=NewSandbox, gives=Summary, status=201, limit="begin"
)
async def branch(request: RequestContext, body: NewSandbox) -> Summary:
    """A private sandbox from any point of a match, with dice of its own."""
    async with open_match(request) as (live, may):
        check_nothing_hidden(live, may, "A sandbox")
        seen = live.match.visible(may.looking(body.role or may.counts_as))
        sandbox = live.match.branch(None if body.at is None else seen.action(body.at))
        name = body.name or f"Sandbox: {live.row.name}"[:80]
        origin = live.id
    return await _begin_from(request, sandbox, name, sandbox_of=origin)


async def _begin_from(
    request: RequestContext, match: Match[Any], name: str, *, sandbox_of: str = ""
) -> Summary:
    match_id = fresh_id()
    seats = first_seats(
        match_id,
        match.game,
        dict.fromkeys(match.game.roles, "me"),
        request.user.id,
        public=request.server.settings.public,
        dice=match.header.dice,
    )
    live = await keep(request, match, match_id, name, seats, private=True, sandbox_of=sandbox_of)
    return await summarise(request, live)


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
async def import_match(request: RequestContext, body: str) -> Summary:
    """Bring in a match from a file. Its actions are all done again, to see that it is sound."""
    _ = request.user
    match = await asyncio.to_thread(_read, body)
    if request.server.settings.public and match.outcome is None and match.header.seed is not None:
        # Whoever brings a file knows its seed; here nobody may know the dice to come.
        match = match.branch()
    return await _begin_from(request, match, request.query("name") or "")


def _read(text: str) -> Match[Any]:
    try:
        return load_match(from_text(text))
    except RecursionError:
        raise BadInput("This is not a Landbridge match.") from None


@call("GET", "/api/matches/{id}/export", gives=str, limit="work")
async def export(request: RequestContext, body: None) -> Response:
    """The match as a file; its seed goes with it only when it is over, or on your own machine.

    A public server puts its seal on it; see POST /api/verify.
    """
    server = request.server
    key = await server.store.keys.key(KEY) if server.settings.public else b""
    async with open_match(request) as (live, may):
        check_nothing_hidden(live, may, "A file")
        with_seed = bool(live.row.over) or not server.settings.public
        save = live.match.save(with_seed)
        text = to_text(put_seal(save, live.id, key) if key else save)
        name = re.sub(r"[^A-Za-z0-9]+", "-", live.row.name).strip("-").lower() or live.id
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.lbm"',
        "Cache-Control": "no-store",
    }
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


@call("GET", "/api/matches/{id}/verify", gives=Verdict, limit="work")
async def verify(request: RequestContext, body: None) -> Verdict:
    """Whether what is kept is sound: every action done again, every roll compared with the seed."""
    async with open_match(request) as (live, may):
        all_seeing, over = may.all_seeing, bool(live.row.over)
        found = await request.server.store.matches.load(live.id)
    assert found is not None
    open_dice = over or not request.server.settings.public
    findings, proved = await asyncio.to_thread(_examine, found.save(), open_dice, all_seeing)
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
async def verify_file(request: RequestContext, body: str) -> FileVerdict:
    """Whether a file is sound, and whether it is a history that this server gave out or keeps."""
    server = request.server
    try:
        save = from_text(body)
    except LandbridgeError as problem:
        return FileVerdict(ok=False, findings=[str(problem)], text="It is no sound match.")
    except RecursionError:
        said = "this is not a Landbridge match"
        return FileVerdict(ok=False, findings=[said], text="It is no sound match.")
    findings, proved = await asyncio.to_thread(_examine, save)
    state = seal_state(save, await server.store.keys.key(KEY))
    sealed = save.footer.sealed
    named = request.query("match") or (sealed.match if sealed and state == "good" else "")
    history = await _compared(request, save, named) if named else "unknown"
    vouched, text = describe_seal(state, history)
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


async def _compared(request: RequestContext, save: Save, match_id: str) -> Relation:
    """How a file stands to a match that is kept here and that one may look at."""
    server = request.server
    try:
        await server.may_watch(match_id, request.user_id, request.watch_links)
        async with server.matches.hold(match_id) as live:
            may = rights(live, request.user_id, public=server.settings.public)
            if has_secrets(live.match.game) and not may.all_seeing:
                return "unknown"
            return relation(save, live.match.save())
    except NotFound:
        return "unknown"


# Paper


@call("GET", "/api/matches/{id}/sheets", gives=SheetNames, query=AS)
async def sheets(request: RequestContext, body: None) -> SheetNames:
    """What can be printed of a match."""
    async with open_match(request) as (live, may):
        seen = view(live.match, may.looking(request.query("as")))
        return SheetNames(list(live.match.game.sheets(seen)))


@call("GET", "/api/matches/{id}/sheets/{name}", gives=str, query=AS)
async def sheet(request: RequestContext, body: None) -> Response:
    """A page for print."""
    name = request.path("name")
    async with open_match(request) as (live, may):
        found = live.match.game.sheets(view(live.match, may.looking(request.query("as"))))
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
async def campaign_odds(request: RequestContext, body: None) -> Response:
    """What a campaign holds in store before it begins, exactly."""
    name = request.path("game")
    scenario = find_game(name).scenario(request.query("scenario")).name
    report = await request.server.campaign_odds(name, scenario, look_ahead)
    return Response(report, headers={"Cache-Control": "no-store"}, media_type="application/json")
