"""Worker process of the bots: answers one question after the other, and stops a search when another message arrives.

Its only state is the rules, so a new process gives the same answer if it dies. Helpers of a worker are processes that
do the same, with a connection to the worker in place of the table.
"""

from __future__ import annotations

import gc
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil, sqrt
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import fmean, stdev

from msgspec import structs

from dsl.base.files import set_module_folder
from dsl.base.gc_pause import gc_paused
from dsl.base.problem import RulesError
from dsl.base.serialization import SerializationError, dumps, loads
from dsl.bots import bot_of
from dsl.bots.game_adapter import GameAdapter, random_option
from dsl.bots.levels import adviser, has_alpha_beta, level_of
from dsl.bots.parallel_search import Exploration, SearchHelpers, WorkerLink, rows_of
from dsl.bots.rules_cache import GamePrograms, UnreadRuleset
from dsl.bots.search_bot import SearchBudget, dice_for, grow, search, tree_for
from dsl.bots.worker_messages import (
    Advice,
    Advise,
    Answer,
    Assess,
    Assessed,
    Cancel,
    Certain,
    Chosen,
    Explore,
    Explored,
    Foresee,
    Foreseen,
    LoadGame,
    NoAnswer,
    Prepare,
    Progress,
    Question,
    RuleGain,
    RunnerUsed,
    Started,
    Think,
    is_mistake,
)
from dsl.match.observation.information_set import Information, Setting
from dsl.match.observation.prospects import prospects
from dsl.match.observation.sampling import Sampler
from dsl.match.observation.score import projected_lines
from dsl.match.view import ScoreLine
from dsl.runtime.chance import Dice
from dsl.runtime.runner import RuleError
from dsl.runtime.runner_selection import RunnerChoice, RunnerName, select_runner, set_probed_runner
from dsl.search.fixed_point_numbers import ONE
from dsl.search.proofs import DRAWN, LOST, WON

PLAYOUTS = 16  #: playouts with the option, and as many without it
CHOICES = 24  #: choices of a playout
SEEN_WELL = 200  #: visits of the option that was chosen; with fewer, the position after it is searched
ENOUGH = 24  #: visits of an option from which its chances are known
MAX_GAINS = 4  #: limit on the gains in an advice
SIGNIFICANCE = 1.0  #: standard errors that a gain must differ from 0: random playouts differ by many points

_TURNED = {0: 0, WON: LOST, DRAWN: DRAWN, LOST: WON}  #: the result for the opponent
_CERTAIN: dict[int, Certain] = {0: "", WON: "won", DRAWN: "drawn", LOST: "lost"}


def advise(
    question: Advise, rules: GamePrograms, stopped: Callable[[], bool], helpers: SearchHelpers | None = None
) -> Advice:
    """Return advice for the seat of an information set. Raises ValueError if it has no option."""
    information = question.information
    dice = dice_for(question.seed, information)
    options = list(information.options)
    option, chances, verdict = options[0], 50, 0
    if len(options) > 1:
        exploration = _explore(question, rules, helpers, question.milliseconds)
        parameters = level_of(adviser(rules), rules).parameters
        tree = tree_for(rules, information, parameters, dice, question.milliseconds / 1000)
        found = search(tree, SearchBudget(milliseconds=question.milliseconds), stopped, exploration=exploration)
        option = found.choice()
        chances, verdict = found.mean_utility(option) * 100 // ONE, found.verdict
    gains = GainEstimator(information, rules, dice).gains(option, options, stopped)
    return Advice(question.number, option, chances, _CERTAIN[verdict], gains)


