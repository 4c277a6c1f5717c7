"""What each side may see: its own book, and of the enemy only what has come to light.

A side's purchases, CPP, roster, notes and unfiled reports are its secret. What the enemy has seen
of it stands among the sightings, which lie open.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.play.events import REFEREE
from landbridge.engine.rules.citing import in_force
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.open_facts import SIDES, enemy_of
from landbridge.games.orsha.campaign.pieces.book import Book, Hardening, PieceResult
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, to_roster_piece
from landbridge.games.orsha.campaign.preparing.preparations import Preparations
from landbridge.games.orsha.campaign.reorganising.people.hardening import HardeningStep
from landbridge.games.orsha.campaign.reorganising.perimeter.escapes import Escapes
from landbridge.games.orsha.campaign.reorganising.rolls import Rolls
from landbridge.games.orsha.campaign.setting_up.inspection import Inspection
from landbridge.games.orsha.campaign.setting_up.set_up import SetUp
from landbridge.games.orsha.campaign.setting_up.wind import Wind
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.arriving.receiving import receipt
from landbridge.games.orsha.rules.purchases.order_of_battle import given_groups
from landbridge.games.orsha.rules.purchases.pieces import lay_out, line_id
from landbridge.games.orsha.rules.purchases.plan import check_plan
from landbridge.games.orsha.rules.purchases.prices import INITIAL, cost
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group, groups
from landbridge.games.orsha.rules.purchases.written import PastPurchase, Purchase, parse_purchase
from landbridge.games.orsha.rules.words import CgDate, Side

KEPT_KINDS = ("fortifications", "minefield", "san", "recon")
"""RGs whose effects show elsewhere; they are never imagined away."""
TRIES = 12
"""How many purchases are thought of for a date."""


def view(state: Campaign, role: str) -> Campaign:
    """The campaign as a role sees it; to those who look on, both books are closed."""
    if role == REFEREE or not in_force("OTO-8.611-2"):
        return state
    agenda: Any = tuple(_visible_step(state, step, role) for step in state.agenda)
    gone = _may_be_named(state, state.gone, role)
    for side in SIDES:
        if side != role:
            state = state.with_book(side, _closed(state.book(side)))
    return replace(state, agenda=agenda, gone=gone)


def _visible_step(state: Campaign, step: Any, role: str) -> Any:
    """A step without what it says of pieces that a role does not know."""
    if isinstance(step, Rolls) and step.side != role:
        return replace(step, left=())
    if isinstance(step, Escapes):
        must = _may_be_named(state, step.must, role)
        return replace(step, must=must, deployed=_may_be_named(state, step.deployed, role))
    return step


def _may_be_named(state: Campaign, ids: tuple[str, ...], role: str) -> tuple[str, ...]:
    """Of these pieces a role's own, and those of the enemy that it knows."""
    known: set[str] = set()
    for side, book in state.both:
        known |= {p.id for p in book.pieces.values() if side == role or state.is_known(p)}
    return tuple(name for name in ids if name in known)


def _closed(book: Book) -> Book:
    """A book that one may not look into."""
    return Book(sealed=book.sealed)


# Another position that looks the same


def imagine(state: Campaign, role: str, nature: Nature) -> Campaign:
    """A campaign that this role cannot tell from the real one: other hidden purchases and notes."""
    if role not in SIDES:
        return state
    mine: Any = role
    side = enemy_of(mine)
    return _Imagined(state, side, nature).campaign()


