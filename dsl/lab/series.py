"""A series of matches from the first to the last: what is there already is not played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing

from dsl.engine.wire import loads
from dsl.lab.plan import Plan, written
from dsl.lab.spread import Spread
from dsl.lab.store import Store
from dsl.lab.work import Record


def missing(seeds: Sequence[int], store: Store | None) -> list[int]:
    """Return the seeds that were not played yet."""
    there = store.records if store else {}
    return [seed for seed in seeds if seed not in there]


def played(
    plan: Plan, seeds: Sequence[int], spread: Spread, store: Store | None, tell: Callable[[int], object]
) -> dict[int, Record]:
    """Return the records of the matches from `seeds`, by seed in their order; `tell` hears how many more there are.

    With a store they are in it as soon as they are told. Raises SpreadError, StoreError, OSError.
    """
    found: dict[int, Record] = {}
    wanted = missing(seeds, store)
    with closing(spread(written(plan), wanted)) as portions:  # whoever stops us stops the workers, too
        for lines in portions:
            records = store.add(lines) if store else [loads(line, Record) for line in lines]
            found.update((record.seed, record) for record in records)
            tell(len(records))
    there = {**(store.records if store else {}), **found}
    return {seed: there[seed] for seed in seeds}
