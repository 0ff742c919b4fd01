"""Comparison of options with the conditions tested one by one: both are lowered in different ways and must agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from dsl.ir.layout import Domain
from dsl.ir.program import STRIDE, AskEntry, DecisionPoint, Program
from dsl.match.match import Match
from dsl.match.observation.state_reader import StateReader
from dsl.runtime.runner import Runner, State

OFFERED, NO_SUCH_THING = -1, -2


@dataclass(frozen=True, slots=True)
class Position:
    """A position at which a player is asked."""

    runner: Runner
    state: State

    @property
    def program(self) -> Program:
        return self.runner.program

    @property
    def ask(self) -> DecisionPoint:
        return self.program.asks[self.get("ask")]

    def get(self, slot: str) -> int:
        return self.state[self.program.layout.slots[slot].first]

    def offered(self, entry: int) -> set[int]:
        """Return the values that are offered for one entry of the list."""
        options = self.runner.options(self.state)
        if not self.ask.combined:
            return set(options)
        return {option - entry * STRIDE for option in options if option // STRIDE == entry}

    def why(self, function: str, value: int) -> int:
        return self.runner.call(self.state, function, value)

    def values(self, domain: Domain) -> range:
        """Return all numbers in the domain, and some outside it."""
        return range(-2, size(self.program, domain) + 2)


def size(program: Program, domain: Domain) -> int:
    """Return one more than the largest value of a domain."""
    layout = program.layout
    match domain.sort:
        case "cell":
            return layout.boards[domain.name].cells
        case "piece":
            return layout.boards[layout.pieces[domain.name].board].cells
        case "counter":
            return layout.slots[f"{domain.name}.on"].length
        case "kind":
            return len(layout.kinds[domain.name].values)
        case "player":
            return program.players
        case "number":
            return 40
        case "yes or no":
            return 2
        case _:
            return 1


def params(position: Position, entry: AskEntry) -> tuple[tuple[str, Domain], ...]:
    return position.program.actions[entry.action].params


def next_ask(
    program: Program, ask: DecisionPoint, entry: int, option: int, runner: Runner, state: State
) -> State | None:
    """Return the state in which the next value of the option's action is asked."""
    ahead = list(state)
    runner.choose(ahead, option)
    runner.events()
    number = ahead[program.layout.slots["ask"].first]
    return ahead if number >= 0 and program.asks[number].parameter == ask.parameter + 1 else None


def disagreements(position: Position) -> Iterator[str]:
    """Report the values for which the options and the conditions disagree."""
    ask = position.ask
    for index, entry in enumerate(ask.entries):
        if not entry.action:
            continue
        offered = position.offered(index)
        domain = params(position, entry)[ask.parameter][1] if params(position, entry) else Domain("nothing")
        whys = {value: position.why(entry.why, value) for value in position.values(domain)}
        if domain.sort == "nothing":
            whys = {0: whys[0]}
        allowed = {value for value, why in whys.items() if why == OFFERED}
        # an entry may be missing as a whole: too expensive, or not the first possible one
        if allowed != offered and offered:
            yield f"{entry.action}, parameter {ask.parameter}: offered {sorted(offered - allowed)} against a condition"
            yield f"{entry.action}, parameter {ask.parameter}: allowed {sorted(allowed - offered)}, not offered"
        yield from _completions(position, index, whys, offered)


def _completions(position: Position, index: int, whys: dict[int, int], offered: set[int]) -> Iterator[str]:
    """Try every completion of every first value, condition by condition."""
    ask, entry = position.ask, position.ask.entries[index]
    if not offered or ask.parameter + 1 >= len(params(position, entry)):
        return
    option = min(offered) + (index * STRIDE if ask.combined else 0)
    ahead = next_ask(position.program, ask, index, option, position.runner, position.state)
    if ahead is None:
        yield f"{entry.action}: {min(offered)} was offered but cannot be completed"
        return
    conditions = position.program.actions[entry.action].conditions
    slot = position.program.layout.slots[position.program.asks[_ask(position, ahead)].given[ask.parameter]].first
    for value, why in whys.items():
        if why == NO_SUCH_THING or (0 <= why < len(conditions) and conditions[why].level <= ask.parameter + 1):
            continue
        ahead[slot] = value
        following = Position(position.runner, ahead)
        further = following.ask.entries[0]
        domain = params(following, further)[following.ask.parameter][1]
        last = following.ask.parameter + 1 == len(params(following, further))
        goals = [goal for goal in following.values(domain) if following.why(further.why, goal) == OFFERED]
        if bool(goals) != (value in offered) and last and why < len(conditions):
            yield f"{entry.action}: {value} offered {value in offered}, but completed by {goals}"


def _ask(position: Position, state: State) -> int:
    return state[position.program.layout.slots["ask"].first]


def play(match: Match, seed: int, look: Callable[[Match], None], most: int = 10_000) -> None:
    """Play at random to the end, any line of the list first and then any value; look at every position."""
    dice = Random(seed)
    while not match.over and match.position < most:
        look(match)
        step(match, dice)


def step(match: Match, dice: Random) -> None:
    """Make one choice at random."""
    question = match.question
    assert question is not None
    lines = sorted({option // STRIDE for option in question.options}) if question.ask.combined else [0]
    line = dice.choice(lines)
    match.choose(
        match.position,
        dice.choice([o for o in question.options if not question.ask.combined or o // STRIDE == line]),
    )


def position_of(match: Match) -> Position:
    return Position(match.runner, list(match.state))


def contents_of(position: Position) -> StateReader:
    return StateReader(position.program, position.state)