def assess(
    question: Assess, rules: GamePrograms, stopped: Callable[[], bool], helpers: SearchHelpers | None = None
) -> Assessed:
    """Return how good an option was for the seat of an information set. Raises ValueError if it is not one of its
    options."""
    information, chosen = question.information, question.option
    options = list(information.options)
    if chosen not in options:
        raise ValueError(f"{chosen} is no option")
    dice = dice_for(question.seed, information)
    exploration = _explore(question, rules, helpers, question.milliseconds)
    parameters = level_of(adviser(rules), rules).parameters
    tree = tree_for(rules, information, parameters, dice, question.milliseconds / 1000)
    result = search(tree, SearchBudget(milliseconds=question.milliseconds), stopped, exploration=exploration)
    best = result.choice()
    of_best, of_chosen = result.result(best), result.result(chosen)
    visits, total, verdict = of_best.visits, of_best.total, result.verdict
    seen, sum_of_chosen, proven = of_chosen.visits, of_chosen.total, of_chosen.proven
    if best != chosen and seen < SEEN_WELL and not proven:
        # Both from the same kind of search: the mean of an option in the tree is that of good and bad replies.
        after = _result_after(question, chosen, rules, stopped, helpers)
        after_best = (
            _result_after(question, best, rules, stopped, helpers) if after is not None and not verdict else None
        )
        if after is not None and after_best is not None:
            visits, total, verdict = after_best
        if after is not None and (verdict or after_best is not None):
            seen, sum_of_chosen, proven = after
    error = sum(1 / max(number, 1) for number, result in ((visits, verdict), (seen, proven)) if not result)
    found = Assessed(
        question.number,
        best,
        _percent(visits, total, verdict),
        _percent(seen, sum_of_chosen, proven),
        ceil(100 * sqrt(error)),  # two errors of a half
        _CERTAIN[verdict],
        _CERTAIN[proven],
        (),
    )
    if best == chosen or not is_mistake(found):
        return found
    return structs.replace(found, gains=GainEstimator(information, rules, dice).gains(best, [best, chosen], stopped))


def _percent(visits: int, total: int, proven: int) -> int | None:
    """Return the chances of an option in per cent; None if it was hardly visited."""
    if proven:
        return {WON: 100, DRAWN: 50, LOST: 0}[proven]
    return 100 * total // (visits * ONE) if visits >= ENOUGH else None


