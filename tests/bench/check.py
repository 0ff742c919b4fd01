"""How long `gondwana check` takes, start of the program included, and where the time goes."""

from __future__ import annotations

import time

from dsl.match.rulesets.folder import read_folder
from dsl.match.rulesets.review import review
from dsl.match.rulesets.ruleset import load
from tests.bench.figures import compare, folder_of, heading, read_arguments, seconds_of, show


def main() -> None:
    """Measure the command from outside, and its parts from inside."""
    arguments = read_arguments("Time of `gondwana check`.")
    folder = folder_of(arguments.game)
    heading(f"gondwana check rulesets/{arguments.game}")
    bare = [seconds_of(["-c", "pass"]) for _ in range(arguments.number)]
    imports = [seconds_of(["-c", "import dsl.cli.rulesets"]) for _ in range(arguments.number)]
    whole = [seconds_of(["-m", "app", "check", str(folder)]) for _ in range(arguments.number)]
    show("Python itself", bare)
    show("with what `check` imports", imports)
    show("the whole command", whole)
    reviews, loads = [], []
    for _ in range(arguments.number):
        began = time.perf_counter()
        review(read_folder(folder))
        reviews.append(time.perf_counter() - began)
        began = time.perf_counter()
        load(folder)
        loads.append(time.perf_counter() - began)
    show("review: all files, all house rules", reviews)
    show("load: to play, without examples", loads)
    compare("review", reviews, "load", loads)


if __name__ == "__main__":
    main()
