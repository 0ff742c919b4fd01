"""How much a position may hold: it is copied at every choice, and whoever thinks ahead holds many of them."""

from __future__ import annotations

from collections import Counter

from dsl.base.problem import Problem, RulesError
from dsl.base.source import NOWHERE, Span
from dsl.program.lower.unit import Unit
from dsl.program.widths import words
from dsl.semantics.typed import Rules

MOST = 1 << 18  #: words of 32 bits: a number is one, a set of places one for 32 of them


def refuse(unit: Unit) -> None:
    """Raise RulesError if what is declared so far makes a position that holds too much."""
    held: Counter[str] = Counter()
    for slot in unit.slots.values():
        held[slot.name.partition(".")[0]] += words(slot.width) * slot.length
    if held.total() <= MOST:
        return
    ((most, _),) = held.most_common(1)
    raise RulesError(
        (
            Problem(
                "too-large",
                f"a position of this game holds more than {MOST} numbers",
                _place(unit.rules, most),
                "nothing takes more than this",
                "What is kept for each place, player and kind is counted, also where nothing lies.",
                "make a board smaller, or keep less for each of its places",
            ),
        )
    )


def _place(rules: Rules, name: str) -> Span:
    for declared in (rules.variables, rules.pieces, rules.counters, rules.zones):
        if name in declared:
            return declared[name].span
    return NOWHERE
