"""Matches as a role may see them. Nothing leaves the server but through here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from landbridge.engine.coaching.coach import Advice, advise
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.visible import has_secrets
from landbridge.engine.play.actions import Decision
from landbridge.engine.play.events import REFEREE, SPECTATOR, Event
from landbridge.engine.play.game import Game, Outcome
from landbridge.referee.games import game as find_game
from landbridge.referee.games import render
from landbridge.referee.tutorials import tutorial
from landbridge.server.clocks.server_time import Timekeeper
from landbridge.server.clocks.views import away_text, clock_view, moment
from landbridge.server.play.draw_offers import read_offer
from landbridge.server.play.endings import ways_to_end
from landbridge.server.play.matches import LiveMatch
from landbridge.server.play.naming import name_decision
from landbridge.server.play.rights import Rights, rights_at
from landbridge.server.play.shapes import (
    ActionView,
    DrawView,
    EventView,
    Log,
    Position,
    RollbackRequest,
    SeatView,
    Summary,
)
from landbridge.server.updates.numbering import numbers
from landbridge.store.rows import MatchRow, SeatRow

SOMEBODY = "somebody"


def view(match: Match[Any], role: str, number: int | None = None) -> Any:
    """The position as a role may see it, now or after n actions that it noticed."""
    state = match.state if number is None else match.at(match.visible(role).action(number))
    return match.game.view(state, role)


def decisions(match: Match[Any], role: str) -> tuple[Decision, ...]:
    """What a role has to decide; whoever only looks on, nothing."""
    if match.outcome is not None or role == SPECTATOR:
        return ()
    return tuple(name_decision(match.game, one) for one in match.decisions(role))


def asides(match: Match[Any], role: str) -> tuple[Decision, ...]:
    """What a role may do although nothing is asked of it; whoever only looks on, nothing."""
    if match.outcome is not None or role == SPECTATOR:
        return ()
    return tuple(
        name_decision(match.game, one)
        for one in match.game.asides(match.state)
        if role in (REFEREE, one.who)
    )


# Events


def event_view(game: Game[Any], number: int, event: Event, role: str = "") -> EventView:
    """An event in words and figures."""
    # Who sees all sees by the owner's event what those who look on see by theirs.
    twice = role == REFEREE and event.seen_by is not None and SPECTATOR in event.seen_by
    rules = (*event.rules, *(rule for roll in event.rolls for rule in roll.rules))
    return EventView(
        number,
        event.id,
        game.sentence(event),
        tuple(dict.fromkeys(rules)),
        event.rolls,
        event.values,
        (None if twice else game.picture(event)) or msgspec.UNSET,
    )


def visible_events(
    game: Game[Any], number: int, events: Iterable[Event], role: str
) -> list[EventView]:
    """Events of one action, as far as a role may know of them."""
    return [event_view(game, number, event, role) for event in events if event.visible_to(role)]


def log(live: LiveMatch, role: str, since: int) -> Log:
    """What happened after n actions that a role noticed; before the first, the set-up."""
    match, seen_actions = live.match, live.match.visible(role).numbers()
    events = visible_events(match.game, 0, match.opening.events, role) if since < 0 else []
    said = []
    # The words of an action may give away what its events keep to themselves.
    open_words = role == REFEREE or bool(live.row.over) or not has_secrets(match.game)
    for number, action in enumerate(seen_actions[max(since, 0) :], start=max(since, 0) + 1):
        record = match.history.records[action - 1]
        seen = visible_events(match.game, number, match.history.events(action - 1), role)
        events += seen
        # That a step passed is known to everybody, as what could be done in it was.
        known = open_words or record.automatic or record.who == role
        dice = [roll.faces for event in seen for roll in event.rolls if roll.faces]
        said.append(
            ActionView(
                number,
                record.who,
                record.do if known else "",
                record.declared if any(event.id == "declared" for event in seen) else (),
                dice,
                bool(record.typed),
                record.by,
                known and record.joined,
                record.automatic,
            )
        )
    if match.ending is not None:
        # The end that people made comes after the last action.
        outcome = match.ending.outcome()
        text = f"The match is over: {outcome.reason}."
        values = {"how": outcome.how, "winner": outcome.winner}
        events.append(EventView(len(match) + 1, "match_ended", text, (), (), values))
    return Log(since, numbers(live.row, role).version, events, said)


# Summaries


def seat_views(
    seats: Iterable[SeatRow],
    user_id: str,
    names: dict[str, str],
    keeper: Timekeeper | None = None,
) -> dict[str, SeatView]:
    """Who sits where, as somebody is told."""
    shown = {}
    for seat in seats:
        if seat.kind == "bot":
            shown[seat.role] = SeatView("bot", seat.bot)
        elif seat.kind == "open":
            shown[seat.role] = SeatView("open", "")
        else:
            mine = bool(user_id) and seat.user_id == user_id
            name = names.get(seat.user_id, SOMEBODY)
            away = away_text(seat.user_id, keeper)
            shown[seat.role] = SeatView("me" if mine else "user", name, away)
    return shown


def summary(
    row: MatchRow,
    seats: Iterable[SeatRow],
    user_id: str,
    names: dict[str, str],
    keeper: Timekeeper | None = None,
    *,
    public: bool,
) -> Summary:
    """A match in a list, from its row alone, counted as its reader may count."""
    held = {seat.role: seat for seat in seats}
    may = rights_at(find_game(row.game).roles, row, held, user_id, public=public)
    return Summary(**_summary(row, list(held.values()), user_id, names, keeper, may.counts_as))


def _summary(
    row: MatchRow,
    seats: list[SeatRow],
    user_id: str,
    names: dict[str, str],
    keeper: Timekeeper | None,
    role: str,
) -> dict[str, Any]:
    game, counted = find_game(row.game), numbers(row, role)
    order = {role: place for place, role in enumerate(game.roles)}
    held = sorted(seats, key=lambda seat: order.get(seat.role, len(order)))
    yours = tuple(seat.role for seat in held if user_id and seat.user_id == user_id)
    return {
        "id": row.id,
        "game": row.game,
        "title": game.title,
        "scenario": row.scenario,
        "scenario_title": game.scenario(row.scenario).title,
        "name": row.name,
        "seats": seat_views(held, user_id, names, keeper),
        "actions": counted.actions,
        "to_decide": msgspec.json.decode(row.to_decide, type=tuple[str, ...]),
        "over": bool(row.over),
        "outcome": msgspec.json.decode(row.outcome, type=Outcome) if row.outcome else None,
        "created": moment(row.created),
        "updated": moment(row.updated),
        "yours": yours,
        "version": counted.version,
        "private": bool(row.private),
        "owner": bool(user_id) and row.owner == user_id,
        "watching": not yours,
        "clock": clock_view(row, held, keeper),
        "sandbox_of": row.sandbox_of,
    }


def position(
    live: LiveMatch,
    role: str,
    may: Rights,
    user_id: str,
    names: dict[str, str],
    keeper: Timekeeper | None = None,
) -> Position:
    """A match as a role sees it."""
    match, header = live.match, live.match.header
    seen = view(match, role)
    found = _summary(live.row, list(live.seats.values()), user_id, names, keeper, role)
    found["yours"] = may.yours
    over = bool(live.row.over)
    return Position(
        **found,
        role=role,
        roles=match.game.roles,
        may_act=role in may.acts and not over,
        view=seen,
        summary=match.game.summary(seen),
        decisions=decisions(match, role),
        asides=asides(match, role),
        commitment=header.commitment,
        head=match.head(public=not match.visible(role).sees_all),
        secrets=has_secrets(match.game),
        seed=header.seed if over else msgspec.UNSET,
        dice=header.dice,
        mode=header.mode,
        options=header.options,
        undoable=undoable(live, role, may),
        rollback=open_rollback_for(live, role),
        draw=open_draw(live),
        ways_to_end=ways_to_end(live, may, role, keeper),
        rematch=live.row.rematch if may.yours else "",
        board=render(match.game.name, seen),
        coach=coach(match, role),
    )


def coach(match: Match[Any], role: str) -> Advice | None:
    """What the coach says to whoever plays a tutorial."""
    found = tutorial(match.game.name, match.header.scenario)
    if found is None or role != found.told.role or match.header.mode == "referee":
        return None
    return advise(found, match)


def undoable(live: LiveMatch, role: str, may: Rights) -> Any:
    """Whether this role can simply take the last action back: True, or why not."""
    if live.row.over:
        return "The match is over."
    gesture = live.match.last_gesture(role)
    if not gesture:
        return "Nothing has been done yet."
    # Only the last action of a gesture may show something; what passed after it is nobody's.
    done = (live.match.history[number - 1] for number in reversed(gesture))
    last = next(played for played in done if not played.record.automatic)
    noted = last.record.who == REFEREE and may.speaks_for_all(live.match.game.roles)
    if role not in (REFEREE, last.record.who) and not noted:
        return f"The last action was done by {last.record.who}."
    if not last.final:
        return True if live.match.can_undo(role) else "Somebody has acted on it."
    what = "Dice were rolled" if last.record.dice else "Something was revealed"
    return f"{what}; the last action can only be rolled back, if all agree."


def open_rollback(live: LiveMatch) -> RollbackRequest | None:
    """The rollback that somebody has asked for, by the numbers of the whole match."""
    if not live.row.rollback:
        return None
    return msgspec.json.decode(live.row.rollback, type=RollbackRequest)


def open_rollback_for(live: LiveMatch, role: str) -> RollbackRequest | None:
    """The same by the numbers of a role."""
    wanted = open_rollback(live)
    if wanted is None:
        return None
    seen = live.match.visible(role)
    first = seen.count(wanted.before - 1) + 1
    return replace(wanted, before=first, actions=len(seen) - first + 1)


def open_draw(live: LiveMatch) -> DrawView | None:
    """The draw that somebody offers."""
    offer = read_offer(live.row.draw_offer)
    return DrawView(offer.by, offer.agreed, offer.waiting) if offer.by else None
