"""Damages a ruleset randomly and repeatedly: `python -m tests.soak.mutations [TIMES] [SEED]`."""

from __future__ import annotations

import random
import sys
import traceback
from collections import Counter
from collections.abc import Sequence

from tests.dsl.match.mutations import judge, rulesets, spoil

DEFAULTS = ("1000", "1")


def main(arguments: Sequence[str]) -> int:
    """Check a number of damaged rulesets; each failure is shown with the number that repeats it."""
    times, seed = (int(word) for word in (*arguments, *DEFAULTS[len(arguments) :]))
    whole, other = rulesets()
    slugs: Counter[str] = Counter()
    failed = 0
    for number in range(times):
        try:
            found = judge(whole, other, random.Random(f"{seed} {number}"))
            slugs.update({problem.slug for problem in found.problems} or {"(still right)"})
        except Exception:  # whatever it is: showing it is what this is for
            failed += 1
            file, changes, _ = spoil(whole, other, random.Random(f"{seed} {number}"))
            print(f"{number}: {file}: {', '.join(changes)}\n{traceback.format_exc()}", flush=True)
    print(f"{times} spoilt rulesets, {failed} of them not answered well")
    for slug, count in slugs.most_common():
        print(f"{count:6} {slug}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
