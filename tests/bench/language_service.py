"""How long the language service takes after a changed line: the problems of the file, and what could stand there.

Each round changes one line of the rules (a letter more, a line more, a word less), asks, and takes the change back. CPU
time is reported, because the machine may have other work.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from pathlib import Path

from dsl.language_service import messages as m
from dsl.language_service.ruleset_files import read_files
from dsl.language_service.service import Service

RULESETS = Path(__file__).parents[2] / "rulesets"


def main() -> None:
    """Measure every kind of question over random changes of a ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="dinosaures")
    parser.add_argument("-n", type=int, default=200, help="changed lines")
    arguments = parser.parse_args()
    folder = RULESETS / arguments.game
    file = f"{folder.name}.rules"
    _, opening = _timed(lambda: Service(read_files(folder)))
    service = Service(read_files(folder))
    good = service.workspace.files[file]
    print(f"{arguments.game}: {good.count(chr(10))} lines, opened in {1000 * opening:.0f} ms of CPU time")
    dice = random.Random(1)
    times: dict[str, list[float]] = {}
    service.answer(m.ProblemsOf(file))
    for _ in range(arguments.n):
        line, column, text = _changed(good, dice)
        _, setting = _timed(lambda text=text: service.set_text(file, text))
        questions = (
            m.ProblemsOf(file), m.CompleteAt(file, line, column), m.HoverAt(file, line, column),
            m.ReferencesTo(file, line, column), m.TokensOf(file), m.OutlineOf(file), m.FoldsOf(file),
        )  # fmt: skip
        for question in questions:
            _, taken = _timed(lambda question=question: service.answer(question))
            extra = setting if isinstance(question, m.ProblemsOf) else 0
            times.setdefault(type(question).__name__, []).append(taken + extra)
        service.set_text(file, good)
    _house_rules(service, file, dice, times, arguments.n)
    for name, taken in times.items():
        taken.sort()
        middle, late = taken[len(taken) // 2], taken[int(len(taken) * 0.95)]
        print(
            f"{name:14} median {1000 * middle:6.1f} ms   p95 {1000 * late:6.1f} ms   longest {1000 * taken[-1]:6.1f} ms"
        )


def _house_rules(service: Service, file: str, dice: random.Random, times: dict[str, list[float]], amount: int) -> None:
    """Measure a house rule whose lines change, with and without a mistake."""
    rows = service.workspace.files[file].split("\n")
    game = next(row.split()[1] for row in rows if row.startswith("game "))
    actions = [row.split("(")[0].split()[1] for row in rows if row.startswith("action ")]
    house = "house/bench.rules"
    for number in range(amount):
        change = dice.choice((
            "add to {0}\n    needs more: number of players > {1}\n",
            "add to {0}\n    needs more: number of playrs > {1}\n",
            "remove {0}\n",
        ))  # fmt: skip
        text = f'house rules "Bench" for {game}\n{change.format(dice.choice(actions), number)}'
        questions = (("house rule", m.ProblemsOf(house)), ("its fixes", m.FixesIn(house, 1, 9)))
        _, setting = _timed(lambda text=text: service.set_text(house, text))
        for name, question in questions:
            _, taken = _timed(lambda question=question: service.answer(question))
            times.setdefault(name, []).append(taken + setting)
            setting = 0.0
    service.remove(house)


def _timed(work: Callable[[], object]) -> tuple[object, float]:
    began = time.process_time()
    found = work()
    return found, time.process_time() - began


def _changed(text: str, dice: random.Random) -> tuple[int, int, str]:
    """Return line, column and text of a change as a key or two would make it."""
    rows = text.split("\n")
    at = dice.randrange(len(rows))
    row = rows[at]
    column = dice.randrange(len(row) + 1)
    match dice.randrange(4):
        case 0:
            rows[at] = f"{row[:column]}x{row[column:]}"
        case 1:
            rows[at] = row[:column] + row[column + 1 :]
        case 2:
            rows.insert(at, "")
        case _:
            rows[at] = row.replace(" 1", " 2")
    return at + 1, column + 1, "\n".join(rows)


if __name__ == "__main__":
    main()
