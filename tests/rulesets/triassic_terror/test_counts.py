"""How many ways the first turns can go, and where a whole turn can end, counted without the rules of the game.

No figures are published for this game. The draft follows from the components: each player in turn takes the card that
lies face up or an unseen one, then one of the tiles that are left of six. A turn is counted by `ends_of_a_turn`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, permutations

import pytest

from dsl.match.observation.notation import Notation
from dsl.match.observation.state_reader import StateReader
from dsl.match.playouts import Perft, PerftPosition, Playouts
from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.positions import PositionNotation
from dsl.match.rulesets.ruleset import build
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import Runner, State
from tests.dsl.match.test_positions import items
from tests.rulesets import RULESETS
from tests.rulesets.triassic_terror.asking import chosen, dinosaurs, lines
from tests.rulesets.triassic_terror.matches import pack

#: The ways of one, two and three players to draft.
DRAFTS = (2 * 6, 2 * 6 * 2 * 5, 2 * 6 * 2 * 5 * 2 * 4)
TURN = 'example "a turn"\n    turn of red\n    run\n        my_turn()\n'
HERDS = "S1: dino red 4; S2: dino red 2; used of red: hatch_marker, volcano_marker"
Herds = tuple[tuple[str, int], ...]


@pytest.mark.parametrize(("players", "depth"), [(2, 2), (3, 3), (6, 2)])
def test_the_draft_can_go_in_as_many_ways_as_cards_and_tiles_allow(players: int, depth: int) -> None:
    windows: dict[str, int] = {}
    series = Playouts(pack(), players, pack().defaults(players))
    start = PerftPosition(*series.start(1, windows), windows)
    turns = Perft(series, apart=True)
    assert tuple(turns.count(start, each) for each in range(1, depth + 1)) == DRAFTS[:depth]


@cache
def turn_runner() -> ReferenceRunner:
    """Return a runner of the game for four whose only example is a turn."""
    text = read_folder(RULESETS / "triassic-terror")
    kept = tuple((name, content) for name, content in text.files if not name.startswith("examples/"))
    ruleset = build(RulesetText((*kept, ("examples/counts.rules", TURN))), examples=True)
    runner = ruleset.runner(4, ruleset.defaults(4), {}, (0,))
    return ReferenceRunner(runner.program, listening=False)


def turn(position: str) -> tuple[Runner, State]:
    """Return the first choice of a turn of red in a position."""
    runner = turn_runner()
    state = runner.blank()
    PositionNotation(Notation(runner.program), StateReader(runner.program, state)).set_up(items(position))
    step = next(iter(runner.program.examples.values()))
    assert isinstance(step, int)
    runner.enter(state, step)
    return runner, state


def ends(position: str) -> set[Herds]:
    """Return where red's herds stand after each way through a turn."""
    runner, start = turn(position)
    names = runner.program.layout.boards["island"].names
    found, seen, waiting = set[Herds](), set[tuple[int, ...]](), [start]
    while waiting:
        state = waiting.pop()
        options = (
            [option for options in lines(runner, state).values() for option in options] if asks(runner, state) else []
        )
        if not options:
            found.add(tuple(sorted((names[cell], amount) for _, cell, amount in dinosaurs(runner, state))))
        for after in (chosen(runner, state, option) for option in options):
            if tuple(after) not in seen:
                seen.add(tuple(after))
                waiting.append(after)
    return found


def asks(runner: Runner, state: State) -> bool:
    return StateReader(runner.program, state).get("ask") >= 0


def ends_of_a_turn(herds: dict[str, int], card: str, grows: bool) -> set[Herds]:
    """Count by hand: red plays the card of a terrain or not, and uses herd growth before it, after it or not at all."""
    found = set[Herds]()
    for grown in growths(herds) if grows else (herds,):
        found.add(as_herds(grown))
        found |= {as_herds(settled) for settled in settlements(grown, card)}
    for settled in settlements(herds, card):
        found |= {as_herds(grown) for grown in (growths(settled) if grows else ())}
    return found


def settlements(herds: dict[str, int], card: str) -> Iterator[dict[str, int]]:
    """Yield the herds after a card: three dinosaurs in the areas of its terrain."""
    for areas in combinations_with_replacement([f"{card}{number}" for number in (1, 2, 3)], 3) if card else ():
        yield {area: herds.get(area, 0) + areas.count(area) for area in {*herds, *areas}}


def growths(herds: dict[str, int]) -> Iterator[dict[str, int]]:
    """Yield the herds after herd growth: none, one by three, one by two, or two of them."""
    yield herds
    for area in herds:
        yield herds | {area: herds[area] + 3}
        yield herds | {area: herds[area] + 2}
    for three, two in permutations(herds, 2):
        yield herds | {three: herds[three] + 3, two: herds[two] + 2}


def as_herds(herds: dict[str, int]) -> Herds:
    return tuple(sorted(herds.items()))


@pytest.mark.parametrize(
    ("held", "card", "grows", "count"),
    [
        ("", "", False, 1),
        ("hand of red: desert", "D", False, 11),
        ("held of red: herd_growth", "", True, 7),
        ("hand of red: desert; held of red: herd_growth", "D", True, 200),
        ("hand of red: swamp; held of red: herd_growth", "S", True, 88),
    ],
)
def test_a_turn_ends_where_a_count_without_the_rules_says(held: str, card: str, grows: bool, count: int) -> None:
    position = f"{HERDS}; {held}" if held else HERDS
    expected = ends_of_a_turn({"S1": 4, "S2": 2}, card, grows)
    assert len(expected) == count
    assert ends(position) == expected
