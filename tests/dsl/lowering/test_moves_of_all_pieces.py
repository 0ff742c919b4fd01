"""Pieces that reach no place are left out all at once: options agree with conditions that are tested one by one."""

from __future__ import annotations

import pytest

from dsl.ir.builder import walk
from dsl.ir.instructions import ForBits, Shift
from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset
from dsl.optimizer.rewriting import all_statements, expressions_of
from tests.dsl.lowering.both_runners import lengths, small
from tests.dsl.lowering.offers import disagreements, play, position_of

MINE = 'needs mine: owner of s is me "a"'
FREE = 'needs free: none of stones on goal "b"'
OVER = 'needs over: any of stones of left_of(me) on between(goal, place of s) "c"'
SOME = 'needs some: any of stones on between(goal, place of s) "e"'
#: By name of an action its conditions, and whether pieces are left out all at once.
ACTIONS = {
    "leap": ((MINE, 'needs far: goal is in leaps(s, 3, 0) "d"', FREE, OVER), True),
    "slant": ((MINE, 'needs far: goal is in leaps(s, 2, 2) "d"', OVER, FREE), True),
    "crook": ((MINE, 'needs far: goal is in leaps(s, 1, 2) "d"', FREE, SOME),
              True),
    "horse": ((MINE, 'needs far: goal is in leaps(s, 1, 2) "d"', 'needs edge: row(me, goal) > 2 "f"'), True),
    "step": (('needs near: goal is in steps(s, diagonal) "d"', MINE, FREE), True),
    "ahead": ((MINE, 'needs near: goal is in steps(s, ahead of me) "d"', FREE), True),
    "own": ((MINE, 'needs near: goal is in steps(s, ahead of owner of s) "d"', FREE), False),
    "anywhere": ((MINE, 'needs far: goal is in leaps(s, 2, 0) "d"'), False),
}  # fmt: skip


def rules(name: str) -> Ruleset:
    conditions = "\n".join(f"    {line}" for line in ACTIONS[name][0])
    return small(f"""game hops
    players 2, colours red, yellow

board field: squares 7 by 7
piece stone of player, on squares, one on each, alike
variable turns_left: 0..24 = 24

action {name}(s: stone, goal: square) "Move {{s}} to {{goal}}"
{conditions}
    do
        move stones on goal to box
        move s to goal

action put(goal: square) "Put a stone on {{goal}}"
    needs free: none of stones on goal "b"
    do
        create stone of me in goal

setup
    create stone of red in (a1, c1, e1, b2, d2)
    create stone of yellow in (c3, d3, e5, f6, a7)

play
    turns from red clockwise
        turns_left -= 1
        if turns_left is 0
            end game
        choose one of
            {name}
            put

winner
    most stones: number of stones of it
    shared
""")


@pytest.mark.parametrize("name", ACTIONS)
def test_options_agree_with_the_conditions(name: str) -> None:
    def look(match: Match) -> None:
        assert list(disagreements(position_of(match))) == []

    pack = rules(name)
    for seed in range(2):
        play(Match(pack, 2, {}, seed), seed, look, most=30)
    assert lengths(pack, seeds=2)


@pytest.mark.parametrize("name", ACTIONS)
def test_pieces_are_left_out_before_each_is_looked_at(name: str) -> None:
    functions = rules(name).runner(2, {}, {}).program.functions
    (choosing,) = [function for key, function in functions.items() if key.startswith(f"{name}_s")]
    statements = list(all_statements(choosing.body))
    loop = next(place for place, each in enumerate(statements) if isinstance(each, ForBits))
    before = [part for each in statements[:loop] for expr in expressions_of(each) for part in walk(expr)]
    moved = any(isinstance(part, Shift) or getattr(part, "function", "").startswith("steps_") for part in before)
    assert moved == ACTIONS[name][1]
