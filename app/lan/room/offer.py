"""The rules that a room plays by: as they are told to whoever comes, and as they are sent."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from app.lan.protocol import Rules, RulesOffer
from dsl.engine.pack import Pack, build
from dsl.engine.wire import dumps
from dsl.text.source import Source


@dataclass(frozen=True, slots=True)
class Offered:
    """A pack as guests get it."""

    rules: Rules  #: with request 0
    offer: RulesOffer


def offered(pack: Pack, look: str) -> Offered:
    """Return a pack as it is offered, with how it is drawn."""
    rules = Rules(0, pack.text, tuple((each.source.name, each.source.text) for each in pack.house), look)
    text = dumps(rules).encode()
    offer = RulesOffer(
        pack.name,
        tuple(pack.titles.items()),
        pack.identity,
        tuple(each.title for each in pack.house),
        hashlib.sha256(text).hexdigest(),
        len(text),
    )
    return Offered(rules, offer)


def pack_of(rules: Rules) -> Pack:
    """Return the pack of rules that were kept. Raises RulesError."""
    return build(rules.ruleset, extra=[Source(name, text) for name, text in rules.house])