class _Imagined:
    """The enemy's book, thought up anew as far as it is hidden."""

    def __init__(self, state: Campaign, side: Side, nature: Nature) -> None:
        self.state, self.side, self.nature = state, side, nature
        self.book = state.book(side)
        self.step = state.agenda[0] if state.agenda else None
        self.before_battle = isinstance(
            self.step, Preparations | Wind | SetUp | Inspection | Battle
        )

    def campaign(self) -> Campaign:
        """The campaign with that book."""
        if self.book.sealed:
            return self.state
        if isinstance(self.step, Preparations) and self.side in self.step.waiting:
            self._still_buying()
        kept = [line for line in self.book.lines if not self._open_to_doubt(line)]
        self._choose_again(kept)
        self._shuffle_notes()
        if isinstance(self.step, HardeningStep) and self.side in self.step.waiting:
            self.book = replace(self.book, hardening=Hardening())
        return self.state.with_book(self.side, self.book)

    def _still_buying(self) -> None:
        """Whatever the enemy has done on this date, he may just as well still be buying."""
        date, book = self.state.date, self.book
        today = [line for line in book.roster if line.date == date]
        mine = f"{self.side[0].upper()}-{date}-"
        self.book = replace(
            book,
            cpp=today[0].start if today else book.cpp,
            phase="buying",
            plan=(),
            fortifications=(),
            pending=(),
            fpp=0,
            recon=0,
            recons=book.recons - bool(book.recon),
            san=self.state.san[self.side],
            bought=tuple(b for b in book.bought if b.date != date),
            lines={line: text for line, text in book.lines.items() if not line.startswith(mine)},
            entry={line: way for line, way in book.entry.items() if not line.startswith(mine)},
            pieces={name: p for name, p in book.pieces.items() if not name.startswith(mine)},
            roster=tuple(line for line in book.roster if line.date != date),
            built=tuple(text for text in book.built if not text.startswith(date)),
            hip={},
        )
        plan = self._plan(date, (), self.book.cpp, self.book.bought)
        self.book = replace(self.book, plan=plan)

    def _open_to_doubt(self, line: str) -> bool:
        """Whether the enemy may have bought something else instead of this line."""
        bought = _purchase(self.side, self.book.lines[line])
        if not bought or line in self.book.pending:
            return False
        if find_group(self.side, bought[0].rg).kind in KEPT_KINDS:
            return False
        pieces = [p for p in self.book.pieces.values() if p.line == line]
        return bool(pieces) and all(self._hidden(piece) for piece in pieces)

    def _hidden(self, piece: RosterPiece) -> bool:
        if piece.id in self.state.sightings or piece.area:
            return False
        return piece.status == "offmap" or (piece.status == "map" and self.before_battle)

    def _choose_again(self, kept: list[str]) -> None:
        """Other purchases for every date, among those that the CPP allow."""
        state, side, old = self.state, self.side, self.book
        gone = {line for line in old.lines if line not in kept}
        pieces = {name: p for name, p in old.pieces.items() if p.line not in gone}
        lines = {line: text for line, text in old.lines.items() if line not in gone}
        entry = {line: way for line, way in old.entry.items() if line not in gone}
        bought: list[PastPurchase] = []
        roster = []
        spare = self._spare(lines)
        carried = 0
        for row in old.roster:
            paid = row.start - row.spent - row.left
            start = carried + self._came(row.date)
            stays = self._stays(row.date, lines)
            budget = max(start - paid - spare[row.date], 0)
            later = self._later(row.date, lines)
            plan = self._plan(row.date, stays, budget, (*bought, *later))
            spent = cost(side, row.date, plan, state.rulings).total
            extra = self._received(row.date, plan[len(stays) :], lines)
            pieces |= {piece.id: piece for piece in extra}
            bought += [PastPurchase(row.date, p) for p in plan if not p.given]
            carried = start - spent - paid
            names = tuple(map(str, plan))
            roster.append(replace(row, start=start, purchased=names, spent=spent, left=carried))
        received = old.cpp - (old.roster[-1].left if old.roster else old.cpp)
        cpp = carried + received if roster else old.cpp
        report = {name: e for name, e in old.report.items() if _reported(name, pieces, old)}
        if old.report and not self._reporting():
            for piece in pieces.values():
                if piece.id not in old.pieces or piece.line in gone:
                    report[piece.id] = PieceResult(status="offmap")
        self.book = replace(
            old,
            cpp=cpp,
            pieces=pieces,
            lines=lines,
            entry=entry,
            bought=tuple(bought),
            roster=tuple(roster),
            report=report,
            appeared={n: new for n, new in old.appeared.items() if new.parent in pieces},
        )

    def _came(self, date: CgDate) -> int:
        """CPP that came between the date before and this one, which everybody knows."""
        rows = self.book.roster
        place = next(i for i, row in enumerate(rows) if row.date == date)
        return rows[place].start - (rows[place - 1].left if place else 0)

    def _spare(self, lines: dict[str, str]) -> dict[CgDate, int]:
        """CPP that must be left of each date for what was beyond doubt bought later."""
        found: dict[CgDate, int] = {}
        needed = 0
        for row in reversed(self.book.roster):
            found[row.date] = needed
            stays = self._stays(row.date, lines)
            known = cost(self.side, row.date, stays, self.state.rulings).total
            paid = row.start - row.spent - row.left
            needed = max(known + paid + needed - self._came(row.date), 0)
        return found

    def _reporting(self) -> bool:
        return isinstance(self.step, Battle) and self.side in self.step.waiting

    def _stays(self, date: CgDate, lines: dict[str, str]) -> tuple[Purchase, ...]:
        """Purchases of a date that are beyond doubt."""
        own = f"{self.side[0].upper()}-{date}-"
        found = [
            purchase
            for line, text in lines.items()
            if line.startswith(own)
            for purchase in _purchase(self.side, text)
        ]
        given = [b for b in self.book.plan if b.given]
        return (*found, *given)

    def _later(self, date: CgDate, lines: dict[str, str]) -> list[PastPurchase]:
        """What was beyond doubt bought on later dates; it counts against the campaign's maxima."""
        rows = [row.date for row in self.book.roster]
        after = rows[rows.index(date) + 1 :]
        return [
            PastPurchase(day, p) for day in after for p in self._stays(day, lines) if not p.given
        ]

    def _plan(
        self,
        date: CgDate,
        stays: tuple[Purchase, ...],
        start: int,
        history: tuple[PastPurchase, ...],
    ) -> tuple[Purchase, ...]:
        """These purchases and others, as many as chance will have it and the rules allow."""
        every = [rg for rg, row in groups(self.side).items() if row.kind not in KEPT_KINDS]
        plan = stays
        rulings = self.state.rulings
        for _ in range(self.nature.roll(f"1d{TRIES}", "imagined purchases")):
            wanted = Purchase(rg=self.nature.pick(every, "an imagined purchase"))
            longer = (*plan, wanted)
            if check_plan(self.side, date, longer, start, history, rulings).result.legal:
                plan = longer
        return plan

    def _received(
        self,
        date: CgDate,
        plan: tuple[Purchase, ...],
        lines: dict[str, str],
    ) -> list[RosterPiece]:
        """The counters of imagined purchases, on free lines of the record."""
        terms = self.state.rulings
        count = Counter(given_groups(self.side) if date == INITIAL else {})
        found: list[RosterPiece] = []
        for purchase in plan:
            number = count[purchase.rg] + 1
            while line_id(self.side, date, purchase.rg, number) in lines:
                number += 1
            line = line_id(self.side, date, purchase.rg, number)
            group = find_group(self.side, purchase.rg)
            brought = receipt(
                group, date, self.nature, purchase, None, terms, aircraft_now=False
            ).result
            lines[line] = str(purchase)
            entry = f"bought with {group.id} on {date}"
            found += [to_roster_piece(p) for p in lay_out(self.side, line, brought.pieces, entry)]
        return found

    def _shuffle_notes(self) -> None:
        """Hidden pieces of one kind might stand in each other's places."""
        if not self.before_battle:
            return
        by_kind: dict[str, list[RosterPiece]] = {}
        for piece in self.book.pieces.values():
            if piece.status == "map" and self._hidden(piece) and piece.kind != "minefield":
                by_kind.setdefault(piece.kind, []).append(piece)
        moved: list[RosterPiece] = []
        for pieces in by_kind.values():
            places = [(p.hex, p.cover) for p in pieces]
            for piece in pieces:
                hex, cover = places.pop(self.nature.roll(f"1d{len(places)}", "a note") - 1)
                moved.append(replace(piece, hex=hex, cover=cover))
        self.book = self.book.with_pieces(*moved)


def _reported(name: str, pieces: dict[str, RosterPiece], book: Book) -> bool:
    """Whether a line of a report still speaks of a piece that is there."""
    if name in pieces:
        return True
    made = book.appeared.get(name)
    return made is not None and made.parent in pieces


def _purchase(side: Side, text: str) -> tuple[Purchase, ...]:
    """The purchase behind a line of the record; none behind given lines and works."""
    words = text.split(",")[0]
    if words.split(" ")[0] not in groups(side):
        return ()
    return parse_purchase(side, words)
