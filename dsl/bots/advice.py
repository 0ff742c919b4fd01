"""What one would do, and why: the option that a search finds best, and the points that it brings, line by line.

Both are averages over playouts from positions thought up: some begin with the option, as many with any other one. What
the score sheets of the first say more than those of the second is what the option is good for; what is scored at the
end of a match counts as if it were where the playout breaks off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from dsl.bots.ground import Ground, any_of
from dsl.bots.levels import way_of
from dsl.bots.mcts import Budget, dice_for, grow, tree_for
from dsl.bots.rules import Rules
from dsl.bots.talk import Advice, Advise, Certain, Gain
from dsl.engine.information import Information
from dsl.engine.match import Match
from dsl.engine.sampling import Sampler
from dsl.engine.score import reckoned
from dsl.engine.view import ScoreLine
from dsl.run.chance import Dice
from dsl.run.runner import RuleError
from dsl.search.fixed_point import ONE
from dsl.search.proofs import DRAWN, LOST, WON

ADVISER = "bot:strong"  #: who searches
PLAYOUTS = 16  #: with the option, and as many without it
AHEAD = 24  #: choices of each
LINES = 4  #: at most; what is less than half a tenth of a point is no reason
SURE = 1.0  #: standard errors that a gain has to be from nothing: playouts by chance differ by many points

_CERTAIN: dict[int, Certain] = {0: "", WON: "won", DRAWN: "drawn", LOST: "lost"}


def advise(question: Advise, rules: Rules, stopped: Callable[[], bool]) -> Advice:
    """Return what the seat of an information set might do. Raises ValueError if it is asked nothing."""
    information = question.information
    dice = dice_for(question.seed, information)
    options = list(information.options)
    option, chances, verdict = options[0], 50, 0
    if len(options) > 1:
        manner = way_of(ADVISER, rules.pack).manner
        tree = tree_for(rules, information, manner, dice, question.milliseconds / 1000)
        grow(tree, Budget(milliseconds=question.milliseconds), stopped)
        option = tree.choice()
        chances, verdict = tree.worth_of(option) * 100 // ONE, tree.verdict
    gains = Reasons(information, rules, dice).gains(option, options, stopped)
    return Advice(question.number, option, chances, _CERTAIN[verdict], gains)


def mean_beyond_chance(values: list[int]) -> int:
    """Return the mean of some values, rounded; 0 if it is nearer to that than its standard error."""
    mean = fmean(values)
    far = len(values) > 1 and abs(mean) >= SURE * stdev(values) / sqrt(len(values))
    return round(mean) if far else 0


@dataclass(frozen=True, slots=True)
class Reasons:
    """Compares what is gained with an option and without it."""

    information: Information
    rules: Rules
    dice: Dice

    def gains(self, option: int, options: list[int], stopped: Callable[[], bool]) -> tuple[Gain, ...]:
        """Return by which rules an option brings more points than the others do."""
        others = [other for other in options if other != option]
        runner = self.rules.quick(self.information.setting)
        sampler, pairs = Sampler(self.information, runner), list[Counter[str]]()
        while others and len(pairs) < PLAYOUTS and not stopped():
            pair = self._points(sampler, option)
            pair.subtract(self._points(sampler, others[self.dice.below(len(others))]))
            pairs.append(pair)
        told = {rule for pair in pairs for rule in pair}
        lines = [Gain(rule, mean_beyond_chance([10 * pair[rule] for pair in pairs])) for rule in told]
        lines.sort(key=lambda gain: (-abs(gain.tenths), gain.rule))
        return tuple(gain for gain in lines if gain.tenths)[:LINES]

    def _points(self, sampler: Sampler, first: int) -> Counter[str]:
        """Return the seat's points by rule in a playout that begins with an option."""
        setting, seat = self.information.setting, self.information.seat
        runner = self.rules.listening(setting)
        state = sampler.draw(self.dice)
        match = Match.at(self.rules.pack, setting.players, dict(setting.options), runner, state)
        colour = match.program.colours[seat]
        ground = Ground(match.runner, seat)
        lines: list[ScoreLine] = []
        with suppress(RuleError):  # what was scored until a rule could not be carried out counts all the same
            match.choose(match.position_of(seat), first, colour)
            for _ in range(AHEAD):
                asked = ground.asked(match.state) if match.runner is runner else None
                if asked is None:
                    break
                option = any_of(asked, asked.options, self.dice)
                match.choose(match.position_of(asked.seat), option, match.program.colours[asked.seat])
            if match.outcome is None:
                lines = reckoned(match.runner, match.state)
        points: Counter[str] = Counter()
        for line in (*match.sheet, *lines):
            if line.seat == colour:
                points[line.rule] += line.points
        return points
