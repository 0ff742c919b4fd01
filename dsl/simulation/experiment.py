"""What is to be played: everything that a match of a series depends on, but its seed. A plan is text that travels to
other processes and machines, and it stands beside the results, so that they are never mixed with those of another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dsl.base.serialization import dumps, loads
from dsl.base.source import Source
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, rebuild
from dsl.match.table import VERSION

FORMAT = 1
CHANCE = "chance"  #: nobody sits there: any option is taken, each as likely as another, at the speed of the runner
RANDOM = "bot:random"


@dataclass(frozen=True, slots=True)
class Plan:
    """A series of matches that differ in their seed alone."""

    format: int
    version: str  #: of the program: another may play on otherwise from the same seed
    ruleset: RulesetText
    house: tuple[tuple[str, str], ...]  #: the house rules that are ticked: (file name, text)
    identity: str  #: of the rules, house rules included
    options: tuple[tuple[str, int], ...]  #: all of them
    seats: tuple[str, ...]  #: who plays, by seat: "bot:random"

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    @property
    def by_chance(self) -> bool:
        """Whether nobody sits anywhere."""
        return all(seat == CHANCE for seat in self.seats)

    @property
    def thoughtless(self) -> bool:
        """Whether nobody looks at the table, so that none is needed."""
        return all(seat in (CHANCE, RANDOM) for seat in self.seats)


def plan_of(pack: Ruleset, seats: Sequence[str], options: Mapping[str, int | str]) -> Plan:
    """Return the plan for a pack, its house rules ticked. Raises OptionError if an option cannot be so."""
    values = pack.options(len(seats), options)
    house = tuple((rules.source.name, rules.source.text) for rules in pack.house)
    return Plan(FORMAT, VERSION, pack.text, house, pack.identity, tuple(sorted(values.items())), tuple(seats))


def pack_of(plan: Plan) -> Ruleset:
    """Return the pack that a plan plays. Raises RulesError."""
    return rebuild(plan.ruleset, [Source(name, text) for name, text in plan.house], plan.identity)


def written(plan: Plan) -> str:
    """Return a plan as one line of text."""
    return dumps(plan)


def read(text: str | bytes) -> Plan:
    """Return the plan that `written` wrote. Raises WireError."""
    return loads(text, Plan)


def differences(there: Plan, here: Plan) -> Iterator[str]:
    """Yield in words what is not the same in two plans."""
    if there.version != here.version:
        yield f"they were played by version {there.version}, and this is {here.version}"
    if there.identity != here.identity:
        names = [", ".join(name for name, _ in plan.house) or "no house rules" for plan in (there, here)]
        told = f" ({names[0]} there, {names[1]} here)" if names[0] != names[1] else ""
        yield f"the rules are not the same{told}"
    if there.seats != here.seats:
        yield f"players {','.join(there.seats)} there, {','.join(here.seats)} here"
    before = dict(there.options)
    for name, value in here.options:
        if name in before and before[name] != value:
            yield f"option {name} is {before[name]} there, {value} here"
