"""The search compiled with the rules looks at the same moves as the tree in plain Python, on both runners."""

from __future__ import annotations

from random import Random

from dsl.bots.compiled import CompiledTree
from dsl.bots.ground import Ground
from dsl.bots.mcts import ALWAYS, dice_for, plain_tree
from dsl.bots.rules import Rules
from dsl.bots.tree import Manner, Positions
from dsl.engine.information import Information
from dsl.engine.match import Match
from dsl.engine.pack import Pack
from dsl.engine.sampling import Sampler
from dsl.run.searching import LooksAhead

SHORT = Manner(looks=4, horizon=6, most=16, wide=3, each=3)
#: Worth, visits and total of each option, and the dice afterwards.
Outcome = tuple[dict[int, int], dict[int, int], int]


def position(pack: Pack, seed: int) -> Match:
    """Return a match after some choices by chance, at one that is a choice."""
    dice = Random(seed)
    match = pack.start(dice.choice(pack.numbers), {}, seed)
    for _ in range(dice.randrange(60)):
        questions = [question for question in match.questions if question.options]
        if not questions:
            return position(pack, seed + 1000)
        question = dice.choice(questions)
        match.choose(question.position, dice.choice(question.options), question.seat)
    return match if match.questions else position(pack, seed + 1000)


def information_of(match: Match) -> Information:
    return match.information(match.questions[-1].seat).information


def outcome(rules: Rules, information: Information, outside: LooksAhead | None, manner: Manner, turns: int) -> Outcome:
    """Let a tree grow, the one in plain Python if there is nothing else."""
    runner = rules.quick(information.setting)
    ground, sampler = Ground(runner, information.seat), Sampler(information, runner)
    positions = Positions(sampler.draw, ALWAYS if sampler.settled else manner.each)
    dice = dice_for(7, information)
    if outside is not None:
        compiled = CompiledTree(outside, ground, positions, manner, dice)
        compiled.look(lambda: False)
        compiled.grow(turns)
        visits, worths = compiled.visits(), {option: compiled.worth_of(option) for option in compiled.visits()}
    else:
        tree = plain_tree(ground, positions, manner, dice)
        tree.look(lambda: False)
        tree.grow(turns)
        visits, worths = tree.visits(), {option: tree.worth_of(option) for option in tree.visits()}
    return visits, worths, dice.state
