"""What one would do, and why: the option that a search finds best, and the points that it brings, line by line.

Both are averages over playouts from positions thought up: some begin with the option, as many with any other one. What
the score sheets of the first say more than those of the second is what the option is good for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from dsl.bots.ground import Ground, any_of
from dsl.bots.levels import way_of
from dsl.bots.mcts import Budget, dice_for, grow, tree_for
from dsl.bots.rules import Rules
from dsl.bots.talk import Advice, Advise, Gain
from dsl.engine.information import Information
from dsl.engine.match import Match
from dsl.engine.sampling import Sampler
from dsl.program.search.fixed import ONE
from dsl.run.chance import Dice
from dsl.run.runner import RuleError

ADVISER = "bot:strong"  #: who searches
PLAYOUTS = 12  #: with the option, and as many without it
AHEAD = 24  #: choices of each
LINES = 4  #: at most; what is less than half a tenth of a point is no reason


def advise(question: Advise, rules: Rules, stopped: Callable[[], bool]) -> Advice:
    """Return what the seat of an information set might do. Raises ValueError if it is asked nothing."""
    information = question.information
    dice = dice_for(question.seed, information)
    options = list(information.options)
    option, chances = options[0], 50
    if len(options) > 1:
        manner = way_of(ADVISER, rules.pack).manner
        tree = tree_for(rules, information, manner, dice, question.milliseconds / 1000)
        grow(tree, Budget(milliseconds=question.milliseconds), stopped)
        option = tree.choice()
        chances = tree.worth_of(option) * 100 // ONE
    return Advice(question.number, option, chances, _Reasons(information, rules, dice).gains(option, options, stopped))


@dataclass(frozen=True, slots=True)
class _Reasons:
    """Compares what is gained with an option and without it."""

    information: Information
    rules: Rules
    dice: Dice

    def gains(self, option: int, options: list[int], stopped: Callable[[], bool]) -> tuple[Gain, ...]:
        """Return by which rules an option brings more points than the others do."""
        others = [other for other in options if other != option]
        runner = self.rules.quick(self.information.setting)
        sampler, found, played = Sampler(self.information, runner), Counter[str](), 0
        while others and played < PLAYOUTS and not stopped():
            for first, sign in ((option, 1), (others[self.dice.below(len(others))], -1)):
                for rule, points in self._points(sampler, first).items():
                    found[rule] += sign * points
            played += 1
        lines = [Gain(rule, round(10 * points / played)) for rule, points in found.items() if played]
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
        with suppress(RuleError):  # what was scored until a rule could not be carried out counts all the same
            match.choose(match.position_of(seat), first, colour)
            for _ in range(AHEAD):
                asked = ground.asked(match.state) if match.runner is runner else None
                if asked is None:
                    break
                option = any_of(asked, asked.options, self.dice)
                match.choose(match.position_of(asked.seat), option, match.program.colours[asked.seat])
        points: Counter[str] = Counter()
        for line in match.sheet:
            if line.seat == colour:
                points[line.rule] += line.points
        return points
