"""What can be proved of a match, and what cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from landbridge.engine.chance.dice import dice as dice_named
from landbridge.engine.chance.nature import seeded_faces

if TYPE_CHECKING:
    from landbridge.engine.matches.match import Match


class Proof(Struct, frozen=True):
    """What a sound match proves, in sentences, and what no file can prove of itself."""

    proved: tuple[str, ...]
    unproved: tuple[str, ...]


def audit(match: Match[Any]) -> list[str]:
    """What is wrong with the dice: nothing, if all come from the seed that was promised."""
    header = match.header
    secret = header.seed
    if secret is None:
        return []
    wrong = []
    if secret.commitment != header.commitment:
        wrong.append("the seed is not the one that was committed to")
    typed = header.set_up_typed or any(record.typed for record in match.history.records)
    if typed and header.dice == "seeded":
        wrong.append("dice were typed in, although the program was to throw all of them")
    thrown = [] if header.set_up_typed else [(0, 0, tuple(match.opening.rolls))]
    thrown += [
        (record.serial, record.typed, match.history.rolls(index))
        for index, record in enumerate(match.history.records)
        if record.dice
    ]
    for serial, typed_first, rolls in thrown:
        known = [roll for roll in rolls if roll.faces]
        for index, roll in enumerate(known):
            faces = seeded_faces(secret.key, serial, index, dice_named(roll.dice))
            if index >= typed_first and faces != roll.faces:
                wrong.append(
                    f"{roll.purpose} (serial {serial}): the file says {_shown(roll.faces)},"
                    f" the seed gives {_shown(faces)}"
                )
    return wrong


def proof(match: Match[Any], *, counted: bool = True) -> Proof:
    """What a match that could be repeated proves. `counted`: with what the serials tell."""
    header = match.header
    declared = sum(bool(record.declared) for record in match.history.records)
    passed = f", but for {declared} that the referee let pass" if declared else ""
    proved = [
        "Nothing in it was changed without a new hash chain.",
        f"Every action could be done under the rules{passed}, and leads to the position that is"
        " kept.",
    ]
    unproved = []
    typed = header.dice == "typed" or any(record.typed for record in match.history.records)
    if header.dice == "typed":
        unproved.append("The dice: they were thrown at the table and typed in.")
    elif header.seed is None:
        unproved.append("The dice: the seed is not shown yet, only the promise made of it.")
    else:
        thrown = "Every die that was not typed in" if typed else "Every die"
        proved.append(f"{thrown} comes from the seed, and the seed is the one that was promised.")
    if match.ending is not None:
        unproved.append(f"That people ended it so: {match.ending.reason()}.")
    gaps = serial_gaps(match)
    if gaps and counted:
        times = "once" if gaps == 1 else f"{gaps} times"
        unproved.append(
            f"Something was taken back {times} without a record: actions that showed no luck and"
            " were undone, or rollbacks that were struck out."
        )
    unproved.append(
        "That this is the whole history: a file made anew, with a rollback struck out or dice"
        " passed over, fits itself. Compare its head with the one that the other player or the"
        " server has."
    )
    return Proof(tuple(proved), tuple(unproved))


def serial_gaps(match: Match[Any]) -> int:
    """How many serials were used up by what is neither in the match nor among its rollbacks."""
    recorded = len(match) + len(match.taken_back)
    recorded += sum(len(gone.actions) for gone in match.taken_back)
    return max(0, match.next_serial - 1 - recorded)


def _shown(faces: tuple[int, ...]) -> str:
    return "+".join(str(face) for face in faces)
