"""The two searches, compiled and plain, beside each other: what each of them finds at a position."""

from __future__ import annotations

from random import Random

from dsl.bots.game_adapter import GameAdapter
from dsl.bots.mcts import dice_for, plain_tree, positions_for
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.tree_search import CompiledTree, ExplorationPolicy
from dsl.match.information import Information
from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.sampling import Sampler
from dsl.optimizer import optimized
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.search import SearchState
from dsl.search import sampling_blindly, searching

#: Visits and worth of each option, what is certain, and the dice afterwards.
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
    manner: ExplorationPolicy,
    turns: int,
) -> Outcome:
    """Let a tree grow, the one in plain Python if there is nothing else."""
    runner = rules.quick(information.setting)
    ground, sampler = GameAdapter(runner, information.seat), Sampler(information, runner)
    positions = positions_for(rules, information, sampler, manner)
    dice = dice_for(7, information)
    if outside is not None:
        compiled = CompiledTree(outside, ground, positions, manner, dice)
        compiled.look(lambda: False)
        compiled.grow(turns)
        visits, worths = compiled.visits(), {option: compiled.worth_of(option) for option in compiled.visits()}
        return visits, worths, compiled.verdict, dice.state
    tree = plain_tree(ground, positions, manner, dice, rules.drawing(information.setting))
    tree.look(lambda: False)
    tree.grow(turns)
    visits, worths = tree.visits(), {option: tree.worth_of(option) for option in tree.visits()}
    return visits, worths, tree.verdict, dice.state


def differs(rules: GamePrograms, information: Information, manner: ExplorationPolicy, turns: int) -> bool:
    """Tell whether the search as it is written now, on the reference runner, finds anything else than the plain one."""
    program = searching(optimized(sampling_blindly(rules.quick(information.setting).program)))
    found = outcome(rules, information, ReferenceRunner(program, listening=False).outside, manner, turns)
    return found != outcome(rules, information, None, manner, turns)
