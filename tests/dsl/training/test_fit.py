"""Weights are fitted to results: what decides gets weight, and the same samples give the same weights."""

from __future__ import annotations

from random import Random

from dsl.search.evaluation import UNIT
from dsl.training.fit import fit
from dsl.training.self_play import Sample
from dsl.training.trainer import SPREAD, rescaled


def samples(count: int) -> list[list[Sample]]:
    """Return matches in which one more stone is worth 1 in the argument of the logistic function, and noise nothing."""
    from math import exp

    dice = Random(3)
    found = []
    for _ in range(count):
        stones, noise = ([dice.randrange(6), dice.randrange(6)] for _ in range(2))
        chance = 1 / (1 + exp(stones[1] - stones[0]))
        result = float(dice.random() < chance)
        features = tuple({"stones": stones[seat], "noise": noise[seat]} for seat in range(2))
        found.append([Sample(features, ((0, 1, result),))])
    return found


def test_a_fit_finds_the_weights_that_made_the_results() -> None:
    found = fit(samples(4000))
    assert 0.8 * UNIT < found.weights["stones"] < 1.2 * UNIT
    assert abs(found.weights.get("noise", 0)) < 0.1 * UNIT
    assert found.loss < 0.8 * found.guess


def test_the_same_samples_give_the_same_weights() -> None:
    assert fit(samples(300)) == fit(samples(300))


def test_many_positions_of_few_matches_are_not_trusted_more() -> None:
    """The positions of a match have its result in common, so the penalty grows with them."""
    once = fit(samples(20))
    often = fit([match * 50 for match in samples(20)])
    assert once.weights["stones"] > 0
    assert abs(often.weights["stones"] - once.weights["stones"]) < 0.25 * once.weights["stones"]


def test_a_feature_that_takes_long_must_better_the_prediction() -> None:
    """Both count the stones again: with `stones` they tell nothing new, without it the first one does."""
    again = [
        [Sample(tuple({**seat, "reach": seat["stones"], "dust": seat["noise"]} for seat in one.features), one.targets)]
        for (one,) in samples(3000)
    ]
    long = frozenset({"reach", "dust"})
    assert fit(again, long).weights.keys() <= {"stones", "noise"}
    assert fit(again).weights.keys() >= {"stones", "reach"}
    alone = [
        [Sample(tuple({name: value for name, value in seat.items() if name != "stones"} for seat in one.features),
                one.targets)]
        for (one,) in again
    ]  # fmt: skip
    found = fit(alone, long).weights
    assert found["reach"] > 0.8 * UNIT
    assert "dust" not in found


def test_weights_are_rescaled_to_a_usual_difference_of_scores() -> None:
    made = samples(500)
    weak = {"stones": UNIT // 100}
    strong = rescaled(weak, made)
    differences = [strong["stones"] * (s.features[0]["stones"] - s.features[1]["stones"]) / UNIT for (s,) in made]
    usual = (sum(each * each for each in differences) / len(differences)) ** 0.5
    assert abs(usual - SPREAD) < 0.1
    assert rescaled({"stones": 10 * UNIT // 2}, made) == {"stones": 10 * UNIT // 2}, "a large one stays"
