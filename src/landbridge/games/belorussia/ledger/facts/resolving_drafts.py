"""What a page needs for its form of what is resolved on the map: which inputs players say."""

from __future__ import annotations

from msgspec import Struct

from landbridge.games.belorussia.fronts.display import FRONTS, front_name
from landbridge.games.belorussia.ledger.facts.resolving import Resolve, open_inputs, resolvable
from landbridge.games.belorussia.ledger.state import Ledger

RESOLVE = Resolve.__name__.lower()
"""By this name a page asks for it."""


class ResolvableInputs(Struct, frozen=True):
    """What players say to have something on the map resolved."""

    inputs: dict[str, tuple[str, ...]]
    """By question: the inputs that are to be said or may be; the ledger knows the others."""
    fronts: dict[str, str]
    """The Fronts by their words, for questions about a posture."""


class LedgerDrafts(Struct, frozen=True):
    """What a page of the ledger works out for a role."""

    resolve: ResolvableInputs


def ledger_drafts(view: Ledger) -> LedgerDrafts:
    """The drafts of a position."""
    inputs = {
        name: tuple(item.name for item in open_inputs(kind, view))
        for name, kind in resolvable().items()
    }
    return LedgerDrafts(ResolvableInputs(inputs, {front: front_name(front) for front in FRONTS}))
