"""Results of the compiled and the plain search at a position, for comparison."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

from dsl.bots.game_adapter import GameAdapter
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import dice_for, plain_tree, positions_for
from dsl.bots.tree_search import CompiledTree, SearchParameters
from dsl.match.match import Match
from dsl.match.observation.information_set import Information, Setting
from dsl.match.observation.sampling import Sampler
from dsl.match.rulesets.ruleset import Ruleset
from dsl.optimizer import optimized
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.tree_search_driver import SearchState
from dsl.search import with_sampling_switch, with_search

#: Visits and mean utility of each option, the proven result, and the state of the dice afterwards.
Outcome = tuple[dict[int, int], dict[int, int], int, int]


def position(pack: Ruleset, seed: int) -> Match:
    """Return a match after some choices by chance, at one that is a choice."""
    dice = Random(seed)
    match = pack.start(pack.numbers[-1], {}, seed)
    for _ in range(dice.randrange(60)):
        questions = [question for question in match.questions if question.options]
        if not questions:
            return position(pack, seed + 1000)
        question = dice.choice(questions)
        match.choose(question.position, dice.choice(question.options), question.seat)
    return match if match.questions else position(pack, seed + 1000)


def information_of(match: Match) -> Information:
    return match.information(match.questions[-1].seat).information


def outcome(
    rules: GamePrograms,
    information: Information,
    outside: SearchState | None,
    parameters: SearchParameters,
    iterations: int,
) -> Outcome:
    """Grow a tree, compiled for `outside` if given, else in plain Python."""
    runner = rules.quick(information.setting)
    adapter, sampler = GameAdapter(runner, information.seat), Sampler(information, runner)
    positions = positions_for(rules, information, sampler, parameters)
    dice = dice_for(7, information)
    if outside is not None:
        compiled = CompiledTree(outside, adapter, positions, parameters, dice)
        compiled.lookahead(lambda: False)
        compiled.grow(iterations)
        visits, utilities = compiled.visits(), {option: compiled.mean_utility(option) for option in compiled.visits()}
        return visits, utilities, compiled.verdict, dice.state
    tree = plain_tree(adapter, positions, parameters, dice, rules.sampling(information.setting))
    tree.lookahead(lambda: False)
    tree.grow(iterations)
    visits, utilities = tree.visits(), {option: tree.mean_utility(option) for option in tree.visits()}
    return visits, utilities, tree.verdict, dice.state


@cache
def plain_outcome(
    rules: GamePrograms, information: Information, parameters: SearchParameters, iterations: int
) -> Outcome:
    """Grow a tree in plain Python, once for all tests that compare with it."""
    return outcome(rules, information, None, parameters, iterations)


def any_differs(cases: Iterable[tuple[GamePrograms, Information, SearchParameters]], iterations: int) -> bool:
    """Whether the search of the present `TEXT`, on the reference runner, differs from the plain one in one case."""
    searches: dict[tuple[GamePrograms, Setting], SearchState] = {}
    for rules, information, parameters in cases:
        made_for = rules, information.setting
        if made_for not in searches:
            program = with_search(optimized(with_sampling_switch(rules.quick(information.setting).program)))
            searches[made_for] = ReferenceRunner(program, listening=False).outside
        found = outcome(rules, information, searches[made_for], parameters, iterations)
        if found != plain_outcome(rules, information, parameters, iterations):
            return True
    return False
