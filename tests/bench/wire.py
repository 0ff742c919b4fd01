"""How long the text of what a table tells takes: news of a choice, written and read, for each seat."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from functools import partial

from dsl.base.serialization import dumps, loads
from dsl.match.journal import SeatPlan
from dsl.match.rulesets.ruleset import load
from dsl.match.table import Table
from dsl.match.table_messages import Changed, Choose
from tests.bench.figures import clock_of, compare, folder_of, heading, read_arguments, show
from tests.dsl.base.plain_serialization import plain_text

CHOICES = 400  #: of a match
EVERY = 4  #: every n-th is measured


def main() -> None:
    """Measure the updates of one seat at the start of random matches with the most players."""
    arguments = read_arguments("Time until news are text, and news again.", game="dinosaures", number=2)
    pack, clock = load(folder_of(arguments.game)), clock_of(arguments)
    players, news = max(pack.numbers), list[Changed]()
    for seed in range(arguments.number):
        table = Table(pack, [SeatPlan(colour) for colour in pack.rules.colours[:players]], {}, seed)
        news += play(table, random.Random(seed))[::EVERY]
    texts = [dumps(each) for each in news]
    heading(f"{arguments.game}: {len(news)} news of {arguments.number} matches of {players}")
    print(f"  letters: median {statistics.median(map(len, texts)):,.0f}, most {max(map(len, texts)):,}")
    quick = [timed(partial(dumps, each), clock) for each in news]
    plain = [timed(partial(plain_text, each), clock) for each in news]
    read = [timed(partial(loads, text, Changed), clock) for text in texts]
    show("written", quick)
    show("written by way of dictionaries", plain)
    show("read and checked", read)
    compare("by way of dictionaries", plain, "written", quick)


def play(table: Table, dice: random.Random) -> list[Changed]:
    """Play a random match for a while; return what the first seat was told of the choices that it learned of."""
    told: list[Changed] = []
    table.subscribe(table.seats[0].colour, lambda news: told.append(news) if isinstance(news, Changed) else None)
    for _ in range(CHOICES):
        if not table.match.questions:
            break
        question = dice.choice(table.match.questions)
        table.handle(Choose(0, question.seat, question.position, dice.choice(question.options)))
    return told


def timed(do: Callable[[], object], clock: Callable[[], float]) -> float:
    """Return how many seconds something takes."""
    began = clock()
    do()
    return clock() - began


if __name__ == "__main__":
    main()
