"""Fits the weights of a model to sampled positions: logistic regression on results of matches or values of a search.

For every two seats of a position that are no partners, the chance of one to end ahead of the other is the logistic
function of the weighted sum of the differences of their features (Buro, "Statistical Feature Combination for the
Evaluation of Game Positions", JAIR 3, 1995). The minimum of the log loss with an L2 penalty is approached by AdaGrad
(Duchi, Hazan and Singer, "Adaptive Subgradient Methods", JMLR 12, 2011), one pair after the other, and the weights of
the last half of the steps are averaged (Polyak and Juditsky, 1992).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from dsl.search.evaluation import MAX_WEIGHT, UNIT
from dsl.training.self_play import Sample

EPOCHS = 12  #: times that each pair is used
RATE = 0.15  #: step of AdaGrad
PENALTY = 8.0  #: weight of the L2 penalty, in matches: the positions of one match have its result in common
VALUE_PENALTY = 2.0  #: the same where each position has a value of its own
ALPHA_BETA_PENALTY = 0.7  #: the same where alpha-beta has found that value
NEGLIGIBLE = 0.005  #: a feature whose usual effect on the logistic function is less has no weight
EARNED = 0.003  #: log loss by which a feature that takes long must better the prediction

#: Differences of features, by number of the feature, and the result: 1 if the first seat is ahead, 0 if behind.
Pair = tuple[tuple[tuple[int, float], ...], float]


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted weights, and how well they predict the targets."""

    weights: dict[str, int]
    loss: float  #: mean log loss of positions of matches that were not fitted; log 2 is guessing
    guess: float  #: the same of always predicting the mean target of the first seat


def fit(
    samples: Sequence[Sequence[Sample]],
    costly: frozenset[str] = frozenset(),
    penalty: float = PENALTY,
    seed: int = 0,
) -> Fit:
    """Return the weights for samples by match.

    A tenth of the matches is not fitted but measures the prediction. `costly` are features that take long: all of them
    are left out, or else each one, if the prediction is as good without. `penalty` is the weight of the L2 penalty, in
    matches.
    """
    without = frozenset[str]()
    best = _fitted(samples, without, penalty, seed)
    for group in (costly, *(frozenset({name}) for name in sorted(costly))):
        if group & best.weights.keys():
            tried = _fitted(samples, without | group, penalty, seed)
            if tried.loss <= best.loss + EARNED:
                best, without = tried, without | group
    return best


def _fitted(samples: Sequence[Sequence[Sample]], without: frozenset[str], penalty: float, seed: int) -> Fit:
    """Return the weights of all features but those `without`."""
    names = sorted({name for match in samples for one in match for seat in one.features for name in seat} - without)
    number = {name: place for place, name in enumerate(names)}
    held, used = samples[::10], [match for place, match in enumerate(samples) if place % 10]
    pairs = [pair for match in used or samples for one in match for pair in _pairs(one, number)]
    tested = [pair for match in held for one in match for pair in _pairs(one, number)]
    counts, squares = [0] * len(names), [0.0] * len(names)
    for values, _ in pairs:
        for place, value in values:
            counts[place] += 1
            squares[place] += value * value
    scales = [sqrt(square / count) if count else 1.0 for square, count in zip(squares, counts, strict=True)]
    scaled: list[Pair] = [
        (tuple((place, value / scales[place]) for place, value in values), result) for values, result in pairs
    ]
    found = _descend(scaled, counts, penalty * len(pairs) / max(len(used or samples), 1), random.Random(seed))
    effect = [abs(weight) * sqrt(count / max(len(pairs), 1)) for weight, count in zip(found, counts, strict=True)]
    kept = [weight if usual >= NEGLIGIBLE else 0.0 for weight, usual in zip(found, effect, strict=True)]
    weights = {
        name: whole
        for name, weight, scale in zip(names, kept, scales, strict=True)
        if (whole := max(-MAX_WEIGHT, min(MAX_WEIGHT, round(weight / scale * UNIT))))
    }
    mean = sum(result for _, result in pairs) / max(len(pairs), 1)
    return Fit(weights, _loss(tested, [weights.get(name, 0) / UNIT for name in names]), _constant_loss(tested, mean))


def _pairs(sample: Sample, number: Mapping[str, int]) -> Iterable[Pair]:
    for one, other, result in sample.targets:
        mine, theirs = sample.features[one], sample.features[other]
        values = tuple(
            (number[name], float(difference))
            for name in {**mine, **theirs}
            if name in number and (difference := mine.get(name, 0) - theirs.get(name, 0))
        )
        yield values, result


def _descend(pairs: Sequence[Pair], counts: Sequence[int], strength: float, dice: random.Random) -> list[float]:
    """Return the weights that minimize the loss of scaled pairs, with a penalty as strong as so many of them."""
    weights, squares, total = [0.0] * len(counts), [1e-8] * len(counts), [0.0] * len(counts)
    penalty = [strength / count if count else 0.0 for count in counts]
    order = list(pairs)
    averaged = 0
    for epoch in range(EPOCHS):
        dice.shuffle(order)
        for values, result in order:
            error = _logistic(sum(weights[place] * value for place, value in values)) - result
            for place, value in values:
                slope = error * value + penalty[place] * weights[place]
                squares[place] += slope * slope
                weights[place] -= RATE * slope / sqrt(squares[place])
        if epoch >= EPOCHS // 2:
            averaged += 1
            total = [sum_ + weight for sum_, weight in zip(total, weights, strict=True)]
    return [sum_ / max(averaged, 1) for sum_ in total]


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))


def _loss(pairs: Sequence[Pair], weights: Sequence[float]) -> float:
    return _mean(
        _surprise(_logistic(sum(weights[place] * value for place, value in values)), result) for values, result in pairs
    )


def _constant_loss(pairs: Sequence[Pair], chance: float) -> float:
    return _mean(_surprise(chance, result) for _, result in pairs)


def _surprise(chance: float, result: float) -> float:
    chance = min(max(chance, 1e-6), 1 - 1e-6)
    return -result * log(chance) - (1 - result) * log(1 - chance)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0