def _result_after(
    question: Assess,
    option: int,
    rules: GamePrograms,
    stopped: Callable[[], bool],
    helpers: SearchHelpers | None,
) -> tuple[int, int, int] | None:
    """Return visits, sum of utilities and proven result of an option, from a search of the position after
    it; None if that search tells nothing of the seat: another one of several opponents chooses there."""
    information = question.information
    runner = rules.quick(information.setting)
    adapter, dice = GameAdapter(runner, information.seat), dice_for(question.seed, information)
    state = Sampler(information, runner).draw(dice).copy()
    decision = adapter.decision(state)
    if decision is None or decision.seat != information.seat:
        return None
    adapter.take(state, decision, option)
    following = adapter.decision(state)
    if following is None:
        return None
    mine = following.seat == information.seat
    if not mine and (runner.program.players > 2 or adapter.is_secret(state)):
        return None
    exploration = _explore(question, rules, helpers, question.milliseconds // 2, option)
    parameters = level_of(adviser(rules), rules).parameters
    tree = tree_for(rules, information, parameters, dice, question.milliseconds / 1000, option)
    result = search(tree, SearchBudget(milliseconds=question.milliseconds // 2), stopped, exploration=exploration)
    best = result.result(result.choice())
    visits, total, proven = best.visits, best.total, result.verdict
    return (visits, total, proven) if mine else (visits, visits * ONE - total, _TURNED[proven])


def _explore(
    question: Advise | Assess,
    rules: GamePrograms,
    helpers: SearchHelpers | None,
    milliseconds: int,
    first: int | None = None,
) -> Exploration | None:
    """Begin the search of the helpers for advice, if there are any."""
    if helpers is None:
        return None
    return helpers.explore(adviser(rules), question.seed, question.information, milliseconds, first=first)


def significant_mean(values: list[int]) -> int:
    """Return the mean of some values, rounded; 0 if it differs from 0 by less than its standard error."""
    mean = fmean(values)
    far = len(values) > 1 and abs(mean) >= SIGNIFICANCE * stdev(values) / sqrt(len(values))
    return round(mean) if far else 0


@dataclass(frozen=True, slots=True)
class GainEstimator:
    """Estimates by random playouts which rules bring more points with an option than with the others."""

    information: Information
    rules: GamePrograms
    dice: Dice

    def gains(self, option: int, options: list[int], stopped: Callable[[], bool]) -> tuple[RuleGain, ...]:
        """Return the gains of an option over the others, by rule, the largest first."""
        others = [other for other in options if other != option]
        runner = self.rules.quick(self.information.setting)
        sampler, pairs = Sampler(self.information, runner), list[Counter[str]]()
        while others and len(pairs) < PLAYOUTS and not stopped():
            pair = self._points(sampler, option)
            pair.subtract(self._points(sampler, others[self.dice.below(len(others))]))
            pairs.append(pair)
        rules = {rule for pair in pairs for rule in pair}
        lines = [RuleGain(rule, significant_mean([10 * pair[rule] for pair in pairs])) for rule in rules]
        lines.sort(key=lambda gain: (-abs(gain.tenths), gain.rule))
        return tuple(gain for gain in lines if gain.tenths)[:MAX_GAINS]

    def _points(self, sampler: Sampler, first: int) -> Counter[str]:
        """Return the seat's points by rule in a random playout that begins with an option."""
        from dsl.match.match import Match  # not before the first choice of a bot, which needs no match

        setting, seat = self.information.setting, self.information.seat
        runner = self.rules.listening(setting)
        state = sampler.draw(self.dice)
        match = Match.at(self.rules.pack, setting.players, dict(setting.options), runner, state)
        colour = match.program.colours[seat]
        adapter = GameAdapter(match.runner, seat)
        lines: list[ScoreLine] = []
        with suppress(RuleError):  # points scored until a rule fails count
            match.choose(match.position_of(seat), first, colour)
            for _ in range(CHOICES):
                decision = adapter.decision(match.state) if match.runner is runner else None
                if decision is None:
                    break
                option = random_option(decision, decision.options, self.dice)
                match.choose(match.position_of(decision.seat), option, match.program.colours[decision.seat])
            if match.outcome is None:
                lines = projected_lines(match.runner, match.state)
        points: Counter[str] = Counter()
        for line in (*match.score_sheet, *lines):
            if line.seat == colour:
                points[line.rule] += line.points
        return points


def serve(
    connection: Connection,
    runner: tuple[RunnerName, str] | None = None,
    memory: int | None = None,
    modules: Path | None = None,
    helpers: Sequence[Connection] = (),
) -> None:
    """Answer the messages of a connection until it is closed; `runner` is the probed runner and why, `memory` a
    limit in bytes, for systems that have one, `modules` the folder of the cache of compiled searches. At the other ends
    of `helpers` processes run `serve_helper`, now or later."""
    _begin(runner, memory, modules)
    with suppress(EOFError, OSError):
        _answer_all(connection, SearchHelpers(helpers), reported=False)


def serve_helper(
    connection: Connection,
    runner: tuple[RunnerName, str] | None = None,
    memory: int | None = None,
    modules: Path | None = None,
) -> None:
    """Answer the messages of a worker until it closes the connection; otherwise as `serve`."""
    _begin(runner, memory, modules)
    with suppress(EOFError, OSError):
        connection.send_bytes(dumps(Started()).encode())
        _answer_all(connection, SearchHelpers(), reported=True)


def _begin(runner: tuple[RunnerName, str] | None, memory: int | None, modules: Path | None) -> None:
    if memory is not None:
        _limit_memory(memory)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    set_probed_runner(RunnerChoice(*runner) if runner else None)
    set_module_folder(modules)


def _answer_all(connection: Connection, helpers: SearchHelpers, reported: bool) -> None:
    """Answer messages. Raises EOFError or OSError when the connection is closed."""
    worker = Worker(loads(connection.recv_bytes(), LoadGame), connection, helpers)
    while True:
        data, worker.next_message = worker.next_message or connection.recv_bytes(), b""
        match loads(data, Think, Advise, Assess, Foresee, Explore, Cancel, Progress, Prepare, LoadGame):
            case Think() | Advise() | Assess() | Foresee() | Explore() as question:
                answer = worker.answer(question)
                if not reported:
                    reported = True
                    connection.send_bytes(dumps(RunnerUsed(select_runner().name, select_runner().reason)).encode())
                connection.send_bytes(dumps(answer).encode())
            case Prepare(Setting() as setting):
                worker.prepare(setting)
            case LoadGame() as game:
                worker = Worker(game, connection, helpers)


def _limit_memory(memory: int) -> None:
    try:
        import resource
    except ImportError:  # the client limits the time of each question, on every system
        return
    for which, most in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(which, (most, most))


class Worker:
    """Answers questions about one game."""

    def __init__(self, game: LoadGame, connection: Connection, helpers: SearchHelpers) -> None:
        self._connection = connection
        self._helpers = helpers
        self.next_message = b""  #: a message that was read during a search, and ended it; empty if there is none
        helpers.load(game)
        self._rules: GamePrograms | None = None
        self._error = ""
        unread = UnreadRuleset(game)
        try:
            self._rules = GamePrograms(unread, in_background=True, deepens=has_alpha_beta(unread.about))
            if not unread.has_program():
                unread.ruleset  # noqa: B018  # now, before the first question
        except RulesError as error:
            self._rules, self._error = None, str(error)
        gc.freeze()  # the rules stay: no garbage collection among them during a search

    def prepare(self, setting: Setting) -> None:
        """Start compiling the search of a setting."""
        if self._rules is not None:
            with suppress(RulesError, RuleError, ValueError):  # a question reports it
                with gc_paused():
                    self._rules.quick(setting)
                self._rules.prepare(setting)
                self._helpers.prepare(setting)

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question."""
        if self._rules is None:
            return NoAnswer(question.number, self._error)
        try:
            match question:
                case Think():
                    return Chosen(question.number, self._choice(question, self._rules))
                case Advise():
                    return advise(question, self._rules, self._connection.poll, self._helpers)
                case Assess():
                    return assess(question, self._rules, self._connection.poll, self._helpers)
                case Explore():
                    return self._explored(question, self._rules)
                case Foresee(number, seat, information):
                    runner = self._rules.quick(information.setting)
                    dice = dice_for(0, information)
                    return Foreseen(number, prospects(information, runner, seat, dice, self._connection.poll))
        except (RulesError, RuleError, SerializationError, ValueError) as error:
            return NoAnswer(question.number, str(error))
        except (LookupError, TypeError, ArithmeticError, AssertionError) as error:  # an information set from elsewhere
            return NoAnswer(question.number, f"this is no information set ({type(error).__name__})")
        except (MemoryError, RecursionError) as error:
            return NoAnswer(question.number, f"this is too much to think about ({type(error).__name__})")

    def _choice(self, question: Think, rules: GamePrograms) -> int:
        """Return the choice of a bot. Helpers search, too, if time alone limits the search."""
        level, asked, exploration = level_of(question.player, rules), question.asked / 1000, None
        if level.uses_helpers and len(question.information.options) > 1:
            exploration = self._helpers.explore(
                question.player, question.seed, question.information, level.budget.milliseconds, asked
            )
        bot = bot_of(level, question.seed, rules, self._connection.poll, asked, exploration)
        return bot.choose(question.information)

    def _explored(self, question: Explore, rules: GamePrograms) -> Explored:
        """Return what this process finds as a helper."""
        parameters, information = level_of(question.player, rules).parameters, question.information
        dice, seconds = dice_for(question.seed, information), question.milliseconds / 1000
        tree = tree_for(rules, information, parameters, dice, seconds, question.first)
        budget, link = SearchBudget(milliseconds=question.milliseconds), WorkerLink(self._connection, question.number)
        grow(tree, budget, link.is_stopped, question.asked / 1000, partner=link)
        self.next_message = link.next_message
        return Explored(question.number, rows_of(tree.shared(0)), tree.settled)
