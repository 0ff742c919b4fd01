"""Rollouts of two rivals win at once, or prevent it, where there are few options."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dsl import search
from dsl.bots import tree_search
from dsl.bots.game_adapter import GameAdapter, SearchDecision
from dsl.bots.search_bot import dice_for, tree_for
from dsl.bots.tree_search import CompiledTree, DecisiveMoves, SearchParameters
from dsl.match.observation.sampling import Sampler
from dsl.runtime.chance import Dice
from dsl.runtime.runner import Runner, State
from dsl.search import FEWEST_TRIALS
from dsl.search.proofs import LOST
from dsl.search.tree_search_source import TEXT
from tests.dsl.bots.seats import after, game, rules_of
from tests.dsl.bots.trees import any_differs, information_of, outcome, position

FOUR = "classics/connect-four"
ROWS = "classics/tic-tac-toe"


@pytest.mark.parametrize("name", [FOUR, ROWS, "classics/reversi", "classics/draughts", "classics/hex"])
def test_the_compiled_search_visits_the_same_moves(name: str) -> None:
    rules, differ = rules_of(name), False
    for seed in range(3):
        information = information_of(position(game(name), seed))
        compiled = rules.search(information.setting)
        assert compiled is not None
        parameters = SearchParameters(horizon=60, max_choices=90)
        plain = outcome(rules, information, None, parameters, 150)
        assert outcome(rules, information, compiled.outside, parameters, 150) == plain
        differ |= outcome(rules, information, compiled.outside, replace(parameters, decisive=0), 150) != plain
    assert differ or name == "classics/hex"


PLANTED = {
    "no credit": ("if credits[place]:", "if credits[place] > 2:"),
    "credit for ever": ("credits[place] -= 1", "credits[place] -= 0"),
    "nothing is prevented": ("if before < 0 or before == seat:", "if before < 9:"),
    "credit of both seats": ("return seat * CREDITED", "return 0 * CREDITED"),
    "a win that is not prevented": ("if option(each) == winning[0]:", "if option(each) == 0 - 1:"),
    "the first win is no proof": ("return number == 0", "return 0"),
    "many options": ("count > parameters[DECISIVE]", "count > 5"),
    "looking that never ends": ("TRIALS * succeeded[0]", "TRIALS * tried[0]"),
}


@pytest.mark.parametrize("change", PLANTED.values(), ids=PLANTED)
def test_a_planted_difference_is_found(change: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    text, wrong = change
    assert TEXT.count(text) == 1
    monkeypatch.setattr(search, "TEXT", TEXT.replace(text, wrong))
    for module in (search, tree_search):
        monkeypatch.setattr(module, "FEWEST_TRIALS", 20)
    cases = [(name, seed) for name in (FOUR, "classics/draughts") for seed in range(4)]
    parameters = SearchParameters(horizon=60, max_choices=90)
    assert any_differs(((rules_of(n), information_of(position(game(n), seed)), parameters) for n, seed in cases), 100)


class Recorder(GameAdapter):
    """Positions of a game that remember who took which option."""

    def __init__(self, runner: Runner, seat: int) -> None:
        super().__init__(runner, seat)
        self.taken: list[tuple[int, int]] = []

    def take(self, state: State, decision: SearchDecision, option: int) -> None:
        self.taken.append((decision.seat, option))
        super().take(state, decision, option)


def beginning(choices: list[str], place: str) -> tuple[DecisiveMoves, Recorder, State, int]:
    """Return the beginning of a rollout after some choices, its adapter and position, and the option of a place."""
    match = after(FOUR, choices)
    information = information_of(match)
    adapter = Recorder(rules_of(FOUR).quick(information.setting), information.seat)
    option = next(option.number for option in match.decisions[0].options if option.value.place == place)
    return DecisiveMoves(adapter, 16, 400), adapter, Sampler(information, adapter.runner).draw(Dice(1)).copy(), option


def test_a_seat_wins_at_once_by_an_option_that_has_won_before() -> None:
    """Yellow has d1, e1 and f1."""
    found, adapter, state, c1 = beginning(["d1", "a1", "e1", "a2", "f1", "a3"], "c1")
    found.credits[0, c1] = 1
    assert found.play(state, Dice(1))
    assert adapter.taken == [(0, c1)]
    assert adapter.is_over(state)
    assert found.credits[0, c1] == 3


@pytest.mark.parametrize("seed", range(6))
def test_a_win_of_the_other_seat_is_prevented(seed: int) -> None:
    """Yellow has d1, e1 and f1, red g1: red must take c1, and a rollout that takes anything else takes it back."""
    found, adapter, state, c1 = beginning(["d1", "g1", "e1", "a1", "f1"], "c1")
    found.credits[0, c1] = 9
    assert not found.play(state, Dice(seed))
    assert (1, c1) in adapter.taken[:3]


def test_options_that_do_not_win_lose_their_credit() -> None:
    found, adapter, state, c1 = beginning(["d1", "a1"], "c1")
    found.credits[0, c1] = 2
    found.play(state, Dice(2))
    assert adapter.taken[0] == (0, c1)
    assert found.tried >= 1
    assert found.credits[0, c1] <= 3


def test_rollouts_stop_looking_for_wins_where_that_does_not_succeed() -> None:
    found = beginning([], "c1")[0]
    assert found.seeks
    found.tried = FEWEST_TRIALS
    assert not found.seeks
    found.succeeded = 1
    assert found.seeks


def test_a_win_at_once_in_a_rollout_is_a_proof() -> None:
    """Yellow wins at c1 whatever red does: with decisive rollouts this is known of options that were tried once."""
    information = information_of(after(FOUR, ["d1", "a1", "e1", "a2", "f1"]))
    proved = []
    for options in (0, 16):
        tree = tree_for(rules_of(FOUR), information, SearchParameters(decisive=options), dice_for(3, information))
        assert isinstance(tree, CompiledTree)
        tree.lookahead(lambda: False)
        proved.append(tree.grow(10**6))
        assert tree.verdict == LOST
    assert proved[1] < proved[0]
