"""Plan of a series of matches: everything that a match depends on, except its seed.

A plan is sent to workers as text, and stored with the results, so that results of different plans are never mixed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dsl import __version__
from dsl.base.serialization import Serializable, dumps, loads
from dsl.base.source import Source
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, rebuild

FORMAT = 2
CHANCE = "chance"  #: random choices without bots: any option with the same probability, at the speed of the runner
RANDOM = "bot:random"


class Plan(Serializable, frozen=True):
    """A series of matches that differ in their seed alone."""

    format: int
    version: str  #: of the program: another may play differently from the same seed
    ruleset: RulesetText
    house: tuple[tuple[str, str], ...]  #: the selected house rules: (file name, text)
    identity: str  #: of the rules, house rules included
    options: tuple[tuple[str, int], ...]  #: all options with their values
    seats: tuple[str, ...]  #: players by seat: "bot:random"
    digests: bool = False  #: whether records have the digest of the last position

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.seats)

    @property
    def by_chance(self) -> bool:
        """Whether all seats choose at random without bots."""
        return all(seat == CHANCE for seat in self.seats)

    @property
    def is_random(self) -> bool:
        """Whether all seats choose at random, so that no table is needed."""
        return all(seat in (CHANCE, RANDOM) for seat in self.seats)


def plan_of(pack: Ruleset, seats: Sequence[str], options: Mapping[str, int | str], *, digests: bool = False) -> Plan:
    """Return the plan for a ruleset with its house rules. Raises OptionError if an option has no such value."""
    values = tuple(sorted(pack.options(len(seats), options).items()))
    house = tuple((rules.source.name, rules.source.text) for rules in pack.house)
    return Plan(FORMAT, __version__, pack.text, house, pack.identity, values, tuple(seats), digests)


def pack_of(plan: Plan) -> Ruleset:
    """Return the ruleset of a plan. Raises RulesError."""
    return rebuild(plan.ruleset, [Source(name, text) for name, text in plan.house], plan.identity)


def plan_text(plan: Plan) -> str:
    """Return a plan as one line of text."""
    return dumps(plan)


def read(text: str | bytes) -> Plan:
    """Return the plan that `written` wrote. Raises SerializationError."""
    return loads(text, Plan)


def differences(there: Plan, here: Plan) -> Iterator[str]:
    """Yield the differences of two plans, as text."""
    if there.version != here.version:
        yield f"they were played by version {there.version}, and this is {here.version}"
    if there.identity != here.identity:
        names = [", ".join(name for name, _ in plan.house) or "no house rules" for plan in (there, here)]
        details = f" ({names[0]} there, {names[1]} here)" if names[0] != names[1] else ""
        yield f"the rules are not the same{details}"
    if there.seats != here.seats:
        yield f"players {','.join(there.seats)} there, {','.join(here.seats)} here"
    if there.digests != here.digests:
        yield f"records {_with(there.digests)} there, {_with(here.digests)} here"
    before = dict(there.options)
    for name, value in here.options:
        if name in before and before[name] != value:
            yield f"option {name} is {before[name]} there, {value} here"


def _with(digests: bool) -> str:
    return "with digests" if digests else "without digests"
