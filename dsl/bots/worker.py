"""The process that thinks: it answers one question after the other, and stops thinking as soon as somebody says more.

It holds nothing but the rules. If it dies, another one answers the same question in the same way.
"""

from __future__ import annotations

import gc
import signal
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt
from multiprocessing.connection import Connection
from statistics import fmean, stdev

from dsl.base.gc_pause import gc_paused
from dsl.base.problem import RulesError
from dsl.base.serialization import WireError, dumps, loads
from dsl.base.source import Source
from dsl.bots import bot_of
from dsl.bots.game_adapter import GameAdapter, any_of
from dsl.bots.levels import level_of
from dsl.bots.mcts import SearchBudget, dice_for, grow, tree_for
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.worker_messages import (
    Advice,
    Advise,
    Answer,
    Cancel,
    Certain,
    Chosen,
    LoadGame,
    NoAnswer,
    Prepare,
    Question,
    RuleGain,
    RunnerUsed,
    Think,
)
from dsl.match.information import Information, Setting
from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset, rebuild
from dsl.match.sampling import Sampler
from dsl.match.score import reckoned
from dsl.match.view import ScoreLine
from dsl.runtime.chance import Dice
from dsl.runtime.runner import RuleError
from dsl.runtime.runner_selection import RunnerChoice, settle, which
from dsl.search.fixed_point import ONE
from dsl.search.proofs import DRAWN, LOST, WON

# What one would do, and why: the option that a search finds best, and the points that it brings, line by line.


ADVISER = "bot:strong"  #: who searches
PLAYOUTS = 16  #: with the option, and as many without it
AHEAD = 24  #: choices of each
LINES = 4  #: at most; what is less than half a tenth of a point is no reason
SURE = 1.0  #: standard errors that a gain has to be from nothing: playouts by chance differ by many points

_CERTAIN: dict[int, Certain] = {0: "", WON: "won", DRAWN: "drawn", LOST: "lost"}


def advise(question: Advise, rules: GamePrograms, stopped: Callable[[], bool]) -> Advice:
    """Return what the seat of an information set might do. Raises ValueError if it is asked nothing."""
    information = question.information
    dice = dice_for(question.seed, information)
    options = list(information.options)
    option, chances, verdict = options[0], 50, 0
    if len(options) > 1:
        manner = level_of(ADVISER, rules.pack).manner
        tree = tree_for(rules, information, manner, dice, question.milliseconds / 1000)
        grow(tree, SearchBudget(milliseconds=question.milliseconds), stopped)
        option = tree.choice()
        chances, verdict = tree.worth_of(option) * 100 // ONE, tree.verdict
    gains = GainEstimator(information, rules, dice).gains(option, options, stopped)
    return Advice(question.number, option, chances, _CERTAIN[verdict], gains)


def mean_beyond_chance(values: list[int]) -> int:
    """Return the mean of some values, rounded; 0 if it is nearer to that than its standard error."""
    mean = fmean(values)
    far = len(values) > 1 and abs(mean) >= SURE * stdev(values) / sqrt(len(values))
    return round(mean) if far else 0


@dataclass(frozen=True, slots=True)
class GainEstimator:
    """Compares what is gained with an option and without it."""

    information: Information
    rules: GamePrograms
    dice: Dice

    def gains(self, option: int, options: list[int], stopped: Callable[[], bool]) -> tuple[RuleGain, ...]:
        """Return by which rules an option brings more points than the others do."""
        others = [other for other in options if other != option]
        runner = self.rules.quick(self.information.setting)
        sampler, pairs = Sampler(self.information, runner), list[Counter[str]]()
        while others and len(pairs) < PLAYOUTS and not stopped():
            pair = self._points(sampler, option)
            pair.subtract(self._points(sampler, others[self.dice.below(len(others))]))
            pairs.append(pair)
        told = {rule for pair in pairs for rule in pair}
        lines = [RuleGain(rule, mean_beyond_chance([10 * pair[rule] for pair in pairs])) for rule in told]
        lines.sort(key=lambda gain: (-abs(gain.tenths), gain.rule))
        return tuple(gain for gain in lines if gain.tenths)[:LINES]

    def _points(self, sampler: Sampler, first: int) -> Counter[str]:
        """Return the seat's points by rule in a playout that begins with an option."""
        setting, seat = self.information.setting, self.information.seat
        runner = self.rules.listening(setting)
        state = sampler.draw(self.dice)
        match = Match.at(self.rules.pack, setting.players, dict(setting.options), runner, state)
        colour = match.program.colours[seat]
        ground = GameAdapter(match.runner, seat)
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


def serve(connection: Connection, found: RunnerChoice | None = None) -> None:
    """Answer what comes in over a connection until it is closed. A probe has `found` what runs rules here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this one closes it, too
    settle(found)
    try:
        worker = Worker(loads(connection.recv_bytes(), LoadGame), connection)
        told = False
        while True:
            match loads(connection.recv_bytes(), Think, Advise, Cancel, Prepare, LoadGame):
                case Think() | Advise() as question:
                    answer = worker.answer(question)
                    if not told:
                        told = True
                        connection.send_bytes(dumps(RunnerUsed(which().name, which().reason)).encode())
                    connection.send_bytes(dumps(answer).encode())
                case Prepare(Setting() as setting):
                    worker.make_ready(setting)
                case LoadGame() as game:
                    worker = Worker(game, connection)
    except (EOFError, OSError):
        return


class Worker:
    """Thinks about one game."""

    def __init__(self, game: LoadGame, connection: Connection) -> None:
        self._connection = connection
        self._pack: Ruleset | None = None
        self._trouble = ""
        try:
            with gc_paused():
                house = [Source(name, text) for name, text in game.house]
                self._pack = rebuild(game.text, house, game.identity, game.skips_choices)
        except RulesError as error:
            self._trouble = str(error)
        self._rules = GamePrograms(self._pack, hurried=True) if self._pack else None
        gc.freeze()  # the rules stay: nobody looks for garbage among them in the middle of a thought

    def make_ready(self, setting: Setting) -> None:
        """Begin to compile what questions about a setting need."""
        if self._rules is not None:
            with suppress(RulesError, RuleError, ValueError):  # whoever asks is told
                with gc_paused():
                    self._rules.quick(setting)
                self._rules.prepare(setting)

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question."""
        if self._rules is None:
            return NoAnswer(question.number, self._trouble)
        try:
            match question:
                case Think(number, player, seed, asked, information):
                    bot = bot_of(level_of(player, self._pack), seed, self._rules, self._connection.poll, asked / 1000)
                    return Chosen(number, bot.choose(information))
                case Advise():
                    return advise(question, self._rules, self._connection.poll)
        except (RulesError, RuleError, WireError, ValueError) as error:
            return NoAnswer(question.number, str(error))
        except (MemoryError, RecursionError) as error:
            return NoAnswer(question.number, f"this is too much to think about ({type(error).__name__})")
