"""What a player makes of what it sees: the weights of its judgement, by side."""

from __future__ import annotations

from msgspec import Struct

from landbridge.games.arsenal.words import AXIS, SOVIET


class Temper(Struct, frozen=True, kw_only=True):
    """The weights of a judgement. Points and firepower are the units."""

    foresight: bool = True
    """Whether it counts what the enemy can bring back in his next turn."""
    closing: float = 0.0
    """How much more the score counts, and other ground less, in the last month."""
    own_mind: float = 0.0
    """How hard it presses where a scenario ends before the war, and it follows no directive;
    0: it follows them everywhere."""
    # Holding
    gap: float = 0.3
    """What closing a gap in the line is worth."""
    fear: float = 4.0
    """What a unit is worth that would be lost for nothing."""
    margin: float = 1.0
    """The strength, as a share of the threat, at which a point is held as often as not."""
    siege: float = 2.5
    """The firepower that is expected against a city for each point that it counts."""
    treasure: float = 0.1
    """How much a point on the way to an own city is worth of that city."""
    behind: float = 0.4
    """How much of the threat to a point goes on to those behind it."""
    warning: float = 8.0
    """How near the enemy must be, in lines and garrisons, for such a city to be manned."""
    doubt: float = 4.0
    """The firepower at which an attack on a point is as likely as not."""
    hinge: float = 0.3
    """What a point is worth more for each firepower that would be cut off with it."""
    trapped: float = 2.0
    """What a unit is worth that is cut off."""
    guard: float = 1.5
    """Units that a city keeps, besides one, for each point that it counts beyond the first."""
    alarm: float = 3.0
    """How near the enemy must be, in lines, for that."""
    safe: float = 4.2
    """How near the enemy may come before a factory leaves."""
    draws_line: bool = True
    """Whether it draws a line for its strength; if not, it looks at one place after another."""
    trap: float = 0.5
    """The chance of being cut off in the enemy's next turn from which a unit leaves."""
    # Marching
    marches: int = 99
    """How many units that attack nothing it moves in a month, besides those that have to leave."""
    trains: int = 99
    """How many units it thinks of moving by rail or sea in a month."""
    call: float = 0.8
    """How much of a call forward goes on to the next point behind."""
    mass: float = 99.0
    """The firepower that a chance to attack draws, for each die that the attack wants."""
    drive: float = 0.4
    """How much a chance to attack draws units."""
    transfer: float = 0.0
    """What a unit in the line must be worth more elsewhere to go back to the railway; 0: never."""
    # Attacking
    enough: float = 0.85
    """The chance of success at which no more units are sent."""
    least: float = 0.55
    """The chance under which an attack is a gamble."""
    killed: float = 1.2
    lost: float = 1.3
    """What firepower killed and lost is worth."""
    counts_replacements: bool = False
    """Whether it counts what the next months bring back."""
    spread: float = 0.45
    salient: float = 0.0
    """What a point is worth less for each further enemy point around it than own ones."""
    exposed: float = 0.3
    """What a unit is worth that takes a point and cannot keep it."""
    care: float = 1.0
    """How far the weaker side spares its units."""
    cut: float = 0.8
    """What an enemy unit is worth that is cut off."""
    goal: float = 0.3
    """How much a point on the way to a goal is worth of that goal."""
    bold: float = 1.0
    """How readily a gamble is taken."""


SIDES: dict[int, Temper] = {
    AXIS: Temper(
        salient=1.9,
        guard=2.5,
        fear=2.0,
        siege=1.5,
        least=0.6,
        enough=0.9,
        drive=0.3,
    ),
    SOVIET: Temper(
        salient=2.6,
        guard=1.7,
        lost=1.6,
        bold=0.8,
        siege=1.5,
        fear=2.5,
        drive=0.6,
        behind=0.3,
        doubt=6.0,
        least=0.45,
        goal=0.15,
    ),
}
