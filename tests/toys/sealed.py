"""Two hands of cards, one card from each laid face down at the same time, the higher wins."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.play.actions import Action, Decision, Offer, Slot
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.game import Game, Option, Outcome, Scenario
from landbridge.engine.refusals import ImpossibleAction, Violation

CARDS = tuple(sorted(2 * tuple(range(1, 9))))
"""Two of each, so that ties come up."""


class Lay(Action, frozen=True):
    """Lay a card face down."""

    card: int


class Trick(Struct, frozen=True):
    """A round that has been played."""

    red: int
    blue: int
    winner: str


class Cards(Struct, frozen=True, kw_only=True):
    """The whole position, secrets included."""

    rounds: int
    hands: dict[str, tuple[int, ...]]
    laid: dict[str, int] = {}
    stock: tuple[int, ...] = ()
    tricks: tuple[Trick, ...] = ()


class Seen(Struct, frozen=True, kw_only=True):
    """What a player sees: its own cards, and how many the others are."""

    rounds: int
    hand: tuple[int, ...]
    laid: int | None
    has_laid: tuple[str, ...]
    cards_held: dict[str, int]
    stock: int
    tricks: tuple[Trick, ...]


class SeenTooMuch(Seen, frozen=True, kw_only=True):
    """The same, with the stock face up."""

    stock_cards: tuple[int, ...]


class Sealed(Game[Cards]):
    """The game."""

    name = "sealed"
    title = "Sealed cards"
    edition = "1"
    roles = ("red", "blue")
    package = "toys"
    actions = (Lay,)
    scenarios = (
        Scenario("short", "Hands of three"),
        Scenario("long", "Hands of five"),
    )
    options = (Option("rounds", ("all", "two"), "all", "how many rounds are played"),)

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Cards:
        size = 3 if scenario == "short" else 5
        stock, hands = list(CARDS), {}
        for role in self.roles:
            drawn = []
            for _ in range(size):
                card = play.nature.pick(stock, f"a card for {role}")
                stock.remove(card)
                drawn.append(card)
            hands[role] = tuple(sorted(drawn))
        # The dice of the deal would tell each hand what the other one lacks.
        play.log("dealt", ("DC-TOY-1",), to=(), each=size)
        for role, hand in hands.items():
            play.log("hand", to=(role,), cards=hand)
        rounds = 2 if options["rounds"] == "two" else size
        return Cards(rounds=rounds, hands=hands, stock=tuple(stock))

    def deciders(self, state: Cards) -> tuple[str, ...]:
        if self.outcome(state) is not None:
            return ()
        return tuple(role for role in self.roles if role not in state.laid)

    def decisions(self, state: Cards, role: str = REFEREE) -> tuple[Decision, ...]:
        return tuple(
            Decision(
                who,
                f"Round {len(state.tricks) + 1}: lay a card",
                (Offer("lay", "Lay a card face down", (_card(state.hands[who]),)),),
                ("DC-TOY-1",),
            )
            for who in self.deciders(state)
            if role in (REFEREE, who)
        )

    def check(self, state: Cards, who: str, action: Action) -> tuple[Violation, ...]:
        if who not in self.deciders(state) or not isinstance(action, Lay):
            raise ImpossibleAction(f"{who} has nothing to lay now", "DC-TOY-1")
        if action.card not in state.hands[who]:
            held = _card(state.hands[who]).describe()
            raise ImpossibleAction(
                f"{who} does not hold {action.card}", "DC-TOY-1", f"legal: {held}"
            )
        return ()

    def apply(self, state: Cards, who: str, action: Any, play: Play) -> Cards:
        hand = list(state.hands[who])
        hand.remove(action.card)
        state = replace(
            state,
            hands=state.hands | {who: tuple(hand)},
            laid=state.laid | {who: action.card},
        )
        play.log("laid", ("DC-TOY-1",), who=who)
        if len(state.laid) < len(self.roles):
            return state
        red, blue = state.laid["red"], state.laid["blue"]
        winner = "red" if red > blue else "blue" if blue > red else _break_tie(play.nature)
        play.log("revealed", ("DC-TOY-2",), reveals=True, red=red, blue=blue, winner=winner)
        return replace(state, laid={}, tricks=(*state.tricks, Trick(red, blue, winner)))

    def outcome(self, state: Cards) -> Outcome | None:
        if len(state.tricks) < state.rounds:
            return None
        score = {role: sum(t.winner == role for t in state.tricks) for role in self.roles}
        best = [role for role in self.roles if score[role] == max(score.values())]
        winner = best[0] if len(best) == 1 else None
        return Outcome("all rounds are played", winner, ("DC-TOY-2",), score)

    def view(self, state: Cards, role: str) -> Any:
        if role == REFEREE:
            return state
        return Seen(
            rounds=state.rounds,
            hand=state.hands.get(role, ()),
            laid=state.laid.get(role),
            has_laid=tuple(sorted(state.laid)),
            cards_held={who: len(hand) for who, hand in state.hands.items()},
            stock=len(state.stock),
            tricks=state.tricks,
        )

    def imagine(self, state: Cards, role: str, nature: Nature) -> Cards:
        if role == REFEREE:
            return state
        (other,) = (who for who in self.roles if who != role)
        hidden = [*state.stock, *state.hands[other]]
        if other in state.laid:
            hidden.append(state.laid[other])
        shuffled = []
        while hidden:
            shuffled.append(hidden.pop(nature.pick(range(len(hidden)), "a hidden card")))
        laid = state.laid | ({other: shuffled.pop()} if other in state.laid else {})
        held = len(state.hands[other])
        return replace(
            state,
            laid=laid,
            hands=state.hands | {other: tuple(sorted(shuffled[:held]))},
            stock=tuple(sorted(shuffled[held:])),
        )


class LeakySealed(Sealed):
    """The same game with the stock face up, from which the other hand can be worked out."""

    name = "leaky-sealed"

    def view(self, state: Cards, role: str) -> Any:
        seen = super().view(state, role)
        if role == REFEREE:
            return seen
        fields = {name: getattr(seen, name) for name in seen.__struct_fields__}
        return SeenTooMuch(**fields, stock_cards=state.stock)


def _card(hand: tuple[int, ...]) -> Slot:
    return Slot("card", tuple(str(card) for card in sorted(set(hand))), prompt="which card?")


def _break_tie(nature: Nature) -> str:
    while True:
        red = nature.roll("1d6", "red breaks the tie", "DC-TOY-2")
        blue = nature.roll("1d6", "blue breaks the tie", "DC-TOY-2")
        if red != blue:
            return "red" if red > blue else "blue"
