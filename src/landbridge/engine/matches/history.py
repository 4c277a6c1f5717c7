"""The history of a match: every action with what it led to, at a bounded cost.

Every action keeps its record. The last few hundred keep their positions and events as well; of
older ones the events are packed away, and a position is kept only now and then: those between are
worked out again from the nearest one before. Positions are immutable and share what they can.
"""

from __future__ import annotations

import pickle
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar, overload

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Roll
from landbridge.engine.matches.saves import ActionRecord, BadSave
from landbridge.engine.play.events import Event

S = TypeVar("S", bound=Struct)

SEGMENT = 100
"""How many actions are packed away, and worked out again, at a time. The record of the last one
carries the hash of its position."""

MOST_POSITIONS = 512
"""Positions that are kept of a long match; before there are more, every second one goes."""

_SEGMENTS_AT_HAND = 4
"""Segments that were worked out again and are kept as long as others are not wanted."""

_Logged = tuple[tuple[Event, ...], tuple[Roll, ...]]
"""The events and the rolls of an action."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(ActionRecord).decode


class Played(Struct, frozen=True):
    """One action with what it led to."""

    record: ActionRecord
    state: Any
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]

    @property
    def final(self) -> bool:
        """Whether luck was seen or something revealed, so that it cannot simply be undone."""
        return bool(self.record.dice) or any(event.reveals for event in self.events)


class Records(Sequence[ActionRecord]):
    """The records of all actions, each kept as its line in a file."""

    def __init__(self, lines: Iterable[bytes] = ()) -> None:
        self.lines = list(lines)

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, index: int) -> ActionRecord: ...
    @overload
    def __getitem__(self, index: slice) -> list[ActionRecord]: ...
    def __getitem__(self, index: int | slice) -> ActionRecord | list[ActionRecord]:
        if isinstance(index, slice):
            return [_decode(line) for line in self.lines[index]]
        return _decode(self.lines[index])

    def __iter__(self) -> Iterator[ActionRecord]:
        return map(_decode, self.lines)

    def append(self, record: ActionRecord) -> None:
        """Add one."""
        self.lines.append(_encode(record))


class History(Sequence[Played], Generic[S]):
    """Every action of a match so far, the first one at index 0."""

    def __init__(self, first: S, redo: Callable[[S, ActionRecord], Played]) -> None:
        """`redo` carries an action out that stood the test before."""
        self.records = Records()
        self._redo = redo
        self._positions: dict[int, S] = {0: first}
        """Positions by the number of actions before them."""
        self._unread: dict[int, Callable[[], S]] = {}
        """Positions of a match that was resumed, as long as nobody has wanted them."""
        self._recent_from = 0
        self._recent: list[Played] = []
        """All actions from that index on; it is the first of a segment."""
        self._packed: dict[int, bytes] = {}
        """Events and rolls of the segments before, as far as they are known."""
        self._unpacked: tuple[int, list[_Logged]] = (-1, [])
        """The segment whose events were wanted last."""
        self._at_hand: OrderedDict[int, list[Played]] = OrderedDict()
        """Segments that were worked out again, the one wanted last at the end."""
        self.spacing = SEGMENT
        """How far apart the positions lie that are kept of actions long ago."""
        self._followers: list[Callable[[int], None]] = []

    # Reading

    def __len__(self) -> int:
        return len(self.records.lines)

    @overload
    def __getitem__(self, index: int) -> Played: ...
    @overload
    def __getitem__(self, index: slice) -> list[Played]: ...
    def __getitem__(self, index: int | slice) -> Played | list[Played]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"there are {len(self)} actions")
        if index >= self._recent_from:
            return self._recent[index - self._recent_from]
        return self._segment(index // SEGMENT)[index % SEGMENT]

    @property
    def state(self) -> S:
        """The position after the last action."""
        state: S = self._recent[-1].state if self._recent else self._positions[self._recent_from]
        return state

    def at(self, number: int) -> S:
        """The position after n actions."""
        kept = self._kept(number)
        state: S = self[number - 1].state if kept is None else kept
        return state

    def _kept(self, number: int) -> S | None:
        """The position after n actions, if it is kept; one that cannot be read is not."""
        if number in self._unread:
            read = self._unread.pop(number)
            with suppress(BadSave):
                self._positions[number] = read()
        return self._positions.get(number)

    def events(self, index: int) -> tuple[Event, ...]:
        """What an action led to; its position is not worked out for this."""
        return self._logged(index)[0]

    def rolls(self, index: int) -> tuple[Roll, ...]:
        """The dice of an action, with what they were thrown for."""
        return self._logged(index)[1]

    def _logged(self, index: int) -> _Logged:
        number = index // SEGMENT
        packed = self._packed.get(number)
        if index >= self._recent_from or packed is None:
            played = self[index]
            return played.events, played.rolls
        if self._unpacked[0] != number:
            self._unpacked = number, _unpack(packed)
        return self._unpacked[1][index % SEGMENT]

    def kept_positions(self) -> list[int]:
        """After how many actions a position is kept; not the first."""
        return sorted(number for number in {*self._positions, *self._unread} if number)

    # Working out again

    def _segment(self, number: int) -> list[Played]:
        """A segment before the recent actions."""
        if number not in self._at_hand:
            self._work_out(number)
        self._at_hand.move_to_end(number)
        return self._at_hand[number]

    def _work_out(self, number: int) -> None:
        before = self._at_hand.get(number - 1)
        if before is not None:
            first, state = number, before[-1].state
        else:
            first, state = self._nearest(number)
        for each in range(first, number + 1):
            found = []
            for record in self.records[each * SEGMENT : (each + 1) * SEGMENT]:
                found.append(self._redo(state, record))
                state = found[-1].state
            if each not in self._packed:
                self._packed[each] = _pack(found)
            self._at_hand[each] = found
            self._at_hand.move_to_end(each)
            if len(self._at_hand) > _SEGMENTS_AT_HAND:
                self._at_hand.popitem(last=False)

    def _nearest(self, number: int) -> tuple[int, S]:
        """The nearest segment up to this one whose first position is kept, and that position."""
        before = (n for n in self.kept_positions() if n <= number * SEGMENT)
        for nearest in sorted(before, reverse=True):
            state = self._kept(nearest)
            if state is not None:
                return nearest // SEGMENT, state
        return 0, self._positions[0]

    # Changing

    def follow(self, cut: Callable[[int], None]) -> None:
        """Have this called with the new length, whenever actions are taken away."""
        self._followers.append(cut)

    def append(self, played: Played) -> None:
        """Add an action."""
        self.records.append(played.record)
        self._recent.append(played)
        number = len(self.records.lines)
        if number % SEGMENT == 0:
            self._keep(number, played.state)
            if len(self._recent) > SEGMENT:
                self._pack_first()

    def _keep(self, number: int, state: S) -> None:
        """Keep a position. The more there are, the further they lie apart."""
        while number // self.spacing > MOST_POSITIONS:
            self.spacing *= 2
            for n in self.kept_positions():
                if n % self.spacing and n < self._recent_from:
                    self._forget(n)
        self._positions[number] = state

    def _pack_first(self) -> None:
        """Pack the first segment of the recent actions away."""
        number = self._recent_from // SEGMENT
        self._packed[number] = _pack(self._recent[:SEGMENT])
        if self._recent_from % self.spacing:
            self._forget(self._recent_from)
        del self._recent[:SEGMENT]
        self._recent_from += SEGMENT

    def _forget(self, number: int) -> None:
        self._positions.pop(number, None)
        self._unread.pop(number, None)

    def cut(self, length: int) -> None:
        """Take away all actions after the first n."""
        if length >= len(self):
            return
        if length < self._recent_from or (length == self._recent_from and length):
            self._bring_back(length)
        del self.records.lines[length:]
        del self._recent[length - self._recent_from :]
        for number in self.kept_positions():
            if number > length:
                self._forget(number)
        for table in (self._packed, self._at_hand):
            for segment in [s for s in table if (s + 1) * SEGMENT > length]:
                del table[segment]
        self._unpacked = -1, []
        for follower in self._followers:
            follower(length)

    def _bring_back(self, length: int) -> None:
        """Make the segment recent that holds the last of the first n actions."""
        number = max(length - 1, 0) // SEGMENT
        base = self.at(number * SEGMENT)
        self._recent = list(self._segment(number)) if length else []
        self._recent_from = number * SEGMENT
        self._positions[self._recent_from] = base

    def resume(self, lines: Iterable[bytes], positions: Mapping[int, Callable[[], S]]) -> None:
        """Go on after the last of these positions, with the records of all actions before it.

        The last one is read now, and is a BadSave if it cannot be; the others when wanted.
        """
        self.records = Records(lines)
        if any(number % SEGMENT for number in positions) or max(positions) != len(self):
            raise BadSave("its snapshots are not where they belong")
        self._unread = dict(positions)
        self._positions[len(self)] = self._unread.pop(len(self))()
        self._recent_from = len(self)

    def copy(self, length: int, change: Callable[[ActionRecord], ActionRecord]) -> History[S]:
        """The first actions for another match, with their records changed so."""
        twin = History(self._positions[0], self._redo)
        twin.records = Records(_encode(change(record)) for record in self.records)
        twin._recent = [replace(p, record=change(p.record)) for p in self._recent]
        twin._recent_from, twin.spacing = self._recent_from, self.spacing
        twin._positions, twin._packed = dict(self._positions), dict(self._packed)
        twin._unread = dict(self._unread)
        twin.cut(length)
        return twin


def _pack(segment: Iterable[Played]) -> bytes:
    """Events and rolls in a form that only this process reads again."""
    logged = [(played.events, played.rolls) for played in segment]
    return zlib.compress(pickle.dumps(logged, pickle.HIGHEST_PROTOCOL), 1)


def _unpack(packed: bytes) -> list[_Logged]:
    found: list[_Logged]
    found = pickle.loads(zlib.decompress(packed))
    return found
